// Whole games over real sockets.
#include "play/kind.hpp"
#include "server/playing.hpp"

namespace touchline::test {
namespace {

struct Mode {
    std::string game;
    Json options;
};

// Every game as it comes, and each value of the options that make another game of it.
std::vector<Mode> modes() {
    std::vector<Mode> all;
    for (const Kind* kind : kinds()) {
        all.push_back({std::string(kind->id()), Json::object()});
        for (const OptionSpec& spec : kind->options())
            if (spec.name == "mode" || spec.name == "weather" || spec.name == "overtime")
                for (const OptionValue& value : spec.values)
                    if (value != spec.fallback)
                        all.push_back({std::string(kind->id()), {{spec.name, touchline::json(value)}}});
    }
    return all;
}

TEST(Play, TwoPeopleFinishAGameOfEveryKindAndASpectatorSeesItAll) {
    RunningServer server;
    u64 seed = 0;
    for (const Mode& mode : modes()) {
        SCOPED_TRACE(mode.game + " " + mode.options.dump() + " seed " + std::to_string(++seed));
        Random random(seed);
        const Opened table = opened(server.port(), two_people(mode.game, mode.options));
        Guest watching(server.port(), table.id);
        Guest home(server.port(), table.id, table.token);
        Guest away(server.port(), table.id, table.friend_token, {{"lang", "fr"}});
        EXPECT_EQ(watching.welcome["role"], "spectator");
        EXPECT_EQ(home.welcome["role"], "home");
        EXPECT_EQ(away.welcome["role"], "away");
        ASSERT_GT(play_on(home, away, random), 0);
        ASSERT_FALSE(HasFailure());
        watching.until_turn(home.position["turn_no"]);
        EXPECT_EQ(home.position["table"]["over"]["reason"], "played");
        EXPECT_EQ(home.position["table"]["over"]["winner"], home.position["turn"]["winner"]);
        EXPECT_EQ(home.position["turn"], away.position["turn"]);
        EXPECT_EQ(watching.position["turn"], away.position["turn"]);
        const HttpAnswer record = get(server.port(), "/api/tables/" + table.id + "/record");
        ASSERT_EQ(record.status, 200);
        const Json steps = post(server.port(), "/api/steps", {{"record", record.body}}).json();
        ASSERT_TRUE(steps["ok"]) << steps;
        EXPECT_EQ(steps["result"], home.position["turn"]["winner"]);
        EXPECT_EQ(home.act("roll")["error"]["code"], "over");
    }
}

TEST(Play, TheComputerFinishesAGameOfEveryKind) {
    RunningServer server;
    for (const Kind* kind : kinds())
        for (const std::string bot : {"random", "coach"}) {
            SCOPED_TRACE(std::string(kind->id()) + " " + bot);
            Random random(5);
            const Opened table = opened(server.port(), against_computer(std::string(kind->id()), bot));
            Guest guest(server.port(), table.id, table.token);
            while (!over(guest)) {
                if (acting(guest, {"home"}).empty())
                    (void)guest.until("update");
                else
                    ASSERT_TRUE(act_somehow(guest, "home", random)["ok"]);
            }
            EXPECT_EQ(guest.table["over"]["reason"], "played");
            EXPECT_EQ(guest.table["seats"]["away"]["bot"], bot);
        }
}

TEST(Play, OneTokenHoldsBothSeatsAtOneScreen) {
    RunningServer server;
    Random random(3);
    const Opened table = opened(server.port(), one_screen("sports-dice-football"));
    EXPECT_EQ(table.json["seat"], "both");
    EXPECT_TRUE(table.json["invite"].is_null());
    Guest guest(server.port(), table.id, table.token);
    EXPECT_EQ(guest.welcome["role"], "both");
    while (!over(guest)) ASSERT_TRUE(act_somehow(guest, "home", random)["ok"]);
}

TEST(Play, WhoPlaysAloneSeesTheHandThatChoosesNext) {
    RunningServer server;
    Random random(3);
    Json wishes = one_screen("red-boar-gridiron", {{"mode", "cards"}, {"quarter_seconds", 60}});
    wishes["alone"] = true;
    const Opened table = opened(server.port(), wishes);
    EXPECT_TRUE(table.json["table"]["alone"]);
    Guest guest(server.port(), table.id, table.token);
    int secret = 0;
    while (!over(guest)) {
        const Json& turn = guest.position["turn"];
        std::string seat = "home";
        if (turn["kind"] == "secret") {
            ++secret;
            seat = turn["seats"][0];
            ASSERT_FALSE(turn["actions"].empty()) << guest.position;
            ASSERT_EQ(guest.position["state"]["hand"].empty(), false) << guest.position;
        }
        const Json reply = act_somehow(guest, seat, random);
        // Cards that only their owner sees are drawn by the server, which may come first.
        ASSERT_TRUE(reply["ok"] == true || reply["error"]["code"] == "stale-turn") << reply;
    }
    EXPECT_GT(secret, 2);
    const std::string record = get(server.port(), "/api/tables/" + table.id + "/record").body;
    EXPECT_NE(record.find("[Alone \"yes\"]"), std::string::npos) << record;
    // Loaded again to be played against somebody, it is a game alone no more.
    Json on = against_computer("red-boar-gridiron");
    on["record"] = record;
    on["at"] = 1;
    const Opened again = opened(server.port(), on);
    EXPECT_FALSE(again.json["table"].contains("alone"));
}

TEST(Play, AloneNeedsBothSeats) {
    RunningServer server;
    for (Json wishes : {two_people("sports-dice-football"), against_computer("sports-dice-football")}) {
        wishes["alone"] = true;
        EXPECT_EQ(post(server.port(), "/api/tables", wishes).json()["error"]["code"], "bad-seats");
    }
    Json wishes = one_screen("sports-dice-football");
    EXPECT_FALSE(opened(server.port(), wishes).json["table"].contains("alone"));
    wishes["alone"] = "yes";
    EXPECT_EQ(post(server.port(), "/api/tables", wishes).json()["error"]["code"], "bad-request");
}

TEST(Play, RealDiceFallAsThePersonSays) {
    RunningServer server;
    Json wishes = one_screen("sports-dice-football");
    wishes["dice"] = "real";
    const Opened table = opened(server.port(), wishes);
    Guest guest(server.port(), table.id, table.token);
    const Json fell{"10", "20", "10", "10", "20", "TD", "P6", "NG", "S", "T", "NG", "P6"};
    Random random(6);
    while (guest.position["turn"]["event"] != "roll") ASSERT_TRUE(act_somehow(guest, "home", random)["ok"]); // the toss
    EXPECT_EQ(guest.act("roll", {{"tokens", {"10"}}})["error"]["code"], "bad-tokens");
    EXPECT_EQ(guest.act("roll", {{"tokens", 7}})["error"]["code"], "bad-tokens");
    const Json before = guest.position["state"];
    ASSERT_TRUE(guest.act("roll", {{"tokens", fell}})["ok"]);
    EXPECT_EQ(guest.position["fell"]["tokens"].size(), 12u);
    // Typed wrongly: any roll can be taken back here, and the turn number still grows.
    const auto turn = guest.position["turn_no"].get<int>();
    ASSERT_TRUE(guest.act("undo")["ok"]);
    EXPECT_EQ(guest.position["state"], before);
    EXPECT_EQ(guest.position["turn_no"], turn + 1);
    Json undone = guest.act("undo");
    while (undone["ok"]) undone = guest.act("undo");
    EXPECT_EQ(undone["error"]["code"], "nothing-to-undo");
    const Opened server_dice = opened(server.port(), one_screen("sports-dice-football"));
    Guest other(server.port(), server_dice.id, server_dice.token);
    EXPECT_EQ(other.act("roll", {{"tokens", fell}})["error"]["code"], "bad-tokens");
    EXPECT_EQ(other.act("undo")["error"]["code"], "wrong-turn");
}

TEST(Play, TheSameSeedGivesTheSameRolls) {
    RunningServer server;
    std::vector<Json> rolls;
    for (int game = 0; game < 2; ++game) {
        Json wishes = one_screen("sports-dice-football");
        wishes["seed"] = 99;
        const Opened table = opened(server.port(), wishes);
        Guest guest(server.port(), table.id, table.token);
        (void)guest.act("roll");
        rolls.push_back(guest.position["fell"]);
    }
    EXPECT_EQ(rolls[0], rolls[1]);
}

// What a spectator hears of two tables whose hands differ in hidden cards alone.
class HiddenCards : public testing::Test {
protected:
    RunningServer server_;

