#!/usr/bin/env python3
"""Checks that each folder of src/ includes what CONTRIBUTING's table lets it include, no less and no more, that it is
linked with no other layers (cmake/layers.cmake), and that no file is overlong."""
import pathlib
import re
import sys

LONGEST = 600

root = pathlib.Path(__file__).resolve().parent.parent
faults = []

# | `games` | what it holds | `core` |, or | `cli` | what it holds | all but `abi` |
table = {}
for row in re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", (root / "CONTRIBUTING.md").read_text(), re.M):
    table[row[0]] = row[1].startswith("all"), set(re.findall(r"`(\w+)`", row[1]))
everything = set(table)
may_include = {layer: everything - {layer} - named if all_but else named for layer, (all_but, named) in table.items()}

included = {layer: set() for layer in may_include}
for source in sorted((root / "src").rglob("*.[ch]pp")):
    layer = source.relative_to(root / "src").parts[0]
    if layer not in may_include:
        faults.append(f"{source.relative_to(root)}: the folder '{layer}' has no row in CONTRIBUTING's table of layers")
        continue
    for number, line in enumerate(source.read_text().splitlines(), 1):
        match = re.match(r'\s*#\s*include\s+"([^"/]+)/', line)
        if not match or match[1] == layer: continue
        included[layer].add(match[1])
        if match[1] not in may_include[layer]:
            faults.append(f"{source.relative_to(root)}:{number}: '{layer}' may not include from '{match[1]}'")
for layer, others in may_include.items():
    for other in sorted(others - included[layer]):
        faults.append(f"CONTRIBUTING.md: '{layer}' includes nothing from '{other}': take it out of its row")

# What a layer is linked with, others through these.
calls = re.findall(r"^touchline_layer\((\w+)\s+LIBS\s+([^)]*)\)", (root / "cmake/layers.cmake").read_text(), re.M)
linked = {layer: set(re.findall(r"\btouchline_(\w+)", libraries)) for layer, libraries in calls}


def reached(layer):
    return set().union(*({other} | reached(other) for other in linked.get(layer, set())))


for layer in sorted(linked):
    for other in sorted(linked[layer] - may_include[layer]):
        faults.append(f"cmake/layers.cmake: '{layer}' is linked with '{other}', from which it may not include")
    for other in sorted(may_include[layer] - reached(layer)):
        faults.append(f"cmake/layers.cmake: '{layer}' includes from '{other}' and is not linked with it")

for folder in ("src", "apps", "tests", "bench", "examples"):
    for source in sorted((root / folder).rglob("*.[ch]pp")):
        lines = len(source.read_text().splitlines())
        if lines > LONGEST:
            faults.append(f"{source.relative_to(root)}: {lines} lines; at most {LONGEST} find their reader")
print("\n".join(faults) or "layers hold")
sys.exit(1 if faults else 0)
