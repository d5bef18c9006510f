#!/usr/bin/env python3
"""The library as another project meets it: what it shows, and how pkg-config and CMake find it once it is installed. The
example is compiled as C with both.

usage: library.py LIBRARY SOURCE BUILD
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LIBRARY, SOURCE, BUILD = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
failures = []


def check(holds, what):
    if not holds: failures.append(what)


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300, **more)
    if done.returncode != 0: sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout[-800:]}{done.stderr[-800:]}")
    return done.stdout


# It shows the functions of its header, and nothing else.
header = (SOURCE / "src/abi/touchline.h").read_text()
declared = set(re.findall(r"^TL_API [^(;]*?\b(tl_\w+)\(", header, re.M))
shown = {line.split()[-1].split("@")[0] for line in run("nm", "-D", "--defined-only", LIBRARY).splitlines()}
shown.discard("TOUCHLINE_1")  # the version itself, which some linkers list
check(shown == declared, f"shown and not declared: {sorted(shown - declared)}; declared and not shown: {sorted(declared - shown)}")
dynamic = run("readelf", "-d", LIBRARY)
check("libtouchline.so.1]" in dynamic, "the library's soname")
needed = set(re.findall(r"NEEDED.*\[(.*?)\.so", dynamic))
check(needed <= {"libc", "libm", "ld-linux-x86-64"}, f"the library needs {sorted(needed)}")
# What the documentation names exists.
named = set(re.findall(r"\btl_[a-z_]+(?=\()", (SOURCE / "docs/library.md").read_text()))
check(named <= declared, f"docs/library.md names {sorted(named - declared)}")
example = (SOURCE / "examples/c/game.c").read_text()
check(example in (SOURCE / "docs/library.md").read_text(), "docs/library.md quotes examples/c/game.c as it is")

with tempfile.TemporaryDirectory(prefix="touchline-library-") as folder:
    home = pathlib.Path(folder)
    root = home / "root"
    run("cmake", "--install", BUILD, "--prefix", root)
    env = {**os.environ, "PKG_CONFIG_PATH": str(root / "lib/pkgconfig"), "LD_LIBRARY_PATH": str(root / "lib"), "TOUCHLINE_CACHE": str(home / "books")}
    wanted = None
    if shutil.which("cc"):
        flags = run("pkg-config", "--cflags", "--libs", "touchline", env=env).split()
        run("cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", SOURCE / "examples/c/game.c", *flags, "-o", home / "game")
        wanted = run(home / "game", "7", env=env)
        check(re.search(r"^(home|away) wins$", wanted, re.M) and "home wins " in wanted, f"the example says {wanted}")
    project = home / "project"
    project.mkdir()
    (project / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(user C)\nfind_package(touchline 1.0 REQUIRED)\n"
        f"add_executable(game {SOURCE}/examples/c/game.c)\ntarget_link_libraries(game PRIVATE touchline::touchline)\n")
    run("cmake", "-S", project, "-B", home / "build", f"-DCMAKE_PREFIX_PATH={root}")
    run("cmake", "--build", home / "build")
    said = run(home / "build/game", "7", env=env)
    check(wanted is None or said == wanted, f"built with CMake the example says {said}")

print("\n".join(failures))
print(f"{len(declared)} functions, {len(failures)} failures")
sys.exit(1 if failures else 0)
