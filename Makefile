# Touchline. `make help` lists what can be made; nothing else has to be set up on a Debian 12.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
export DESTDIR JOBS

# What each purpose needs: `make play` waits for nothing that only tests, linter or benchmarks use.
BUILD_PACKAGES := g++ cmake ninja-build ccache mold git pkg-config nodejs npm libfmt-dev libspdlog-dev libcli11-dev \
  nlohmann-json3-dev libtomlplusplus-dev libsodium-dev libsqlitecpp-dev libsqlite3-dev libpqxx-dev libboost1.81-dev zlib1g-dev
TEST_PACKAGES := python3 postgresql-15 libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev clang-format chromium-headless-shell fonts-dejavu-core tmux \
  python3-numpy python3-pytest mypy python3-distributed python3-pandas
PYTHON_PACKAGES := python3 python3-build python3-setuptools python3-wheel

.PHONY: help deps test-deps play build library python install package web test check check-all browser atlas pictures asan tsan fuzz new-game bench soak faults types format tidy clean engine site check-site

help: ## This list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|'

deps: ## Install what the program needs and is missing (Debian packages)
	@scripts/deps $(BUILD_PACKAGES)

test-deps:
	@scripts/deps $(BUILD_PACKAGES) $(TEST_PACKAGES)

play: build ## Build, start the server and print its address
	@exec build/touchline serve

build: deps web ## Build the program: build/touchline
	@cmake --preset release > build.log 2>&1 || { cat build.log; rm -f build.log; exit 1; }
	@rm -f build.log
	@cmake --build --preset release --target touchline -- -j $(JOBS)

library: deps web ## Build the library for other programs: build/libtouchline.so, with src/abi/touchline.h
	@cmake --preset release > build.log 2>&1 || { cat build.log; rm -f build.log; exit 1; }
	@rm -f build.log
	@cmake --build --preset release --target touchline_shared -- -j $(JOBS)

python: library ## The Python package with the library inside: python/dist
	@scripts/deps $(PYTHON_PACKAGES) && scripts/python

install: build library ## Install program, manual, completions and library: PREFIX=/usr/local, DESTDIR=
	@cmake --install build --prefix $(PREFIX) --strip > /dev/null

package: deps web ## Debian packages of program and library, and an archive whose program runs on any Linux: build-portable/packages
	@cmake --preset portable > /dev/null
	@cmake --build --preset portable --target touchline touchline_shared -- -j $(JOBS)
	@if readelf -d build-portable/touchline | grep NEEDED; then echo "the program is not linked whole" >&2; exit 1; fi
	@scripts/package build-portable build-portable/packages

web: deps ## Build the page into web/dist
	@scripts/web

engine: deps ## Compile the engine for the page's worker: web/engine/dist
	@scripts/deps emscripten node-acorn libdeflate-tools && scripts/engine

site: engine $(if $(BOOKS),build) ## The page and the engine as a folder for any web host, without a server: site/ (BOOKS="GAME…": solved books beside it)
	@BOOKS="$(BOOKS)" scripts/site

test: test-deps web ## Run all tests and sum them up
	@scripts/test

check: test-deps web ## The fast tests of one game after an edit of its rules: make check GAME=pocket-rugby
	@scripts/check "$(GAME)"

check-site: site build test-deps ## Play in the folder of `make site`: every game in browsers, the same bytes as the program
	@cd web && export TOUCHLINE_BIN="$$PWD/../build/touchline" && npm run --silent test:engine && npm run --silent test:folder

check-all: test tidy check-site ## Everything that is checked: all tests, the linter, the sanitizers, the page as a folder
	@scripts/sanitized asan

browser: test-deps build ## The tests in real browsers alone
	@TOUCHLINE_BIN="$$PWD/build/touchline" npm --prefix web run --silent test:e2e

atlas: build ## What every option does to each game, exactly, into data/atlas and docs/atlas in both languages (GAME=… for one)
	@for game in $(or $(GAME),$(basename $(notdir $(wildcard data/sheets/*.toml)))); do \
	  case $$game in sports-dice-football|gridiron-glory) with=--pairs;; *) with=--who-wins;; esac; \
	  build/touchline lab atlas $$game $$with --keep build/atlas --write . || exit 1; done; scripts/link-atlas

pictures: test-deps build ## Pictures of every screen into pictures/, those of the README into docs/pictures, those of links into web/public
	@PICTURES=1 TOUCHLINE_BIN="$$PWD/build/touchline" npm --prefix web run --silent test:e2e -- picture

asan: test-deps web ## Rules, parsers, store and server under the address and undefined behaviour sanitizers (TESTS=all: everything)
	@scripts/sanitized asan $(TESTS)

tsan: test-deps web ## The threaded C++ tests under the thread sanitizer
	@scripts/sanitized tsan $(TESTS)

fuzz: test-deps ## Fuzz the parsers with libFuzzer, a minute each (SECONDS_EACH=…)
	@scripts/deps clang-14 libclang-rt-14-dev && scripts/fuzz $${SECONDS_EACH:-60}

new-game: ## Lay out a new game that compiles and plays: ID=my-game [NAME="My Game"]
	@scripts/new-game "$(ID)" "$(NAME)"

bench: test-deps web ## Measure; results are explained in bench/results.md
	@scripts/bench

soak: build ## An hour (MINUTES=…, SEED=…) of play at one server while everything fails: docs/soak.md
	@python3 tests/soak/soak.py build/touchline --minutes $${MINUTES:-60} $(if $(SEED),--seed $(SEED))

faults: build test-deps ## Break three servers that share a PostgreSQL while a thousand tables are played: docs/servers.md
	@python3 tests/servers/faults.py build/touchline $(if $(SEED),--seed $(SEED)) $(FAULTS)

zscores: build ## Exact figures against a million simulated games of each kind (GAMES=…), in standard errors
	@scripts/zscores build/touchline $${GAMES:-1000000}

types: test-deps ## Write the page's types anew: web/src/net/states.ts, web/src/i18n/words.d.ts
	@npm --prefix web run --silent keys
	@cmake --preset dev > /dev/null && cmake --build --preset dev --target test_play -- -j $(JOBS)
	@TOUCHLINE_UPDATE_GOLDEN=1 build-dev/tests/test_play --gtest_brief=1 --gtest_filter='Types.*'

format: web ## Format the sources
	@scripts/deps clang-format
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format -i
	@npm --prefix web run --silent format

tidy: test-deps web ## clang-tidy with its analyzer over every file
	@scripts/deps clang-tidy emscripten && scripts/tidy

clean: ## Remove everything that was built
	@rm -rf build build-* site web/dist web/engine/dist web/node_modules python/dist
