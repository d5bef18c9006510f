#!/usr/bin/env python3
"""The catalogues of words hold what the program and the page say, in every language, and nothing else.

A key is used where it stands in quotes in a source, or where a source puts it together ("bot.{}.name", `offer.${what}`,
"phase." + phase) and the changing part stands in quotes in a source or in the sheet of the game.

usage: words.py SOURCE
"""
import functools
import pathlib
import re
import sys
import tomllib

SOURCE = pathlib.Path(sys.argv[1]).resolve()
LANGUAGES = ["en", "fr"]
SHARED = ["table", "page", "messages"]  # what all games share; every other catalogue is a game's
BY_SENTENCE = ["help"]  # its keys are the English of the commands' help
PAGE = SOURCE / "web/src"
CODE = [path for pattern in ("src/**/*.[ch]pp", "apps/**/*.[ch]pp", "web/src/**/*.ts", "web/src/**/*.svelte")
        for path in sorted(SOURCE.glob(pattern)) if not path.name.endswith(".d.ts")]
NO_KEY = ["sheet.toml"]  # looks like one, but is the end of an address
# What is looked up by a part of its key: where the part stands, and the whole key.
LOOKED_UP = [(r'\b(?:say|headline|result)\(([^;{]*?)\)', "say.{}"), (r'\blabel\(canvas, ("\w+")', "field.{}.name"), (r'\bkey_words\(("[\w-]+")', "key.{}"),
             (r"\bwords\.field\(('\w+')", "field.{}.name"), (r"\bfield: ('\w+')", "field.{}.name")]
QUOTED = r'"((?:[^"\\\n]|\\.)*)"'
QUOTED_OF_PAGE = QUOTED + r"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`"


def flatten(table, path=""):
    for key, value in table.items():
        name = f"{path}.{key}" if path else key
        if isinstance(value, dict): yield from flatten(value, name)
        else: yield name, value if isinstance(value, list) else [value]


@functools.cache
def catalogue(language, name):
    path = SOURCE / f"data/words/{language}/{name}.toml"
    return dict(flatten(tomllib.loads(path.read_text()))) if path.exists() else {}


def parameters(texts):
    return {found for text in texts for found in re.findall(r"\{(\w+)\}", text)}


@functools.cache
def code_of(path):
    code = re.sub(r"^\s*(//|#include |import ).*|\s// .*", "", path.read_text(), flags=re.M)
    return re.sub(r'" \+ [\w.()"]+ \+ "', "{}", code)  # "weather." + weather + ".name" is "weather.{}.name"


@functools.cache
def literals(path):
    quoted = QUOTED_OF_PAGE if path.is_relative_to(PAGE) else QUOTED
    found = {"".join(match.groups("")) for match in re.finditer(quoted, code_of(path))}
    return found | set(re.findall(r"'([\w./-]+)'", code_of(path))) if path.is_relative_to(PAGE) else found  # within `${…}` too


# All sources but those of other games may speak for a game.
def sources_for(name, games):
    others = {part for game in games if game != name for part in (game, game.replace("-", "_"))}
    return [path for path in CODE if others.isdisjoint([*path.parts, path.stem, dashed(path.stem)])]


def words_of_sheet(name):
    path = SOURCE / f"data/sheets/{name}.toml"
    found = set()

    def collect(value):
        if isinstance(value, dict):
            found.update(value)
            for one in value.values(): collect(one)
        elif isinstance(value, list):
            for one in value: collect(one)
        else:
            found.update([str(value), *re.findall(r"=(\S)", str(value))])  # "1=T,2-4=I": the signs of a card

    if path.exists(): collect(tomllib.loads(path.read_text()))
    return found


# Keys that a source puts together: "bot.{}.name" and `bot.${id}.name` are one form, "phase." + phase is "phase.{}".
def forms(texts, sections):
    for text in texts:
        form = re.sub(r"\$\{[^}]*\}", "{}", text)
        if form.endswith("."): form += "{}"
        if "{}" in form and form.split(".")[0] in sections and re.fullmatch(r"[\w{}./-]+", form): yield form


