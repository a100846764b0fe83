from __future__ import annotations

import pytest

import numerate
from numerate.documents import read

SOURCE = """---
title: "Sales 2019"
---

# Results {#sec-1 .numbered}

We sold 12 ships [@smith2018, p. 33], as @lee1999 says, at $x = 3$ or $5 and $10 each.

::: {.callout-note width=50}
There were `r nrow(x7)` rows, and 45 others{{< pagebreak 8 >}}.
:::

```{r fig-88}
x <- 99  # @fig-77
```

$$
y = 4
$$

See [the 21 ports](a.md) and [22 of them].
"""


@pytest.mark.parametrize("suffix", [".qmd", ".Rmd"])
def test_what_pandoc_adds_is_left_out(suffix: str) -> None:
    document = read(SOURCE.encode(), name=f"a{suffix}")
    assert document.format == "quarto"
    numbers = numerate.extract(document.text)
    assert [number.text for number in numbers] == ["12", "$5", "$10", "45", "21", "22"]
    for number in numbers:
        place = document.locate(number.start, number.end)
        assert SOURCE[place.start : place.end] == number.text
    assert {"citation", "formula", "division", "attributes", "shortcode"} <= {
        s.reason for s in document.skipped
    }
