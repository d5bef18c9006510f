// Every function called wrongly: null, freed and foreign handles, handles of another kind, nothing to write to.
#include "abi/caller.hpp"

#include <functional>
#include <thread>

namespace touchline::test {
namespace {

// One handle of each kind.
struct Handles {
    Held<tl_game> game = opened("sports-dice-football");
    Held<tl_state> state = started(game);
    Held<tl_dice> dice = dice_of(1);
    Held<tl_player> player;
    Held<tl_batch> batch;
    Held<tl_protocol> protocol;
    Held<tl_text> text;

    Handles() {
        EXPECT_DONE(tl_player_open(game, "random", 1, player.out()));
        EXPECT_DONE(tl_batch_open(game, 2, TL_GO_ON, 1, batch.out()));
        EXPECT_DONE(tl_protocol_open(protocol.out()));
        EXPECT_DONE(tl_games(text.out()));
    }
    [[nodiscard]] std::vector<std::pair<std::string, void*>> all() const {
        return {{"game", static_cast<tl_game*>(game)},    {"state", static_cast<tl_state*>(state)},
                {"dice", static_cast<tl_dice*>(dice)},    {"player", static_cast<tl_player*>(player)},
                {"batch", static_cast<tl_batch*>(batch)}, {"protocol", static_cast<tl_protocol*>(protocol)},
                {"text", static_cast<tl_text*>(text)}};
    }
};

// A function, the kind of handle that one of its arguments is, and a call with that argument. Everything else is right.
struct Taker {
    std::string function;
    std::string kind;
    std::function<tl_status(void*)> call;
};

// Room for any output.
struct Outputs {
    tl_text* text = nullptr;
    tl_game* game = nullptr;
    tl_state* state = nullptr;
    tl_player* player = nullptr;
    tl_batch* batch = nullptr;
    const char* name = nullptr;
    std::size_t count = 0;
    std::uint32_t number = 0;
    std::uint64_t large = 0;
    std::int32_t flag = 0;
    std::int32_t score[4]{};
    std::uint32_t actions[8]{};
    std::uint64_t weights[2000]{};
    tl_advised_action advised[8]{};
    std::vector<float> floats = std::vector<float>(1000);
    tl_turn turn{};
    tl_odds_values odds{};
};

template <class T>
T* as(void* handle) {
    return static_cast<T*>(handle);
}

std::vector<Taker> takers(const Handles& good, Outputs& out) {
    static const std::uint64_t kSeeds[2]{1, 2};
    static const std::int32_t kActions[2]{0, 0};
    const tl_game* game = good.game;
    tl_state* state = good.state;
    return {
        {"tl_text_data", "text", [&](void* h) { return tl_text_data(as<tl_text>(h), &out.name, &out.count); }},
        {"tl_game_describe", "game", [&](void* h) { return tl_game_describe(as<tl_game>(h), &out.text); }},
        {"tl_game_sheet", "game", [&](void* h) { return tl_game_sheet(as<tl_game>(h), &out.text); }},
        {"tl_game_action_count", "game", [&](void* h) { return tl_game_action_count(as<tl_game>(h), &out.number); }},
        {"tl_game_action_name", "game", [&](void* h) { return tl_game_action_name(as<tl_game>(h), 0, &out.name); }},
        {"tl_game_event_count", "game", [&](void* h) { return tl_game_event_count(as<tl_game>(h), &out.number); }},
        {"tl_game_event_name", "game", [&](void* h) { return tl_game_event_name(as<tl_game>(h), 0, &out.name); }},
        {"tl_game_observation_size", "game",
         [&](void* h) { return tl_game_observation_size(as<tl_game>(h), &out.number); }},
        {"tl_state_start", "game", [&](void* h) { return tl_state_start(as<tl_game>(h), &out.state); }},
        {"tl_state_clone", "state", [&](void* h) { return tl_state_clone(as<tl_state>(h), &out.state); }},
        {"tl_state_text", "state", [&](void* h) { return tl_state_text(as<tl_state>(h), &out.text); }},
        {"tl_state_from_text", "game", [&](void* h) { return tl_state_from_text(as<tl_game>(h), "x", &out.state); }},
        {"tl_state_from_fields", "game",
         [&](void* h) { return tl_state_from_fields(as<tl_game>(h), "{}", &out.state); }},
        {"tl_state_from_record", "game", [&](void* h) { return tl_state_from_record(as<tl_game>(h), "", &out.state); }},
        {"tl_state_record", "state", [&](void* h) { return tl_state_record(as<tl_state>(h), TL_PUBLIC, &out.text); }},
        {"tl_state_turn", "state", [&](void* h) { return tl_state_turn(as<tl_state>(h), &out.turn); }},
        {"tl_state_score", "state", [&](void* h) { return tl_state_score(as<tl_state>(h), out.score); }},
        {"tl_state_hash", "state", [&](void* h) { return tl_state_hash(as<tl_state>(h), &out.large); }},
        {"tl_state_equal", "state", [&, state](void* h) { return tl_state_equal(as<tl_state>(h), state, &out.flag); }},
        {"tl_state_equal", "state", [&, state](void* h) { return tl_state_equal(state, as<tl_state>(h), &out.flag); }},
        {"tl_state_steps", "state", [&](void* h) { return tl_state_steps(as<tl_state>(h), &out.large); }},
        {"tl_state_legal", "state",
         [&](void* h) { return tl_state_legal(as<tl_state>(h), TL_HOME, out.actions, 8, &out.count); }},
        {"tl_state_chances", "state",
         [&](void* h) { return tl_state_chances(as<tl_state>(h), out.weights, 2000, &out.count); }},
        {"tl_state_tokens", "state", [&](void* h) { return tl_state_tokens(as<tl_state>(h), 0, &out.text); }},
        {"tl_state_play", "state", [&](void* h) { return tl_state_play(as<tl_state>(h), 0); }},
        {"tl_state_choose", "state", [&](void* h) { return tl_state_choose(as<tl_state>(h), TL_HOME, 0); }},
        {"tl_state_play_secret", "state", [&](void* h) { return tl_state_play_secret(as<tl_state>(h), 0, 0); }},
        {"tl_state_resolve", "state", [&](void* h) { return tl_state_resolve(as<tl_state>(h), 0); }},
        {"tl_state_resolve_tokens", "state",
         [&](void* h) { return tl_state_resolve_tokens(as<tl_state>(h), R"(["home"])"); }},
        {"tl_state_roll", "state",
         [&](void* h) { return tl_state_roll(as<tl_state>(h), static_cast<tl_dice*>(good.dice)); }},
        {"tl_state_roll", "dice", [&, state](void* h) { return tl_state_roll(state, as<tl_dice>(h)); }},
        {"tl_state_undo", "state", [&](void* h) { return tl_state_undo(as<tl_state>(h)); }},
        {"tl_state_view", "state", [&](void* h) { return tl_state_view(as<tl_state>(h), TL_HOME, &out.text); }},
        {"tl_state_observation", "state",
         [&](void* h) { return tl_state_observation(as<tl_state>(h), TL_HOME, out.floats.data(), 10); }},
        {"tl_state_happened", "state", [&](void* h) { return tl_state_happened(as<tl_state>(h), &out.text); }},
        {"tl_odds", "state", [&](void* h) { return tl_odds(as<tl_state>(h), 0.01, &out.odds); }},
        {"tl_advise", "state",
         [&](void* h) { return tl_advise(as<tl_state>(h), TL_HOME, 0.01, out.advised, 8, &out.count); }},
        {"tl_odds_watched", "state",
         [&](void* h) { return tl_odds_watched(as<tl_state>(h), 0.01, nullptr, nullptr, &out.odds); }},
        {"tl_advise_watched", "state",
         [&](void* h) {
             return tl_advise_watched(as<tl_state>(h), TL_HOME, 0.01, nullptr, nullptr, out.advised, 8, &out.count);
         }},
        {"tl_solve", "game", [&](void* h) { return tl_solve(as<tl_game>(h), 1, nullptr, nullptr, &out.text); }},
        {"tl_simulate", "game",
         [&](void* h) {
             return tl_simulate(as<tl_game>(h), "random", "random", 1, 1, 1, nullptr, nullptr, &out.text);
         }},
        {"tl_figures", "game",
         [&](void* h) { return tl_figures(as<tl_game>(h), "random", "random", 1, nullptr, nullptr, &out.text); }},
        {"tl_duel", "game",
         [&](void* h) { return tl_duel(as<tl_game>(h), "random", "random", 1, nullptr, nullptr, &out.odds); }},
        {"tl_review", "state",
         [&](void* h) { return tl_review(as<tl_state>(h), "json", "en", 0.01, nullptr, nullptr, &out.text); }},
        {"tl_export", "state", [&](void* h) { return tl_export(as<tl_state>(h), "plays", "csv", 0.01, &out.text); }},
        {"tl_export_watched", "state",
         [&](void* h) {
             return tl_export_watched(as<tl_state>(h), "plays", "csv", 0.01, nullptr, nullptr, &out.text);
         }},
        {"tl_player_open", "game", [&](void* h) { return tl_player_open(as<tl_game>(h), "random", 1, &out.player); }},
        {"tl_player_choose", "player",
         [&, state](void* h) { return tl_player_choose(as<tl_player>(h), state, TL_HOME, &out.number); }},
        {"tl_player_choose", "state",
         [&](void* h) {
             return tl_player_choose(static_cast<tl_player*>(good.player), as<tl_state>(h), TL_HOME, &out.number);
         }},
        {"tl_batch_open", "game", [&](void* h) { return tl_batch_open(as<tl_game>(h), 1, TL_GO_ON, 1, &out.batch); }},
        {"tl_batch_reset", "batch", [&](void* h) { return tl_batch_reset(as<tl_batch>(h), kSeeds, 2, nullptr); }},
        {"tl_batch_step", "batch", [&](void* h) { return tl_batch_step(as<tl_batch>(h), kActions, 2, nullptr); }},
        {"tl_batch_scores", "batch", [&](void* h) { return tl_batch_scores(as<tl_batch>(h), out.score, 2); }},
        {"tl_batch_finals", "batch",
         [&](void* h) { return tl_batch_finals(as<tl_batch>(h), TL_HOME, nullptr, out.score, 2); }},
        {"tl_batch_state", "batch", [&](void* h) { return tl_batch_state(as<tl_batch>(h), 0, &out.state); }},
        {"tl_protocol_answer", "protocol",
         [&](void* h) { return tl_protocol_answer(as<tl_protocol>(h), "{}", &out.text); }},
    };
    (void)game;
}

class Misuse : public testing::Test {
protected:
    Handles good_;
    Outputs out_;
};

TEST_F(Misuse, NullHandlesAreRefusedByEveryFunction) {
    for (const Taker& taker : takers(good_, out_)) {
        EXPECT_EQ(taker.call(nullptr), TL_BAD_HANDLE) << taker.function;
        EXPECT_NE(std::string(tl_last_error())
                      .find(taker.kind == "state"      ? "a position"
                            : taker.kind == "protocol" ? "a conversation"
                                                       : taker.kind),
                  std::string::npos)
            << taker.function << ": " << tl_last_error();
        EXPECT_STREQ(tl_last_code(), "");
    }
    EXPECT_EQ(tl_free(nullptr), TL_BAD_HANDLE);
}

TEST_F(Misuse, HandlesOfAnotherKindAreRefusedByEveryFunction) {
    for (const Taker& taker : takers(good_, out_))
        for (const auto& [kind, handle] : good_.all())
            if (kind != taker.kind) {
                EXPECT_EQ(taker.call(handle), TL_BAD_HANDLE) << taker.function << " with " << kind;
            }
}

TEST_F(Misuse, FreedHandlesAreRefusedByEveryFunctionEvenWhenTheirPlaceIsUsedAgain) {
    std::vector<std::pair<std::string, void*>> freed;
    {
        const Handles gone;
        freed = gone.all();
    }
    for (int again = 0; again < 2; ++again) {
        for (const Taker& taker : takers(good_, out_))
            for (const auto& [kind, handle] : freed)
                if (kind == taker.kind) {
                    EXPECT_EQ(taker.call(handle), TL_BAD_HANDLE) << taker.function;
                }
        for (const auto& [kind, handle] : freed) EXPECT_EQ(tl_free(handle), TL_BAD_HANDLE) << kind;
        static std::vector<Handles> others(40); // take the places that were freed
    }
}

TEST_F(Misuse, ForeignHandlesAreRefusedByEveryFunction) {
    int local = 0;
    const auto heap = std::make_unique<std::array<char, 64>>();
    const std::vector<void*> foreign{&local,
                                     heap.get(),
                                     reinterpret_cast<void*>(1),
                                     reinterpret_cast<void*>(~0ULL),
                                     reinterpret_cast<void*>(0xdeadbeefULL),
                                     reinterpret_cast<void*>(&tl_free)};
    for (void* handle : foreign) {
        for (const Taker& taker : takers(good_, out_)) EXPECT_EQ(taker.call(handle), TL_BAD_HANDLE) << taker.function;
        EXPECT_EQ(tl_free(handle), TL_BAD_HANDLE);
    }
    // A good one of which a bit is changed.
    for (const auto& [kind, handle] : good_.all())
        for (int bit = 0; bit < 64; ++bit) {
            void* changed = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(handle) ^ (1ULL << bit));
            EXPECT_EQ(tl_free(changed), TL_BAD_HANDLE) << kind << " bit " << bit;
        }
}

TEST_F(Misuse, NothingToWriteToIsRefusedByEveryFunction) {
    tl_game* game = good_.game;
    tl_state* state = good_.state;
    tl_batch* batch = good_.batch;
    std::size_t count = 0;
    const std::vector<std::pair<std::string, std::function<tl_status()>>> calls{
        {"tl_games", [] { return tl_games(nullptr); }},
        {"tl_text_data", [&] { return tl_text_data(good_.text, nullptr, &count); }},
        {"tl_text_data size", [&] { return tl_text_data(good_.text, &out_.name, nullptr); }},
        {"tl_game_open", [] { return tl_game_open("pocket-rugby", nullptr, nullptr, nullptr); }},
        {"tl_game_open id", [&] { return tl_game_open(nullptr, nullptr, nullptr, &out_.game); }},
        {"tl_game_of_record", [&] { return tl_game_of_record(nullptr, nullptr, &out_.game); }},
        {"tl_game_of_record out", [&] { return tl_game_of_record("", nullptr, nullptr); }},
        {"tl_game_describe", [&] { return tl_game_describe(game, nullptr); }},
        {"tl_game_sheet", [&] { return tl_game_sheet(game, nullptr); }},
        {"tl_game_action_count", [&] { return tl_game_action_count(game, nullptr); }},
        {"tl_game_action_name", [&] { return tl_game_action_name(game, 0, nullptr); }},
        {"tl_game_event_count", [&] { return tl_game_event_count(game, nullptr); }},
        {"tl_game_event_name", [&] { return tl_game_event_name(game, 0, nullptr); }},
        {"tl_game_observation_size", [&] { return tl_game_observation_size(game, nullptr); }},
        {"tl_state_start", [&] { return tl_state_start(game, nullptr); }},
        {"tl_state_clone", [&] { return tl_state_clone(state, nullptr); }},
        {"tl_state_text", [&] { return tl_state_text(state, nullptr); }},
        {"tl_state_from_text", [&] { return tl_state_from_text(game, nullptr, &out_.state); }},
        {"tl_state_from_text out", [&] { return tl_state_from_text(game, "x", nullptr); }},
        {"tl_state_from_fields", [&] { return tl_state_from_fields(game, nullptr, &out_.state); }},
        {"tl_state_from_fields out", [&] { return tl_state_from_fields(game, "{}", nullptr); }},
        {"tl_state_from_record", [&] { return tl_state_from_record(game, nullptr, &out_.state); }},
        {"tl_state_from_record out", [&] { return tl_state_from_record(game, "", nullptr); }},
        {"tl_state_record", [&] { return tl_state_record(state, TL_PUBLIC, nullptr); }},
        {"tl_state_turn", [&] { return tl_state_turn(state, nullptr); }},
        {"tl_state_score", [&] { return tl_state_score(state, nullptr); }},
        {"tl_state_hash", [&] { return tl_state_hash(state, nullptr); }},
        {"tl_state_equal", [&] { return tl_state_equal(state, state, nullptr); }},
        {"tl_state_steps", [&] { return tl_state_steps(state, nullptr); }},
        {"tl_state_legal", [&] { return tl_state_legal(state, TL_HOME, out_.actions, 8, nullptr); }},
        {"tl_state_legal list", [&] { return tl_state_legal(state, TL_HOME, nullptr, 8, &count); }},
        {"tl_state_chances", [&] { return tl_state_chances(state, out_.weights, 8, nullptr); }},
        {"tl_state_chances list", [&] { return tl_state_chances(state, nullptr, 8, &count); }},
        {"tl_state_tokens", [&] { return tl_state_tokens(state, 0, nullptr); }},
        {"tl_state_resolve_tokens", [&] { return tl_state_resolve_tokens(state, nullptr); }},
        {"tl_state_view", [&] { return tl_state_view(state, TL_HOME, nullptr); }},
        {"tl_state_observation", [&] { return tl_state_observation(state, TL_HOME, nullptr, 10); }},
        {"tl_state_happened", [&] { return tl_state_happened(state, nullptr); }},
        {"tl_dice_seeded", [] { return tl_dice_seeded(1, nullptr); }},
        {"tl_dice_system", [] { return tl_dice_system(nullptr); }},
        {"tl_odds", [&] { return tl_odds(state, 1, nullptr); }},
        {"tl_advise", [&] { return tl_advise(state, TL_HOME, 1, out_.advised, 8, nullptr); }},
        {"tl_advise list", [&] { return tl_advise(state, TL_HOME, 1, nullptr, 8, &count); }},
        {"tl_solve", [&] { return tl_solve(game, 1, nullptr, nullptr, nullptr); }},
        {"tl_simulate", [&] { return tl_simulate(game, "random", "random", 1, 1, 1, nullptr, nullptr, nullptr); }},
        {"tl_simulate home",
         [&] { return tl_simulate(game, nullptr, "random", 1, 1, 1, nullptr, nullptr, &out_.text); }},
        {"tl_duel", [&] { return tl_duel(game, "random", "random", 1, nullptr, nullptr, nullptr); }},
        {"tl_figures", [&] { return tl_figures(game, "random", "random", 1, nullptr, nullptr, nullptr); }},
        {"tl_duel away", [&] { return tl_duel(game, "random", nullptr, 1, nullptr, nullptr, &out_.odds); }},
        {"tl_review", [&] { return tl_review(state, "json", "en", 1, nullptr, nullptr, nullptr); }},
        {"tl_review format", [&] { return tl_review(state, nullptr, "en", 1, nullptr, nullptr, &out_.text); }},
        {"tl_review language", [&] { return tl_review(state, "json", nullptr, 1, nullptr, nullptr, &out_.text); }},
        {"tl_export", [&] { return tl_export(state, "plays", "csv", 1, nullptr); }},
        {"tl_export what", [&] { return tl_export(state, nullptr, "csv", 1, &out_.text); }},
        {"tl_verify_dice", [] { return tl_verify_dice("", nullptr, nullptr); }},
        {"tl_verify_dice record", [&] { return tl_verify_dice(nullptr, nullptr, &out_.text); }},
        {"tl_players", [] { return tl_players(nullptr); }},
        {"tl_player_open", [&] { return tl_player_open(game, "random", 1, nullptr); }},
        {"tl_player_open name", [&] { return tl_player_open(game, nullptr, 1, &out_.player); }},
        {"tl_player_choose", [&] { return tl_player_choose(good_.player, state, TL_HOME, nullptr); }},
        {"tl_batch_open", [&] { return tl_batch_open(game, 1, TL_GO_ON, 1, nullptr); }},
        {"tl_batch_reset", [&] { return tl_batch_reset(batch, nullptr, 2, nullptr); }},
        {"tl_batch_step", [&] { return tl_batch_step(batch, nullptr, 2, nullptr); }},
        {"tl_batch_scores", [&] { return tl_batch_scores(batch, nullptr, 2); }},
        {"tl_batch_state", [&] { return tl_batch_state(batch, 0, nullptr); }},
        {"tl_protocol_open", [] { return tl_protocol_open(nullptr); }},
        {"tl_protocol_answer", [&] { return tl_protocol_answer(good_.protocol, nullptr, &out_.text); }},
        {"tl_protocol_answer out", [&] { return tl_protocol_answer(good_.protocol, "{}", nullptr); }},
    };
    for (const auto& [function, call] : calls) {
        EXPECT_EQ(call(), TL_BAD_ARGUMENT) << function << ": " << tl_last_error();
        EXPECT_NE(std::string(tl_last_error()).find("is null"), std::string::npos) << function;
    }
}

TEST_F(Misuse, NumbersOutOfRangeAreRefused) {
    const tl_game* game = good_.game;
    tl_state* state = good_.state;
    tl_batch* batch = good_.batch;
    std::uint32_t size = 0;
    EXPECT_DONE(tl_game_observation_size(game, &size));
    const std::uint64_t seeds[3]{1, 2, 3};
    const std::int32_t actions[3]{};
    const std::vector<std::pair<std::string, tl_status>> calls{
        {"action name", tl_game_action_name(game, 1000, &out_.name)},
        {"event name", tl_game_event_name(game, 1000, &out_.name)},
        {"seat", tl_state_legal(state, 2, out_.actions, 8, &out_.count)},
        {"seat", tl_state_legal(state, -1, out_.actions, 8, &out_.count)},
        {"viewer", tl_state_view(state, 4, &out_.text)},
        {"viewer", tl_state_record(state, -1, &out_.text)},
        {"observation too small", tl_state_observation(state, TL_HOME, out_.floats.data(), size - 1)},
        {"observation too large", tl_state_observation(state, TL_HOME, out_.floats.data(), size + 1)},
        {"action", tl_state_play(state, 1000)},
        {"action", tl_state_choose(state, TL_HOME, 0xffffffff)},
        {"outcome", tl_state_resolve(state, 1000000)},
        {"outcome", tl_state_tokens(state, 1000000, &out_.text)},
        {"seconds", tl_odds(state, std::numeric_limits<double>::quiet_NaN(), &out_.odds)},
        {"seconds", tl_odds(state, std::numeric_limits<double>::infinity(), &out_.odds)},
        {"games", tl_simulate(game, "random", "random", 0, 1, 1, nullptr, nullptr, &out_.text)},
        {"games", tl_batch_open(game, 0, TL_GO_ON, 1, &out_.batch)},
        {"games", tl_batch_open(game, std::size_t{1} << 60, TL_GO_ON, 1, &out_.batch)},
        {"at_end", tl_batch_open(game, 1, 2, 1, &out_.batch)},
        {"threads", tl_batch_open(game, 1, TL_GO_ON, 1 << 30, &out_.batch)},
        {"threads", tl_solve(game, 1025, nullptr, nullptr, &out_.text)},
        {"threads", tl_simulate(game, "random", "random", 1, 1, ~0U, nullptr, nullptr, &out_.text)},
        {"threads", tl_duel(game, "random", "random", ~0U, nullptr, nullptr, &out_.odds)},
        {"seeds", tl_batch_reset(batch, seeds, 3, nullptr)},
        {"actions", tl_batch_step(batch, actions, 1, nullptr)},
        {"scores", tl_batch_scores(batch, out_.score, 3)},
        {"finals", tl_batch_finals(batch, TL_HOME, nullptr, out_.score, 3)},
        {"seat", tl_batch_finals(batch, 2, nullptr, nullptr, 2)},
        {"index", tl_batch_state(batch, 2, &out_.state)},
        {"format", tl_review(state, "pdf", "en", 1, nullptr, nullptr, &out_.text)},
        {"language", tl_review(state, "json", "de", 1, nullptr, nullptr, &out_.text)},
        {"what", tl_export(state, "players", "csv", 1, &out_.text)},
    };
    for (const auto& [what, status] : calls) EXPECT_EQ(status, TL_BAD_ARGUMENT) << what;
}

TEST_F(Misuse, ARefusalHasTheProtocolsCodeAndASentence) {
    const auto refused = [](tl_status status, const char* code) {
        EXPECT_EQ(status, TL_REFUSED) << code;
        EXPECT_STREQ(tl_last_code(), code) << tl_last_error();
        EXPECT_GT(std::string(tl_last_error()).size(), 10u);
    };
    const tl_game* game = good_.game;
    tl_state* state = good_.state;
    refused(tl_game_open("chess", nullptr, nullptr, &out_.game), "unknown-game");
    refused(tl_game_open("pocket-rugby", "{", nullptr, &out_.game), "bad-json");
    refused(tl_game_open("pocket-rugby", "[]", nullptr, &out_.game), "bad-json");
    refused(tl_game_open("pocket-rugby", R"({"wind":1})", nullptr, &out_.game), "bad-option");
    refused(tl_game_open("pocket-rugby", nullptr, "x = ", &out_.game), "bad-sheet");
    refused(tl_game_open("pocket-rugby", nullptr, "", &out_.game), "bad-sheet");
    refused(tl_game_of_record("nonsense", nullptr, &out_.game), "bad-record");
    refused(tl_state_from_text(game, "nonsense", &out_.state), "bad-state");
    refused(tl_state_from_text(game, "\xff\xfe~\x01", &out_.state), "bad-state");
    refused(tl_state_from_fields(game, R"({"ball":1000})", &out_.state), "bad-state");
    refused(tl_state_from_record(game, "[Game \"pocket-rugby\"]\n", &out_.state), "bad-record");
    refused(tl_state_play(state, 0), "wrong-turn");
    refused(tl_state_play_secret(state, 0, 0), "wrong-turn");
    refused(tl_state_resolve_tokens(state, R"(["heads"])"), "bad-tokens");
    refused(tl_state_resolve_tokens(state, R"({"a":1})"), "bad-tokens");
    refused(tl_state_resolve_tokens(state, "[1]"), "bad-tokens");
    refused(tl_state_resolve_tokens(state, "[[[[["), "bad-tokens");
    refused(tl_state_undo(state), "nothing-to-undo");
    refused(tl_advise(state, TL_HOME, 1, out_.advised, 8, &out_.count), "wrong-turn");
    refused(tl_player_open(game, "nobody", 1, &out_.player), "bad-request");
    refused(tl_player_choose(good_.player, state, TL_HOME, &out_.number), "wrong-turn");
    refused(tl_simulate(game, "nobody", "random", 1, 1, 1, nullptr, nullptr, &out_.text), "bad-request");
    EXPECT_DONE(tl_state_resolve_tokens(state, R"(["home"])"));
    refused(tl_state_roll(state, good_.dice), "wrong-turn");
    refused(tl_state_resolve(state, 0), "wrong-turn");
    refused(tl_state_choose(state, TL_AWAY, legal_of(state, TL_HOME).front()), "wrong-turn");
    refused(tl_state_play(state, 2), "illegal-action"); // "go" is for later
}

TEST_F(Misuse, AFailureLeavesEveryOutputAsItWas) {
    tl_game* game = good_.game;
    tl_text* text = good_.text;
    EXPECT_EQ(tl_game_open("chess", nullptr, nullptr, &game), TL_REFUSED);
    EXPECT_EQ(tl_game_describe(nullptr, &text), TL_BAD_HANDLE);
    EXPECT_EQ(game, static_cast<tl_game*>(good_.game));
    EXPECT_EQ(text, static_cast<tl_text*>(good_.text));
    EXPECT_DONE(tl_state_resolve(good_.state, 0));
    std::size_t count = 77;
    std::uint32_t action = 99;
    EXPECT_EQ(tl_state_legal(good_.state, turn_of(good_.state).seat, &action, 1, &count), TL_TOO_SMALL);
    EXPECT_EQ(action, 99u);
    EXPECT_EQ(count, 2u) << "what is needed is told";
}

TEST_F(Misuse, EveryThreadHasItsOwnLastError) {
    EXPECT_EQ(tl_free(nullptr), TL_BAD_HANDLE);
    const std::string own = tl_last_error();
    EXPECT_FALSE(own.empty());
    std::thread([] {
        EXPECT_STREQ(tl_last_error(), "");
        tl_game* game = nullptr;
        EXPECT_EQ(tl_game_open("chess", nullptr, nullptr, &game), TL_REFUSED);
    }).join();
    EXPECT_EQ(tl_last_error(), own);
    EXPECT_STREQ(tl_last_code(), "");
}

TEST(Statuses, HaveNames) {
    EXPECT_STREQ(tl_status_name(TL_OK), "ok");
    EXPECT_STREQ(tl_status_name(TL_FAILED), "failed");
    EXPECT_STREQ(tl_status_name(8), "");
    EXPECT_STREQ(tl_status_name(-1), "");
    EXPECT_EQ(tl_api_version(), TL_API_MAJOR * 1000 + TL_API_MINOR);
    EXPECT_GT(std::string(tl_version()).size(), 4u);
}

} // namespace
} // namespace touchline::test
