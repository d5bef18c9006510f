// touchline lab slope GAME: what the smallest changes of the box do to one figure, ranked.
#include "cli/help.hpp"
#include "cli/lab_variants.hpp"
#include "core/html_text.hpp"
#include "lab/compare.hpp"
#include "lab/slope.hpp"
#include "play/kind.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace touchline::cli {

namespace {

struct SlopeOptions : LabOptions {
    std::string figure = "first_edge";
    std::vector<std::string> under;
};

struct Slope {
    lab::SmallStep step;
    lab::Figures figures;
    double change = 0;
};

std::string step_text(const lab::SmallStep& step, const Words& words) {
    if (step.more.empty()) return fmt::format("{} {:+}", step.path, step.by);
    return words.text("lab.one-more", {{"die", step.path}, {"more", step.more}, {"less", step.less}});
}

std::vector<lab::RankedLine> ranked(const std::vector<Slope>& slopes, const SlopeOptions& options, const Words& words) {
    std::vector<lab::RankedLine> lines;
    for (const Slope& slope : slopes)
        if (std::abs(slope.change) > lab::kNoChange)
            lines.push_back(
                {step_text(slope.step, words), lab::figure_change(options.figure, slope.change, words), slope.change});
    return lines;
}

Json slope_json(const Slope& slope, const lab::Figures& before) {
    Json json{{"path", slope.step.path}, {"change", slope.change}};
    if (slope.step.more.empty())
        json["by"] = slope.step.by;
    else
        json.update({{"more", slope.step.more}, {"less", slope.step.less}});
    Json& set = json["set"] = Json::object();
    for (const lab::Change& change : slope.step.changes) set[change.path] = change.value;
    Json& changes = json["changes"] = Json::object();
    for (const lab::ComparedFigure& row : lab::compared(std::vector{before, slope.figures}))
        if (const auto by = row.change(1); by && std::abs(*by) > lab::kNoChange) changes[row.name] = *by;
    return json;
}

int run_slope(const SlopeOptions& options) {
    const std::unique_ptr<Table> table = open(options.table);
    const Words& words = words_of(*table, options);
    const std::vector<lab::SmallStep> steps = lab::small_steps(table->kind(), table->sheet_toml(), options.under);
    if (steps.empty()) throw Stop(RefusalCode::misused, Message{"lab.nothing-under", {{"paths", options.under}}});
    Answering answering(options);
    answering.check_followed(*table);
    answering.expect(steps.size() + 1);
    const lab::Figures before = answering.of(*table);
    check_figure(options.figure, before);
    const double value = *lab::figure_named(before, options.figure);
    std::vector<Slope> slopes;
    for (const lab::SmallStep& step : steps) {
        Slope slope{step, answering.of(*table_with(*table, step.changes))};
        slope.change = lab::figure_named(slope.figures, options.figure).value_or(0) - value;
        slopes.push_back(std::move(slope));
    }
    answering.end();
    std::ranges::stable_sort(slopes, std::greater{}, [](const Slope& each) {
        const double size = std::abs(each.change);
        return size > lab::kNoChange ? size : 0; // those without effect stay in the order of the sheet
    });
    const std::vector<lab::RankedLine> lines = ranked(slopes, options, words);
    const std::string head = words.text("lab.slope", {{"figure", lab::figure_label(options.figure, words)},
                                                      {"value", lab::figure_value(options.figure, value, words)}});
    const std::string note =
        fmt::format("{} {}", words.text("lab.no-effect", {{"count", std::to_string(slopes.size() - lines.size())}}),
                    lab::figures_note(before, words));
    LabAnswer answer;
    answer.json = [&] {
        Json json = lab_json(*table, options);
        json.update({{"figure", options.figure}, {"value", value}, {"steps", Json::array()}});
        for (const Slope& slope : slopes) json["steps"].push_back(slope_json(slope, before));
        return json;
    };
    answer.csv = [&] {
        std::string out = csv_line({"step", "value", "change"});
        for (const Slope& slope : slopes)
            out += csv_line({slope.step.name(), csv_number(value + slope.change), csv_number(slope.change)});
        return out;
    };
    answer.page = [&] {
        return lab::Page{lab_title(*table), lab_subtitle(*table, options),
                         fmt::format("<p>{}</p>\n{}", html_text(head), lab::ranked_html(lines)), note};
    };
    answer.text = [&] {
        return fmt::format("{} · {}\n{}\n{}{}\n", lab_title(*table), lab_subtitle(*table, options), head,
                           lab::ranked_text(lines), note);
    };
    return give(answer, options);
}

} // namespace

void add_lab_slope(CLI::App& lab, Job& job) {
    auto options = std::make_shared<SlopeOptions>();
    options->plan.skill = false;
    CLI::App* command =
        lab.add_subcommand("slope", "What one more of each face, point or yard does to a figure, ranked");
    add_lab_options(*command, *options);
    command->add_option("--figure", options->figure, "The figure, by its name in 'lab figures --csv'")
        ->type_name("NAME")
        ->capture_default_str();
    command->add_option("--under", options->under, "Only paths of the sheet that begin so; may be repeated")
        ->type_name("PATH")
        ->allow_extra_args(false);
    examples(*command,
             {"touchline lab slope sports-dice", "touchline lab slope sports-dice --figure points --under dice",
              "touchline lab slope glory --html glory.html"});
    command->callback([options, &job] { job = [options] { return run_slope(*options); }; });
}

} // namespace touchline::cli
