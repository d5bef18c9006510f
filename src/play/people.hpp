// The people of a side: their names in a row, whose hand it is, and games in which one person plays both sides.
#pragma once

#include "play/table.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace touchline {

// [Alone "yes"]: one person played both sides, so nobody won against anybody.
inline constexpr std::string_view kAloneTag = "Alone";
[[nodiscard]] bool played_alone(const Table& table);

inline constexpr std::size_t kMostMembers = 8; // of a side

// The names between the commas of a side's name, each as a name may be shown. At least one, which may be empty.
[[nodiscard]] std::vector<std::string> members_of(std::string_view side);
// "Ann, Bo"; those without a name are left out.
[[nodiscard]] std::string side_called(const std::vector<std::string>& members);
// A side's name as it may be shown: that of one person, or of several in a row.
[[nodiscard]] std::string shown_side(std::string_view side);

// A name of one of several people: without the comma that would make two of it.
[[nodiscard]] std::string member_name(std::string_view name);

// Whose hand it is among so many people of a side: the next one's with each possession that the side begins, so that
// everybody attacks once and defends until the side has the ball again. Requires: members > 0.
[[nodiscard]] constexpr std::size_t hand_of(std::size_t possessions, std::size_t members) {
    return possessions == 0 ? 0 : (possessions - 1) % members;
}

// Counts the possessions that each side has begun, as the rules tell them. It keeps what it has counted: steps that
// were taken back have to be cut.
class Possessions {
public:
    void cut(std::size_t steps);
    [[nodiscard]] BySeat<std::size_t> of(const Table& table);

private:
    std::vector<BySeat<std::size_t>> after_; // each step
};

} // namespace touchline
