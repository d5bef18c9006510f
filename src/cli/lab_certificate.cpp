// touchline lab certificate GAME: one page that a designer could print on the box.
#include "cli/help.hpp"
#include "cli/lab.hpp"
#include "cli/output.hpp"
#include "lab/certificate.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

int run_certificate(const LabOptions& options) {
    const std::unique_ptr<Table> table = open(options.table);
    const Words& words = words_of(*table, options);
    Answering answering(options);
    answering.check_followed(*table);
    answering.expect(2);
    lab::Certificate own{answering.of(*table)};
    if (own.best.decisions.asked > 0) own.surprises = lab::certified_surprises(answering.of(*table, lab::kHabits));
    answering.end();
    LabAnswer answer;
    answer.json = [&] {
        Json json = lab_json(*table, options);
        json["figures"] = lab::figures_json(own.best);
        json["surprises"] = lab::surprises_json(own.surprises);
        return json;
    };
    answer.csv = [&] {
        std::string out = figures_csv(own.best);
        for (const lab::Surprise& each : own.surprises)
            for (const auto& [name, value] :
                 {std::pair("best", each.best), {"taken", each.taken}, {"asked", each.asked}})
                out += csv_line({fmt::format("surprises.{}.{}.{}", each.event, each.action, name), csv_number(value)});
        return out;
    };
    answer.page = [&] { return lab::certificate_page(own, *table, lab_subtitle(*table, options), words); };
    answer.text = [&] {
        return fmt::format("{} · {}\n{}", lab_title(*table), lab_subtitle(*table, options),
                           lab::certificate_text(own, *table, words));
    };
    return give(answer, options);
}

} // namespace

void add_lab_certificate(CLI::App& lab, Job& job) {
    auto options = std::make_shared<LabOptions>();
    CLI::App* command =
        lab.add_subcommand("certificate", "One page to print on the box: luck, skill, length, leads, surprises");
    add_table_options(*command, options->table);
    command
        ->add_option("--keep", options->keep,
                     "Keep the figures of every game in this folder, and find them there again")
        ->type_name("FOLDER");
    add_lab_forms(*command, *options);
    examples(*command, {"touchline lab certificate sports-dice", "touchline lab certificate glory --html glory.html"});
    command->callback([options, &job] { job = [options] { return run_certificate(*options); }; });
}

} // namespace touchline::cli
