// The players that can take a seat, by name.
#pragma once

#include "play/counsel.hpp"

namespace touchline::bots {

// `random` and `coach`.
class Players final : public PlayerMaker {
public:
    [[nodiscard]] std::vector<std::string> names() const override;
    [[nodiscard]] std::unique_ptr<Player> make(std::string_view name, u64 seed) override;
};

} // namespace touchline::bots
