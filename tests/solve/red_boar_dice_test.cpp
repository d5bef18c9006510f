// Gridiron with dice: the layered solver against plain listing of every position, and known values.
#include "solve/red_boar_gridiron/solver.hpp"

#include "said.hpp"
#include "solve/cache_folder.hpp"
#include "solve/general.hpp"
#include "solve/odds.hpp"
#include "solve/red_boar_positions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace touchline::solve::red_boar_gridiron {

namespace {

void expect_same(std::string_view options, std::initializer_list<std::string_view> positions) {
    const Rules own = rules(options);
    Job job(2);
    Solver solver(own);
    GeneralSolver<Rules> listed(own);
    for (std::string_view position : positions) {
        const State state = at(own, position);
        solver.solve_for(state, job);
        listed.solve_for(state, job);
        const Valuation found = odds(own, solver, state);
        const Valuation wanted = listed.at(state);
        EXPECT_NEAR(found.worth.value, wanted.worth.value, 1e-9) << options << position;
        EXPECT_NEAR(found.worth.draw, wanted.worth.draw, 1e-9) << options << position;
        EXPECT_LE(found.error, 1e-9);
    }
}

} // namespace

TEST(RedBoarDice, AgreesWithListingEveryPosition) {
    expect_same(R"({"overtime":"tie","quarter_seconds":10})",
                {R"({"quarter":4,"ball":60,"score":{"away":3}})", R"({"quarter":3,"ball":60,"score":{"away":3}})",
                 R"({"quarter":2,"ball":40,"score":{"away":1}})",
                 R"({"quarter":4,"phase":"try","clock":0,"score":{"home":6,"away":8}})"});
}

TEST(RedBoarDice, AgreesWithListingUnderEveryReading) {
    for (std::string_view option :
         {R"("turnover_spot":"scrimmage")", R"("barred_line":"inside")", R"("kick_fouls":"before")",
          R"("interference":"full")", R"("penalties":false)", R"("half_distance":"up")", R"("kick_downs":"fourth")",
          R"("safety_kick":"kickoff")", R"("missed_spot":"kick")", R"("toss":"home")"})
        expect_same("{\"overtime\":\"tie\"," + std::string(option) + "}",
                    {R"({"quarter":4,"clock":20,"ball":70,"score":{"away":4}})"});
}

TEST(RedBoarDice, AgreesWithListingUnderAllReadingsAtOnce) {
    expect_same(R"({"overtime":"tie","turnover_spot":"scrimmage","barred_line":"inside","kick_fouls":"before",
                    "interference":"full","half_distance":"up","kick_downs":"fourth","safety_kick":"kickoff",
                    "missed_spot":"kick","toss":"choice"})",
                {R"({"quarter":4,"clock":20,"ball":15,"down":4,"score":{"away":1}})",
                 R"({"quarter":4,"clock":20,"ball":70,"down":4,"score":{"away":4}})"});
}

// R22: whoever has received the opening kickoff begins the overtime, so that the four quarters are no longer the same
// for both.
TEST(RedBoarDice, AnAgreedOvertimeIsLookedForwardTo) {
    constexpr std::string_view kOptions =
        R"({"overtime":"sudden-death","penalties":false,"quarter_seconds":10,"toss":"away"})";
    expect_same(kOptions, {R"({"quarter":4,"ball":60,"second_half_receiver":"home"})",
                           R"({"quarter":4,"ball":60,"second_half_receiver":"away"})",
                           R"({"quarter":4,"offense":"away","ball":60,"second_half_receiver":"home"})",
                           R"({"quarter":3,"ball":60,"score":{"away":3},"second_half_receiver":"away"})"});
    const Rules own = rules(kOptions);
    Job job(2);
    Solver solver(own);
    const State first = at(own, R"({"quarter":4,"phase":"kickoff","second_half_receiver":"away"})");
    const State second = at(own, R"({"quarter":4,"phase":"kickoff","second_half_receiver":"home"})");
    solver.solve_for(first, job);
    EXPECT_GT(std::abs(solver.at(first).worth.value - solver.at(second).worth.value), 0.01);
}

