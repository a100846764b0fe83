"""Texts of kinds that rules took for contradictions in published documents, in other words."""

import pytest

from tests.consistency.helpers import certain, kinds


@pytest.mark.parametrize(
    "text",
    [
        "Orlan, one of the best-known bankers, stays in his $4 million villa before he faces the court over"
        " a $20 billion fraud.",
        "The clerk sued for $3.1 million against his main backer. The suit is the second largest that he has"
        " filed over the $44 billion collapse.",
        "Their main aim is a limit of $150,000, and the other would raise it to $2 million.",
        "Most drivers would get a bonus of $4,000, and at least $9,000 over three years.",
        "The fund of the largest banks gained 3.1 percent before noon, after 12.4 percent in June.",
        "The second-largest chemist rose to $41.20 after closing at $39.75 on Monday.",
        "The 0.2 M group had the highest yield, followed by the 0.4 M group.",
        "Prices cooled to a 14-month low of 2.1 percent.",
        "Nausea was rarer [new 71.0% versus old/usual 69.0%, 95% CI (-3.1%, 7.1%)].",
        "The city fell in 612 BCE. Between 745 and 727 the king had led campaigns almost every year.",
        "The slope was close to one (0.93) in the first group.",
        "In the United States, product sales were $16.2 billion in 2018. In Europe, product sales were $3.7"
        " billion in 2018.",
        "The sprint, which ran for 11 weeks (September 25 to December 9), brought forty releases.",
        "They combined to shoot 77 percent (7-for-9) from long range.",
        "The -35 sequence element binds to the factor before the others do.",
        "With two groups, Po = 0.6 and Pi = 0.4, we needed 90 patients.",
        "There was a slight overlap JHEP07(2012)040 of the two regions.",
        "It used 0.86 kcal · kg^-1 · hr^-1 (95% confidence interval 0.71 to 0.95).",
        "Men with a life expectancy of at least 12 weeks could take part in the trial.",
        "The board met in Geneva on Monday and Tuesday, May 11 and 12. It met again on Monday, June 8 and on"
        " Monday, July 6.",
        "The working week is at a 2-1/2 year high of 35.5 hours.",
        "Floor space in malls will reach 90 million square feet.",
        "There is no chance of cutting debts to 130 percent of output.",
        "The sums were rare (P between 2.1e-4 and 3.0e-12).",
        "The factor makes a smooth step between 1 and 0, and we varied it between 1.4 and 0.6.",
        "This agrees with the -3 position in the upper strand.",
        "The delta reaches from 11°02′ to 11°40′ N latitude and 103°10′ to 104°00′ E longitude.",
        "Patients received the spray at 200/25 μg or placebo in a 2:1 ratio.",
        "In clay, the swing is the largest at 10 cm and the smallest at 80 cm.",
        "We allowed a maximum of 2 missed sites, with a minimum peptide length of 7.",
        "The plate has an area of 8.5 cm×8.5 cm.",
        "Genes 3 and 9 of all 7 members of the clan are alike.",
        "Four of the 1 to 6 circles form one league.",
        "The score ranged from 81.2 to 88.9%, with an average salt content of 5.1%.",
        "Slices of 20 and 40 µm were cut with a cryostat.",
        "Whoever was born between 1952 and 1957 may retire at the age of 65.",
        "She left four sons aged from 24 to 9.",
        "The first 15 minutes (40-25) are set aside for questions.",
        "The Larks ran off a 31-18 second quarter and never looked back.",
        "Service is a minimum of 14 days of basic training and a maximum of 5 days of refresher training.",
        "She was divorced from Olin in 1974, and married Teo in 1981.",
        "In the first round he won 9,310 votes against 8,822 for the opposition candidate.",
        "The second highest group are Lutherans at 7.5%, with Quakers following behind at 3.1%.",
        "The operating margin was (3.1)% compared with 4.0% in fiscal 2019.",
        "The figures show a decrease in the average workweek of 0.9 hours.",
        "The maximum speed of the tailless design was put at 810 km/h.",
        "The plant can supply 90,000 engines per year to the power industry.",
        "The pastry can be baked and cooled up to 2 days ahead.",
        "The array covers an area of 1700 km 2.",
        "The probability that the mouse turns left is 14 and the probability that it turns right is 34.",
        "They put the probability of another 10, 15 or even 20 percent fall at one half.",
        "We stood at 41° 12′ latitude north and 141° 30′ longitude east.",
        "The –12 consensus sequence, called the core, is TTGACA.",
        "There are almost half a million (462,000) nurses.",
        "This gives over one million (220) combinations.",
        "The office has three tasks: hearing complaints, writing rules, and collecting and sorting data.",
        "They rode a 28-12 third quarter and in the end won by 11.",
        "The Owls (19-4) were expected to win by 14.",
        "The Herons (6-8) sent the Otters (2-11) to their fourth loss, pulling away in the second half for a"
        " 101-88 victory.",
        "He had 12 points, 4 rebounds, and a 6:1 assist: turnover ratio.",
        "The dye (30 μM or higher) and the lipid were mixed at a 1:4 molar ratio in buffer (5 mM or higher).",
        "This leaves a deficit of 14 + 11 + 8=33 millions of crowns.",
        "The mean number of licks had a frequency of 1.63 ± 0.22 Hz (mean ± SD, n=12 mice).",
        "This ratio varies from 18:75 to 20:00.",
        "beer: 1.35 litres of alcohol (2018 est.)\n\nwine: 0.2 litres of alcohol (2018 est.)\n\n"
        "other: 3.15 litres of alcohol (2018 est.)",
        "For this chapter:\n\n(A) $61,000,000 for fiscal year 2011.\n\nFor the next chapter:\n\n"
        "(A) $24,000,000 for fiscal year 2011.",
        "An adjustment of stocks (the elimination of $310 million of charges in 2016).\n\n"
        "An adjustment of costs (the elimination of $820 million of charges in 2016).",
        "The order concerns some 140 million residents of Iran, Libya, Somalia and Yemen.",
        "The mean value for the velocity of light in air is 299,870 kilometers per second.",
        "The feeble violet light at a depth of 20 to 50 meters is enough for them.",
        "The mine lies 250 km (160 miles) from the port.",
        "Blocks are multiples of 131072 bytes (128 KB).",
        "Whisk in 1/4 cup (50 ml) spicy dressing.",
        "Stir in 1 teaspoon of ginger, 2 tablespoons of honey and the oats.",
        "The island can make 60 barrels of oil or 90 bushels of rye.",
        "Increase the oil temperature to 350 degrees F (175 degrees C).",
        "The park has 18,130 km (7,000 mi) of forest.",
        "Water was given a density of 1 g/cm3, equivalent to 103 kg/m3.",
        "The coast had the lowest price at $2.31 a litre, down 19 cents.",
        "Prices are at their lowest level in six years and will hold for the next 18 months.",
        "The airlines have ordered 912 of the 787 planes.",
        "A winter storm with sustained winds of 150 km/h (90 mph) came ashore.",
        "The index edged down 2.3 points to 9,214.71.",
        "They may elect to substitute 14, 210 tons (14,438 metric tons) of cruisers.",
        "The layers in the south are between 21,000 and 9,500 years old.",
        "The first farmers were followed by the Corded culture (2300–1900).",
        "Some call this a micron (1 micron = 10 metre).",
        "There were the five newcomers: a baker, a smith, and their wives.",
        "We compare each of the six nutrients from our three tools: fat, sugar, salt, fibre, iron and zinc.",
        "In 2012 the investment portfolio of $18.2 billion grew.\n\nIn 2012 the investment portfolio of"
        " $130 million was written down.",
        "In Beijing, some 21,000 residents remain under quarantine.",
        "Use the -6 option to force it.",
        "The hall was commissioned in 1993, 48 years after the end of the war, and opened in 2004.",
        "Fill the half-pint (250 mL) jars.",
        "The useful part is 10.0% of 100 W, or 10.0 J/s.",
        "The temperature was raised from room temperature to 380 degC in the heated tube.",
        "The magnets had a pulse repetition of 0.3 Hz.",
        "It was grown in a 96-deep-well plate of 2 ml volume.",
        "The attack came between 2300 and 0515 h.",
        "It finds 93.1% of the top 10% of the cases (95% CI: 84.2% - 99.0%).",
        "Units smaller than –2 SDs were left out.",
        "Seventeen items were rated on a five-point scale of agreement (1 to 5).",
        "The linear model had the most evidence, ΣBIC = 8120, followed by the cubic one, ΣBIC = 8455.",
        "There was no fever in 62.5% (n = 60) of the patients whereas 36 (37.5%) had one.",
        "There were 264 thefts this year, down 46 or 15% compared to the 310 in 2023.",
        "There was no difference (relative risk 1.02, 95% CI 0.88–1.18; p=0.93).",
        "The flocks were not synchronous (Rayleigh test; N = 108; Z = 2.01; p=0.13).",
        "26 percent of the bankers named rates as the biggest risk. The fear came in second only to war,"
        " which drew 31 percent.",
        "The sublimation point at atmospheric pressure is −78.5 °C.",
        "In 1974, Olin Marr (age 41) became the oldest to win it, a record that stood until broken in 1999"
        " by Ed Vance (age 44).",
        "A quad is one quadrillion (10) units of heat.",
    ],
)
def test_other_meanings(text: str) -> None:
    assert not certain(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Osk is the second largest town with 41,000 people, after Brenn with 35,000.", "rank"),
        ("It drew between 9,000 and 4,000 people.", "range"),
        ("The smallest hen weighs 3 kg, the largest 2 kg.", "range"),
        ("There is a chance of 130 percent that it rains.", "impossible"),
        ("The cabin has a latitude of 97° north.", "impossible"),
        ("The score ranged from 81.2 to 88.9%, with an average score of 75.1%.", "interval"),
        ("They won by three goals (5–3).", "score"),
        ("Nearly 150 million people live in Iran.", "known"),
        ("The town spent 12 + 16 + 10 = 39 crowns.", "total"),
        ("The club has three sections: rowing, sailing, canoeing and diving.", "words"),
        ("The trail is 150 km (39 miles) long.", "conversion"),
        ("The price was half a million (945,000).", "words"),
        ("There are five newcomers: a baker, a smith, a cook and a tailor.", "words"),
        ("They won the final by two games to three.", "score"),
        ("In the placebo group (n = 48), 18 (73.5%) withdrew.", "group"),
        ("The bowl holds 2 ml.", "implausible"),
        ("The difference was 1.2 (95% CI 0.88–1.52; p = .52).", "estimate"),
        ("He joined at 22 in 1998 and left at 39 in 2010.", "age"),
    ],
)
def test_what_is_still_found(text: str, kind: str) -> None:
    assert kind in kinds(text)


