// Writes records, and parses and replays them; every fault names its line.
#include "play/record.hpp"

#include "play/drives.hpp"

#include "core/shown_text.hpp"
#include "play/people.hpp"
#include "play/position.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace touchline {

namespace {

constexpr std::array<std::string_view, 6> kOwnTags{"Game", "Options", "Sheet", "SheetHash", "Position", "Result"};
// Of the table where a game was played with dice that prove themselves.
constexpr std::array<std::string_view, 7> kProofTags{"Dice",     "Table",    "DiceServer", "DiceHidden",
                                                     "DiceHome", "DiceAway", "DiceFrom"};

std::string escaped(std::string_view text) {
    std::string out;
    for (char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    return out;
}

bool plain(std::string_view word) {
    return !word.empty() && word != "?" && word.find_first_of(" \t\";\\:") == std::string_view::npos;
}

std::string quoted_if_needed(std::string_view word) {
    return plain(word) ? std::string(word) : fmt::format("\"{}\"", escaped(word));
}

void write_tag(std::string& out, std::string_view name, std::string_view value) {
    out += fmt::format("[{} \"{}\"]\n", name, escaped(value));
}

std::string options_text(const OptionValues& options) {
    std::string out;
    for (const auto& [name, value] : options.all())
        out += fmt::format("{}{}={}", out.empty() ? "" : " ", name, text(value));
    return out;
}

std::string result_text(const Table& table) {
    const TurnText turn = table.turn();
    if (turn.kind != TurnKind::over) return "*";
    const BySeat<int> score = table.score();
    return fmt::format("{} {}-{}", name(turn.winner), score.home, score.away);
}

} // namespace

std::string record_line(const StepText& step) {
    std::string line =
        fmt::format("{} {} {}:", name(step.seat), step.kind == TurnKind::chance ? "rolls" : "chooses", step.event);
    if (step.kind != TurnKind::chance) return line + " " + (step.action.empty() ? "?" : quoted_if_needed(step.action));
    if (step.tokens.empty()) return line + " ?";
    for (std::string_view token : step.tokens) line += " " + quoted_if_needed(token);
    return line;
}

std::string record_text(const Table& table, std::optional<Viewer> viewer) {
    std::string out;
    write_tag(out, "Game", table.kind().id());
    if (!table.options().all().empty()) write_tag(out, "Options", options_text(table.options()));
    write_tag(out, "Sheet", table.sheet_name());
    write_tag(out, "SheetHash", table.sheet_hash());
    for (const Tag& tag : table.tags) write_tag(out, tag.name, tag.value);
    if (!table.from_start()) write_tag(out, "Position", start_text(table));
    write_tag(out, "Result", result_text(table));
    for (std::size_t i = 0; i < table.steps(); ++i) {
        if (begins_drive(table, i)) {
            const std::optional<Seat> offense = table.offense_before(i);
            const BySeat<int> score = table.score_before(i);
            out += offense ? fmt::format("\n; {} on offence, {}-{}\n", name(*offense), score.home, score.away)
                           : fmt::format("\n; {}-{}\n", score.home, score.away);
        }
        out += record_line(table.step(i, viewer)) + "\n";
    }
    return out;
}

namespace {

// The words of a line: quotes hold a word together, ';' outside them ends the line.
std::optional<std::vector<std::string>> words_of(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    bool quoted = false;
    bool open = false; // a word has begun
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quoted) {
            if (c == '\\' && i + 1 < line.size())
                word += line[++i];
            else if (c == '"')
                quoted = false;
            else
                word += c;
        } else if (c == '"') {
            quoted = open = true;
        } else if (c == ';') {
            break;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            if (open) words.push_back(std::exchange(word, {}));
            open = false;
        } else {
            word += c;
            open = true;
        }
    }
    if (quoted) return std::nullopt;
    if (open) words.push_back(std::move(word));
    return words;
}

struct NumberedLine {
    int number;
    std::vector<std::string> words;
};

struct ReadTag {
    int line;
    Tag tag;
};

// What stands in a record before the rules have looked at it.
struct Draft {
    std::vector<ReadTag> tags;
    std::vector<NumberedLine> steps;

