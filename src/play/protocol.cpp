// Reads requests of the table protocol, checks their fields, runs them and writes the answers.
#include "play/protocol.hpp"

#include "play/kind.hpp"
#include "play/message_text.hpp"
#include "play/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline {

namespace {

// Deeper nesting than any request has; what lies beyond is refused before it is built.
constexpr JsonBounds kBounds{.deepest = 32, .most_keys = 1000};
constexpr std::size_t kLongestLine = 16u << 20;

Json ok() { return Json{{"ok", true}}; }

// What a field of a request must be.
enum class Field { text, object, whole_number, positive_number, seat, viewer, hands, flag };

Message wanted(Field field) {
    switch (field) {
    case Field::text: return Message{"value.text"};
    case Field::object: return Message{"value.object"};
    case Field::whole_number: return Message{"value.number-or-0"};
    case Field::positive_number: return Message{"value.seconds-or-0"};
    case Field::seat: return Message{"value.home-or-away"};
    case Field::viewer: return Message{"value.home-away-or-public"};
    case Field::hands: return Message{"value.open"};
    case Field::flag: return Message{"value.true-or-false"};
    }
    return {};
}

bool fits(const Json& value, Field field) {
    switch (field) {
    case Field::text: return value.is_string();
    case Field::object: return value.is_object();
    case Field::whole_number: return value.is_number_unsigned();
    case Field::positive_number: return value.is_number() && value.get<double>() >= 0;
    case Field::seat: return value.is_string() && seat_named(value.get_ref<const std::string&>()).has_value();
    case Field::viewer: return value.is_string() && viewer_named(value.get_ref<const std::string&>()).has_value();
    case Field::hands: return value == "open";
    case Field::flag: return value.is_boolean();
    }
    return false;
}

struct FieldRule {
    std::string_view name;
    Field field;
    bool required;
};

struct Command {
    std::string_view name;
    bool needs_game;
    std::vector<FieldRule> fields;
};

const std::vector<Command>& commands() {
    static const std::vector<Command> kCommands{
        {"games", false, {}},
        {"new",
         false,
         {{"game", Field::text, true},
          {"options", Field::object, false},
          {"sheet", Field::text, false},
          {"seed", Field::whole_number, false},
          {"happened", Field::flag, false}}},
        {"quit", false, {}},
        {"load", false, {{"record", Field::text, true}, {"happened", Field::flag, false}}},
        {"roll", true, {}},
        {"choose", true, {{"action", Field::text, true}, {"seat", Field::seat, false}}},
        {"state", true, {}},
        {"view", true, {{"seat", Field::viewer, true}}},
        {"set", true, {{"state", Field::object, true}}},
        {"odds", true, {{"hands", Field::hands, false}, {"within", Field::positive_number, false}}},
        {"advise",
         true,
         {{"hands", Field::hands, false}, {"within", Field::positive_number, false}, {"seat", Field::seat, false}}},
        {"play", true, {{"home", Field::text, true}, {"away", Field::text, true}}},
        {"undo", true, {}},
        {"happened", true, {{"from", Field::whole_number, false}, {"seat", Field::viewer, false}}},
        {"record", true, {}},
    };
    return kCommands;
}

std::optional<Refusal> wrong_fields(const Command& command, const Json& request) {
    for (const FieldRule& rule : command.fields) {
        const auto at = request.find(std::string(rule.name));
        if (at == request.end()) {
            if (!rule.required) continue;
            return refuse(RefusalCode::bad_request,
                          Message{"protocol.needs-field",
                                  {{"command", command.name}, {"field", rule.name}, {"wanted", wanted(rule.field)}}})
                .error;
        }
        if (!fits(*at, rule.field))
            return refuse(RefusalCode::bad_request, Message{"protocol.wrong-field",
                                                            {{"field", rule.name},
                                                             {"command", command.name},
                                                             {"wanted", wanted(rule.field)},
                                                             {"found", dumped(*at).substr(0, 80)}}})
                .error;
    }
    return std::nullopt;
}

Question question_of(const Json& request) {
    Question question;
    if (request.contains("hands")) question.hands = Hands::open;
    if (const auto within = request.find("within"); within != request.end()) question.seconds = within->get<double>();
    return question;
}

void write_position(JsonText& out, const Table& table, std::optional<Viewer> viewer) {
    out.field("ok", true);
    out.key("turn");
    out.open_object();
    write_turn(out, table.turn(viewer));
    out.close_object();
    out.key("state");
    out.open_object();
    table.write(out, viewer);
    out.close_object();
}

void write_fell(JsonText& out, const StepText& step) {
    out.key("fell");
    out.open_object();
    out.field("event", step.event);
    out.list("tokens", step.tokens);
    out.close_object();
}

constexpr std::size_t kUsualAnswer = 512; // most answers fit: their text does not have to grow

template <class Write>
std::string object_text(Write&& write) {
    std::string text;
    text.reserve(kUsualAnswer);
    JsonText out(text);
    out.open_object();
    write(out);
    out.close_object();
    return text;
}

std::string position_answer(const Table& table, std::optional<Viewer> viewer = std::nullopt) {
    return object_text([&](JsonText& out) { write_position(out, table, viewer); });
}

bool asks_what_happened(const Json& request) {
    const auto at = request.find("happened");
    return at != request.end() && at->get<bool>();
}

std::optional<std::string> text_of(const Json& request, const char* field) {
    const auto at = request.find(field);
    return at == request.end() ? std::nullopt : std::optional(at->get<std::string>());
}

} // namespace

