// A solve that is stopped after any of its layers, the program gone, goes on from there and comes to the same book.
#include "core/embedded.hpp"
#include "play/kind.hpp"
#include "play/table_for.hpp"
#include "said.hpp"
#include "solve/cache.hpp"
#include "solve/cache_folder.hpp"
#include "solve/odds.hpp"
#include "solve/pocket_gridiron/solver.hpp"
#include "solve/pocket_rugby/solver.hpp"
#include "solve/red_boar_gridiron/solver.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace touchline::solve {
namespace {

template <class R>
std::shared_ptr<const R> rules_of(std::string_view options,
                                  const std::vector<std::pair<std::string, std::string>>& changes = {}) {
    const Kind& kind = *kind_named(R::kId);
    std::string sheet(kind.default_sheet());
    for (const auto& [from, to] : changes) sheet.replace(sheet.find(from), from.size(), to);
    auto table = kind.open(Json::parse(options), SheetText{"test", sheet});
    EXPECT_TRUE(table) << (table ? "" : said(table.error().message));
    return dynamic_cast<const TableFor<R>&>(**table).shared_rules();
}

const BookKey kKey{"game", "{}", "0123456789abcdef", 1};

std::string content(Stage stage) {
    std::ostringstream text;
    text << std::ifstream(book_path(kKey, stage), std::ios::binary).rdbuf();
    return text.str();
}

template <class Solver>
void write(const Solver& solver, Stage stage) {
    BookWriter writer({kKey, solver.bound(), 1}, stage);
    if (stage == Stage::whole)
        solver.save(writer);
    else
        solver.save_unfinished(writer);
    const auto written = writer.finish();
    ASSERT_TRUE(written) << said(written.error());
}

u64 size_of_kept() {
    std::error_code none;
    const u64 size = std::filesystem::file_size(book_path(kKey, Stage::unfinished), none);
    return none ? 0 : size;
}

// One program's work: goes on from what is kept, and is stopped as soon as it has kept more. False where it was
// stopped.
template <class Solver>
bool one_layer_more(Solver& solver, unsigned threads) {
    if (const auto kept = Book::open(kKey, Stage::unfinished)) {
        const auto loaded = solver.load_unfinished(*kept);
        EXPECT_TRUE(loaded) << (loaded ? "" : said(loaded.error()));
    }
    Job job(threads);
    const u64 before = size_of_kept();
    job.keep_every(std::chrono::seconds(0), [&] {
        write(solver, Stage::unfinished);
        if (size_of_kept() > before) job.stop();
    });
    try {
        solver.solve_all(job);
    } catch (const Stopped&) {
        return false;
    }
    write(solver, Stage::whole);
    return true;
}

template <class Solver, class R>
void expect_the_same_book(const R& rules) {
    std::string wanted;
    double bound = 0;
    {
        const test::CacheFolder folder;
        Solver solver(rules);
        Job job(2);
        solver.solve_all(job);
        bound = solver.bound();
        write(solver, Stage::whole);
        wanted = content(Stage::whole);
    }
    const test::CacheFolder folder;
    int stopped = 0;
    for (bool done = false; !done; stopped += done ? 0 : 1) {
        Solver solver(rules);
        done = one_layer_more(solver, stopped % 2 == 0 ? 1 : 2);
        if (done) {
            EXPECT_EQ(solver.bound(), bound);
        }
        ASSERT_LT(stopped, 500);
    }
    EXPECT_GT(stopped, 0);
    EXPECT_TRUE(content(Stage::whole) == wanted) << "stopped " << stopped << " times";
    EXPECT_FALSE(std::filesystem::exists(book_path(kKey, Stage::unfinished))) << "the book has taken its place";
}

TEST(Resume, RedBoarAfterEveryTickOfTheClock) {
    for (const char* options : {R"({"quarter_seconds":20,"overtime":"tie"})", R"({"quarter_seconds":30})"})
        expect_the_same_book<red_boar_gridiron::Solver>(*rules_of<touchline::red_boar_gridiron::Rules>(options));
}

// A book that is too large has its last quarters alone; the others are solved from there.
TEST(Resume, RedBoarGoesOnFromABookOfSomeQuarters) {
    for (const char* options : {R"({"quarter_seconds":20,"overtime":"tie"})", R"({"quarter_seconds":20})"}) {
        const auto rules = rules_of<touchline::red_boar_gridiron::Rules>(options);
        const test::CacheFolder folder;
        red_boar_gridiron::Solver whole(*rules);
        Job job(2);
        whole.solve_all(job);
        red_boar_gridiron::Solver last(*rules, whole.stations() * 3); // bytes: not enough for all
        last.solve_all(job);
        write(last, Stage::whole);
        red_boar_gridiron::Solver before(*rules);
        ASSERT_TRUE(before.load(*Book::open(kKey)));
        const touchline::red_boar_gridiron::State start = rules->start();
        EXPECT_FALSE(before.covers(start)) << "the book has the last quarters alone";
        before.solve_for(start, job);
        EXPECT_NEAR(odds(*rules, before, start).worth.value, odds(*rules, whole, start).worth.value, 1e-9);
        EXPECT_NEAR(odds(*rules, before, start).worth.draw, odds(*rules, whole, start).worth.draw, 1e-9);
    }
}

TEST(Resume, PocketRugbyAfterEverySumOfTheScore) {
    const std::vector<std::pair<std::string, std::string>> ends{
        {"half_time = 20\nfull_time = 40", "half_time = 4\nfull_time = 7"}};
    using Rules = touchline::pocket_rugby::Rules;
    expect_the_same_book<pocket_rugby::Solver>(*rules_of<Rules>(R"({"injuries":false})", ends));
    expect_the_same_book<pocket_rugby::Solver>(
        *rules_of<Rules>(R"({"injuries":false,"weather":"roll","home_team":"england","away_team":"australia"})", ends));
}

TEST(Resume, PocketGridironAfterEveryDrive) {
    const std::vector<std::pair<std::string, std::string>> shorter{
        {"downs = 4", "downs = 2"},
        {"sacks_for_safety = 3", "sacks_for_safety = 2"},
        {"scrambles_for_sack = 3", "scrambles_for_sack = 2"}};
    using Rules = touchline::pocket_gridiron::Rules;
    expect_the_same_book<pocket_gridiron::Solver>(*rules_of<Rules>(R"({"drives":2})", shorter));
    expect_the_same_book<pocket_gridiron::Solver>(
        *rules_of<Rules>(R"({"drives":2,"injuries":false,"overtime":"extra-drives"})", shorter));
}

// With cards a layer takes long to learn: the first of them shows that values come back as they were.
TEST(Resume, RedBoarWithCardsHasTheValuesThatWereKept) {
    const auto rules = rules_of<touchline::red_boar_gridiron::Rules>(R"({"mode":"cards","overtime":"tie"})");
    red_boar_gridiron::Regulation first(*rules);
    const red_boar_gridiron::Regulation::Moment end{4, 0};
    Job job(2);
    first.solve_to(end, job);
    const test::CacheFolder folder;
    BookWriter writer({kKey, 0, 1}, Stage::unfinished);
    first.save_unfinished(writer);
    ASSERT_TRUE(writer.finish());
    red_boar_gridiron::Regulation second(*rules);
    ASSERT_TRUE(second.load_unfinished(*Book::open(kKey, Stage::unfinished)));
    ASSERT_TRUE(second.covers(end));
    EXPECT_FALSE(second.covers({4, 1}));
    touchline::red_boar_gridiron::State state;
    for (u16 lead = 0; lead < 9; ++lead) {
        state.score = {lead, 4};
        const std::size_t station = red_boar_gridiron::kAfterTouchdown;
        EXPECT_EQ(second.at(end, state, station).value, first.at(end, state, station).value) << lead;
    }
}

TEST(Resume, WhatDoesNotFitIsRefused) {
    const test::CacheFolder folder;
    using Rules = touchline::red_boar_gridiron::Rules;
    const auto rules = rules_of<Rules>(R"({"quarter_seconds":20})");
    red_boar_gridiron::Solver solver(*rules);
    Job job(2);
    solver.solve_for(rules->start(), job);
    write(solver, Stage::unfinished);
    const auto kept = Book::open(kKey, Stage::unfinished);
    ASSERT_TRUE(kept);
    red_boar_gridiron::Solver shorter(*rules_of<Rules>(R"({"quarter_seconds":10,"overtime":"tie"})"));
    EXPECT_FALSE(shorter.load_unfinished(*kept));
    pocket_rugby::Solver rugby(*rules_of<touchline::pocket_rugby::Rules>("{}"));
    EXPECT_FALSE(rugby.load_unfinished(*kept));
    pocket_gridiron::Solver gridiron(*rules_of<touchline::pocket_gridiron::Rules>("{}"));
    EXPECT_FALSE(gridiron.load_unfinished(*kept));
}

TEST(Resume, AnUnfinishedBookIsListedCountedAndRemoved) {
    const test::CacheFolder folder;
    BookWriter writer({kKey, 0, 1}, Stage::unfinished);
    ASSERT_TRUE(writer.finish());
    const std::vector<ListedBook> list = books();
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0].stage, Stage::unfinished);
    EXPECT_FALSE(Book::open(kKey)) << "it is no whole book";
    EXPECT_EQ(cache_size(), list[0].size);
    EXPECT_EQ(keep_within(0), 1U);
    EXPECT_TRUE(books().empty());
}

} // namespace
} // namespace touchline::solve
