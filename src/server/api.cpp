// Routes API requests to their answers, and says which run on the desk's threads.
#include "server/api.hpp"

#include "core/embedded.hpp"
#include "play/kind.hpp"
#include "play/message_text.hpp"
#include "play/protocol.hpp"
#include "play/record.hpp"
#include "play/rules_page.hpp"
#include "server/json_text.hpp"
#include "server/metrics.hpp"
#include "server/opening.hpp"
#include "server/others.hpp"
#include "server/preview.hpp"
#include "server/puzzle_desk.hpp"
#include "server/review_desk.hpp"
#include "server/step_json.hpp"
#include "server/table_templates.hpp"
#include "server/toml_json.hpp"
#include "server/work_pool.hpp"
#include "server/workbench.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <chrono>

namespace touchline::server {

namespace {

int status_of(RefusalCode code) {
    switch (code) {
    case RefusalCode::unknown_table:
    case RefusalCode::unknown_game:
    case RefusalCode::not_found: return 404;
    case RefusalCode::bad_origin:
    case RefusalCode::bad_token: return 403;
    case RefusalCode::seat_taken:
    case RefusalCode::not_over:
    case RefusalCode::over: return 409;
    case RefusalCode::too_many_tables:
    case RefusalCode::too_fast: return 429;
    case RefusalCode::busy:
    case RefusalCode::store_failed: return 503;
    case RefusalCode::too_large: return 413;
    default: return 400;
    }
}

std::vector<std::string_view> parts_of(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const std::size_t cut = path.find('/');
        if (cut != 0) parts.push_back(path.substr(0, cut));
        path.remove_prefix(cut == std::string_view::npos ? path.size() : cut + 1);
    }
    return parts;
}

// What stands behind a name of the query.
std::optional<std::string_view> value_in(std::string_view query, std::string_view name) {
    while (!query.empty()) {
        const std::size_t cut = query.find('&');
        const std::string_view pair = query.substr(0, cut);
        if (pair.starts_with(name) && pair.substr(name.size()).starts_with('=')) return pair.substr(name.size() + 1);
        query.remove_prefix(cut == std::string_view::npos ? query.size() : cut + 1);
    }
    return std::nullopt;
}

std::optional<Language> language_in(std::string_view query) {
    const std::optional<std::string_view> named = value_in(query, "lang");
    if (!named) return std::nullopt;
    return language_named(*named).value_or(Language::english);
}

// A whole number of the query, 0 where it is left out.
OrRefusal<u64> number_in(std::string_view query, std::string_view name) {
    const std::string_view text = value_in(query, name).value_or("0");
    u64 number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
    return refuse(RefusalCode::bad_request, Message{"server.puzzle-number", {{"name", name}, {"found", text}}});
}

Language language_of(std::string_view query) { return language_in(query).value_or(Language::english); }

Refusal not_found(std::string_view path) {
    return Refusal{RefusalCode::not_found, Message{"server.not-found", {{"path", path}}}};
}

Answer text_answer(std::string text, std::string_view type) {
    return {200, type, content_of(std::move(text), Lasting::passing)};
}

Answer fixed_answer(std::string text, std::string_view type) {
    return {200, type, content_of(std::move(text), Lasting::fixed), "no-cache"};
}

std::string_view api_path(const ApiRequest& request) {
    return std::string_view(request.path).substr(std::string_view("/api").size());
}

constexpr int kMovedRetry = 1; // seconds, until a table that another server ran is found again
constexpr std::string_view kToml = "application/toml; charset=utf-8";

// The database is away, or the table may be another server's by now.
Answer unwritten() {
    return refusal_answer(ask_again(RefusalCode::store_failed, Message{"server.store-away"}, kMovedRetry));
}

// A record in a body, replayed.
OrRefusal<std::unique_ptr<Table>> body_record(const Json& body) {
    const auto record = body.find("record");
    if (record == body.end() || !record->is_string())
        return refuse(RefusalCode::bad_request, Message{"server.record-text"});
    std::vector<SheetText> sheets;
    if (const auto sheet = body.find("sheet"); sheet != body.end() && sheet->is_string())
        sheets.push_back({"own", sheet->get<std::string>()});
    OrRefusal<std::unique_ptr<Table>> table = read_record(record->get_ref<const std::string&>(), sheets);
    if (!table) return Unexpected{std::move(table.error())};
    if ((*table)->steps() > kLongestGame)
        return refuse(RefusalCode::bad_record, Message{"server.record-long", {{"most", kLongestGame}}});
    return std::move(*table);
}

} // namespace

