"""The page in a real browser, used as people use it: by mouse, by keyboard, on a phone, in the dark."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from docx import Document as Docx

from tests.documents.readers.test_pdf import written
from tests.serve.servers import run_command

CHROMIUM = which("chromium") or which("chromium-browser") or which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")

TEXT = (
    "Sales of trucks\n\nIn a survey, 180 of 240 people (65%) said so. "
    "Profit rose 12% to $3.4 million. 😀 It sold 5."
)
WIDE, NARROW = {"width": 1280, "height": 860}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Seen(list):
    """Everything that must not happen while a page is used."""


def opened(browser: Any, address: str, **options: Any) -> tuple[Any, Seen]:
    context = browser.new_context(viewport=options.pop("viewport", WIDE), **options)
    page = context.new_page()
    page.set_default_timeout(15_000)
    seen = Seen()
    page.on("console", lambda message: seen.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: seen.append(str(error)))
    page.on("request", lambda r: None if r.url.startswith((address, "blob:")) else seen.append(r.url))
    page.goto(address)
    page.get_by_text("model tiny").wait_for()
    return page, seen


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    page, seen = opened(browser, address)
    yield page
    page.context.close()
    assert seen == [], "an error, or a request to elsewhere"


def check(page: Any, text: str = TEXT) -> None:
    page.get_by_label("Text", exact=True).fill(text)
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator("#bench").wait_for()


def slide(page: Any, value: float) -> None:
    page.locator("#rate").fill(str(value))


def shown(page: Any) -> str:
    # A block is written out once it is known to be in view (content-visibility), which takes a frame.
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    return page.locator("#text").inner_text()


def test_paste_check_open_apply_and_undo(page: Any) -> None:
    check(page)
    assert page.locator("#document-sum").inner_text().startswith("6 numbers, ")
    finding = page.locator("#found button.certain").first
    number = finding.locator(".what").evaluate("e => e.firstChild.textContent")
    assert number in ("180", "240", "65%")
    finding.click()
    detail = page.locator("#detail")
    assert detail.get_by_role("heading", level=2).inner_text() == number
    assert detail.get_by_role("img").get_attribute("aria-label").startswith("Median ")
    assert detail.locator("svg .observed").count() == 1
    assert detail.locator("svg .half").count() == detail.locator("svg .most").count() == 1
    assert page.locator(".number.related").count() == 2
    suggestion = detail.locator(".suggestions button").first
    written = suggestion.locator("b").inner_text()
    before = shown(page)
    suggestion.click()
    page.locator("#undo").wait_for()
    assert shown(page) == before.replace(number, written, 1)
    assert page.get_by_role("status").inner_text().startswith(f"Replaced {number} by {written}.")
    page.locator("#undo").click()
    page.locator("#undo").wait_for(state="hidden")
    assert shown(page) == before


def test_any_number_opens_with_its_distribution(page: Any) -> None:
    check(page)
    numbers = page.locator("#text .number")
    assert numbers.all_inner_texts() == ["180", "240", "65%", "12%", "$3.4 million", "5"]
    for i in range(numbers.count()):
        numbers.nth(i).click()
        assert page.locator("#detail-title").inner_text() == numbers.nth(i).inner_text()
        assert page.locator("#detail svg.chart").is_visible()
    page.locator("#detail-close").click()
    assert page.locator("#detail").is_hidden()


def test_the_slider_shades_anew_without_asking_the_server(page: Any) -> None:
    check(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    counts, flags = [], []
    for value in (-4, -3, -2, -1):
        slide(page, value)
        counts.append(int(page.locator("#found-count").inner_text()))
        flags.append(page.locator("#text .level-3, #text .level-4").count())
        assert page.locator("#found li").count() == counts[-1]
    assert counts == sorted(counts)
    assert flags == sorted(flags)
    assert page.locator("#rate").get_attribute("aria-valuetext") == "1 in 10 correct numbers"
    page.get_by_role("button", name="Strict").click()
    assert page.locator("#rate-told").inner_text() == "1 in 1,000 correct numbers"
    assert page.get_by_role("button", name="Strict").get_attribute("aria-pressed") == "true"
    assert asked == []


def test_mask_and_predict_while_typing(page: Any) -> None:
    page.get_by_role("tab", name="Predict").click()
    sentence = page.get_by_label("Sentence", exact=True)
    card = page.locator("#predictions article")
    card.wait_for()
    first = card.locator("path.density").get_attribute("d")
    sentence.fill("The bank cut [#MASK] of its 300 jobs.")
    page.get_by_role("button", name="300").wait_for()
    assert card.locator("path.density").get_attribute("d") != first
    assert card.locator(".likely li").count() == 8
    page.get_by_role("button", name="300").click()
    page.locator("#predictions article").nth(1).wait_for()
    assert sentence.input_value() == "The bank cut [#MASK] of its [#MASK] jobs."
    assert "300 before" in page.locator("#predictions article").nth(1).inner_text()
    page.get_by_role("button", name="hidden number").nth(1).click()
    page.get_by_role("button", name="300").wait_for()
    assert sentence.input_value() == "The bank cut [#MASK] of its 300 jobs."
    sentence.fill("Nothing. ")
    page.get_by_text("Put [#MASK] into the sentence").wait_for()
    sentence.press("End")
    page.get_by_role("button", name="Insert [#MASK]").click()
    card.first.wait_for()
    assert sentence.input_value() == "Nothing. [#MASK]"


def packed_docx() -> bytes:
    docx = Docx()
    docx.add_heading("Sales of trucks")
    docx.add_paragraph("In a survey, 180 of 240 people (65%) said so.")
    table = docx.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Trucks", "41"
    out = io.BytesIO()
    docx.save(out)
    return out.getvalue()


@pytest.mark.parametrize("name", ["survey.docx", "survey.pdf"])
def test_upload_and_correct_a_packed_document(page: Any, name: str) -> None:
    data = (
        packed_docx()
        if name.endswith("docx")
        else written([["In a survey, 180 of 240 people (65%) said so."]])
    )
    page.locator("#file").set_input_files({"name": name, "mimeType": "", "buffer": data})
    page.locator("#bench").wait_for()
    assert page.locator("#document-name").inner_text() == name
    if name.endswith("docx"):
        assert page.locator("#text").get_by_role("heading").inner_text() == "Sales of trucks"
        assert page.locator("#text td").all_inner_texts() == ["Trucks", "41"]
    finding = page.locator("#found button.certain").first
    assert ("page 1" if name.endswith("pdf") else "paragraph") in finding.locator(".where").inner_text()
    finding.click()
    page.locator(".suggestions button").first.click()
    page.locator("#undo").wait_for()
    assert name in page.locator("#document-note").inner_text()


def test_a_dropped_markdown_file_keeps_its_markup_when_corrected(page: Any) -> None:
    source = "# Sales\n\nIn a *survey*, 180 of 240 people (65%) **said** so.\n"
    page.evaluate(
        """source => {
            const moved = new DataTransfer();
            moved.items.add(new File([source], "survey.md"));
            document.dispatchEvent(new DragEvent("drop", {dataTransfer: moved, cancelable: true}));
        }""",
        source,
    )
    page.locator("#bench").wait_for()
    finding = page.locator("#found button.certain").first
    number = finding.locator(".what").evaluate("e => e.firstChild.textContent")
    finding.click()
    suggestion = page.locator(".suggestions button").first
    written_so = suggestion.locator("b").inner_text()
    suggestion.click()
    page.locator("#undo").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "survey.md"
    assert Path(download.value.path()).read_text() == source.replace(number, written_so, 1)
    page.get_by_role("button", name="Edit").click()
    page.locator("#write").wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == source.replace(number, written_so, 1)


def focused(page: Any) -> str:
    return page.evaluate("() => document.activeElement.id || document.activeElement.textContent")


def test_keyboard_only(page: Any) -> None:
    page.keyboard.press("Tab")
    assert page.locator(".skip").evaluate("e => e === document.activeElement")
    page.keyboard.press("Tab")
    assert focused(page) == "tab-check"
    page.keyboard.press("Tab")
    assert focused(page) == "source"
    page.keyboard.insert_text(TEXT)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#bench").wait_for()
    assert focused(page) == "document-name"
    for _ in range(5):  # the buttons, then the document as one stop
        page.keyboard.press("Tab")
    assert focused(page) == "180"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "240"
    page.keyboard.press("End")
    assert focused(page) == "5"
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    assert focused(page) == "detail-title"
    assert page.locator("#detail-title").inner_text() == "180"
    page.keyboard.press("Escape")
    assert page.locator("#detail").is_hidden()
    assert focused(page) == "180"
    page.keyboard.press("Tab")
    assert focused(page) == "rate"
    told = page.locator("#rate-told").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.locator("#rate-told").inner_text() != told
    page.locator("#tab-check").focus()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "tab-predict"
    assert page.locator("#predict").is_visible()
    page.get_by_role("button", name="hidden number").wait_for()
    page.locator("#preview [tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="hidden number").nth(1).wait_for()


def test_what_a_document_says_is_shown_and_never_done(page: Any) -> None:
    hostile = (
        "<img src=x onerror=alert(1)><script>alert(2)</script> It sold <b>5</b> trucks & 180 of 240 (65%)."
    )
    check(page, hostile)
    assert shown(page).strip() == hostile
    assert page.locator("#text img, #text script, #text b").count() == 0


def test_problems_are_told_in_their_place(page: Any) -> None:
    page.locator("#file").set_input_files({"name": "a.pdf", "mimeType": "", "buffer": b"%PDF-1.4 broken"})
    page.locator("#check-problem").wait_for()
    assert page.locator("#check-problem").inner_text().startswith("a.pdf: is not a PDF, or is broken")
    check(page)
    assert page.locator("#check-problem").is_hidden()


def test_a_long_document_stays_quick(page: Any) -> None:
    page.set_default_timeout(60_000)
    check(page, "It sold 5 trucks in 2016, and 12 percent of 240 people said so.\n\n" * 300)
    assert page.locator("#text .number").count() == 1200
    took = page.evaluate(
        """() => {
            const rate = document.getElementById("rate");
            const began = performance.now();
            for (const value of [-1, -4, -2]) {
                rate.value = value;
                rate.dispatchEvent(new Event("input"));
                document.body.getBoundingClientRect();
            }
            return (performance.now() - began) / 3;
        }"""
    )
    assert took < 500


def test_the_token_is_asked_for(browser: Any, tiny_folder: Path) -> None:
    with run_command("--model", tiny_folder, NUMERATE_TOKEN="s3cret") as (address, _):
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        page.get_by_label("Token", exact=True).fill("wrong")
        page.keyboard.press("Enter")
        page.get_by_label("Token", exact=True).fill("s3cret")
        page.keyboard.press("Enter")
        page.get_by_text("model tiny").wait_for()
        check(page)
        assert page.locator("#text .number").count() == 6
        context.close()


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_in_the_way_of_anybody(browser: Any, address: str, scheme: str, viewport: dict) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page, seen = opened(browser, address, viewport=viewport, color_scheme=scheme, reduced_motion="reduce")

    def violations() -> list[str]:
        report = Axe().run(page)
        return [
            f"{v['id']}: {n['html']} {n['failureSummary']}"
            for v in report.response["violations"]
            for n in v["nodes"]
        ]

    def fits() -> bool:
        return page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")

    assert violations() == []
    check(page)
    slide(page, -1)
    assert violations() == []
    assert fits()
    page.locator("#found button").first.click()
    page.locator("#detail svg").wait_for()
    assert violations() == []
    assert fits()
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Predict").click()
    page.locator("#predictions article").wait_for()
    assert violations() == []
    assert fits()
    assert seen == []
    page.context.close()
