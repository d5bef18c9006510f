// A sheet with some of its figures changed by path: what compare, slope, tune and sweep make their variants with.
#pragma once

#include "core/expected.hpp"
#include "core/message.hpp"
#include "play/kind.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::lab {

// A path as 'touchline sheet paths' lists it ("score.touchdown", "dice.wr[3].value"). An entry of a list may be named
// instead of counted ("dice.wr.POST.value"), and a face has a count ("dice.offense.faces.TD.count", also ".weight"): as
// many of another face have to go.
struct Change {
    std::string path;
    std::string value;

    friend bool operator==(const Change&, const Change&) = default;
};

// "PATH=VALUE". A refusal says what is wrong in one sentence.
[[nodiscard]] Expected<Change, Message> read_change(std::string_view text);

// "score.touchdown=8, field.start=20".
[[nodiscard]] std::string changes_text(std::span<const Change> changes);

// The sheet with these changes, comments and layout kept where that is possible; it is sound, or refused with the
// sentence of the sheet's reader. A figure that is changed no longer comes from the rulebook, and says so. Requires:
// the sheet is sound.
[[nodiscard]] Expected<std::string, Message> changed_sheet(const Kind& kind, std::string_view toml,
                                                           std::span<const Change> changes);

// The table of a game with these options and such a sheet. A sheet without changes keeps its name.
[[nodiscard]] Expected<std::unique_ptr<Table>, Message> changed_table(const Table& table,
                                                                      std::span<const Change> changes);

// Every path that a change may name in this sheet, with entries by name and counts of faces.
[[nodiscard]] std::vector<std::string> change_paths(std::string_view toml);

// That there is no such path, with the nearest ones.
[[nodiscard]] Message no_such_path(std::string_view toml, const std::string& path);

// What stands at a path now, as a change would write it; empty where there is no such path.
[[nodiscard]] std::string value_at(std::string_view toml, std::string_view path);

// A die: the list at `path` with the names of its faces, each as often as it is there.
struct DieFaces {
    std::string path; // "dice.offense.faces", "dice.wr"
    std::vector<std::string> faces;
};
[[nodiscard]] std::vector<DieFaces> dice_of(std::string_view toml);

} // namespace touchline::lab
