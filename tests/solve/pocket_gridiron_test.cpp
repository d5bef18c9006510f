// The solver of Pocket Sports Gridiron against known values and against the slow and obvious method.
#include "core/embedded.hpp"
#include "said.hpp"
#include "solve/cache_folder.hpp"
#include "solve/obvious.hpp"
#include "solve/odds.hpp"
#include "solve/pocket_gridiron/solver.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

#include <unistd.h>

namespace touchline::solve::pocket_gridiron {
namespace {

using solve::Valuation;
using solve::Worth;

Rules rules_with(std::string_view options, const std::vector<std::pair<std::string, std::string>>& changes = {}) {
    std::string toml(embedded("data/sheets/pocket-gridiron.toml").value());
    for (const auto& [old_text, new_text] : changes) toml.replace(toml.find(old_text), old_text.size(), new_text);
    SheetReader reader(toml);
    const Sheet sheet = Rules::read_sheet(reader.root(Rules::kId));
    EXPECT_TRUE(reader.faults().empty());
    return *Rules::make(sheet, *OptionValues::check(option_specs<Rules>(sheet), Json::parse(options)));
}

// A short drive: two downs, two sacks, two scrambles.
const std::vector<std::pair<std::string, std::string>> kShort{{"downs = 4", "downs = 2"},
                                                              {"sacks_for_safety = 3", "sacks_for_safety = 2"},
                                                              {"scrambles_for_sack = 3", "scrambles_for_sack = 2"}};

// One down, and the first scramble is a safety.
const std::vector<std::pair<std::string, std::string>> kShortest{{"downs = 4", "downs = 1"},
                                                                 {"sacks_for_safety = 3", "sacks_for_safety = 1"},
                                                                 {"scrambles_for_sack = 3", "scrambles_for_sack = 1"}};

State position(const Rules& rules, std::string_view fields) { return *rules.set(rules.start(), Json::parse(fields)); }

Valuation odds_of(const Rules& rules, const State& state, unsigned threads = 1) {
    Solver solver(rules);
    solve::Job job(threads);
    solver.solve_for(state, job);
    return solve::odds(rules, solver, state);
}

// A bonus that stops growing, and a score that starts again at 0-0 with every extra drive: positions are then few
// enough to be listed, and nothing else is changed.
struct Bounded : Rules {
    explicit Bounded(const Rules& rules) : Rules(rules) {}
    void resolve(State& s, Outcome outcome) const {
        Rules::resolve(s, outcome);
        s.bonus = std::min<u16>(s.bonus, 13);
        if (s.period == Period::overtime && s.score[0] == s.score[1] && s.drives[0] + s.drives[1] == 2)
            s.score = {0, 0};
    }
};

// Every position that can come of this one, in the middle of plays too, whether a solver keeps all or beginnings alone.
void expect_the_obvious_values(const Rules& rules, std::string_view fields) {
    const State from = position(rules, fields);
    const test::Obvious<Bounded> obvious(Bounded(rules), from);
    for (std::size_t most_kept : {Solver::kMostKept, std::size_t{0}}) {
        Solver solver(rules, most_kept);
        solve::Job job;
        solver.solve_for(from, job);
        EXPECT_LE(solver.bound(), 1e-9);
        std::size_t compared = 0;
        for (std::size_t i = 0; i < obvious.states().size(); i += 1 + obvious.states().size() / 1500) {
            const State& state = obvious.states()[i];
            const Worth worth = obvious.at(state);
            const Valuation found = solve::odds(rules, solver, state);
            ASSERT_NEAR(found.worth.value, worth.value, 1e-9) << fields_of(rules, state).dump();
            ASSERT_NEAR(found.worth.draw, worth.draw, 1e-9) << fields_of(rules, state).dump();
            ASSERT_LE(found.error, 1e-9);
            ++compared;
        }
        EXPECT_GT(compared, 500U);
    }
}

// Many leads at once are worth what each is alone.
TEST(PocketGridironSolver, LeadsSideBySideAreWorthWhatEachIsAlone) {
    const Rules rules = rules_with(R"({"mode":"pro","drives":2})");
    for (std::size_t most_kept : {Solver::kMostKept, std::size_t{0}}) {
        Solver solver(rules, most_kept);
        solve::Job job(2);
        solver.solve_all(job);
        for (const char* fields : {R"({"drives":{"home":1,"away":0},"down":1})",
                                   R"({"drives":{"home":1,"away":0},"down":3,"sacks":1,"injured":{"home":["te"]}})",
                                   R"({"drives":{"home":1,"away":1},"offense":"away","down":2,"scrambles":1})"}) {
            std::vector<State> states;
            for (int lead = -40; lead <= 40; ++lead) {
                State state = position(rules, fields);
                state.score = {static_cast<u16>(std::max(lead, 0)), static_cast<u16>(std::max(-lead, 0))};
                if (solver.covers(state)) states.push_back(state);
            }
            ASSERT_GT(states.size(), 20U);
            std::vector<double> worths(states.size());
            solver.worths(states, worths.data());
            for (std::size_t i = 0; i < states.size(); ++i)
                ASSERT_NEAR(worths[i], solver.at(states[i]).worth.value, 1e-12) << fields << ' ' << i;
        }
    }
}

TEST(PocketGridironSolver, ReachesTheKnownValueWithoutInjuries) {
    const Rules rules = rules_with(R"({"injuries":false})");
    Solver solver(rules);
    solve::Job job;
    solver.solve_all(job);
    for (Seat seat : kSeats) {
        State begun = rules.start();
        rules.resolve(begun, Outcome{static_cast<u64>(seat)});
        const Valuation odds = solve::odds(rules, solver, begun);
        EXPECT_NEAR(odds.value(seat), 0.4949498863, 1e-9);
        EXPECT_LE(odds.error, 1e-9);
    }
}

TEST(PocketGridironSolver, ABasicDriveIsWorthWhatTheObviousMethodSays) {
    expect_the_obvious_values(rules_with(R"({"injuries":false})", kShort),
                              R"({"drives":{"home":1,"away":0},"score":{"home":0,"away":3}})");
}

TEST(PocketGridironSolver, InjuriesAreWorthWhatTheObviousMethodSays) {
    expect_the_obvious_values(
        rules_with(R"({"injury_scope":"runs"})", kShortest),
        R"({"drives":{"home":0,"away":1},"offense":"away","score":{"home":5,"away":0},"injured":{"away":["rb"]}})");
}

TEST(PocketGridironSolver, DeclinedFlagsAsZeroAreWorthWhatTheObviousMethodSays) {
    expect_the_obvious_values(rules_with(R"({"injuries":false,"declined_flag":"zero"})", kShort),
                              R"({"drives":{"home":1,"away":0},"score":{"home":2,"away":3}})");
}

TEST(PocketGridironSolver, ProDrivesAreWorthWhatTheObviousMethodSays) {
    expect_the_obvious_values(rules_with(R"({"mode":"pro","injuries":false})", kShortest),
                              R"({"drives":{"home":1,"away":1},"offense":"away"})");
    expect_the_obvious_values(
        rules_with(
            R"({"mode":"pro","home_team":"mustangs","away_team":"ironmen","injury_scope":"runs","pick_six":"scorer","audible_kick":false})",
            kShort),
        R"({"drives":{"home":1,"away":0},"injured":{"home":["qb"],"away":["rb","qb"]}})");
}

TEST(PocketGridironSolver, ExtraDrivesAreWorthWhatTheObviousMethodSays) {
    expect_the_obvious_values(rules_with(R"({"mode":"pro","injuries":false,"overtime":"extra-drives"})", kShortest),
                              R"({"quarter":5})");
}

// R3, R16, R20: flags read otherwise, each alone and all of them together.
TEST(PocketGridironSolver, FlagsReadOtherwiseAreWorthWhatTheObviousMethodSays) {
    for (
        std::string_view options :
        {R"({"injuries":false,"foul_decline":"any"})", R"({"injuries":false,"failed_sack":"zero"})",
         R"({"injuries":false,"flag_moment":"both-rolls"})", R"({"injuries":false,"other_flags":"called"})",
         R"({"injuries":false,"foul_decline":"any","failed_sack":"zero","flag_moment":"both-rolls","other_flags":"called"})"})
        expect_the_obvious_values(rules_with(options, kShort),
                                  R"({"drives":{"home":1,"away":0},"score":{"home":2,"away":3}})");
}

TEST(PocketGridironSolver, NewDownsInAConversionAreWorthWhatTheObviousMethodSays) {
    expect_the_obvious_values(
        rules_with(R"({"injuries":false,"conversion_flag":"downs","other_flags":"called"})", kShort),
        R"({"drives":{"home":1,"away":0},"score":{"home":0,"away":7}})");
    expect_the_obvious_values(rules_with(R"({"mode":"pro","injuries":false,"conversion_flag":"downs"})", kShort),
                              R"({"drives":{"home":1,"away":0},"score":{"home":0,"away":1}})");
}

TEST(PocketGridironSolver, InjuriesThatAddUpAreWorthWhatTheObviousMethodSays) {
    expect_the_obvious_values(
        rules_with(R"({"injury_scope":"runs","injury_count":"each"})", kShortest),
        R"({"drives":{"home":0,"away":1},"offense":"away","score":{"home":5,"away":0},"injured":{"away":["rb","rb","qb"]}})");
    EXPECT_TRUE(Solver::able(rules_with(R"({"injury_scope":"runs","injury_count":"each"})")));
    EXPECT_TRUE(Solver::able(rules_with(R"({"injuries":false,"injury_count":"each"})")));
    EXPECT_FALSE(Solver::able(rules_with(R"({"injury_count":"each"})"))); // docs/exact.md
}

TEST(PocketGridironSolver, ChoicesOfTheDefenceAreWorthWhatTheObviousMethodSays) {
    expect_the_obvious_values(rules_with(R"({"injuries":false,"sack_roll":"may"})", kShort),
                              R"({"drives":{"home":1,"away":0},"score":{"home":2,"away":3}})");
    expect_the_obvious_values(
        rules_with(R"({"mode":"pro","injuries":false,"sack_roll":"may","return_roll":"may"})", kShort),
        R"({"drives":{"home":1,"away":0},"score":{"home":3,"away":0}})");
}

TEST(PocketGridironSolver, ASecondHalfOpenedByTheOtherSideIsWorthWhatTheObviousMethodSays) {
    for (std::string_view options :
         {R"({"mode":"pro","injuries":false,"second_half":"other","drives":2})",
          R"({"mode":"pro","injuries":false,"second_half":"other","drives":2,"pick_six":"scorer"})"})
        expect_the_obvious_values(rules_with(options, kShortest),
                                  R"({"drives":{"home":1,"away":2},"offense":"away","opener":"home"})");
}

TEST(PocketGridironSolver, AllReadingsTogetherAreWorthWhatTheObviousMethodSays) {
    expect_the_obvious_values(
        rules_with(
            R"({"mode":"pro","injury_scope":"runs","injury_count":"each","foul_decline":"any","failed_sack":"zero",
            "conversion_flag":"downs","sack_roll":"may","flag_moment":"both-rolls","second_half":"other",
            "other_flags":"called","return_roll":"may","drives":1})",
            kShort),
        R"({"drives":{"home":1,"away":0},"injured":{"home":["qb","rb","rb","rb","rb"],"away":["rb","qb","qb"]}})");
    expect_the_obvious_values(
        rules_with(
            R"({"mode":"pro","injuries":false,"conversion_flag":"downs","sack_roll":"may","second_half":"other",
            "return_roll":"may","overtime":"extra-drives","other_flags":"called"})",
            kShortest),
        R"({"quarter":5})");
}

