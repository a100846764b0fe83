"""Graphs in onnxruntime, on the processors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime

from numerate.errors import ModelFolderError

from .graph import Feeds, Shapes


class OnnxruntimeGraph:
    """A session of onnxruntime's."""

    # Enough for two cores to share, little enough for their caches, and for little padding.
    tokens = 384

    def __init__(self, file: Path, threads: int | None = None, shared: bool = False) -> None:
        self.file = file
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        if threads is not None:
            options.intra_op_num_threads = threads
        # Threads that wait busily for the next run would take the processors from those who prepare it. For
        # each other they wait busily, which is quicker, unless others go on meanwhile.
        options.add_session_config_entry("session.force_spinning_stop", "1")
        options.add_session_config_entry("session.intra_op.allow_spinning", "0" if shared else "1")
        providers = ["CPUExecutionProvider"]
        try:
            self._session = onnxruntime.InferenceSession(str(file), options, providers=providers)
        except Exception as error:  # onnxruntime's errors have no common class
            raise ModelFolderError(f"{file}: damaged: {str(error).splitlines()[0]}") from error
        self.shapes: Shapes = {output.name: tuple(output.shape) for output in self._session.get_outputs()}

    def run(self, outputs: Sequence[str], feeds: Feeds) -> dict[str, npt.NDArray[np.float32]]:
        """Compute what is asked for by name."""
        return dict(zip(outputs, self._session.run(list(outputs), dict(feeds)), strict=True))
