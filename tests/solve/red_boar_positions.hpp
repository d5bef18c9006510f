// Rules of Gridiron with the default sheet, positions and piles, for the tests of its solvers.
#pragma once

#include "core/embedded.hpp"
#include "solve/red_boar_gridiron/hands.hpp"

#include <nlohmann/json.hpp>

namespace touchline::solve::red_boar_gridiron {

inline Rules rules(std::string_view options) {
    SheetReader reader(*embedded("data/sheets/red-boar-gridiron.toml"));
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
