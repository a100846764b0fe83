import json
import queue
import time

import pytest
from experiments.results import result_file
from experiments.run import Options, carry_out, parse
from experiments.tables import runs_of

from experiments import run as runner
from tests.experiments.numbers_prepared import WORDS, write_prepared
from tests.waiting import LIMIT_SECONDS

QUICK = {"epochs": 1, "batch_size": 32, "row_length": None}


@pytest.fixture(scope="module")
def encoder(tmp_path_factory) -> str:
    """A checkpoint such as transformers writes, tiny."""
    from tokenizers import Tokenizer, models
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    folder = tmp_path_factory.mktemp("encoder")
    shape = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    BertModel(BertConfig(vocab_size=len(WORDS), **shape)).save_pretrained(folder)
    words = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    PreTrainedTokenizerFast(tokenizer_object=words).save_pretrained(folder)
    return str(folder)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    root = tmp_path_factory.mktemp("data")
    write_prepared(root / "finnews")
    return root


@pytest.mark.parametrize(
    "name", ["table1/transformer-disc", "table1/bigru-loglp", "table4/finnews-leave-one-out-digits"]
)
def test_a_run_trains_and_tests(name, data, encoder, tmp_path):
    end = time.time() + LIMIT_SECONDS
    options = Options(data, encoder, tmp_path, None, tmp_path / "kept", end, QUICK, 30)
    run = runs_of([name])[0]
    result = json.loads(json.dumps(carry_out(run, options)))
    assert result["run"]["name"] == run.name
    assert result["run"]["model"]["checkpoint"] == "sentence-transformers/all-MiniLM-L6-v2"
    assert result["training"]["changed"] == QUICK
    assert result["training"]["instances"] == 60
    assert result["evaluation"]["cases"] == 30
    assert (tmp_path / "kept" / run.name / "config.json").exists()


def test_a_run_that_fails_does_not_stop_the_others(data, tmp_path, capsys):
    """There is no corpus `sci` here, so its run fails."""
    shared = ["--data", str(data), "--results", str(tmp_path), "--lines", str(tmp_path / "lines")]
    with pytest.raises(SystemExit) as ended:
        runner.main(arguments=["table3/sci-dexp-seed0", "table1/train-mean", *shared])
    assert ended.value.code == 1
    output = capsys.readouterr().out
    assert "2 runs to do" in output
    assert "not done: table3/sci-dexp-seed0" in output
    [line] = (tmp_path / "lines").read_text().splitlines()
    there = json.loads(result_file("table1/train-mean-seed0", tmp_path).read_text())
    assert json.loads(line) == there
    runner.main(arguments=["table1/train-mean", *shared])
    assert "0 runs to do" in capsys.readouterr().out


def test_no_run_is_started_when_time_is_up(data, tmp_path):
    names, failed = queue.Queue(), queue.Queue()
    names.put("table1/train-mean-seed0")
    now = time.time()
    runner.work(names, failed, Options(data, None, tmp_path, None, None, now - 1, {}, None))
    assert names.qsize() == 1
    runner.work(names, failed, Options(data, None, tmp_path, None, None, now + LIMIT_SECONDS, {}, None))
    assert result_file("table1/train-mean-seed0", tmp_path).exists()
    assert failed.empty()


def test_a_table_names_its_own_runs():
    wanted, jobs, options = parse(["--data", "x"], "table2")
    assert wanted == ["table2"]
    assert jobs == 1
    assert options.limit is None
