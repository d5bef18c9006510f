// The players that can take a seat at a table, by name.
#pragma once

#include "analysis/library.hpp"
#include "play/evaluator.hpp"

namespace touchline::bots {

// Every bot of bots/roster.hpp. The library lives longer than the players that are made.
class Players final : public PlayerMaker {
public:
    // A strength that has to wait longer than `patience` for its book plays as the coach until it is there.
    explicit Players(analysis::Library& library, analysis::Patience patience = {})
        : library_(library), patience_(std::move(patience)) {}
    // With a library of its own.
    Players() : own_(std::make_unique<analysis::Library>()), library_(*own_) {}
    [[nodiscard]] std::vector<std::string> names() const override;
    [[nodiscard]] std::optional<double> loss(std::string_view name) const override;
    [[nodiscard]] std::unique_ptr<Player> make(std::string_view name, u64 seed) override;

private:
    std::unique_ptr<analysis::Library> own_;
    analysis::Library& library_;
    analysis::Patience patience_{};
};

} // namespace touchline::bots