Language language_for(std::string_view query, std::string_view accepted) {
    return language_in(query).value_or(language_named(accepted.substr(0, 2)).value_or(Language::english));
}

Json sheet_json(const Table& table) {
    return {{"ok", true},
            {"game", table.kind().id()},
            {"hash", table.sheet_hash()},
            {"sheet", toml_as_json(table.sheet_toml())}};
}

Answer json_answer(const Json& json, int status) {
    return {status, "application/json", content_of(dumped(json), Lasting::passing)};
}

Answer refusal_answer(Refusal refusal) {
    Answer answer{status_of(refusal.code)};
    answer.refusal = std::move(refusal);
    return answer;
}

Answer in_words(Answer answer, std::string_view query, std::string_view accepted) {
    if (!answer.refusal) return answer;
    answer.content = content_of(dumped(refused_json(*answer.refusal, language_for(query, accepted))), Lasting::passing);
    return answer;
}

void Api::answer(ApiRequest request, const Respond& respond) {
    const Parts parts = parts_of(api_path(request));
    if (!request.post && parts.size() == 1 && parts[0] == "lobby")
        return respond(text_answer(registry_.lobby(), "application/json"));
    if (!request.post && !parts.empty() && parts[0] == "puzzles") return puzzle(request, parts, respond);
    if (!request.post && (parts.empty() || (parts[0] != "tables" && parts[0] != "certificate")))
        return respond(fixed(request, parts));
    const auto asked = std::make_shared<const ApiRequest>(std::move(request));
    work_at_desk(asked->address, respond,
                 [this, asked, respond] { at_desk(*asked, parts_of(api_path(*asked)), respond); });
}

void Api::preview(ApiRequest request, const Respond& respond) {
    const auto asked = std::make_shared<const ApiRequest>(std::move(request));
    work_at_desk(asked->address, respond, [this, asked, respond] {
        const Parts parts = parts_of(asked->path);
        const auto found = room(*asked, parts.size() > 1 ? parts[1] : std::string_view(), As::preview, respond);
        if (!found) return;
        found->ask([asked, respond](Room& room) {
            const Language language = language_for(asked->query, asked->accepted);
            respond(text_answer(preview_head(room.info(), language, asked->site), "text/html; charset=utf-8"));
        });
    });
}

void Api::work_at_desk(const std::string& address, const Respond& respond, std::function<void()> work) {
    const bool added = services_.desk_work.add(address, [respond, work = std::move(work)] {
        try {
            work();
        } catch (const store::StoreError& error) {
            spdlog::error("event=store_failed reason={:?}", sentence_of(error));
            respond(refusal_answer(ask_again(RefusalCode::store_failed, Message{"server.tables-unread"}, 5)));
        } catch (const std::exception& error) {
            spdlog::error("event=request_failed reason={:?}", sentence_of(error));
            respond(refusal_answer(ask_again(RefusalCode::busy, Message{"server.failed"}, 5)));
        }
    });
    if (!added) respond(refusal_answer(too_busy()));
}

void Api::at_desk(const ApiRequest& request, const Parts& parts, const Respond& respond) {
    if (request.post) return post(request, parts, respond);
    if (parts.size() == 2 && parts[0] == "certificate") return workbench_.certificate(parts[1], request, respond);
    if (parts.size() < 2 || parts.size() > 3 || parts[0] != "tables")
        return respond(refusal_answer(not_found(request.path)));
    table(request, parts[1], parts.size() == 3 ? parts[2] : std::string_view(), respond);
}

