// Books on disk: written and read back, and refused wherever they are damaged or do not fit.
#include "said.hpp"
#include "solve/book.hpp"
#include "solve/cache_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <sys/resource.h>
#include <unistd.h>

namespace touchline::solve {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

// A cache folder of its own for every test.
class BookTest : public ::testing::Test {
protected:
    [[nodiscard]] static BookKey key() {
        return {.game = "pig", .options = R"({"target":100})", .sheet_hash = "0123456789abcdef"};
    }

    static Expected<Done, Message> write(std::size_t values = 1000) {
        BookWriter writer({key(), 1e-10, 2.5});
        std::vector<double> column(values);
        for (std::size_t i = 0; i < values; ++i) column[i] = static_cast<double>(i) / static_cast<double>(values);
        writer.column("value", Encoding::fixed32);
        writer.add(column);
        writer.column("draw", Encoding::real64);
        writer.add(std::span(column).first(10));
        writer.add(std::span(column).subspan(10, 5));
        return writer.finish();
    }

    static std::string content() {
        std::ostringstream text;
        text << std::ifstream(book_path(key()), std::ios::binary).rdbuf();
        return text.str();
    }
    static void put(const std::string& content) { std::ofstream(book_path(key()), std::ios::binary) << content; }

    const test::CacheFolder own_;
    const fs::path folder_ = own_.path();
};

TEST_F(BookTest, KeepsWhatWasWritten) {
    ASSERT_TRUE(write());
    const Expected<Book, Message> book = Book::open(key());
    ASSERT_TRUE(book) << said(book.error());
    EXPECT_EQ(book->info().bound, 1e-10);
    EXPECT_EQ(book->info().seconds, 2.5);
    const Column value = book->column("value");
    ASSERT_EQ(value.size(), 1000U);
    for (std::size_t i = 0; i < value.size(); ++i) ASSERT_NEAR(value[i], static_cast<double>(i) / 1000, kFixedError);
    const Column draw = book->column("draw");
    ASSERT_EQ(draw.size(), 15U);
    EXPECT_EQ(draw[12], 0.012);
    EXPECT_TRUE(book->column("no such").empty());
}

TEST_F(BookTest, IsTheSameHoweverLongItTook) {
    ASSERT_TRUE(write());
    const std::string first = content();
    BookWriter writer({key(), 1e-10, 99});
    ASSERT_TRUE(write());
    EXPECT_EQ(content(), first);
}

TEST_F(BookTest, IsRefusedWhereverOneByteIsChanged) {
    ASSERT_TRUE(write(40));
    const std::string whole = content();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0x10);
        put(changed);
        ASSERT_FALSE(Book::open(key())) << "byte " << at;
    }
    put(whole);
    EXPECT_TRUE(Book::open(key()));
}

TEST_F(BookTest, IsRefusedWhereverItIsCutShortOrGrown) {
    ASSERT_TRUE(write(40));
    const std::string whole = content();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        put(whole.substr(0, size));
        ASSERT_FALSE(Book::open(key())) << "size " << size;
    }
    put(whole + "x");
    EXPECT_FALSE(Book::open(key()));
}

TEST_F(BookTest, OfOtherOptionsOrAnOlderSolverIsRefusedWithBothNamed) {
    ASSERT_TRUE(write());
    BookKey newer = key();
    newer.solver = 2;
    const Expected<Book, Message> book = Book::open(newer);
    ASSERT_FALSE(book);
    EXPECT_THAT(said(book.error()), HasSubstr("stations 1"));
    BookKey other = key();
    other.options = "{}";
    EXPECT_THAT(said(Book::open(other).error()), HasSubstr("no book"));
    fs::copy_file(book_path(key()), book_path(other));
    EXPECT_THAT(said(Book::open(other).error()), HasSubstr("of another kind"));
}

TEST_F(BookTest, AFullDiskIsToldAndLeavesNothing) {
    struct rlimit before {};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small { 1000, before.rlim_max };
    ::setrlimit(RLIMIT_FSIZE, &small);
    const Expected<Done, Message> written = write();
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(written);
    EXPECT_THAT(said(written.error()), HasSubstr("cannot be written"));
    EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(BookTest, AWriterThatIsNotFinishedLeavesNothing) {
    {
        BookWriter writer({key(), 0, 0});
        writer.column("value", Encoding::real64);
        writer.add(std::vector<double>(100, 0.5));
    }
    EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(BookTest, AFolderThatCannotBeMadeIsTold) {
    std::ofstream(folder_ / "file") << "x";
    ::setenv("TOUCHLINE_CACHE", (folder_ / "file" / "cache").c_str(), 1);
    EXPECT_THAT(said(write().error()), HasSubstr("cannot be made"));
}

TEST_F(BookTest, BooksAreListedAndRemoved) {
    ASSERT_TRUE(write());
    std::ofstream(folder_ / "damaged.book") << "nonsense";
    std::vector<ListedBook> list = books();
    ASSERT_EQ(list.size(), 2U);
    EXPECT_FALSE(list[0].fault.empty());
    EXPECT_TRUE(list[1].fault.empty());
    EXPECT_EQ(list[1].info.key, key());
    EXPECT_EQ(list[1].info.seconds, 2.5);
    for (const ListedBook& listed : list) EXPECT_TRUE(remove_book(listed.path));
    EXPECT_TRUE(fs::is_empty(folder_));
    EXPECT_FALSE(remove_book(list[0].path));
}

} // namespace
} // namespace touchline::solve
