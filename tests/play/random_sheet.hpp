// Other components than those of the box, for tests: the default sheet with figures and faces changed at random.
#pragma once

#include "core/random.hpp"
#include "games/toml.hpp"
#include "play/kind.hpp"

#include <array>
#include <sstream>

namespace touchline {

[[nodiscard]] inline std::string sheet_text(const toml::table& sheet) {
    std::ostringstream out;
    out << sheet << "\n";
    return out.str();
}

// Every figure, and every list whose entries may stand in for each other; `allowed` is no figure of the box.
inline void gather(toml::node& node, std::vector<toml::node*>& found) {
    if (node.is_integer()) found.push_back(&node);
    if (toml::table* table = node.as_table())
        for (auto&& [key, child] : *table)
            if (key.str() != "version" && key.str() != "allowed") gather(child, found);
    if (toml::array* list = node.as_array()) {
        if (list->size() > 1 && list->is_homogeneous()) found.push_back(&node);
        for (toml::node& child : *list) gather(child, found);
    }
}

// A figure goes a little up or down; an entry of a list takes the place of another, so that a face comes more often.
inline void change(toml::node& node, Random& random) {
    if (toml::value<std::int64_t>* figure = node.as_integer()) {
        static constexpr std::array<std::int64_t, 4> kSteps{-5, -1, 1, 5};
        figure->get() += kSteps[random.below(kSteps.size())];
        return;
    }
    toml::array& list = *node.as_array();
    const auto any = [&]() -> toml::node& { return list[random.below(static_cast<u32>(list.size()))]; };
    toml::node& old = any();
    any().visit(
        [&](const auto& entry) { *old.as<toml::impl::unwrap_node<std::remove_cvref_t<decltype(entry)>>>() = entry; });
}

// A sheet that the game takes, some changes away from the default one.
[[nodiscard]] inline std::string random_sheet(const Kind& kind, u32 changes, Random& random) {
    toml::table sheet = toml::parse(kind.default_sheet());
    for (u32 i = 0; i < changes; ++i) {
        toml::table changed = sheet;
        std::vector<toml::node*> places;
        gather(changed, places);
        change(*places[random.below(static_cast<u32>(places.size()))], random);
        if (kind.check_sheet(sheet_text(changed)).empty()) sheet = std::move(changed);
    }
    return sheet_text(sheet);
}

} // namespace touchline
