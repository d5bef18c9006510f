// The ledger adds up, mistakes are what the advice says they are, and every form of the review can be read.
#include "analysis/advisor.hpp"
#include "play/record.hpp"
#include "review/looked_back.hpp"
#include "review/presentation.hpp"

#include "core/characters.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace touchline::review {
namespace {

// Small settings that are solved in a moment.
const std::vector<std::pair<std::string_view, Json>> kSmall{
    {"sports-dice-football", {{"target", 7}}},
    {"pocket-gridiron", {{"drives", 1}, {"injuries", false}}},
    {"gridiron-glory", Json::object()},
};

TEST(Review, TheLedgerAddsUpToTheResult) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    for (const auto& [game, options] : kSmall)
        for (u64 seed = 1; seed <= 10; ++seed) {
            const auto table = played(game, options, seed);
            const Review review = reviewed(*table, advisor);
            EXPECT_TRUE(review.exact) << game;
            const Result winner = table->turn().winner;
            EXPECT_EQ(review.ledger.result, winner == Result::home ? 1 : winner == Result::away ? 0 : 0.5);
            EXPECT_NEAR(review.ledger.sum(), review.ledger.result, 1e-9) << game << " seed " << seed;
            for (Seat seat : kSeats) EXPECT_GE(review.ledger.errors[seat], -1e-9) << game << " seed " << seed;
        }
}

TEST(Review, ALossIsWhatTheAdviceSays) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    const auto table = played("sports-dice-football", {{"target", 7}}, 3);
    const Review review = reviewed(*table, advisor);
    int decisions = 0;
    for (const Step& step : review.steps) {
        if (step.kind != TurnKind::choice) continue;
        ++decisions;
        const Advice advice = advisor.advise(*table->before(step.index), step.seat, {});
        for (const AdvisedAction& each : advice.actions)
            if (each.action == table->step(step.index).action) {
                EXPECT_NEAR(step.loss, each.loss, 1e-9);
            }
    }
    EXPECT_GT(decisions, 0);
}

TEST(Review, TheValueBeforeARollIsTheMeanOfWhatMayFall) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    const auto table = played("pocket-gridiron", {{"drives", 1}, {"injuries", false}}, 4);
    for (std::size_t i = 1; i < table->steps(); ++i) {
        const auto at = table->before(i);
        if (at->turn().kind != TurnKind::chance || at->turn().event != "qb") continue;
        double mean = 0;
        const std::vector<std::vector<std::string_view>> faces = at->faces();
        for (std::string_view face : faces.front()) {
            auto next = at->clone();
            ASSERT_TRUE(next->roll({face}));
            mean += advisor.odds(*next, {}).value(Seat::home) / 6; // six different faces
        }
        EXPECT_NEAR(advisor.odds(*at, {}).value(Seat::home), mean, 1e-9);
        return;
    }
    FAIL() << "no quarterback roll in this game";
}

TEST(Review, EveryRoundOfOvertimeHasItsName) {
    EvenMix even;
    const auto period = [&](int quarter, Language language) {
        auto table = std::move(*open_table("red-boar-gridiron", {{"overtime", "college"}}));
        EXPECT_TRUE(table->set({{"quarter", quarter}}));
        table = played_on(std::move(table), 1);
        const Review review = reviewed(*table, even);
        return period_text(review.steps.front().period,
                           report(review, *table, Words::of(language, "red-boar-gridiron")));
    };
    EXPECT_EQ(period(4, Language::english), "4th quarter");
    EXPECT_EQ(period(5, Language::english), "overtime");
    EXPECT_EQ(period(6, Language::english), "2nd overtime");
    EXPECT_EQ(period(7, Language::english), "3rd overtime or later");
    EXPECT_EQ(period(6, Language::french), "2e prolongation");
    EXPECT_EQ(period(7, Language::french), "3e prolongation ou au-delà");
    EXPECT_EQ(Words::of(Language::english, "gridiron-glory").quarter(8), "overtime 4");
}

