// Short ways to a table of Gridiron for its tests.
#pragma once

#include "games/at_table.hpp"

namespace touchline {

// No flags: a play is its own dice.
inline constexpr std::string_view kClean = R"({"penalties":false})";

[[nodiscard]] inline AtTable boar(std::string_view options = "{}") { return at("red-boar-gridiron", options); }

// With cards: home on offence, one card of each kind in both hands.
[[nodiscard]] inline AtTable hands(std::string_view state,
                                   std::string_view options = R"({"mode":"cards","penalties":false})") {
    AtTable table = at("red-boar-gridiron", options);
    Json fields = Json::parse(state);
    fields["hands"] = Json::parse(R"({"home":{"REV":1,"DRAW":1,"DIVE":1,"SCREEN":1,"MED":1,"LONG":1},
        "away":{"BLITZ":1,"SHORT-RUN":1,"NORMAL-RUN":1,"SHORT-PASS":1,"MED-PASS":1,"LONG-PASS":1}})");
    table.set(fields.dump());
    return table;
}

} // namespace touchline
