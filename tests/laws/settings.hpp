// Every game with every option value: the settings under which the laws must hold.
#pragma once

#include "play/kind.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace touchline {

struct Setting {
    const Kind* kind;
    Json options;
};

[[nodiscard]] inline std::string name_of(const Setting& setting) {
    std::string name(setting.kind->id());
    for (const auto& [option, value] : setting.options.items()) name += "_" + option + "_" + value.dump();
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

// What a failing test shows.
inline void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.kind->id() << " " << setting.options; }

// The values of an option worth a run of their own: all of a list, the ends of a range.
[[nodiscard]] inline std::vector<Json> tried_values(const OptionSpec& spec) {
    std::vector<Json> values;
    for (const OptionValue& value : spec.values) values.push_back(json(value));
    if (spec.values.empty()) values = {Json(spec.min == 0 ? 1 : spec.min), Json(std::min<std::int64_t>(spec.max, 40))};
    return values;
}

// The default, each option value alone, and each again on top of the richer modes. Settings that the game refuses
// (a team card without its mode) are left out; that they are refused rightly is tested with each game.
[[nodiscard]] inline std::vector<Setting> all_settings() {
    const std::vector<std::pair<std::string_view, Json>> kRicher{
        {"pocket-gridiron", {{"mode", "pro"}}},
        {"pocket-rugby", {{"home_team", "new-zealand"}, {"away_team", "england"}}},
        {"pocket-rugby", {{"home_team", "australia"}, {"away_team", "south-africa"}, {"weather", "roll"}}},
        {"red-boar-gridiron", {{"mode", "cards"}, {"quarter_seconds", 120}}},
    };
    std::vector<Setting> settings;
    const auto add = [&](const Kind* kind, const Json& options) {
        const bool known = std::any_of(settings.begin(), settings.end(), [&](const Setting& own) {
            return own.kind == kind && name_of(own) == name_of({kind, options});
        });
        if (!known && kind->open(options, std::nullopt)) settings.push_back({kind, options});
    };
    for (const Kind* kind : kinds()) {
        std::vector<Json> bases{Json::object()};
        for (const auto& [id, options] : kRicher)
            if (id == kind->id()) bases.push_back(options);
        for (const Json& base : bases) {
            add(kind, base);
            for (const OptionSpec& spec : kind->options())
                for (const Json& value : tried_values(spec)) {
                    Json options = base;
                    options[spec.name] = value;
                    add(kind, options);
                }
        }
    }
    return settings;
}

// An option and one of its values.
using Tried = std::pair<std::string, Json>;

// Every value of an option together with every value of every other: as few settings as a greedy search finds. Of team
// cards two are enough. Where all options together are refused, the pair is tried alone.
[[nodiscard]] inline std::vector<Setting> paired_settings() {
    std::vector<Setting> settings;
    for (const Kind* kind : kinds()) {
        std::vector<std::vector<Tried>> options;
        for (const OptionSpec& spec : kind->options()) {
            std::vector<Json> values = tried_values(spec);
            if (spec.name.ends_with("_team")) values.resize(std::min<std::size_t>(values.size(), 2));
            options.emplace_back();
            for (const Json& value : values) options.back().emplace_back(spec.name, value);
        }
        std::set<std::pair<Tried, Tried>> missing;
        for (std::size_t one = 0; one < options.size(); ++one)
            for (std::size_t two = one + 1; two < options.size(); ++two)
                for (const Tried& first : options[one])
                    for (const Tried& second : options[two]) missing.insert({first, second});
        const auto gain = [&](const std::vector<Tried>& chosen, const Tried& tried) {
            return std::count_if(chosen.begin(), chosen.end(), [&](const Tried& own) {
                return missing.contains({own, tried}) || missing.contains({tried, own});
            });
        };
        while (!missing.empty()) {
            const auto [first, second] = *missing.begin();
            std::vector<Tried> chosen{first, second};
            for (const std::vector<Tried>& values : options)
                if (values.front().first != first.first && values.front().first != second.first)
                    chosen.push_back(
                        *std::max_element(values.begin(), values.end(), [&](const Tried& a, const Tried& b) {
                            return gain(chosen, a) < gain(chosen, b);
                        }));
            Json all = Json::object();
            for (const Tried& each : chosen) all[each.first] = each.second;
            if (!kind->open(all, std::nullopt)) {
                chosen = {first, second};
                all = {{first.first, first.second}, {second.first, second.second}};
            }
            if (kind->open(all, std::nullopt)) settings.push_back({kind, all});
            for (const Tried& one : chosen)
                for (const Tried& two : chosen) missing.erase({one, two});
        }
    }
    return settings;
}

} // namespace touchline