TEST(Review, EstimatesAreLabelledAndAddUpToo) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    const auto table = played("red-boar-gridiron", {{"mode", "cards"}, {"quarter_seconds", 30}}, 2);
    const Review review = reviewed(*table, advisor, {.seconds = 0.0});
    EXPECT_FALSE(review.exact);
    EXPECT_GT(review.error, 0);
    EXPECT_NEAR(review.ledger.sum(), review.ledger.result, 1e-9);
}

// Everything a person reads of the account adds up as it is shown, in tenths.
TEST(Review, TheAccountAddsUpBeforeTheEyesOfBothSides) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    for (const auto& [game, options] : kSmall)
        for (u64 seed = 1; seed <= 10; ++seed) {
            const Review review = reviewed(*played(game, options, seed), advisor);
            for (Seat seat : kSeats) {
                const Account account = account_of(review, seat);
                int sum = account.start;
                for (const Account::Row& row : account.rows) sum += row.tenths;
                EXPECT_EQ(sum, account.result) << game << " seed " << seed;
                EXPECT_EQ(account.start + account.luck() + account.skill(), account.result);
            }
            const Account home = account_of(review, Seat::home);
            const Account away = account_of(review, Seat::away);
            EXPECT_EQ(home.luck(), -away.luck());
            for (std::size_t i = 0; i < home.rows.size(); ++i) EXPECT_EQ(home.rows[i].tenths, -away.rows[i].tenths);
        }
}

TEST(Review, MistakesComeByCostAndTriflesApart) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    std::size_t trifles = 0;
    for (u64 seed = 1; seed <= 20; ++seed) {
        const auto table = played("sports-dice-football", {{"target", 7}}, seed);
        const Review review = reviewed(*table, advisor);
        EXPECT_TRUE(std::ranges::is_sorted(review.mistakes, std::greater(),
                                           [&](std::size_t i) { return review.steps[i].loss; }));
        EXPECT_TRUE(std::ranges::is_sorted(moments_by_size(review), std::greater(),
                                           [&](std::size_t i) { return std::abs(review.steps[i].change()); }));
        const std::size_t all = review.of_grade(Grade::trifle).size() + review.of_grade(Grade::mistake).size() +
                                review.of_grade(Grade::missed_win).size();
        EXPECT_EQ(all, review.mistakes.size());
        const Words& words = Words::of(Language::english, table->kind().id());
        const std::string text = to_text(review, *table, words, 80);
        for (std::size_t i : review.of_grade(Grade::trifle))
            EXPECT_EQ(text.find(mistake_text(report(review, *table, words), i)), std::string::npos);
        if (!review.of_grade(Grade::trifle).empty()) {
            EXPECT_NE(text.find("Trifles: "), std::string::npos);
        }
        EXPECT_EQ(text.find("Missed wins") != std::string::npos, !review.of_grade(Grade::missed_win).empty());
        trifles += review.of_grade(Grade::trifle).size();
    }
    EXPECT_GT(trifles, 0U);
}

// 100 % is no loss, 0 % the worst choice every time.
TEST(Review, AccuracyIsTheShareKept) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    const auto perfect = played("sports-dice-football", {{"target", 7}}, 5, [&](const Table& at, Seat seat) {
        return advisor.advise(at, seat, {}).actions.front().action;
    });
    const auto worst = played("sports-dice-football", {{"target", 7}}, 5, [&](const Table& at, Seat seat) {
        return advisor.advise(at, seat, {}).actions.back().action;
    });
    for (Seat seat : kSeats) {
        EXPECT_NEAR(reviewed(*perfect, advisor).accuracy(seat).value_or(-1), 1, 1e-9);
        EXPECT_NEAR(reviewed(*worst, advisor).accuracy(seat).value_or(-1), 0, 1e-9);
    }
    const auto glory = played("gridiron-glory", Json::object(), 1);
    EXPECT_FALSE(reviewed(*glory, advisor).accuracy(Seat::home)) << "nobody decides anything";
}

