// touchline lab figures GAME: all that is known of a game played by two bots, perfect ones unless others are named.
#include "cli/help.hpp"
#include "cli/lab.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

int run_figures(const LabOptions& options) {
    const std::unique_ptr<Table> table = open(options.table);
    const Words& words = words_of(*table, options);
    const lab::Figures figures = Answering(options).of(*table);
    LabAnswer answer;
    answer.json = [&] {
        Json json = lab_json(*table, options);
        json["figures"] = lab::figures_json(figures);
        return json;
    };
    answer.csv = [&] {
        std::string out = csv_line({"name", "value"});
        for (const lab::NamedFigure& each : lab::named_figures(figures))
            out += csv_line({each.name, csv_number(each.value)});
        return out;
    };
    answer.page = [&] {
        return lab::Page{lab_title(*table), lab_subtitle(*table, options),
                         lab::sections_html(lab::figure_sections(figures, words)) + lab::leads_html(figures, words),
                         lab::figures_note(figures, words)};
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
