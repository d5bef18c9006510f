// What an option says that it needs: without it, the option changes nothing in any game.
#include "laws/settings.hpp"
#include "play/random_play.hpp"

#include <gtest/gtest.h>

namespace touchline {
namespace {

// Every position and turn of a random game.
std::string game_of(const Kind& kind, const Json& options, u64 seed) {
    auto opened = kind.open(options, std::nullopt);
    if (!opened) return {}; // refused is without effect too
    Table& table = **opened;
    SeededDice dice(seed);
    std::string told;
    while (!table.over() && table.steps() < kMostSteps) {
        const TurnText turn = table.turn();
        told += table.state().dump();
        told += turn.event;
        for (std::string_view action : turn.actions) told.append(" ").append(action);
        if (!random_step(table, dice)) return "a step was refused: " + told;
    }
    return told + table.state().dump();
}

// Options with which none of the needs is met.
Json unmet(const Kind& kind, const OptionNeeds& needs) {
    Json options = Json::object();
    for (const auto& [name, wanted] : needs) {
        const auto spec = std::ranges::find(kind.options(), name, &OptionSpec::name);
        EXPECT_NE(spec, kind.options().end()) << kind.id() << " has no " << name;
        if (spec == kind.options().end()) continue;
        for (const OptionValue& value : wanted)
            EXPECT_NE(std::ranges::find(spec->values, value), spec->values.end())
                << name << " is never " << text(value);
        const auto other = std::ranges::find_if(
            spec->values, [&](const OptionValue& value) { return std::ranges::find(wanted, value) == wanted.end(); });
        EXPECT_NE(other, spec->values.end()) << name << " always does";
        if (other != spec->values.end()) options[name] = json(*other);
    }
    return options;
}

void expect_nothing(const Kind& kind, const OptionSpec& spec, const OptionValue& value, const OptionNeeds& needs) {
    const Json base = unmet(kind, needs);
    Json with = base;
    with[spec.name] = json(value);
    for (u64 seed = 1; seed <= 40; ++seed) {
        const std::string told = game_of(kind, with, seed);
        EXPECT_TRUE(told.empty() || told == game_of(kind, base, seed))
            << kind.id() << ": " << with.dump() << " does something, seed " << seed;
    }
}

TEST(Needs, AnOptionDoesNothingWithoutWhatItNeeds) {
    int options = 0;
    for (const Kind* kind : kinds())
        for (const OptionSpec& spec : kind->options()) {
            options += spec.needs.empty() ? 0 : 1;
            for (const OptionValue& value : spec.values) {
                if (!spec.needs.empty()) expect_nothing(*kind, spec, value, spec.needs);
                if (const auto own = spec.value_needs.find(text(value)); own != spec.value_needs.end())
                    expect_nothing(*kind, spec, value, own->second);
            }
        }
    EXPECT_GT(options, 0);
}

} // namespace
} // namespace touchline
