import json
from typing import Any

import pytest

from numerate.consistency.sources.grid import grids
from numerate.consistency.sources.objects import objects
from numerate.documents import Document
from tests.consistency.sources.helpers import verdicts

PLAYERS = {
    "Mia Torres": {"PTS": 21, "REB": 7},
    "Jo Lind": {"PTS": 9, "REB": 12},
    "Ana Ruiz": {"PTS": 25, "REB": 3},
}
COLUMNS = {key: [figures[key] for figures in PLAYERS.values()] for key in ("PTS", "REB")}
FORMS: dict[str, Any] = {
    "rows": [{"name": name, **figures} for name, figures in PLAYERS.items()],
    "rows in an object": {"game": {"box": [{"name": n, **f} for n, f in PLAYERS.items()]}},
    "rows by name": PLAYERS,
    "columns": {
        key: {str(i): str(value) for i, value in enumerate(values)}
        for key, values in {"NAME": list(PLAYERS), **COLUMNS, "POS": ["G", "N/A", "N/A"]}.items()
    },
    "lists": {"NAME": list(PLAYERS), **COLUMNS},
    "a table": [["NAME", "PTS", "REB"], *([name, *figures.values()] for name, figures in PLAYERS.items())],
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_json_of_any_shape_states_facts(form: Any) -> None:
    source = json.dumps(form, indent=1)
    cells = {
        (name, cell.column_labels[-1]): source[cell.start : cell.end]
        for grid in grids(Document.from_text(source))
        for cell in grid.cells
        for name in cell.row_labels
    }
    expected = {(name, key): str(value) for name, row in PLAYERS.items() for key, value in row.items()}
    assert {key: cells.get(key) for key in expected} == expected
    assert verdicts("Torres had 21 points and Lind 12 rebounds.", source) == [("21", "same"), ("12", "same")]
    assert verdicts("Torres had 9 points.", source) == [("9", "contradicted")]


def test_objects_inherit_labels_and_the_keys_that_lead_to_them() -> None:
    team = {"name": "Comets", "city": "Reno", "line": {"Q1": {"PTS": 20}, "Q2": {"PTS": 24}}}
    source = json.dumps({"home": team, "away": {**team, "name": "Owls", "city": "Salem"}})
    labels = [
        (cell.row_labels, cell.column_labels) for g in grids(Document.from_text(source)) for cell in g.cells
    ]
    assert (("Comets", "Reno"), ("line", "Q1", "PTS")) in labels
    assert (("Owls", "Salem"), ("line", "Q2", "PTS")) in labels


def test_what_is_no_valid_json_is_read_as_far_as_it_goes() -> None:
    for text in (
        "{'name': 'Jo', 'PTS': 9}",
        '{"name": "Jo", "PTS": 9',
        '{"name": "Jo", "PTS": 9}]]}',
        '{"name":"J\\u006f","PTS":9}',
    ):
        kinds, _ = objects(text)
        [row] = kinds[0].rows
        assert row.labels["name"].text == "Jo"
        assert [(keys, figure.text) for keys, figure in row.figures] == [(("PTS",), "9")]
    assert objects("[" * 50_000 + "{" * 50_000) == ([], [])
    assert objects("") == ([], [])


def test_prose_in_json_is_read_as_prose() -> None:
    text = (
        "The mill has 340 workers. It exported 1,200 tonnes of paper in 2021, most of it to Japan and Korea."
    )
    source = json.dumps({"id": 7, "title": "The mill", "text": text, "year": 2021})
    assert verdicts("The mill employs 340 workers.", source) == [("340", "same")]
    assert verdicts("The mill employs 1,200 workers.", source) == [("1,200", "contradicted")]


def test_tags_and_fields_with_the_figure_first_are_records() -> None:
    tags = "<PLAYER> Mia Torres <PTS> 21 <REB> 7 <PLAYER> Jo Lind <PTS> 9 <REB> 12"
    fields = "Mia Torres: 21 PTS, 7 REB\nJo Lind: 9 PTS, 12 REB\n"
    for source in (tags, fields):
        assert verdicts("Lind had nine points.", source) == [("nine", "rescaled")]
        assert verdicts("Lind had 21 points.", source) == [("21", "contradicted")]


def test_a_transcript_with_times_is_no_json() -> None:
    source = "[00:00] Ann: We paid 112 thousand dollars.\n[00:21] Bob: In 39 months?\n[00:35] Ann: Yes."
    assert verdicts("They paid $112,000 in 39 months.", source) == [("$112,000", "rescaled"), ("39", "same")]
