// The Gridiron Glory solver against known values, a slow and obvious method, counts by hand and simulation.
#include "solve/gridiron_glory/solver.hpp"

#include "obvious.hpp"
#include "said.hpp"
#include "solve/cache_folder.hpp"
#include "solve/odds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

namespace touchline::solve::gridiron_glory {
namespace {

using solve::Job;
using solve::Valuation;

Sheet box() {
    return {.ranks = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"},
            .suits = {{"H", "D"}, {"S", "C"}},
            .buried_on_tie = 3,
            .dice = 3,
            .faces = {Face::referee, Face::referee, Face::referee, Face::whistle, Face::ball, Face::ball},
            .spaces = 4,
            .tries = 3,
            .touchdown = 7,
            .field_goal = 3};
}

// Few cards, a short field and small scores: every position can be listed.
Sheet small_box(std::vector<std::string> ranks, std::vector<std::string> suits, int buried) {
    Sheet sheet = box();
    sheet.ranks = std::move(ranks);
    sheet.suits = {suits, suits};
    sheet.buried_on_tie = buried;
    sheet.dice = 2;
    sheet.spaces = 2;
    sheet.tries = 2;
    sheet.touchdown = 2;
    sheet.field_goal = 1;
    return sheet;
}

State with_ball(const Rules& rules, Seat offense, int quarter) {
    State s = rules.start();
    s.phase = Phase::flip;
    s.offense = held_by(offense);
    s.first_offense = Holder::home;
    s.quarter = static_cast<u8>(quarter);
    return s;
}

std::vector<House> all_houses() {
    std::vector<House> houses(1);
    houses.push_back({.overtime = House::Overtime::tie});
    houses.push_back({.fumble_spot = House::FumbleSpot::same});
    houses.push_back({.fumble_short = House::FumbleShort::none});
    houses.push_back({.whistles = House::Whistles::once});
    houses.push_back({.quarter_tries = House::QuarterTries::fresh});
    houses.push_back({.overtime = House::Overtime::one_deck});
    houses.push_back({.toss_winner = House::TossWinner::choice});
    houses.push_back({.last_fumble = House::LastFumble::lost_try});
    houses.push_back({.last_fumble = House::LastFumble::new_decks});
    houses.push_back({.referees = House::Referees::may});
    houses.push_back({.after_score = House::AfterScore::same});
    houses.push_back({.last_card = House::LastCard::late});
    // All other readings at once, in the two ways in which they go together.
    House all{.overtime = House::Overtime::tie,
              .toss_dice = House::TossDice::five,
              .toss_winner = House::TossWinner::choice,
              .fumble_spot = House::FumbleSpot::same,
              .fumble_short = House::FumbleShort::none,
              .last_fumble = House::LastFumble::lost_try,
              .referees = House::Referees::may,
              .whistles = House::Whistles::once,
              .after_score = House::AfterScore::same,
              .last_card = House::LastCard::late,
              .quarter_tries = House::QuarterTries::fresh};
    houses.push_back(all);
    all.overtime = House::Overtime::one_deck;
    all.last_fumble = House::LastFumble::new_decks;
    houses.push_back(all);
    all.overtime = House::Overtime::sudden_death;
    houses.push_back(all);
    return houses;
}

void expect_agreement(const Rules& rules, const State& from) {
    const test::Obvious<Rules> obvious(rules, from);
    Solver solver(rules);
    Job job;
    solver.solve_for(from, job);
    EXPECT_GT(obvious.states().size(), 50U);
    for (const State& state : obvious.states()) {
        const Valuation odds = solve::odds(rules, solver, state);
        ASSERT_NEAR(odds.worth.value, obvious.at(state).value, 1e-11)
            << rules.score(state).home << "-" << rules.score(state).away;
        ASSERT_NEAR(odds.worth.draw, obvious.at(state).draw, 1e-11);
    }
}

TEST(GridironGlorySolver, EveryPositionOfASmallBoxAgreesWithTheObviousWayUnderEveryOption) {
    for (const House& house : all_houses()) {
        const Rules few(small_box({"2", "3", "4"}, {"X"}, 1), house);
        expect_agreement(few, with_ball(few, Seat::home, 2));
        const Rules pairs(small_box({"2", "3"}, {"X", "Y"}, 1), house);
        expect_agreement(pairs, with_ball(pairs, Seat::away, 4));
        Sheet tiny = small_box({"2", "3"}, {"X"}, 3);
        tiny.dice = 1;
        const Rules whole(tiny, house);
        expect_agreement(whole, whole.start());
    }
}

TEST(GridironGlorySolver, OtherNumbersOfBuriedCardsSpacesAndTriesAgreeToo) {
    for (int buried : {0, 2, 5})
        for (const House& house : {House{}, House{.fumble_short = House::FumbleShort::none}}) {
            Sheet sheet = small_box({"2", "3", "4"}, {"X"}, buried);
            sheet.spaces = 3;
            sheet.tries = 1;
            sheet.dice = 1;
            const Rules one_try(sheet, house);
            expect_agreement(one_try, with_ball(one_try, Seat::away, 3));
            sheet.spaces = 1;
            sheet.tries = 3;
            const Rules one_space(sheet, house);
            expect_agreement(one_space, with_ball(one_space, Seat::home, 3));
        }
}

TEST(GridironGlorySolver, AWholeSmallGameAgreesWithTheObviousWay) {
    Sheet sheet = small_box({"2", "3"}, {"X"}, 3);
    sheet.dice = 1;
    const Rules rules(sheet, House{});
    expect_agreement(rules, rules.start());
}

// R7: all that a whistle allows, declining too; R16 at the toss.
TEST(GridironGlorySolver, TheBestChoiceIsToRollAgainAndItIsWorthNothingToDecline) {
    const Rules rules(small_box({"2", "3"}, {"X"}, 1),
                      {.toss_winner = House::TossWinner::choice, .referees = House::Referees::may});
    const test::Obvious<Rules> obvious(rules, rules.start());
    Solver solver(rules);
    Job job;
    solver.solve_all(job);
    int asked = 0;
    for (const State& state : obvious.states()) {
        if (state.phase != Phase::whistle) continue;
        ++asked;
        EXPECT_EQ(solve::advise(rules, solver, state).front().action.code, Rules::roll_again);
    }
    EXPECT_GT(asked, 10);
}

TEST(GridironGlorySolver, NothingIsProvenWhereDecliningCouldPay) {
    Sheet sheet = box();
    sheet.field_goal = 9;
    EXPECT_TRUE(Solver::able(Rules(sheet, House{})));
    EXPECT_FALSE(Solver::able(Rules(sheet, House{.referees = House::Referees::may})));
    EXPECT_TRUE(Solver::able(Rules(box(), House{.referees = House::Referees::may})));
}

// R7: what declining is worth depends on the cards, which are left out there.
TEST(GridironGlorySolver, FollowsNoGameInWhichTheDefenceMayDecline) {
    EXPECT_TRUE(Solver::follows(Rules(box(), House{.toss_winner = House::TossWinner::choice})));
    EXPECT_FALSE(Solver::follows(Rules(box(), House{.referees = House::Referees::may})));
}

TEST(GridironGlorySolver, BuriedCardsAndUnequalRanksAgreeToo) {
    const Rules rules(small_box({"2", "3", "4"}, {"X", "Y"}, 1), House{});
    State s = with_ball(rules, Seat::home, 4);
    s.unseen = {0b011001, 0b110010};
    s.left = 3;
    s.pile = 2;
    const test::Obvious<Rules> obvious(rules, s);
    Solver solver(rules);
    Job job;
    solver.solve_for(s, job);
    EXPECT_NEAR(solver.at(s).worth.value, obvious.at(s).value, 1e-12);
}

TEST(GridironGlorySolver, KnownValues) {
    const Rules rules(box(), House{});
    Solver solver(rules);
    Job job;
    solver.solve_all(job);
    EXPECT_LE(solver.bound(), 1e-9);
    EXPECT_NEAR(solver.at(with_ball(rules, Seat::home, kOvertime)).worth.value, 0.616686425, 5e-10);
    EXPECT_NEAR(solver.at(with_ball(rules, Seat::home, 4)).worth.value, 0.565506724123, 1e-12);
    EXPECT_NEAR(solver.at(with_ball(rules, Seat::home, 1)).worth.value, 0.5, 1e-12);
    EXPECT_NEAR(solve::odds(rules, solver, rules.start()).worth.value, 0.5, 1e-12);
}

TEST(GridironGlorySolver, FourQuartersEndLevelAsOftenAsKnown) {
    const Rules rules(box(), House{.overtime = House::Overtime::tie});
    Solver solver(rules);
    Job job;
    solver.solve_all(job);
    EXPECT_NEAR(solve::odds(rules, solver, rules.start()).draw(), 0.0727, 5e-5);
}

TEST(GridironGlorySolver, TwoCardsWithAFumbleAreCountedByHand) {
    const Rules rules(box(), House{.overtime = House::Overtime::tie});
    State s = with_ball(rules, Seat::home, 4);
    s.score = {10, 10};
    s.space = 4;
    s.attempt = 3;
    s.unseen = {Cards{1} << 10 | Cards{1} << 24, Cards{1} << 10 | Cards{1}}; // 7 and A against 7 and 2
    s.left = s.pile = 2;
    Solver solver(rules);
    Job job;
    solver.solve_for(s, job);
    EXPECT_NEAR(solver.at(s).home(), 0.760416666667, 1e-12);
    EXPECT_NEAR(solver.at(s).draw(), 0.239583333333, 1e-12);
    EXPECT_NEAR(solver.at(s).away(), 0, 1e-12);
}

TEST(GridironGlorySolver, SeatsMirrorAndALeadNeverHurts) {
    const Rules rules(box(), House{});
    Solver solver(rules);
    Job job;
    solver.solve_all(job);
    for (int quarter = 1; quarter <= 4; ++quarter) {
        double last = 0;
        for (int lead = 0; lead <= 60; ++lead) {
            State home = with_ball(rules, Seat::home, quarter);
            home.score.home = static_cast<u16>(lead);
            State away = with_ball(rules, Seat::away, quarter);
            away.first_offense = Holder::away;
            away.score.away = static_cast<u16>(lead);
            const double value = solver.at(home).worth.value;
            EXPECT_NEAR(value, 1 - solver.at(away).worth.value, 1e-12);
            EXPECT_GE(value, last - 1e-12);
            last = value;
        }
    }
    State far = with_ball(rules, Seat::home, 4);
    far.score.home = 500;
    EXPECT_EQ(solver.at(far).worth.value, 1);
}

// What a position is worth by the odds one roll later.
Valuation one_roll_later(const Rules& rules, const Solver& solver, const State& s) {
    Valuation sum;
    double total = 0;
    rules.chances(s, [&](Outcome outcome, Weight weight) {
        State next = s;
        rules.resolve(next, outcome);
        const Valuation odds = solve::odds(rules, solver, next);
        sum.worth.value += static_cast<double>(weight) * odds.worth.value;
        sum.worth.draw += static_cast<double>(weight) * odds.worth.draw;
        total += static_cast<double>(weight);
    });
    sum.worth.value /= total;
    sum.worth.draw /= total;
    return sum;
}

TEST(GridironGlorySolver, OneRollAtATimeAddsUp) {
    const Rules rules(box(), House{});
    Solver solver(rules);
    Job job;
    Random random(3);
    State s = with_ball(rules, Seat::home, 4);
    s.space = 3;
    while (s.pile > 8) rules.resolve(s, rules.sample(s, random));
    solver.solve_for(s, job);
    while (rules.turn(s).kind != TurnKind::over && s.quarter == 4) {
        EXPECT_NEAR(solve::odds(rules, solver, s).worth.value, one_roll_later(rules, solver, s).worth.value, 1e-11)
            << "seed 3, pile " << int{s.pile};
        rules.resolve(s, rules.sample(s, random));
    }
}

// Boxes of full size, in which other spots, piles and numbers of results come up than in small ones.
std::vector<Sheet> other_boxes() {
    std::vector<Sheet> sheets(4, box());
    sheets[0].buried_on_tie = 0;
    sheets[1].buried_on_tie = 1;
    sheets[1].tries = 1;
    sheets[2].buried_on_tie = 7;
    sheets[2].spaces = 5;
    sheets[2].tries = 4;
    sheets[3].ranks = {"2", "3", "4", "5"};
    sheets[3].suits = {{"A", "B", "C", "D"}, {"E", "F", "G", "H"}};
    sheets[3].spaces = 1;
    return sheets;
}

TEST(GridironGlorySolver, RollsAddUpInEveryQuarterOfOtherBoxesAndUnderEveryOption) {
    std::vector<Rules> games;
    for (const House& house : all_houses()) games.emplace_back(box(), house);
    for (const Sheet& sheet : other_boxes()) games.emplace_back(sheet, House{});
    for (const Rules& rules : games) {
        Solver solver(rules);
        Job job;
        solver.solve_all(job);
        Random random(11);
        for (int quarter : {1, 2, 3, 4, kOvertime}) {
            if (quarter == kOvertime && rules.house().overtime == House::Overtime::tie) continue;
            State s = with_ball(rules, quarter % 2 == 0 ? Seat::home : Seat::away, quarter);
            while (s.quarter == quarter && rules.turn(s).kind != TurnKind::over) {
                const Valuation odds = solve::odds(rules, solver, s);
                if (random.below(12) == 0) {
                    const Valuation later = one_roll_later(rules, solver, s);
                    ASSERT_NEAR(odds.worth.value, later.worth.value, 2e-11)
                        << "seed 11, quarter " << quarter << ", pile " << int{s.pile};
                    ASSERT_NEAR(odds.worth.draw, later.worth.draw, 2e-11);
                }
                const bool last_card = s.pile <= 1;
                rules.resolve(s, rules.sample(s, random));
                if (s.phase == Phase::whistle) rules.play(s, Action{Rules::roll_again});
                if (last_card && s.pile > 1) break; // overtime has no other end than a score
            }
        }
    }
}

State with_seats_exchanged(State s) {
    std::swap(s.unseen.home, s.unseen.away);
    std::swap(s.score.home, s.score.away);
    s.offense = held_by(other(seat_of(s.offense)));
    s.first_offense = held_by(other(seat_of(s.first_offense)));
    return s;
}

TEST(GridironGlorySolver, SeatsMirrorInTheMiddleOfAQuarter) {
    const Rules rules(box(), House{});
    Solver solver(rules);
    Job job;
    solver.solve_all(job);
    Random random(5);
    int fumbles = 0;
    for (int quarter : {1, 2, 3, 4, kOvertime})
        for (int game = 0; game < 4; ++game)
            for (State s = with_ball(rules, Seat::home, quarter); s.quarter == quarter && s.phase != Phase::over;
                 rules.resolve(s, rules.sample(s, random))) {
                if (!solver.station(s)) continue;
                fumbles += s.phase == Phase::fumble ? 1 : 0;
                ASSERT_NEAR(solver.at(s).worth.value, 1 - solver.at(with_seats_exchanged(s)).worth.value, 1e-11)
                    << "seed 5, quarter " << quarter << ", pile " << int{s.pile};
            }
    EXPECT_GT(fumbles, 10);
}

TEST(GridironGlorySolver, SimulationAgrees) {
    const Rules rules(box(), House{});
    Solver solver(rules);
    Job job;
    State s = with_ball(rules, Seat::away, 4);
    s.score.home = 4;
    s.space = 3;
    s.pile = 14;
    solver.solve_for(s, job);
    constexpr int kGames = 40000;
    Random random(5);
    double sum = 0;
    for (int game = 0; game < kGames; ++game) {
        State played = s;
        while (rules.turn(played).kind != TurnKind::over) roll(rules, played, random);
        sum += worth_of(rules.result(played)).value;
    }
    EXPECT_NEAR(solver.at(s).worth.value, sum / kGames, 4 / std::sqrt(4.0 * kGames));
}

TEST(GridironGlorySolver, ThreadsChangeNothingAndABookBringsItAllBack) {
    const test::CacheFolder folder;
    const Rules rules(box(), House{.overtime = House::Overtime::tie});
    const solve::BookKey key{.game = "gridiron-glory", .options = "{}", .sheet_hash = "0", .solver = Solver::kVersion};
    std::array<Solver, 2> solvers{Solver(rules), Solver(rules)};
    for (unsigned threads : {1U, 2U}) {
        Job job(threads);
        solvers[threads - 1].solve_all(job);
    }
    {
        solve::BookWriter writer({key, solvers[0].bound(), 0.1});
        solvers[0].save(writer);
        ASSERT_TRUE(writer.finish());
    }
    Solver loaded(rules);
    const auto book = solve::Book::open(key);
    ASSERT_TRUE(book) << said(book.error());
    ASSERT_TRUE(loaded.load(*book));
    for (int quarter = 1; quarter <= 4; ++quarter)
        for (Seat seat : kSeats) {
            State s = with_ball(rules, seat, quarter);
            s.score.away = 3;
            s.space = 2;
            EXPECT_EQ(solvers[0].at(s).worth, solvers[1].at(s).worth);
            EXPECT_EQ(solvers[0].at(s).worth, loaded.at(s).worth);
        }
    Sheet other = box();
    other.spaces = 5;
    EXPECT_FALSE(Solver(Rules(other, House{})).load(*book));
}

TEST(GridironGlorySolver, AskedByTwoThreadsAtOnceItAnswersTheSame) {
    const Rules rules(box(), House{});
    Random random(2);
    std::vector<State> positions;
    for (State s = with_ball(rules, Seat::home, 4); s.quarter == 4 && s.phase != Phase::over;
         rules.resolve(s, rules.sample(s, random)))
        if (s.phase == Phase::flip || s.phase == Phase::fumble) positions.push_back(s);
    std::array<std::vector<double>, 2> values;
    for (unsigned threads : {1U, 2U}) {
        Solver solver(rules);
        Job job(threads);
        solver.solve_for(positions.front(), job);
        values[threads - 1].resize(positions.size());
        job.parallel(positions.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) values[threads - 1][i] = solver.at(positions[i]).worth.value;
        });
    }
    EXPECT_EQ(values[0], values[1]);
}

