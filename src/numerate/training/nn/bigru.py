"""The recurrent encoder: one layer of bidirectional GRU over word-piece embeddings."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from .attention import Visibility


class BiGRUEncoder(nn.Module):
    """Runs over each row in both directions; `words` are the word-piece embeddings it starts from."""

    longest = None

    def __init__(self, words: nn.Embedding, dropout: float | None = None, hidden: int = 64) -> None:
        super().__init__()
        self.words = words
        self.dropout = nn.Dropout(0.3 if dropout is None else dropout)
        self.rnn = nn.GRU(words.embedding_dim, hidden, batch_first=True, bidirectional=True)
        self.width = 2 * hidden

    def forward(self, vectors: Tensor, positions: Tensor, visibility: Visibility) -> Tensor:
        """(B, S, embedding) to (B, S, 2·hidden); order is all a recurrent network knows of positions."""
        documents = visibility.documents
        if bool((documents > 0).any()):
            raise ValueError("the BiGRU reads one instance a row; collate with row_length=None")
        # Each row ends where its text ends, or the backward direction would start from padding.
        lengths = (documents == 0).sum(1).cpu()
        packed = pack_padded_sequence(self.dropout(vectors), lengths, batch_first=True, enforce_sorted=False)
        outputs: Tensor
        outputs, _ = pad_packed_sequence(self.rnn(packed)[0], batch_first=True, total_length=vectors.shape[1])
        dropped: Tensor = self.dropout(outputs)
        return dropped
