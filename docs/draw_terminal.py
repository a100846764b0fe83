"""Draw the terminal output of commands: docs/images/check.svg, extract.svg, predict.svg and others.

python docs/draw_terminal.py
"""

import os
import shlex
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

HERE = Path(__file__).parent
# Each command, and how many lines of its output are drawn.
DRAWN = {
    "check": ("numerate check examples/release.md", 36),
    "extract": ("numerate extract examples/earnings.txt", 26),
    "trial": ("numerate check --only-consistency examples/trial.txt", 34),
    "diff": ("numerate check --diff --only-consistency --choose all examples/release.md", 30),
    "against": (
        "numerate check docs/terminal/draft.txt --against docs/terminal/report.txt --only-consistency "
        "--coverage",
        26,
    ),
    "predict": ('numerate predict "Shares of the airline fell [#MASK] percent on Friday."', 17),
}
# The template of rich loads a font from the internet; this one uses a local monospaced font.
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
    """Run the commands as in a terminal and draw their output."""
    (HERE / "images").mkdir(exist_ok=True)
    for name, (command, lines) in DRAWN.items():
        text = Text.from_ansi("\n".join(run(command).splitlines()[:lines]))
        width = max(len(line) for line in text.plain.splitlines())
        with Path(os.devnull).open("w") as nowhere:
            console = Console(record=True, width=width, file=nowhere, color_system="truecolor")
            console.print(text)
        title = f"{command} | head -n {lines}"
        svg = console.export_svg(title=title, theme=DIMMED_MONOKAI, code_format=FORMAT, unique_id=name)
        (HERE / "images" / f"{name}.svg").write_text(svg, encoding="utf-8")


def run(command: str) -> str:
    """Run a command of this environment and return its output; exit status 1, findings, is not a failure."""
    program, *arguments = shlex.split(command)
    environment = os.environ | {"FORCE_COLOR": "1", "TERM": "xterm-256color"}
    path = str(Path(sys.executable).with_name(program))
    process = subprocess.run([path, *arguments], cwd=HERE.parent, env=environment, capture_output=True)  # noqa: S603
    if process.returncode > 1:
        raise SystemExit(process.stderr.decode())
    return process.stdout.decode()


if __name__ == "__main__":
    main()
