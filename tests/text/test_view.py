from hypothesis import given
from hypothesis import strategies as st

from numerate.text.view import view


@given(st.text())
def test_view_has_a_latin_1_character_for_each_of_the_text(text):
    plain = view(text)
    assert len(plain) == len(text)
    assert plain == plain.lower()
    plain.encode("latin-1")


@given(
    st.lists(st.sampled_from(["שלום", "мир", "和平", "٣", "☮", "🕊", "“x”", "É", " ", "ab 12", "\ud800"])).map(
        "".join
    )
)
def test_words_of_other_scripts_become_what_their_characters_do(text):
    assert view(text) == "".join(map(view, text))


def test_variants_of_one_sign_look_the_same():
    assert view("5\u20096") == view("5\u202f6") == "5\xa06"
    assert view("−5") == view("-5")
    assert view("€5")[0] == view("₹5")[0]
    assert view("ＡＢ１２％") == "ab12%"
    assert view("⅓") == view("⅞") == view("½")


def test_letters_and_digits_of_other_scripts_stay_letters():
    assert view("д字٣").isalpha()
