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

    StateMap() { rebuild(6); }

    // The number of a state, given to it now if it has none yet.
    Placed place(const State& state) { return place(state, tag_of(state)); }
    // The same with what expect() answered.
    Placed place(const State& state, u32 tag) {
        if (states_.size() * 2 >= table_.size()) rebuild(bits_ + 1);
        const std::size_t at = slot_of(state, tag);
        if (table_[at].index != kNone) return {table_[at].index, false};
        const auto index = static_cast<u32>(states_.size());
        table_[at] = {tag, index};
        states_.push_back(state);
        return {index, true};
    }

    // Says that place(state, tag) is about to be asked, and answers the tag: memory can begin to answer too.
    [[nodiscard]] u32 expect(const State& state) const {
        const u32 tag = tag_of(state);
        __builtin_prefetch(&table_[first_slot(tag)]);
        return tag;
    }

    // Its number, or kNone.
    [[nodiscard]] u32 find(const State& state) const { return table_[slot_of(state, tag_of(state))].index; }

    [[nodiscard]] std::size_t size() const { return states_.size(); }
    [[nodiscard]] const State& operator[](std::size_t index) const { return states_[index]; }
    [[nodiscard]] const std::vector<State>& states() const { return states_; }

private:
    struct Entry {
        u32 tag;
        u32 index;
    };

    [[nodiscard]] static u32 tag_of(const State& state) { return static_cast<u32>(hash_of(state) >> 32); }
    // States have no padding: equal bytes, equal states.
    [[nodiscard]] static bool same(const State& a, const State& b) { return std::memcmp(&a, &b, sizeof(State)) == 0; }

    [[nodiscard]] std::size_t first_slot(u32 tag) const { return tag >> (32 - bits_); }
    [[nodiscard]] std::size_t after(std::size_t slot) const { return (slot + 1) & (table_.size() - 1); }
    // Where a state is, or the free slot that it would take.
    [[nodiscard]] std::size_t slot_of(const State& state, u32 tag) const {
        std::size_t at = first_slot(tag);
        while (table_[at].index != kNone && !(table_[at].tag == tag && same(states_[table_[at].index], state)))
            at = after(at);
        return at;
    }

    // Slots go by the highest bits of the tags, so that a larger table is filled from one end to the other.
    void rebuild(unsigned bits) {
        std::vector<Entry> old = std::move(table_);
        bits_ = bits;
        table_.assign(std::size_t{1} << bits, {0, kNone});
        for (const Entry& entry : old) {
            if (entry.index == kNone) continue;
            std::size_t at = first_slot(entry.tag);
            while (table_[at].index != kNone) at = after(at);
            table_[at] = entry;
        }
    }

    std::vector<State> states_;
    std::vector<Entry> table_;
    unsigned bits_ = 0; // of a slot's number
};

} // namespace touchline::solve
