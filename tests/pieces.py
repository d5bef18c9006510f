#!/usr/bin/env python3
"""Names every piece that a game of games/all.hpp is missing; and that a new game, as it is laid out, misses none.

usage: pieces.py [SOURCE]
"""
import importlib.machinery
import importlib.util
import pathlib
import re
import shutil
import sys
import tempfile
import tomllib

sys.dont_write_bytecode = True
GROUPS = ("game", "event", "field")

# A member of the rules, of the solver or of the analysis, and the concept that says it is as it is looked for.
OF_RULES = {
    "play_secret": "HasSecrets", "redeal": "HasHidden", "write_view_fields": "WritesViewFields", "uncovers": "HasCover", "hides": "MayHide",
    "sample": "HasSample", "canonical": "HasCanonical", "roll": "HasRoll", "faces": "HasFaces", "most_outcomes": "HasMostOutcomes",
    "offense": "HasOffense", "fault": "HasFaults", "set": "HasSet", "narrate": "HasNarration", "field_types": "HasFieldTypes",
    "event_names": "HasNumbers", "play_type": "HasPlayTypes", "declare": "Observable", "kAliases": "HasAliases", "kFirstSize": "HasFirstSize",
}
OF_SOLVER = {
    "exact": "SometimesExact", "measure": "MeasuresItself", "worths": "AnswersRows", "begun": "Resumes", "value_policy": "ValuesPolicies",
    "value_policies": "ValuesManyPolicies", "solve_for_policies": "SolvesMoreForPolicies", "follow": "FollowsPolicies",
    "follows": "FollowsSomeRules", "first_side": "KnowsFirstSide", "book_for": "LendsBook",
}
OF_ANALYSIS = {
    "coach": "HasCoach", "going": "HasGoing", "habit_sight": "HasHabitSight", "endgame_odds": "HasEndgame", "seen": "HasHands",
    "mixed_advice": "HasMixedAdvice", "first_mix": "HasFirstMix", "Solver": "HasSolver", "Memory": "HasMemory",
}


def games(root):
    return re.findall(r'#include "games/(\w+)/rules\.hpp"', (root / "src/games/all.hpp").read_text())


def words_missing(path):
    if not path.exists(): return [f"words: {path.name}"]
    words = tomllib.loads(path.read_text())
    missing = [f"words: [{group}]" for group in GROUPS if group not in words]
    missing += [f"words: game.{key}" for key in ("name", "tagline", "length", "luck") if key not in words.get("game", {})]
    return missing


def declared(members, path):
    """The concepts of the members that a class of this file has in public."""
    code = re.sub(r"^(private|protected):.*?^};", "", path.read_text(), flags=re.S | re.M) if path.exists() else ""
    named = set(re.findall(r"^ {4}(?!//|return\b)[^\n(=;{]*?[ &](\w+)(?=[({=;]| [={])", code, re.M))
    return {concept for member, concept in members.items() if member in named}


def missing(root, folder):
    """Every piece that is not there, with where it belongs."""
    game = folder.replace("_", "-")
    found = []

    def wants(path, what):
        if not (root / path).exists(): found.append(f"{what}: {path}")

    wants(f"data/sheets/{game}.toml", "sheet")
    wants(f"docs/rules/{game}.md", "rules page")
    wants(f"docs/rules/fr/{game}.md", "rules page in French")
    wants(f"tests/games/{folder}", "tests of its rules")
    for language in ("en", "fr"): found += [f"{gap} ({language})" for gap in words_missing(root / f"data/words/{language}/{game}.toml")]
    analysis = root / f"src/analysis/{folder}.cpp"
    if not analysis.exists(): return [*found, f"analysis: {analysis.relative_to(root)}"]
    asserted = set(re.findall(r"\b([A-Z]\w+)<", " ".join(re.findall(r"static_assert\((.*?)\);", analysis.read_text(), re.S))))
    meant = {"TableGame", "BoxedGame", "TellsHappenings"} | declared(OF_ANALYSIS, analysis)
    for header in ("rules.hpp", "state.hpp"): meant |= declared(OF_RULES, root / "src/games" / folder / header)
    meant |= declared(OF_SOLVER, root / "src/solve" / folder / "solver.hpp")
    return [*found, *(f"analysis: static_assert({concept}<…>)" for concept in sorted(meant - asserted))]


root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]).resolve()
mistakes = [f"{game}: {piece}" for game in games(root) for piece in missing(root, game)]

# A game of which nothing is there misses everything.
if len(missing(root, "no_such_game")) < 7: mistakes.append("a game without a single piece passes")

# What `make new-game` lays out is whole.
loader = importlib.machinery.SourceFileLoader("new_game", str(root / "scripts/new-game"))
new_game = importlib.util.module_from_spec(importlib.util.spec_from_loader("new_game", loader))
loader.exec_module(new_game)
with tempfile.TemporaryDirectory() as folder:
    copy = pathlib.Path(folder)
    (copy / "src/games").mkdir(parents=True)
    shutil.copy(root / "src/games/all.hpp", copy / "src/games/all.hpp")
    before = games(copy)
    new_game.lay_out(copy, "test-game", "Test Game")
    if sorted(games(copy)) != sorted([*before, "test_game"]) or "test_game::Rules>" not in (copy / "src/games/all.hpp").read_text():
        mistakes.append("new-game does not put its game on the list")
    mistakes += [f"new-game: {piece}" for piece in missing(copy, "test_game")]
    for path in copy.rglob("*test_game*/*"):
        if path.is_file() and re.search("penalt", path.read_text(), re.I): mistakes.append(f"new-game: the example's name is left in {path.relative_to(copy)}")

print("\n".join(mistakes) or f"{len(games(root))} games, nothing missing")
sys.exit(1 if mistakes else 0)
