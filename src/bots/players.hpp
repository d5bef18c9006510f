// The players that can take a seat at a table, by name.
#pragma once

#include "bots/library.hpp"
#include "play/counsel.hpp"

namespace touchline::bots {

// Every bot of bots/roster.hpp. The library lives longer than the players that are made.
class Players final : public PlayerMaker {
public:
    explicit Players(Library& library) : library_(library) {}
    // With a library of its own.
    Players() : own_(std::make_unique<Library>()), library_(*own_) {}
    [[nodiscard]] std::vector<std::string> names() const override;
    [[nodiscard]] std::unique_ptr<Player> make(std::string_view name, u64 seed) override;

private:
    std::unique_ptr<Library> own_;
    Library& library_;
};

} // namespace touchline::bots
