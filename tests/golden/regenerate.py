"""Record what the commands write today: `python -m tests.golden.regenerate [NAME...]`, all without a name."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.golden.test_golden import HERE, OUTPUTS, write

for name in sys.argv[1:] or OUTPUTS:
    with tempfile.TemporaryDirectory() as folder:
        write(HERE / name, OUTPUTS[name](Path(folder)))
    print(HERE / name)
