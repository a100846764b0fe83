"""Made box scores, and reports on them with planted errors, of the sentences in benchmarks/sources/games.md.

Errors are what generators of such reports write: the figure of another player or team, another figure of the
same one, or one that is nobody's.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).resolve().parents[2] / "benchmarks" / "sources" / "games.md"
_FIRST = """Marcus Dorian Tyrell Jalen Luka Nikola Andre Kevin Malik Trae Isaiah Rudy Evan Cody Jonas Amir
Theo Pascal Hassan Wendell Darnell Cam Elfrid Bojan Otto Gary Jerami Kelly Markelle Buddy""".split()
_LAST = """Whitfield Osborne Tremaine Kovac Adebisi Laurent Pruitt Castillo Hargrove Nwankwo Beasley Zoric
Tillman Garza Renfro Sabol Duquette Ballard Finley Okeke Vance Moreau Stokes Lattimore Greer Ivanov Pryor
Salazar Tate Ellison""".split()
_TEAMS = """Portland Lumberjacks|Tampa Herons|Oakfield Comets|Memphis Pilots|Buffalo Foundry|San Diego Tides
|Boise Trappers|Richmond Cardinals|Denver Prospectors|Hartford Anchors|Omaha Plainsmen
|Tulsa Drillers""".replace("\n", "").split("|")
_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
COLUMNS = {
    "min": "MIN", "pts": "PTS", "fgm": "FGM", "fga": "FGA", "fg3m": "FG3M", "fg3a": "FG3A", "ftm": "FTM",
    "fta": "FTA", "reb": "REB", "ast": "AST", "stl": "STL", "blk": "BLK", "to": "TO",
}  # fmt: skip
TEAM_COLUMNS = {
    "wins": "WINS", "losses": "LOSSES", "pts": "PTS", "q1": "PTS_QTR1", "q2": "PTS_QTR2", "q3": "PTS_QTR3",
    "q4": "PTS_QTR4",
    "fg_pct": "FG_PCT", "fg3_pct": "FG3_PCT", "ft_pct": "FT_PCT", "reb": "REB", "ast": "AST",
    "to": "TOV",
}  # fmt: skip


class Figures(dict[str, int]):
    """Figures by name, read as attributes in the sentences."""

    __getattr__ = dict.__getitem__


@dataclass(frozen=True)
class Player:
    """A player with the figures of one game."""

    name: str
    figures: Figures


@dataclass(frozen=True)
class Team:
    """A team with its figures and its players, the best first."""

    city: str
    nick: str
    figures: Figures
    players: list[Player] = field(default_factory=list)


class Figure(NamedTuple):
    """A figure of a report: its place, and whether it is right, wrong, or nothing that the box score has."""

    start: int
    end: int
    truth: str


class Report(NamedTuple):
    """A source, a report on it, and the figures of the report."""

    source: str
    text: str
    figures: tuple[Figure, ...]


def sentences(half: str) -> list[list[str]]:
    """Return the groups of sentences of a part: "seen", "unseen" or "generated"."""
    section = FILE.read_text(encoding="utf-8").split(f"## {half}\n")[1].split("\n## ")[0]
    return [group.splitlines() for group in section.strip().split("\n\n")]


# -- box scores ----------------------------------------------------------------------------------------------


def _split(total: int, parts: int, rng: random.Random) -> list[int]:
    """Divide a total into parts of about the same size."""
    shares = [rng.uniform(0.8, 1.2) for _ in range(parts)]
    values = [int(total * share / sum(shares)) for share in shares]
    values[-1] += total - sum(values)
    return values


def _player(name: str, rng: random.Random, role: int) -> Player:
    minutes = max(6, int(rng.gauss((37, 35, 32, 29, 26, 22, 17, 13, 8)[role], 2)))
    fga = max(2, int(minutes * rng.uniform(0.25, 0.6)))
    fg3a = rng.randint(0, fga // 2)
    fg3m = sum(rng.random() < 0.37 for _ in range(fg3a))
    fgm = fg3m + sum(rng.random() < 0.51 for _ in range(fga - fg3a))
    fta = rng.randint(0, max(2, minutes // 5))
    ftm = sum(rng.random() < 0.78 for _ in range(fta))
    return Player(name, Figures(
        min=minutes, pts=2 * fgm + fg3m + ftm, fgm=fgm, fga=fga, fg3m=fg3m, fg3a=fg3a, ftm=ftm, fta=fta,
        reb=rng.randint(0, max(3, minutes // 3)), ast=rng.randint(0, max(2, minutes // 4)),
        stl=rng.randint(0, 4), blk=rng.randint(0, 3), to=rng.randint(0, 5),
    ))  # fmt: skip


def _team(name: str, names: list[str], rng: random.Random) -> Team:
    players = [_player(player, rng, role) for role, player in enumerate(names)]
    players.sort(key=lambda player: -player.figures.pts)

    def total(key: str) -> int:
        return sum(player.figures[key] for player in players)

    def percent(made: str, attempted: str) -> int:
        return round(100 * total(made) / max(1, total(attempted)))

    wins = rng.randint(2, 40)
    quarters = _split(total("pts"), 4, rng)
    city, _, nick = name.rpartition(" ")
    return Team(city, nick, Figures(
        wins=wins, losses=rng.randint(2, 40), pts=total("pts"), q1=quarters[0], q2=quarters[1],
        q3=quarters[2], q4=quarters[3], fg_pct=percent("fgm", "fga"), fg3_pct=percent("fg3m", "fg3a"),
        ft_pct=percent("ftm", "fta"), reb=total("reb"), ast=total("ast"), to=total("to"),
    ), players)  # fmt: skip


def game(rng: random.Random) -> tuple[Team, Team]:
    """Make the box score of a game; the winner comes first."""
    names = [f"{a} {b}" for a, b in zip(rng.sample(_FIRST, 18), rng.sample(_LAST, 18), strict=True)]
    while True:
        home, away = rng.sample(_TEAMS, 2)
        teams = _team(home, names[:9], rng), _team(away, names[9:], rng)
        if abs(teams[0].figures.pts - teams[1].figures.pts) in range(2, 30):
            first, second = sorted(teams, key=lambda team: -team.figures.pts)
            return first, second


# -- sources -------------------------------------------------------------------------------------------------


def _rows(teams: tuple[Team, Team]) -> tuple[list[list[Any]], list[list[Any]]]:
    players = [["Player", "Team", *COLUMNS.values()]]
    players += [
        [player.name, team.nick, *(player.figures[key] for key in COLUMNS)]
        for team in teams
        for player in team.players
    ]
    lines = [["Team", *TEAM_COLUMNS.values()]]
    lines += [[f"{team.city} {team.nick}", *(team.figures[key] for key in TEAM_COLUMNS)] for team in teams]
    return lines, players


def as_markdown(teams: tuple[Team, Team]) -> str:
    tables = []
    for rows in _rows(teams):
        head, *body = [" | ".join(map(str, row)) for row in rows]
        rule = "|".join("---" for _ in rows[0])
        tables.append("\n".join(f"| {line} |" for line in (head, rule, *body)))
    return "\n\n".join(tables)


def as_csv(teams: tuple[Team, Team]) -> str:
    return "\n\n".join("\n".join(",".join(map(str, row)) for row in rows) for rows in _rows(teams))


def as_records(teams: tuple[Team, Team]) -> str:
    lines = []
    for head, *body in _rows(teams):
        for row in body:
            at = 2 if head[0] == "Player" else 1
            lines += [f"{row[0]} | {key} | {value}" for key, value in zip(head[at:], row[at:], strict=True)]
    return "\n".join(lines)


def as_fields(teams: tuple[Team, Team]) -> str:
    lines = []
    for head, *body in _rows(teams):
        at = 2 if head[0] == "Player" else 1
        lines += [
            f"{row[0]}: "
            + ", ".join(f"{key} {value}" for key, value in zip(head[at:], row[at:], strict=True))
            for row in body
        ]
    return "\n".join(lines)


def as_json(teams: tuple[Team, Team]) -> str:
    """Write the box score by columns, as published collections of reports have it."""
    _, (head, *body) = _rows(teams)
    columns = ["PLAYER_NAME", "TEAM_NAME", *head[2:]]
    box = {key: {str(i): str(row[c]) for i, row in enumerate(body)} for c, key in enumerate(columns)}
    record: dict[str, Any] = {"box_score": box}
    for side, team in zip(("home", "vis"), teams, strict=True):
        line = {f"TEAM-{TEAM_COLUMNS[key]}": str(team.figures[key]) for key in TEAM_COLUMNS}
        record[f"{side}_line"] = {"TEAM-CITY": team.city, "TEAM-NAME": team.nick, **line}
    return json.dumps(record)


def as_published(teams: tuple[Team, Team]) -> str:
    """Write the box score with all keys of the best-known collection, also those of no use here."""
    players = [(team, player) for team in teams for player in team.players]
    columns: dict[str, list[str]] = {
        "FIRST_NAME": [player.name.split()[0] for _, player in players],
        **{column: [str(player.figures[key]) for _, player in players] for key, column in COLUMNS.items()},
        "START_POSITION": ["F", "F", "C", "G", "G", "N/A", "N/A", "N/A", "N/A"] * 2,
        "FG_PCT": [_share(player, "fgm", "fga") for _, player in players],
        "FG3_PCT": [_share(player, "fg3m", "fg3a") for _, player in players],
        "FT_PCT": [_share(player, "ftm", "fta") for _, player in players],
        "OREB": [str(player.figures.reb // 4) for _, player in players],
        "DREB": [str(player.figures.reb - player.figures.reb // 4) for _, player in players],
        "PF": [str(i % 6) for i, _ in enumerate(players)],
        "SECOND_NAME": [player.name.split()[1] for _, player in players],
        "TEAM_CITY": [team.city for team, _ in players],
        "PLAYER_NAME": [player.name for _, player in players],
    }
    absent = {"FIRST_NAME": "Pat", "SECOND_NAME": "Idle", "PLAYER_NAME": "Pat Idle"}
    box = {
        key: {str(i): value for i, value in enumerate((*values, absent.get(key, "N/A")))}
        for key, values in columns.items()
    }
    box["TEAM_CITY"][str(len(players))] = teams[0].city
    record: dict[str, Any] = {"home_name": teams[0].nick, "box_score": box}
    for side, team in zip(("home", "vis"), teams, strict=True):
        line = {f"TEAM-{TEAM_COLUMNS[key]}": str(team.figures[key]) for key in TEAM_COLUMNS}
        record[f"{side}_line"] = {**line, "TEAM-CITY": team.city, "TEAM-NAME": team.nick}
        record[f"{side}_city"] = team.city
    return json.dumps({**record, "vis_name": teams[1].nick, "day": "11_09_16"})


def _share(player: Player, made: str, tried: str) -> str:
    return str(round(100 * player.figures[made] / max(1, player.figures[tried])))


FORMATS = {
    "markdown": as_markdown,
    "csv": as_csv,
    "records": as_records,
    "fields": as_fields,
    "json": as_json,
    "published": as_published,
}


# -- reports -------------------------------------------------------------------------------------------------

_SLOT = re.compile(r"\{(?P<name>[\w.]+)\}|\[(?P<words>w )?(?P<unknown>\? )?(?P<figure>[^\]]+)\]")
_TERM = re.compile(r"([A-Zp-t])\.(\w+)")
WRONG = 0.18
"""Share of the figures that are altered."""


def _wrong(term: re.Match[str], value: int, scope: dict[str, Any], rng: random.Random) -> int:
    """Return the figure of another player or team, another one of the same, or one that is nobody's."""
    who, key = scope[term[1]], term[2]
    peers = [side.figures[key] for side in scope["peers"][isinstance(who, Team)] if key in side.figures]
    near = [value + step for step in (-4, -3, -2, -1, 1, 2, 3, 5) if value + step >= 0]
    same = [
        who.figures[other]
        for other in ("pts", "reb", "ast", "fgm", "q1", "q2", "q3", "q4")
        if other in who.figures
    ]
    options = [other for other in rng.choice((peers, near, near, same)) if other != value]
    return rng.choice(options or near)


