// The answers of the lab as one HTML file: readable without script, by day and night, on paper and on a phone. The
// look is that of the review.
#pragma once

#include "lab/figure_text.hpp"

namespace touchline::lab {

struct Page {
    std::string title;
    std::string subtitle; // what is asked about: options, sheet, who plays
    std::string body;     // HTML
    std::string note;     // in small print
};

[[nodiscard]] std::string html_of(const Page& page, const Words& words);
// Tables with a bar beside every share.
[[nodiscard]] std::string sections_html(const std::vector<FigureSection>& sections);
// How the game ends: one column a lead, home's to the right.
[[nodiscard]] std::string leads_html(const analysis::Figures& figures, const Words& words);

// A table of cells that are text; the first column holds the labels, the others figures.
struct PlainTable {
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows;
};
[[nodiscard]] std::string table_html(const PlainTable& table);
[[nodiscard]] std::string table_text(const PlainTable& table);
[[nodiscard]] std::string table_markdown(const PlainTable& table);

// Rows that are ranked, each with a bar to the left or right of zero.
struct RankedLine {
    std::string label;
    std::string value;
    double size = 0;
};
[[nodiscard]] std::string ranked_html(const std::vector<RankedLine>& lines);
[[nodiscard]] std::string ranked_text(const std::vector<RankedLine>& lines);

} // namespace touchline::lab
