// A game looked back on: what every roll and every decision was worth, and the ledger that adds up.
#pragma once

#include "play/box_score.hpp"
#include "play/counsel.hpp"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace touchline::review {

// A decision that lost more than this (in chances of winning) is a mistake worth showing.
inline constexpr double kMistake = 0.001;
inline constexpr std::size_t kKeyMoments = 3;

// One roll or choice. Values are home's: win + draw/2.
struct Step {
    std::size_t index = 0;
    TurnKind kind{};
    Seat seat{};       // who rolled or decided
    double before = 0; // with best play from there
    double after = 0;
    double loss = 0;    // what the deciding seat gave away; 0 for a roll
    std::string better; // the best action, where the one taken was not
    int drive = 1;
    BySeat<int> score{};

    [[nodiscard]] double change() const { return after - before; }
};

// start + luck.home + luck.away - errors.home + errors.away = result, to 1e-9.
struct Ledger {
    double start = 0;
    BySeat<double> luck{};   // what the rolls of that seat did to home's value
    BySeat<double> errors{}; // what that seat's decisions gave away, always 0 or more
    double result = 0;       // 1, 1/2, 0; of an unfinished game the value it was left at

    [[nodiscard]] double sum() const { return start + luck.home + luck.away - errors.home + errors.away; }
};

struct Review {
    std::vector<Step> steps;
    Ledger ledger;
    std::vector<std::size_t> moments;  // the largest changes, in order of play
    std::vector<std::size_t> mistakes; // in order of play
    BoxScore box;                      // lives as long as the table's rules
    bool exact = true;
    double error = 0;
    bool finished = false;
    bool choices = false; // whether anybody decided anything

    // Luck that helped a seat: its own rolls' and the other's.
    [[nodiscard]] double luck_of(Seat seat) const {
        const double home = ledger.luck.home + ledger.luck.away;
        return seat == Seat::home ? home : -home;
    }
};

using Progress = std::function<void(double)>;

// Values every position of the game. Stops early, with what it has, when `stopped` is set.
[[nodiscard]] Review review(const Table& table, Counsel& counsel, const Question& question, const Progress& progress,
                            const std::atomic<bool>& stopped);

} // namespace touchline::review