TEST(Review, EveryMistakeNamesDrivePlayAndTheLineOfTheRecord) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    const auto table = played("sports-dice-football", {{"target", 7}}, 3);
    const Review review = reviewed(*table, advisor);
    ASSERT_FALSE(review.mistakes.empty());
    const std::string record = record_text(*table);
    const Report told = report(review, *table, Words::of(Language::english, table->kind().id()));
    for (std::size_t i : review.mistakes) {
        std::istringstream lines(record);
        std::string line;
        for (int n = 0; n < review.lines[i]; ++n) std::getline(lines, line);
        EXPECT_NE(line.find(fmt::format("{} chooses {}: {}", name(review.steps[i].seat), table->step(i).event,
                                        table->step(i).action)),
                  std::string::npos)
            << line;
        EXPECT_NE(place_text(told, i).find(fmt::format("(line {})", review.lines[i])), std::string::npos);
        EXPECT_NE(place_text(told, i).find(fmt::format("drive {}", review.steps[i].drive)), std::string::npos);
    }
    EXPECT_EQ(step_lines("; a comment\n\n[Game \"x\"]\nhome rolls toss: home ; so\n\naway rolls toss: home\n"),
              (std::vector<int>{4, 6}));
}

TEST(Review, DrivesHoldAllPointsAndSwingsOfTheGame) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    for (const auto& [game, options] : kSmall)
        for (u64 seed = 1; seed <= 5; ++seed) {
            const auto table = played(game, options, seed);
            const Review review = reviewed(*table, advisor);
            BySeat<int> points{};
            double swing = 0;
            int plays = 0;
            for (const Drive& drive : review.drives) {
                for (Seat seat : kSeats) points[seat] += drive.points[seat];
                swing += drive.after - drive.before;
                plays += drive.plays;
            }
            EXPECT_EQ(points, table->score()) << game << " seed " << seed;
            EXPECT_NEAR(review.steps[review.drives.front().first].before + swing, review.ledger.result, 1e-9);
            EXPECT_EQ(plays,
                      review.box.count(What::play, Seat::home).times + review.box.count(What::play, Seat::away).times);
        }
}

// Values nothing: for what is counted.
class Blind final : public Evaluator {
public:
    [[nodiscard]] Odds odds(const Table&, const Question&) override { return {0.5, 0, 0.5, true, 0}; }
    [[nodiscard]] Advice advise(const Table& table, Seat seat, const Question&) override {
        return {.actions = {{std::string(table.turn(viewer_of(seat)).actions.front()), 0.5, 0, 0}}, .exact = true};
    }
};

TEST(Review, AKickoffBelongsToTheDriveOfTheSideThatReceives) {
    Blind blind;
    int kickoffs = 0;
    int second_halves = 0;
    for (u64 seed = 1; seed <= 12; ++seed) {
        const auto table = played("red-boar-gridiron", {{"mode", "dice"}, {"quarter_seconds", 300}}, seed);
        const Review review = reviewed(*table, blind);
        for (const Step& step : review.steps)
            for (const Happening& each : table->happened(step.index)) {
                if (each.what != What::kick || (each.how != "kickoff" && each.how != "free-kick")) continue;
                const Drive& drive = review.drives.at(static_cast<std::size_t>(step.drive - 1));
                EXPECT_EQ(drive.seat, other(*each.seat)) << "seed " << seed << " step " << step.index;
                EXPECT_EQ(step.play, 0);
                ++kickoffs;
                second_halves +=
                    step.drive > 1 && review.drives[static_cast<std::size_t>(step.drive - 2)].ended == "half";
            }
    }
    EXPECT_GT(kickoffs, 24);
    EXPECT_GT(second_halves, 0);
}

