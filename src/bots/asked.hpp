// The position that a question is about, as far as its asker may know it.
#pragma once

#include "core/game.hpp"
#include "play/counsel.hpp"

namespace touchline::bots {

// All of it where the hands lie open; else the one that stands for every position that the viewer cannot tell from it.
template <GameRules R>
[[nodiscard]] typename R::State asked_position(const R& rules, const typename R::State& state, Viewer viewer,
                                               const Question& question) {
    return question.hands == Hands::open ? state : seen_as(rules, state, viewer);
}

} // namespace touchline::bots
