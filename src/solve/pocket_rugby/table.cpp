// Where a position stands in the tables of values.
#include "solve/pocket_rugby/table.hpp"

#include <algorithm>
#include <cmath>

namespace touchline::solve::pocket_rugby {

Table::Table(const Rules& rules, Weather weather, Sides sides)
    : weather_(weather), full_time_(rules.full_time(weather)), half_time_(rules.half_time(weather)),
      taps_(static_cast<u8>(rules.sheet().quick_tap_runs)), symmetric_(sides == Sides::alike && !rules.with_cards()),
      opening_matters_(!rules.options().scorer_opens_second_half), together_(rules.options().points_together),
      kept_(rules.lasting_hit() ? 3 : 2), injuries_(rules.options().injuries ? 256 : 1),
      layers_(static_cast<std::size_t>(full_time_) * static_cast<std::size_t>(full_time_)) {}

Shape Table::shape(int home, int away) const {
    if (second_half(home, away)) return {1, 4, injuries_, kept_};
    return {opening_matters_ ? std::size_t{2} : std::size_t{1}, 3, injuries_, kept_};
}

std::size_t Table::entries() const {
    std::size_t sum = 0;
    for (int home = 0; home < full_time_; ++home)
        for (int away = 0; away < full_time_; ++away)
            if (kept(home, away)) sum += shape(home, away).entries();
    return sum;
}

u8 Table::card_state(const State& s, std::size_t seat) const {
    const u8 total = std::min<u8>(s.yellow_total[seat], 2);
    if (s.half == 1) return total;
    return total == 2 ? u8{3} : total == 1 && s.cards[seat] == 0 ? u8{2} : total;
}

u8 Table::deduction(bool second_half, u8 card_state) const {
    if (!second_half) return card_state;
    return card_state == 3 ? u8{2} : card_state == 1 ? u8{1} : u8{0};
}

Situation Table::situation(const State& s) const {
    return {s.half == 1 && opening_matters_ ? s.first_attack : u8{0}, {card_state(s, 0), card_state(s, 1)}, s.injured};
}

State Table::state(int home, int away, const Situation& situation) const {
    State s;
    s.phase = Phase::scrum_half;
    s.weather = weather_;
    s.score = {static_cast<u8>(home), static_cast<u8>(away)};
    s.half = second_half(home, away) ? u8{2} : u8{1};
    s.offense = 0;
    s.first_attack = situation.opening;
    s.injured = situation.injured;
    for (std::size_t seat = 0; seat < 2; ++seat) {
        const u8 cards = situation.cards[seat];
        s.cards[seat] = deduction(s.half == 2, cards);
        s.yellow_total[seat] = s.half == 2 ? (cards == 3 ? u8{2} : cards > 0 ? u8{1} : u8{0}) : cards;
    }
    return s;
}

Place Table::place(const State& s) const {
    const Situation at = situation(s);
    int home = s.score[0];
    int away = s.score[1];
    std::size_t opening = at.opening;
    std::array<u8, 2> cards = at.cards;
    std::size_t offense = s.offense;
    const bool mirrored = behind(home, away);
    const Shape own = shape(home, away);
    if (mirrored) {
        std::swap(home, away);
        std::swap(cards[0], cards[1]);
        offense ^= 1;
        if (own.openings == 2) opening ^= 1;
    }
    const std::size_t which = s.quick_tap > 0 ? 1 : s.ball.tackle != kNone ? 2 : 0;
    const std::size_t row =
        (((opening * own.cards + cards[0]) * own.cards + cards[1]) * 2 + offense) * own.kept + which;
    return {layer(home, away), static_cast<u32>(row), mirrored};
}

void Table::open(int home, int away) {
    Layer& own = layers_[layer(home, away)];
    if (own.values.empty()) own.values.assign(shape(home, away).entries(), kUnknown);
}

std::span<const double> Table::whole(int home, int away) const {
    const std::vector<double>& own = values(home, away);
    const bool known = std::ranges::none_of(own, [](double value) { return std::isnan(value); });
    return known ? std::span<const double>(own) : std::span<const double>();
}

void Table::fill(int home, int away, std::span<const double> values) {
    layers_[layer(home, away)].values.assign(values.begin(), values.end());
}

void Table::use(const u32* fixed) {
    for (int home = 0; home < full_time_; ++home)
        for (int away = 0; away < full_time_; ++away) {
            if (!kept(home, away)) continue;
            layers_[layer(home, away)] = {{}, fixed};
            fixed += shape(home, away).entries();
        }
}

} // namespace touchline::solve::pocket_rugby
