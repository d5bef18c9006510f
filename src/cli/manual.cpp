// touchline man: the manual page of the program or of one of its commands.
#include "cli/manual.hpp"

#include "cli/commands.hpp"
#include "cli/commit.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "core/version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

namespace touchline::cli {

namespace {

// Every variable that the program looks at.
constexpr std::array<std::string_view, 15> kVariables{"LANG",
                                                      "TOUCHLINE_LANG",
                                                      "TOUCHLINE_CONFIG",
                                                      "TOUCHLINE_CACHE",
                                                      "TOUCHLINE_CACHE_LIMIT",
                                                      "TOUCHLINE_PAGER",
                                                      "PAGER",
                                                      "NO_COLOR",
                                                      "CLICOLOR_FORCE",
                                                      "TERM",
                                                      "HOME",
                                                      "XDG_CACHE_HOME",
                                                      "XDG_CONFIG_HOME",
                                                      "XDG_DATA_HOME",
                                                      "XDG_STATE_HOME"};

// Text that the formatter takes for nothing else: no request at the start of a line, no hyphen for a dash.
std::string roff(std::string_view text) {
    std::string out;
    bool at_start = true;
    for (const char c : text) {
        if (at_start && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
        at_start = c == '\n';
    }
    return out;
}

std::string in_bold(std::string_view text) { return fmt::format("\\fB{}\\fR", roff(text)); }
std::string in_italics(std::string_view text) { return fmt::format("\\fI{}\\fR", roff(text)); }

struct ManualPage {
    const Words& words;
    std::string text;

    void head(std::string_view key) { text += fmt::format(".SH {}\n", roff(words.text(key))); }
    void line(const std::string& written) { text += written + "\n"; }
    void entry(const std::string& tag, const std::string& told) { text += fmt::format(".TP\n{}\n{}\n", tag, told); }
    void entry(const DeclaredOption& option);
    void synopsis(const std::string& called, const DeclaredCommand& command);
    void details(const DeclaredCommand& command);
};

void ManualPage::entry(const DeclaredOption& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.names) names.push_back(in_bold(name));
    std::string tag = fmt::format("{}", fmt::join(names, ", "));
    if (!option.placeholder.empty()) tag += (tag.empty() ? "" : " ") + in_italics(option.placeholder);
    const std::string usual =
        option.fallback.empty() ? "" : fmt::format(" ({})", words.text("manual.default", {{"value", option.fallback}}));
    entry(tag, roff(option.description + usual));
}

void ManualPage::synopsis(const std::string& called, const DeclaredCommand& command) {
    std::string shown = in_bold(called);
    if (std::ranges::any_of(command.options, [](const DeclaredOption& option) { return !option.positional(); }))
        shown += fmt::format(" [{}]", in_italics(words.text("manual.options")));
    for (const DeclaredOption& option : command.options)
        if (option.positional())
            shown += (option.required ? " " : " [") + in_italics(option.placeholder) + (option.required ? "" : "]");
    if (!command.commands.empty()) shown += " " + in_italics(words.text("manual.command"));
    line(shown);
}

void ManualPage::details(const DeclaredCommand& command) {
    for (const DeclaredOption& option : command.options)
        if (option.positional()) entry(option);
    for (const DeclaredOption& option : command.options)
        if (!option.positional()) entry(option);
    if (!command.footer.empty()) text += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(command.footer));
}

void page_title(ManualPage& page, std::string name) {
    const std::string version = fmt::format("touchline {}", kVersion);
    std::string upper = name;
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    page.line(fmt::format(".TH {} 1 \"{}\" \"{}\" \"Touchline\"", roff(upper), commit_date(), version));
}

void name_and_synopsis(ManualPage& page, const std::string& name, const std::string& called,
                       const DeclaredCommand& own) {
    page_title(page, name);
    page.head("manual.head.name");
    page.line(fmt::format("{} \\- {}", roff(name), roff(own.description)));
    page.head("manual.head.synopsis");
    if (own.commands.empty() || called == "touchline") return page.synopsis(called, own);
    for (const DeclaredCommand& inner : own.commands) {
        page.synopsis(called + " " + inner.name, inner);
        if (&inner != &own.commands.back()) page.line(".br");
    }
}

void exit_status(ManualPage& page) {
    page.head("manual.head.status");
    for (const char* code : {"0", "1", "2"})
        page.entry(in_bold(code), roff(page.words.text(fmt::format("manual.status.{}", code))));
}

std::string page_of_program(const DeclaredCommand& program, const Words& words) {
    ManualPage page{words, {}};
    name_and_synopsis(page, "touchline", "touchline", program);
    page.head("manual.head.commands");
    for (const DeclaredCommand& command : program.commands)
        page.entry(fmt::format("{}(1)", in_bold("touchline-" + command.name)), roff(command.description));
    page.head("manual.head.options");
    page.details(program);
    page.head("manual.head.environment");
    for (std::string_view name : kVariables)
        page.entry(in_bold(name), roff(words.text(fmt::format("manual.environment.{}", name))));
    exit_status(page);
    return page.text;
}

std::string page_of_command(const DeclaredCommand& command, const Words& words) {
    ManualPage page{words, {}};
    const std::string called = "touchline " + command.name;
    name_and_synopsis(page, "touchline-" + command.name, called, command);
    page.head("manual.head.options");
    page.details(command);
    for (const DeclaredCommand& inner : command.commands) {
        page.line(fmt::format(".SH {}", roff(called + " " + inner.name)));
        page.line(roff(inner.description));
        page.details(inner);
    }
    exit_status(page);
    page.head("manual.head.see");
    page.line(fmt::format("{}(1)", in_bold("touchline")));
    return page.text;
}

} // namespace

std::string manual_page(const DeclaredCommand& program, const std::string& command, const Words& words) {
    if (command.empty()) return page_of_program(program, words);
    return page_of_command(*std::ranges::find(program.commands, command, &DeclaredCommand::name), words);
}

void add_man(CLI::App& app, Job& job) {
    struct Asked {
        std::string command, language;
    };
    auto asked = std::make_shared<Asked>();
    CLI::App* command = app.add_subcommand("man", "Write a manual page, for man -l");
    command->add_option("COMMAND", asked->command, "Of this command; of the program where it is left out");
    command->add_option("--lang", asked->language, "en or fr")->type_name("LANGUAGE");
    examples(*command, {"touchline man | man -l -", "touchline man play --lang fr | man -l -"});
    command->callback([asked, &app, &job] {
        job = [asked, &app] {
            const DeclaredCommand program = declared(app);
            if (!asked->command.empty() &&
                std::ranges::find(program.commands, asked->command, &DeclaredCommand::name) == program.commands.end())
                throw Stop(RefusalCode::misused, Message{"cli.no-manual", {{"command", asked->command}}});
            print_text(stdout, manual_page(program, asked->command, Words::of(language_from(asked->language))));
            return kDone;
        };
    });
}

} // namespace touchline::cli
