// Finds the comments of a TOML text, which its parser drops, and assigns them to lines and sections.
#include "terminal/sheet_notes.hpp"

#include "core/shown_text.hpp"
#include "terminal/text.hpp"

namespace touchline::terminal {

namespace {

// Where the comment of a line begins: the first # outside quotes.
std::size_t comment_at(std::string_view line) {
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote != 0) {
            if (c == '\\' && quote == '"')
                ++i;
            else if (c == quote)
                quote = 0;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '#') {
            return i;
        }
    }
    return std::string_view::npos;
}

std::string trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

bool names_source(std::string_view text) {
    return text.find("rulebook") != std::string_view::npos || text.find("house") != std::string_view::npos;
}

} // namespace

SheetNotes::SheetNotes(std::string_view toml) {
    int number = 0;
    int current = 0;
    std::string above;
    sections_[0] = {};
    for (const std::string& line : lines_of(toml)) {
        ++number;
        const std::size_t comment = comment_at(line);
        const std::string code = trimmed(std::string_view(line).substr(0, comment));
        const std::string words = comment == std::string::npos
                                      ? std::string()
                                      : trimmed(tidy_text(std::string_view(line).substr(comment + 1)));
        if (code.empty()) {
            above = words.empty() ? std::string() : above + (above.empty() ? "" : " ") + words;
            continue;
        }
        if (code.front() == '[') {
            ends_[current] = number - 1;
            current = number;
            sections_[number] = {number, code, above};
        }
        above.clear();
        if (!words.empty()) comments_[number] = words;
    }
    ends_[current] = number;
}

std::string SheetNotes::own(int line) const {
    const auto at = comments_.find(line);
    return at == comments_.end() ? std::string() : at->second;
}

const SheetNotes::Section& SheetNotes::section_of(int line) const {
    return std::prev(sections_.upper_bound(line))->second;
}

std::string SheetNotes::covering(int line) const {
    const Section& section = section_of(line);
    for (auto at = comments_.lower_bound(line); at != comments_.end() && at->first <= ends_.at(section.begin); ++at)
        if (names_source(at->second)) return at->second;
    if (const std::string header = own(section.begin); names_source(header)) return header;
    if (names_source(section.above)) return section.above;
    for (const auto& [begin, first] : sections_)
        if (first.name == section.name && names_source(first.above)) return first.above;
    return {};
}

} // namespace touchline::terminal
