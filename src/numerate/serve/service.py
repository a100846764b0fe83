"""What requests share, and the road of a document from the request to the answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable

from starlette.requests import Request

from numerate.checking.documents import Document, DocumentError, read
from numerate.model import Model
from numerate.serve.desk import Desk
from numerate.serve.gathering import Check, Gathering
from numerate.serve.guards import too_slow
from numerate.serve.metrics import Metrics
from numerate.serve.problems import ProblemError, internal, note
from numerate.serve.questions import Upload
from numerate.serve.schemas import CheckQuestion, ModelAnswer, Progress
from numerate.serve.settings import ServerSettings
from numerate.serve.ticket import DroppedError, Ticket, TooSlowError
from numerate.serve.uploads import Uploads
from numerate.serve.work import Work

_SHORT = 2_000
"""Characters of a text that is checked together with others."""


class Service:
    """Everything that requests share."""

    def __init__(self, model: Model, about: ModelAnswer, settings: ServerSettings) -> None:
        self.settings = settings
        self.about = about
        self.metrics = Metrics()
        self.desk = Desk(settings, self.metrics)
        self.uploads = Uploads(settings)
        self.work = Work(model, settings, self.metrics)
        self._gathering = Gathering(self.work.check_together, settings.threads_together, settings.together)

    def close(self) -> None:
        """Stop all work."""
        self.desk.close()
        self._gathering.close()
        self.work.close()

    async def check(
        self, asked: CheckQuestion | Upload, ticket: Ticket, progress: Callable[[float], None]
    ) -> bytes:
        """Read a document, check it, and write the answer."""
        document = await self._read(asked, ticket)
        self.limit(document.text, document.name)
        options = asked.options if isinstance(asked, Upload) else asked
        check = Check(document, options, ticket, progress)
        if options.unlikely and len(document.text) <= _SHORT:
            return await self._gathering.check(check)
        return await self.desk.thread(ticket, lambda: self.work.check(check))

    async def lines(
        self, asked: CheckQuestion | Upload, ticket: Ticket, request: Request
    ) -> AsyncIterator[bytes]:
        """Tell of a check line by line: how far it is, and at last what it came to or what went wrong."""
        loop = asyncio.get_running_loop()
        news: asyncio.Queue[float | None] = asyncio.Queue()

        def progress(done: float) -> None:
            loop.call_soon_threadsafe(news.put_nowait, done)

        doing = asyncio.create_task(self.desk.attend(ticket, request, self.check(asked, ticket, progress)))
        doing.add_done_callback(lambda _: news.put_nowait(None))
        try:
            while (done := await news.get()) is not None:
                yield Progress(done=min(done, 1.0)).model_dump_json().encode() + b"\n"
            yield b'{"event":"report",' + (await doing)[1:] + b"\n"
        except DroppedError:
            return
        except TooSlowError:
            yield _problem(too_slow(ticket.seconds))
        except ProblemError as error:
            yield _problem(error)
        except Exception as error:  # the answer has begun, so nobody else can tell of a bug
            note(error)
            yield _problem(internal())
        finally:
            doing.cancel()

    def limit(self, text: str, name: str = "the text") -> None:
        """Send a text away that is too long."""
        if len(text) > self.settings.characters:
            raise ProblemError(
                413,
                f"{name}: has {len(text):,} characters, and at most {self.settings.characters:,} are taken "
                "here; split it, or use numerate on the command line",
            )

    async def _read(self, asked: CheckQuestion | Upload, ticket: Ticket) -> Document:
        try:
            if isinstance(asked, Upload):
                return await self.uploads.read(asked.data, asked.name, asked.options.format, ticket)
            self.limit(asked.text)
            data = asked.text.encode()
            if asked.format == "text":  # no parser here that could be led astray
                if len(data) <= _SHORT:
                    return read(data, format="text")
                return await self.desk.thread(ticket, lambda: read(data, format="text"))
            return await self.uploads.read(data, "the text", asked.format, ticket)
        except DocumentError as error:
            raise ProblemError(422, str(error)) from None


def _problem(error: ProblemError) -> bytes:
    return json.dumps({"event": "problem", **error.problem.model_dump(exclude_none=True)}).encode() + b"\n"