// R14: letting a scrambler go only pays where an interception return is the last hope.
TEST(PocketGridironSolver, LettingGoPaysOnlyWhereAReturnIsTheLastHope) {
    const auto value = [](std::string_view options, std::string_view fields) {
        const Rules rules = rules_with(options);
        return odds_of(rules, position(rules, fields)).worth.value;
    };
    constexpr auto kEven = R"({"drives":{"home":1,"away":1},"scrambles":1})";
    EXPECT_NEAR(value(R"({"injuries":false,"sack_roll":"may"})", kEven), value(R"({"injuries":false})", kEven), 1e-12);
    constexpr auto kLast = R"({"drives":{"home":1,"away":0},"score":{"home":5},"down":4,"scrambles":1})";
    EXPECT_LT(value(R"({"mode":"pro","injuries":false,"sack_roll":"may"})", kLast),
              value(R"({"mode":"pro","injuries":false})", kLast) - 1e-5);
}

TEST(PocketGridironSolver, ABonusBeyondAllRoutesChangesNothing) {
    const Rules rules = rules_with(R"({"injuries":false})");
    const auto value = [&](std::string_view fields) { return odds_of(rules, position(rules, fields)).worth.value; };
    constexpr auto kHigh = R"({"drives":{"home":1,"away":0},"score":{"home":0,"away":5},"bonus":40})";
    constexpr auto kHigher = R"({"drives":{"home":1,"away":0},"score":{"home":0,"away":5},"bonus":99})";
    EXPECT_EQ(value(kHigh), value(kHigher));
    EXPECT_GT(value(kHigh), value(R"({"drives":{"home":1,"away":0},"score":{"home":0,"away":5},"bonus":1})"));
}

