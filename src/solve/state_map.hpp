// States numbered in the order in which they are first met: an open-addressing table over a dense list.
#pragma once

#include "core/hash.hpp"

#include <cstddef>
#include <vector>

namespace touchline::solve {

template <class State>
class StateMap {
public:
    static constexpr u32 kNone = ~u32{0};

    struct Placed {
        u32 index;
        bool fresh; // met for the first time
    };

    StateMap() { rebuild(64); }

    // The number of a state, given to it now if it has none yet.
    Placed place(const State& state) {
        if (states_.size() * 2 >= table_.size()) rebuild(table_.size() * 4);
        std::size_t at = hash_of(state) & mask_;
        while (table_[at] != kNone) {
            if (states_[table_[at]] == state) return {table_[at], false};
            at = (at + 1) & mask_;
        }
        table_[at] = static_cast<u32>(states_.size());
        states_.push_back(state);
        return {table_[at], true};
    }

    // Its number, or kNone.
    [[nodiscard]] u32 find(const State& state) const {
        std::size_t at = hash_of(state) & mask_;
        while (table_[at] != kNone) {
            if (states_[table_[at]] == state) return table_[at];
            at = (at + 1) & mask_;
        }
        return kNone;
    }

    [[nodiscard]] std::size_t size() const { return states_.size(); }
    [[nodiscard]] const State& operator[](std::size_t index) const { return states_[index]; }
    [[nodiscard]] const std::vector<State>& states() const { return states_; }

private:
    void rebuild(std::size_t size) {
        table_.assign(size, kNone);
        mask_ = size - 1;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            std::size_t at = hash_of(states_[i]) & mask_;
            while (table_[at] != kNone) at = (at + 1) & mask_;
            table_[at] = static_cast<u32>(i);
        }
    }

    std::vector<State> states_;
    std::vector<u32> table_;
    std::size_t mask_ = 0;
};

} // namespace touchline::solve
