import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.documents import read
from numerate.documents.readers.delimited import delimiter_of
from tests.documents.helpers import source_of


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_cells_have_their_places(delimiter):
    source = 'Item,2023,2022\nCash,"1.5","say ""5"""\n\n"two\nlines",3,\r\n'.replace(",", delimiter)
    document = read(source.encode(), format="csv")
    [table] = document.tables
    assert [(cell.row, cell.column, cell.text) for cell in table.cells] == [
        *[(1, 1, "Item"), (1, 2, "2023"), (1, 3, "2022")],
        *[(2, 1, "Cash"), (2, 2, "1.5"), (2, 3, 'say "5"')],
        *[(4, 1, "two\nlines"), (4, 2, "3")],
    ]
    assert [source_of(document, cell.start, cell.end) for cell in table.cells][-4:] == [
        *["1.5", 'say ""5""', "two\nlines", "3"],
    ]


@pytest.mark.parametrize(
    ("sample", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a;b\n1,5;2,5\n", ";"),
        ("a\tb, c\n1,000\t2\n", "\t"),
        ('"a;b;c",d\n"e",f\n', ","),
        ("", ","),
        ("one column\n5\n", ","),
    ],
)
def test_the_delimiter_is_the_one_that_lines_agree_on(sample, delimiter):
    assert delimiter_of(sample) == delimiter


@given(
    st.lists(
        st.lists(st.text('ab5,;"\n \u200f|', max_size=5), min_size=2, max_size=4), min_size=1, max_size=4
    )
)
@settings(max_examples=100)
def test_quoted_cells_are_read_as_they_were_written(rows):
    source = "\n".join(",".join(f'"{text.replace(chr(34), chr(34) * 2)}"' for text in row) for row in rows)
    document = read(source.encode(), format="csv")
    texts = [cell.text for table in document.tables for cell in table.cells]
    texts += [document.text[block.start : block.end] for block in document.blocks if not block.cell]
    assert sorted(texts) == sorted(text.strip() for row in rows for text in row if text.strip())


def test_text_after_a_quoted_part_is_not_lost():
    [table] = read(b'a,"b" c\nd,"e"\n', format="csv").tables
    assert [cell.text for cell in table.cells] == ["a", '"b" c', "d", "e"]
