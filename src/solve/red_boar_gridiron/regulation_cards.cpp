// Four quarters with cards: at every station the one-play game of hidden hands, worth what its plays lead to. Hands are
// dealt anew from whole decks before every play: that is the abstraction, docs/card-strategy.md says what it forgets.
#include "solve/red_boar_gridiron/card_strategy.hpp"
#include "solve/red_boar_gridiron/regulation.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace touchline::solve::red_boar_gridiron {

namespace {

// How many rounds a layer learns. What its stations have learnt before is a good beginning, so that a few are enough;
// in the last plays of a half everything changes from one layer to the next. The strategies of a layer are near an
// equilibrium only, but they are near it on both sides: what their values lack is the product of two small numbers.
constexpr int kRounds = 8;
constexpr int kFirstRounds = 64;
constexpr int kLastRounds = 96;
constexpr int kLastTicks = 6;
constexpr int kSettled = 8; // sweeps over fouls before the play, each of which leaves a twentieth of what is missing

} // namespace

void Regulation::prepare_cards() {
    const HandBelief offense(unseen(rules_, {}, 0));
    const HandBelief defense(unseen(rules_, {}, 1));
    games_ = std::make_unique<CardGames>(
        CardGames{{offense, defense, HandSets::Kick::allowed}, {offense, defense, HandSets::Kick::none}, {}});
    const std::size_t blocks = static_cast<std::size_t>(2 * most_lead_) / kLanes + 1;
    for (auto& variant : games_->learnt) variant.resize(blocks * phases());
    std::set<std::size_t> kicks;
    for (const std::vector<Option>& options : plays_->options)
        for (std::size_t o = 1; o < options.size(); ++o) kicks.insert(options[o].play);
    kick_plays_.assign(kicks.begin(), kicks.end());
}

// Most plays take the same time, so that a moment is most like the one before by just that: how many plays are left is
// the same but for one.
std::size_t Regulation::phases() const {
    return static_cast<std::size_t>(std::max(1, rules_.sheet().cards.complete / tick_));
}

Regulation::CardGames::Learnt& Regulation::learnt(Moment m, const Block& block) {
    const auto number_of_block = static_cast<std::size_t>(block.from + most_lead_) / kLanes;
    const std::size_t phase = static_cast<std::size_t>(m.ticks) % phases();
    CardGames::Learnt& own = games_->learnt[block.variant][number_of_block * phases() + phase];
    if (own.shares.empty()) {
        own.regrets.resize(kStations * games_->kick.regrets());
        own.shares.resize(kStations);
    }
    return own;
}

void Regulation::forget() {
    for (auto& variant : games_->learnt)
        for (CardGames::Learnt& own : variant) own = {};
}

int Regulation::rounds(Moment m, const CardGames::Learnt& own) const {
    if (m.quarter % 2 == 0 && m.ticks <= kLastTicks) return kLastRounds;
    return own.begun ? kRounds : kFirstRounds;
}

void Regulation::learn(const HandGame& game, const CardPayoffs& from, int rounds, CardGames::Learnt& own,
                       std::size_t station) const {
    const std::size_t each = games_->kick.regrets();
    const std::span<NarrowLanes> regrets = std::span(own.regrets).subspan(station * each, each);
    if (rounds == kLastRounds) std::ranges::fill(regrets, NarrowLanes{});
    own.shares[station] = game.learn(from.payoff(), rounds, regrets);
}

void Regulation::evaluate_cards(std::size_t play, const Block& block, CardPayoffs& into) const {
    const std::size_t pairs = rules_.kinds(0) * rules_.kinds(1);
    into.value.resize(pairs);
    into.draw.resize(draws() ? pairs : 0);
    std::array<RowOut, kMostKinds * kMostKinds> out;
    for (std::size_t i = 0; i < pairs; ++i) out[i] = {into.value[i].data(), draws() ? into.draw[i].data() : nullptr};
    evaluate(play, whole_lanes(block), std::span(out).first(pairs));
}

void Regulation::evaluate_kick(std::size_t play, const Block& block, CardPayoffs& into) const {
    evaluate(play, whole_lanes(block), into.kick.data(), draws() ? into.kick_draw.data() : nullptr);
}

// Writes a station's row down; the greatest change.
double Regulation::put(Moment m, const Block& block, std::size_t station, const HandShares& shares,
                       const CardPayoffs& from) {
    const HandGame& game = games_->kick;
    const Lanes value = game.value(from.payoff(), shares);
    double* row_of = row(m, block.variant, station, block.from, false);
    double change = 0;
    for (std::size_t k = 0; k < block.width; ++k) {
        const double now = std::clamp(value[k], 0.0, 1.0); // but for rounding it is
        change = std::max(change, std::abs(row_of[k] - now));
        row_of[k] = now;
    }
    if (!draws()) return change;
    const Lanes draw = game.value({from.draw, from.kick_draw}, shares);
    double* drawn = row(m, block.variant, station, block.from, true);
    for (std::size_t k = 0; k < block.width; ++k) drawn[k] = std::clamp(draw[k], 0.0, 1.0);
    return change;
}

