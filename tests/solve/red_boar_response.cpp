// Walks the tree of all that lies open in games with cards, a hand a row.
#include "solve/red_boar_response.hpp"

#include "solve/valuation.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace touchline::solve::red_boar_gridiron {

namespace {

bool drawing(const State& s) { return s.step == Step::draw_offense || s.step == Step::draw_defense; }
bool choosing(const State& s) {
    return s.step == Step::call || s.step == Step::card || s.step == Step::after_touchdown;
}
bool no_hands(const State& s) { return s.hands == std::array<Cards, 2>{}; }

const Cards* hand_with(const HandBelief& belief, std::size_t kind) {
    const auto hands = belief.hands();
    const auto at = std::ranges::find_if(hands, [kind](const auto& hand) { return hand.cards[kind] > 0; });
    return at == hands.end() ? nullptr : &at->cards;
}

// What everybody sees once hands are drawn up does not depend on what is drawn.
State drawn_somehow(const Rules& rules, State s) {
    while (drawing(s)) {
        std::optional<Outcome> first;
        rules.chances(s, [&](Outcome outcome, Weight) {
            if (!first) first = outcome;
        });
        rules.resolve(s, *first);
    }
    return s;
}

template <class Each>
void each_chance(const Rules& rules, const State& s, Each&& each) {
    double total = 0;
    rules.chances(s, [&](Outcome, Weight weight) { total += static_cast<double>(weight); });
    rules.chances(s, [&](Outcome outcome, Weight weight) {
        State next = s;
        rules.resolve(next, outcome);
        each(next, static_cast<double>(weight) / total);
    });
}

} // namespace

// What the choices at a node bring, a row for each hand of the responder's; where it may play any card, one row for
// all.
struct CardResponse::Table {
    const Node& node;
    const CardStrategy& strategy;
    std::span<const Cards> hands;
    int plays;
    std::size_t role; // of the responder
    bool any_card;
    std::vector<Choices> brings{};
    std::vector<double> kicked{};                                // what the other side's kicks bring
    std::array<double, kMostKinds> theirs{};                     // how often the other side plays each kind
    double kicks = 0;                                            // and how often it kicks
    std::array<char, kMostKinds> may{};                          // which kinds the responder might hold
    std::vector<std::pair<Public, std::vector<double>>> again{}; // after cards went back covered

    [[nodiscard]] bool allowed(std::size_t hand, std::size_t kind) const {
        return any_card ? may[kind] != 0 : hands[hand][kind] > 0;
    }
    void believe(std::size_t kinds) {
        for (const HandBelief::Hand& hand : node.open.of(role).hands())
            for (std::size_t kind = 0; kind < kMostKinds; ++kind)
                if (hand.cards[kind] > 0) may[kind] = 1;
        for (const HandBelief::Hand& hand : node.exact.of(1 - role).hands()) {
            if (hand.chance <= 0) continue;
            const double kicking = role == 1 ? strategy.kicks(hand.cards) : 0;
            kicks += hand.chance * kicking;
            for (std::size_t kind = 0; kind < kinds; ++kind)
                theirs[kind] += hand.chance * (1 - kicking) * strategy.plays(1 - role, hand.cards, kind);
        }
    }
};

double CardResponse::book(const State& s) const {
    const double home = s.step == Step::over ? worth_of(rules_.result(s)).value : *values_.worth(s);
    return seat_ == 0 ? home : 1 - home;
}

double CardResponse::worth(const State& s) { return drawing(s) ? possession(s) : settled(s); }

double CardResponse::possession(const State& s) {
    const Key key{s.score[0],    s.score[1],      s.clock,
                  s.offense,     s.quarter,       s.ball,
                  s.down,        s.line,          static_cast<int>(s.phase),
                  s.second_half, s.overtime_first};
    if (const auto at = known_.find(key); at != known_.end()) return at->second;
    const State dealt = drawn_somehow(rules_, s);
    const HandBeliefs fresh(rules_, dealt);
    const std::size_t role = Rules::role_of(dealt, seat_);
    const HandBelief& rows = fresh.of(role);
    std::vector<Cards> hands;
    for (const HandBelief::Hand& hand : rows.hands()) hands.push_back(hand.cards);
    if (any_card()) return known_[key] = worths({dealt, fresh, fresh}, {hands.data(), 1}, plays_)[0];
    const std::vector<double> found = worths({dealt, fresh, fresh}, hands, plays_);
    double sum = 0;
    for (std::size_t i = 0; i < found.size(); ++i) sum += rows.hands()[i].chance * found[i];
    return known_[key] = sum;
}

// Where no hand matters any more.
double CardResponse::settled(const State& s) {
    if (s.step == Step::over || plays_ != kToTheEnd) return book(s);
    if (drawing(s)) return possession(s);
    if (s.step == Step::receive) { // R22: whoever has won the toss takes what is better
        std::array<double, 2> brings{};
        for (u8 code = 0; code < 2; ++code) {
            State next = s;
            rules_.play(next, {code});
            brings[code] = settled(next);
        }
        return s.offense == seat_ ? std::max(brings[0], brings[1]) : std::min(brings[0], brings[1]);
    }
    double sum = 0;
    each_chance(rules_, s, [&](const State& next, double chance) { sum += chance * settled(next); });
    return sum;
}

