// touchline lab compare GAME: the figures before and after changes of the sheet or the options.
#include "cli/help.hpp"
#include "cli/lab_variants.hpp"
#include "lab/compare.hpp"
#include "play/kind.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::cli {

namespace {

struct CompareOptions : LabOptions {
    std::vector<std::string> changes;  // --set
    std::vector<std::string> variants; // --variant
    std::vector<std::string> both;     // --both
};

struct Comparison {
    std::vector<LabVariant> games; // the one to compare with first
    std::vector<lab::Figures> figures;
    std::vector<lab::ComparedFigure> rows;
};

std::string name_of_change(const CompareOptions& options, const Words& words) {
    std::vector<std::string> parts = options.changes;
    parts.insert(parts.end(), options.table.options.begin(), options.table.options.end());
    if (!options.table.sheet.empty()) parts.push_back(options.table.sheet);
    std::string name = fmt::format("{}", fmt::join(parts, "; "));
    return options.variants.empty() && cells_of(name) > 24 ? words.text("lab.after") : name;
}

std::vector<LabVariant> games_meant(const CompareOptions& options) {
    const TableOptions plain{options.table.game, options.both, {}};
    std::vector<LabVariant> games;
    games.push_back({"", open(plain)});
    const Words& words = words_of(*games.front().table, options);
    games.front().name = words.text("lab.before");
    TableOptions own = options.table;
    own.options.insert(own.options.end(), options.both.begin(), options.both.end());
    if (!options.changes.empty() || !options.table.options.empty() || !options.table.sheet.empty()) {
        const std::vector<lab::Change> changes = changes_meant(options.changes);
        games.push_back({name_of_change(options, words), table_with(*open(own), changes), changes});
    }
    for (const std::string& text : options.variants) games.push_back(variant_meant(*games.front().table, text));
    if (games.size() == 1) throw Stop(RefusalCode::misused, Message{"lab.compare-with-what"});
    return games;
}

PlainTable table_of(const Comparison& own, const Words& words) {
    PlainTable table{{""}, {}};
    for (const LabVariant& game : own.games) table.head.push_back(game.name);
    const bool one = own.games.size() == 2;
    if (one) table.head.push_back(words.text("lab.change"));
    const auto shown = [&](const lab::ComparedFigure& row, std::size_t game) {
        return row.values[game] ? figure_value(row.name, *row.values[game], words) : "–";
    };
    for (const lab::ComparedFigure& row : own.rows) {
        if (!row.changes()) continue;
        std::vector<std::string> cells{figure_label(row.name, words), shown(row, 0)};
        for (std::size_t i = 1; i < row.values.size(); ++i) {
            const std::string change = figure_change(row.name, row.change(i).value_or(0), words);
            if (one)
                cells.insert(cells.end(), {shown(row, i), change});
            else
                cells.push_back(fmt::format("{} ({})", shown(row, i), change));
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

std::string note_of(const Comparison& own, const Words& words) {
    const auto same = std::ranges::count_if(own.rows, [](const auto& row) { return !row.changes(); });
    return fmt::format("{} {}", words.text("lab.unchanged", {{"count", std::to_string(same)}}),
                       figures_note(own.figures.front(), words));
}

Json json_of(const Comparison& own, const CompareOptions& options) {
    const auto one = [&](std::size_t i) {
        const LabVariant& game = own.games[i];
        Json json{{"name", game.name},
                  {"options", game.table->options().json()},
                  {"sheet", game.table->sheet_hash()},
                  {"figures", lab::figures_json(own.figures[i])}};
        Json& set = json["set"] = Json::object();
        for (const lab::Change& change : game.changes) set[change.path] = change.value;
        return json;
    };
    Json json{{"game", own.games.front().table->kind().id()},
              {"bots", {{"home", options.plan.bots.home}, {"away", options.plan.bots.away}}},
              {"before", one(0)},
              {"variants", Json::array()}};
    json["before"].erase("name");
    for (std::size_t i = 1; i < own.games.size(); ++i) {
        Json variant = one(i);
        Json& change = variant["change"] = Json::object();
        for (const lab::ComparedFigure& row : own.rows)
            if (const auto by = row.change(i)) change[row.name] = *by;
        json["variants"].push_back(std::move(variant));
    }
    return json;
}

std::string csv_of(const Comparison& own) {
    std::vector<std::string> head{"name", "before"};
    for (std::size_t i = 1; i < own.games.size(); ++i)
        head.insert(head.end(), {own.games[i].name, "change: " + own.games[i].name});
    std::string out = csv_line(head);
    for (const lab::ComparedFigure& row : own.rows) {
        std::vector<std::string> cells{row.name, row.values[0] ? csv_number(*row.values[0]) : ""};
        for (std::size_t i = 1; i < row.values.size(); ++i) {
            const auto change = row.change(i);
            cells.insert(cells.end(),
                         {row.values[i] ? csv_number(*row.values[i]) : "", change ? csv_number(*change) : ""});
        }
        out += csv_line(cells);
    }
    return out;
}

int run_compare(const CompareOptions& options) {
    Comparison own{games_meant(options), {}, {}};
    const Table& table = *own.games.front().table;
    const Words& words = words_of(table, options);
    {
        Answering answering(options);
        answering.expect(own.games.size());
        for (const LabVariant& game : own.games) own.figures.push_back(answering.of(*game.table));
    }
    own.rows = lab::compared(own.figures);
    LabOptions told = options;
    told.table.options = options.both;
    told.table.sheet.clear();
    LabAnswer answer;
    answer.json = [&] { return json_of(own, options); };
    answer.csv = [&] { return csv_of(own); };
    answer.page = [&] {
        return LabPage{lab_title(table), lab_subtitle(table, told), table_html(table_of(own, words)),
                       note_of(own, words)};
    };
    answer.text = [&] {
        return fmt::format("{} · {}\n{}{}\n", lab_title(table), lab_subtitle(table, told),
                           table_text(table_of(own, words)), note_of(own, words));
    };
    return give(answer, options);
}

} // namespace

void add_lab_compare(CLI::App& lab, Job& job) {
    auto options = std::make_shared<CompareOptions>();
    options->plan.skill = false;
    CLI::App* command = lab.add_subcommand("compare", "What changes of the sheet or the options do to every figure");
    add_lab_options(*command, *options);
    command
        ->add_option("--set", options->changes,
                     "A figure of the sheet, as 'touchline sheet paths' lists it; may be repeated")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
    command
        ->add_option("--variant", options->variants,
                     "Another game to compare, 'PATH=VALUE; NAME=VALUE'; may be repeated")
        ->type_name("CHANGES")
        ->allow_extra_args(false);
    command->add_option("--both", options->both, "An option of the game before and after; may be repeated")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command->add_flag("--skill", options->plan.skill, "Also how perfect play fares against every other bot");
    examples(
        *command,
        {"touchline lab compare sports-dice --set score.field_goal=4",
         "touchline lab compare sports-dice --set dice.offense.faces.TD.count=2 --set dice.offense.faces.10.count=2",
         "touchline lab compare sports-dice -o own_tie=best",
         "touchline lab compare glory --variant field.tries=2 --variant 'field.tries=4; score.touchdown=6' --csv"});
    command->callback([options, &job] { job = [options] { return run_compare(*options); }; });
}

} // namespace touchline::cli
