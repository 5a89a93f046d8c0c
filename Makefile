# `make help` lists the tasks; set-up is in book/setup.sh.
.DEFAULT_GOAL := help
.PHONY: setup venv assets book whole editions site serve lab author notebooks course test \
  mutants bench clean help
MAKEFLAGS += --no-print-directory

PORT = 8000
BIN = .venv/bin
# A process a core, and one thread each: threads that share cores wait for each other.
PYTEST = OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n auto --dist loadfile
SITE_SOURCES = _config.yml _toc.yml constraints.txt package-lock.json pyproject.toml book \
  bothends notebooks exercises solutions
SITE_SUM = find $(SITE_SOURCES) \( -name __pycache__ -o -name .ipynb_checkpoints \) -prune \
  -o -type f -exec cksum {} + | sort | cksum

export PYTHON

setup: venv assets ## Install all that is pinned: .venv and node_modules
	@echo "book: set up"

venv:
	@sh book/setup.sh venv

assets:
	@sh book/setup.sh assets

book: venv assets ## Press what changed, build PDF and EPUB, then the site
	@$(BIN)/python book/build.py
	@if [ -z "$$CI" ] && [ "$$($(SITE_SUM))" = "$$(cat _build/built 2>/dev/null)" ]; \
	then echo "book: the site is up to date"; else $(MAKE) whole; fi
	@echo "book: the site is in _build/html, and make serve shows it"

# The editions first, since the site links to them.
whole:
	@mkdir -p _build && $(SITE_SUM) > _build/started
	@$(MAKE) editions
	@$(MAKE) site
	@mv _build/started _build/built

editions: ## Build the PDF and the EPUB alone (after make setup)
	@$(BIN)/python book/editions.py

# From nothing, since an incremental build hides warnings.
site: ## Build the site alone (after make setup)
	rm -rf _build/html _build/.doctrees _build/built
	$(BIN)/jupyter-book build . -W -n --keep-going

serve: venv ## Serve the site on this machine (PORT=8000)
	@$(BIN)/python book/serve.py $(PORT)

lab: venv ## Open the chapters and exercises in JupyterLab
	JUPYTER_CONFIG_PATH=book/jupyter/lab $(BIN)/jupyter lab

author: venv ## Open JupyterLab with chapters paired to their sources
	JUPYTER_CONFIG_PATH=book/jupyter/author $(BIN)/jupyter lab

notebooks: venv ## Press what changed in book/ into notebooks (ALL=1: everything)
	@$(BIN)/python book/build.py $(if $(ALL),--all)

course: venv assets ## Make a course kit (OUT=../kit SEED=word CHAPTERS= ROSTER=)
	@$(BIN)/python book/course.py "$(OUT)" --seed "$(SEED)" --chapters "$(CHAPTERS)" \
	  $(if $(ROSTER),--roster "$(ROSTER)")

test: venv assets ## Check style, units, every cell, and a clean site in a browser
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/actionlint .github/workflows/*.yml
	$(BIN)/zizmor --offline --quiet .github/workflows
	$(PYTEST) tests --ignore=tests/site
	$(PYTEST) --nbval --ignore-glob='*.new.ipynb' notebooks exercises solutions
	@$(MAKE) whole
	$(BIN)/python -m pytest tests/site

mutants: venv ## Break the code in small ways: does a test notice? (5 minutes)
	@sh book/setup.sh mutants
	@$(BIN)/python tests/mutation/survivors.py retest
	@OMP_NUM_THREADS=1 PYTHONPATH=tests/mutation $(BIN)/mutmut run
	@OMP_NUM_THREADS=1 $(BIN)/python tests/mutation/survivors.py report

bench: venv ## Measure speed, as ratios
	@$(BIN)/python benchmarks/bench.py

clean: ## Remove what was built; notebooks, .venv and node_modules stay
	rm -rf _build mutants .pytest_cache .ruff_cache .hypothesis .coverage

help: ## List these tasks
	@awk -F ':.*## ' '/^[a-z]*:.*## / {printf "make %-11s%s\n", $$1, $$2}' Makefile
