import json
import re
from collections import Counter
from dataclasses import replace

import pytest
from experiments.claims import Claim, Comparison, compare
from experiments.markdown import table
from experiments.questions import QUESTIONS
from experiments.report import main, report
from experiments.results import Results, split_lines, write_result
from experiments.spec import E_ACC, LMAE, R_AUC, Experiment, Row, Section, Table, paper
from experiments.table1 import TABLE as TABLE1
from experiments.tables import TABLES, runs_of

A, B = Experiment("t/a", "finnews", "train-mean", seeds=(0, 1)), Experiment("t/b", "finnews", "train-median")


def result(name: str, **figures: float) -> dict:
    """A result whose intervals reach 0.01 to either side."""
    estimates = {key.replace("_", ".", 1): [v, v - 0.01, v + 0.01, 100] for key, v in figures.items()}
    return {
        "run": {"name": name, "corpus": "finnews"},
        "training": {"instances": 1000},
        "evaluation": {
            "cases": 100,
            "figures": estimates,
            "by_anomaly": {"swap": {"auc.log": [0.7, 0.6, 0.8, 100]}},
        },
    }


@pytest.fixture
def results(tmp_path) -> Results:
    for name, lmae in (("t/a-seed0", 0.50), ("t/a-seed1", 0.54), ("t/b-seed0", 0.80)):
        write_result(result(name, lmae_argmax=lmae), tmp_path)
    return Results(tmp_path)


def test_figures_are_means_over_seeds_with_their_spread(results):
    figure = results.figure(A, "lmae.argmax")
    assert (figure.value, figure.spread, figure.sampling) == pytest.approx((0.52, 0.02, 0.01))
    assert results.figure(B, "lmae.argmax").spread is None
    assert results.figure(A, "e_acc.argmax") is None
    assert results.figure(replace(A, name="t/never"), "lmae.argmax") is None
    assert results.figure(A, "swap/auc.log").value == pytest.approx(0.7)
    assert results.figure(A, "unit/auc.log") is None


def test_a_table_has_the_papers_figures_next_to_ours(results):
    rows = (
        Row("one", A, paper(0.6, 74.6, columns=(LMAE, E_ACC))),
        Row("other", B, paper(None, 55.8, columns=(LMAE, E_ACC))),
    )
    markdown = table(Table("t", "T", "", (LMAE, E_ACC, R_AUC), (Section("Both", rows),)), results)
    assert markdown.splitlines() == [
        "| Model | LMAE ↓ | paper | E-Acc ↑ | paper | r-AUC ↑ |",
        "| --- | --: | --: | --: | --: | --: |",
        "| *Both* |  |  |  |  |  |",
        "| one | **0.520 ± 0.020** | 0.600 | – | 74.6 | – |",
        "| other | 0.800 | – | – | 55.8 | – |",
    ]


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (Claim("", compare(A, B, LMAE)), "**holds** (1 of 1 comparisons): LMAE better by +0.280"),
        (Claim("", compare(B, A, LMAE)), "**does not hold** (0 of 1 comparisons, 1 the other way round)"),
        (
            Claim("", compare(A, (A, B), LMAE)),
            "**holds in part** (1 of 2 comparisons): LMAE better by +0.000 to +0.280",
        ),
        (Claim("", compare(A, A, LMAE), equal=True), "**holds**"),
        (Claim("", compare(A, B, LMAE), equal=True), "**does not hold**"),
        (Claim("", compare(A, B, E_ACC)), "not run"),
    ],
)
def test_claims_are_answered_from_the_figures(claim, verdict, results):
    assert claim.answer(results).startswith(verdict)


def test_a_difference_within_the_noise_counts_as_level(tmp_path):
    write_result(result("t/a-seed0", e_acc_argmax=0.805), tmp_path)
    write_result(result("t/b-seed0", e_acc_argmax=0.800), tmp_path)
    results = Results(tmp_path)
    e_acc = replace(E_ACC, figure="e.acc_argmax")
    assert Comparison(A, B, e_acc).outcome(results) == ("level", pytest.approx(0.5))


def test_results_are_packed_in_one_file(tmp_path):
    lines = [json.dumps(result(name, lmae_argmax=0.5)) for name in ("t/a-seed0", "t/b-seed0")]
    (tmp_path / "lines").write_text("\n".join(lines) + '\n{"run": {"na')
    assert split_lines(tmp_path / "lines", tmp_path) == 2
    assert Results(tmp_path).figure(A, "lmae.argmax").value == 0.5
    text = (tmp_path / "t" / "a-seed0.json").read_text()
    assert json.loads(text) == json.loads(lines[0])
    assert '"lmae.argmax": [ 0.5, 0.49, 0.51, 100 ]' in text


def test_every_run_has_a_name_of_its_own_and_its_place():
    names = Counter(run.name for run in runs_of())
    assert max(names.values()) == 1
    assert all(re.fullmatch(r"table\d/[a-z0-9+-]+-seed\d", name) for name in names)
    seeds = [run.seed for run in runs_of()]
    assert seeds == sorted(seeds)
    assert {run.experiment.corpus for run in runs_of()} == {"finnews", "finnews-dollar", "sci"}


def test_runs_are_found_by_table_corpus_row_and_name():
    assert {run.name for run in runs_of(["table5"])} < {run.name for run in runs_of(["table1"])}
    assert [run.name for run in runs_of(["table1/transformer-dexp"])] == [
        "table1/transformer-dexp-seed0",
        "table1/transformer-dexp-seed1",
    ]
    assert [run.name for run in runs_of(["table1/transformer-dexp-seed1"])] == [
        "table1/transformer-dexp-seed1"
    ]
    assert {run.experiment.corpus for run in runs_of(["sci"])} == {"sci"}
    with pytest.raises(SystemExit, match="no table or run table9"):
        runs_of(["table1", "table9"])


def test_the_papers_figures_are_the_papers():
    rows = {row.label: row.paper for row in TABLE1.rows}
    assert rows["Transformer-DExp"] == paper(0.500, 74.6, 0.861, 0.828)
    assert rows["Train-Median"] == paper(1.88, 5.52, None, None)


def test_the_report_is_whole_with_and_without_results(tmp_path):
    empty = report(Results(tmp_path))
    assert all(table.title in empty for table in TABLES.values())
    assert all(question.text in empty for question in QUESTIONS)
    assert empty.count(" not run\n") == sum(len(question.claims) for question in QUESTIONS)
    for run in runs_of(["table1/transformer-dexp", "table1/transformer-loglp"]):
        better = "dexp" in run.name
        figures = result(run.name, lmae_argmax=0.4 if better else 0.6)
        write_result(figures, tmp_path)
    main(["--results", str(tmp_path), "--out", str(tmp_path / "TABLES.md")])
    written = (tmp_path / "TABLES.md").read_text()
    assert (
        "DExp predicts best, under both encoders. **holds** (1 of 1 comparisons): LMAE better by +0.200"
        in written
    )
    assert "finnews 1,000 and 100" in written
