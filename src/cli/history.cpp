// touchline history and stats: the finished games of the terminal, one by one and summed up by game.
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/finished.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "core/characters.hpp"
#include "play/kind.hpp"
#include "play/people.hpp"
#include "review/figures.hpp"
#include "review/presentation.hpp"
#include "terminal/console.hpp"
#include "terminal/saves.hpp"
#include "terminal/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <map>

namespace touchline::cli {

namespace {

struct HistoryOptions {
    Wanted wanted;
    std::string language;
    std::size_t limit = 20;
    bool json = false;
};

template <class T>
Json json_or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

Json history_json(const FinishedGame& game, const Words& words) {
    const Table& table = *game.record.table;
    const SideNames sides = review::side_names(table, words);
    const BySeat<int> score = table.score();
    const std::string date = review::tag_of(table, "Date");
    const std::string result = result_for(game);
    Json json{{"n", game.number},
              {"record", game.record.path},
              {"game", table.kind().id()},
              {"date", date.empty() ? Json() : Json(date)},
              {"sides", {{"home", sides.home}, {"away", sides.away}}},
              {"score", {{"home", score.home}, {"away", score.away}}},
              {"winner", name(table.turn().winner)},
              {"seat", game.mine ? Json(name(*game.mine)) : Json()},
              {"opponent", game.mine ? Json(opponent_of(game, words)) : Json()},
              {"result", result.empty() ? Json() : Json(result)},
              {"alone", played_alone(table)},
              {"method", Json()},
              {"accuracy", Json()},
              {"luck", Json()}};
    if (!game.summary) return json;
    json["method"] = game.summary->exact ? "exact" : "estimate";
    json["accuracy"] = {{"home", json_or_null(game.summary->accuracy.home)},
                        {"away", json_or_null(game.summary->accuracy.away)}};
    json["luck"] = {{"home", game.summary->luck.home}, {"away", game.summary->luck.away}};
    return json;
}

// "93 %", with "~" before an estimate.
std::string accuracy_text(const Summary& summary, Seat seat, const Words& words) {
    if (!summary.accuracy[seat]) return "–";
    return (summary.exact ? "" : "~") + review::percent(*summary.accuracy[seat], words);
}

std::string history_line(const FinishedGame& game, Language language, int columns) {
    const Table& table = *game.record.table;
    const Words& words = Words::of(language, table.kind().id());
    const SideNames sides = review::side_names(table, words);
    const BySeat<int> score = table.score();
    const std::string result = played_alone(table) ? "alone" : result_for(game);
    std::string accuracy = "?";
    if (game.summary)
        accuracy = game.mine ? accuracy_text(*game.summary, *game.mine, words)
                             : fmt::format("{} / {}", accuracy_text(*game.summary, Seat::home, words),
                                           accuracy_text(*game.summary, Seat::away, words));
    // Whom one played, where the side's name does not say it.
    const std::string opponent = opponent_of(game, words);
    const bool told = opponent.empty() || opponent == sides[other(*game.mine)];
    const std::string match = fmt::format("{} {} – {} {}{}", sides.home, score.home, score.away, sides.away,
                                          told ? "" : fmt::format(" ({})", opponent));
    const std::string date = review::tag_of(table, "Date");
    const std::string left = fmt::format("{:>3}  {:<10}  {}", game.number, date.empty() ? "–" : date,
                                         terminal::padded(table.kind().name(), 22));
    const std::string right =
        fmt::format("{}  {:>8}",
                    terminal::padded(result.empty() ? "" : words.text(fmt::format("history.{}", result)), 6), accuracy);
    const int room = columns - columns_of(left) - columns_of(right) - 4;
    if (columns_of(match) <= room) return fmt::format("{}  {}  {}\n", left, terminal::padded(match, room), right);
    return fmt::format("{:>3}  {}\n     {} · {}{}{}\n", game.number, terminal::clipped(match, std::max(8, columns - 5)),
                       date.empty() ? "–" : date, terminal::clipped(table.kind().name(), std::max(8, columns - 18)),
                       result.empty() ? "" : "\n     " + words.text(fmt::format("history.{}", result)),
                       fmt::format(" · {}", accuracy));
}

int run_history(const HistoryOptions& options) {
    const Language language = language_from(options.language);
    const Words& words = Words::of(language);
    std::vector<FinishedGame> games = finished_games(options.wanted, language);
    const std::size_t all = games.size();
    if (games.size() > options.limit)
        games.erase(games.begin() + static_cast<std::ptrdiff_t>(options.limit), games.end());
    if (options.json) {
        Json json{{"total", all}, {"games", Json::array()}};
        for (const FinishedGame& game : games)
            json["games"].push_back(history_json(game, Words::of(language, game.record.table->kind().id())));
        print_json(json);
        return kDone;
    }
    if (games.empty()) {
        print("{}\n", words.text("history.none"));
        return kDone;
    }
    const int columns = std::min(terminal::output_size().columns, 100);
    for (const FinishedGame& game : games) print("{}", history_line(game, language, columns));
    if (all > games.size())
        print("{}\n",
              words.text("history.more", {{"shown", std::to_string(games.size())}, {"total", std::to_string(all)}}));
    const auto unknown = std::ranges::count_if(games, [](const FinishedGame& game) { return !game.summary; });
    if (unknown != 0) print("{}\n", words.text("history.unreviewed", {{"count", std::to_string(unknown)}}));
    return kDone;
}

// A player's games of one kind, summed up.
struct Habit {
    int taken = 0;
    int best = 0;
};
struct Total {
    int games = 0;
    int alone = 0; // beside them: games in which one person played both sides
    int reviewed = 0;
    std::map<std::string, int> results;
    double luck = 0;
    double given_away = 0;
    double loss = 0;
    double stake = 0;
    bool exact = true;
    struct Event {
        int decisions = 0;
        double loss = 0;
        std::map<std::string, Habit> actions;
    };
    std::map<std::string, Event> events;