TEST(PocketGridironSolver, MirroredPositionsMirror) {
    const Rules rules = rules_with("{}");
    const Valuation home = odds_of(
        rules,
        position(
            rules,
            R"({"drives":{"home":1,"away":1},"score":{"home":3,"away":6},"down":2,"injured":{"home":["wr","te","rb"],"away":["qb","te"]}})"));
    const Valuation away = odds_of(
        rules,
        position(
            rules,
            R"({"offense":"away","drives":{"home":1,"away":1},"score":{"home":6,"away":3},"down":2,"injured":{"away":["wr","te","rb"],"home":["qb","te"]}})"));
    EXPECT_NEAR(home.worth.value, 1 - away.worth.value, 1e-12);
    EXPECT_NEAR(home.draw(), away.draw(), 1e-12);
}

TEST(PocketGridironSolver, MorePointsAreNeverWorseAndEnoughOfThemAreCertain) {
    const Rules rules = rules_with(R"({"injuries":false})");
    Solver solver(rules);
    solve::Job job;
    double before = 0;
    for (int score = 0; score <= 60; ++score) {
        State state = position(rules, R"({"drives":{"home":1,"away":2},"offense":"away","score":{"away":30}})");
        state.score[0] = static_cast<u16>(score);
        solver.solve_for(state, job);
        const double value = solve::odds(rules, solver, state).worth.value;
        EXPECT_GE(value, before - 1e-12);
        before = value;
    }
    EXPECT_EQ(before, 1);
    EXPECT_EQ(odds_of(rules, position(rules, R"({"drives":{"home":1,"away":1},"score":{"away":100}})")).worth.value, 0);
}