TEST(Review, DriveChartAndBoxScoreCountTheSameDrives) {
    Blind blind;
    int unplayed = 0;
    for (const Kind* kind : kinds())
        for (u64 seed = 1; seed <= 12; ++seed) {
            const auto table = played(kind->id(), Json::object(), seed);
            const Review review = reviewed(*table, blind);
            BySeat<std::int64_t> drives{};
            std::size_t next = review.drives.front().first;
            for (const Drive& drive : review.drives) {
                ++drives[drive.seat];
                const bool played = drive.first == next && drive.last >= drive.first;
                EXPECT_TRUE(played || (drive.plays == 0 && drive.before == drive.after)) << kind->id() << seed;
                if (played) next = drive.last + 1;
                unplayed += !played;
            }
            EXPECT_EQ(next, review.steps.size()) << kind->id() << seed;
            for (Seat seat : kSeats)
                EXPECT_EQ(drives[seat], review.box.count(What::possession, seat).times) << kind->id() << " " << seed;
            for (const Step& step : review.steps) {
                EXPECT_LE(step.drive, static_cast<int>(review.drives.size()));
                const Drive& drive = review.drives[static_cast<std::size_t>(step.drive - 1)];
                for (const Happening& each : table->happened(step.index)) {
                    EXPECT_TRUE(each.what != What::score || drive.points[*each.seat] != 0) << kind->id() << seed;
                }
            }
        }
    EXPECT_GT(unplayed, 0) << "time runs out with the kick that brings the ball";
}

TEST(Review, AMissedWinMakesALikelyLossOfALikelyWin) {
    const auto grade = [](Seat seat, double before, double loss) {
        return Step{.seat = seat, .before = before, .loss = loss}.grade();
    };
    EXPECT_EQ(grade(Seat::home, 0.55, 0.12), Grade::missed_win);
    EXPECT_EQ(grade(Seat::away, 0.45, 0.12), Grade::missed_win);
    EXPECT_EQ(grade(Seat::home, 0.95, 0.12), Grade::mistake) << "still a likely win";
    EXPECT_EQ(grade(Seat::home, 0.45, 0.12), Grade::mistake) << "never a likely win";
    EXPECT_EQ(grade(Seat::home, 0.505, 0.02), Grade::mistake) << "a small one";
    EXPECT_EQ(grade(Seat::home, 0.5, 0.005), Grade::trifle);
    EXPECT_EQ(grade(Seat::home, 0.5, 0), Grade::fine);
}

// Values that are off by as much as anything can be lost.
class Rough final : public Evaluator {
public:
    [[nodiscard]] Odds odds(const Table& table, const Question&) override {
        const double home = table.over() ? 1 : 0.3 + 0.4 * static_cast<double>(table.steps() % 2);
        return {home, 0, 1 - home, table.over(), table.over() ? 0 : 0.3};
    }
    [[nodiscard]] Advice advise(const Table& table, Seat seat, const Question&) override {
        Advice advice{.actions = {}, .exact = false, .error = 0.3};
        double loss = 0;
        for (std::string_view action : table.turn(viewer_of(seat)).actions) {
            advice.actions.push_back({std::string(action), 0.9 - loss, loss, 0});
            loss += 0.4;
        }
        return advice;
    }
};

TEST(Review, EstimatesThatAreTooRoughBlameNobody) {
    Rough rough;
    const auto table = played("sports-dice-football", {{"target", 14}}, 3);
    const Review review = reviewed(*table, rough);
    EXPECT_FALSE(review.judged);
    EXPECT_TRUE(review.mistakes.empty());
    EXPECT_NEAR(review.ledger.sum(), review.ledger.result, 1e-9);
    for (Seat seat : kSeats) {
        EXPECT_EQ(review.ledger.errors[seat], 0);
        EXPECT_FALSE(review.accuracy(seat));
    }
    const Words& words = Words::of(Language::english, table->kind().id());
    EXPECT_NE(verdict(report(review, *table, words)).find("too rough to tell luck from skill"), std::string::npos);
    EXPECT_EQ(to_json(review, *table, words)["judged"], false);
}

TEST(Review, TheVerdictCountsNoTrifles) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    for (u64 seed = 1; seed <= 12; ++seed) {
        const auto table = played("sports-dice-football", {{"target", 14}}, seed);
        const Review review = reviewed(*table, advisor);
        const Report told = report(review, *table, Words::of(Language::english, table->kind().id()));
        EXPECT_EQ(verdict(told).find('%'), std::string::npos) << verdict(told);
        for (Seat seat : kSeats) {
            const std::size_t count =
                review.mistakes_of(seat, Grade::mistake).size() + review.mistakes_of(seat, Grade::missed_win).size();
            const bool named = verdict(told).find(fmt::format("{}’s", told.sides[seat])) != std::string::npos;
            EXPECT_EQ(named, count != 0) << verdict(told);
            if (count > 1) {
                EXPECT_NE(verdict(told).find(fmt::format("{} mistakes", count)), std::string::npos) << verdict(told);
            }
        }
    }
}

