// One line a game: a hash over every position of fixed-seed games. It changes only with the rules, on purpose, and the
// commit says why. TOUCHLINE_UPDATE_GOLDEN=1 writes the lines anew.
#include "core/hash.hpp"
#include "laws/settings.hpp"
#include "paths.hpp"
#include "play/protocol.hpp"
#include "play/random_play.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace touchline {
namespace {

constexpr u64 kGames = 20;

std::string signature_of(const Setting& setting) {
    Fnv hash;
    for (u64 seed = 1; seed <= kGames; ++seed) {
        const std::unique_ptr<Table> table = std::move(*setting.kind->open(setting.options, std::nullopt));
        SeededDice dice(seed);
        while (!table->over() && random_step(*table, dice)) hash.add(dumped(position_json(*table)));
        hash.add(dumped(position_json(*table)));
    }
    return fmt::format("{} {:016x}\n", name_of(setting), hash.value());
}

// The default of each game and its richer modes.
std::string signatures() {
    std::string lines;
    for (const Setting& setting : all_settings())
        if (setting.options.empty() || setting.options == Json{{"mode", "pro"}} ||
            setting.options == Json{{"mode", "cards"}})
            lines += signature_of(setting);
    return lines;
}

TEST(Signature, SeededGamesAreWhatTheyWere) {
    const std::string path = TOUCHLINE_SOURCE "/tests/golden/signatures.txt";
    const std::string now = signatures();
    if (std::getenv("TOUCHLINE_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << now;
    std::ostringstream then;
    then << std::ifstream(path).rdbuf();
    EXPECT_EQ(now, then.str()) << "the rules play otherwise than before; if that is meant, write the lines anew";
}

} // namespace
} // namespace touchline
