// touchline completions: what a shell offers after Tab, written for bash, zsh and fish from the program's declaration.
#include "cli/commands.hpp"
#include "cli/declared.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace touchline::cli {

namespace {

// In single quotes, whatever it says.
std::string in_quotes(std::string_view text) {
    std::string out = "'";
    for (const char c : text) c == '\'' ? out += "'\\''" : out += c;
    return out + "'";
}

// Calls it for every command with the names that lead to it: "sim", "sheet show".
template <class Told>
void each(const DeclaredCommand& command, const std::string& path, Told told) {
    told(path, command);
    for (const DeclaredCommand& inner : command.commands)
        each(inner, path.empty() ? inner.name : path + " " + inner.name, told);
}

std::vector<std::string> names_of(const std::vector<DeclaredCommand>& commands) {
    std::vector<std::string> names;
    for (const DeclaredCommand& command : commands) names.push_back(command.name);
    return names;
}

// What stands where a value is wanted: its words, a file, or nothing that could be known.
std::string bash_value(const DeclaredOption& option) {
    if (!option.values.empty())
        return fmt::format("COMPREPLY=($(compgen -W {} -- \"$word\"))",
                           in_quotes(fmt::format("{}", fmt::join(option.values, " "))));
    return option.file ? "compopt -o default" : ":";
}

std::string bash(const DeclaredCommand& program) {
    std::string values;   // by "path --option"
    std::string words;    // by path
    std::string operands; // by path
    std::string paths;
    each(program, "", [&](const std::string& path, const DeclaredCommand& command) {
        std::vector<std::string> offered = names_of(command.commands);
        for (const DeclaredOption& option : command.options) {
            for (const std::string& name : option.names) {
                offered.push_back(name);
                if (!option.placeholder.empty())
                    values += fmt::format("    {}) {}; return ;;\n", in_quotes(fmt::format("{} {}", path, name)),
                                          bash_value(option));
            }
            if (option.positional() && (option.file || !option.values.empty()))
                operands += fmt::format("    {}) [[ $word == -* ]] || {} ;;\n", in_quotes(path), bash_value(option));
        }
        words += fmt::format("    {}) offered={} ;;\n", in_quotes(path),
                             in_quotes(fmt::format("{}", fmt::join(offered, " "))));
        if (!path.empty()) paths += fmt::format("      {}) path=$next ;;\n", in_quotes(path));
    });
    return fmt::format(R"(# bash completion for touchline; written by 'touchline completions bash'.
_touchline() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} path= next offered= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next=${{path:+$path }}${{COMP_WORDS[i]}}
    case $next in
{}    esac
  done
  COMPREPLY=()
  case "$path $before" in
{}  esac
  case $path in
{}  esac
  COMPREPLY=($(compgen -W "$offered" -- "$word"))
  [[ ${{#COMPREPLY[@]}} -gt 0 && $word == -* ]] && return
  case $path in
{}  esac
}}
complete -F _touchline touchline
)",
                       paths, values, words, operands);
}

// A description within _arguments: brackets and colons have a meaning there.
std::string zsh_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

std::string zsh_value(const DeclaredOption& option) {
    if (option.placeholder.empty()) return "";
    const std::string action = !option.values.empty() ? fmt::format("({})", fmt::join(option.values, " "))
                               : option.file          ? "_files"
                                                      : " ";
    return fmt::format(":{}:{}", zsh_text(option.placeholder), action);
}

std::string function_of(std::string path) {
    std::ranges::replace(path, ' ', '_');
    return path.empty() ? "_touchline" : "_touchline_" + path;
}

std::string zsh(const DeclaredCommand& program) {
    std::string out = "#compdef touchline\n# zsh completion for touchline; written by 'touchline completions zsh'.\n";
    each(program, "", [&](const std::string& path, const DeclaredCommand& command) {
        std::string body;
        const auto argument = [&](const std::string& written) {
            body += fmt::format(" \\\n    {}", in_quotes(written));
        };
        int place = 0;
        for (const DeclaredOption& option : command.options) {
            for (const std::string& name : option.names)
                argument(fmt::format("{}[{}]{}", name, zsh_text(option.description), zsh_value(option)));
            if (option.positional())
                argument(fmt::format("{}{}{}", ++place, option.required ? "" : ":", zsh_value(option)));
        }
        if (command.commands.empty()) {
            out += fmt::format("\n{}() {{\n  _arguments -s{}\n}}\n", function_of(path), body);
            return;
        }
        std::string commands;
        for (const DeclaredCommand& inner : command.commands)
            commands += fmt::format("      {}\n", in_quotes(inner.name + ":" + inner.description));
        out += fmt::format(R"(
{0}() {{
  local -a commands
  local context state state_descr line
  local -A opt_args
  _arguments -C{1} \
    '1: :->command' '*:: :->rest'
  case $state in
    command)
      commands=(
{2}      )
      _describe command commands ;;
    rest) (( $+functions[{0}_$line[1]] )) && {0}_$line[1] ;;
  esac
}}
)",
                           function_of(path), body, commands);
    });
    return out + "\n_touchline \"$@\"\n";
}

// True in fish where exactly the words of the path have been typed.
std::string fish_condition(const DeclaredCommand& command, const std::string& path) {
    if (path.empty()) return "__fish_use_subcommand";
    std::string condition;
    for (const std::string& word : CLI::detail::split(path, ' '))
        condition += fmt::format("{}__fish_seen_subcommand_from {}", condition.empty() ? "" : "; and ", word);
    for (const DeclaredCommand& inner : command.commands)
        condition += fmt::format("; and not __fish_seen_subcommand_from {}", inner.name);
    return condition;
}

std::string fish(const DeclaredCommand& program) {
    std::string out =
        "# fish completion for touchline; written by 'touchline completions fish'.\ncomplete -c touchline -f\n";
    each(program, "", [&](const std::string& path, const DeclaredCommand& command) {
        const std::string begin = fmt::format("complete -c touchline -n {}", in_quotes(fish_condition(command, path)));
        for (const DeclaredCommand& inner : command.commands)
            out += fmt::format("{} -a {} -d {}\n", begin, inner.name, in_quotes(inner.description));
        for (const DeclaredOption& option : command.options) {
            std::string line = begin;
            for (const std::string& name : option.names)
                line += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                               : fmt::format(" -s {}", name.substr(1));
            if (!option.values.empty())
                line += fmt::format("{} -a {}", option.positional() ? "" : " -x",
                                    in_quotes(fmt::format("{}", fmt::join(option.values, " "))));
            else if (option.file)
                line += option.positional() ? " -F" : " -r -F";
            else if (!option.placeholder.empty() && !option.positional())
                line += " -x";
            else if (option.positional())
                continue;
            out += fmt::format("{} -d {}\n", line, in_quotes(option.description));
        }
    });
    return out;
}

} // namespace

void add_completions(CLI::App& app, Job& job) {
    auto shell = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("completions", "Write what a shell needs to complete commands and options");
    command->add_option("SHELL", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    examples(*command, {"touchline completions bash > ~/.local/share/bash-completion/completions/touchline",
                        "touchline completions fish > ~/.config/fish/completions/touchline.fish"});
    command->callback([shell, &app, &job] {
        job = [shell, &app] {
            const DeclaredCommand program = declared(app);
            print_text(stdout, *shell == "bash" ? bash(program) : *shell == "zsh" ? zsh(program) : fish(program));
            return kDone;
        };
    });
}

} // namespace touchline::cli
