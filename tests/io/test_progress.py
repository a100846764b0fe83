"""The progress bar, on a terminal and without one."""

import io

import pytest

from numerate.io.progress import ProgressBar


class Terminal(io.StringIO):
    def isatty(self):
        return True


STREAMS = pytest.mark.parametrize(
    ("stream", "hidden", "shows"),
    [(Terminal(), False, True), (io.StringIO(), False, False), (Terminal(), True, False)],
    ids=["terminal", "file", "hidden"],
)


def redirect(stream, monkeypatch):
    stream.seek(0)
    stream.truncate()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm")


@STREAMS
def test_only_a_terminal_shows_the_work_done_and_its_share(stream, hidden, shows, monkeypatch):
    redirect(stream, monkeypatch)
    with ProgressBar(hidden=hidden) as bar:
        bar.update(1000, 4000, "1,000 numbers", "12.5 MB/s")
        bar.print("a line")  # draws the bar anew below it
    text = stream.getvalue()
    assert ("1,000 numbers" in text, "25%  12.5 MB/s" in text) == (shows, shows)
    assert shows or text.strip() == "a line"


def test_a_bar_without_a_label_is_invisible_until_its_first_update(monkeypatch):
    stream = Terminal()
    redirect(stream, monkeypatch)
    with ProgressBar() as bar:
        bar.print("a line")
    assert "%" not in stream.getvalue()


@STREAMS
def test_lines_are_printed_as_they_are(stream, hidden, shows, monkeypatch):
    redirect(stream, monkeypatch)
    line = "report.md: line [b]3[/b] :smile: " + "x" * 200
    with ProgressBar("label", hidden=hidden) as bar:
        bar.print(line)
    assert line in stream.getvalue()
