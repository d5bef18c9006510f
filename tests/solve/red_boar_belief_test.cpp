// What may be believed of a hidden hand, and what a possession has shown of it.
#include "core/random.hpp"
#include "solve/red_boar_gridiron/solver.hpp"

#include "solve/cache_folder.hpp"
#include "solve/red_boar_positions.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace touchline::solve::red_boar_gridiron {

namespace {

Pile whole_deck(const Rules& own) { return {own.full_deck(0), own.kinds(0), own.sheet().cards.hand}; }

double chance_without(const HandBelief& belief, std::size_t kind) {
    double chance = 0;
    for (const HandBelief::Hand& hand : belief.hands()) chance += hand.cards[kind] == 0 ? hand.chance : 0;
    return chance;
}

std::string bytes_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

TEST(HandBelief, IsTheChanceOfDrawingEachHand) {
    const HandBelief belief(whole_deck(rules(R"({"mode":"cards"})")));
    EXPECT_EQ(belief.hands().size(), 336u); // six cards of six kinds, at most three of each
    double total = 0;
    for (const HandBelief::Hand& hand : belief.hands()) total += hand.chance;
    EXPECT_NEAR(total, 1, 1e-12);
    for (std::size_t kind = 0; kind < 6; ++kind)
        EXPECT_NEAR(chance_without(belief, kind), 5005.0 / 18564, 1e-12); // 15 over 6 of 18 over 6
}

// Whoever plays any card of the hand, whatever it is, leaves the rest as if it had been dealt from what is unseen.
TEST(HandBelief, ACardPlayedAtRandomSaysNothingOfTheOthers) {
    const Rules own = rules(R"({"mode":"cards"})");
    HandBelief belief(whole_deck(own));
    Pile rest = whole_deck(own);
    for (std::size_t kind : {0U, 3U, 0U, 5U}) {
        belief.weigh([&](const Cards& hand) { return hand[kind] / 6.0; });
        belief.lose(kind);
        rest.cards.remove(kind);
        belief.draw_up(rest);
        const HandBelief fresh(rest);
        ASSERT_EQ(belief.hands().size(), fresh.hands().size());
        for (std::size_t i = 0; i < fresh.hands().size(); ++i) {
            ASSERT_EQ(belief.hands()[i].cards, fresh.hands()[i].cards);
            EXPECT_NEAR(belief.hands()[i].chance, fresh.hands()[i].chance, 1e-12);
        }
    }
}

// Whoever always plays the first kind that it holds has none of those before it.
TEST(HandBelief, AnOrderOfPreferenceShowsWhatIsMissing) {
    const Rules own = rules(R"({"mode":"cards"})");
    HandBelief belief(whole_deck(own));
    belief.weigh([](const Cards& hand) { return hand[0] == 0 && hand[1] == 0 && hand[2] > 0 ? 1.0 : 0.0; });
    belief.lose(2);
    EXPECT_NEAR(chance_without(belief, 0), 1, 1e-12);
    EXPECT_NEAR(chance_without(belief, 1), 1, 1e-12);
    Pile rest = whole_deck(own);
    rest.cards.remove(2);
    belief.draw_up(rest);
    EXPECT_NEAR(chance_without(belief, 0), 9.0 / 12, 1e-12); // 3 of the 12 cards that are not in its hand
}

// Over random games with and without fouls: what is remembered is what lies open.
TEST(CardMemory, HoldsWhatWasTurnedOverInThisPossession) {
    for (std::string_view options :
         {R"({"mode":"cards"})", R"({"mode":"cards","penalties":false})", R"({"mode":"cards","kick_fouls":"before"})",
          R"({"mode":"cards","quarter_seconds":30,"overtime":"sudden-death"})"}) {
        const Rules own = rules(options);
        Random random(11);
        int remembered = 0;
        int covered = 0;
        for (int game = 0; game < 20; ++game) {
            State s = own.start();
            CardMemory memory;
            while (own.turn(s).kind != TurnKind::over) {
                memory.see(s);
                memory.see(s); // twice is once
                const Turn turn = own.turn(s);
                const auto any = [&](Seat seat) {
                    const ActionList legal = own.legal(s, seat);
                    return legal[random.below(static_cast<u32>(legal.size()))];
                };
                if (s.step == Step::call || s.step == Step::after_touchdown || s.step == Step::card) {
                    std::array<std::array<u8, kMostKinds>, 2> turned{};
                    for (const CardPlay& play : memory.plays()) {
                        ASSERT_EQ(play.at.offense, s.offense);
                        if (!play.turned) ++covered;
                        if (!play.turned) continue;
                        ++turned[s.offense][(*play.turned)[0]];
                        ++turned[1U - s.offense][(*play.turned)[1]];
                        ++remembered;
                    }
                    ASSERT_EQ(turned, s.played) << options;
                }
                if (turn.kind == TurnKind::chance) {
                    own.resolve(s, own.sample(s, random));
                } else if (turn.kind == TurnKind::choice) {
                    own.play(s, any(turn.seat));
                } else {
                    const touchline::Action home = any(Seat::home);
                    own.play_secret(s, {home, any(Seat::away)});
                }
            }
        }
        EXPECT_GT(remembered, 100);
        EXPECT_EQ(covered > 0, own.options().penalties) << options;
    }
}

// Whatever is played, the strategy has an answer for the hands that are held, and goes by what was shown.
TEST(CardStrategy, GoesByWhatAPossessionHasShown) {
    const Rules own = rules(R"({"mode":"cards"})");
    Solver solver(own);
    Job job;
    State s = *own.set(own.start(), Json::parse(R"({"quarter":4,"clock":60,"score":{"home":3,"away":7}})"));
    solver.solve_for(s, job);
    Random random(4);
    CardMemory memory;
    int asked = 0;
    int changed = 0;
    while (s.quarter == 4 && own.turn(s).kind != TurnKind::over) {
        memory.see(s);
        const Turn turn = own.turn(s);
        if (turn.kind == TurnKind::secret) {
            const CardStrategy strategy = solver.strategy(s, memory);
            for (std::size_t role = 0; role < 2; ++role) {
                double shares = 0;
                for (const auto& choice : strategy.choices(role, s.hands[role == 0 ? s.offense : 1U - s.offense]))
                    shares += choice.share;
                EXPECT_NEAR(shares, 1, 1e-5);
                EXPECT_LT(strategy.gain(role), 2e-3);
            }
            ++asked;
            const bool shown =
                std::ranges::any_of(memory.plays(), [](const CardPlay& play) { return play.turned.has_value(); });
            if (shown && strategy.value() != solver.strategy(s).value()) ++changed;
            const ActionList home = own.legal(s, Seat::home);
            const ActionList away = own.legal(s, Seat::away);
            own.play_secret(s, {home[random.below(static_cast<u32>(home.size()))],
                                away[random.below(static_cast<u32>(away.size()))]});
        } else if (turn.kind == TurnKind::choice) {
            own.play(s, own.legal(s, turn.seat)[0]);
        } else {
            own.resolve(s, own.sample(s, random));
        }
    }
    EXPECT_GT(asked, 1);
    EXPECT_GT(changed, 0);
}

// With hands of two, of which there are few: a book of whole hands takes a minute.
TEST(CardBook, HasTheSameBytesForEveryNumberOfThreadsAndBringsItAllBack) {
    const test::CacheFolder folder;
    const Rules own = rules(R"({"mode":"cards","quarter_seconds":10})", 2);
    const BookKey key{"red-boar-gridiron", "{}", "test", Solver::kVersion};
    std::array<std::string, 2> bytes;
    std::optional<CardMeasure> measure;
    for (unsigned threads : {1U, 2U}) {
        Solver solver(own);
        Job job(threads);
        solver.solve_all(job);
        measure = solver.measure();
        BookWriter writer({key, solver.bound(), 0});
        solver.save(writer);
        ASSERT_TRUE(writer.finish());
        bytes[threads - 1] = bytes_of(book_path(key));
    }
    ASSERT_GT(bytes[0].size(), 1000u);
    EXPECT_TRUE(bytes[0] == bytes[1]);

    Solver loaded(own);
    const auto book = Book::open(key);
    ASSERT_TRUE(book);
    ASSERT_TRUE(loaded.load(*book));
    const State s = *own.set(own.start(), Json::parse(R"({"quarter":4,"ball":60,"score":{"home":3,"away":7}})"));
    Solver anew(own);
    Job job;
    anew.solve_for(s, job);
    EXPECT_NEAR(loaded.at(s).home(), anew.at(s).home(), 1e-9);
    ASSERT_TRUE(measure && loaded.measure());
    EXPECT_EQ(loaded.measure()->gain.value, measure->gain.value);
    EXPECT_EQ(loaded.measure()->points_a_drive(), measure->points_a_drive());
}

} // namespace touchline::solve::red_boar_gridiron
