// CLI11 tells its mistakes in English only: they are taken apart here, by their kinds, and nowhere else.
#include "cli/parse_error.hpp"

#include "cli/guess.hpp"

#include <CLI/CLI.hpp>

#include <regex>

namespace touchline::cli {

namespace {

// The whole text as a pattern has it, part by part.
std::vector<std::string> parts_of(const std::string& text, const char* pattern) {
    std::smatch found;
    if (!std::regex_match(text, found, std::regex(pattern))) return {};
    return {std::next(found.begin()), found.end()};
}

// "86400.000000" is 86400.
std::string without_zeros(std::string number) {
    if (number.find('.') == std::string::npos) return number;
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.') number.pop_back();
    return number;
}

Message of_value(const std::string& text) {
    if (const auto range = parts_of(text, R"((.+): Value (.+) not in range \[?(.+?)(?: to | - )([^\]]+)\]?)");
        !range.empty())
        return {"cli.range",
                {{"option", range[0]},
                 {"value", range[1]},
                 {"from", without_zeros(range[2])},
                 {"to", without_zeros(range[3])}}};
    if (const auto whole = parts_of(text, "(.+): Value (.*) is no whole number"); !whole.empty())
        return {"cli.whole-number", {{"option", whole[0]}, {"value", whole[1]}}};
    if (const auto member = parts_of(text, R"((.+): (.*) not in \{(.*)\})"); !member.empty())
        return {"cli.one-of", {{"option", member[0]}, {"value", member[1]}, {"values", member[2]}}};
    if (const auto converted = parts_of(text, "Could not convert: (.+) = (.*)"); !converted.empty())
        return {"cli.value", {{"option", converted[0]}, {"value", converted[1]}}};
    return {"cli.plain", {{"text", text}}};
}

Message of_number(const std::string& text) {
    if (const auto missing = parts_of(text, "(.+): [0-9]+ required .* missing"); !missing.empty())
        return {"cli.no-value", {{"option", missing[0]}}};
    if (const auto twice =
            parts_of(text, "(?:(.+): At Most 1 required but received .*|Expected exactly 1 arguments to (.+), got .*)");
        !twice.empty())
        return {"cli.option-twice", {{"option", twice[0] + twice[1]}}};
    return {"cli.plain", {{"text", text}}};
}

// The command that was named, within the program.
const CLI::App& chosen_of(const CLI::App& app) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    return chosen.empty() ? app : chosen_of(*chosen.front());
}

std::vector<std::string> options_of(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

Message of_words(const CLI::App& app) {
    const std::vector<std::string> words = app.remaining(true);
    std::string all;
    for (const std::string& word : words) (all += all.empty() ? "" : " ") += word;
    if (!words.empty() && words.front().starts_with('-') && words.front().size() > 1) {
        const std::string option = words.front().substr(0, words.front().find('='));
        return with_guess({"cli.unknown-option", {{"option", option}}}, closest(option, options_of(chosen_of(app))));
    }
    return {"cli.too-many", {{"words", all}}};
}

Message told(const CLI::App& app, const CLI::ParseError& error) {
    const std::string text = error.what();
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return of_words(app);
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) return of_number(text);
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
        const auto named = parts_of(text, "(.+) is required");
        if (named.empty() || named[0] == "A subcommand") return {"cli.no-command"};
        return {"cli.required", {{"option", named[0]}}};
    }
    if (const auto both = parts_of(text, "(.+) excludes (.+)"); !both.empty())
        return {"cli.excludes", {{"option", both[0]}, {"other", both[1]}}};
    if (const auto both = parts_of(text, "(.+) requires (.+)"); !both.empty())
        return {"cli.requires", {{"option", both[0]}, {"other", both[1]}}};
    return of_value(text);
}

// "touchline books": the command that was meant, as far as it was named.
std::string command_of(const CLI::App& app) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    return chosen.empty() ? app.get_name() : app.get_name() + " " + command_of(*chosen.front());
}

} // namespace

Message message_of(const CLI::App& app, const CLI::ParseError& error) {
    return {"cli.see", {{"what", told(app, error)}, {"command", command_of(app)}}};
}

} // namespace touchline::cli
