// One roll: the links of those who have a hand in it become a seed, and the seed the numbers that the game's own
// sampler draws (docs/fair-dice.md).
#pragma once

#include "fair/chain.hpp"
#include "play/dice.hpp"

#include <sodium.h>

namespace touchline::fair {

// The hash of the record's lines so far: rolls and choices, each with its line feed.
class LinesHash {
public:
    LinesHash() { crypto_hash_sha256_init(&state_); }
    // A line without its line feed.
    void add(std::string_view line);
    [[nodiscard]] std::string hex() const;

private:
    crypto_hash_sha256_state state_;
};

// What a roll is made for.
struct RollOf {
    std::string_view table; // its id
    u64 n = 0;
    std::string_view event;
    std::string_view lines; // LinesHash::hex()
};

using Seed = Link;

[[nodiscard]] Seed seed_of(const Link& server, const BySeat<std::optional<Link>>& seats, const RollOf& roll);

// What is told at a table with hidden lines before the roll: it binds the server to them, and shows nothing of them.
[[nodiscard]] std::string sealed(const Link& server, std::string_view lines);

// A number that was drawn, and the bound that it is below.
struct Draw {
    u32 value = 0;
    u64 bound = 0; // 1 to 2^32
    friend bool operator==(const Draw&, const Draw&) = default;
};

// "3/6,5/6"; "-" where nothing was drawn.
[[nodiscard]] std::string text(const std::vector<Draw>& drew);
[[nodiscard]] std::optional<std::vector<Draw>> draws_of(std::string_view text);

// The numbers of a seed. Remembers what it gave. 64 bits at once are two numbers below 2^32, the upper half first.
class ChainDice final : public Dice {
public:
    explicit ChainDice(const Seed& seed) : seed_(seed) {}
    [[nodiscard]] u64 next() override;
    [[nodiscard]] u32 below(u32 n) override { return draw(n); }
    // Requires: 0 < bound <= 2^32.
    u32 draw(u64 bound);
    [[nodiscard]] u32 word();
    [[nodiscard]] const std::vector<Draw>& drew() const { return drew_; }

private:
    Seed seed_;
    Link block_{};
    u32 blocks_ = 0;
    std::size_t used_ = block_.size();
    std::vector<Draw> drew_;
};

} // namespace touchline::fair