State CardResponse::answered(const State& s, Seat seat) const {
    std::optional<State> best;
    double most = 0;
    for (Action action : rules_.legal(s, seat)) {
        State next = s;
        rules_.play(next, action);
        const double own = static_cast<std::size_t>(seat) == seat_ ? book(next) : 1 - book(next);
        if (best && own <= most) continue;
        most = own;
        best = next;
    }
    return *best;
}

// Until the next choice of cards, or a kickoff, or the end.
void CardResponse::spread(const State& s, double chance, std::vector<Lead>& into) const {
    const Turn turn = rules_.turn(s);
    const bool ended = s.step == Step::over || s.step == Step::toss || s.step == Step::kickoff || drawing(s) ||
                       choosing(s) || (s.step == Step::punt && s.phase == Phase::free_kick);
    Lead lead{chance, {}};
    if (ended) {
        lead.then.push_back(s);
    } else if (turn.kind == TurnKind::chance) {
        return each_chance(rules_, s, [&](const State& next, double part) { spread(next, chance * part, into); });
    } else if (static_cast<std::size_t>(turn.seat) != seat_ || by_play()) {
        lead.then.push_back(answered(s, turn.seat));
    } else {
        for (Action action : rules_.legal(s, turn.seat)) rules_.play(lead.then.emplace_back(s), action);
    }
    for (Lead& other : into) {
        if (other.then != lead.then) continue;
        other.chance += chance;
        return;
    }
    into.push_back(std::move(lead));
}

std::vector<double> CardResponse::worths(const Node& node, std::span<const Cards> hands, int plays) {
    const std::size_t role = Rules::role_of(node.at, seat_);
    const CardStrategy strategy(values_.stage(node.at), node.open);
    Table table{node, strategy, hands, plays, role, any_card()};
    table.brings.resize(hands.size());
    table.kicked.resize(hands.size());
    table.believe(rules_.kinds(1 - role));
    for (std::size_t own = 0; own < rules_.kinds(role); ++own)
        for (std::size_t theirs = 0; theirs < rules_.kinds(1 - role); ++theirs) add_pair(table, own, theirs);
    add_kicks(table);
    std::vector<double> found(hands.size());
    for (std::size_t i = 0; i < hands.size(); ++i) found[i] = table.kicked[i] + best_of(table, i);
    return found;
}

CardResponse::Choices CardResponse::choices(const Node& node, const Cards& hand) {
    const std::size_t role = Rules::role_of(node.at, seat_);
    const CardStrategy strategy(values_.stage(node.at), node.open);
    Table table{node, strategy, std::span(&hand, 1), plays_, role, any_card()};
    table.brings.resize(1);
    table.kicked.resize(1);
    table.believe(rules_.kinds(1 - role));
    for (std::size_t own = 0; own < rules_.kinds(role); ++own)
        for (std::size_t theirs = 0; theirs < rules_.kinds(1 - role); ++theirs) add_pair(table, own, theirs);
    if (role == 0) add_kicks(table);
    return table.brings[0];
}

void CardResponse::add_pair(Table& table, std::size_t own, std::size_t theirs) {
    bool held = false;
    for (std::size_t i = 0; i < table.hands.size(); ++i) held = held || table.allowed(i, own);
    if (!held || table.theirs[theirs] <= 0) return;
    State s = table.node.at;
    const std::array<std::size_t, 2> pair{table.role == 0 ? own : theirs, table.role == 0 ? theirs : own};
    for (std::size_t role = 0; role < 2; ++role)
        s.hands[role == 0 ? s.offense : 1U - s.offense] = *hand_with(table.node.open.of(role), pair[role]);
    if (s.step == Step::call) rules_.play(s, {static_cast<u8>(Call::play)});
    if (s.step == Step::after_touchdown) rules_.play(s, {static_cast<u8>(Extra::conversion)});
    BySeat<Action> actions;
    actions[static_cast<Seat>(s.offense)] = {static_cast<u8>(pair[0])};
    actions[static_cast<Seat>(1 - s.offense)] = {static_cast<u8>(kMostKinds + pair[1])};
    rules_.play_secret(s, actions);
    std::vector<Lead> leads;
    spread(s, 1, leads);
    for (const Lead& lead : leads) {
        const std::vector<double> found = after(table, lead, {table.node.at, Call::play, pair});
        for (std::size_t i = 0; i < table.hands.size(); ++i)
            if (table.allowed(i, own)) table.brings[i].kinds[own] += table.theirs[theirs] * lead.chance * found[i];
    }
}