void Api::puzzle(const ApiRequest& request, const Parts& parts, const Respond& respond) {
    if (parts.size() != 2) return respond(refusal_answer(not_found(request.path)));
    PuzzleAsked asked{.language = language_for(request.query, request.accepted)};
    if (parts[1] == "daily") {
        const auto now = std::chrono::system_clock::now().time_since_epoch();
        asked.day = static_cast<u64>(std::chrono::floor<std::chrono::days>(now).count());
        return puzzles_.answer(asked, request.address, respond);
    }
    const Kind* kind = kind_named(parts[1]);
    if (kind == nullptr)
        return respond(refusal_answer(Refusal{RefusalCode::unknown_game, Message{"game.none", {{"game", parts[1]}}}}));
    asked.game = kind->id();
    for (const auto& [name, number] : {std::pair{"seed", &asked.seed}, std::pair{"number", &asked.number}}) {
        const OrRefusal<u64> given = number_in(request.query, name);
        if (!given) return respond(refusal_answer(given.error()));
        *number = *given;
    }
    asked.hard = value_in(request.query, "hard") == "1";
    puzzles_.answer(asked, request.address, respond);
}

// Games, sheets, words and rules are part of the binary: their answers are made once and kept.
Answer Api::fixed(const ApiRequest& request, const Parts& parts) {
    const std::string key = fmt::format("{} {}", fmt::join(parts, "/"), code(language_of(request.query)));
    {
        const std::lock_guard lock(mutex_);
        if (const auto at = kept_.find(key); at != kept_.end()) return at->second;
    }
    OrRefusal<Answer> answer = fixed_content(request, parts);
    if (!answer) return refusal_answer(answer.error());
    const std::lock_guard lock(mutex_);
    return kept_.emplace(key, std::move(*answer)).first->second;
}

OrRefusal<Answer> Api::fixed_content(const ApiRequest& request, const Parts& parts) {
    if (parts.size() == 1 && parts[0] == "games") return fixed_answer(dumped(games()), "application/json");
    if (parts.size() == 3 && parts[0] == "words") {
        const std::string_view catalogue = parts[2] == "common" ? "table" : parts[2];
        const Kind* kind = kind_named(catalogue);
        const auto toml =
            embedded(fmt::format("data/words/{}/{}.toml", parts[1], kind != nullptr ? kind->id() : catalogue));
        if (!toml) return Unexpected{not_found(request.path)};
        return fixed_answer(dumped(toml_as_json(*toml)), "application/json");
    }
    if (parts.size() != 3 || parts[0] != "games") return Unexpected{not_found(request.path)};
    const Kind* kind = kind_named(parts[1]);
    if (kind == nullptr) return refuse(RefusalCode::unknown_game, Message{"game.none", {{"game", parts[1]}}});
    if (parts[2] == "sheet.toml") return fixed_answer(std::string(kind->default_sheet()), kToml);
    if (parts[2] == "sheet") {
        OrRefusal<std::unique_ptr<Table>> table = fresh_table(kind->id(), Json::object(), std::nullopt);
        if (!table) return Unexpected{std::move(table.error())};
        return fixed_answer(dumped(sheet_json(**table)), "application/json");
    }
    if (parts[2] != "rules") return Unexpected{not_found(request.path)};
    std::string rules = rules_page(*kind, language_of(request.query));
    if (rules.empty()) return Unexpected{not_found(request.path)};
    return fixed_answer(std::move(rules), "text/markdown; charset=utf-8");
}

Json Api::games() const {
    Json json{
        {"ok", true}, {"games", Json::array()}, {"bots", Json::array()}, {"limits", limits_json(services_.limits)}};
    for (const Kind* kind : kinds()) {
        Json game = describe(*kind);
        bool hidden = false;
        if (const auto table = fresh_table(kind->id(), Json::object(), std::nullopt)) {
            game["sheet"] = {{"hash", (*table)->sheet_hash()}};
            hidden = hides_something(**table);
        }
        // Each value of each option alone: some mode may hide cards.
        for (const OptionSpec& spec : kind->options())
            for (const OptionValue& value : spec.values) {
                if (hidden) break;
                const auto table = fresh_table(kind->id(), Json{{spec.name, touchline::json(value)}}, std::nullopt);
                hidden = table && hides_something(**table);
            }
        game["hidden"] = hidden;
        json["games"].push_back(std::move(game));
    }
    for (const std::string& bot : services_.players.names()) {
        const std::optional<double> loss = services_.players.loss(bot);
        json["bots"].push_back({{"id", bot}, {"loss", loss ? Json(*loss) : Json()}});
    }
    return json;
}

