// touchline lab range GAME: how far each figure can lie over all boxes that the text of the rulebook allows.
#include "cli/help.hpp"
#include "cli/lab_variants.hpp"
#include "core/html_text.hpp"
#include "lab/compare.hpp"
#include "lab/range.hpp"
#include "play/kind.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::cli {

namespace {

struct RangeOptions : LabOptions {
    std::vector<std::string> sought;
};

Json changes_json(const std::vector<lab::Change>& changes) {
    Json json = Json::object();
    for (const lab::Change& change : changes) json[change.path] = change.value;
    return json;
}

lab::PlainTable range_table(const lab::Range& range, const Words& words) {
    lab::PlainTable table{{"", words.text("lab.own"), words.text("lab.least"), words.text("lab.most")}, {}};
    for (const lab::RangeOf& each : range.figures)
        if (each.most - each.least > lab::kNoChange)
            table.rows.push_back({lab::figure_label(each.name, words), lab::figure_value(each.name, each.own, words),
                                  lab::figure_value(each.name, each.least, words),
                                  lab::figure_value(each.name, each.most, words)});
    return table;
}

std::string freedom_text(const lab::Freedom& freedom, const Words& words) {
    return words.text("lab.freedom", {{"path", freedom.path},
                                      {"count", std::to_string(freedom.values.size())},
                                      {"why", words.text(fmt::format("allowed.{}", freedom.why))}});
}

// The figures of the box that are open, with what is allowed of each and why.
std::string freedoms_text(const std::vector<lab::Freedom>& freedoms, const Words& words) {
    std::string out;
    for (const lab::Freedom& freedom : freedoms) out += freedom_text(freedom, words) + '\n';
    return out;
}

// One line a figure: what it is in this box, from where to where it can lie, and how far up there the box is.
lab::FigureSection range_section(const lab::Range& range, const Words& words) {
    lab::FigureSection section{words.text("lab.range-title"), {}};
    for (const lab::RangeOf& each : range.figures) {
        // Home and away are alike, and how far games differ from each other is for whoever reads the numbers.
        const bool told =
            !each.name.ends_with(".deviation") && each.name != "points.home" && each.name != "points.away";
        if (!told || each.most - each.least <= lab::kNoChange) continue;
        const auto value = [&](double own) { return lab::figure_value(each.name, own, words); };
        section.lines.push_back(
            {lab::figure_label(each.name, words),
             words.text("lab.range-span",
                        {{"own", value(each.own)}, {"least", value(each.least)}, {"most", value(each.most)}}),
             (each.own - each.least) / (each.most - each.least)});
    }
    return section;
}

// The boxes where the figures that were searched for lie furthest.
std::string ends_html(const lab::Range& range, const std::vector<std::string>& sought, const Words& words) {
    std::string out = fmt::format("<section><h2>{}</h2><ul>", html_text(words.text("lab.range-ends")));
    for (const lab::RangeOf& each : range.figures) {
        if (std::ranges::find(sought, each.name) == sought.end() || each.most - each.least <= lab::kNoChange) continue;
        for (const auto& [value, changes] : {std::pair(each.least, each.at_least), std::pair(each.most, each.at_most)})
            out += fmt::format(
                "<li>{}</li>",
                html_text(words.text("lab.range-end", {{"figure", lab::figure_label(each.name, words)},
                                                       {"value", lab::figure_value(each.name, value, words)},
                                                       {"changes", changes.empty() ? words.text("lab.own")
                                                                                   : lab::changes_text(changes)}})));
    }
    return out + "</ul></section>\n";
}

std::string open_html(const std::vector<lab::Freedom>& freedoms, const Words& words) {
    std::string out = fmt::format("<section><h2>{}</h2><ul>", html_text(words.text("lab.range-open")));
    for (const lab::Freedom& freedom : freedoms)
        out += fmt::format("<li>{}</li>", html_text(freedom_text(freedom, words)));
    return out + "</ul></section>\n";
}

std::string range_note(const lab::Range& range, const Words& words) {
    const std::string boxes = std::to_string(range.boxes);
    return range.whole ? words.text("lab.range-whole", {{"boxes", boxes}})
                       : words.text("lab.range-found", {{"boxes", boxes}});
}

int run_range(const RangeOptions& options) {
    const std::unique_ptr<Table> table = open(options.table);
    const Words& words = words_of(*table, options);
    const std::vector<lab::Freedom> freedoms = lab::freedoms_of(table->sheet_toml());
    if (freedoms.empty()) throw Stop(RefusalCode::misused, Message{"lab.nothing-allowed"});
    lab::RangePlan plan;
    plan.sought = options.sought;
    Answering answering(options);
    answering.check_followed(*table);
    answering.expect(lab::boxes_of(freedoms, plan));
    const lab::Figures own = answering.of(*table);
    for (const std::string& name : plan.sought) check_figure(name, own);
    const lab::Range range = lab::range_of(*table, freedoms, plan, [&](const Table& box) {
        return box.sheet_hash() == table->sheet_hash() ? own : answering.of(box);
    });
    answering.end();
    LabAnswer answer;
    answer.json = [&] {
        Json json = lab_json(*table, options);
        json.update({{"whole", range.whole}, {"boxes", range.boxes}, {"allowed", Json::array()}});
        for (const lab::Freedom& each : freedoms)
            json["allowed"].push_back({{"path", each.path}, {"values", each.values}, {"why", each.why}});
        for (const lab::RangeOf& each : range.figures)
            json["range"][each.name] = {{"own", each.own},
                                        {"least", each.least},
                                        {"most", each.most},
                                        {"at_least", changes_json(each.at_least)},
                                        {"at_most", changes_json(each.at_most)}};
        return json;
    };
    answer.csv = [&] {
        std::string out = csv_line({"name", "own", "least", "most", "at_least", "at_most"});
        for (const lab::RangeOf& each : range.figures)
            out += csv_line({each.name, csv_number(each.own), csv_number(each.least), csv_number(each.most),
                             lab::changes_text(each.at_least), lab::changes_text(each.at_most)});
        return out;
    };
    answer.page = [&] {
        std::string body = fmt::format("<p class=\"verdict\">{}</p>\n", html_text(range_note(range, words))) +
                           lab::sections_html({range_section(range, words)}) + ends_html(range, plan.sought, words) +
                           open_html(freedoms, words);
        return lab::Page{lab_title(*table), lab_subtitle(*table, options), std::move(body),
                         lab::figures_note(own, words)};
    };
    answer.text = [&] {
        return fmt::format("{} · {}\n{}{}\n{}", lab_title(*table), lab_subtitle(*table, options),
                           lab::table_text(range_table(range, words)), range_note(range, words),
                           freedoms_text(freedoms, words));
    };
    return give(answer, options);
}

} // namespace

void add_lab_range(CLI::App& lab, Job& job) {
    auto options = std::make_shared<RangeOptions>();
    options->plan.skill = false;
    options->sought = {"first_edge", "points"};
    CLI::App* command =
        lab.add_subcommand("range", "How far each figure can lie over all boxes that the rulebook's text allows");
    add_lab_options(*command, *options);
    command
        ->add_option("--figure", options->sought,
                     "A figure whose ends are searched for where there are too many boxes; may be repeated")
        ->type_name("NAME")
        ->allow_extra_args(false);
    examples(*command, {"touchline lab range sports-dice", "touchline lab range glory --json"});
    command->callback([options, &job] { job = [options] { return run_range(*options); }; });
}

} // namespace touchline::cli
