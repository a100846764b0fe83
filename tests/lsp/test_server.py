from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from numerate.lsp.features import ACCEPT
from tests.lsp.clients import Editor

WRONG = "A total of 4,520 people: 2,480 in Europe, 1,120 in Asia and 650 in the Americas."
TEXT = f"# Staff 😀\n\nWe met on 31 June.\n\n😀 {WRONG}\n"


def run(steps: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(steps, 120))


@pytest.mark.slow
def test_an_editor_gets_findings_while_typing_and_quick_fixes(tmp_path: Path) -> None:
    async def steps() -> None:
        editor = Editor()
        await editor.begin(unlikely=False)
        uri = editor.write(tmp_path / "a.md", "markdown", TEXT)
        date, total = await editor.next(1)
        assert (date.code, date.severity) == ("date", types.DiagnosticSeverity.Error)
        # 😀 is two units of UTF-16.
        assert (total.range.start, total.range.end) == (types.Position(4, 14), types.Position(4, 19))
        assert [related.message for related in total.related_information] == ["2,480", "1,120", "650"]
        status = await editor.statuses.get()
        assert (status.coverage, status.findings) == ("0 of 5 numbers judged", 2)

        replace, ignore, fix_all = await editor.actions(uri, total.range)
        assert replace.title == "Replace 4,520 by 4,250 (two digits were swapped)"
        assert replace.is_preferred
        assert replace.edit.changes[uri][0] == types.TextEdit(total.range, "4,250")
        assert ignore.title == "4,520 is right: add a comment that ignores it"
        assert fix_all.edit.changes == replace.edit.changes
        assert await editor.actions(uri, date.range, "source.fixAll") == [fix_all]

        editor.change(uri, 2, TEXT.replace("4,520", "4,250"))
        assert [each.code for each in await editor.next(2)] == ["date"]
        assert [each.code for each in await editor.next(2)] == ["date"]  # the whole document, soon after
        editor.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
        assert (await editor.diagnostics.get()).diagnostics == ()
        await editor.finish()

    run(steps())


@pytest.mark.slow
def test_hovers_show_what_is_usual(tmp_path: Path) -> None:
    text = "Net profit rose to $3.4 billion from $2.1 billion a year ago, the group said on Tuesday."

    async def steps() -> None:
        editor = Editor()
        await editor.begin("Visual Studio Code")
        uri = editor.write(tmp_path / "a.txt", "plaintext", text)
        await editor.next(1)
        where = types.TextDocumentIdentifier(uri)
        hover = await editor.text_document_hover_async(types.HoverParams(where, types.Position(0, 22)))
        heading, usual, picture = hover.contents.value.split("\n\n")
        assert heading == "**$3.4 billion**: 3.4 billion USD, money"
        assert usual.startswith("Usual here: median ")
        assert "](data:image/svg+xml;base64," in picture
        assert hover.range == types.Range(types.Position(0, 19), types.Position(0, 31))
        editor.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"numerate": {"picture": "text"}})
        )
        await editor.next(1)
        hover = await editor.text_document_hover_async(types.HoverParams(where, types.Position(0, 22)))
        assert "╋ median" in hover.contents.value
        assert await editor.text_document_hover_async(types.HoverParams(where, types.Position(0, 2))) is None
        await editor.finish()

    run(steps())


@pytest.mark.slow
def test_a_finding_can_be_accepted_in_the_baseline(tmp_path: Path) -> None:
    (tmp_path / "numerate.toml").write_text('baseline = "accepted.json"\nunlikely = false\n')

    async def steps() -> None:
        editor = Editor()
        await editor.begin(falseAlarm=3)
        assert "numerate.falseAlarm: no such setting" in await editor.messages.get()
        uri = editor.write(tmp_path / "a.txt", "plaintext", WRONG)
        [total] = await editor.next(1)
        *_, accept, _ = await editor.actions(uri, total.range)
        assert accept.title == "4,520 is right: accept it in the baseline"
        await editor.workspace_execute_command_async(
            types.ExecuteCommandParams(ACCEPT, arguments=[uri, total.data["fingerprint"]])
        )
        assert await editor.next(1) == []
        await editor.finish()

    run(steps())
    [entry] = json.loads((tmp_path / "accepted.json").read_text())["accepted"]
    assert (entry["file"], entry["number"], entry["count"]) == ("a.txt", "4,520", 1)
