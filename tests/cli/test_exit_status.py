import errno
import subprocess
import sys

import pytest

from numerate import cli
from numerate.errors import InputError
from tests.commands import COMMAND


def run(monkeypatch, error):
    def fail(**_):
        raise error

    monkeypatch.setattr(cli, "app", fail)
    with pytest.raises(SystemExit) as exit_:
        cli.main()
    return exit_.value.code


def test_a_bug_has_an_exit_status_of_its_own_and_shows_its_traceback(monkeypatch, capsys):
    assert run(monkeypatch, RuntimeError("impossible")) == 70
    shown = capsys.readouterr().err
    assert "RuntimeError: impossible" in shown
    assert "internal error; please report it" in shown


def test_other_system_errors_are_bugs_too(monkeypatch, capsys):
    assert run(monkeypatch, OSError(errno.EBADF, "Bad file descriptor")) == 70


def test_every_help_names_the_status_of_a_bug():
    assert "70 after an internal error" in cli._EXIT
    assert "70 after an internal error" in cli._EXIT_CHECK


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_a_full_disk_is_said(monkeypatch, capfd, error):
    assert run(monkeypatch, OSError(error, "No space left")) == 2
    assert "numerate: the output cannot be written: No space left" in capfd.readouterr().err


def test_a_name_that_no_file_can_have_is_an_error_of_the_user(monkeypatch, capsys):
    name = "a" * 300
    assert run(monkeypatch, OSError(errno.ENAMETOOLONG, "File name too long", name)) == 2
    assert f"numerate: {name}: cannot be used: File name too long; name another" in capsys.readouterr().err


def test_a_closed_pipe_is_no_finding(monkeypatch):
    monkeypatch.setattr(cli, "discard", lambda stream: None)  # of the tests' own output
    closed = BrokenPipeError(errno.EPIPE, "Broken pipe")
    assert run(monkeypatch, closed) == 141
    by_typer = SystemExit(1)
    by_typer.__context__ = closed
    assert run(monkeypatch, by_typer) == 141


def test_a_closed_standard_output_is_said_and_does_not_hide_a_bug(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", None)
    assert run(monkeypatch, SystemExit(0)) == 2
    assert "standard output is closed" in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdout", None)
    assert run(monkeypatch, RuntimeError("impossible")) == 70


def test_a_folder_that_was_deleted_is_said(monkeypatch, tmp_path, capsys):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert run(monkeypatch, SystemExit(0)) == 2
    assert "the current folder cannot be used" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("redirections", "status", "shown"),
    [
        ("2>&-", 2, ""),  # not what was meant for standard error
        ("2>/dev/full", 2, ""),
        (">&-", 2, "no such file"),
    ],
)
def test_streams_that_are_closed_or_full_change_no_status(tmp_path, redirections, status, shown):
    script = f'"$1" extract missing.txt {redirections}'
    ran = subprocess.run(["sh", "-c", script, "sh", COMMAND], cwd=tmp_path, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (status, "")
    assert shown in ran.stderr


def test_an_error_is_one_line_and_changes_nothing_of_the_terminal(monkeypatch, capsys):
    assert run(monkeypatch, InputError("a\x1b[31m\nnumerate: all is well: no such file")) == 2
    assert capsys.readouterr().err == "numerate: a␛[31m numerate: all is well: no such file\n"
