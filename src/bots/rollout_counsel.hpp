// Values positions by playing them out many times: always possible, never exact.
#pragma once

#include "play/counsel.hpp"

namespace touchline::bots {

// Both seats play as the coach does; hidden hands are dealt anew for every playout. The same question gets the same
// answer at all positions that its asker cannot tell apart (but for the playouts that a time allows).
class RolloutCounsel final : public Counsel {
public:
    static constexpr u64 kPlayouts = 4000;
    // So many games for an answer that may take its time.
    explicit RolloutCounsel(u64 playouts = kPlayouts) : playouts_(playouts) {}

    [[nodiscard]] Odds odds(const Table& table, const Question& question) override;
    [[nodiscard]] Advice advise(const Table& table, Seat seat, const Question& question) override;

private:
    u64 playouts_;
};

} // namespace touchline::bots
