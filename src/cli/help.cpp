// Adjusts CLI11's help: readable placeholders, examples, and the translation of every description.
#include "cli/help.hpp"

#include "cli/config.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>

namespace touchline::cli {

namespace {

constexpr std::string_view kExamples = "Examples:";

// The placeholder, without the words that it may be ("WHEN:{auto,always,never}").
std::string type_of(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    return type.substr(0, type.find(':'));
}

} // namespace

Language language_asked_for(int argc, char** argv) {
    constexpr std::string_view kFlag = "--lang";
    for (int i = 1; i < argc; ++i) {
        std::string_view word = argv[i];
        if (!word.starts_with(kFlag)) continue;
        word.remove_prefix(kFlag.size());
        if (word.starts_with('='))
            word.remove_prefix(1);
        else
            word = i + 1 < argc ? argv[i + 1] : "";
        if (const std::optional<Language> named = language_named(word)) return *named;
    }
    return usual_language();
}

void examples(CLI::App& command, std::initializer_list<std::string_view> lines) {
    std::string footer(kExamples);
    for (std::string_view line : lines) (footer += "\n  ") += line;
    command.footer(footer);
}

void tidy_placeholders(CLI::App& app) {
    for (CLI::Option* option : app.get_options()) {
        try {
            for (int i = 0;; ++i)
                if (CLI::Validator* own = option->get_validator(i); !own->get_description().starts_with('{'))
                    own->description("");
        } catch (const CLI::OptionNotFound&) { // there are no more
        }
        if (option->check_lname("lang")) option->default_str(std::string(code(usual_language())));
        const std::string type = type_of(*option);
        if (option->get_positional())
            option->type_name("");
        else if (type == "UINT" || type == "INT" || type == "FLOAT")
            option->type_name("N");
        else if (type == "TEXT" && option->check_lname("lang"))
            option->type_name("LANGUAGE");
        else if (type == "TEXT" && option->check_lname("game"))
            option->type_name("GAME");
        else if (type == "TEXT")
            option->type_name("NAME");
    }
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) tidy_placeholders(*command);
}

// The catalogue is keyed by the English text, which stands where the command adds itself.
void translate_help(CLI::App& app, Language language) {
    if (language == Language::english) return;
    const Words& words = Words::of(language, "help");
    const auto said = [&](const std::string& english) {
        const std::string_view own = words.find(english);
        return own.empty() ? english : std::string(own);
    };
    app.description(said(app.get_description()));
    for (const char* label : {"Usage", "OPTIONS", "Positionals", "SUBCOMMAND", "REQUIRED"})
        app.get_formatter()->label(label, said(label));
    for (CLI::Option* option : app.get_options()) {
        option->description(said(option->get_description()));
        option->type_name(said(type_of(*option)));
    }
    if (std::string footer = app.get_footer(); footer.starts_with(kExamples))
        app.footer(said(std::string(kExamples)) + footer.substr(kExamples.size()));
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        command->group(said(command->get_group()));
        translate_help(*command, language);
    }
}

} // namespace touchline::cli
