# The two commands of the README are `make demo` and `make test`; both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PYTEST_ARGS ?=

.PHONY: demo lock test test-semantic lint bench docs pictures editor-pictures constraints smoke oracle baselines checkers cluster editors vsix web clean

demo: $(READY)
	$(BIN)/tablecheck examples/paper.tex --locked --papers examples/papers || test $$? -eq 1

test: $(READY) oracle checkers baselines cluster editors
	$(BIN)/python -m pytest -n 2 $(PYTEST_ARGS)
	$(MAKE) smoke

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The documentation: pages of the rules, a look for dead links, and all pages as HTML in site/.
docs: $(READY)
	$(BIN)/python tools/build_docs.py

bench: $(READY)
	$(BIN)/python -m benchmarks

# LaTeXML is the independent reader that the oracle tests compare with. Where it cannot be had they skip, loudly.
oracle:
	@command -v latexml >/dev/null || tools/install_latexml.sh

# The tools that tables out of PDFs are compared with. The same holds.
baselines: $(READY)
	@$(BIN)/python -c "import camelot, pdfplumber" 2>/dev/null || $(BIN)/python -m pip install --quiet \
		--disable-pip-version-check --constraint constraints.txt --editable ".[eval,baselines]" || true

# sentence-transformers for real, in an environment of its own: torch is large, and nothing else needs it. The same holds.
test-semantic:
	@PYTHON=$(PYTHON) tools/test_semantic.sh .venv-semantic

# A Dask cluster and a server that speaks S3, for the tests of batches. The same holds.
cluster: $(READY)
	@$(BIN)/python -c "import distributed, moto, s3fs" 2>/dev/null || $(BIN)/python -m pip install --quiet \
		--disable-pip-version-check --constraint constraints.txt --editable ".[eval,cluster]" --group cluster || true

# A browser, a SARIF validator and an accessibility checker, for the tests of the report formats. The same holds.
checkers: $(READY)
	@tools/install_report_checkers.sh $(VENV)/report-checkers

# The editors that the language server is tested with, one script for each. The same holds.
editors: $(READY)
	@tools/install_editors_vscode.sh $(BIN)/python $(VENV)/editors/vscode
	@tools/install_editors_web.sh $(VENV)/editors/web
	@tools/install_editors_terminal.sh $(BIN)/python $(VENV)/editors

# The editor page, which is committed so that nobody needs npm to run it, and the extension for Overleaf.
web:
	tools/install_editors_web.sh $(VENV)/editors/web
	$(VENV)/editors/web/node_modules/.bin/tsc -p editors/web
	node editors/web/build.mjs

# The extension for VS Code, with the wheel inside, in editors/vscode/dist/.
vsix: $(READY)
	@tools/install_editors_vscode.sh $(BIN)/python $(VENV)/editors/vscode build
	tools/build_vsix.sh $(BIN)/python $(VENV)/editors/vscode

# The wheel, installed in an empty environment, must run on its own.
smoke: $(READY)
	tools/smoke_test_wheel.sh $(BIN)/python

# Writes the locks of the example and of the editors' paper anew; run it after changing what a reader makes of a document, and read the diff.
lock: $(READY)
	$(BIN)/tablecheck lock examples/paper.tex --papers examples/papers
	$(BIN)/tablecheck lock tests/editors/paper/paper.tex --papers tests/editors/paper/papers

pictures: $(READY)
	$(BIN)/python docs/draw_terminal.py

# The pictures of the VS Code extension, of a real one in a headless browser.
editor-pictures: editors
	$(BIN)/python -m tests.editors.vscode.draw_pictures

# Writes the one file that pins every version; run it after changing a dependency.
constraints: $(READY)
	$(BIN)/pip freeze --exclude-editable --exclude tablecheck | grep -v '^pip==\|^setuptools==' > constraints.txt

$(READY): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[eval,llm]" --group dev
	touch $(READY)

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache
