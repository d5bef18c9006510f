// A client that takes part in the dice: it commits, answers what it is asked, and checks what a browser checks.
#pragma once

#include "fair/proof.hpp"
#include "server/client.hpp"
#include "server/playing.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace touchline::test {

class FairGuest {
public:
    // `number`: which chain it has, of that length.
    FairGuest(unsigned short port, const std::string& id, const std::string& token, Seat seat, u8 number,
              u32 length = fair::kLinks)
        : guest(port, id, token), seat_(seat), id_(id), chain_(fair::Link{number}, length), length_(length) {
        listen();
    }

    // Says hello with its commitment at once, as after a lost connection.
    static std::unique_ptr<FairGuest> back(unsigned short port, const std::string& id, const std::string& token,
                                           Seat seat, u8 number) {
        const std::string commitment = fair::hex(fair::Chain(fair::Link{number}).commitment());
        return std::unique_ptr<FairGuest>(new FairGuest(
            Guest(port, id, token, {{"chains", {{std::string(name(seat)), commitment}}}}), id, seat, number));
    }

    [[nodiscard]] std::string commitment() const { return fair::hex(chain_.commitment()); }
    Json commit() { return guest.ask("commit", {{"chains", {{std::string(name(seat_)), commitment()}}}}); }
    Json take_chain(u8 number) {
        chain_ = fair::Chain(fair::Link{number}, length_);
        return commit();
    }

    // The link that an ask wants, as text.
    [[nodiscard]] std::string wanted(const Json& ask) const {
        const std::optional<fair::Link> of = fair::link_of(ask["of"][std::string(name(seat_))].get<std::string>());
        const std::vector<fair::Link> links = chain_.links(0, length_ + 1);
        const auto at = std::ranges::find(links, of.value());
        if (at == links.end() || at + 1 == links.end()) return {}; // of another browser's chain
        return fair::hex(at[1]);
    }
    void answer(const Json& ask, const std::string& link) {
        guest.ws().say({{"cmd", "link"},
                        {"n", ask["n"]},
                        {"links", {{std::string(name(seat_)), link}}},
                        {"request_id", "link" + std::to_string(ask["n"].get<int>())}});
    }

    Guest guest;
    bool silent = false;       // asks are kept and not answered
    std::vector<Json> asks;    // that were heard
    std::vector<Json> proofs;  // of rolls
    std::vector<Json> refused; // links

private:
    FairGuest(Guest own, std::string id, Seat seat, u8 number)
        : guest(std::move(own)), seat_(seat), id_(std::move(id)), chain_(fair::Link{number}), length_(fair::kLinks) {
        listen();
    }

    void listen() {
        guest.heard = [this](const Json& message) { note(message); };
    }

    void note(const Json& message) {
        if (message["type"] == "ask") {
            asks.push_back(message);
            if (silent || !message["of"].contains(name(seat_))) return;
            if (const std::string link = wanted(message); !link.empty()) answer(message, link);
        } else if (message["type"] == "update" && message.contains("proof")) {
            proofs.push_back(message["proof"]);
            check_numbers(message["proof"]);
        } else if (message["type"] == "reply" && !message["ok"] &&
                   message["request_id"].get<std::string>().starts_with("link")) {
            refused.push_back(message);
        }
    }

    // The numbers follow from the links, and from the lines that were told before they were given.
    void check_numbers(const Json& proof) const {
        if (asks.empty() || asks.back()["n"] != proof["n"] || asks.back()["lines"].is_null()) return;
        const auto link = [&](const char* party) {
            return proof[party].is_null() ? std::nullopt : fair::link_of(proof[party].get<std::string>());
        };
        const std::string event = asks.back()["event"];
        const std::string lines = asks.back()["lines"];
        fair::ChainDice dice(fair::seed_of(link("server").value(), {link("home"), link("away")},
                                           {id_, proof["n"].get<u64>(), event, lines}));
        for (const Json& draw : proof["drew"]) EXPECT_EQ(dice.draw(draw[1].get<u64>()), draw[0].get<u32>()) << proof;
    }

    Seat seat_;
    std::string id_;
    fair::Chain chain_;
    u32 length_;
};

// Sends a request and returns its answer; whoever else is at the table hears and answers meanwhile.
inline Json ask_among(Guest& actor, Guest& other, Json request) {
    static int made = 0;
    const std::string id = "among" + std::to_string(++made);
    request["request_id"] = id;
    request["turn_no"] = actor.position["turn_no"];
    actor.ws().say(request);
    while (true) {
        while (!other.ws().socket().quiet(0)) (void)other.next();
        if (actor.ws().socket().quiet(1)) continue;
        Json message = actor.next();
        if (message["type"] == "reply" && message["request_id"] == id) return message;
    }
}

// Draws that nobody has to ask for are made by the server, which may come first.
inline bool came_late(const Json& reply) {
    return !reply["ok"] && (reply["error"]["code"] == "stale-turn" || reply["error"]["code"] == "busy");
}

// Two who hold a seat each play on, a number of requests or to the end, both answering what they are asked.
inline void play_fairly(Guest& home, Guest& away, Random& random, int requests = 100000) {
    for (int made = 0; made < requests && !over(home);) {
        const bool homes = !acting(home, {"home"}).empty();
        Guest& actor = homes ? home : away;
        Guest& other = homes ? away : home;
        const Json turn = actor.position["turn"];
        Json request{{"cmd", turn["kind"] == "chance" ? "roll" : "choose"}};
        if (turn["kind"] != "chance")
            request["action"] = turn["actions"][random.below(static_cast<u32>(turn["actions"].size()))];
        const Json reply = ask_among(actor, other, request);
        const auto newest = std::max(home.position["turn_no"].get<int>(), away.position["turn_no"].get<int>());
        home.until_turn(newest);
        away.until_turn(newest);
        if (came_late(reply)) continue;
        ++made;
        ASSERT_TRUE(reply["ok"]) << reply << actor.position;
    }
}

} // namespace touchline::test
