"""What is done for requests, in threads: check, predict, extract. Each gives the bytes of its answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from functools import partial
from itertools import repeat

from numerate.checking.checking import check_document
from numerate.checking.judgement import Seen, see, see_together
from numerate.model import Model
from numerate.serve import telling
from numerate.serve.batching import Batcher, SharedNetwork
from numerate.serve.drawings import Drawing, of_judged
from numerate.serve.gathering import Check
from numerate.serve.metrics import Metrics
from numerate.serve.schemas import (
    ExtractAnswer,
    ExtractQuestion,
    PredictAnswer,
    PredictQuestion,
)
from numerate.serve.settings import ServerSettings
from numerate.serve.ticket import Ticket, Tickets
from numerate.text import extract


class Work:
    """The model that all requests share, and what is done with it."""

    def __init__(self, model: Model, settings: ServerSettings, metrics: Metrics) -> None:
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

    def _seen_by(self, ticket: Ticket | Tickets) -> Model:
        """The model as a request sees it: its network is shared."""
        model = copy(self.model)
        model.network = SharedNetwork(self._batcher, ticket)
        return model
