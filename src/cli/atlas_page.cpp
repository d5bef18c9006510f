// Puts an atlas into tables and words.
#include "cli/atlas_page.hpp"

#include "lab/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace touchline::cli {

namespace {

constexpr std::array<std::string_view, 7> kShown{"first_edge",       "draw", "points", "margin", "length.rolls",
                                                 "decisions.matter", "luck"};

// Those of kShown that any line has.
std::vector<std::string> shown_figures(const Atlas& atlas) {
    std::vector<std::string> names;
    for (const std::string_view name : kShown) {
        const std::string own(name);
        const auto has = [&](const AtlasReading& each) { return each.figure(own).has_value(); };
        if (has(atlas.own) || std::ranges::any_of(atlas.readings, has)) names.push_back(own);
    }
    return names;
}

std::string cell(const Atlas& atlas, const AtlasReading& reading, const std::string& name, const Words& words) {
    const auto value = reading.figure(name);
    if (!value) return "–";
    const std::string text =
        (reading.source == AtlasSource::estimate ? "≈ " : "") + lab::figure_value(name, *value, words);
    const auto change = atlas.change(reading, name);
    if (!change || &reading == &atlas.own) return text;
    return std::abs(*change) <= lab::kNoChange ? "="
                                               : fmt::format("{} ({})", text, lab::figure_change(name, *change, words));
}

} // namespace

std::string reading_label(const AtlasReading& reading, const Words& words) {
    std::vector<std::string> parts;
    for (const auto& [option, value] : reading.set) parts.push_back(lab::option_text(option, value, words));
    return fmt::format("{}", fmt::join(parts, " + "));
}

lab::PlainTable readings_table(const Atlas& atlas, const Words& words) {
    const std::vector<std::string> names = shown_figures(atlas);
    lab::PlainTable table{{""}, {}};
    for (const std::string& name : names) table.head.push_back(lab::figure_label(name, words));
    const auto add = [&](const std::string& label, const AtlasReading& reading) {
        table.rows.push_back({label});
        for (const std::string& name : names) table.rows.back().push_back(cell(atlas, reading, name, words));
    };
    add(words.text("lab.default"), atlas.own);
    for (const AtlasReading& reading : atlas.readings) {
        const auto& [option, value] = *reading.set.begin();
        const std::string_view only = matters_only(words, option, value);
        add(reading_label(reading, words) + (only.empty() ? "" : fmt::format(" ({})", only)), reading);
    }
    return table;
}

lab::PlainTable pairs_table(const Atlas& atlas, const Words& words) {
    lab::PlainTable table{{"", lab::figure_label("first_edge", words), words.text("lab.atlas-beyond")}, {}};
    for (const AtlasReading& pair : atlas.pairs)
        table.rows.push_back({reading_label(pair, words), cell(atlas, pair, "first_edge", words),
                              lab::figure_change("first_edge", atlas.beyond(pair, "first_edge").value_or(0), words)});
    return table;
}

std::vector<std::string> atlas_notes(const Atlas& atlas, const Words& words) {
    std::vector<std::string> notes{words.text("lab.changes-in-points")};
    const auto any = [&](AtlasSource source) {
        return atlas.own.source == source ||
               std::ranges::any_of(atlas.readings, [&](const auto& each) { return each.source == source; });
    };
    if (any(AtlasSource::solved)) notes.push_back(words.text("lab.atlas-solved"));
    if (any(AtlasSource::estimate)) notes.push_back(words.text("lab.atlas-estimate"));
    return notes;
}

std::string atlas_markdown(const Atlas& atlas, const Words& words) {
    lab::PlainTable table = readings_table(atlas, words);
    std::string anchored;
    for (std::size_t i = 0; i < atlas.readings.size(); ++i) {
        const std::string& option = atlas.readings[i].set.begin()->first;
        if (option == anchored) continue;
        table.rows[i + 1][0] = fmt::format("<a id=\"{}\"></a>{}", atlas_anchor(option), table.rows[i + 1][0]);
        anchored = option;
    }
    std::string out = fmt::format(
        "# {}\n\n{}\n\n{}\n{}\n", words.text("lab.atlas", {{"game", std::string(words.find("game.name"))}}),
        words.text("lab.atlas-note"), lab::table_markdown(table), fmt::join(atlas_notes(atlas, words), " "));
    if (!atlas.pairs_above) return out;
    const std::string above = lab::figure_value("decisions.worth", *atlas.pairs_above, words);
    out += fmt::format("\n## {}\n\n", words.text("lab.atlas-pairs"));
    if (atlas.pairs.empty()) return out + words.text("lab.atlas-no-pairs", {{"above", above}}) + "\n";
    return out + fmt::format("{}\n\n{}", words.text("lab.atlas-pairs-note", {{"above", above}}),
                             lab::table_markdown(pairs_table(atlas, words)));
}

} // namespace touchline::cli
