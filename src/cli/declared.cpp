// Reads the declaration back from CLI11.
#include "cli/declared.hpp"

#include "bots/roster.hpp"
#include "play/kind.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace touchline::cli {

namespace {

std::vector<std::string> game_ids() {
    std::vector<std::string> ids;
    for (const Kind* kind : kinds()) ids.emplace_back(kind->id());
    return ids;
}

// "TEXT:{bash,zsh,fish}" names its values; others are known by what they are called.
std::vector<std::string> values_of(const std::string& called, const std::string& type) {
    if (const std::size_t open = type.find('{'), close = type.find('}'); open < close && close != std::string::npos)
        return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
    if (called == "GAME" || called == "--game") return game_ids();
    if (called == "--lang") return {"en", "fr"};
    if (called == "--home" || called == "--away") return bots::bot_names();
    return {};
}

bool names_a_file(const std::string& called) {
    static constexpr std::string_view kFiles[] = {"FILE",   "RECORD", "--sheet", "--resume",
                                                  "--html", "--data", "--csv",   "--from"};
    return std::ranges::find(kFiles, called) != std::end(kFiles);
}

DeclaredOption declared_option(const CLI::Option& option) {
    DeclaredOption own;
    for (const std::string& name : option.get_snames()) own.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) own.names.push_back("--" + name);
    const std::string type = option.get_type_name();
    const std::string called = own.positional() ? option.get_name(true) : own.names.back();
    own.placeholder = own.positional() ? called : option.get_type_size_max() == 0 ? "" : type.substr(0, type.find(':'));
    own.description = option.get_description();
    if (called != "--lang") own.fallback = option.get_default_str();
    own.values = values_of(called, type);
    own.required = option.get_required();
    own.file = names_a_file(called);
    return own;
}

} // namespace

DeclaredCommand declared(const CLI::App& app) {
    DeclaredCommand own;
    own.name = app.get_name();
    own.description = app.get_description();
    own.footer = app.get_footer();
    for (const CLI::Option* option : app.get_options())
        if (!option->get_group().empty()) own.options.push_back(declared_option(*option));
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        if (!command->get_group().empty()) own.commands.push_back(declared(*command));
    return own;
}

} // namespace touchline::cli
