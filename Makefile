# Every command makes the environment first; `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help demo run test test-slow test-vm test-bare image test-image bench batteries batteries-cameras bench-prints bench-fae bench-journal bench-start bench-memory bench-idle bench-latency bench-gate bench-phone-page bench-phones bench-reconnect playthroughs lint messages gallery stages art clean

GAME ?=
README_SHOTS = start fae-play fate-turn fairytile-play fabula-alone fae-result
ARGS ?=
DEMO_ARGS = $(if $(GAME),--game $(GAME)) $(if $(FAST),--fast) $(ARGS)

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 24

demo: ## play one simulated game: in a window, or in the terminal without a display (FAST=1, GAME=…, ARGS=…)
	@.ci/setup
	.venv/bin/companion demo $(DEMO_ARGS)

run: ## start the app (ARGS=…)
	@.ci/setup
	.venv/bin/companion run $(ARGS)

test test-slow: export PYTHONDONTWRITEBYTECODE = # else everything is compiled anew for every program they start
# One worker more than cores, since some tests wait. In the order of the folders: by number of tests, files with few
# long ones come last and one worker waits.
test: ## the tests, types, lint and arrows (ARGS=…)
	@.ci/setup test
	.venv/bin/python -m pytest -n $$(($$(nproc) + 1)) --dist loadfile --no-loadscope-reorder $(ARGS)

test-slow: ## the tests that take minutes; build/slow.json says which failed (PART="vision games": folders of tests)
	@.ci/setup test
	.venv/bin/python -m pytest -m slow -p tests.slow_report -n auto --dist worksteal $(ARGS) $(PART:%=tests/%)

test-vm: ## pins, camera and service in a small Debian VM: killed, hung, crashed, updated badly, on every screen; needs root the first time
	@.ci/setup test
	LIMIT=1800 tests/vm/boot.sh -s . bash /share/tests/vm/devices.sh
	LIMIT=6000 tests/vm/boot.sh -g -s . bash /share/tests/vm/service.sh
	LIMIT=12000 tests/vm/boot.sh -g -s . bash /share/tests/vm/screens.sh

test-bare: ## the README's commands and install.sh in a Debian 12 and 13 with nothing else (RELEASE=trixie, ARGS=…); needs root
	ARGS="$(ARGS)" tests/bare/run.sh $(RELEASE)

image: ## a card for the Raspberry Pi 3 and 4, in build/image (KEY=FILE: a public SSH key, SNAPSHOT=20260801T000000Z); needs root
	KEY="$(KEY)" SNAPSHOT="$(SNAPSHOT)" systemd/image/build.sh

test-image: ## that card in qemu, to the start page (MACHINE=raspi3b, CUTS=100: power cuts before)
	tests/vm/image.sh -m $(or $(MACHINE),virt) -c $(or $(CUTS),0)

bench: ## speed and accuracy, as in tests/bench/FIGURES.md (SCENES=dir:dir adds pictures, FIGURES=1 puts the tables there)
	@.ci/setup test
	.venv/bin/python -m tests.bench $(subst :, ,$(SCENES)) $(if $(FIGURES),--figures) $(ARGS)

batteries: ## every sequence with pictures missing or disturbed (SCENES=dir:dir adds pictures, KINDS="shadow cup")
	@.ci/setup test
	.venv/bin/python -m tests.bench.batteries $(if $(SCENES),tests/data/scenes $(subst :, ,$(SCENES))) \
		$(foreach kind,$(KINDS),--kind $(kind)) $(ARGS)

batteries-cameras: ## every game's sequences behind worse cameras (SCENES=dir:dir adds pictures, KINDS="mjpg field")
	@.ci/setup test
	.venv/bin/python -m tests.bench.optics_scenes $(if $(SCENES),tests/data $(subst :, ,$(SCENES))) \
		$(foreach kind,$(KINDS),--kind $(kind)) $(ARGS)

bench-prints: ## how well pieces are told whose prints nobody has shown (SCENES=dir:dir sticks them over rendered tiles)
	@.ci/setup test
	.venv/bin/python -m tests.bench.fate_prints build/prints $(subst :, ,$(SCENES)) $(ARGS)

bench-journal: ## start, lists, statistics and close with 10 000 stored games (ARGS="--games 2000")
	@.ci/setup test
	.venv/bin/python -m tests.bench.journal $(ARGS)

bench-start: ## time and CPU time until the start page is shown (BESIDE=DIR: another checkout in turn, ARGS="--starts 9")
	@.ci/setup test
	.venv/bin/python -m tests.bench.start $(if $(BESIDE),--beside $(BESIDE)) $(ARGS)

bench-idle: ## processor and wakeups while nobody touches the screen (BESIDE=DIR)
	@.ci/setup test
	.venv/bin/python -m tests.bench.idle $(if $(BESIDE),--beside $(BESIDE)) $(ARGS)

