// Plays card games against a strategy to measure how much can be gained from it.
#include "solve/red_boar_gridiron/card_measure.hpp"

#include "core/random.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace touchline::solve::red_boar_gridiron {

namespace {

struct Ledger {
    double sum = 0;
    double possession = 0;
    double squares = 0; // of possessions
    u64 possessions = 0;
    void close() {
        squares += possession * possession;
        possession = 0;
        ++possessions;
    }
};

// One game in the true rules. Where there is a responder that seat answers the strategy, else both play it.
class Playing {
public:
    Playing(const Rules& rules, const CardValues& values, std::optional<std::size_t> responder, Random random)
        : rules_(rules), values_(values), responder_(responder), random_(random) {}

    Ledger run(State s) {
        u8 offense = s.offense;
        while (rules_.turn(s).kind != TurnKind::over) {
            const Turn turn = rules_.turn(s);
            memory_.see(s);
            if (s.offense != offense || s.phase == Phase::kickoff || s.phase == Phase::free_kick) {
                if (std::exchange(played_any_, false)) ledger_.close();
                offense = s.offense;
            }
            if (s.step == Step::call || s.step == Step::after_touchdown || s.step == Step::card) {
                if (!play(s)) break;
            } else if (turn.kind == TurnKind::choice) {
                rules_.play(s, penalty(s, turn.seat));
            } else {
                rules_.resolve(s, rules_.sample(s, random_));
            }
        }
        if (played_any_) ledger_.close();
        return ledger_;
    }

private:
    // What is believed at a play, and what is played there by those who believe it.
    struct Known {
        HandBeliefs open;  // by everybody
        HandBeliefs exact; // of the side that plays the strategy, by the responder
        HandBelief own;    // of the responder's hand before it drew up
        std::optional<CardStrategy> strategy{};
    };

    // From a call or try up to the cards being chosen.
    bool play(State& s) {
        const std::optional<double> worth = values_.worth(s);
        if (!worth) return false;
        follow(s);
        const CardStrategy& strategy = known_->strategy.emplace(values_.stage(s), known_->open);
        const std::array<std::size_t, 2> seats{s.offense, 1U - s.offense};
        std::array<std::vector<CardStrategy::Choice>, 2> sides;
        for (std::size_t role = 0; role < 2; ++role) sides[role] = strategy.choices(role, s.hands[seats[role]]);
        const double offense_has = responder_ ? answer(s, sides) : both(strategy.stage(), sides);
        const double offense_worth = s.offense == 0 ? *worth : 1 - *worth;
        enter(s.offense == responder_.value_or(0) ? offense_has - offense_worth : offense_worth - offense_has);
        act(s, sides);
        return true;
    }

    // Beliefs, up to date with what lies open.
    void follow(const State& s) {
        const std::size_t role = responder_ ? Rules::role_of(s, *responder_) : 0;
        if (!known_ || memory_.plays().empty()) {
            const HandBeliefs fresh(rules_, s);
            known_.emplace(Known{fresh, fresh, fresh.of(role)});
            return;
        }
        const CardPlay& last = memory_.plays().back();
        known_->open.learn(rules_, *known_->strategy, last);
        known_->exact.learn(rules_, *known_->strategy, last, 0);
        if (!last.turned) return;
        known_->own.lose((*last.turned)[role]);
        known_->own.draw_up(unseen(rules_, discards_after(last, role), role));
    }

    void enter(double change) {
        played_any_ = true;
        ledger_.sum += change;
        ledger_.possession += change;
    }

    // What the offence has when both play the strategy with the hands as they are.
    [[nodiscard]] double both(const CardStage& stage,
                              const std::array<std::vector<CardStrategy::Choice>, 2>& sides) const {
        const std::size_t columns = rules_.kinds(1);
        double sum = 0;
        for (const CardStrategy::Choice& own : sides[0]) {
            if (own.kick) sum += own.share * own.value;
            if (own.kick) continue;
            for (const CardStrategy::Choice& theirs : sides[1])
                sum += own.share * theirs.share *
                       stage.payoff[own.action.code * columns + theirs.action.code % kMostKinds];
        }
        return sum;
    }

