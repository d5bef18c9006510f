#include "solve/red_boar_gridiron/card_measure.hpp"

#include "core/random.hpp"
#include "solve/red_boar_gridiron/stations.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace touchline::solve::red_boar {

namespace {

constexpr std::size_t kParticles = 64;

// Hands that the other side may hold, each as likely as what it has shown makes it.
class Belief {
public:
    void begin(const Rules& rules, const Public& s, std::size_t seat, int count, Random& random) {
        hands_.clear();
        for (std::size_t i = 0; i < kParticles; ++i) {
            hands_.push_back({{}, 1.0});
            draw(rules, s, seat, count, hands_.back().cards, random);
        }
    }
    // Draws up to a full hand, as far as that is not done.
    void draw_up(const Rules& rules, const Public& s, std::size_t seat, Random& random) {
        for (Hand& hand : hands_)
            draw(rules, s, seat, rules.sheet().cards.hand - hand.cards.count(), hand.cards, random);
    }
    template <class Chance>
    void weigh(Chance&& chance) {
        double total = 0;
        for (Hand& hand : hands_) total += hand.weight *= chance(hand.cards);
        for (Hand& hand : hands_) hand.weight = total > 0 ? hand.weight / total : 1.0 / kParticles;
    }
    // A card was turned over: hands without it are none.
    void remove(std::size_t kind) {
        std::erase_if(hands_, [kind](const Hand& hand) { return hand.cards[kind] == 0; });
        for (Hand& hand : hands_) hand.cards.remove(kind);
    }
    template <class Each>
    void each(Each&& visit) const {
        for (const Hand& hand : hands_) visit(hand.cards, hand.weight);
    }
    [[nodiscard]] bool empty() const { return hands_.empty(); }
    void clear() { hands_.clear(); }

private:
    struct Hand {
        Cards cards;
        double weight = 0;
    };
    static void draw(const Rules& rules, const Public& s, std::size_t seat, int count, Cards& into, Random& random) {
        const std::size_t role = Rules::role_of(s, seat);
        for (int i = 0; i < count; ++i) {
            std::array<int, kMostKinds> left{};
            int total = 0;
            for (std::size_t kind = 0; kind < rules.kinds(role); ++kind) {
                left[kind] =
                    std::max(0, rules.full_deck(static_cast<int>(role))[kind] - s.discards[seat][kind] - into[kind]);
                total += left[kind];
            }
            if (total == 0) return;
            int at = static_cast<int>(random.below(static_cast<u32>(total)));
            std::size_t kind = 0;
            while (at >= left[kind]) at -= left[kind++];
            into.add(kind);
        }
    }
    std::vector<Hand> hands_;
};

double share_of(const std::vector<CardStrategy::Choice>& choices, touchline::Action action, bool kick) {
    for (const CardStrategy::Choice& choice : choices)
        if (choice.action == action && choice.kick == kick) return choice.share;
    return 0;
}

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

// One game in the true rules. Where there is a responder that seat answers the book, else both play it.
class Playing {
public:
    Playing(const Rules& rules, const CardValues& values, std::optional<std::size_t> responder, Random random)
        : rules_(rules), values_(values), responder_(responder), random_(random) {}

