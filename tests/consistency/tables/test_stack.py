from hypothesis import given
from hypothesis import strategies as st

from numerate.consistency.tables.stack import OpenLines


def stack(*lines: int) -> OpenLines:
    result = OpenLines()
    for line in lines:
        result.append(line, result=False)
    return result


def test_a_total_takes_the_place_of_its_lines():
    open_lines = stack(0, 1, 2, 3)
    open_lines.include([2, 3], 4)
    assert open_lines.lines == [0, 1, 4]
    assert open_lines.results == {2: True}


def test_lines_between_those_of_a_total_stay_open():
    open_lines = stack(0, 1, 2, 3)
    open_lines.include([1, 3], 4)
    assert open_lines.lines == [0, 2, 4]


def test_a_total_goes_back_to_headings_results_and_the_start():
    open_lines = stack(0, 1)
    open_lines.begin_section()
    for line in (2, 3, 4):
        open_lines.append(line, result=line == 2)
    # From the start, from the heading or the result that follows it, and from the line after the result.
    shares = open_lines.natural_lengths()
    assert shares.keys() == {5, 3, 2}
    assert shares[5] == shares[3] > shares[2]


def test_a_sure_result_is_a_likelier_start():
    open_lines = OpenLines()
    for line in range(6):
        open_lines.append(line, result=line == 3, sure=line == 1)
    shares = open_lines.natural_lengths()
    assert shares[5] > shares[3]


def test_a_copy_changes_on_its_own():
    open_lines = stack(0, 1)
    other = open_lines.copy()
    other.include([0, 1], 2)
    assert (open_lines.lines, other.lines) == ([0, 1], [2])


@given(st.lists(st.integers(0, 3), max_size=40))
def test_indices_stay_within_the_stack(steps):
    open_lines = OpenLines()
    for line, step in enumerate(steps):
        if step == 3 and len(open_lines.lines) > 2:
            open_lines.include(open_lines.lines[-2:], line)
        elif step == 2:
            open_lines.begin_section()
        else:
            open_lines.append(line, result=step == 1)
    height = len(open_lines.lines)
    assert all(0 <= index < height for index in open_lines.results)
    assert all(0 <= index <= height for index in open_lines.sections)
    assert all(2 <= length <= height for length in open_lines.natural_lengths())


def test_a_result_of_included_lines_is_added_to_nothing():
    open_lines = stack(0, 1)
    open_lines.include([0, 1], 2)
    open_lines.append(3)
    open_lines.include([2, 3], 4)
    open_lines.append(5)
    open_lines.include([2, 5], 6)
    assert open_lines.lines == [4, 5]
