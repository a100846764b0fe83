"""The help of every command."""

import re

import pytest
import typer
from typer.testing import CliRunner

from numerate.cli import app

COMMANDS = sorted(typer.main.get_command(app).commands)
RUNNER = CliRunner(env={"COLUMNS": "200", "TERM": "dumb"})


def shown_help(*arguments: str) -> str:
    result = RUNNER.invoke(app, [*arguments, "--help"], prog_name="numerate")
    assert result.exit_code == 0
    return result.output


def options(command: str) -> list[typer.core.TyperOption]:
    parameters = typer.main.get_command(app).commands[command].params
    return [parameter for parameter in parameters if parameter.param_type_name == "option"]


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_h_is_short_for_help(command: list[str]) -> None:
    short = RUNNER.invoke(app, [*command, "-h"], prog_name="numerate")
    assert short.exit_code == 0
    assert short.output == shown_help(*command)
    assert "-h, --help" in short.output


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_shows_its_default_or_that_it_is_required(command: str) -> None:
    entries = re.split(r"\n  (?=-)", shown_help(command).partition("\nOptions:")[2])
    by_name = {entry.split()[0].rstrip(","): " ".join(entry.split()) for entry in entries if entry.strip()}
    for option in options(command):
        entry = by_name[option.opts[0]]
        assert re.search(r"\[[^\]]*(default: |required)", entry), entry
        assert option.help, entry


@pytest.mark.parametrize("command", COMMANDS)
def test_arguments_and_options_are_explained(command: str) -> None:
    for parameter in typer.main.get_command(app).commands[command].params:
        assert parameter.help
        assert parameter.help.rstrip()[-1] in ".?"


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_exit_statuses_are_listed(command: list[str]) -> None:
    statuses = shown_help(*command).partition("Exit status: ")[2]
    assert re.search(r"^0 .*\b2 .*\b130 ", " ".join(statuses.split()))


def test_exit_statuses_of_check_tell_findings_from_errors() -> None:
    assert "0 without findings, 1 with findings, 2 if" in shown_help("check")


@pytest.mark.parametrize(("command", "text"), [("predict", "[#MASK]"), ("check", "[tool.numerate]")])
def test_brackets_are_not_taken_for_markup(command: str, text: str) -> None:
    assert text in shown_help(command)


def test_a_summary_of_every_command_fits_its_line() -> None:
    result = CliRunner(env={"COLUMNS": "80", "TERM": "dumb"}).invoke(app, ["--help"], prog_name="numerate")
    assert "..." not in result.output.partition("Commands:")[2]
