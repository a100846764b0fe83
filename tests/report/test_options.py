"""One declaration of each option, read by Python, the command line, project files and HTTP."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from numerate.cli.check import check as check_command
from numerate.cli.scan import scan as scan_command
from numerate.errors import InputError
from numerate.model.error_model import FLAGGED
from numerate.report.options import (
    FALSE_ALARMS,
    UNLIKELY,
    CheckOptions,
    RunOptions,
    declared,
    find_settings,
    from_command_line,
    read_settings,
    resolve,
)
from numerate.report.rules import RULES
from numerate.serve.schemas import CheckOptionsSchema

EVERY_SETTING = """
false-alarms = "strict"
model = "models/ours"
exclude = ["drafts", "*.tex", "docs/**/old?.md"]
consistency = false
baseline = "baseline.json"
format = "sarif"
"""


def flags_of(command: object) -> set[str]:
    app = typer.Typer()
    app.command()(command)  # type: ignore[type-var]
    return {flag for parameter in typer.main.get_command(app).params for flag in parameter.opts}


def test_every_field_declares_an_option() -> None:
    assert [name for name, _ in declared(CheckOptions)] == [f.name for f in fields(CheckOptions) if f.init]
    undeclared = {f.name for f in fields(RunOptions) if f.init} - {name for name, _ in declared(RunOptions)}
    assert undeclared == {"file"}


def test_commands_have_the_flag_of_each_option() -> None:
    for cls, command in ((RunOptions, check_command), (CheckOptions, scan_command)):
        flags = {option.flag.partition("/")[0] for _, option in declared(cls) if option.flag}
        assert flags <= flags_of(command)


def test_http_has_a_member_for_each_option() -> None:
    members = CheckOptionsSchema.model_json_schema()["properties"]
    for name, option in declared(CheckOptions):
        over_http = not option.python_only or name == "against"  # there, sources are texts
        assert (name in members) is over_http
        if not option.python_only:
            assert members[name]["description"] == option.help
            assert members[name]["default"] == getattr(CheckOptions(), name)


@given(st.one_of(st.sampled_from(sorted(FALSE_ALARMS)), st.floats(0, 1)), st.booleans())
def test_all_readers_agree(rate: str | float, consistency: bool) -> None:
    options = CheckOptions(false_alarms=rate, consistency=consistency)
    assert options.rate == options.false_alarms == FALSE_ALARMS.get(str(rate), rate)
    given = {"false_alarms": str(rate), "consistency": consistency, "unlikely": None}
    assert from_command_line(CheckOptions, given) == options
    assert CheckOptionsSchema(false_alarms=rate, consistency=consistency).check_options == options


def test_rates_have_names() -> None:
    rates = [CheckOptions(false_alarms=rate).rate for rate in ("strict", "balanced", "sensitive", "0.2", 0.3)]
    assert rates == [0.001, 0.01, 0.05, 0.2, 0.3]


@pytest.mark.parametrize("rate", [1.5, -0.1, float("nan"), "loud", "", True])
def test_a_rate_that_is_no_share_is_refused_everywhere(rate: object) -> None:
    message = "must be a share such as 0.01, or one of likely, strict, balanced, sensitive; not"
    with pytest.raises(InputError, match=f"^false_alarms: {message}"):
        CheckOptions(false_alarms=rate)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=f"^--false-alarms: {message}"):
        from_command_line(CheckOptions, {"false_alarms": rate})
    if rate is not True:  # pydantic reads it as 1
        with pytest.raises(ValueError, match=message):
            CheckOptionsSchema(false_alarms=rate)


def test_rules_are_looked_for_by_their_kind() -> None:
    assert [rule for rule in RULES if CheckOptions(consistency=False).looks_for(rule)] == [UNLIKELY]
    assert [rule for rule in RULES if not CheckOptions(unlikely=False).looks_for(rule)] == [UNLIKELY]


def test_every_setting_is_read_and_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    (tmp_path / "models/ours").mkdir(parents=True)
    file = tmp_path / "numerate.toml"
    file.write_text(EVERY_SETTING)
    assert resolve({}, file) == RunOptions(
        file=file,
        false_alarms=0.001,
        model=str(tmp_path / "models/ours"),
        exclude=("drafts", "*.tex", "docs/**/old?.md"),
        consistency=False,
        baseline=tmp_path / "baseline.json",
        format="sarif",
    )


@pytest.mark.parametrize(
    ("file", "given", "consistency", "unlikely"),
    [
        ("", {}, True, True),
        ("consistency = false", {}, False, True),
        ('consistency = "only"', {}, True, False),
        ("unlikely = false", {}, True, False),
        ('consistency = "only"', {"consistency": False}, False, True),
        ('consistency = "only"', {"consistency": True}, True, True),
        ("consistency = false", {"unlikely": False}, True, False),
        ('consistency = "only"', {"unlikely": True}, True, True),
    ],
)
def test_the_command_line_takes_precedence(
    tmp_path: Path, file: str, given: dict[str, bool], consistency: bool, unlikely: bool
) -> None:
    (tmp_path / "numerate.toml").write_text(f"{file}\nformat = 'json'\n")
    options = resolve({"format": None, **given}, tmp_path / "numerate.toml")
    assert (options.consistency, options.unlikely, options.format) == (consistency, unlikely, "json")
    assert resolve({"format": "html"}, tmp_path / "numerate.toml").keep


def test_flags_that_leave_nothing_to_look_for_are_refused() -> None:
    with pytest.raises(InputError, match="leave nothing to look for"):
        resolve({"consistency": False, "unlikely": False})


def test_the_nearest_file_that_mentions_numerate_is_read(tmp_path: Path) -> None:
    here = tmp_path / "a/b"
    here.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("[tool.numerate]\nformat = 'json'\n")
    (here / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    assert find_settings(here)["format"] == "json"
    (tmp_path / "a/numerate.toml").write_text("model = 'someone/model'\n")
    assert find_settings(here) == {"file": tmp_path / "a/numerate.toml", "model": "someone/model"}


@pytest.mark.parametrize(
    ("path", "excluded"),
    [
        ("drafts/x.md", True),
        ("a/drafts/x.md", True),
        ("draft/x.md", False),
        ("a/b.tex", True),
        ("docs/old1.md", True),
        ("docs/a/b/old1.md", True),
        ("docs/old12.md", False),
        ("x/docs/old1.md", False),
        ("../drafts/x.md", False),
    ],
)
def test_exclude_patterns_match_names_and_paths(tmp_path: Path, path: str, excluded: bool) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "numerate.toml").write_text(EVERY_SETTING)
    assert resolve({}, folder / "numerate.toml").excludes((folder / path).resolve()) is excluded


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("falsealarms = 0.1", "falsealarms: no such setting; there are false-alarms, consistency"),
        ("keep = true", "keep: no such setting"),
        ("false-alarms = 2", "false-alarms: must be a share"),
        ("false-alarms = true", "false-alarms: must be a share"),
        ("exclude = 'a'", "exclude: must be a list of patterns"),
        ("consistency = 'no'", "consistency: must be true or false"),
        ("format = 'xml'", "format: must be one of text, json"),
        ("model = 5", "model: must be a string"),
        ("model = ", "not TOML"),
        ("\udcff", "not TOML"),
        pytest.param("model = " + "[" * 100_000, "not TOML", id="deep"),
    ],
)
def test_errors_name_the_file_and_the_key(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "numerate.toml"
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError) as error:
        read_settings(file)
    assert str(error.value).startswith(f"{file}: {message}")


def test_a_file_given_by_name_must_mention_numerate(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    with pytest.raises(InputError, match=r"has no \[tool\.numerate\]"):
        read_settings(tmp_path / "pyproject.toml")
    with pytest.raises(InputError, match="no such file"):
        read_settings(tmp_path / "none.toml")
    (tmp_path / "pyproject.toml").write_text("[tool]\nnumerate = 5\n")
    with pytest.raises(InputError, match="must be a table"):
        read_settings(tmp_path / "pyproject.toml")


def test_rules_are_selected_and_ignored() -> None:
    def chosen(**options: object) -> list[str]:
        return [rule for rule in RULES if CheckOptions(**options).looks_for(rule)]  # type: ignore[arg-type]

    assert chosen(select="share,change") == chosen(select=["change", " share"]) == ["change", "share"]
    assert chosen(select="share,change", ignore="share") == ["change"]
    assert chosen(ignore="unlikely") == chosen(unlikely=False)
    assert chosen(select="unlikely,date", unlikely=False) == ["date"]
    assert not CheckOptions(select="date").needs_model
    assert CheckOptions(select="unlikely").needs_model


@pytest.mark.parametrize("name", ["select", "ignore"])
def test_a_rule_that_does_not_exist_is_refused_everywhere(tmp_path: Path, name: str) -> None:
    message = "'chnage': no such rule; there are unlikely, change"
    with pytest.raises(InputError, match=f"^{name}: {message}"):
        CheckOptions(**{name: ["date", "chnage"]})  # type: ignore[arg-type]
    with pytest.raises(InputError, match=f"^--{name}: {message}"):
        from_command_line(CheckOptions, {name: "date,chnage"})
    with pytest.raises(ValueError, match="no such rule"):
        CheckOptionsSchema(**{name: ["chnage"]})  # type: ignore[arg-type]
    for line in (f'{name} = ["chnage"]', f'[rules]\n{name} = ["chnage"]'):
        (tmp_path / "numerate.toml").write_text(line)
        with pytest.raises(InputError, match=message):
            read_settings(tmp_path / "numerate.toml")


@pytest.mark.parametrize(
    ("content", "select", "ignore"),
    [
        ('rules = ["date", "share"]', ("date", "share"), None),
        ('rules = "date"', ("date",), None),
        ('[rules]\nselect = ["date"]\nignore = ["share"]', ("date",), ("share",)),
        ('ignore = ["share"]', None, ("share",)),
    ],
)
def test_project_files_choose_rules(
    tmp_path: Path, content: str, select: tuple[str, ...] | None, ignore: tuple[str, ...] | None
) -> None:
    file = tmp_path / "numerate.toml"
    file.write_text(content)
    options = resolve({}, file)
    assert (options.select, options.ignore) == (select, ignore)
    assert resolve({"select": "total"}, file).select == ("total",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("rules = 5", "select: must be a list of rules"),
        ("rules = [5]", "select: must be a list of rules"),
        ("[rules]\nchange = false", r"rules\.change: no such setting; there are select, ignore"),
    ],
)
def test_rules_that_cannot_be_read_are_refused(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "numerate.toml"
    file.write_text(content)
    with pytest.raises(InputError, match=message):
        read_settings(file)


@pytest.mark.parametrize(
    "given",
    [
        {"select": "date", "ignore": "date"},
        {"select": "date", "consistency": False},
        {"select": "unlikely", "unlikely": False},
    ],
)
def test_rules_that_leave_nothing_to_look_for_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(InputError, match="leave nothing to look for"):
        from_command_line(CheckOptions, given)


def test_a_selection_on_the_command_line_replaces_that_of_the_project(tmp_path: Path) -> None:
    file = tmp_path / "numerate.toml"
    file.write_text("consistency = false")
    assert resolve({"select": "date"}, file).looks_for("date")


@pytest.mark.parametrize(
    ("value", "levels", "share", "fails"),
    [
        ("warning", [], 1.0, False),
        ("warning", ["warning"], 0.0, True),
        ("error", ["warning"], 0.0, False),
        ("error", ["warning", "error"], 0.0, True),
        ("never", ["error"], 0.0, False),
        ("never,unjudged=0.2", [], 0.3, True),
        ("unjudged=0.2", [], 0.2, False),
        ("unjudged=0.2", ["warning"], 0.0, True),
    ],
)
def test_fail_on_names_a_level_and_a_share(value: str, levels: list[str], share: float, fails: bool) -> None:
    assert RunOptions(fail_on=value).fail_on.fails(levels, share) is fails


@pytest.mark.parametrize("value", ["", "fatal", "error,warning", "unjudged=2", "unjudged", 3])
def test_fail_on_refuses_what_it_does_not_know(value: object) -> None:
    with pytest.raises(InputError, match="fail_on: "):
        RunOptions(fail_on=value)


def test_the_help_names_the_probability_from_which_numbers_are_flagged() -> None:
    [option] = (option for name, option in declared(CheckOptions) if name == "false_alarms")
    assert f"over {FLAGGED:.0%}" in option.help
