"""Claims in the words of everyday documents: `[wrong|right]` is the figure that contradicts, and its twin."""

import re

import pytest

from tests.consistency.helpers import certain

CLAIMS = {
    "rank": """
The Oder branch is the longest at [31|82] km, ahead of the Ilse branch at 47 km.
Vell is the largest moon, with a diameter of [1,200|5,200] km. The second largest, Orra, measures 3,100 km.
The tallest tower in the city is the Lenz Tower (1[2|9]4 m), followed by the Harbour Tower (163 m).
Coffee is our best-selling drink with [310|910] cups a week, followed by tea with 480.
With [23|43] goals he was top scorer, ahead of Pinto with 31.
The runner-up, Haas, scored [91|71] points and the winner, Duval, 84.
Bergen (2[6|9]5,000) is bigger than Tromso (271,000).
The north wing, at [410|840] m², is larger than the south wing, at 620 m².
Salaries are the largest item in the budget (€[2.1|4.1] million). Rent comes second at €2.8 million.
At [640|340] g, the Aria is lighter than the Nova, which weighs 520 g.
She finished in 3:4[9|1], ahead of Brandt in 3:44.
The cheaper of the two flats costs £[1,150|850] a month, the dearer one £990.
The school has more girls ([212|312]) than boys (254).
Fewer people came on Saturday ([1,900|900]) than on Sunday (1,450).
Oslo is the second largest, with [890,000|690,000] residents, behind Malmen with 720,000.
""",
    "ratio": """
The dressing uses oil and vinegar in a ratio of 3:1, so take [90|180] ml of oil to 60 ml of vinegar.
The ratio of pupils to teachers is [12|15] to 1: 450 pupils and 30 teachers.
With 24 nurses for 96 beds, the ratio is one nurse to [six|four] beds.
There are [84|48] women and 16 men on the course, three women for every man.
Concrete is mixed in the ratio 1:2:4, that is 50 kg of cement, [120|100] kg of sand and 200 kg of gravel.
The model is built to a scale of 1:20; the real car is 4.4 m long and the model [44|22] cm.
Water and rice go into the pot two to one: [750|500] ml of water for 250 ml of rice.
The company has debts of €60 million and equity of €40 million, a debt-to-equity ratio of [2.5|1.5].
Boys outnumber girls two to one, with [36|48] boys and 24 girls.
On a scale of 1:25,000, 8 cm on the map is [4|2] km.
Dilute one part of syrup with five parts of water, for example 100 ml of syrup with [600|500] ml of water.
For every two adults there were five children: 30 adults and [85|75] children.
""",
    "score": """
Rovers won the final [1–2|2–1] after extra time.
Lea Holm won [2–3|3–2] against Ida Brandt.
The Hawks beat the Bears by [78–87|87–78].
United drew [2–1|2–2] with City.
The game ended in a [1–0|1–1] draw.
A [0–2|2–0] victory over Leeds took them to the top.
The hosts won by [four|three] goals, 5–2.
City ran out [2–4|4–2] winners at Vale Park.
They scored 14 points in the first half and 21 in the second, [45|35] in all.
The Lions led 3–1 at half-time. They conceded two more and lost [4–3|3–4] in the end.
With wins of 3–1, 2–0 and 4–2 they scored [8|9] goals in three games.
""",
    "vote": """
The council approved the budget by [17|23] votes to 19.
The motion fell, with [14|4] councillors for and nine against.
The committee voted [6 to 9|9 to 6] in favour of the merger.
The resolution was adopted with 12 votes in favour, [15|5] against and two abstentions.
Twenty-one members voted: 12 for, six against and [five|three] abstained.
The motion was lost: [18|8] for, 11 against.
Mr Alder won the seat with [4,120|5,120] votes; Ms Birch received 4,870.
The board voted [5–7|7–5] to approve the sale.
The proposal was defeated by [13|31] votes to 22.
Of the 40 delegates, 22 voted yes, 11 voted no and [nine|seven] abstained.
The amendment passed, [9|19] in favour and 14 opposed.
Members rejected the offer by [69|96] votes to 84.
In a show of hands the minutes were approved (for: [4|14], against: 6).
""",
    "chronology": """
The library opened in 1998. Four years later, in [2001|2002], a café was added.
The bridge was closed in 2004, two years after it had been built in [2001|2002].
Two years earlier, in [2016|2014], the firm had moved to Leeds, and in 2016 it bought its rival.
The mill was built in [1932|1832] and burned down in 1901.
She married in 1974 and, five years later, in [1978|1979], moved to Kent.
He was mayor from [2014|2004] until 2011.
The lease was signed on 4 May [2022|2020] and expired on 3 May 2021.
Founded in [1962|1926], the club won its first cup in 1951.
The first edition appeared in 2009 and the second, three years later, in [2013|2012].
The probe was launched in [2019|2009] and reached the planet in 2016.
Work began in March [2021|2012] and was completed in June 2014.
In 2011, [five|three] years after the fire of 2008, the hall reopened.
The war broke out in 1618 and ended 30 years later, in [1638|1648].
""",
    "duration": """
The film starts at 20:15 and ends at 22:05, so it runs for [two hours 50 minutes|one hour 50 minutes].
The class runs from 9:00 to 10:30 ([2.5 hours|1.5 hours]).
The flight takes off at 07:50 and lands at 11:20. The journey takes [4 hours 30 minutes|3 hours 30 minutes].
She worked from 8 a.m. to 4 p.m., a shift of [seven|eight] hours.
He was chairman for [nine|seven] years, from 2003 to 2010.
The festival runs from 5 to 9 July and lasts [seven|five] days.
The lease runs from 1 March 2020 to 28 February 2023, a term of [four|three] years.
The hotel stay is 12 June to 19 June ([nine|seven] nights).
The meeting began at 14:00 and was closed at 15:45, after [2 h 45 min|1 h 45 min].
The reign of Queen Orla (1702–1740) lasted [48|38] years.
The course starts on 3 September and ends on 15 October. It lasts [eight|six] weeks.
From Monday 3 June to Friday [28|14] June 2024 the office is closed for two weeks.
The permit is valid for [three|two] years, from May 2021 to May 2023.
""",
    "words": """
The landlord shall return the deposit within thirty ([13|30]) days.
The fee is two hundred and fifty euros ([€520|€250]).
The loan runs for fifteen ([50|15]) years.
A deposit of £[1,050|1,500] (fifteen hundred pounds) is payable.
The committee has [six|five] members: Adams, Bell, Cole, Dunn and Ebert.
The price rose from £[48|38] to £42.
The number of cases fell from [112|212] to 131.
The contract is for a period of twelve ([20|12]) months.
Take ten (10) tablets and three ([5|3]) capsules.
The sum of USD [14,000|40,000] (forty thousand US dollars) falls due in May.
There are [four|three] sizes: small, medium and large.
Output increased to [410|510] tonnes from 450 tonnes.
""",
    "impossible": """
About [115|85]% of the residents own a car.
Some [130|30]% of all flats in the building are empty.
Of the 60 seats, [72|52] were taken.
The meeting is set for [30 February|28 February] 2023.
Check-in closes at [24:45|22:45].
The probability of rain is [1.2|0.2].
The groups did not differ (95% confidence interval −0.2 to 1.4, p = [1.4|0.14]).
[Thirteen|Three] of the twelve eggs were broken.
The survey reached 400 households, of which [430|340] replied.
The committee has 12 members, [15|5] of whom are women.
The relative humidity was [140|40]%.
The correlation between the two scores was r = [1.31|0.31].
The invoice is dated [31|30] November 2021.
The gas was cooled to [−290|−190] °C.
The sauce is [104|10.4]% sugar.
""",
    "conversion": """
The lake is 24 km (about [25|15] miles) long.
The parcel weighs 5 kg, or [21|11] lb.
Add 250 ml ([1.8|0.44] pints) of milk.
The plot measures 2 hectares ([9.4|4.94] acres).
The peak rises to 2,400 m ([8,774|7,874] feet).
It was 30 °C ([68|86] °F) in the shade.
The screen is 27 inches ([86.6|68.6] cm) across.
The tank holds 50 litres, which is [31.2|13.2] US gallons.
The limit is 50 km/h ([13|31] mph).
The journey takes 90 minutes ([2.5|1.5] hours).
The file is 1.5 GB, i.e. [150|1,500] MB.
The beam is 1.2 m, equal to [1,020|1,200] mm.
The truck weighs 3.5 tonnes – [5,300|3,500] kg.
A marathon of 42.2 km is about [36|26] miles.
""",
    "currency": """
The room costs €80, about $[68|88] at the current rate of 1.10 dollars to the euro.
At an exchange rate of 1.20, the £500 fee comes to €[900|600].
The rent is 9,000 kronor ($[600|900] at 10 kronor to the dollar).
One euro is 7.50 kroner, so the ticket at €20 costs [105|150] kroner.
The fund moved $2 million into yen at 140 yen per dollar, receiving ¥[208|280] million.
He paid £300 in total, which at $1.30 to the pound is $[930|390].
The exchange rate is €1 = $1.08. The car costs €25,000, that is $[72,000|27,000].
We converted $400 into euros at a rate of 0.90 and got €[630|360].
The grant of CHF 50,000 is worth €[25,000|52,000] at €1.04 per franc.
The bill of 1,600 rupees came to $[2|20] at 80 rupees to the dollar.
""",
}

