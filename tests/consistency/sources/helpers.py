from numerate.consistency.sources.support import SourceSupport
from numerate.consistency.sources.tracing import index_sources, trace_document
from numerate.documents import Document, read


def supports(draft: str, *sources: str, form: str = "text") -> list[SourceSupport]:
    """Return the support of each number of a draft."""
    documents = [
        Document.from_text(source) if form == "text" else read(source.encode(), format=form)
        for source in sources
    ]
    return list(trace_document(Document.from_text(draft), index_sources(documents)))


def verdicts(draft: str, *sources: str, form: str = "text") -> list[tuple[str, str]]:
    """Return each number of a draft as written, with its verdict."""
    return [(support.number.text, support.verdict) for support in supports(draft, *sources, form=form)]
