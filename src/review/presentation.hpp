// A review in words: text with a chart for a terminal, JSON for the page, one self-contained HTML file to keep.
#pragma once

#include "games/json.hpp"
#include "play/commentary.hpp"
#include "play/side_name.hpp"
#include "play/words.hpp"
#include "review/figures.hpp"
#include "review/review.hpp"

namespace touchline::review {

// The review of a table in one language, with all that the three forms share.
struct Report {
    const Review& review;
    const Table& table;
    const Words& words;
    SideNames sides;
    mutable Commentary commentary; // as far as it has told the game: steps are quickest in their order
};
[[nodiscard]] Report report(const Review& review, const Table& table, const Words& words);

using touchline::side_names;
[[nodiscard]] std::string tag_of(const Table& table, std::string_view name);

// One sentence: who won, by how much luck, by whose mistakes.
[[nodiscard]] std::string verdict(const Report& report);
// "exact", "estimate, give or take 1.5 %".
[[nodiscard]] std::string method_text(const Report& report);
// The options that were given, in words; empty where none was.
[[nodiscard]] std::string options_line(const Report& report);

// "3rd quarter, drive 8, play 2 (line 41)".
[[nodiscard]] std::string place_text(const Report& report, std::size_t step);
[[nodiscard]] std::string period_text(int period, const Report& report);
// "19–10".
[[nodiscard]] std::string score_text(const BySeat<int>& score, const Words& words);
// What the commentary said of a step, as sentences.
[[nodiscard]] std::string happened_text(const Report& report, std::size_t step);
// One sentence on a turning point or a mistake, and why it mattered.
[[nodiscard]] std::string moment_text(const Report& report, std::size_t step);
[[nodiscard]] std::string mistake_text(const Report& report, std::size_t step);
// What all trifles cost; empty where there are none.
[[nodiscard]] std::string trifles_text(const Report& report);
// What the best choices would have brought each side, the dice being the same.
[[nodiscard]] std::string best_line_text(const Report& report);
[[nodiscard]] std::string no_mistakes_text(const Report& report);
// How far a seat's secret choices were from the mix; requires that they are known.
[[nodiscard]] std::string readable_text(const Report& report, Seat seat);
[[nodiscard]] std::string account_label(Account::Kind kind, const Report& report);
[[nodiscard]] std::string how_text(std::string_view how, const Words& words);
[[nodiscard]] std::string box_figure(const BoxScore::Line& line, Seat seat, const Words& words);
// The points of a drive: "7", "−6" where the other side scored.
[[nodiscard]] std::string drive_points(const Drive& drive);
// Whom a moment helped.
[[nodiscard]] Seat helped_by(const Step& step);
// The moments, the largest first.
[[nodiscard]] std::vector<std::size_t> moments_by_size(const Review& review);

[[nodiscard]] Json to_json(const Review& review, const Table& table, const Words& words);
[[nodiscard]] std::string to_text(const Review& review, const Table& table, const Words& words, int columns);
[[nodiscard]] std::string to_html(const Review& review, const Table& table, const Words& words);

} // namespace touchline::review
