// What of a table is told to whom.
#include "play/kind.hpp"
#include "play/protocol.hpp"
#include "server/json_text.hpp"
#include "server/live_table.hpp"
#include "server/telling.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <mutex>

namespace touchline::server {

namespace {

Viewer sayings_viewer(std::optional<Viewer> viewer) { return viewer.value_or(Viewer::everyone); }

Json by_seat(const BySeat<Json>& values) { return {{"home", values.home}, {"away", values.away}}; }

// The defaults of a game's options with its own sheet. Kept: reading a sheet takes a while.
const Json& default_options(const Kind& kind) {
    static std::mutex mutex;
    static std::map<const Kind*, Json> kept;
    const std::lock_guard lock(mutex);
    const auto [at, fresh] = kept.try_emplace(&kind, Json::object());
    if (fresh)
        for (const OptionSpec& spec : kind.options()) at->second[spec.name] = json(spec.fallback);
    return at->second;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

} // namespace

Json complete_options(const Table& table) {
    // The defaults of another sheet may be others; then only what was given is told.
    Json options = table.sheet_name() == "default" ? default_options(table.kind()) : Json::object();
    for (const auto& [name, value] : table.options().all()) options[name] = json(value);
    return options;
}

std::optional<std::string> LiveTable::locked(Viewer viewer) const {
    const TurnText turn = table_->turn();
    if (turn.kind != TurnKind::secret || turn.waiting.size() != 1 || table_->steps() == 0) return std::nullopt;
    const Seat chosen = other(turn.waiting.front());
    if (!is(viewer, chosen)) return std::nullopt;
    return std::string(table_->step(table_->steps() - 1).action);
}

Json LiveTable::clocks() const {
    const BySeat<bool> runs = running();
    Json seat;
    if (runs.home || runs.away) seat = runs.home && runs.away ? "both" : runs.home ? "home" : "away";
    return {{"home", now_.clocks.home}, {"away", now_.clocks.away}, {"running", std::move(seat)}};
}

Json LiveTable::position(std::optional<Viewer> viewer) const {
    Json json{{"turn_no", now_.turn_no}};
    if (now_.over)
        json["turn"] = {{"kind", "over"}, {"winner", name(now_.over->winner)}};
    else
        json["turn"] = turn_json(table_->turn(viewer));
    json["state"] = viewer ? table_->view(*viewer) : table_->state();
    if (head_.clock) json["clocks"] = clocks();
    if (viewer)
        if (std::optional<std::string> action = locked(*viewer)) json["locked"] = std::move(*action);
    return json;
}

Json LiveTable::info(const Presence& presence) const {
    BySeat<Json> seats;
    for (Seat seat : kSeats) {
        const SeatNow& at = now_.seats[seat];
        Json json{{"who", at.computer ? "computer" : "person"},
                  {"name", text_or_null(at.computer && at.name.empty() ? at.bot : at.name)}};
        if (at.computer) json["bot"] = at.bot;
        json["present"] = at.computer || presence.present[seat];
        json["away_since"] =
            !at.computer && presence.away_since[seat] ? Json(iso_time(*presence.away_since[seat])) : Json();
        json["open"] = at.open;
        seats[seat] = std::move(json);
    }
    Json offers = Json::array();
    for (const MadeOffer& offer : now_.offers) offers.push_back({{"what", name(offer.what)}, {"by", name(offer.by)}});
    const BySeat<int> score = table_->score();
    Json json{{"id", head_.id},
              {"game", table_->kind().id()},
              {"options", complete_options(*table_)},
              {"sheet", table_->sheet_hash()},
              {"dice", head_.real_dice ? "real" : "server"},
              {"listed", head_.listed},
              {"odds", now_.odds},
              {"clock", Json()},
              {"seats", by_seat(seats)},
              {"watching", presence.watching},
              {"turn_no", now_.turn_no},
              {"created", iso_time(head_.created)},
              {"last", iso_time(now_.last)},
              {"offers", std::move(offers)},
              {"claim_in", presence.claim_in ? Json(*presence.claim_in) : Json()},
              {"over", Json()},
              {"next", text_or_null(now_.next)},
              {"hidden", head_.hidden},
              {"score", {{"home", score.home}, {"away", score.away}}}};
    if (head_.clock) json["clock"] = {{"seconds", head_.clock->seconds}, {"increment", head_.clock->increment}};
    if (now_.over) json["over"] = {{"winner", name(now_.over->winner)}, {"reason", name(now_.over->reason)}};
    return json;
}

namespace {

Json chose_json(const StepText& step) {
    Json json{{"event", step.event}, {"seat", name(step.seat)}};
    if (!step.action.empty()) json["action"] = step.action;
    return json;
}

} // namespace

Json fell_or_chose(const Table& table, std::size_t index, std::optional<Viewer> viewer) {
    const StepText step = table.step(index, viewer);
    if (step.kind == TurnKind::chance) {
        Json fell{{"event", step.event}, {"seat", name(step.seat)}, {"tokens", step.tokens}};
        if (step.tokens.empty()) {
            fell["tokens"] = nullptr;
            fell["count"] = table.step(index).tokens.size();
        }
        return {{"fell", std::move(fell)}};
    }
    Json chose = Json::array();
    // The second of two secret choices uncovers both, unless the game keeps them covered for longer.
    if (step.kind == TurnKind::secret && index > 0) {
        const std::optional<Viewer> onlooker = viewer ? std::optional(Viewer::everyone) : std::nullopt;
        const StepText first = table.step(index - 1, onlooker);
        const bool uncovers = !table.step(index, onlooker).action.empty();
        if (uncovers && first.kind == TurnKind::secret && first.seat != step.seat && !first.action.empty())
            chose.push_back(chose_json(first));
    }
    chose.push_back(chose_json(step));
    return {{"chose", std::move(chose)}};
}

void LiveTable::tell(Json& message, const Happened& happened, std::optional<Viewer> viewer, Language language) const {
    message["cause"] = happened.cause;
    message["by"] = happened.by ? Json(name(*happened.by)) : Json();
    Json lines = Json::array();
    if (happened.step) {
        message.update(fell_or_chose(*table_, *happened.step, viewer));
        lines = said(*happened.step, viewer, language);
    }
    if (now_.over && now_.over->reason != Reason::played)
        for (std::string& line : ending_said(language)) lines.push_back(std::move(line));
    message["said"] = std::move(lines);
}

Json LiveTable::log(std::optional<Viewer> viewer, Language language) const {
    Json lines = Json::array();
    for (std::size_t i = 0; i < table_->steps(); ++i)
        if (std::vector<std::string> texts = said(i, viewer, language); !texts.empty())
            lines.push_back({{"turn_no", step_turns_[i]}, {"said", std::move(texts)}});
    if (now_.over && now_.over->reason != Reason::played)
        lines.push_back({{"turn_no", now_.turn_no}, {"said", ending_said(language)}});
    return lines;
}

BySeat<std::string> LiveTable::side_names(Language language) const {
    const Words& words = Words::of(language, table_->kind().id());
    BySeat<std::string> sides;
    for (Seat seat : kSeats) {
        const SeatNow& at = now_.seats[seat];
        sides[seat] = at.name;
        if (at.computer && at.name.empty()) sides[seat] = words.find(fmt::format("bot.{}.name", at.bot));
    }
    return sides;
}

std::vector<std::string> said_lines(const Table& table, std::size_t step, Viewer viewer, const Words& words,
                                    const BySeat<std::string>& sides) {
    std::vector<std::string> lines;
    for (const Saying& saying : table.sayings(step, viewer)) lines.push_back(words.said(saying, sides, step));
    return lines;
}

std::vector<std::string> LiveTable::said(std::size_t step, std::optional<Viewer> viewer, Language language) const {
    return said_lines(*table_, step, sayings_viewer(viewer), Words::of(language, table_->kind().id()),
                      side_names(language));
}

std::vector<std::string> LiveTable::ending_said(Language language) const {
    const Words& words = Words::of(language, table_->kind().id());
    const BySeat<std::string> sides = side_names(language);
    const auto named = [&](Seat seat) { return sides[seat].empty() ? words.seat(seat) : sides[seat]; };
    const bool drawn = now_.over->winner == Result::draw;
    const Seat winner = now_.over->winner == Result::away ? Seat::away : Seat::home;
    switch (now_.over->reason) {
    case Reason::played: return {};
    case Reason::resigned: return {words.text("lobby.resigned", {{"seat", named(other(winner))}})};
    case Reason::agreed: return {words.text("lobby.draw-agreed")};
    case Reason::claimed: return {words.text("lobby.claimed", {{"seat", named(winner)}})};
    case Reason::time:
        return {drawn ? words.text("lobby.draw-agreed")
                      : words.text("lobby.out-of-time", {{"seat", named(other(winner))}})};
    }
    return {};
}

} // namespace touchline::server
