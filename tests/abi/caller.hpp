// The C interface as a C++ test calls it: handles that free themselves, texts as strings, failures as test failures.
#pragma once

#include "touchline.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace touchline::test {

// Expects a call to be answered.
#define EXPECT_DONE(call) EXPECT_EQ((call), TL_OK) << tl_last_error()
#define ASSERT_DONE(call) ASSERT_EQ((call), TL_OK) << tl_last_error()

template <class T>
class Held {
public:
    Held() = default;
    explicit Held(T* handle) : handle_(handle) {}
    Held(Held&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Held& operator=(Held&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
        if (handle_ != nullptr) {
            EXPECT_DONE(tl_free(handle_));
        }
    }
    operator T*() const { return handle_; }
    [[nodiscard]] T** out() { return &handle_; }

private:
    T* handle_ = nullptr;
};

inline std::string taken(tl_text* text) {
    const Held<tl_text> held(text);
    const char* data = nullptr;
    std::size_t size = 0;
    EXPECT_DONE(tl_text_data(held, &data, &size));
    EXPECT_EQ(data[size], '\0');
    return {data, size};
}

// The text of a call: said(tl_state_text, state).
template <class Call, class... Args>
std::string said(Call call, Args... args) {
    tl_text* text = nullptr;
    EXPECT_DONE(call(args..., &text));
    return text == nullptr ? std::string() : taken(text);
}
template <class Call, class... Args>
nlohmann::ordered_json json_said(Call call, Args... args) {
    return nlohmann::ordered_json::parse(said(call, args...));
}

inline Held<tl_game> opened(const char* id, const char* options = nullptr) {
    Held<tl_game> game;
    EXPECT_DONE(tl_game_open(id, options, nullptr, game.out()));
    return game;
}
inline Held<tl_state> started(const tl_game* game) {
    Held<tl_state> state;
    EXPECT_DONE(tl_state_start(game, state.out()));
    return state;
}
inline Held<tl_dice> dice_of(std::uint64_t seed) {
    Held<tl_dice> dice;
    EXPECT_DONE(tl_dice_seeded(seed, dice.out()));
    return dice;
}

inline tl_turn turn_of(const tl_state* state) {
    tl_turn turn{};
    EXPECT_DONE(tl_state_turn(state, &turn));
    return turn;
}
inline std::vector<std::uint32_t> legal_of(const tl_state* state, std::int32_t seat) {
    std::vector<std::uint32_t> actions(8);
    std::size_t count = 0;
    EXPECT_DONE(tl_state_legal(state, seat, actions.data(), actions.size(), &count));
    actions.resize(count);
    return actions;
}
inline std::vector<std::uint64_t> chances_of(const tl_state* state) {
    std::size_t count = 0;
    (void)tl_state_chances(state, nullptr, 0, &count);
    std::vector<std::uint64_t> weights(count);
    EXPECT_DONE(tl_state_chances(state, weights.data(), weights.size(), &count));
    return weights;
}
inline std::string action_name(const tl_game* game, std::uint32_t action) {
    const char* name = nullptr;
    EXPECT_DONE(tl_game_action_name(game, action, &name));
    return name;
}

// Takes the first or the last legal action by turns, until the game is over or so many steps are made.
inline void play_on(tl_state* state, tl_dice* dice, std::uint64_t steps = 1'000'000) {
    for (std::uint64_t i = 0; i < steps; ++i) {
        const tl_turn turn = turn_of(state);
        if (turn.kind == TL_OVER) return;
        if (turn.kind == TL_CHANCE) {
            ASSERT_DONE(tl_state_roll(state, dice));
        } else {
            const auto legal = legal_of(state, turn.seat);
            ASSERT_FALSE(legal.empty());
            ASSERT_DONE(tl_state_play(state, i % 2 == 0 ? legal.front() : legal.back()));
        }
    }
}

// Every game by id, and one with hidden hands.
inline std::vector<std::pair<std::string, std::string>> every_game() {
    std::vector<std::pair<std::string, std::string>> games;
    const nlohmann::ordered_json listed = json_said(tl_games);
    for (const auto& game : listed["games"]) games.emplace_back(game["id"], "{}");
    games.emplace_back("red-boar-gridiron", R"({"mode":"cards"})");
    return games;
}

} // namespace touchline::test