@pytest.mark.parametrize(
    ("text", "wrong", "right", "kind"),
    [
        ("The reef drifts 3 m a year and between 1990 and 2010 it drifted {} m.", "90", "60", "growth"),
        (
            "The choir gained 12 singers every year since May 2016, when it had 40; in May 2024 it had {}.",
            "163",
            "136",
            "growth",
        ),
        (
            "The herd grew by four every year from 2011 to 2020 inclusive, from 30 to {}.",
            "90",
            "70",
            "growth",
        ),
        ("The mill was begun in 1871, opened in {} and burned down in 1902.", "1867", "1876", "chronology"),
        ("Four years after his trip in 1931 he sailed, in the autumn of {}.", "1953", "1935", "chronology"),
        ("Christmas Day fell on a {} in 2024.", "Friday", "Wednesday", "date"),
        ("The strip is 2,000 feet, about {} metres, long.", "6,560", "610", "conversion"),
        ("{} of the taps in the house now have a filter.", "140%", "40%", "impossible"),
        ("Out of the 24 scouts in the troop, {} had passed.", "27", "17", "impossible"),
        ("At {}° north the sun stays up.", "93", "73", "impossible"),
        ("Steer a compass bearing of {} degrees.", "510", "150", "implausible"),
    ],
)
def test_other_words(text: str, wrong: str, right: str, kind: str) -> None:
    assert kind in kinds(text.format(wrong))
    assert not kinds(text.format(right))


def test_between_them_is_no_range() -> None:
    text = "The guides, Ada (12 years with us) and Ben, led 840 walks between them: 410, 250 and {}."
    assert kinds(text.format(280)) == ["total"]
    assert not kinds(text.format(180))
