from numerate.consistency.sources.reading import read_quantities
from numerate.documents import Document, read
from tests.consistency.sources.helpers import supports, verdicts


def test_a_figure_has_the_labels_of_its_row_and_column() -> None:
    table = "| | 2020 | 2021 |\n|---|---|---|\n| Bread | 310 | 345 |\n| Cake | (120) | 96 |\n"
    quantities = read_quantities(read(table.encode(), format="markdown")).quantities
    figures = {q.number.text: q for q in quantities if q.cell}
    assert figures["345"].row == {"bread"}
    assert figures["345"].periods == {"2021"}
    assert figures["120"].owner == {"cake"}
    # The years over the columns are quantities, too, about the whole table.
    assert [q.number.text for q in quantities if q.cell is None] == ["2020", "2021"]


def test_a_number_in_two_cells_is_two_figures() -> None:
    document = Document.from_text("name,games,points\nKent,2,100\nMoss,3,205\n")
    figures = [q.number.text for q in read_quantities(document).quantities if q.cell]
    assert figures == ["2", "100", "3", "205"]


def test_cells_of_a_table_are_known_by_their_labels_and_scale() -> None:
    source = (
        "(in millions of dollars)\n\n| | 2020 | 2021 |\n|---|---|---|\n| Bread | 310 | 345 |\n"
        "| Cake | 120 | 96 |\n| Overheads | (40) | (55) |\n"
    )
    draft = "Cake brought in $96 million in 2021, and bread $345 million. Overheads were $55 million."
    assert verdicts(draft, source, form="markdown") == [
        ("$96 million", "rescaled"), ("2021", "same"), ("$345 million", "rescaled"),
        ("$55 million", "rescaled"),
    ]  # fmt: skip
    [wrong] = [
        s for s in supports("Cake brought in $345 million.", source, form="markdown") if not s.is_supported
    ]
    assert wrong.verdict == "contradicted"


def test_the_scale_of_a_column_is_not_that_of_others() -> None:
    source = "| Port | Tonnes (millions) | Jobs |\n|---|---|---|\n| Alma | 4.8 | 90 |\n| Brook | 1.2 | 35 |\n"
    draft = "Alma handled 4.8 million tonnes and has 90 jobs."
    assert verdicts(draft, source, form="markdown") == [("4.8 million", "rescaled"), ("90", "same")]
    # Nor is it one of a percentage.
    [share] = supports("Cargo at Alma rose 6.7%.", source, form="markdown")
    assert (share.verdict, share.correction) == ("absent", None)
