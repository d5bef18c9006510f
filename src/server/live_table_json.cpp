// What of a table is told to whom.
#include "play/kind.hpp"
#include "play/protocol.hpp"
#include "server/json_text.hpp"
#include "server/live_table.hpp"
#include "server/step_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::server {

namespace {

Viewer sayings_viewer(std::optional<Viewer> viewer) { return viewer.value_or(Viewer::everyone); }

std::optional<std::string_view> text_or_null(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

} // namespace

void write_faces(JsonText& out, const Table& table, std::optional<Viewer> viewer) {
    const std::vector<std::vector<std::string_view>> places = table.faces(viewer);
    if (places.empty()) return;
    out.key("faces");
    out.open_list();
    for (auto run = places.begin(); run != places.end();) {
        const auto end = std::find_if(run, places.end(), [&](const auto& place) { return place != *run; });
        out.open_object();
        out.field("count", end - run);
        out.list("tokens", *run);
        out.close_object();
        run = end;
    }
    out.close_list();
}

std::optional<std::string> LiveTable::locked(Viewer viewer) const {
    const TurnText turn = table_->turn();
    if (turn.kind != TurnKind::secret || turn.waiting.size() != 1 || table_->steps() == 0) return std::nullopt;
    const Seat chosen = other(turn.waiting.front());
    if (!is(viewer, chosen)) return std::nullopt;
    return std::string(table_->step(table_->steps() - 1).action);
}

void LiveTable::write_clocks(JsonText& out) const {
    const BySeat<bool> runs = running();
    out.key("clocks");
    out.open_object();
    for (Seat seat : kSeats) out.field(name(seat), std::max<Millis>(0, state_.clocks[seat]));
    if (runs.home && runs.away)
        out.field("running", "both");
    else
        out.field("running", runs.home   ? std::optional(Seat::home)
                             : runs.away ? std::optional(Seat::away)
                                         : std::nullopt);
    out.close_object();
}

void LiveTable::write_position(JsonText& out, std::optional<Viewer> viewer) const {
    viewer = told_as(viewer);
    out.field("turn_no", state_.turn_no);
    out.key("turn");
    out.open_object();
    if (state_.over) {
        out.field("kind", "over");
        out.field("winner", name(state_.over->winner));
    } else {
        write_turn(out, table_->turn(viewer));
        write_faces(out, *table_, viewer);
    }
    out.close_object();
    out.key("state");
    out.open_object();
    table_->write(out, viewer);
    table_->write_shown(out);
    out.close_object();
    if (setup_.clock) write_clocks(out);
    if (viewer)
        if (const std::optional<std::string> action = locked(*viewer)) out.field("locked", *action);
}

Json LiveTable::position(std::optional<Viewer> viewer) const {
    return json_of([&](JsonText& out) { write_position(out, viewer); });
}

namespace {

// What is told of a seat's people where there are several.
struct Row {
    std::size_t hand = 0;
    Members present = 0;
};

void write_row(JsonText& out, const SeatState& at, const Row& row) {
    out.key("members");
    out.open_list();
    for (std::size_t i = 0; i < at.members.size(); ++i) {
        const Member& member = at.members[i];
        out.open_object();
        out.field("name", text_or_null(member.name));
        out.field("badge", text_or_null(member.badge));
        out.field("present", has(row.present, i));
        out.field("open", member.open);
        out.close_object();
    }
    out.close_list();
    out.field("hand", row.hand);
}

void write_seat(JsonText& out, const SeatState& at, bool present, const std::optional<Millis>& away_since,
                const Row& row) {
    const std::string called = at.name();
    out.open_object();
    out.field("who", at.computer ? "computer" : "person");
    out.field("name", text_or_null(at.computer && called.empty() ? at.bot : called));
    if (at.computer)
        out.field("bot", at.bot);
    else
        out.field("badge", text_or_null(at.badge()));
    out.field("present", at.computer || present);
    out.field("away_since", !at.computer && away_since ? std::optional(iso_time(*away_since)) : std::nullopt);
    out.field("open", at.open());
    if (at.several()) write_row(out, at, row);
    out.close_object();
}

} // namespace

void LiveTable::write_info(JsonText& out, const Presence& presence) const {
    out.field("id", setup_.id);
    out.field("game", table_->kind().id());
    out.key("options");
    out.json(table_->complete_options());
    out.field("sheet", table_->sheet_hash());
    out.field("dice", setup_.real_dice ? "real" : "server");
    write_fair(out);
    out.field("listed", setup_.listed);
    out.field("odds", state_.odds);
    if (setup_.clock) {
        out.key("clock");
        out.open_object();
        out.field("seconds", setup_.clock->seconds);
        out.field("increment", setup_.clock->increment);
        out.close_object();
    } else {
        out.field("clock", nullptr);
    }
    out.key("seats");
    out.open_object();
    for (Seat seat : kSeats) {
        out.key(name(seat));
        write_seat(out, state_.seats[seat], presence.present[seat], presence.away_since[seat],
                   {hand(seat), presence.members[seat]});
    }
    out.close_object();
    out.field("watching", presence.watching);
    out.field("turn_no", state_.turn_no);
    out.field("created", iso_time(setup_.created));
    out.field("last", iso_time(state_.last));
    out.key("offers");
    out.open_list();
    for (const MadeOffer& offer : state_.offers) {
        out.open_object();
        out.field("what", name(offer.what));
        out.field("by", offer.by);
        out.close_object();
    }
    out.close_list();
    out.field("claim_in", presence.claim_in);
    if (state_.over) {
        out.key("over");
        out.open_object();
        out.field("winner", name(state_.over->winner));
        out.field("reason", name(state_.over->reason));
        out.close_object();
    } else {
        out.field("over", nullptr);
    }
    out.field("next", text_or_null(state_.next));
    out.field("hidden", setup_.hidden);
    if (setup_.alone) out.field("alone", true);
    const BySeat<int> score = table_->score();
    out.per_seat("score", score.home, score.away);
}

Json LiveTable::info(const Presence& presence) const {
    return json_of([&](JsonText& out) { write_info(out, presence); });
}

namespace {

void write_chosen(JsonText& out, const StepText& step) {
    out.open_object();
    out.field("event", step.event);
    out.field("seat", step.seat);
    if (!step.action.empty()) out.field("action", step.action);
    out.close_object();
}

} // namespace

void write_fell_or_chose(JsonText& out, const Table& table, std::size_t index, std::optional<Viewer> viewer) {
    const StepText step = table.step(index, viewer);
    if (step.kind == TurnKind::chance) {
        out.key("fell");
        out.open_object();
        out.field("event", step.event);
        out.field("seat", step.seat);
        if (step.tokens.empty()) {
            out.field("tokens", nullptr);
            out.field("count", table.step(index).tokens.size());
        } else {
            out.list("tokens", step.tokens);
        }
        out.close_object();
        return;
    }
    out.key("chose");
    out.open_list();
    // The second of two secret choices uncovers both, unless the game keeps them covered for longer.
    if (step.kind == TurnKind::secret && index > 0) {
        const std::optional<Viewer> onlooker = viewer ? std::optional(Viewer::everyone) : std::nullopt;
        const StepText first = table.step(index - 1, onlooker);
        const bool uncovers = !table.step(index, onlooker).action.empty();
        if (uncovers && first.kind == TurnKind::secret && first.seat != step.seat && !first.action.empty())
            write_chosen(out, first);
    }
    write_chosen(out, step);
    out.close_list();
}

void LiveTable::tell(JsonText& out, const Happened& happened, std::optional<Viewer> viewer, Language language) const {
    viewer = told_as(viewer);
    out.field("cause", happened.cause);
    out.field("by", happened.by);
    StepWords words;
    if (happened.step) {
        write_fell_or_chose(out, *table_, *happened.step, viewer);
        out.key("happened");
        write_happened(out, table_->happened(*happened.step), ToldTo::boards);
        if (fair_ && table_->step(*happened.step).kind == TurnKind::chance) {
            out.key("proof");
            write_proof(out);
        }
        words = said(*happened.step, viewer, language);
    }
    if (state_.over && state_.over->reason != Reason::played)
        for (std::string& line : ending_said(language)) words.lines.push_back(std::move(line));
    write_said(out, words);
}

void write_said(JsonText& out, const StepWords& said) {
    out.list("said", said.lines);
    if (said.headline) out.field("headline", true);
}

namespace {

std::string log_line(std::int64_t turn_no, const StepWords& said) {
    std::string text;
    JsonText out(text);
    out.open_object();
    out.field("turn_no", turn_no);
    write_said(out, said);
    out.close_object();
    return text;
}

} // namespace

void LiveTable::write_log(JsonText& out, std::optional<Viewer> viewer, Language language) const {
    viewer = told_as(viewer);
    out.open_list();
    out.written(log_.up_to(table_->steps(), viewer, language, side_names(language), [&](std::size_t step) {
        const StepWords words = said(step, viewer, language);
        return words.lines.empty() ? std::string() : log_line(step_turns_[step], words);
    }));
    if (state_.over && state_.over->reason != Reason::played)
        out.written(log_line(state_.turn_no, {ending_said(language)}));
    out.close_list();
}

BySeat<std::string> LiveTable::side_names(Language language) const {
    const Words& words = Words::of(language, table_->kind().id());
    BySeat<std::string> sides;
    for (Seat seat : kSeats) {
        const SeatState& at = state_.seats[seat];
        sides[seat] = at.name();
        if (at.computer && sides[seat].empty()) sides[seat] = words.find(fmt::format("bot.{}.name", at.bot));
    }
    return sides;
}

StepWords LiveTable::said(std::size_t step, std::optional<Viewer> viewer, Language language) const {
    const Viewer whose = sayings_viewer(viewer);
    auto at = tellers_.find({whose, language});
    if (at == tellers_.end())
        at = tellers_
                 .emplace(std::pair{whose, language},
                          Teller{Commentary(Words::of(language, table_->kind().id()), whose)})
                 .first;
    at->second.rests = 0;
    return at->second.commentary.told(*table_, step, side_names(language));
}

std::vector<std::string> LiveTable::ending_said(Language language) const {
    const Words& words = Words::of(language, table_->kind().id());
    const BySeat<std::string> sides = side_names(language);
    const auto named = [&](Seat seat) { return sides[seat].empty() ? words.side(seat) : sides[seat]; };
    const bool drawn = state_.over->winner == Result::draw;
    const Seat winner = state_.over->winner == Result::away ? Seat::away : Seat::home;
    switch (state_.over->reason) {
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
