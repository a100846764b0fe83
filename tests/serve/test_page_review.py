"""Reviewing on the page, in a real browser: keys, accepted findings, several files, what can be saved."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import docx
import pytest

from tests.serve.test_page import CHROMIUM, browser, check, page  # noqa: F401  fixtures

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium"),
]
WRONG = "A total of 4,520 people: 2,480 in Europe, 1,120 in Asia and 650 in the Americas."
DATE = "We met on 31 June."


def word(text: str) -> bytes:
    document = docx.Document()
    document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def file(name: str, content: bytes) -> dict[str, Any]:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def contradictions(page: Any) -> list[str]:  # noqa: F811
    return page.locator("#findings .contradicts .what").all_inner_texts()


def test_numbers_that_were_not_checked_are_counted_with_their_reason(page: Any) -> None:  # noqa: F811
    check(page, f"{WRONG} The star is 10^400 km away.")
    page.locator("#unchecked").wait_for()
    count = int(page.locator("#unchecked-count").inner_text())
    assert count > 0
    assert "numbers were judged" in page.locator("#unchecked-text").inner_text()
    page.locator("#unchecked-reasons button").first.click()
    assert "Not judged" in page.locator("#detail").inner_text()


def test_keys_go_from_finding_to_finding(page: Any) -> None:  # noqa: F811
    check(page, f"{DATE}\n\n{WRONG}")
    page.locator("#rate").fill("-4")
    titles = []
    for key in ("n", "n", "p"):
        page.keyboard.press(key)
        titles.append(page.locator("#detail-title").inner_text())
    assert titles[0] == titles[2] != titles[1]


def test_what_is_right_is_kept_for_the_session_and_exported(page: Any, tmp_path: Path) -> None:  # noqa: F811
    check(page, f"{DATE}\n\n{WRONG}")
    before = contradictions(page)
    page.locator("#findings .contradicts").first.click()
    page.get_by_role("button", name="This is right").click()
    assert len(contradictions(page)) == len(before) - 1
    page.locator("#new").click()
    check(page, f"{DATE}\n\n{WRONG}")
    assert len(contradictions(page)) == len(before) - 1
    with page.expect_download() as download:
        page.locator("#accepted-export").click()
    content = json.loads(Path(download.value.path()).read_text())
    [entry] = content["accepted"]
    assert (content["version"], entry["rule"] in ("date", "total"), entry["count"]) == (1, True, 1)
    page.locator("#accepted-clear").click()
    assert len(contradictions(page)) == len(before)


def test_several_files_are_listed_and_a_word_file_comes_back_with_comments(page: Any) -> None:  # noqa: F811
    files = [file("a.txt", WRONG.encode()), file("b.docx", word(DATE)), file("c.pdf", b"broken")]
    page.locator("#file").set_input_files(files)
    page.locator("#documents button").nth(2).wait_for()
    names = page.locator("#documents button").all_inner_texts()
    assert [name.partition(":")[0] for name in names] == ["a.txt", "b.docx", "c.pdf"]
    assert names[2].endswith("cannot be read")
    assert page.locator("#commented").is_hidden()
    page.locator("#documents button").nth(1).click()
    assert page.locator("#document-name").inner_text() == "b.docx"
    with page.expect_download() as download:
        page.locator("#commented").click()
    assert download.value.suggested_filename == "b (checked).docx"
    comments = docx.Document(str(download.value.path())).comments
    assert any("June" in comment.text for comment in comments)


def test_a_report_can_be_saved_and_empty_input_says_so(page: Any) -> None:  # noqa: F811
    page.get_by_role("button", name="Check", exact=True).click()
    assert "no text to check" in page.locator("#check-problem").inner_text()
    check(page, WRONG)
    with page.expect_download() as download:
        page.locator("#save-report").click()
    content = Path(download.value.path()).read_text()
    assert content.startswith("<!DOCTYPE html>")
    assert "4,250, not 4,520" in content


def test_pasted_markdown_is_read_as_markdown_with_its_tables(page: Any) -> None:  # noqa: F811
    check(page, "# Sales\n\n| Port | Ships |\n|---|---|\n| Oslo | 12 |\n\nWe sold **45** ships.\n")
    assert page.locator("#text th").all_inner_texts() == ["Port", "Ships"]
    assert page.locator("#text .title").inner_text() == "Sales"
    assert "**" not in page.locator("#text").inner_text()
