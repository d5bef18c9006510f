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

InForce in_force(const Setting& setting) {
    const std::string variable(setting.variable);
    const auto own = configured(setting.key);
    if (!variable.empty())
        if (std::string value = environment(variable.c_str()); !value.empty() && value != own)
            return {std::move(value), "environment"};
    if (own) return {*own, "file"};
    return {setting.key == "language" ? std::string(code(usual_language())) : std::string(setting.usual), "default"};
}

int show_settings(Language language, bool json) {
    const Words& words = Words::of(language);
    Json all = Json::object();
    for (const Setting& setting : kSettings) {
        const InForce own = in_force(setting);
        if (json)
            all[std::string(setting.key)] = {{"value", own.value}, {"source", own.source}};
        else
            print("{:<14} {:<24} {}\n", setting.key, own.value.empty() ? "-" : own.value,
                  words.text(fmt::format("config.{}", own.source)));
    }
    if (json) print_json({{"file", config_path()}, {"settings", std::move(all)}});
    return kDone;
}

int change_setting(const std::string& key, const std::string& value) {
    const Setting& setting = setting_named(key);
    if (value.empty()) {
        settings().erase(key);
    } else {
        check(setting, value);
        settings()[key] = value;
    }
    const std::string path = config_path();
    if (path.empty()) throw Stop(RefusalCode::failed, Message{"cli.no-config-folder"});
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
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

void load_config() {
    const std::string path = config_path();
    std::error_code error;
    if (path.empty() || !fs::is_regular_file(path, error)) return;
    const auto bad = [&](Message what) {
        return Stop(RefusalCode::misused, Message{"cli.of-file", {{"file", path}, {"what", std::move(what)}}});
    };
    toml::table content;
    try {
        content = toml::parse(read_file(path));
    } catch (const toml::parse_error& wrong) {
        throw bad({"sheet.line",
                   {{"line", wrong.source().begin.line},
                    {"what", Message{"sheet.no-toml", {{"why", wrong.description()}}}}}});
    } catch (const TomlFault&) {
        throw bad(Message{"sheet.no-toml-at-all"});
    }
    for (const auto& [key, node] : content) {
        std::string value = node.value_or(std::string());
        if (const auto* number = node.as_integer()) value = std::to_string(number->get());
        try {
            check(setting_named(std::string(key.str())), value);
        } catch (const Stop& stop) {
            throw bad(stop.message);
        }
        settings()[std::string(key.str())] = value;
    }
    for (const Setting& setting : kSettings)
        if (const auto own = configured(setting.key); own && !setting.variable.empty())
            ::setenv(std::string(setting.variable).c_str(), own->c_str(), 0); // a variable that is set stays
}

std::optional<std::string> configured(std::string_view key) {
    const auto at = settings().find(key);
    return at == settings().end() ? std::nullopt : std::optional(at->second);
}

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
    examples(*command,
             {"touchline config", "touchline config set language fr", "touchline config set cache_limit 500"});
    command->callback([=, &job] {
        job = [=] {
            if (set->parsed()) return change_setting(options->key, options->value);
            if (get->parsed()) print("{}\n", in_force(setting_named(options->key)).value);
            if (path->parsed()) print("{}\n", config_path());
            return get->parsed() || path->parsed() ? kDone
                                                   : show_settings(language_from(options->language), options->json);
        };
    });
}

} // namespace touchline::cli
