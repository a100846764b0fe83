import errno

import pytest

from numerate import cli


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
