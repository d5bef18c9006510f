// Figures as a person reads them.
#include "review/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace touchline::review {

namespace {

int tenths_of(double share) { return static_cast<int>(std::lround(1000 * share)); }

std::string plain_tenths(int tenths, const Words& words) {
    return with_mark(fmt::format("{}.{}", std::abs(tenths) / 10, std::abs(tenths) % 10), words);
}

} // namespace

std::string with_mark(std::string figure, const Words& words) {
    if (const std::size_t dot = figure.find('.'); dot != std::string::npos)
        figure.replace(dot, 1, words.text("number.decimal"));
    return figure;
}

std::string hundredths(double share, const Words& words) {
    const double hundred = 100 * share;
    std::string figure = std::abs(hundred) < 1 || std::abs(100 - hundred) < 1 ? fmt::format("{:.1f}", hundred)
                                                                              : fmt::format("{:.0f}", hundred);
    if (figure == "-0.0" || figure == "0.0") figure = "0";
    if (figure == "100.0") figure = "100";
    return with_mark(std::move(figure), words);
}

std::string percent(double share, const Words& words) {
    return words.text("number.percent", {{"value", hundredths(share, words)}});
}

std::string precise_percent(double share, const Words& words) { return tenths_text(tenths_of(share), words); }
std::string points(double share, const Words& words) { return signed_tenths_text(tenths_of(share), words); }
std::string whole(std::int64_t value) { return fmt::format("{}{}", value < 0 ? "−" : "", std::abs(value)); }
std::string decimal(double value, const Words& words) { return with_mark(fmt::format("{:.1f}", value), words); }
std::string clock_text(std::int64_t seconds) { return fmt::format("{}:{:02}", seconds / 60, seconds % 60); }

std::string tenths_text(int tenths, const Words& words) {
    const std::string minus = tenths < 0 ? "−" : "";
    return words.text("number.percent", {{"value", minus + plain_tenths(tenths, words)}});
}

std::string signed_tenths_text(int tenths, const Words& words) {
    return (tenths < 0 ? "−" : tenths > 0 ? "+" : "") + plain_tenths(tenths, words);
}

int Account::luck() const {
    int sum = 0;
    for (const Row& row : rows)
        if (row.kind != Kind::errors_home && row.kind != Kind::errors_away) sum += row.tenths;
    return sum;
}

int Account::skill() const { return result - start - luck(); }

Account account_of(const Review& review, Seat seat) {
    using enum Account::Kind;
    const Ledger& ledger = review.ledger;
    struct Part {
        Account::Kind kind;
        double share;
        bool shown;
    };
    const std::vector<Part> parts{
        {dice_home, ledger.dice(Seat::home), true},
        {dice_away, ledger.dice(Seat::away), true},
        {met, ledger.met.home + ledger.met.away, review.secrets},
        {noise, ledger.noise.home + ledger.noise.away, !review.exact},
        {errors_home, -ledger.errors.home, review.choices},
        {errors_away, ledger.errors.away, review.choices},
    };
    Account home{.start = tenths_of(ledger.start), .result = tenths_of(ledger.result)};
    struct Left {
        std::size_t row;
        double rest; // what rounding took away
    };
    std::vector<Left> left;
    int sum = home.start;
    for (const Part& part : parts) {
        if (!part.shown) continue;
        const int tenths = tenths_of(part.share);
        left.push_back({home.rows.size(), 1000 * part.share - tenths});
        home.rows.push_back({part.kind, tenths});
        sum += tenths;
    }
    // What is missing goes to the rows that rounding treated worst; a row that is nothing stays nothing.
    const int step = home.result > sum ? 1 : -1;
    std::ranges::stable_sort(left, [&](const Left& a, const Left& b) { return a.rest * step > b.rest * step; });
    std::erase_if(left, [](const Left& each) { return std::abs(each.rest) < 1e-6; });
    for (std::size_t i = 0; sum != home.result && !left.empty(); ++i, sum += step)
        home.rows[left[i % left.size()].row].tenths += step;
    if (seat == Seat::home) return home;
    Account away{.start = 1000 - home.start, .rows = home.rows, .result = 1000 - home.result};
    for (Account::Row& row : away.rows) row.tenths = -row.tenths;
    return away;
}

} // namespace touchline::review
