// Plays games between coaches, values their decisions, and takes one that is worth asking about.
#include "lab/puzzles.hpp"

#include "analysis/advisor.hpp"
#include "bots/players.hpp"
#include "bots/roster.hpp"
#include "play/kind.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <map>

namespace touchline::lab {

namespace {

using analysis::Analysis;
using analysis::Patience;

constexpr double kWrong = 0.005;  // what the coach's choice loses at least where it is called wrong
constexpr double kReal = 0.003;   // a margin that is worth asking about where the coach is right
constexpr double kMuch = 0.02;    // the best one costs much to miss
constexpr double kPlain = 0.06;   // so much that it is easy to see
constexpr double kObvious = 0.25; // so much that nobody has to be asked
constexpr double kLost = 0.1;     // with the best choice: the game is as good as decided
constexpr double kWon = 0.95;
constexpr double kErrors = 2;  // an estimate's margin is real where it is so many times its error
constexpr u64 kMostGames = 60; // that are looked through for one puzzle
constexpr u64 kDays = 1869;    // the seed of the days
constexpr std::string_view kCoach = "coach";
constexpr int kLeads[] = {3, -3, 7, -7}; // what a kick and a touchdown or try with its kick bring

// A game between coaches, to its end.
std::unique_ptr<Table> played(const Table& start, Random& random, analysis::Library& library) {
    std::unique_ptr<Table> table = start.clone();
    SeededDice dice(random.next());
    const std::unique_ptr<Player> coach = bots::Players(library).make(kCoach, random.next());
    for (TurnText turn = table->turn(); turn.kind != TurnKind::over; turn = table->turn()) {
        if (turn.kind == TurnKind::chance) {
            (void)table->roll(dice);
            continue;
        }
        const Seat seat = turn.kind == TurnKind::choice ? turn.seat : turn.waiting.front();
        (void)table->choose(seat, coach->choose(*table, seat));
    }
    return table;
}

std::optional<Advice> values_of(Analysis& analysis, const Table& table, Seat seat, const Patience& patience) {
    if (std::optional<Advice> known = analysis.advise(table, seat, {}, patience)) return known;
    if (analysis.exact()) return std::nullopt;
    return analysis.estimate(table, seat, {}, analysis::kPlayouts);
}

std::string natural_choice(Analysis& analysis, const Table& table, Seat seat) {
    const Shares shares = analysis.shares(table, seat, *bots::make_bot(kCoach));
    std::size_t most = 0;
    for (std::size_t i = 1; i < shares.size(); ++i)
        if (shares[i] > shares[most]) most = i;
    return std::string(table.turn(viewer_of(seat)).actions[most]);
}

double loss_of(const Advice& advice, std::string_view action) {
    for (const AdvisedAction& each : advice.actions)
        if (each.action == action) return each.loss;
    return 0;
}

// What a decision is as a puzzle; empty where it is none.
std::optional<Difficulty> difficulty_of(const Advice& advice, std::string_view natural) {
    if (advice.actions.size() < 2) return std::nullopt;
    const double best = advice.actions.front().value;
    const double margin = advice.actions[1].loss;
    if (best < kLost || best > kWon) return std::nullopt;
    if (margin < kReal || margin < kErrors * advice.error) return std::nullopt;
    if (loss_of(advice, natural) >= kWrong || margin < kMuch) return Difficulty::hard;
    if (margin > kObvious) return std::nullopt;
    return margin < kPlain ? Difficulty::fair : Difficulty::easy;
}

bool surprises(const Puzzle& puzzle) { return loss_of(puzzle.advice, puzzle.natural) >= kWrong; }

// One of them, where the coach is wrong if there is such a one; choices that are rarely asked come up as often as those
// that always are.
Puzzle& picked(std::vector<Puzzle>& candidates, Random& random) {
    const bool surprise = std::ranges::any_of(candidates, surprises);
    std::map<std::string_view, std::vector<Puzzle*>> by_event;
    for (Puzzle& each : candidates)
        if (!surprise || surprises(each)) by_event[each.table->turn().event].push_back(&each);
    auto event = by_event.begin();
    std::advance(event, random.below(static_cast<u32>(by_event.size())));
    return *event->second[random.below(static_cast<u32>(event->second.size()))];
}

// The best action if one side had more points; empty where there is no such position, or it is not known in time.
std::optional<std::string> best_with(Analysis& analysis, const Puzzle& puzzle, int points, const Patience& patience) {
    const Seat gains = points > 0 ? puzzle.seat : other(puzzle.seat);
    BySeat<int> score = puzzle.table->score();
    score[gains] += std::abs(points);
    const std::unique_ptr<Table> other_table = puzzle.table->clone();
    Json fields = puzzle.table->state();
    fields["score"] = {{"home", score.home}, {"away", score.away}};
    if (!other_table->set(fields)) return std::nullopt;
    // In the middle of a play it is set to the beginning of one, where something else is asked.
    const TurnText asked = puzzle.table->turn();
    const TurnText turn = other_table->turn();
    if (turn.kind != TurnKind::choice || turn.seat != puzzle.seat || turn.event != asked.event ||
        turn.actions != asked.actions)
        return std::nullopt;
    const std::optional<Advice> advice = analysis.advise(*other_table, puzzle.seat, {}, patience);
    if (!advice || advice->actions.size() < 2 || advice->actions[1].loss < kReal) return std::nullopt;
    return advice->actions.front().action;
}

// What its numbers turn on.
bool explain(Analysis& analysis, Puzzle& puzzle, const Patience& patience) {
    if (!analysis.exact()) return true;
    std::optional<std::vector<analysis::Outlook>> outlooks = analysis.outlook(*puzzle.table, patience);
    if (!outlooks) return false;
    puzzle.outlooks = std::move(*outlooks);
    for (const int points : kLeads) {
        std::optional<std::string> best = best_with(analysis, puzzle, points, patience);
        if (!best || *best == puzzle.best().action) continue;
        puzzle.other_lead = OtherLead{points, std::move(*best)};
        break;
    }
    return true;
}

std::vector<std::size_t> decisions(const Table& game, Stage stage) {
    std::vector<std::size_t> list;
    for (std::size_t i = stage == Stage::whole ? 0 : game.steps() * 3 / 4; i < game.steps(); ++i)
        if (game.step(i).kind == TurnKind::choice) list.push_back(i);
    return list;
}

bool asks(const Table& game) {
    for (std::size_t i = 0; i < game.steps(); ++i)
        if (game.step(i).kind == TurnKind::choice) return true;
    return false;
}

// The decision before a step of a game with what each action is worth.
std::optional<Puzzle> valued(Analysis& analysis, const Table& game, std::size_t step, const Patience& patience) {
    Puzzle puzzle{game.before(step)};
    puzzle.seat = puzzle.table->turn().seat;
    std::optional<Advice> advice = values_of(analysis, *puzzle.table, puzzle.seat, patience);
    if (!advice) return std::nullopt;
    puzzle.advice = std::move(*advice);
    return puzzle;
}

} // namespace

std::string_view name(Difficulty difficulty) {
    switch (difficulty) {
    case Difficulty::easy: return "easy";
    case Difficulty::fair: return "fair";
    case Difficulty::hard: return "hard";
    }
    return {};
}

std::string_view name(Stage stage) { return stage == Stage::whole ? "whole" : "late"; }

const AdvisedAction& Puzzle::rival() const {
    const auto named = [&](const std::string& action) -> const AdvisedAction* {
        const auto at = std::ranges::find(advice.actions, action, &AdvisedAction::action);
        return at == advice.actions.end() || at == advice.actions.begin() ? nullptr : &*at;
    };
    if (const AdvisedAction* own = named(taken)) return *own;
    if (const AdvisedAction* usual = named(natural)) return *usual;
    return advice.actions[1];
}

std::optional<Puzzle> puzzle_before(const Table& game, std::size_t step, analysis::Library& library,
                                    const Patience& patience) {
    const std::shared_ptr<Analysis> analysis = library.of(game);
    std::optional<Puzzle> puzzle = valued(*analysis, game, step, patience);
    if (!puzzle) return std::nullopt;
    puzzle->natural = natural_choice(*analysis, *puzzle->table, puzzle->seat);
    puzzle->taken = game.step(step).action;
    puzzle->difficulty = difficulty_of(puzzle->advice, puzzle->natural).value_or(Difficulty::hard);
    if (!explain(*analysis, *puzzle, patience)) return std::nullopt;
    return puzzle;
}

Expected<std::optional<Puzzle>, Message> make_puzzle(const Table& start, const PuzzlePlan& plan,
                                                     analysis::Library& library, const Patience& patience) {
    const std::shared_ptr<Analysis> analysis = library.of(start);
    Random random = Random::stream(plan.seed, plan.number);
    for (u64 i = 0; i < kMostGames; ++i) {
        const std::unique_ptr<Table> game = played(start, random, library);
        if (i == 0 && !asks(*game)) return Unexpected{Message{"puzzle.no-choices", {{"game", start.kind().name()}}}};
        std::vector<Puzzle> candidates;
        for (const std::size_t step : decisions(*game, plan.stage)) {
            std::optional<Puzzle> puzzle = valued(*analysis, *game, step, patience);
            if (!puzzle) return std::optional<Puzzle>();
            puzzle->natural = game->step(step).action;
            const std::optional<Difficulty> difficulty = difficulty_of(puzzle->advice, puzzle->natural);
            if (!difficulty || (plan.difficulty && difficulty != plan.difficulty)) continue;
            puzzle->difficulty = *difficulty;
            candidates.push_back(std::move(*puzzle));
        }
        if (candidates.empty()) continue;
        Puzzle puzzle = std::move(picked(candidates, random));
        if (!explain(*analysis, puzzle, patience)) return std::optional<Puzzle>();
        return std::optional(std::move(puzzle));
    }
    return Unexpected{Message{"puzzle.none-found", {{"game", start.kind().name()}}}};
}

std::vector<std::string> games_that_ask(analysis::Library& library) {
    std::vector<std::string> games;
    for (const Kind* kind : kinds()) {
        Random random(0);
        const OrRefusal<std::unique_ptr<Table>> start = open_table(kind->id(), Json::object());
        if (start && asks(*played(**start, random, library))) games.emplace_back(kind->id());
    }
    return games;
}

Daily daily(u64 day, analysis::Library& library) {
    const std::vector<std::string> games = games_that_ask(library);
    return {games[day % games.size()], Random::stream(kDays, day).next()};
}

Expected<std::optional<Puzzle>, Message> requested_puzzle(const PuzzleRequest& request, analysis::Library& library,
                                                          const Patience& patience) {
    PuzzlePlan plan{.seed = request.seed, .number = request.number};
    if (request.hard) plan.difficulty = Difficulty::hard;
    std::string game = request.game;
    if (request.day) {
        const Daily own = daily(*request.day, library);
        plan.seed = own.seed;
        if (game.empty()) game = own.game;
    }
    const OrRefusal<std::unique_ptr<Table>> start = open_table(game, Json::object());
    if (!start) return Unexpected{start.error().message};
    return make_puzzle(**start, plan, library, patience);
}

u64 today() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<u64>(std::chrono::floor<std::chrono::days>(now).count());
}

std::string date_of(u64 day) {
    const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{day}}};
    return fmt::format("{:04}-{:02}-{:02}", int{date.year()}, unsigned{date.month()}, unsigned{date.day()});
}

} // namespace touchline::lab
