"""Which encoding a text file is read in, and what is refused."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numerate.documents import read
from numerate.documents.decoding import Decoded, decode
from numerate.errors import UnreadableError

PRINTABLE = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufeff") | st.just("\n")
)
BYTE_ORDER_MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


def decoding_error(data: bytes) -> str:
    with pytest.raises(UnreadableError) as error:
        decode(data)
    return str(error.value)


@pytest.mark.parametrize("encoding", BYTE_ORDER_MARKS)
@given(text=PRINTABLE)
def test_a_byte_order_mark_determines_the_encoding(encoding: str, text: str) -> None:
    mark = BYTE_ORDER_MARKS[encoding]
    assert decode(mark + text.encode(encoding)) == Decoded(text, encoding, len(mark))


@given(PRINTABLE)
def test_without_a_mark_text_is_utf_8(text: str) -> None:
    assert decode(text.encode()) == Decoded(text, "utf-8", 0)


@given(st.binary(max_size=60))
def test_decoded_text_encodes_to_the_same_bytes(data: bytes) -> None:
    try:
        source, encoding, mark = decode(data)
    except UnreadableError:
        assume(False)
    assert data[mark:] == source.encode(encoding, "surrogateescape")


@pytest.mark.parametrize("text", ["Café, naïve: £5 million", "“Five” – 5 €", "Où est-il ? À 5 %, déjà"])
def test_windows_1252_is_recognised(text: str) -> None:
    assert decode(text.encode("cp1252")) == Decoded(text, "cp1252", 0)


def test_a_few_invalid_bytes_leave_utf_8_text_utf_8() -> None:
    data = "Café – naïve – déjà ".encode() + b"\xff" + " cost £5 million".encode()
    source, encoding, _ = decode(data)
    assert encoding == "utf-8"
    assert source == "Café – naïve – déjà \udcff cost £5 million"


def test_as_many_invalid_bytes_as_characters_make_it_windows_1252() -> None:
    assert decode("é".encode() + b"\xff").encoding == "cp1252"
    assert decode("éé".encode() + b"\xff").encoding == "utf-8"


def test_text_in_neither_encoding_is_an_error_with_the_byte() -> None:
    assert "neither UTF-8 nor Windows-1252 (byte 0x81 at 6)" in decoding_error(b"Costs \x81 of 5")
    assert "iconv" in decoding_error(b"Costs \x81 of 5")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_text_that_contradicts_its_mark_is_an_error(encoding: str) -> None:
    broken = BYTE_ORDER_MARKS[encoding] + "5 million".encode(encoding) + b"\x00"
    assert f"begins as {encoding} text but breaks at byte" in decoding_error(broken)
    assert "begins as utf-8" in decoding_error(codecs.BOM_UTF8 + b"5 \xff")


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 40,
        b"\x89PNG\r\n\x1a\n\0\0\0",
        b"abc\0def",
        b"\x7fELF\x02\x01",
        b"\x01" * 3 + b"a" * 99,
    ],
)
def test_binary_data_is_an_error(data: bytes) -> None:
    assert "not text" in decoding_error(data)


def test_a_few_control_characters_are_text() -> None:
    text = "\x1b[1mProfit\x1b[0m\trose\f 5%\r\n" + "\x01" + "a" * 99
    assert decode(text.encode()).source == text


def test_no_bytes_are_an_empty_text() -> None:
    assert decode(b"") == Decoded("", "utf-8", 0)
    assert decode(codecs.BOM_UTF8) == Decoded("", "utf-8", 3)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_read_and_said_to_be_assumed(encoding: str) -> None:
    text = "Profit rose 5% to £6 million.\r\nIt was “more” than expected."
    document = read(text.encode(encoding), format="text")
    assert (document.source, document.encoding) == (text, encoding)
    assert f"read as {encoding.upper()}" in document.assumption
    start = document.text.index("6")
    place = document.locate(start, start + 1)
    assert text.encode(encoding)[place.byte_start : place.byte_end].decode(encoding) == "6"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("売上高は5億円で、前年より6%増えた。", "shift_jis"),
        ("Toyota (トヨタ) sold 5 cars. ホンダ sold 6.", "shift_jis"),
        ("销售额为5亿元，增长6%。", "gbk"),
        ("매출은 5억 원으로 6% 늘었다.", "euc-kr"),
        ("Выручка выросла на 5% до 6 млн рублей.", "cp1251"),
        ("Выручка выросла на 5% до 6 млн рублей.", "koi8-r"),
        ("Τα έσοδα αυξήθηκαν κατά 5%.", "iso8859-7"),
    ],
)
def test_text_of_another_script_is_refused(text: str, encoding: str) -> None:
    assert "convert it" in decoding_error(text.encode(encoding))


@pytest.mark.parametrize("text", ["Kosten: 5 €, 6 £ – für 7 Jahre", "Sales of £5m – “café”"])
def test_utf_7_is_refused(text: str) -> None:
    assert "UTF-7" in decoding_error(text.encode("utf-7"))


@pytest.mark.parametrize(
    "text", ["C++ grew 5%", "Google+Docs-5", "a +5 bonus, +b- and +ABCD- too", "A+-rated"]
)
def test_plus_signs_are_no_utf_7(text: str) -> None:
    assert decode(text.encode()).source == text


def test_iso_2022_is_refused() -> None:
    assert "ISO-2022" in decoding_error("売上は5億円".encode("iso2022_jp"))


def test_what_was_assumed_is_said_only_where_it_was() -> None:
    assert "read as Windows-1252" in decode("Café: 5 €".encode("cp1252")).assumption
    assert decode("Café: 5 €".encode()).assumption == ""
    assert decode(codecs.BOM_UTF16_LE + "5".encode("utf-16-le")).assumption == ""
