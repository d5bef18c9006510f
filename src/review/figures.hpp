// Figures as a person reads them: percent, percentage points with their sign, parts that add up as they are shown.
#pragma once

#include "play/words.hpp"
#include "review/review.hpp"

namespace touchline::review {

// A number with the decimal sign of the language.
[[nodiscard]] std::string with_mark(std::string figure, const Words& words);
// "61", "0.3": hundredths, no false precision.
[[nodiscard]] std::string hundredths(double share, const Words& words);
// "61 %", "0.3 %".
[[nodiscard]] std::string percent(double share, const Words& words);
// "7.2 %": one decimal, without a sign.
[[nodiscard]] std::string precise_percent(double share, const Words& words);
// "+7.2", "−0.3", "0.0": percentage points.
[[nodiscard]] std::string points(double share, const Words& words);
// "12", "−5".
[[nodiscard]] std::string whole(std::int64_t value);
// "3.4".
[[nodiscard]] std::string decimal(double value, const Words& words);
// "2:05".
[[nodiscard]] std::string clock_text(std::int64_t seconds);

// What made the result, for one seat, in tenths of a percentage point. Rounded so that start and rows add up to the
// result as they are shown.
struct Account {
    enum class Kind { dice_home, dice_away, met, noise, errors_home, errors_away };
    struct Row {
        Kind kind{};
        int tenths = 0;
    };
    int start = 0;
    std::vector<Row> rows{}; // what a game cannot have is left out
    int result = 0;

    [[nodiscard]] int luck() const;  // dice, choices that met, noise
    [[nodiscard]] int skill() const; // errors of both
};
[[nodiscard]] Account account_of(const Review& review, Seat seat);
[[nodiscard]] std::string tenths_text(int tenths, const Words& words);        // "47.3 %"
[[nodiscard]] std::string signed_tenths_text(int tenths, const Words& words); // "+12.1"

} // namespace touchline::review
