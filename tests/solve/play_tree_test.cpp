// Play trees and the programs built from them, checked on Pig; iteration of layers that lead back to themselves.
#include "solve/iterate.hpp"
#include "solve/play_tree.hpp"

#include "obvious.hpp"
#include "pig/pig.hpp"
#include "solve/job.hpp"

#include <gtest/gtest.h>

namespace touchline::solve {
namespace {

constexpr auto kDeciding = [](const pig::State& state) { return state.rolling == 0; };

pig::Rules pig_to(int target) {
    pig::Rules rules;
    rules.target = target;
    return rules;
}

TEST(PlayTree, ATurnOfPigHasItsTwoChoicesAndSixFaces) {
    const pig::Rules rules;
    const auto tree = compile(rules, kDeciding, rules.start());
    EXPECT_EQ(tree.program.nodes(), 2U); // a choice of home, a throw
    EXPECT_EQ(tree.stations.size(), 6U); // the turn passed (by a 1 or by holding nothing), 2 to 6 kept
    EXPECT_EQ(tree.program.edges(), 2 + 6U);
}

TEST(PlayTree, EvaluatesToTheSameAsTheRulesDo) {
    const pig::Rules rules = pig_to(12);
    const test::Obvious<pig::Rules> obvious(rules, rules.start());
    for (const pig::State& state : obvious.states()) {
        if (rules.turn(state).kind == TurnKind::over) continue;
        const auto tree = compile(rules, kDeciding, state);
        std::vector<Worth> slots(tree.program.slots());
        for (std::size_t i = 0; i < tree.stations.size(); ++i) slots[Program::slot(i)] = obvious.at(tree.stations[i]);
        tree.program.evaluate(slots);
        ASSERT_NEAR(slots[tree.program.roots()[0]].value, obvious.at(state).value, 1e-14);
    }
}

TEST(PlayTree, RowsAreEvaluatedAsScalarsAre) {
    const pig::Rules rules = pig_to(30);
    pig::State state;
    state.banked = {3, 4};
    state.kept = 5;
    const auto tree = compile(rules, kDeciding, state);
    constexpr std::size_t kContexts = 150;
    Random random(7);
    std::vector<std::vector<double>> values(tree.stations.size(), std::vector<double>(kContexts));
    std::vector<std::vector<double>> draws = values;
    std::vector<Row> rows;
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (double& value : values[i]) value = random.below(1000) / 1000.0;
        for (double& draw : draws[i]) draw = random.below(1000) / 1000.0;
        rows.push_back({values[i].data(), draws[i].data()});
    }
    std::vector<double> value(kContexts), draw(kContexts), plain(kContexts);
    const RowOut both{value.data(), draw.data()};
    const RowOut only{plain.data(), nullptr};
    tree.program.evaluate_rows(rows, kContexts, std::span(&both, 1));
    tree.program.evaluate_rows(rows, kContexts, std::span(&only, 1));
    std::vector<Worth> slots(tree.program.slots());
    for (std::size_t k = 0; k < kContexts; ++k) {
        for (std::size_t i = 0; i < values.size(); ++i) slots[Program::slot(i)] = {values[i][k], draws[i][k]};
        tree.program.evaluate(slots);
        ASSERT_EQ(slots[tree.program.roots()[0]], (Worth{value[k], draw[k]})) << "context " << k;
        ASSERT_EQ(plain[k], value[k]);
    }
}

TEST(ProgramBuilder, OfEquallyGoodOptionsTheDrawOfTheFirstIsTaken) {
    ProgramBuilder builder;
    const u32 coin =
        builder.chance({{ProgramBuilder::result(Result::home), 1}, {ProgramBuilder::result(Result::away), 1}});
    const u32 root = builder.choice(Seat::away, {coin, ProgramBuilder::result(Result::draw)});
    const Program program = builder.finish(0, {root});
    std::vector<Worth> slots(program.slots());
    program.evaluate(slots);
    EXPECT_EQ(slots[program.roots()[0]], (Worth{0.5, 0}));
}

TEST(ProgramBuilder, ChanceOfChanceIsMultipliedOut) {
    ProgramBuilder builder;
    const u32 inner = builder.chance({{ProgramBuilder::station(0), 1}, {ProgramBuilder::station(1), 2}});
    const u32 outer = builder.chance({{inner, 1}, {ProgramBuilder::station(1), 3}});
    const Program program = builder.finish(2, {outer});
    EXPECT_EQ(program.nodes(), 1U);
    EXPECT_EQ(program.edges(), 2U);
    std::vector<Worth> slots(program.slots());
    slots[Program::slot(0)] = {1, 0};
    program.evaluate(slots);
    EXPECT_DOUBLE_EQ(slots[program.roots()[0]].value, 1.0 / 12);
}

TEST(ProgramBuilder, EqualNodesAreOne) {
    ProgramBuilder builder;
    const u32 first = builder.chance({{ProgramBuilder::station(0), 2}, {ProgramBuilder::station(1), 4}});
    const u32 second = builder.chance({{ProgramBuilder::station(1), 2}, {ProgramBuilder::station(0), 1}});
    EXPECT_EQ(first, second);
    EXPECT_EQ(builder.choice(Seat::home, {first, second}), first);
}

// All positions of Pig as one layer that leads back to itself.
struct PigLayer {
    explicit PigLayer(const pig::Rules& rules) {
        StateMap<pig::State> map;
        map.place(rules.start());
        for (std::size_t i = 0; i < map.size(); ++i) {
            const pig::State state = map[i];
            trees.push_back(compile(rules, kDeciding, state));
            links.emplace_back();
            for (const pig::State& next : trees.back().stations) links.back().push_back(map.place(next).index);
        }
        states = map.states();
    }
    [[nodiscard]] std::size_t size() const { return trees.size(); }
    [[nodiscard]] std::size_t width() const { return 1; }
    [[nodiscard]] double rounding() const {
        double most = 0;
        for (const auto& tree : trees) most = std::max(most, tree.program.rounding());
        return most;
    }
    void update(std::size_t i, const double* values, const double* draws, double* value, double* draw) const {
        std::vector<Worth> slots(trees[i].program.slots());
        for (std::size_t link = 0; link < links[i].size(); ++link)
            slots[Program::slot(link)] = {values[links[i][link]], draws != nullptr ? draws[links[i][link]] : 0};
        trees[i].program.evaluate(slots);
        *value = slots[trees[i].program.roots()[0]].value;
        if (draw != nullptr) *draw = slots[trees[i].program.roots()[0]].draw;
    }
    std::vector<PlayTree<pig::State>> trees;
    std::vector<std::vector<u32>> links;
    std::vector<pig::State> states;
};

TEST(Iterate, ALayerThatLeadsBackToItselfIsSolvedWithinItsBound) {
    const pig::Rules rules = pig_to(10);
    const test::Obvious<pig::Rules> obvious(rules, rules.start());
    const PigLayer layer(rules);
    for (const double target : {1e-4, 1e-12}) {
        std::vector<double> values(layer.size());
        std::vector<double> draws(layer.size());
        const Solved solved = solve_layer(layer, Draws::some, target, values.data(), draws.data());
        EXPECT_LE(solved.bound, target * 1.01);
        for (std::size_t i = 0; i < layer.size(); ++i) {
            if (rules.turn(layer.states[i]).kind == TurnKind::over) continue;
            ASSERT_NEAR(values[i], obvious.at(layer.states[i]).value, solved.bound + 1e-14);
            ASSERT_LE(draws[i], 2 * solved.bound);
        }
    }
}

} // namespace
} // namespace touchline::solve
