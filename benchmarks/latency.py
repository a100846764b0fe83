"""Measure how soon a person sees something: findings while typing, and the first finding on the page.

    .venv/bin/python benchmarks/latency.py

An editor opens a document, then changes one number of a paragraph again and again: the time until the server
answers with diagnostics, and until it has checked the whole document. Chromium, if there is one, pastes a
text: the time from the click until the first finding is shown. Results go to benchmarks/results/latency.json.
Other work on the machine makes them larger; the file has the load.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path
from shutil import which
from typing import Any

from lsprotocol import types
from machine import machine
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results/latency.json"
COMMAND = [sys.executable, "-c", "from numerate.cli import main; main()"]
CHANGES = 10
"""Changes of each document."""
SIZES = {"2 KB": 1, "20 KB": 10}
"""Copies of the example that make a document."""


async def editor() -> dict[str, dict[str, float]]:
    client = LanguageClient("benchmark", "1")
    answers: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: answers.put_nowait(params))
    await client.start_io(*COMMAND, "lsp")
    await client.initialize_async(types.InitializeParams(types.ClientCapabilities()))
    client.initialized(types.InitializedParams())

    async def answer(version: int) -> None:
        while (await answers.get()).version != version:
            pass

    figures = {}
    example = (ROOT / "examples/release.md").read_text()
    for name, copies in SIZES.items():
        text = "\n".join(f"{example}\n\nPart {copy + 1}." for copy in range(copies))
        uri = f"file:///tmp/{copies}.md"
        start = time.perf_counter()
        item = types.TextDocumentItem(uri, "markdown", 1, text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await answer(1)
        opened = time.perf_counter() - start
        quick, whole = [], 0.0
        for version in range(2, CHANGES + 2):
            start = time.perf_counter()
            changed = text.replace("$164 million", f"${164 + version} million", 1)
            change = types.TextDocumentContentChangeWholeDocument(changed)
            document = types.VersionedTextDocumentIdentifier(version, uri)
            client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
            await answer(version)
            quick.append(time.perf_counter() - start)
        await answer(version)
        whole = time.perf_counter() - start
        figures[name] = {
            "characters": len(text),
            "open_s": round(opened, 3),
            "change_median_s": round(statistics.median(quick), 3),
            "change_max_s": round(max(quick), 3),
            "whole_again_s": round(whole, 3),
        }
        print(name, figures[name], flush=True)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return figures


def page() -> dict[str, float] | None:
    chromium = which("chromium") or which("chromium-browser") or which("google-chrome")
    if chromium is None:
        return None
    from playwright.sync_api import sync_playwright

    server = subprocess.Popen([*COMMAND, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        line = server.stdout.readline() if server.stdout else ""
        address = re.search(r"http://\S+", line)
        assert address, line
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            tab = browser.new_page()
            tab.goto(address[0])
            tab.get_by_text("numerate 0").wait_for()
            seconds = []
            for _ in range(5):
                start = time.perf_counter()
                tab.locator("#example").click()
                tab.locator("#findings li").first.wait_for()
                seconds.append(time.perf_counter() - start)
                tab.locator("#new").click()
            browser.close()
        return {
            "first_finding_median_s": round(statistics.median(seconds), 3),
            "first_s": round(seconds[0], 3),
        }
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    content: dict[str, Any] = {
        "machine": machine("pygls", "onnxruntime"),
        "load_before": os.getloadavg(),
        "editor": asyncio.run(editor()),
        "page": page(),
        "load_after": os.getloadavg(),
    }
    RESULTS.write_text(json.dumps(content, indent=1) + "\n")
    print(json.dumps(content["page"]))


if __name__ == "__main__":
    main()
