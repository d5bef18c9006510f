// The table protocol to the letter: every command, every error code, in the order in which they are checked.
#include "play/protocol.hpp"

#include "analysis/advisor.hpp"
#include "bots/players.hpp"
#include "play/kind.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline {
namespace {

class Protocol : public testing::Test {
protected:
    Json ask(std::string_view line) { return Json::parse(protocol_.answer(line)); }
    std::string code(std::string_view line) {
        const Json answer = ask(line);
        EXPECT_EQ(answer["ok"], false) << line;
        EXPECT_FALSE(answer["error"]["message"].get<std::string>().empty()) << line;
        return answer["error"]["code"];
    }
    void start(std::string_view game = "sports-dice-football") {
        ASSERT_EQ(ask(Json{{"cmd", "new"}, {"game", game}, {"seed", 7}}.dump())["ok"], true);
    }

    analysis::RolloutEvaluator evaluator_;
    bots::Players players_;
    TableProtocol protocol_{evaluator_, players_};
};

TEST_F(Protocol, ALineThatIsNoObjectIsBadJson) {
    const std::string deep(100000, '[');
    const std::string nested = "{\"cmd\":\"new\",\"game\":" + std::string(5000, '[') + std::string(5000, ']') + "}";
    for (const std::string& line :
         {std::string(""), std::string("x"), std::string("[]"), std::string("\"cmd\""), std::string("{\"cmd\":"),
          std::string("{\"cmd\":\"new\xff\"}"), std::string("{} {}"), std::string("{\"a\":1e999}"), deep, nested,
          std::string(17u << 20, ' ')})
        EXPECT_EQ(code(line), "bad-json") << line.substr(0, 40);
    EXPECT_EQ(ask("{\"cmd\":\"games\"}")["ok"], true) << "the next line works";
}

TEST_F(Protocol, AMissingOrWrongFieldIsABadRequest) {
    for (std::string_view line :
         {R"({})", R"({"cmd":1})", R"({"cmd":"new"})", R"({"cmd":"new","game":7})", R"({"cmd":"choose"})",
          R"({"cmd":"set"})", R"({"cmd":"set","state":[]})", R"({"cmd":"view"})", R"({"cmd":"load"})",
          R"({"cmd":"play","home":"coach"})", R"({"cmd":"new","game":"pocket-rugby","options":[]})",
          R"({"cmd":"new","game":"pocket-rugby","seed":-1})", R"({"cmd":"new","game":"pocket-rugby","sheet":1})",
          R"({"cmd":"choose","action":"go","seat":"north"})", R"({"cmd":"view","seat":"nobody"})",
          R"({"cmd":"odds","hands":"closed"})", R"({"cmd":"advise","hands":1})"})
        EXPECT_EQ(code(line), "bad-request") << line;
}

TEST_F(Protocol, UnknownCommandsGamesAndTablesThatAreNotThere) {
    EXPECT_EQ(code(R"({"cmd":"dance"})"), "unknown-command");
    for (std::string_view cmd : {"roll", "state", "odds", "advise", "undo", "record"})
        EXPECT_EQ(code(Json{{"cmd", cmd}}.dump()), "no-game") << cmd;
    EXPECT_EQ(code(R"({"cmd":"choose","action":"go"})"), "no-game");
    EXPECT_EQ(code(R"({"cmd":"new","game":"chess"})"), "unknown-game");
}

TEST_F(Protocol, NewChecksGameThenOptionsThenSheetAndKeepsTheGameUnderWay) {
    start();
    const Json before = ask(R"({"cmd":"state"})");
    EXPECT_EQ(code(R"({"cmd":"new","game":"chess","options":{"x":1},"sheet":"/nowhere"})"), "unknown-game");
    EXPECT_EQ(code(R"({"cmd":"new","game":"sports-dice-football","options":{"x":1},"sheet":"/nowhere"})"),
              "bad-option");
    EXPECT_EQ(code(R"({"cmd":"new","game":"sports-dice-football","options":{"target":100}})"), "bad-option");
    EXPECT_EQ(code(R"({"cmd":"new","game":"sports-dice-football","options":{"chip":"true"}})"), "bad-option");
    EXPECT_EQ(code(R"({"cmd":"new","game":"sports-dice-football","sheet":"/nowhere"})"), "bad-sheet");
    EXPECT_EQ(code(R"({"cmd":"new","game":"sports-dice-football","sheet":"/"})"), "bad-sheet");
    EXPECT_EQ(ask(R"({"cmd":"state"})"), before);
}

TEST_F(Protocol, AnAliasIsTakenAndTheStateNamesTheId) {
    const Json answer = ask(R"({"cmd":"new","game":"qb-blitz"})");
    EXPECT_EQ(answer["state"]["game"], "gridiron-glory");
}

TEST_F(Protocol, TheSameSeedGivesTheSameGame) {
    std::string first;
    for (int round = 0; round < 2; ++round) {
        start();
        (void)ask(R"({"cmd":"play","home":"random","away":"coach"})");
        const std::string record = ask(R"({"cmd":"record"})")["record"];
        if (round == 0) first = record;
        EXPECT_EQ(record, first);
    }
}

TEST_F(Protocol, RollSaysWhatFell) {
    start();
    const Json answer = ask(R"({"cmd":"roll","tokens":["away"]})");
    EXPECT_EQ(answer["fell"], (Json{{"event", "toss"}, {"tokens", {"away"}}}));
    EXPECT_EQ(answer["turn"],
              (Json{{"kind", "choice"}, {"event", "toss"}, {"seat", "away"}, {"actions", {"offense", "defense"}}}));
}

TEST_F(Protocol, WrongTurnsComeBeforeBadTokensAndIllegalActions) {
    start();
    EXPECT_EQ(code(R"({"cmd":"choose","action":"nonsense"})"), "wrong-turn");
    EXPECT_EQ(code(R"({"cmd":"advise"})"), "wrong-turn");
    EXPECT_EQ(code(R"({"cmd":"roll","tokens":["north"]})"), "bad-tokens");
    EXPECT_EQ(code(R"({"cmd":"roll","tokens":"home"})"), "bad-tokens");
    EXPECT_EQ(code(R"({"cmd":"roll","tokens":[1]})"), "bad-tokens");
    EXPECT_EQ(code(R"({"cmd":"roll","tokens":["home","home"]})"), "bad-tokens");
    (void)ask(R"({"cmd":"roll","tokens":["home"]})");
    EXPECT_EQ(code(R"({"cmd":"roll","tokens":"home"})"), "wrong-turn");
    EXPECT_EQ(code(R"({"cmd":"choose","action":"offense","seat":"away"})"), "wrong-turn");
    EXPECT_EQ(code(R"({"cmd":"choose","action":"offense","seat":"north"})"), "bad-request");
    const Json refused = ask(R"({"cmd":"choose","action":"dance"})");
    EXPECT_EQ(refused["error"]["code"], "illegal-action");
    EXPECT_EQ(refused["error"]["legal"], (Json{"offense", "defense"}));
}

TEST_F(Protocol, AnErrorChangesNothing) {
    start();
    const Json before = ask(R"({"cmd":"state"})");
    for (std::string_view line :
         {R"({"cmd":"roll","tokens":["x"]})", R"({"cmd":"choose","action":"x"})", R"({"cmd":"set","state":{"down":9}})",
          R"({"cmd":"load","record":"[Game \"chess\"]"})", R"({"cmd":"play","home":"nobody","away":"coach"})"}) {
        EXPECT_EQ(ask(line)["ok"], false) << line;
        EXPECT_EQ(ask(R"({"cmd":"state"})"), before) << line;
    }
}

TEST_F(Protocol, UndoTakesBackOneStepAndThenThereIsNothing) {
    start();
    const Json before = ask(R"({"cmd":"state"})");
    EXPECT_EQ(code(R"({"cmd":"undo"})"), "nothing-to-undo");
    (void)ask(R"({"cmd":"roll"})");
    EXPECT_EQ(ask(R"({"cmd":"undo"})"), before);
    EXPECT_EQ(code(R"({"cmd":"undo"})"), "nothing-to-undo");
}

TEST_F(Protocol, SetBeginsANewHistoryAndTellsEveryReason) {
    start();
    (void)ask(R"({"cmd":"roll"})");
    EXPECT_EQ(ask(R"({"cmd":"set","state":{"ball":40,"game":"sports-dice-football"}})")["state"]["ball"], 40);
    EXPECT_EQ(code(R"({"cmd":"undo"})"), "nothing-to-undo");
    const Json refused = ask(R"({"cmd":"set","state":{"game":"chess","ball":41,"downs":1}})");
    EXPECT_EQ(refused["error"]["code"], "bad-state");
    const std::string message = refused["error"]["message"];
    EXPECT_GE(std::ranges::count(message, ';'), 2) << message;
}

TEST_F(Protocol, SecretChoicesNeedASeatAndAreNotMadeTwice) {
    ASSERT_EQ(
        ask(R"({"cmd":"new","game":"red-boar-gridiron","options":{"mode":"cards","penalties":false},"seed":3})")["ok"],
        true);
    (void)ask(R"({"cmd":"set","state":{}})");
    while (ask(R"({"cmd":"state"})")["turn"]["kind"] == "chance") (void)ask(R"({"cmd":"roll"})");
    const Json secret = ask(R"({"cmd":"choose","action":"play"})");
    ASSERT_EQ(secret["turn"], (Json{{"kind", "secret"}, {"event", "card"}, {"seats", {"home", "away"}}}));
    const Json view = ask(R"({"cmd":"view","seat":"home"})");
    ASSERT_FALSE(view["turn"]["actions"].empty());
    const std::string card = view["turn"]["actions"][0];
    EXPECT_EQ(code(Json{{"cmd", "choose"}, {"action", card}}.dump()), "bad-request");
    const Json chosen = ask(Json{{"cmd", "choose"}, {"action", card}, {"seat", "home"}}.dump());
    EXPECT_EQ(chosen["turn"]["seats"], (Json{"away"}));
    EXPECT_EQ(code(Json{{"cmd", "choose"}, {"action", card}, {"seat", "home"}}.dump()), "wrong-turn");
    EXPECT_FALSE(ask(R"({"cmd":"view","seat":"home"})")["turn"].contains("actions")) << "home has chosen";
    EXPECT_FALSE(ask(R"({"cmd":"view","seat":"public"})")["turn"].contains("actions"));
}

TEST_F(Protocol, EverythingButASetAfterTheEndIsAWrongTurn) {
    start();
    EXPECT_EQ(ask(R"({"cmd":"play","home":"coach","away":"random"})")["turn"]["kind"], "over");
    for (std::string_view line : {R"({"cmd":"roll"})", R"({"cmd":"choose","action":"go"})", R"({"cmd":"advise"})",
                                  R"({"cmd":"play","home":"coach","away":"coach"})"})
        EXPECT_EQ(code(line), "wrong-turn") << line;
    const Json odds = ask(R"({"cmd":"odds"})");
    EXPECT_EQ(odds["method"], "exact");
    EXPECT_EQ(odds["odds"]["home"].get<double>() + odds["odds"]["away"].get<double>(), 1);
    EXPECT_EQ(ask(R"({"cmd":"set","state":{}})")["turn"]["kind"], "chance");
}

TEST_F(Protocol, ARecordIsLoadedAgainAndAWrongLineIsNamed) {
    start();
    (void)ask(R"({"cmd":"play","home":"random","away":"random"})");
    const Json end = ask(R"({"cmd":"state"})");
    const std::string record = ask(R"({"cmd":"record"})")["record"];
    EXPECT_EQ(ask(Json{{"cmd", "load"}, {"record", record}}.dump()), end);
    EXPECT_EQ(ask(R"({"cmd":"record"})")["record"], record);
    EXPECT_EQ(code(Json{{"cmd", "load"}, {"record", record + "home rolls roll: 10\n"}}.dump()), "bad-record");
}

// A secret turn is decided by both seats: advice is for the one that is given, until it has chosen.
TEST_F(Protocol, AdvisesASeatAtASecretTurn) {
    ask(R"({"cmd":"new","game":"red-boar-gridiron","options":{"mode":"cards"},"seed":1})");
    Json turn = ask(R"({"cmd":"state"})")["turn"];
    while (turn["kind"] != "secret")
        turn = turn["kind"] == "chance" ? ask(R"({"cmd":"roll"})")["turn"]
                                        : ask(Json{{"cmd", "choose"}, {"action", "play"}}.dump())["turn"];
    EXPECT_EQ(code(R"({"cmd":"advise"})"), "wrong-turn");
    const Json advice = ask(R"({"cmd":"advise","seat":"home"})");
    ASSERT_EQ(advice["ok"], true);
    ASSERT_FALSE(advice["actions"].empty());
    ask(Json{{"cmd", "choose"}, {"seat", "home"}, {"action", advice["actions"][0]["action"]}}.dump());
    EXPECT_EQ(code(R"({"cmd":"advise","seat":"home"})"), "wrong-turn");
    EXPECT_EQ(ask(R"({"cmd":"advise","seat":"away"})")["ok"], true);
}

TEST_F(Protocol, WhatHappenedIsToldWhereItIsAskedFor) {
    start();
    EXPECT_FALSE(ask(R"({"cmd":"roll","tokens":["home"]})").contains("happened"));
    ask(R"({"cmd":"new","game":"sports-dice-football","happened":true})");
    EXPECT_EQ(ask(R"({"cmd":"roll","tokens":["away"]})")["happened"],
              Json::parse(R"([{"what":"toss","seat":"away"}])"));
    const Json begun = Json::parse(
        R"([{"what":"possession","seat":"away","how":"start","spot":25},{"what":"chip","seat":"home","how":"given"}])");
    EXPECT_EQ(ask(R"({"cmd":"choose","action":"offense"})")["happened"], begun);
    EXPECT_EQ(ask(R"({"cmd":"happened","from":1})"), (Json{{"ok", true}, {"steps", Json::array({begun})}}));
    EXPECT_EQ(ask(R"({"cmd":"happened","from":0,"seat":"public"})")["steps"].size(), 2u);
    EXPECT_EQ(ask(R"({"cmd":"happened","from":9})")["steps"], Json::array());
    EXPECT_FALSE(ask(R"({"cmd":"state"})").contains("happened"));
    const std::string record = ask(R"({"cmd":"record"})")["record"];
    ask(Json{{"cmd", "load"}, {"record", record}, {"happened", true}}.dump());
    EXPECT_EQ(ask(R"({"cmd":"happened","from":0})")["steps"].size(), 2u);
    EXPECT_TRUE(ask(R"({"cmd":"roll"})").contains("happened"));
    EXPECT_EQ(code(R"({"cmd":"happened","from":-1})"), "bad-request");
    EXPECT_EQ(code(R"({"cmd":"happened","from":0,"seat":"nobody"})"), "bad-request");
    EXPECT_EQ(code(R"({"cmd":"new","game":"sports-dice-football","happened":1})"), "bad-request");
}

TEST_F(Protocol, TheFirstOfTwoSecretChoicesTellsNothing) {
    ask(R"({"cmd":"new","game":"red-boar-gridiron","seed":5,"happened":true,"options":{"mode":"cards","penalties":false}})");
    Json turn = ask(R"({"cmd":"state"})")["turn"];
    while (turn["kind"] != "secret")
        turn = turn["kind"] == "chance" ? ask(R"({"cmd":"roll"})")["turn"]
                                        : ask(Json{{"cmd", "choose"}, {"action", "play"}}.dump())["turn"];
    const auto chosen = [&](std::string_view seat) {
        const Json view = ask(Json{{"cmd", "view"}, {"seat", seat}}.dump());
        return ask(Json{{"cmd", "choose"}, {"seat", seat}, {"action", view["turn"]["actions"][0]}}.dump())["happened"];
    };
    EXPECT_EQ(chosen("home"), Json::array());
    const Json both = chosen("away");
    ASSERT_GE(both.size(), 2u) << both;
    EXPECT_EQ(both[0]["what"], "play");
    EXPECT_EQ(both[1]["what"], "card");
}

TEST_F(Protocol, QuitAnswersAndEnds) {
    EXPECT_EQ(ask(R"({"cmd":"quit"})"), (Json{{"ok", true}}));
    EXPECT_TRUE(protocol_.ended());
}

TEST_F(Protocol, GamesAreListedWithTheirOptions) {
    const Json games = ask(R"({"cmd":"games"})")["games"];
    ASSERT_EQ(games.size(), kinds().size());
    for (const Json& game : games) {
        EXPECT_TRUE(game.contains("aliases"));
        for (const Json& option : game["options"])
            EXPECT_TRUE(option.contains("default") && (option.contains("values") || option.contains("min"))) << option;
    }
}

} // namespace
} // namespace touchline
