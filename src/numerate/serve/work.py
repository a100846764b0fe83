"""What is done for requests, in threads: check, predict, extract. Each gives the bytes of its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from numerate.checking.checking import check_document
from numerate.checking.documents import Document
from numerate.model import Judged, Model
from numerate.serve import telling
from numerate.serve.batching import Batcher, SharedNetwork
from numerate.serve.drawings import Drawing, of_judged
from numerate.serve.metrics import Metrics
from numerate.serve.schemas import (
    CheckAnswer,
    CheckOptions,
    ExtractAnswer,
    ExtractQuestion,
    PredictAnswer,
    PredictQuestion,
)
from numerate.serve.settings import ServerSettings
from numerate.serve.ticket import Ticket
from numerate.text import extract


class Work:
    """The model that all requests share, and what is done with it."""

    def __init__(self, model: Model, settings: ServerSettings, metrics: Metrics) -> None:
        self.model = model
        self._metrics = metrics
        self._batcher = Batcher(model.network, settings.windows, metrics.ran)

    def check(
        self, document: Document, asked: CheckOptions, ticket: Ticket, progress: Callable[[float], None]
    ) -> CheckAnswer:
        """Check a document; `progress` is told how much of it has been judged."""
        drawings: dict[int, Drawing] = {}

        def watch(judged: Judged) -> None:
            if asked.distributions:
                numbers = (judged.numbers[i].start for i in judged.index)
                drawings.update(zip(numbers, of_judged(judged), strict=True))
            if judged.numbers:
                progress(judged.numbers[-1].end / max(len(document.text), 1))

        found = check_document(document, self._seen_by(ticket, watch), asked.settings, ticket.check)
        for checked in found.numbers:
            self._metrics.numbers.labels("no" if checked.p_value is None else "yes").inc()
        for finding in found.findings:
            self._metrics.findings.labels(finding.rule).inc()
        return telling.report(found, document, drawings)

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

    def _seen_by(self, ticket: Ticket, watch: Callable[[Judged], None] = lambda judged: None) -> Model:
        return _RequestModel(self.model, SharedNetwork(self._batcher, ticket), watch)


class _RequestModel(Model):
    """The model as one request sees it: its network is shared, and what it judges is watched."""

    def __init__(self, model: Model, network: SharedNetwork, watch: Callable[[Judged], None]) -> None:
        vars(self).update(vars(model))
        self.network = network
        self._watch = watch

    def stream(self, text: str) -> Iterator[Judged]:
        """The numbers of a text in order, some at a time."""
        for judged in super().stream(text):
            self._watch(judged)
            yield judged
