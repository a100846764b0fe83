"""The tools, called by the SDK's own client."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import docx
import pytest

from mcp import Client, StdioServerParameters
from numerate.mcp.server import make_server

WRONG = "A total of 4,520 people: 2,480 in Europe, 1,120 in Asia and 650 in the Americas."


def session(server: Any, steps: Callable[[Client], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Client(server) as client:
            await steps(client)

    asyncio.run(asyncio.wait_for(run(), 120))


def call(root: Path, tool: str, **arguments: Any) -> Any:
    results = []

    async def steps(client: Client) -> None:
        results.append(await client.call_tool(tool, arguments))

    session(make_server(root), steps)
    [result] = results
    return result


def test_tools_are_described_and_typed(tmp_path: Path) -> None:
    tools = []

    async def steps(client: Client) -> None:
        tools.extend((await client.list_tools()).tools)
        assert "call `check`" in client.instructions

    session(make_server(tmp_path), steps)
    assert {"check", "extract", "predict", "compare"} <= {tool.name for tool in tools}
    for tool in tools:
        assert tool.description
        assert tool.annotations.read_only_hint
        assert tool.output_schema["type"] == "object"
        assert all("description" in value for value in tool.input_schema["properties"].values()), tool.name


def test_check_returns_findings_with_their_arithmetic(tmp_path: Path) -> None:
    result = call(tmp_path, "check", text=WRONG, only_consistency=True).structured_content
    [finding] = result["findings"]
    assert finding["message"] == "2,480 + 1,120 + 650 = 4,250, not 4,520."
    assert finding["suggestions"][0] == {
        "text": "4,250",
        "reason": "two digits were swapped",
        "probability": None,
        "certain": True,
    }
    assert WRONG[finding["start"] : finding["end"]] == "4,520"
    assert result["coverage"] == "0 of 4 numbers judged"


def test_check_reads_files_of_its_folder_only(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph(WRONG)
    document.save(str(tmp_path / "a.docx"))
    result = call(tmp_path, "check", path="a.docx", only_consistency=True).structured_content
    assert [finding["where"] for finding in result["findings"]] == ["paragraph 1"]
    outside = call(tmp_path, "check", path="../../etc/passwd")
    assert outside.is_error
    assert "outside of" in outside.content[0].text


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("check", {}, "give either `text` or `path`"),
        ("check", {"text": "5", "path": "a.txt"}, "give either `text` or `path`"),
        ("check", {"text": "5", "false_alarms": 3}, "must be a share"),
        ("check", {"text": "5", "select": ["totals"]}, "totals"),
        ("extract", {"path": "missing.txt"}, "no such file"),
        ("predict", {"text": "no mask"}, r"has no \[#MASK\]"),
    ],
)
def test_errors_say_what_to_do(tmp_path: Path, tool: str, arguments: dict[str, Any], message: str) -> None:
    result = call(tmp_path, tool, **arguments)
    assert result.is_error
    assert re.search(message, result.content[0].text)


def test_extract_reads_markup_where_the_format_is_named(tmp_path: Path) -> None:
    result = call(tmp_path, "extract", text="Lost **−$3.4** billion, not `12`.", format="markdown")
    [number] = result.structured_content["numbers"]
    assert (number["value"], number["kind"], number["unit"]) == (-3.4e9, "money", "USD")


def test_predict_gives_intervals_and_values(tmp_path: Path) -> None:
    text = "Shares of the airline fell [#MASK] percent on Friday."
    [prediction] = call(tmp_path, "predict", text=text).structured_content["predictions"]
    assert prediction["most"][0] < prediction["half"][0] < prediction["median"] < prediction["most"][1]
    assert text[prediction["start"] : prediction["end"]].startswith("[#MASK]")
    assert len(prediction["likeliest"]) == 5


def test_compare_tells_changed_numbers_from_rewritten_ones(tmp_path: Path) -> None:
    result = call(
        tmp_path,
        "compare",
        before=f"{WRONG} Sales were $3.4 billion.",
        after=f"{WRONG.replace('4,520', '4,250')} Sales were 3,400 million dollars, in 12 countries.",
        only_consistency=True,
    ).structured_content
    assert [(c["before"]["text"], c["after"]["text"]) for c in result["changed"]] == [("4,520", "4,250")]
    assert [number["text"] for number in result["added"]] == ["12"]
    assert (result["removed"], result["new_findings"], result["unchanged"]) == ([], [], 4)
    assert [finding["rule"] for finding in result["resolved"]] == ["total"]


def test_trace_names_the_places_in_the_sources(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Revenue was $1,248 million in 2023, after $1,120 million in 2022.")
    text = "Revenue rose to $1,248 million in 2023. It employs 731 people."
    result = call(tmp_path, "trace", text=text, source_paths=["notes.txt"]).structured_content
    verdicts = {number["text"]: number["verdict"] for number in result["numbers"]}
    assert (verdicts["$1,248 million"], verdicts["731"]) == ("same", "absent")
    [revenue] = [number for number in result["numbers"] if number["text"] == "$1,248 million"]
    assert revenue["evidence"]
    assert "supported by the sources" in result["summary"]
    nothing = call(tmp_path, "trace", text=text)
    assert nothing.is_error
    assert "no source" in nothing.content[0].text


@pytest.mark.slow
def test_the_command_serves_on_its_standard_streams(tmp_path: Path) -> None:
    async def steps(client: Client) -> None:
        result = await client.call_tool("extract", {"text": "Twelve ships."})
        assert result.structured_content["numbers"][0]["value"] == 12
        assert client.server_info.name == "numerate"

    code = "from numerate.cli import main; main()"
    path = [p for p in sys.path if p]
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-c", f"import sys; sys.path[:0] = {path!r}; {code}", "mcp"],
        cwd=tmp_path,
    )
    session(parameters, steps)
