// A compiled play under a policy, over a row of contexts (leads, scores) at once: first the choices are made by what
// the stations are believed to be worth, then the play is valued, or the chances of its ends are found.
#pragma once

#include "solve/habits.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

namespace touchline::solve {

// How plays are compiled for policies.
template <class State>
[[nodiscard]] BySeat<Choices> choices_for(std::span<const Policy<State>* const> policies) {
    const auto of = [&](Seat seat) {
        const auto looks = [&](const Policy<State>* policy) {
            return policy->input(seat) == StrategyInput::everything;
        };
        return std::ranges::any_of(policies, looks) ? Choices::kept : Choices::listed;
    };
    return {of(Seat::home), of(Seat::away)};
}
template <class State>
[[nodiscard]] BySeat<Choices> choices_for(const Policy<State>& policy) {
    const Policy<State>* own = &policy;
    return choices_for(std::span<const Policy<State>* const>(&own, 1));
}

// How often each action is taken, for contexts side by side.
class ShareRows {
public:
    // Rows are `width` long; filled in by whoever decides.
    ShareRows(double* rows, std::size_t width) : rows_(rows), width_(width) {}
    [[nodiscard]] double* operator[](std::size_t option) const { return rows_ + option * width_; }
    [[nodiscard]] std::size_t width() const { return width_; }

private:
    double* rows_;
    std::size_t width_;
};

// Decides over a row of contexts. `believed` are home's values of the options, asked for by seats that input values
// alone; at(k) is the position in context k.
template <class State, class At>
void decide_row(const Policy<State>& policy, const PlayChoice<State>& choice, std::span<const double* const> believed,
                const At& at, const ShareRows& out) {
    const std::size_t options = choice.legal.size();
    const StrategyInput input = policy.input(choice.seat);
    const std::size_t width = out.width();
    if (input == StrategyInput::best && options == 2)
        return take_first_of_two(out[0], out[1], believed[0], believed[1], choice.seat == Seat::home ? 1 : -1, width);
    if (input == StrategyInput::best) {
        thread_local std::vector<double> best, taken;
        best.assign(believed[0], believed[0] + width);
        taken.assign(width, 0.0);
        const double sign = choice.seat == Seat::home ? 1 : -1;
        for (std::size_t e = 1; e < options; ++e) take_better(best.data(), best.data(), believed[e], sign, width);
        for (std::size_t e = 0; e < options; ++e)
            take_first_best(out[e], taken.data(), believed[e], best.data(), width);
        return;
    }
    Shares shares;
    if (input == StrategyInput::actions) shares = policy.shares(choice.state, choice.seat, choice.legal);
    for (std::size_t k = 0; k < width; ++k) {
        if (input == StrategyInput::everything) shares = policy.shares(at(k), choice.seat, choice.legal);
        if (input == StrategyInput::values) {
            std::array<double, kMostActions> values{};
            for (std::size_t e = 0; e < options; ++e)
                values[e] = choice.seat == Seat::home ? believed[e][k] : 1 - believed[e][k];
            shares = policy.valued(choice.seat, {values.data(), options});
        }
        for (std::size_t e = 0; e < options; ++e) out[e][k] = shares[e];
    }
}

// Makes the numbered choices of a program. Implemented for a game's State by PlayPolicy.
class RowDecider {
public:
    virtual ~RowDecider() = default;
    [[nodiscard]] virtual bool needs_values(u32 choice) const = 0;
    // The shares where they are the same in every context.
    [[nodiscard]] virtual std::optional<Shares> fixed(u32 choice) const = 0;
    virtual void decide(u32 choice, std::span<const double* const> believed, const ShareRows& out) const = 0;
};

// What a policy does at the choices of a play that looks alike in many contexts: looks[k] is that of context k.
template <class State>
struct KnownHabits {
    const Habits<State>& habits;
    std::size_t policy; // its number
    std::span<const u32> looks;
};

// A policy at the choices of one play. at(state, k) puts a position of the play into context k.
template <class State, class At>
class PlayPolicy final : public RowDecider {
public:
    PlayPolicy(const Policy<State>& policy, std::span<const PlayChoice<State>> choices, const At& at,
               std::optional<KnownHabits<State>> known = std::nullopt)
        : policy_(policy), inputs_{policy.input(Seat::home), policy.input(Seat::away)}, choices_(choices), at_(at),
          known_(known) {}
    [[nodiscard]] bool needs_values(u32 choice) const override { return uses_values(inputs_[choices_[choice].seat]); }
    [[nodiscard]] std::optional<Shares> fixed(u32 choice) const override {
        const PlayChoice<State>& own = choices_[choice];
        if (inputs_[own.seat] != StrategyInput::actions) return std::nullopt;
        return policy_.shares(own.state, own.seat, own.legal);
    }
    void decide(u32 choice, std::span<const double* const> believed, const ShareRows& out) const override {
        const PlayChoice<State>& own = choices_[choice];
        if (known_ && inputs_[own.seat] == StrategyInput::everything) {
            for (std::size_t k = 0; k < out.width(); ++k) {
                const double* shares = known_->habits.shares(known_->policy, known_->looks[k], choice);
                for (std::size_t e = 0; e < own.legal.size(); ++e) out[e][k] = shares[e];
            }
            return;
        }
        decide_row(
            policy_, own, believed, [&](std::size_t k) { return at_(own.state, k); }, out);
    }

private:
    const Policy<State>& policy_;
    BySeat<StrategyInput> inputs_;
    std::span<const PlayChoice<State>> choices_;
    const At& at_;
    std::optional<KnownHabits<State>> known_;
};

// Working room for one program after the other. Every choice of the programs is numbered.
class PolicyRun {
public:
    // Makes the choices of a program in `width` contexts. believed[i] is the row of station i; may be empty where no
    // choice needs values. With `root` the believed row of root 0 is worked out too.
    enum class Root : u8 { left_out, believed };
    void decide(const Program& program, const RowDecider& decider, std::span<const double* const> believed,
                std::size_t width, Root root = Root::left_out);
    // Home's value of root 0 under best play. After decide() with Root::believed.
    [[nodiscard]] const double* believed_root() const { return believed_row(program_->roots_[0]); }

    // What root 0 comes to under the choices made; results are worth `results`. Rows as for decide().
    void value(std::span<const double* const> stations, const std::array<double, 3>& results, double* out);
    // The chances of ending at each result and station from root 0: kResults + stations() rows, one after the other.
    [[nodiscard]] std::span<const double> end_chances();
    // How far they can be off together by floating rounding.
    [[nodiscard]] static double rounding(const Program& program);

private:
    void find_needed(const RowDecider& decider, Root root);
    [[nodiscard]] const double* believed_row(u32 slot) const;
    [[nodiscard]] double* shares_of(std::size_t node) { return shares_.data() + share_at_[node]; }

    const Program* program_ = nullptr;
    std::size_t width_ = 0;
    std::span<const double* const> stations_;
    std::array<std::vector<double>, 3> results_; // believed
    std::vector<char> needed_;                   // by node: whether its believed row is
    std::vector<double> believed_;               // rows by node
    std::vector<std::size_t> share_at_;          // by node, in shares_
    std::vector<double> shares_;                 // rows by option of the choices
    std::vector<std::optional<Shares>> fixed_;   // by node: instead of rows
    std::vector<double> values_;                 // rows by node, or by slot
    std::vector<const double*> from_;
};

} // namespace touchline::solve
