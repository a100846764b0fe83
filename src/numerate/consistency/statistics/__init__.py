"""Statistics as papers report them: tests with p-values, estimates with intervals, means of whole numbers.

Written from the papers that describe the checks: Nuijten et al. 2016 (statcheck), Altman and Bland 2011
(p-values and intervals), Brown and Heathers 2017 (GRIM), Anaya 2016 (GRIMMER), Heathers and Brown 2019
(DEBIT).
"""
