"""The readable text of Markdown and HTML: what a reader sees, with a blank line between blocks."""

from __future__ import annotations

import re

# Everything that starts on a line of its own. Inline elements join without a gap: "<b>5</b>%" is "5%".
_BLOCKS = (
    "address article aside blockquote br caption dd div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul"
)
_UNSEEN = ["head", "noscript", "script", "style", "svg", "template"]
_SPACES = re.compile(r"\s+")
# Stands for the edge of a block while spaces and line ends of the source, which mean nothing, are joined.
_EDGE = "\ue000"
_EDGES = re.compile(rf"\s*{_EDGE}[\s{_EDGE}]*")


def read_html(html: str) -> str:
    """Give the text a browser would show."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(html)
    tree.strip_tags(_UNSEEN)
    for block in tree.css(_BLOCKS.replace(" ", ",")):
        block.insert_before(_EDGE)
        block.insert_after(_EDGE)
    return _tidy(tree.root.text() if tree.root else "")


def read_markdown(source: str) -> str:
    """Give the text without its marks; code, images and the addresses of links are left out."""
    from markdown_it import MarkdownIt

    lines = []
    for block in MarkdownIt("commonmark").enable("table").parse(source):
        if block.type == "inline":
            lines.append("".join(_inline(token.type, token.content) for token in block.children or ()))
        elif block.type == "html_block":
            lines.append(read_html(block.content))
    return _tidy(_EDGE.join(lines))


def _inline(kind: str, content: str) -> str:
    if kind in ("softbreak", "hardbreak"):
        return " "
    return content if kind in ("text", "code_inline") else ""


def _tidy(text: str) -> str:
    return _EDGES.sub("\n\n", _SPACES.sub(" ", text)).strip()
