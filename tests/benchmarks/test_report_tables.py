from decimal import Decimal

import pytest
from benchmarks.layouts import LAYOUTS, to_html
from benchmarks.report_tables import ReportTable, templates

from numerate.consistency.tables.figures import read_table
from numerate.documents import read

SEEDS = range(40)


def value(text: str) -> Decimal:
    digits = text.strip("()%").replace(",", "")
    return Decimal(0) if text == "—" else Decimal(digits) * (-1 if text.startswith("(") else 1)


def test_names_of_templates_differ():
    names = [template.name for template in templates()]
    assert len(set(names)) == len(names) > 30


@pytest.mark.parametrize("layout", range(len(LAYOUTS)))
def test_layouts_are_read_as_they_were_drawn(layout):
    for seed in SEEDS:
        table = ReportTable(seed)
        figures = table.rounded()
        document = read(to_html(table, figures, layout).encode(), name="table.html")
        reading = read_table(document.text, document.tables[0])
        assert reading is not None
        drawn = [value(text) for row in figures for text in row if any(map(str.isdigit, text))]
        notes = {column for column, (_, kind) in enumerate(table.template.columns) if kind == "#"}
        if not notes:
            assert [
                entry.value for row in reading.grid.rows for entry in row if entry and entry.step
            ] == drawn


def test_totals_and_their_parts_are_known():
    for seed in SEEDS:
        table = ReportTable(seed)
        figures = table.rounded()
        cells = table.total_cells()
        assert cells
        assert cells < table.summing_cells()
        assert all(figures[row][column] for row, column in cells)
