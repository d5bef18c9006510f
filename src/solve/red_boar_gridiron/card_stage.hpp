// What a station with cards offers the side with the ball: a play from hidden hands, or to kick instead.
#pragma once

#include "solve/red_boar_gridiron/plays.hpp"

#include <concepts>

namespace touchline::solve::red_boar_gridiron {

struct CardStage {
    std::vector<double> payoff; // by offence kind, then by defence kind
    struct Kick {
        Action action{};
        double value = 0;
    };
    std::vector<Kick> kicks{};
};

// The play of a try: that of kAfterTouchdown is the conversion from its mark.
[[nodiscard]] inline std::size_t try_play(const Rules& rules, const Plays& plays, std::size_t station) {
    const std::size_t mark = kConversion + ball_index(kGoal - rules.sheet().conversion_from);
    return *plays.single[station == kAfterTouchdown ? mark : station];
}

// Given what the side with the ball has where its plays may lead. Requires: a station of downs or tries.
template <std::invocable<const Leaf&> LeafValue>
[[nodiscard]] CardStage card_stage(const Rules& rules, const Plays& plays, const State& s, std::size_t station,
                                   const LeafValue& leaf_value) {
    const auto values = [&](std::size_t play) {
        const Play& own = plays.plays[play];
        std::vector<double> slots(own.program.slots(), 0.0);
        for (std::size_t i = 0; i < own.leaves.size(); ++i) slots[Program::slot(i)] = leaf_value(own.leaves[i]);
        slots[0] = 1; // results are those of home, who has the ball here
        slots[2] = 0.5;
        own.program.evaluate_values(slots);
        std::vector<double> roots;
        for (u32 root : own.program.roots()) roots.push_back(slots[root]);
        return roots;
    };
    CardStage stage;
    if (station < kScrimmage) {
        stage.payoff = values(try_play(rules, plays, station));
        if (station == kAfterTouchdown)
            stage.kicks.push_back({{static_cast<u8>(Extra::kick)}, values(*plays.single[station])[0]});
        return stage;
    }
    const std::vector<Option>& options = plays.options[station - kScrimmage];
    stage.payoff = values(options[0].play);
    State asked = s;
    asked.step = Step::call;
    const ActionList legal = rules.legal(asked, static_cast<Seat>(s.offense));
    for (std::size_t o = 1; o < options.size(); ++o) stage.kicks.push_back({legal[o], values(options[o].play)[0]});
    return stage;
}

} // namespace touchline::solve::red_boar_gridiron
