// How policies decide that look at positions: asked once for all stations that look alike to them.
#pragma once

#include "solve/play_tree.hpp"
#include "solve/policy.hpp"
#include "solve/state_map.hpp"

#include <vector>

namespace touchline::solve {

// The decisions of one play, by what its stations look like to the policies. Policies are numbered.
template <class State>
class Habits {
public:
    // A policy at a station that looks like no other one before.
    struct Fresh {
        u32 policy;
        u32 look;
        State station;
    };

    // The number of what a station looks like. Adds to `fresh` what is to be asked.
    u32 look(const State& station, const State& sight, std::size_t policies, std::vector<Fresh>& fresh) {
        const auto [number, unknown] = looks_.place(sight);
        if (!unknown) return number;
        shares_.resize(policies);
        for (u32 policy = 0; policy < policies; ++policy) {
            shares_[policy].emplace_back();
            fresh.push_back({policy, number, station});
        }
        return number;
    }
    // Before the first question.
    void list(std::span<const PlayChoice<State>> choices) {
        if (!places_.empty()) return;
        std::size_t options = 0;
        for (const PlayChoice<State>& choice : choices) {
            places_.push_back(options);
            options += choice.legal.size();
        }
        places_.push_back(options);
    }
    // Asks a policy. at(state) is a position of the play that begins at the station. Safe from several threads at once,
    // each with questions of its own.
    template <class At>
    void ask(const Policy<State>& policy, const Fresh& asked, std::span<const PlayChoice<State>> choices,
             const At& at) {
        std::vector<double>& into = shares_[asked.policy][asked.look];
        into.assign(places_.back(), 0.0);
        for (std::size_t i = 0; i < choices.size(); ++i) {
            if (policy.input(choices[i].seat) != StrategyInput::everything || choices[i].legal.size() < 2) continue;
            const Shares shares = policy.shares(at(choices[i].state), choices[i].seat, choices[i].legal);
            std::copy(shares.begin(), shares.end(), into.begin() + static_cast<std::ptrdiff_t>(places_[i]));
        }
    }

    // Of all actions of a choice.
    [[nodiscard]] const double* shares(std::size_t policy, u32 look, u32 choice) const {
        return shares_[policy][look].data() + places_[choice];
    }

private:
    StateMap<State> looks_;
    std::vector<std::size_t> places_;                      // by choice
    std::vector<std::vector<std::vector<double>>> shares_; // by policy and look
};

// Lanes of a row that begin with one play; `looks` takes what each of them looks like, none where that is not known.
template <class State>
struct HabitLanes {
    Habits<State>& habits;
    std::span<const PlayChoice<State>> choices;
    const State& key;
    const State& shape;
    std::pair<int, int> lanes; // the first and the last
    std::vector<u32>& looks;
};

// What a station looks like to all seats that look at positions.
template <class State>
[[nodiscard]] std::optional<State> sight_of(std::span<const Policy<State>* const> policies, const State& station) {
    std::optional<State> sight;
    for (const Policy<State>* policy : policies)
        if (policy->looks())
            if (sight = policy->sight(station); !sight) break;
    return sight;
}

// Asks the policies that look at positions what they do in the plays of these lanes.
template <class State, class Course>
void ask_habits(std::span<const Policy<State>* const> policies, const Course& course,
                std::span<const HabitLanes<State>> parts, Job& job) {
    using Fresh = typename Habits<State>::Fresh;
    std::vector<std::pair<const HabitLanes<State>*, Fresh>> asked;
    std::vector<Fresh> fresh;
    for (const HabitLanes<State>& part : parts) {
        if (part.choices.empty() || !course.station(course.in_lane(part.key, part.lanes.first))) continue;
        part.habits.list(part.choices);
        for (int lane = part.lanes.first; lane <= part.lanes.second; ++lane) {
            const State station = course.in_lane(part.key, lane);
            const std::optional<State> sight = sight_of(policies, station);
            if (!sight) break;
            fresh.clear();
            part.looks.push_back(part.habits.look(station, *sight, policies.size(), fresh));
            for (const Fresh& each : fresh) asked.emplace_back(&part, each);
        }
    }
    job.parallel(asked.size(), 8, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const HabitLanes<State>& part = *asked[i].first;
            const Fresh& own = asked[i].second;
            part.habits.ask(*policies[own.policy], own, part.choices,
                            [&](const State& state) { return course.placed(state, part.shape, own.station); });
        }
    });
}

} // namespace touchline::solve
