// Reads and writes atlases; keeps those that travel in the binary.
#include "play/atlas.hpp"

#include "core/embedded.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <utility>

namespace touchline {

namespace {

constexpr std::array<std::pair<AtlasSource, std::string_view>, 4> kSources{{{AtlasSource::figures, "figures"},
                                                                            {AtlasSource::solved, "solved"},
                                                                            {AtlasSource::estimate, "estimate"},
                                                                            {AtlasSource::unknown, "unknown"}}};

Json reading_json(const AtlasReading& reading) {
    Json json{{"set", reading.set}, {"figures", Json::object()}};
    for (const auto& [source, name] : kSources)
        if (source == reading.source) json["source"] = name;
    for (const auto& [name, value] : reading.figures) json["figures"][name] = value;
    return json;
}

AtlasReading reading_of(const Json& json) {
    AtlasReading reading;
    reading.set = json.at("set").get<std::map<std::string, std::string>>();
    reading.figures = json.at("figures").get<std::map<std::string, double>>();
    for (const auto& [source, name] : kSources)
        if (json.at("source") == name) reading.source = source;
    return reading;
}

std::optional<Atlas> embedded_atlas(const Kind& kind) {
    const auto text = embedded(fmt::format("data/atlas/{}.json", kind.id()));
    if (!text) return std::nullopt;
    std::optional<Atlas> atlas = atlas_of(Json::parse(*text, nullptr, false));
    const auto table = kind.open(Json::object(), std::nullopt);
    if (!atlas || !table || atlas->sheet != (*table)->sheet_hash() || atlas->options != atlas_options(kind))
        return std::nullopt;
    return atlas;
}

} // namespace

std::optional<double> AtlasReading::figure(const std::string& name) const {
    const auto found = figures.find(name);
    return found == figures.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> Atlas::change(const AtlasReading& reading, const std::string& name) const {
    if ((reading.source == AtlasSource::estimate) != (own.source == AtlasSource::estimate)) return std::nullopt;
    const auto before = own.figure(name);
    const auto after = reading.figure(name);
    return before && after ? std::optional(*after - *before) : std::nullopt;
}

std::optional<double> Atlas::beyond(const AtlasReading& pair, const std::string& name) const {
    std::optional<double> rest = change(pair, name);
    for (const AtlasReading& alone : readings) {
        const auto& [option, value] = *alone.set.begin();
        const auto found = pair.set.find(option);
        if (!rest || found == pair.set.end() || found->second != value) continue;
        const auto own_change = change(alone, name);
        rest = own_change ? std::optional(*rest - *own_change) : std::nullopt;
    }
    return rest;
}

std::string atlas_anchor(std::string option) {
    std::ranges::replace(option, '_', '-');
    return option;
}

std::string atlas_option(std::string anchor) {
    std::ranges::replace(anchor, '-', '_');
    return anchor;
}

std::string_view matters_only(const Words& words, std::string_view option, std::string_view value) {
    return words.find(fmt::format("option.{}.only.{}", option, value));
}

Json atlas_json(const Atlas& atlas) {
    Json json{{"game", atlas.game},        {"sheet", atlas.sheet},
              {"options", atlas.options},  {"default", reading_json(atlas.own)},
              {"readings", Json::array()}, {"pairs", Json::array()}};
    for (const AtlasReading& reading : atlas.readings) json["readings"].push_back(reading_json(reading));
    for (const AtlasReading& pair : atlas.pairs) json["pairs"].push_back(reading_json(pair));
    if (atlas.pairs_above) json["pairs_above"] = *atlas.pairs_above;
    return json;
}

std::optional<Atlas> atlas_of(const Json& json) {
    try {
        Atlas atlas{json.at("game"), json.at("sheet"), json.at("options"), reading_of(json.at("default")), {}, {}, {}};
        for (const Json& reading : json.at("readings")) atlas.readings.push_back(reading_of(reading));
        for (const Json& pair : json.at("pairs")) atlas.pairs.push_back(reading_of(pair));
        if (json.contains("pairs_above")) atlas.pairs_above = json["pairs_above"].get<double>();
        return atlas;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

Json atlas_options(const Kind& kind) {
    Json list = Json::array();
    for (const OptionSpec& spec : kind.options()) {
        Json values = Json::array();
        for (const OptionValue& value : spec.values) values.push_back(json(value));
        list.push_back({{"name", spec.name}, {"default", json(spec.fallback)}, {"values", std::move(values)}});
    }
    return list;
}

const Atlas* atlas_of(const Kind& kind) {
    static const std::map<std::string, Atlas, std::less<>> kAtlases = [] {
        std::map<std::string, Atlas, std::less<>> all;
        for (const Kind* each : kinds())
            if (std::optional<Atlas> atlas = embedded_atlas(*each)) all.emplace(each->id(), std::move(*atlas));
        return all;
    }();
    const auto found = kAtlases.find(kind.id());
    return found == kAtlases.end() ? nullptr : &found->second;
}

} // namespace touchline
