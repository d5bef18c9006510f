// The finished games of the terminal, newest first, and what is kept of their reviews: a small file beside each record.
#pragma once

#include "analysis/library.hpp"
#include "cli/reviewing.hpp"
#include "review/review.hpp"

namespace touchline::cli {

// What a decision came to, for habits.
struct Decided {
    Seat seat{};
    std::string event;
    std::string did;
    std::string best;
    double loss = 0;
    double stake = 0;
};

// What history and stats need of a review.
struct Summary {
    bool exact = false;
    bool hurried = false;  // estimated while somebody waited: to be worked out again when there is time
    BySeat<double> luck{}; // that helped each seat
    BySeat<double> given_away{};
    BySeat<std::optional<double>> accuracy{};
    std::vector<Decided> decisions;
};

struct FinishedGame {
    std::size_t number = 0; // 1 is the last one
    RecordRead record;
    std::optional<Seat> mine{}; // whose game it is: the one person's, or the player's that was asked for
    std::optional<Summary> summary{};
};

// Whose games are wanted, by what `history` and `stats` are given.
struct Wanted {
    std::string game;
    std::string opponent; // a part of its name, or the id of a bot
    std::string result;   // won, lost, drawn
    std::string since;    // YYYY-MM-DD
    std::string player;
    bool review = false; // work out reviews that take long, too
};

// Paths of records, newest first.
[[nodiscard]] std::vector<std::string> finished_records();
// The record of the finished game of that number, from 1; stops the program where there is none.
[[nodiscard]] std::string finished_record(std::size_t number);
// Those that are wanted, with their summaries as far as they are kept or quickly worked out. What cannot be read is
// passed over. Stops the program where a filter is no filter.
[[nodiscard]] std::vector<FinishedGame> finished_games(const Wanted& wanted, Language language);

// Writes the summary beside the record; where that fails it will be worked out again.
void keep_summary(const std::string& path, const Summary& summary, const Table& table);

[[nodiscard]] Summary summary_of(const review::Review& review, const Table& table);

// Who sat there, as the record tells: terminal::kPerson, a bot, or empty where nothing is told.
[[nodiscard]] std::string player_tag(const Table& table, Seat seat);
// "won", "lost", "drawn" for the seat; empty where nobody is meant.
[[nodiscard]] std::string result_for(const FinishedGame& game);
// How the other side is called, a bot by its name.
[[nodiscard]] std::string opponent_of(const FinishedGame& game, const Words& words);

} // namespace touchline::cli
