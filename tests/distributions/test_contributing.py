"""The worked example in CONTRIBUTING.md is a family that keeps the contract."""

import re
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from scipy import stats

from numerate.distributions import FAMILIES

from . import families, test_contract

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"


@pytest.fixture
def lognormal(monkeypatch):
    [source] = re.findall(r'```python\n("""Log-normal.*?)```', CONTRIBUTING.read_text("utf-8"), re.DOTALL)
    module = ModuleType("lognormal")
    monkeypatch.setitem(sys.modules, "lognormal", module)  # dataclasses look their module up
    exec(compile(source, "CONTRIBUTING.md", "exec"), vars(module))
    yield module.LogNormal
    del FAMILIES["lognormal"]


def test_the_example_family_agrees_with_scipy(lognormal):
    dist = lognormal(np.asarray(2.0), np.asarray(0.5))
    reference = stats.lognorm(s=0.5, scale=np.exp(2))
    y = np.geomspace(1e-2, 1e3, 30)
    np.testing.assert_allclose(dist.log_prob(y), reference.logpdf(y))
    np.testing.assert_allclose(dist.cdf(y), reference.cdf(y), atol=1e-12)
    np.testing.assert_allclose(dist.quantile([0.1, 0.9]), reference.ppf([0.1, 0.9]))


def test_the_example_family_keeps_the_contract(lognormal, tmp_path):
    case = families.Case("lognormal", families.Support(-2, 3))
    test_contract.test_integrates_to_one_over_y(case)
    test_contract.test_integrates_to_one_over_ln_y(case)
    test_contract.test_cdf_inverts_quantile(case=case)
    test_contract.test_samples_follow_the_cdf(case)
    test_contract.test_numpy_and_torch_agree(case=case)
    test_contract.test_parameters_survive_saving_and_loading(case, tmp_path)
    for measure in ("linear", "log"):
        test_contract.test_mode_maximises_the_density(case, measure)
