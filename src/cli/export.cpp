// touchline export RECORD…: games as rows for a data frame.
#include "review/export.hpp"

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/reviewing.hpp"
#include "play/kind.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

struct ExportOptions {
    std::vector<std::string> files;
    std::string sheet;
    std::string language;
    std::string output = "-";
    bool csv = false;
    bool json = false;
    bool drives = false;
    bool box = false;
};

int run_export(const ExportOptions& options) {
    const Language language = language_from(options.language);
    const review::Rows which = options.drives ? review::Rows::drives
                               : options.box  ? review::Rows::box
                                              : review::Rows::plays;
    analysis::Library library;
    std::vector<Json> rows;
    for (const std::string& file : options.files) {
        const RecordRead record = read_record_at(file, options.sheet);
        const review::Review review = reviewed(record, library, language);
        const Words& words = Words::of(language, record.table->kind().id());
        for (Json& row : review::exported(review::report(review, *record.table, words), which))
            rows.push_back(std::move(row));
    }
    if (!options.json) {
        write_file(options.output, review::to_csv(review::columns_of(which), rows));
        return kDone;
    }
    const Json json{{"columns", review::columns_of(which)}, {"rows", rows}};
    if (options.output == "-")
        print_json(json);
    else
        write_file(options.output, json.dump(2) + "\n");
    return kDone;
}

} // namespace

void add_export(CLI::App& app, Job& job) {
    auto options = std::make_shared<ExportOptions>();
    CLI::App* command = app.add_subcommand("export", "Write games as rows, one a play, with nflverse's column names");
    command->add_option("RECORD", options->files, "The records, '-' for standard input")->required();
    CLI::Option* csv = command->add_flag("--csv", options->csv, "As CSV, as by default");
    command->add_flag("--json", options->json, "As JSON")->excludes(csv);
    CLI::Option* drives = command->add_flag("--drives", options->drives, "One row a drive");
    command->add_flag("--box", options->box, "One row a line of the box score")->excludes(drives);
    command->add_option("-o,--output", options->output, "The file to write, '-' for standard output")
        ->type_name("FILE")
        ->default_str("-");
    command->add_option("--sheet", options->sheet, "The sheet it was played with, if not the default one")
        ->type_name("FILE");
    command->add_option("--lang", options->language, "en or fr");
    examples(*command, {"touchline export *.record -o plays.csv", "touchline export game.record --drives --json"});
    command->callback([options, &job] { job = [options] { return run_export(*options); }; });
}

} // namespace touchline::cli
