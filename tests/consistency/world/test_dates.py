"""The tables of dated events, as they are read."""

from datetime import date

from numerate.consistency.world.dates import dates


def test_every_event_is_on_a_day_of_the_calendar():
    for (day, month), events in dates().items():
        for event in events:
            assert event.year < 1583 or date(event.year, month, day)
            assert all(event.names)
            stems = [stem for group in event.stems for stem in group]
            assert all(stem.isascii() and stem.isalpha() and stem.islower() for stem in stems), stems


def test_an_event_fits_the_beginning_of_a_word():
    [event] = [each for each in dates()[1, 5] if "Malta" in each.names]
    assert event.year == 2004
    assert event.fits(frozenset(("joined", "the", "union")))
    assert not event.fits(frozenset(("rejoined", "the", "union")))
    assert not event.fits(frozenset(("joined", "the", "club")))
    assert event.is_about("malta")


def test_nothing_stands_in_the_tables_twice():
    rows = [(event.date, event.year, event.names) for events in dates().values() for event in events]
    assert len(rows) == len(set(rows)) > 1000
