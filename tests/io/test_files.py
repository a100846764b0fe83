"""Files and folders are replaced as a whole or not at all."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from numerate.errors import InputError
from numerate.io.files import read_text, whole_folder, write_text, write_whole


@pytest.mark.parametrize("error", [OSError("the disk is full"), KeyboardInterrupt()])
def test_a_write_that_fails_half_way_keeps_the_old_file(tmp_path: Path, error: BaseException) -> None:
    file = tmp_path / "a.txt"
    write_whole(file, [b"wh", b"ole"])

    def failing() -> Iterator[bytes]:
        yield b"ha"
        raise error

    with pytest.raises(type(error)):
        write_whole(file, failing())
    assert file.read_bytes() == b"whole"
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_gets_its_name_once_it_is_finished(tmp_path: Path) -> None:
    folder = tmp_path / "finished"
    interrupted = whole_folder(folder)
    (interrupted.__enter__() / "a").write_text("half")
    assert not folder.exists()
    with whole_folder(folder) as unfinished:
        assert list(unfinished.iterdir()) == []  # the interrupted one was removed
        (unfinished / "b").write_text("all")
        assert not folder.exists()
    assert [file.name for file in folder.iterdir()] == ["b"]


def test_a_text_replaces_the_file_that_a_link_points_to(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("before")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    write_text(tmp_path / "link.txt", "é \udcff")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text(encoding="utf-8") == "é \\udcff"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_text(Path("/dev/null"), "gone")
    assert not Path("/dev/null").is_file()


def test_a_path_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "missing/file", tmp_path):
        with pytest.raises(InputError, match="cannot be written") as error:
            write_text(path, "")
        assert str(path) in str(error.value)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="has no device that never ends")
def test_a_file_that_never_ends_is_not_read_to_its_end():
    with pytest.raises(ValueError, match="more than 67,108,864 bytes"):
        read_text(Path("/dev/zero"))
