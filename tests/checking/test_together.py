from pathlib import Path

import pytest

from numerate.checking.files import check_files
from numerate.errors import InputError
from numerate.report.options import RunOptions

OPTIONS = RunOptions(unlikely=False, together=True)


def files(tmp_path: Path, *texts: str) -> list[str]:
    paths = [tmp_path / f"{name}.md" for name in "abc"[: len(texts)]]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return [str(path) for path in paths]


def test_a_fact_with_another_value_in_an_earlier_document_is_reported(tmp_path: Path) -> None:
    names = files(
        tmp_path, "The bridge is 1,280 metres long.", "It is said that the bridge is 1,820 metres long."
    )
    first, second = check_files(names, OPTIONS).reports
    assert first.findings == ()
    [finding] = second.findings
    assert finding.message == f"1,820 here is 1,280 in {names[0]}."
    assert [(each.source, each.text) for each in finding.evidence] == [(names[0], "1,280")]
    assert [suggestion.text for suggestion in finding.suggestions] == ["1,280"]


@pytest.mark.parametrize(
    ("first", "second", "options"),
    [
        ("The bridge is 1,280 metres long.", "The bridge is 1,280 metres long.", OPTIONS),
        ("The bridge is 1,280 metres long.", "The tower is 1,820 metres long.", OPTIONS),
        ("The bridge is 1,280 metres long.", "The bridge is 1,820 metres long.", RunOptions(unlikely=False)),
        (
            "The bridge is 1,280 metres long. <!-- numerate: ignore repeated -->",
            "The bridge is 1,820 metres long.",
            OPTIONS,
        ),
        (
            "The bridge is 1,280 metres long.",
            "The bridge is 1,820 metres long.",
            RunOptions(together=True, select=("change",)),
        ),
    ],
)
def test_nothing_else_is_reported(tmp_path: Path, first: str, second: str, options: RunOptions) -> None:
    assert not any(report.findings for report in check_files(files(tmp_path, first, second), options).reports)


def test_one_document_cannot_be_compared(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--together: compares documents with each other; give at least two"):
        check_files(files(tmp_path, "The bridge is 1,280 metres long."), OPTIONS)
