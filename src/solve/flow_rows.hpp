// What Flow (flow.hpp) keeps while it follows a game: the stations of a rank as rows of lanes, and their plays.
#pragma once

#include "solve/performance.hpp"
#include "solve/state_map.hpp"

#include <array>
#include <bit>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace touchline::solve {

// Numbers by lane, from some first lane on.
class Lanes {
public:
    // Makes room; new numbers are 0.
    void cover(int first, int last) {
        if (numbers_.empty()) first_ = first;
        if (first < first_) {
            numbers_.insert(numbers_.begin(), static_cast<std::size_t>(first_ - first), 0.0);
            first_ = first;
        }
        const auto size = static_cast<std::size_t>(last - first_ + 1);
        if (size > numbers_.size()) numbers_.resize(size, 0.0);
    }
    [[nodiscard]] double& operator[](int lane) { return numbers_[static_cast<std::size_t>(lane - first_)]; }
    [[nodiscard]] int first() const { return first_; }
    [[nodiscard]] int last() const { return first_ + static_cast<int>(numbers_.size()) - 1; }
    [[nodiscard]] const std::vector<double>& numbers() const { return numbers_; }
    [[nodiscard]] double total() const {
        double sum = 0;
        for (double number : numbers_) sum += number;
        return sum;
    }

private:
    int first_ = 0;
    std::vector<double> numbers_;
};

template <class State>
struct FlowRow;

// Where an end of a play lies, for a run of lanes of a part.
template <class State>
struct FlowSegment {
    static constexpr u8 kGoesOn = 3;

    State key{};
    u64 rank = 0;
    int shift = 0; // of the lanes there against those here
    u8 result = kGoesOn;
    u32 slot = 0; // of the end, see EndRows
    int first = 0;
    std::size_t lanes = 0;
    FlowRow<State>* to = nullptr; // null at a result

    [[nodiscard]] bool over() const { return result != kGoesOn; }
    [[nodiscard]] bool alike(const FlowSegment& other) const {
        return result == other.result && shift == other.shift && rank == other.rank && key == other.key;
    }
};

// Lanes of a row whose play is one script, and where that leads.
template <class State>
struct FlowPart {
    FlowRow<State>* row;
    State shape;
    int first;
    std::size_t lanes;
    const Script<State>* script = nullptr; // until it has been played
    double rounding = 0;                   // of its chances, relative
    std::vector<FlowSegment<State>> segments{};
    std::size_t within = 0; // so many segments, the first ones, stay within the rank
    EndRows chances{};

    [[nodiscard]] int last() const { return first + static_cast<int>(lanes) - 1; }
    [[nodiscard]] std::span<const FlowSegment<State>> within_rank() const { return {segments.data(), within}; }
};

// Stations that differ in the score alone.
template <class State>
struct FlowRow {
    State key;
    u32 number;                // its place in its pool
    Lanes amounts{};           // chance that waits to be passed on
    Lanes moving{};            // chance that is being passed on
    Lanes passed{};            // chance that has been
    Lanes worths{};            // home's, under best play of both
    u64 sums = 0;              // that one amount may have been made of
    std::size_t in_circle = 0; // its place in its circle, see flow_circles.hpp
    int played_first = 0;
    int played_last = -1;
    int asked_first = 0;
    int asked_last = -1;
    int worth_first = 0;
    int worth_last = -1;
    std::vector<std::unique_ptr<FlowPart<State>>> parts{};

    // From the first lane to the last one with more than `least`.
    [[nodiscard]] std::pair<int, int> above(double least) const {
        const std::vector<double>& numbers = amounts.numbers();
        std::size_t first = 0;
        std::size_t last = numbers.size();
        while (first < last && numbers[first] <= least) ++first;
        while (last > first && numbers[last - 1] <= least) --last;
        return {amounts.first() + static_cast<int>(first), amounts.first() + static_cast<int>(last) - 1};
    }

    // Notes that worths of these lanes will be needed. Whether it is the first time that something is missing.
    bool ask(int first, int last) {
        const bool waits = asked_first < worth_first || asked_last > worth_last;
        if (asked_first > asked_last) {
            asked_first = first;
            asked_last = last;
            return true;
        }
        asked_first = std::min(asked_first, first);
        asked_last = std::max(asked_last, last);
        return !waits && (asked_first < worth_first || asked_last > worth_last);
    }
};

// A set of rows each of which leads to all others, or one row.
template <class State>
struct FlowCircle {
    std::vector<FlowRow<State>*> rows;
    bool round = false;   // some of them leads to one of them
    bool straight = true; // and no lane to another lane

    [[nodiscard]] bool has(const FlowRow<State>& row) const {
        return row.in_circle < rows.size() && rows[row.in_circle] == &row;
    }
};

// Scripts by the position that they begin with.
template <class State>
class ScriptShelf {
public:
    struct Placed {
        Script<State>* script;
        bool fresh; // still to be written
    };
    Placed place(const State& state) {
        const auto [index, fresh] = places_.place(state);
        if (fresh) scripts_.emplace_back();
        return {&scripts_[index], fresh};
    }

private:
    StateMap<State> places_;
    std::deque<Script<State>> scripts_;
};

// All stations of one rank.
template <class State>
struct FlowPool {
    StateMap<State> places;
    std::deque<FlowRow<State>> rows;                      // by number in places
    std::vector<std::vector<FlowCircle<State>>> levels{}; // see flow_circles.hpp

    FlowRow<State>& row(const State& key) {
        const auto [place, fresh] = places.place(key);
        if (fresh) rows.push_back({key, place});
        return rows[place];
    }

    [[nodiscard]] double total() const {
        double sum = 0;
        for (const FlowRow<State>& row : rows) sum += row.amounts.total();
        return sum;
    }

    // A number so small that all amounts up to it are no more than `allowed` together.
    [[nodiscard]] double small(double allowed) const {
        std::array<double, 2048> sums{}; // by binary exponent
        for (const FlowRow<State>& row : rows)
            for (double amount : row.amounts.numbers()) sums[std::bit_cast<u64>(amount) >> 52] += amount;
        std::size_t exponent = 0;
        for (double sum = sums[0]; sum <= allowed && exponent < 2046; sum += sums[++exponent]) {
        }
        return exponent == 0 ? 0 : std::bit_cast<double>((u64{exponent} << 52) - 1);
    }
};

} // namespace touchline::solve
