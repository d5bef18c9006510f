// touchline lab compare GAME: the figures before and after changes of the sheet or the options.
#include "cli/help.hpp"
#include "cli/lab_variants.hpp"
#include "core/html_text.hpp"
#include "lab/compare.hpp"
#include "lab/figure_form.hpp"
#include "play/kind.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

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
    std::vector<std::optional<lab::Carried>> as_before{}; // by game; none of the first, nor between named bots
};

std::string name_of_change(const CompareOptions& options, const Words& words) {
    std::vector<std::string> parts = options.changes;
    parts.insert(parts.end(), options.table.options.begin(), options.table.options.end());
    if (!options.table.sheet.empty()) parts.push_back(options.table.sheet);
    std::string name = fmt::format("{}", fmt::join(parts, "; "));
    return options.variants.empty() && lab::cells_of(name) > 24 ? words.text("lab.after") : name;
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

lab::PlainTable table_of(const Comparison& own, const Words& words) {
    lab::PlainTable table{{""}, {}};
    for (const LabVariant& game : own.games) table.head.push_back(game.name);
    const bool one = own.games.size() == 2;
    if (one) table.head.push_back(words.text("lab.change"));
    const auto shown = [&](const lab::ComparedFigure& row, std::size_t game) {
        return row.values[game] ? lab::figure_value(row.name, *row.values[game], words) : "–";
    };
    for (const lab::ComparedFigure& row : own.rows) {
        if (!row.changes()) continue;
        std::vector<std::string> cells{lab::figure_label(row.name, words), shown(row, 0)};
        for (std::size_t i = 1; i < row.values.size(); ++i) {
            const std::string change = lab::figure_change(row.name, row.change(i).value_or(0), words);
            if (one)
                cells.insert(cells.end(), {shown(row, i), change});
            else if (std::abs(row.change(i).value_or(0)) <= lab::kNoChange)
                cells.push_back("=");
            else
                cells.push_back(fmt::format("{} ({})", shown(row, i), change));
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

// The differences of one game as bars: chances and edges in percentage points, all else in percent of what it was
// before. Standard deviations are for whoever reads the numbers.
std::string bars_of(const Comparison& own, std::size_t game, lab::FigureForm form, const Words& words) {
    const bool amounts = form == lab::FigureForm::amount;
    std::vector<lab::RankedLine> lines;
    for (const lab::ComparedFigure& row : own.rows) {
        const double change = row.change(game).value_or(0);
        const double before = row.values[0].value_or(0);
        if ((lab::form_of(row.name) == lab::FigureForm::amount) != amounts || std::abs(change) <= lab::kNoChange ||
            row.name.ends_with(".deviation") || (amounts && before == 0))
            continue;
        const double size = 100 * (amounts ? change / before : change);
        lines.push_back(
            {lab::figure_label(row.name, words),
             amounts ? lab::percent_change(change / before, words) : lab::figure_change(row.name, change, words),
             size});
    }
    if (lines.empty()) return {};
    const std::string title = words.text(amounts ? "lab.bars-amounts" : "lab.bars-chances");
    const std::string name = own.games.size() == 2 ? title : fmt::format("{} · {}", own.games[game].name, title);
    return fmt::format("<section><h2>{}</h2>{}</section>\n", html_text(name), lab::ranked_html(lines));
}

std::string bars_html(const Comparison& own, const Words& words) {
    std::string out;
    for (std::size_t i = 1; i < own.games.size(); ++i)
        for (const lab::FigureForm form : {lab::FigureForm::chance, lab::FigureForm::amount})
            out += bars_of(own, i, form, words);
    return out;
}

// What going on as before means in one of the games: all choices, then each kind.
lab::PlainTable carried_table(const lab::Carried& carried, const Words& words) {
    lab::PlainTable table{{"", words.text("lab.as-before-asked"), words.text("lab.as-before-differs"),
                           words.text("lab.as-before-unknown"), words.text("lab.as-before-cost")},
                          {}};
    const auto add = [&](const std::string& label, const auto& each) {
        table.rows.push_back({label, lab::figure_value("as_before.asked", each.asked, words),
                              lab::figure_value("as_before.differs", each.differs, words),
                              lab::figure_value("as_before.unknown", each.unknown, words),
                              lab::figure_value("as_before.cost", each.cost, words)});
    };
    add(words.text("lab.as-before-all"), carried);
    for (const analysis::CarriedChoice& choice : carried.choices) add(words.event(choice.event), choice);
    return table;
}

// One after the other, each as `form` makes it of title, table and the sentence on it; without a table where the
// sentence says why there is none.
template <class Form>
std::string carried_sections(const Comparison& own, const Words& words, const Form& form) {
    std::string out;
    for (std::size_t i = 1; i < own.as_before.size(); ++i) {
        const std::string title = own.games.size() == 2 ? words.text("lab.as-before")
                                                        : words.text("lab.as-before-in", {{"game", own.games[i].name}});
        const bool decided = own.figures[0].decisions.asked + own.figures[i].decisions.asked > 0;
        if (!decided || !own.as_before[i] || own.as_before[i]->asked == 0) {
            out +=
                form(title, std::nullopt, words.text(decided ? "lab.as-before-unknown-here" : "lab.as-before-nothing"));
            continue;
        }
        const lab::Carried& carried = *own.as_before[i];
        const std::string sentence = words.text(
            "lab.as-before-sentence", {{"differs", lab::figure_value("as_before.differs", carried.differs, words)},
                                       {"wins", lab::figure_value("draw", 0.5 - carried.cost, words)}});
        out += form(title, carried_table(carried, words), sentence);
    }
    return out;
}

std::string note_of(const Comparison& own, const Words& words) {
    const auto same = std::ranges::count_if(own.rows, [](const auto& row) { return !row.changes(); });
    return fmt::format("{} {}", words.text("lab.unchanged", {{"count", std::to_string(same)}}),
                       lab::figures_note(own.figures.front(), words));
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
        if (!own.as_before.empty())
            variant["as_before"] = own.as_before[i] ? lab::as_before_json(*own.as_before[i]) : Json();
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
    // Of games that decide different things: what one has and another has not is left empty.
    std::vector<lab::ComparedFigure> rows;
    for (std::size_t i = 1; i < own.as_before.size(); ++i)
        if (own.as_before[i])
            for (const lab::NamedFigure& figure : lab::named_figures(*own.as_before[i])) {
                auto row = std::ranges::find(rows, figure.name, &lab::ComparedFigure::name);
                if (row == rows.end())
                    row = rows.insert(row, {figure.name, std::vector<std::optional<double>>(own.games.size())});
                row->values[i] = figure.value;
            }
    for (const lab::ComparedFigure& row : rows) {
        std::vector<std::string> cells{row.name, ""};
        for (std::size_t i = 1; i < row.values.size(); ++i)
            cells.insert(cells.end(), {row.values[i] ? csv_number(*row.values[i]) : "", ""});
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
        const bool best = options.plan.bots.home == "perfect" && options.plan.bots.away == "perfect";
        for (const LabVariant& game : own.games) answering.check_followed(*game.table);
        answering.expect(own.games.size() + (best ? own.games.size() - 1 : 0));
        for (const LabVariant& game : own.games) own.figures.push_back(answering.of(*game.table));
        if (best) own.as_before.emplace_back();
        for (std::size_t i = 1; best && i < own.games.size(); ++i)
            own.as_before.push_back(answering.as_before(table, *own.games[i].table));
    }
    own.rows = lab::compared(own.figures);
    LabOptions told = options;
    told.table.options = options.both;
    told.table.sheet.clear();
    LabAnswer answer;
    answer.json = [&] { return json_of(own, options); };
    answer.csv = [&] { return csv_of(own); };
    answer.page = [&] {
        const std::string sections = carried_sections(
            own, words,
            [](const std::string& title, const std::optional<lab::PlainTable>& carried, const std::string& sentence) {
                return fmt::format("<section><h2>{}</h2><p>{}</p>{}</section>\n", html_text(title), html_text(sentence),
                                   carried ? lab::table_html(*carried) : "");
            });
        return lab::Page{lab_title(table), lab_subtitle(table, told),
                         bars_html(own, words) + lab::table_html(table_of(own, words)) + sections, note_of(own, words)};
    };
    answer.text = [&] {
        const std::string sections = carried_sections(
            own, words,
            [](const std::string& title, const std::optional<lab::PlainTable>& carried, const std::string& sentence) {
                return fmt::format("\n{}\n{}\n{}", title, sentence, carried ? lab::table_text(*carried) : "");
            });
        return fmt::format("{} · {}\n{}{}\n{}", lab_title(table), lab_subtitle(table, told),
                           lab::table_text(table_of(own, words)), note_of(own, words), sections);
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
