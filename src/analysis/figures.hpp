// What a game is like when two strategies play it: who wins, how many points fall, how long it takes, how drives end,
// what its decisions and its dice are worth. Exact where the game can be followed position by position.
#pragma once

#include "core/seat.hpp"

#include <optional>
#include <string>
#include <vector>

namespace touchline::analysis {

// A figure that differs from game to game.
struct Spread {
    double mean = 0;
    double deviation = 0; // standard
};

// By seat, and by who has the ball first.
struct BySide {
    Spread home{};
    Spread away{};
    Spread first{};
    Spread second{};
};

// How drives end: the game's own word, as in happenings.
struct DriveEnd {
    std::string how;
    double share = 0; // of all drives
};

struct ActionFigure {
    std::string action;
    double best = 0; // how often it is the best, of all times that the choice is asked
    double taken = 0;
};

// One kind of choice: what its turn is called in the protocol.
struct ChoiceFigure {
    std::string event;
    double asked = 0;   // times a game
    double matters = 0; // of these: where the worst action loses more than kMatters
    double worth = 0;   // of one: what the worst action loses against the best, on average
    std::vector<ActionFigure> actions{};
};

struct DecisionFigures {
    double asked = 0;
    double matter = 0;
    double worth = 0;
    std::vector<ChoiceFigure> choices{};
};

// The standard deviation of a game's chance swings, and of those of one kind of roll. Squares add up.
struct LuckFigure {
    std::string event;
    double deviation = 0;
};

// The chance of winning (and half that of a draw) of perfect play against another strategy.
struct SkillFigure {
    std::string bot;
    double wins = 0;
};

// At the end of the game: home's points less away's.
struct LeadChance {
    int lead = 0;
    double chance = 0;
};

struct TossFigure {
    double edge = 0;    // of who wins it
    std::string choose; // the best action
};

// Who wins, which a solver knows without following a game.
struct OpeningFigures {
    double first_edge = 0;
    double draw = 0;
    std::optional<TossFigure> toss{};
    double bound = 0;
};

struct Figures {
    bool exact = true; // else an estimate
    double bound = 0;  // on chances
    double home = 0;   // from the start: chances of the results
    double draw = 0;
    double away = 0;
    double first_edge = 0; // win + draw/2 of the side that has the ball first, less one half
    std::optional<TossFigure> toss{};
    BySide points{};
    Spread margin{}; // the absolute lead at the end
    Spread rolls{};
    Spread decisions_taken{};
    std::optional<Spread> plays{};      // where the game tells them
    std::optional<Spread> drives{};     // or possessions
    std::vector<DriveEnd> drive_ends{}; // the most frequent first; shares sum to 1
    DecisionFigures decisions{};
    std::vector<SkillFigure> skill{};      // only where both seats play best
    std::optional<double> games_to_tell{}; // perfect from the coach, with 95 %
    double luck = 0;
    std::vector<LuckFigure> luck_by_event{}; // the greatest first
    std::vector<LeadChance> leads{};         // from the least to the greatest
};

} // namespace touchline::analysis
