// Opening a table: the wishes of the one who opens it, checked, and the table they make.
#pragma once

#include "server/limits.hpp"
#include "server/live_table.hpp"

namespace touchline::server {

struct OpenedTable {
    std::unique_ptr<LiveTable> live;
    std::string token;
    Role role = Role::home;
    std::string invite; // of the first friend, those of the other side before one's own; empty without a friend
    struct Invite {
        Seat seat{};
        std::size_t member = 0;
        std::string secret;
    };
    std::vector<Invite> invites{}; // of all friends, where a side has several people
};

// `bots`: the players that there are; `ids`: what the table's id begins with.
[[nodiscard]] OrRefusal<OpenedTable> opened_table(const Json& wishes, const std::vector<std::string>& bots,
                                                  const Limits& limits, std::string_view ids = {});

// The same settings, seats swapped, from the start; its tokens are minted when they are asked for.
// `links`: of the server's chains; 0 where nothing is to be proven.
[[nodiscard]] std::unique_ptr<LiveTable> rematch_of(const LiveTable& old, u32 links, std::string_view ids = {});

// Those of a side's people who have sat down go on to the rematch: their places in its row.
[[nodiscard]] Members in_rematch(const SeatState& was, Members held);

// A copy whose record names those who play, the day, the dice, and an end that was not played.
[[nodiscard]] std::unique_ptr<Table> named_copy(const LiveTable& live);

} // namespace touchline::server
