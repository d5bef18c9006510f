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
    State between;         // a scrum-half roll of the situation
    std::optional<u8> hit; // that counts in the next tackle (R2)

    [[nodiscard]] double kept(u8 offense, u8 taps, u8 after = 0) const {
        State state = between;
        state.offense = offense;
        state.quick_tap = taps;
        if (after == 1) state.ball.tackle = *hit;
        return table.value(table.place(state), state.injured);
    }

    [[nodiscard]] Sight hurt(u8 offense, u8 position) const {
        Sight other = *this;
        other.between.injured[offense] = static_cast<u8>(between.injured[offense] | (1U << position));
        return other;
    }

    [[nodiscard]] CoreVector core() const {
        CoreVector core{kept(0, 0), kept(1, 0), kept(0, table.taps()), kept(1, table.taps()), 0, 0};
        for (u8 offense = 0; offense < 2 && hit; ++offense) core[kAfterHit + offense] = kept(offense, 0, 1);
        return core;
    }

    // What newly injured positions lead to.
    [[nodiscard]] Scene::HurtWorth hurt_worth(const Scene::At& at, const Rules& rules) const {
        Scene::HurtWorth worth{};
        if (!rules.options().injuries) return worth;
        Hurt& own = worth[at.offense][at.taps];
        const u8 fewer = at.taps > 0 ? static_cast<u8>(at.taps - 1) : u8{0};
        own.by_first_roll = hit.has_value();
        for (u8 position = 0; position < kPositions; ++position) {
            if (((between.injured[at.offense] >> position) & 1) != 0) continue;
            const Sight later = hurt(at.offense, position);
            own.own[position] = later.scrum_half({at.offense, fewer, 0}, rules);
            if (!hit) continue;
            own.hit[position] = later.scrum_half({at.offense, fewer, 1}, rules);
            own.opposing[position] = later.kept(at.offense ^ 1U, 0);
            own.over_line[position] = later.over_line(at.offense);
        }
        return worth;
    }

    [[nodiscard]] std::array<double, kPositions> dice(const Scene::At& at, const Rules& rules) const {
        const Scene::HurtWorth hurt = hurt_worth(at, rules);
        const Scene scene(phases, goals, table, table.situation(between), hurt);
        std::array<double, 2> earlier{};
        if (at.taps >= 2)
            for (u8 after = 0; after < phases.afters(); ++after)
                earlier[after] = scrum_half({at.offense, static_cast<u8>(at.taps - 1), after}, rules);
        return scene.dice(core(), at, earlier);
    }

    [[nodiscard]] double scrum_half(const Scene::At& at, const Rules& rules) const {
        if (at.taps == 0 || (at.taps == table.taps() && at.after == 0)) return kept(at.offense, at.taps, at.after);
        const Scene::HurtWorth hurt{};
        const Scene scene(phases, goals, table, table.situation(between), hurt);
        return scene.scrum_half(core(), at, dice(at, rules));
    }

    [[nodiscard]] double over_line(u8 offense) const {
        const Scene::HurtWorth hurt{};
        return Scene(phases, goals, table, table.situation(between), hurt).over_line(core(), offense);
    }

    [[nodiscard]] double lineout(u8 offense, u8 thrown) const {
        const Scene::HurtWorth hurt{};
        const Scene scene(phases, goals, table, table.situation(between), hurt);
        return scene.lineout(core(), offense, thrown);
    }
};

Valuation Solver::at(const State& state) const {
    const Table& own = *table(state.weather);
    const u8 after = state.ball.tackle != kNone ? 1 : 0;
    if (state.phase == Phase::scrum_half && (state.quick_tap == 0 || (state.quick_tap == own.taps() && after == 0)))
        return {{own.value(own.place(state), state.injured), 0}, bound()};
    const std::shared_ptr<const BothGoals> known = goals(own, state);
    const State between = own.state(state.score[0], state.score[1], own.situation(state));
    const Sight sight{own, plays_of(own).phases(state.score[0], state.score[1]), *known, between, rules_.lasting_hit()};
    double value = 0;
    if (state.phase == Phase::scrum_half)
        value = sight.scrum_half({state.offense, state.quick_tap, after}, rules_);
    else if (state.phase == Phase::lineout)
        value = sight.lineout(state.offense, state.ball.thrown);
    else
        value = sight.dice({state.offense, state.quick_tap, after}, rules_)[state.ball.carrier];
    return {{value, 0}, bound()};
}

} // namespace touchline::solve::pocket_rugby
