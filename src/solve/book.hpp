// The solved values of one Rules on disk: memory-mapped, checksummed, keyed by game, options and sheet.
#pragma once

#include "core/expected.hpp"
#include "core/message.hpp"
#include "core/seat.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::solve {

// The layout of the file, and whatever a game's solver changes about its stations, is versioned together.
inline constexpr u32 kBookFormat = 1;

// Which rules a book is about.
struct BookKey {
    std::string game;       // Rules::kId
    std::string options;    // every option that has a value, as canonical JSON text
    std::string sheet_hash; // of the sheet that was used
    u32 solver = 1;         // the game's own number for what its stations mean
    friend bool operator==(const BookKey&, const BookKey&) = default;
};

struct BookInfo {
    BookKey key;
    double bound = 0;   // proven on every value
    double seconds = 0; // that solving took
};

// A book, or what a solve that was stopped had finished of it.
enum class Stage : u8 { whole, unfinished };

// $TOUCHLINE_CACHE, else $XDG_CACHE_HOME/touchline, else ~/.cache/touchline.
[[nodiscard]] std::filesystem::path cache_folder();
// Where the book of a key lives.
[[nodiscard]] std::filesystem::path book_path(const BookKey& key, Stage stage = Stage::whole);
// Whether a file of the cache folder is a book of either stage, by its name.
[[nodiscard]] bool is_book(const std::filesystem::path& path);

// How a column is kept. fixed32 counts in steps of 1/(2^32 - 1): half a step, 1.2e-10, is to be added to the bound.
enum class Encoding : u8 { real64, fixed32, bytes };
inline constexpr double kFixedError = 0.5 / 4294967295.0;
// A chance as the nearest step. Truncation is right where nothing is negative, and loops over it are vectorized, which
// those over std::lround are not.
[[nodiscard]] inline u32 fixed_of(double value) {
    return static_cast<u32>(value * 4294967295.0 + 0.5); // NOLINT(bugprone-incorrect-roundings)
}
[[nodiscard]] inline double from_fixed(u32 fixed) { return static_cast<double>(fixed) / 4294967295.0; }

// A column of values inside a book.
class Column {
public:
    Column() = default;
    Column(std::span<const std::byte> data, Encoding encoding) : data_(data), encoding_(encoding) {}

    [[nodiscard]] std::size_t size() const {
        return data_.size() / (encoding_ == Encoding::real64 ? 8 : encoding_ == Encoding::fixed32 ? 4 : 1);
    }
    [[nodiscard]] bool empty() const { return data_.empty(); }
    [[nodiscard]] double operator[](std::size_t i) const {
        if (encoding_ == Encoding::real64) return reinterpret_cast<const double*>(data_.data())[i];
        return from_fixed(reinterpret_cast<const u32*>(data_.data())[i]);
    }
    [[nodiscard]] Encoding encoding() const { return encoding_; }
    [[nodiscard]] std::span<const std::byte> bytes() const { return data_; }

private:
    std::span<const std::byte> data_;
    Encoding encoding_ = Encoding::real64;
};

// A book that has been opened and found whole. Columns live as long as any copy of it.
class Book {
public:
    // Refused with the reason where it is not there, truncated, of another key or changed by as much as a byte.
    [[nodiscard]] static Expected<Book, Message> open(const BookKey& key, Stage stage = Stage::whole);
    // Whatever key it has: for lists.
    [[nodiscard]] static Expected<Book, Message> open_file(const std::filesystem::path& path);

    [[nodiscard]] const BookInfo& info() const;
    [[nodiscard]] u64 size_on_disk() const;
    // Empty if there is none of this name.
    [[nodiscard]] Column column(std::string_view name) const;

private:
    struct Content;
    explicit Book(std::shared_ptr<const Content> content) : content_(std::move(content)) {}
    std::shared_ptr<const Content> content_;
};

// Writes a book column by column into a temporary file beside its place; finish() makes it the book at once.
// A writer that is not finished leaves nothing behind. Errors are remembered and told by finish(). A whole book takes
// the place of the unfinished one.
class BookWriter {
public:
    explicit BookWriter(BookInfo info, Stage stage = Stage::whole);
    ~BookWriter();
    BookWriter(const BookWriter&) = delete;
    BookWriter& operator=(const BookWriter&) = delete;

    // Begins a column; what is added until the next one belongs to it.
    void column(std::string_view name, Encoding encoding);
    // Values are encoded as the column says.
    void add(std::span<const double> values);
    // As they are. Requires: of the column's encoding.
    void add_bytes(std::span<const std::byte> bytes);

    [[nodiscard]] Expected<Done, Message> finish();

private:
    struct Draft;
    std::unique_ptr<Draft> draft_;
};

// Every book in the cache folder, those that cannot be read with the reason.
struct ListedBook {
    std::filesystem::path path;
    u64 size = 0;
    BookInfo info{};
    Message fault{}; // empty: it can be read
    Stage stage = Stage::whole;
};
[[nodiscard]] std::vector<ListedBook> books();
// Removes a book; the reason if that cannot be done.
[[nodiscard]] Expected<Done, Message> remove_book(const std::filesystem::path& path);

} // namespace touchline::solve
