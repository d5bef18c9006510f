// Stations of Sports Dice Football without their score, seen from the offence, and the plays between them.
#pragma once

#include "games/sports_dice_football/rules.hpp"
#include "solve/play_tree.hpp"

#include <vector>

namespace touchline::solve::sports_dice_football {

using namespace touchline::sports_dice_football;

// The rules with their rolls told apart only where the game can tell them apart: who wins with which symbols, and in a
// kick how far it carries. A few hundred outcomes instead of 84 times 84.
struct MergedRules : Rules {
    explicit MergedRules(const Rules& rules);

    template <class Each>
    void chances(const State& state, Each&& each) const {
        if (state.phase == Phase::toss) return Rules::chances(state, each);
        for (const Merged& merged : state.phase == Phase::roll ? plays_ : kicks_) each(merged.outcome, merged.weight);
    }

private:
    struct Merged {
        Outcome outcome;
        Weight weight;
        u64 key; // what the game sees of it
    };

    template <class Key>
    [[nodiscard]] std::vector<Merged> merge(Key&& key) const;

    std::vector<Merged> plays_;
    std::vector<Merged> kicks_;
};

// The same rules without an end: a play's tree then looks alike at every score.
[[nodiscard]] Rules endless(const Rules& rules);

// A station of the field: ball, down, line and whether the offence holds the chip.
inline constexpr std::size_t kFieldStations = 2 * 2 * 4 * 19;

[[nodiscard]] bool is_station(const State& state);
// Requires: is_station(state).
[[nodiscard]] std::size_t field_index(const State& state);

// Where a play may end: a field station, whose ball it is, and what was scored.
struct Ending {
    u16 field = 0;
    u8 changes_hands = 0;
    u8 own_points = 0;   // of the side that had the ball
    u8 other_points = 0; // of the defence
    friend bool operator==(const Ending&, const Ending&) = default;
};

// One station's play: a program for an offence in the home seat, its slots in the order of `endings`.
struct FieldPlay {
    Program program;
    std::vector<Ending> endings;
};

// All plays. Indexed by field_index(); those of positions that cannot be are empty.
class Field {
public:
    explicit Field(const Rules& rules);

    [[nodiscard]] const FieldPlay& play(std::size_t field) const { return plays_[field]; }
    // The field stations that can be, those on later downs first.
    [[nodiscard]] const std::vector<u16>& order() const { return order_; }
    // Points that a play may bring, each pair once: own, other.
    [[nodiscard]] const std::vector<std::pair<int, int>>& scores() const { return scores_; }
    // How far one evaluation of a play can be off.
    [[nodiscard]] double rounding() const { return rounding_; }
    // No more plays than this are to be expected before the next score, whatever the seats choose. So values that one
    // more evaluation moves by at most d are off by at most d times this.
    [[nodiscard]] double plays_to_score() const { return plays_to_score_; }

private:
    [[nodiscard]] FieldPlay compile_play(const MergedRules& rules, const State& state) const;
    void add(const MergedRules& rules, const State& state);
    void bound_plays();

    std::vector<FieldPlay> plays_;
    std::vector<u16> order_;
    std::vector<std::pair<int, int>> scores_;
    double rounding_ = 0;
    double plays_to_score_ = 0;
};

} // namespace touchline::solve::sports_dice_football
