// The most outcomes of a chance turn.
#pragma once

#include "games/most_outcomes.hpp"
#include "games/red_boar_gridiron/rules.hpp"

namespace touchline::red_boar_gridiron {

// The step alone decides which dice fall. Cards are drawn from a deck or from the discards that became one (R19): never
// from more than the whole deck, and never more than a hand.
[[nodiscard]] inline std::size_t most_outcomes(const Rules& rules) {
    std::size_t most = 0;
    State s = rules.start();
    for (s.step = Step::toss; s.step != Step::over; s.step = static_cast<Step>(static_cast<u8>(s.step) + 1)) {
        const bool draws = s.step == Step::draw_offense || s.step == Step::draw_defense;
        if (!draws && rules.turn(s).kind == TurnKind::chance) most = std::max(most, outcome_count(rules, s));
    }
    for (int role = 0; rules.options().cards && role < 2; ++role)
        for (int drawn = 1; drawn <= rules.sheet().cards.hand; ++drawn) {
            std::size_t hands = 0;
            each_hand(rules.full_deck(role), drawn, [&](u64, Weight) { ++hands; });
            most = std::max(most, hands);
        }
    return most;
}

} // namespace touchline::red_boar_gridiron
