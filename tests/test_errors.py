import pytest

from numerate import errors
from numerate.errors import InputError, MissingExtraError, needs_extra


def test_every_error_a_user_can_put_right_is_an_input_error() -> None:
    classes = {name for name in vars(errors) if name.endswith("Error")}
    others = {name for name in classes if not issubclass(getattr(errors, name), InputError)}
    assert others == {"UnreadableError"}  # becomes a DocumentError, which names the document


def test_a_missing_package_names_the_extra_that_installs_it() -> None:
    with (
        pytest.raises(MissingExtraError, match=r"^this command needs the package 'absent'; install it: pip"),
        needs_extra("train"),
    ):
        import absent.module
    with pytest.raises(MissingExtraError, match=r"^reading it needs .*\[documents\]' in a checkout$"):  # noqa: SIM117
        with needs_extra("documents", "reading it"):
            import absent  # noqa: F401


def test_a_missing_module_of_numerate_is_a_bug_and_not_a_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError), needs_extra("train"):
        import numerate.absent  # noqa: F401
