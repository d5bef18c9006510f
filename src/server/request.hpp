// What a client asks over the WebSocket, read and checked for its form; whether it may be done is the room's to say.
#pragma once

#include "core/expected.hpp"
#include "core/seat.hpp"
#include "games/refusal.hpp"
#include "play/words.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::server {

// A refusal of the server: the table protocol's codes and its own.
struct Refused {
    std::string code;
    std::string message;
    std::optional<int> retry_after{}; // seconds
    std::vector<std::string> legal{};
};

[[nodiscard]] inline Refused refused(const Refusal& refusal) {
    return {std::string(name(refusal.code)), refusal.message, {}, refusal.legal};
}

template <class T>
using OrRefused = Expected<T, Refused>;

[[nodiscard]] inline Unexpected<Refused> refuse(std::string_view code, std::string message) {
    return {Refused{std::string(code), std::move(message)}};
}

// What is asked takes work that there is no room for now.
[[nodiscard]] Refused too_busy(std::string message = "too much is being worked out just now: ask again");

enum class Command : u8 { hello, roll, choose, advise, offer, answer, undo, resign, claim, next, ping };
enum class Offer : u8 { draw, takeback, odds, rematch };

[[nodiscard]] std::string_view name(Command command);
[[nodiscard]] std::string_view name(Offer offer);
[[nodiscard]] std::optional<Offer> offer_named(std::string_view text);

struct Request {
    Command command{};
    std::string id;                                 // request_id
    std::optional<std::int64_t> turn_no;            // that the person saw
    std::optional<std::vector<std::string>> tokens; // roll
    std::string action;                             // choose
    std::optional<Seat> seat;                       // choose, resign
    Offer what{};                                   // offer, answer
    bool agree = false;                             // answer
    bool computer = false;                          // claim: as the computer's seat, not as won
    std::string token;                              // hello
    Language language{};
    std::optional<std::string> display_name;
    std::optional<Viewer> view;
    std::int64_t arrived = 0; // by the served clock: what it waited for the table is not charged to its seat
};

// The request_id as far as it could be read, for the refusal.
struct BadRequest {
    std::string id;
    Refused refused;
};

// Checks in the contract's order: bad-json, bad-request, unknown-command.
[[nodiscard]] Expected<Request, BadRequest> read_request(std::string_view text);

// A person's name as it may be shown (core/shown_text.hpp); empty where nothing visible is left.
[[nodiscard]] std::string tidy_name(std::string_view name);

} // namespace touchline::server