void write_happened(JsonText& out, const std::vector<Happening>& happened, ToldTo whom) {
    out.open_list();
    for (const Happening& each : happened) {
        if (whom == ToldTo::programs && for_boards(each.what)) continue;
        out.open_object();
        out.field("what", name(each.what));
        if (each.seat) out.field("seat", *each.seat);
        if (!each.how.empty()) out.field("how", each.how);
        if (each.amount) out.field("amount", *each.amount);
        if (each.spot) out.field("spot", *each.spot);
        out.close_object();
    }
    out.close_list();
}

void write_turn(JsonText& out, const TurnText& turn) {
    out.field("kind", name(turn.kind));
    if (turn.kind == TurnKind::over) return out.field("winner", name(turn.winner));
    out.field("event", turn.event);
    if (turn.kind == TurnKind::secret) {
        out.list("seats", turn.waiting);
        if (!turn.actions.empty()) out.list("actions", turn.actions);
        return;
    }
    out.field("seat", turn.seat);
    if (turn.kind == TurnKind::chance)
        out.field("count", turn.count);
    else
        out.list("actions", turn.actions);
}

Json odds_json(const Odds& odds) {
    return {{"odds", {{"home", odds.home}, {"draw", odds.draw}, {"away", odds.away}}},
            {"method", odds.exact ? "exact" : "estimate"},
            {"error", odds.error}};
}

Json advice_json(const Advice& advice) {
    // Of one best action there is no more to say than that it loses nothing.
    const bool mixed = std::ranges::any_of(
        advice.actions, [](double share) { return share > 0 && share < 1; }, &AdvisedAction::share);
    Json actions = Json::array();
    for (const AdvisedAction& each : advice.actions) {
        actions.push_back({{"action", each.action}, {"value", each.value}, {"loss", each.loss}});
        if (mixed) actions.back()["share"] = each.share;
    }
    return {{"actions", std::move(actions)}, {"method", advice.exact ? "exact" : "estimate"}, {"error", advice.error}};
}

Json error_json(const Refusal& refusal) {
    Json error{{"code", name(refusal.code)}, {"message", text(refusal.message, Language::english)}};
    if (refusal.code == RefusalCode::illegal_action) error["legal"] = refusal.legal;
    return {{"ok", false}, {"error", std::move(error)}};
}

Json position_json(const Table& table, std::optional<Viewer> viewer) {
    return json_of([&](JsonText& out) { write_position(out, table, viewer); });
}

