// Known figures: probabilities counted by hand, and averages of random play.
#include "games/at_table.hpp"
#include "games/pocket_gridiron/rules.hpp"
#include "play/table_for.hpp"
#include "play/words.hpp"

#include <cmath>
#include <map>
#include <set>

namespace touchline {
namespace {

const pocket_gridiron::Rules& rules_of(AtTable& table) {
    return dynamic_cast<TableFor<pocket_gridiron::Rules>&>(table.table()).rules();
}

pocket_gridiron::State position_of(AtTable& table) {
    return dynamic_cast<TableFor<pocket_gridiron::Rules>&>(table.table()).position();
}

// The chance that a position comes to an end zone roll before anything else happens, flags declined.
double breaks_through(const pocket_gridiron::Rules& rules, const pocket_gridiron::State& s) {
    const Turn turn = rules.turn(s);
    if (s.step == pocket_gridiron::Step::endzone) return 1;
    if (s.carrier == pocket_gridiron::kNobody) return 0;
    if (turn.kind == TurnKind::choice) {
        auto next = s;
        rules.play(next, Action{pocket_gridiron::Rules::decline});
        return breaks_through(rules, next);
    }
    double sum = 0;
    double all = 0;
    rules.chances(s, [&](Outcome outcome, Weight weight) {
        auto next = s;
        rules.resolve(next, outcome);
        sum += static_cast<double>(weight) * breaks_through(rules, next);
        all += static_cast<double>(weight);
    });
    return sum / all;
}

// Two rolls of 0 to 5 below 4: 10 of 36 pairs. The first FLAG (1/6, or 5/6 of 1/6 on the second roll) is half the time
// a foul by the offence; declined, it is rolled again with FLAG as 0.
TEST(PocketGridironNumbers, ASneakBreaksThroughAsCountedByHand) {
    AtTable table = at("pocket-gridiron");
    table.set("{}").falls({"SNEAK"});
    double plain = 0; // both rolls without a flag: pairs of 1..5 below 4
    for (int a = 1; a <= 5; ++a)
        for (int b = 1; b <= 5; ++b) plain += a + b < 4 ? 1.0 / 36 : 0;
    double first = 0; // the first was a flag: two rolls of 0..5
    for (int a = 0; a <= 5; ++a)
        for (int b = 0; b <= 5; ++b) first += a + b < 4 ? 1.0 / 36 : 0;
    double second = 0; // the second was a flag: the first stands
    for (int a = 1; a <= 5; ++a)
        for (int b = 0; b <= 5; ++b) second += a + b < 4 ? 1.0 / 36 : 0;
    EXPECT_NEAR(breaks_through(rules_of(table), position_of(table)), plain + first / 12 + second / 12, 1e-15);
}

TEST(PocketGridironNumbers, WeightsOfADieAreItsSides) {
    AtTable table = at("pocket-gridiron");
    table.set("{}").falls({"WR", "POST", "1", "1"}); // OUT, VIDEO, three TD, TD>
    std::map<u64, Weight> weights;
    rules_of(table).chances(position_of(table),
                            [&](Outcome outcome, Weight weight) { weights[outcome.code] = weight; });
    EXPECT_EQ(weights, (std::map<u64, Weight>{{0, 1}, {1, 1}, {2, 3}, {3, 1}}));
}

// Both seats choosing uniformly at random, without injuries: 20.7 points a side, a touchdown on 29.4 % of drives.
TEST(PocketGridironNumbers, RandomPlayScoresAsKnown) {
    AtTable table = at("pocket-gridiron", R"({"injuries":false})");
    const auto& rules = rules_of(table);
    constexpr int kGames = 20000;
    Random random(5);
    double points = 0;
    double squares = 0;
    double touchdowns = 0;
    for (int game = 0; game < kGames; ++game) {
        auto s = rules.start();
        for (Turn turn = rules.turn(s); turn.kind != TurnKind::over; turn = rules.turn(s)) {
            if (turn.kind == TurnKind::chance) {
                rules.resolve(s, rules.sample(s, random));
                continue;
            }
            touchdowns += s.step == pocket_gridiron::Step::after_touchdown ? 1 : 0;
            const ActionList legal = rules.legal(s, turn.seat);
            rules.play(s, legal[random.below(static_cast<u32>(legal.size()))]);
        }
        for (u16 score : s.score) {
            points += score;
            squares += static_cast<double>(score) * score;
        }
    }
    const double mean = points / (2 * kGames);
    const double error = std::sqrt((squares / (2 * kGames) - mean * mean) / (2 * kGames));
    EXPECT_NEAR(mean, 20.7, 0.05 + 4 * error); // known to one digit
    const double share = touchdowns / (16.0 * kGames);
    EXPECT_NEAR(share, 0.294, 0.0005 + 4 * std::sqrt(share * (1 - share) / (16.0 * kGames)));
}

// Every sentence that play can ask for is there in both languages with its parameters, and no other.
TEST(PocketGridironWords, EverySentenceIsSaidAndNoneIsMissing) {
    std::set<std::string> said;
    for (std::string_view options : {"{}", R"({"mode":"pro","overtime":"extra-drives","drives":2})",
                                     R"({"mode":"pro","home_team":"mustangs","away_team":"ironmen"})",
                                     R"({"overtime":"extra-drives","drives":1,"declined_flag":"zero"})",
                                     R"({"mode":"pro","pick_six":"scorer","drives":3})",
                                     R"({"mode":"pro","foul_decline":"any","injury_count":"each","sack_roll":"may",
                                     "conversion_flag":"downs","flag_moment":"both-rolls","second_half":"other",
                                     "other_flags":"called","return_roll":"may"})"}) {
        SeededDice dice(3);
        Random random(4);
        for (int games = 0; games < 60; ++games) {
            AtTable opened = at("pocket-gridiron", options);
            Table& table = opened.table();
            while (!table.over()) {
                if (table.turn().kind == TurnKind::chance) {
                    ASSERT_TRUE(table.roll(dice));
                } else {
                    const auto actions = table.turn().actions;
                    ASSERT_TRUE(table.choose(std::nullopt, actions[random.below(static_cast<u32>(actions.size()))]));
                }
                for (const Saying& saying : table.sayings(table.steps() - 1, Viewer::everyone)) {
                    said.insert("say." + saying.key);
                    for (Language language : kLanguages)
                        for (u64 pick = 0; pick < 3; ++pick) {
                            const std::string text = Words::of(language, "pocket-gridiron").said(saying, {}, pick);
                            EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << saying.key << ": " << text;
                            EXPECT_EQ(text.find("«"), std::string::npos) << saying.key << ": " << text;
                        }
                }
            }
        }
    }
    for (const auto& [key, texts] : Words::of(Language::english, "pocket-gridiron").all())
        if (key.starts_with("say.") && Words::of(Language::english).find(key).empty()) {
            EXPECT_TRUE(said.contains(key)) << key << " is never said";
        }
}

} // namespace
} // namespace touchline
