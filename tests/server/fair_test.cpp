// Dice to which the seats give a part: who is asked, who is left out, what is shown, what is stored, and that the
// record proves it.
#include "fair/verify.hpp"
#include "said.hpp"
#include "server/fair_guest.hpp"
#include "server/playing.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <atomic>

namespace touchline::test {
namespace {

using fair::Party;

server::Limits impatient() {
    server::Limits limits = generous();
    limits.link_within = std::chrono::milliseconds(60);
    return limits;
}

std::string record_of(unsigned short port, const std::string& id) {
    const HttpAnswer answer = get(port, "/api/tables/" + id + "/record");
    EXPECT_EQ(answer.status, 200) << answer.body;
    return answer.body;
}

fair::Verified verified(const std::string& record, u32 links = fair::kLinks) {
    const auto verdict = fair::verify(record, {}, links);
    EXPECT_TRUE(verdict) << (verdict ? "" : said(verdict.error().message)) << "\n" << record;
    return verdict ? *verdict : fair::Verified{};
}

class FairDice : public testing::Test {
protected:
    RunningServer server_;
    Random random_{20261117};
};

TEST_F(FairDice, TheServerCommitsWhenTheTableIsOpened) {
    const Opened table = opened(server_.port(), two_people("pocket-rugby"));
    const Json fair = table.json["table"]["fair"];
    EXPECT_EQ(fair["proof"], "chains-1");
    EXPECT_TRUE(fair::link_of(fair["server"].get<std::string>()));
    EXPECT_TRUE(fair["hidden"].is_null());
    EXPECT_TRUE(fair["home"].is_null());
    EXPECT_EQ(fair["from"], 1);
    EXPECT_EQ(get(server_.port(), "/api/tables/" + table.id).json()["table"]["fair"], fair);
}

TEST_F(FairDice, TwoPeopleHaveAHandInEveryRoll) {
    const Opened table = opened(server_.port(), two_people("pocket-gridiron", {{"drives", 1}}));
    FairGuest home(server_.port(), table.id, table.token, Seat::home, 1);
    FairGuest away(server_.port(), table.id, table.friend_token, Seat::away, 2);
    EXPECT_EQ(home.commit()["chains"]["home"], home.commitment());
    EXPECT_TRUE(away.commit()["ok"]);
    play_fairly(home.guest, away.guest, random_);
    const fair::Verified all = verified(record_of(server_.port(), table.id));
    EXPECT_GT(all.rolls, 5U);
    EXPECT_EQ(all.hand[Party::home], all.rolls);
    EXPECT_EQ(all.hand[Party::away], all.rolls);
    EXPECT_EQ(home.proofs.size(), all.rolls);
    EXPECT_TRUE(home.refused.empty() && away.refused.empty());
    EXPECT_EQ(home.guest.table["fair"]["hand"]["away"], all.rolls);
}

TEST_F(FairDice, AClientThatKnowsNothingOfItPlaysAsBefore) {
    const Opened table = opened(server_.port(), two_people("pocket-gridiron", {{"drives", 1}}));
    Guest home(server_.port(), table.id, table.token);
    Guest away(server_.port(), table.id, table.friend_token);
    (void)play_on(home, away, random_);
    EXPECT_EQ(home.bytes.find("\"ask\""), std::string::npos);
    const fair::Verified all = verified(record_of(server_.port(), table.id));
    EXPECT_EQ(all.hand[Party::server], all.rolls);
    EXPECT_EQ(all.hand[Party::home], 0U);
}

TEST(FairDiceFirst, AgainstTheComputerThePersonHasAHandInItsRollsToo) {
    server::Limits limits = generous();
    limits.first_commitment = std::chrono::minutes(1); // whatever the machine is doing meanwhile
    RunningServer server(limits);
    Random random(20261117);
    Json wishes = against_computer("pocket-gridiron");
    std::swap(wishes["seats"]["home"], wishes["seats"]["away"]); // the computer has the first turn
    const Opened table = opened(server.port(), wishes);
    const auto person = std::make_unique<FairGuest>(server.port(), table.id, table.token, Seat::away, 1);
    ASSERT_TRUE(person->commit()["ok"]); // on its first welcome: before the computer's first roll
    for (int i = 0; i < 30 && !over(person->guest); ++i) {
        while (acting(person->guest, {"away"}).empty() && !over(person->guest)) (void)person->guest.next();
        if (over(person->guest)) break;
        EXPECT_TRUE(act_somehow(person->guest, "away", random)["ok"]);
    }
    const fair::Verified all = verified(record_of(server.port(), table.id));
    EXPECT_GT(all.rolls, 20U);
    EXPECT_EQ(all.hand[Party::away], all.rolls);
    EXPECT_EQ(all.hand[Party::home], 0U);
}

TEST(FairDiceFirst, AClientThatNeverCommitsIsNotAskedAndPlaysOn) {
    RunningServer server;
    Json wishes = against_computer("pocket-gridiron");
    std::swap(wishes["seats"]["home"], wishes["seats"]["away"]);
    const Opened table = opened(server.port(), wishes);
    Guest person(server.port(), table.id, table.token);
    while (acting(person, {"away"}).empty()) (void)person.next();
    EXPECT_EQ(person.bytes.find("\"ask\""), std::string::npos);
}

TEST_F(FairDice, AWishIsStoredBeforeAnybodyIsAskedAndItsReplyComesWithTheRoll) {
    const Opened table = opened(server_.port(), one_screen("pocket-rugby"));
    FairGuest home(server_.port(), table.id, table.token, Seat::home, 1);
    ASSERT_TRUE(home.commit()["ok"]);
    home.silent = true;
    home.guest.ws().say({{"cmd", "roll"}, {"turn_no", 0}, {"request_id", "first"}});
    const Json ask = home.guest.until("ask");
    EXPECT_EQ(ask["n"], 1);
    EXPECT_EQ(ask["lines"], fair::LinesHash().hex());
    EXPECT_EQ(ask["of"]["home"], home.commitment());
    EXPECT_EQ(ask["within"], 2000);
    SQLite::Database file(server_.file(), SQLite::OPEN_READONLY);
    EXPECT_NE(file.execAndGet("SELECT now FROM tables").getString().find("\"wish\""), std::string::npos);
    // The same again is no second roll; anything else has to wait.
    home.guest.ws().say({{"cmd", "roll"}, {"turn_no", 0}, {"request_id", "first"}});
    const Json busy = home.guest.ask("roll", {{"turn_no", 0}, {"request_id", "second"}});
    EXPECT_EQ(busy["error"]["code"], "busy");
    EXPECT_EQ(busy["error"]["retry_after"], 1);
    home.answer(ask, home.wanted(ask));
    EXPECT_EQ(home.guest.until("update")["proof"]["home"], home.wanted(ask));
    const Json first = home.guest.reply_to("first");
    EXPECT_EQ(first["turn_no"], 1);
    EXPECT_EQ(home.guest.reply_to("first"), first);
    EXPECT_EQ(home.guest.ask("roll", {{"turn_no", 0}, {"request_id", "first"}}), first);
    EXPECT_EQ(verified(record_of(server_.port(), table.id)).rolls, 1U);
}

TEST(FairDiceLate, ASilentSeatIsLeftOutAndItsLinkIsNotLost) {
    RunningServer server(impatient());
    const Opened table = opened(server.port(), one_screen("pocket-rugby"));
    FairGuest home(server.port(), table.id, table.token, Seat::home, 1);
    ASSERT_TRUE(home.commit()["ok"]);
    home.silent = true;
    EXPECT_TRUE(home.guest.act("roll")["ok"]);
    EXPECT_EQ(home.proofs.back()["left_out"], Json::parse(R"([{"seat":"home","why":"silent"}])"));
    EXPECT_TRUE(home.proofs.back()["home"].is_null());
    home.silent = false;
    EXPECT_TRUE(home.guest.act("roll")["ok"]);
    EXPECT_EQ(home.asks.back()["of"]["home"], home.commitment());
    EXPECT_TRUE(home.proofs.back()["left_out"].empty());
    const fair::Verified all = verified(record_of(server.port(), table.id));
    EXPECT_EQ(all.rolls, 2U);
    EXPECT_EQ(all.hand[Party::home], 1U);
}

TEST(FairDiceLate, ALinkThatComesLateIsNeverUsed) {
    RunningServer server(impatient());
    const Opened table = opened(server.port(), one_screen("pocket-rugby"));
    FairGuest home(server.port(), table.id, table.token, Seat::home, 1);
    ASSERT_TRUE(home.commit()["ok"]);
    home.silent = true;
    EXPECT_TRUE(home.guest.act("roll")["ok"]);
    const Json ask = home.asks.back();
    home.answer(ask, home.wanted(ask));
    EXPECT_EQ(home.guest.reply_to("link1")["error"]["code"], "wrong-turn");
    home.silent = false;
    EXPECT_TRUE(home.guest.act("roll")["ok"]); // nobody is waited for
    EXPECT_EQ(home.asks.size(), 1U);
    EXPECT_EQ(home.proofs.back()["left_out"], Json::parse(R"([{"seat":"home","why":"late"}])"));
    EXPECT_EQ(home.commit()["error"]["code"], "bad-request"); // that chain is known
    server.restart();
    FairGuest again(server.port(), table.id, table.token, Seat::home, 1);
    EXPECT_EQ(again.commit()["error"]["code"], "bad-request");
    EXPECT_TRUE(again.take_chain(2)["ok"]);
    EXPECT_TRUE(again.guest.act("roll")["ok"]);
    EXPECT_TRUE(again.proofs.back()["left_out"].empty());
    const std::string record = record_of(server.port(), table.id);
    EXPECT_NE(record.find(";chain 3 home="), std::string::npos);
    EXPECT_EQ(verified(record).hand[Party::home], 1U);
}

TEST(FairDiceLate, ALinkOfTheRollBeforeKeepsTheNextOneFromWaiting) {
    RunningServer server(impatient());
    const Opened table = opened(server.port(), one_screen("pocket-rugby"));
    FairGuest home(server.port(), table.id, table.token, Seat::home, 1);
    ASSERT_TRUE(home.commit()["ok"]);
    home.silent = true;
    EXPECT_TRUE(home.guest.act("roll")["ok"]);
    const Json first = home.asks.back();
    home.guest.ws().say({{"cmd", "roll"}, {"turn_no", 1}, {"request_id", "second"}});
    home.answer(first, home.wanted(first)); // heard while the second roll waits, or after it
    EXPECT_TRUE(home.guest.reply_to("second")["ok"]);
    EXPECT_EQ(home.proofs.back()["left_out"].size(), 1U);
    EXPECT_EQ(verified(record_of(server.port(), table.id)).hand[Party::home], 0U);
}

TEST_F(FairDice, ALinkThatLeadsElsewhereIsRefusedAndTheRightOneTaken) {
    const Opened table = opened(server_.port(), one_screen("pocket-rugby"));
    FairGuest home(server_.port(), table.id, table.token, Seat::home, 1);
    ASSERT_TRUE(home.commit()["ok"]);
    home.silent = true;
    home.guest.ws().say({{"cmd", "roll"}, {"turn_no", 0}, {"request_id", "first"}});
    const Json ask = home.guest.until("ask");
    home.answer(ask, std::string(64, 'a'));
    EXPECT_EQ(home.guest.reply_to("link1")["error"]["code"], "bad-request");
    Json early = ask;
    early["n"] = 2;
    home.answer(early, std::string(64, 'a'));
    EXPECT_EQ(home.guest.reply_to("link2")["error"]["code"], "wrong-turn");
    home.answer(ask, home.wanted(ask));
    EXPECT_TRUE(home.guest.reply_to("link1")["ok"]);
    EXPECT_TRUE(home.guest.reply_to("first")["ok"]);
}

TEST_F(FairDice, ASecondBrowserTakesOverWithItsOwnChain) {
    const Opened table = opened(server_.port(), one_screen("pocket-rugby"));
    FairGuest first(server_.port(), table.id, table.token, Seat::home, 1);
    ASSERT_TRUE(first.commit()["ok"]);
    EXPECT_TRUE(first.guest.act("roll")["ok"]);
    FairGuest second(server_.port(), table.id, table.token, Seat::home, 2);
    EXPECT_EQ(second.guest.welcome["table"]["fair"]["home"], first.commitment());
    ASSERT_TRUE(second.commit()["ok"]);
    EXPECT_TRUE(second.guest.act("roll")["ok"]);
    EXPECT_EQ(second.proofs.size(), 1U);
    EXPECT_FALSE(second.proofs.back()["home"].is_null());
    EXPECT_EQ(first.commit()["error"]["code"], "bad-request"); // its chain was replaced
    EXPECT_TRUE(first.take_chain(3)["ok"]);
    EXPECT_TRUE(first.guest.act("roll", {{"turn_no", second.guest.position["turn_no"]}})["ok"]);
    const std::string record = record_of(server_.port(), table.id);
    const fair::Verified all = verified(record);
    EXPECT_EQ(all.chains[Party::home], 3U);
    EXPECT_EQ(all.hand[Party::home], 3U);
    EXPECT_NE(record.find(";chain 2 home=" + second.commitment()), std::string::npos);
}

TEST_F(FairDice, AReloadGoesOnWithTheSameChain) {
    const Opened table = opened(server_.port(), one_screen("pocket-rugby"));
    {
        FairGuest home(server_.port(), table.id, table.token, Seat::home, 1);
        ASSERT_TRUE(home.commit()["ok"]);
        EXPECT_TRUE(home.guest.act("roll")["ok"]);
    }
    const auto home = FairGuest::back(server_.port(), table.id, table.token, Seat::home, 1);
    EXPECT_EQ(home->guest.welcome["proof"]["n"], 1);
    EXPECT_TRUE(home->guest.act("roll")["ok"]);
    const fair::Verified all = verified(record_of(server_.port(), table.id));
    EXPECT_EQ(all.chains[Party::home], 1U);
    EXPECT_EQ(all.hand[Party::home], 2U);
}

TEST_F(FairDice, ACommitmentThatComesWhileARollWaitsCountsFromTheNext) {
    const Opened table = opened(server_.port(), one_screen("pocket-rugby"));
    FairGuest home(server_.port(), table.id, table.token, Seat::home, 1);
    ASSERT_TRUE(home.commit()["ok"]);
    home.silent = true;
    home.guest.ws().say({{"cmd", "roll"}, {"turn_no", 0}, {"request_id", "first"}});
    const Json ask = home.guest.until("ask");
    FairGuest other(server_.port(), table.id, table.token, Seat::home, 2);
    other.guest.ws().say({{"cmd", "commit"}, {"chains", {{"home", other.commitment()}}}, {"request_id", "new"}});
    EXPECT_EQ(other.guest.ask("ping")["ok"], true); // it has been heard
    home.answer(ask, home.wanted(ask));
    EXPECT_TRUE(home.guest.reply_to("first")["ok"]);
    EXPECT_TRUE(other.guest.reply_to("new")["ok"]);
    EXPECT_TRUE(other.guest.act("roll")["ok"]);
    const std::string record = record_of(server_.port(), table.id);
    EXPECT_NE(record.find(";chain 2 home=" + other.commitment()), std::string::npos);
    EXPECT_EQ(verified(record).hand[Party::home], 2U);
}

TEST(FairDiceChains, ChainsThatAreUsedUpAreFollowedByOthers) {
    constexpr u32 kFew = 3;
    server::Limits limits = generous();
    limits.chain_links = kFew;
    RunningServer server(limits);
    const Opened table = opened(server.port(), one_screen("pocket-rugby"));
    FairGuest home(server.port(), table.id, table.token, Seat::home, 1, kFew);
    ASSERT_TRUE(home.commit()["ok"]);
    Random random(3);
    const auto acts = [&](FairGuest& guest) {
        EXPECT_TRUE(act_somehow(guest.guest, guest.guest.position["turn"]["seat"], random)["ok"]);
    };
    u8 number = 1;
    while (home.proofs.size() < 8) {
        if (home.guest.table["fair"]["hand"]["home"] == kFew * number) { // its own is used up too
            ASSERT_TRUE(home.take_chain(++number)["ok"]);
        }
        acts(home);
    }
    server.restart(); // which chain holds is known again
    FairGuest again(server.port(), table.id, table.token, Seat::home, 100, kFew);
    EXPECT_EQ(again.guest.table["fair"]["server"], home.guest.table["fair"]["server"]);
    ASSERT_TRUE(again.commit()["ok"]);
    while (again.proofs.empty()) acts(again);
    const fair::Verified all = verified(record_of(server.port(), table.id), kFew);
    EXPECT_EQ(all.rolls, 9U);
    EXPECT_EQ(all.chains[Party::server], 3U);
    EXPECT_EQ(all.hand[Party::home], all.rolls);
}

TEST_F(FairDice, HiddenCardsStayHiddenUntilTheEndAndAreProvenThen) {
    const Opened table = opened(server_.port(), two_people("red-boar-gridiron", {{"mode", "cards"}}));
    EXPECT_TRUE(table.json["table"]["fair"]["hidden"].is_string());
    FairGuest home(server_.port(), table.id, table.token, Seat::home, 1);
    Guest away(server_.port(), table.id, table.friend_token);
    ASSERT_TRUE(home.commit()["ok"]);
    play_fairly(home.guest, away, random_, 30);
    const bool some_hidden =
        std::ranges::any_of(home.proofs, [](const Json& proof) { return proof["hidden"] == true; });
    EXPECT_TRUE(some_hidden);
    for (const Json& proof : home.proofs) {
        EXPECT_TRUE(proof["server"].is_null()) << proof;
        EXPECT_EQ(proof["drew"].is_null(), proof["hidden"].get<bool>()) << proof;
    }
    for (const Json& ask : home.asks) EXPECT_TRUE(ask["lines"].is_null() && ask["sealed"].is_string()) << ask;
    EXPECT_EQ(get(server_.port(), "/api/tables/" + table.id + "/record").status, 409);
    Json resigned;
    do resigned = ask_among(home.guest, away, {{"cmd", "resign"}});
    while (came_late(resigned));
    ASSERT_TRUE(resigned["ok"]) << resigned;
    const std::string record = record_of(server_.port(), table.id);
    const fair::Verified all = verified(record);
    EXPECT_GT(all.hand[Party::hidden], 0U);
    EXPECT_EQ(all.hand[Party::home], all.rolls);
    // What was sealed is what the record says.
    const fair::ReadProof read = fair::read_proof(record);
    fair::LinesHash lines;
    u64 n = 0;
    std::size_t checked = 0;
    for (const fair::ReadProof::Line& line : read.lines) {
        if (!line.event.empty()) {
            ++n;
            for (const Json& ask : home.asks)
                if (ask["n"] == n) {
                    EXPECT_EQ(ask["sealed"], fair::sealed(read.rolls[n - 1].proof.server, lines.hex()));
                    ++checked;
                }
        }
        lines.add(line.text);
    }
    EXPECT_GE(checked + 1, home.asks.size()); // the last may not have been made
    EXPECT_GT(checked, 10U);
}

TEST(FairDiceLate, ARollThatWaitsGoesOnAfterARestart) {
    server::Limits limits = generous();
    limits.link_within = std::chrono::minutes(1); // whatever the machine is doing meanwhile
    RunningServer server(limits);
    const Opened table = opened(server.port(), two_people("pocket-rugby"));
    Json ask;
    {
        FairGuest home(server.port(), table.id, table.token, Seat::home, 1);
        FairGuest away(server.port(), table.id, table.friend_token, Seat::away, 2);
        ASSERT_TRUE(home.commit()["ok"]);
        ASSERT_TRUE(away.commit()["ok"]);
        home.silent = away.silent = true;
        FairGuest& roller = acting(home.guest, {"home"}).empty() ? away : home;
        roller.guest.ws().say({{"cmd", "roll"}, {"turn_no", 0}, {"request_id", "wish"}});
        ask = home.guest.until("ask");
    }
    server.restart();
    const auto home = FairGuest::back(server.port(), table.id, table.token, Seat::home, 1);
    const auto away = FairGuest::back(server.port(), table.id, table.friend_token, Seat::away, 2);
    const Json again = away->guest.until("ask");
    for (const char* key : {"n", "lines", "of", "event"}) EXPECT_EQ(again[key], ask[key]) << key;
    (void)home->guest.until("update");
    (void)away->guest.until("update");
    EXPECT_TRUE(home->proofs.back()["left_out"].empty()) << home->proofs.back();
    FairGuest& roller = ask["seat"] == "home" ? *home : *away;
    EXPECT_EQ(roller.guest.ask("roll", {{"turn_no", 0}, {"request_id", "wish"}})["turn_no"], 1);
    EXPECT_EQ(verified(record_of(server.port(), table.id)).rolls, 1U);
}

TEST_F(FairDice, ResigningEndsTheGameWhileARollWaits) {
    const Opened table = opened(server_.port(), one_screen("pocket-rugby"));
    FairGuest home(server_.port(), table.id, table.token, Seat::home, 1);
    ASSERT_TRUE(home.commit()["ok"]);
    home.silent = true;
    home.guest.ws().say({{"cmd", "roll"}, {"turn_no", 0}, {"request_id", "wish"}});
    const Json ask = home.guest.until("ask");
    home.guest.ws().say({{"cmd", "resign"}, {"seat", "home"}, {"turn_no", 0}, {"request_id", "bye"}});
    EXPECT_EQ(home.guest.reply_to("wish")["error"]["code"], "over");
    EXPECT_TRUE(home.guest.reply_to("bye")["ok"]);
    home.answer(ask, home.wanted(ask));
    EXPECT_EQ(home.guest.reply_to("link1")["error"]["code"], "wrong-turn");
    EXPECT_EQ(verified(record_of(server_.port(), table.id)).rolls, 0U);
}

TEST_F(FairDice, TablesWithoutProofSaySo) {
    Json seeded = one_screen("pocket-rugby");
    seeded["seed"] = 5;
    Json real = one_screen("pocket-rugby");
    real["dice"] = "real";
    for (const auto& [wishes, why] : {std::pair{seeded, "seed"}, std::pair{real, "real"}}) {
        const Opened table = opened(server_.port(), wishes);
        EXPECT_EQ(table.json["table"]["fair"], (Json{{"proof", nullptr}, {"why", why}}));
        FairGuest home(server_.port(), table.id, table.token, Seat::home, 1);
        EXPECT_EQ(home.commit()["error"]["code"], "bad-request");
        EXPECT_TRUE(home.guest.act("roll")["ok"]);
        EXPECT_FALSE(home.guest.position.contains("proof"));
        const auto verdict = fair::verify(record_of(server_.port(), table.id));
        ASSERT_FALSE(verdict);
        EXPECT_EQ(verdict.error().kind, fair::FaultKind::no_proof);
    }
}

TEST_F(FairDice, ATableOpenedFromARecordProvesTheRollsThatFollow) {
    const Opened first = opened(server_.port(), one_screen("pocket-rugby"));
    Guest player(server_.port(), first.id, first.token);
    for (int i = 0; i < 12; ++i) EXPECT_TRUE(act_somehow(player, player.position["turn"]["seat"], random_)["ok"]);
    const std::string record = record_of(server_.port(), first.id);
    const u64 rolls = verified(record).rolls;
    Json wishes = one_screen("pocket-rugby");
    wishes["record"] = record;
    const Opened table = opened(server_.port(), wishes);
    EXPECT_EQ(table.json["table"]["fair"]["from"], rolls + 1);
    Guest again(server_.port(), table.id, table.token);
    for (int i = 0; i < 12; ++i) EXPECT_TRUE(act_somehow(again, again.position["turn"]["seat"], random_)["ok"]);
    const std::string longer = record_of(server_.port(), table.id);
    EXPECT_EQ(verified(longer).from, rolls + 1);
    EXPECT_EQ(verified(longer).table, table.id);
    EXPECT_EQ(longer.find(first.id), std::string::npos);
    // The steps of the table have the same record.
    EXPECT_EQ(get(server_.port(), "/api/tables/" + table.id + "/steps").json()["record"], longer);
}

TEST_F(FairDice, ARematchHasChainsOfItsOwn) {
    const Opened table = opened(server_.port(), one_screen("pocket-rugby"));
    FairGuest home(server_.port(), table.id, table.token, Seat::home, 1);
    ASSERT_TRUE(home.commit()["ok"]);
    EXPECT_TRUE(home.guest.act("resign", {{"seat", "home"}})["ok"]);
    EXPECT_TRUE(home.guest.ask("offer", {{"what", "rematch"}})["ok"]);
    while (home.guest.table["next"].is_null()) (void)home.guest.next();
    const Json next = home.guest.ask("next");
    FairGuest again(server_.port(), next["id"], next["token"], Seat::home, 2);
    const Json fair = again.guest.table["fair"];
    EXPECT_NE(fair["server"], home.guest.table["fair"]["server"]);
    EXPECT_TRUE(fair["home"].is_null());
    ASSERT_TRUE(again.commit()["ok"]);
    EXPECT_TRUE(again.guest.act("roll")["ok"]);
    EXPECT_EQ(verified(record_of(server_.port(), next["id"])).hand[Party::home], 1U);
}

TEST_F(FairDice, WhatIsNoCommitmentIsRefused) {
    const Opened table = opened(server_.port(), two_people("pocket-rugby"));
    FairGuest home(server_.port(), table.id, table.token, Seat::home, 1);
    Guest watcher(server_.port(), table.id);
    const Json own{{"chains", {{"home", home.commitment()}}}};
    EXPECT_EQ(watcher.ask("commit", own)["error"]["code"], "not-your-seat");
    EXPECT_EQ(home.guest.ask("commit", {{"chains", {{"away", home.commitment()}}}})["error"]["code"], "not-your-seat");
    for (const Json& bad : {Json(), Json::object(), Json{{"home", "12"}}, Json{{"home", 12}},
                            Json{{"ref", home.commitment()}}, Json("x")})
        EXPECT_EQ(home.guest.ask("commit", {{"chains", bad}})["error"]["code"], "bad-request") << bad;
    EXPECT_EQ(home.guest.ask("link", {{"n", 1}})["error"]["code"], "bad-request");
    EXPECT_TRUE(home.guest.table["fair"]["home"].is_null());
}

TEST_F(FairDice, ATableOfAnOlderProgramGoesOnWithoutProof) {
    const Opened table = opened(server_.port(), one_screen("pocket-rugby"));
    server_.sql("UPDATE tables SET head = json_remove(head, '$.fair')");
    server_.restart();
    Guest home(server_.port(), table.id, table.token);
    EXPECT_EQ(home.table["fair"], (Json{{"proof", nullptr}, {"why", "older"}}));
    EXPECT_TRUE(home.act("roll")["ok"]);
    const auto verdict = fair::verify(record_of(server_.port(), table.id));
    ASSERT_FALSE(verdict);
    EXPECT_EQ(verdict.error().kind, fair::FaultKind::no_proof);
}

TEST_F(FairDice, WhereRollsWereLostNoLinkIsUsedAgain) {
    const Opened table = opened(server_.port(), one_screen("pocket-rugby"));
    {
        Guest home(server_.port(), table.id, table.token);
        for (int i = 0; i < 5; ++i) EXPECT_TRUE(act_somehow(home, home.position["turn"]["seat"], random_)["ok"]);
    }
    server_.sql("DELETE FROM steps WHERE n = 2");
    for (int round = 0; round < 2; ++round) { // also when the steps behind the gap are gone
        server_.restart();
        Guest home(server_.port(), table.id, table.token);
        EXPECT_EQ(home.table["fair"], (Json{{"proof", nullptr}, {"why", "lost"}}));
        EXPECT_TRUE(act_somehow(home, home.position["turn"]["seat"], random_)["ok"]);
    }
}

TEST(FairDiceClock, NoTimeRunsWhileARollWaits) {
    std::atomic<store::Millis> now = 0;
    server::Limits limits = generous();
    limits.link_within = std::chrono::minutes(1);
    RunningServer server(limits, {}, [&] { return now.load(); });
    Json wishes = two_people("pocket-rugby");
    wishes["clock"] = {{"seconds", 600}, {"increment", 0}};
    const Opened table = opened(server.port(), wishes);
    FairGuest home(server.port(), table.id, table.token, Seat::home, 1);
    Guest away(server.port(), table.id, table.friend_token);
    ASSERT_TRUE(home.commit()["ok"]);
    home.silent = true;
    Guest& roller = home.guest.position["turn"]["seat"] == "home" ? home.guest : away;
    roller.ws().say({{"cmd", "roll"}, {"turn_no", 0}, {"request_id", "wish"}});
    const Json ask = home.guest.until("ask");
    Guest watcher(server.port(), table.id);
    EXPECT_TRUE(watcher.welcome["clocks"]["running"].is_null()) << watcher.welcome["clocks"];
    home.answer(ask, home.wanted(ask));
    const Json update = home.guest.until("update");
    EXPECT_TRUE(update["clocks"]["running"].is_string());
}

TEST(FairDiceRate, AnswersAreNotCountedAsMessages) {
    server::Limits limits = generous();
    limits.messages_at_once = 20;
    limits.messages_per_second = 0.001;
    RunningServer server(limits);
    const Opened table = opened(server.port(), against_computer("pocket-gridiron"));
    FairGuest home(server.port(), table.id, table.token, Seat::home, 1);
    ASSERT_TRUE(home.commit()["ok"]);
    Random random(4);
    for (int i = 0; i < 10; ++i) {
        while (acting(home.guest, {"home"}).empty()) (void)home.guest.next();
        ASSERT_TRUE(act_somehow(home.guest, "home", random)["ok"]);
    }
    EXPECT_GT(home.asks.size(), 9U);
    EXPECT_TRUE(home.refused.empty());
}

} // namespace
} // namespace touchline::test
