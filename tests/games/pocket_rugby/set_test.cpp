// `set`: what is taken, what is left out, and every position that cannot be.
#include "games/pocket_rugby/rugby_table.hpp"

#include "games/pocket_rugby/rules.hpp"
#include "play/table_for.hpp"

namespace touchline {
namespace {

TEST(Set, WhatIsLeftOutIsAsAtTheStartOfAPhase) {
    RugbyTable table("pocket-rugby");
    table.set(Json::object()).waits_for("scrum-half", "home");
    table.shows({{"score", {{"home", 0}, {"away", 0}}}, {"half", 1}, {"offense", "home"}, {"first_attack", "home"}});
    table.set({{"first_attack", "away"}}).shows({{"offense", "away"}}).waits_for("scrum-half", "away");
    table.set({{"score", {{"away", 25}}}}).shows({{"score", {{"home", 0}, {"away", 25}}}, {"half", 2}});
    table.set({{"cards", {{"home", 2}}}}).shows({{"yellow_total", {{"home", 2}, {"away", 0}}}});
    table.set({{"cards", {{"home", 2}, {"away", 1}}}, {"yellow_total", {{"home", 5}}}})
        .shows({{"yellow_total", {{"home", 5}, {"away", 1}}}});
    table.set({{"score", {{"home", 20}}}, {"yellow_total", {{"home", 1}}}})
        .shows({{"cards", {{"home", 0}, {"away", 0}}}});
    table.set({{"injured", {{"away", {"back", "forward"}}}}})
        .shows({{"injured", {{"home", Json::array()}, {"away", {"forward", "back"}}}}});
    table.set({{"teams", {{"home", "none"}, {"away", "none"}}},
               {"value", nullptr},
               {"tackle", nullptr},
               {"range", nullptr},
               {"carrier", nullptr}});
}

TEST(Set, TheWeatherStaysAsItIsAndIsFineIfNotYetRolled) {
    RugbyTable rolled("pocket-rugby", {{"weather", "roll"}});
    rolled.set(Json::object()).shows({{"weather", "fine"}});
    rolled.set({{"weather", "rain"}}).set(Json::object()).shows({{"weather", "rain"}});
    RugbyTable off("pocket-rugby");
    off.set({{"score", {{"home", 11}}}}).shows({{"weather", "off"}, {"half", 1}});
    off.set({{"weather", "rain"}, {"score", {{"home", 11}}}}).shows({{"half", 2}});
}

TEST(Set, PositionsThatCannotBeAreRefused) {
    RugbyTable table("pocket-rugby");
    const std::vector<Json> bad{
        {{"down", 1}},
        {{"score", {{"home", 40}}}},
        {{"score", {{"home", -1}}}},
        {{"score", {{"home", 3.5}}}},
        {{"score", {{"nobody", 3}}}},
        {{"score", 3}},
        {{"score", nullptr}},
        {{"weather", "rain"}, {"score", {{"away", 20}}}},
        {{"half", 2}},
        {{"half", 1}, {"score", {{"home", 20}}}},
        {{"half", 3}},
        {{"half", nullptr}},
        {{"offense", "both"}},
        {{"offense", nullptr}},
        {{"first_attack", nullptr}},
        {{"first_attack", 1}},
        {{"cards", {{"home", 3}}}},
        {{"cards", {{"home", 1}}}, {"yellow_total", {{"home", 2}}}},
        {{"cards", {{"home", 2}}}, {"yellow_total", {{"home", 1}}}},
        {{"yellow_total", {{"home", 1}}}},
        {{"yellow_total", {{"home", 2}}}, {"score", {{"home", 20}}}},
        {{"quick_tap", 4}},
        {{"quick_tap", -1}},
        {{"quick_tap", nullptr}},
        {{"injured", {{"home", {"hooker"}}}}},
        {{"injured", {{"home", {"wing", "wing"}}}}},
        {{"injured", {{"home", "wing"}}}},
        {{"injured", Json::array()}},
        {{"weather", "roll"}},
        {{"weather", "snow"}},
        {{"weather", nullptr}},
        {{"teams", {{"home", "england"}}}},
        {{"carrier", "hooker"}},
        {{"value", 5}},
        {{"tackle", 0}},
        {{"range", 20}},
        {{"game", "pig"}},
    };
    for (const Json& fields : bad) EXPECT_FALSE(table.refusal(fields).empty()) << fields;
    EXPECT_FALSE(
        RugbyTable("pocket-rugby", {{"injuries", false}}).refusal({{"injured", {{"home", {"wing"}}}}}).empty());
    EXPECT_EQ(RugbyTable("pocket-rugby", {{"injuries", false}}).refusal({{"injured", {{"home", Json::array()}}}}), "");
}

TEST(Set, EveryReasonIsGiven) {
    RugbyTable table("pocket-rugby");
    const std::string reasons =
        table.refusal({{"down", 1}, {"quick_tap", 9}, {"weather", "snow"}, {"score", {{"home", 99}}}});
    EXPECT_EQ(std::ranges::count(reasons, ';'), 3) << reasons;
    table.waits_for("toss", "home"); // and nothing has changed
}

TEST(Sound, BytesThatNoMatchCanReachAreRefused) {
    using pocket_rugby::Phase;
    RugbyTable table("pocket-rugby");
    table.set({{"carrier", "wing"}}).roll("HIT UP 3").roll("BIG HIT");
    const auto& at = dynamic_cast<const TableFor<pocket_rugby::Rules>&>(*table);
    const pocket_rugby::State sound = at.position();
    EXPECT_EQ(at.rules().fault(sound).key, "");
    const auto refused = [&](auto change) {
        pocket_rugby::State state = sound;
        change(state);
        return !at.rules().fault(state).empty();
    };
    EXPECT_TRUE(refused([](auto& s) { s.phase = static_cast<Phase>(99); }));
    EXPECT_TRUE(refused([](auto& s) { s.phase = Phase::scrum_half; }));
    EXPECT_TRUE(refused([](auto& s) { s.phase = Phase::decoy; }));
    EXPECT_TRUE(refused([](auto& s) { s.offense = 2; }));
    EXPECT_TRUE(refused([](auto& s) { s.ball.carrier = 4; }));
    EXPECT_TRUE(refused([](auto& s) { s.ball.face = 1; })); // SIDE STEP cannot be stolen from
    EXPECT_TRUE(refused([](auto& s) { s.ball.value = 9; }));
    EXPECT_TRUE(refused([](auto& s) { s.ball.tackle = 2; }));
    EXPECT_TRUE(refused([](auto& s) { s.ball.range = 1; }));
    EXPECT_TRUE(refused([](auto& s) { s.ball.thrown = 1; }));
    EXPECT_TRUE(refused([](auto& s) { s.score[0] = 40; }));
    EXPECT_TRUE(refused([](auto& s) { s.half = 2; }));
    EXPECT_TRUE(refused([](auto& s) { s.cards[1] = 1; }));
    EXPECT_TRUE(refused([](auto& s) { s.injured[0] = 16; }));
    EXPECT_TRUE(refused([](auto& s) { s.quick_tap = 4; }));
    EXPECT_TRUE(refused([](auto& s) { s.weather = pocket_rugby::Weather::roll; }));
}

// Whatever passes as sound can be played on from, and stays sound.
TEST(Sound, ChangedBytesThatPassPlayOn) {
    for (const Json& options : {Json::object(), Json{{"home_team", "new-zealand"},
                                                     {"away_team", "england"},
                                                     {"weather", "roll"},
                                                     {"penalty_range", "before"}}}) {
        RugbyTable table("pocket-rugby", options);
        const auto& rules = dynamic_cast<const TableFor<pocket_rugby::Rules>&>(*table).rules();
        Random random(31);
        pocket_rugby::State walker = rules.start();
        int passed = 0;
        const auto step = [&](pocket_rugby::State& state) {
            const Turn turn = rules.turn(state);
            if (turn.kind == TurnKind::chance) {
                rules.resolve(state, rules.sample(state, random));
            } else if (turn.kind == TurnKind::choice) {
                const ActionList legal = rules.legal(state, turn.seat);
                rules.play(state, legal[random.below(static_cast<u32>(legal.size()))]);
            }
            return turn.kind != TurnKind::over;
        };
        for (int i = 0; i < 20000; ++i) {
            if (!step(walker)) walker = rules.start();
            ASSERT_EQ(rules.fault(walker).key, "") << fields_of(rules, walker);
            pocket_rugby::State changed = walker;
            auto* bytes = reinterpret_cast<unsigned char*>(&changed);
            for (u32 n = random.below(3) + 1; n > 0; --n)
                bytes[random.below(sizeof changed)] =
                    static_cast<unsigned char>(random.below(2) == 0 ? random.below(256) : random.below(8));
            if (!rules.fault(changed).empty()) continue;
            ++passed;
            for (int n = 0; n < 30 && step(changed); ++n)
                ASSERT_EQ(rules.fault(changed).key, "") << fields_of(rules, changed);
        }
        EXPECT_GT(passed, 500);
    }
}

} // namespace
} // namespace touchline
