// States numbered in the order in which they are first met: an open-addressing table over a dense list.
#pragma once

#include "core/hash.hpp"

#include <cstddef>
#include <cstring>
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
        const u64 hash = hash_of(state);
        std::size_t at = hash & mask_;
        for (; table_[at].index != kNone; at = (at + 1) & mask_)
            if (table_[at].tag == tag_of(hash) && same(states_[table_[at].index], state))
                return {table_[at].index, false};
        const auto index = static_cast<u32>(states_.size());
        table_[at] = {tag_of(hash), index};
        states_.push_back(state);
        return {index, true};
    }

    // Says that place(state) is about to be asked: memory can begin to answer.
    void expect(const State& state) const { __builtin_prefetch(&table_[hash_of(state) & mask_]); }

    // Its number, or kNone.
    [[nodiscard]] u32 find(const State& state) const {
        const u64 hash = hash_of(state);
        for (std::size_t at = hash & mask_; table_[at].index != kNone; at = (at + 1) & mask_)
            if (table_[at].tag == tag_of(hash) && same(states_[table_[at].index], state)) return table_[at].index;
        return kNone;
    }

    [[nodiscard]] std::size_t size() const { return states_.size(); }
    [[nodiscard]] const State& operator[](std::size_t index) const { return states_[index]; }
    [[nodiscard]] const std::vector<State>& states() const { return states_; }

private:
    struct Entry {
        u32 tag;
        u32 index;
    };

    [[nodiscard]] static u32 tag_of(u64 hash) { return static_cast<u32>(hash >> 32); }
    // States have no padding: equal bytes, equal states.
    [[nodiscard]] static bool same(const State& a, const State& b) { return std::memcmp(&a, &b, sizeof(State)) == 0; }

    void rebuild(std::size_t size) {
        table_.assign(size, {0, kNone});
        mask_ = size - 1;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const u64 hash = hash_of(states_[i]);
            std::size_t at = hash & mask_;
            while (table_[at].index != kNone) at = (at + 1) & mask_;
            table_[at] = {tag_of(hash), static_cast<u32>(i)};
        }
    }

    std::vector<State> states_;
    std::vector<Entry> table_;
    std::size_t mask_ = 0;
};

} // namespace touchline::solve
