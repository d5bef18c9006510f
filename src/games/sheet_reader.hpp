// Reads a component sheet (TOML) figure by figure and collects every mistake with its line, what was found and what
// is allowed. A key that nobody asked for is a mistake too: every figure of a sheet counts.
#pragma once

#include "core/message.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline {

// One mistake in a sheet.
struct SheetFault {
    int line = 0; // 0: the file as a whole
    Message message;
};

// With its line.
[[nodiscard]] Message told(const SheetFault& fault);

class SheetReader;

// A table of the sheet. Every getter notes a fault and answers a harmless value where the figure is missing or wrong,
// so that a reader goes on and all faults are found at once. Cheap to copy; lives as long as its SheetReader.
class SheetTable {
public:
    // A whole number within [min, max].
    [[nodiscard]] int integer(std::string_view key, int min, int max) const;
    // The same where the key may be left out.
    [[nodiscard]] std::optional<int> optional_integer(std::string_view key, int min, int max) const;
    [[nodiscard]] bool flag(std::string_view key) const;
    [[nodiscard]] std::optional<bool> optional_flag(std::string_view key) const;
    // A non-empty text.
    [[nodiscard]] std::string word(std::string_view key) const;
    [[nodiscard]] std::optional<std::string> optional_word(std::string_view key) const;
    // A list; `size` 0 means any number but none.
    [[nodiscard]] std::vector<std::string> words(std::string_view key, std::size_t size = 0) const;
    [[nodiscard]] std::vector<std::string> optional_words(std::string_view key) const;
    [[nodiscard]] std::vector<int> integers(std::string_view key, int min, int max, std::size_t size = 0) const;
    [[nodiscard]] std::vector<bool> flags(std::string_view key, std::size_t size = 0) const;
    // A table within, `key` being one step; a missing one is a fault and reads as empty without further faults.
    [[nodiscard]] SheetTable table(std::string_view key) const;
    [[nodiscard]] std::optional<SheetTable> optional_table(std::string_view key) const;
    // An array of tables ([[key]] or inline); `size` 0 means any number but none.
    [[nodiscard]] std::vector<SheetTable> tables(std::string_view key, std::size_t size = 0) const;
    // The keys of this table in the order of the file (for tables such as `2 = 10, 3 = 15`). They still have to be
    // read.
    [[nodiscard]] std::vector<std::string> keys() const;
    [[nodiscard]] bool has(std::string_view key) const;

    // Notes a fault of the reader's own at a key of this table (its line) or, with an empty key, at the table itself.
    void fault(std::string_view key, Message message) const;
    // "dice.qb": where this table stands.
    [[nodiscard]] std::string path() const;

    struct Node;
    explicit SheetTable(std::shared_ptr<Node> node) : node_(std::move(node)) {}

private:
    std::shared_ptr<Node> node_;
};

class SheetReader {
public:
    // Parses the text. A text that is no TOML has that one fault and an empty root.
    explicit SheetReader(std::string_view toml);
    ~SheetReader();
    SheetReader(const SheetReader&) = delete;
    SheetReader& operator=(const SheetReader&) = delete;

    // The whole file; `game` must be this id and `version` 1, which is checked here.
    [[nodiscard]] SheetTable root(std::string_view game_id);

    // All faults in the order of lines, keys that were never read included ("source" may stand anywhere).
    // Call last.
    [[nodiscard]] std::vector<SheetFault> faults();

    // The content without comments and layout, as text that is the same for equal sheets; what the hash is taken of.
    [[nodiscard]] std::string canonical() const;

    struct Document;

private:
    std::unique_ptr<Document> document_;
};

// 16 hexadecimal digits over the canonical content.
[[nodiscard]] std::string sheet_hash(std::string_view canonical);

} // namespace touchline