DECOYS = """
The age of the cases ranges between 1 to 33 years, and the male to female ratio is 2:1.
Place the cut side of the other half against the frosted side and press to secure the two halves.
The cells were stained with the first (1:500) and the second (1:500), respectively.
He had 20 points or less in all 11 of the contests, having scored in single digits twice over that span.
She scored 24 to lead her team, and also added 6 rebounds and 5 assists.
It makes 15 million batteries for laptops and 10 million for phones, and holds a 13% share of the market.
It inhibited the enzyme at 49.8 ± 0.4 μg/mL and showed weak inhibition (21%) of the other.
The city has an average of 10 cases per day compared to an average of 33 cases reported per day two weeks ago.
Thompson, who had 41 points in the match before, led the way with 29, while Curry added 21.
Take 1/2 pound of thick-cut bacon and 1 pound thick-sliced ham, with 8 1-pint wide-mouth jars.
Aliquots (200 μL) were injected into a column of 250 mm × 4.6 mm × 10 μm.
After holding a 2 point lead at the break, they won the third period by 12 and the fourth by 9.
The largest lake covers 30 km², more than the 25 km² of the park.
It is the highest figure since 2012, when 410 were sold, after 520 the year before.
The second largest hall seats 400, after the renovation 600.
The tallest building has 24 floors, followed by a park of 3 hectares.
More people came in 2019 (1,200) than the 1,500 we had expected would suggest.
The winner took home £500 and the runner-up £900 in vouchers.
The sauce needs flour and butter in a ratio of 1:1, plus 200 ml of milk and 300 ml of stock.
The aspect ratio is 16:9 and the screen is 60 cm wide.
The odds were 3 to 1; he staked £10 and then £40.
On a scale of 1 to 10, 40 guests rated the stay 8 and 20 guests rated it 9.
Town lost 3–1 at home to United.
She lost in straight sets, 6–4, 6–3.
Rangers went down 2–0 to Celtic.
The survey reached 400 people in 12 villages, of whom 90 replied.
City lost 3–1 on aggregate despite winning 2–1 at home.
They won the second leg after losing the first 0–2.
The Hawks ended the game on a 23–8 run to win by 19.
They needed a win to avoid a 0–3 deficit.
On three separate nights between 15 and 19 October, the alarm rang.
The party ruled for 40 years until he was elected in 2000 and re-elected in 2007.
The male:female ratio was 1.28:1 and the 21–25 years age group was the largest.
The hosts had 30 assists to 12 errors in the ratio, while the guests had 17 errors to 26 assists.
The bonus was 106 percent of the employees' salary.
The zone lies north of 20° north latitude and west of 175° west longitude.
Trailing 1–3, they won in the end.
The team won 12 of 20 games; the rest were drawn.
After a 1–0 defeat and a 2–2 draw they won the third game.
The motion to close the debate was lost and the report was approved with 14 in favour and 16 absent.
The council has 40 members; 12 voted for the plan and 9 against, so it was adopted.
The motion needed two thirds and fell, with 18 for and 11 against.
The bill passed its first reading in 2019 and its second in 2018 was void.
The house was built in 1998 on the site of a mill that burned down in 1901.
He retired in 2004 and died in 2011.
The road, closed in 1998, was opened again in 2004.
The plan of 2019 was for a station that opened in 2012.
Two years later, in 2016, she met the man who had founded the club in 1988.
The shop is open from 9:00 to 18:00 with a break of 1 hour.
Trains run from 6:00 to 22:00 every 20 minutes.
The lease runs from 1 March 2020 to 28 February 2023 with three months' notice.
The museum, open from 10:00 to 16:00, can be seen in two hours.
From 2003 to 2010 he lived in Rome, where he spent three years at the academy.
See section four (12) for the terms.
Ten (8%) of the respondents did not answer.
Sixteen (four of them new) members came.
Prices rose 15% from 2019 to 2020.
There are three ways to pay: cash and card at the till, or online.
Sales grew to 120% of the previous year.
Energy use was 130% of the limit.
Of the 60 seats, 72 per cent were taken.
The firm has 12 shops, 15 cafés and 3 bars.
Of the 12 members five are women and 15 guests came.
The shop opens 24 hours.
The path is 24 km (15 minutes by bus) from the coast.
A box weighs 5 kg or 8 kg.
The board is 2 m, 40 cm wide.
The oven is set to 180 °C (350 °F).
The room costs €80, breakfast $12, and a dollar is worth 0.90 euros.
In 2019 the rate was $1.30 to the pound; today £300 is $360.
The temperature fell from 4 °C to −2 °C.
Unemployment fell from 4.5% in 2019 to 4.1% in 2021.
The largest group were adults (40%), followed by children (35%) and pensioners (25%).
"""

_CHOICE = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
FOUND = 0.6
"""Least share of the wrong passages of a kind that is found."""


def lines(text):
    return [line for line in text.splitlines() if line]


@pytest.mark.parametrize("kind", CLAIMS)
def test_wrong_figures_are_found_and_right_ones_are_not(kind):
    passages = lines(CLAIMS[kind])
    assert {line: messages for line in passages if (messages := certain(_CHOICE.sub(r"\2", line)))} == {}
    missed = [line for line in passages if not certain(_CHOICE.sub(r"\1", line))]
    assert len(missed) <= (1 - FOUND) * len(passages), missed


def test_figures_that_claim_nothing_are_not_reported():
    assert {line: messages for line in lines(DECOYS) if (messages := certain(line))} == {}
