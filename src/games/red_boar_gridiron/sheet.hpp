// The components of Gridiron: the board's tables and the two decks, read from a sheet and checked.
#pragma once

#include "core/seat.hpp"
#include "games/sheet_reader.hpp"

#include <array>
#include <string>
#include <vector>

namespace touchline::red_boar_gridiron {

inline constexpr std::size_t kMostKinds = 8; // kinds of cards a side: what a state has room for
inline constexpr std::size_t kSums = 11;     // two dice: 2 to 12
inline constexpr int kStep = 5;              // all yards are multiples of it
inline constexpr int kGoal = 100;            // the goal line attacked
inline constexpr int kNearest = 95;          // the ball nearest to it
inline constexpr int kMostPoints = 9999;     // D9: a side, in a position given from outside
inline constexpr int kMostScore = 60000;     // what play may lead to from there: more than any game brings

enum class RowKind : u8 { run, pass, incomplete, touchdown, fumble, interception };
// Plays of these kinds, as what happened says them.
inline constexpr std::array<std::string_view, 6> kRowPlays{"run",    "pass",        "incomplete", "touchdown-pass",
                                                           "fumble", "interception"};

// One line of the offence table.
struct Row {
    std::string name;
    RowKind kind{};
    bool pass = false;
    int yards = 0;
    int seconds = 0;
    int barred = 0; // this far before the goal attacked, or nearer; 0: never
};

enum class Effect : u8 { none, incomplete, turnover, yards, breakaway };

// What one roll of the modifier die does.
struct Modifier {
    Effect effect = Effect::none;
    int yards = 0; // Effect::yards: what they become
};

// What a defence card says of one offence card.
struct Cell {
    int base = 0;
    bool modified = false;               // a modifier die is rolled
    std::array<Modifier, 6> modifiers{}; // by roll, 1 first
};

struct OffenseCard {
    std::string id;
    std::string name;
    bool pass = false;
    int yards = 0;
    int barred = 0;
};

struct DefenseCard {
    std::string id;
    std::string name;
    std::array<Cell, kMostKinds> cells{}; // by offence card
};

struct Sheet {
    std::array<Row, kSums> rows;      // by the sum of two dice, 2 first
    std::array<int, 6> defense_die{}; // yards by face
    std::array<int, kSums> kickoff_lines{};
    int kickoff_seconds = 0;
    std::array<int, kSums> punt_yards{};
    int touchback = 0;
    int punt_seconds = 0;
    std::array<int, 20> kick_at_least{}; // by ball / 5; 0: too far to kick
    int missed_floor = 0;
    int kick_seconds = 0;
    int extra_point_at_least = 0;
    int conversion_from = 0;
    int quarter_seconds = 0;
    struct {
        int before_play = 0, during_play = 0; // sums of two dice
        int before_yards = 0, offense_yards = 0, defense_run_yards = 0, defense_pass_yards = 0;
    } penalty;
    struct {
        int touchdown = 0, kick = 0, conversion = 0, field_goal = 0, safety = 0;
    } points;
    int free_kick_from = 0;
    int overtime_from = 0; // yards before the goal
    struct {
        int copies = 0, hand = 0, break_yards = 0;
        int complete = 0, incomplete = 0, turnover = 0; // seconds
        std::vector<OffenseCard> offense;
        std::vector<DefenseCard> defense;
    } cards;

    // The time of a pass barred by the field position: that of the table's incomplete pass.
    [[nodiscard]] int barred_seconds() const;
};

// Reads and checks the whole sheet; faults are noted in the reader.
[[nodiscard]] Sheet read_sheet(const SheetTable& root);

} // namespace touchline::red_boar_gridiron
