// The text from which a game is replayed and proven. A person can read and edit it:
//
//   [Game "pocket-gridiron"]
//   [Options "mode=pro"]
//   [Sheet "default"]
//   [SheetHash "1f2e3d4c5b6a7988"]
//   [Home "Anna"]
//   [Result "home 24-17"]
//
//   ; home on offence, 0-0
//   home rolls qb: WR
//   home rolls wr: "STOP & GO"
//   home chooses fourth-down: field-goal
//
// Anything after ';' outside quotes is a comment. [Position "…"] where the game does not begin at the start.
#pragma once

#include "play/kind.hpp"
#include "play/table.hpp"

#include <span>

namespace touchline {

// The whole game so far, or what one viewer may know of it ('?' for what it may not).
[[nodiscard]] std::string record_text(const Table& table, std::optional<Viewer> viewer = std::nullopt);

// One roll or choice as the record writes it, without its line feed.
[[nodiscard]] std::string record_line(const StepText& step);

// Replays a record through the rules. An impossible line is a bad-record with its number; so is a wrong result.
// Tags are tidied (core/shown_text.hpp), names of sides as names are; those of a proof of the dice (fair/proof.hpp) are
// left out, because a table that is read has no proof.
// `sheets`: components to try beside the default ones; the record's hash decides.
[[nodiscard]] OrRefusal<std::unique_ptr<Table>> read_record(std::string_view text,
                                                            std::span<const SheetText> sheets = {});

// Replays one roll or choice line, which is the `number`th of its record. A refusal names the line.
OrRefusal<Done> replay_record_line(Table& table, std::string_view line, int number);

// The line number, from 1, of each step in a record's text. Steps are not replayed: an impossible one counts too.
[[nodiscard]] std::vector<int> step_lines(std::string_view text);

} // namespace touchline
