// Reviews for the commands: of a record that is named, of the last finished game, at the end of a game; and what is
// kept of them beside finished games.
#pragma once

#include "analysis/library.hpp"
#include "play/words.hpp"
#include "review/review.hpp"
#include "terminal/setup.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace touchline::cli {

// A record that was read: from a file, or "-" from standard input.
struct RecordRead {
    std::string path;
    std::string text;
    std::unique_ptr<Table> table;
};

// The sheet beside a saved game, or the one that is named, is tried too. A mistake stops the program.
[[nodiscard]] RecordRead read_record_at(const std::string& path, const std::string& sheet);

// Valued as exactly as can be, with progress on standard error; Ctrl-C stops the program with one sentence.
[[nodiscard]] review::Review reviewed(const RecordRead& record, analysis::Library& library, Language language);

// The review of the end screen: estimates where a game is not solved in a moment.
[[nodiscard]] terminal::Reviewer end_of_game_reviewer(Evaluator& evaluator);

} // namespace touchline::cli