// All runs of so many cards a side.
RunRange all_runs(int cards) {
    RunRange range{cards + 1, {}};
    for (int equal = 0; equal <= cards; ++equal) range.most_unequal.push_back(cards - equal);
    return range;
}

// The chance that the pairs come to these numbers in any order.
double in_any_order(const PairLaw& law, int higher, int equal, int lower) {
    return static_cast<double>(arrangements(higher, equal, lower)) * law.run(higher, equal, lower);
}

TEST(PairLaw, TwoAgainstTwoIsCountedByHand) {
    // Low and high on both sides: two ties, or one won and one lost.
    const PairLaw law({{1, 1}, {1, 1}}, all_runs(2));
    EXPECT_DOUBLE_EQ(in_any_order(law, 0, 2, 0), 0.5);
    EXPECT_DOUBLE_EQ(in_any_order(law, 1, 0, 1), 0.5);
    EXPECT_DOUBLE_EQ(law.run(1, 0, 0), 0.25);
    EXPECT_DOUBLE_EQ(law.run(0, 1, 0), 0.5);
    EXPECT_DOUBLE_EQ(law.run(0, 1, 1), 0);
    EXPECT_DOUBLE_EQ(law.run(0, 0, 0), 1);
}

TEST(PairLaw, FullDecksAddUpToOneAndTieOneInThirteen) {
    const std::vector<int> deck(13, 2);
    const PairLaw law({deck, deck}, all_runs(26));
    double sum = 0;
    double ties = 0;
    for (int equal = 0; equal <= 26; ++equal)
        for (int higher = 0; higher + equal <= 26; ++higher) {
            const double chance = in_any_order(law, higher, equal, 26 - equal - higher);
            sum += chance;
            ties += equal * chance;
        }
    EXPECT_NEAR(sum, 1, 1e-13);
    EXPECT_NEAR(ties, 2, 1e-12);
    EXPECT_NEAR(law.run(0, 1, 0), 1.0 / 13, 1e-15);
    EXPECT_NEAR(law.run(1, 0, 0), 6.0 / 13, 1e-14);
}

