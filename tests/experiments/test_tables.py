import json
import re
from collections import Counter
from dataclasses import replace

import pytest
from experiments.claims import Claim, Comparison, compare
from experiments.markdown import table
from experiments.questions import QUESTIONS, tuned
from experiments.report import main, report
from experiments.results import Results, split_lines, write_result
from experiments.spec import E_ACC, LMAE, R_AUC, Experiment, Row, Section, Table, paper
from experiments.table1 import TABLE as TABLE1
from experiments.table6 import FAIR, at_best_rate, with_rate
from experiments.tables import TABLES, runs_of

A, B = Experiment("t/a", "finnews", "train-mean", seeds=(0, 1)), Experiment("t/b", "finnews", "train-median")


def result(name: str, corpus: str = "finnews", noise: int = 1, **figures: float) -> dict:
    """A result whose intervals reach 0.01 to either side; its replicates deviate by `noise` thousandths."""
    estimates = {key.replace("_", ".", 1): [v, v - 0.01, v + 0.01, 100] for key, v in figures.items()}
    return {
        "run": {"name": name, "corpus": corpus},
        "training": {"instances": 1000},
        "evaluation": {
            "cases": 100,
            "figures": estimates,
            "by_anomaly": {"swap": {"auc.log": [0.7, 0.6, 0.8, 100]}},
            "by_kind": {"year": {"lmae.median": [0.1, 0.0, 0.2, 50]}},
            "by_exponent": {"3": {"lmae.median": [0.1, 0.0, 0.2, 50]}},
            "calibration": {"coverage": {"0.5": [0.4, 0.3, 0.5, 100]}},
        },
        "replicates": {key: [-100 * noise, 100 * noise] * 20 for key in estimates},
    }


@pytest.fixture
def results(tmp_path) -> Results:
    for name, lmae in (("t/a-seed0", 0.50), ("t/a-seed1", 0.54), ("t/b-seed0", 0.80)):
        write_result(result(name, lmae_argmax=lmae), tmp_path)
    return Results(tmp_path)


def test_figures_are_means_over_seeds_with_their_spread(results):
    figure = results.figure(A, "lmae.argmax")
    assert (figure.value, figure.spread, figure.sampling) == pytest.approx((0.52, 0.0283, 0.01), abs=1e-4)
    assert figure.seeds == 2
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
        "| one | **0.520 ± 0.028** | 0.600 | – | 74.6 | – |",
        "| other | 0.800 | – | – | 55.8 | – |",
    ]


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (
            Claim("", compare(A, B, LMAE)),
            "*holds* (1 of 1 comparisons; 1 seed each): LMAE better by +0.280 (+0.280 to +0.280)",
        ),
        (
            Claim("", compare(B, A, LMAE)),
            "*does not hold* (0 of 1 comparisons, 1 the other way round; 1 seed each)",
        ),
        (
            Claim("", compare(A, (A, B), LMAE)),
            "*holds in part* (1 of 2 comparisons; 1 to 2 seeds each): LMAE better by +0.000 to +0.280",
        ),
        (Claim("", compare(A, B, LMAE), equal=True), "*does not hold*"),
        (Claim("", compare(A, B, E_ACC)), "not run"),
    ],
)
def test_claims_are_answered_from_the_figures(claim, verdict, results):
    assert claim.answer(results).startswith(verdict)


def test_a_difference_is_paired(tmp_path):
    """Replicates that move together cancel, however far they move."""
    for name, e_acc in (("t/a-seed0", 0.805), ("t/b-seed0", 0.800)):
        write_result(result(name, noise=50, e_acc_argmax=e_acc), tmp_path)
    e_acc = replace(E_ACC, figure="e.acc_argmax")
    gain = Comparison(A, B, e_acc).gain(Results(tmp_path))
    assert gain.value == pytest.approx(0.5)
    assert gain.error == 0
    assert Comparison(A, B, e_acc).outcome(gain) == "as claimed"


def test_one_seed_varies_as_others_do(tmp_path):
    for name, lmae in (("a-seed0", 0.5), ("b-seed0", 0.4), ("c-seed0", 0.6), ("c-seed1", 0.8)):
        write_result(result(f"table1/{name}", noise=0, lmae_argmax=lmae), tmp_path)
    first, second = (replace(B, name=f"table1/{name}") for name in "ab")
    difference = Results(tmp_path).difference(first, second, "lmae.argmax")
    assert difference.error == pytest.approx(0.2)  # the root of two variances of 0.02
    assert not difference.differs


