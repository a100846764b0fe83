"""`numerate check` goes through few files, and seldom from one package to another."""

import json
import subprocess
import sys
from pathlib import Path

FILES = 157
SWITCHES = 107
"""45 files before quantities; then units, measures and grouping; exact intervals; several ends of a run;
the archive that DOCX shares with XLSX; a file for each kind of claim that the text has cues of; values
that stand elsewhere in the document; the words
around a number, the probability of an error, typos of scale; quantities that cannot be meant, figures that
are worked out; numbers that are names, the calendar of a document; the reader of digits and affixes in a
file for each subject (amounts, compounds, kinds, idioms); short passages with their verbs, steps,
compositions and extremes; the cells of a table, listed before they are read; the network that reads
claims, with a file for each sort of equation; plain numbers and phrases of number words by a short way;
well-known facts, their names, values and topics; which contradictions remain; codes by the words before them,
and by their shape (a switch more: a count with the unit of the figure that follows); pairs, totals, shares,
masking, units and the grouping of numbers in a file for each subject (14 more); the judge of equations
that fail, the order of moments; bounds of everyday amounts; titles as topics, and facts
by topic, in cells and later clauses (4 more); a file of settings that is read only so far;
equations that fail apart from those that are read, and the second opinion on rules; batches of the
networks on several threads (2 switches more); files, findings of the model and contradictions apart from the
check of a document, and the diagnosis of a relation apart from the relation (4 more);
a collector of garbage that runs rarely; doubts that words and units raise; figures with swapped
digits, scales, votes of meetings and lives."""


def test_a_check_of_a_document_goes_through_few_files_and_packages() -> None:
    code = (
        "import json, sys; sys.path.insert(0, 'docs'); import walk; steps = walk.walk();"
        "print(json.dumps([len(steps.files), steps.switches]))"
    )
    root = Path(__file__).parents[1]
    # A process of its own: what other tests have loaded and cached is not gone through again.
    files, switches = json.loads(subprocess.check_output([sys.executable, "-c", code], cwd=root))
    assert 20 < files <= FILES
    assert 10 < switches <= SWITCHES
