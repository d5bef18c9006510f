// A person's or program's mistake, or what cannot be done for them, as a value: a code and what is to be told. The one
// type of refusal of rules, tables, protocol, store, server and command line.
#pragma once

#include "core/expected.hpp"
#include "core/message.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline {

enum class RefusalCode {
    // The table protocol.
    bad_json,
    bad_request,
    unknown_command,
    no_game,
    unknown_game,
    bad_option,
    bad_sheet,
    wrong_turn,
    bad_tokens,
    illegal_action,
    bad_state,
    bad_record,
    nothing_to_undo,
    // The server.
    bad_origin,
    bad_seats,
    bad_token,
    busy,
    no_hello,
    no_offer,
    no_review,
    not_found,
    not_over,
    not_your_seat,
    odds_off,
    over,
    seat_taken,
    stale_turn,
    store_failed,
    too_early,
    too_fast,
    too_large,
    too_many_tables,
    unknown_table,
    // The command line.
    misused,
    failed,
};

[[nodiscard]] constexpr std::string_view name(RefusalCode code) {
    switch (code) {
    case RefusalCode::bad_json: return "bad-json";
    case RefusalCode::bad_request: return "bad-request";
    case RefusalCode::unknown_command: return "unknown-command";
    case RefusalCode::no_game: return "no-game";
    case RefusalCode::unknown_game: return "unknown-game";
    case RefusalCode::bad_option: return "bad-option";
    case RefusalCode::bad_sheet: return "bad-sheet";
    case RefusalCode::wrong_turn: return "wrong-turn";
    case RefusalCode::bad_tokens: return "bad-tokens";
    case RefusalCode::illegal_action: return "illegal-action";
    case RefusalCode::bad_state: return "bad-state";
    case RefusalCode::bad_record: return "bad-record";
    case RefusalCode::nothing_to_undo: return "nothing-to-undo";
    case RefusalCode::bad_origin: return "bad-origin";
    case RefusalCode::bad_seats: return "bad-seats";
    case RefusalCode::bad_token: return "bad-token";
    case RefusalCode::busy: return "busy";
    case RefusalCode::no_hello: return "no-hello";
    case RefusalCode::no_offer: return "no-offer";
    case RefusalCode::no_review: return "no-review";
    case RefusalCode::not_found: return "not-found";
    case RefusalCode::not_over: return "not-over";
    case RefusalCode::not_your_seat: return "not-your-seat";
    case RefusalCode::odds_off: return "odds-off";
    case RefusalCode::over: return "over";
    case RefusalCode::seat_taken: return "seat-taken";
    case RefusalCode::stale_turn: return "stale-turn";
    case RefusalCode::store_failed: return "store-failed";
    case RefusalCode::too_early: return "too-early";
    case RefusalCode::too_fast: return "too-fast";
    case RefusalCode::too_large: return "too-large";
    case RefusalCode::too_many_tables: return "too-many-tables";
    case RefusalCode::unknown_table: return "unknown-table";
    case RefusalCode::misused: return "misused";
    case RefusalCode::failed: return "failed";
    }
    return {};
}

struct Refusal {
    RefusalCode code{};
    Message message{};
    std::vector<std::string> legal{}; // illegal-action: what would have been legal
    std::optional<int> retry_after{}; // seconds: when it may be asked again
};

template <class T>
using OrRefusal = Expected<T, Refusal>;

[[nodiscard]] inline Unexpected<Refusal> refuse(RefusalCode code, Message message) {
    return {Refusal{code, std::move(message)}};
}

// What may be asked for again after some seconds.
[[nodiscard]] inline Refusal ask_again(RefusalCode code, Message message, int seconds) {
    return {code, std::move(message), {}, seconds};
}

} // namespace touchline
