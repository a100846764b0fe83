"""Networks of Table 8: those of Chen et al. (2019), and MiniLM with a linear layer."""

from __future__ import annotations

from typing import Any

CLASSES = 8
"""Orders of magnitude: below 1, one to six digits before the decimal point, and more."""


def network(name: str, words: Any) -> Any:
    """Build a network that maps ids, classes of the other numbers and the place to logits."""
    import torch
    from torch import nn

    width, hidden = words.embedding_dim, 128

    class Network(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.words = nn.Embedding.from_pretrained(words.weight.detach().clone(), freeze=False)
            self.exponents = nn.Embedding(CLASSES + 1, width)
            nn.init.normal_(self.exponents.weight, std=0.02)
            self.dropout = nn.Dropout(0.3)
            convolved = hidden if name == "crnn" else width
            if name in ("cnn", "crnn"):
                sizes = (3, 4, 5) if name == "cnn" else (3,)
                self.convolutions = nn.ModuleList(nn.Conv1d(width, hidden, k, padding="same") for k in sizes)
            if name in ("gru", "bigru", "crnn"):
                self.rnn = nn.GRU(convolved, hidden, batch_first=True, bidirectional=name == "bigru")
            outputs = {"cnn": 3 * hidden, "gru": hidden, "crnn": hidden, "bigru": 2 * hidden}[name]
            self.out = nn.Linear(outputs, CLASSES)

        def forward(self, ids: Any, others: Any, places: Any) -> Any:
            inside = (ids != 0)[..., None]
            states = self.dropout((self.words(ids) + self.exponents(others)) * inside)
            if name in ("cnn", "crnn"):
                maps = [torch.relu(c(states.transpose(1, 2))) for c in self.convolutions]
                if name == "cnn":
                    return self.out(self.dropout(torch.cat([m.amax(2) for m in maps], 1)))
                states = maps[0].transpose(1, 2)
            states, _ = self.rnn(states * inside)
            # The mean over the text, as of the outputs of a recurrent network that reads all of it.
            pooled = (states * inside).sum(1) / inside.sum(1)
            return self.out(self.dropout(pooled))

    return Network()


def classifier(encoder: str) -> tuple[Any, int]:
    """Return MiniLM with a linear layer at the hidden number, and the id of the symbol that hides it."""
    import torch
    from torch import nn
    from transformers import AutoModel

    backbone = AutoModel.from_pretrained(encoder)
    size = backbone.config.vocab_size
    backbone.resize_token_embeddings(size + 2, mean_resizing=False)
    width = backbone.config.hidden_size

    class Classifier(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.backbone = backbone
            self.exponents = nn.Embedding(CLASSES + 1, width)
            nn.init.normal_(self.exponents.weight, std=0.02)
            self.out = nn.Linear(width, CLASSES)

        @property
        def words(self) -> Any:
            return self.backbone.get_input_embeddings()

        def forward(self, ids: Any, others: Any, places: Any) -> Any:
            vectors = self.words(ids) + self.exponents(others)
            states = self.backbone(inputs_embeds=vectors, attention_mask=(ids != 0).long()).last_hidden_state
            return self.out(states[torch.arange(len(ids), device=ids.device), places])

    return Classifier(), size + 1
