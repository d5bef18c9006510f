// Reads WebSocket requests: names of commands, and the type and size of each field.
#include "server/request.hpp"

#include "core/shown_text.hpp"
#include "server/json_text.hpp"
#include "server/limits.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace touchline::server {

namespace {

constexpr std::array<std::pair<std::string_view, Command>, 14> kCommands{{
    {"hello", Command::hello},
    {"roll", Command::roll},
    {"choose", Command::choose},
    {"advise", Command::advise},
    {"offer", Command::offer},
    {"answer", Command::answer},
    {"undo", Command::undo},
    {"resign", Command::resign},
    {"claim", Command::claim},
    {"next", Command::next},
    {"emote", Command::emote},
    {"commit", Command::commit},
    {"link", Command::link},
    {"ping", Command::ping},
}};

constexpr std::array<std::pair<std::string_view, Offer>, 4> kOffers{{
    {"draw", Offer::draw},
    {"takeback", Offer::takeback},
    {"odds", Offer::odds},
    {"rematch", Offer::rematch},
}};

constexpr std::array<std::pair<std::string_view, Emote>, 6> kEmotes{{
    {"luck", Emote::luck},
    {"bravo", Emote::bravo},
    {"wow", Emote::wow},
    {"ouch", Emote::ouch},
    {"laugh", Emote::laugh},
    {"thanks", Emote::thanks},
}};

bool changes_position(Command command) {
    switch (command) {
    case Command::roll:
    case Command::choose:
    case Command::undo:
    case Command::resign:
    case Command::claim: return true;
    case Command::hello:
    case Command::advise:
    case Command::offer:
    case Command::answer:
    case Command::next:
    case Command::emote:
    case Command::commit:
    case Command::link:
    case Command::ping: return false;
    }
    return false;
}

// Reads the fields of one request; the first that is missing or of the wrong kind is kept as the fault.
class Fields {
public:
    explicit Fields(const Json& json) : json_(json) {}

    [[nodiscard]] std::optional<std::string> text(const char* key, std::size_t longest = 400) {
        const Json* value = find(key);
        if (value == nullptr) return std::nullopt;
        if (!value->is_string() || value->get_ref<const std::string&>().size() > longest) {
            fail(Message{"server.text-size", {{"key", key}, {"most", longest}}});
            return std::nullopt;
        }
        return value->get<std::string>();
    }

    [[nodiscard]] std::string needed_text(const char* key, std::string_view example) {
        std::optional<std::string> value = text(key);
        if (!value) fail(Message{"server.field-missing", {{"field", key}, {"example", example}}});
        return value.value_or(std::string());
    }

    [[nodiscard]] std::optional<std::vector<std::string>> texts(const char* key) {
        const Json* value = find(key);
        if (value == nullptr) return std::nullopt;
        std::vector<std::string> list;
        if (value->is_array())
            for (const Json& item : *value)
                if (item.is_string()) list.push_back(item.get<std::string>());
        // Anything else is the table's to refuse, as bad-tokens: the count then does not fit.
        if (!value->is_array() || list.size() != value->size()) list.assign(1, std::string());
        return list;
    }

    [[nodiscard]] std::optional<std::int64_t> whole(const char* key) {
        const Json* value = find(key);
        if (value == nullptr) return std::nullopt;
        if (!value->is_number_integer()) {
            fail(Message{"server.number", {{"key", key}}});
            return std::nullopt;
        }
        return value->get<std::int64_t>();
    }

    [[nodiscard]] bool flag(const char* key) {
        const Json* value = find(key);
        if (value == nullptr || !value->is_boolean()) {
            fail(Message{"server.field-flag", {{"field", key}}});
            return false;
        }
        return value->get<bool>();
    }

    [[nodiscard]] std::optional<Seat> seat() {
        const std::optional<std::string> value = text("seat");
        if (!value) return std::nullopt;
        const std::optional<Seat> seat = seat_named(*value);
        if (!seat) fail(Message{"server.seat", {{"found", *value}}});
        return seat;
    }

    // A link for each seat that is named.
    [[nodiscard]] BySeat<std::optional<fair::Link>> links(const char* key) {
        BySeat<std::optional<fair::Link>> links;
        const Json* value = find(key);
        if (value == nullptr) return links;
        bool sound = value->is_object() && !value->empty();
        if (sound)
            for (const auto& [seat, text] : value->items()) {
                const std::optional<Seat> whose = seat_named(seat);
                const auto link = text.is_string() ? fair::link_of(text.get_ref<const std::string&>()) : std::nullopt;
                sound = sound && whose && link;
                if (sound) links[*whose] = link;
            }
        if (!sound) fail(Message{"server.links-form", {{"key", key}}});
        return links;
    }

    // The same, where there has to be one.
    [[nodiscard]] BySeat<std::optional<fair::Link>> needed_links(const char* key) {
        if (find(key) == nullptr) fail(Message{"server.links-form", {{"key", key}}});
        return links(key);
    }