    Ledger run(State s) {
        u8 offense = s.offense;
        while (rules_.turn(s).kind != TurnKind::over && s.quarter <= 4) {
            const Turn turn = rules_.turn(s);
            if (s.offense != offense || s.phase == Phase::kickoff || s.phase == Phase::free_kick) {
                if (std::exchange(played_any_, false)) ledger_.close();
                belief_.clear();
                shown_.reset();
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
    // From a call or try up to the cards being chosen.
    bool play(State& s) {
        const std::optional<double> worth = values_.worth(s);
        if (!worth) return false;
        const double offense_worth = s.offense == 0 ? *worth : 1 - *worth;
        const bool asked = s.step != Step::card;
        const CardStrategy strategy = values_.strategy(s);
        const std::array<std::size_t, 2> seats{s.offense, 1U - s.offense};
        follow(s);
        std::array<std::vector<CardStrategy::Choice>, 2> sides;
        for (std::size_t role = 0; role < 2; ++role) {
            sides[role] = strategy.choices(role, s.hands[seats[role]]);
            if (responder_ == seats[role]) answer(s, strategy, role, sides[role]);
        }
        if (!asked) std::erase_if(sides[0], [](const CardStrategy::Choice& choice) { return choice.kick; });
        normalise(sides[0]);
        enter(s, strategy.stage(), sides, offense_worth);
        act(s, strategy, sides, asked);
        return true;
    }

    static void normalise(std::vector<CardStrategy::Choice>& list) {
        double total = 0;
        for (const CardStrategy::Choice& choice : list) total += choice.share;
        for (CardStrategy::Choice& choice : list)
            choice.share = total > 0 ? choice.share / total : 1.0 / static_cast<double>(list.size());
    }

    // What the two sides' choices are worth, hands as they are, less what the station was.
    void enter(const State& s, const CardStage& stage, const std::array<std::vector<CardStrategy::Choice>, 2>& sides,
               double offense_worth) {
        const std::size_t columns = rules_.kinds(1);
        double sum = 0;
        for (const CardStrategy::Choice& own : sides[0]) {
            if (own.kick) sum += own.share * own.value;
            if (own.kick) continue;
            for (const CardStrategy::Choice& theirs : sides[1])
                sum += own.share * theirs.share *
                       stage.payoff[own.action.code * columns + theirs.action.code % kMostKinds];
        }
        const std::size_t seat = responder_.value_or(0);
        const double change = s.offense == seat ? sum - offense_worth : offense_worth - sum;
        played_any_ = true;
        ledger_.sum += change;
        ledger_.possession += change;
    }

    void act(State& s, const CardStrategy& strategy, const std::array<std::vector<CardStrategy::Choice>, 2>& sides,
             bool asked) {
        const CardStrategy::Choice own = drawn(sides[0]);
        const std::size_t other = responder_ ? 1 - *responder_ : kNobody;
        if (asked && other == s.offense) // what is called says something of the hand
            belief_.weigh([&](const Cards& hand) {
                double kicked = 0;
                for (const CardStrategy::Choice& choice : strategy.choices(0, hand))
                    if (choice.kick) kicked += choice.share;
                return own.kick ? kicked : 1 - kicked;
            });
        if (asked) {
            const touchline::Action go{static_cast<u8>(
                s.step == Step::after_touchdown ? static_cast<u8>(Extra::conversion) : static_cast<u8>(Call::play))};
            rules_.play(s, own.kick ? own.action : go);
            if (s.step != Step::card) return;
        }
        const CardStrategy::Choice theirs = drawn(sides[1]);
        if (other != kNobody) {
            const std::size_t role = Rules::role_of(s, other);
            shown_ = role == 0 ? own.action : theirs.action;
            belief_.weigh([&](const Cards& hand) { return share_of(strategy.choices(role, hand), *shown_, false); });
        }
        BySeat<touchline::Action> actions;
        actions[static_cast<Seat>(s.offense)] = own.action;
        actions[static_cast<Seat>(1 - s.offense)] = theirs.action;
        rules_.play_secret(s, actions);
    }

    // The responder's belief of the other's hand, up to date with what lies open.
    void follow(const State& s) {
        if (!responder_) return;
        const std::size_t other = 1 - *responder_;
        const int hand = rules_.sheet().cards.hand;
        if (shown_) {
            // Cards that were chosen and not turned over went back to the hand.
            if (s.played != played_) belief_.remove(shown_->code % kMostKinds);
            belief_.draw_up(rules_, s, other, random_);
        }
        if (belief_.empty()) belief_.begin(rules_, s, other, hand, random_);
        shown_.reset();
        played_ = s.played;
    }

    // Takes the best against what the other side is believed to do.
    void answer(const State& s, const CardStrategy& strategy, std::size_t role,
                std::vector<CardStrategy::Choice>& list) {
        const std::size_t columns = rules_.kinds(1);
        std::array<double, kMostKinds> theirs{};
        belief_.each([&](const Cards& hand, double weight) {
            for (const CardStrategy::Choice& choice : strategy.choices(1 - role, hand))
                if (!choice.kick) theirs[choice.action.code % kMostKinds] += weight * choice.share;
        });
        CardStrategy::Choice* best = nullptr;
        double most = 0;
        for (CardStrategy::Choice& choice : list) {
            choice.share = 0;
            if (choice.kick && s.step == Step::card) continue;
            double value = choice.kick ? choice.value : 0;
            const std::size_t kind = choice.action.code % kMostKinds;
            for (std::size_t k = 0; k < rules_.kinds(1 - role) && !choice.kick; ++k)
                value += theirs[k] * (role == 0 ? strategy.stage().payoff[kind * columns + k]
                                                : -strategy.stage().payoff[k * columns + kind]);
            if (best == nullptr || value > most) {
                best = &choice;
                most = value;
            }
        }
        best->share = 1;
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
    touchline::Action penalty(const State& s, Seat seat) {
        std::optional<double> best;
        touchline::Action chosen{};
        for (touchline::Action action : rules_.legal(s, seat)) {
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
    Belief belief_{};
    std::optional<touchline::Action> shown_{}; // by the other side, since the belief was brought up to date
    bool played_any_ = false;                  // in this possession
    std::array<std::array<u8, kMostKinds>, 2> played_{};
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
    job.layer("measuring");
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

void save_measure(const CardMeasure& measure, BookWriter& writer) {
    writer.column("measure", Encoding::real64);
    writer.add(std::array{measure.gain.value, measure.gain.half_width, measure.drives, measure.point, measure.error,
                          static_cast<double>(measure.games)});
}

std::optional<CardMeasure> measure_in(const Book& book) {
    const Column own = book.column("measure");
    if (own.size() != 6) return std::nullopt;
    return CardMeasure{{own[0], own[1]}, own[2], own[3], own[4], static_cast<u64>(own[5])};
}

} // namespace touchline::solve::red_boar
