#include "bots/players.hpp"

#include "bots/roster.hpp"
#include "play/visit.hpp"

#include <algorithm>

namespace touchline::bots {

namespace {

class NamedPlayer final : public Player {
public:
    NamedPlayer(std::string name, u64 seed, Library& library, Patience patience)
        : name_(std::move(name)), random_(seed), library_(library), patience_(std::move(patience)) {}

    [[nodiscard]] std::string choose(const Table& table, Seat seat) override {
        std::string action;
        visit(table, [&](const auto& at) {
            const auto bot = make_bot(name_, at, library_, patience_);
            const auto view = view_of(at.rules(), at.position(), seat);
            const ActionList legal = at.rules().legal(at.position(), seat);
            const auto memory = memory_of(at);
            const Action chosen = bot->choose(at.rules(), {view, seat, legal, &memory}, random_);
            action = at.rules().action_name(at.position(), chosen);
        });
        return action;
    }

private:
    std::string name_;
    Random random_;
    Library& library_;
    Patience patience_;
};

} // namespace

std::vector<std::string> Players::names() const { return bot_names(); }

std::optional<double> Players::loss(std::string_view name) const {
    const auto at = std::ranges::find(kStrengths, name, &Strength::name);
    return at == kStrengths.end() ? std::nullopt : std::optional(at->budget);
}

std::unique_ptr<Player> Players::make(std::string_view name, u64 seed) {
    const std::vector<std::string> known = bot_names();
    if (std::ranges::find(known, name) == known.end()) return nullptr;
    return std::make_unique<NamedPlayer>(std::string(name), seed, library_, patience_);
}

} // namespace touchline::bots
