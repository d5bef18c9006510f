// touchline puzzles: positions to think about, from likely play, of the day, or from one's own mistakes.
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/finished.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/puzzle_page.hpp"
#include "cli/puzzle_session.hpp"
#include "cli/reviewing.hpp"
#include "cli/table_options.hpp"
#include "lab/puzzle_text.hpp"
#include "play/kind.hpp"
#include "review/figures.hpp"
#include "review/presentation.hpp"
#include "terminal/setup.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

constexpr u64 kMostPuzzles = 1000;
constexpr u64 kSeeds = u64{1} << 32; // that a person can type again

struct PuzzleOptions {
    TableOptions table;
    std::optional<u64> count;
    std::optional<u64> seed;
    std::vector<std::string> records;
    std::string language;
    bool hard = false;
    bool daily = false;
    bool whole = false;
    std::string html; // a file
    bool json = false;
    bool csv = false;
};

// What is made, and what made it, for JSON.
struct Made {
    std::vector<lab::Puzzle> puzzles;
    Json from = Json::object();
};

std::optional<lab::Difficulty> wanted(const PuzzleOptions& options) {
    return options.hard ? std::optional(lab::Difficulty::hard) : std::nullopt;
}

lab::Puzzle made(const Table& start, const lab::PuzzlePlan& plan, analysis::Library& library, Language language) {
    Expected<std::optional<lab::Puzzle>, Message> puzzle =
        lab::make_puzzle(start, plan, library, {.progress = progress_on_stderr(language)});
    end_progress();
    if (!puzzle) throw Stop(RefusalCode::misused, puzzle.error());
    return std::move(puzzle->value()); // it waits as long as it takes
}

Made of_the_day(const PuzzleOptions& options, analysis::Library& library) {
    const u64 day = lab::today();
    const lab::Daily daily = lab::daily(day, library);
    TableOptions table = options.table;
    if (table.game.empty()) table.game = daily.game;
    const std::unique_ptr<Table> start = open(table);
    Made list;
    list.puzzles.push_back(
        made(*start, {.seed = daily.seed, .difficulty = wanted(options)}, library, language_from(options.language)));
    list.from = {{"date", lab::date_of(day)}};
    return list;
}

Made of_a_seed(const PuzzleOptions& options, analysis::Library& library) {
    const std::unique_ptr<Table> start = open(options.table);
    const u64 seed = options.seed ? *options.seed : SystemDice().next() % kSeeds;
    const lab::Stage stage = options.whole ? lab::Stage::whole : lab::Stage::late;
    Made list;
    for (u64 i = 0; i < options.count.value_or(lab::kUsualPuzzles); ++i)
        list.puzzles.push_back(
            made(*start, {seed, i, stage, wanted(options)}, library, language_from(options.language)));
    list.from = {{"seed", seed}, {"stage", lab::name(stage)}};
    return list;
}

bool is_bot(const Table& table, Seat seat) {
    const std::string player = player_tag(table, seat);
    return !player.empty() && player != terminal::kPerson;
}

// What people did wrong in their games, the costliest first in each.
Made of_records(const PuzzleOptions& options, analysis::Library& library) {
    const Language language = language_from(options.language);
    Made list;
    for (const std::string& path : options.records) {
        const RecordRead record = read_record_at(path, options.table.sheet);
        const review::Review review = reviewed(record, library, language);
        for (const std::size_t step : review.mistakes) {
            if (record.table->step(step).kind != TurnKind::choice) continue;
            if (is_bot(*record.table, review.steps[step].seat)) continue;
            if (options.count && list.puzzles.size() >= *options.count) break;
            std::optional<lab::Puzzle> puzzle = lab::puzzle_before(*record.table, step, library, {});
            if (puzzle && (!options.hard || puzzle->difficulty == lab::Difficulty::hard))
                list.puzzles.push_back(std::move(*puzzle));
        }
    }
    if (list.puzzles.empty()) throw Stop(RefusalCode::failed, Message{"puzzle.no-mistakes"});
    list.from = {{"records", options.records}};
    return list;
}

void check(const PuzzleOptions& options) {
    const bool own = !options.records.empty();
    if (options.daily && (own || options.seed || options.count || options.whole))
        throw Stop(RefusalCode::misused, Message{"puzzle.daily-alone"});
    if (own && (!options.table.game.empty() || options.seed || options.whole))
        throw Stop(RefusalCode::misused, Message{"puzzle.records-alone"});
    if (!options.daily && !own && options.table.game.empty())
        throw Stop(RefusalCode::misused, Message{"puzzle.of-what"});
}

