// Chains, hashes, seeds and numbers as docs/fair-dice.md has them: the same vectors that the other implementations
// read.
#include "fair/proof.hpp"
#include "paths.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace touchline::fair {
namespace {

const Json& vectors() {
    static const Json kVectors = [] {
        std::ostringstream page;
        page << std::ifstream(TOUCHLINE_SOURCE "/docs/fair-dice.md").rdbuf();
        const std::string text = page.str();
        const std::size_t begin = text.find("```json", text.find("## Test vectors")) + 7;
        return Json::parse(text.substr(begin, text.find("```", begin) - begin));
    }();
    return kVectors;
}

std::optional<Link> link_at(const Json& json, const char* key) {
    return json[key].is_null() ? std::nullopt : link_of(json[key].get<std::string>());
}

TEST(FairVectors, ChainsLeadFromTheSecretToTheCommitment) {
    for (const Json& vector : vectors()["chains"]) {
        const Chain chain(*link_at(vector, "secret"), vector["length"].get<u32>());
        EXPECT_EQ(hex(chain.commitment()), vector["commitment"]);
        EXPECT_EQ(hex(chain.link(1)), vector["first"]);
        EXPECT_EQ(hex(chain.link(2)), vector["second"]);
        EXPECT_EQ(hex(chain.link(chain.length())), vector["last"]);
    }
}

TEST(FairVectors, LinesAreHashedWithTheirLineFeeds) {
    for (const Json& vector : vectors()["lines"]) {
        LinesHash hash;
        for (const Json& line : vector["lines"]) hash.add(line.get<std::string>());
        EXPECT_EQ(hash.hex(), vector["hash"]);
    }
}

TEST(FairVectors, RollsHaveSeedWordsAndNumbers) {
    for (const Json& vector : vectors()["rolls"]) {
        const std::string table = vector["table"];
        const std::string event = vector["event"];
        const std::string lines = vector["lines"];
        const Seed seed = seed_of(*link_at(vector, "server"), {link_at(vector, "home"), link_at(vector, "away")},
                                  {table, vector["n"].get<u64>(), event, lines});
        EXPECT_EQ(hex(seed), vector["seed"]);
        ChainDice words(seed);
        for (const Json& word : vector["words"]) EXPECT_EQ(words.word(), word.get<u32>());
        ChainDice dice(seed);
        for (const Json& bound : vector["bounds"]) (void)dice.draw(bound.get<u64>());
        EXPECT_EQ(text(dice.drew()), vector["drew"]);
    }
}

TEST(FairChain, EveryLinkLeadsToTheOneBeforeWhateverTheLength) {
    for (u32 length : {1U, 2U, 63U, 64U, 65U, 128U, 200U}) {
        const Chain chain(Link{7}, length);
        for (u32 i = 0; i < length; ++i) ASSERT_EQ(before(chain.link(i + 1)), chain.link(i)) << length << " " << i;
        EXPECT_EQ(chain.link(length), Link{7});
    }
}

TEST(FairChain, ALinkIsSixtyFourSmallHexadecimalDigits) {
    const std::string good = hex(Chain(Link{1}, 3).commitment());
    EXPECT_TRUE(link_of(good));
    EXPECT_FALSE(link_of(good.substr(1)));
    EXPECT_FALSE(link_of(good + "0"));
    std::string large = good;
    large[0] = 'A';
    EXPECT_FALSE(link_of(large));
    EXPECT_FALSE(link_of(std::string(64, 'g')));
}

TEST(FairDice, SixtyFourBitsAreTwoNumbersTheUpperHalfFirst) {
    ChainDice words(Link{3});
    const u64 upper = words.word();
    const u64 lower = words.word();
    ChainDice dice(Link{3});
    EXPECT_EQ(dice.next(), upper << 32 | lower);
    ASSERT_EQ(dice.drew().size(), 2U);
    EXPECT_EQ(dice.drew()[0].bound, u64{1} << 32);
}

TEST(FairProof, ALineIsReadAsItWasWritten) {
    RollProof proof{.hidden = true, .server = Link{1}, .drew = {{3, 6}, {4294967295U, u64{1} << 32}}};
    proof.seats.away = Link{2};
    const auto read = roll_proof_of(text(proof));
    ASSERT_TRUE(read);
    EXPECT_EQ(text(*read), text(proof));
    for (const char* bad : {"", "server=1", "home=-", "drew=3/6"}) EXPECT_FALSE(roll_proof_of(bad)) << bad;
    EXPECT_FALSE(roll_proof_of(text(proof) + " more"));
    for (const char* bad : {"6/6", "3/0", "3/4294967297", "-1/6", "03/6", "3/6,", "", "3"})
        EXPECT_FALSE(draws_of(bad)) << bad;
}

} // namespace
} // namespace touchline::fair