    [[nodiscard]] std::optional<double> accuracy() const {
        return stake < review::kMistake ? std::nullopt : std::optional(1 - loss / stake);
    }
};

void add(Total& total, const FinishedGame& game) {
    ++total.games;
    ++total.results[result_for(game)];
    if (!game.summary) return;
    const Summary& summary = *game.summary;
    ++total.reviewed;
    total.exact = total.exact && summary.exact;
    total.luck += summary.luck[*game.mine];
    total.given_away += summary.given_away[*game.mine];
    for (const Decided& each : summary.decisions) {
        if (each.seat != *game.mine) continue;
        total.loss += each.loss;
        total.stake += each.stake;
        Total::Event& event = total.events[each.event];
        ++event.decisions;
        event.loss += each.loss;
        ++event.actions[each.did].taken;
        ++event.actions[each.best].best;
    }
}

Json total_json(const Kind& kind, Total& total) {
    Json json{{"game", kind.id()},
              {"games", total.games},
              {"alone", total.alone},
              {"won", total.results["won"]},
              {"drawn", total.results["drawn"]},
              {"lost", total.results["lost"]},
              {"reviewed", total.reviewed},
              {"method", total.reviewed == 0 ? Json() : Json(total.exact ? "exact" : "estimate")},
              {"luck_a_game", total.reviewed == 0 ? Json() : Json(total.luck / total.reviewed)},
              {"given_away_a_game", total.reviewed == 0 ? Json() : Json(total.given_away / total.reviewed)},
              {"accuracy", json_or_null(total.accuracy())},
              {"habits", Json::array()}};
    for (const auto& [event, own] : total.events) {
        Json actions = Json::array();
        for (const auto& [action, habit] : own.actions)
            actions.push_back({{"action", action}, {"taken", habit.taken}, {"best", habit.best}});
        json["habits"].push_back(
            {{"event", event}, {"decisions", own.decisions}, {"loss", own.loss}, {"actions", std::move(actions)}});
    }
    return json;
}

void show_total(const Kind& kind, Total& total, Language language, int columns) {
    const Words& words = Words::of(language, kind.id());
    print("{}\n", kind.name());
    const auto tell = [&](const std::string& text, int indent) {
        for (const std::string& line :
             terminal::wrapped(std::string(static_cast<std::size_t>(indent), ' ') + text, columns, indent))
            print("{}\n", line);
    };
    if (total.games > 0)
        tell(words.text("stats.results", {{"games", std::to_string(total.games)},
                                          {"won", std::to_string(total.results["won"])},
                                          {"drawn", std::to_string(total.results["drawn"])},
                                          {"lost", std::to_string(total.results["lost"])}}),
             2);
    if (total.alone > 0) tell(words.text("stats.alone", {{"count", std::to_string(total.alone)}}), 2);
    if (total.reviewed < total.games)
        tell(words.text("history.unreviewed", {{"count", std::to_string(total.games - total.reviewed)}}), 2);
    if (total.reviewed == 0) return;
    const std::optional<double> accuracy = total.accuracy();
    tell(words.text("stats.figures", {{"luck", review::points(total.luck / total.reviewed, words)},
                                      {"lost", review::points(-total.given_away / total.reviewed, words)},
                                      {"accuracy", accuracy ? review::percent(*accuracy, words) : "–"}}),
         2);
    if (!total.exact) tell(words.text("stats.estimate"), 2);
    for (const auto& [event, own] : total.events) {
        std::string list;
        const auto share = [&](int count) {
            return review::percent(static_cast<double>(count) / own.decisions, words);
        };
        for (const auto& [action, habit] : own.actions)
            list += (list.empty() ? "" : ", ") + words.text("stats.habit", {{"action", words.action(event, action)},
                                                                            {"taken", share(habit.taken)},
                                                                            {"best", share(habit.best)}});
        tell(words.text("stats.event", {{"event", words.event(event)},
                                        {"count", std::to_string(own.decisions)},
                                        {"list", list},
                                        {"lost", review::points(-own.loss / own.decisions, words)}}),
             4);
    }
}

int run_stats(const HistoryOptions& options) {
    const Language language = language_from(options.language);
    const Words& words = Words::of(language);
    std::map<const Kind*, Total> totals;
    for (const FinishedGame& game : finished_games(options.wanted, language))
        if (game.mine)
            add(totals[&game.record.table->kind()], game);
        else if (played_alone(*game.record.table))
            ++totals[&game.record.table->kind()].alone;
    if (options.json) {
        Json json{{"player", options.wanted.player.empty() ? Json() : Json(options.wanted.player)},
                  {"games", Json::array()}};
        for (const Kind* kind : kinds())
            if (const auto at = totals.find(kind); at != totals.end())
                json["games"].push_back(total_json(*kind, at->second));
        print_json(json);
        return kDone;
    }
    if (totals.empty()) print("{}\n", words.text("history.none"));
    const int columns = std::min(terminal::output_size().columns, 100);
    bool first = true;
    for (const Kind* kind : kinds()) {
        const auto at = totals.find(kind);
        if (at == totals.end()) continue;
        if (!std::exchange(first, false)) print("\n");
        show_total(*kind, at->second, language, columns);
    }
    return kDone;
}

void add_filters(CLI::App& command, HistoryOptions& options) {
    command.add_option("--game", options.wanted.game, "Only this game");
    command.add_option("--opponent", options.wanted.opponent, "Only against this side: a part of its name, or a bot");
    command.add_option("--result", options.wanted.result, "Only games with this result")
        ->type_name("RESULT")
        ->check(CLI::IsMember({"won", "lost", "drawn"}));
    command.add_option("--since", options.wanted.since, "Only games from this day on, as YYYY-MM-DD")
        ->type_name("DATE");
    command.add_option("--player", options.wanted.player,
                       "Whose games they are; the one person's at the table where it is left out");
    command.add_flag("--review", options.wanted.review, "Work out every review that is missing, however long it takes");
    command.add_option("--lang", options.language, "en or fr");
    command.add_flag("--json", options.json, "As JSON");
}

} // namespace

void add_history(CLI::App& app, Job& job) {
    auto options = std::make_shared<HistoryOptions>();
    CLI::App* command = app.add_subcommand("history", "List the finished games of the terminal");
    add_filters(*command, *options);
    command->add_option("--limit", options->limit, "At most so many games, the last ones")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    examples(*command, {"touchline history", "touchline history --game rugby --result lost",
                        "touchline history --opponent perfect --since 2026-01-01 --limit 100"});
    command->callback([options, &job] { job = [options] { return run_history(*options); }; });
}

void add_stats(CLI::App& app, Job& job) {
    auto options = std::make_shared<HistoryOptions>();
    CLI::App* command = app.add_subcommand("stats", "Sum up a player's luck, accuracy and habits by game");
    add_filters(*command, *options);
    examples(*command, {"touchline stats", "touchline stats --game sports-dice --review"});
    command->callback([options, &job] { job = [options] { return run_stats(*options); }; });
}

} // namespace touchline::cli
