#!/usr/bin/env python3
"""Checks the word catalogues: the same keys and the same parameters in both languages, no text empty."""
import pathlib
import re
import sys
import tomllib

root = pathlib.Path(__file__).resolve().parent.parent / "data" / "words"


def flat(table, path=""):
    for key, value in table.items():
        name = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            yield from flat(value, name)
        else:
            yield name, value if isinstance(value, list) else [value]


def parameters(texts):
    return set().union(*(re.findall(r"{([a-z_-]+)}", str(text)) for text in texts))


faults = []
names = {path.name for path in root.glob("*/*.toml")}
for name in sorted(names):
    catalogues = {}
    for language in ("en", "fr"):
        path = root / language / name
        if not path.exists():
            faults.append(f"{language}/{name} is missing")
            continue
        catalogues[language] = dict(flat(tomllib.loads(path.read_text())))
        for key, texts in catalogues[language].items():
            if not texts or any(str(text).strip() == "" for text in texts):
                faults.append(f"{language}/{name}: '{key}' is empty")
    if len(catalogues) < 2:
        continue
    english, french = catalogues["en"], catalogues["fr"]
    for key in sorted(english.keys() ^ french.keys()):
        faults.append(f"{name}: '{key}' is in one language only")
    for key in sorted(english.keys() & french.keys()):
        if parameters(english[key]) != parameters(french[key]):
            faults.append(f"{name}: '{key}' takes {parameters(english[key])} in English, {parameters(french[key])} in French")
print("\n".join(faults) or f"{len(names)} catalogues agree")
sys.exit(1 if faults else 0)
