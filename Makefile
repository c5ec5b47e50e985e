# Two commands do everything on a fresh machine: `make play` and `make test`.
# Both make the virtual environment first, and again when what it holds has changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: play test check bench sanitize format languages clean

play: $(STAMP)
	$(BIN)/iye simulate

test: $(STAMP)
	$(BIN)/python -m pytest -q

check: $(STAMP)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	$(BIN)/python tests/bench/perft.py
	PYTHONPATH=tests $(BIN)/python tests/bench/matches.py
	PYTHONPATH=tests $(BIN)/python tests/bench/spectators.py
	PYTHONPATH=tests $(BIN)/python tests/bench/mind.py

# The mind's native core again, with everything watched that C leaves to trust; needs gcc.
sanitize: $(STAMP)
	$(BIN)/python tools/sanitize_mind.py

languages: $(STAMP)
	$(BIN)/python tools/languages.py

format: $(STAMP)
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

$(STAMP): pyproject.toml constraints.txt $(wildcard firmware/iye/mind/core/*)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $(STAMP)

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
