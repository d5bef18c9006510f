// Counts what a sheet holds before the parser sees it.
#include "games/toml_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline {

namespace {

// The end of the text in quotes that begins at `at`, or of the line or document where it is never closed.
std::size_t end_of_quoted(std::string_view toml, std::size_t at) {
    const char quote = toml[at];
    const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
    const bool multiline = toml.substr(at).starts_with(three);
    for (std::size_t i = at + (multiline ? 3 : 1); i < toml.size(); ++i) {
        if (quote == '"' && toml[i] == '\\')
            ++i;
        else if (multiline ? toml.substr(i).starts_with(three) : toml[i] == quote)
            return i + (multiline ? 3 : 1);
        else if (!multiline && toml[i] == '\n')
            return i;
    }
    return toml.size();
}

} // namespace

std::optional<TomlExcess> toml_excess(std::string_view toml) {
    if (toml.size() > kLargestSheet)
        return TomlExcess{0, Message{"sheet.size", {{"size", toml.size()}, {"most", kLargestSheet}}}};
    int line = 1;
    int dots = 0; // in the current key or number
    int depth = 0;
    for (std::size_t i = 0; i < toml.size();) {
        std::size_t next = i + 1;
        switch (toml[i]) {
        case '"':
        case '\'':
            next = end_of_quoted(toml, i);
            for (const char c : toml.substr(i, next - i)) line += c == '\n' ? 1 : 0;
            break;
        case '#': next = std::min(toml.find('\n', i), toml.size()); break;
        case '.':
            if (++dots > kMostDotsInAKey) return TomlExcess{line, Message{"sheet.dots", {{"most", kMostDotsInAKey}}}};
            break;
        case '\n':
            ++line;
            dots = 0;
            break;
        case '[':
        case '{':
            dots = 0;
            if (++depth > kDeepestToml) return TomlExcess{line, Message{"sheet.deep", {{"most", kDeepestToml}}}};
            break;
        case ']':
        case '}':
            dots = 0;
            depth = std::max(0, depth - 1);
            break;
        case '=':
        case ',': dots = 0; break;
        default: break;
        }
        i = next;
    }
    return std::nullopt;
}

} // namespace touchline
