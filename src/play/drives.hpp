// Where drives and plays begin in a game's history, by what the rules said happened.
#pragma once

#include "play/table.hpp"

#include <algorithm>
#include <initializer_list>

namespace touchline {

[[nodiscard]] inline bool tells_any(const Table& table, std::size_t step, std::initializer_list<What> wanted) {
    return std::ranges::any_of(table.happened(step), [&](const Happening& each) {
        return std::ranges::find(wanted, each.what) != wanted.end();
    });
}

// Whether a step is the first after a drive, or of the game: a kick by which the other side gets the ball belongs to
// its drive.
[[nodiscard]] inline bool begins_drive(const Table& table, std::size_t step) {
    if (step == 0 || tells_any(table, step - 1, {What::drive_end})) return true;
    if (!tells_any(table, step - 1, {What::possession})) return false;
    return step < 2 || !tells_any(table, step - 2, {What::drive_end});
}

// Whether a step is the first of a play: what lies on the table from before it belongs to the play before.
[[nodiscard]] inline bool begins_play(const Table& table, std::size_t step) {
    return step == 0 || tells_any(table, step, {What::play, What::toss, What::weather}) ||
           tells_any(table, step - 1, {What::drive_end});
}

} // namespace touchline
