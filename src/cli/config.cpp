// touchline config: the settings of the configuration file, shown, read and changed.
#include "cli/config.hpp"

#include "bots/roster.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/guess.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "core/environment.hpp"
#include "core/shown_text.hpp"
#include "games/toml.hpp"
#include "play/message_text.hpp"
#include "solve/book.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>

namespace touchline::cli {

namespace {

namespace fs = std::filesystem;

// A setting: its name, the variable that overrides it, its default, and what its value may be.
struct Setting {
    std::string_view key;
    std::string_view variable;
    std::string_view usual;
    std::string_view wanted; // the key of the message
    bool number = false;
};

constexpr std::array<Setting, 8> kSettings{{
    {"language", "TOUCHLINE_LANG", "", "cli.wants-language"},
    {"home_name", "", "", "cli.wants-name"},
    {"away_name", "", "", "cli.wants-name"},
    {"opponent", "", "coach", "cli.wants-bot"},
    {"pace", "", "600", "cli.wants-pace", true},
    {"color", "", "auto", "cli.wants-color"},
    {"cache_folder", "TOUCHLINE_CACHE", "", "cli.wants-folder"},
    {"cache_limit", "TOUCHLINE_CACHE_LIMIT", "", "cli.wants-megabytes", true},
}};

std::optional<long> number_of(std::string_view text) {
    long number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

bool allowed(const Setting& setting, const std::string& value) {
    const std::optional<long> number = number_of(value);
    if (setting.key == "language") return language_named(value).has_value();
    if (setting.key == "opponent") return std::ranges::count(bots::bot_names(), value) > 0;
    if (setting.key == "color") return value == "auto" || value == "always" || value == "never";
    if (setting.key == "pace") return number && *number >= 0 && *number <= 60000;
    if (setting.key == "cache_limit") return number && *number >= 0 && *number <= 1'000'000;
    if (setting.key == "cache_folder") return fs::path(value).is_absolute();
    return !shown_name(value).empty();
}

const Setting& setting_named(const std::string& key) {
    const auto at = std::ranges::find(kSettings, key, &Setting::key);
    if (at != kSettings.end()) return *at;
    std::vector<std::string> known;
    for (const Setting& setting : kSettings) known.emplace_back(setting.key);
    throw Stop(RefusalCode::misused,
               with_guess(Message{"cli.no-setting", {{"setting", key}, {"settings", known}}}, closest(key, known)));
}

void check(const Setting& setting, const std::string& value) {
    if (!allowed(setting, value))
        throw Stop(
            RefusalCode::misused,
            Message{"field.wrong", {{"field", setting.key}, {"found", value}, {"wanted", Message{setting.wanted}}}});
}

std::map<std::string, std::string, std::less<>>& settings() {
    static std::map<std::string, std::string, std::less<>> kSettled;
    return kSettled;
}

// What is wrong in the file, and the names in it that are no settings or have no sound value.
struct Faults {
    std::vector<Message> told;
    std::vector<std::string> names;
};

Faults& faults() {
    static Faults kFound;
    return kFound;
}

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) (out += c == '"' || c == '\\' ? "\\" : "") += c;
    return out + '"';
}

std::string file_text() {
    std::string text = "# Touchline's settings; 'touchline config set NAME VALUE' changes them.\n";
    for (const auto& [key, value] : settings())
        text += fmt::format("{} = {}\n", key, setting_named(key).number ? value : quoted(value));
    return text;
}

// Where a value comes from, and what it is.
struct InForce {
    std::string value;
    std::string_view source; // environment, file, default
};

// By default, as it comes out here.
std::string usual_value(const Setting& setting) {
    if (setting.key == "language") return std::string(code(usual_language()));
    if (setting.key == "cache_folder") return solve::cache_folder().string();
    return std::string(setting.usual);
}

InForce in_force(const Setting& setting) {
    const std::string variable(setting.variable);
    const auto own = configured(setting.key);
    if (!variable.empty())
        if (std::string value = environment(variable.c_str()); !value.empty() && value != own)
            return {std::move(value), "environment"};
    if (own) return {*own, "file"};
    return {usual_value(setting), "default"};
}

// What holds where nothing is settled, in words.
std::string shown_value(const Setting& setting, const std::string& value, const Words& words) {
    if (setting.key == "home_name" && value.empty()) return words.side(Seat::home);
    if (setting.key == "away_name" && value.empty()) return words.side(Seat::away);
    if (setting.key == "cache_limit" && (value.empty() || value == "0")) return words.text("config.no-limit");
    return value.empty() ? "-" : value;
}

int show_settings(Language language, bool json) {
    const Words& words = Words::of(language);
    Json all = Json::object();
    for (const Setting& setting : kSettings) {
        const InForce own = in_force(setting);
        const std::optional<long> number = setting.number ? number_of(own.value) : std::nullopt;
        const Json value = number ? Json(*number) : own.value.empty() ? Json() : Json(own.value);
        if (json)
            all[std::string(setting.key)] = {{"value", value}, {"source", own.source}};
        else
            print("{:<14} {:<24} {}\n", setting.key, shown_value(setting, own.value, words),
                  words.text(fmt::format("config.{}", own.source)));
    }
    if (!json) return kDone;
    Json wrong = Json::array();
    for (const Message& each : faults().told) wrong.push_back(text(each, language));
    print_json({{"file", config_path()}, {"settings", std::move(all)}, {"faults", std::move(wrong)}});
    return kDone;
}

// The file is written anew, without what is wrong in it; the old one stays beside it then.
void set_aside(const std::string& path, Language language) {
    if (faults().told.empty()) return;
    const std::string old = path + ".old";
    write_file(old, read_file(path));
    note(text(Message{"cli.config-old", {{"file", old}}}, language));
}

int change_setting(const std::string& key, const std::string& value, Language language) {
    if (!value.empty()) {
        check(setting_named(key), value);
        settings()[key] = value;
    } else if (std::ranges::count(faults().names, key) == 0) {
        settings().erase(std::string(setting_named(key).key));
    } // else it is left out anyway
    const std::string path = config_path();
    if (path.empty()) throw Stop(RefusalCode::failed, Message{"cli.no-config-folder"});
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    set_aside(path, language);
    write_file(path, file_text());
    return kDone;
}

} // namespace

