from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.documents import read
from numerate.errors import DocumentError
from numerate.report.finding import Finding, Suggestion
from numerate.report.fixing import CHOICES, Edit, apply, corrected, diff, edits
from numerate.report.report import Report
from tests.report.samples import report

FIRST = CHOICES["all"]


def planted(path: Path, *replacements: tuple[str, str]) -> Report:
    """Report that each of some strings of a file should be another."""
    document = read(path)
    findings = []
    for wrong, right in replacements:
        start = document.text.index(wrong)
        suggestions = (Suggestion(1.0, right, "two digits were swapped"),)
        end = start + len(wrong)
        findings.append(
            Finding("total", start, end, wrong, 1.0, "No.", suggestions=suggestions, document=document)
        )
    return Report(document, (), tuple(findings), 0.01)


def test_choices_say_which_suggestions_are_applied() -> None:
    unlikely, change = report().findings
    certain = replace(change, suggestions=(replace(change.suggestions[0], certain=True),))
    assert [f for f in (unlikely, change, certain) if CHOICES["certain"](f)] == [certain]
    assert [f for f in (unlikely, change, certain) if CHOICES["likely"](f)] == [unlikely, certain]
    assert all(FIRST(f) for f in (unlikely, change, certain))


def test_a_number_with_markup_in_it_is_left() -> None:
    [change] = edits(report(), FIRST)  # "**$3.4** trillion" has markup
    assert (change.text, change.finding.rule) == ("21%", "change")


def test_of_overlapping_findings_the_worse_is_corrected(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("We sold 12 345 ships.")
    [change] = edits(planted(path, ("12 345", "12 435"), ("345", "354")), FIRST)
    assert change.text == "12 435"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_the_rest_of_a_file_stays_byte_for_byte(tmp_path: Path, encoding: str) -> None:
    text = "Café: 12% of 50.\r\nNaïve\x0b 4,520 people.\r\n\r\nLast 31"
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(encoding))
    path.chmod(0o600)
    checked = planted(path, ("12%", "21%"), ("4,520", "4,250"))
    apply(checked.document, edits(checked, FIRST))
    assert path.read_bytes() == text.replace("12%", "21%").replace("4,520", "4,250").encode(encoding)
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]


def test_a_file_that_has_changed_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("We sold 12 ships.")
    checked = planted(path, ("12", "21"))
    path.write_text("We sold 13 ships.")
    with pytest.raises(DocumentError, match="changed since it was checked"):
        apply(checked.document, edits(checked, FIRST))
    assert path.read_text() == "We sold 13 ships."


def test_a_correction_that_the_encoding_lacks_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("Café 12".encode("cp1252"))
    checked = planted(path, ("12", "⅓"))
    with pytest.raises(DocumentError, match=r"cp1252, has no '⅓'; save it as UTF-8"):
        apply(checked.document, edits(checked, FIRST))
    assert path.read_bytes() == "Café 12".encode("cp1252")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "a.txt", tmp_path / "link.txt"
    target.write_text("We sold 12 ships.")
    link.symlink_to(target)
    checked = planted(link, ("12", "21"))
    apply(checked.document, edits(checked, FIRST))
    assert link.is_symlink()
    assert target.read_text() == "We sold 21 ships."


LINES = st.lists(st.sampled_from(["We sold 12 ships.", "", "None 7", "\t"]), min_size=1, max_size=30)


@pytest.mark.skipif(shutil.which("patch") is None, reason="there is no patch to apply the diff")
@given(LINES, st.sampled_from(["", "\n"]), st.data())
def test_a_diff_is_what_patch_applies(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], end: str, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("patch")
    path = folder / "a.txt"
    path.write_text("\n".join(lines) + end)
    checked = report(path=path, name="a.txt")
    source = checked.document.source
    starts = [i for i in range(len(source)) if source.startswith(("12", "7"), i)]
    chosen = sorted(data.draw(st.sets(st.sampled_from(starts)))) if starts else []
    finding = Finding("total", 0, 1, "", 1.0, "No.", document=checked.document)
    changes = [Edit(i, i + (2 if source[i] == "1" else 1), "1\n3", finding) for i in chosen]
    document = replace(checked.document, path=None, name="a.txt")
    ran = subprocess.run(
        ["patch", "-p1", "--no-backup-if-mismatch"], input=diff(document, changes).encode(), cwd=folder,
        capture_output=True,
    )  # fmt: skip
    assert ran.returncode == 0 or not changes
    assert path.read_text() == corrected(source, changes)
