# Two commands are all the set-up there is: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test quick check docs attack clean

demo: .venv/.base
	$(BIN)/numerate extract examples/earnings.txt
# Errors are planted in these: finding them is exit status 1.
	$(BIN)/numerate check examples/release.md examples/trial.txt || test $$? -eq 1

test: .venv/.dev check docs
	$(BIN)/pytest -n 2 --dist loadfile

# Left out: training, commands from end to end, documentation, and what is marked slow.
quick: .venv/.dev
	$(BIN)/pytest -n 2 -m "not slow" tests $(addprefix --ignore=tests/,training journeys experiments golden)

check: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: .venv/.dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet --site-dir .venv/site

# Hostile documents of 1, 2 and 4 MB, and searches for more: hours on two cores. SIZES="0.25 0.5" is quicker, as is PROCESSES=14 on many cores.
attack: .venv/.dev
	$(BIN)/python -m tests.hostile.attack --sizes $(or $(SIZES),1 2 4) --processes $(or $(PROCESSES),2)
	$(BIN)/pytest -n 2 --hypothesis-profile hunt tests/text/test_fuzz.py tests/hostile
	$(BIN)/python -m tests.hostile.explore --seconds 600

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.base: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

.venv/.dev: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@ .venv/.base

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
