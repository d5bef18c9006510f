// What a client asks over the WebSocket, read and checked for its form; whether it may be done is the room's to say.
#pragma once

#include "core/expected.hpp"
#include "core/seat.hpp"
#include "fair/chain.hpp"
#include "games/refusal.hpp"
#include "play/words.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::server {

// The queue is full: there is no room now for the work that was asked for.
[[nodiscard]] Refusal too_busy(Message message = Message{"server.busy"});

enum class Command : u8 {
    hello,
    roll,
    choose,
    advise,
    offer,
    answer,
    undo,
    resign,
    claim,
    next,
    emote,
    commit,
    link,
    ping
};
enum class Offer : u8 { draw, takeback, odds, rematch };
// All that two people say to each other here.
enum class Emote : u8 { luck, bravo, wow, ouch, laugh, thanks };

[[nodiscard]] std::string_view name(Command command);
[[nodiscard]] std::string_view name(Offer offer);
[[nodiscard]] std::string_view name(Emote emote);
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
    Emote emote{};
    std::string token; // hello
    Language language{};
    std::optional<std::string> display_name;
    std::optional<std::string> badge;
    std::optional<Viewer> view;
    BySeat<std::optional<fair::Link>> chains; // hello, commit: commitments
    BySeat<std::optional<fair::Link>> links;  // link
    std::int64_t roll = 0;                    // link: which one it is for
    std::int64_t arrived = 0; // by the served clock: what it waited for the table is not charged to its seat
};

// The request_id as far as it could be read, for the refusal.
struct BadRequest {
    std::string id;
    Refusal refusal;
};

// Checks in the contract's order: bad-json, bad-request, unknown-command.
[[nodiscard]] Expected<Request, BadRequest> read_request(std::string_view text);

// A person's name as it may be shown (core/shown_text.hpp); empty where nothing visible is left.
[[nodiscard]] std::string tidy_name(std::string_view name);
// A badge is a short word that pages know how to draw; anything else is as if left out.
[[nodiscard]] bool fit_badge(std::string_view badge);

} // namespace touchline::server
