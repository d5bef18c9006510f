// A game that can be opened at a table: its names, options and components, and how a table of it is made.
#pragma once

#include "games/concepts.hpp"
#include "play/table.hpp"

#include <span>

namespace touchline {

// Components to play with instead of the default ones.
struct SheetText {
    std::string name;
    std::string toml;
};

class Kind {
public:
    virtual ~Kind() = default;
    [[nodiscard]] virtual std::string_view id() const = 0;
    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual std::vector<std::string_view> aliases() const = 0;
    // With the default sheet, which is read for them once.
    [[nodiscard]] virtual const std::vector<OptionSpec>& options() const = 0;
    // The fields of a position and of views of it, by name and type.
    [[nodiscard]] virtual std::vector<FieldType> fields() const = 0;
    // Of the word of a play (What::play); empty for those that are neither a run nor a pass.
    [[nodiscard]] virtual std::optional<PlayType> play_type(std::string_view how) const = 0;
    // Empty for a game without components.
    [[nodiscard]] virtual std::string_view default_sheet() const = 0;
    [[nodiscard]] virtual std::vector<SheetFault> check_sheet(std::string_view toml) const = 0;
    // Refused with bad-option, then bad-sheet.
    [[nodiscard]] virtual OrRefusal<std::unique_ptr<Table>> open(const Json& options,
                                                                 const std::optional<SheetText>& sheet) const = 0;
};

// All games of games/all.hpp, in its order.
[[nodiscard]] std::span<const Kind* const> kinds();
// By id or alias; null where there is none.
[[nodiscard]] const Kind* kind_named(std::string_view id_or_alias);
// `games` of the protocol: id, name, aliases, options.
[[nodiscard]] Json describe(const Kind& kind);

// Opens a table. Refused with unknown-game, bad-option, bad-sheet, in this order.
// `sheet_path` names a file; its faults are all told.
[[nodiscard]] OrRefusal<std::unique_ptr<Table>> open_table(std::string_view game, const Json& options,
                                                           const std::optional<std::string>& sheet_path = std::nullopt);

} // namespace touchline
