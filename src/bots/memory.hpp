// What a seat remembers beside its view: what everybody has seen since, in games where that says something of what is
// hidden. Nothing that a seat did not see is in it.
#pragma once

#include "play/table_for.hpp"
#include "solve/red_boar_gridiron/card_memory.hpp"

namespace touchline::bots {

// For games where a view says it all.
template <class R>
class Memory {
public:
    void see(const R&, const typename R::State&) {}
};

template <>
class Memory<red_boar_gridiron::Rules> {
public:
    void see(const red_boar_gridiron::Rules& rules, const red_boar_gridiron::State& state) {
        if (rules.options().cards) of_cards_.see(state); // its public part
    }
    [[nodiscard]] const solve::red_boar::CardMemory& of_cards() const { return of_cards_; }

private:
    solve::red_boar::CardMemory of_cards_;
};

// All that a table has seen since its game or position began.
template <TableGame R>
[[nodiscard]] Memory<R> memory_of(const TableFor<R>& table) {
    Memory<R> memory;
    for (std::size_t i = 0; i < table.steps(); ++i) memory.see(table.rules(), table.position_before(i));
    memory.see(table.rules(), table.position());
    return memory;
}

} // namespace touchline::bots