# What is looked up entry by entry: by Words::at_event, and by the sections that wordsOf() of the page names.
def looked_up():
    page = (PAGE / "i18n/words.svelte.ts").read_text()
    entries, labels = (re.findall(r"'(\w+)'", re.search(rf"type {name} = (.*);", page)[1]) for name in ("Section", "Labels"))
    yield from (f"{section}.{{}}.{part}" for section in entries for part in ("name", "help", "rule"))
    yield from (f"{section}.{{}}" for section in [*labels, "game"])
    yield "option.{}.values.{}"
    yield from (f"token.{{}}{{}}.{part}" for part in ("name", "help", "rule"))  # a card: its rank and its suit


def fits(key, form, words):
    found = re.fullmatch(re.escape(form).replace(r"\{\}", "(.+)"), key)

    def known(part):  # "space-{}" in a source makes "space-2" a word
        stem = re.sub(r"[^-]+$", "{}", part)
        return part in words or part.isdigit() or (stem in words and "-" in stem)

    return found is not None and all(known(hole) or all(map(known, hole.split("/"))) for hole in found.groups())


# From the bracket that opens at `start` to the one that closes it.
def balanced(code, start):
    depth = 0
    for at in range(start, len(code)):
        depth += (code[at] in "({[") - (code[at] in ")}]")
        if depth == 0: return code[start : at + 1]
    return code[start:]


# The keys that are shown with the names of the values given to them, where the source says both.
def shown(path):
    code = code_of(path)
    if path.is_relative_to(PAGE):
        for call in re.finditer(r"\bt\(\s*'([^']+)'\s*(\)|,\s*\{)", code):
            given = balanced(code, call.end() - 1) if call[2] != ")" else ""
            inner = re.sub(r"(?<=.)[({\[].*?[)}\]](?=.)", "", given, flags=re.S)
            yield call[1], set(re.findall(r"[{,]\s*(\w+)\s*(?=[:,}])", inner))
    else:
        for call in re.finditer(r'\btext\("([^"{]+)"(\)|, \{)', code):
            given = balanced(code, call.end() - 1) if call[2] != ")" else ""
            yield call[1], set(re.findall(r'\{"(\w+)"', given))


def check_languages(names):
    for name in names:
        english = catalogue("en", name)
        for language in LANGUAGES[1:]:
            other = catalogue(language, name)
            for key in english.keys() - other.keys(): yield f"{language}/{name}.toml has no {key!r}, which en/{name}.toml has"
            for key in other.keys() - english.keys():
                if re.fullmatch(r"token\..+\.said", key): continue  # a card with its article, where a language's sentences need it
                yield f"en/{name}.toml has no {key!r}, which {language}/{name}.toml has"
            for key in english.keys() & other.keys():
                ours, theirs = parameters(english[key]), parameters(other[key])
                if ours != theirs: yield f"{name}.toml: {key!r} has the parameters {sorted(ours)} in en, {sorted(theirs)} in {language}"
        for key, texts in catalogue("fr", name).items():
            for text in texts:
                if "'" in text: yield f"fr/{name}.toml: {key!r} has a straight apostrophe"
                own = re.sub(r"«\u00a0[^»]*\u00a0»", "", text)  # what is quoted is written as it is elsewhere
                if not key.startswith("number.") and re.search(r"[^\u00a0!?][;!?]|«(?!\u00a0)| :|\w:(?!\d)", own):
                    yield f"fr/{name}.toml: {key!r} lacks a no-break space before : ; ! ? or within « »"


def check_twice():
    said = {}
    for name in ("table", "page"):
        for key, texts in catalogue("en", name).items():
            if name == "page" and key in catalogue("en", "table"): yield f"page.toml: {key!r} is in table.toml too, and the page reads both"
            both = (texts[0], *catalogue("fr", name).get(key, []))
            if name == "table": said[both] = key
            elif both in said: yield f"page.toml: {key!r} says what {said[both]!r} of table.toml says; use that"


def check_uses(names, games, sections):
    for name in names:
        if name == "messages": continue  # check_messages
        sources = CODE if name in SHARED else sources_for(name, games)
        texts = set().union(*map(literals, sources))
        words = texts.union({"true", "false"}, *map(words_of_sheet, games if name in SHARED else [name]))
        ways = {*looked_up(), *forms(texts, sections)}
        for key in catalogue("en", name):
            if name in games and key.startswith("refusal."): continue
            if key not in texts and not any(fits(key, way, words) for way in ways): yield f"{name}.toml: nothing uses {key!r}"


