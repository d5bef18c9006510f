// Every play of one side on offence, compiled from the rules. Neither the score nor the drives left nor the other
// side's injuries change a play, only where it leads: that is noted relative to the drive.
#pragma once

#include "solve/play_tree.hpp"
#include "solve/pocket_gridiron/folded.hpp"

#include <array>
#include <optional>
#include <vector>

namespace touchline::solve::pocket_gridiron {

inline constexpr unsigned kMasks = 16; // sets of injured positions of one side

// Where a play may end.
struct Exit {
    enum class Kind : u8 {
        play,                // the next play of the same drive
        conversion,          // the try for two after a touchdown of this drive
        returned_try,        // the other side's touchdown on an interception return
        returned_conversion, // its try for two
        drive,               // the drive is over
    };
    Kind kind{};
    u8 down = 0;
    u8 sacks = 0;
    u8 mask = 0;   // injuries of the side that carried the ball in this play
    Seat next{};   // drive: whose turn it is then
    int delta = 0; // home's lead against the beginning of the drive
};

struct Play {
    Program program;
    std::vector<Exit> exits; // by station of the program
    double again = 0;        // how likely at most the play leads to the 1st down or try that it may be part of
};

class Plays {
public:
    Plays(const Rules& rules, Seat offense) : folded_(rules), offense_(offense) {}

    // Compiles what these injuries need. Requires: called for every mask before the getters are used with it.
    void prepare(u8 mask);

    [[nodiscard]] Seat offense() const { return offense_; }
    [[nodiscard]] int downs() const { return folded_.sheet().downs; }
    [[nodiscard]] int sacks() const { return folded_.sheet().sacks_for_safety; }

    // Of the side on offence with these injuries. Requires: 1 <= down <= downs(), sacks < sacks().
    [[nodiscard]] const Play& series(u8 mask, int down, int sacks_so_far) const {
        return series_[mask][static_cast<std::size_t>((down - 1) * sacks() + sacks_so_far)];
    }
    [[nodiscard]] const Play& conversion(u8 mask) const { return conversion_[mask]; }
    // Of the other side, with its injuries, after an interception. Requires: returns().
    [[nodiscard]] const Play& returned_try(u8 mask) const { return returned_try_[mask]; }
    [[nodiscard]] const Play& returned_conversion(u8 mask) const { return returned_conversion_[mask]; }
    // The sets of injuries that can come of `mask`, itself included, greater numbers first; prepares them all.
    [[nodiscard]] std::vector<u8> masks_from(u8 mask);
    // Whether a drive can be followed by a drive of this side.
    [[nodiscard]] bool leads_to(Seat next) const { return leads_to_[at(next)]; }
    // Whether an interception can be returned at all.
    [[nodiscard]] bool returns() const { return returns_; }

    // How far home's lead can move in one drive of this side.
    [[nodiscard]] int least() const { return least_; }
    [[nodiscard]] int most() const { return most_; }
    // The change of the lead before a conversion or a try of the interceptors.
    [[nodiscard]] int touchdown_delta() const { return touchdown_delta_; }
    [[nodiscard]] int returned_delta() const { return returned_delta_; }
    [[nodiscard]] double rounding() const { return rounding_; }
    [[nodiscard]] double again() const { return again_; }

    // A position in the middle of a play without what does not change the rest of it.
    // Requires: a drive of this side, or the try after its interception.
    [[nodiscard]] State root_of(const State& state) const;
    // The rest of a play from such a position.
    [[nodiscard]] Play from(const State& root) const { return compile(root).play; }

    [[nodiscard]] const FoldedRules& folded() const { return folded_; }

private:
    static constexpr u16 kScore = 30000; // stands for any score
    static constexpr u8 kDrives = 100;   // stands for any number of drives

    [[nodiscard]] State base(u8 mask) const;
    struct Compiled {
        Play play;
        std::vector<State> ends;
    };
    [[nodiscard]] Compiled compile(const State& root) const;
    [[nodiscard]] Exit exit_at(const State& s, Seat carrying) const;
    // Notes the figures of a play that is kept.
    [[nodiscard]] Play kept(Play play);
    // Home's lead.
    [[nodiscard]] static int lead(const State& s);

    FoldedRules folded_;
    Seat offense_;
    std::array<std::vector<Play>, kMasks> series_;
    std::array<Play, kMasks> conversion_;
    std::array<Play, kMasks> returned_try_;
    std::array<Play, kMasks> returned_conversion_;
    std::array<bool, kMasks> prepared_{};
    std::array<bool, 2> leads_to_{};
    bool returns_ = false;
    int least_ = 0;
    int most_ = 0;
    int touchdown_delta_ = 0;
    int returned_delta_ = 0;
    double rounding_ = 0;
    double again_ = 0;
};

// A position before a play: where plays end and tables begin.
[[nodiscard]] bool between_plays(const FoldedRules& rules, const State& s);

} // namespace touchline::solve::pocket_gridiron
