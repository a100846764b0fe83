"""The page in a real browser: with mouse and keyboard, on narrow screens, in light and dark mode."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from docx import Document as Docx

from tests.documents.readers.test_pdf import build as build_pdf
from tests.serve.servers import PATIENCE, run_command

CHROMIUM = which("chromium") or which("chromium-browser") or which("google-chrome")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium"),
]

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


@contextmanager
def open_page(browser: Any, address: str, **options: Any) -> Iterator[Any]:
    """Open the page; fail if it logs an error or sends a request to another site."""
    context = browser.new_context(viewport=options.pop("viewport", WIDE), **options)
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    violations: list[str] = []
    page.on("console", lambda message: violations.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: violations.append(str(error)))
    page.on("request", lambda r: None if r.url.startswith((address, "blob:")) else violations.append(r.url))
    page.goto(address)
    page.get_by_text("model tiny").wait_for()
    yield page
    context.close()
    assert violations == []


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    with open_page(browser, address) as page:
        yield page


def check(page: Any, text: str = TEXT) -> None:
    page.get_by_label("Text", exact=True).fill(text)
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator("#results").wait_for()


def set_rate(page: Any, value: float) -> None:
    page.locator("#rate").fill(str(value))


def visible_text(page: Any) -> str:
    # With content-visibility, a block has text only once it has been rendered, which takes a frame.
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    return page.locator("#text").inner_text()


def test_apply_a_suggestion_and_undo_it(page: Any) -> None:
    check(page)
    assert page.locator("#document-counts").inner_text().startswith("6 numbers, ")
    finding = page.locator("#findings button.contradicts").first
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
    replacement = suggestion.locator("b").inner_text()
    before = visible_text(page)
    suggestion.click()
    page.locator("#undo").wait_for()
    assert visible_text(page) == before.replace(number, replacement, 1)
    assert page.get_by_role("status").inner_text().startswith(f"Replaced {number} with {replacement}.")
    page.locator("#undo").click()
    page.locator("#undo").wait_for(state="hidden")
    assert visible_text(page) == before


def test_every_number_shows_its_distribution(page: Any) -> None:
    check(page)
    numbers = page.locator("#text .number")
    assert numbers.all_inner_texts() == ["180", "240", "65%", "12%", "$3.4 million", "5"]
    for i in range(numbers.count()):
        numbers.nth(i).click()
        assert page.locator("#detail-title").inner_text() == numbers.nth(i).inner_text()
        assert page.locator("#detail svg.chart").is_visible()
    page.locator("#detail-close").click()
    assert page.locator("#detail").is_hidden()


def test_the_slider_updates_shading_and_findings_without_a_request(page: Any) -> None:
    check(page)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    counts, flags = [], []
    for value in (-4, -3, -2, -1):
        set_rate(page, value)
        counts.append(int(page.locator("#findings-count").inner_text()))
        flags.append(page.locator("#text .level-3, #text .level-4").count())
        assert page.locator("#findings li").count() == counts[-1]
    assert counts == sorted(counts)
    assert flags == sorted(flags)
    assert page.locator("#rate").get_attribute("aria-valuetext") == "1 in 10 correct numbers"
    page.get_by_role("button", name="Strict").click()
    assert page.locator("#rate-text").inner_text() == "1 in 1,000 correct numbers"
    assert page.get_by_role("button", name="Strict").get_attribute("aria-pressed") == "true"
    assert requests == []


def test_predictions_update_while_typing(page: Any) -> None:
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
    page.get_by_text("Insert [#MASK] into the sentence").wait_for()
    sentence.press("End")
    page.get_by_role("button", name="Insert [#MASK]").click()
    card.first.wait_for()
    assert sentence.input_value() == "Nothing. [#MASK]"


def docx_file() -> bytes:
    docx = Docx()
    docx.add_heading("Sales of trucks")
    docx.add_paragraph("In a survey, 180 of 240 people (65%) said so.")
    table = docx.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Trucks", "41"
    out = io.BytesIO()
    docx.save(out)
    return out.getvalue()


@pytest.mark.parametrize("name", ["survey.docx", "survey.pdf"])
def test_a_word_or_pdf_file_is_corrected_as_text(page: Any, name: str) -> None:
    data = (
        docx_file()
        if name.endswith("docx")
        else build_pdf([["In a survey, 180 of 240 people (65%) said so."]])
    )
    page.locator("#file").set_input_files({"name": name, "mimeType": "", "buffer": data})
    page.locator("#results").wait_for()
    assert page.locator("#document-name").inner_text() == name
    if name.endswith("docx"):
        assert page.locator("#text").get_by_role("heading").inner_text() == "Sales of trucks"
        assert page.locator("#text td").all_inner_texts() == ["Trucks", "41"]
    finding = page.locator("#findings button.contradicts").first
    assert ("page 1" if name.endswith("pdf") else "paragraph") in finding.locator(".where").inner_text()
    finding.click()
    page.locator(".suggestions button").first.click()
    page.locator("#undo").wait_for()
    assert name in page.locator("#document-note").inner_text()


def test_a_corrected_markdown_file_keeps_its_markup(page: Any) -> None:
    source = "# Sales\n\nIn a *survey*, 180 of 240 people (65%) **said** so.\n"
    page.evaluate(
        """source => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([source], "survey.md"));
            document.dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, cancelable: true}));
        }""",
        source,
    )
    page.locator("#results").wait_for()
    finding = page.locator("#findings button.contradicts").first
    number = finding.locator(".what").evaluate("e => e.firstChild.textContent")
    finding.click()
    suggestion = page.locator(".suggestions button").first
    replacement = suggestion.locator("b").inner_text()
    suggestion.click()
    page.locator("#undo").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "survey.md"
    assert Path(download.value.path()).read_text() == source.replace(number, replacement, 1)
    page.get_by_role("button", name="Edit").click()
    page.locator("#input").wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == source.replace(number, replacement, 1)


def focused(page: Any) -> str:
    return page.evaluate("() => document.activeElement.id || document.activeElement.textContent")


def test_everything_works_with_the_keyboard_alone(page: Any) -> None:
    page.keyboard.press("Tab")
    assert page.locator(".skip").evaluate("e => e === document.activeElement")
    page.keyboard.press("Tab")
    assert focused(page) == "tab-check"
    page.keyboard.press("Tab")
    assert focused(page) == "source"
    page.keyboard.insert_text(TEXT)
    page.keyboard.press("Tab")
    assert focused(page) == "Check against a source"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#results").wait_for()
    assert focused(page) == "document-name"
    for _ in range(6):  # the buttons, then the numbers as one tab stop
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
    rate = page.locator("#rate-text").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.locator("#rate-text").inner_text() != rate
    page.locator("#tab-check").focus()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "tab-predict"
    assert page.locator("#predict").is_visible()
    page.get_by_role("button", name="hidden number").wait_for()
    page.locator("#preview [tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="hidden number").nth(1).wait_for()


def test_markup_in_a_document_is_shown_as_text(page: Any) -> None:
    hostile = (
        "<img src=x onerror=alert(1)><script>alert(2)</script> It sold <b>5</b> trucks & 180 of 240 (65%)."
    )
    check(page, hostile)
    assert visible_text(page).strip() == hostile
    assert page.locator("#text img, #text script, #text b").count() == 0


def test_a_problem_is_shown_until_the_next_check(page: Any) -> None:
    page.locator("#file").set_input_files({"name": "a.pdf", "mimeType": "", "buffer": b"%PDF-1.4 broken"})
    page.locator("#check-problem").wait_for()
    assert page.locator("#check-problem").inner_text().startswith("a.pdf: is not a PDF, or is broken")
    check(page)
    assert page.locator("#check-problem").is_hidden()


def test_the_slider_changes_only_what_it_must_in_a_long_document(page: Any) -> None:
    line = "It sold {} trucks in 2016, and 12 percent of {} people (65%) said so.\n\n"
    check(page, "".join(line.format(5 + n, 2400 + 7 * n) for n in range(300)))
    assert page.locator("#text .number").count() == 1500
    changes = page.evaluate(
        """() => {
            const rate = document.getElementById("rate");
            const observer = new MutationObserver(() => {});
            const options = {subtree: true, childList: true, attributeFilter: ["class"]};
            observer.observe(document.getElementById("text"), options);
            return [-2, -2, -1].map((value) => {
                rate.value = value;
                rate.dispatchEvent(new Event("input"));
                return observer.takeRecords().map((record) => record.type);
            });
        }"""
    )
    assert changes[0] == changes[1] == []  # the rate is the default one
    assert set(changes[2]) == {"attributes"}
    assert page.locator("#findings button[data-start]").count() <= 100
    assert page.locator("#findings button.more").is_visible()


def test_the_page_asks_for_the_token(browser: Any, tiny_folder: Path) -> None:
    with run_command("--model", tiny_folder, NUMERATE_TOKEN="s3cret") as (address, _):
        context = browser.new_context()
        context.set_default_timeout(1000 * PATIENCE)
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
def test_the_page_is_accessible(browser: Any, address: str, scheme: str, viewport: dict) -> None:
    from axe_playwright_python.sync_playwright import Axe

    def verify() -> None:
        results = Axe().run(page).response["violations"]
        assert [f"{v['id']}: {n['html']} {n['failureSummary']}" for v in results for n in v["nodes"]] == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")

    options = {"viewport": viewport, "color_scheme": scheme, "reduced_motion": "reduce"}
    with open_page(browser, address, **options) as page:
        verify()
        check(page)
        set_rate(page, -1)
        verify()
        page.locator("#findings button").first.click()
        page.locator("#detail svg").wait_for()
        verify()
        page.keyboard.press("Escape")
        page.get_by_role("tab", name="Predict").click()
        page.locator("#predictions article").wait_for()
        verify()


def test_a_second_pane_takes_the_source(page: Any) -> None:
    page.get_by_text("Check against a source").click()
    page.get_by_label("Source", exact=True).fill("The firm has 120 employees and 14 shops.")
    check(page, "The firm has 210 employees and 14 shops.")
    page.locator("#findings button").first.click()
    detail = page.locator("#detail")
    assert "The source says otherwise." in detail.inner_text()
    assert detail.locator("blockquote").first.inner_text() == "The firm has 120 employees and 14 shops."
