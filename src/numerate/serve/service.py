"""The service behind the API: check, predict and extract with one model shared by all requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import repeat

from starlette.requests import Request

from numerate.checking.check import check_document
from numerate.checking.score import ScoredNumbers, score_document, score_documents
from numerate.documents import Document, DocumentError, Limits, read
from numerate.errors import UnreadableError
from numerate.model import Predictor
from numerate.report.annotate import annotate
from numerate.report.chart import Chart, charts_of_judged
from numerate.report.outputs.html import to_html
from numerate.report.report import Report, Run
from numerate.report.rules import check_comments
from numerate.serve.admission import AdmissionController
from numerate.serve.batching import BatchedNetwork, Batcher, CheckJob, MicroBatcher
from numerate.serve.deadline import Deadline, DeadlineExceededError, DeadlineGroup, RequestCancelledError
from numerate.serve.metrics import Metrics
from numerate.serve.problems import ProblemError, internal_error, log_error, timeout_error
from numerate.serve.requests import Upload
from numerate.serve.schemas import CheckRequest, ExtractRequest, PredictRequest, ProgressSchema
from numerate.serve.serialize import prediction_record, report_record, to_json
from numerate.serve.settings import ServerSettings
from numerate.serve.uploads import UploadParser
from numerate.text import extract

_SHORT_TEXT = 2_000
"""Most characters of a text that is checked in a micro-batch."""


_MOST_UNPACKED = 100_000_000
"""Bytes that a Word document may unpack to before comments are written into it."""


class Service:
    """The model, and the batching, admission control and metrics that all requests share."""

    def __init__(self, model: Predictor, settings: ServerSettings) -> None:
        self.model = model
        self.settings = settings
        self.metrics = Metrics()
        self.admission = AdmissionController(settings, self.metrics)
        self._uploads = UploadParser(settings)
        self._batcher = Batcher(model.network, settings.windows, self.metrics.observe_batch)
        self._micro_batcher = MicroBatcher(
            self.check_batch, settings.micro_batch_threads, settings.micro_batch_size
        )

    def close(self) -> None:
        """Stop all threads."""
        self.admission.close()
        self._micro_batcher.close()
        self._batcher.close()

    async def check(
        self, source: CheckRequest | Upload, deadline: Deadline, progress: Callable[[float], None]
    ) -> bytes:
        """Read and check a document; return the response as JSON."""
        document = await self._read(source, deadline)
        self.check_length(document.text, document.name)
        options = source.options if isinstance(source, Upload) else source
        for i, text in enumerate(options.against, 1):
            self.check_length(text, f"source {i}")
        job = CheckJob(document, options, deadline, progress)
        if options.check_options.needs_model and len(document.text) <= _SHORT_TEXT:
            return await self._micro_batcher.check(job)
        return await self.admission.run_in_thread(deadline, lambda: self.check_job(job))

    async def stream_check(
        self, source: CheckRequest | Upload, deadline: Deadline, request: Request
    ) -> AsyncIterator[bytes]:
        """Check a document and yield lines of JSON: progress events, then the report or a problem."""
        loop = asyncio.get_running_loop()
        events: asyncio.Queue[float | None] = asyncio.Queue()

        def progress(done: float) -> None:
            loop.call_soon_threadsafe(events.put_nowait, done)

        check = self.check(source, deadline, progress)
        task = asyncio.create_task(self.admission.wait_for(deadline, request, check))
        task.add_done_callback(lambda _: events.put_nowait(None))
        try:
            while (done := await events.get()) is not None:
                yield ProgressSchema(done=min(done, 1.0)).model_dump_json().encode() + b"\n"
            yield b'{"event":"report",' + (await task)[1:] + b"\n"
        except RequestCancelledError:
            return
        except DeadlineExceededError:
            yield _problem_event(timeout_error(deadline.seconds))
        except ProblemError as error:
            yield _problem_event(error)
        except Exception as error:  # a bug; the response has begun, so the middleware cannot report it
            log_error(error)
            yield _problem_event(internal_error())
        finally:
            task.cancel()

    def check_length(self, text: str, name: str = "the text") -> None:
        """Raise a 413 problem if a text is too long."""
        if len(text) > self.settings.characters:
            raise ProblemError(
                413,
                f"{name}: has {len(text):,} characters, more than this server's limit of "
                f"{self.settings.characters:,}; split it, or run numerate on the command line",
            )

    async def _read(self, source: CheckRequest | Upload, deadline: Deadline) -> Document:
        try:
            document = await self._parse(source, deadline)
            check_comments(document)
            return document
        except DocumentError as error:
            raise ProblemError(422, str(error)) from None

    async def _parse(self, source: CheckRequest | Upload, deadline: Deadline) -> Document:
        if isinstance(source, Upload):
            return await self._uploads.read(source.data, source.name, source.options.format, deadline)
        self.check_length(source.text)
        data = source.text.encode()
        if source.format != "text":
            return await self._uploads.read(data, "the text", source.format, deadline)
        # Plain text needs no parser that a hostile document could exploit.
        if len(data) <= _SHORT_TEXT:
            return read(data, format="text")
        return await self.admission.run_in_thread(deadline, lambda: read(data, format="text"))

    def check_batch(self, jobs: list[CheckJob]) -> None:
        """Check short documents as one micro-batch and set the response of each."""
        model = self._batched_model(DeadlineGroup([job.deadline for job in jobs]))
        scored: Iterator[list[ScoredNumbers] | None]
        try:
            scored = iter(score_documents([job.document for job in jobs], model))
        except Exception:  # one of them fails; check each by itself, so that the others succeed
            scored = repeat(None)
        for job, parts in zip(jobs, scored, strict=False):
            job.respond(partial(self.check_job, job, parts))

    def check_job(self, job: CheckJob, scored: list[ScoredNumbers] | None = None) -> bytes:
        """Check a document, using the model's scores where they have been computed already."""
        document, deadline = job.document, job.deadline
        charts: dict[int, Chart] = {}

        def observe(parts: Iterable[ScoredNumbers]) -> Iterator[ScoredNumbers]:
            for part in parts:
                judged = part.judged
                if job.options.distributions:
                    starts = (judged.numbers[i].start for i in judged.index)
                    charts.update(zip(starts, charts_of_judged(judged), strict=True))
                if judged.numbers:
                    job.progress(judged.numbers[-1].end / max(len(document.text), 1))
                yield part

        model = self._batched_model(deadline)
        parts = observe(score_document(document, model) if scored is None else scored)
        report = check_document(document, model, job.options.check_options, deadline.check, parts)
        for number in report.numbers:
            self.metrics.numbers.labels("no" if number.p_value is None else "yes").inc()
        for finding in report.findings:
            self.metrics.findings.labels(finding.rule).inc()
        return to_json(report_record(report, charts))

    async def report(self, source: CheckRequest | Upload, deadline: Deadline) -> bytes:
        """Check a document; return the report as a page of its own, with every distribution."""
        report = await self._report(source, deadline, keep=True)
        return to_html(Run((report,))).encode("utf-8", "replace")

    async def annotate(self, source: CheckRequest | Upload, deadline: Deadline) -> bytes:
        """Check a Word document; return it with comments at its numbers."""
        report = await self._report(source, deadline, keep=False)
        if report.document.format != "docx" or not isinstance(source, Upload):
            raise ProblemError(
                422, f"{report.name}: only a DOCX comes back with comments; save the report instead"
            )
        limits = Limits(unpacked_bytes=_MOST_UNPACKED)
        try:
            return annotate(source.data, report, limits=limits).data
        except (DocumentError, UnreadableError) as error:
            raise ProblemError(422, str(error)) from None

    async def _report(self, source: CheckRequest | Upload, deadline: Deadline, keep: bool) -> Report:
        document = await self._read(source, deadline)
        self.check_length(document.text, document.name)
        options = source.options if isinstance(source, Upload) else source
        wanted = replace(options.check_options, keep=keep)

        def run() -> Report:
            return check_document(document, self._batched_model(deadline), wanted, deadline.check)

        return await self.admission.run_in_thread(deadline, run)

    async def predict(self, request: PredictRequest, deadline: Deadline) -> bytes:
        """Predict the masked numbers of a text; return the response as JSON."""
        self.check_length(request.text)

        def run() -> bytes:
            predictions = self._batched_model(deadline).predict(request.text)
            records = [prediction_record(p, request.at, request.count) for p in predictions]
            return to_json({"predictions": records})

        return await self.admission.run_in_thread(deadline, run)

    async def extract(self, request: ExtractRequest, deadline: Deadline) -> bytes:
        """Extract the numbers of a text; return the response as JSON."""
        self.check_length(request.text)

        def run() -> bytes:
            numbers = extract(request.text, identifiers=request.identifiers)
            return to_json({"numbers": [number.to_dict() for number in numbers]})

        return await self.admission.run_in_thread(deadline, run)

    def _batched_model(self, deadline: Deadline | DeadlineGroup) -> Predictor:
        """Return the model with a network whose calls are batched with those of other requests."""
        model = copy(self.model)
        model.network = BatchedNetwork(self._batcher, deadline)
        return model


def _problem_event(error: ProblemError) -> bytes:
    return to_json({"event": "problem", **error.problem.model_dump(exclude_none=True)}) + b"\n"
