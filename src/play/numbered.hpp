// A game by numbers: events, actions and outcomes by their place in a list, positions as floats. For programs that ask
// a million times; people and protocols have the words of play/table.hpp.
#pragma once

#include "games/observation.hpp"
#include "play/table.hpp"

#include <memory>
#include <span>
#include <vector>

namespace touchline {

struct TurnNumbers {
    TurnKind kind{};
    u32 event = 0;
    std::optional<Seat> seat{}; // who rolls or decides; of a secret turn the next who has not chosen; none when over
    int count = 0;              // chance: how many tokens
    BySeat<bool> waits{};       // secret: who has still to choose
    Result winner{};            // over
};

// Of one game with one sheet and one set of options. Requires of every table: it is of these.
class Numbered {
public:
    virtual ~Numbered() = default;

    // Names by number. Views live as long as this.
    [[nodiscard]] const std::vector<std::string_view>& events() const { return events_; }
    [[nodiscard]] const std::vector<std::string_view>& actions() const { return actions_; }
    [[nodiscard]] std::optional<u32> action_named(std::string_view name) const;
    // Whether both seats may have to choose in secret, and whether a seat may hold what the other does not see.
    [[nodiscard]] bool secret() const { return secret_; }
    [[nodiscard]] bool hidden() const { return hidden_; }

    [[nodiscard]] virtual TurnNumbers turn(const Table& table) const = 0;
    // In the order of the game's page; none where the seat has nothing to decide.
    [[nodiscard]] virtual std::vector<u32> legal(const Table& table, Seat seat) const = 0;
    // The weights of the outcomes of a chance turn; none at another turn.
    [[nodiscard]] virtual std::vector<Weight> chances(const Table& table) const = 0;
    // Of one of them. Requires: there are so many.
    [[nodiscard]] virtual std::vector<std::string_view> tokens(const Table& table, std::size_t outcome) const = 0;
    // What a seat has chosen in the current secret turn.
    [[nodiscard]] virtual BySeat<std::optional<u32>> pending(const Table& table) const = 0;

    // What an observation holds, and how many floats that are.
    [[nodiscard]] const std::vector<ObservedField>& layout() const { return layout_; }
    [[nodiscard]] std::size_t observation_size() const { return observation_size_; }
    // What the seat may know. Requires: as many floats.
    virtual void observe(const Table& table, Seat seat, std::span<float> out) const = 0;

protected:
    Numbered() = default;
    Numbered(const Numbered&) = default;
    Numbered& operator=(const Numbered&) = default;

    std::vector<std::string_view> events_;
    std::vector<std::string_view> actions_;
    std::vector<ObservedField> layout_;
    std::size_t observation_size_ = 0;
    bool secret_ = false;
    bool hidden_ = false;
};

[[nodiscard]] std::shared_ptr<const Numbered> numbered(const Table& table);

} // namespace touchline