    [[nodiscard]] const ReadTag* find(std::string_view name) const {
        const auto at = std::ranges::find_if(tags, [&](const ReadTag& read) { return read.tag.name == name; });
        return at == tags.end() ? nullptr : &*at;
    }
};

Unexpected<Refusal> bad_line(int line, Message what) {
    return refuse(RefusalCode::bad_record, {"record.line", {{"line", line}, {"what", std::move(what)}}});
}

bool names_side(const Tag& tag) { return tag.name == "Home" || tag.name == "Away"; }

// [Name "value"], with nothing in it that may not be shown. Tags come from anywhere and go to screens and pages.
std::optional<Tag> tag_of(std::vector<std::string> words) {
    if (words.size() != 2 || words[0].size() < 2 || words[0].front() != '[' || words[1].empty() ||
        words[1].back() != ']')
        return std::nullopt;
    words[1].pop_back();
    Tag tag{tidy_text(std::string_view(words[0]).substr(1)), tidy_text(words[1])};
    if (tag.name.empty()) return std::nullopt;
    if (names_side(tag)) tag.value = shown_side(tag.value);
    return tag;
}

OrRefusal<Draft> draft_of(std::string_view text) {
    Draft draft;
    int number = 0;
    while (!text.empty()) {
        ++number;
        const std::size_t cut = text.find('\n');
        const std::string_view line = text.substr(0, cut);
        text.remove_prefix(cut == std::string_view::npos ? text.size() : cut + 1);
        std::optional<std::vector<std::string>> words = words_of(line);
        if (!words) return bad_line(number, Message{"record.quote"});
        if (words->empty()) continue;
        if (words->front().front() != '[') {
            draft.steps.push_back({number, std::move(*words)});
            continue;
        }
        std::optional<Tag> tag;
        if (line.find('"') != std::string_view::npos) tag = tag_of(std::move(*words));
        if (!tag) return bad_line(number, Message{"record.tag"});
        if (draft.find(tag->name) != nullptr)
            return bad_line(number, Message{"record.tag-twice", {{"tag", tag->name}}});
        draft.tags.push_back({number, std::move(*tag)});
    }
    return draft;
}

OrRefusal<Json> options_of(const Kind& kind, const ReadTag& read) {
    Json options = Json::object();
    const std::vector<OptionSpec>& specs = kind.options();
    for (const std::string& word : words_of(read.tag.value).value_or(std::vector<std::string>{})) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos) return bad_line(read.line, Message{"option.form", {{"text", word}}});
        OptionValue value = word.substr(equals + 1);
        for (const OptionSpec& spec : specs)
            if (spec.name == word.substr(0, equals)) value = read_option(spec, word.substr(equals + 1));
        options[word.substr(0, equals)] = json(value);
    }
    return options;
}

// The sheet with the record's hash among the known ones; the default one where the record names none.
OrRefusal<std::unique_ptr<Table>> open_with_sheet(const Kind& kind, const Json& options, const Draft& draft,
                                                  std::span<const SheetText> sheets) {
    OrRefusal<std::unique_ptr<Table>> table = kind.open(options, std::nullopt);
    const ReadTag* hash = draft.find("SheetHash");
    if (hash == nullptr) return table;
    std::string name = "default";
    if (const ReadTag* sheet = draft.find("Sheet")) name = sheet->tag.value;
    if (name == "default" && table && (*table)->sheet_hash() == hash->tag.value) return table;
    for (const SheetText& candidate : sheets) {
        OrRefusal<std::unique_ptr<Table>> other = kind.open(options, SheetText{name, candidate.toml});
        if (other && (*other)->sheet_hash() == hash->tag.value) return other;
    }
    if (!table) return table;
    if ((*table)->sheet_hash() == hash->tag.value) return kind.open(options, SheetText{name, (*table)->sheet_toml()});
    return bad_line(hash->line, Message{"record.other-sheet",
                                        {{"name", name}, {"hash", hash->tag.value}, {"own", (*table)->sheet_hash()}}});
}

