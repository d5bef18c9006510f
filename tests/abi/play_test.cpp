// Games played through the C interface, beside the table protocol as the measure of what is right.
#include "abi/caller.hpp"

#include <atomic>
#include <cmath>
#include <set>
#include <thread>

namespace touchline::test {
namespace {

using Json = nlohmann::ordered_json;

// A conversation that a test asks in.
class Conversation {
public:
    Conversation() { EXPECT_DONE(tl_protocol_open(protocol_.out())); }
    Json ask(const Json& request) {
        const std::string line = request.dump();
        Json answer = json_said(tl_protocol_answer, static_cast<tl_protocol*>(protocol_), line.c_str());
        EXPECT_EQ(answer["ok"], true) << answer;
        return answer;
    }

private:
    Held<tl_protocol> protocol_;
};

class Play : public testing::TestWithParam<std::pair<std::string, std::string>> {
protected:
    Held<tl_game> game_ = opened(GetParam().first.c_str(), GetParam().second.c_str());
    Held<tl_state> state_ = started(game_);
};

TEST_P(Play, DescribesItself) {
    const Json described = json_said(tl_game_describe, static_cast<const tl_game*>(game_));
    EXPECT_EQ(described["id"], GetParam().first);
    std::uint32_t actions = 0;
    std::uint32_t events = 0;
    std::uint32_t size = 0;
    EXPECT_DONE(tl_game_action_count(game_, &actions));
    EXPECT_DONE(tl_game_event_count(game_, &events));
    EXPECT_DONE(tl_game_observation_size(game_, &size));
    ASSERT_EQ(described["actions"].size(), actions);
    ASSERT_EQ(described["events"].size(), events);
    EXPECT_EQ(described["observation"]["size"], size);
    EXPECT_EQ(described["choices"], actions > 0);
    for (std::uint32_t i = 0; i < actions; ++i) EXPECT_EQ(described["actions"][i], action_name(game_, i));
    for (std::uint32_t i = 0; i < events; ++i) {
        const char* name = nullptr;
        EXPECT_DONE(tl_game_event_name(game_, i, &name));
        EXPECT_EQ(described["events"][i], name);
    }
    const bool cards = GetParam().second != "{}";
    EXPECT_EQ(described["secret"], cards);
    EXPECT_EQ(described["hidden"], cards);
    EXPECT_FALSE(described["options"].empty());
    const std::string sheet = said(tl_game_sheet, static_cast<const tl_game*>(game_));
    Held<tl_game> again;
    EXPECT_DONE(tl_game_open(GetParam().first.c_str(), GetParam().second.c_str(), sheet.c_str(), again.out()));
    EXPECT_EQ(json_said(tl_game_describe, static_cast<const tl_game*>(again))["sheet_hash"], described["sheet_hash"]);
}

// The same dice and the same choices: every answer of the protocol is what the functions tell.
TEST_P(Play, TellsWhatTheProtocolAnswers) {
    Conversation table;
    Json now = table.ask({{"cmd", "new"},
                          {"game", GetParam().first},
                          {"options", Json::parse(GetParam().second)},
                          {"seed", 4711},
                          {"happened", true}});
    const Held<tl_dice> dice = dice_of(4711);
    const Json described = json_said(tl_game_describe, static_cast<const tl_game*>(game_));
    const std::vector<std::string> kinds{"chance", "choice", "secret", "over"};
    for (int step = 0; step < 300; ++step) {
        const tl_turn turn = turn_of(state_);
        const Json& wanted = now["turn"];
        ASSERT_EQ(kinds.at(static_cast<std::size_t>(turn.kind)), wanted["kind"]) << "step " << step;
        EXPECT_EQ(json_said(tl_state_view, static_cast<const tl_state*>(state_), TL_EVERYTHING), now["state"]);
        for (const auto& [seat, viewer] : std::initializer_list<std::pair<const char*, std::int32_t>>{
                 {"home", TL_HOME}, {"away", TL_AWAY}, {"public", TL_PUBLIC}})
            EXPECT_EQ(json_said(tl_state_view, static_cast<const tl_state*>(state_), viewer),
                      table.ask({{"cmd", "view"}, {"seat", seat}})["state"]);
        if (turn.kind == TL_OVER) {
            EXPECT_EQ(wanted["winner"], turn.winner == TL_HOME ? "home" : turn.winner == TL_AWAY ? "away" : "draw");
            EXPECT_EQ(turn.event, -1);
            EXPECT_EQ(turn.seat, TL_NOBODY);
            break;
        }
        EXPECT_EQ(turn.winner, TL_NOBODY);
        EXPECT_EQ(described["events"][static_cast<std::size_t>(turn.event)], wanted["event"]);
        const std::string seat = turn.seat == TL_HOME ? "home" : "away";
        if (turn.kind == TL_CHANCE) {
            EXPECT_EQ(turn.count, wanted["count"]);
            EXPECT_DONE(tl_state_roll(state_, dice));
            now = table.ask({{"cmd", "roll"}});
        } else {
            const auto legal = legal_of(state_, turn.seat);
            if (turn.kind == TL_CHOICE) {
                ASSERT_EQ(legal.size(), wanted["actions"].size());
                for (std::size_t i = 0; i < legal.size(); ++i)
                    EXPECT_EQ(action_name(game_, legal[i]), wanted["actions"][i]);
                EXPECT_TRUE(legal_of(state_, 1 - turn.seat).empty());
            }
            const std::uint32_t action = legal[static_cast<std::size_t>(step) % legal.size()];
            EXPECT_DONE(tl_state_choose(state_, turn.seat, action));
            now = table.ask({{"cmd", "choose"}, {"seat", seat}, {"action", action_name(game_, action)}});
        }
        EXPECT_EQ(json_said(tl_state_happened, static_cast<const tl_state*>(state_)), now["happened"]);
        ASSERT_FALSE(HasFailure()) << "step " << step;
    }
    EXPECT_EQ(said(tl_state_record, static_cast<const tl_state*>(state_), TL_EVERYTHING),
              table.ask({{"cmd", "record"}})["record"]);
    std::int32_t score[2]{};
    EXPECT_DONE(tl_state_score(state_, score));
    EXPECT_EQ(score[0], now["state"]["score"]["home"]);
    EXPECT_EQ(score[1], now["state"]["score"]["away"]);
}

TEST_P(Play, PositionsComeBackFromTheirTextAndRecord) {
    const Held<tl_dice> dice = dice_of(12);
    for (int i = 0; i < 12; ++i) {
        play_on(state_, dice, 17);
        Held<tl_state> from_text;
        Held<tl_state> from_record;
        Held<tl_state> copy;
        Held<tl_game> game;
        const std::string text = said(tl_state_text, static_cast<const tl_state*>(state_));
        const std::string record = said(tl_state_record, static_cast<const tl_state*>(state_), TL_EVERYTHING);
        ASSERT_DONE(tl_state_clone(state_, copy.out()));
        ASSERT_DONE(tl_game_of_record(record.c_str(), nullptr, game.out()));
        ASSERT_DONE(tl_state_from_record(game, record.c_str(), from_record.out()));
        std::uint64_t hash = 0;
        std::uint64_t steps = 0;
        EXPECT_DONE(tl_state_hash(state_, &hash));
        EXPECT_DONE(tl_state_steps(state_, &steps));
        std::vector<tl_state*> same{copy, from_record};
        const tl_turn turn = turn_of(state_);
        if (turn.kind != TL_SECRET || turn.home_waits == 1) { // a choice that waits is not in the text
            ASSERT_DONE(tl_state_from_text(game_, text.c_str(), from_text.out()));
            same.push_back(from_text);
        }
        for (tl_state* other : same) {
            std::int32_t equal = 0;
            std::uint64_t others = 0;
            EXPECT_DONE(tl_state_equal(state_, other, &equal));
            EXPECT_DONE(tl_state_hash(other, &others));
            EXPECT_EQ(equal, 1);
            EXPECT_EQ(others, hash);
        }
        std::uint64_t of_record = 0;
        EXPECT_DONE(tl_state_steps(from_record, &of_record));
        EXPECT_EQ(of_record, steps);
    }
}

TEST_P(Play, OutcomesAreResolvedByNumberAndByTokensAlike) {
    for (int i = 0; i < 60 && turn_of(state_).kind != TL_OVER; ++i) {
        if (turn_of(state_).kind != TL_CHANCE) {
            EXPECT_DONE(tl_state_play(state_, legal_of(state_, turn_of(state_).seat).front()));
            continue;
        }
        const auto weights = chances_of(state_);
        ASSERT_FALSE(weights.empty());
        const std::size_t outcome = static_cast<std::size_t>(i) * 7 % weights.size();
        const std::string tokens = said(tl_state_tokens, static_cast<const tl_state*>(state_), outcome);
        Held<tl_state> other;
        ASSERT_DONE(tl_state_clone(state_, other.out()));
        ASSERT_DONE(tl_state_resolve(state_, outcome));
        ASSERT_DONE(tl_state_resolve_tokens(other, tokens.c_str()));
        std::int32_t equal = 0;
        EXPECT_DONE(tl_state_equal(state_, other, &equal));
        EXPECT_EQ(equal, 1) << tokens;
    }
}

TEST_P(Play, UndoLeadsBackToTheStart) {
    const Held<tl_dice> dice = dice_of(3);
    play_on(state_, dice, 50);
    while (tl_state_undo(state_) == TL_OK) {
    }
    std::int32_t equal = 0;
    EXPECT_DONE(tl_state_equal(state_, started(game_), &equal));
    EXPECT_EQ(equal, 1);
}

TEST_P(Play, AStateOutlivesTheHandleOfItsGame) {
    EXPECT_DONE(tl_free(std::exchange(*game_.out(), nullptr)));
    const Held<tl_dice> dice = dice_of(3);
    play_on(state_, dice);
    EXPECT_EQ(turn_of(state_).kind, TL_OVER);
}

INSTANTIATE_TEST_SUITE_P(Games, Play, testing::ValuesIn(every_game()), [](const auto& each) {
    std::string name = each.param.first + (each.param.second == "{}" ? "" : "_cards");
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return name;
});

TEST(Secrets, AreChosenByBothInAnyOrderAndWaitUnseen) {
    const Held<tl_game> game = opened("red-boar-gridiron", R"({"mode":"cards"})");
    const Held<tl_state> state = started(game);
    const Held<tl_dice> dice = dice_of(5);
    while (turn_of(state).kind != TL_SECRET) play_on(state, dice, 1);
    Held<tl_state> together;
    Held<tl_state> apart;
    ASSERT_DONE(tl_state_clone(state, together.out()));
    ASSERT_DONE(tl_state_clone(state, apart.out()));
    const std::uint32_t home = legal_of(state, TL_HOME).front();
    const std::uint32_t away = legal_of(state, TL_AWAY).front();
    EXPECT_EQ(turn_of(state).home_waits, 1);
    EXPECT_EQ(turn_of(state).away_waits, 1);
    ASSERT_DONE(tl_state_choose(apart, TL_AWAY, away));
    EXPECT_EQ(turn_of(apart).away_waits, 0);
    EXPECT_EQ(turn_of(apart).seat, TL_HOME);
    EXPECT_TRUE(legal_of(apart, TL_AWAY).empty());
    std::int32_t equal = 1;
    EXPECT_DONE(tl_state_equal(apart, state, &equal));
    EXPECT_EQ(equal, 0) << "a choice that waits counts";
    EXPECT_EQ(said(tl_state_view, static_cast<const tl_state*>(apart), TL_HOME),
              said(tl_state_view, static_cast<const tl_state*>(state), TL_HOME));
    EXPECT_EQ(tl_state_play_secret(apart, home, away), TL_REFUSED) << "one has chosen already";
    ASSERT_DONE(tl_state_play(apart, home)); // the seat that the turn names
    EXPECT_EQ(tl_state_play_secret(together, home, home), TL_REFUSED);
    EXPECT_DONE(tl_state_equal(together, state, &equal));
    EXPECT_EQ(equal, 1) << "a refusal of the second takes the first back";
    ASSERT_DONE(tl_state_play_secret(together, home, away));
    EXPECT_DONE(tl_state_equal(together, apart, &equal));
    EXPECT_EQ(equal, 1);
}

TEST(Records, HideFromAViewerWhatItDidNotSee) {
    const Held<tl_game> game = opened("red-boar-gridiron", R"({"mode":"cards"})");
    const Held<tl_state> state = started(game);
    const Held<tl_dice> dice = dice_of(5);
    play_on(state, dice, 20);
    const tl_state* own = state;
    EXPECT_EQ(said(tl_state_record, own, TL_EVERYTHING).find('?'), std::string::npos);
    EXPECT_NE(said(tl_state_record, own, TL_PUBLIC).find('?'), std::string::npos);
}

TEST(Dice, TheSystemsAreNotThoseOfASeed) {
    const Held<tl_game> game = opened("gridiron-glory");
    std::set<std::string> records;
    for (int i = 0; i < 3; ++i) {
        const Held<tl_state> state = started(game);
        Held<tl_dice> dice;
        ASSERT_DONE(tl_dice_system(dice.out()));
        play_on(state, dice);
        records.insert(said(tl_state_record, static_cast<const tl_state*>(state), TL_EVERYTHING));
    }
    EXPECT_EQ(records.size(), 3u);
}

// Threads that play positions of their own, of one game, with handles coming and going everywhere.
TEST(Threads, PlayTheSameGamesAsOneAlone) {
    const Held<tl_game> game = opened("pocket-rugby");
    const auto record_of = [&](std::uint64_t seed) {
        const Held<tl_state> state = started(game);
        const Held<tl_dice> dice = dice_of(seed);
        play_on(state, dice);
        return said(tl_state_record, static_cast<const tl_state*>(state), TL_EVERYTHING);
    };
    std::vector<std::string> alone;
    for (std::uint64_t seed = 0; seed < 24; ++seed) alone.push_back(record_of(seed));
    std::atomic<std::uint64_t> next{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (std::uint64_t seed = next++; seed < alone.size(); seed = next++)
                EXPECT_EQ(record_of(seed), alone[seed]);
        });
    for (std::thread& thread : threads) thread.join();
}

} // namespace
} // namespace touchline::test
