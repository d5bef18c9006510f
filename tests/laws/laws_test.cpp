// The laws that every game must keep, written once and run on all games of games/all.hpp with every option value.
#include "laws/settings.hpp"
#include "play/position.hpp"
#include "play/random_play.hpp"
#include "play/record.hpp"
#include "play/words.hpp"
#include "said.hpp"
#include "typed_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace touchline {
namespace {

class Laws : public testing::TestWithParam<Setting> {
protected:
    [[nodiscard]] std::unique_ptr<Table> open() const {
        return std::move(*GetParam().kind->open(GetParam().options, std::nullopt));
    }

    static void step(Table& table, SeededDice& dice) { ASSERT_TRUE(random_step(table, dice)); }

    static void play(Table& table, u64 seed) {
        SeededDice dice(seed);
        while (!table.over()) {
            step(table, dice);
            if (HasFatalFailure()) return;
            ASSERT_LT(table.steps(), kMostSteps) << "seed " << seed;
        }
    }
};

TEST_P(Laws, RandomPlayEnds) {
    for (u64 seed = 1; seed <= 5; ++seed) {
        auto table = open();
        play(*table, seed);
        ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
    }
}

TEST_P(Laws, SomebodyCanAlwaysActAndNoMootChoiceIsAsked) {
    auto table = open();
    SeededDice dice(11);
    while (!table->over()) {
        const TurnText turn = table->turn();
        EXPECT_FALSE(turn.event.empty());
        if (turn.kind == TurnKind::choice) {
            ASSERT_GE(turn.actions.size(), 2u) << turn.event;
            EXPECT_EQ(std::set(turn.actions.begin(), turn.actions.end()).size(), turn.actions.size()) << turn.event;
        }
        step(*table, dice);
        ASSERT_FALSE(HasFatalFailure());
    }
}

TEST_P(Laws, WeightsArePositiveAndTokensAreUniqueAndComeBack) {
    auto table = open();
    SeededDice dice(12);
    std::map<std::string, int> looked;
    while (!table->over()) {
        const TurnText turn = table->turn();
        if (turn.kind == TurnKind::chance && looked[std::string(turn.event)]++ < 2)
            test::visit(*table, [&](const auto& at) {
                std::set<std::vector<std::string_view>> seen;
                at.rules().chances(at.position(), [&](Outcome outcome, Weight weight) {
                    EXPECT_GT(weight, 0u);
                    const Tokens tokens = at.rules().tokens(at.position(), outcome);
                    EXPECT_EQ(static_cast<int>(tokens.size()), turn.count);
                    const std::vector<std::string_view> list(tokens.begin(), tokens.end());
                    EXPECT_TRUE(seen.insert(list).second) << turn.event << ": two outcomes of one name";
                    const auto back = at.rules().outcome(at.position(), list);
                    ASSERT_TRUE(back) << turn.event << ": " << said(back.error());
                    EXPECT_EQ(*back, outcome) << turn.event;
                });
                EXPECT_FALSE(seen.empty()) << turn.event;
            });
        step(*table, dice);
        ASSERT_FALSE(HasFatalFailure());
    }
}

// Expected and seen counts of one cell.
struct Cell {
    double weight = 0;
    int seen = 0;
};

// Five standard deviations and some: a wrong die is far beyond, bad luck is not.
void expect_fits(const std::map<u64, Cell>& cells, double total, int samples, std::string_view event) {
    double chi_squared = 0;
    Cell rare; // outcomes too rare for a cell of their own
    int used = 0;
    const auto add = [&](double expected, int seen) {
        chi_squared += (seen - expected) * (seen - expected) / expected;
        ++used;
    };
    for (const auto& [code, cell] : cells) {
        const double expected = samples * cell.weight / total;
        if (expected >= 10) {
            add(expected, cell.seen);
        } else {
            rare.weight += expected;
            rare.seen += cell.seen;
        }
    }
    if (rare.weight >= 10) add(rare.weight, rare.seen);
    const double freedom = std::max(1, used - 1);
    EXPECT_LT(chi_squared, freedom + 5 * std::sqrt(2 * freedom) + 12) << event;
}

// An outcome drawn die by die is one of those that chances() lists, as often as its weight says.
TEST_P(Laws, OutcomesComeAsOftenAsTheirWeights) {
    constexpr int kDraws = 10000;
    auto table = open();
    SeededDice dice(13);
    std::set<std::string> looked;
    while (!table->over()) {
        const TurnText turn = table->turn();
        if (turn.kind == TurnKind::chance && looked.insert(std::string(turn.event)).second)
            test::visit(*table, [&](const auto& at) {
                using R = std::remove_cvref_t<decltype(at.rules())>;
                std::map<u64, Cell> cells;
                double total = 0;
                at.rules().chances(at.position(), [&](Outcome outcome, Weight weight) {
                    cells[outcome.code].weight = static_cast<double>(weight);
                    total += static_cast<double>(weight);
                });
                for (int i = 0; i < kDraws; ++i) {
                    Outcome drawn = sample(at.rules(), at.position(), dice);
                    if constexpr (HasCanonical<R>) drawn = at.rules().canonical(at.position(), drawn);
                    ASSERT_TRUE(cells.contains(drawn.code)) << turn.event;
                    ++cells[drawn.code].seen;
                }
                expect_fits(cells, total, kDraws, turn.event);
            });
        step(*table, dice);
        ASSERT_FALSE(HasFatalFailure());
    }
}

TEST_P(Laws, EveryPositionIsSoundAndItsTextComesBack) {
    auto table = open();
    SeededDice dice(14);
    for (std::size_t i = 0; !table->over(); ++i) {
        if (i % 7 == 0 || i < 60) {
            const std::string text = position_text(*table);
            EXPECT_EQ(text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"),
                      std::string::npos)
                << text;
            auto back = open_position(text);
            ASSERT_TRUE(back) << said(back.error().message) << " in " << table->state().dump();
            EXPECT_EQ((*back)->state_bytes(), table->state_bytes());
            EXPECT_EQ((*back)->state(), table->state());
        }
        step(*table, dice);
        ASSERT_FALSE(HasFatalFailure());
    }
    EXPECT_TRUE(open_position(position_text(*table)));
}

TEST_P(Laws, ARecordLeadsToTheSameBytesAndIsWrittenTheSameAgain) {
    for (u64 seed = 21; seed <= 23; ++seed) {
        auto table = open();
        table->tags = {{"Home", "Anna \"A\" O'Neil; x"}, {"Date", "2026.11.15"}};
        play(*table, seed);
        ASSERT_FALSE(HasFatalFailure());
        const std::string text = record_text(*table);
        auto back = read_record(text);
        ASSERT_TRUE(back) << said(back.error().message);
        EXPECT_EQ((*back)->state_bytes(), table->state_bytes());
        EXPECT_EQ(record_text(**back), text);
    }
}

TEST_P(Laws, UndoGoesBackToTheStart) {
    auto table = open();
    const std::string start = table->state_bytes();
    SeededDice dice(15);
    for (int i = 0; i < 200 && !table->over(); ++i) step(*table, dice);
    while (table->steps() > 0) ASSERT_TRUE(table->undo());
    EXPECT_EQ(table->state_bytes(), start);
    EXPECT_EQ(table->undo().error().code, RefusalCode::nothing_to_undo);
}

bool has_gap(const Words& words, const Saying& saying, std::string_view text) {
    return text.empty() || text.find('{') != std::string_view::npos || words.variants("say." + saying.key).empty();
}

TEST_P(Laws, EveryTextIsThereForEveryViewerAndLanguage) {
    auto table = open();
    play(*table, 31);
    ASSERT_FALSE(HasFatalFailure());
    for (Language language : kLanguages) {
        const Words& words = Words::of(language, GetParam().kind->id());
        const auto named = [&](std::string_view group, std::string_view id) {
            EXPECT_FALSE(words.find(std::string(group) + "." + std::string(id) + ".name").empty())
                << group << " " << id << " " << code(language);
            EXPECT_FALSE(words.find(std::string(group) + "." + std::string(id) + ".help").empty())
                << group << " " << id << " " << code(language);
        };
        for (std::size_t i = 0; i < table->steps(); ++i) {
            const StepText step = table->step(i);
            named("event", step.event);
            if (!step.action.empty()) named("action", step.action);
            for (Viewer viewer : kViewers)
                for (const Saying& saying : table->sayings(i, viewer))
                    for (u64 pick = 0; pick < words.variants("say." + saying.key).size(); ++pick) {
                        const std::string text = words.said(saying, {}, pick);
                        EXPECT_FALSE(has_gap(words, saying, text))
                            << saying.key << ": " << text << " " << code(language);
                    }
        }
    }
}

// What a seat may not know does not change what it is shown, nor how it is dealt anew; hidden_test.cpp has the rest.
TEST_P(Laws, ViewsDoNotChangeWhenHiddenCardsDo) {
    auto table = open();
    SeededDice dice(16);
    Random random(17);
    while (!table->over()) {
        test::visit(*table, [&](const auto& at) {
            using R = std::remove_cvref_t<decltype(at.rules())>;
            if constexpr (HasHidden<R>)
                for (Viewer viewer : kViewers) {
                    auto other = at;
                    other.begin_at(at.rules().redeal(at.position(), viewer, random));
                    EXPECT_EQ(other.view(viewer), at.view(viewer));
                    EXPECT_TRUE(seen_as(at.rules(), other.position(), viewer) ==
                                seen_as(at.rules(), at.position(), viewer));
                    EXPECT_EQ(other.faces(viewer), at.faces(viewer));
                }
        });
        step(*table, dice);
        ASSERT_FALSE(HasFatalFailure());
    }
}

// A card of one side alone is refused, and what is refused is not played.
TEST(PairedSettings, EveryOtherValueMeetsTeamCards) {
    const Kind* kind = kind_named("pocket-rugby");
    for (const OptionSpec& spec : kind->options()) {
        if (spec.name.ends_with("_team")) continue;
        for (const Json& value : tried_values(spec))
            EXPECT_TRUE(std::ranges::any_of(paired_settings(),
                                            [&](const Setting& each) {
                                                return each.kind == kind && each.options.contains("home_team") &&
                                                       each.options.contains("away_team") &&
                                                       each.options.value(spec.name, Json()) == value;
                                            }))
                << spec.name << " " << value;
    }
}

TEST(PairedSettings, WhatIsRefusedIsNotAmongThem) {
    for (const Setting& each : paired_settings())
        EXPECT_TRUE(each.kind->open(each.options, std::nullopt)) << each.options;
}

INSTANTIATE_TEST_SUITE_P(Games, Laws, testing::ValuesIn(all_settings()),
                         [](const testing::TestParamInfo<Setting>& each) { return name_of(each.param); });
INSTANTIATE_TEST_SUITE_P(Pairs, Laws, testing::ValuesIn(paired_settings()),
                         [](const testing::TestParamInfo<Setting>& each) {
                             return name_of({each.param.kind, Json::object()}) + "_" + std::to_string(each.index);
                         });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Laws);

} // namespace
} // namespace touchline
