"""A scan at a glance: which sources, kinds and sections have most findings, and what was not judged."""

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
from numerate.report.outputs.words import plural
from numerate.report.rules import RULES
from numerate.scan import store

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NO_SECTION = "(under no heading)"
_SHOWN = 10
_NUMBERING = re.compile(r"^[\s\d.:)IVX§-]*\b(?=\w)|[\s.:]+$")

_DETAILS = re.compile(r"[(;]")
"""What follows tells one document from another, not one reason from another."""


class SummaryRow(NamedTuple):
    """How much there is of something, and how much was found in it."""

    name: str
    documents: int
    numbers: int
    findings: int

    @property
    def rate(self) -> float:
        """Findings among a thousand numbers."""
        return 1000 * self.findings / self.numbers if self.numbers else 0.0


@dataclass
class Summary:
    """Counts over the finished partitions of a scan."""

    complete: bool = False
    partitions: int = 0
    judged: int = 0
    sources: dict[str, list[int]] = field(default_factory=dict)
    """Documents, numbers and findings of each."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Numbers of each."""
    found_kinds: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    sections: Counter[str] = field(default_factory=Counter)
    not_judged: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)

    def total(self) -> SummaryRow:
        """All sources together."""
        sums = map(sum, zip(*self.sources.values(), strict=True)) if self.sources else (0, 0, 0)
        return SummaryRow("all", *sums)

    def by_source(self) -> list[SummaryRow]:
        """Sources, those with most findings first."""
        return sorted((SummaryRow(name, *sums) for name, sums in self.sources.items()), key=_most_findings)

    def by_kind(self) -> list[SummaryRow]:
        """Kinds of numbers, those with most findings first."""
        lines = (SummaryRow(kind, 0, n, self.found_kinds[kind]) for kind, n in self.kinds.items())
        return sorted(lines, key=_most_findings)

    def headline(self) -> str:
        """What was found, and among how much."""
        total = self.total()
        found, numbers = plural(total.findings, "finding"), plural(total.numbers, "number")
        return f"{found} among {numbers} of {plural(total.documents, 'document')}"

    def to_dict(self) -> dict[str, Any]:
        """A JSON-able dict, with all of it."""
        total = self.total()
        return {
            "complete": self.complete,
            "documents": total.documents,
            "numbers": total.numbers,
            "judged": self.judged,
            "findings": total.findings,
            "sources": [line._asdict() for line in self.by_source()],
            "rules": dict(self.rules.most_common()),
            "kinds": [{"kind": k.name, "numbers": k.numbers, "findings": k.findings} for k in self.by_kind()],
            "sections": dict(self.sections.most_common()),
            "not_judged": dict(self.not_judged.most_common()),
            "errors": dict(self.errors.most_common()),
        }


def summarise(folder: Path) -> Summary:
    """Sum up the finished partitions of a scan, one after the other."""
    try:
        manifest = json.loads((folder / store.MANIFEST).read_text(encoding="utf-8"))
        cuts, complete = manifest.get("cuts", [()]), manifest["complete"]
    except (OSError, ValueError, KeyError, AttributeError):
        raise InputError(
            f"{folder}: no scan here; make one with numerate scan SOURCE --out {folder}"
        ) from None
    summary = Summary(complete)
    for partition in store.finished(folder, len(cuts) - 1):
        _add(summary, folder / store.name(partition))
    return summary


def to_markdown(summary: Summary) -> str:
    """Tables of what there is most of."""
    told = (
        f"{summary.headline()}; {summary.total().numbers - summary.judged:,} numbers not judged; "
        f"{plural(sum(summary.errors.values()), 'document')} could not be checked."
    )
    lines = [told if summary.complete else f"{told} The scan is not finished."]
    lines += _table("source", summary.by_source(), documents=True)
    lines += _table("kind of number", summary.by_kind())
    rules = {RULES[rule].title: n for rule, n in summary.rules.most_common()}
    lines += _counted("finding", "findings", rules)
    if summary.sections.keys() - {NO_SECTION}:
        lines += _counted("section", "findings", dict(summary.sections.most_common()))
    lines += _counted("not judged because", "numbers", dict(summary.not_judged.most_common()))
    lines += _counted("not checked because", "documents", dict(summary.errors.most_common()))
    return "\n".join(lines) + "\n"


def section_name(section: str | None) -> str:
    """A heading without its number, so that "3 Results" and "IV. RESULTS" are one."""
    name = _NUMBERING.sub("", section or "").strip().lower()
    return name or NO_SECTION


