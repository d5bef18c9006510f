// Policies of Pocket Sports Rugby under the house rules that leave more to them or remember more: valued and followed
// against plain sweeps over all positions. Each seat looks at other things.
#include "core/shares.hpp"
#include "lab/plain_value.hpp"
#include "play/kind.hpp"
#include "play/table_for.hpp"
#include "said.hpp"
#include "solve/odds.hpp"
#include "solve/pocket_rugby/solver.hpp"

#include <gtest/gtest.h>

namespace touchline::solve {
namespace {

using RugbyRules = touchline::pocket_rugby::Rules;
using RugbyState = touchline::pocket_rugby::State;

// The same rules with yellow cards counted to two: more change nothing, and the positions stay few.
struct FewYellows : RugbyRules {
    explicit FewYellows(const RugbyRules& rules) : RugbyRules(rules) {}
    void resolve(RugbyState& s, Outcome outcome) const {
        RugbyRules::resolve(s, outcome);
        for (u8& total : s.yellow_total) total = std::min<u8>(total, 2);
    }
};

Shares shared_by(const std::vector<double>& weights) {
    double sum = 0;
    for (double weight : weights) sum += weight;
    Shares shares;
    for (double weight : weights) shares.push_back(weight / sum);
    return shares;
}

// Odd ways to play, so that whatever is asked of the wrong position or with the wrong values shows.
class OddPolicy final : public Policy<RugbyState> {
public:
    OddPolicy(StrategyInput home, StrategyInput away) : inputs_{home, away} {}

    [[nodiscard]] StrategyInput input(Seat seat) const override { return inputs_[seat]; }
    [[nodiscard]] Shares shares(const RugbyState& s, Seat seat, const ActionList& legal) const override {
        std::vector<double> weights;
        for (std::size_t i = 0; i < legal.size(); ++i) {
            double weight = 1 + static_cast<double>(i);
            if (input(seat) == StrategyInput::everything) weight += looked(s) * (0.1 + static_cast<double>(i));
            weights.push_back(weight);
        }
        return shared_by(weights);
    }
    [[nodiscard]] Shares valued(Seat, std::span<const double> values) const override {
        const double best = *std::ranges::max_element(values);
        std::vector<double> weights;
        for (double value : values) weights.push_back(1 / (0.01 + best - value));
        return shared_by(weights);
    }

private:
    [[nodiscard]] static double looked(const RugbyState& s) {
        const auto hit = s.ball.tackle != touchline::pocket_rugby::kNone;
        const auto range = s.ball.range != touchline::pocket_rugby::kNone;
        return 0.37 * s.quick_tap + 0.11 * s.score[0] + 0.05 * s.cards[0] + 0.7 * s.injured[0] + 0.3 * s.injured[1] +
               (hit ? 1.3 : 0) + (range ? 0.2 * s.ball.range : 0);
    }

    BySeat<StrategyInput> inputs_;
};

// What the policy does at one choice, asked as its seats ask.
Shares asked(const RugbyRules& rules, const pocket_rugby::Solver& solver, const OddPolicy& policy,
             const RugbyState& s) {
    const Seat seat = rules.turn(s).seat;
    const ActionList legal = rules.legal(s, seat);
    const StrategyInput input = policy.input(seat);
    if (!uses_values(input)) return policy.shares(s, seat, legal);
    std::vector<double> values;
    for (Action action : legal) {
        RugbyState next = s;
        rules.play(next, action);
        values.push_back(odds(rules, solver, next).value(seat));
    }
    if (input == StrategyInput::values) return policy.valued(seat, values);
    const double best = *std::ranges::max_element(values);
    const auto first = std::ranges::find_if(values, [&](double value) { return best - value <= 1e-10; });
    Shares shares;
    for (auto at = values.begin(); at != values.end(); ++at) shares.push_back(at == first ? 1 : 0);
    return shares;
}

void expect_policies_agree(const Json& options, const Json& fields) {
    auto opened = kind_named("pocket-rugby")->open(options, std::nullopt);
    ASSERT_TRUE(opened) << said(opened.error().message);
    const auto done = (*opened)->set(fields);
    ASSERT_TRUE(done) << said(done.error().message);
    const auto& table = dynamic_cast<const TableFor<RugbyRules>&>(**opened);
    const RugbyRules& rules = table.rules();
    const RugbyState from = table.position();
    pocket_rugby::Solver solver(rules);
    Job job;
    solver.solve_for(from, job);
    using enum StrategyInput;
    for (const auto& [home, away] :
         {std::pair{actions, everything}, {everything, values}, {values, actions}, {best, everything}}) {
        const OddPolicy policy(home, away);
        const double plain =
            test::plain_value(FewYellows(rules), from, [&](const RugbyState& s, Seat, const ActionList&) {
                return asked(rules, solver, policy, s);
            });
        EXPECT_NEAR(solver.value_policy(policy, from, 1e-10, job).odds.worth.value, plain, 1e-9) << options;
        EXPECT_NEAR(solver.follow(policy, from, job).results[static_cast<std::size_t>(Result::home)], plain, 1e-8)
            << options;
    }
}

const Json kTwoEach{{"home", 2}, {"away", 2}};
const Json kACardToCome{
    {"score", {{"home", 38}, {"away", 37}}}, {"yellow_total", {{"home", 1}, {"away", 2}}}, {"cards", {{"away", 2}}}};

TEST(RugbyPolicies, AgreeWithPlainSweepsInTheBox) { expect_policies_agree({{"injuries", false}}, kACardToCome); }

TEST(RugbyPolicies, AgreeWhereBigHitsInARowInjure) {
    expect_policies_agree(
        {{"big_hits", "in-a-row"}},
        {{"score", {{"home", 38}, {"away", 39}}},
         {"cards", kTwoEach},
         {"injured", {{"home", {"forward", "centre", "back"}}, {"away", {"forward", "wing", "back"}}}}});
}

TEST(RugbyPolicies, AgreeWhereCheckingIsAChoice) {
    for (const char* range : {"after", "before"})
        expect_policies_agree({{"injuries", false}, {"card_check", "may"}, {"penalty_range", range}}, kACardToCome);
    expect_policies_agree({{"home_team", "new-zealand"},
                           {"away_team", "south-africa"},
                           {"injuries", false},
                           {"attempts", "may"},
                           {"tap_reset", "penalty"}},
                          {{"score", {{"home", 37}, {"away", 36}}}, {"cards", kTwoEach}});
}

TEST(RugbyPolicies, AgreeWithPointsTogether) {
    expect_policies_agree({{"injuries", false}, {"points", "together"}},
                          {{"score", {{"home", 17}, {"away", 20}}}, {"cards", kTwoEach}});
}

TEST(RugbyPolicies, AgreeWithAllHouseRulesAtOnce) {
    expect_policies_agree(
        {{"home_team", "new-zealand"},
         {"away_team", "england"},
         {"failed_steal", "second-roll"},
         {"big_hits", "in-a-row"},
         {"missed_kick", "keep"},
         {"attempts", "may"},
         {"card_check", "may"},
         {"card_penalty", "all-dice"},
         {"points", "together"},
         {"tap_reset", "penalty"}},
        {{"score", {{"home", 18}, {"away", 20}}},
         {"yellow_total", {{"home", 1}, {"away", 2}}},
         {"cards", {{"away", 2}}},
         {"injured", {{"home", {"forward", "centre", "back"}}, {"away", {"forward", "centre", "wing", "back"}}}}});
}

} // namespace
} // namespace touchline::solve
