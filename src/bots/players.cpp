#include "bots/players.hpp"

#include "bots/coach.hpp"
#include "play/visit.hpp"

namespace touchline::bots {

namespace {

class RandomPlayer final : public Player {
public:
    explicit RandomPlayer(u64 seed) : random_(seed) {}
    [[nodiscard]] std::string choose(const Table& table, Seat seat) override {
        std::string action;
        visit(table, [&](const auto& at) {
            action = at.rules().action_name(at.position(), any_action(at.rules(), at.position(), seat, random_));
        });
        return action;
    }

private:
    Random random_;
};

class CoachPlayer final : public Player {
public:
    explicit CoachPlayer(u64 seed) : random_(seed) {}
    [[nodiscard]] std::string choose(const Table& table, Seat seat) override {
        std::string action;
        visit(table, [&](const auto& at) {
            action = at.rules().action_name(at.position(), coached_action(at.rules(), at.position(), seat, random_));
        });
        return action;
    }

private:
    Random random_;
};

} // namespace

std::vector<std::string> Players::names() const { return {"random", "coach"}; }

std::unique_ptr<Player> Players::make(std::string_view name, u64 seed) {
    if (name == "random") return std::make_unique<RandomPlayer>(seed);
    if (name == "coach") return std::make_unique<CoachPlayer>(seed);
    return nullptr;
}

} // namespace touchline::bots
