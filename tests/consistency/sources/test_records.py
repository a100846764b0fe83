import json

import pytest

from tests.consistency.sources.helpers import verdicts

FIGURES = {
    "Mia Torres": {
        "PTS": 21,
        "REB": 7,
        "AST": 4,
        "FGM": 8,
        "FGA": 15,
        "FG3M": 3,
        "FG3A": 6,
        "FTM": 2,
        "FTA": 2,
    },
    "Jo Lind": {"PTS": 9, "REB": 12, "AST": 1, "FGM": 4, "FGA": 7, "FG3M": 0, "FG3A": 1, "FTM": 1, "FTA": 4},
    "Ana Ruiz": {
        "PTS": 25,
        "REB": 3,
        "AST": 8,
        "FGM": 9,
        "FGA": 20,
        "FG3M": 5,
        "FG3A": 11,
        "FTM": 2,
        "FTA": 3,
    },
}
TEAMS = {
    "Reno Comets": {"PTS": 88, "WINS": 7, "LOSSES": 3, "PTS_QTR1": 20, "PTS_QTR2": 24, "FG_PCT": 46},
    "Salem Owls": {"PTS": 81, "WINS": 5, "LOSSES": 6, "PTS_QTR1": 22, "PTS_QTR2": 15, "FG_PCT": 41},
}
DRAFT = (
    "The Reno Comets (7-3) beat the Salem Owls (5-6) 88-81 and led 44-37 at halftime. Mia Torres scored 21 "
    "points (8-15 FG, 3-6 3Pt, 2-2 FT) with seven rebounds. Jo Lind had nine points and 12 boards, and Ana "
    "Ruiz went 9-of-20 with eight assists for Salem. The Comets shot 46 percent from the field."
)


