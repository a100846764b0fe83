from experiments.table_cells import as_sentences, by_column, by_row

from tests.consistency.tables.grids import grid

TABLE = grid("Rent  1,204  1,330\nFood  930  (812)\nTotal  2,134  518")


def test_renderings_of_a_cell():
    assert by_row(TABLE, 1, 1) == ("Food: 930, ", "-812", ".")
    assert by_column(TABLE, 1, 0) == ("Rent 1,204; Food ", "930", "; Total 2,134; ")
    assert as_sentences(TABLE, 1, 0) == (
        "Rent was 1,204. Food was ",
        "930",
        ", compared with -812 in other years.",
    )
