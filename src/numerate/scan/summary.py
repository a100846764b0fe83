"""Summary of a scan: findings by source, rule, kind and section, and what was not checked."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow.parquet as pq

from numerate.errors import InputError
from numerate.report.chart import format_share
from numerate.report.report import plural
from numerate.report.rules import RULES
from numerate.scan.partition import MANIFEST, finished_partitions, folder_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NO_SECTION = "(under no heading)"
_MAX_ROWS = 10
"""Rows of a table and bars of a chart."""
_MAX_LABEL = 36
"""Characters of a chart's label."""
_NUMBERING = re.compile(r"^[\s\d.:)IVX§-]*\b(?=\w)|[\s.:]+$")

_COLUMNS = (
    *("source", "numbers", "judged", "findings", "not_judged", "kinds", "error"),
    *("unread", "tables", "recalculated", "assumption"),
)
_DETAILS = re.compile(r"[(;]")
"""Starts the part of an error that differs between documents with the same error."""


class SummaryRow(NamedTuple):
    """The counts of one source or one kind of number."""

    name: str
    documents: int
    numbers: int
    findings: int

    @property
    def rate(self) -> float:
        """Findings per 1,000 numbers."""
        return 1000 * self.findings / self.numbers if self.numbers else 0.0


@dataclass
class Summary:
    """Counts over the finished partitions of a scan."""

    complete: bool = False
    partitions: int = 0
    judged: int = 0
    sources: dict[str, list[int]] = field(default_factory=dict)
    """Documents, numbers and findings by source."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Numbers by kind."""
    finding_kinds: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    sections: Counter[str] = field(default_factory=Counter)
    not_judged: Counter[str] = field(default_factory=Counter)
    unread: Counter[str] = field(default_factory=Counter)
    """Parts of documents that may hold numbers but were not read, by reason."""
    tables: int = 0
    recalculated: int = 0
    """Tables with figures, and those in which a calculation was recognised."""
    assumed: int = 0
    """Documents whose encoding was assumed."""
    left_out: int = 0
    """Files of unknown formats."""
    errors: Counter[str] = field(default_factory=Counter)

    def total(self) -> SummaryRow:
        """Return the totals over all sources."""
        sums = map(sum, zip(*self.sources.values(), strict=True)) if self.sources else (0, 0, 0)
        return SummaryRow("all", *sums)

    def by_source(self) -> list[SummaryRow]:
        """Return the sources, those with most findings first."""
        return sorted((SummaryRow(name, *sums) for name, sums in self.sources.items()), key=_most_findings)

    def by_kind(self) -> list[SummaryRow]:
        """Return the kinds of numbers, those with most findings first."""
        rows = (SummaryRow(kind, 0, n, self.finding_kinds[kind]) for kind, n in self.kinds.items())
        return sorted(rows, key=_most_findings)

    def headline(self) -> str:
        """Return the totals as a phrase."""
        total = self.total()
        findings, numbers = plural(total.findings, "finding"), plural(total.numbers, "number")
        return f"{findings} among {numbers} of {plural(total.documents, 'document')}"

    def to_dict(self) -> dict[str, Any]:
        """Return all counts as a dict that JSON can encode."""
        total = self.total()
        return {
            "complete": self.complete,
            "documents": total.documents,
            "numbers": total.numbers,
            "judged": self.judged,
            "findings": total.findings,
            "sources": [row._asdict() for row in self.by_source()],
            "rules": dict(self.rules.most_common()),
            "kinds": [
                {"kind": row.name, "numbers": row.numbers, "findings": row.findings} for row in self.by_kind()
            ],
            "sections": dict(self.sections.most_common()),
            "not_judged": dict(self.not_judged.most_common()),
            "unread": dict(self.unread.most_common()),
            "tables": self.tables,
            "recalculated": self.recalculated,
            "assumed": self.assumed,
            "left_out": self.left_out,
            "errors": dict(self.errors.most_common()),
        }