def markdown() -> str:
    tables = []
    for rows in (FIGURES, TEAMS):
        columns = list(next(iter(rows.values())))
        lines = [f"| NAME | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
        lines += [f"| {name} | {' | '.join(map(str, row.values()))} |" for name, row in rows.items()]
        tables.append("\n".join(lines))
    return "\n\n".join(tables)


def comma_separated() -> str:
    tables = []
    for rows in (FIGURES, TEAMS):
        lines = [f"NAME,{','.join(next(iter(rows.values())))}"]
        lines += [f"{name},{','.join(map(str, row.values()))}" for name, row in rows.items()]
        tables.append("\n".join(lines))
    return "\n\n".join(tables)


def records() -> str:
    rows = {**FIGURES, **TEAMS}
    return "\n".join(f"{name} | {key} | {row[key]}" for name, row in rows.items() for key in row)


def objects() -> str:
    return json.dumps([{"NAME": name, **row} for rows in (FIGURES, TEAMS) for name, row in rows.items()])


def columns() -> str:
    """Write the players as published collections of reports do: an object for each column."""
    names = list(FIGURES)
    box = {"PLAYER_NAME": dict(enumerate(names))}
    box |= {key: {i: str(FIGURES[name][key]) for i, name in enumerate(names)} for key in FIGURES[names[0]]}
    lines = {
        name: {"TEAM-NAME": name, **{f"TEAM-{k}": str(v) for k, v in row.items()}}
        for name, row in TEAMS.items()
    }
    return json.dumps({"box_score": box, **lines})


FORMS = {
    "markdown": markdown(),
    "csv": comma_separated(),
    "records": records(),
    "objects": objects(),
    "columns": columns(),
}


@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
def test_every_figure_of_a_report_is_found_in_its_records(source: str) -> None:
    wrong = [
        (text, verdict) for text, verdict in verdicts(DRAFT, source) if verdict in ("contradicted", "absent")
    ]
    assert wrong == []


@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize(
    ("right", "wrong", "number"),
    [
        ("(7-3)", "(8-3)", "8"),
        ("88-81", "86-81", "86"),
        ("44-37", "42-37", "42"),
        ("21 points", "25 points", "25"),
        ("8-15 FG", "9-15 FG", "9"),
        ("12 boards", "7 boards", "7"),
        ("eight assists", "four assists", "four"),
        ("46 percent", "41 percent", "41 percent"),
    ],
)
def test_a_figure_of_somebody_else_is_contradicted(source: str, right: str, wrong: str, number: str) -> None:
    assert (number, "contradicted") in verdicts(DRAFT.replace(right, wrong), source)


def test_figures_beyond_the_records_are_not_compared_with_them() -> None:
    draft = "Mia Torres is averaging 18 points this season."
    assert verdicts(draft, markdown())[0][1] in ("absent", "contradicted", "exempt")


@pytest.mark.parametrize(
    ("draft", "number", "verdict"),
    [
        ("Mia Torres led the Comets with 21 points.", "21", "same"),
        ("Mia Torres led the Comets with 25 points.", "25", "contradicted"),
        ("For the Owls, Ana Ruiz had 25 points and three rebounds.", "three", "rescaled"),
        ("Reno beat Salem to improve to 7-3.", "3", "same"),
        ("Reno beat Salem to improve to 9-3.", "9", "contradicted"),
        ("The Comets beat the Owls 88-88.", "88", "same"),
        ("The Owls lost by seven.", "seven", "derived"),
        ("The Owls lost by nine.", "nine", "contradicted"),
        ("Mia Torres and Jo Lind combined for 30 points.", "30", "derived"),
        ("Mia Torres and Jo Lind combined for 33 points.", "33", "contradicted"),
        ("Salem scored 22 points in the first quarter.", "first", "exempt"),
        ("Salem scored 22 points in the first quarter.", "22", "same"),
        ("Salem scored 15 points in the first quarter.", "15", "contradicted"),
    ],
)
def test_the_words_say_whose_figure_is_meant_and_which(draft: str, number: str, verdict: str) -> None:
    assert dict(reversed(verdicts(draft, markdown())))[number] == verdict


def test_of_a_score_with_one_figure_twice_one_is_wrong() -> None:
    scores = [verdict for _, verdict in verdicts("The Comets beat the Owls 88-88.", markdown())]
    assert scores == ["same", "contradicted"]


SENTENCES = [
    ("The Reno Comets ( 7 - 3 ) defeated the Salem Owls ( 5 - 6 ) 88 - 81 on Friday .", "7 - 3", "5 - 3"),
    ("The Comets took a 44 - 37 lead into the break .", "37", "35"),
    ("Reno led 20 - 22 after one quarter .", "22", "24"),
    ("The Comets pulled off a 7 - point win over Salem .", "7", "9"),
    ("Mia Torres had 21 points ( 8 - 15 FG , 3 - 6 3Pt , 2 - 2 FT ) .", "6 3Pt", "7 3Pt"),
    ("The Comets held the Owls to 41 percent shooting .", "41", "46"),
    ("The Owls fell to 5 - 6 while Reno improves to 7 - 3 .", "7 - 3", "5 - 3"),
    (
        "Torres went 8 - for - 15 and 3 - for - 6 from the three - point line to score a game - high 21 .",
        "6",
        "5",
    ),
    ("The Owls have lost four of their last five games and sit at 5 - 6 .", "5 - 6", "7 - 6"),
]


@pytest.mark.parametrize(("sentence", "right", "wrong"), SENTENCES)
def test_figures_are_read_as_generators_write_them(sentence: str, right: str, wrong: str) -> None:
    """Reports of generators have spaces around every mark."""
    source = columns()

    def flagged(draft: str) -> set[str]:
        return {text for text, verdict in verdicts(draft, source) if verdict == "contradicted"}

    changed = flagged(sentence.replace(right, wrong))
    assert any(text.split()[0] == wrong.split()[0] for text in changed - flagged(sentence))


def test_players_in_double_figures_are_counted() -> None:
    rows = [("Mia Torres", "Comets", 21), ("Jo Lind", "Comets", 9), ("Ana Ruiz", "Owls", 25)]
    source = "Player,Team,PTS\n" + "\n".join(f"{a},{b},{c}" for a, b, c in rows)
    source += "\n\nTeam,PTS,WINS\nReno Comets,88,7\nSalem Owls,81,5\n"
    assert verdicts("The Comets had one player in double figures .", source) == [("one", "derived")]
    assert verdicts("The Comets had two players in double figures .", source) == [("two", "contradicted")]


def test_short_names_of_teams_are_read() -> None:
    source = "Team,PTS,WINS\nCleveland Cavaliers,112,13\nPhiladelphia 76ers,108,4\n"
    for draft in (
        "The Cavs scored 112 points.",
        "The Sixers scored 108 points.",
        "The 76ers scored 108 points.",
    ):
        assert verdicts(draft, source)[0][1] == "same"
    assert verdicts("The Sixers scored 112 points.", source)[0][1] == "contradicted"
