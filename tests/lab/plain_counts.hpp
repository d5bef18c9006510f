// The slow and obvious way to count what happens in a game: every position that can be reached, and how likely it is
// after one step, two steps and so on, with what has been counted on the way.
#pragma once

#include "core/game.hpp"
#include "solve/flowed.hpp"
#include "solve/state_map.hpp"

#include <vector>

namespace touchline::test {

// From `from` on, where shares(state, seat, legal) says how often each action is taken. Neither choices nor luck.
template <class R, class Decide>
solve::Flowed plain_counts(const R& rules, const typename R::State& from, const Decide& shares) {
    using State = typename R::State;
    using solve::Counted;
    using solve::kCounted;
    struct Here {
        double chance = 0;
        std::array<double, kCounted> first{}, second{};
    };
    solve::StateMap<State> met;
    (void)met.place(from);
    std::vector<Here> now{{1, {}, {}}};
    solve::Flowed sum;
    for (double left = 1; left > 1e-9;) {
        std::vector<Here> next(now.size());
        left = 0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            const State state = met[i];
            const Here here = now[i];
            if (here.chance == 0) continue;
            const Turn turn = rules.turn(state);
            const auto go = [&](double share, const auto& change) {
                State after = state;
                Told told;
                change(after, told);
                std::array<double, kCounted> number{};
                number[index_of(turn.kind == TurnKind::chance ? Counted::rolls : Counted::decisions)] = 1;
                for (const Happening& happening : told.happened) {
                    if (happening.what == What::play) number[index_of(Counted::plays)] += 1;
                    if (happening.what != What::drive_end) continue;
                    number[index_of(Counted::drives)] += 1;
                    sum.drives[std::string(happening.how)] += share * here.chance;
                }
                const BySeat<int> had = rules.score(state);
                const BySeat<int> has = rules.score(after);
                number[index_of(Counted::home_points)] = has.home - had.home;
                number[index_of(Counted::away_points)] = has.away - had.away;
                const u32 place = met.place(after).index;
                if (place >= next.size()) next.resize(place + 1);
                Here& there = next[place];
                there.chance += share * here.chance;
                for (std::size_t c = 0; c < kCounted; ++c) {
                    const double n = number[c];
                    there.first[c] += share * (here.first[c] + n * here.chance);
                    there.second[c] += share * (here.second[c] + 2 * n * here.first[c] + n * n * here.chance);
                }
            };
            if (turn.kind == TurnKind::over) {
                sum.results[static_cast<std::size_t>(rules.result(state))] += here.chance;
                const BySeat<int> score = rules.score(state);
                sum.leads[score.home - score.away] += here.chance;
                for (std::size_t c = 0; c < kCounted; ++c) {
                    sum.first[c] += here.first[c];
                    sum.second[c] += here.second[c];
                }
                continue;
            }
            left += here.chance;
            if (turn.kind == TurnKind::choice) {
                const ActionList legal = rules.legal(state, turn.seat);
                const Shares often = shares(state, turn.seat, legal);
                for (std::size_t a = 0; a < legal.size(); ++a)
                    if (often[a] > 0)
                        go(often[a], [&](State& after, Told& told) { rules.play(after, legal[a], told); });
                continue;
            }
            double total = 0;
            rules.chances(state, [&](Outcome, Weight weight) { total += static_cast<double>(weight); });
            rules.chances(state, [&](Outcome outcome, Weight weight) {
                go(static_cast<double>(weight) / total,
                   [&](State& after, Told& told) { rules.resolve(after, outcome, told); });
            });
        }
        now = std::move(next);
    }
    return sum;
}

} // namespace touchline::test
