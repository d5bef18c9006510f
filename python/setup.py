"""Builds the wheel: pure Python and one shared library, so that it serves every Python 3.9 or newer on Linux x86-64.

The library is the one that TOUCHLINE_LIBRARY names, or src/touchline/libtouchline.so. Without one the wheel is pure Python and uses the
system's library. The version is the engine's own.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
LIBRARY = HERE / "src/touchline/libtouchline.so"


def version() -> str:
    """Of src/core/version.hpp; an sdist carries it in a file."""
    header, kept = HERE.parent / "src/core/version.hpp", HERE / "VERSION"
    if header.exists():
        kept.write_text(re.search(r'kVersion = "([^"]+)"', header.read_text()).group(1) + "\n")
    return kept.read_text().strip()


def library():
    given = os.environ.get("TOUCHLINE_LIBRARY")
    return Path(given) if given else LIBRARY if LIBRARY.exists() else None


class WithLibrary(build_py):
    """Puts the library beside the modules."""

    def run(self):
        super().run()
        if library() is None:
            return
        there = Path(self.build_lib) / "touchline"
        shutil.copyfile(library(), there / "libtouchline.so")
        subprocess.run(["strip", "--strip-unneeded", there / "libtouchline.so"], check=True)


class Package(Distribution):
    """Of one platform where the library is inside."""

    def has_ext_modules(self):
        return library() is not None


class ForAnyPython(bdist_wheel):
    """Of any Python, though of one platform."""

    def get_tag(self):
        return ("py3", "none", "any" if library() is None else "linux_x86_64")


setup(version=version(), distclass=Package, cmdclass={"build_py": WithLibrary, "bdist_wheel": ForAnyPython})
