"""Photograph the page that `numerate serve` shows: docs/images/serve-*.png.

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
    """Run the server on a free port; give its address."""
    command = [str(COMMAND), "serve", "--port", "0", *(["--model", model] if model else [])]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        told = re.search(r"http://\S+", process.stdout.readline() if process.stdout else "")
        if told is None:
            raise SystemExit(f"the server did not start; try: {' '.join(command)}")
        yield told[0]
    finally:
        process.terminate()
        process.wait()


def opened(browser: Browser, address: str, scheme: str, size: tuple[int, int]) -> Page:
    """Open the page and let it check its own example."""
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


def shoot(page: Page, name: str) -> None:
    """Take the picture, with the pointer out of the way."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    IMAGES.mkdir(exist_ok=True)
    page.screenshot(path=IMAGES / f"serve-{name}.png")


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="a model's folder; else the one that comes with numerate")
    model = parser.parse_args().model
    chromium = which("chromium") or which("chromium-browser") or which("google-chrome")
    with server(model) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            page = opened(browser, address, scheme, WIDE)
            by_model = page.locator("#findings button:not(.contradicts)")
            if not by_model.count():
                page.get_by_role("button", name="Sensitive").click()
            by_model.first.click()
            shoot(page, f"check-{scheme}")
            if scheme == "light":
                page.locator("#tab-predict").click()
                page.locator("#predictions article").wait_for()
                shoot(page, "predict")
            page.context.close()
        page = opened(browser, address, "light", NARROW)
        page.locator("#findings button").first.click()
        shoot(page, "phone")
        browser.close()


if __name__ == "__main__":
    main()
