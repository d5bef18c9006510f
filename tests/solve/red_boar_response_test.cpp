// Best responses to the strategy with cards: on a small deck against a slow and obvious method, and as bounds of each
// other.
#include "solve/red_boar_gridiron/solver.hpp"
#include "solve/red_boar_response.hpp"

#include "solve/red_boar_positions.hpp"

#include <gtest/gtest.h>

#include <map>

namespace touchline::solve::red_boar_gridiron {

namespace {

// Two cards in a hand, of three kinds against two, two of each; every play takes ten seconds.
Rules small_rules() {
    SheetReader reader(*embedded("data/sheets/red-boar-gridiron.toml"));
    Sheet sheet = Rules::read_sheet(reader.root(Rules::kId));
    sheet.cards.offense.resize(3);
    sheet.cards.defense.resize(2);
    sheet.cards.copies = sheet.cards.hand = 2;
    sheet.cards.complete = sheet.cards.turnover = sheet.cards.incomplete = 10;
    const Json options = Json::parse(R"({"mode":"cards","penalties":false,"overtime":"tie"})");
    return *Rules::make(sheet, *OptionValues::check(option_specs<Rules>(sheet), options));
}

const Rules& small() {
    static const Rules own = small_rules();
    return own;
}

const Solver& solved() {
    static const auto solver = [] {
        auto own = std::make_unique<Solver>(small());
        Job job;
        own->solve_for(at(small(), R"({"quarter":4,"clock":30})"), job);
        return own;
    }();
    return *solver;
}

State position(int clock, int ball, std::string_view offense = "home", int home = 10) {
    return at(small(), R"({"quarter":4,"clock":)" + std::to_string(clock) + R"(,"ball":)" + std::to_string(ball) +
                           R"(,"offense":")" + std::string(offense) + R"(","score":{"home":)" + std::to_string(home) +
                           R"(,"away":14}})");
}

double worth(const State& s, std::size_t seat, Responds how) {
    return CardResponse(small(), solved().card_values(), seat, how).worth(s);
}

// Every deal, draw, roll and choice of the strategy's is a world of its own; the responder sees the public part and
// its own hand, and chooses for all worlds that look alike to it.
class EveryWorld {
public:
    explicit EveryWorld(std::size_t seat) : seat_(seat) {}
    double best(const State& s) { return best(std::vector<World>{{s, {}, 1}}); }

private:
    struct World {
        State s{};
        CardMemory memory{};
        double chance = 0;
    };

    double best(std::vector<World> worlds) {
        std::map<std::string, std::vector<World>> alike;
        double sum = 0;
        while (!worlds.empty()) {
            World world = std::move(worlds.back());
            worlds.pop_back();
            world.memory.see(world.s);
            const Turn turn = small().turn(world.s);
            const bool own = turn.kind == TurnKind::secret ||
                             (turn.kind == TurnKind::choice && static_cast<std::size_t>(turn.seat) == seat_);
            if (turn.kind == TurnKind::over)
                sum += world.chance * own_worth(small().result(world.s));
            else if (own)
                alike[seen(world.s) + std::to_string(number(world.s.hands[seat_]))].push_back(std::move(world));
            else if (turn.kind == TurnKind::chance)
                roll(world, worlds);
            else
                call(world, worlds);
        }
        for (const auto& [key, group] : alike) {
            double most = -1;
            for (Action action : small().legal(group[0].s, static_cast<Seat>(seat_)))
                most = std::max(most, best(after(group, action)));
            sum += most;
        }
        return sum;
    }

    [[nodiscard]] double own_worth(Result result) const {
        const double home = worth_of(result).value;
        return seat_ == 0 ? home : 1 - home;
    }

    static void roll(const World& world, std::vector<World>& into) {
        double total = 0;
        small().chances(world.s, [&](Outcome, Weight weight) { total += static_cast<double>(weight); });
        small().chances(world.s, [&](Outcome outcome, Weight weight) {
            World& next = into.emplace_back(world);
            next.chance *= static_cast<double>(weight) / total;
            small().resolve(next.s, outcome);
        });
    }

    // The strategy's call: a kick, or a play whose card is chosen at the next step.
    void call(const World& world, std::vector<World>& into) {
        double called = 0;
        for (const CardStrategy::Choice& choice : strategy(world).choices(0, world.s.hands[world.s.offense])) {
            if (!choice.kick) called += choice.share;
            if (choice.kick) add(world, choice.action, choice.share, into);
        }
        const bool trying = world.s.step == Step::after_touchdown;
        add(world, {static_cast<u8>(trying ? static_cast<u8>(Extra::conversion) : static_cast<u8>(Call::play))}, called,
            into);
    }

    static void add(const World& world, Action action, double share, std::vector<World>& into) {
        if (share <= 0) return;
        World& next = into.emplace_back(world);
        next.chance *= share;
        small().play(next.s, action);
    }

