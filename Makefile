# Everything a person or a machine does with this repository. `make run` and `make test` need git, make,
# Python 3.11 or newer and Node.js 20 or newer; every other thing is installed by the target itself.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := UV_LINK_MODE=copy $(BIN)/uv pip install --require-hashes
step = printf '\033[1m→ %s\033[0m\n' "$(1)"

.PHONY: help run demo restore dev test test-public test-admin prove mutants scale wheel sbom check check-python check-security audit check-generated check-public check-admin bench bench-pages browser types manual pictures lock clean
help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

# --- set-up; each stamp is renewed only when what it stands for has changed ---

$(VENV)/bootstrap: requirements-bootstrap.lock
	@$(call step,Creating the virtual environment)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed (PYTHON=… names another one)."; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bootstrap.lock
	@touch $@

$(VENV)/runtime: $(VENV)/bootstrap requirements.lock pyproject.toml
	@$(call step,Installing Python packages)
	@$(INSTALL) -r requirements.lock
	@$(BIN)/uv pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/development: $(VENV)/runtime requirements-dev.lock
	@$(call step,Installing Python packages for tests and checks)
	@$(INSTALL) -r requirements-dev.lock
	@touch $@

public-web/node_modules/.installed: public-web/package-lock.json
	@$(call step,Installing packages of the public site)
	@cd public-web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

