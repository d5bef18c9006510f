// The law of hidden cards: what a viewer may not know changes nothing that it is shown, told, offered or answered.
// Games are played again with other cards wherever the viewer does not see them, and everything that reaches it is
// compared byte for byte.
#include "analysis/advisor.hpp"
#include "laws/settings.hpp"
#include "play/protocol.hpp"
#include "play/random_play.hpp"
#include "typed_table.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace touchline {
namespace {

// A table with the same past to a viewer: what it sees of each step is repeated, what it does not see is drawn and
// chosen anew. Where a card that has to be played is not in the new hand, earlier outcomes are drawn again.
class Retelling {
public:
    Retelling(const Table& told, Viewer viewer, std::unique_ptr<Table> anew, u64 seed)
        : told_(told), viewer_(viewer), anew_(std::move(anew)), dice_(seed) {}

    // Null where none is found soon.
    [[nodiscard]] std::unique_ptr<Table> find() {
        for (int tries = 0; anew_->steps() < told_.steps();) {
            if (again(anew_->steps())) continue;
            if (++tries > kMostTries || !back(1 + static_cast<std::size_t>(tries) % 8)) return nullptr;
        }
        return std::move(anew_);
    }

private:
    static constexpr int kMostTries = 3000;

    bool again(std::size_t index) {
        const StepText step = told_.step(index, viewer_);
        if (step.kind == TurnKind::chance) {
            if (!step.tokens.empty()) return static_cast<bool>(anew_->roll(step.tokens));
            unseen_.push_back(index);
            return static_cast<bool>(anew_->roll(dice_));
        }
        if (!step.action.empty()) return static_cast<bool>(anew_->choose(step.seat, step.action));
        const std::vector<std::string_view> actions = anew_->turn(viewer_of(step.seat)).actions;
        return static_cast<bool>(anew_->choose(step.seat, actions[dice_.below(static_cast<u32>(actions.size()))]));
    }

    // Before the last `many` outcomes that the viewer did not see.
    bool back(std::size_t many) {
        if (unseen_.empty()) return false;
        const std::size_t first = unseen_.size() - std::min(many, unseen_.size());
        while (anew_->steps() > unseen_[first])
            if (!anew_->undo()) return false;
        unseen_.resize(first);
        return true;
    }

    const Table& told_;
    Viewer viewer_;
    std::unique_ptr<Table> anew_;
    SeededDice dice_;
    std::vector<std::size_t> unseen_;
};

void write(JsonText& out, const Saying& saying) {
    out.open_object();
    out.field("key", saying.key);
    for (const SayingParam& param : saying.params) {
        out.field(param.name, param.text);
        out.field(param.name, param.number);
    }
    out.close_object();
}

// All that a table shows and tells a viewer: the position, the turn with its actions, every step and what is said of
// it.
std::string shown(const Table& table, Viewer viewer) {
    std::string text;
    JsonText out(text);
    out.open_object();
    table.write(out, viewer);
    write_turn(out, table.turn(viewer));
    for (std::size_t i = 0; i < table.steps(); ++i) {
        const StepText step = table.step(i, viewer);
        out.field("event", step.event);
        out.field("seat", name(step.seat));
        out.list("tokens", step.tokens);
        out.field("action", step.action);
        out.field("home", table.score_before(i).home);
        out.field("away", table.score_before(i).away);
        out.field("offense", table.offense_before(i));
        out.key("happened");
        write_happened(out, table.happened(i));
        for (const Saying& saying : table.sayings(i, viewer)) {
            out.key("said");
            write(out, saying);
        }
    }
    out.close_object();
    return text;
}

// What a viewer is answered: the odds, and advice where the decision is its own.
std::string answered(const Table& table, Viewer viewer, Evaluator& evaluator) {
    std::string text;
    if (viewer == Viewer::everyone) text += odds_json(evaluator.odds(table, {})).dump();
    const TurnText turn = table.turn();
    for (Seat seat : kSeats) {
        const bool decides = turn.kind == TurnKind::choice ? turn.seat == seat : turn.kind == TurnKind::secret;
        if (decides && is(viewer, seat)) text += advice_json(evaluator.advise(table, seat, {})).dump();
    }
    return text;
}

bool hides_something(const Setting& setting) {
    bool hides = false;
    SeededDice dice(1);
    auto table = std::move(*setting.kind->open(setting.options, std::nullopt));
    for (int i = 0; i < 40 && !table->over() && random_step(*table, dice); ++i)
        for (std::size_t last = table->steps(); Viewer viewer : kViewers)
            hides = hides || (table->step(last - 1).tokens != table->step(last - 1, viewer).tokens);
    return hides;
}

std::vector<Setting> settings_with_secrets() {
    std::vector<Setting> settings = all_settings();
    std::erase_if(settings, [](const Setting& setting) { return !hides_something(setting); });
    return settings;
}

class HiddenCards : public testing::TestWithParam<Setting> {
protected:
    [[nodiscard]] std::unique_ptr<Table> open() const {
        return std::move(*GetParam().kind->open(GetParam().options, std::nullopt));
    }

    // Calls compare(table, the same with other cards, viewer) now and then in games until cards have differed often
    // enough.
    template <class Compare>
    void compare_games(u64 seed, u32 rarely, Compare&& compare) const {
        constexpr int kEnough = 20;
        int different = 0;
        for (u64 game = 0; game < 20 && different < kEnough; ++game)
            different += compare_game(seed + 2 * game, rarely, compare);
        EXPECT_GE(different, kEnough);
    }

private:
    // How often cards differed.
    template <class Compare>
    int compare_game(u64 seed, u32 rarely, Compare&& compare) const {
        auto table = open();
        SeededDice dice(seed);
        SeededDice now_and_then(seed + 1);
        int different = 0;
        while (!table->over() && random_step(*table, dice)) {
            if (now_and_then.below(rarely) != 0) continue;
            for (Viewer viewer : kViewers) {
                const auto other = Retelling(*table, viewer, open(), now_and_then.next()).find();
                if (!other) continue;
                different += other->state_bytes() != table->state_bytes() ? 1 : 0;
                compare(*table, *other, viewer);
            }
        }
        return different;
    }
};

TEST_P(HiddenCards, ChangeNothingThatAViewerIsShownAndTold) {
    compare_games(16, 12, [](const Table& table, const Table& other, Viewer viewer) {
        EXPECT_EQ(shown(table, viewer), shown(other, viewer)) << name(viewer);
    });
}

TEST_P(HiddenCards, ChangeNoOddsAndNoAdvice) {
    analysis::RolloutEvaluator evaluator(40);
    compare_games(18, 30, [&](const Table& table, const Table& other, Viewer viewer) {
        EXPECT_EQ(answered(table, viewer, evaluator), answered(other, viewer, evaluator)) << name(viewer);
    });
}

INSTANTIATE_TEST_SUITE_P(Games, HiddenCards, testing::ValuesIn(settings_with_secrets()),
                         [](const testing::TestParamInfo<Setting>& each) { return name_of(each.param); });

} // namespace
} // namespace touchline