std::string config_path() {
    if (std::string own = environment("TOUCHLINE_CONFIG"); !own.empty()) return own;
    if (const std::string folder = environment("XDG_CONFIG_HOME"); !folder.empty())
        return folder + "/touchline/config.toml";
    if (const std::string home = environment("HOME"); !home.empty()) return home + "/.config/touchline/config.toml";
    return {};
}

const std::vector<Message>& load_config() {
    const std::string path = config_path();
    std::vector<Message>& told = faults().told;
    std::error_code error;
    if (path.empty() || !fs::is_regular_file(path, error)) return told;
    const auto wrong = [&](Message what) {
        told.push_back(Message{"cli.of-file", {{"file", path}, {"what", std::move(what)}}});
    };
    const auto wrong_at = [&](const toml::source_region& where, Message what) {
        wrong({"sheet.line", {{"line", where.begin.line}, {"what", std::move(what)}}});
    };
    toml::table content;
    try {
        content = toml::parse(read_file(path));
    } catch (const toml::parse_error& fault) {
        wrong_at(fault.source(), {"sheet.no-toml", {{"why", fault.description()}}});
    } catch (const TomlFault&) {
        wrong(Message{"sheet.no-toml-at-all"});
    } catch (const Stop& stop) {
        told.push_back(stop.message);
    }
    for (const auto& [key, node] : content) {
        const std::string name(key.str());
        std::string value = node.value_or(std::string());
        if (const auto* number = node.as_integer()) value = std::to_string(number->get());
        try {
            check(setting_named(name), value);
            settings()[name] = value;
        } catch (const Stop& stop) {
            wrong_at(key.source(), stop.message);
            faults().names.push_back(name);
        }
    }
    for (const Setting& setting : kSettings)
        if (const auto own = configured(setting.key); own && !setting.variable.empty())
            ::setenv(std::string(setting.variable).c_str(), own->c_str(), 0); // a variable that is set stays
    return told;
}

std::optional<std::string> configured(std::string_view key) {
    const auto at = settings().find(key);
    return at == settings().end() ? std::nullopt : std::optional(at->second);
}

std::string setting(const std::string& key) { return in_force(setting_named(key)).value; }

std::string usual_setting(const std::string& key) { return std::string(setting_named(key).usual); }

Language usual_language() { return language_named(environment("TOUCHLINE_LANG")).value_or(language_of_environment()); }

void add_config(CLI::App& app, Job& job) {
    struct Options {
        std::string key, value, language;
        bool json = false;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("config", "Show and change what is settled once: language, names, cache …");
    command->require_subcommand(0, 1);
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command->add_flag("--json", options->json, "As JSON");
    CLI::App* get = command->add_subcommand("get", "Print one setting");
    get->add_option("NAME", options->key,
                    "language, home_name, away_name, opponent, pace, color, cache_folder or cache_limit")
        ->required();
    CLI::App* set = command->add_subcommand("set", "Change one setting");
    set->add_option("NAME", options->key,
                    "language, home_name, away_name, opponent, pace, color, cache_folder or cache_limit")
        ->required();
    set->add_option("VALUE", options->value, "Its value; left out, the usual one holds again");
    CLI::App* path = command->add_subcommand("path", "Print the name of the configuration file");
    examples(*get, {"touchline config get language"});
    examples(*set, {"touchline config set language fr", "touchline config set opponent rookie",
                    "touchline config set cache_limit"});
    examples(*path, {"touchline config path"});
    examples(*command,
             {"touchline config", "touchline config set language fr", "touchline config set cache_limit 500"});
    command->callback([=, &job] {
        job = [=] {
            const Language language = language_from(options->language);
            if (set->parsed()) return change_setting(options->key, options->value, language);
            if (get->parsed()) print("{}\n", setting(options->key));
            if (path->parsed()) print("{}\n", config_path());
            return get->parsed() || path->parsed() ? kDone : show_settings(language, options->json);
        };
    });
}

} // namespace touchline::cli
