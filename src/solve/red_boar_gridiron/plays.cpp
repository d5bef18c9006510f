// Plays from every station, compiled from the rules; the ends of quarters.
#include "solve/red_boar_gridiron/plays.hpp"

#include <cmath>
#include <map>
#include <numeric>

namespace touchline::solve::red_boar_gridiron {

void place(const Rules& rules, State& s, std::size_t station) {
    const Sheet& sheet = rules.sheet();
    const Step begun = rules.options().cards ? Step::card : rules.options().penalties ? Step::flags : Step::play;
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
    int tick = std::gcd(std::gcd(sheet.kickoff_seconds, sheet.punt_seconds), sheet.kick_seconds);
    if (rules.options().cards)
        return std::gcd(tick, std::gcd(sheet.cards.complete, std::gcd(sheet.cards.incomplete, sheet.cards.turnover)));
    tick = std::gcd(tick, sheet.barred_seconds());
    for (const touchline::red_boar_gridiron::Row& row : sheet.rows) tick = std::gcd(tick, row.seconds);
    return tick;
}

Rules with_wide_clock(const Rules& rules) {
    Options options = rules.options();
    options.quarter_seconds = kWideClock;
    return Rules(rules.sheet(), options);
}

State wide_base() {
    State s;
    s.score = {1000, 1000};
    s.quarter = 1;
    s.clock = kWideClock;
    s.second_half = 1;
    return s;
}

After after_quarter(const Rules& rules, int quarter, std::size_t second_half, std::size_t station,
                    std::size_t offense) {
    State s;
    s.quarter = static_cast<u8>(quarter);
    s.clock = 1;
    s.second_half = static_cast<u8>(second_half);
    s.offense = static_cast<u8>(offense);
    s.phase = Phase::scrimmage;
    place(rules, s, station);
    s.step = Step::call;
    rules.run_clock(s, 1);
    if (s.step != Step::call || s.quarter > 4) return {After::Where::ended, 0, 0};
    if (s.quarter == quarter) return {After::Where::here, station, offense};
    const std::size_t there = s.phase == Phase::kickoff     ? kKickoff
                              : s.phase == Phase::free_kick ? kFreeKick
                                                            : scrimmage_index(s.ball, s.down, s.line);
    return {After::Where::next_quarter, there, s.offense};
}

QuarterEnds quarter_ends(const Rules& rules) {
    QuarterEnds ends;
    for (int quarter = 1; quarter <= 4; ++quarter)
        for (std::size_t variant = 0; variant < 2; ++variant)
            for (std::size_t offense = 0; offense < 2; ++offense)
                for (std::size_t station = 0; station < kStations; ++station)
                    ends[static_cast<std::size_t>(quarter - 1)][variant].push_back(
                        after_quarter(rules, quarter, variant, station, offense));
    return ends;
}

std::vector<char> Plays::downs() const {
    std::vector<char> down(plays.size(), 1);
    for (const auto& own : single)
        if (own) down[*own] = 0;
    return down;
}

std::vector<std::size_t> Sources::of(const Play& play, bool down) {
    std::vector<std::size_t> numbers;
    for (const Leaf& leaf : play.leaves) {
        if (down && leaf.ticks == 0) { // a foul before the play
            numbers.push_back(kNone);
            continue;
        }
        const std::size_t key = (static_cast<std::size_t>(leaf.ticks) * 2 + leaf.offense) * kStations + leaf.station;
        if (key >= known_.size()) known_.resize(key + 1, kNone);
        if (known_[key] == kNone) {
            known_[key] = list_.size();
            list_.push_back({leaf.station, leaf.offense, leaf.ticks});
        }
        numbers.push_back(known_[key]);
    }
    return numbers;
}

int Sources::most_ticks() const {
    int most = 1;
    for (const Source& own : list_) most = std::max(most, own.ticks);
    return most;
}

State after_regulation(const Rules& rules, int lead, std::size_t second_half) {
    State s;
    s.quarter = 4;
    s.clock = 1;
    s.second_half = static_cast<u8>(second_half);
    s.score = {static_cast<u16>(std::max(lead, 0)), static_cast<u16>(std::max(-lead, 0))};
    s.phase = Phase::kickoff;
    s.step = Step::call;
    rules.run_clock(s, 1);
    return s;
}

Plays::Plays(const Rules& rules, const State& base, Phase scrimmage, int tick, BySeat<Choices> choices)
    : rules_(rules), base_(base), tick_(tick), choices_(choices) {
    const bool rounds = base.quarter >= kOvertime && scrimmage == Phase::overtime;
    const bool sudden = base.quarter >= kOvertime && !rounds;
    for (std::size_t station = 0; station < kScrimmage; ++station) {
        const bool kick = station == kKickoff || station == kFreeKick;
        if ((kick && rounds) || (station != kKickoff && sudden)) continue;
        const bool cards = rules.options().cards;
        if (station >= kConversion && !rules.options().penalties && !cards && !Rules::tries_only(base)) continue;
        if (station < kConversion && Rules::goes_for_two(base)) continue;
        State root = base;
        place(rules, root, station);
        if (cards && station == kAfterTouchdown) rules.play(root, {static_cast<u8>(Extra::kick)});
        single[station] = add(root);
    }
    // Kicks look at the ball alone, but for the fouls before them.
    std::map<std::pair<int, int>, std::size_t> kicks;
    for (std::size_t i = 0; i < 4 * kSpots && !Rules::tries_only(base); ++i) {
        State root = base;
        root.phase = scrimmage;
        place(rules, root, kScrimmage + i);
        if (root.step != Step::call) {
            options[i].push_back(option(root, add(root)));
            continue;
        }
        for (Action action : rules.legal(root, static_cast<Seat>(root.offense))) {
            State chosen = root;
            rules.play(chosen, action);
            if (action.code == static_cast<u8>(Call::play)) {
                options[i].push_back(option(chosen, add(chosen)));
            } else {
                const auto [at, fresh] = kicks.try_emplace({root.ball, action.code}, plays.size());
                // A policy may look at the down where it chooses within a kick.
                const bool kept = choices.home == Choices::kept || choices.away == Choices::kept;
                const bool alike = !fresh && (!kept || plays[at->second].choices.empty());
                options[i].push_back(option(chosen, alike ? at->second : add(chosen)));
            }
        }
    }
    if (!rules.options().penalties) return;
    // Flags are the same with cards and with dice, where none is seen at once.
    Options with_dice = rules.options();
    with_dice.cards = false;
    const Rules dice(rules.sheet(), with_dice);
    State flags = base;
    flags.phase = Phase::attempt;
    place(dice, flags, kConversion);
    double total = 0;
    double none = 0;
    dice.chances(flags, [&](Outcome outcome, Weight weight) {
        State next = flags;
        dice.resolve(next, outcome);
        total += static_cast<double>(weight);
        if (next.step == Step::play && next.fouls == 0) none += static_cast<double>(weight);
    });
    most_replayed = 1 - none / total;
}

// A foul before the play leads straight back to a station without any time: these are kept apart, because only they
// lead back into the same layer of the clock. With cards nothing lies open after such a foul.
Option Plays::option(const State& called, std::size_t play) {
    Option own{play, {}};
    const State root = called.step == Step::card ? roots(called)[0] : called;
    if (root.step != Step::flags) return own;
    double total = 0;
    std::map<std::size_t, double> again;
    rules_.chances(root, [&](Outcome outcome, Weight weight) {
        State next = root;
        rules_.resolve(next, outcome);
        total += static_cast<double>(weight);
        if (next.offense != root.offense || next.discards != root.discards) return;
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

// Where a play begins: with cards once for each pair, in hands that hold nothing else.
std::vector<State> Plays::roots(const State& root) const {
    if (root.step != Step::card) return {root};
    std::vector<State> all;
    for (std::size_t own = 0; own < rules_.kinds(0); ++own)
        for (std::size_t theirs = 0; theirs < rules_.kinds(1); ++theirs) {
            State chosen = root;
            chosen.hands[root.offense].add(own);
            chosen.hands[1U - root.offense].add(theirs);
            BySeat<Action> actions;
            actions[static_cast<Seat>(root.offense)] = {static_cast<u8>(own)};
            actions[static_cast<Seat>(1 - root.offense)] = {static_cast<u8>(kMostKinds + theirs)};
            rules_.play_secret(chosen, actions);
            all.push_back(chosen);
        }
    return all;
}

std::size_t Plays::add(const State& root) {
    const auto stop = [this](const State& s) { return station_of(rules_, s).has_value(); };
    const std::vector<State> from = roots(root);
    PlayTree<State> tree = compile(rules_, stop, std::span<const State>(from),
                                   {root.step == Step::card ? Roots::reached : Roots::walked, choices_});
    Play play{std::move(tree.program), {}, std::move(tree.choices)};
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

} // namespace touchline::solve::red_boar_gridiron
