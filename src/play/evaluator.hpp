// What the table protocol asks of those who can value a position or play one: interfaces, filled in by src/analysis and
// src/bots.
#pragma once

#include "play/table.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace touchline {

// Whose hands the valuer may look at.
enum class Hands { hidden, open };

struct Odds {
    double home = 0;
    double draw = 0;
    double away = 0;
    bool exact = false; // solved, `error` the proven bound; else `error` is the half width of a 95% interval
    double error = 0;

    // Win + draw/2.
    [[nodiscard]] double value(Seat seat) const { return (seat == Seat::home ? home : away) + draw / 2; }
};

struct AdvisedAction {
    std::string action;
    double value = 0; // win + draw/2 for the deciding seat
    double loss = 0;  // against the best
    double share = 0; // how often the best strategy takes it; all 0 where nothing is known of that
    // How often to take it at a secret turn as far as that play alone shows: a first idea as long as no share is known.
    double first_share = 0;
};

struct Advice {
    std::vector<AdvisedAction> actions; // best first; of equally good ones the first listed
    bool exact = false;
    double error = 0;
};

struct Question {
    Hands hands = Hands::hidden;
    std::optional<double> seconds{}; // answer with the best estimate so far once that time is over
    std::stop_token cancelled{};     // the asker has gone: any answer, and soon
};

// Knows what positions are worth. With hidden hands an answer depends on nothing that its asker may not know: an
// onlooker for odds, the seat for advice.
class Evaluator {
public:
    virtual ~Evaluator() = default;
    [[nodiscard]] virtual Odds odds(const Table& table, const Question& question) = 0;
    // Requires: a choice turn (or a secret one of `seat`).
    [[nodiscard]] virtual Advice advise(const Table& table, Seat seat, const Question& question) = 0;
};

// Takes a seat's decisions.
class Player {
public:
    virtual ~Player() = default;
    // A legal action of `seat` at the choice or current secret turn. Looks at that seat's view alone.
    [[nodiscard]] virtual std::string choose(const Table& table, Seat seat) = 0;
};

// Where players come from, by name.
class PlayerMaker {
public:
    virtual ~PlayerMaker() = default;
    [[nodiscard]] virtual std::vector<std::string> names() const = 0;
    // The chance of winning that it gives away at a decision that matters; none for a player not defined by that.
    [[nodiscard]] virtual std::optional<double> loss(std::string_view name) const = 0;
    // Null where there is no player of that name. The seed is the player's own source of chance.
    [[nodiscard]] virtual std::unique_ptr<Player> make(std::string_view name, u64 seed) = 0;
};

} // namespace touchline
