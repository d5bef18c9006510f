// Every play of one side on offence, compiled from the rules. Neither the score nor the drives left nor the other
// side's injuries change a play, only where it leads: that is noted relative to the drive.
#pragma once

#include "solve/play_tree.hpp"
#include "solve/pocket_gridiron/folded.hpp"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace touchline::solve::pocket_gridiron {

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
    u8 hurt = 0;   // injuries of the side that carried the ball in this play
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
    Plays(const Rules& rules, Seat offense)
        : folded_(rules), hurts_(rules), offense_(offense), prepared_(hurts_.count()) {}

    // Compiles what these injuries need. Requires: called for all of them before the getters are used with them.
    void prepare(u8 hurt);

    [[nodiscard]] Seat offense() const { return offense_; }
    [[nodiscard]] int downs() const { return folded_.sheet().downs; }
    [[nodiscard]] int sacks() const { return folded_.sheet().sacks_for_safety; }
    // A conversion has the last down alone, unless a foul brings new ones (R7).
    [[nodiscard]] int first_try_down() const { return folded_.settings().conversion_downs ? 1 : downs(); }
    [[nodiscard]] int try_downs() const { return downs() - first_try_down() + 1; }
    [[nodiscard]] const Hurts& hurts() const { return hurts_; }

    // Of the side on offence with these injuries. Requires: 1 <= down <= downs(), sacks < sacks().
    [[nodiscard]] const Play& series(u8 hurt, int down, int sacks_so_far) const {
        return prepared_[hurt]->series[static_cast<std::size_t>((down - 1) * sacks() + sacks_so_far)];
    }
    // Requires: first_try_down() <= down.
    [[nodiscard]] const Play& conversion(u8 hurt, int down) const {
        return prepared_[hurt]->conversion[static_cast<std::size_t>(down - first_try_down())];
    }
    // Of the other side, with its injuries, after an interception. Requires: returns().
    [[nodiscard]] const Play& returned_try(u8 hurt) const { return prepared_[hurt]->returned_try; }
    [[nodiscard]] const Play& returned_conversion(u8 hurt, int down) const {
        return prepared_[hurt]->returned_conversion[static_cast<std::size_t>(down - first_try_down())];
    }
    // The injuries that can come of these, themselves included, greater numbers first; prepares them all.
    [[nodiscard]] std::vector<u8> hurts_from(u8 hurt);
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

    // The plays of a side with some injuries.
    struct Prepared {
        std::vector<Play> series;
        std::vector<Play> conversion; // by down from first_try_down() on
        Play returned_try;
        std::vector<Play> returned_conversion;
    };

    [[nodiscard]] State base(u8 hurt) const;
    struct Compiled {
        Play play;
        std::vector<State> ends;
    };
    [[nodiscard]] Compiled compile(const State& root) const;
    // All downs of a conversion that begins there.
    [[nodiscard]] std::vector<Play> compile_conversion(State begins);
    [[nodiscard]] Exit exit_at(const State& s, Seat carrying) const;
    // Notes the figures of a play that is kept.
    [[nodiscard]] Play kept(Play play);
    // Home's lead.
    [[nodiscard]] static int lead(const State& s);

    FoldedRules folded_;
    Hurts hurts_;
    Seat offense_;
    std::vector<std::unique_ptr<Prepared>> prepared_; // by injuries
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