    // Cleaned of what differs between any two tables.
    static std::string without_ids(std::string text, const std::string& id) {
        for (std::size_t at = text.find(id); at != std::string::npos; at = text.find(id))
            text.replace(at, id.size(), "ID");
        std::string out;
        for (std::size_t i = 0; i < text.size();) {
            // Times: "2026-…Z" of 20 characters.
            if (text[i] == '"' && i + 21 < text.size() && text[i + 20] == 'Z' && text[i + 21] == '"' &&
                text[i + 11] == 'T') {
                out += "\"TIME\"";
                i += 22;
            } else {
                out += text[i++];
            }
        }
        return out;
    }

    struct Heard {
        std::string spectator;
        std::string away;
        std::string home_hand;
    };

    // Deals with the seed to home what it will, to away always the same, and locks home's first card.
    Heard deal(u64 home_seed) {
        Json wishes = one_screen("red-boar-gridiron", {{"mode", "cards"}});
        wishes["dice"] = "real";
        const Opened opened_table = opened(server_.port(), wishes);
        Guest both(server_.port(), opened_table.id, opened_table.token, {{"view", "home"}});
        Guest away(server_.port(), opened_table.id, opened_table.token, {{"view", "away"}});
        Guest spectator(server_.port(), opened_table.id);
        const std::unique_ptr<Table> mirror = std::move(*open_table("red-boar-gridiron", Json{{"mode", "cards"}}));
        u64 rolls = 0;
        while (mirror->turn().kind != TurnKind::secret) {
            const TurnText turn = mirror->turn();
            if (turn.kind == TurnKind::choice) {
                const std::string action(turn.actions.front());
                EXPECT_TRUE(mirror->choose(turn.seat, action));
                EXPECT_TRUE(both.act("choose", {{"action", action}, {"seat", name(turn.seat)}})["ok"]);
                continue;
            }
            const bool hidden_from_away = [&] {
                const auto tried = mirror->clone();
                SeededDice dice(0);
                (void)tried->roll(dice);
                return tried->step(tried->steps() - 1, Viewer::away).tokens.empty();
            }();
            SeededDice dice(100 + rolls++ + (hidden_from_away ? home_seed : 0));
            EXPECT_TRUE(mirror->roll(dice));
            Json tokens = mirror->step(mirror->steps() - 1).tokens;
            EXPECT_TRUE(both.act("roll", {{"tokens", tokens}})["ok"]);
        }
        Heard heard;
        heard.home_hand = both.position["turn"]["actions"].dump() + both.position["state"].dump();
        const Json reply = both.act("choose", {{"action", both.position["turn"]["actions"][0]}, {"seat", "home"}});
        EXPECT_TRUE(reply["ok"]) << reply;
        EXPECT_EQ(both.position["locked"].is_string(), true);
        spectator.until_turn(both.position["turn_no"]);
        away.until_turn(both.position["turn_no"]);
        EXPECT_EQ(spectator.position["cause"], "lock");
        heard.spectator = without_ids(spectator.bytes, opened_table.id);
        heard.away = without_ids(away.bytes, opened_table.id);
        return heard;
    }
};

TEST_F(HiddenCards, ChangeNoByteOfWhatOthersHear) {
    if (kind_named("red-boar-gridiron") == nullptr) FAIL() << "the card game is missing";
    const Heard first = deal(1);
    const Heard second = deal(2);
    ASSERT_NE(first.home_hand, second.home_hand) << "the two deals must differ";
    EXPECT_EQ(first.spectator, second.spectator);
    EXPECT_EQ(first.away, second.away);
}

TEST_F(HiddenCards, AreNotInTheRecordBeforeTheEnd) {
    const Opened table = opened(server_.port(), two_people("red-boar-gridiron", {{"mode", "cards"}}));
    EXPECT_TRUE(table.json["table"]["hidden"]);
    for (const char* what : {"/record", "/steps", "/review"})
        EXPECT_EQ(get(server_.port(), "/api/tables/" + table.id + what).json()["error"]["code"], "not-over") << what;
}

} // namespace
} // namespace touchline::test
