// How steps of a game are told in JSON and words; shared by live tables and records.
#pragma once

#include "games/json_text.hpp"
#include "play/commentary.hpp"
#include "play/table.hpp"
#include "play/words.hpp"

namespace touchline::server {

// The field `faces` of a chance turn, as far as the viewer may know: runs of like dice with what may fall on each.
void write_faces(JsonText& out, const Table& table, std::optional<Viewer> viewer);
// The field `fell` or `chose` of a step, as the viewer may see it.
void write_fell_or_chose(JsonText& out, const Table& table, std::size_t index, std::optional<Viewer> viewer);
// The fields `said` and, where its first line is the headline of its play, `headline`.
void write_said(JsonText& out, const StepWords& said);
// The game step by step; `steps` of the contract.
// `proof`: what follows the lines of its record.
[[nodiscard]] Json steps_json(const Table& table, Language language, std::string_view proof = {});

} // namespace touchline::server
