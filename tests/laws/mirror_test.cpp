// Swapping the seats swaps the result: the same dice for the other side, seat by seat.
#include "laws/settings.hpp"
#include "play/dice.hpp"
#include "said.hpp"

#include <gtest/gtest.h>

namespace touchline {
namespace {

Json mirrored_options(const Json& options) {
    Json mirrored = options;
    if (options.contains("home_team")) mirrored["away_team"] = options["home_team"];
    if (options.contains("away_team")) mirrored["home_team"] = options["away_team"];
    for (auto& [name, value] : mirrored.items()) // an option that names a seat
        if (value == "home" || value == "away") value = value == "home" ? "away" : "home";
    return mirrored;
}

// A coin falls for the other seat; where both seats turn cards or roll at once, they change places.
std::vector<std::string> mirrored_tokens(std::string_view game, const StepText& step) {
    std::vector<std::string> tokens(step.tokens.begin(), step.tokens.end());
    if (step.event == "toss" && tokens.size() == 1) return {tokens[0] == "home" ? "away" : "home"};
    if (game != "gridiron-glory" || (step.event != "toss" && step.event != "flip" && step.event != "fumble"))
        return tokens;
    std::rotate(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(tokens.size() / 2), tokens.end());
    if (step.event != "toss") {
        tokens[0].back() = 'H';
        tokens[1].back() = 'S';
    }
    return tokens;
}

// Team cards change sides with their seats; cards that were not named are the sheet's first, so both are named here.
Json with_teams_named(const Setting& setting) {
    Json options = setting.options;
    if (setting.kind->id() != "pocket-gridiron" || options.value("mode", "basic") != "pro") return options;
    const Json state = (*setting.kind->open(options, std::nullopt))->state();
    options["home_team"] = state["teams"]["home"];
    options["away_team"] = state["teams"]["away"];
    return options;
}

class Mirror : public testing::TestWithParam<Setting> {};

TEST_P(Mirror, SwappingTheSeatsSwapsTheResult) {
    const Kind& kind = *GetParam().kind;
    const Json options = with_teams_named(GetParam());
    for (u64 seed = 41; seed <= 43; ++seed) {
        auto table = std::move(*kind.open(options, std::nullopt));
        auto opposite = std::move(*kind.open(mirrored_options(options), std::nullopt));
        SeededDice dice(seed);
        while (!table->over()) {
            const TurnText turn = table->turn();
            if (turn.kind == TurnKind::chance) {
                ASSERT_TRUE(table->roll(dice));
                const std::vector<std::string> tokens = mirrored_tokens(kind.id(), table->step(table->steps() - 1));
                auto done = opposite->roll(std::vector<std::string_view>(tokens.begin(), tokens.end()));
                ASSERT_TRUE(done) << said(done.error().message);
            } else {
                const Seat seat = turn.kind == TurnKind::secret ? turn.waiting.front() : turn.seat;
                const auto actions = table->turn(viewer_of(seat)).actions;
                const std::string action(actions[dice.below(static_cast<u32>(actions.size()))]);
                ASSERT_TRUE(table->choose(seat, action));
                auto done = opposite->choose(other(seat), action);
                ASSERT_TRUE(done) << said(done.error().message);
            }
        }
        ASSERT_TRUE(opposite->over());
        EXPECT_EQ(table->score().home, opposite->score().away);
        EXPECT_EQ(table->score().away, opposite->score().home);
        const Result result = table->turn().winner;
        const Result swapped = result == Result::home   ? Result::away
                               : result == Result::away ? Result::home
                                                        : Result::draw;
        EXPECT_EQ(opposite->turn().winner, swapped);
    }
}

INSTANTIATE_TEST_SUITE_P(Games, Mirror, testing::ValuesIn(all_settings()),
                         [](const testing::TestParamInfo<Setting>& each) { return name_of(each.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Mirror);

} // namespace
} // namespace touchline
