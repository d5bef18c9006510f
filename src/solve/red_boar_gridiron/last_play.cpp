// The last play with cards: a matrix game of hands, hidden or open.
#include "solve/red_boar_gridiron/last_play.hpp"

#include "solve/matrix_game.hpp"
#include "solve/red_boar_gridiron/hands.hpp"
#include "solve/red_boar_gridiron/stations.hpp"

#include <algorithm>

namespace touchline::solve::red_boar_gridiron {

namespace {

// More than the last play depends on a position.
struct NotTheLast {};

constexpr double kRounding = 1e-13;

} // namespace

// Whether whatever is played now ends the four quarters. A level end is worth the same to both, unless it is a draw or
// it is agreed who begins the overtime.
bool LastPlay::last(const State& s) const {
    const Sheet& sheet = rules_.sheet();
    if (!rules_.options().cards || rules_.options().overtime == Overtime::tie || s.quarter != 4) return false;
    if (agrees_overtime(rules_)) return false;
    if (s.step == Step::over || s.step == Step::toss) return false;
    if (s.phase == Phase::attempt) return s.clock == 0;
    const int shortest = std::min({sheet.cards.complete, sheet.cards.incomplete, sheet.cards.turnover,
                                   sheet.kickoff_seconds, sheet.punt_seconds, sheet.kick_seconds});
    return s.clock <= shortest;
}

// The offence is about to decide what to do, or both what to play.
bool LastPlay::choosing(const State& s) const {
    switch (s.step) {
    case Step::draw_offense:
    case Step::draw_defense: return s.then != Then::conversion;
    case Step::call:
    case Step::card:
    case Step::after_touchdown: return true;
    case Step::flags: return s.called == Call::play;
    default: return false;
    }
}

// A try that cannot change the winner any more: what the offence has.
std::optional<double> LastPlay::decided(const State& s) const {
    const int lead = s.score[s.offense] - s.score[1U - s.offense];
    if (lead > 0) return 1.0;
    if (lead + std::max(rules_.sheet().points.kick, rules_.sheet().points.conversion) < 0) return 0.0;
    return std::nullopt;
}

// The end of the four quarters as a walk sees it: its stations are the toss of an overtime and whatever is still
// chosen.
struct LastPlay::Ends {
    const LastPlay& play;
    [[nodiscard]] bool station(const State& s) const {
        return s.step == Step::toss || play.choosing(s) || s.step == Step::draw_offense || s.step == Step::draw_defense;
    }
    [[nodiscard]] Valuation at(const State& s) const {
        if (s.step == Step::toss) return {{0.5, 0}, 0};
        const auto offense = s.phase == Phase::attempt ? play.decided(s) : std::nullopt;
        if (!offense) throw NotTheLast{};
        return to_home(s, *offense, 0);
    }
};

// Home's value, the rules walked to the end of the four quarters.
double LastPlay::reach(const State& s) const { return odds(rules_, Ends{*this}, s).worth.value; }

double LastPlay::offense_value(const State& s) const {
    const u8 offense = s.offense;
    const double home = reach(s);
    return offense == 0 ? home : 1 - home;
}

Valuation LastPlay::to_home(const State& s, double value, double error) {
    return {{s.offense == 0 ? value : 1 - value, 0}, error};
}

// One pair of cards, in the hands of nobody in particular: all that follows is the end.
void LastPlay::add_pair(const State& s, std::size_t own, std::size_t theirs, Matrix& into) const {
    State chosen = s;
    chosen.hands = {};
    chosen.hands[s.offense].add(own);
    chosen.hands[1U - s.offense].add(theirs);
    chosen.step = Step::card;
    BySeat<Action> actions;
    actions[static_cast<Seat>(s.offense)] = {static_cast<u8>(own)};
    actions[static_cast<Seat>(1 - s.offense)] = {static_cast<u8>(kMostKinds + theirs)};
    const auto value = [&](const State& next) { return s.offense == 0 ? reach(next) : 1 - reach(next); };
    rules_.play_secret(chosen, actions);
    if (chosen.step != Step::flags) {
        into.payoff.push_back(value(chosen));
        return;
    }
    double sum = 0;
    double total = 0;
    std::map<int, double> again;
    rules_.chances(chosen, [&](Outcome outcome, Weight weight) {
        State next = chosen;
        rules_.resolve(next, outcome);
        total += static_cast<double>(weight);
        // After a foul before the play the game goes on where it was, the cards unseen.
        const bool before =
            next.turned == 0 && next.phase == chosen.phase && next.step != Step::over && next.step != Step::toss;
        if (before)
            again[next.ball] += static_cast<double>(weight);
        else
            sum += static_cast<double>(weight) * value(next);
    });
    into.payoff.push_back(sum / total);
    for (auto& [ball, weight] : again) weight /= total;
    into.again = std::move(again);
}

LastPlay::Matrix LastPlay::matrix(const State& s, int ball) const {
    Matrix matrix;
    State at = s;
    at.ball = static_cast<u8>(ball);
    at.then = Then::call;
    at.offense_card = at.defense_card = 0;
    at.line = static_cast<u8>(std::max<int>(s.line, std::min(ball + kStep, kGoal))); // no longer matters
    for (std::size_t own = 0; own < rules_.kinds(0); ++own)
        for (std::size_t theirs = 0; theirs < rules_.kinds(1); ++theirs) add_pair(at, own, theirs, matrix);
    at.step = at.phase == Phase::attempt ? Step::after_touchdown : Step::call;
    for (Action action : rules_.legal(at, static_cast<Seat>(at.offense))) {
        State next = at;
        const bool cards = at.phase == Phase::attempt ? static_cast<Extra>(action.code) == Extra::conversion
                                                      : static_cast<Call>(action.code) == Call::play;
        if (cards) continue;
        rules_.play(next, action);
        const double value = offense_value(next);
        matrix.kick = std::max(matrix.kick.value_or(0), value);
    }
    return matrix;
}

// This spot and every one that fouls before the play may lead to.
std::map<int, LastPlay::Matrix> LastPlay::spots(const State& s) const {
    std::map<int, Matrix> found;
    std::vector<int> open{s.ball};
    while (!open.empty()) {
        const int ball = open.back();
        open.pop_back();
        if (found.contains(ball)) continue;
        const Matrix& own = found[ball] = matrix(s, ball);
        for (const auto& [next, chance] : own.again) open.push_back(next);
    }
    return found;
}

Valuation LastPlay::hidden_choice(const State& s) const {
    const std::map<int, Matrix> all = spots(s);
    const bool fouls = !all.at(s.ball).again.empty();
    const bool asked = s.step != Step::card && s.step != Step::flags; // the call or try is still to be chosen
    const auto pile = [&](std::size_t seat) {
        const std::size_t role = Rules::role_of(s, seat);
        const Pile own{rules_.full_deck(static_cast<int>(role)) - s.discards[seat], rules_.kinds(role),
                       rules_.sheet().cards.hand};
        if (own.cards.count() < own.hand) throw NotTheLast{};
        return own;
    };
    const Pile offense = pile(s.offense);
    const Pile defense = pile(1U - s.offense);
    if (!fouls) {
        const Matrix& here = all.at(s.ball);
        const Valuation value = value_of_hands(offense, defense, here.payoff, asked ? here.kick : std::nullopt);
        return to_home(s, value.worth.value, value.error + kRounding);
    }
    // A kick tells something of the hand, so that with fouls the next call would be another game.
    std::map<int, double> fixed;
    double error = 0;
    bool certain = asked;
    for (const auto& [ball, own] : all) {
        double share = 1;
        for (const auto& [next, chance] : own.again) share -= chance;
        certain = certain && own.kick && *own.kick >= 1;
        const bool helps = own.kick && *own.kick > *std::ranges::min_element(own.payoff) / share + kRounding;
        if (helps && !(own.kick && *own.kick >= 1)) throw NotTheLast{};
        if (helps) continue;
        const Valuation value = value_of_hands(offense, defense, own.payoff, std::nullopt);
        fixed[ball] = value.worth.value;
        error = std::max(error, value.error);
    }
    if (certain) return to_home(s, 1, kRounding);
    if (fixed.size() != all.size()) throw NotTheLast{};
    std::map<int, double> value = fixed;
    for (int sweep = 0; sweep < 200; ++sweep)
        for (const auto& [ball, own] : all) {
            double sum = fixed.at(ball);
            for (const auto& [next, chance] : own.again) sum += chance * value.at(next);
            value[ball] = sum;
        }
    return to_home(s, value.at(s.ball), 2 * error + kRounding);
}

double LastPlay::open_value(const State& s, const Matrix& matrix) const {
    std::vector<double> game;
    std::size_t rows = 0;
    std::size_t columns = 0;
    for (std::size_t own = 0; own < rules_.kinds(0); ++own) {
        if (s.hands[s.offense][own] == 0) continue;
        ++rows;
        columns = 0;
        for (std::size_t theirs = 0; theirs < rules_.kinds(1); ++theirs) {
            if (s.hands[1U - s.offense][theirs] == 0) continue;
            ++columns;
            game.push_back(matrix.payoff[own * rules_.kinds(1) + theirs]);
        }
    }
    return solve_matrix_game(game, rows, columns).value;
}

LastPlay::Choices LastPlay::open_choices(const State& s) const {
    const int hand = rules_.sheet().cards.hand;
    if (s.hands[0].count() != hand || s.hands[1].count() != hand) throw NotTheLast{};
    const std::map<int, Matrix> all = spots(s);
    std::map<int, Choices> value;
    std::map<int, double> once;
    for (const auto& [ball, own] : all) {
        once[ball] = open_value(s, own);
        value[ball] = {once[ball], own.kick};
    }
    for (int sweep = 0; sweep < 200; ++sweep)
        for (const auto& [ball, own] : all) {
            double sum = once.at(ball);
            for (const auto& [next, chance] : own.again) sum += chance * value.at(next).best();
            value[ball].play = sum;
        }
    return value.at(s.ball);
}

template <class Choice>
std::optional<Valuation> LastPlay::value(const State& s, Choice&& choice) const {
    if (!last(s)) return std::nullopt;
    try {
        if (s.phase == Phase::attempt)
            if (const auto known = decided(s)) return to_home(s, *known, 0);
        if (!choosing(s)) return Valuation{{reach(s), 0}, kRounding};
        if (s.phase == Phase::attempt && rules_.options().penalties) return std::nullopt;
        return choice();
    } catch (const NotTheLast&) {
        return std::nullopt;
    }
}

std::optional<Valuation> LastPlay::hidden(const State& s) const {
    return value(s, [&] { return hidden_choice(s); });
}

std::optional<Valuation> LastPlay::open(const State& s) const {
    return value(s, [&] {
        const Choices choices = open_choices(s);
        const bool asked = s.step == Step::call || s.step == Step::after_touchdown;
        return to_home(s, asked ? choices.best() : choices.play, kRounding);
    });
}

std::optional<std::vector<Advice>> LastPlay::advise_open(const State& s) const {
    const Turn turn = rules_.turn(s);
    if (!last(s) || turn.kind != TurnKind::choice) return std::nullopt;
    std::vector<Advice> list;
    try {
        for (Action action : rules_.legal(s, turn.seat)) {
            State next = s;
            rules_.play(next, action);
            const bool ended = next.step == Step::over || next.step == Step::toss;
            const std::optional<Valuation> odds = ended ? Valuation{{reach(next), 0}, kRounding} : open(next);
            if (!odds) return std::nullopt;
            list.push_back({.action = action, .value = odds->value(turn.seat), .error = odds->error});
        }
    } catch (const NotTheLast&) {
        return std::nullopt;
    }
    rank_pure(list);
    return list;
}

std::optional<Valuation> endgame_odds(const Rules& rules, const State& s, bool open) {
    const LastPlay play(rules);
    return open ? play.open(s) : play.hidden(s);
}

std::optional<std::vector<Advice>> endgame_advice(const Rules& rules, const State& s, bool open) {
    if (!open) return std::nullopt;
    return LastPlay(rules).advise_open(s);
}

} // namespace touchline::solve::red_boar_gridiron
