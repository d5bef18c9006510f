// The options that every command about a game shares, and which game a person means.
#include "cli/table_options.hpp"

#include "bots/roster.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/guess.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::cli {

namespace {

std::vector<std::string> names_of(const Kind& kind) {
    std::vector<std::string> names{std::string(kind.id())};
    for (std::string_view alias : kind.aliases()) names.emplace_back(alias);
    return names;
}

// Whether a text is a beginning of the name or one of its words.
bool shortens(std::string_view text, std::string_view name) {
    if (name.starts_with(text)) return true;
    for (std::size_t at = name.find('-'); at != std::string_view::npos; at = name.find('-', at + 1)) {
        const std::string_view rest = name.substr(at + 1);
        if (rest == text || rest.substr(0, rest.find('-')) == text) return true;
    }
    return false;
}

std::vector<const Kind*> shortened_by(std::string_view text) {
    std::vector<const Kind*> meant;
    for (const Kind* kind : kinds())
        if (!text.empty() &&
            std::ranges::any_of(names_of(*kind), [&](const auto& name) { return shortens(text, name); }))
            meant.push_back(kind);
    return meant;
}

// Every name of a game, then what shortens one and no other: its words, and how it begins.
std::vector<std::string> all_names() {
    std::vector<std::string> names;
    std::vector<std::string> shorter;
    for (const Kind* kind : kinds())
        for (const std::string& name : names_of(*kind)) {
            names.push_back(name);
            for (std::size_t word = 0, end = name.find('-'); end != std::string::npos;
                 word = end + 1, end = name.find('-', word)) {
                shorter.push_back(name.substr(0, end));
                shorter.push_back(name.substr(word, end - word));
            }
            shorter.push_back(name.substr(name.rfind('-') + 1));
        }
    std::ranges::copy_if(shorter, std::back_inserter(names),
                         [](const std::string& each) { return shortened_by(each).size() == 1; });
    return names;
}

// What was most likely meant by an option that is not one, or by a value that it cannot have.
std::optional<std::string> option_guess(const std::vector<OptionSpec>& specs, const Json& options) {
    for (const auto& [name, value] : options.items()) {
        const auto spec = std::ranges::find(specs, name, &OptionSpec::name);
        std::vector<std::string> known;
        if (spec == specs.end()) {
            for (const OptionSpec& each : specs) known.push_back(each.name);
            return closest(name, known);
        }
        if (spec->values.empty() || OptionValues::check({*spec}, Json{{name, value}})) continue;
        for (const OptionValue& each : spec->values) known.push_back(text(each));
        return closest(value.is_string() ? value.get<std::string>() : value.dump(), known);
    }
    return std::nullopt;
}

} // namespace

CLI::Option* add_game(CLI::App& command, std::string& game) {
    return command.add_option("GAME", game, "A game, as 'touchline games' lists it; a word of its name will do");
}

CLI::Option* add_options(CLI::App& command, std::vector<std::string>& options, const std::string& help) {
    return command.add_option("-o,--option,--options", options, help)->type_name("NAME=VALUE")->allow_extra_args(false);
}

void add_table_options(CLI::App& command, TableOptions& options) {
    add_game(command, options.game)->required();
    add_options(command, options.options);
    command.add_option("--sheet", options.sheet, "Play with this component sheet; - reads it from standard input")
        ->type_name("FILE");
}

// A validator of CLI11: what is wrong in its words, which parse_error.cpp reads; empty where nothing is.
std::string whole_number(const std::string& text) {
    if (!text.empty() && text.find_first_not_of("0123456789") == std::string::npos) return {};
    return fmt::format("Value {} is no whole number", text);
}

CLI::Option* add_threads(CLI::App& command, unsigned& threads) {
    return command.add_option("--threads", threads, "How many threads; 0 is one for each core")
        ->type_name("N")
        ->check(CLI::Range(0u, 1024u))
        ->capture_default_str();
}

const Kind& game_meant(const std::string& text) {
    const std::string own = lower_case(text);
    if (const Kind* kind = kind_named(own)) return *kind;
    const std::vector<const Kind*> meant = shortened_by(own);
    if (meant.size() == 1) return *meant.front();
    if (!meant.empty()) {
        std::vector<std::string_view> ids;
        for (const Kind* kind : meant) ids.push_back(kind->id());
        throw Stop(RefusalCode::unknown_game, Message{"cli.which-game-of", {{"game", text}, {"games", ids}}});
    }
    const Refusal refusal = open_table(text, Json::object()).error();
    throw Stop(refusal.code, with_guess(refusal.message, closest(text, all_names())));
}

Json options_json(const Kind& kind, const std::vector<std::string>& options) {
    Json json = Json::object();
    const std::vector<OptionSpec>& specs = kind.options();
    for (const std::string& option : options) {
        const std::size_t equals = option.find('=');
        if (equals == std::string::npos) throw Stop(RefusalCode::misused, Message{"option.form", {{"text", option}}});
        const std::string name = option.substr(0, equals);
        if (json.contains(name)) throw Stop(RefusalCode::misused, Message{"cli.option-twice", {{"option", name}}});
        OptionValue value = option.substr(equals + 1);
        for (const OptionSpec& spec : specs)
            if (spec.name == name) value = read_option(spec, option.substr(equals + 1));
        json[name] = touchline::json(value);
    }
    if (const OrRefusal<OptionValues> checked = OptionValues::check(specs, json); !checked)
        throw Stop(checked.error().code, with_guess(checked.error().message, option_guess(specs, json)));
    return json;
}

void check_bot(const std::string& name) {
    const std::vector<std::string> known = bots::bot_names();
    if (std::ranges::find(known, name) == known.end())
        throw Stop(RefusalCode::misused,
                   with_guess(Message{"bot.unknown", {{"bot", name}, {"bots", known}}}, closest(name, known)));
}

std::unique_ptr<Table> open(const TableOptions& options) {
    const Kind& kind = game_meant(options.game);
    const Json json = options_json(kind, options.options);
    std::optional<SheetText> sheet;
    if (!options.sheet.empty()) {
        if (auto without = kind.open(json, std::nullopt); !without) throw Stop(without.error()); // it comes first
        sheet = SheetText{options.sheet, read_file(options.sheet)};
    }
    OrRefusal<std::unique_ptr<Table>> table = kind.open(json, sheet);
    if (!table) throw Stop(table.error());
    return std::move(*table);
}

} // namespace touchline::cli
