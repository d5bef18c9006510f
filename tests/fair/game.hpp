// A game with dice that prove themselves, played by whoever asks for it in the tests: honest parties, and what a record
// of it says.
#pragma once

#include "fair/server_dice.hpp"
#include "play/kind.hpp"
#include "play/random_play.hpp"
#include "play/record.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::fair {

inline constexpr std::string_view kTable = "Zm9vYmFyYmF6cXV4MTIzNA";

// A browser: its chain, and how far it is.
struct Browser {
    Chain chain;
    u32 given = 0;

    explicit Browser(u8 number, u32 links = kLinks) : chain(Link{number}, links) {}
    Link next() { return chain.link(++given); }
};

struct Game {
    std::unique_ptr<Table> table;
    ServerDice dice;
    BySeat<std::optional<Browser>> browsers{};
    SeededDice choices{20261117};

    explicit Game(std::string_view game, const Json& options = Json::object(), u32 links = kLinks)
        : table(std::move(*open_table(game, options))),
          dice(std::string(kTable), secrets_of(Link{5}, 1, Draws::hidden, links)) {}

    void sit(Seat seat, u8 number, u32 links = kLinks) {
        browsers[seat].emplace(number, links);
        EXPECT_EQ(dice.commit(seat, browsers[seat]->chain.commitment()), ServerDice::Commit::taken);
    }
    void roll() {
        BySeat<std::optional<Link>> links;
        for (Seat seat : kSeats)
            if (browsers[seat]) links[seat] = browsers[seat]->next();
        dice.roll(*table, links);
    }
    // A roll, or any choice.
    void step() {
        if (table->turn().kind == TurnKind::chance)
            roll();
        else
            ASSERT_TRUE(random_step(*table, choices));
    }
    void play(std::size_t steps = 100000) {
        while (!table->over() && table->steps() < steps) step();
    }
    [[nodiscard]] std::string record() const {
        const std::unique_ptr<Table> copy = table->clone();
        copy->tags = dice.tags();
        return record_text(*copy) + dice.proof_lines();
    }
};

} // namespace touchline::fair
