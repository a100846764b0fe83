import json
import pickle
from pathlib import Path

import pytest
import torch
from huggingface_hub import HfApi

from numerate.distributions import SHIPPED
from numerate.text.wordpieces import NUMBER
from numerate.training.nn import (
    DiscModel,
    LeaveOneOutModel,
    MaskedModel,
    ModelFolderError,
    NumberModel,
    preset,
)
from numerate.training.nn.folder import CONFIG, TOKENIZER, WEIGHTS

from .tiny import TRAINING_NUMBERS, make_batch, tiny_config, tiny_model

MODELS = [
    (LeaveOneOutModel, {"objective": "leave-one-out", "head": "digits", "support": SHIPPED}),
    (MaskedModel, {"head": "gmm", "input": "both"}),
    (MaskedModel, {"head": "spline", "encoder": "bigru"}),
    (DiscModel, {"head": "disc"}),
]


@pytest.mark.parametrize(("kind", "changes"), MODELS)
def test_a_loaded_model_equals_the_saved_one(kind, changes, tokenizer, tmp_path):
    model = NumberModel.from_config(tiny_config(**changes), tokenizer).eval()
    model.fit(TRAINING_NUMBERS)
    model.save_pretrained(tmp_path)
    loaded = NumberModel.from_pretrained(tmp_path)
    assert type(loaded) is kind
    assert loaded.config == model.config
    assert loaded.tokenizer.to_str() == tokenizer.to_str()
    assert not loaded.training
    batch = make_batch(model)
    with torch.no_grad():
        assert torch.equal(loaded.encode(batch, batch.values), model.encode(batch, batch.values))
        assert torch.equal(
            *(
                m.head(m.encode(batch, batch.values)) if kind is DiscModel else m.distributions(batch).median
                for m in (model, loaded)
            )
        )


@pytest.fixture
def folder(tmp_path: Path, tokenizer) -> Path:
    NumberModel.from_config(tiny_config(objective="leave-one-out"), tokenizer).save_pretrained(tmp_path)
    return tmp_path


def test_weights_are_never_unpickled(folder):
    assert sorted(path.name for path in folder.iterdir()) == [CONFIG, WEIGHTS, TOKENIZER]
    (folder / WEIGHTS).write_bytes(pickle.dumps({"weights": 1}))
    with pytest.raises(ModelFolderError, match="damaged"):
        NumberModel.from_pretrained(folder)


def test_the_tokenizer_has_the_symbols_and_does_not_truncate(folder):
    model = NumberModel.from_pretrained(folder)
    ids = model.tokenizer.encode(f"word1 {NUMBER} word2 " * 400).ids
    assert len(ids) == 1200
    assert ids.count(model.number_id) == 400


def damage(name, change):
    """Return a function that changes one of the folder's files."""

    def apply(folder: Path) -> None:
        path = folder / name
        text = change(path.read_bytes())
        path.unlink() if text is None else path.write_bytes(text)

    return apply


def edit(**changes):
    return damage(CONFIG, lambda data: json.dumps({**json.loads(data), **changes}).encode())


@pytest.mark.parametrize(
    ("apply", "message"),
    [
        (damage(CONFIG, lambda data: None), "is not a model: it has no config.json"),
        (damage(CONFIG, lambda data: data[:50]), "config.json is damaged"),
        (damage(CONFIG, lambda data: b'{"model_type": "bert"}'), "has no class.*ModelConfig.checkpoint"),
        (edit(format=2), "has another format than 1; upgrade"),
        (edit(**{"class": "Oracle"}), "class 'Oracle': must be .*LeaveOneOutModel"),
        (edit(flavour="vanilla"), "unknown field flavour; a newer numerate may have written it"),
        (edit(head="normal"), "head='normal': must be one of"),
        (edit(head="spline"), "is inconsistent.*networks"),
        (damage(WEIGHTS, lambda data: None), "has no model.safetensors"),
        (damage(WEIGHTS, lambda data: data[:1000]), "model.safetensors is damaged"),
        (damage(TOKENIZER, lambda data: data[:100]), "tokenizer.json is damaged"),
    ],
)
def test_errors_say_what_is_wrong_with_a_folder(folder, apply, message):
    apply(folder)
    with pytest.raises(ModelFolderError, match=f"(?s){message}"):
        NumberModel.from_pretrained(folder)


def test_a_model_of_another_class_is_refused(folder):
    with pytest.raises(ModelFolderError, match="class 'LeaveOneOutModel': must be MaskedModel"):
        MaskedModel.from_pretrained(folder)


def test_an_unknown_folder_or_hub_id_raises_an_error():
    with pytest.raises(ModelFolderError, match="no/such/folder is neither a folder nor"):
        NumberModel.from_pretrained("no/such/folder")


def test_push_to_hub_uploads_the_folder(monkeypatch):
    uploaded = {}
    monkeypatch.setattr(HfApi, "create_repo", lambda self, repo_id, **options: uploaded.update(repo=repo_id))
    monkeypatch.setattr(
        HfApi,
        "upload_folder",
        lambda self, repo_id, folder_path: uploaded.update(
            files={p.name for p in Path(folder_path).iterdir()}
        ),
    )
    tiny_model().push_to_hub("someone/tiny")
    assert uploaded == {"repo": "someone/tiny", "files": {CONFIG, WEIGHTS}}


def test_a_checkpoint_provides_weights_or_only_its_architecture(tokenizer, tmp_path):
    from dataclasses import replace

    from transformers import PreTrainedTokenizerFast

    source = tiny_model()
    source.encoder.backbone.save_pretrained(tmp_path)
    PreTrainedTokenizerFast(tokenizer_object=tokenizer).save_pretrained(tmp_path)
    config = replace(preset("bert-dexp"), checkpoint=str(tmp_path))
    layer = "encoder.backbone.encoder.layer.0.output.dense.weight"
    weights = [
        NumberModel.from_config(replace(config, pretrained=pretrained)).state_dict()[layer]
        for pretrained in (True, False)
    ]
    assert torch.equal(weights[0], source.state_dict()[layer])
    assert not torch.equal(weights[1], source.state_dict()[layer])
    assert weights[1].shape == weights[0].shape
