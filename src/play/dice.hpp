// Where chance comes from when a game is played: the operating system between people, a seed for repeatable games.
#pragma once

#include "core/random.hpp"

#include <array>

namespace touchline {

class Dice {
public:
    virtual ~Dice() = default;
    [[nodiscard]] virtual u64 next() = 0;
    // Each of 0..n-1 equally often.
    [[nodiscard]] virtual u32 below(u32 n) {
        return unbiased_below(n, [this] { return next(); });
    }
};

class SeededDice final : public Dice {
public:
    explicit SeededDice(u64 seed) : random_(seed) {}
    [[nodiscard]] u64 next() override { return random_.next(); }

private:
    Random random_;
};

// The operating system's generator, read in blocks.
class SystemDice final : public Dice {
public:
    [[nodiscard]] u64 next() override;

private:
    std::array<u64, 32> block_{};
    std::size_t used_ = 32;
};

} // namespace touchline
