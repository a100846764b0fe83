"""A table that does not add up, in each format: `numerate check budget.md`."""

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from numerate.cli import app

ROWS = [
    ["", "2024", "2023"],
    ["Fares", "41,204", "38,911"],
    ["Freight", "12,871", "11,902"],
    ["Total income", "54,075", "50,813"],
    ["Crew", "(21,310)", "(20,406)"],
    ["Fuel", "(9,732)", "(9,115)"],
    ["Surplus", "23,033", "23,292"],
]
MESSAGE = (
    "Surplus in “2023”: 50,813 − 20,406 − 9,115 = 21,292, not 23,292. The sum holds in the other column."
)


def write(path: Path) -> None:
    if path.suffix == ".md":
        lines = [f"| {' | '.join(row)} |" for row in ROWS]
        path.write_text("\n".join([lines[0], "|---|---|---|", *lines[1:]]), encoding="utf-8")
    elif path.suffix == ".csv":
        out = io.StringIO()
        csv.writer(out).writerows(ROWS)
        path.write_text(out.getvalue(), encoding="utf-8")
    elif path.suffix == ".html":
        rows = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in ROWS)
        path.write_text(f"<p>The accounts.</p><table>{rows}</table>", encoding="utf-8")
    else:
        docx = pytest.importorskip("docx").Document()
        table = docx.add_table(len(ROWS), 3)
        for i, row in enumerate(ROWS):
            for j, cell in enumerate(row):
                table.cell(i, j).text = cell
        docx.save(str(path))


@pytest.mark.parametrize("suffix", [".md", ".csv", ".html", ".docx"])
def test_a_wrong_total_is_found_in_each_format(tmp_path, suffix):
    path = tmp_path / f"budget{suffix}"
    write(path)
    result = CliRunner().invoke(app, ["check", "--select", "table-total", "--format", "json", str(path)])
    assert result.exit_code == 1
    [finding] = json.loads(result.stdout)["files"][0]["findings"]
    assert finding["rule"] == "table-total"
    assert finding["text"] == "23,292"
    assert finding["message"] == MESSAGE
    assert (finding["cell"]["row"], finding["cell"]["column"]) == (7, 3)
    assert finding["suggestions"][0]["text"] == "21,292"


def test_a_correct_table_has_no_findings(tmp_path):
    path = tmp_path / "budget.md"
    write(path)
    path.write_text(path.read_text(encoding="utf-8").replace("23,292", "21,292"), encoding="utf-8")
    result = CliRunner().invoke(app, ["check", "--select", "table-total", str(path)])
    assert result.exit_code == 0
