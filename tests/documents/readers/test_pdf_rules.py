import pytest
from fpdf import FPDF
from pypdfium2 import PdfDocument

from numerate.documents.readers.pdf_rules import PageRules, RuledLine, read_rules

GRID = PageRules(
    horizontal=[RuledLine(y, 10, 110) for y in (100, 120, 140)],
    vertical=[RuledLine(x, 100, 140) for x in (10, 60, 110)],
)


def test_lines_that_cover_a_region_separate_its_rows_and_columns():
    assert GRID.within(12, 102, 108, 138) == ([10, 60, 110], [100, 120, 140])
    assert GRID.within(12, 300, 108, 400) == ([], [])


def test_lines_that_are_short_or_elsewhere_separate_nothing():
    rules = PageRules([RuledLine(120, 10, 30)], [RuledLine(300, 100, 140)])
    assert rules.within(12, 102, 108, 138) == ([], [])


def test_parts_of_a_line_count_together():
    rules = PageRules([RuledLine(120, 10, 60), RuledLine(120.4, 60, 110)])
    assert rules.within(12, 102, 108, 138) == ([], [pytest.approx(120.2)])


@pytest.mark.parametrize(
    ("turns", "region", "columns", "rows"),
    [
        (1, (-138, 12, -102, 108), [-140, -120, -100], [10, 60, 110]),
        (2, (-108, -138, -12, -102), [-110, -60, -10], [-140, -120, -100]),
        (3, (102, -108, 138, -12), [100, 120, 140], [-110, -60, -10]),
    ],
)
def test_lines_turn_with_the_text(turns, region, columns, rows):
    assert GRID.within(*region, turns) == (columns, rows)


def test_lines_and_rectangles_are_read():
    pdf = FPDF(unit="pt", format=(200, 200))
    pdf.add_page()
    pdf.line(10, 50, 110, 50)
    pdf.rect(20, 60, 30, 40)
    pdf.line(0, 0, 50, 50)
    rules = read_rules(PdfDocument(bytes(pdf.output()))[0])
    assert sorted(round(line.at) for line in rules.horizontal) == [100, 140, 150]
    assert sorted(round(line.at) for line in rules.vertical) == [20, 50]


def test_what_vertical_lines_enclose():
    apart = PageRules(vertical=[*GRID.vertical, RuledLine(20, 300, 320), RuledLine(90, 320, 340)])
    assert [tuple(frame) for frame in apart.frames()] == [(10, 100, 110, 140), (20, 300, 90, 340)]
    [frame] = GRID.frames()
    assert frame.encloses(12, 120, 108)
    assert not frame.encloses(12, 150, 108)
    assert not frame.encloses(12, 120, 180)


def test_vertical_lines_at_a_height():
    rules = PageRules(vertical=[RuledLine(60, 100, 120), RuledLine(10, 100, 140)])
    assert [rule.at for rule in rules.verticals(130, 138)] == [10]
    assert [rule.at for rule in rules.verticals(110, 138)] == [10, 60]
