// Players by name, and the table protocol.
#include "abi/objects.hpp"
#include "abi/shared.hpp"
#include "analysis/advisor.hpp"
#include "core/shown_text.hpp"
#include "play/protocol.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::abi {

namespace {

struct ProtocolObject final : Object {
    static constexpr HandleKind kKind = HandleKind::protocol;
    static constexpr std::string_view kWhat = "a conversation";

    analysis::Advisor advisor{library()};
    TableProtocol protocol{advisor, players()};
};

} // namespace

} // namespace touchline::abi

using namespace touchline;
using namespace touchline::abi;

tl_status tl_players(tl_text** json) {
    return answered([&] {
        need(json, "json");
        Json list = Json::array();
        for (const std::string& name : players().names()) {
            const std::optional<double> loss = players().loss(name);
            list.push_back(
                {{"name", name}, {"kind", loss ? "strength" : "habit"}, {"loss", loss ? Json(*loss) : Json()}});
        }
        *json = new_text(dumped(list));
    });
}

tl_status tl_player_open(const tl_game* game, const char* name, uint64_t seed, tl_player** player) {
    return answered([&] {
        const auto own = object_of<GameObject>(game);
        const std::string_view wanted = text_given(name, "name");
        need(player, "player");
        std::unique_ptr<Player> made = players().make(wanted, seed);
        if (!made)
            refuse_call(
                {RefusalCode::bad_request, Message{"bot.unknown", {{"bot", wanted}, {"bots", players().names()}}}});
        *player = static_cast<tl_player*>(new_handle<PlayerObject>(own, std::move(made)));
    });
}

tl_status tl_player_choose(tl_player* player, const tl_state* state, int32_t seat, uint32_t* action) {
    return answered([&] {
        const auto who = object_of<PlayerObject>(player);
        const auto own = object_of<StateObject>(state);
        const Seat at = seat_given(seat);
        need(action, "action");
        if (who->game->identity != own->game->identity) bad_argument("the player was opened for another game");
        if (own->numbers().legal(*own->table, at).empty())
            throw Problem{TL_REFUSED, fmt::format("{} has nothing to decide in this position", name(at)),
                          name(RefusalCode::wrong_turn)};
        *action = own->numbers().action_named(who->player->choose(*own->table, at)).value();
    });
}

tl_status tl_protocol_open(tl_protocol** protocol) {
    return answered([&] {
        need(protocol, "protocol");
        *protocol = static_cast<tl_protocol*>(new_handle<ProtocolObject>());
    });
}

tl_status tl_protocol_answer(tl_protocol* protocol, const char* line, tl_text** answer) {
    return answered([&] {
        const auto own = object_of<ProtocolObject>(protocol);
        const std::string_view request = text_given(line, "line");
        need(answer, "answer");
        *answer = new_text(shown_json(own->protocol.answer(request)));
    });
}
