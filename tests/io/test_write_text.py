from collections.abc import Iterator
from pathlib import Path

import pytest

from numerate.errors import InputError
from numerate.io.files import write_text, write_whole


def test_a_file_is_replaced_whole_and_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("before")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    write_text(tmp_path / "link.txt", "é \udcff")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text(encoding="utf-8") == "é \\udcff"
    assert len(list(tmp_path.iterdir())) == 2


def test_what_is_no_file_is_written_to_but_not_replaced() -> None:
    write_text(Path("/dev/null"), "gone")
    assert not Path("/dev/null").is_file()


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "missing/file", tmp_path):
        with pytest.raises(InputError, match="cannot be written"):
            write_text(path, "")


def test_nothing_is_left_of_what_could_not_be_finished(tmp_path: Path) -> None:
    def parts() -> Iterator[bytes]:
        yield b"half"
        raise KeyboardInterrupt

    (tmp_path / "a.txt").write_text("before")
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "a.txt", parts())
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.txt", "before")]
