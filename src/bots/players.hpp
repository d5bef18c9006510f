// The players that can take a seat at a table, by name.
#pragma once

#include "bots/library.hpp"
#include "play/counsel.hpp"

namespace touchline::bots {

// Every bot of bots/roster.hpp. The library lives longer than the players that are made.
class Players final : public PlayerMaker {
public:
    // A strength that has to wait longer than `patience` for its book plays as the coach until it is there.
    explicit Players(Library& library, Patience patience = {}) : library_(library), patience_(std::move(patience)) {}
    // With a library of its own.
    Players() : own_(std::make_unique<Library>()), library_(*own_) {}
    [[nodiscard]] std::vector<std::string> names() const override;
    [[nodiscard]] std::optional<double> loss(std::string_view name) const override;
    [[nodiscard]] std::unique_ptr<Player> make(std::string_view name, u64 seed) override;

private:
    std::unique_ptr<Library> own_;
    Library& library_;
    Patience patience_{};
};

} // namespace touchline::bots
