// touchline lab figures GAME: all that is known of a game played by two bots, perfect ones unless others are named.
#include "cli/help.hpp"
#include "cli/lab.hpp"
#include "core/html_text.hpp"
#include "lab/estimate.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

int run_figures(LabOptions options) {
    const std::unique_ptr<Table> table = open(options.table);
    const Words& words = words_of(*table, options);
    Answering answering(options);
    if (!answering.follows(*table)) options.plan.bots = lab::estimate_bots(options.plan.bots);
    const lab::Figures figures =
        answering.follows(*table) ? answering.of(*table) : answering.estimated(*table, options.plan.bots);
    answering.end();
    LabAnswer answer;
    answer.json = [&] {
        Json json = lab_json(*table, options);
        json["figures"] = lab::figures_json(figures);
        return json;
    };
    answer.csv = [&] { return figures_csv(figures); };
    answer.page = [&] {
        const std::string note = lab::figures_note(figures, words);
        const std::string label = figures.exact ? "" : fmt::format("<p class=\"verdict\">{}</p>\n", html_text(note));
        return lab::Page{
            lab_title(*table), lab_subtitle(*table, options),
            label + lab::sections_html(lab::figure_sections(figures, words)) + lab::leads_html(figures, words), note};
    };
    answer.text = [&] {
        return fmt::format("{} · {}\n{}{}\n", lab_title(*table), lab_subtitle(*table, options),
                           lab::figures_text(lab::figure_sections(figures, words)), lab::figures_note(figures, words));
    };
    return give(answer, options);
}

} // namespace

void add_lab_figures(CLI::App& lab, Job& job) {
    auto options = std::make_shared<LabOptions>();
    CLI::App* command =
        lab.add_subcommand("figures", "Who wins, points, length, drives, decisions, skill and luck, exactly");
    add_lab_options(*command, *options);
    examples(*command, {"touchline lab figures sports-dice-football", "touchline lab figures glory --html glory.html",
                        "touchline lab figures rugby --home coach --away coach --csv"});
    command->callback([options, &job] { job = [options] { return run_figures(*options); }; });
}

} // namespace touchline::cli
