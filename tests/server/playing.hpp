// How the tests' guests play: any legal action, drawn with a seed that failures print.
#pragma once

#include "core/random.hpp"
#include "server/running_server.hpp"

namespace touchline::test {

// The seats that a guest may act for in the position it sees.
inline std::vector<std::string> acting(const Guest& guest, const std::vector<std::string>& held) {
    const Json& turn = guest.position["turn"];
    std::vector<std::string> seats;
    const auto add = [&](const Json& seat) {
        for (const std::string& own : held)
            if (seat == own) seats.push_back(own);
    };
    if (turn["kind"] == "over") return seats;
    if (turn["kind"] == "secret")
        for (const Json& seat : turn["seats"]) add(seat);
    else
        add(turn["seat"]);
    return seats;
}

inline bool over(const Guest& guest) { return guest.position["turn"]["kind"] == "over"; }

// Rolls, or chooses any action. Requires: it is this guest's turn.
inline Json act_somehow(Guest& guest, const std::string& seat, Random& random) {
    const Json& turn = guest.position["turn"];
    if (turn["kind"] == "chance") return guest.act("roll");
    const Json& actions = turn["actions"];
    Json fields{{"action", actions[random.below(static_cast<u32>(actions.size()))]}};
    if (turn["kind"] == "secret") fields["seat"] = seat;
    return guest.act("choose", fields);
}

// Two who hold a seat each play until the game is over, or for a number of requests.
inline int play_on(Guest& home, Guest& away, Random& random, int requests = 100000) {
    int made = 0;
    while (made < requests && !over(home)) {
        const bool homes = !acting(home, {"home"}).empty();
        const Json reply = homes ? act_somehow(home, "home", random) : act_somehow(away, "away", random);
        // Both look at the newest position. Cards that only their owner sees are drawn by the server, which may come
        // first.
        const auto newest =
            std::max(home.position["turn_no"].get<std::int64_t>(), away.position["turn_no"].get<std::int64_t>());
        home.until_turn(newest);
        away.until_turn(newest);
        if (!reply["ok"] && reply["error"]["code"] == "stale-turn") continue;
        EXPECT_TRUE(reply["ok"]) << reply << home.position;
        if (testing::Test::HasFailure()) return made;
        ++made;
    }
    return made;
}

} // namespace touchline::test
