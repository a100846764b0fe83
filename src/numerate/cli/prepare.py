"""`numerate prepare`: corpora to training instances."""

from __future__ import annotations

import json
import time
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from numerate.cli.common import Format, progress_bar
from numerate.errors import InputError, needs_extra

if TYPE_CHECKING:
    from numerate.training.prepare.instances import InstanceRecipe
    from numerate.training.prepare.preparation import PrepareOptions, PrepareProgress


class Kind(str, Enum):
    """What an instance is."""

    window = "window"
    sentence = "sentence"


class Clean(str, Enum):
    """What is taken out of a document first."""

    none = "none"
    news = "news"


def prepare(
    out: Annotated[Path, typer.Option(help="The folder to write; one begun before is taken up again.")],
    source: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="SOURCE...",
            help="Files or folders: JSON, JSON lines, CSV, Parquet, text, Markdown, HTML; .gz and .zst too.",
        ),
    ] = None,
    kind: Annotated[
        Kind, typer.Option(help="window: consecutive sentences up to the token limit; sentence: the paper's.")
    ] = Kind.window,
    value_range: Annotated[
        str | None,
        typer.Option(
            "--range", metavar="LOW:HIGH", help="Values kept: of a window 1e-6:1e16, of a sentence 1:1e16."
        ),
    ] = None,
    zero: Annotated[
        bool | None, typer.Option("--zero/--no-zero", help="Keep zero: in a window yes, in a sentence no.")
    ] = None,
    tokens: Annotated[int, typer.Option(min=8, max=65535, help="Tokens to an instance, at most.")] = 128,
    dollar: Annotated[
        bool, typer.Option("--dollar", help="Predict only numbers after a dollar sign.")
    ] = False,
    test_numbers: Annotated[int, typer.Option(min=1, help="Numbers that a test instance has at least.")] = 1,
    clean: Annotated[Clean, typer.Option(help="news: take out datelines, tickers and credits.")] = Clean.none,
    split: Annotated[
        str,
        typer.Option(help='Sizes "20000/2000/2000", shares, shares by date "week:0.8/0.1/0.1", or "given".'),
    ] = "0.8/0.1/0.1",
    seed: Annotated[int, typer.Option(help="Of the split.")] = 0,
    text_column: Annotated[str, typer.Option(help="Where tables and JSON keep the text.")] = "text",
    date_column: Annotated[str, typer.Option(help="Where they keep the date, for a split by date.")] = "date",
    field: Annotated[
        list[str] | None, typer.Option(help="Only papers of this field of study; repeatable.")
    ] = None,
    metadata: Annotated[
        Path | None, typer.Option(help="S2ORC's metadata, which name the fields of study.")
    ] = None,
    tokenizer: Annotated[
        Path | None,
        typer.Option(help="A tokenizer.json of the BERT family, or its folder; else BERT's uncased."),
    ] = None,
    largest_mb: Annotated[float, typer.Option(help="Skip documents over so many megabytes.")] = 16,
    shard_mb: Annotated[float, typer.Option(help="Megabytes of text to a shard.")] = 64,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Processes; else one for each processor.")
    ] = None,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Also measure; without SOURCE, only measure the folder.")
    ] = False,
    format: Annotated[  # noqa: A002  the option is called --format
        Format, typer.Option("--format", help="text for people; json is one object.")
    ] = Format.text,
) -> None:
    """Turn corpora into training instances: shards that can be interrupted, resumed and memory-mapped."""
    from numerate.text.wordpieces import DEFAULT

    with needs_extra("train"):
        from numerate.training.prepare.preparation import PrepareOptions
        from numerate.training.prepare.sources import SourceOptions
        from numerate.training.prepare.splits import parse_split

    result: dict[str, Any] = {"folder": str(out)}
    if source:
        splitting = parse_split(split, seed)
        dates = date_column if splitting.period else None
        largest = _bytes(largest_mb, "--largest-mb")
        settings = PrepareOptions(
            _recipe(kind, value_range, zero, tokens, dollar, test_numbers, clean),
            splitting,
            SourceOptions(text_column, dates, tuple(field or ()), metadata, largest),
            tokenizer or DEFAULT,
            _bytes(shard_mb, "--shard-mb"),
        )
        result |= _prepare(source, out, settings, processes, hidden=format is Format.json)
    elif not statistics:
        raise InputError(
            "no SOURCE given; name files or folders, or ask for --statistics of a prepared folder"
        )
    if statistics:
        result |= _measure(out)
    _show(result, format)