OrRefusal<std::unique_ptr<Table>> open_draft(const Draft& draft, std::span<const SheetText> sheets) {
    const ReadTag* game = draft.find("Game");
    if (game == nullptr) return bad_line(1, Message{"record.no-game"});
    const Kind* kind = kind_named(game->tag.value);
    if (kind == nullptr) return bad_line(game->line, Message{"game.none", {{"game", game->tag.value}}});
    Json options = Json::object();
    const ReadTag* options_tag = draft.find("Options");
    if (options_tag != nullptr) {
        OrRefusal<Json> read = options_of(*kind, *options_tag);
        if (!read) return Unexpected{std::move(read.error())};
        options = std::move(*read);
    }
    OrRefusal<std::unique_ptr<Table>> table = open_with_sheet(*kind, options, draft, sheets);
    if (!table && table.error().code != RefusalCode::bad_record)
        return bad_line(options_tag != nullptr ? options_tag->line : game->line, table.error().message);
    return table;
}

// One line of the game: "home rolls qb: WR".
OrRefusal<Done> replay(Table& table, const NumberedLine& line) {
    const auto& words = line.words;
    const bool rolls = words.size() >= 4 && words[1] == "rolls";
    const bool chooses = words.size() == 4 && words[1] == "chooses";
    const std::optional<Seat> seat = seat_named(words[0]);
    if (!seat || (!rolls && !chooses) || words[2].back() != ':') return bad_line(line.number, Message{"record.step"});
    const TurnText turn = table.turn();
    if (turn.kind == TurnKind::over) return bad_line(line.number, Message{"record.over"});
    const std::string event = words[2].substr(0, words[2].size() - 1);
    const bool fits = event == turn.event && (rolls == (turn.kind == TurnKind::chance)) &&
                      (turn.kind == TurnKind::secret || *seat == turn.seat);
    if (!fits)
        return bad_line(line.number, Message{"record.due",
                                             {{"seat", name(turn.seat)},
                                              {"verb", turn.kind == TurnKind::chance ? "rolls" : "chooses"},
                                              {"event", turn.event},
                                              {"found_seat", words[0]},
                                              {"found_verb", words[1]},
                                              {"found_event", event}}});
    const std::vector<std::string_view> rest(words.begin() + 3, words.end());
    OrRefusal<Done> done = rolls ? table.roll(rest) : table.choose(seat, rest[0]);
    if (!done) return bad_line(line.number, done.error().message);
    return done;
}

} // namespace

OrRefusal<std::unique_ptr<Table>> read_record(std::string_view text, std::span<const SheetText> sheets) {
    OrRefusal<Draft> draft = draft_of(text);
    if (!draft) return Unexpected{std::move(draft.error())};
    OrRefusal<std::unique_ptr<Table>> table = open_draft(*draft, sheets);
    if (!table) return table;
    if (const ReadTag* position = draft->find("Position"))
        if (OrRefusal<Done> placed = set_position(**table, position->tag.value); !placed)
            return bad_line(position->line, placed.error().message);
    for (const NumberedLine& line : draft->steps)
        if (OrRefusal<Done> done = replay(**table, line); !done) return Unexpected{std::move(done.error())};
    if (const ReadTag* result = draft->find("Result"); result != nullptr && result->tag.value != result_text(**table))
        return bad_line(result->line,
                        Message{"record.result", {{"found", result->tag.value}, {"own", result_text(**table)}}});
    const bool proven = draft->find("Dice") != nullptr;
    for (ReadTag& read : draft->tags) {
        const bool nameless = names_side(read.tag) && read.tag.value.empty();
        const bool of_proof = proven && std::ranges::find(kProofTags, read.tag.name) != kProofTags.end();
        if (!nameless && !of_proof && std::ranges::find(kOwnTags, read.tag.name) == kOwnTags.end())
            (*table)->tags.push_back(std::move(read.tag));
    }
    return table;
}

OrRefusal<Done> replay_record_line(Table& table, std::string_view line, int number) {
    std::optional<std::vector<std::string>> words = words_of(line);
    if (!words) return bad_line(number, Message{"record.quote"});
    if (words->empty()) return bad_line(number, Message{"record.step"});
    return replay(table, {number, std::move(*words)});
}

std::vector<int> step_lines(std::string_view text) {
    std::vector<int> lines;
    if (const OrRefusal<Draft> draft = draft_of(text))
        for (const NumberedLine& line : draft->steps) lines.push_back(line.number);
    return lines;
}

} // namespace touchline