std::shared_ptr<Room> Api::room(const ApiRequest& request, std::string_view id, As as, const Respond& respond) {
    if (!services_.lease.holds()) {
        respond(unwritten());
        return nullptr;
    }
    Place place = registry_.find(id);
    if (place.room) return std::move(place.room);
    if (!place.elsewhere)
        respond(refusal_answer(Refusal{RefusalCode::unknown_table, Message{"server.no-table"}}));
    else if (request.passed_on || place.elsewhere->empty())
        respond(refusal_answer(ask_again(RefusalCode::busy, Message{"server.table-moves"}, kMovedRetry)));
    else
        services_.others->pass_on(*place.elsewhere, request, as == As::preview, respond);
    return nullptr;
}

void Api::table(const ApiRequest& request, std::string_view id, std::string_view what, const Respond& respond) {
    const std::shared_ptr<Room> found = room(request, id, As::request, respond);
    if (!found) return;
    if (what.empty())
        return found->ask([respond](Room& room) {
            room.when_written([respond, json = Json{{"ok", true}, {"table", room.info()}}](bool done) {
                respond(done ? json_answer(json) : unwritten());
            });
        });
    if (what == "sheet" || what == "sheet.toml")
        return found->ask([this, respond, as_json = what == "sheet", address = request.address](Room& room) {
            work_at_desk(address, respond, [respond, as_json, own = std::shared_ptr(room.live().table().clone())] {
                respond(as_json ? json_answer(sheet_json(*own)) : text_answer(own->sheet_toml(), kToml));
            });
        });
    if (what != "record" && what != "steps" && what != "review") return respond(refusal_answer(not_found(what)));
    found->ask([this, respond, language = language_of(request.query), what = std::string(what),
                address = request.address](Room& room) {
        const LiveTable& live = room.live();
        if (!live.over() && (live.setup().hidden || what == "review"))
            return respond(refusal_answer(Refusal{
                RefusalCode::not_over, Message{what == "review" ? "server.review-not-over" : "server.hidden-record"}}));
        const std::shared_ptr<const Table> table = named_copy(live);
        // A copy: its links are computed at the desk.
        const auto dice = live.fair() == nullptr ? nullptr : std::make_shared<const fair::ServerDice>(*live.fair());
        room.when_written([this, respond, language, what, address, table, dice](bool done) {
            if (!done) return respond(unwritten());
            work_at_desk(address, respond, [this, respond, language, what, address, table, dice] {
                const std::string proof = dice && what != "review" ? dice->proof_lines() : std::string();
                if (what == "record")
                    return respond(text_answer(record_text(*table) + proof, "text/plain; charset=utf-8"));
                if (what == "steps") return respond(json_answer(steps_json(*table, language, proof)));
                reviews_.answer(table, language, address, respond);
            });
        });
    });
}

void Api::post(const ApiRequest& request, const Parts& parts, const Respond& respond) {
    if (request.left.stop_requested()) return respond(refusal_answer(too_busy())); // nobody is there to read it
    const Expected<Json, Message> body = parsed_object(request.body, kJsonBounds);
    if (!body)
        return respond(
            refusal_answer(Refusal{RefusalCode::bad_json, Message{"server.bad-body", {{"what", body.error()}}}}));
    if (parts.size() == 1 && parts[0] == "tables") return open(request, *body, respond);
    if (parts.size() == 3 && parts[0] == "tables" && parts[2] == "join") return join(request, *body, parts[1], respond);
    if (parts.size() == 1 && parts[0] == "odds") return odds(request, *body, respond);
    if (parts.size() == 1 && parts[0] == "sheet")
        return workbench_.sheet(*body, language_for(request.query, request.accepted), respond);
    if (parts.size() == 1 && parts[0] == "figures") return workbench_.figures(*body, request, respond);
    if (parts.size() != 1 || (parts[0] != "steps" && parts[0] != "review"))
        return respond(refusal_answer(not_found(request.path)));
    OrRefusal<std::unique_ptr<Table>> table = body_record(*body);
    if (!table) return respond(refusal_answer(table.error()));
    const Language language = language_of(request.query);
    if (parts[0] == "steps") return respond(json_answer(steps_json(**table, language)));
    if (!(*table)->over())
        return respond(refusal_answer(Refusal{RefusalCode::not_over, Message{"server.review-needs-end"}}));
    reviews_.answer(std::move(*table), language, request.address, respond);
}