void list_puzzles(const std::vector<lab::Puzzle>& puzzles, Language language) {
    const terminal::Pen pen(terminal::output_ink());
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
        const lab::Puzzle& puzzle = puzzles[i];
        const Words& words = Words::of(language, puzzle.table->kind().id());
        const SideNames sides = review::side_names(*puzzle.table, words);
        const std::string who = words.text(
            "board.fact", {{"name", sides[puzzle.seat]}, {"value", words.event(puzzle.table->turn().event)}});
        std::string text =
            fmt::format("{}{}. {}\n{} · {}\n{}\n", i == 0 ? "" : "\n", i + 1, puzzle_title(puzzle, words), who,
                        review::score_text(puzzle.table->score(), words), position_text(*puzzle.table));
        for (const std::string& line : answer_lines(puzzle, {}, words, pen)) text += line + "\n";
        print_drawn(text);
    }
}

int run_puzzles(const PuzzleOptions& options) {
    check(options);
    check_writable(options.html);
    const Language language = language_from(options.language);
    analysis::Library library;
    const Made list = options.daily             ? of_the_day(options, library)
                      : options.records.empty() ? of_a_seed(options, library)
                                                : of_records(options, library);
    if (!options.html.empty())
        write_file(options.html, lab::html_of(puzzles_page(list.puzzles, language), Words::of(language)));
    if (options.json) {
        Json json = list.from;
        json["ok"] = true;
        json["puzzles"] = Json::array();
        for (const lab::Puzzle& puzzle : list.puzzles)
            json["puzzles"].push_back(lab::puzzle_json(puzzle, Words::of(language, puzzle.table->kind().id())));
        print_json(json);
        return kDone;
    }
    if (options.csv) {
        write_to(stdout, puzzles_csv(list.puzzles));
        return kDone;
    }
    if (!options.html.empty()) return kDone;
    if (quiet()) {
        list_puzzles(list.puzzles, language);
        return kDone;
    }
    PuzzleScore score;
    {
        const std::unique_ptr<terminal::Console> console = terminal::open_console();
        console->at_sudden_end(terminal::Console::SuddenEnd::leave, {});
        score = ask_puzzles(list.puzzles, *console, language);
    }
    if (score.asked == 0) return kDone;
    const Words& words = Words::of(language);
    print("{}\n", words.text("puzzle.score", {{"right", std::to_string(score.right)},
                                              {"asked", std::to_string(score.asked)},
                                              {"lost", review::decimal(100 * score.lost, words)}}));
    if (list.from.contains("seed"))
        print("{}\n", words.text("puzzle.again", {{"seed", std::to_string(list.from["seed"].get<u64>())}}));
    return kDone;
}

} // namespace

void add_puzzles(CLI::App& app, Job& job) {
    auto options = std::make_shared<PuzzleOptions>();
    CLI::App* command = app.add_subcommand("puzzles", "Think about positions where the natural choice may be wrong");
    add_game(*command, options->table.game);
    command->add_option("--count", options->count, "How many puzzles (5)")
        ->type_name("N")
        ->check(CLI::Range(u64{1}, kMostPuzzles));
    command->add_flag("--hard", options->hard, "Only where the coach is wrong, or the margin small but real");
    command->add_option("--seed", options->seed, "The same seed gives the same puzzles")
        ->type_name("N")
        ->check(whole_number);
    command->add_flag("--whole", options->whole,
                      "From whole games, not only their last quarter: what has no book yet is solved first");
    command->add_flag("--daily", options->daily,
                      "The one of today (UTC), the same for everybody; without GAME the day decides that too");
    command->add_option("--from", options->records, "From the mistakes of people in these records; several may follow")
        ->type_name("RECORD");
    add_options(*command, options->table.options);
    command->add_option("--sheet", options->table.sheet, "Another sheet than the default one")->type_name("FILE");
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    CLI::Option* json = command->add_flag("--json", options->json, "As JSON: nothing is asked, as with --quiet");
    command->add_flag("--csv", options->csv, "As CSV")->excludes(json);
    command->add_option("--html", options->html, "Write one self-contained HTML file, '-' for standard output")
        ->type_name("FILE");
    examples(*command, {"touchline puzzles sports-dice", "touchline puzzles rugby --hard --count 3 --seed 7",
                        "touchline puzzles --daily", "touchline puzzles --from game.record --quiet"});
    command->callback([options, &job] { job = [options] { return run_puzzles(*options); }; });
}

} // namespace touchline::cli
