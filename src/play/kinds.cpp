// All games by id and alias. One of the few files that include every game's rules, and are slow to compile.
#include "games/all.hpp"
#include "play/kind_of.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace touchline {

namespace {

template <class... Games>
constexpr auto functions_of(GameList<Games...>) {
    return std::array<const Kind& (*)(), sizeof...(Games)>{&kind<Games>...};
}

// Other files only declare kind<R>(); taking its address here compiles it for every game in this file.
[[gnu::used]] const auto kKinds = functions_of(AllGames{});

std::optional<std::string> content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    std::ostringstream content;
    content << file.rdbuf();
    if (file.bad()) return std::nullopt;
    return content.str();
}

} // namespace

std::span<const Kind* const> kinds() {
    static const auto kAll = [] {
        std::array<const Kind*, kKinds.size()> all{};
        std::ranges::transform(kKinds, all.begin(), [](const Kind& (*kind)()) { return &kind(); });
        return all;
    }();
    return kAll;
}

const Kind* kind_named(std::string_view id_or_alias) {
    for (const Kind* kind : kinds()) {
        if (kind->id() == id_or_alias) return kind;
        for (std::string_view alias : kind->aliases())
            if (alias == id_or_alias) return kind;
    }
    return nullptr;
}

Json describe(const Kind& kind) {
    Json game{{"id", kind.id()}, {"name", kind.name()}, {"aliases", Json::array()}, {"options", Json::array()}};
    for (std::string_view alias : kind.aliases()) game["aliases"].push_back(alias);
    for (const OptionSpec& spec : kind.options()) game["options"].push_back(json(spec));
    return game;
}

OrRefusal<std::unique_ptr<Table>> open_table(std::string_view game, const Json& options,
                                             const std::optional<std::string>& sheet_path) {
    const Kind* kind = kind_named(game);
    if (kind == nullptr) {
        std::vector<std::string_view> ids;
        for (const Kind* known : kinds()) ids.push_back(known->id());
        return refuse(RefusalCode::unknown_game, Message{"game.unknown", {{"game", game}, {"games", ids}}});
    }
    if (!sheet_path) return kind->open(options, std::nullopt);
    std::optional<std::string> toml = content_of(*sheet_path);
    if (toml) return kind->open(options, SheetText{*sheet_path, std::move(*toml)});
    if (auto without = kind->open(options, std::nullopt); !without) return without; // a bad option comes first
    return refuse(RefusalCode::bad_sheet, Message{"sheet.unreadable", {{"file", *sheet_path}}});
}

} // namespace touchline
