// Plays a script through for stations that differ in the score alone, side by side: how often each end is reached.
#pragma once

#include "core/shares.hpp"
#include "solve/script.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace touchline::solve {

// A choice as a rule of decision sees it.
template <class State>
struct Decision {
    const State& state;
    Seat seat;
    const ActionList& legal; // two at least
};

// How the seats decide.
template <class D, class State>
concept DeciderFor = requires(const D decider, Seat seat, const Decision<State>& at, std::span<const double> values) {
    { decider.heeds(seat) } -> std::same_as<Heed>;
    // Of a seat that heeds the actions, `state` may have any score and clock.
    { decider(at) } -> std::same_as<Shares>;
    // Of a seat that heeds values: what each action is worth to it under best play of both.
    { decider.valued(seat, values) } -> std::same_as<Shares>;
};

// Numbers of many lanes: a row for each result, then one for each end of a script.
class EndRows {
public:
    EndRows() = default;
    EndRows(std::size_t ends, std::size_t lanes) : lanes_(lanes), numbers_((kResults + ends) * lanes, 0.0) {}
    [[nodiscard]] double* operator[](std::size_t slot) { return numbers_.data() + slot * lanes_; }
    [[nodiscard]] const double* operator[](std::size_t slot) const { return numbers_.data() + slot * lanes_; }
    [[nodiscard]] std::size_t lanes() const { return lanes_; }
    [[nodiscard]] static constexpr u32 slot_of_end(std::size_t end) { return kResults + static_cast<u32>(end); }
    static constexpr u32 kResults = 3;

private:
    std::size_t lanes_ = 0;
    std::vector<double> numbers_;
};

template <class State, DeciderFor<State> Decider>
class Performance {
public:
    using Script = solve::Script<State>;

    explicit Performance(const Decider& decider) : decider_(decider) {}

    // `worths` of the ends; null where no seat heeds values. `reached` begins as zeros. `place` makes of a position of
    // the script the one of a lane.
    template <class Place>
    void run(const Script& script, const Place& place, const EndRows* worths, EndRows& reached) {
        script_ = &script;
        lanes_ = reached.lanes();
        end_worths_ = worths;
        if (worths != nullptr) find_worths();
        reached_ = &reached;
        amounts_.assign(script.nodes.size() * lanes_, 0.0);
        std::fill_n(amounts_.end() - static_cast<std::ptrdiff_t>(lanes_), lanes_, 1.0);
        // From the root down: everything that comes to a node is there before it is passed on.
        for (std::size_t n = script.nodes.size(); n-- > 0;)
            if (script.nodes[n].choice == Script::kRoll)
                roll(n);
            else
                choose(n, place);
    }

    // Each number is divided, multiplied and added no more often than there are edges.
    [[nodiscard]] static double rounding(const Script& script) {
        return (static_cast<double>(script.edges.size()) + 16) * 0x1p-52;
    }

private:
    static constexpr u32 kResults = Script::kResults;
    static constexpr u32 kEndMark = Script::kEndMark;

    [[nodiscard]] const double* worth(u32 target) const {
        if (target < kResults) return (*end_worths_)[target];
        if (target >= kEndMark) return (*end_worths_)[EndRows::slot_of_end(target - kEndMark)];
        return worths_.data() + (target - kResults) * lanes_;
    }
    [[nodiscard]] double* amount(u32 target) {
        if (target < kResults) return (*reached_)[target];
        if (target >= kEndMark) return (*reached_)[EndRows::slot_of_end(target - kEndMark)];
        return amounts_.data() + (target - kResults) * lanes_;
    }

    void find_worths() {
        if (worths_.size() < script_->nodes.size() * lanes_) worths_.resize(script_->nodes.size() * lanes_);
        for (std::size_t n = 0; n < script_->nodes.size(); ++n) {
            const auto& [first, count, choice] = script_->nodes[n];
            double* __restrict own = worths_.data() + n * lanes_;
            const bool roll = choice == Script::kRoll;
            const double* there = worth(script_->edges[first].target);
            const double share = roll ? script_->edges[first].chance : 1;
            for (std::size_t i = 0; i < lanes_; ++i) own[i] = share * there[i];
            for (u32 e = first + 1; e < first + count; ++e) {
                there = worth(script_->edges[e].target);
                if (roll)
                    add(own, there, script_->edges[e].chance);
                else if (script_->choices[choice].seat == Seat::home)
                    for (std::size_t i = 0; i < lanes_; ++i) own[i] = there[i] > own[i] ? there[i] : own[i];
                else
                    for (std::size_t i = 0; i < lanes_; ++i) own[i] = there[i] < own[i] ? there[i] : own[i];
            }
        }
    }

    void add(double* __restrict to, const double* __restrict from, double factor) const {
        for (std::size_t i = 0; i < lanes_; ++i) to[i] += factor * from[i];
    }

    void roll(std::size_t n) {
        const auto& node = script_->nodes[n];
        const double* own = amounts_.data() + n * lanes_;
        for (u32 e = node.first; e < node.first + node.count; ++e)
            add(amount(script_->edges[e].target), own, script_->edges[e].chance);
    }

    template <class Place>
    void choose(std::size_t n, const Place& place) {
        const auto& [first, count, number] = script_->nodes[n];
        const auto& choice = script_->choices[number];
        const Heed heed = count == 1 ? Heed::actions : decider_.heeds(choice.seat);
        if (heed == Heed::actions) {
            const Shares shares =
                count == 1 ? Shares{1.0} : decider_(Decision<State>{choice.state, choice.seat, choice.legal});
            for (u32 e = 0; e < count; ++e)
                if (shares[e] != 0)
                    add(amount(script_->edges[first + e].target), amounts_.data() + n * lanes_, shares[e]);
            return;
        }
        std::array<double*, kMostActions> to{};
        std::array<const double*, kMostActions> worths{};
        for (u32 e = 0; e < count; ++e) {
            to[e] = amount(script_->edges[first + e].target);
            if (heed == Heed::values) worths[e] = worth(script_->edges[first + e].target);
        }
        const double* own = amounts_.data() + n * lanes_;
        for (std::size_t i = 0; i < lanes_; ++i) {
            if (own[i] == 0) continue;
            const Shares shares = heed == Heed::values ? by_values(choice.seat, {worths.data(), count}, i)
                                                       : by_sight(choice, place(choice.state, i));
            for (u32 e = 0; e < count; ++e) to[e][i] += own[i] * shares[e];
        }
    }

    [[nodiscard]] Shares by_values(Seat seat, std::span<const double* const> worths, std::size_t lane) const {
        std::array<double, kMostActions> values{};
        for (std::size_t e = 0; e < worths.size(); ++e)
            values[e] = seat == Seat::home ? worths[e][lane] : 1 - worths[e][lane];
        return decider_.valued(seat, {values.data(), worths.size()});
    }

    [[nodiscard]] Shares by_sight(const typename Script::Choice& choice, const State& state) const {
        return decider_(Decision<State>{state, choice.seat, choice.legal});
    }

    const Decider& decider_;
    const Script* script_ = nullptr;
    std::size_t lanes_ = 0;
    const EndRows* end_worths_ = nullptr;
    EndRows* reached_ = nullptr;
    std::vector<double> worths_;  // by node: home's under best play of both
    std::vector<double> amounts_; // by node: how often it is reached
};

} // namespace touchline::solve
