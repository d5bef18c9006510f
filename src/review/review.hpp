// A game looked back on: what every roll and every decision was worth, and the ledger that adds up.
#pragma once

#include "play/box_score.hpp"
#include "play/evaluator.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace touchline::review {

// What a decision lost, in chances of winning: less than kMistake is nothing, less than kTrifle a trifle; kMissedWin or
// more is a missed win where it made a likely loss of a likely win.
inline constexpr double kMistake = 0.001;
inline constexpr double kTrifle = 0.01;
inline constexpr double kMissedWin = 0.1;
inline constexpr std::size_t kKeyMoments = 3;

enum class Grade { fine, trifle, mistake, missed_win };
[[nodiscard]] std::string_view name(Grade grade); // "fine", "trifle", "mistake", "missed-win"

// One roll or choice. Values are home's: win + draw/2. change() = luck − loss of home, or + loss of away.
struct Step {
    std::size_t index = 0;
    TurnKind kind{};
    Seat seat{};       // who rolled or decided
    double before = 0; // with best play from there
    double after = 0;
    double loss = 0;      // what the deciding seat gave away, never negative; 0 for a roll
    double luck = 0;      // what else changed: dice, hidden choices that met, the noise of estimates
    double stake = 0;     // what the worst choice would have given away
    std::string best{};   // the best action of a decision that was judged
    std::string better{}; // the same, where the one taken was not as good
    int drive = 1;
    int play = 0;   // within the drive; 0 before its first
    int period = 0; // quarter or half; 0 in a game without
    BySeat<int> score{};

    [[nodiscard]] double change() const { return after - before; }
    // For one seat: its chance before and after, and what the step brought it.
    [[nodiscard]] double before_of(Seat whose) const { return whose == Seat::home ? before : 1 - before; }
    [[nodiscard]] double after_of(Seat whose) const { return whose == Seat::home ? after : 1 - after; }
    // Of the decision, by what it lost and what was left of its seat's chance.
    [[nodiscard]] Grade grade() const {
        if (loss <= kMistake) return Grade::fine;
        if (loss < kTrifle) return Grade::trifle;
        const double chance = before_of(seat);
        return loss >= kMissedWin && chance >= 0.5 && chance - loss < 0.5 ? Grade::missed_win : Grade::mistake;
    }
};

// start + luck.home + luck.away - errors.home + errors.away = result, to 1e-9.
struct Ledger {
    double start = 0;
    BySeat<double> luck{};   // what the rolls of that seat did to home's value; `met` and `noise` are parts of it
    BySeat<double> met{};    // of that, how secret choices met each other, told with the seat that chose last
    BySeat<double> noise{};  // of that, what choices moved besides their loss: estimates differ from each other
    BySeat<double> errors{}; // what that seat's decisions gave away, always 0 or more
    double result = 0;       // 1, 1/2, 0; of an unfinished game the value it was left at

    [[nodiscard]] double sum() const { return start + luck.home + luck.away - errors.home + errors.away; }
    [[nodiscard]] double dice(Seat seat) const { return luck[seat] - met[seat] - noise[seat]; }
};

// A possession, from what the rules said happened.
struct Drive {
    int number = 1;
    Seat seat{};
    int period = 0;
    std::string_view began{}; // the game's words, as in Happening::how
    std::string_view ended{}; // empty where it was not told
    std::optional<int> spot{};
    int plays = 0;
    int first_downs = 0;
    std::optional<int> gain{};    // yards, spaces or intensity; none where the game tells none
    std::optional<int> seconds{}; // none in a game without a clock
    BySeat<int> points{};
    std::size_t first = 0; // its steps
    std::size_t last = 0;
    double before = 0; // home's value
    double after = 0;
};

// How a seat's secret choices compare with the mix that nobody can read.
struct Readable {
    struct Choice {
        std::string event;
        std::string action;
        int taken = 0;
        double due = 0; // how often the mix would have taken it
    };
    int choices = 0;
    std::vector<Choice> mix{}; // by event, the most frequent first
    double departed = 0;       // the share of choices that would have to be others for the mix to be met
    double by_chance = 0;      // about as much departs where every choice is drawn from the mix
    double cost = 0;           // given away against a side that plays the mix

    // Further off than chance explains. A few choices say nothing.
    [[nodiscard]] bool stands_out() const { return choices >= 8 && departed > 1.5 * by_chance; }
};

struct Review {
    std::vector<Step> steps;
    Ledger ledger;
    std::vector<std::size_t> moments;  // the largest changes, in order of play
    std::vector<std::size_t> mistakes; // every loss of more than kMistake, the costliest first
    std::vector<Drive> drives;
    BySeat<std::optional<Readable>> readable{};
    std::vector<int> lines; // of the record, one for each step
    BoxScore box;           // lives as long as the table's rules
    bool exact = true;
    double error = 0;
    bool finished = false;
    bool judged = true;   // false where the estimates are too rough to say what a choice lost: nobody is blamed then
    bool choices = false; // whether anybody decided anything
    bool secrets = false; // whether anything was chosen in secret

    // Luck that helped a seat: its own rolls' and the other's.
    [[nodiscard]] double luck_of(Seat seat) const {
        const double home = ledger.luck.home + ledger.luck.away;
        return seat == Seat::home ? home : -home;
    }
    // What the decisions of both came to for a seat.
    [[nodiscard]] double skill_of(Seat seat) const { return ledger.errors[other(seat)] - ledger.errors[seat]; }
    // The share that a seat kept of what its decisions could have lost: 1 where it lost nothing, 0 where it always took
    // the worst. Nothing where no decision of it mattered.
    [[nodiscard]] std::optional<double> accuracy(Seat seat) const;
    // A seat's mistakes of a grade, the costliest first.
    [[nodiscard]] std::vector<std::size_t> mistakes_of(Seat seat, Grade grade) const;
    // The same of both.
    [[nodiscard]] std::vector<std::size_t> of_grade(Grade grade) const;
};

using Progress = std::function<void(double)>;

// Values every position of the game. Stops early, with what it has, when `stopped` is set.
[[nodiscard]] Review review(const Table& table, Evaluator& evaluator, const Question& question,
                            const Progress& progress, const std::atomic<bool>& stopped);

} // namespace touchline::review
