// A million games played under the solved choices, a quarter of them in each game that has any: what is promised comes
// out.
#include "core/random.hpp"
#include "play/kind.hpp"
#include "play/table_for.hpp"
#include "said.hpp"
#include "solve/odds.hpp"
#include "solve/pocket_gridiron/solver.hpp"
#include "solve/pocket_rugby/solver.hpp"
#include "solve/red_boar_gridiron/solver.hpp"
#include "solve/sports_dice_football/solver.hpp"
#include "solve/state_map.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace touchline::solve {
namespace {

constexpr int kGames = 250'000;

// Plays from a position, both seats taking the best action; what is best is asked once for each position.
template <class R, class Solver>
class Play {
public:
    using State = typename R::State;

    Play(const R& rules, Solver& solver) : rules_(rules), solver_(solver) {}

    Result game(State state, Random& random) {
        for (;;) {
            const Turn turn = rules_.turn(state);
            if (turn.kind == TurnKind::over) return rules_.result(state);
            if (turn.kind == TurnKind::chance)
                rules_.resolve(state, rules_.sample(state, random));
            else
                rules_.play(state, best(state));
        }
    }
    [[nodiscard]] std::size_t choices() const { return best_.size(); }

private:
    Action best(const State& state) {
        const auto [index, fresh] = met_.place(state);
        if (!fresh) return best_[index];
        if (!solver_.covers(state)) { // an overtime, which the time before it does not ask for
            Job job;
            solver_.solve_for(state, job);
        }
        best_.push_back(advise(rules_, solver_, state).front().action);
        return best_[index];
    }

    const R& rules_;
    Solver& solver_;
    StateMap<State> met_;
    std::vector<Action> best_; // by number in met_
};

// Within 4.5 standard errors, which a right solver misses with one seed in a hundred thousand.
template <class R, class Solver>
void expect_what_was_promised(const Json& options, const Json& fields) {
    auto opened = kind_named(R::kId)->open(options, std::nullopt);
    ASSERT_TRUE(opened) << said(opened.error().message);
    const auto set = (*opened)->set(fields);
    ASSERT_TRUE(set) << said(set.error().message);
    const auto& table = dynamic_cast<const TableFor<R>&>(**opened);
    const R& rules = *table.shared_rules();
    Solver solver(rules);
    Job job(2);
    solver.solve_for(table.position(), job);
    const Worth promised = odds(rules, solver, table.position()).worth;

    Play play(rules, solver);
    Random random(20261116);
    double sum = 0;
    double squares = 0;
    int draws = 0;
    for (int game = 0; game < kGames; ++game) {
        const Result result = play.game(table.position(), random);
        const double value = worth_of(result).value;
        sum += value;
        squares += value * value;
        draws += result == Result::draw ? 1 : 0;
    }
    const double mean = sum / kGames;
    const double error = std::sqrt((squares / kGames - mean * mean) / kGames);
    EXPECT_NEAR(mean, promised.value, 4.5 * error);
    const double drawn = static_cast<double>(draws) / kGames;
    EXPECT_NEAR(drawn, promised.draw, 4.5 * std::sqrt(promised.draw * (1 - promised.draw) / kGames));
    EXPECT_GT(play.choices(), 100U);
    EXPECT_GT(promised.value, 0.05);
    EXPECT_LT(promised.value, 0.95);
}

TEST(PlayedOut, SportsDiceFootball) {
    expect_what_was_promised<sports_dice_football::Rules, sports_dice_football::Solver>({{"target", 7}},
                                                                                        Json::object());
}

TEST(PlayedOut, PocketGridiron) {
    expect_what_was_promised<pocket_gridiron::Rules, pocket_gridiron::Solver>(
        Json::object(), {{"drives", {{"home", 1}, {"away", 1}}}, {"score", {{"home", 10}, {"away", 12}}}});
}

TEST(PlayedOut, PocketRugby) {
    expect_what_was_promised<pocket_rugby::Rules, pocket_rugby::Solver>(Json::object(),
                                                                        {{"score", {{"home", 33}, {"away", 35}}}});
}

TEST(PlayedOut, RedBoarGridiron) {
    expect_what_was_promised<red_boar_gridiron::Rules, red_boar_gridiron::Solver>(
        {{"mode", "dice"}}, {{"quarter", 4}, {"clock", 90}, {"score", {{"home", 14}, {"away", 17}}}});
}

} // namespace
} // namespace touchline::solve
