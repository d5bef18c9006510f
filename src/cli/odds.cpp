// touchline odds: what a position is worth, and each choice in it. The position is the start of a game, one that is
// described by its fields, one of a record, or a code.
#include "analysis/advisor.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/guess.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/position_fields.hpp"
#include "cli/progress.hpp"
#include "cli/reviewing.hpp"
#include "cli/table_options.hpp"
#include "play/kind.hpp"
#include "play/position.hpp"
#include "play/protocol.hpp"
#include "review/figures.hpp"
#include "terminal/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace touchline::cli {

namespace {

struct OddsOptions {
    std::string what;
    std::vector<std::string> fields;
    std::vector<std::string> options;
    std::optional<std::size_t> at;
    std::string sheet;
    std::string language;
    std::optional<double> within;
    bool json = false;
};

void show(const Table& table, const Odds& odds, const std::optional<Advice>& advice, const Words& words) {
    // No more digits than are known: JSON has the rest.
    const auto percent = [&](double share) {
        const std::string figure = fmt::format("{:.{}f}", 100 * share, odds.exact ? 3 : 1);
        return words.text("number.percent", {{"value", review::with_mark(figure, words)}});
    };
    const std::string method = odds.exact ? words.text("odds.exact")
                                          : fmt::format("{}, {}", words.text("odds.estimate"),
                                                        words.text("odds.error", {{"value", percent(odds.error)}}));
    const std::string chances =
        words.text(odds.draw > 0 ? "odds.home-draw-away" : "odds.home-away",
                   {{"home", percent(odds.home)}, {"draw", percent(odds.draw)}, {"away", percent(odds.away)}});
    print("{} ({})\n", words.text("board.fact", {{"name", words.text("odds.win-chance")}, {"value", chances}}), method);
    if (!advice) return;
    print("{}\n", words.text("board.fact",
                             {{"name", words.seat(table.turn().seat)}, {"value", words.event(table.turn().event)}}));
    for (const AdvisedAction& each : advice->actions)
        print("  {} {:>10}  {}\n", terminal::padded(words.action(table.turn().event, each.action), 28),
              percent(each.value),
              each.loss == 0 ? words.text("odds.best") : words.text("odds.loss", {{"value", percent(each.loss)}}));
}

// Whether something is asked about that has no steps: a game or a position's code.
bool has_no_steps(const std::string& what) {
    std::error_code error;
    if (what == kStandard || std::filesystem::exists(what, error)) return false;
    if (what.find('~') != std::string::npos) return true;
    try {
        (void)game_meant(what);
        return true;
    } catch (const Stop&) {
        return false;
    }
}

bool names_file(const OddsOptions& options) {
    std::error_code error;
    return options.at || options.what == kStandard || std::filesystem::is_regular_file(options.what, error);
}

std::unique_ptr<Table> recorded(const OddsOptions& options) {
    std::unique_ptr<Table> table = read_record_at(options.what, options.sheet).table;
    if (options.at && *options.at > table->steps())
        throw Stop(RefusalCode::misused, Message{"cli.at", {{"at", *options.at}, {"last", table->steps()}}});
    return options.at ? table->before(*options.at) : std::move(table);
}

std::unique_ptr<Table> coded(const OddsOptions& options) {
    OrRefusal<std::unique_ptr<Table>> table =
        open_position(options.what, options.sheet.empty() ? std::nullopt : std::optional(options.sheet));
    if (!table) throw Stop(table.error());
    return std::move(*table);
}

std::unique_ptr<Table> asked_for(OddsOptions options) {
    // `--set down=4 rugby`: a word that sets nothing is what is asked about.
    for (auto field = options.fields.begin(); options.what.empty() && field != options.fields.end(); ++field)
        if (field->find('=') == std::string::npos) {
            options.what = *field;
            options.fields.erase(field);
            break;
        }
    if (options.what.empty()) throw Stop(RefusalCode::misused, Message{"cli.odds-of-what"});
    if (options.at && has_no_steps(options.what))
        throw Stop(RefusalCode::misused, Message{"cli.at-needs-record", {{"what", options.what}}});
    const bool code = options.what.find('~') != std::string::npos;
    std::unique_ptr<Table> table = names_file(options) ? recorded(options)
                                   : code              ? coded(options)
                                                       : open({options.what, options.options, options.sheet});
    if (options.fields.empty()) return table;
    if (OrRefusal<Done> done = table->set(position_fields(table->kind(), options.fields)); !done)
        throw Stop(done.error());
    return table;
}

// The position and the choices in it.
struct Worth {
    Odds odds;
    std::optional<Advice> advice{};
};

// The position as its best choice leaves it: the share of draws stays, as far as it fits.
Odds with_best(Odds odds, const Advice& advice, Seat seat) {
    const double best = advice.actions.front().value;
    odds.draw = std::min({odds.draw, 2 * best, 2 * (1 - best)});
    const double own = best - odds.draw / 2;
    const double theirs = 1 - best - odds.draw / 2;
    odds.home = seat == Seat::home ? own : theirs;
    odds.away = seat == Seat::home ? theirs : own;
    odds.error = advice.error;
    return odds;
}

// Whoever chooses takes the best: an estimate of the position and one of its choices are the same, not two that differ
// by their errors, nor by the playouts of a coach who would choose otherwise.
Worth worth_of(const Table& table, Evaluator& evaluator, const Question& question) {
    Worth worth{evaluator.odds(table, question)};
    const TurnText turn = table.turn();
    if (turn.kind != TurnKind::choice) return worth;
    worth.advice = evaluator.advise(table, turn.seat, question);
    if (worth.advice->exact != worth.odds.exact) worth.odds = evaluator.odds(table, question); // solved in between
    if (!worth.odds.exact) worth.odds = with_best(worth.odds, *worth.advice, turn.seat);
    return worth;
}

int run_odds(const OddsOptions& options) {
    const std::unique_ptr<Table> table = asked_for(options);
    analysis::Library library;
    analysis::Advisor advisor(library, progress_on_stderr(language_from(options.language)));
    const Question question{.seconds = options.within};
    const auto [odds, advice] = worth_of(*table, advisor, question);
    end_progress();
    if (options.json) {
        Json json = odds_json(odds);
        json.update(table_json(*table));
        json["position"] = position_text(*table);
        if (advice) json["advice"] = advice_json(*advice);
        print_json(json);
    } else {
        show(*table, odds, advice, Words::of(language_from(options.language), table->kind().id()));
    }
    return kDone;
}

} // namespace

void add_odds(CLI::App& app, Job& job) {
    auto options = std::make_shared<OddsOptions>();
    CLI::App* command = app.add_subcommand("odds", "Say what a position is worth, and each choice in it");
    command->add_option("WHAT", options->what,
                        "A game (its start, or as --set says), a record, - for one on standard input, or a position's "
                        "code");
    command->add_option("--set", options->fields, "Fields of the position; several may follow")
        ->type_name("NAME=VALUE");
    command->add_option("--at", options->at, "The position before this step of the record, counted from 0")
        ->type_name("N")
        ->check(whole_number);
    add_options(*command, options->options);
    command->add_option("--sheet", options->sheet, "The sheet that it belongs to, if not the default one")
        ->type_name("FILE");
    command->add_option("--within", options->within, "Answer an estimate after this long")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.0, 86400.0));
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command->add_flag("--json", options->json, "As JSON");
    examples(*command,
             {"touchline odds sports-dice-football", "touchline odds red-boar --set ball=60 down=4 score=14-14",
              "touchline odds game.record --at 40"});
    command->callback([options, &job] { job = [options] { return run_odds(*options); }; });
}

} // namespace touchline::cli
