// A table whose tokens may contain blanks: set a position, roll what the test wants to fall, choose, and look.
//   RugbyTable table("pocket-rugby", {{"injuries", false}});
//   table.set({{"carrier", "wing"}}).roll("HIT UP 3").roll("BIG HIT").choose("steal").waits_for("ruck", "away");
#pragma once

#include "play/kind.hpp"
#include "play/table.hpp"
#include "said.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline {

class RugbyTable {
public:
    explicit RugbyTable(std::string_view game, const Json& options = Json::object(),
                        const std::optional<std::string>& sheet_toml = std::nullopt) {
        std::optional<SheetText> sheet;
        if (sheet_toml) sheet = SheetText{"test", *sheet_toml};
        auto opened = kind_named(game)->open(options, sheet);
        if (opened)
            table_ = std::move(*opened);
        else
            ADD_FAILURE() << "no table: " << said(opened.error().message);
    }

    RugbyTable& set(const Json& fields) {
        if (auto done = table_->set(fields); !done) ADD_FAILURE() << fields << ": " << said(done.error().message);
        return *this;
    }

    // Gives the current chance turn this outcome.
    RugbyTable& roll(const std::vector<std::string_view>& tokens) {
        if (auto done = table_->roll(tokens); !done) ADD_FAILURE() << said(done.error().message);
        return *this;
    }
    RugbyTable& roll(std::string_view token) { return roll(std::vector<std::string_view>{token}); }

    RugbyTable& choose(std::string_view action) {
        if (auto done = table_->choose(std::nullopt, action); !done) ADD_FAILURE() << said(done.error().message);
        return *this;
    }
    RugbyTable& choose(Seat seat, std::string_view action) {
        if (auto done = table_->choose(seat, action); !done) ADD_FAILURE() << said(done.error().message);
        return *this;
    }

    // The current turn is this event, of this seat.
    RugbyTable& waits_for(std::string_view event, std::string_view seat) {
        const TurnText turn = table_->turn();
        EXPECT_EQ(turn.event, event);
        EXPECT_EQ(name(turn.seat), seat) << "at " << event;
        return *this;
    }
    RugbyTable& may_choose(const std::vector<std::string_view>& actions) {
        EXPECT_EQ(table_->turn().actions, actions);
        return *this;
    }
    RugbyTable& won_by(Result winner) {
        EXPECT_EQ(table_->turn().kind, TurnKind::over);
        EXPECT_EQ(table_->turn().winner, winner);
        return *this;
    }

    // These fields of the position have these values; the others are not looked at.
    RugbyTable& shows(const Json& fields) {
        const Json state = table_->state();
        for (const auto& [key, value] : fields.items()) EXPECT_EQ(state[key], value) << "field " << key;
        return *this;
    }

    // The reason against a position; empty where it was taken.
    [[nodiscard]] std::string refusal(const Json& fields) {
        auto done = table_->set(fields);
        return done ? "" : said(done.error().message);
    }

    [[nodiscard]] Table& operator*() const { return *table_; }
    [[nodiscard]] Table* operator->() const { return table_.get(); }

private:
    std::unique_ptr<Table> table_;
};

// Why a table with these options cannot be opened; empty where it can.
[[nodiscard]] inline std::string refusal_of(std::string_view game, const Json& options) {
    auto opened = kind_named(game)->open(options, std::nullopt);
    return opened ? "" : std::string(name(opened.error().code)) + ": " + said(opened.error().message);
}

} // namespace touchline
