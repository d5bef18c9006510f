"""Packages that are not needed unless an adapter for them is used."""

from __future__ import annotations

import importlib
from typing import Any

from ._errors import MissingPackage


def need(module: str, adapter: str, install: str) -> Any:
    """Imports a package, or says in one sentence what to install."""
    try:
        return importlib.import_module(module)
    except ImportError as reason:
        if reason.name not in (module, module.split(".")[0]):
            raise  # it is there, but something that it needs itself is not: its own sentence says more
        raise MissingPackage(f"{adapter} needs the package {module}: {install}.", "failed", "missing-package") from None