    // Takes the best against what the other side is believed to do. What the offence then has, over all cards that the
    // responder may have drawn and all hands that the other may hold.
    double answer(const State& s, std::array<std::vector<CardStrategy::Choice>, 2>& sides) {
        const CardStrategy& strategy = *known_->strategy;
        const std::size_t role = Rules::role_of(s, *responder_);
        const std::size_t columns = rules_.kinds(1);
        std::array<double, kMostKinds> theirs{};
        double kicked = 0; // by the other side
        for (const HandBelief::Hand& hand : known_->exact.of(1 - role).hands()) {
            if (hand.chance <= 0) continue;
            const double kicks = role == 1 ? strategy.kicks(hand.cards) : 0;
            kicked += hand.chance * kicks;
            for (std::size_t kind = 0; kind < rules_.kinds(1 - role); ++kind)
                theirs[kind] += hand.chance * (1 - kicks) * strategy.plays(1 - role, hand.cards, kind);
        }
        std::array<double, kMostKinds> worth{}; // to the responder, of its kinds
        for (std::size_t kind = 0; kind < rules_.kinds(role); ++kind)
            for (std::size_t k = 0; k < rules_.kinds(1 - role); ++k)
                worth[kind] += theirs[k] * (role == 0 ? strategy.stage().payoff[kind * columns + k]
                                                      : -strategy.stage().payoff[k * columns + kind]);
        const double kick = strategy.best_kick_value();
        const auto best_of = [&](const Cards& hand) {
            double most = role == 0 ? kick : -1;
            for (std::size_t kind = 0; kind < rules_.kinds(role); ++kind)
                if (hand[kind] > 0) most = std::max(most, worth[kind]);
            return most;
        };
        double sum = role == 0 ? 0 : kicked * kick;
        for (const HandBelief::Hand& hand : known_->own.hands())
            sum += (role == 0 ? 1 : -1) * hand.chance * best_of(hand.cards);
        const Cards& held = s.hands[*responder_];
        const double most = best_of(held);
        bool taken = false;
        for (CardStrategy::Choice& choice : sides[role]) {
            const double value = choice.kick ? choice.value : worth[choice.action.code % kMostKinds];
            choice.share = std::exchange(taken, taken || value >= most) || value < most ? 0 : 1;
        }
        known_->own = HandBelief(held, rules_.kinds(role));
        return sum;
    }

    void act(State& s, const std::array<std::vector<CardStrategy::Choice>, 2>& sides) {
        const CardStrategy::Choice own = drawn(sides[0]);
        if (s.step != Step::card) {
            const Action go{static_cast<u8>(s.step == Step::after_touchdown ? static_cast<u8>(Extra::conversion)
                                                                            : static_cast<u8>(Call::play))};
            rules_.play(s, own.kick ? own.action : go);
            if (s.step != Step::card) return;
        }
        BySeat<Action> actions;
        actions[static_cast<Seat>(s.offense)] = own.action;
        actions[static_cast<Seat>(1 - s.offense)] = drawn(sides[1]).action;
        rules_.play_secret(s, actions);
    }

    CardStrategy::Choice drawn(const std::vector<CardStrategy::Choice>& list) {
        double left = static_cast<double>(random_.next() >> 11) * 0x1.0p-53;
        for (const CardStrategy::Choice& choice : list) {
            if (left < choice.share) return choice;
            left -= choice.share;
        }
        return *std::ranges::max_element(list, {}, &CardStrategy::Choice::share);
    }

    // Either answer leads to a station: the better one is known.
    Action penalty(const State& s, Seat seat) {
        std::optional<double> best;
        Action chosen{};
        for (Action action : rules_.legal(s, seat)) {
            State next = s;
            rules_.play(next, action);
            const std::optional<double> home = values_.worth(next);
            const double value = !home ? 0.5 : seat == Seat::home ? *home : 1 - *home;
            if (best && value <= *best) continue;
            best = value;
            chosen = action;
        }
        return chosen;
    }

    const Rules& rules_;
    const CardValues& values_;
    std::optional<std::size_t> responder_;
    Random random_;
    Ledger ledger_{};
    CardMemory memory_{};
    std::optional<Known> known_{};
    bool played_any_ = false; // in this possession
};

Mean mean_of(const std::vector<double>& sums) {
    const auto count = static_cast<double>(sums.size());
    double mean = 0;
    for (double sum : sums) mean += sum / count;
    double squares = 0;
    for (double sum : sums) squares += (sum - mean) * (sum - mean);
    return {mean, 1.96 * std::sqrt(squares / std::max(1.0, count - 1) / count)};
}

} // namespace

CardMeasure measure_cards(const Rules& rules, const CardValues& values, const State& from, u64 games, Job& job) {
    constexpr u64 kSeed = 0x63617264;
    std::vector<Ledger> plain(games), answered(games);
    job.layer(Message{"layer.measure"});
    job.parallel(games, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            plain[i] = Playing(rules, values, std::nullopt, Random::stream(kSeed, i)).run(from);
            answered[i] = Playing(rules, values, i % 2, Random::stream(kSeed + 1, i)).run(from);
        }
    });
    CardMeasure measure;
    measure.games = games;
    std::vector<double> sums;
    double squares = 0;
    double possessions = 0;
    for (u64 i = 0; i < games; ++i) {
        sums.push_back(answered[i].sum);
        squares += plain[i].squares;
        possessions += static_cast<double>(plain[i].possessions);
        measure.drives += static_cast<double>(answered[i].possessions) / 2 / static_cast<double>(games);
    }
    measure.gain = mean_of(sums);
    measure.error = possessions > 0 ? 1.96 * std::sqrt(squares / possessions) : 0;
    return measure;
}

} // namespace touchline::solve::red_boar_gridiron
