"""Whatever happens while files are written, under their names there is something whole."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from numerate.io.files import whole_folder, write_whole


def test_a_file_that_fails_half_way_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    write_whole(file, [b"whole"])

    def failing() -> Iterator[bytes]:
        yield b"ha"
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        write_whole(file, failing())
    assert file.read_bytes() == b"whole"
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_has_its_name_only_when_it_is_finished(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    begun = whole_folder(folder)
    (begun.__enter__() / "a").write_text("half")
    assert not folder.exists()
    with whole_folder(folder) as unfinished:
        assert list(unfinished.iterdir()) == []  # what was begun before is gone
        (unfinished / "b").write_text("all")
        assert not folder.exists()
    assert [file.name for file in folder.iterdir()] == ["b"]
