// The finished games of the terminal, and what is kept of their reviews.
#include "cli/finished.hpp"

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/table_options.hpp"
#include "core/hash.hpp"
#include "core/shown_text.hpp"
#include "play/people.hpp"
#include "play/record.hpp"
#include "review/presentation.hpp"
#include "terminal/saves.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace touchline::cli {

namespace {

constexpr int kSummaryVersion = 1;
constexpr std::string_view kRecordEnding = ".record";

std::string summary_path(const std::string& record) {
    return record.substr(0, record.size() - (record.ends_with(kRecordEnding) ? kRecordEnding.size() : 0)) +
           ".review.json";
}

std::string mark_of(const Table& table) { return fmt::format("{:016x}", fnv(record_text(table))); }

Json seats_json(const auto& values) { return {{"home", values.home}, {"away", values.away}}; }
Json accuracy_json(const std::optional<double>& accuracy) { return accuracy ? Json(*accuracy) : Json(); }

Json summary_json(const Summary& summary, const Table& table) {
    Json json{
        {"version", kSummaryVersion},
        {"record", mark_of(table)},
        {"exact", summary.exact},
        {"hurried", summary.hurried},
        {"luck", seats_json(summary.luck)},
        {"given_away", seats_json(summary.given_away)},
        {"accuracy", {{"home", accuracy_json(summary.accuracy.home)}, {"away", accuracy_json(summary.accuracy.away)}}},
        {"decisions", Json::array()}};
    for (const Decided& each : summary.decisions)
        json["decisions"].push_back({{"seat", name(each.seat)},
                                     {"event", each.event},
                                     {"did", each.did},
                                     {"best", each.best},
                                     {"loss", each.loss},
                                     {"stake", each.stake}});
    return json;
}

// Nothing where the file is not there, is of another record or says nonsense.
std::optional<Summary> kept_summary(const std::string& record, const Table& table) {
    std::error_code error;
    const std::string path = summary_path(record);
    if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
    try {
        const Json json = Json::parse(read_file(path));
        if (json.at("version") != kSummaryVersion || json.at("record") != mark_of(table)) return std::nullopt;
        Summary summary{.exact = json.at("exact").get<bool>(), .hurried = json.value("hurried", false)};
        for (Seat seat : kSeats) {
            const std::string key(name(seat));
            summary.luck[seat] = json.at("luck").at(key).get<double>();
            summary.given_away[seat] = json.at("given_away").at(key).get<double>();
            if (const Json& accuracy = json.at("accuracy").at(key); !accuracy.is_null())
                summary.accuracy[seat] = accuracy.get<double>();
        }
        for (const Json& each : json.at("decisions"))
            summary.decisions.push_back({seat_named(each.at("seat").get<std::string>()).value_or(Seat::home),
                                         each.at("event").get<std::string>(), each.at("did").get<std::string>(),
                                         each.at("best").get<std::string>(), each.at("loss").get<double>(),
                                         each.at("stake").get<double>()});
        return summary;
    } catch (const Json::exception&) {
        return std::nullopt;
    } catch (const Stop&) {
        return std::nullopt;
    }
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::string name_tag(const Table& table, Seat seat) {
    return terminal::tag_of(table, seat == Seat::home ? "Home" : "Away");
}

// Whether a side is called so, or one of its people is.
bool names_player(const Table& table, Seat seat, const std::string& player) {
    const std::string side = name_tag(table, seat);
    return lower(side) == lower(player) ||
           std::ranges::any_of(members_of(side), [&](const auto& each) { return lower(each) == lower(player); });
}

std::optional<Seat> seat_of(const Table& table, const std::string& player) {
    if (played_alone(table)) return std::nullopt; // whoever won lost too
    std::optional<Seat> found;
    for (Seat seat : kSeats) {
        const bool fits = player.empty()
                              ? player_tag(table, seat) == terminal::kPerson
                              : names_player(table, seat, player) || lower(player_tag(table, seat)) == lower(player);
        if (!fits) continue;
        if (found) return std::nullopt; // both
        found = seat;
    }
    return found;
}

bool is_date(const std::string& text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
    return std::ranges::all_of(text, [](char c) { return c == '-' || (c >= '0' && c <= '9'); });
}

void check(const Wanted& wanted) {
    if (!wanted.game.empty()) (void)game_meant(wanted.game);
    if (!wanted.since.empty() && !is_date(wanted.since))
        throw Stop(RefusalCode::misused, Message{"cli.date", {{"text", wanted.since}}});
}

// Nothing is kept yet, or an estimate although better can be had.
bool to_be_worked_out(const std::optional<Summary>& kept, const analysis::Analysis& analysis) {
    return !kept || (!kept->exact && (kept->hurried || analysis.exact()));
}

bool fits(const FinishedGame& game, const Wanted& wanted) {
    const Table& table = *game.record.table;
    if (!wanted.game.empty() && &table.kind() != &game_meant(wanted.game)) return false;
    if (!wanted.since.empty() && terminal::tag_of(table, "Date") < wanted.since) return false;
    if (!wanted.player.empty() && !game.mine) return false;
    if (!wanted.result.empty() && result_for(game) != wanted.result) return false;
    if (wanted.opponent.empty()) return true;
    const std::string part = lower(wanted.opponent);
    const auto named = [&](Seat seat) {
        return lower(name_tag(table, seat)).find(part) != std::string::npos || lower(player_tag(table, seat)) == part;
    };
    return game.mine ? named(other(*game.mine)) : named(Seat::home) || named(Seat::away);
}

} // namespace

std::string player_tag(const Table& table, Seat seat) {
    return terminal::tag_of(table, seat == Seat::home ? "HomePlayer" : "AwayPlayer", std::string(terminal::kPerson));
}

Summary summary_of(const review::Review& review, const Table& table) {
    Summary summary{.exact = review.exact, .decisions = {}};
    for (Seat seat : kSeats) {
        summary.luck[seat] = review.luck_of(seat);
        summary.given_away[seat] = review.ledger.errors[seat];
        summary.accuracy[seat] = review.accuracy(seat);
    }
    for (const review::Step& step : review.steps) {
        if (step.best.empty()) continue;
        const StepText text = table.step(step.index);
        summary.decisions.push_back({step.seat, std::string(text.event), std::string(text.action),
                                     step.better.empty() ? std::string(text.action) : step.better, step.loss,
                                     std::max(step.stake, step.loss)});
    }
    return summary;
}

void keep_summary(const std::string& path, const Summary& summary, const Table& table) {
    try {
        write_file(summary_path(path), summary_json(summary, table).dump() + "\n");
    } catch (const Stop&) {
        return; // worked out again when it is asked for
    }
}

std::vector<std::string> finished_records() {
    namespace fs = std::filesystem;
    struct Found {
        fs::file_time_type time;
        std::string path;
    };
    std::vector<Found> found;
    std::error_code error;
    const std::string saves = terminal::saves_folder();
    if (saves.empty()) return {};
    for (fs::directory_iterator at(saves + "/finished", error), end; !error && at != end; at.increment(error)) {
        const std::string path = at->path().string();
        std::error_code own;
        if (path.ends_with(kRecordEnding) && at->is_regular_file(own))
            found.push_back({at->last_write_time(own), path});
    }
    std::ranges::sort(
        found, [](const Found& a, const Found& b) { return std::pair(a.time, a.path) > std::pair(b.time, b.path); });
    std::vector<std::string> paths;
    for (Found& each : found) paths.push_back(std::move(each.path));
    return paths;
}

std::string finished_record(std::size_t number) {
    const std::vector<std::string> paths = finished_records();
    if (paths.empty()) throw Stop(RefusalCode::failed, Message{"cli.no-finished-game"});
    if (number == 0 || number > paths.size())
        throw Stop(RefusalCode::misused, Message{"cli.finished-game", {{"count", paths.size()}, {"number", number}}});
    return paths[number - 1];
}

std::vector<FinishedGame> finished_games(const Wanted& wanted, Language language) {
    check(wanted);
    analysis::Library library;
    std::vector<FinishedGame> games;
    std::size_t number = 0;
    for (const std::string& path : finished_records()) {
        ++number;
        FinishedGame game{.number = number, .record = {}};
        try {
            game.record = read_record_at(path, "");
        } catch (const Stop&) {
            continue;
        }
        const Table& table = *game.record.table;
        game.mine = seat_of(table, wanted.player);
        if (!fits(game, wanted)) continue;
        game.summary = kept_summary(path, table);
        if (to_be_worked_out(game.summary, *library.of(table)) &&
            (wanted.review || library.of(table)->knows(*table.before(0)))) {
            game.summary = summary_of(reviewed(game.record, library, language), table);
            keep_summary(path, *game.summary, table);
        }
        games.push_back(std::move(game));
    }
    return games;
}

std::string result_for(const FinishedGame& game) {
    const TurnText turn = game.record.table->turn();
    if (!game.mine || turn.kind != TurnKind::over) return {};
    if (turn.winner == Result::draw) return "drawn";
    return (turn.winner == Result::home) == (*game.mine == Seat::home) ? "won" : "lost";
}

std::string opponent_of(const FinishedGame& game, const Words& words) {
    if (!game.mine) return {};
    const Table& table = *game.record.table;
    const Seat seat = other(*game.mine);
    const std::string player = player_tag(table, seat);
    if (player != terminal::kPerson)
        if (const std::string_view bot = words.find(fmt::format("bot.{}.name", player)); !bot.empty())
            return std::string(bot);
    return review::side_names(table, words)[seat];
}

} // namespace touchline::cli
