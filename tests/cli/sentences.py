#!/usr/bin/env python3
"""Every sentence that refuses or fails has its French, and the French catalogue has none that nobody says.

usage: sentences.py SOURCE
"""
import pathlib
import re
import sys
import tomllib

SOURCE = pathlib.Path(sys.argv[1])
SPOKEN = ["src/games/*.cpp", "src/games/*/fields.cpp", "src/games/*/sheet.cpp", "src/games/*/text.cpp", "src/play/kind_of.hpp", "src/play/kinds.cpp", "src/play/position.cpp",
          "src/play/record.cpp", "src/solve/book.cpp", "src/analysis/duel.hpp", "src/store/*.cpp", "src/cli/files.cpp", "src/cli/play.cpp", "src/cli/review.cpp", "src/cli/rules.cpp",
          "src/cli/run.cpp", "src/cli/serve.cpp", "src/cli/sheet.cpp", "src/cli/table_options.cpp", "src/terminal/saves.cpp"]
ALSO = ["src/play/table_for.hpp", "src/games/sheet_reader.cpp", "src/solve/job.*", "src/solve/policy_pass.hpp", "src/solve/*/*.cpp", "src/cli/solve.cpp", "src/cli/duel.cpp", "src/games/*.hpp", "src/server/server.cpp"]
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
NO_SENTENCE = re.compile(r"^(SELECT|DELETE|INSERT|UPDATE|CREATE|ALTER|PRAGMA|time=)|^\W*(\{[^}]*\}\W*)*$|^event=|\| null$")


def sentences(path):
    code = re.sub(r"//.*|#include.*", "", path.read_text())
    for found in LITERAL.finditer(code):
        text = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', found.group(0)))
        text = text.replace('\\"', '"').replace("\\n", "").removeprefix("touchline: ").strip()
        yield re.sub(r"\{:[^}]*\}", "{}", text)


def catalogue(name):
    with open(SOURCE / f"data/words/fr/{name}.toml", "rb") as file:
        return tomllib.load(file)


def files(patterns):
    found = [path for pattern in patterns for path in sorted(SOURCE.glob(pattern))]
    assert found
    return found


french = catalogue("sentences")
known = set(french) | set(catalogue("help"))
mistakes = []
for path in files(SPOKEN):
    for text in sentences(path):
        if len(re.findall(r"[A-Za-z]{2,}", text)) < 3 or " " not in text or NO_SENTENCE.search(text): continue
        if text not in known: mistakes.append(f"{path.relative_to(SOURCE)}: no French for {text!r}")

said = " ".join(text for path in files(SPOKEN + ALSO) for text in sentences(path))
for english, own in french.items():
    gaps = english.count("{}")
    used = {int(number) for number in re.findall(r"\{(\d)\}", own)}
    if any(number < 1 or number > gaps for number in used): mistakes.append(f"{english!r}: a gap that is not there in {own!r}")
    pieces = [piece for piece in english.split("{}") if len(re.findall("[a-z]{2,}", piece)) > 1]
    by_library = english[0].isupper() or english.startswith("{}: ") or english == "{} is required"  # CLI11
    if not by_library and any(piece.strip() not in said for piece in pieces): mistakes.append(f"{english!r}: nobody says that any more")

print("\n".join(mistakes))
print(f"{len(french)} sentences, {len(mistakes)} mistakes")
sys.exit(1 if mistakes else 0)
