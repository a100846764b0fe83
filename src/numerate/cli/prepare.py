"""`numerate prepare`: turn corpora into training instances."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from numerate.cli.common import Format, OutputFormat, megabytes
from numerate.errors import InputError, needs_extra

if TYPE_CHECKING:
    from numerate.training.prepare.instances import InstanceRecipe
    from numerate.training.prepare.preparation import PrepareOptions, PrepareProgress


class Kind(str, Enum):
    """The text of an instance."""

    window = "window"
    packed = "packed"
    sentence = "sentence"


class Clean(str, Enum):
    """The boilerplate to remove from a document."""

    none = "none"
    news = "news"


def prepare(
    out: Annotated[Path, typer.Option(help="Folder to write; an interrupted run in it is resumed.")],
    source: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="SOURCE",
            help="Files or folders: JSON, JSON lines, CSV, Parquet, text, Markdown, HTML; .gz and .zst too.",
            show_default=False,
        ),
    ] = None,
    kind: Annotated[
        Kind,
        typer.Option(
            help="Text of an instance: a window of consecutive sentences up to the token limit; those of "
            "them that the paper keeps, packed up to the limit; or one such sentence."
        ),
    ] = Kind.window,
    value_range: Annotated[
        str | None,
        typer.Option(
            "--range",
            metavar="LOW:HIGH",
            help="Range of values to predict.",
            show_default="1e-6:1e16 for windows, 1:1e16 otherwise",
        ),
    ] = None,
    zero: Annotated[
        bool | None,
        typer.Option(
            "--zero/--no-zero",
            help="Predict zeros too.",
            show_default="yes for windows only",
        ),
    ] = None,
    tokens: Annotated[int, typer.Option(min=8, max=65535, help="Most tokens in an instance.")] = 128,
    dollar: Annotated[
        bool, typer.Option("--dollar", help="Predict only numbers after a dollar sign.")
    ] = False,
    test_numbers: Annotated[int, typer.Option(min=1, help="Fewest numbers in a test instance.")] = 1,
    clean: Annotated[
        Clean, typer.Option(help="Boilerplate to remove: none, or news (datelines, tickers and credits).")
    ] = Clean.none,
    split: Annotated[
        str,
        typer.Option(
            help='Train, validation and test documents: shares, sizes "20000/2000/2000", shares by date '
            '"week:0.8/0.1/0.1", or "given".'
        ),
    ] = "0.8/0.1/0.1",
    seed: Annotated[int, typer.Option(help="Random seed of the split.")] = 0,
    text_column: Annotated[str, typer.Option(help="Column or JSON field with the text.")] = "text",
    date_column: Annotated[
        str, typer.Option(help="Column or JSON field with the date, for a split by date.")
    ] = "date",
    title_column: Annotated[
        str | None,
        typer.Option(
            help="Column or JSON field with the title, to become the first paragraph.", show_default="none"
        ),
    ] = None,
    styles: Annotated[
        bool | None,
        typer.Option(
            "--styles/--no-styles",
            help="Follow each number by a symbol for how it is written: in digits, in words, "
            "as an ordinal or a fraction.",
            show_default="yes for windows, no for sentences",
        ),
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Field of study of the papers to keep; repeatable.", show_default="all"
        ),
    ] = None,
    metadata: Annotated[
        Path | None,
        typer.Option(help="Metadata of S2ORC, which names the fields of study.", show_default="none"),
    ] = None,
    tokenizer: Annotated[
        Path | None,
        typer.Option(
            help="A tokenizer.json of the BERT family, or its folder.",
            show_default="that of bert-base-uncased",
        ),
    ] = None,
    largest_mb: Annotated[
        float, typer.Option(help="Largest document, in megabytes; larger ones are skipped.")
    ] = 16,
    shard_mb: Annotated[float, typer.Option(help="Text in a shard, in megabytes.")] = 64,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Worker processes.", show_default="one per processor")
    ] = None,
    statistics: Annotated[
        bool,
        typer.Option(
            "--statistics", help="Also measure the corpus; without SOURCE, measure the prepared folder."
        ),
    ] = False,
    format: OutputFormat = Format.text,  # noqa: A002  the option is called --format
) -> None:
    """Turn corpora into shards of training instances.

    The shards can be memory-mapped. A run that was interrupted or killed is resumed by the same command.
    """
    from numerate.text.wordpieces import DEFAULT

    with needs_extra("train"):
        from numerate.training.prepare.preparation import PrepareOptions
        from numerate.training.prepare.sources import SourceOptions
        from numerate.training.prepare.splits import parse_split

    result: dict[str, Any] = {"folder": str(out)}
    if source:
        splitting = parse_split(split, seed)
        dates = date_column if splitting.period else None
        largest = megabytes(largest_mb, "--largest-mb")
        recipe = replace(
            _recipe(kind, value_range, zero, styles),
            tokens=tokens,
            dollar=dollar,
            test_numbers=test_numbers,
            clean=clean.value,
        )
        options = PrepareOptions(
            recipe,
            splitting,
            SourceOptions(text_column, dates, title_column, tuple(field or ()), metadata, largest),
            tokenizer or DEFAULT,
            megabytes(shard_mb, "--shard-mb"),
        )
        result |= _prepare(source, out, options, processes, hidden=format is Format.json)
    elif not statistics:
        raise InputError(
            "no SOURCE given; name files or folders, or measure a prepared folder with --statistics"
        )
    if statistics:
        from numerate.training.prepare.statistics import as_json, table, write_statistics

        measured = write_statistics(out)
        result |= {"statistics": as_json(measured), "table": table(measured)}
    _show(result, format)


def _recipe(kind: Kind, value_range: str | None, zero: bool | None, styles: bool | None) -> InstanceRecipe:
    from numerate.training.prepare.instances import PAPER, InstanceRecipe

    recipe = InstanceRecipe() if kind is Kind.window else replace(PAPER, kind=kind.value)
    low, high = _range(value_range) if value_range else (recipe.low, recipe.high)
    return replace(
        recipe,
        low=low,
        high=high,
        zero=recipe.zero if zero is None else zero,
        styles=recipe.styles if styles is None else styles,
    )


def _range(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(":"))
    except ValueError:
        low, high = 1.0, 0.0
    if not 0 < low < high:
        raise InputError(f"--range {text}: write two positive numbers, the smaller first, such as 1:1e16")
    return low, high


def _prepare(
    sources: list[Path], out: Path, options: PrepareOptions, processes: int | None, hidden: bool
) -> dict[str, Any]:
    from numerate.io.progress import ProgressBar
    from numerate.training.prepare import preparation

    started = time.perf_counter()
    megabytes_read = 0.0

    def speed() -> float:
        return megabytes_read / (time.perf_counter() - started)

    with ProgressBar("0 documents", hidden=hidden) as bar:

        def show(progress: PrepareProgress) -> None:
            nonlocal megabytes_read
            megabytes_read = progress.text_bytes / 1e6
            label = f"{progress.documents:,} documents"
            bar.update(progress.consumed, progress.total, label, f"{speed():.1f} MB/s")

        manifest = preparation.prepare(sources, out, options, processes, show)
    counts: dict[str, Any] = manifest["counts"]
    return counts | {
        "shards": len(manifest["shards"]),
        "bytes": sum(shard["bytes"] for shard in manifest["shards"]),
        "seconds": round(time.perf_counter() - started, 3),
        "megabytes_per_second": round(speed(), 3),
    }


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
