#include "solve/red_boar_gridiron/plays.hpp"

#include <cmath>
#include <map>
#include <numeric>

namespace touchline::solve::red_boar {

void place(const Rules& rules, State& s, std::size_t station) {
    const Sheet& sheet = rules.sheet();
    const Step begun = rules.options().penalties ? Step::flags : Step::play;
    s.ball = s.down = s.line = 0;
    if (station == kKickoff) {
        s.phase = Phase::kickoff;
        s.step = Step::kickoff;
    } else if (station == kFreeKick) {
        s.phase = Phase::free_kick;
        s.step = Step::punt;
        s.ball = static_cast<u8>(sheet.free_kick_from);
    } else if (station < kScrimmage) {
        s.phase = Phase::attempt;
        s.step = station == kAfterTouchdown ? Step::after_touchdown : begun;
        s.ball = static_cast<u8>(station == kAfterTouchdown ? kGoal - sheet.conversion_from
                                                            : static_cast<int>(station - kConversion + 1) * kStep);
        s.down = 1;
        s.line = kGoal;
    } else {
        std::size_t spot = (station - kScrimmage) % kSpots;
        s.down = static_cast<u8>((station - kScrimmage) / kSpots + 1);
        int line = 15;
        for (std::size_t balls = 2; spot >= balls; ++balls) {
            spot -= balls;
            line += kStep;
        }
        s.line = static_cast<u8>(line);
        s.ball = static_cast<u8>((spot + 1) * kStep);
        s.step = rules.any_call_but_play(s) ? Step::call : begun;
    }
}

int tick_of(const Rules& rules) {
    const Sheet& sheet = rules.sheet();
    int tick = std::gcd(std::gcd(sheet.kickoff_seconds, sheet.punt_seconds),
                        std::gcd(sheet.kick_seconds, sheet.barred_seconds()));
    for (const touchline::red_boar_gridiron::Row& row : sheet.rows) tick = std::gcd(tick, row.seconds);
    return tick;
}

Plays::Plays(const Rules& rules, const State& base, Phase scrimmage, int tick)
    : rules_(rules), base_(base), tick_(tick) {
    const bool alternate = base.quarter == 5 && scrimmage == Phase::overtime;
    const bool sudden = base.quarter == 5 && !alternate;
    for (std::size_t station = 0; station < kScrimmage; ++station) {
        const bool kick = station == kKickoff || station == kFreeKick;
        if ((kick && alternate) || (station != kKickoff && sudden)) continue;
        if (station >= kConversion && !rules.options().penalties) continue;
        State root = base;
        place(rules, root, station);
        single[station] = add(root);
    }
    // Kicks look at the ball alone, but for the fouls before them.
    std::map<std::pair<int, int>, std::size_t> kicks;
    for (std::size_t i = 0; i < 4 * kSpots; ++i) {
        State root = base;
        root.phase = scrimmage;
        place(rules, root, kScrimmage + i);
        if (root.step != Step::call) {
            options[i].push_back(option(root, add(root)));
            continue;
        }
        for (touchline::Action action : rules.legal(root, Seat::home)) {
            State chosen = root;
            rules.play(chosen, action);
            if (action.code == static_cast<u8>(Call::play)) {
                options[i].push_back(option(chosen, add(chosen)));
            } else {
                const auto [at, fresh] = kicks.try_emplace({root.ball, action.code}, plays.size());
                if (fresh) add(chosen);
                options[i].push_back(option(chosen, at->second));
            }
        }
    }
    if (!rules.options().penalties) return;
    State flags = base;
    flags.phase = Phase::attempt;
    place(rules, flags, kConversion);
    double total = 0;
    double none = 0;
    rules.chances(flags, [&](Outcome outcome, Weight weight) {
        State next = flags;
        rules.resolve(next, outcome);
        total += static_cast<double>(weight);
        if (next.step == Step::play && next.fouls == 0) none += static_cast<double>(weight);
    });
    most_replayed = 1 - none / total;
}

// A foul before the play leads straight back to a station without any time: these are kept apart, because only they
// lead back into the same layer of the clock.
Option Plays::option(const State& root, std::size_t play) {
    Option own{play, {}};
    if (root.step != Step::flags) return own;
    double total = 0;
    std::map<std::size_t, double> again;
    rules_.chances(root, [&](Outcome outcome, Weight weight) {
        State next = root;
        rules_.resolve(next, outcome);
        total += static_cast<double>(weight);
        if (const auto station = station_of(rules_, next)) again[*station] += static_cast<double>(weight);
    });
    double sum = 0;
    for (const auto& [station, weight] : again) {
        own.again.push_back({station, weight / total});
        sum += weight / total;
    }
    most_again = std::max(most_again, sum);
    return own;
}

std::size_t Plays::add(const State& root) {
    const auto stop = [this](const State& s) { return station_of(rules_, s).has_value(); };
    PlayTree<State> tree = compile(rules_, stop, root);
    Play play{std::move(tree.program), {}};
    for (const State& s : tree.stations) {
        Leaf leaf;
        leaf.station = *station_of(rules_, s);
        leaf.offense = s.offense;
        leaf.delta = (s.score[0] - base_.score[0]) - (s.score[1] - base_.score[1]);
        leaf.ticks = (base_.clock - s.clock) / tick_;
        most_points = std::max(most_points, std::abs(leaf.delta));
        play.leaves.push_back(leaf);
    }
    plays.push_back(std::move(play));
    return plays.size() - 1;
}

} // namespace touchline::solve::red_boar
