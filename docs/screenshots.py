"""Take screenshots of the page of `numerate serve`: docs/images/serve-*.png.

.venv/bin/python docs/screenshots.py [--model FOLDER]

Needs the `dev` extra and Chromium (apt-get install chromium).
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).parent / "images"
COMMAND = Path(sys.executable).with_name("numerate")
WIDE, NARROW = (1280, 800), (390, 844)


@contextmanager
def server(model: str | None) -> Iterator[str]:
    """Run the server on a free port; yield its address."""
    command = [str(COMMAND), "serve", "--port", "0", *(["--model", model] if model else [])]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        address = re.search(r"http://\S+", process.stdout.readline() if process.stdout else "")
        if address is None:
            raise SystemExit(f"the server did not start; try: {' '.join(command)}")
        yield address[0]
    finally:
        process.terminate()
        process.wait()


def open_example(browser: Browser, address: str, scheme: str, size: tuple[int, int]) -> Page:
    """Open the page and check its example text."""
    context = browser.new_context(
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=1.5,
    )
    page = context.new_page()
    page.goto(address)
    page.get_by_text("numerate 0").wait_for()
    page.locator("#example").click()
    page.locator("#results").wait_for()
    return page


def save(page: Page, name: str) -> None:
    """Save a screenshot, with the pointer out of the way."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    IMAGES.mkdir(exist_ok=True)
    page.screenshot(path=IMAGES / f"serve-{name}.png")


def main() -> None:
    """Save all screenshots."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="folder of the model; default: the one that comes with numerate")
    model = parser.parse_args().model
    chromium = which("chromium") or which("chromium-browser") or which("google-chrome")
    with server(model) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            page = open_example(browser, address, scheme, WIDE)
            unlikely = page.locator("#findings button:not(.contradicts)")
            if not unlikely.count():
                page.get_by_role("button", name="Sensitive").click()
            unlikely.first.click()
            save(page, f"check-{scheme}")
            if scheme == "light":
                page.locator("#tab-predict").click()
                page.locator("#predictions article").wait_for()
                save(page, "predict")
            page.context.close()
        page = open_example(browser, address, "light", NARROW)
        page.locator("#findings button").first.click()
        save(page, "phone")
        browser.close()


if __name__ == "__main__":
    main()
