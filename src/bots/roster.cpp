// The list of bots: those that follow a habit, and those that play by strength.
#include "bots/roster.hpp"

#include "bots/strength.hpp"

namespace touchline::bots {

using namespace analysis;

namespace {

class RandomBot final : public Strategy {
public:
    [[nodiscard]] StrategyInput input() const override { return StrategyInput::actions; }
    [[nodiscard]] Shares shares(const Decision& at) const override { return evenly(at.legal().size()); }
};

// Takes the first (or last) of the listed actions: the plainest of habits.
enum class Which { first, last };

class FixedBot final : public Strategy {
public:
    explicit FixedBot(Which which) : which_(which) {}
    [[nodiscard]] StrategyInput input() const override { return StrategyInput::actions; }
    [[nodiscard]] Shares shares(const Decision& at) const override { return listed(at.legal().size()); }
    [[nodiscard]] Shares listed(std::size_t actions) const override {
        return only(which_ == Which::first ? 0 : actions - 1, actions);
    }

private:
    Which which_;
};

// The habits of the game's coach.
class CoachBot final : public Strategy {
public:
    [[nodiscard]] bool habitual() const override { return true; }
    [[nodiscard]] Shares shares(const Decision& at) const override { return at.coached(); }
};

// The coach with one habit: where three points could be kicked for, the ball punted away or a down played, it always
// (or never) plays on.
class GoingBot final : public Strategy {
public:
    explicit GoingBot(Going going) : going_(going) {}
    [[nodiscard]] bool habitual() const override { return true; }
    [[nodiscard]] Shares shares(const Decision& at) const override {
        const std::optional<Action> habit = at.going(going_);
        return habit ? only(place_of(at.legal(), *habit), at.legal().size()) : at.coached();
    }

private:
    Going going_;
};

// A bot that needs no solver.
struct Habit {
    std::string_view name;
    std::unique_ptr<Strategy> (*make)();
};

// The weakest first.
constexpr std::array<Habit, 6> kHabits{{
    {"random", []() -> std::unique_ptr<Strategy> { return std::make_unique<RandomBot>(); }},
    {"first", []() -> std::unique_ptr<Strategy> { return std::make_unique<FixedBot>(Which::first); }},
    {"last", []() -> std::unique_ptr<Strategy> { return std::make_unique<FixedBot>(Which::last); }},
    {"always-go", []() -> std::unique_ptr<Strategy> { return std::make_unique<GoingBot>(Going::always); }},
    {"never-go", []() -> std::unique_ptr<Strategy> { return std::make_unique<GoingBot>(Going::never); }},
    {"coach", []() -> std::unique_ptr<Strategy> { return std::make_unique<CoachBot>(); }},
}};

} // namespace

std::vector<std::string> bot_names() {
    std::vector<std::string> names;
    for (const Habit& habit : kHabits) names.emplace_back(habit.name);
    for (std::size_t i = kStrengths.size(); i-- > 0;) names.emplace_back(kStrengths[i].name);
    return names;
}

std::unique_ptr<Strategy> make_bot(std::string_view name, const Patience& patience) {
    for (const Habit& habit : kHabits)
        if (habit.name == name) return habit.make();
    for (const Strength& strength : kStrengths)
        if (strength.name == name) return std::make_unique<StrongBot>(strength.budget, patience);
    return nullptr;
}

} // namespace touchline::bots
