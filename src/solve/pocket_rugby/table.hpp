// What every scrum-half roll of a match in one weather is worth: one layer a score, and where in it a position stands.
//
// A layer keeps the stations without a quick tap and with a full one, and those right after a big hit where these count
// (R2). All others follow from them in one play (see evaluate.hpp), which makes a book half as long. Without team cards
// both sides are alike: a layer whose home side is behind is the mirror of another one and is not kept.
#pragma once

#include "solve/pocket_rugby/forms.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace touchline::solve::pocket_rugby {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// A score's shape: how many situations there are besides injuries and the ball.
struct Shape {
    std::size_t openings = 1; // who attacked first, while that still matters
    std::size_t cards = 4;    // states of one side's yellow cards
    std::size_t injuries = 1; // pairs of sets of injured positions
    std::size_t kept = 2;     // scrum halves of a side: without a quick tap, with a full one, right after a big hit

    [[nodiscard]] std::size_t rows() const { return openings * cards * cards * 2 * kept; }
    [[nodiscard]] std::size_t entries() const { return rows() * injuries; }
};

// What does not change but by growing while the score stands.
struct Situation {
    u8 opening = 0;
    std::array<u8, 2> cards{};   // states, see Table::card_state
    std::array<u8, 2> injured{}; // sets of positions
};

// An entry of a table: its layer, its row there, and whether it is the mirror of what is kept.
struct Place {
    u32 layer = 0;
    u32 row = 0;
    bool mirrored = false;
};

class Table {
public:
    // Of best play, which is alike for sides that are alike, or of a policy.
    enum class Sides : u8 { alike, apart };
    Table(const Rules& rules, Weather weather, Sides sides = Sides::alike);

    [[nodiscard]] Weather weather() const { return weather_; }
    [[nodiscard]] int full_time() const { return full_time_; }
    [[nodiscard]] u8 taps() const { return taps_; }
    [[nodiscard]] bool symmetric() const { return symmetric_; }
    [[nodiscard]] Shape shape(int home, int away) const;
    // All entries that a book of this table has.
    [[nodiscard]] std::size_t entries() const;
    // Whether a match can stand at this score.
    [[nodiscard]] bool live(int home, int away) const {
        return !together_ || home + away < full_time_ || home == away; // R19
    }
    // Whether the layer of a score is kept, not only its mirror.
    [[nodiscard]] bool kept(int home, int away) const { return !behind(home, away) && live(home, away); }
    [[nodiscard]] u32 layer(int home, int away) const { return static_cast<u32>(home * full_time_ + away); }

    // A state of one side's cards: the deduction in the first half; in the second 0, 1, 2 for one yellow that half time
    // has wiped out, and 3 for two. Grows with time.
    [[nodiscard]] u8 card_state(const State& s, std::size_t seat) const;
    [[nodiscard]] u8 deduction(bool second_half, u8 card_state) const;
    [[nodiscard]] Situation situation(const State& s) const;
    // A scrum-half roll in a situation of a score.
    [[nodiscard]] State state(int home, int away, const Situation& situation) const;

    // Where a scrum-half roll that is kept stands, injuries aside.
    [[nodiscard]] Place place(const State& s) const;
    [[nodiscard]] double value(const Place& place, const std::array<u8, 2>& injured) const {
        const Layer& layer = layers_[place.layer];
        const std::size_t both = place.mirrored ? pair(injured[1], injured[0]) : pair(injured[0], injured[1]);
        const std::size_t at = place.row * injuries_ + both;
        const double kept = layer.fixed != nullptr ? from_fixed(layer.fixed[at])
                            : layer.values.empty() ? kUnknown
                                                   : layer.values[at];
        return place.mirrored ? 1 - kept : kept;
    }
    void put(const Place& place, const std::array<u8, 2>& injured, double value) {
        layers_[place.layer].values[place.row * injuries_ + pair(injured[0], injured[1])] = value;
    }
    // Makes room for a layer's values, all unknown, if there is none. Not from two threads for the same layer.
    void open(int home, int away);

    // The values of a kept layer in the order of a book, and the way back; `fixed` must live as long as the table.
    [[nodiscard]] const std::vector<double>& values(int home, int away) const {
        return layers_[layer(home, away)].values;
    }
    void use(const u32* fixed);
    // Every value of a score, when none of them is unknown; none else.
    [[nodiscard]] std::span<const double> whole(int home, int away) const;
    void fill(int home, int away, std::span<const double> values);

private:
    struct Layer {
        std::vector<double> values;
        const u32* fixed = nullptr; // of a book that is mapped into memory
    };

    [[nodiscard]] std::size_t pair(u8 home, u8 away) const {
        return injuries_ == 1 ? 0 : std::size_t{home} * 16 + away;
    }
    // Whether a score is the mirror of one that is kept.
    [[nodiscard]] bool behind(int home, int away) const { return symmetric_ && home < away; }
    [[nodiscard]] bool second_half(int home, int away) const {
        return (together_ ? home + away : std::max(home, away)) >= half_time_;
    }
    [[nodiscard]] static double from_fixed(u32 fixed) { return static_cast<double>(fixed) / 4294967295.0; }

    Weather weather_;
    int full_time_;
    int half_time_;
    u8 taps_;
    bool symmetric_;
    bool opening_matters_;
    bool together_; // R19
    std::size_t kept_;
    std::size_t injuries_;
    std::vector<Layer> layers_;
};

} // namespace touchline::solve::pocket_rugby
