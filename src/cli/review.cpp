// touchline review RECORD: after the game, what decided it.
#include "review/review.hpp"

#include "analysis/advisor.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "play/kind.hpp"
#include "play/record.hpp"
#include "review/telling.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

struct ReviewOptions {
    std::string file;
    std::string sheet;
    std::string language;
    std::string html;
    bool json = false;
};

int run_review(const ReviewOptions& options) {
    const Language language = language_from(options.language);
    std::vector<SheetText> sheets;
    if (!options.sheet.empty()) sheets.push_back({options.sheet, read_file(options.sheet)});
    OrRefusal<std::unique_ptr<Table>> table = read_record(read_file(options.file), sheets);
    if (!table) throw Stop(kFailed, fmt::format("{}: {}", options.file, table.error().message));
    const Words& words = Words::of(language, (*table)->kind().id());
    analysis::Library library;
    analysis::Advisor advisor(library, progress_on_stderr(language));
    const Interrupt interrupt;
    const review::Review review = review::review(
        **table, advisor, {}, [](double) {}, interrupt.flag());
    end_progress();
    if (interrupt.flag()) throw Stop(kFailed, "stopped before the review was finished");
    if (!options.html.empty()) write_file(options.html, review::to_html(review, **table, words));
    if (options.json)
        print_json(review::to_json(review, **table, words));
    else if (options.html.empty())
        print("{}", review::to_text(review, **table, words, 80));
    return kDone;
}

} // namespace

void add_review(CLI::App& app, Job& job) {
    auto options = std::make_shared<ReviewOptions>();
    CLI::App* command = app.add_subcommand("review", "Look back on a recorded game: luck, skill, mistakes");
    command->add_option("RECORD", options->file, "The record")->required();
    command->add_option("--sheet", options->sheet, "The sheet it was played with, if not the default one");
    command->add_option("--html", options->html, "Write one self-contained HTML file");
    command->add_option("--lang", options->language, "en or fr");
    command->add_flag("--json", options->json, "As JSON");
    command->callback([options, &job] { job = [options] { return run_review(*options); }; });
}

} // namespace touchline::cli
