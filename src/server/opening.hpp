// Opening a table: the wishes of the one who opens it, checked, and the table they make.
#pragma once

#include "server/limits.hpp"
#include "server/live_table.hpp"

namespace touchline::server {

struct OpenedTable {
    std::unique_ptr<LiveTable> live;
    std::string token;
    Role role = Role::home;
    std::string invite; // empty without a friend
};

// `bots`: the players that there are; `ids`: what the table's id begins with.
[[nodiscard]] OrRefusal<OpenedTable> opened_table(const Json& wishes, const std::vector<std::string>& bots,
                                                  const Limits& limits, std::string_view ids = {});

// The same settings, seats swapped, from the start; its tokens are minted when they are asked for.
// `links`: of the server's chains; 0 where nothing is to be proven.
[[nodiscard]] std::unique_ptr<LiveTable> rematch_of(const LiveTable& old, u32 links, std::string_view ids = {});

// A copy whose record names those who play, the day, the dice, and an end that was not played.
[[nodiscard]] std::unique_ptr<Table> named_copy(const LiveTable& live);

} // namespace touchline::server
