// A short run of the fuzzers with a fixed seed: good inputs, bent a little. `make fuzz` runs them for long.
#include "core/random.hpp"
#include "fuzz/parsers.hpp"

#include <gtest/gtest.h>

namespace touchline {
namespace {

// Changes, cuts, doubles and swaps a few bytes.
std::string bent(std::string text, Random& random) {
    for (u32 change = 0; change < 1 + random.below(4) && !text.empty(); ++change) {
        const std::size_t at = random.below(static_cast<u32>(text.size()));
        switch (random.below(5)) {
        case 0: text[at] = static_cast<char>(random.below(256)); break;
        case 1: text.erase(at, 1 + random.below(20)); break;
        case 2: text.insert(at, text.substr(random.below(static_cast<u32>(text.size())), random.below(30))); break;
        case 3: text.resize(at); break;
        default: std::swap(text[at], text[random.below(static_cast<u32>(text.size()))]);
        }
    }
    return text;
}

std::string random_bytes(Random& random, std::size_t size, u32 below) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random.below(below));
    return bytes;
}

TEST(Fuzz, TheProtocolAnswersWhateverComes) {
    Random random(1);
    const std::string good = R"({"cmd":"new","game":"pocket-gridiron","options":{"mode":"pro"},"seed":4}
{"cmd":"roll","tokens":["home"]}
{"cmd":"set","state":{"down":4,"score":{"home":3},"injured":{"home":["qb"]}}}
{"cmd":"choose","action":"field-goal"}
{"cmd":"view","seat":"public"}
{"cmd":"undo"}
{"cmd":"record"}
{"cmd":"load","record":"[Game \"pocket-rugby\"]\nhome rolls toss: home\n"}
)";
    for (int i = 0; i < 400; ++i) fuzz::protocol(bent(good, random));
    for (int i = 0; i < 100; ++i) fuzz::protocol(random_bytes(random, random.below(200), 256));
}

TEST(Fuzz, RecordsAreReadOrRefused) {
    Random random(2);
    for (const Kind* kind : kinds()) {
        auto table = std::move(*kind->open(Json::object(), std::nullopt));
        SeededDice dice(3);
        for (int i = 0; i < 40; ++i) {
            const TurnText turn = table->turn();
            if (turn.kind == TurnKind::chance)
                ASSERT_TRUE(table->roll(dice));
            else
                ASSERT_TRUE(table->choose(turn.seat, turn.actions.front()));
        }
        const std::string good = record_text(*table);
        fuzz::record(good);
        for (int i = 0; i < 150; ++i) fuzz::record(bent(good, random));
    }
}

TEST(Fuzz, SheetsAreReadOrRefused) {
    Random random(3);
    for (const Kind* kind : kinds()) {
        const std::string good(kind->default_sheet());
        ASSERT_TRUE(kind->check_sheet(good).empty());
        for (int i = 0; i < 60; ++i) (void)kind->check_sheet(bent(good, random));
        for (std::size_t cut = 0; cut < good.size(); cut += 97) (void)kind->check_sheet(good.substr(0, cut));
        EXPECT_FALSE(kind->check_sheet(good.substr(0, good.size() / 2)).empty()) << "half a sheet";
        // A letter where white space is looked for, found by the long run: the undefined behaviour sanitizer tells.
        EXPECT_FALSE(kind->check_sheet("-\xef\xba\xbf").empty());
    }
}

TEST(Fuzz, PositionsFromOutsideAreSoundOrRefused) {
    Random random(4);
    for (int i = 0; i < 3000; ++i) fuzz::position(random_bytes(random, 64, i % 2 == 0 ? 4 : 256));
    for (const Kind* kind : kinds()) {
        auto table = std::move(*kind->open(Json::object(), std::nullopt));
        SeededDice dice(5);
        for (int i = 0; i < 200 && !table->over(); ++i) {
            const TurnText turn = table->turn();
            if (turn.kind == TurnKind::chance)
                ASSERT_TRUE(table->roll(dice));
            else
                ASSERT_TRUE(table->choose(turn.seat, turn.actions.back()));
            std::string bytes = table->state_bytes();
            bytes[random.below(static_cast<u32>(bytes.size()))] = static_cast<char>(random.below(12));
            fuzz::position(bytes);
        }
    }
}

} // namespace
} // namespace touchline
