// Seats a bot at a table: draws its actions by its shares, from a random stream of its own.
#include "bots/players.hpp"

#include "bots/roster.hpp"
#include "bots/strength.hpp"

#include <algorithm>

namespace touchline::bots {

namespace {

class NamedPlayer final : public Player {
public:
    NamedPlayer(std::unique_ptr<analysis::Strategy> bot, u64 seed, analysis::Library& library)
        : bot_(std::move(bot)), random_(seed), library_(library) {}

    [[nodiscard]] std::string choose(const Table& table, Seat seat) override {
        const Shares shares = library_.of(table)->shares(table, seat, *bot_);
        return std::string(table.turn(viewer_of(seat)).actions[analysis::drawn(shares, random_)]);
    }

private:
    std::unique_ptr<analysis::Strategy> bot_;
    Random random_;
    analysis::Library& library_;
};

} // namespace

std::vector<std::string> Players::names() const { return bot_names(); }

std::optional<double> Players::loss(std::string_view name) const {
    const auto at = std::ranges::find(kStrengths, name, &Strength::name);
    return at == kStrengths.end() ? std::nullopt : std::optional(at->budget);
}

std::unique_ptr<Player> Players::make(std::string_view name, u64 seed) {
    std::unique_ptr<analysis::Strategy> bot = make_bot(name, patience_);
    return bot ? std::make_unique<NamedPlayer>(std::move(bot), seed, library_) : nullptr;
}

} // namespace touchline::bots
