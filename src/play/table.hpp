// A live game: rules, state, secret choices that wait, history. The one virtual class at the edge of the engine:
// terminal, server, bots and protocol hold a Table and never see a State.
#pragma once

#include "core/happening.hpp"
#include "core/turn.hpp"
#include "games/json_text.hpp"
#include "games/narration.hpp"
#include "games/options.hpp"
#include "games/refusal.hpp"
#include "play/dice.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline {

class Kind;

// What the game waits for, in words. Views live as long as the table.
struct TurnText {
    TurnKind kind{};
    std::string_view event{};
    Seat seat{};                             // who rolls or decides
    int count = 0;                           // chance: how many tokens
    std::vector<std::string_view> actions{}; // choice: the legal ones; secret: the viewer's own while it is to choose
    std::vector<Seat> waiting{};             // secret: those still to choose
    Result winner{};                         // over
};

// One roll or choice of the history.
struct StepText {
    TurnKind kind{}; // chance, choice or secret
    std::string_view event{};
    Seat seat{};
    std::vector<std::string_view> tokens{}; // chance; empty where the viewer may not see them
    std::string_view action{};              // choice or secret; empty where the viewer may not see it
};

struct Tag {
    std::string name;
    std::string value;
    friend bool operator==(const Tag&, const Tag&) = default;
};

class Table {
public:
    virtual ~Table() = default;

    [[nodiscard]] virtual const Kind& kind() const = 0;
    [[nodiscard]] virtual std::unique_ptr<Table> clone() const = 0;

    // The position. state() is all that is true; view() is built from what the viewer may know.
    [[nodiscard]] virtual TurnText turn(std::optional<Viewer> viewer = std::nullopt) const = 0;
    [[nodiscard]] virtual Json state() const = 0;
    [[nodiscard]] virtual Json view(Viewer viewer) const = 0;
    // The fields of view(), or without a viewer of state(), written one after the other.
    virtual void write(JsonText& out, std::optional<Viewer> viewer) const = 0;
    // What boards draw beside these fields.
    virtual void write_shown(JsonText& out) const = 0;
    [[nodiscard]] virtual BySeat<int> score() const = 0;
    [[nodiscard]] virtual std::optional<Seat> offense() const = 0;
    [[nodiscard]] bool over() const { return turn().kind == TurnKind::over; }

    // Steps. A refusal changes nothing.
    virtual OrRefusal<Done> roll(Dice& dice) = 0;
    virtual OrRefusal<Done> roll(const std::vector<std::string_view>& tokens) = 0;
    virtual OrRefusal<Done> choose(std::optional<Seat> seat, std::string_view action) = 0;
    virtual OrRefusal<Done> set(const Json& fields) = 0;
    virtual OrRefusal<Done> undo() = 0;

    // The tokens that are possible at the current chance turn: one list for each die or card, without duplicates; for a
    // viewer, as far as it may know.
    [[nodiscard]] virtual std::vector<std::vector<std::string_view>>
    faces(std::optional<Viewer> viewer = std::nullopt) const = 0;

    // Whether a viewer may see the outcome of the current chance turn.
    [[nodiscard]] virtual bool outcome_visible(Viewer viewer) const = 0;

    // History since the start, the last set() or load.
    [[nodiscard]] virtual std::size_t steps() const = 0;
    [[nodiscard]] virtual StepText step(std::size_t index, std::optional<Viewer> viewer = std::nullopt) const = 0;
    [[nodiscard]] virtual BySeat<int> score_before(std::size_t index) const = 0;
    [[nodiscard]] virtual std::optional<Seat> offense_before(std::size_t index) const = 0;
    // What the rules did in a step, in order: nothing that is hidden from anybody. Empty at the first of two secret
    // choices. Lives as long as the rules.
    [[nodiscard]] virtual std::vector<Happening> happened(std::size_t index) const = 0;
    // What is to be said of a step to a viewer.
    [[nodiscard]] virtual std::vector<Saying> sayings(std::size_t index, Viewer viewer) const = 0;
    // The table as it stood before a step: same start, a shorter history.
    [[nodiscard]] virtual std::unique_ptr<Table> before(std::size_t index) const = 0;

    // The state's bytes: equal positions have equal bytes. Secret choices that wait are not part of it.
    [[nodiscard]] virtual std::string state_bytes() const = 0;
    [[nodiscard]] virtual std::string start_bytes() const = 0;
    // Whether the history began at the start of the game, not at a position that was set.
    [[nodiscard]] virtual bool from_start() const = 0;
    // Begins a new history at a position given as bytes; refused (bad-state) where the game cannot be in it.
    virtual OrRefusal<Done> set_bytes(std::string_view bytes) = 0;

    [[nodiscard]] virtual const OptionValues& options() const = 0;
    // The options that were given, and the defaults of its sheet for the others.
    [[nodiscard]] virtual Json complete_options() const = 0;
    [[nodiscard]] virtual const std::string& sheet_name() const = 0;
    [[nodiscard]] virtual const std::string& sheet_hash() const = 0;
    [[nodiscard]] virtual const std::string& sheet_toml() const = 0;

    // Header tags of the record beyond those that the game itself gives (Home, Away, Date, …).
    std::vector<Tag> tags;

protected:
    Table() = default;
    Table(const Table&) = default;
    Table& operator=(const Table&) = default;
};

} // namespace touchline
