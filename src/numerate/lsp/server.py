"""The server: what an editor sends, and what it gets back."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

import numerate
from numerate.errors import InputError
from numerate.lsp.features import ACCEPT, FIX_ALL, SOURCE, code_actions, diagnostics, hover
from numerate.lsp.positions import Positions
from numerate.lsp.session import Abandoned, OpenDocument, Session
from numerate.lsp.settings import Settings
from numerate.report.report import Counts, Report

STATUS = "numerate/status"
"""The notification that says how many numbers of a document were judged."""
_PAUSE = 0.05
"""Seconds without a keystroke after which the changed paragraphs are checked."""
_REST = 0.5
"""Seconds after which the whole document is."""
_SHOWS_SVG = ("visual studio code", "vscodium", "cursor", "windsurf", "code - oss")
"""Editors whose hovers draw pictures."""


class NumerateServer(LanguageServer):
    """A language server for the numbers of texts."""

    def __init__(self) -> None:
        super().__init__(
            SOURCE, numerate.__version__, text_document_sync_kind=types.TextDocumentSyncKind.Full
        )
        self.session = Session()
        self.client = ""
        """The name of the editor."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        # A changed paragraph does not wait for the check of a whole document.
        self._pool = ThreadPoolExecutor(2, "numerate-check")

    def configure(self, values: Any) -> None:
        """Take the client's settings; what cannot be used is reported, and changes nothing."""
        try:
            self.session.settings = Settings.from_client(values)
        except InputError as error:
            self.complain(str(error))

    def complain(self, message: str) -> None:
        """Show an error to the user."""
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))

    def positions(self, document: OpenDocument) -> Positions:
        """Return the positions of a document in the client's encoding."""
        return Positions(document.source, self.workspace.position_encoding)

    def schedule(self, uri: str, version: int) -> None:
        """Check a document soon, in place of any check of it that is still to come."""
        self.cancel(uri)
        self._tasks[uri] = asyncio.get_running_loop().create_task(self._check(uri, version))

    def cancel(self, uri: str) -> None:
        """Abandon the check of a document."""
        if task := self._tasks.pop(uri, None):
            task.cancel()

    async def _check_now(self, uri: str, version: int, quick: bool) -> None:
        check = self.session.check
        loop = asyncio.get_running_loop()
        self.publish(uri, await loop.run_in_executor(self._pool, check, uri, version, quick))

    async def _check(self, uri: str, version: int) -> None:
        known = self.session.documents[uri].report is not None
        try:
            if known:
                await asyncio.sleep(_PAUSE)
                await self._check_now(uri, version, quick=True)
                await asyncio.sleep(_REST)
            await self._check_now(uri, version, quick=False)
        except Abandoned:
            return
        except InputError as error:
            self.publish(uri, None)
            self.complain(str(error))

    def publish(self, uri: str, report: Report | None) -> None:
        """Show the findings of a report, and how many numbers were judged."""
        if (document := self.session.documents.get(uri)) is None:
            return
        items = diagnostics(report, self.positions(document), uri) if report else []
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, items, version=document.version)
        )
        if report is not None:
            self.protocol.notify(STATUS, _status(uri, report.counts))

    @property
    def picture(self) -> str:
        """How hovers draw distributions for this client."""
        if self.session.settings.picture != "auto":
            return self.session.settings.picture
        return "svg" if self.client.lower().startswith(_SHOWS_SVG) else "text"


def _status(uri: str, counts: Counts) -> dict[str, Any]:
    return {
        "uri": uri,
        "numbers": counts.numbers,
        "judged": counts.judged,
        "notJudged": counts.not_judged,
        "findings": counts.findings,
        "coverage": counts.coverage,
        "summary": counts.summary,
    }


def _initialize(ls: NumerateServer, params: types.InitializeParams) -> None:
    ls.client = params.client_info.name if params.client_info else ""
    ls.configure(params.initialization_options)


def _configured(ls: NumerateServer, params: types.DidChangeConfigurationParams) -> None:
    if params.settings is not None:
        ls.configure(params.settings)
    for uri, document in ls.session.documents.items():
        ls.schedule(uri, document.version)


def _opened(ls: NumerateServer, params: types.DidOpenTextDocumentParams) -> None:
    document = params.text_document
    ls.session.open(document.uri, document.language_id, document.version, document.text)
    ls.schedule(document.uri, document.version)


def _changed(ls: NumerateServer, params: types.DidChangeTextDocumentParams) -> None:
    uri, version = params.text_document.uri, params.text_document.version
    if (known := ls.session.documents.get(uri)) is not None:
        ls.session.open(uri, known.language, version, params.content_changes[-1].text)
        ls.schedule(uri, version)


def _closed(ls: NumerateServer, params: types.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    ls.cancel(uri)
    ls.session.close(uri)
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def _hovered(ls: NumerateServer, params: types.HoverParams) -> types.Hover | None:
    document = ls.session.documents.get(params.text_document.uri)
    if document is None or document.shown is None:
        return None
    return hover(document.shown, ls.positions(document), params.position, ls.picture)


def _act(ls: NumerateServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    uri = params.text_document.uri
    document = ls.session.documents.get(uri)
    if document is None or document.shown is None:
        return []
    accepts = ls.session.options(document).baseline is not None
    actions = code_actions(document.shown, ls.positions(document), uri, params.range, accepts)
    only = [f"{getattr(kind, 'value', kind)}." for kind in params.context.only or []]
    kinds = [f"{getattr(action.kind, 'value', action.kind)}." for action in actions]
    return [
        action
        for action, kind in zip(actions, kinds, strict=True)
        if not only or kind.startswith(tuple(only))
    ]


def _accept(ls: NumerateServer, uri: str, fingerprint: str) -> None:
    try:
        ls.publish(uri, ls.session.accept(uri, fingerprint))
    except Abandoned:
        return
    except InputError as error:
        ls.complain(str(error))


def make_server() -> NumerateServer:
    """Return a server with all its features."""
    server = NumerateServer()
    features: dict[str, tuple[Any, Any]] = {
        types.INITIALIZE: (_initialize, None),
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: (_configured, None),
        types.TEXT_DOCUMENT_DID_OPEN: (_opened, None),
        types.TEXT_DOCUMENT_DID_CHANGE: (_changed, None),
        types.TEXT_DOCUMENT_DID_CLOSE: (_closed, None),
        types.TEXT_DOCUMENT_HOVER: (_hovered, None),
        types.TEXT_DOCUMENT_CODE_ACTION: (
            _act,
            types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL]),
        ),
    }
    for name, (handler, options) in features.items():
        server.feature(name, options)(handler)
    server.command(ACCEPT)(_accept)
    return server
