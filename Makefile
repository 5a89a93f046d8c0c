# `make help` lists the tasks; set-up is in bookbuild/setup.sh.
.DEFAULT_GOAL := help
.PHONY: setup venv installed book editions site serve lab author notebooks course check test bench \
  clean help
MAKEFLAGS += --no-print-directory

PORT = 8000
BIN = .venv/bin
# A process a core, and one thread each: threads that share cores wait for each other.
PYTEST = OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n auto --dist worksteal
# A notebook's cells share a kernel, so they stay together.
NBVAL = $(PYTEST:worksteal=loadfile) --nbval
# What `check` looks at: the concepts, and of models, programs and tools only what was touched.
CHANGED = $(shell git diff --name-only --diff-filter=d HEAD; git ls-files -o --exclude-standard)
tests_of = $(wildcard tests/$(word 1,$1)/$(word 2,$1) \
  tests/$(word 1,$1)/test_$(basename $(word 2,$1))*.py)
TOUCHED = $(sort $(foreach file,$(CHANGED),$(call tests_of,$(subst /, ,$(file))) \
  $(if $(findstring /test_,$(filter-out tests/browser/%,$(file))),$(file))))
PRESSED = $(filter-out %.new.ipynb, \
  $(filter $(addsuffix /%.ipynb,notebooks exercises solutions),$(CHANGED)))
SLOW = $(addprefix --ignore=tests/bothends/,doctor test_grade.py test_parallel.py test_train.py) \
  $(addprefix --ignore=tests/exercises/test_exercise_,odd.py own.py)
BOOKBUILD = $(BIN)/python -m bookbuild

export PYTHON

setup: installed ## Install all that is pinned: .venv and node_modules
	@echo "book: set up"

venv:
	@sh bookbuild/setup.sh venv

installed:
	@sh bookbuild/setup.sh venv assets

book: installed ## Press what changed, build PDF and EPUB, then the site
	@$(BOOKBUILD) notebooks
	@$(BOOKBUILD) publish
	@echo "book: the site is in _build/html, and make serve shows it"

editions: ## Build the PDF and the EPUB alone (after make setup)
	@$(BOOKBUILD) editions

site: ## Build the site alone (after make setup)
	@$(BOOKBUILD) site

serve: venv ## Serve the site on this machine (PORT=8000)
	@$(BOOKBUILD) serve $(PORT)

lab: venv ## Open the chapters and exercises in JupyterLab
	JUPYTER_CONFIG_PATH=bookbuild/notebooks/jupyter/lab $(BIN)/jupyter lab

author: venv ## Open JupyterLab with chapters paired to their sources
	JUPYTER_CONFIG_PATH=bookbuild/notebooks/jupyter/author $(BIN)/jupyter lab

notebooks: venv ## Press what changed in book/ into notebooks (ALL=1: everything)
	@$(BOOKBUILD) notebooks $(if $(ALL),--all)

course: installed ## Make a course kit (OUT=../kit SEED=word CHAPTERS= ROSTER=)
	@$(BOOKBUILD) course "$(OUT)" --seed "$(SEED)" --chapters "$(CHAPTERS)" \
	  $(if $(ROSTER),--roster "$(ROSTER)")

check: venv ## Check style, concepts and what changed, in about a minute
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(PYTEST) tests/bothends tests/book tests/exercises $(SLOW) \
	  tests/bookbuild/test_[cr]*.py tests/bookbuild/notebooks/test_freshness.py
	$(if $(TOUCHED),$(PYTEST) $(TOUCHED))
	$(if $(PRESSED),$(NBVAL) $(PRESSED))

test: installed ## Check style, units, every cell, and a clean site in a browser
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/actionlint .github/workflows/*.yml
	$(BIN)/zizmor --offline --quiet .github/workflows
	$(PYTEST) tests --ignore=tests/browser
	$(NBVAL) --ignore-glob='*.new.ipynb' notebooks exercises solutions
	@$(BOOKBUILD) publish
	$(PYTEST) tests/browser

bench: venv ## Measure speed, as ratios
	@$(BIN)/python benchmarks/bench.py

clean: ## Remove what was built; notebooks, .venv and node_modules stay
	rm -rf _build .pytest_cache .ruff_cache .hypothesis .coverage

help: ## List these tasks
	@awk -F ':.*## ' '/^[a-z]*:.*## / {printf "make %-11s%s\n", $$1, $$2}' Makefile
