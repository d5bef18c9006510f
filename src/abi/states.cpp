// Positions: made, copied, written down, asked about.
#include "abi/objects.hpp"
#include "core/hash.hpp"
#include "play/position.hpp"
#include "play/protocol.hpp"
#include "play/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::abi {

namespace {

// Everything that makes two positions equal: the game, the state, a secret choice that waits.
std::string identity_of(const StateObject& state) {
    const BySeat<std::optional<u32>> pending = state.numbers().pending(*state.table);
    std::string identity = state.game->identity;
    for (Seat seat : kSeats) identity += pending[seat] ? fmt::format(" {}", *pending[seat]) : " -";
    return identity + " " + state.table->state_bytes();
}

tl_turn turn_of(const TurnNumbers& numbers) {
    const bool over = numbers.kind == TurnKind::over;
    tl_turn turn{};
    turn.kind = static_cast<int32_t>(numbers.kind);
    turn.event = over ? -1 : static_cast<int32_t>(numbers.event);
    turn.seat = numbers.seat ? static_cast<int32_t>(*numbers.seat) : TL_NOBODY;
    turn.count = numbers.count;
    turn.home_waits = numbers.waits.home ? 1 : 0;
    turn.away_waits = numbers.waits.away ? 1 : 0;
    turn.winner = over ? static_cast<int32_t>(numbers.winner) : TL_NOBODY;
    return turn;
}

template <class Write>
std::string json_text(const Write& write) {
    std::string text;
    JsonText out(text);
    write(out);
    return text;
}

} // namespace

} // namespace touchline::abi

using namespace touchline;
using namespace touchline::abi;

static_assert(TL_CHANCE == static_cast<int>(TurnKind::chance) && TL_CHOICE == static_cast<int>(TurnKind::choice) &&
              TL_SECRET == static_cast<int>(TurnKind::secret) && TL_OVER == static_cast<int>(TurnKind::over));
static_assert(TL_HOME == static_cast<int>(Result::home) && TL_AWAY == static_cast<int>(Result::away) &&
              TL_DRAW == static_cast<int>(Result::draw) && TL_PUBLIC == static_cast<int>(Viewer::everyone));

tl_status tl_state_start(const tl_game* game, tl_state** state) {
    return answered([&] {
        const auto own = object_of<GameObject>(game);
        need(state, "state");
        *state = new_state(own, own->start->clone());
    });
}

tl_status tl_state_clone(const tl_state* state, tl_state** copy) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        need(copy, "copy");
        *copy = new_state(own->game, own->table->clone());
    });
}

tl_status tl_state_text(const tl_state* state, tl_text** text) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        need(text, "text");
        *text = new_text(position_text(*own->table));
    });
}

tl_status tl_state_from_text(const tl_game* game, const char* text, tl_state** state) {
    return answered([&] {
        const auto own = object_of<GameObject>(game);
        need(state, "state");
        auto table = own->start->clone();
        grant(set_position(*table, text_given(text, "text")));
        *state = new_state(own, std::move(table));
    });
}

tl_status tl_state_from_fields(const tl_game* game, const char* fields, tl_state** state) {
    return answered([&] {
        const auto own = object_of<GameObject>(game);
        need(state, "state");
        auto table = own->start->clone();
        grant(table->set(object_given(fields, "fields")));
        *state = new_state(own, std::move(table));
    });
}

tl_status tl_state_from_record(const tl_game* game, const char* record, tl_state** state) {
    return answered([&] {
        const auto own = object_of<GameObject>(game);
        need(state, "state");
        std::vector<SheetText> sheets;
        if (!own->start->sheet_toml().empty()) sheets.push_back({own->start->sheet_name(), own->start->sheet_toml()});
        auto table = granted(read_record(text_given(record, "record"), sheets));
        const GameObject played(table->before(0));
        if (played.identity != own->identity)
            throw Problem{TL_REFUSED,
                          fmt::format("the record is of the game '{}', but the game given is '{}'", played.identity,
                                      own->identity),
                          name(RefusalCode::bad_record)};
        *state = new_state(own, std::move(table));
    });
}

tl_status tl_state_record(const tl_state* state, int32_t viewer, tl_text** record) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        const std::optional<Viewer> who = viewer_given(viewer);
        need(record, "record");
        *record = new_text(record_text(*own->table, who));
    });
}

tl_status tl_state_turn(const tl_state* state, tl_turn* turn) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        need(turn, "turn");
        *turn = turn_of(own->numbers().turn(*own->table));
    });
}

tl_status tl_state_score(const tl_state* state, int32_t score[2]) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        need(score, "score");
        const BySeat<int> points = own->table->score();
        score[0] = points.home;
        score[1] = points.away;
    });
}

tl_status tl_state_hash(const tl_state* state, uint64_t* hash) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        need(hash, "hash");
        *hash = fnv(identity_of(*own));
    });
}

tl_status tl_state_equal(const tl_state* one, const tl_state* other, int32_t* equal) {
    return answered([&] {
        const auto first = object_of<StateObject>(one);
        const auto second = object_of<StateObject>(other);
        need(equal, "equal");
        *equal = identity_of(*first) == identity_of(*second) ? 1 : 0;
    });
}

tl_status tl_state_steps(const tl_state* state, uint64_t* steps) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        need(steps, "steps");
        *steps = own->table->steps();
    });
}

tl_status tl_state_legal(const tl_state* state, int32_t seat, uint32_t* actions, size_t capacity, size_t* count) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        const Seat who = seat_given(seat);
        need(count, "count");
        if (capacity != 0) need(actions, "actions");
        give_list(own->numbers().legal(*own->table, who), actions, capacity, count);
    });
}

tl_status tl_state_chances(const tl_state* state, uint64_t* weights, size_t capacity, size_t* count) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        need(count, "count");
        if (capacity != 0) need(weights, "weights");
        give_list(own->numbers().chances(*own->table), weights, capacity, count);
    });
}

tl_status tl_state_view(const tl_state* state, int32_t viewer, tl_text** json) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        const std::optional<Viewer> who = viewer_given(viewer);
        need(json, "json");
        *json = new_text(json_text([&](JsonText& out) {
            out.open_object();
            own->table->write(out, who);
            out.close_object();
        }));
    });
}

tl_status tl_state_observation(const tl_state* state, int32_t seat, float* floats, size_t size) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        const Seat who = seat_given(seat);
        need(floats, "floats");
        const std::size_t wanted = own->numbers().observation_size();
        if (size != wanted)
            bad_argument(
                fmt::format("an observation of this game has {} floats, but there is room for {}", wanted, size));
        own->numbers().observe(*own->table, who, {floats, size});
    });
}

tl_status tl_state_happened(const tl_state* state, tl_text** json) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        need(json, "json");
        const std::size_t steps = own->table->steps();
        const std::vector<Happening> told = steps == 0 ? std::vector<Happening>{} : own->table->happened(steps - 1);
        *json = new_text(json_text([&](JsonText& out) { write_happened(out, told); }));
    });
}