TEST(Review, AnUnfinishedGameIsSaidToBeUnfinished) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    const auto whole = played("sports-dice-football", {{"target", 7}}, 2);
    const auto half = whole->before(whole->steps() / 2);
    const Review review = reviewed(*half, advisor);
    EXPECT_FALSE(review.finished);
    EXPECT_NEAR(review.ledger.sum(), review.ledger.result, 1e-9);
    EXPECT_NE(to_text(review, *half, Words::of(Language::english, half->kind().id()), 80).find("Unfinished at"),
              std::string::npos);
    EXPECT_NE(to_html(review, *half, Words::of(Language::french, half->kind().id())).find("Partie inachevée"),
              std::string::npos);
    EXPECT_TRUE(to_json(review, *half, Words::of(Language::english, half->kind().id()))["result"].is_null());
    const auto none = whole->before(0);
    EXPECT_NE(to_text(reviewed(*none, advisor), *none, Words::of(Language::english), 80).find("Unfinished at 0–0"),
              std::string::npos);
}

TEST(Review, ADrawIsTold) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    for (u64 seed = 1; seed <= 400; ++seed) {
        const auto table = played("gridiron-glory", {{"overtime", "tie"}}, seed);
        if (table->turn().winner != Result::draw) continue;
        const Review review = reviewed(*table, advisor);
        EXPECT_EQ(review.ledger.result, 0.5);
        EXPECT_NEAR(review.ledger.sum(), 0.5, 1e-9);
        const Report told = report(review, *table, Words::of(Language::english, table->kind().id()));
        EXPECT_NE(verdict(told).find("Belmont and Clifton drew"), std::string::npos) << verdict(told);
        return;
    }
    FAIL() << "no draw in 400 games";
}

TEST(Review, TheVerdictNamesTheWinnersScoreFirst) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    for (u64 seed = 1; seed <= 20; ++seed) {
        const auto table = played("sports-dice-football", {{"target", 7}}, seed);
        if (table->turn().winner != Result::away) continue;
        const BySeat<int> score = table->score();
        const Review review = reviewed(*table, advisor);
        const std::string said = verdict(report(review, *table, Words::of(Language::english, table->kind().id())));
        EXPECT_TRUE(said.starts_with(fmt::format("Clifton won {}–{} ", score.away, score.home))) << said;
        return;
    }
    FAIL() << "away never won";
}

TEST(Review, OptionsAndOwnSheetsAreNamed) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    const Kind& kind = *kind_named("sports-dice-football");
    std::string toml(kind.default_sheet());
    const std::size_t at = toml.find("touchdown = 7");
    ASSERT_NE(at, std::string::npos);
    toml.replace(at, 13, "touchdown = 6");
    auto opened = kind.open({{"target", 7}}, SheetText{"six <points>", toml});
    ASSERT_TRUE(opened);
    const auto table = played_on(std::move(*opened), 1);
    const Review review = reviewed(*table, advisor);
    EXPECT_TRUE(review.exact);
    EXPECT_NEAR(review.ledger.sum(), review.ledger.result, 1e-9);
    const Words& words = Words::of(Language::english, kind.id());
    const std::string text = to_text(review, *table, words, 80);
    EXPECT_NE(text.find("Points to win: 7"), std::string::npos);
    EXPECT_NE(text.find("Sheet: six <points>"), std::string::npos);
    EXPECT_NE(to_html(review, *table, words).find("six &lt;points&gt;"), std::string::npos);
}