def summarise(folder: Path) -> Summary:
    """Count over the finished partitions of a scan, one at a time."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        cuts, complete = manifest.get("cuts", [()]), manifest["complete"]
    except (OSError, ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise InputError(
            f"{folder}: no scan here; start one with numerate scan SOURCE --out {folder}"
        ) from None
    summary = Summary(complete, left_out=manifest.get("left_out", 0))
    for partition in finished_partitions(folder, len(cuts) - 1):
        _add(summary, folder / folder_name(partition))
    return summary


def to_markdown(summary: Summary) -> str:
    """Format the largest counts as Markdown tables."""
    numbers = summary.total().numbers
    share = format_share(1 - summary.judged / numbers) if numbers else "0%"
    headline = (
        f"{summary.headline()}; {numbers - summary.judged:,} numbers ({share}) not judged; "
        f"{plural(sum(summary.errors.values()), 'document')} could not be checked."
    )
    if summary.left_out:
        headline += f" {plural(summary.left_out, 'file')} left out: no known format."
    if summary.assumed:
        headline += f" The encoding of {plural(summary.assumed, 'document')} was assumed."
    if summary.tables:
        headline += (
            f" Calculations recognised in {summary.recalculated:,} of {plural(summary.tables, 'table')}."
        )
    lines = [headline if summary.complete else f"{headline} The scan is not finished."]
    lines += _table("source", summary.by_source(), documents=True)
    lines += _table("kind of number", summary.by_kind())
    rules = {RULES[rule].title: n for rule, n in summary.rules.most_common()}
    lines += _count_table("finding", "findings", rules)
    if summary.sections.keys() - {NO_SECTION}:
        lines += _count_table("section", "findings", dict(summary.sections.most_common()))
    lines += _count_table("not judged because", "numbers", dict(summary.not_judged.most_common()))
    lines += _count_table(
        "not read although it may hold numbers", "parts", dict(summary.unread.most_common())
    )
    lines += _count_table("not checked because", "documents", dict(summary.errors.most_common()))
    return "\n".join(lines) + "\n"


def section_name(section: str | None) -> str:
    """Return a heading without its number, so that "3 Results" and "IV. RESULTS" are counted together."""
    name = _NUMBERING.sub("", section or "").strip().lower()
    return name or NO_SECTION


def _add(summary: Summary, partition: Path) -> None:
    documents = pq.read_table(
        partition / "documents.parquet",
        columns=[*_COLUMNS],
    )
    for row in documents.to_pylist():
        sums = summary.sources.setdefault(row["source"], [0, 0, 0])
        for i, value in enumerate((1, row["numbers"], row["findings"])):
            sums[i] += value or 0
        summary.judged += row["judged"] or 0
        for reason in row["not_judged"] or ():
            summary.not_judged[_without_number(reason["reason"])] += reason["numbers"]
        for part in row["unread"] or ():
            summary.unread[part["reason"]] += part["parts"]
        summary.tables += row["tables"] or 0
        summary.recalculated += row["recalculated"] or 0
        summary.assumed += row["assumption"] is not None
        for kind in row["kinds"] or ():
            summary.kinds[kind["kind"]] += kind["numbers"]
        if row["error"] is not None:
            summary.errors[_DETAILS.split(row["error"])[0].strip()] += 1
    findings = pq.read_table(partition / "findings.parquet", columns=["rule", "kind", "section"])
    for row in findings.to_pylist():
        summary.rules[row["rule"]] += 1
        summary.finding_kinds[row["kind"]] += 1
        summary.sections[section_name(row["section"])] += 1
    summary.partitions += 1


def _without_number(reason: str) -> str:
    """Replace the number at the start of a reason: "12 is out of the range" counts as "it is …"."""
    first, _, rest = reason.partition(" ")
    return f"it {rest}" if first[:1].isdigit() or first[:1] in "-." else reason


def _most_findings(row: SummaryRow) -> tuple[int, int, str]:
    return -row.findings, -row.numbers, row.name


def _table(title: str, rows: list[SummaryRow], documents: bool = False) -> Iterator[str]:
    heads = [title, *(["documents"] if documents else []), "numbers", "findings", "per 1,000 numbers"]
    yield from ("", f"| {' | '.join(heads)} |", "|---|" + "---:|" * (len(heads) - 1))
    for row in rows[:_MAX_ROWS]:
        counts = [*([row.documents] if documents else []), row.numbers, row.findings]
        cells = [_cell(row.name), *(f"{n:,}" for n in counts), f"{row.rate:.1f}"]
        yield f"| {' | '.join(cells)} |"
    yield from _more(len(rows))


def _count_table(title: str, unit: str, counts: dict[str, int]) -> Iterator[str]:
    if not counts:
        return
    yield from ("", f"| {title} | {unit} |", "|---|---:|")
    for name, number in list(counts.items())[:_MAX_ROWS]:
        yield f"| {_cell(name)} | {number:,} |"
    yield from _more(len(counts))


def _more(total: int) -> Iterator[str]:
    if total > _MAX_ROWS:
        yield from ("", f"… and {total - _MAX_ROWS:,} more.")


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def plot(summary: Summary, file: Path) -> None:
    """Write a bar chart of the findings by source, rule, kind and section."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 7), layout="constrained")
    (sources, rules), (kinds, sections) = figure.subplots(2, 2)
    figure.suptitle(summary.headline())
    _bars(sources, "by source", [(row.name, row.findings) for row in summary.by_source()])
    _bars(rules, "by kind of finding", list(summary.rules.most_common()))
    rates = [(row.name, row.rate) for row in summary.by_kind() if row.findings]
    _bars(kinds, "per 1,000 numbers of a kind", sorted(rates, key=lambda rate: -rate[1]))
    _bars(sections, "by section", list(summary.sections.most_common()))
    # Without the version of matplotlib, the file is the same on every machine.
    figure.savefig(file, dpi=110, metadata={"Software": None})


def _bars(axes: Axes, title: str, values: list[tuple[str, float]]) -> None:
    shown = values[:_MAX_ROWS]
    places = range(len(shown))
    bars = axes.barh(places, [value for _, value in shown], color="#4c78a8")
    axes.bar_label(
        bars, fmt=lambda value: f"{value:,.0f}" if value == int(value) else f"{value:.1f}", padding=3
    )
    axes.set_yticks(places, [_short(name) for name, _ in shown])
    # From top to bottom, and with space for several bars, so that a single one is not drawn too thick.
    axes.set_ylim(max(len(shown), _MAX_ROWS // 2) - 0.5, -0.5)
    axes.margins(x=0.12)
    axes.set_title(title, loc="left", fontsize="medium")
    axes.xaxis.set_visible(False)
    axes.spines[["top", "right", "bottom"]].set_visible(False)
    if not shown:
        axes.text(0.5, 0.5, "none", ha="center", va="center", transform=axes.transAxes)


def _short(name: str) -> str:
    """Return the end of a long name, where paths differ, with dollar signs escaped for matplotlib."""
    name = " ".join(name.split()).replace("$", r"\$")
    return name if len(name) <= _MAX_LABEL else f"…{name[1 - _MAX_LABEL :]}"
