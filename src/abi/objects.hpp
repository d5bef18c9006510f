// What handles stand for: games, positions, dice, players, batches, conversations.
#pragma once

#include "abi/edge.hpp"
#include "analysis/batch.hpp"
#include "games/json.hpp"
#include "play/evaluator.hpp"
#include "play/kind.hpp"
#include "play/numbered.hpp"

#include <string>
#include <vector>

namespace touchline::abi {

struct GameObject final : Object {
    static constexpr HandleKind kKind = HandleKind::game;
    static constexpr std::string_view kWhat = "a game";

    // A table at its start.
    explicit GameObject(std::unique_ptr<Table> fresh);

    std::unique_ptr<const Table> start;
    std::shared_ptr<const Numbered> numbers;
    std::vector<std::string> actions; // with a zero at their end
    std::vector<std::string> events;
    std::string identity; // equal for games whose positions can be compared
};

struct StateObject final : Object {
    static constexpr HandleKind kKind = HandleKind::state;
    static constexpr std::string_view kWhat = "a position";

    StateObject(std::shared_ptr<const GameObject> own, std::unique_ptr<Table> at)
        : game(std::move(own)), table(std::move(at)) {}

    [[nodiscard]] const Numbered& numbers() const { return *game->numbers; }

    std::shared_ptr<const GameObject> game;
    std::unique_ptr<Table> table;
};

struct DiceObject final : Object {
    static constexpr HandleKind kKind = HandleKind::dice;
    static constexpr std::string_view kWhat = "dice";

    explicit DiceObject(std::unique_ptr<Dice> own) : dice(std::move(own)) {}

    std::unique_ptr<Dice> dice;
};

struct PlayerObject final : Object {
    static constexpr HandleKind kKind = HandleKind::player;
    static constexpr std::string_view kWhat = "a player";

    PlayerObject(std::shared_ptr<const GameObject> own, std::unique_ptr<Player> made)
        : game(std::move(own)), player(std::move(made)) {}

    std::shared_ptr<const GameObject> game;
    std::unique_ptr<Player> player;
};

struct BatchObject final : Object {
    static constexpr HandleKind kKind = HandleKind::batch;
    static constexpr std::string_view kWhat = "a batch";

    BatchObject(std::shared_ptr<const GameObject> own, std::unique_ptr<analysis::Batch> made)
        : game(std::move(own)), batch(std::move(made)) {}

    std::shared_ptr<const GameObject> game;
    std::unique_ptr<analysis::Batch> batch;
};

[[nodiscard]] inline tl_state* new_state(std::shared_ptr<const GameObject> game, std::unique_ptr<Table> table) {
    return static_cast<tl_state*>(new_handle<StateObject>(std::move(game), std::move(table)));
}

// The name of an action. A Problem where there is no such number.
[[nodiscard]] std::string_view action_given(const GameObject& game, std::uint32_t action);
// An object; `name` is told where it is none.
[[nodiscard]] Json object_given(const char* text, std::string_view name);

} // namespace touchline::abi
