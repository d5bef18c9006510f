// The components of Pocket Sports Gridiron: seven dice, the team cards, the figures of the rules, the points.
#pragma once

#include "core/turn.hpp"
#include "games/sheet_reader.hpp"

#include <array>
#include <string>
#include <vector>

namespace touchline::pocket_gridiron {

inline constexpr std::size_t kSides = 6; // of every die

// Who can carry the ball, in the order in which injuries are listed.
enum class Position : u8 { qb, rb, te, wr };
inline constexpr std::array kPositions{Position::qb, Position::rb, Position::te, Position::wr};
inline constexpr std::array kReceivers{Position::wr, Position::te, Position::rb}; // those with a die of their own

[[nodiscard]] constexpr std::size_t at(Position position) { return static_cast<std::size_t>(position); }

[[nodiscard]] constexpr std::string_view name(Position position) {
    constexpr std::array<std::string_view, 4> kNames{"qb", "rb", "te", "wr"};
    return kNames[at(position)];
}

// What the red die can call.
enum class Call : u8 { wr, te, rb, sneak, scramble, set };

struct CallFace {
    std::string name;
    Call call{};
};

// A face of a position die.
struct RouteFace {
    enum class Kind : u8 { route, incomplete, fumble };
    std::string name;
    Kind kind{};
    int value = 0;
};

// A face of the white die: its value and the small words under it.
struct WhiteFace {
    std::string name;
    int value = 0;
    bool pat_block = false;
    bool recover = false;
    bool sack = false;
    bool injury = false;
    bool flag = false;
};

struct PenaltyFace {
    std::string name;
    bool by_defense = false;
};

// A face of the black die: a word for the end zone, a number for kicks and skill checks.
struct BlackFace {
    enum class Word : u8 { out, video, touchdown, touchdown_arrow };
    std::string name;
    Word word{};
    int number = 0;
};

struct TeamCard {
    struct Favoured {
        std::string route;
        int bonus = 0;
    };
    struct Check {
        std::string route;
        int at_least = 1;
    };
    std::string id;
    std::string name;
    std::vector<Favoured> favoured;
    Check decoy;
    Check intercept;
};

struct Sheet {
    std::array<CallFace, kSides> qb;
    int sneak_value = 0;
    std::array<std::array<RouteFace, kSides>, 4> routes; // by Position; the quarterback's stays empty
    std::array<WhiteFace, kSides> defense;
    std::array<PenaltyFace, kSides> penalty;
    std::array<BlackFace, kSides> endzone;

    int downs = 1;
    int sacks_for_safety = 1;
    int scrambles_for_sack = 1;
    int field_goal_at_least = 1;
    int drives_basic = 1;
    int drives_pro = 1;

    int touchdown = 0;
    int kick = 0;
    int conversion = 0;
    int field_goal = 0;
    int safety = 0;

    std::vector<TeamCard> teams;
};

// Reads and checks a sheet; every mistake is noted with its line.
[[nodiscard]] Sheet read_sheet(const SheetTable& root);

} // namespace touchline::pocket_gridiron
