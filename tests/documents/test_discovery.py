import os

import pytest

from numerate.documents import find


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name in ["b.md", "a.txt", "data.csv", ".hidden.md", ".git/c.md", "sub/d.TEX", "sub/deeper/e.docx"]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("5")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(discovery):
    return [path.as_posix() for path in discovery.files]


def problems(discovery):
    return [str(error) for error in discovery.problems]


def test_a_folder_lists_its_documents_in_order(folder):
    discovery = find([folder])
    assert [path.relative_to(folder).as_posix() for path in discovery.files] == [
        "a.txt",
        "b.md",
        "sub/d.TEX",
        "sub/deeper/e.docx",
    ]
    assert discovery.left_out == [folder / "data.csv"]
    assert not discovery.problems


def test_a_named_file_is_included_whatever_its_suffix(folder):
    assert names(find(["data.csv", ".hidden.md"])) == ["data.csv", ".hidden.md"]


def test_a_pattern_matches_files_of_known_formats(folder):
    assert names(find(["*.md"])) == ["b.md"]
    assert names(find(["**/*.*"])) == ["a.txt", "b.md", "sub/d.TEX", "sub/deeper/e.docx"]
    assert names(find([f"{folder}/sub/**"])) == [f"{folder}/sub/d.TEX", f"{folder}/sub/deeper/e.docx"]
    assert names(find(["s*"])) == ["sub/d.TEX", "sub/deeper/e.docx"]


def test_a_file_whose_name_looks_like_a_pattern_is_found(folder):
    (folder / "draft[1].md").write_text("5")
    assert names(find(["draft[1].md"])) == ["draft[1].md"]


def test_each_file_is_listed_once(folder):
    (folder / "z-link.md").symlink_to("b.md")
    assert names(find(["b.md", "*.md", ".", "./b.md"])) == ["b.md", "a.txt", "sub/d.TEX", "sub/deeper/e.docx"]


def test_links_to_folders_are_not_followed_and_broken_links_are_problems(folder):
    (folder / "sub/round").symlink_to("..")
    (folder / "broken.md").symlink_to("gone.md")
    discovery = find(["."])
    assert len(discovery.files) == 4
    assert problems(discovery) == ["broken.md: broken link, or not a regular file; remove it"]
    assert problems(find(["broken.md"])) == ["broken.md: broken link; repair or remove it"]


def test_missing_paths_are_problems_and_the_rest_is_listed(folder):
    (folder / "bare").mkdir()
    discovery = find(["none.md", "*.pdf", "bare", "a.txt"])
    assert names(discovery) == ["a.txt"]
    none, pattern, bare = problems(discovery)
    assert none == "none.md: no such file or folder"
    assert pattern.startswith("*.pdf: no file matches")
    assert bare.startswith("bare: no file in this folder ends in one of .txt")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_without_read_permission_is_a_problem(folder):
    (folder / "sub").chmod(0)
    try:
        discovery = find(["."])
    finally:
        (folder / "sub").chmod(0o755)
    assert names(discovery) == ["a.txt", "b.md"]
    assert any("permissions" in problem for problem in problems(discovery))
