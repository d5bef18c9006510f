// Steps of a position: choices, chance, back again. A refusal changes nothing.
#include "abi/objects.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::abi {

namespace {

constexpr std::size_t kLongestTokens = 4096; // of a list as text

// The tokens of an outcome. A Problem where there is none of that number, or no chance turn.
std::vector<std::string_view> tokens_of(const StateObject& state, std::size_t outcome) {
    const std::size_t there = state.numbers().chances(*state.table).size();
    if (outcome >= there)
        bad_argument(there == 0 ? std::string("nothing is left to chance in this position")
                                : fmt::format("there is no outcome {}: this turn has {} of them", outcome, there));
    return state.numbers().tokens(*state.table, outcome);
}

std::vector<std::string> tokens_given(const char* json) {
    const std::string_view text = text_given(json, "json");
    const Json list = text.size() > kLongestTokens ? Json() : Json::parse(text, nullptr, false);
    std::vector<std::string> tokens;
    bool strings = list.is_array();
    for (std::size_t i = 0; strings && i < list.size(); ++i) {
        strings = list[i].is_string();
        if (strings) tokens.push_back(list[i].get<std::string>());
    }
    if (!strings) refuse_call({RefusalCode::bad_tokens, Message{"protocol.tokens", {{"found", text.substr(0, 80)}}}});
    return tokens;
}

} // namespace

} // namespace touchline::abi

using namespace touchline;
using namespace touchline::abi;

tl_status tl_state_tokens(const tl_state* state, size_t outcome, tl_text** json) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        need(json, "json");
        *json = new_text(dumped(Json(tokens_of(*own, outcome))));
    });
}

tl_status tl_state_play(tl_state* state, uint32_t action) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        const std::string_view name = action_given(*own->game, action);
        grant(own->table->choose(own->numbers().turn(*own->table).seat, name));
    });
}

tl_status tl_state_choose(tl_state* state, int32_t seat, uint32_t action) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        const Seat who = seat_given(seat);
        grant(own->table->choose(who, action_given(*own->game, action)));
    });
}

tl_status tl_state_play_secret(tl_state* state, uint32_t home, uint32_t away) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        const std::string_view homes = action_given(*own->game, home);
        const std::string_view aways = action_given(*own->game, away);
        const TurnNumbers turn = own->numbers().turn(*own->table);
        if (turn.kind != TurnKind::secret)
            throw Problem{TL_REFUSED, "this turn is not one in which both choose in secret",
                          name(RefusalCode::wrong_turn)};
        grant(own->table->choose(Seat::home, homes));
        const OrRefusal<Done> done = own->table->choose(Seat::away, aways);
        if (!done) (void)own->table->undo();
        grant(done);
    });
}

tl_status tl_state_resolve(tl_state* state, size_t outcome) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        if (own->numbers().turn(*own->table).kind != TurnKind::chance)
            grant(own->table->roll(std::vector<std::string_view>{})); // says what the turn waits for
        grant(own->table->roll(tokens_of(*own, outcome)));
    });
}

tl_status tl_state_resolve_tokens(tl_state* state, const char* json) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        const std::vector<std::string> tokens = tokens_given(json);
        grant(own->table->roll(std::vector<std::string_view>(tokens.begin(), tokens.end())));
    });
}

tl_status tl_state_roll(tl_state* state, tl_dice* dice) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        const auto thrown = object_of<DiceObject>(dice);
        grant(own->table->roll(*thrown->dice));
    });
}

tl_status tl_state_undo(tl_state* state) {
    return answered([&] { grant(object_of<StateObject>(state)->table->undo()); });
}

tl_status tl_dice_seeded(uint64_t seed, tl_dice** dice) {
    return answered([&] {
        need(dice, "dice");
        *dice = static_cast<tl_dice*>(new_handle<DiceObject>(std::make_unique<SeededDice>(seed)));
    });
}

tl_status tl_dice_system(tl_dice** dice) {
    return answered([&] {
        need(dice, "dice");
        *dice = static_cast<tl_dice*>(new_handle<DiceObject>(std::make_unique<SystemDice>()));
    });
}