def _add(summary: Summary, partition: Path) -> None:
    documents = pq.read_table(
        partition / "documents.parquet",
        columns=["source", "numbers", "judged", "findings", "not_judged", "kinds", "error"],
    )
    for row in documents.to_pylist():
        sums = summary.sources.setdefault(row["source"], [0, 0, 0])
        for i, value in enumerate((1, row["numbers"], row["findings"])):
            sums[i] += value or 0
        summary.judged += row["judged"] or 0
        for reason in row["not_judged"] or ():
            # "12 is out of the range …" is one reason, whatever the number.
            summary.not_judged[_without_number(reason["reason"])] += reason["numbers"]
        for kind in row["kinds"] or ():
            summary.kinds[kind["kind"]] += kind["numbers"]
        if row["error"] is not None:
            summary.errors[_DETAILS.split(row["error"])[0].strip()] += 1
    findings = pq.read_table(partition / "findings.parquet", columns=["rule", "kind", "section"])
    for row in findings.to_pylist():
        summary.rules[row["rule"]] += 1
        summary.found_kinds[row["kind"]] += 1
        summary.sections[section_name(row["section"])] += 1
    summary.partitions += 1


def _without_number(reason: str) -> str:
    first, _, rest = reason.partition(" ")
    return f"it {rest}" if first[:1].isdigit() or first[:1] in "-." else reason


def _most_findings(line: SummaryRow) -> tuple[int, int, str]:
    return -line.findings, -line.numbers, line.name


def _table(title: str, lines: list[SummaryRow], documents: bool = False) -> Iterator[str]:
    heads = [title, *(["documents"] if documents else []), "numbers", "findings", "per 1,000 numbers"]
    yield from ("", f"| {' | '.join(heads)} |", "|---|" + "---:|" * (len(heads) - 1))
    for line in lines[:_SHOWN]:
        counts = [*([line.documents] if documents else []), line.numbers, line.findings]
        cells = [_cell(line.name), *(f"{n:,}" for n in counts), f"{line.rate:.1f}"]
        yield f"| {' | '.join(cells)} |"
    yield from _more(len(lines))


def _counted(title: str, unit: str, counted: dict[str, int]) -> Iterator[str]:
    if not counted:
        return
    yield from ("", f"| {title} | {unit} |", "|---|---:|")
    for name, number in list(counted.items())[:_SHOWN]:
        yield f"| {_cell(name)} | {number:,} |"
    yield from _more(len(counted))


def _more(there: int) -> Iterator[str]:
    if there > _SHOWN:
        yield from ("", f"… and {there - _SHOWN:,} more.")


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


_SHOWN_PLOTS = 10
_LONGEST = 36


def plot(summary: Summary, file: Path) -> None:
    """Draw the findings of a scan, most first."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 7), layout="constrained")
    (sources, rules), (kinds, sections) = figure.subplots(2, 2)
    figure.suptitle(summary.headline())
    _bars(sources, "by source", [(line.name, line.findings) for line in summary.by_source()])
    _bars(rules, "by kind of finding", list(summary.rules.most_common()))
    rates = sorted(
        ((line.name, line.rate) for line in summary.by_kind() if line.findings), key=lambda x: -x[1]
    )
    _bars(kinds, "among 1,000 numbers of a kind", rates)
    _bars(sections, "by section", list(summary.sections.most_common()))
    # Without this the file would name the version of matplotlib, and differ from machine to machine.
    figure.savefig(file, dpi=110, metadata={"Software": None})


def _bars(axes: Axes, title: str, lines: list[tuple[str, float]]) -> None:
    shown = lines[:_SHOWN_PLOTS]
    places = range(len(shown))
    bars = axes.barh(places, [value for _, value in shown], color="#4c78a8")
    axes.bar_label(
        bars, fmt=lambda value: f"{value:,.0f}" if value == int(value) else f"{value:.1f}", padding=3
    )
    axes.set_yticks(places, [_short(name) for name, _ in shown])
    axes.set_ylim(
        max(len(shown), _SHOWN_PLOTS // 2) - 0.5, -0.5
    )  # downwards, and few bars no thicker than many
    axes.margins(x=0.12)
    axes.set_title(title, loc="left", fontsize="medium")
    axes.xaxis.set_visible(False)
    axes.spines[["top", "right", "bottom"]].set_visible(False)
    if not shown:
        axes.text(0.5, 0.5, "none", ha="center", va="center", transform=axes.transAxes)


def _short(name: str) -> str:
    """The end of a long name, which tells paths apart; a dollar sign would begin a formula."""
    name = " ".join(name.split()).replace("$", r"\$")
    return name if len(name) <= _LONGEST else f"…{name[1 - _LONGEST :]}"