// Conversions: a foul replays them without time, so that they are learnt and valued in turn. Then the kick or a
// conversion from its mark, as the hand says.
void Regulation::solve_card_tries(Moment m, const Block& block) {
    const std::size_t mark = kConversion + ball_index(kGoal - rules_.sheet().conversion_from);
    const bool fouls = rules_.options().penalties;
    const std::size_t first = fouls ? kConversion : mark;
    const std::size_t end = fouls ? kScrimmage : mark + 1;
    CardGames::Learnt& own = learnt(m, block);
    CardPayoffs payoffs;
    for (std::size_t station = first; station < end; ++station) guess(m, block, station);
    for (int sweep = 0; sweep < 3; ++sweep)
        for (std::size_t station = end; station-- > first;) {
            evaluate_cards(*plays_->single[station], block, payoffs);
            learn(games_->no_kick, payoffs, rounds(m, own), own, station);
            put(m, block, station, own.shares[station], payoffs);
        }
    evaluate_cards(*plays_->single[mark], block, payoffs);
    evaluate_kick(*plays_->single[kAfterTouchdown], block, payoffs);
    learn(games_->kick, payoffs, rounds(m, own), own, kAfterTouchdown);
    put(m, block, kAfterTouchdown, own.shares[kAfterTouchdown], payoffs);
}

// The payoffs of a down with the fouls before the play, which lead to a neighbour in this layer.
void Regulation::gather(Moment m, const Block& block, std::size_t down, const CardPayoffs& plain,
                        const std::vector<CardPayoffs>& kicks, CardPayoffs& into) {
    const auto add_again = [&](const Option& option, Lanes& value, Lanes& draw) {
        for (const Again& again : option.again) {
            const double* values = row(m, block.variant, again.station, block.from, false);
            const double* drawn = row(m, block.variant, again.station, block.from, true);
            for (std::size_t k = 0; k < kLanes; ++k) value[k] += again.chance * values[k];
            if (drawn != nullptr)
                for (std::size_t k = 0; k < kLanes; ++k) draw[k] += again.chance * drawn[k];
        }
    };
    const std::vector<Option>& options = plays_->options[down];
    Lanes again{}, again_draw{};
    add_again(options[0], again, again_draw);
    into.value = plain.value;
    into.draw = plain.draw;
    for (Lanes& entry : into.value)
        for (std::size_t k = 0; k < kLanes; ++k) entry[k] += again[k];
    for (Lanes& entry : into.draw)
        for (std::size_t k = 0; k < kLanes; ++k) entry[k] += again_draw[k];
    if (options.size() == 1) into.kick = into.kick_draw = {}; // nothing to kick
    for (std::size_t o = 1; o < options.size(); ++o) {
        Lanes value = kicks[options[o].play].kick;
        Lanes draw = kicks[options[o].play].kick_draw;
        add_again(options[o], value, draw);
        for (std::size_t k = 0; k < kLanes; ++k) {
            if (o > 1 && value[k] <= into.kick[k]) continue;
            into.kick[k] = value[k];
            into.kick_draw[k] = draw[k];
        }
    }
}

// Downs: the plays are evaluated once, without the fouls before them; stations learn, then values settle.
void Regulation::solve_card_downs(Moment m, const Block& block) {
    constexpr std::size_t kDowns = 4 * kSpots;
    thread_local std::vector<CardPayoffs> plain, kicks; // by down; by play, for the kick in it
    plain.resize(kDowns);
    kicks.resize(plays_->plays.size());
    for (std::size_t i = 0; i < kDowns; ++i) {
        guess(m, block, kScrimmage + i);
        evaluate_cards(plays_->options[i][0].play, block, plain[i]);
    }
    for (std::size_t play : kick_plays_) evaluate_kick(play, block, kicks[play]);
    CardGames::Learnt& own = learnt(m, block);
    CardPayoffs now;
    for (std::size_t i = 0; i < kDowns; ++i) {
        gather(m, block, i, plain[i], kicks, now);
        const HandGame& game = plays_->options[i].size() > 1 ? games_->kick : games_->no_kick;
        learn(game, now, rounds(m, own), own, kScrimmage + i);
        put(m, block, kScrimmage + i, own.shares[kScrimmage + i], now);
    }
    for (int sweep = 0; sweep < kSettled; ++sweep) {
        double change = 0;
        for (std::size_t i = 0; i < kDowns; ++i) {
            gather(m, block, i, plain[i], kicks, now);
            change = std::max(change, put(m, block, kScrimmage + i, own.shares[kScrimmage + i], now));
        }
        if (change < 1e-6) break;
    }
    own.begun = true;
}

// What the side with the ball has where a play ends: the clock may have run out on the way.
double Regulation::leaf_value(Moment m, const State& s, const Leaf& leaf) const {
    const std::size_t variant = s.offense == s.second_half ? 0 : 1;
    const int lead = s.score[s.offense] - s.score[1U - s.offense] + leaf.delta;
    std::size_t station = leaf.station;
    std::size_t offense = leaf.offense;
    const int left = m.ticks - leaf.ticks;
    Moment then{m.quarter, std::max(left, 0)};
    if (left <= 0) {
        const After& end = ends_[static_cast<std::size_t>(m.quarter - 1)][variant][offense * kStations + station];
        if (end.where == After::Where::ended)
            return ended_value_[variant][static_cast<std::size_t>(std::clamp(lead, -middle_, middle_) + middle_)];
        if (end.where == After::Where::next_quarter) then = {m.quarter + 1, quarter_ticks_};
        station = end.station;
        offense = end.offense;
    }
    State there;
    there.score = {static_cast<u16>(10000 + lead), 10000};
    there.offense = static_cast<u8>(offense);
    there.second_half = static_cast<u8>(variant);
    return at(then, there, station).value;
}

CardStage Regulation::stage(const State& s, std::size_t station) const {
    const Moment m = moment_of(s);
    return card_stage(rules_, *plays_, s, station, [&](const Leaf& leaf) { return leaf_value(m, s, leaf); });
}

} // namespace touchline::solve::red_boar_gridiron
