import inspect
from enum import Enum
from typing import get_args

import pytest

from numerate import CheckOptions, InputError
from numerate.cli.common import megabytes, positive, takes_options
from numerate.report.options import declared


def test_a_command_gets_a_flag_for_each_option_that_has_one():
    @takes_options(CheckOptions)
    def command(files: list[str], **given: object) -> None: ...

    flags = [name for name, option in declared(CheckOptions) if option.flag]
    assert list(inspect.signature(command).parameters) == ["files", *flags]
    for name in flags:
        parameter = inspect.signature(command).parameters[name]
        assert parameter.default is None  # not given: the project's configuration decides
        value_type = get_args(get_args(parameter.annotation)[0])[0]
        assert value_type in (bool, str) or issubclass(value_type, Enum)


@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_an_option_that_must_be_positive_says_so(value):
    with pytest.raises(InputError, match="--seconds"):
        positive(value, "--seconds")


def test_megabytes_become_bytes():
    assert megabytes(0.5, "--memory") == 1 << 19
    assert megabytes(1e-9, "--memory") == 1
