import codecs

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numerate.documents.reading import Decoded, decode
from numerate.errors import UnreadableError

PRINTED = st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufeff") | st.just("\n"))
MARKED = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


def refusal(data: bytes) -> str:
    with pytest.raises(UnreadableError) as error:
        decode(data)
    return str(error.value)


@pytest.mark.parametrize("encoding", MARKED)
@given(text=PRINTED)
def test_a_mark_states_the_encoding_and_is_no_character(encoding: str, text: str) -> None:
    mark = MARKED[encoding]
    assert decode(mark + text.encode(encoding)) == Decoded(text, encoding, len(mark))


@given(PRINTED)
def test_without_a_mark_it_is_utf_8(text: str) -> None:
    assert decode(text.encode()) == Decoded(text, "utf-8", 0)


@given(st.binary(max_size=60))
def test_what_is_decoded_can_be_encoded_to_the_same_bytes(data: bytes) -> None:
    try:
        source, encoding, mark = decode(data)
    except UnreadableError:
        assume(False)
    assert data[mark:] == source.encode(encoding, "surrogateescape")


@pytest.mark.parametrize("text", ["Café, naïve: £5 million", "“Five” – 5 €", "é" * 50])
def test_the_letters_of_windows_are_read(text: str) -> None:
    assert decode(text.encode("cp1252")) == Decoded(text, "cp1252", 0)


def test_a_broken_byte_among_letters_of_utf_8_stays_as_it_is() -> None:
    data = "Café – naïve – déjà ".encode() + b"\xff" + " cost £5 million".encode()
    source, encoding, _ = decode(data)
    assert encoding == "utf-8"
    assert source == "Café – naïve – déjà \udcff cost £5 million"


def test_as_many_broken_bytes_as_letters_are_letters_of_windows() -> None:
    assert decode("é".encode() + b"\xff").encoding == "cp1252"
    assert decode("éé".encode() + b"\xff").encoding == "utf-8"


def test_what_can_be_neither_names_the_byte_and_the_way_out() -> None:
    assert "neither UTF-8 nor Windows-1252 (byte 0x81 at 6)" in refusal(b"Costs \x81 of 5")
    assert "iconv" in refusal(b"Costs \x81 of 5")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_what_breaks_after_its_mark_is_refused(encoding: str) -> None:
    broken = MARKED[encoding] + "5 million".encode(encoding) + b"\x00"
    assert f"begins as {encoding} text but breaks at byte" in refusal(broken)
    assert "begins as utf-8" in refusal(codecs.BOM_UTF8 + b"5 \xff")


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
def test_what_is_not_text_is_refused(data: bytes) -> None:
    assert "not text" in refusal(data)


def test_a_few_control_characters_make_no_text_binary() -> None:
    text = "\x1b[1mProfit\x1b[0m\trose\f 5%\r\n" + "\x01" + "a" * 99
    assert decode(text.encode()).source == text


def test_nothing_is_a_text_too() -> None:
    assert decode(b"") == Decoded("", "utf-8", 0)
    assert decode(codecs.BOM_UTF8) == Decoded("", "utf-8", 3)