TEST(PocketGridironSolver, ThreadsDoNotChangeADigit) {
    const Rules rules = rules_with(R"({"mode":"pro","overtime":"extra-drives","injury_scope":"runs"})", kShort);
    const State state = position(rules, R"({"drives":{"home":1,"away":1},"down":2})");
    const Valuation one = odds_of(rules, state, 1);
    const Valuation three = odds_of(rules, state, 3);
    EXPECT_EQ(one.worth, three.worth);
    EXPECT_EQ(one.error, three.error);
}

TEST(PocketGridironSolver, ABookAnswersAsTheSolverThatWroteIt) {
    const test::CacheFolder folder;
    const Rules rules =
        rules_with(R"({"mode":"pro","overtime":"extra-drives","injury_scope":"runs","drives":1})", kShort);
    Solver solver(rules);
    solve::Job job;
    solver.solve_all(job);
    const solve::BookKey key{std::string(Rules::kId), "{}", "0123456789abcdef", Solver::kVersion};
    {
        solve::BookWriter writer({key, solver.bound(), 1});
        solver.save(writer);
        ASSERT_TRUE(writer.finish());
    }
    Solver reader(rules);
    {
        const auto book = solve::Book::open(key);
        ASSERT_TRUE(book) << said(book.error());
        ASSERT_TRUE(reader.load(*book));
        // Another game's book does not fit.
        Solver other_game(rules_with(R"({"mode":"pro","drives":2,"injury_scope":"runs"})", kShort));
        EXPECT_FALSE(other_game.load(*book));
    }
    // Whoever opened it may let it go: what was loaded stays.
    for (std::string_view fields :
         {R"({})", R"({"offense":"away","down":2,"sacks":1})",
          R"({"drives":{"home":0},"offense":"away","score":{"home":3}})",
          R"({"phase":"conversion","score":{"home":6}})", R"({"quarter":5,"down":2})",
          R"({"phase":"conversion","returned":true,"score":{"home":6},"drives":{"away":0}})"}) {
        const State state = position(rules, fields);
        ASSERT_TRUE(reader.covers(state)) << fields;
        EXPECT_NEAR(solve::odds(rules, reader, state).worth.value, solve::odds(rules, solver, state).worth.value, 1e-9)
            << fields;
    }
}

} // namespace
} // namespace touchline::solve::pocket_gridiron
