import numpy as np
import torch

from numerate.training.nn import TokenizedInstance
from numerate.training.nn.digit_tokens import LENGTH
from tests.training.nn.tiny import NUMBER_ID, make_batch, tiny_model

ARCHITECTURE = {"architecture": {**tiny_model().config.architecture, "max_position_embeddings": 128}}


def model():
    return tiny_model(input="digit-tokens", **ARCHITECTURE)


def test_a_row_reads_as_if_the_digits_stood_behind_their_number():
    """The same network on the text written out, every token at its own place."""
    network = model()
    ids, values = np.array([2, 5, NUMBER_ID, 6, 7, NUMBER_ID, 8]), np.array([42.0, np.nan])
    batch = network.collator()([TokenizedInstance(ids, values)])
    states = network.encode(batch, batch.values)[0, :2]
    words, spelled = network.encoder.words(torch.tensor(ids)), network.digit_tokens.vectors
    digits = spelled(torch.tensor([network_character(c) for c in "4.200e+01"]))
    written_out = torch.cat([words[:3], digits, words[3:]])[None]
    length = len(ids) + LENGTH
    hidden = network.encoder.backbone(
        inputs_embeds=written_out, attention_mask=torch.ones(1, 1, length, length, dtype=torch.bool)
    ).last_hidden_state[0]
    torch.testing.assert_close(states, hidden[[2, 5 + LENGTH]])


def network_character(character: str) -> int:
    return "0123456789.e+-".index(character)


def test_packed_rows_give_what_single_rows_give():
    network = model()
    alone, packed = make_batch(network), make_batch(network, row_length=64)
    states = [network.encode(batch, batch.values)[batch.present] for batch in (alone, packed)]
    order = [torch.argsort(batch.values[batch.present]) for batch in (alone, packed)]
    torch.testing.assert_close(states[0][order[0]], states[1][order[1]])