bench-latency: ## time from a hand gone to its words, and how surely changes are believed (BESIDE=DIR)
	@.ci/setup test
	.venv/bin/python -m tests.bench.latency $(if $(BESIDE),--beside $(BESIDE)) $(ARGS)

bench-gate: ## cheap cameras: when a table counts as still; ARGS="--games" follows whole games behind five of them
	@.ci/setup test
	nice -n 10 .venv/bin/python -m tests.bench.gate $(ARGS)

bench-phone-page: ## first picture, size and frames of the phones' page in a slowed Chromium
	@.ci/setup test
	.venv/bin/python -m tests.bench.phone_page

bench-phones: ## time from a touch on a phone to all phones, with phones that are stuck, and the processor of 26 phones
	@.ci/setup test
	.venv/bin/python -m tests.bench.phones $(ARGS)

bench-reconnect: ## time until phones are back at their seats, in six real browsers (ARGS="--rounds 4")
	@.ci/setup test
	.venv/bin/python -m tests.bench.phones_reconnect $(ARGS)

bench-memory: ## memory after each game of an evening, by touch and with a camera (BESIDE=DIR)
	@.ci/setup test
	.venv/bin/python -m tests.bench.evening_memory $(if $(BESIDE),--beside $(BESIDE)) $(ARGS)

bench-fae: ## how well the app plays Fae, against players by chance and greedy ones (ARGS="--games 500 --trials 200")
	@.ci/setup test
	nice -n 10 .venv/bin/python -m tests.bench.fae_strength $(ARGS)

playthroughs: ## write the transcripts of whole games anew, in tests/playthroughs (ARGS="fae fate" only some)
	@.ci/setup test
	.venv/bin/python -m tests.playthroughs $(ARGS)

lint: ## put the code into shape, then check it
	@.ci/setup
	.venv/bin/ruff check --fix
	.venv/bin/ruff format
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/oxlint

messages: ## collect the messages and compile the translations
	@.ci/setup
	.venv/bin/python -m tests.i18n.messages

gallery: ## take the pictures of ui/README.md anew
	@.ci/setup test
	rm -rf build/gallery
	.venv/bin/python -m pytest -m slow tests/ui/test_gallery.py -k picture
	rm -rf ui/gallery
	cp -r build/gallery ui/gallery
	.venv/bin/python -c 'import cv2; [cv2.imwrite(f"ui/screenshots/{name}.png", cv2.imread(f"ui/gallery/{name}.png")[:, :800]) \
		for name in "$(README_SHOTS)".split()]'  # the English third of each

stages: ## draw the pictures of vision/*/README.md anew (ARGS="common board fate fairytile fabula")
	@.ci/setup test
	nice -n 10 .venv/bin/python -m tests.bench.stages $(ARGS)

art: ## make the fonts and pictures of the design anew; needs npm and the network (ARGS="fonts patches")
	@.ci/setup
	mkdir -p build/art
	cp tests/art/package.json tests/art/package-lock.json build/art
	cd build/art && npm ci --ignore-scripts
	nice -n 10 .venv/bin/uv --system-certs run --frozen --all-extras --group art python -m tests.art $(ARGS)

torture-kill: ## end the app at every write it makes (TIMES=1000, SEED=1, as for all of these)
torture-restore: ## end `companion restore` at every rename, and at other writes
torture-cut: ## pull the plug: ext4 on a block device, its content taken at some moment (needs root)
torture-update: ## pull the plug during an update, before and after every program that it runs (needs root)
torture-flip: ## bits flipped, pages torn and logs cut in everything the app keeps
torture-fuzz: ## every reader of what comes from outside, with what is a little wrong
torture-chaos: ## broken cameras, at tables where nobody does anything
torture-tables: ## cups, sleeves, sun, knocks, pieces lost, each with the reaction that is expected
torture-phones: ## secrets of whole games searched for in every byte that phones send and get (TIMES counts games)
torture-flood: ## thousands of connections that want no game, while phones play (TIMES counts decisions)
torture-moment: ## the window, six phones and two buttons decide in the same moment (TIMES counts moments)
torture-page: ## the page of phones in Chromium, given messages that are a little wrong
torture-evenings: ## games through the whole app for hours, at devices that come and go (TIMES counts moves)
torture-guided: ## the readers again, by a fuzzer that follows what they do (Atheris; TIMES counts inputs)
torture-%:
	@.ci/setup test
	nice -n 10 .venv/bin/python -m tests.torture $* --times $(or $(TIMES),100) --seed $(or $(SEED),1)
torture-guided:
	@.ci/setup test
	.venv/bin/uv pip install --quiet --target build/atheris 'atheris>=3,<4'
	PYTHONPATH=build/atheris nice -n 10 .venv/bin/python -m tests.torture.guided \
		--times $(or $(TIMES),100000) --seed $(or $(SEED),1)

clean: ## remove everything that was made, but not your games
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
