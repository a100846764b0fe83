import pytest
from benchmarks.reports import read_reports
from benchmarks.tables import kept

RIGHT = """<p>Total income was 2,075 in 2024.</p>
<table><tr><th></th><th>2024</th><th>2023</th></tr>
<tr><td>Fares</td><td>1,204</td><td>1,130</td></tr>
<tr><td>Freight</td><td>871</td><td>804</td></tr>
<tr><td>Total income</td><td>2,075</td><td>1,934</td></tr></table>
"""


def test_reports_of_a_folder_are_measured(tmp_path):
    (tmp_path / "a.html").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "b.html").write_text(RIGHT.replace("2,075 in", "2,057 in"), encoding="utf-8")
    measured = kept(tmp_path, errors=3)
    assert (measured["documents"], measured["tables"], measured["tables with a finding"]) == (2, 2, 0)
    assert measured["planted"] == 6
    assert measured["coverage of total cells"] == 1.0
    [finding] = measured["findings of all rules"]
    assert (finding["file"], finding["rule"]) == ("b.html", "table-text")


def test_a_folder_without_reports_is_refused(tmp_path):
    with pytest.raises(SystemExit, match=r"no file that ends in \.html"):
        list(read_reports(tmp_path))
