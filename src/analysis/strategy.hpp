// How a seat decides: a strategy answers with how often it takes each action, given what the seat may know of the
// current decision and nothing more. It cannot see the coming dice or the other's hand because nothing that it is given
// holds them.
#pragma once

#include "core/random.hpp"
#include "core/shares.hpp"
#include "solve/job.hpp"
#include "solve/valuation.hpp"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace touchline::analysis {

// How long a question may wait, and who is told how solving goes.
struct Patience {
    std::optional<double> seconds{}; // none: as long as it takes
    solve::Job::Sink progress{};
    unsigned threads = 0;        // 0: all cores
    std::stop_token cancelled{}; // nobody waits any longer
};

using SeatAdvice = solve::Advice; // by what a seat sees

// The oldest question of a sideline: play on for more, or kick?
enum class Going { always, never };

// A decision of one seat, as a strategy sees it.
class Decision {
public:
    virtual ~Decision() = default;

    [[nodiscard]] const ActionList& legal() const { return legal_; } // at least one
    // What the game's coach does; every action alike in a game that has none.
    [[nodiscard]] virtual Shares coached() const = 0;
    // What a side does that always, or never, plays on; empty where that is not the question.
    [[nodiscard]] virtual std::optional<Action> going(Going going) const = 0;
    // What each action is worth by what the seat knows, best first. Empty where that is not known in time.
    [[nodiscard]] virtual std::optional<std::vector<SeatAdvice>> advice(const Patience& patience) const = 0;

protected:
    explicit Decision(const ActionList& legal) : legal_(legal) {}
    Decision(const Decision&) = default;
    Decision& operator=(const Decision&) = default;

private:
    ActionList legal_;
};

// The place of an action in a list; the first where it is not there.
[[nodiscard]] inline std::size_t place_of(const ActionList& legal, Action action) {
    for (std::size_t i = 0; i < legal.size(); ++i)
        if (legal[i] == action) return i;
    return 0;
}

// None of so many actions.
[[nodiscard]] inline Shares nothing(std::size_t actions) {
    Shares shares;
    for (std::size_t i = 0; i < actions; ++i) shares.push_back(0);
    return shares;
}

// All on one action.
[[nodiscard]] inline Shares only(std::size_t taken, std::size_t actions) {
    Shares shares = nothing(actions);
    shares[taken] = 1;
    return shares;
}

[[nodiscard]] inline Shares evenly(std::size_t actions) {
    Shares shares;
    for (std::size_t i = 0; i < actions; ++i) shares.push_back(1.0 / static_cast<double>(actions));
    return shares;
}

// The place of an action, drawn by its share.
[[nodiscard]] inline std::size_t drawn(const Shares& shares, Random& random) {
    for (std::size_t i = 0; i < shares.size(); ++i)
        if (shares[i] == 1) return i;
    double left = static_cast<double>(random.next() >> 11) * 0x1.0p-53;
    for (std::size_t i = 0; i + 1 < shares.size(); ++i) {
        if (left < shares[i]) return i;
        left -= shares[i];
    }
    return shares.size() - 1;
}

// How often it takes each action is all that there is to know of a strategy.
class Strategy {
public:
    virtual ~Strategy() = default;
    // What it looks at. Those that look at less can be asked for less.
    [[nodiscard]] virtual StrategyInput input() const { return StrategyInput::everything; }
    [[nodiscard]] virtual Shares shares(const Decision& decision) const = 0;
    // Whether it looks no further than the game's coach does, though that may be anywhere.
    [[nodiscard]] virtual bool habitual() const { return false; }
    // Whether what it does is measured by the book, though it may not look at it.
    [[nodiscard]] virtual bool judged() const { return uses_values(input()); }
    // The shares of so many actions. Requires: it uses actions.
    [[nodiscard]] virtual Shares listed(std::size_t actions) const { return evenly(actions); }
    // The shares by what each action is worth to the seat. Requires: it uses values.
    [[nodiscard]] virtual Shares valued(std::span<const double> values) const { return evenly(values.size()); }
};

using Strategies = BySeat<const Strategy*>;

} // namespace touchline::analysis