PUBLIC_SOURCES := $(shell find public-web -type f -not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null) $(wildcard services/offer/*.json)
public-web/dist/.built: public-web/node_modules/.installed $(PUBLIC_SOURCES)
	@$(call step,Building the public site)
	@cd public-web && npm run build
	@touch $@

admin-web/node_modules/.installed: admin-web/package-lock.json
	@$(call step,Installing packages of the console)
	@cd admin-web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

ADMIN_SOURCES := $(shell find admin-web -type f -not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null)
admin-web/dist/.built: admin-web/node_modules/.installed $(ADMIN_SOURCES)
	@$(call step,Building the console)
	@cd admin-web && npm run build
	@touch $@

# --- run ---

run: $(VENV)/runtime public-web/dist/.built admin-web/dist/.built ## Set up what is missing and start everything on http://127.0.0.1:8000
	@exec $(BIN)/voltigo serve --print-setup-link

demo: $(VENV)/runtime public-web/dist/.built admin-web/dist/.built ## A demonstration with made-up people and a database of its own; on this machine only; FRESH=1 makes it anew, VISITS=1_000_000 adds so many
	@exec $(BIN)/voltigo demo $(if $(FRESH),--fresh) $(if $(VISITS),--visits $(VISITS))

restore: $(VENV)/runtime public-web/dist/.built admin-web/dist/.built ## Bring a backup back into this empty installation: FROM=… names the repository, AT="2026-11-27 06:30" a moment; `make run` starts it
	@$(BIN)/voltigo restore $(if $(FROM),--from '$(FROM)') $(if $(AT),--at '$(AT)') $(if $(REPLACE),--replace)

dev: $(VENV)/development public-web/node_modules/.installed admin-web/node_modules/.installed ## API with reload and both Vite servers
	@$(BIN)/voltigo migrate
	@trap 'kill 0' EXIT; \
	  $(BIN)/uvicorn --factory services.cli:development_app --reload --reload-dir services --port 8000 --log-level warning & \
	  (cd admin-web && npm run dev) & \
	  cd public-web && npm run dev

# --- hand over ---

# The time of the last commit, so that the same source gives the same bytes.
wheel: $(VENV)/runtime public-web/dist/.built admin-web/dist/.built dist/sbom/.written ## The product as one wheel in dist/, with both web apps and the lists of its parts
	@$(call step,Building the wheel)
	@rm -f dist/*.whl && SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct 2>/dev/null || echo 1580601600) $(BIN)/python -m hatchling build -t wheel -d dist
	@cp requirements.lock requirements-extras.lock dist/

sbom: dist/sbom/.written ## Lists of all parts with their licences (CycloneDX) in dist/sbom/

dist/sbom/.written: $(VENV)/development public-web/node_modules/.installed admin-web/node_modules/.installed services/deployment/parts.py
	@$(call step,Listing the parts)
	@$(BIN)/python -m services.deployment.parts dist/sbom
	@touch $@

# --- prove ---

# Byte code is kept whatever the environment says: without it every worker and every server compiles all it loads.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 3 --dist loadgroup

browser: $(VENV)/development
	@$(BIN)/python -m tests.fixtures.browser_setup
	@$(BIN)/python -m tests.fixtures.fake_clock

test: browser public-web/dist/.built admin-web/dist/.built dist/sbom/.written $(if $(shell command -v java),tests/tools/node_modules/.installed) ## Every test: TypeScript, Python on both databases, browser journeys
	@$(MAKE) --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) test-admin test-public
	@$(call step,Python and browser)
	@$(PYTEST)

test-public: public-web/dist/.built
	@$(call step,TypeScript of the public site)
	@cd public-web && npm test -- --run && npm run budget && npm run validate

test-admin: admin-web/dist/.built
	@$(call step,TypeScript of the console)
	@cd admin-web && npm test -- --run && npm run budget

prove: browser public-web/dist/.built admin-web/dist/.built dist/sbom/.written ## The long proofs, of which make test takes samples: everything on both databases, each kill, a million rows
	@VOLTIGO_TEST_PROVE=on $(PYTEST) --durations=20 -o faulthandler_timeout=7200

mutants: $(VENV)/development public-web/node_modules/.installed admin-web/node_modules/.installed ## Put small faults into the product, one at a time, and name those that no test notices; ROOM=costs for one table
	@$(BIN)/python -m tests.mutants $(ROOM)

$(VENV)/spark/.installed: $(VENV)/bootstrap requirements-scale.lock
	@$(call step,Installing Spark for the proofs at scale)
	@rm -rf $(VENV)/spark && $(PYTHON) -m venv --without-pip $(VENV)/spark
	@UV_LINK_MODE=copy $(BIN)/uv pip install --quiet --python $(VENV)/spark/bin/python --require-hashes -r requirements-scale.lock
	@touch $@

scale: browser public-web/dist/.built admin-web/dist/.built $(VENV)/spark/.installed ## The same numbers on Spark, several servers and a replica, each set up here; VISITS=1_000_000 times so many
	@$(if $(VISITS),VISITS=$(VISITS)) $(BIN)/python -m tests.scale

check: check-python check-security check-generated check-public check-admin ## Formatters, linters, types, import directions, insecure code, secrets, generated files

check-python: $(VENV)/development
	@$(call step,Checking Python)
	@$(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet . && $(BIN)/mypy && $(BIN)/lint-imports --no-logo 2>/dev/null && $(BIN)/python -m tests.house

OSV_URL ?=

audit: $(VENV)/development ## Compare every part with known vulnerabilities, which needs the internet
	@$(call step,Looking up known vulnerabilities)
	@$(BIN)/pip-audit --progress-spinner off --disable-pip --require-hashes --vulnerability-service osv \
	  $(if $(OSV_URL),--osv-url $(OSV_URL)) -r requirements.lock -r requirements-extras.lock
	@for app in public-web admin-web; do echo "$$app:"; (cd $$app && npm audit --omit=dev) || exit 1; done

check-security: $(VENV)/development
	@$(call step,Looking for insecure code and secrets)
	@$(BIN)/bandit --quiet --configfile pyproject.toml --recursive services analytics migrations
	@$(BIN)/python -m tests.house.secrets

check-generated: $(VENV)/development public-web/node_modules/.installed admin-web/node_modules/.installed
	@$(call step,Comparing generated files)
	@$(BIN)/voltigo openapi > $(VENV)/openapi.json && diff -u public-web/src/api/openapi.json $(VENV)/openapi.json
	@$(BIN)/voltigo openapi --staff > $(VENV)/openapi.json && diff -u admin-web/src/api/openapi.json $(VENV)/openapi.json
	@$(BIN)/python -m analytics.kinds | diff -u admin-web/src/lib/kinds.gen.ts -
	@$(BIN)/python -m analytics.metrics | diff -u public-web/src/content/de/metrics.gen.json -
	@$(BIN)/python -m services.deployment.settings_page | diff -u services/manual/settings.md -
	@cd public-web && npm run types:check
	@cd admin-web && npm run types:check

check-public: public-web/node_modules/.installed
	@$(call step,Checking the public site)
	@cd public-web && npm run check

check-admin: admin-web/node_modules/.installed
	@$(call step,Checking the console)
	@cd admin-web && npm run check

types: $(VENV)/development public-web/node_modules/.installed admin-web/node_modules/.installed ## Write both API documents, the types generated from them, the kinds of measures, the channel groups, the public metrics
	@$(BIN)/voltigo openapi public-web/src/api/openapi.json
	@$(BIN)/voltigo openapi --staff admin-web/src/api/openapi.json
	@$(BIN)/python -m analytics.kinds > admin-web/src/lib/kinds.gen.ts
	@$(BIN)/python -m analytics.metrics > public-web/src/content/de/metrics.gen.json
	@cd public-web && npm run types
	@cd admin-web && npm run types

manual: $(VENV)/runtime ## After a change of the settings: writes their page in services/manual/
	@$(BIN)/python -m services.deployment.settings_page > services/manual/settings.md

pictures: browser public-web/dist/.built admin-web/dist/.built ## Take the pictures of README.md again, of a demonstration of their own
	@$(BIN)/python -m tests.tools.pictures

tests/tools/node_modules/.installed: tests/tools/package-lock.json
	@$(call step,Installing what checks and measures pages)
	@cd tests/tools && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

bench: $(VENV)/development public-web/dist/.built bench-pages ## Benchmarks, each as a ratio to its own measured limit
	@$(BIN)/python -m tests.bench

bench-pages: browser public-web/dist/.built tests/tools/node_modules/.installed ## Lighthouse on every page, beside plain HTML
	@$(BIN)/python -m tests.bench.pages

lock: $(VENV)/bootstrap ## Renew the Python lock files from pyproject.toml
	@compile() { $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate "$$@"; }; \
	  compile pyproject.toml -o requirements.lock; \
	  compile --extra engine --extra object-store --extra traces pyproject.toml -c requirements.lock -o requirements-extras.lock; \
	  compile --extra dev pyproject.toml -c requirements-extras.lock -o requirements-dev.lock; \
	  printf 'pyspark==4.3.*\n' | compile - -o requirements-scale.lock; \
	  printf 'uv\nhatchling\neditables\n' | compile - -o requirements-bootstrap.lock

clean: ## Remove what was installed and built; the data in var/ stays
	rm -rf $(VENV) dist public-web/node_modules public-web/dist admin-web/node_modules admin-web/dist tests/tools/node_modules
