import pytest

from tests.text.reading import one


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("on 5 May", "date"),
        ("at 5 pm", "time"),
        ("at 1500 GMT", "time"),
        ("in 1995 they", "year"),
        ("in 1995 cases", "cardinal"),
        ("aged 41 or so", "age"),
        ("up to 1995 seats", "cardinal"),
    ],
)
def test_words_around_a_bare_number_say_what_it_is(text, kind):
    assert one(text).kind == kind
