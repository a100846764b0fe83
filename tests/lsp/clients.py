"""A real client of the language server: pygls's own, over the standard streams of `numerate lsp`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from numerate.lsp.server import STATUS
from tests.waiting import LIMIT_SECONDS


class Editor(LanguageClient):
    """An editor that keeps the last diagnostics of each document."""

    def __init__(self) -> None:
        super().__init__("test", "1")
        self.diagnostics: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.messages: asyncio.Queue[str] = asyncio.Queue()
        self.statuses: asyncio.Queue[Any] = asyncio.Queue()
        self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(
            lambda params: self.diagnostics.put_nowait(params)
        )
        self.feature(types.WINDOW_SHOW_MESSAGE)(lambda params: self.messages.put_nowait(params.message))
        self.feature(STATUS)(lambda params: self.statuses.put_nowait(params))

    async def begin(self, name: str = "test", **settings: Any) -> types.InitializeResult:
        code = "from numerate.cli import main; main()"
        await self.start_io(sys.executable, "-c", code, "lsp")
        result = await self.initialize_async(
            types.InitializeParams(
                types.ClientCapabilities(),
                client_info=types.ClientInfo(name),
                initialization_options=settings,
            )
        )
        self.initialized(types.InitializedParams())
        return result

    async def finish(self) -> None:
        await self.shutdown_async(None)
        self.exit(None)
        await asyncio.wait_for(self.stop(), LIMIT_SECONDS)

    def write(self, path: Path, language: str, text: str) -> str:
        uri = path.as_uri()
        self.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, language, 1, text))
        )
        return uri

    def change(self, uri: str, version: int, text: str) -> None:
        self.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version, uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    async def next(self, version: int) -> list[types.Diagnostic]:
        """Return the next diagnostics of a version."""
        while True:
            params = await asyncio.wait_for(self.diagnostics.get(), LIMIT_SECONDS)
            if params.version == version:
                return list(params.diagnostics)

    async def actions(self, uri: str, at: types.Range, only: str | None = None) -> list[types.CodeAction]:
        return list(
            await self.text_document_code_action_async(
                types.CodeActionParams(
                    types.TextDocumentIdentifier(uri),
                    at,
                    types.CodeActionContext([], only=[only] if only else None),
                )
            )
            or []
        )