# The game whose source this is, by its name or that of its folder; None for what serves all.
def game_of(path, games):
    return next((game for game in games if {game, game.replace("-", "_")} & {*path.parts, path.stem, dashed(path.stem)}), None)


def dashed(name):  # PocketRugby.svelte
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def check_sources(every, games, sections):
    for path in CODE:
        where, game = path.relative_to(SOURCE), game_of(path, games)
        known = every if game is None else catalogue("en", game) | catalogue("en", "table")
        for lookup, form in LOOKED_UP:
            for found in re.findall(lookup, code_of(path)):
                for part in re.findall(r"""(?<![=!]= )["']([\w-]+)["']""", found):
                    if form.format(part) not in known: yield f"{where}: there is no key {form.format(part)!r} in {f'the catalogue of {game}' if game else 'any catalogue'}"
        for text in literals(path):
            if re.fullmatch(r"[a-z][\w-]*(\.[\w-]+)+", text) and text.split(".")[0] in sections and text not in every and text not in catalogue("en", "messages") and text not in NO_KEY:
                yield f"{where}: there is no key {text!r} in any catalogue"
        for key, given in shown(path):
            for texts in every.get(key, []):
                if parameters(texts) != given:
                    yield f"{where}: {key!r} is given {sorted(given)}, but takes {sorted(parameters(texts))}"


# Where a source makes messages: every string that could be a key of one, and the gaps that are filled.
def told(path):
    code = code_of(path)
    for text in literals(path):
        if re.fullmatch(r"[a-z-]+(/[a-z0-9-]+|\.[a-z0-9-]+)", text): yield text, None
    for call in re.finditer(r'(?:\bMessage\{|\breturn \{|[(,] ?\{|\bMessage \w+\{)\s*"([a-z-]+[/.][a-z0-9-]+)"(\}|,\s*\{)', code):
        given = balanced(code, call.end() - 1) if call[2] != "}" else ""
        yield call[1], gaps_of(given)


# The names of the outermost pairs: {{"file", path}, {"what", Message{…}}}.
def gaps_of(given):
    names, depth = set(), 0
    for match in re.finditer(r'\{\s*"(\w+)",|"(?:[^"\\\n]|\\.)*"|[({\[]|[)}\]]', given):
        if match[0][0] in ")}]": depth -= 1
        elif match[0][0] != '"':
            depth += 1
            if depth == 2 and match[1]: names.add(match[1])
    return names


def check_messages(games):
    known = {key: texts for key, texts in catalogue("en", "messages").items()}
    for game in games: known |= {f"{game}/{key.removeprefix('refusal.')}": texts for key, texts in catalogue("en", game).items() if key.startswith("refusal.")}
    sections = {key.split(".")[0] for key in known if "." in key}
    used = {"between", "reasons"}  # play/message_text.cpp, core/message.hpp
    for path in [*CODE, *SOURCE.glob("examples/**/*.hpp")]:
        if path.is_relative_to(PAGE): continue
        where = path.relative_to(SOURCE)
        for key, given in told(path):
            if key in known: used.add(key)
            elif "/" in key and key.split("/")[0] in games: yield f"{where}: there is no [refusal] {key.split('/')[1]!r} in the catalogue of {key.split('/')[0]}"
            if given is not None and key in known and given != parameters(known[key]):
                yield f"{where}: {key!r} is given {sorted(given)}, but takes {sorted(parameters(known[key]))}"
            if given is not None and key not in known and key.split(".")[0] in sections: yield f"{where}: there is no key {key!r} in messages.toml"
    for key in known.keys() - used: yield f"nothing tells {key!r}"


def check():
    names = sorted({path.stem for language in LANGUAGES for path in SOURCE.glob(f"data/words/{language}/*.toml")} - set(BY_SENTENCE))
    games = [name for name in names if name not in SHARED]
    every = {}
    for name in set(names) - {"messages"}:
        for key, texts in catalogue("en", name).items(): every.setdefault(key, []).append(texts)
    sections = {key.split(".")[0] for key in every}
    print(f"{sum(map(len, every.values()))} keys in {len(names)} catalogues")
    yield from check_languages(names)
    yield from check_twice()
    yield from check_uses(names, games, sections)
    yield from check_sources(every, games, sections)
    yield from check_messages(games)


faults = sorted(set(check()))
print("".join(f"{fault}\n" for fault in faults) + f"{len(faults)} faults")
sys.exit(1 if faults else 0)
