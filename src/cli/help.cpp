#include "cli/help.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>

namespace touchline::cli {

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
    return language_of_environment();
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
    for (CLI::Option* option : app.get_options()) option->description(said(option->get_description()));
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        command->group(said(command->get_group()));
        translate_help(*command, language);
    }
}

} // namespace touchline::cli
