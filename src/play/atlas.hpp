// What every other reading of a game's options does to it, as the lab has found: data/atlas/GAME.json, written by
// 'make atlas', read by the rules page and the pages of docs/atlas.
#pragma once

#include "games/json.hpp"
#include "play/kind.hpp"
#include "play/words.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace touchline {

// How figures were found: all of them exactly, exactly who wins and nothing else, by games between stand-ins, not.
enum class AtlasSource { figures, solved, estimate, unknown };

struct AtlasReading {
    std::map<std::string, std::string> set{}; // options that are not as by default; two of a pair
    AtlasSource source = AtlasSource::unknown;
    std::map<std::string, double> figures{}; // by the names of the lab

    [[nodiscard]] std::optional<double> figure(const std::string& name) const;
};

struct Atlas {
    std::string game{};
    std::string sheet{}; // the hash of the default sheet
    Json options{};      // atlas_options() when it was written
    AtlasReading own{};  // the game as it is in the box
    std::vector<AtlasReading> readings{};
    std::optional<double> pairs_above{}; // pairs were tried, and those are kept that differ from the sum by more
    std::vector<AtlasReading> pairs{};

    // Against the game in the box; empty where one of them is not known, or they cannot be compared.
    [[nodiscard]] std::optional<double> change(const AtlasReading& reading, const std::string& name) const;
    // What a pair does besides what each of the two does alone.
    [[nodiscard]] std::optional<double> beyond(const AtlasReading& pair, const std::string& name) const;
};

// Where an option stands in docs/atlas; and the way back.
[[nodiscard]] std::string atlas_anchor(std::string option);
[[nodiscard]] std::string atlas_option(std::string anchor);

// Where the box as it is cannot show what a reading does: "only with team cards". Empty for all others.
[[nodiscard]] std::string_view matters_only(const Words& words, std::string_view option, std::string_view value);

[[nodiscard]] Json atlas_json(const Atlas& atlas);
[[nodiscard]] std::optional<Atlas> atlas_of(const Json& json);

// Which options there are, with their values: an atlas of others is out of date.
[[nodiscard]] Json atlas_options(const Kind& kind);

// The one that travels in the binary, read once; null where there is none, or it is of other options or another sheet.
[[nodiscard]] const Atlas* atlas_of(const Kind& kind);

} // namespace touchline
