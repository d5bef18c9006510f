// Games: list, open, describe, the names of their numbers.
#include "abi/objects.hpp"
#include "abi/shared.hpp"
#include "core/version.hpp"
#include "play/most_outcomes.hpp"
#include "play/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::abi {

namespace {

constexpr JsonBounds kBounds{.deepest = 32, .most_keys = 1000};

std::vector<std::string> texts_of(const std::vector<std::string_view>& names) { return {names.begin(), names.end()}; }

Json layout_json(const Numbered& numbers) {
    Json fields = Json::array();
    for (const ObservedField& field : numbers.layout()) {
        Json entry{{"name", field.name}, {"at", field.at}, {"size", field.size},
                   {"min", 0.0},         {"max", 1.0},     {"meaning", field.meaning}};
        if (!field.words.empty()) entry["words"] = field.words;
        fields.push_back(std::move(entry));
    }
    return {{"size", numbers.observation_size()}, {"fields", std::move(fields)}};
}

Json described(const GameObject& game) {
    const Table& table = *game.start;
    const auto analysis = library().of(table);
    const std::optional<std::size_t> outcomes = most_outcomes_of(table);
    return {{"id", table.kind().id()},
            {"name", table.kind().name()},
            {"options", table.complete_options()},
            {"sheet", table.sheet_name()},
            {"sheet_hash", table.sheet_hash()},
            {"actions", game.actions},
            {"events", game.events},
            {"secret", game.numbers->secret()},
            {"hidden", game.numbers->hidden()},
            {"choices", !game.actions.empty()},
            {"solvable", analysis->solvable()},
            {"exact", analysis->solvable() && analysis->exact()},
            {"max_outcomes", outcomes ? Json(*outcomes) : Json()},
            {"observation", layout_json(*game.numbers)}};
}

void give_name(const std::vector<std::string>& names, std::uint32_t number, std::string_view what, const char** name) {
    need(name, "name");
    if (number >= names.size())
        bad_argument(fmt::format("there is no {} {}: this game has {} of them", what, number, names.size()));
    *name = names[number].c_str();
}

void give_count(std::size_t there, std::uint32_t* count) {
    need(count, "count");
    *count = static_cast<std::uint32_t>(there);
}

} // namespace

GameObject::GameObject(std::unique_ptr<Table> fresh)
    : start(std::move(fresh)), numbers(numbered(*start)), actions(texts_of(numbers->actions())),
      events(texts_of(numbers->events())),
      identity(fmt::format("{} {} {}", start->kind().id(), dumped(start->complete_options()), start->sheet_hash())) {}

std::string_view action_given(const GameObject& game, std::uint32_t action) {
    if (action >= game.actions.size())
        bad_argument(fmt::format("there is no action {}: this game has {} of them", action, game.actions.size()));
    return game.actions[action];
}

Json object_given(const char* text, std::string_view name) {
    Expected<Json, Message> object = parsed_object(text_given(text, name), kBounds);
    if (!object)
        refuse_call({RefusalCode::bad_json, Message{"protocol.bad-line", {{"what", std::move(object.error())}}}});
    return std::move(*object);
}

} // namespace touchline::abi

using namespace touchline;
using namespace touchline::abi;

int32_t tl_api_version(void) { return TL_API_MAJOR * 1000 + TL_API_MINOR; }
const char* tl_version(void) { return kVersion.data(); }

tl_status tl_games(tl_text** json) {
    return answered([&] {
        need(json, "json");
        Json games = Json::array();
        for (const Kind* kind : kinds()) games.push_back(describe(*kind));
        *json = new_text(dumped(Json{{"ok", true}, {"games", std::move(games)}}));
    });
}

tl_status tl_game_open(const char* id, const char* options, const char* sheet, tl_game** game) {
    return answered([&] {
        need(game, "game");
        const std::string_view wanted = text_given(id, "id");
        const Json given = options == nullptr ? Json::object() : object_given(options, "options");
        const Kind* kind = kind_named(wanted);
        if (kind == nullptr) (void)granted(open_table(wanted, given)); // refuses it
        auto table =
            granted(kind->open(given, sheet == nullptr ? std::nullopt : std::optional(SheetText{"sheet", sheet})));
        *game = static_cast<tl_game*>(new_handle<GameObject>(std::move(table)));
    });
}

tl_status tl_game_of_record(const char* record, const char* sheet, tl_game** game) {
    return answered([&] {
        need(game, "game");
        std::vector<SheetText> sheets;
        if (sheet != nullptr) sheets.push_back({"sheet", sheet});
        const auto played = granted(read_record(text_given(record, "record"), sheets));
        const bool usual = played->sheet_name() == "default" || played->sheet_toml().empty();
        auto fresh = granted(played->kind().open(
            played->options().json(),
            usual ? std::nullopt : std::optional(SheetText{played->sheet_name(), played->sheet_toml()})));
        *game = static_cast<tl_game*>(new_handle<GameObject>(std::move(fresh)));
    });
}

tl_status tl_game_describe(const tl_game* game, tl_text** json) {
    return answered([&] {
        const auto own = object_of<GameObject>(game);
        need(json, "json");
        *json = new_text(dumped(described(*own)));
    });
}

tl_status tl_game_sheet(const tl_game* game, tl_text** toml) {
    return answered([&] {
        const auto own = object_of<GameObject>(game);
        need(toml, "toml");
        *toml = new_text(own->start->sheet_toml());
    });
}

tl_status tl_game_action_count(const tl_game* game, uint32_t* count) {
    return answered([&] { give_count(object_of<GameObject>(game)->actions.size(), count); });
}

tl_status tl_game_action_name(const tl_game* game, uint32_t action, const char** name) {
    return answered([&] { give_name(object_of<GameObject>(game)->actions, action, "action", name); });
}

tl_status tl_game_event_count(const tl_game* game, uint32_t* count) {
    return answered([&] { give_count(object_of<GameObject>(game)->events.size(), count); });
}

tl_status tl_game_event_name(const tl_game* game, uint32_t event, const char** name) {
    return answered([&] { give_name(object_of<GameObject>(game)->events, event, "event", name); });
}

tl_status tl_game_observation_size(const tl_game* game, uint32_t* size) {
    return answered([&] {
        const auto own = object_of<GameObject>(game);
        need(size, "size");
        *size = static_cast<uint32_t>(own->numbers->observation_size());
    });
}
