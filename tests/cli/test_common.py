"""The progress bar, on a terminal and without one."""

import io

import pytest

from numerate.cli.common import progress_bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(stream, monkeypatch, hidden=False):
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar("{task.completed:,} numbers", hidden=hidden) as bar:
        bar.update(bar.add_task("", total=4000), completed=1000)
        bar.refresh()
    return stream.getvalue()


def test_a_terminal_sees_what_is_done_and_how_much_that_is(monkeypatch):
    text = shown(Terminal(), monkeypatch)
    assert "1,000 numbers" in text
    assert "25%" in text


@pytest.mark.parametrize(("stream", "hidden"), [(io.StringIO(), False), (Terminal(), True)])
def test_files_and_those_who_hide_it_see_nothing(stream, hidden, monkeypatch):
    assert shown(stream, monkeypatch, hidden).strip() == ""