def _recipe(
    kind: Kind,
    value_range: str | None,
    zero: bool | None,
    tokens: int,
    dollar: bool,
    test_numbers: int,
    clean: Clean,
) -> InstanceRecipe:
    from dataclasses import replace

    from numerate.training.prepare.instances import PAPER, InstanceRecipe

    recipe = PAPER if kind is Kind.sentence else InstanceRecipe()
    low, high = _range(value_range) if value_range else (recipe.low, recipe.high)
    zero = recipe.zero if zero is None else zero
    return replace(
        recipe,
        low=low,
        high=high,
        zero=zero,
        tokens=tokens,
        dollar=dollar,
        test_numbers=test_numbers,
        clean=clean.value,
    )


def _range(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(":"))
    except ValueError:
        low, high = 1.0, 0.0
    if not 0 < low < high:
        raise InputError(f"--range {text}: write two positive numbers, the smaller first, such as 1:1e16")
    return low, high


def _bytes(megabytes: float, option: str) -> int:
    if not megabytes > 0:
        raise InputError(f"{option} {megabytes:g}: must be more than 0")
    return max(1, int(megabytes * (1 << 20)))


def _prepare(
    sources: list[Path], out: Path, settings: PrepareOptions, processes: int | None, hidden: bool
) -> dict[str, Any]:
    from numerate.training.prepare import preparation

    started = time.perf_counter()
    with _Bar(hidden) as bar:
        manifest = preparation.prepare(sources, out, settings, processes, bar.show)
    seconds = time.perf_counter() - started
    counts: dict[str, Any] = manifest["counts"]
    return counts | {
        "shards": len(manifest["shards"]),
        "bytes": sum(shard["bytes"] for shard in manifest["shards"]),
        "seconds": round(seconds, 3),
        "megabytes_per_second": round(bar.text_bytes / 1e6 / seconds, 3),
    }


class _Bar:
    """Documents, MB/s, time left."""

    def __init__(self, hidden: bool) -> None:
        self._progress = progress_bar(
            "{task.fields[documents]:,} documents",
            "{task.percentage:.0f}%  {task.fields[speed]:.1f} MB/s",
            hidden,
        )
        self._task = self._progress.add_task("", total=None, documents=0, speed=0.0)
        self._started = time.perf_counter()
        self.text_bytes = 0

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, progress: PrepareProgress) -> None:
        self.text_bytes = progress.text_bytes
        speed = progress.text_bytes / 1e6 / (time.perf_counter() - self._started)
        self._progress.update(
            self._task,
            completed=progress.consumed,
            total=progress.total,
            documents=progress.documents,
            speed=speed,
        )


def _measure(folder: Path) -> dict[str, Any]:
    """Measure a prepared folder, and leave table, figures and plot in it."""
    from numerate.training.prepare.statistics import as_json, measure, plot, table

    try:
        measured = measure(folder)
    except ValueError as error:
        raise InputError(str(error)) from None
    figures = as_json(measured)
    (folder / "statistics.md").write_text(table(measured) + "\n", encoding="utf-8")
    (folder / "statistics.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    plot(measured, folder / "statistics.png")
    return {"statistics": figures, "table": table(measured)}


def _show(result: dict[str, Any], form: Format) -> None:
    table = result.pop("table", None)
    if form is Format.json:
        print(json.dumps(result))
        return
    if "documents" in result:
        print("\n".join(_summary(result)))
    if table:
        print(f"\n{table}\n\n{result['folder']}: statistics.md, statistics.json, statistics.png")


def _summary(result: dict[str, Any]) -> list[str]:
    def parts(counts: dict[str, int]) -> str:
        return ", ".join(f"{name} {count:,}" for name, count in counts.items())

    documents, instances = result["documents"], result["instances"]
    lines = [
        f"{sum(documents.values()):,} documents ({parts(documents)})",
        f"{sum(instances.values()):,} instances ({parts(instances)}): "
        f"{result['tokens']:,} tokens, {result['numbers']:,} numbers",
    ]
    if result["skipped_documents"]:
        skipped = result["skipped_documents"]
        lines.append(
            f"{sum(skipped.values()):,} skipped: {parts(skipped)}; see {result['folder']}/skipped.jsonl"
        )
    if result["dropped"]:
        lines.append(f"left out: {parts(result['dropped'])}")
    lines.append(
        f"{result['folder']}: {result['shards']} shards, {result['bytes'] / 1e6:.1f} MB, "
        f"in {result['seconds']:.1f} s ({result['megabytes_per_second']:.1f} MB/s of text)"
    )
    return lines
