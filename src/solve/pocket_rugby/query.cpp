// What a solved match answers at a station: from the tables, or by one play from them.
#include "solve/pocket_rugby/solver.hpp"

namespace touchline::solve::rugby {

namespace {

constexpr std::size_t kKeptPlays = 8;

} // namespace

std::shared_ptr<const Plays> Solver::plays(const Table& table, int home, int away) const {
    {
        const std::lock_guard lock(compiled_mutex_);
        for (const Compiled& own : compiled_)
            if (own.table == &table && own.home == home && own.away == away) return own.plays;
    }
    auto fresh = std::make_shared<const Plays>(rules_, table, home, away);
    const std::lock_guard lock(compiled_mutex_);
    compiled_.push_front({&table, home, away, fresh});
    if (compiled_.size() > kKeptPlays) compiled_.pop_back();
    return fresh;
}

// One situation: what the tables keep of it, and what follows from that.
struct Solver::Sight {
    const Table& table;
    const Plays& plays;
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
        const Scene scene(plays, table, table.situation(between), hurt);
        const double earlier = taps >= 2 ? scrum_half(offense, static_cast<u8>(taps - 1), rules) : 0;
        return scene.dice(core(scene), offense, taps, earlier);
    }

    [[nodiscard]] double scrum_half(u8 offense, u8 taps, const Rules& rules) const {
        if (taps == 0 || taps == table.taps()) return kept(offense, taps);
        const Scene::HurtWorth hurt{};
        const Scene scene(plays, table, table.situation(between), hurt);
        return scene.scrum_half(core(scene), offense, dice(offense, taps, rules));
    }

    [[nodiscard]] double lineout(u8 offense, u8 thrown) const {
        const Scene::HurtWorth hurt{};
        const Scene scene(plays, table, table.situation(between), hurt);
        return scene.lineout(core(scene), offense, thrown);
    }
};

Valuation Solver::at(const State& state) const {
    const Table& own = *table(state.weather);
    if (state.phase == Phase::scrum_half && (state.quick_tap == 0 || state.quick_tap == own.taps()))
        return {{own.value(own.place(state), state.injured), 0}, bound()};
    const std::shared_ptr<const Plays> compiled = plays(own, state.score[0], state.score[1]);
    State between = own.state(state.score[0], state.score[1], own.situation(state));
    const Sight sight{own, *compiled, between};
    double value = 0;
    if (state.phase == Phase::scrum_half)
        value = sight.scrum_half(state.offense, state.quick_tap, rules_);
    else if (state.phase == Phase::lineout)
        value = sight.lineout(state.offense, state.ball.thrown);
    else
        value = sight.dice(state.offense, state.quick_tap, rules_)[state.ball.carrier];
    return {{value, 0}, bound()};
}

} // namespace touchline::solve::rugby
