// What the comments of a sheet say about its figures: the source of each, found by line. Pure.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace touchline::terminal {

class SheetNotes {
public:
    explicit SheetNotes(std::string_view toml);

    // The comment at the end of this line; empty where there is none.
    [[nodiscard]] std::string own(int line) const;
    // What covers a figure without a comment of its own: the next comment further down in its section (as in "all of
    // these: rulebook"), else the one behind the section's header, else the lines above it, else those above the first
    // of its kind.
    [[nodiscard]] std::string covering(int line) const;

private:
    struct Section {
        int begin = 0;
        std::string name{};
        std::string above{}; // comment lines that end where the header stands
    };
    [[nodiscard]] const Section& section_of(int line) const;

    std::map<int, std::string> comments_;
    std::map<int, Section> sections_; // by the line of the header
    std::map<int, int> ends_;         // of the sections
};

} // namespace touchline::terminal