// R22: nothing is worth more than the choice, and the coin decides only who has it.
TEST(RedBoarDice, TheTossWinnerTakesWhatIsBetter) {
    const Rules own = rules(R"({"quarter_seconds":30,"toss":"choice"})");
    Job job(2);
    Solver solver(own);
    solver.solve_all(job);
    State chosen = own.start();
    own.resolve(chosen, Outcome{0});
    const std::vector<Advice> advice = advise(own, solver, chosen);
    ASSERT_EQ(advice.size(), 2U);
    EXPECT_NEAR(advice[0].value, odds(own, solver, chosen).home(), 1e-9);
    EXPECT_NEAR(advice[0].value + advice[1].value, 1, 1e-9);
    EXPECT_NEAR(odds(own, solver, own.start()).home(), 0.5, 1e-9);
}

TEST(RedBoarDice, SuddenDeathAgreesWithListing) {
    expect_same(R"({"overtime":"sudden-death","penalties":false})",
                {R"({"quarter":5,"phase":"kickoff"})", R"({"quarter":5,"ball":60,"down":4})"});
}

TEST(RedBoarDice, LeagueAgreesWithListing) {
    expect_same(R"({"overtime":"league","penalties":false})",
                {R"({"quarter":5,"phase":"kickoff"})", R"({"quarter":5,"ball":60,"down":4})",
                 R"({"quarter":5,"overtime_first":"away","ball":60,"down":3,"score":{"away":7}})",
                 R"({"quarter":5,"overtime_first":"away","phase":"try","score":{"home":6,"away":7}})",
                 R"({"quarter":5,"overtime_first":"home","phase":"try","score":{"home":6}})",
                 R"({"quarter":5,"overtime_first":null,"offense":"away","ball":30})",
                 R"({"quarter":5,"overtime_first":"away","ball":60,"down":3,"score":{"away":5}})"});
}

// The same rules by the lead alone: rounds of possessions make scores without end.
struct ByLead : Rules {
    explicit ByLead(const Rules& rules) : Rules(rules) {}
    void play(State& s, Action action) const {
        Rules::play(s, action);
        lower(s);
    }
    void resolve(State& s, Outcome outcome) const {
        Rules::resolve(s, outcome);
        lower(s);
    }

private:
    static void lower(State& s) {
        const u16 least = std::min(s.score[0], s.score[1]);
        for (u16& score : s.score) score = static_cast<u16>(score - least);
    }
};

TEST(RedBoarDice, RoundsOfPossessionsAgreeWithListing) {
    for (std::string_view overtime : {"alternate", "high-school", "college"}) {
        const Rules own = rules(R"({"penalties":false,"overtime":")" + std::string(overtime) + "\"}");
        Job job(2);
        Solver solver(own);
        const ByLead plain(own);
        GeneralSolver<ByLead> listed(plain);
        for (std::string_view position :
             {R"({"quarter":5})", R"({"quarter":5,"offense":"away","overtime_first":"home","score":{"home":7}})",
              R"({"quarter":5,"phase":"try","score":{"home":6}})", R"({"quarter":6})",
              R"({"quarter":6,"overtime_first":"away","ball":90,"score":{"away":6}})", R"({"quarter":7})",
              R"({"quarter":7,"overtime_first":"away","score":{"away":2}})"}) {
            if (overtime != "college" && position.find(":5") == std::string_view::npos) continue;
            const State state = at(own, position);
            solver.solve_for(state, job);
            listed.solve_for(state, job);
            const Valuation found = odds(own, solver, state);
            EXPECT_NEAR(found.worth.value, listed.at(state).worth.value, 1e-9) << overtime << position;
            EXPECT_LE(found.error, 1e-9);
        }
    }
}

