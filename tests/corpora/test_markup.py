from __future__ import annotations

import pytest

from numerate.corpora.markup import read_html, read_markdown


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Up <b>5</b>% &amp; more</p>", "Up 5% & more"),
        ("<h1>Title</h1><p>one\n   line</p><ul><li>1<li>2</ul>", "Title\n\none line\n\n1\n\n2"),
        ("<table><tr><td>3</td><td>4</td></tr></table>", "3\n\n4"),
        ("<head><title>no</title></head><style>p{width:3px}</style><script>x=4</script>yes", "yes"),
        ("line<br>line", "line\n\nline"),
        ("5 < 6", "5 < 6"),
        ("", ""),
    ],
)
def test_html_gives_what_a_reader_sees(html: str, text: str) -> None:
    assert read_html(html) == text


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("# Title\n\nA *word* and\nanother [one](http://x.y/3).", "Title\n\nA word and another one."),
        ("```\nx = 3\n```\n\n    y = 4\n\nend", "end"),
        ("- 1 apple\n- 2 pears", "1 apple\n\n2 pears"),
        ("| a | b |\n|---|---|\n| 3 | 4 |", "a\n\nb\n\n3\n\n4"),
        ("![a picture](3.png) of `5`", "of 5"),
        ("<div>six</div>", "six"),
    ],
)
def test_markdown_loses_its_marks(markdown: str, text: str) -> None:
    assert read_markdown(markdown) == text
