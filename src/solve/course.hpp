// How a game's stations lie in rows: what the passes over policies (policy_pass.hpp, flow.hpp) have in common.
#pragma once

#include "core/game.hpp"
#include "solve/job.hpp"
#include "solve/solver.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace touchline::solve {

// How a game is passed through. Rows, lanes and shapes are of stations and of the position that a pass begins with.
template <class C, class R>
concept CourseFor = requires(const C course, const typename R::State& state, int lane) {
    // Where a play ends; no play may come back to a position on its own way.
    { course.station(state) } -> std::same_as<bool>;
    // Never falls from one station to the next.
    { course.layer(state) } -> std::same_as<u64>;
    // What stations have in common that differ in the score alone, without what nobody looks at; which of them this
    // one is; and the way back.
    { course.row(state) } -> std::same_as<typename R::State>;
    { course.lane(state) } -> std::same_as<int>;
    { course.in_lane(state, lane) } -> std::same_as<typename R::State>;
    // The position that stands for all from which the play looks alike, whatever the score and the clock; in a row
    // they lie side by side. Its play is walked by shape_rules().
    { course.shape(state) } -> std::same_as<typename R::State>;
    // The way back: from a position of the play from shape(from) to the one of the play from `from`.
    { course.placed(state, state, state) } -> std::same_as<typename R::State>;
    course.shape_rules(state);
    course.rules();
    // May have derived(state): the station is none that the game's solver answers for, and its own play leads to such
    // ones alone.
};

// Where an end of a play lies, for a run of lanes.
template <class State>
struct RowTarget {
    static constexpr u32 kResult = u32{1} << 31; // the row of a result is this and the result

    State key{};
    u64 layer = 0;
    int shift = 0;  // of the lanes there against those here
    u32 result = 0; // and kResult; 0 where play goes on
    friend bool operator==(const RowTarget&, const RowTarget&) = default;
};

// The last lane up to `end` that is like the first one: like ones lie side by side.
template <class Alike>
[[nodiscard]] int last_alike(int first, int end, Alike&& alike) {
    if (first == end || alike(end)) return end;
    while (end - first > 1) {
        const int middle = first + (end - first) / 2;
        (alike(middle) ? first : end) = middle;
    }
    return first;
}

// Calls each(shape, first, last) for the runs of at most `most` lanes of a row whose plays look alike.
template <class Course, class State, class Each>
void each_shape(const Course& course, const State& key, int first, int last, int most, Each&& each) {
    const auto shape_at = [&](int lane) { return course.shape(course.in_lane(key, lane)); };
    for (int lane = first; lane <= last;) {
        const State shape = shape_at(lane);
        const int end = std::min(last, lane + most - 1);
        const int until = last_alike(lane, end, [&](int at) { return shape_at(at) == shape; });
        each(shape, lane, until);
        lane = until + 1;
    }
}

// Calls each(target, first, last) for the runs of lanes that an end of the play from a row's shape leads to.
template <class Course, class State, class Each>
void each_target(const Course& course, const State& key, const State& shape, const State& end, int first, int last,
                 Each&& each) {
    using Target = RowTarget<State>;
    const auto target_at = [&](int lane) {
        const State state = course.placed(end, shape, course.in_lane(key, lane));
        if (course.rules().turn(state).kind == TurnKind::over)
            return Target{{}, 0, 0, Target::kResult + static_cast<u32>(course.rules().result(state))};
        return Target{course.row(state), course.layer(state), course.lane(state) - lane, 0};
    };
    for (int lane = first; lane <= last;) {
        const Target target = target_at(lane);
        const int until = last_alike(lane, last, [&](int at) { return target_at(at) == target; });
        each(target, lane, until);
        lane = until + 1;
    }
}

// What the stations of a row are worth to home, from lane `first` to `last`. Nothing is asked where there are none.
template <class Course, class Known, class State>
void row_worths(const Course& course, const Known& known, const State& key, std::pair<int, int> lanes, double* out) {
    std::vector<State> states;
    for (int lane = lanes.first; lane <= lanes.second; ++lane) states.push_back(course.in_lane(key, lane));
    if (states.empty()) return;
    if constexpr (AnswersRows<Known, State>)
        known.worths(std::span<const State>(states), out);
    else
        for (std::size_t i = 0; i < states.size(); ++i) out[i] = known.at(states[i]).worth.value;
}

// Numbers that lead to each other, those that others lead to first. links[i]: where i leads.
[[nodiscard]] std::vector<std::vector<u32>> circles(std::span<const std::vector<u32>> links);
// The numbers of a circle in the order in which they lead to each other, as far as that can be.
[[nodiscard]] std::vector<u32> in_order(const std::vector<u32>& circle, std::span<const std::vector<u32>> links);

} // namespace touchline::solve