TEST(PairLaw, UnequalDecksAgreeWithAllOrdersLaidOut) {
    const BySeat<std::vector<int>> counts{{2, 0, 1, 2}, {1, 2, 1, 1}};
    BySeat<std::vector<int>> cards;
    for (Seat seat : kSeats)
        for (int rank = 0; rank < 4; ++rank)
            cards[seat].insert(cards[seat].end(),
                               static_cast<std::size_t>(counts[seat][static_cast<std::size_t>(rank)]), rank);
    // Runs begin with all higher pairs, then come the equal ones, then the lower ones.
    std::array<std::size_t, 5> order{0, 1, 2, 3, 4}; // of away's cards beside home's
    std::array<std::array<std::array<double, 6>, 6>, 6> seen{};
    double orders = 0;
    do {
        std::array<int, 5> lead{};
        for (std::size_t i = 0; i < 5; ++i) lead[i] = cards.home[i] - cards.away[order[i]];
        std::array<std::size_t, 5> turn{0, 1, 2, 3, 4}; // in which the pairs are turned
        do {
            ++orders;
            for (std::size_t higher = 0; higher <= 5; ++higher)
                for (std::size_t equal = 0; higher + equal <= 5; ++equal)
                    for (std::size_t lower = 0; higher + equal + lower <= 5; ++lower) {
                        bool fits = true;
                        for (std::size_t i = 0; i < higher + equal + lower; ++i) {
                            const int each = lead[turn[i]];
                            fits = fits && (i < higher ? each > 0 : i < higher + equal ? each == 0 : each < 0);
                        }
                        seen[higher][equal][lower] += fits ? 1 : 0;
                    }
        } while (std::ranges::next_permutation(turn).found);
    } while (std::ranges::next_permutation(order).found);
    const PairLaw law(counts, all_runs(5));
    const PairLaw short_runs(counts, RunRange{6, {3, 1}});
    for (int higher = 0; higher <= 5; ++higher)
        for (int equal = 0; higher + equal <= 5; ++equal)
            for (int lower = 0; higher + equal + lower <= 5; ++lower) {
                const double chance = seen[static_cast<std::size_t>(higher)][static_cast<std::size_t>(equal)]
                                          [static_cast<std::size_t>(lower)] /
                                      orders;
                EXPECT_NEAR(law.run(higher, equal, lower), chance, 1e-15);
                const bool short_run = higher + lower <= (equal == 0 ? 3 : equal == 1 ? 1 : -1);
                if (short_run) {
                    EXPECT_NEAR(short_runs.run(higher, equal, lower), chance, 1e-15);
                }
            }
}

} // namespace
} // namespace touchline::solve::gridiron_glory
