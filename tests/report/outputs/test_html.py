from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from numerate.report.outputs.html import to_html
from numerate.report.report import Run
from tests.report.samples import HOSTILE, TEXT, report, run

VOID = {"meta", "br"}


class Page(HTMLParser):
    """The elements that a browser would see; all must be closed in order."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def test_every_judged_number_opens_its_distribution() -> None:
    page = Page(to_html(run()))
    opened = [button["popovertarget"] for button in page.all("button")]
    cards = [div["id"] for div in page.all("div") if "popover" in div]
    assert opened == cards
    assert len(opened) == 3  # the fourth number is not judged
    assert len(page.all("svg")) == 4  # the unlikely one has a chart in the list as well
    classes = [button["class"] for button in page.all("button")]
    assert classes == ["number error", "number unlikely-3 warning", "number"]


def test_findings_are_listed_with_their_places_and_explanations() -> None:
    page = Page(to_html(run()))
    for words in (
        "line 3, column 22",
        "usually $1.1–$9 billion",
        "trillion for billion? (64.0%)",
        "21% two digits were swapped",
        "locked.pdf: needs a password",
        "1 (25%) not judged (7 is a name)",
    ):
        assert words in page.text
    targets = {attributes.get("id") for _, attributes in page.elements}
    assert {link["href"].removeprefix("#") for link in page.all("a")} <= targets  # type: ignore[union-attr]


def test_the_page_has_no_script_and_loads_nothing() -> None:
    source = to_html(run())
    page = Page(source)
    policy = next(meta for meta in page.all("meta") if meta.get("http-equiv") == "Content-Security-Policy")
    style = re.search(r"<style>(.*?)</style>", source, re.S)
    assert style is not None
    allowed = b64encode(sha256(style[1].encode()).digest()).decode()
    assert policy["content"] == (
        f"default-src 'none'; style-src 'sha256-{allowed}'; base-uri 'none'; form-action 'none'"
    )
    assert "script" not in {tag for tag, _ in page.elements}
    names = {name for _, attributes in page.elements for name in attributes}
    assert not {name for name in names if name.startswith("on") or name in ("src", "style")}
    assert "http:" not in source
    assert "https:" not in source
    assert "url(" not in source


@given(st.text(max_size=50), st.sampled_from([None, '"><script>5.txt', "a.md", "a.html"]))
def test_no_text_becomes_markup(text: str, name: str | None) -> None:
    if name is not None:
        text = "".join(filter(str.isprintable, text))
    source = f"{HOSTILE} 34% {text} {HOSTILE} <table><tr><td>12%</table>"
    page = Page(to_html(run(report(source, name))))
    assert "script" not in {tag for tag, _ in page.elements}
    assert not set(page.text) & {"\x00", "\x7f", "\x1b", "\u202e"}


def test_the_page_has_the_whole_text_of_the_document() -> None:
    page = Page(to_html(run(report(TEXT + "\n| a | b |\n|---|---|\n| 1 | 2 |\n"))))
    shown = " ".join(page.text.split())
    assert "Profit rose 12% to $3.4 trillion from $3.04 billion. We sold 7 ships." in shown
    assert len(page.all("table")) == 1
    assert len(page.all("td")) == 4


def test_a_text_that_comes_from_no_file_and_a_report_without_predictions() -> None:
    from_file = report(keep=False)
    from_text = report(from_file.text, None, keep=False)
    page = Page(to_html(Run((from_text, from_file))))
    assert not page.all("svg")
    assert page.text.count("Profit rose") == 6  # the text twice, and the sentence of each finding
    assert [link["href"] for link in page.all("a")[:2]] == ["#d0", "#d1"]