std::string TableProtocol::answer(std::string_view line) {
    if (line.size() > kLongestLine)
        return dumped(error_json(
            {RefusalCode::bad_json, Message{"protocol.line-size", {{"size", line.size()}, {"most", kLongestLine}}}}));
    const Expected<Json, Message> request = parsed_object(line, kBounds);
    if (!request)
        return dumped(error_json({RefusalCode::bad_json, Message{"protocol.bad-line", {{"what", request.error()}}}}));
    OrRefusal<std::string> answered = handle(*request);
    if (answered) return std::move(*answered);
    return dumped(error_json(answered.error()));
}

OrRefusal<std::string> TableProtocol::handle(const Json& request) {
    const auto cmd = request.find("cmd");
    if (cmd == request.end() || !cmd->is_string())
        return refuse(RefusalCode::bad_request, Message{"protocol.no-command"});
    const auto& command_name = cmd->get_ref<const std::string&>();
    const auto command = std::ranges::find(commands(), command_name, &Command::name);
    if (command == commands().end()) {
        std::vector<std::string_view> known;
        for (const Command& each : commands()) known.push_back(each.name);
        return refuse(RefusalCode::unknown_command,
                      Message{"protocol.unknown-command", {{"command", command_name}, {"commands", known}}});
    }
    if (auto wrong = wrong_fields(*command, request)) return Unexpected{std::move(*wrong)};
    if (command->needs_game && !table_)
        return refuse(RefusalCode::no_game, Message{"protocol.no-game", {{"command", command->name}}});
    return at_table(command->name, request);
}

OrRefusal<std::string> TableProtocol::at_table(std::string_view command, const Json& request) {
    if (command == "games") {
        Json answer = ok();
        answer["games"] = Json::array();
        for (const Kind* kind : kinds()) answer["games"].push_back(describe(*kind));
        return dumped(answer);
    }
    if (command == "quit") {
        ended_ = true;
        return dumped(ok());
    }
    if (command == "new") return start(request);
    if (command == "load") return load(request);
    if (command == "roll") return roll(request);
    if (command == "choose") return choose(request);
    if (command == "odds") return odds(request);
    if (command == "advise") return advise(request);
    if (command == "play") return play(request);
    if (command == "view") return position_answer(*table_, viewer_named(request["seat"].get_ref<const std::string&>()));
    if (command == "happened")
        return object_text([&](JsonText& out) {
            out.field("ok", true);
            out.key("steps");
            out.open_list();
            const auto from = request.find("from");
            for (std::size_t i = from == request.end() ? 0 : from->get<std::size_t>(); i < table_->steps(); ++i)
                write_happened(out, table_->happened(i));
            out.close_list();
        });
    if (command == "record") {
        Json answer = ok();
        answer["record"] = record_text(*table_);
        return dumped(answer);
    }
    OrRefusal<Done> done = command == "set"    ? table_->set(request["state"])
                           : command == "undo" ? table_->undo()
                                               : Done{};
    if (!done) return Unexpected{std::move(done.error())};
    return position_answer(*table_);
}

OrRefusal<std::string> TableProtocol::start(const Json& request) {
    const auto options = request.find("options");
    OrRefusal<std::unique_ptr<Table>> table =
        open_table(request["game"].get_ref<const std::string&>(), options == request.end() ? Json::object() : *options,
                   text_of(request, "sheet"));
    if (!table) return Unexpected{std::move(table.error())};
    table_ = std::move(*table);
    tells_ = asks_what_happened(request);
    if (const auto seed = request.find("seed"); seed != request.end())
        dice_ = std::make_unique<SeededDice>(seed->get<u64>());
    else
        dice_ = std::make_unique<SystemDice>();
    return position_answer(*table_);
}

