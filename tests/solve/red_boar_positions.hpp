// Rules of Gridiron with the default sheet, positions and piles, for the tests of its solvers.
#pragma once

#include "core/embedded.hpp"
#include "solve/red_boar_gridiron/hands.hpp"

#include <nlohmann/json.hpp>

namespace touchline::solve::red_boar_gridiron {

// With hands of as many cards.
inline Rules rules(std::string_view options, int hand = 6) {
    std::string toml(*embedded("data/sheets/red-boar-gridiron.toml"));
    const std::string_view whole = "\nhand = 6";
    toml.replace(toml.find(whole), whole.size(), "\nhand = " + std::to_string(hand));
    SheetReader reader(toml);
    const Sheet sheet = Rules::read_sheet(reader.root(Rules::kId));
    return *Rules::make(sheet, *OptionValues::check(option_specs<Rules>(sheet), Json::parse(options)));
}

inline State at(const Rules& own, std::string_view fields) { return *own.set(own.start(), Json::parse(fields)); }

inline Pile pile(const std::vector<int>& copies, int hand) {
    Pile own{{}, copies.size(), hand};
    for (std::size_t kind = 0; kind < copies.size(); ++kind)
        for (int i = 0; i < copies[kind]; ++i) own.cards.add(kind);
    return own;
}

} // namespace touchline::solve::red_boar_gridiron
