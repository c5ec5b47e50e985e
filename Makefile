# Two commands do everything on a fresh machine: `make play` and `make test`.
# Both make the virtual environment first, and again when what it holds has changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: play test test-native test-device check bench profile bench-deals bench-soak format sanitize languages hardware install uninstall clean

play: $(STAMP)
	$(BIN)/iye simulate

# A file's tests stay together: what they share, a browser say, is made once. Two cores have time
# for three: many tests wait for a browser or a broker.
JOBS ?= 3
test: $(STAMP)
	$(BIN)/python -m pytest -q -n $(JOBS) --dist loadfile

# What needs a C compiler: the Pi's libraries as they are, in front of simulated chips and lights.
test-native: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --use-pep517 \
	    -c constraints.txt rpi_ws281x
	$(BIN)/python -m pytest -q -m native

# On a Pi, with the board empty and its service stopped: the panel's contract on the real thing.
test-device: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --use-pep517 \
	    -c constraints.txt -e '.[pi]'
	$(BIN)/python -m pytest -q -m device

check: $(STAMP)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

# One table of everything measured, with targets; some minutes. BENCH='touch rest' for some of it.
bench: $(STAMP)
	@PYTHONPATH=tests $(BIN)/python -m bench $(BENCH)

# Where a touch spends its time.
profile: $(STAMP)
	@PYTHONPATH=tests $(BIN)/python -m bench.profile

# A quarter of an hour: ten whole deals solved.
bench-deals: $(STAMP)
	PYTHONPATH=tests $(BIN)/python tests/bench/deals.py

# Minutes of killing boards, and of matches with faults: is nothing lost, and nothing made up?
bench-soak: $(STAMP)
	PYTHONPATH=tests $(BIN)/python tests/bench/soak.py
	PYTHONPATH=tests $(BIN)/python tests/bench/soak_faults.py
	PYTHONPATH=tests $(BIN)/python tests/bench/two_boards.py
	PYTHONPATH=tests $(BIN)/python tests/bench/club.py

# The mind's native core again, with everything watched that C leaves to trust; needs gcc.
sanitize: $(STAMP)
	$(BIN)/python tools/sanitize_mind.py

languages: $(STAMP)
	$(BIN)/python tools/languages.py

# Drawings, circuits and enclosure from hardware/board.toml; also needs Debian's kicad,
# kicad-footprints and graphviz.
hardware: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt \
	    -e '.[hardware]'
	$(BIN)/python hardware/outputs.py build

format: $(STAMP)
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

$(STAMP): pyproject.toml constraints.txt $(wildcard firmware/iye/mind/core/*)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --use-pep517 \
	    -c constraints.txt -e '.[dev]'
	touch $(STAMP)

# On the Pi, with sudo. DRY_RUN=1 only says what it would do; DESTDIR=… lays out files elsewhere.
install uninstall:
	@DESTDIR='$(DESTDIR)' DRY_RUN='$(DRY_RUN)' $(PYTHON) tools/install.py $@

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
