"""Events that are recognised by day, name and word."""

import pytest

from numerate.consistency import inconsistencies
from tests.growth import assert_linear


def wrong(text, title=""):
    """Return the figures reported in a text below a title, with all rules at work."""
    whole = f"{title}\n\n{text}" if title else text
    headings = [(0, len(title))] if title else []
    return [each.numbers[0].text for each in inconsistencies(whole, headings) if each.kind == "known"]


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("", "San Francisco was destroyed by the earthquake of 18 April 1926."),
        ("Lisbon in a long weekend", "On the morning of 1 November 1785 an earthquake destroyed the city."),
        ("Lisbon: a profile", "- 1785: on 1 November an earthquake destroys the city."),
    ],
)
def test_the_day_tells_the_event(title, text):
    assert wrong(text, title)
    right = text.replace("1926", "1906").replace("1785", "1755")
    assert not wrong(right, title)


@pytest.mark.parametrize(
    "text",
    [
        "On 18 April 1926 San Francisco elected a mayor.",
        "On 18 April 1956, 50 years after the earthquake, San Francisco remembered it.",
        "On 19 April 1926 San Francisco felt an earthquake.",
    ],
)
def test_another_day_or_subject_is_no_such_event(text):
    assert not wrong(text)


@pytest.mark.parametrize(
    ("title", "text", "year"),
    [
        ("", "Malta joined the European Union on 1 May 2014, together with nine other countries.", "2014"),
        ("Viking", "On 20 July 1967 Viking 1 landed on a plain in the north of Mars.", "1967"),
        ("Titanic", "The wreck was found on 1 September 1958, in two pieces.", "1958"),
        ("Helsinki", "The country declared its independence on 6 December 1927.", "1927"),
        ("", "At noon on 31 December 1989 Panama received control of the canal.", "1989"),
        ("", "Croatia became a member of the Union on 1 July 2003, the last so far to join.", "2003"),
        ("", "The Sydney Opera House was opened by the Queen on 20 October 1937.", "1937"),
        ("", "On 14 December 1991 Amundsen and four companions reached the South Pole.", "1991"),
        ("Ghana", "Independence came on 6 March 1975.", "1975"),
        ("", "Rome was captured when Italian troops breached the walls at Porta Pia on 20 September 1879.",
         "1879"),
        ("", "Mount St. Helens erupted on 18 May 1988 after two months of tremors.", "1988"),
        ("", "On April 12, 1916, Yuri Gagarin became the first human being in space.", "1916"),
        ("The moons of Mars", "Asaph Hall saw the smaller one on 12 August 1887.", "1887"),
        ("", "Mandela walked out of prison on 11 February 1999, hand in hand with his wife.", "1999"),
        ("", "King John put his seal to Magna Carta on 15 June 1251.", "1251"),
        ("", "Iceland proclaimed the republic on 17 June 1947.", "1947"),
        ("", "The Channel Tunnel was officially opened on 6 May 1984.", "1984"),
        ("The Brooklyn Bridge", "It opened on 24 May 1893, and 150,000 people crossed it that day.", "1893"),
        ("", "On 28 June 1941 Archduke Franz Ferdinand was shot in Sarajevo.", "1941"),
        ("", "The Concorde crash at Gonesse on 25 July 2002 killed 113 people.", "2002"),
        ("", "Jane Austen was born in Steventon on 16 December 1757.", "1757"),
        ("", "Charles Darwin died at Down House on 19 April 1892.", "1892"),
        ("", "The Treaty of Versailles was signed on 28 June 1991 in the Hall of Mirrors.", "1991"),
        ("", "On 9 November 1998 the Berlin Wall was opened.", "1998"),
        ("", "Carmen had its first performance on 3 March 1857.", "1857"),
        ("", "Slovenia introduced the euro on 1 January 2017.", "2017"),
        ("", "Roger Bannister ran the mile in under four minutes on 6 May 1945.", "1945"),
        ("", "Huygens flew with the orbiter. The probe landed on Titan on 14 January 2015.", "2015"),
    ],
)  # fmt: skip
def test_one_wrong_digit_in_the_year_is_reported(title, text, year):
    assert any(year in figure for figure in wrong(text, title))


