# Each command does its own set-up, in .venv and build.
#   BPY=5.2 or 4.5   which Blender module; by default the newest that this machine has a Python for
#   BLENDER=path     a real Blender, for test-blender and test-gui
#   ARGS='-k warp'   more words for pytest
ARGS ?=
environment := tools/environment bpy$(BPY:%=-%)
user := $(CURDIR)/build/user

.PHONY: help demo sheets test test-blender test-gui build lint format bench clean install-in-blender blender-is-named
.NOTPARALLEL:

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@sed -n 's/^#   /     /p' $(MAKEFILE_LIST)

demo: ## a character that reaches: tagged, built, live and baked, with a picture
	@python=$$($(environment)) && "$$python" -m tools.run tools/demo/main.py

sheets: ## a contact sheet of each verb of captured motion, in docs/pictures
	@python=$$($(environment)) && "$$python" -m tools.run tools/demo/sheets.py $(ARGS)

test: ## architecture, core and Blender tests on the bpy module
	@python=$$($(environment)) && "$$python" -m tools.run -m pytest $(ARGS)

test-blender: install-in-blender ## the Blender tests inside a real Blender, from the installed zip
	@python=$$($(environment)) && BLENDER_USER_RESOURCES="$(user)" ADVERB_PACKAGE=bl_ext.user_default.adverb \
		"$$python" -W ignore -m pytest -p pytest-blender --blender-executable "$(BLENDER)" tests/blender $(ARGS)

test-gui: install-in-blender ## the window tests: a played artist, a real window
	@python=$$($(environment)) && mkdir -p build && \
		"$$python" -m tools.run tools/demo/main.py --without-picture >build/demo.log 2>&1 || { cat build/demo.log; exit 1; }
	@python=$$($(environment)) && BLENDER_USER_RESOURCES="$(user)" BLENDER="$(BLENDER)" \
		"$$python" -m pytest tests/gui $(ARGS)

build: ## the installable zip, in build/
	@python=$$($(environment)) && "$$python" -m tools.build

lint: ## ruff and mypy
	@python=$$(tools/environment lint) && bin=$$PWD/$${python%/*} && mkdir -p build/package && \
		ln -sfn ../.. build/package/adverb && \
		"$$bin/ruff" check && "$$bin/ruff" format --check && cd build/package && \
		"$$bin/mypy" --config-file ../../pyproject.toml --strict adverb/core && \
		"$$bin/mypy" --config-file ../../pyproject.toml \
			adverb/__init__.py adverb/addon adverb/operators adverb/panels

format: ## let ruff put imports and layout in order
	@python=$$(tools/environment lint) && "$${python%/*}/ruff" check --fix && "$${python%/*}/ruff" format

bench: ## one line a figure: name, value, unit
	@python=$$($(environment)) && "$$python" -m tools.run tests/benchmarks/run.py

clean: ## remove everything these commands have made
	rm -rf build .venv .*_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

install-in-blender: blender-is-named build
	@rm -rf "$(user)" && mkdir -p "$(user)" && BLENDER_USER_RESOURCES="$(user)" "$(BLENDER)" --background \
		--python-exit-code 1 --python tools/install_extension.py -- build/adverb-*.zip

blender-is-named:
	@test -n "$(BLENDER)" || { echo "Say which Blender: make $(MAKECMDGOALS) BLENDER=/path/to/blender" >&2; exit 1; }
