// Positions within a situation follow from the few that a book keeps of it; those with more injuries come first.
#include "solve/pocket_rugby/beliefs.hpp"

namespace touchline::solve::pocket_rugby {

void Solver::Beliefs::worths(std::span<const State> stations, double* out) const {
    const Table& table = *solver_.table(stations.front().weather);
    for (std::size_t i = 0; i < stations.size(); ++i) {
        const State& state = stations[i];
        if (table.state(state.score[0], state.score[1], {}).half != state.half ||
            !table.live(state.score[0], state.score[1])) {
            out[i] = 0.5; // lies between two scores that can be, and cannot be itself
            continue;
        }
        const bool between = state.quick_tap > 0 && (state.quick_tap < table.taps() || state.ball.tackle != kNone);
        if (state.phase == Phase::scrum_half && !between) {
            out[i] = table.value(table.place(state), state.injured);
            continue;
        }
        const std::vector<Values>& values = around(table, state);
        out[i] = *values[values.size() == 1 ? 0U : state.injured[0] * 16U + state.injured[1]].at(state);
    }
}

const std::vector<Values>& Solver::Beliefs::around(const Table& table, const State& state) const {
    constexpr std::size_t kEntries = 256 * 2 * 4 * 4;
    const int points = state.score[0] + state.score[1];
    if (points_ != points) {
        const std::lock_guard lock(mutex_);
        if (points_ != points) entries_ = std::vector<Entry>(kEntries);
        points_ = points;
    }
    const Situation at = table.situation(state);
    Entry& entry = entries_[((state.score[0] * 2U + at.opening) * 4U + at.cards[0]) * 4U + at.cards[1]];
    std::call_once(entry.made, [&] { entry.values = spread(table, state); });
    return entry.values;
}

std::vector<Values> Solver::Beliefs::spread(const Table& table, const State& state) const {
    const int home = state.score[0];
    const int away = state.score[1];
    const Plays& plays = solver_.plays_of(table);
    Situation at = table.situation(state);
    const BothGoals goals = plays.goals(home, away, at);
    const int sets = table.shape(home, away).injuries == 1 ? 1 : 16;
    const Phases& phases = plays.phases(home, away);
    std::vector<Values> values(static_cast<std::size_t>(sets * sets));
    const auto grown = [&](std::size_t i) -> const Values& { return values[i]; };
    Guesses guesses;
    for (std::size_t both = values.size(); both-- > 0;) {
        at.injured = {static_cast<u8>(both / static_cast<std::size_t>(sets)),
                      static_cast<u8>(both % static_cast<std::size_t>(sets))};
        const Scene::HurtWorth hurt = hurt_worth(grown, sets, both, phases);
        Scene(phases, goals, table, at, hurt).spread(solver_.core(table, home, away, at), guesses, values[both]);
    }
    return values;
}

} // namespace touchline::solve::pocket_rugby
