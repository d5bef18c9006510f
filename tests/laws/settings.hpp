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
[[nodiscard]] inline std::vector<Setting> found_settings() {
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

[[nodiscard]] inline const std::vector<Setting>& all_settings() {
    static const std::vector<Setting> kSettings = found_settings();
    return kSettings;
}

// What may be chosen at once: a value of an option; or a team card for each side, which no side has alone.
[[nodiscard]] inline std::vector<std::vector<Json>> choices_of(const Kind& kind) {
    std::vector<std::vector<Json>> choices;
    for (const OptionSpec& spec : kind.options()) {
        if (spec.name == "away_team") continue; // with the other one
        choices.emplace_back();
        if (spec.name != "home_team") {
            for (const Json& value : tried_values(spec)) choices.back().push_back({{spec.name, value}});
            continue;
        }
        std::vector<Json> cards = tried_values(spec);
        std::erase(cards, Json("none"));
        choices.back() = {Json::object()};
        for (std::size_t i = 0; i < cards.size(); ++i) // each of them once on each side
            choices.back().push_back({{"home_team", cards[i]}, {"away_team", cards[(i + 1) % cards.size()]}});
    }
    return choices;
}

// Every choice together with every other that the game takes with it: as few settings as a greedy search finds. What a
// game refuses covers nothing: then a choice is left at its default, or another one is made with the two.
class PairSearch {
public:
    explicit PairSearch(const Kind& kind) : kind_(kind), choices_(choices_of(kind)) {
        for (std::size_t one = 0; one < choices_.size(); ++one)
            for (std::size_t two = one + 1; two < choices_.size(); ++two)
                for (std::size_t a = 0; a < choices_[one].size(); ++a)
                    for (std::size_t b = 0; b < choices_[two].size(); ++b) missing_.insert({{one, a}, {two, b}});
    }

    [[nodiscard]] std::vector<Setting> settings() {
        std::vector<Setting> settings;
        while (!missing_.empty()) {
            const auto [first, second] = *missing_.begin();
            std::vector<Place> chosen = with_all(first, second);
            if (!taken(chosen)) chosen = with_most(first, second);
            missing_.erase({first, second}); // no game takes it if nothing was found
            if (chosen.empty()) continue;
            settings.push_back({&kind_, options_of(chosen)});
            for (const Place& one : chosen)
                for (const Place& two : chosen) missing_.erase({one, two});
        }
        return settings;
    }

private:
    using Place = std::pair<std::size_t, std::size_t>; // a choice and which of its values

    [[nodiscard]] Json options_of(const std::vector<Place>& chosen) const {
        Json all = Json::object();
        for (const auto& [choice, value] : chosen) all.update(choices_[choice][value]);
        return all;
    }
    [[nodiscard]] bool taken(const std::vector<Place>& chosen) const {
        return kind_.open(options_of(chosen), std::nullopt).has_value();
    }

    // The values of a choice, those first that bring most pairs not yet met.
    [[nodiscard]] std::vector<Place> best_first(std::size_t choice, const std::vector<Place>& chosen) const {
        std::vector<std::pair<std::ptrdiff_t, Place>> gains;
        for (std::size_t value = 0; value < choices_[choice].size(); ++value) {
            const Place tried{choice, value};
            const auto met = std::count_if(chosen.begin(), chosen.end(), [&](const Place& own) {
                return missing_.contains(std::minmax(own, tried));
            });
            gains.emplace_back(-met, tried);
        }
        std::sort(gains.begin(), gains.end());
        std::vector<Place> places;
        for (const auto& [gain, place] : gains) places.push_back(place);
        return places;
    }

    [[nodiscard]] std::vector<Place> with_all(Place first, Place second) const {
        std::vector<Place> chosen{first, second};
        for (std::size_t choice = 0; choice < choices_.size(); ++choice)
            if (choice != first.first && choice != second.first) chosen.push_back(best_first(choice, chosen).front());
        return chosen;
    }

    // One by one, as far as the game takes them; nothing where it never takes the two.
    [[nodiscard]] std::vector<Place> with_most(Place first, Place second) const {
        std::vector<Place> chosen{first, second};
        bool fits = taken(chosen);
        for (std::size_t choice = 0; choice < choices_.size(); ++choice) {
            if (choice == first.first || choice == second.first) continue;
            for (const Place& tried : best_first(choice, chosen)) {
                chosen.push_back(tried);
                if (taken(chosen)) {
                    fits = true;
                    break;
                }
                chosen.pop_back();
            }
        }
        return fits ? chosen : std::vector<Place>{};
    }

    const Kind& kind_;
    std::vector<std::vector<Json>> choices_;
    std::set<std::pair<Place, Place>> missing_;
};

[[nodiscard]] inline const std::vector<Setting>& paired_settings() {
    static const std::vector<Setting> kSettings = [] {
        std::vector<Setting> settings;
        for (const Kind* kind : kinds())
            for (Setting& setting : PairSearch(*kind).settings()) settings.push_back(std::move(setting));
        return settings;
    }();
    return kSettings;
}

} // namespace touchline