def report(teams: tuple[Team, Team], half: str, source: str, rng: random.Random) -> Report:
    """Write a report on a game, some of whose figures are wrong."""
    first, second = teams
    scope: dict[str, Any] = {"A": first, "B": second, "peers": ([*first.players, *second.players], teams)}
    scope |= dict(zip("pqr", first.players, strict=False)) | dict(zip("st", second.players, strict=False))
    text, figures = "", []
    for variants in sentences(half):
        template = rng.choice(variants)
        done = 0
        for slot in _SLOT.finditer(template):
            text += template[done : slot.start()]
            done = slot.end()
            written, truth = _write(slot, scope, rng)
            if truth:
                figures.append(Figure(len(text), len(text) + len(written), truth))
            text += written
        text += template[done:] + " "
    return Report(source, text.strip(), tuple(figures))


def _write(slot: re.Match[str], scope: dict[str, Any], rng: random.Random) -> tuple[str, str]:
    if name := slot["name"]:
        who, _, part = name.partition(".")
        side = scope[who]
        if isinstance(side, Team):
            return {"": f"{side.city} {side.nick}", "city": side.city, "nick": side.nick}[part], ""
        return side.name.split()[-1] if part else side.name, ""
    if slot["unknown"]:
        return slot["figure"], "unknown"
    terms = list(_TERM.finditer(slot["figure"]))
    values = [scope[term[1]].figures[term[2]] for term in terms]
    value = abs(values[0] - values[1]) if "-" in slot["figure"] else sum(values)
    truth = "right"
    if rng.random() < WRONG:
        value, truth = _wrong(terms[0], value, scope, rng), "wrong"
    in_words = slot["words"] and value < len(_WORDS)
    return (_WORDS[value] if in_words else str(value)), truth


def reports(half: str, count: int, seed: int = 0) -> Iterator[tuple[str, Report]]:
    """Yield reports with the format of their source, the formats in turn."""
    rng = random.Random(f"{half} {seed}")
    for i in range(count):
        teams = game(rng)
        form = list(FORMATS)[i % len(FORMATS)]
        yield form, report(teams, half, FORMATS[form](teams), rng)