@pytest.mark.parametrize(
    ("title", "text"),
    [
        # right
        ("", "Malta joined the European Union on 1 May 2004."),
        ("Viking", "On 20 July 1976 Viking 1 landed on a plain in the north of Mars."),
        ("Titanic", "The wreck was found on 1 September 1985, in two pieces."),
        ("Helsinki", "The country declared its independence on 6 December 1917."),
        ("", "At noon on 31 December 1999 Panama received control of the canal."),
        ("", "Estonia adopted the euro on 1 January 2011, Latvia on 1 January 2014."),
        ("", "On 20 January 1969 Nixon was sworn in, eight years to the day after Kennedy."),
        ("", "Germany attacked Poland on 1 September 1939."),
        ("", "The Schengen rules were extended to Malta on 21 December 2007."),
        ("", "Bulgaria and Romania followed on 1 January 2007."),
        # later days
        ("", "On 1 May 2014 Malta looked back on ten years in the European Union."),
        ("", "On 1 May 2014 Malta marked the tenth anniversary of joining the European Union."),
        ("", "On 20 July 1979, ten years after the landing, the crew of Apollo 11 met again."),
        ("", "A stamp of 15 April 1992 shows the sinking of the Titanic."),
        ("", "On 6 December 1957 Finland celebrated its independence."),
        ("", "The Sydney Opera House held an open day on 20 October 2013, 40 years after it opened."),
        ("Titanic", "On 15 April 2012 a memorial service was held where she sank."),
        ("", "On 11 February 2020 people gathered where Mandela was released."),
        ("", "The centenary was observed in 1969. On 17 November 1969 ships on the Suez Canal, opened by an "
         "empress, blew their horns."),
        ("", "On 4 July 1976 America turned 200, and the Declaration of Independence was read out."),
        # another event, or another subject
        ("", "On 1 May 2019 Malta raised the minimum wage."),
        ("", "On 20 July 1967 heavy rain fell on Mars, Pennsylvania."),
        ("", "The wreck was found on 1 September 1958 in a lake in Maine."),
        ("", "On 6 December 1927 the theatre in Helsinki gave a play by Shaw."),
        ("", "On 9 November 1998 the Berlin museum bought a painting."),
        ("", "The Brooklyn store was painted on 24 May 1893."),
        ("", "On 14 July 1889 the Second International was founded in Paris."),
        ("", "Our house in Sarajevo was sold on 28 June 1941."),
        ("", "Her aunt was born on 16 December 1757."),
        ("", "On 31 December 1989 Panama was under foreign troops."),
        ("", "The Sydney ferry was put into service on 20 October 1937."),
        ("", "Carmen Ortiz retired on 3 March 1957."),
        # another day, month or no year
        ("", "Malta joined the club on 2 May 2014."),
        ("", "In the fable Viking 1 was repainted on 21 July 1967."),
        ("", "The tunnel opened on 6 May."),
        ("", "On 9 November the Berlin Wall was opened; the year is on the plaque."),
        # years that no single typo explains
        ("", "On 14 December 2008 a rover reached the South Pole where Amundsen had been."),
        ("", "The Treaty of Versailles, signed by her on 28 June 2007, was a watercolour."),
        ("", "Mount St. Helens erupted on 18 May 1543 in that novel."),
        # plans, and sentences with the right year
        ("", "The bridge in Brooklyn will be opened again on 24 May 1993 after repairs."),
        ("", "On 25 July 2010 the families met, as every year since the crash of the Concorde in 2000."),
        ("", "The next landing of a Viking is planned for 20 July 1978."),
        ("", "On 1 May 2014 Malta, which had joined the Union in 2004, held an open day."),
    ],
)  # fmt: skip
def test_right_dates_and_other_days_are_not(title, text):
    assert not wrong(text, title)


def test_the_message_names_the_event_and_its_year():
    text = "The wreck was found on 1 September 1958."
    [finding] = inconsistencies(f"Titanic\n\n{text}", [(0, 7)], rules=["known"])
    assert finding.message == "The event of 1 September (Titanic) dates from 1985, not 1958."
    assert [each.value for each in finding.suggestions] == [1985]


def test_many_dates_of_one_sentence_take_linear_time():
    date = "on 1 May 2014 Malta joined, "
    assert_linear(wrong, date * 50, date * 200)
