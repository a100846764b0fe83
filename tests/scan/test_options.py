from __future__ import annotations

import json

from numerate.report.options import CheckOptions
from numerate.scan.options import ScanOptions


def test_the_check_of_a_document_has_the_options_of_the_scan() -> None:
    options = ScanOptions(unlikely=False, false_alarms=0.2, all_numbers=True, partition_bytes=5)
    assert options.check == CheckOptions(unlikely=False, false_alarms=0.2, keep=True)
    assert not ScanOptions().check.keep


def test_the_manifest_names_options_as_programs_know_them() -> None:
    written = ScanOptions(all_numbers=True, text_column="body", partition_bytes=5).to_dict()
    assert (written["every"], written["text"], written["partition"]) == (True, "body", 5)
    assert "keep" not in written
    assert json.loads(json.dumps(written)) == written
