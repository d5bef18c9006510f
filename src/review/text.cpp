// The review for a terminal: chart, turning points, mistakes, luck and skill, ledger.
#include "core/characters.hpp"
#include "play/kind.hpp"
#include "review/telling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace touchline::review {

namespace {

constexpr int kChartRows = 11;

// The value at each column of the chart: the last step that falls into it.
std::vector<double> sampled(const Review& review, int columns) {
    std::vector<double> values{review.ledger.start};
    for (const Step& step : review.steps) values.push_back(step.after);
    std::vector<double> shown;
    for (int column = 0; column < columns; ++column) {
        const auto last = static_cast<std::size_t>(std::lround(
            static_cast<double>(column) * static_cast<double>(values.size() - 1) / std::max(1, columns - 1)));
        shown.push_back(values[last]);
    }
    return shown;
}

std::string chart(const Review& review, const Words& words, const SideNames& sides, int columns) {
    const int width = std::max(20, columns - 8);
    const std::vector<double> values = sampled(review, width);
    std::string out = words.text("review.chart", {{"seat", sides.home}}) + "\n";
    for (int row = 0; row < kChartRows; ++row) {
        const double level = 1.0 - static_cast<double>(row) / (kChartRows - 1);
        std::string line = row % 5 == 0 ? fmt::format("{:>5} ", percent(level, words)) : std::string(6, ' ');
        // The no-break space of the percent sign counts as one column but two bytes.
        for (double value : values) {
            const bool here = std::lround((1.0 - value) * (kChartRows - 1)) == row;
            line += here ? "●" : row == kChartRows / 2 ? "·" : " ";
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

std::string wrapped(std::string_view text, int columns, std::string_view indent) {
    std::string out;
    std::string line(indent);
    int used = static_cast<int>(indent.size());
    while (!text.empty()) {
        const std::size_t cut = text.find(' ');
        const std::string_view word = text.substr(0, cut);
        text.remove_prefix(cut == std::string_view::npos ? text.size() : cut + 1);
        if (used > static_cast<int>(indent.size()) && used + 1 + columns_of(word) > columns) {
            out += line + "\n";
            line = std::string(indent.size(), ' ');
            used = static_cast<int>(indent.size());
        }
        if (used > static_cast<int>(indent.size())) {
            line += ' ';
            ++used;
        }
        line += word;
        used += columns_of(word);
    }
    return out + line + "\n";
}

std::string signed_figure(double value) { return fmt::format("{:+.9f}", value == 0 ? 0.0 : value); }

std::string ledger_text(const Review& review, const Words& words, const SideNames& sides) {
    std::string out = words.text("review.ledger") + "\n";
    const auto line = [&](const std::string& label, const std::string& figure) {
        out += fmt::format("  {}{} {}\n", label,
                           std::string(static_cast<std::size_t>(std::max(0, 40 - columns_of(label))), ' '), figure);
    };
    const Ledger& ledger = review.ledger;
    line(words.text("review.start"), fmt::format("{:+.9f}", ledger.start));
    for (Seat seat : kSeats)
        line(words.text("review.luck-of", {{"seat", sides[seat]}}), signed_figure(ledger.luck[seat]));
    line(words.text("review.errors-of", {{"seat", sides.home}}), signed_figure(-ledger.errors.home));
    line(words.text("review.errors-of", {{"seat", sides.away}}), signed_figure(ledger.errors.away));
    line(words.text("review.result"), fmt::format("{:+.9f}  ({})", ledger.result, words.text("review.sum")));
    return out;
}

std::string shown(const BoxScore::Line& line, Seat seat, const Words& words) {
    const std::int64_t value = line.values[seat];
    switch (line.kind) {
    case BoxScore::Line::Kind::count: return std::to_string(value);
    case BoxScore::Line::Kind::made:
        return words.text("box.made", {{"made", std::to_string(value)}, {"tried", std::to_string(line.tried[seat])}});
    case BoxScore::Line::Kind::clock: return fmt::format("{}:{:02}", value / 60, value % 60);
    }
    return {};
}

std::string box_text(const Review& review, const Words& words, const SideNames& sides) {
    constexpr int kLabels = 34;
    constexpr int kFigures = 12;
    const auto padded = [](const std::string& text, int columns) {
        return text + std::string(static_cast<std::size_t>(std::max(1, columns - columns_of(text))), ' ');
    };
    const auto row = [&](const std::string& label, const std::string& home, const std::string& away) {
        return fmt::format("  {}{}{}\n", padded(label, kLabels), padded(home, kFigures), away);
    };
    std::string out = row(words.text("box.title"), sides.home, sides.away);
    for (const BoxScore::Line& line : review.box.lines(words))
        out += row(line.label, shown(line, Seat::home, words), shown(line, Seat::away, words));
    return out;
}

std::string mistakes_heading(const Review& review, const Words& words) {
    if (!review.choices) return words.text("review.no-choices");
    if (review.mistakes.empty()) return words.text("review.no-mistakes");
    if (review.mistakes.size() == 1) return words.text("review.one-mistake");
    return words.text("review.some-mistakes", {{"value", std::to_string(review.mistakes.size())}});
}

} // namespace

std::string to_text(const Review& review, const Table& table, const Words& words, int columns) {
    const SideNames sides = side_names(table, words);
    const BySeat<int> score = table.score();
    std::string out =
        fmt::format("{} · {} {} – {} {}\n", table.kind().name(), sides.home, score.home, score.away, sides.away);
    out += review.exact ? fmt::format("{}\n\n", words.text("odds.exact"))
                        : fmt::format("{}, {}\n\n", words.text("odds.estimate"),
                                      words.text("odds.error", {{"value", percent(review.error, words)}}));
    out += chart(review, words, sides, columns);
    out += "\n" + words.text("review.turning-points") + "\n";
    for (std::size_t i : review.moments) out += wrapped(moment_text(review, table, i, words, sides), columns, "  ");
    out += "\n" + words.text("review.mistakes") + ": " + mistakes_heading(review, words) + "\n";
    for (std::size_t i : review.mistakes) out += wrapped(mistake_text(review, table, i, words, sides), columns, "  ");
    out += "\n";
    for (Seat seat : kSeats)
        out += fmt::format("{}: {} {}, {} {}\n", sides[seat], words.text("review.luck"),
                           percent(review.luck_of(seat), words), words.text("review.errors"),
                           percent(review.ledger.errors[seat], words));
    out += "\n" + box_text(review, words, sides);
    out += "\n" + ledger_text(review, words, sides);
    return out;
}

} // namespace touchline::review
