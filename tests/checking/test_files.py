from pathlib import Path

import pytest

from numerate.checking.files import write_whole
from numerate.errors import InputError


def test_a_file_is_replaced_whole_and_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("before")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    write_whole(tmp_path / "link.txt", "é \udcff")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text(encoding="utf-8") == "é \\udcff"
    assert len(list(tmp_path.iterdir())) == 2


def test_what_is_no_file_is_written_to_but_not_replaced() -> None:
    write_whole(Path("/dev/null"), "gone")
    assert not Path("/dev/null").is_file()


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "missing/file", tmp_path):
        with pytest.raises(InputError, match="cannot be written"):
            write_whole(path, "")
