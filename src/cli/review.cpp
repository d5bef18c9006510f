// touchline review RECORD: after the game, what decided it.
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/finished.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/reviewing.hpp"
#include "play/kind.hpp"
#include "review/presentation.hpp"
#include "terminal/console.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::cli {

namespace {

constexpr int kWidestReview = 100;

struct ReviewOptions {
    std::string file;
    std::string sheet;
    std::string language;
    std::string html;
    std::optional<std::size_t> last;
    bool json = false;
};

int run_review(const ReviewOptions& options) {
    const Language language = language_from(options.language);
    if (options.file.empty() == !options.last)
        throw Stop(RefusalCode::misused, Message{options.last ? "cli.record-and-last" : "cli.record-or-last"});
    const std::string path = options.last ? finished_record(*options.last) : options.file;
    const RecordRead record = read_record_at(path, options.sheet);
    const Table& table = *record.table;
    const Words& words = Words::of(language, table.kind().id());
    analysis::Library library;
    const review::Review review = reviewed(record, library, language);
    if (options.last) keep_summary(path, summary_of(review, table), table);
    if (!options.html.empty()) write_file(options.html, review::to_html(review, table, words));
    if (options.json)
        print_json(review::to_json(review, table, words));
    else if (options.html.empty())
        print("{}", review::to_text(review, table, words, std::min(terminal::output_size().columns, kWidestReview)));
    return kDone;
}

} // namespace

void add_review(CLI::App& app, Job& job) {
    auto options = std::make_shared<ReviewOptions>();
    CLI::App* command = app.add_subcommand("review", "Look back on a recorded game: luck, skill, mistakes");
    command->add_option("RECORD", options->file, "The record, '-' for standard input");
    command
        ->add_option_function<std::size_t>(
            "--last", [options](std::size_t number) { options->last = number; },
            "The last finished game, or the one of this number in 'touchline history'")
        ->expected(0, 1)
        ->default_str("1")
        ->type_name("[N]");
    command->add_option("--sheet", options->sheet, "The sheet it was played with, if not the default one")
        ->type_name("FILE");
    command->add_option("--html", options->html, "Write one self-contained HTML file, '-' for standard output")
        ->type_name("FILE");
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command->add_flag("--json", options->json, "As JSON");
    examples(*command, {"touchline review --last", "touchline review game.record --html review.html",
                        "touchline review - --json < game.record"});
    command->callback([options, &job] { job = [options] { return run_review(*options); }; });
}

} // namespace touchline::cli
