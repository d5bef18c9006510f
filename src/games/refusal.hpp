// A person's or program's mistake as a value: its code in the protocol and one sentence.
#pragma once

#include "core/expected.hpp"
#include "core/shown_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace touchline {

enum class RefusalCode {
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
    }
    return {};
}

struct Refusal {
    RefusalCode code{};
    std::string message;
    std::vector<std::string> legal; // illegal-action: what would have been legal
};

template <class T>
using OrRefusal = Expected<T, Refusal>;

// The sentence may quote what was given: what of that may not be shown is replaced.
[[nodiscard]] inline Unexpected<Refusal> refuse(RefusalCode code, std::string_view message) {
    return Unexpected<Refusal>{Refusal{code, shown_line(message), {}}};
}

// Several reasons in one sentence, joined by "; " as the protocol asks.
[[nodiscard]] inline std::string joined(const std::vector<std::string>& reasons) {
    std::string text;
    for (const std::string& reason : reasons) text += (text.empty() ? "" : "; ") + reason;
    return text;
}

} // namespace touchline
