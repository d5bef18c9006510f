// The review as one HTML file with nothing outside it: chart as SVG, texts, ledger.
#include "core/shown_text.hpp"
#include "play/kind.hpp"
#include "review/telling.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::review {

namespace {

constexpr int kWidth = 720;
constexpr int kHeight = 260;

std::string escaped(std::string_view text) {
    std::string out;
    for (char c : shown_text(text)) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    }
    return out;
}

double x_of(const Review& review, std::size_t n) {
    return review.steps.empty()
               ? 0
               : static_cast<double>(kWidth) * static_cast<double>(n) / static_cast<double>(review.steps.size());
}
double y_of(double value) { return kHeight * (1 - value); }

std::string svg(const Review& review, const Words& words, const SideNames& sides) {
    std::string line = fmt::format("M0 {:.1f}", y_of(review.ledger.start));
    for (const Step& step : review.steps)
        line += fmt::format("L{:.1f} {:.1f}", x_of(review, step.index + 1), y_of(step.after));
    std::string drives;
    for (std::size_t i = 1; i < review.steps.size(); ++i)
        if (review.steps[i].drive != review.steps[i - 1].drive)
            drives += fmt::format("<path class=\"drive\" d=\"M{0:.1f} 0V{1}\"/>", x_of(review, i), kHeight);
    std::string dots;
    for (std::size_t i = 0; i < review.moments.size(); ++i) {
        const Step& step = review.steps[review.moments[i]];
        const double x = x_of(review, step.index + 1);
        const double y = y_of(step.after);
        dots +=
            fmt::format("<circle cx=\"{0:.1f}\" cy=\"{1:.1f}\" r=\"5\"/><text x=\"{2:.1f}\" y=\"{3:.1f}\">{4}</text>",
                        x, y, std::min(x + 8, kWidth - 14.0), std::clamp(y - 8, 14.0, kHeight - 4.0), i + 1);
    }
    return fmt::format("<svg viewBox=\"-44 -10 {0} {1}\" role=\"img\" aria-label=\"{2}\">"
                       "<path class=\"grid\" d=\"M0 0H{3}M0 {4}H{3}M0 {5}H{3}\"/>{6}<path class=\"line\" d=\"{7}\"/>{8}"
                       "<text x=\"-40\" y=\"8\">{9}</text><text x=\"-40\" y=\"{10}\">{11}</text><text x=\"-40\" "
                       "y=\"{5}\">{12}</text></svg>",
                       kWidth + 60, kHeight + 20, escaped(words.text("review.chart", {{"seat", sides.home}})), kWidth,
                       kHeight / 2, kHeight, drives, line, dots, percent(1, words), kHeight / 2 + 4,
                       percent(0.5, words), percent(0, words));
}

std::string list(const std::vector<std::string>& items, std::string_view tag) {
    std::string out = fmt::format("<{}>", tag);
    for (const std::string& item : items) out += fmt::format("<li>{}</li>", escaped(item));
    return out + fmt::format("</{}>", tag);
}

std::string ledger_rows(const Review& review, const Words& words, const SideNames& sides) {
    std::string rows;
    const auto row = [&](const std::string& label, double figure) {
        rows += fmt::format("<tr><td>{}</td><td>{:+.9f}</td></tr>", escaped(label), figure);
    };
    const Ledger& ledger = review.ledger;
    row(words.text("review.start"), ledger.start);
    for (Seat seat : kSeats) row(words.text("review.luck-of", {{"seat", sides[seat]}}), ledger.luck[seat]);
    row(words.text("review.errors-of", {{"seat", sides.home}}), -ledger.errors.home);
    row(words.text("review.errors-of", {{"seat", sides.away}}), ledger.errors.away);
    row(words.text("review.result"), ledger.result);
    return rows;
}

constexpr std::string_view kStyle =
    R"(body{font:16px/1.5 sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;background:#f6f1e4;color:#22252a}
svg{width:100%;height:auto}.grid{stroke:#22252a55;fill:none}.drive{stroke:#22252a22}.line{stroke:#b4342b;stroke-width:2.5;fill:none;stroke-linejoin:round}
circle{fill:#f6f1e4;stroke:#22252a;stroke-width:2}text{font-size:13px;fill:currentColor}table{border-collapse:collapse}
td{padding:.15rem 1rem .15rem 0}td+td{text-align:right;font-variant-numeric:tabular-nums}tr:last-child td{border-top:2px solid;font-weight:bold}
@media(prefers-color-scheme:dark){body{background:#16191d;color:#e9e4d6}.grid{stroke:#e9e4d655}.drive{stroke:#e9e4d622}circle{fill:#16191d;stroke:#e9e4d6}})";

} // namespace

std::string to_html(const Review& review, const Table& table, const Words& words) {
    const SideNames sides = side_names(table, words);
    const BySeat<int> score = table.score();
    const std::string title =
        fmt::format("{} · {} {} – {} {}", table.kind().name(), sides.home, score.home, score.away, sides.away);
    // A name written from right to left does not take the score with it.
    const std::string heading = fmt::format("{} · <bdi>{}</bdi> {} – {} <bdi>{}</bdi>", escaped(table.kind().name()),
                                            escaped(sides.home), score.home, score.away, escaped(sides.away));
    std::vector<std::string> moments;
    for (std::size_t i : review.moments) moments.push_back(moment_text(review, table, i, words, sides));
    std::vector<std::string> mistakes;
    for (std::size_t i : review.mistakes) mistakes.push_back(mistake_text(review, table, i, words, sides));
    const std::string method = review.exact
                                   ? words.text("odds.exact")
                                   : fmt::format("{}, {}", words.text("odds.estimate"),
                                                 words.text("odds.error", {{"value", percent(review.error, words)}}));
    const std::string none = review.choices ? words.text("review.no-mistakes") : words.text("review.no-choices");
    return fmt::format(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\">"
        "<title>{}</title><style>{}</style></head><body>\n<h1>{}</h1><p>{} ({})</p>\n{}\n<h2>{}</h2>{}\n<h2>{}</h2>{}\n"
        "<h2>{}</h2><table>{}</table><p>{}</p>\n</body></html>\n",
        code(words.language()), escaped(title), kStyle, heading,
        escaped(words.text("review.chart", {{"seat", sides.home}})), escaped(method), svg(review, words, sides),
        escaped(words.text("review.turning-points")), list(moments, "ol"), escaped(words.text("review.mistakes")),
        mistakes.empty() ? fmt::format("<p>{}</p>", escaped(none)) : list(mistakes, "ul"),
        escaped(words.text("review.ledger")), ledger_rows(review, words, sides), escaped(words.text("review.sum")));
}

} // namespace touchline::review
