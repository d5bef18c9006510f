# Touchline. `make help` lists what can be made; nothing else has to be set up on a Debian 12.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
JOBS ?= $(shell nproc)

PACKAGES := g++ cmake ninja-build ccache mold git python3 pkg-config nodejs npm chromium fonts-dejavu-core tmux \
  libfmt-dev libspdlog-dev libcli11-dev nlohmann-json3-dev libtomlplusplus-dev libsodium-dev libzstd-dev \
  libsqlitecpp-dev libsqlite3-dev libboost1.81-dev prometheus-cpp-dev zlib1g-dev libcurl4-openssl-dev \
  libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev clang-format clang-tidy

.PHONY: help browser check check-all play build test new-game bench deps web clean format types tidy asan tsan fuzz conformance

help: ## This list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|'

deps: ## Install what is missing (Debian packages)
	@scripts/deps $(PACKAGES)

play: build ## Build, start the server and print its address
	@exec build/touchline serve

build: deps web ## Build the program: build/touchline
	@cmake --preset release > build.log 2>&1 || { cat build.log; rm -f build.log; exit 1; }
	@rm -f build.log
	@cmake --build --preset release --target touchline -- -j $(JOBS)

web: deps ## Build the page into web/dist
	@scripts/web

test: deps web ## Run all tests and sum them up
	@scripts/test

check: deps web ## The fast tests of one game after an edit of its rules: make check GAME=pocket-rugby
	@scripts/check "$(GAME)"

check-all: test tidy ## Everything that is checked: all tests, the linter, the sanitizers
	@scripts/sanitized asan

browser: build ## The tests in real browsers alone
	@TOUCHLINE_BIN="$$PWD/build/touchline" npm --prefix web run --silent test:e2e

asan: deps web ## All C++ tests under the address and undefined behaviour sanitizers
	@scripts/sanitized asan

tsan: deps web ## The threaded C++ tests under the thread sanitizer
	@scripts/sanitized tsan

fuzz: deps ## Fuzz the parsers with libFuzzer, a minute each (SECONDS_EACH=…)
	@scripts/deps clang-14 libclang-rt-14-dev && scripts/fuzz $${SECONDS_EACH:-60}

new-game: ## Lay out a new game that compiles and plays: ID=my-game [NAME="My Game"]
	@scripts/new-game "$(ID)" "$(NAME)"

bench: deps web ## Measure; results are explained in bench/results.md
	@scripts/bench

types: deps ## Write the page's types anew: web/src/net/states.ts, web/src/i18n/words.d.ts
	@npm --prefix web run --silent keys
	@cmake --preset dev > /dev/null && cmake --build --preset dev --target test_play -- -j $(JOBS)
	@TOUCHLINE_UPDATE_GOLDEN=1 build-dev/tests/test_play --gtest_brief=1 --gtest_filter='Types.*'

format: deps ## Format the sources
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format -i
	@npm --prefix web run --silent format

tidy: deps ## clang-tidy over every file
	@cmake --preset dev && run-clang-tidy -quiet -p build-dev -j $(JOBS) '^$(CURDIR)/(src|examples|bench|tests)/'

clean: ## Remove everything that was built
	@rm -rf build build-* web/dist web/node_modules
