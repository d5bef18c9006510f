// Plays of Pocket Sports Rugby as weighted sums and choices over the few positions in which a play can end, worked out
// by calling the rules. Everything here belongs to one score; injuries and cards choose among the forms.
#pragma once

#include "games/pocket_rugby/rules.hpp"
#include "solve/play_tree.hpp"

#include <array>
#include <vector>

namespace touchline::solve::pocket_rugby {

using namespace touchline::pocket_rugby;

inline constexpr std::size_t kMostTaps = 10; // quick tap 0..9

// Whether a position's die is about to be rolled.
constexpr bool is_die(Phase phase) { return phase >= Phase::forward && phase <= Phase::back; }

// Where a phase of attack can end, seen from the side that has the ball.
enum Leaf : u8 {
    kOwn,      // its scrum half again, no quick tap
    kOpposing, // the other side's scrum half
    kTapping,  // its scrum half again, a quick tap still running
    kHurt,     // its scrum half again, the carrier newly injured
    kOverLine, // the roll for the try
    kOwnPenalty,
    kOpposingPenalty,
    kThrowIn,    // a lineout against it
    kTapPenalty, // its penalty, which has reset a quick tap (R27)
    // Where big hits in a row injure (R2): the last tackle has ended with one, or the first roll of one has injured.
    kOwnHit,       // its scrum half right after a big hit, no quick tap
    kTappingHit,   // the same, a quick tap still running
    kHurtHit,      // the same, the carrier newly injured
    kHurtOpposing, // the other side's scrum half, the carrier newly injured
    kHurtOverLine, // the roll for the try of a carrier who is newly injured
    kDrop,         // the kick of a drop goal, one leaf a range: kDrop + face
};
inline constexpr std::size_t kLeaves = kDrop + kFaces;

// A sum over leaves.
struct Sum {
    struct Term {
        double weight;
        u8 leaf;
        friend bool operator==(const Term&, const Term&) = default;
    };
    std::vector<Term> terms;

    void add(u8 leaf, double weight);
    friend bool operator==(const Sum&, const Sum&) = default;
};

// A choice inside a phase between two sums, or between a sum and the pass to the best team-mate. The other side may
// have an answer to the first option: that sum or its reply (R8).
struct Fork {
    double weight;
    bool attack_decides;
    bool against_pass; // the second option is the pass
    Sum first;
    Sum second;
    bool answered = false;
    Sum reply{};
    // Where choices are kept: the position, that of the pass and that of the answer.
    State at{};
    State pass{};
    State answer{};
    friend bool operator==(const Fork&, const Fork&) = default;
};

// A pass to one of the team-mates.
struct Pass {
    double weight;
    State at;
    friend bool operator==(const Pass&, const Pass&) = default;
};

// What the die of a position comes to.
struct CarryForm {
    Sum sum;
    double pass = 0; // weight of the pass to the best team-mate
    std::vector<Fork> forks;
    std::vector<Pass> passes{}; // the same passes one by one, where choices are kept
    friend bool operator==(const CarryForm&, const CarryForm&) = default;
};

// The scrum half's die: weights of the four positions, and what else it may show.
struct FeedForm {
    std::array<double, kPositions> pass{};
    Sum sum;
    friend bool operator==(const FeedForm&, const FeedForm&) = default;
};

// A scrum-half roll or the end of the match, and how often a play ends there.
struct Target {
    State state{};
    double weight = 0;
};

// Kicks and penalties end at positions of this or of later scores: a list of those, and at most one choice each.
struct GoalForm {
    struct Option {
        std::vector<Target> targets;
    };
    struct Choice {
        double weight;
        Option first;
        Option second; // without targets: no choice, the first it is
        State at{};
    };
    Seat decides = Seat::home;
    std::vector<Choice> choices;
};

// Compiles plays by walking the rules.
class Compiler {
public:
    explicit Compiler(const Rules& rules, Choices choices = Choices::merged)
        : rules_(rules), kept_(choices == Choices::kept) {}

    // From a position's die. Requires: that phase.
    [[nodiscard]] CarryForm carry(const State& from) const;
    // From the scrum half's die. Requires: that phase.
    [[nodiscard]] FeedForm feed(const State& from) const;
    // A lineout's four ends (scrum halves and penalties of both), throws handed over included. Requires: that phase.
    [[nodiscard]] Sum lineout(const State& from) const;
    // From the roll for the try, the kick of a drop goal or the card of a penalty to the next scrum halves.
    [[nodiscard]] GoalForm goal(const State& from) const;

private:
    struct Walk;
    void walk(const State& state, double weight, Walk& into) const;
    void walk_first(const State& state, const State& from, Fork& fork) const;
    template <class Each>
    void each_change(const State& state, double weight, Each&& each) const;
    void add_ends(const State& state, double weight, std::vector<Target>& targets) const;

    const Rules& rules_;
    bool kept_;
};

} // namespace touchline::solve::pocket_rugby