TEST(RedBoarDice, FirstInAnAlternateOvertime) {
    const Rules own = rules("{}");
    Job job(1);
    Solver solver(own);
    const State first = at(own, R"({"quarter":5})");
    solver.solve_for(first, job);
    EXPECT_NEAR(odds(own, solver, first).home(), 0.4768257529, 1e-9);
    const State away = at(own, R"({"quarter":5,"offense":"away"})");
    EXPECT_NEAR(odds(own, solver, away).away(), 0.4768257529, 1e-9);
    const std::vector<Advice> advice = advise(own, solver, first);
    EXPECT_EQ(own.action_name(first, advice[0].action), "play");
    EXPECT_NEAR(advice[1].value, 0.366957636334, 1e-9);
}

TEST(RedBoarDice, TheLastMinuteIsTheSameOnAnyNumberOfThreads) {
    const Rules own = rules("{}");
    Job one(1), three(3);
    Solver first(own), second(own);
    const State state = at(own, R"({"quarter":4,"clock":60,"ball":40,"score":{"away":2}})");
    first.solve_for(state, one);
    second.solve_for(state, three);
    for (int ball = 5; ball <= 95; ball += 5)
        for (int away = 0; away < 20; ++away) {
            const State there = at(own, R"({"quarter":4,"clock":60,"ball":)" + std::to_string(ball) +
                                            R"(,"score":{"home":10,"away":)" + std::to_string(away) + "}}");
            EXPECT_EQ(first.at(there).worth, second.at(there).worth);
            if (away > 0) { // more points of the other side are never better
                const State fewer = at(own, R"({"quarter":4,"clock":60,"ball":)" + std::to_string(ball) +
                                                R"(,"score":{"home":10,"away":)" + std::to_string(away - 1) + "}}");
                EXPECT_LE(first.at(there).worth.value, first.at(fewer).worth.value + 1e-9);
            }
        }
}

TEST(RedBoarDice, MirroredPositionsMirror) {
    const Rules own = rules(R"({"quarter_seconds":30})");
    Job job(2);
    Solver solver(own);
    const State home =
        at(own, R"({"quarter":2,"clock":30,"ball":35,"score":{"home":3,"away":7},"second_half_receiver":"away"})");
    const State away = at(
        own,
        R"({"quarter":2,"clock":30,"ball":35,"offense":"away","score":{"home":7,"away":3},"second_half_receiver":"home"})");
    solver.solve_for(home, job);
    EXPECT_NEAR(odds(own, solver, home).home(), odds(own, solver, away).away(), 1e-9);
    EXPECT_LE(solver.bound(), 1e-9);
}

// A book that has no room for all four quarters keeps the last ones; the others are solved from there.
TEST(RedBoarDice, ABookOfTheLastQuartersIsGoneOnFrom) {
    const test::CacheFolder folder;
    const Rules own = rules(R"({"quarter_seconds":20,"overtime":"tie"})");
    Job job(2);
    Solver solver(own, 2'500'000);
    solver.solve_all(job);
    const BookKey key{std::string(Rules::kId), "{}", "0123456789abcdef", Solver::kVersion};
    {
        BookWriter writer({key, solver.bound(), 0});
        solver.save(writer);
        ASSERT_TRUE(writer.finish());
    }
    Expected<Book, Message> book = Book::open(key);
    ASSERT_TRUE(book) << said(book.error());
    Solver again(own);
    ASSERT_TRUE(again.load(*book));
    const State last = at(own, R"({"quarter":4,"ball":60,"score":{"away":3}})");
    EXPECT_TRUE(again.covers(last));
    EXPECT_EQ(again.at(last).worth, solver.at(last).worth);
    const State first = at(own, R"({"quarter":1,"ball":60,"score":{"away":3}})");
    EXPECT_FALSE(again.covers(first));
    again.solve_for(first, job);
    EXPECT_NEAR(again.at(first).worth.value, solver.at(first).worth.value, 1e-9);
    EXPECT_NEAR(again.at(first).worth.draw, solver.at(first).worth.draw, 1e-9);
}

} // namespace touchline::solve::red_boar_gridiron