OrRefusal<std::string> TableProtocol::roll(const Json& request) {
    const auto tokens = request.find("tokens");
    OrRefusal<Done> done = Done{};
    if (tokens == request.end()) {
        done = table_->roll(*dice_);
    } else {
        std::vector<std::string_view> given;
        bool strings = tokens->is_array();
        if (strings)
            for (const Json& token : *tokens) {
                strings = strings && token.is_string();
                if (strings) given.push_back(token.get_ref<const std::string&>());
            }
        if (!strings && table_->turn().kind == TurnKind::chance)
            return refuse(RefusalCode::bad_tokens,
                          Message{"protocol.tokens", {{"found", dumped(*tokens).substr(0, 80)}}});
        done = table_->roll(given);
    }
    if (!done) return Unexpected{std::move(done.error())};
    return stepped();
}

OrRefusal<std::string> TableProtocol::choose(const Json& request) {
    std::optional<Seat> seat;
    if (const std::optional<std::string> given = text_of(request, "seat")) seat = seat_named(*given);
    OrRefusal<Done> done = table_->choose(seat, request["action"].get_ref<const std::string&>());
    if (!done) return Unexpected{std::move(done.error())};
    return stepped();
}

// The position after a step: what fell in it, and what happened where that was asked for.
std::string TableProtocol::stepped() const {
    const std::size_t last = table_->steps() - 1;
    return object_text([&](JsonText& out) {
        write_position(out, *table_, std::nullopt);
        if (const StepText step = table_->step(last); step.kind == TurnKind::chance) write_fell(out, step);
        if (!tells_) return;
        out.key("happened");
        write_happened(out, table_->happened(last));
    });
}

OrRefusal<std::string> TableProtocol::odds(const Json& request) {
    Json answer = ok();
    answer.update(odds_json(evaluator_.odds(*table_, question_of(request))));
    return dumped(answer);
}

OrRefusal<std::string> TableProtocol::advise(const Json& request) {
    const TurnText turn = table_->turn();
    std::optional<Seat> seat;
    if (const std::optional<std::string> given = text_of(request, "seat")) seat = seat_named(*given);
    if (turn.kind == TurnKind::choice && !seat) seat = turn.seat;
    const bool decides = turn.kind == TurnKind::choice
                             ? seat == turn.seat
                             : seat && std::ranges::find(turn.waiting, *seat) != turn.waiting.end();
    if (!decides)
        return refuse(RefusalCode::wrong_turn, turn.kind == TurnKind::over
                                                   ? Message{"turn.no-advice-over"}
                                                   : Message{"turn.no-advice", {{"event", turn.event}}});
    Json answer = ok();
    answer.update(advice_json(evaluator_.advise(*table_, *seat, question_of(request))));
    return dumped(answer);
}

OrRefusal<std::string> TableProtocol::play(const Json& request) {
    BySeat<std::unique_ptr<Player>> players;
    for (Seat seat : kSeats) {
        const auto& bot = request[std::string(name(seat))].get_ref<const std::string&>();
        players[seat] = players_.make(bot, dice_->next());
        if (!players[seat])
            return refuse(RefusalCode::bad_request, Message{"bot.unknown", {{"bot", bot}, {"bots", players_.names()}}});
    }
    if (table_->over()) return refuse(RefusalCode::wrong_turn, Message{"turn.over-play"});
    for (TurnText turn = table_->turn(); turn.kind != TurnKind::over; turn = table_->turn()) {
        OrRefusal<Done> done = Done{};
        if (turn.kind == TurnKind::chance) {
            done = table_->roll(*dice_);
        } else {
            const Seat seat = turn.kind == TurnKind::secret ? turn.waiting.front() : turn.seat;
            done = table_->choose(seat, players[seat]->choose(*table_, seat));
        }
        if (!done) return Unexpected{std::move(done.error())};
    }
    return position_answer(*table_);
}

OrRefusal<std::string> TableProtocol::load(const Json& request) {
    std::vector<SheetText> sheets;
    if (table_ && !table_->sheet_toml().empty()) sheets.push_back({table_->sheet_name(), table_->sheet_toml()});
    OrRefusal<std::unique_ptr<Table>> table = read_record(request["record"].get_ref<const std::string&>(), sheets);
    if (!table) return Unexpected{std::move(table.error())};
    table_ = std::move(*table);
    tells_ = asks_what_happened(request);
    return position_answer(*table_);
}

} // namespace touchline