    void fail(Message message) {
        if (fault_.empty()) fault_ = std::move(message);
    }
    [[nodiscard]] const Message& fault() const { return fault_; }

private:
    [[nodiscard]] const Json* find(const char* key) const {
        const auto at = json_.find(key);
        return at == json_.end() || at->is_null() ? nullptr : &*at;
    }

    const Json& json_;
    Message fault_;
};

void read_fields(Fields& fields, Request& request) {
    switch (request.command) {
    case Command::hello:
        request.token = fields.text("token").value_or(std::string());
        request.language = language_named(fields.text("lang").value_or("en")).value_or(Language::english);
        request.display_name = fields.text("name");
        request.badge = fields.text("badge");
        if (const std::optional<std::string> view = fields.text("view")) {
            request.view = viewer_named(*view);
            if (!request.view) fields.fail(Message{"server.view"});
        }
        request.chains = fields.links("chains");
        return;
    case Command::roll: request.tokens = fields.texts("tokens"); return;
    case Command::choose:
        request.action = fields.needed_text("action", "go");
        request.seat = fields.seat();
        return;
    case Command::offer:
    case Command::answer: {
        const std::optional<Offer> what = offer_named(fields.needed_text("what", "draw"));
        if (!what) fields.fail(Message{"server.what"});
        request.what = what.value_or(Offer::draw);
        if (request.command == Command::answer) request.agree = fields.flag("agree");
        return;
    }
    case Command::resign: request.seat = fields.seat(); return;
    case Command::emote: {
        const std::string what = fields.needed_text("what", "bravo");
        const auto at = std::ranges::find(kEmotes, what, &std::pair<std::string_view, Emote>::first);
        if (at == kEmotes.end())
            fields.fail(Message{"server.emote"});
        else
            request.emote = at->second;
        return;
    }
    case Command::claim: {
        const std::string as = fields.needed_text("as", "win");
        if (as != "win" && as != "computer") fields.fail(Message{"server.as"});
        request.computer = as == "computer";
        return;
    }
    case Command::commit: request.chains = fields.needed_links("chains"); return;
    case Command::link:
        request.links = fields.needed_links("links");
        request.roll = fields.whole("n").value_or(0);
        return;
    case Command::advise:
    case Command::undo:
    case Command::next:
    case Command::ping: return;
    }
}

} // namespace

Refusal too_busy(Message message) {
    return ask_again(RefusalCode::busy, std::move(message), static_cast<int>(kBusyRetry.count()));
}

std::string_view name(Command command) {
    return std::ranges::find(kCommands, command, &std::pair<std::string_view, Command>::second)->first;
}

std::string_view name(Offer offer) {
    return std::ranges::find(kOffers, offer, &std::pair<std::string_view, Offer>::second)->first;
}

std::string_view name(Emote emote) {
    return std::ranges::find(kEmotes, emote, &std::pair<std::string_view, Emote>::second)->first;
}

std::optional<Offer> offer_named(std::string_view text) {
    const auto at = std::ranges::find(kOffers, text, &std::pair<std::string_view, Offer>::first);
    return at == kOffers.end() ? std::nullopt : std::optional(at->second);
}

Expected<Request, BadRequest> read_request(std::string_view text) {
    const Expected<Json, Message> json = parsed_object(text, kJsonBounds);
    if (!json)
        return Unexpected{
            BadRequest{{}, Refusal{RefusalCode::bad_json, Message{"server.bad-message", {{"what", json.error()}}}}}};
    Fields fields(*json);
    Request request;
    request.id = fields.text("request_id", kLongestRequestId).value_or(std::string());
    const std::optional<std::string> cmd = fields.text("cmd");
    if (!cmd) fields.fail(Message{"server.no-command"});
    if (!fields.fault().empty())
        return Unexpected{BadRequest{request.id, Refusal{RefusalCode::bad_request, fields.fault()}}};
    const auto command = std::ranges::find(kCommands, *cmd, &std::pair<std::string_view, Command>::first);
    if (command == kCommands.end()) {
        std::vector<std::string_view> known;
        for (const auto& each : kCommands) known.push_back(each.first);
        return Unexpected{BadRequest{
            request.id, Refusal{RefusalCode::unknown_command,
                                Message{"protocol.unknown-command", {{"command", *cmd}, {"commands", known}}}}}};
    }
    request.command = command->second;
    if (request.id.empty() && request.command != Command::hello) fields.fail(Message{"server.no-request-id"});
    request.turn_no = fields.whole("turn_no");
    if (changes_position(request.command) && !request.turn_no)
        fields.fail(Message{"server.no-turn", {{"command", *cmd}}});
    read_fields(fields, request);
    if (!fields.fault().empty())
        return Unexpected{BadRequest{request.id, Refusal{RefusalCode::bad_request, fields.fault()}}};
    return request;
}

std::string tidy_name(std::string_view name) {
    static_assert(kLongestName == touchline::kLongestName, "a name fits wherever it is shown");
    return shown_name(name);
}

bool fit_badge(std::string_view badge) {
    return badge.size() <= kLongestBadge && !badge.empty() &&
           std::ranges::all_of(badge, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

} // namespace touchline::server
