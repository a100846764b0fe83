"""What requests share, and the road of a document from the request to the answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from copy import copy
from functools import partial
from itertools import repeat

from starlette.requests import Request

from numerate.checking.check import check_document
from numerate.checking.score import Seen, see, see_together
from numerate.documents import Document, DocumentError, read
from numerate.model import Predictor
from numerate.report.chart import Drawing, of_judged
from numerate.serve import serialize as telling
from numerate.serve.admission import Desk
from numerate.serve.batching import Batcher, Check, Gathering, SharedNetwork
from numerate.serve.deadline import DroppedError, Ticket, Tickets, TooSlowError
from numerate.serve.metrics import Metrics
from numerate.serve.middleware import too_slow
from numerate.serve.problems import ProblemError, internal, note
from numerate.serve.requests import Upload
from numerate.serve.schemas import (
    CheckQuestion,
    ExtractAnswer,
    ExtractQuestion,
    ModelAnswer,
    PredictAnswer,
    PredictQuestion,
    Progress,
)
from numerate.serve.settings import ServerSettings
from numerate.serve.uploads import Uploads
from numerate.text import extract

_SHORT = 2_000
"""Characters of a text that is checked together with others."""


class Service:
    """Everything that requests share."""

    def __init__(self, model: Predictor, about: ModelAnswer, settings: ServerSettings) -> None:
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
        if options.settings.unlikely and len(document.text) <= _SHORT:
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


class Work:
    """The model that all requests share, and what is done with it."""

    def __init__(self, model: Predictor, settings: ServerSettings, metrics: Metrics) -> None:
        self.model = model
        self._metrics = metrics
        self._batcher = Batcher(model.network, settings.windows, metrics.ran)

    def check_together(self, checks: list[Check]) -> None:
        """Check short documents, whose numbers are judged and weighed together; answer them one by one."""
        model = self._seen_by(Tickets([check.ticket for check in checks]))
        every: Iterator[list[Seen] | None]
        try:
            every = iter(see_together([check.document for check in checks], model))
        except Exception:  # each by itself, to find the one at fault
            every = repeat(None)
        for check, seen in zip(checks, every, strict=False):
            check.answer_with(partial(self.check, check, seen))

    def check(self, check: Check, seen: list[Seen] | None = None) -> bytes:
        """Check a document, of which the model has `seen` the numbers, or sees them now."""
        document, asked, ticket = check.document, check.asked, check.ticket
        drawings: dict[int, Drawing] = {}

        def watch(parts: Iterable[Seen]) -> Iterator[Seen]:
            for part in parts:
                judged = part.judged
                if asked.distributions:
                    numbers = (judged.numbers[i].start for i in judged.index)
                    drawings.update(zip(numbers, of_judged(judged), strict=True))
                if judged.numbers:
                    check.progress(judged.numbers[-1].end / max(len(document.text), 1))
                yield part

        model = self._seen_by(ticket)
        parts = watch(see(document, model) if seen is None else seen)
        found = check_document(document, model, asked.settings, ticket.check, parts)
        for checked in found.numbers:
            self._metrics.numbers.labels("no" if checked.p_value is None else "yes").inc()
        for finding in found.findings:
            self._metrics.findings.labels(finding.rule).inc()
        return telling.report(found, document, drawings).model_dump_json().encode()

    def predict(self, asked: PredictQuestion, ticket: Ticket) -> PredictAnswer:
        """Predict what a text leaves open."""
        predictions = self._seen_by(ticket).predict(asked.text)
        told = [telling.prediction(prediction, asked.at, asked.count) for prediction in predictions]
        return PredictAnswer(predictions=told)

    def extract(self, asked: ExtractQuestion) -> ExtractAnswer:
        """Read the numbers of a text."""
        numbers = extract(asked.text, identifiers=asked.identifiers)
        return ExtractAnswer(numbers=[telling.number(number) for number in numbers])

    def close(self) -> None:
        """Stop the network."""
        self._batcher.close()

    def _seen_by(self, ticket: Ticket | Tickets) -> Predictor:
        """The model as a request sees it: its network is shared."""
        model = copy(self.model)
        model.network = SharedNetwork(self._batcher, ticket)
        return model
