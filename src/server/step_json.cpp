// A game told step by step.
#include "server/step_json.hpp"
#include "play/kind.hpp"
#include "play/protocol.hpp"
#include "play/record.hpp"
#include "play/side_name.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cassert>

namespace touchline::server {

namespace {

// One step further. Requires: a step of the same game's history.
void replay(Table& table, const StepText& step) {
    const OrRefusal<Done> done =
        step.kind == TurnKind::chance ? table.roll(step.tokens) : table.choose(step.seat, step.action);
    assert(done);
    (void)done;
}

} // namespace

Json steps_json(const Table& table, Language language, std::string_view proof) {
    const Words& words = Words::of(language, table.kind().id());
    BySeat<std::string> sides;
    BySeat<Json> names;
    for (Seat seat : kSeats) {
        const auto tag = std::ranges::find(table.tags, seat == Seat::home ? "Home" : "Away", &Tag::name);
        if (tag == table.tags.end()) continue;
        sides[seat] = side_name(words, tag->value, seat);
        names[seat] = sides[seat];
    }
    Commentary commentary(words);
    const TurnText last = table.turn();
    Json json{{"ok", true},
              {"game", table.kind().id()},
              {"options", table.complete_options()},
              {"sheet", table.sheet_hash()},
              {"seats", {{"home", {{"name", names.home}}}, {"away", {{"name", names.away}}}}},
              {"result", last.kind == TurnKind::over ? Json(name(last.winner)) : Json()},
              {"record", record_text(table).append(proof)},
              {"steps", Json::array()}};
    const std::unique_ptr<Table> then = table.before(0);
    for (std::size_t n = 0; n <= table.steps(); ++n) {
        if (n > 0) replay(*then, table.step(n - 1));
        Json position = position_json(*then);
        Json step{{"n", n}, {"turn", std::move(position["turn"])}, {"state", std::move(position["state"])}};
        step["turn"].update(json_of([&](JsonText& out) { write_faces(out, *then, std::nullopt); }));
        step["state"].update(json_of([&](JsonText& out) { then->write_shown(out); }));
        if (n > 0) {
            // The first of two secret choices lies face down until the second is made.
            const TurnText turn = then->turn();
            const bool covered = turn.kind == TurnKind::secret && turn.waiting.size() == 1;
            step.update(covered ? Json{{"chose", Json::array()}} : json_of([&](JsonText& out) {
                write_fell_or_chose(out, table, n - 1, std::nullopt);
            }));
        }
        if (n > 0)
            step.update(json_of([&](JsonText& out) {
                out.key("happened");
                write_happened(out, table.happened(n - 1), ToldTo::boards);
            }));
        step.update(json_of(
            [&](JsonText& out) { write_said(out, n == 0 ? StepWords{} : commentary.told(table, n - 1, sides)); }));
        json["steps"].push_back(std::move(step));
    }
    return json;
}

} // namespace touchline::server
