// The injuries of one side as a number: where each position counts once, a bit for each; where injuries add up (R4), so
// many digits as a position has something to lose. An injury more is always a greater number.
#pragma once

#include "games/pocket_gridiron/rules.hpp"

#include <array>
#include <optional>

namespace touchline::solve::pocket_gridiron {

using namespace touchline::pocket_gridiron;

class Hurts {
public:
    explicit Hurts(const Rules& rules) {
        for (Position position : kPositions) {
            unit_[at(position)] = count_;
            most_[at(position)] = rules.most_injuries(position);
            count_ *= most_[at(position)] + 1;
            chain_ += most_[at(position)];
        }
    }

    // Numbers are kept in a byte.
    static constexpr std::size_t kMostCount = 256;
    [[nodiscard]] bool fit() const { return count_ <= kMostCount; }

    [[nodiscard]] std::size_t count() const { return count_; }
    // How many sets can follow each other, each with an injury more.
    [[nodiscard]] int chain() const { return static_cast<int>(chain_) + 1; }

    [[nodiscard]] u8 of(const State& s, Seat seat) const {
        std::size_t number = 0;
        for (Position position : kPositions) number += injuries(s, seat, position) * unit_[at(position)];
        return static_cast<u8>(number);
    }
    [[nodiscard]] BySeat<u8> of(const State& s) const { return {of(s, Seat::home), of(s, Seat::away)}; }

    void put(State& s, Seat seat, u8 number) const {
        s.injured[at(seat)] = 0;
        s.more_injuries[at(seat)] = 0;
        for (Position position : kPositions) {
            const unsigned times = this->times(number, position);
            if (times == 0) continue;
            s.injured[at(seat)] |= bit(position);
            s.more_injuries[at(seat)] = static_cast<u16>(s.more_injuries[at(seat)] + ((times - 1) << 4 * at(position)));
        }
    }

    [[nodiscard]] unsigned total(u8 number) const {
        unsigned sum = 0;
        for (Position position : kPositions) sum += times(number, position);
        return sum;
    }
    // With an injury more of this position, if it has one to come.
    [[nodiscard]] std::optional<u8> worse(u8 number, Position position) const {
        if (times(number, position) == most_[at(position)]) return std::nullopt;
        return static_cast<u8>(number + unit_[at(position)]);
    }

private:
    [[nodiscard]] unsigned times(u8 number, Position position) const {
        return static_cast<unsigned>(number / unit_[at(position)] % (most_[at(position)] + 1));
    }

    std::array<std::size_t, 4> unit_{};
    std::array<std::size_t, 4> most_{};
    std::size_t count_ = 1;
    std::size_t chain_ = 0;
};

} // namespace touchline::solve::pocket_gridiron
