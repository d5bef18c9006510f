// Values positions by playing them out many times: always possible, never exact.
#pragma once

#include "play/counsel.hpp"

namespace touchline::bots {

// Both seats play as the coach does; hidden hands are dealt anew for every playout. The same question at the same
// position gets the same answer.
class RolloutCounsel final : public Counsel {
public:
    [[nodiscard]] Odds odds(const Table& table, const Question& question) override;
    [[nodiscard]] Advice advise(const Table& table, Seat seat, const Question& question) override;
};

} // namespace touchline::bots
