// A position as the boards read it: the view of one viewer, asked field by field. A field that is missing or null gives
// a harmless value, so that a board draws what there is.
#pragma once

#include "core/seat.hpp"
#include "games/json.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace touchline::terminal {

class Look {
public:
    explicit Look(const Json& view);

    [[nodiscard]] bool has(std::string_view key) const; // there and not null
    [[nodiscard]] int number(std::string_view key, int fallback = 0) const;
    [[nodiscard]] std::string text(std::string_view key) const;
    [[nodiscard]] std::optional<Seat> seat(std::string_view key) const;
    [[nodiscard]] std::vector<std::string> list(std::string_view key) const;

    // All of them, for whoever knows none by name.
    [[nodiscard]] const Json& fields() const { return *view_; }

    // Fields with a value for each seat.
    [[nodiscard]] int number(std::string_view key, Seat seat) const;
    [[nodiscard]] std::string text(std::string_view key, Seat seat) const;
    [[nodiscard]] std::vector<std::string> list(std::string_view key, Seat seat) const;

    // Names with their counts, e.g. a hand of cards; of the field itself or of one seat in it.
    using Counts = std::vector<std::pair<std::string, int>>;
    [[nodiscard]] Counts counts(std::string_view key) const;
    [[nodiscard]] Counts counts(std::string_view key, Seat seat) const;

private:
    std::shared_ptr<const Json> view_;
};

// A figure of a sheet's section, read from its text: how many spaces a track has, and the like.
[[nodiscard]] int sheet_figure(std::string_view toml, std::string_view section, std::string_view key, int fallback);
// The name on the team card with this id; empty where there is none.
[[nodiscard]] std::string sheet_team(std::string_view toml, std::string_view id);

} // namespace touchline::terminal
