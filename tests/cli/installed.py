#!/usr/bin/env python3
"""What `make install` and `make package` bring: every command has its manual page and its completions, in the words of
its own --help, and all files are where systems look for them.

usage: installed.py PROGRAM SOURCE BUILD
"""
import functools
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM, SOURCE, BUILD = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
LANGUAGES = ["en", "fr"]
failures = []


def check(holds, what):
    if not holds: failures.append(what)


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **more)


def said(*command, **more):
    done = run(*command, **more)
    check(done.returncode == 0, f"{' '.join(map(str, command))}: exit {done.returncode}, {done.stderr[-300:]}")
    return done.stdout


@functools.cache
def help_of(*command):
    return said(PROGRAM, *command, "--help")


def flags(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


def listed(text):  # the commands of a help, below the heading of its commands
    return re.findall(r"^  ([a-z][a-z-]*)  ", text.split("ubcommands:")[-1], re.M) if "ubcommands:" in text else []


os.environ["LC_ALL"] = "C"
commands = listed(help_of())
check(len(commands) > 10, f"commands of the help: {commands}")
paths = [[command] for command in commands]
paths += [[command, inner] for command in commands for inner in listed(help_of(command))]

folder = tempfile.TemporaryDirectory(prefix="touchline-installed-")
home = pathlib.Path(folder.name)
said("cmake", "--install", BUILD, "--prefix", "/opt/games", "--strip", env={**os.environ, "DESTDIR": str(home / "stage")})
root = home / "stage/opt/games"
check(said(root / "bin/touchline", "--version") == said(PROGRAM, "--version"), "the installed program is another one")
check(re.fullmatch(r"touchline \d+\.\d+\.\d+( \([0-9a-f]+(-dirty)?\))?\n", said(PROGRAM, "--version")), "the version names the commit")

# The manual.
for language in LANGUAGES:
    pages = root / "share/man" / ("" if language == "en" else language) / "man1"
    there = {page.name for page in pages.glob("*")}
    check(there == {"touchline.1.gz", *(f"touchline-{command}.1.gz" for command in commands)}, f"manual pages: {sorted(there)}")
    for page in sorted(pages.glob("*")):
        text = gzip.decompress(page.read_bytes()).decode()
        if shutil.which("groff"):
            done = run("groff", "-ww", "-man", "-Kutf8", "-Tutf8", input=text)
            check(done.returncode == 0 and not done.stderr, f"{page.name}: groff says {done.stderr[:200]}")
        check(re.match(r'\.TH \S+ 1 "(\d{4}-\d\d-\d\d)?" "touchline \d+\.\d+\.\d+" "Touchline"\n', text), f"{page.name}: its title is {text.splitlines()[0]}")
        plain = re.sub(r"\\f.", "", text.replace("\\-", "-"))
        command = page.name.removesuffix(".1.gz").removeprefix("touchline").strip("-")
        own = [path for path in paths if path[0] == command]
        shown = "".join(help_of(*path) for path in own) or help_of()
        check(flags(shown) <= flags(plain), f"{page}: lacks {sorted(flags(shown) - flags(plain))}")
        if command: check(flags(plain) <= flags(shown) | {"--lang"}, f"{page}: has {sorted(flags(plain) - flags(shown))}, which its help does not say")

# Every variable that the program looks at is in the manual.
source = pathlib.Path(__file__).parents[2] / "src"
asked = {name for path in source.rglob("*.[ch]pp") for name in re.findall(r'\b(?:environment|getenv|set)\("([A-Z][A-Z_]+)"\)', path.read_text())}
manual = said(PROGRAM, "man").replace("\\-", "-")
check(len(asked) > 8 and all(f"\\fB{name}\\fR" in manual for name in asked), f"variables that the manual lacks: {sorted(name for name in asked if name not in manual)}")

# The completions.
scripts = {"bash": root / "share/bash-completion/completions/touchline", "zsh": root / "share/zsh/site-functions/_touchline",
           "fish": root / "share/fish/vendor_completions.d/touchline.fish"}
for shell, script in scripts.items():
    text = script.read_text()
    check(all(command in text for command in commands), f"{script.name} lacks a command")
    spelled = flags(text) if shell != "fish" else {"--" + name for name in re.findall(r" -l ([a-z-]+)", text)}
    for path in paths:
        missing = {flag for flag in flags(help_of(*path)) if flag not in spelled}
        check(not missing, f"{shell}: {path} lacks {sorted(missing)}")
    if shutil.which(shell): said(shell, "-n", script)


def completed(*words):
    script = f'source {scripts["bash"]}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() {{ echo FILES; }}; _touchline; printf "%s\\n" "${{COMPREPLY[@]}}"'
    return said("bash", "-c", script, "bash", "touchline", *words).split()


games = re.findall(r"^([a-z-]+)\b", said(PROGRAM, "games"), re.M)
check(set(commands) <= set(completed("")), "bash completes commands")
check(completed("pl") == ["play"], f"bash completes 'pl' to {completed('pl')}")
check(set(completed("sheet", "")) >= {"show", "check"}, "bash completes commands of commands")
check(len(completed("sim", "")) >= 5 and set(completed("sim", "")) <= set(games), f"bash completes games: {completed('sim', '')}")
check(completed("sim", "pocket-r") == ["pocket-rugby"], "bash completes a game")
check("--threads" in completed("sim", "pocket-rugby", "--t"), "bash completes an option after an argument")
check(completed("sheet", "show", "--lang", "") == LANGUAGES, "bash completes a value")
check("FILES" in completed("replay", ""), "bash completes files")
check(completed("serve", "--port", "") == [], "bash completes nothing where anything may stand")

# What the desktop and systemd look for.
entry = (root / "share/applications/touchline.desktop").read_text()
check("\nExec=touchline play\n" in entry and "\nIcon=touchline\n" in entry and "Comment[fr]=" in entry, "the desktop entry")
if shutil.which("desktop-file-validate"): said("desktop-file-validate", root / "share/applications/touchline.desktop")
check((root / "share/icons/hicolor/scalable/apps/touchline.svg").read_text().startswith("<svg"), "the icon")
unit = root / "lib/systemd/system/touchline.service"
check(re.search(r"^RestrictAddressFamilies=.*\bAF_UNIX\b", unit.read_text(), re.M), "a PostgreSQL beside the server is reached by its socket")
check("\nExecStart=/opt/games/bin/touchline serve " in unit.read_text(), "the unit starts the program where it was installed")
if shutil.which("systemd-analyze"):
    trial = home / "touchline.service"
    trial.write_text(unit.read_text().replace("/opt/games/bin/touchline", str(root / "bin/touchline")).replace("Documentation=man:touchline-serve(1)\n", ""))
    done = run("systemd-analyze", "verify", "--man=no", trial)
    wrong = [line for line in done.stderr.splitlines() if "touchline.service" in line]
    check(not wrong, f"systemd says {wrong}")

# The package and the archive, of the program as it is built here.
if shutil.which("dpkg-deb"):
    out = home / "packages"
    said(SOURCE / "scripts/package", BUILD, out, env={**os.environ, "DEB_COMPRESSION": "-Zgzip -z1"})
    if failures: sys.exit("\n".join(failures))
    package, = out.glob("touchline_*.deb")
    fields = said("dpkg-deb", "-f", package)
    check(all(f"\n{name}: " in f"\n{fields}" for name in ("Package", "Version", "Architecture", "Maintainer", "Description")), f"the package's control: {fields}")
    listing = said("dpkg-deb", "-c", package)
    for path in ("usr/bin/touchline", "usr/share/man/man1/touchline-serve.1.gz", "usr/share/man/fr/man1/touchline.1.gz", "usr/share/bash-completion/completions/touchline",
                 "usr/share/zsh/vendor-completions/_touchline", "usr/share/fish/vendor_completions.d/touchline.fish", "usr/share/applications/touchline.desktop",
                 "usr/share/icons/hicolor/scalable/apps/touchline.svg", "usr/lib/systemd/system/touchline.service", "usr/share/doc/touchline/copyright"):
        check(f" ./{path}\n" in listing, f"the package lacks {path}")
    check("libtouchline" not in listing and "touchline.h\n" not in listing, "the package of the program has the library's files")
    check(all(line.split()[1] == "root/root" for line in listing.splitlines()), "all files of the package are root's")
    # The library's package, unpacked and used as another project would.
    library, = out.glob("libtouchline-dev_*.deb")
    depends = said("dpkg-deb", "-f", library, "Depends")
    check(re.fullmatch(r"libc6 \(>= 2\.\d+\)\n", depends), f"the library's package needs the C library alone, not {depends}")
    said("dpkg-deb", "-x", library, home / "unpacked")
    usr = home / "unpacked/usr"
    there = {str(path.relative_to(usr)) for path in usr.rglob("*") if not path.is_dir()}
    for path in ("include/touchline.h", "lib/libtouchline.so", "lib/libtouchline.so.1", "lib/pkgconfig/touchline.pc", "lib/cmake/touchline/touchlineConfig.cmake",
                 "lib/cmake/touchline/touchlineConfigVersion.cmake", "share/doc/libtouchline-dev/copyright", "share/doc/libtouchline-dev/game.c"):
        check(path in there, f"the library's package lacks {path}: {sorted(there)}")
    check(not any("bin/" in path for path in there), "the library's package has a program")
    flags_of_it = said("pkg-config", "--cflags", "--libs", "touchline", env={**os.environ, "PKG_CONFIG_PATH": str(usr / "lib/pkgconfig")}).split()
    said("cc", "-std=c99", "-Wall", "-Werror", usr / "share/doc/libtouchline-dev/game.c", *flags_of_it, "-o", home / "game")
    game = said(home / "game", "7", env={**os.environ, "LD_LIBRARY_PATH": str(usr / "lib"), "TOUCHLINE_CACHE": str(home / "books")})
    check(re.search(r"^(home|away) wins$", game, re.M), f"a game with the packaged library: {game}")
    archive, = out.glob("*.tar.gz")
    names = said("tar", "-tzf", archive).splitlines()
    check(all(name.startswith("touchline-") for name in names) and any(name.endswith("/bin/touchline") for name in names), f"the archive: {names[:3]}")

print("\n".join(failures))
print(f"{len(paths)} commands, {len(failures)} failures")
sys.exit(1 if failures else 0)