// A side that always takes the first of the cards it may take, against the even mix that is due.
TEST(Review, SecretChoicesAreComparedWithTheMix) {
    EvenMix evaluator;
    const auto table =
        played("red-boar-gridiron", {{"mode", "cards"}, {"quarter_seconds", 150}}, 2,
               [](const Table& at, Seat seat) { return std::string(at.turn(viewer_of(seat)).actions.front()); });
    const Review review = reviewed(*table, evaluator);
    EXPECT_FALSE(review.exact);
    EXPECT_NEAR(review.ledger.sum(), review.ledger.result, 1e-9);
    for (Seat seat : kSeats) {
        ASSERT_TRUE(review.readable[seat]);
        const Readable& read = *review.readable[seat];
        double due = 0;
        int taken = 0;
        for (const Readable::Choice& each : read.mix) {
            due += each.due;
            taken += each.taken;
        }
        EXPECT_EQ(taken, read.choices);
        EXPECT_NEAR(due, read.choices, 0.5);
        EXPECT_GT(read.departed, 0);
        EXPECT_EQ(read.cost, 0) << "the first is the best";
    }
    const Words& words = Words::of(Language::english, table->kind().id());
    const std::string text = to_text(review, *table, words, 80);
    EXPECT_NE(text.find("How readable the cards were (an estimate)"), std::string::npos);
    EXPECT_NE(text.find("are estimates, give or take"), std::string::npos);
    // The last card each time; in the open choices the first, as the last would punt every ball away.
    const auto bad =
        played("red-boar-gridiron", {{"mode", "cards"}, {"quarter_seconds", 150}}, 2, [](const Table& at, Seat seat) {
            const TurnText turn = at.turn(viewer_of(seat));
            return std::string(turn.kind == TurnKind::secret ? turn.actions.back() : turn.actions.front());
        });
    const Review costly = reviewed(*bad, evaluator);
    ASSERT_TRUE(costly.readable.home);
    EXPECT_GT(costly.readable.home->cost, 0);
    EXPECT_GE(costly.ledger.errors.home, costly.readable.home->cost - 1e-9);
    EXPECT_NEAR(costly.ledger.sum(), costly.ledger.result, 1e-9);
}

TEST(Review, EveryFormReadsInBothLanguages) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    auto table = played("sports-dice-football", {{"target", 7}}, 8);
    table->tags = {{"Home", "<b>Anna</b>"}, {"Away", "\"'&</script>"}, {"Date", "2026-11-17"}};
    const Review review = reviewed(*table, advisor);
    for (Language language : kLanguages) {
        const Words& words = Words::of(language, table->kind().id());
        for (int columns : {24, 40, 60, 80, 100}) {
            const std::string text = to_text(review, *table, words, columns);
            EXPECT_EQ(text.find("«review"), std::string::npos);
            EXPECT_EQ(text.find("-0"), std::string::npos);
            EXPECT_EQ(text.find("−0,0"), std::string::npos);
            if (columns < 40) continue;
            std::istringstream lines(text);
            for (std::string line; std::getline(lines, line);) EXPECT_LE(touchline::columns_of(line), columns) << line;
        }
        const std::string html = to_html(review, *table, words);
        EXPECT_EQ(html.find("<b>Anna"), std::string::npos) << "names are escaped";
        EXPECT_EQ(html.find("</script"), std::string::npos);
        EXPECT_EQ(html.find("<script"), std::string::npos) << "readable without";
        EXPECT_NE(html.find("<svg"), std::string::npos);
        EXPECT_EQ(html.find("http"), std::string::npos) << "nothing outside the file";
        EXPECT_NE(html.find("prefers-color-scheme:dark"), std::string::npos);
        EXPECT_NE(html.find("@media print"), std::string::npos);
        EXPECT_NE(html.find("2026-11-17"), std::string::npos);
        const Json json = to_json(review, *table, words);
        EXPECT_EQ(json["chart"].size(), table->steps() + 1);
        EXPECT_LE(json["moments"].size(), kKeyMoments);
        EXPECT_EQ(json["mistakes"].size(), review.mistakes.size());
        EXPECT_EQ(json["drives"].size(), review.drives.size());
    }
}

} // namespace
} // namespace touchline::review