void Api::open(const ApiRequest& request, const Json& body, const Respond& respond) {
    OrRefusal<OpenedTable> opened = opened_table(body, services_.players.names(), services_.limits, services_.ids);
    if (!opened) return respond(refusal_answer(opened.error()));
    if (std::optional<Refusal> refused =
            services_.one_table_more(request.address, static_cast<double>(request.body.size())))
        return respond(refusal_answer(*refused));
    services_.metrics.opened(opened->live->table().kind().id());
    const std::string path = "/t/" + opened->live->setup().id;
    const std::shared_ptr<Room> room = registry_.add(std::move(opened->live));
    room->ask([respond, path, token = opened->token, role = opened->role, invite = opened->invite,
               invites = opened->invites](Room& own) {
        Json json{{"ok", true}, {"table", own.info()}, {"token", token}, {"seat", name(role)}};
        json["invite"] = invite.empty() ? Json() : Json(invite);
        for (const OpenedTable::Invite& each : invites)
            json["invites"].push_back({{"seat", name(each.seat)}, {"member", each.member}, {"invite", each.secret}});
        json["path"] = path;
        own.open();
        own.when_written([respond, json](bool done) {
            respond(done ? json_answer(json, 201)
                         : refusal_answer(ask_again(RefusalCode::store_failed, Message{"server.table-unwritten"}, 5)));
        });
    });
}

void Api::join(const ApiRequest& request, const Json& body, std::string_view id, const Respond& respond) {
    const auto invite = body.find("invite");
    if (invite == body.end() || !invite->is_string())
        return respond(refusal_answer(Refusal{RefusalCode::bad_request, Message{"server.invite"}}));
    const auto own_name = body.find("name");
    const std::string tidy =
        own_name != body.end() && own_name->is_string() ? tidy_name(own_name->get_ref<const std::string&>()) : "";
    const std::shared_ptr<Room> found = room(request, id, As::request, respond);
    if (!found) return;
    found->ask([respond, tidy, address = request.address, secret = invite->get<std::string>()](Room& own) {
        const OrRefusal<std::pair<Seat, std::string>> joined = own.join(secret, tidy, address);
        if (!joined) return respond(refusal_answer(joined.error()));
        const Json json{{"ok", true}, {"seat", name(joined->first)}, {"token", joined->second}, {"table", own.info()}};
        own.when_written([respond, json](bool done) {
            respond(done ? json_answer(json)
                         : refusal_answer(ask_again(RefusalCode::store_failed, Message{"server.seat-unwritten"}, 5)));
        });
    });
}

void Api::odds(const ApiRequest& request, const Json& body, const Respond& respond) {
    OrRefusal<std::unique_ptr<Table>> read = body_record(body);
    if (!read) return respond(refusal_answer(read.error()));
    std::shared_ptr<Table> table = std::move(*read);
    if (const auto at = body.find("at"); at != body.end() && !at->is_null()) {
        if (!at->is_number_unsigned() || at->get<u64>() > table->steps())
            return respond(refusal_answer(
                Refusal{RefusalCode::bad_request, Message{"server.record-at", {{"last", table->steps()}}}}));
        table = table->before(at->get<std::size_t>());
    }
    const bool added = services_.odds_work.add(request.address, [this, table, respond, left = request.left] {
        if (left.stop_requested()) return respond(refusal_answer(too_busy()));
        try {
            const Question question{.seconds = kOddsSeconds, .cancelled = left};
            Json json{{"ok", true}};
            json.update(odds_json(services_.evaluator.odds(*table, question)));
            const TurnText turn = table->turn();
            if (turn.kind == TurnKind::choice)
                json["actions"] = advice_json(services_.evaluator.advise(*table, turn.seat, question))["actions"];
            respond(json_answer(json));
        } catch (const std::exception& error) {
            spdlog::error("event=odds_failed reason={:?}", sentence_of(error));
            respond(refusal_answer(ask_again(RefusalCode::busy, Message{"server.odds-failed"}, 5)));
        }
    });
    if (!added) respond(refusal_answer(too_busy()));
}

} // namespace touchline::server