    std::vector<World> after(const std::vector<World>& group, Action action) {
        std::vector<World> worlds;
        for (const World& world : group) {
            if (world.s.step != Step::card) {
                add(world, action, 1, worlds);
                continue;
            }
            const std::size_t role = Rules::role_of(world.s, 1 - seat_);
            const CardStrategy& strategy_of = strategy(world);
            for (Action theirs : small().legal(world.s, static_cast<Seat>(1 - seat_))) {
                World next = world;
                next.chance *= strategy_of.plays(role, world.s.hands[1 - seat_], theirs.code % kMostKinds);
                BySeat<Action> actions;
                actions[static_cast<Seat>(seat_)] = action;
                actions[static_cast<Seat>(1 - seat_)] = theirs;
                small().play_secret(next.s, actions);
                if (next.chance > 0) worlds.push_back(std::move(next));
            }
        }
        return worlds;
    }

    const CardStrategy& strategy(const World& world) {
        std::string key = seen(world.s);
        for (const CardPlay& play : world.memory.plays()) key += "|" + seen(play.at);
        const auto at = known_.find(key);
        if (at != known_.end()) return at->second;
        return known_.emplace(key, solved().strategy(world.s, world.memory)).first->second;
    }

    static int number(const Cards& cards) {
        int sum = 0;
        for (std::size_t kind = 0; kind < 3; ++kind) sum = 4 * sum + cards[kind];
        return sum;
    }
    static std::string seen(const Public& s) {
        std::string text;
        for (int part :
             {int{s.clock}, int{s.ball}, int{s.down}, int{s.line}, int{s.offense}, int{s.score[0]}, int{s.score[1]},
              static_cast<int>(s.step), static_cast<int>(s.phase), number(s.discards[0]), number(s.discards[1])})
            text += std::to_string(part) + ' ';
        for (std::size_t seat = 0; seat < 2; ++seat)
            for (std::size_t kind = 0; kind < 3; ++kind) text += std::to_string(s.played[seat][kind]) + ',';
        return text;
    }

    std::size_t seat_;
    std::map<std::string, CardStrategy> known_;
};

} // namespace

TEST(CardResponse, IsWhatEveryWorldTogetherSays) {
    const State s = position(20, 60);
    for (std::size_t seat : {0U, 1U}) // but for the rounding of shares, which are kept as floats
        EXPECT_NEAR(worth(s, seat, Responds::best), EveryWorld(seat).best(s), 1e-7) << seat;
}

// A responder that takes plays one at a time has less than a best one, and that has less than one that may play any
// card. On this deck all three are exact.
TEST(CardResponse, BoundsStandInTheirOrder) {
    double kept = 0;
    double short_of = 0;
    for (std::size_t seat : {0U, 1U})
        for (const State& s : {position(30, 60), position(30, 50, "away", 17)}) {
            const double lower = worth(s, seat, Responds::play_by_play);
            const double exact = worth(s, seat, Responds::best);
            const double upper = worth(s, seat, Responds::any_card);
            EXPECT_LE(lower, exact + 1e-12);
            EXPECT_LE(exact, upper + 1e-12);
            short_of = std::max(short_of, exact - worth(s, seat, Responds::any_card_by_play));
            EXPECT_GT(upper, lower + 1e-3);
            kept = std::max(kept, exact - lower);
        }
    EXPECT_GT(kept, 1e-3);     // keeping cards is worth something
    EXPECT_GT(short_of, 1e-3); // any card is no upper bound to who does not plan
}

// One play deep, fouls and all, it has what the compiled plays of the station say.
TEST(CardResponse, OnePlayDeepItIsTheBestOfTheStation) {
    const Rules own = rules(R"({"mode":"cards"})", 3);
    Solver solver(own);
    Job job;
    const State s = at(own, R"({"quarter":4,"clock":10,"ball":70,"score":{"home":3,"away":7},)"
                            R"("hands":{"home":{"REV":1,"SCREEN":1,"LONG":1},"away":{"BLITZ":2,"LONG-PASS":1}}})");
    solver.solve_for(s, job);
    const CardValues values = solver.card_values();
    const HandBeliefs fresh(own, s);
    const CardStrategy strategy(values.stage(s), fresh);
    for (std::size_t seat : {0U, 1U}) {
        CardResponse response(own, values, seat, Responds::best, 1);
        const CardResponse::Choices found = response.choices({s, fresh, fresh}, s.hands[seat]);
        EXPECT_EQ(found.kick.has_value(), seat == 0);
        EXPECT_NEAR(found.kick.value_or(strategy.best_kick_value()), strategy.best_kick_value(), 1e-6);
        for (const CardStrategy::Choice& choice : strategy.choices(seat, s.hands[seat])) {
            if (choice.kick) continue;
            double called = 1; // how often there is a play at all
            if (seat == 1)
                for (const HandBelief::Hand& hand : fresh.of(0).hands())
                    called -= hand.chance * strategy.kicks(hand.cards);
            EXPECT_NEAR(found.kinds[choice.action.code % kMostKinds], called * choice.value, 1e-6);
        }
    }
}

// What is measured by playing is what the tree says.
TEST(CardResponse, WhatIsMeasuredByPlayingIsTheExactGain) {
    const State s = position(30, 60);
    const double exact =
        (worth(s, 0, Responds::play_by_play) + worth(s, 1, Responds::play_by_play) - 1) / 2; // over what is fair
    Job job;
    const CardMeasure found = measure_cards(small(), solved().card_values(), s, 2000, job);
    EXPECT_NEAR(found.gain.value, exact, 1.5 * found.gain.half_width);
    EXPECT_LT(found.gain.half_width, 0.02);
}

} // namespace touchline::solve::red_boar_gridiron
