"""Draw docs/images/extract.svg: what `numerate extract` shows in a terminal.

python docs/draw_extract.py
"""

import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

HERE = Path(__file__).parent
COMMAND = ["numerate", "extract", "examples/earnings.txt"]
LINES = 26
# rich's own template fetches its font from elsewhere; any monospaced font will do.
FORMAT = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def main() -> None:
    """Run the command as in a terminal and draw what it prints."""
    command = [str(Path(sys.executable).with_name(COMMAND[0])), *COMMAND[1:]]
    environment = os.environ | {"FORCE_COLOR": "1", "TERM": "xterm-256color"}
    shown = subprocess.run(command, cwd=HERE.parent, env=environment, capture_output=True, check=True)  # noqa: S603
    text = Text.from_ansi("\n".join(shown.stdout.decode().splitlines()[:LINES]))
    width = max(len(line) for line in text.plain.splitlines())
    with Path(os.devnull).open("w") as nowhere:
        console = Console(record=True, width=width, file=nowhere, color_system="truecolor")
        console.print(text)
    title = f"{' '.join(COMMAND)} | head -n {LINES}"
    svg = console.export_svg(title=title, theme=DIMMED_MONOKAI, code_format=FORMAT, unique_id="extract")
    (HERE / "images").mkdir(exist_ok=True)
    (HERE / "images" / "extract.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