def test_no_difference_is_claimed_only_within_a_margin(tmp_path):
    """A difference that is not significant is no proof of equivalence."""
    other = result("t/b-seed0", lmae_argmax=0.5)
    other["replicates"] = {"lmae.argmax": [-900, -900, 900, 900] * 10}
    write_result(result("t/a-seed0", lmae_argmax=0.5), tmp_path)
    write_result(other, tmp_path)
    results = Results(tmp_path)
    narrow, wide = (replace(LMAE, margin=margin) for margin in (0.01, 0.02))
    assert "*does not hold* (0 of 1 comparisons, 1 not shown" in Claim(
        "", compare(A, B, narrow), True
    ).answer(results)
    assert Claim("", compare(A, B, wide), True).answer(results).startswith("*holds*")


def test_experiments_on_other_numbers_are_not_compared(tmp_path):
    for name, cases in (("t/a-seed0", 100), ("t/b-seed0", 90)):
        record = result(name, lmae_argmax=0.5)
        record["evaluation"]["cases"] = cases
        write_result(record, tmp_path)
    assert Results(tmp_path).difference(A, B, "lmae.argmax") is None


def test_a_model_has_the_rate_of_its_lowest_validation_loss(tmp_path):
    for rate, loss in ((2e-4, 1.0), (1e-4, 1.1), (4e-4, 0.9)):
        assert at_best_rate(FAIR, Results(tmp_path)) is None
        for run in with_rate(FAIR, rate).runs():
            record = result(run.name)
            record["training"]["valid_loss"] = loss + run.seed
            write_result(record, tmp_path)
    assert at_best_rate(FAIR, Results(tmp_path)) == with_rate(FAIR, 4e-4)


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
    assert all(re.fullmatch(r"table\d/[a-z0-9.+-]+-seed\d", name) for name in names)
    assert {run.experiment.corpus for run in runs_of(["table1", "table3", "table4"])} == {
        *("finnews", "finnews-dollar", "sci"),
    }


def test_claims_have_all_their_seeds_before_other_rows_have_one():
    order = [run.name for run in runs_of()]
    assert order[0] == "table1/papers-recipe-seed0"
    assert order.index("table4/finnews-leave-one-out-digits-seed2") < order.index("table1/bigru-dexp-seed0")
    assert order.index("table6/layers-2-leave-one-out-digits-seed0") < order.index("table1/bigru-dexp-seed1")


def test_runs_are_found_by_table_corpus_row_and_name():
    assert {run.name for run in runs_of(["table5"])} < {run.name for run in runs_of(["table1"])}
    assert [run.name for run in runs_of(["table1/transformer-dexp"])] == [
        "table1/transformer-dexp-seed0",
        "table1/transformer-dexp-seed1",
        "table1/transformer-dexp-seed2",
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
    assert all(table.title in empty["TABLES.md"] for table in TABLES.values())
    assert all(question.text in empty["CLAIMS.md"] for question in QUESTIONS)
    assert empty["CLAIMS.md"].count(" not run\n") == sum(
        len(question.claims) for question in (*QUESTIONS, tuned(Results(tmp_path)))
    )
    for run in runs_of(["table1/transformer-dexp", "table1/transformer-loglp"]):
        better = "dexp" in run.name
        figures = result(run.name, lmae_argmax=0.4 if better else 0.6)
        write_result(figures, tmp_path)
    main(["--results", str(tmp_path), "--out", str(tmp_path)])
    claims = (tmp_path / "CLAIMS.md").read_text()
    assert (
        "**DExp predicts best, under both encoders.** *holds* (1 of 1 comparisons; 3 seeds each): "
        "LMAE better by +0.200" in claims
    )
    assert (
        "| table1/transformer-dexp | table1/transformer-loglp | LMAE | +0.200 (+0.200 to +0.200) | 3 and 3 | "
        "as claimed |" in claims
    )
    assert "finnews 1,000 and 100" in (tmp_path / "TABLES.md").read_text()
