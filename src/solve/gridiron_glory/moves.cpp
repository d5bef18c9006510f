// What a pair of cards or a roll for the score leads to, found by calling the rules.
#include "solve/gridiron_glory/moves.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace touchline::solve::gridiron_glory {

Moves::Moves(const Rules& rules) : rules_(rules), spots_(rules.sheet().spaces, rules.sheet().tries) {
    const auto spots = static_cast<std::size_t>(spots_.size());
    flip_.resize(spots * 3);
    fumble_.resize(spots * 3);
    // More cards than any fumble takes: the quarter does not end here.
    const int many = rules.sheet().cards();
    for (int spot = 0; spot < spots_.size(); ++spot)
        for (Pair pair : {higher, lower}) {
            State s = representative(spot, many);
            flip_[index(spot, pair)] = turned(s, pair);
            s.phase = Phase::fumble;
            fumble_[index(spot, pair)] = turned(s, pair);
        }
    list_ends();
    State s = representative(spots_.of(Seat::home, rules.sheet().spaces, 1), many);
    s.phase = Phase::score;
    throw_dice(s, 1.0, 0);
    unit_ = 0;
    for (const Points& each : points_) {
        unit_ = std::gcd(unit_, each.points);
        most_points_ = std::max(most_points_, each.points);
        if (each.points == 0) blank_ = each.chance;
    }
}

// A tie on the last card that is void ends a quarter and changes nothing else (R14).
void Moves::list_ends() {
    const auto spots = static_cast<std::size_t>(spots_.size());
    House house = rules_.house();
    house.last_fumble = House::LastFumble::none;
    const Rules voids(rules_.sheet(), house);
    after_.resize((kOvertime + 1) * 2 * spots);
    for (int quarter : {1, 2, 3, kOvertime})
        for (Seat first : kSeats)
            for (int spot = 0; spot < spots_.size(); ++spot) {
                if (quarter == kOvertime && rules_.deck_ends_drive(quarter)) continue; // nothing comes after it
                State s = representative(spot, 1);
                s.quarter = static_cast<u8>(quarter);
                s.first_offense = held_by(first);
                voids.resolve(s, Rules::both(0, 0));
                after_[(static_cast<std::size_t>(quarter) * 2 + static_cast<std::size_t>(first)) * spots +
                       static_cast<std::size_t>(spot)] = spots_.of(s);
            }
    for (int spot = 0; spot < spots_.size(); ++spot) {
        const Pair lost = spots_.offense(spot) == Seat::home ? lower : higher;
        unsettled_.push_back(rules_.house().last_fumble == House::LastFumble::lost_try ? flip(spot, lost).spot : spot);
    }
}

// R7: a referee that is rolled again can only be lost, and points of the offence never help the defence, so that
// declining is never better. Where a field goal brought more than a touchdown this would not hold; see able().
void Moves::choose(State& s) const {
    if (s.phase == Phase::whistle) rules_.play(s, Action{Rules::roll_again});
}

State Moves::representative(int spot, int pile) const {
    State s = rules_.start();
    s.phase = Phase::flip;
    s.offense = held_by(spots_.offense(spot));
    s.first_offense = Holder::home;
    s.space = static_cast<u8>(spots_.space(spot));
    s.attempt = static_cast<u8>(spots_.attempt(spot));
    s.pile = static_cast<u8>(pile);
    return s;
}

// Lets the lowest and the highest card meet; a pile of many cards stays in its quarter, and so do the dice.
Moves::Next Moves::turned(State s, Pair pair) const {
    const int low = 0;
    const int high = rules_.sheet().cards() - 1;
    // Enough cards for one fumble, whatever the sheet buries.
    const u8 pile = s.pile;
    s.pile = static_cast<u8>(std::max<int>(pile, rules_.sheet().buried_on_tie + 2));
    rules_.resolve(s, pair == higher ? Rules::both(high, low) : Rules::both(low, high));
    if (s.phase != Phase::score) return {spots_.of(s), false};
    rules_.chances(s, [&, first = true](Outcome outcome, Weight) mutable {
        if (!first) return;
        first = false;
        rules_.resolve(s, outcome);
    });
    for (choose(s); s.phase == Phase::reroll; choose(s)) {
        Outcome any{};
        rules_.chances(s, [&](Outcome outcome, Weight) { any = outcome; });
        rules_.resolve(s, any);
    }
    return {spots_.of(s), true};
}

void Moves::throw_dice(const State& s, double chance, int scorer_had) {
    if (s.phase != Phase::score && s.phase != Phase::reroll) {
        ++throws_;
        const int points = s.score.home - scorer_had;
        const auto known = std::ranges::find(points_, points, &Points::points);
        if (known != points_.end())
            known->chance += chance;
        else
            points_.push_back({points, chance});
        return;
    }
    double total = 0;
    rules_.chances(s, [&](Outcome, Weight weight) { total += static_cast<double>(weight); });
    rules_.chances(s, [&](Outcome outcome, Weight weight) {
        State next = s;
        rules_.resolve(next, outcome);
        choose(next);
        throw_dice(next, chance * static_cast<double>(weight) / total, scorer_had);
    });
}

} // namespace touchline::solve::gridiron_glory
