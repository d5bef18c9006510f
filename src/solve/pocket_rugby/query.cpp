// What a solved match answers at a station: from the tables, or by one play from them.
#include "solve/pocket_rugby/solver.hpp"

namespace touchline::solve::pocket_rugby {

namespace {

constexpr std::size_t kKeptGoals = 4096;

// A situation without its injuries.
u64 key_of(const Table& table, const State& state) {
    const Situation at = table.situation(state);
    u64 key = 0;
    for (u8 part :
         {state.score[0], state.score[1], at.opening, at.cards[0], at.cards[1], static_cast<u8>(table.weather())})
        key = key << 8 | part;
    return key;
}

} // namespace

std::shared_ptr<const BothGoals> Solver::goals(const Table& table, const State& state) const {
    const u64 key = key_of(table, state);
    const std::lock_guard lock(recent_mutex_);
    if (goals_.size() > kKeptGoals) goals_.clear();
    std::shared_ptr<const BothGoals>& known = goals_[key];
    if (!known)
        known = std::make_shared<const BothGoals>(
            plays_of(table).goals(state.score[0], state.score[1], table.situation(state)));
    return known;
}

// One situation: what the tables keep of it, and what follows from that.
struct Solver::Sight {
    const Table& table;
    const Phases& phases;
    const BothGoals& goals;
    State between; // a scrum-half roll of the situation

    [[nodiscard]] double kept(u8 offense, u8 taps) const {
        State state = between;
        state.offense = offense;
        state.quick_tap = taps;
        return table.value(table.place(state), state.injured);
    }

    [[nodiscard]] Sight hurt(u8 offense, u8 position) const {
        Sight other = *this;
        other.between.injured[offense] = static_cast<u8>(between.injured[offense] | (1U << position));
        return other;
    }

    // What newly injured positions make of this side's scrum half.
    [[nodiscard]] Scene::HurtWorth hurt_worth(u8 offense, u8 taps, const Rules& rules) const {
        Scene::HurtWorth worth{};
        if (!rules.options().injuries) return worth;
        for (u8 position = 0; position < kPositions; ++position)
            if (((between.injured[offense] >> position) & 1) == 0)
                worth[offense][taps][position] =
                    hurt(offense, position).scrum_half(offense, taps > 0 ? static_cast<u8>(taps - 1) : u8{0}, rules);
        return worth;
    }

    [[nodiscard]] CoreVector core(const Scene& scene) const {
        CoreVector core{kept(0, 0), kept(1, 0), 0, 0};
        for (u8 offense = 0; offense < 2; ++offense)
            core[2U + offense] = scene.penalty(core, offense, kept(offense, table.taps()));
        return core;
    }

    [[nodiscard]] std::array<double, kPositions> dice(u8 offense, u8 taps, const Rules& rules) const {
        const Scene::HurtWorth hurt = hurt_worth(offense, taps, rules);
        const Scene scene(phases, goals, table, table.situation(between), hurt);
        const double earlier = taps >= 2 ? scrum_half(offense, static_cast<u8>(taps - 1), rules) : 0;
        return scene.dice(core(scene), offense, taps, earlier);
    }

    [[nodiscard]] double scrum_half(u8 offense, u8 taps, const Rules& rules) const {
        if (taps == 0 || taps == table.taps()) return kept(offense, taps);
        const Scene::HurtWorth hurt{};
        const Scene scene(phases, goals, table, table.situation(between), hurt);
        return scene.scrum_half(core(scene), offense, dice(offense, taps, rules));
    }

    [[nodiscard]] double lineout(u8 offense, u8 thrown) const {
        const Scene::HurtWorth hurt{};
        const Scene scene(phases, goals, table, table.situation(between), hurt);
        return scene.lineout(core(scene), offense, thrown);
    }
};

Valuation Solver::at(const State& state) const {
    const Table& own = *table(state.weather);
    if (state.phase == Phase::scrum_half && (state.quick_tap == 0 || state.quick_tap == own.taps()))
        return {{own.value(own.place(state), state.injured), 0}, bound()};
    const std::shared_ptr<const BothGoals> known = goals(own, state);
    const State between = own.state(state.score[0], state.score[1], own.situation(state));
    const Sight sight{own, plays_of(own).phases(state.score[0], state.score[1]), *known, between};
    double value = 0;
    if (state.phase == Phase::scrum_half)
        value = sight.scrum_half(state.offense, state.quick_tap, rules_);
    else if (state.phase == Phase::lineout)
        value = sight.lineout(state.offense, state.ball.thrown);
    else
        value = sight.dice(state.offense, state.quick_tap, rules_)[state.ball.carrier];
    return {{value, 0}, bound()};
}

} // namespace touchline::solve::pocket_rugby