// The responder's, of which it may take any; or the best one of the other's, by its book.
void CardResponse::add_kicks(Table& table) {
    const std::vector<CardStage::Kick>& kicks = table.strategy.stage().kicks;
    if (kicks.empty()) return;
    const auto best = std::ranges::max_element(kicks, {}, &CardStage::Kick::value);
    for (auto kick = kicks.begin(); kick != kicks.end(); ++kick) {
        if (kick != best && (table.role == 1 || by_play())) continue;
        State s = table.node.at;
        for (std::size_t role = 0; role < 2; ++role)
            s.hands[role == 0 ? s.offense : 1U - s.offense] = table.node.open.of(role).hands()[0].cards;
        const bool trying = s.step == Step::after_touchdown;
        rules_.play(s, kick->action);
        std::vector<Lead> leads;
        spread(s, 1, leads);
        std::vector<double> sum(table.hands.size());
        const CardPlay play{table.node.at, trying ? Call::play : static_cast<Call>(kick->action.code), {}};
        for (const Lead& lead : leads) {
            const std::vector<double> found = after(table, lead, play);
            for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += lead.chance * found[i];
        }
        for (std::size_t i = 0; i < sum.size(); ++i) {
            std::optional<double>& own = table.brings[i].kick;
            if (table.role == 0 && (!own || sum[i] > *own)) own = sum[i];
            if (table.role == 1) table.kicked[i] = table.kicks * sum[i];
        }
    }
}

// By row: what the responder has at the better end. Rows that cannot have come here are worth nothing.
std::vector<double> CardResponse::after(Table& table, const Lead& lead, const CardPlay& play) {
    std::vector<double> best(table.hands.size(), 0);
    for (const State& s : lead.then) {
        std::vector<double> found;
        if ((drawing(s) && !no_hands(s)) || choosing(s)) {
            if (table.plays == 1)
                found.assign(table.hands.size(), book(s));
            else
                found = choosing(s) ? covered(table, s, play) : drawn_up(table, s, play);
        } else {
            found.assign(table.hands.size(), settled(s));
        }
        for (std::size_t i = 0; i < best.size(); ++i) best[i] = std::max(best[i], found[i]);
    }
    return best;
}

// Step 5: the cards went back unseen. All that was shown is the call.
std::vector<double> CardResponse::covered(Table& table, const State& s, const CardPlay& play) {
    for (const auto& [at, found] : table.again)
        if (at == s) return found;
    Node next = table.node;
    next.at = s;
    const CardPlay unseen_play{play.at, play.called, std::nullopt};
    next.open.learn(rules_, table.strategy, unseen_play);
    next.exact.learn(rules_, table.strategy, unseen_play, 0);
    return table.again.emplace_back(s, worths(next, table.hands, table.plays - 1)).second;
}

std::vector<double> CardResponse::drawn_up(const Table& table, const State& s, const CardPlay& play) {
    Node next = table.node;
    next.at = drawn_somehow(rules_, s);
    next.open.learn(rules_, table.strategy, play);
    next.exact.learn(rules_, table.strategy, play, 0);
    struct Draw {
        std::size_t row, hand;
        double chance;
    };
    if (any_card()) return worths(next, table.hands, table.plays - 1);
    const std::size_t lost = (*play.turned)[table.role];
    const Pile pile = unseen(rules_, discards_after(play, table.role), table.role);
    std::vector<Draw> draws;
    std::vector<Cards> hands;
    for (std::size_t row = 0; row < table.hands.size(); ++row) {
        if (table.hands[row][lost] == 0) continue;
        Cards rest = table.hands[row];
        rest.remove(lost);
        HandBelief up(rest, pile.kinds);
        up.draw_up(pile);
        for (const HandBelief::Hand& hand : up.hands()) {
            const auto at = std::ranges::find(hands, hand.cards);
            draws.push_back({row, static_cast<std::size_t>(at - hands.begin()), hand.chance});
            if (at == hands.end()) hands.push_back(hand.cards);
        }
    }
    const std::vector<double> found = worths(next, hands, table.plays - 1);
    std::vector<double> sum(table.hands.size(), 0);
    for (const Draw& draw : draws) sum[draw.row] += draw.chance * found[draw.hand];
    return sum;
}

// What the responder has with what it takes.
double CardResponse::best_of(const Table& table, std::size_t hand) const {
    const Choices& brings = table.brings[hand];
    const std::size_t columns = rules_.kinds(1);
    const std::vector<double>& payoff = table.strategy.stage().payoff;
    // What it goes by.
    const auto looks = [&](std::size_t kind) {
        if (!by_play()) return brings.kinds[kind];
        double sum = 0;
        for (std::size_t k = 0; k < rules_.kinds(1 - table.role); ++k)
            sum += table.theirs[k] * (table.role == 0 ? payoff[kind * columns + k] : 1 - payoff[k * columns + kind]);
        return sum;
    };
    double most = -1;
    double has = 0;
    for (std::size_t kind = 0; kind < rules_.kinds(table.role); ++kind) {
        if (!table.allowed(hand, kind) || looks(kind) <= most) continue;
        most = looks(kind);
        has = brings.kinds[kind];
    }
    if (!brings.kick) return has;
    const double kick = by_play() ? table.strategy.best_kick_value() : *brings.kick;
    return kick > most ? *brings.kick : has;
}

} // namespace touchline::solve::red_boar_gridiron
