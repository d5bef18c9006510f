// Duels from late positions against plain sweeps over every position that can still come.
#include "lab/duel.hpp"

#include "bots/roster.hpp"
#include "games/pocket_gridiron/rules.hpp"
#include "games/pocket_rugby/rules.hpp"
#include "games/red_boar_gridiron/rules.hpp"
#include "lab/plain_value.hpp"
#include "play/kind.hpp"
#include "play/table_for.hpp"
#include "said.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::lab {
namespace {

// A third yellow card changes nothing more than the second: counted to two, positions are few.
struct FewCards : pocket_rugby::Rules {
    explicit FewCards(const pocket_rugby::Rules& rules) : Rules(rules) {}
    void resolve(State& s, Outcome outcome) const {
        Rules::resolve(s, outcome);
        for (u8& total : s.yellow_total) total = std::min<u8>(total, 2);
    }
};

// From a bonus of 13 on every route breaks through and every kick is good.
struct SmallBonus : pocket_gridiron::Rules {
    explicit SmallBonus(const pocket_gridiron::Rules& rules) : Rules(rules) {}
    void resolve(State& s, Outcome outcome) const {
        Rules::resolve(s, outcome);
        s.bonus = std::min<u16>(s.bonus, 13);
    }
};

struct Late {
    std::string game;
    Json options;
    Json fields;
    std::vector<std::pair<std::string, std::string>> changes{}; // of the sheet
};

template <class Plain>
void expect_agreement(const Late& late, const BySeat<std::string>& bots) {
    using R = typename Plain::Rules;
    std::string sheet(kind_named(late.game)->default_sheet());
    for (const auto& [old_text, new_text] : late.changes) {
        ASSERT_NE(sheet.find(old_text), std::string::npos) << old_text;
        sheet.replace(sheet.find(old_text), old_text.size(), new_text);
    }
    const auto opened = std::move(*kind_named(late.game)->open(late.options, SheetText{"test", sheet}));
    const auto done = opened->set(late.fields);
    ASSERT_TRUE(done) << said(done.error().message);
    const auto& table = dynamic_cast<const TableFor<R>&>(*opened);
    analysis::Library library;
    solve::Job job(2);
    const auto own = duel(table, {bots, 1e-10}, library, job);
    ASSERT_TRUE(own) << said(own.error());
    EXPECT_LE(own->odds.error, 1e-9);
    const BySeat<std::shared_ptr<const analysis::Strategy>> players{bots::make_bot(bots.home),
                                                                    bots::make_bot(bots.away)};
    const auto analysis = library.of(table);
    TableFor<R> at = table;
    const auto shares = [&](const typename R::State& state, Seat seat, const ActionList&) {
        at.begin_at(state);
        return analysis->shares(at, seat, *players[seat]);
    };
    const double plain = test::plain_value(Plain(table.rules()), table.position(), shares);
    EXPECT_NEAR(own->odds.worth.value, plain, 1e-9) << late.options << late.fields << bots.home << bots.away;
}

const std::vector<BySeat<std::string>> kPairs{{"random", "random"}, {"coach", "random"}, {"rookie", "coach"}};

TEST(DuelAgainstPlainSweeps, AtTheEndOfARugbyMatch) {
    for (const auto& pair : kPairs)
        expect_agreement<FewCards>({"pocket-rugby",
                                    {{"injuries", false}},
                                    {{"score", {{"home", 38}, {"away", 37}}},
                                     {"yellow_total", {{"home", 1}, {"away", 2}}},
                                     {"cards", {{"away", 2}}}}},
                                   pair);
}

TEST(DuelAgainstPlainSweeps, WhileInjuriesAreStillToCome) {
    expect_agreement<FewCards>(
        {"pocket-rugby",
         Json::object(),
         {{"score", {{"home", 37}, {"away", 39}}},
          {"cards", {{"home", 2}, {"away", 2}}},
          {"injured", {{"home", {"forward", "centre", "back"}}, {"away", {"forward", "wing", "back"}}}}}},
        {"coach", "random"});
}

TEST(DuelAgainstPlainSweeps, AcrossHalfTimeOfRugby) {
    for (const char* second_half : {"other", "scorer"})
        expect_agreement<FewCards>(
            {"pocket-rugby",
             {{"injuries", false}, {"second_half", second_half}},
             {{"score", {{"home", 7}, {"away", 6}}}, {"cards", {{"home", 2}, {"away", 1}}}, {"first_attack", "away"}},
             {{"half_time = 20\nfull_time = 40", "half_time = 10\nfull_time = 13"}}},
            {"coach", "random"});
}

// Policies where the rules of a table leave more to them, or remember more (R2, R8, R19, R27).
TEST(DuelAgainstPlainSweeps, WithTheHouseRulesOfRugby) {
    const Json booked{{"home", 2}, {"away", 2}};
    const Json late{{"score", {{"home", 37}, {"away", 36}}}, {"cards", booked}};
    const Json one_to_come{{"score", {{"home", 38}, {"away", 37}}},
                           {"yellow_total", {{"home", 1}, {"away", 2}}},
                           {"cards", {{"away", 2}}}};
    const Json one_to_hurt{
        {"score", {{"home", 38}, {"away", 39}}},
        {"cards", booked},
        {"injured", {{"home", {"forward", "centre", "back"}}, {"away", {"forward", "wing", "back"}}}}};
    const Json cards{{"home_team", "new-zealand"}, {"away_team", "south-africa"}, {"injuries", false}};
    const auto with = [](Json options, const Json& more) {
        options.update(more);
        return options;
    };
    for (const auto& pair : kPairs) {
        expect_agreement<FewCards>({"pocket-rugby", with(cards, {{"attempts", "may"}, {"tap_reset", "penalty"}}), late},
                                   pair);
        expect_agreement<FewCards>(
            {"pocket-rugby", {{"injuries", false}, {"card_check", "may"}, {"penalty_range", "before"}}, one_to_come},
            pair);
        expect_agreement<FewCards>({"pocket-rugby", {{"big_hits", "in-a-row"}}, one_to_hurt}, pair);
        expect_agreement<FewCards>({"pocket-rugby",
                                    {{"injuries", false}, {"points", "together"}},
                                    {{"score", {{"home", 17}, {"away", 20}}}, {"cards", booked}}},
                                   pair);
    }
}

const Json kHot{{"home_team", "new-zealand"}, {"away_team", "england"}, {"weather", "hot"}, {"injuries", false}};
const Json kBooked{{"home", 2}, {"away", 2}};

TEST(DuelAgainstPlainSweeps, InHeatThatIsFeltLate) {
    for (const auto& pair : kPairs)
        expect_agreement<FewCards>(
            {"pocket-rugby", kHot, {{"score", {{"home", 36}, {"away", 37}}}, {"cards", kBooked}}}, pair);
}

TEST(DuelAgainstPlainSweeps, WhileHeatIsComing) {
    expect_agreement<FewCards>({"pocket-rugby",
                                kHot,
                                {{"score", {{"home", 4}, {"away", 3}}}, {"cards", kBooked}},
                                {{"half_time = 20\nfull_time = 40", "half_time = 10\nfull_time = 14"},
                                 {"late_weather_score = 30", "late_weather_score = 12"}}},
                               {"coach", "random"});
}

// Two downs, two sacks, two scrambles.
TEST(DuelAgainstPlainSweeps, InTheLastDrivesOfPocketGridiron) {
    for (const BySeat<std::string>& pair : {BySeat<std::string>{"coach", "random"}, {"rookie", "coach"}})
        expect_agreement<SmallBonus>(
            {"pocket-gridiron",
             {{"drives", 1}},
             {{"offense", "home"}, {"injured", {{"home", {"wr", "te", "rb"}}, {"away", {"qb", "wr", "te", "rb"}}}}},
             {{"downs = 4", "downs = 2"},
              {"sacks_for_safety = 3", "sacks_for_safety = 2"},
              {"scrambles_for_sack = 3", "scrambles_for_sack = 2"}}},
            pair);
}

struct PlainRedBoar : red_boar_gridiron::Rules {
    explicit PlainRedBoar(const red_boar_gridiron::Rules& rules) : Rules(rules) {}
};

TEST(DuelAgainstPlainSweeps, InTheLastSecondsOfRedBoar) {
    for (const auto& pair : kPairs)
        expect_agreement<PlainRedBoar>({"red-boar-gridiron",
                                        {{"overtime", "tie"}},
                                        {{"quarter", 4}, {"clock", 20}, {"ball", 70}, {"score", {{"away", 4}}}}},
                                       pair);
}

TEST(DuelAgainstPlainSweeps, InASuddenDeathOvertimeOfRedBoar) {
    expect_agreement<PlainRedBoar>({"red-boar-gridiron",
                                    {{"overtime", "sudden-death"}, {"penalties", false}},
                                    {{"quarter", 5}, {"ball", 60}, {"down", 4}}},
                                   {"coach", "random"});
}

// R22: it is agreed who begins the overtime.
TEST(DuelAgainstPlainSweeps, BeforeAnAgreedOvertimeOfRedBoar) {
    for (const char* receiver : {"home", "away"})
        expect_agreement<PlainRedBoar>(
            {"red-boar-gridiron",
             {{"overtime", "sudden-death"}, {"penalties", false}, {"toss", "home"}},
             {{"quarter", 4}, {"clock", 10}, {"ball", 60}, {"down", 4}, {"second_half_receiver", receiver}}},
            {"coach", "random"});
}

} // namespace
} // namespace touchline::lab
