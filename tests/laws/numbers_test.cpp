// The laws of numbers: events, actions and outcomes of every game by number, positions as floats.
#include "laws/settings.hpp"
#include "play/most_outcomes.hpp"
#include "play/numbered.hpp"
#include "play/random_play.hpp"
#include "play/random_sheet.hpp"
#include "typed_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace touchline {
namespace {

constexpr float kUnwritten = std::numeric_limits<float>::quiet_NaN();

std::vector<float> observed(const Numbered& numbers, const Table& table, Seat seat) {
    std::vector<float> floats(numbers.observation_size(), kUnwritten);
    numbers.observe(table, seat, floats);
    return floats;
}

class Numbers : public testing::TestWithParam<Setting> {
protected:
    [[nodiscard]] static std::unique_ptr<Table> open() {
        return std::move(*GetParam().kind->open(GetParam().options, std::nullopt));
    }

    // Calls look(table) at the positions of random games.
    template <class Look>
    static void at_positions(u64 seed, Look&& look) {
        auto table = open();
        SeededDice dice(seed);
        while (!table->over()) {
            look(*table);
            if (HasFatalFailure()) return;
            ASSERT_TRUE(random_step(*table, dice));
        }
        look(*table);
    }

    std::shared_ptr<const Numbered> numbers_ = numbered(*open());
};

TEST_P(Numbers, EveryEventAndActionHasANameOfItsOwn) {
    for (const auto* names : {&numbers_->events(), &numbers_->actions()}) {
        EXPECT_EQ(std::set(names->begin(), names->end()).size(), names->size());
        for (std::string_view name : *names) EXPECT_FALSE(name.empty());
    }
    EXPECT_LT(numbers_->actions().size(), 255u);
}

TEST_P(Numbers, TurnsAndLegalActionsAreThoseOfTheTable) {
    at_positions(21, [&](const Table& table) {
        const TurnText text = table.turn();
        const TurnNumbers turn = numbers_->turn(table);
        ASSERT_EQ(turn.kind, text.kind);
        EXPECT_EQ(turn.count, text.count);
        if (text.kind == TurnKind::over) {
            EXPECT_EQ(turn.winner, text.winner);
            EXPECT_FALSE(turn.seat);
        } else {
            EXPECT_EQ(numbers_->events()[turn.event], text.event);
            EXPECT_EQ(turn.seat, text.kind == TurnKind::secret ? text.waiting.front() : text.seat);
        }
        for (Seat seat : kSeats) {
            std::vector<std::string_view> names;
            for (u32 number : numbers_->legal(table, seat)) names.push_back(numbers_->actions().at(number));
            const bool decides = text.kind == TurnKind::secret
                                     ? std::ranges::find(text.waiting, seat) != text.waiting.end()
                                     : text.kind == TurnKind::choice && text.seat == seat;
            EXPECT_EQ(names, decides ? table.turn(viewer_of(seat)).actions : std::vector<std::string_view>{});
        }
    });
}

// A number is remembered by event and code, so that the same code at the same event is always the same name.
TEST_P(Numbers, AnActionsNameDependsOnItsEventAndCodeAlone) {
    std::map<std::pair<int, int>, std::string_view> known;
    for (u64 seed : {22, 23, 24})
        at_positions(seed, [&](const Table& table) {
            test::visit(table, [&](const auto& at) {
                const Turn turn = at.rules().turn(at.position());
                if (turn.kind != TurnKind::choice && turn.kind != TurnKind::secret) return;
                for (Seat seat : kSeats) {
                    if (turn.kind == TurnKind::choice && seat != turn.seat) continue;
                    for (Action action : at.rules().legal(at.position(), seat)) {
                        const std::string_view name = at.rules().action_name(at.position(), action);
                        EXPECT_EQ(known.try_emplace({turn.event, action.code}, name).first->second, name);
                        EXPECT_TRUE(numbers_->action_named(name)) << name;
                    }
                }
            });
        });
}

TEST_P(Numbers, EveryOutcomeHasAWeightAndTokensThatTheTableTakes) {
    std::set<std::string, std::less<>> looked;
    at_positions(25, [&](const Table& table) {
        const std::vector<Weight> weights = numbers_->chances(table);
        const TurnText turn = table.turn();
        EXPECT_EQ(weights.empty(), turn.kind != TurnKind::chance);
        if (weights.empty() || !looked.insert(std::string(turn.event)).second) return;
        for (std::size_t outcome = 0; outcome < weights.size(); outcome += 1 + weights.size() / 50) {
            EXPECT_GT(weights[outcome], 0u);
            const auto after = table.clone();
            EXPECT_TRUE(after->roll(numbers_->tokens(table, outcome))) << turn.event << " " << outcome;
        }
    });
}

TEST_P(Numbers, NoChanceTurnHasMoreOutcomesThanTheRulesBound) {
    const auto most = most_outcomes_of(*open());
    ASSERT_TRUE(most) << "the game must tell";
    std::size_t met = 0;
    at_positions(27, [&](const Table& table) { met = std::max(met, numbers_->chances(table).size()); });
    EXPECT_LE(met, *most);
    // With the components of the box some turn of every game has as many; in a mode that leaves out its largest die,
    // fewer.
    if (GetParam().options.empty()) {
        EXPECT_EQ(met, *most);
    }
}

// Other components: fewer or more faces, cards and dice.
TEST(MostOutcomes, HoldForOtherSheets) {
    Random random(28);
    for (const Setting& setting :
         {Setting{kind_named("red-boar-gridiron"), {{"mode", "cards"}}}, Setting{kind_named("gridiron-glory"), {}},
          Setting{kind_named("pocket-gridiron"), {{"mode", "pro"}}}})
        for (int sheet = 0; sheet < 6; ++sheet) {
            const auto table =
                setting.kind->open(setting.options, SheetText{"other", random_sheet(*setting.kind, 12, random)});
            if (!table) continue;
            const auto numbers = numbered(**table);
            const std::size_t most = most_outcomes_of(**table).value();
            SeededDice dice(random.next());
            for (int step = 0; step < 400 && !(*table)->over(); ++step) {
                ASSERT_LE(numbers->chances(**table).size(), most) << setting.kind->id();
                ASSERT_TRUE(random_step(**table, dice));
            }
        }
}

TEST_P(Numbers, TheLayoutOfObservationsIsWithoutGaps) {
    std::size_t at = 0;
    std::set<std::string> names;
    for (const ObservedField& field : numbers_->layout()) {
        EXPECT_EQ(field.at, at) << field.name;
        EXPECT_GT(field.size, 0u) << field.name;
        EXPECT_FALSE(field.meaning.empty()) << field.name;
        EXPECT_TRUE(field.words.empty() || field.words.size() == field.size) << field.name;
        EXPECT_TRUE(names.insert(field.name).second) << field.name;
        at += field.size;
    }
    EXPECT_EQ(at, numbers_->observation_size());
}

TEST_P(Numbers, EveryFloatIsWrittenAndFrom0To1InEveryPosition) {
    at_positions(26, [&](const Table& table) {
        for (Seat seat : kSeats) {
            std::vector<float> floats(numbers_->observation_size() + 1, kUnwritten);
            numbers_->observe(table, seat, std::span(floats).first(numbers_->observation_size()));
            EXPECT_TRUE(std::isnan(floats.back())) << "written beyond its end";
            floats.pop_back();
            for (const ObservedField& field : numbers_->layout())
                for (std::size_t i = field.at; i < field.at + field.size; ++i)
                    EXPECT_TRUE(floats[i] >= 0 && floats[i] <= 1) << field.name << " is " << floats[i];
        }
    });
}

TEST_P(Numbers, WhatIsMyOwnToOneSeatIsTheOthersToTheOther) {
    at_positions(27, [&](const Table& table) {
        const auto home = observed(*numbers_, table, Seat::home);
        const auto away = observed(*numbers_, table, Seat::away);
        for (const ObservedField& field : numbers_->layout()) {
            if (!field.name.ends_with(".own")) continue;
            const std::string others = field.name.substr(0, field.name.size() - 3) + "other";
            const auto other = std::ranges::find(numbers_->layout(), others, &ObservedField::name);
            ASSERT_NE(other, numbers_->layout().end()) << others;
            for (std::size_t i = 0; i < field.size; ++i) {
                EXPECT_EQ(home[field.at + i], away[other->at + i]) << field.name;
                EXPECT_EQ(away[field.at + i], home[other->at + i]) << field.name;
            }
        }
    });
}

TEST_P(Numbers, AnObservationSaysWhoIsToMoveAndAtWhat) {
    at_positions(28, [&](const Table& table) {
        for (Seat seat : kSeats) {
            const auto floats = observed(*numbers_, table, seat);
            EXPECT_EQ(floats[0] == 1, !numbers_->legal(table, seat).empty());
            const TurnNumbers turn = numbers_->turn(table);
            EXPECT_EQ(floats[1 + static_cast<std::size_t>(turn.kind)], 1);
            if (turn.kind != TurnKind::over) {
                EXPECT_EQ(floats[5 + turn.event], 1);
            }
        }
    });
}

// The law of hidden cards for numbers: what a seat does not see changes no byte.
TEST_P(Numbers, RedealtHandsGiveTheSameBytes) {
    Random random(29);
    std::size_t different = 0;
    at_positions(29, [&](const Table& table) {
        test::visit(table, [&](const auto& at) {
            using R = std::remove_cvref_t<decltype(at.rules())>;
            if constexpr (HasHidden<R>)
                for (Seat seat : kSeats) {
                    auto other = at;
                    other.begin_at(at.rules().redeal(at.position(), viewer_of(seat), random));
                    if (at.pending().home || at.pending().away) continue; // who has chosen does not show in a state
                    different += other.state_bytes() != at.state_bytes() ? 1 : 0;
                    EXPECT_EQ(observed(*numbers_, other, seat), observed(*numbers_, at, seat)) << name(seat);
                }
        });
    });
    EXPECT_EQ(numbers_->hidden(), different > 0);
}

// A choice that waits is nobody's but its maker's.
TEST_P(Numbers, ASecretChoiceThatWaitsShowsNothingToTheOther) {
    at_positions(30, [&](const Table& table) {
        if (table.turn().kind != TurnKind::secret || !numbers_->turn(table).waits.home) return;
        const auto before = observed(*numbers_, table, Seat::away);
        const auto chosen = table.clone();
        const u32 action = numbers_->legal(table, Seat::home).back();
        ASSERT_TRUE(chosen->choose(Seat::home, numbers_->actions()[action]));
        EXPECT_EQ(observed(*numbers_, *chosen, Seat::away), before);
        EXPECT_EQ(numbers_->pending(*chosen).home, action);
        EXPECT_FALSE(numbers_->pending(*chosen).away);
    });
}

INSTANTIATE_TEST_SUITE_P(Games, Numbers, testing::ValuesIn(all_settings()),
                         [](const testing::TestParamInfo<Setting>& each) { return name_of(each.param); });

} // namespace
} // namespace touchline
