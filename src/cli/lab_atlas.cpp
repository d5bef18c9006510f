// touchline lab atlas [GAME]: every option of a game with the exact figures of each reading beside the default's.
#include "cli/help.hpp"
#include "cli/lab_variants.hpp"
#include "lab/compare.hpp"
#include "play/kind.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace touchline::cli {

namespace {

constexpr std::array<std::string_view, 7> kAtlasFigures{"first_edge",       "draw", "points", "margin", "length.rolls",
                                                        "decisions.matter", "luck"};

struct AtlasOptions : LabOptions {
    bool markdown = false;
};

// One reading: an option with another value than the default.
struct Reading {
    std::string option;
    std::string value;
    std::unique_ptr<Table> table;
    std::optional<lab::Figures> figures; // none where these rules cannot be followed
};

struct Atlas {
    std::unique_ptr<Table> table;
    lab::Figures own;
    std::vector<Reading> readings;
};

std::string value_text_of(const OptionValue& value) {
    const Json json = touchline::json(value);
    return json.is_string() ? json.get<std::string>() : json.dump();
}

// The values of a list; of a range of numbers the next ones on both sides.
std::vector<OptionValue> other_values(const OptionSpec& spec) {
    std::vector<OptionValue> values;
    for (const OptionValue& value : spec.values)
        if (value != spec.fallback) values.push_back(value);
    if (!spec.values.empty()) return values;
    if (const auto* number = std::get_if<std::int64_t>(&spec.fallback))
        for (std::int64_t value : {*number - spec.step, *number + spec.step})
            if (value >= spec.min && value <= spec.max) values.emplace_back(value);
    if (const auto* flag = std::get_if<bool>(&spec.fallback)) values.emplace_back(!*flag);
    return values;
}

// Readings that a game does not take alone, as an option of another mode, are left out.
std::vector<Reading> readings_of(const Kind& kind) {
    std::vector<Reading> readings;
    for (const OptionSpec& spec : kind.options())
        for (const OptionValue& value : other_values(spec)) {
            auto table = kind.open({{spec.name, touchline::json(value)}}, std::nullopt);
            if (table) readings.push_back({spec.name, value_text_of(value), std::move(*table), std::nullopt});
        }
    return readings;
}

std::string reading_text(const Reading& reading, const Words& words) {
    const std::string_view name = words.find(fmt::format("option.{}.name", reading.option));
    const std::string_view value = words.find(fmt::format("option.{}.values.{}", reading.option, reading.value));
    return fmt::format("{}: {}", name.empty() ? reading.option : name, value.empty() ? reading.value : value);
}

PlainTable atlas_table(const Atlas& atlas, const Words& words) {
    PlainTable table{{""}, {{words.text("lab.default")}}};
    for (const std::string_view name : kAtlasFigures) {
        table.head.push_back(figure_label(name, words));
        table.rows[0].push_back(figure_value(name, lab::figure_named(atlas.own, name).value_or(0), words));
    }
    for (const Reading& reading : atlas.readings) {
        table.rows.push_back({reading_text(reading, words)});
        for (const std::string_view name : kAtlasFigures) {
            if (!reading.figures) {
                table.rows.back().push_back("–");
                continue;
            }
            const double value = lab::figure_named(*reading.figures, name).value_or(0);
            const double change = value - lab::figure_named(atlas.own, name).value_or(0);
            table.rows.back().push_back(
                std::abs(change) <= lab::kNoChange
                    ? "="
                    : fmt::format("{} ({})", figure_value(name, value, words), figure_change(name, change, words)));
        }
    }
    return table;
}

std::string atlas_markdown(const Atlas& atlas, const Words& words) {
    return fmt::format("# {}\n\n{}\n\n{}\n{} {}\n", words.text("lab.atlas", {{"game", lab_title(*atlas.table)}}),
                       words.text("lab.atlas-note"), table_markdown(atlas_table(atlas, words)),
                       words.text("lab.changes-in-points"), figures_note(atlas.own, words));
}

Json atlas_json(const Atlas& atlas) {
    Json json{
        {"game", atlas.table->kind().id()}, {"figures", lab::figures_json(atlas.own)}, {"readings", Json::array()}};
    for (const Reading& reading : atlas.readings) {
        Json one{{"option", reading.option}, {"value", reading.value}, {"figures", nullptr}};
        if (reading.figures) {
            one["figures"] = lab::figures_json(*reading.figures);
            for (const lab::ComparedFigure& row : lab::compared(std::vector{atlas.own, *reading.figures}))
                if (const auto change = row.change(1)) one["change"][row.name] = *change;
        }
        json["readings"].push_back(std::move(one));
    }
    return json;
}

std::string atlas_csv(const Atlas& atlas) {
    std::string out = csv_line({"option", "value", "name", "default", "figure", "change"});
    for (const Reading& reading : atlas.readings) {
        if (!reading.figures) continue;
        for (const lab::ComparedFigure& row : lab::compared(std::vector{atlas.own, *reading.figures}))
            out += csv_line({reading.option, reading.value, row.name, row.values[0] ? csv_number(*row.values[0]) : "",
                             row.values[1] ? csv_number(*row.values[1]) : "", csv_number(row.change(1).value_or(0))});
    }
    return out;
}

int run_atlas(const AtlasOptions& options) {
    Atlas atlas{open(options.table), {}, {}};
    const Words& words = words_of(*atlas.table, options);
    atlas.readings = readings_of(atlas.table->kind());
    Answering answering(options);
    answering.expect(atlas.readings.size() + 1);
    atlas.own = answering.of(*atlas.table);
    for (Reading& reading : atlas.readings) reading.figures = answering.known(*reading.table);
    answering.end();
    LabAnswer answer;
    answer.json = [&] { return atlas_json(atlas); };
    answer.csv = [&] { return atlas_csv(atlas); };
    answer.page = [&] {
        return LabPage{lab_title(*atlas.table), lab_subtitle(*atlas.table, options),
                       table_html(atlas_table(atlas, words)), words.text("lab.changes-in-points")};
    };
    answer.text = [&] {
        if (options.markdown) return atlas_markdown(atlas, words);
        return fmt::format("{} · {}\n{}{}\n", lab_title(*atlas.table), lab_subtitle(*atlas.table, options),
                           table_text(atlas_table(atlas, words)), words.text("lab.changes-in-points"));
    };
    return give(answer, options);
}

} // namespace

void add_lab_atlas(CLI::App& lab, Job& job) {
    auto options = std::make_shared<AtlasOptions>();
    options->plan.skill = false;
    CLI::App* command =
        lab.add_subcommand("atlas", "Every option of a game: the figures of each reading beside the default's");
    add_game(*command, options->table.game)->required();
    command
        ->add_option("--keep", options->keep,
                     "Keep the figures of every game in this folder, and find them there again")
        ->type_name("FOLDER");
    add_lab_forms(*command, *options);
    command->add_flag("--markdown", options->markdown, "As Markdown, for docs/atlas");
    examples(*command, {"touchline lab atlas sports-dice", "touchline lab atlas glory --json"});
    command->callback([options, &job] { job = [options] { return run_atlas(*options); }; });
}

} // namespace touchline::cli
