#!/usr/bin/env python3
"""Checks that each folder of src/ includes only what stands behind its arrow, and that no file is overlong."""
import pathlib
import re
import sys

MAY_INCLUDE = {
    "core": set(),
    "games": {"core"},
    "play": {"core", "games"},
    "solve": {"core", "games"},
    "analysis": {"core", "games", "play", "solve"},
    "bots": {"core", "play", "solve", "analysis"},
    "review": {"core", "games", "play"},
    "lab": {"core", "play", "analysis", "bots"},
    "terminal": {"core", "games", "play"},
    "store": {"core", "play"},
    "server": {"core", "games", "play", "store"},
    "cli": {"core", "games", "play", "solve", "analysis", "bots", "review", "lab", "terminal", "store", "server"},
}
LONGEST = 600

root = pathlib.Path(__file__).resolve().parent.parent
faults = []
for source in sorted((root / "src").rglob("*.[ch]pp")):
    layer = source.relative_to(root / "src").parts[0]
    if layer not in MAY_INCLUDE:
        faults.append(f"{source.relative_to(root)}: the folder '{layer}' has no place in the layers")
        continue
    for number, line in enumerate(source.read_text().splitlines(), 1):
        match = re.match(r'\s*#\s*include\s+"([^"/]+)/', line)
        if match and match[1] != layer and match[1] not in MAY_INCLUDE[layer]:
            faults.append(f"{source.relative_to(root)}:{number}: '{layer}' may not include from '{match[1]}'")
for folder in ("src", "apps", "tests", "bench", "examples"):
    for source in sorted((root / folder).rglob("*.[ch]pp")):
        lines = len(source.read_text().splitlines())
        if lines > LONGEST:
            faults.append(f"{source.relative_to(root)}: {lines} lines; at most {LONGEST} find their reader")
print("\n".join(faults) or "layers hold")
sys.exit(1 if faults else 0)
