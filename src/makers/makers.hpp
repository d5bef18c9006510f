// What a server is supplied with: reviews, puzzles and the lab. One for the program and for the engine in a browser,
// which differ only in their patience.
#pragma once

#include "analysis/library.hpp"
#include "play/evaluator.hpp"
#include "server/lab_maker.hpp"
#include "server/puzzle_maker.hpp"
#include "server/review_maker.hpp"

namespace touchline::makers {

// Reviews are worked out beside the games: each position gets so many seconds, and what cannot be solved in them is
// estimated.
[[nodiscard]] server::ReviewMaker review_maker(Evaluator& evaluator, double seconds);

// Puzzles are made from what is solved beside the games: nobody waits for it longer than so many seconds.
[[nodiscard]] server::PuzzleMaker puzzle_maker(analysis::Library& library, double seconds);

// Works on so many threads; more positions than `most_stations` are not followed.
struct LabMeans {
    unsigned threads = 1;
    u64 most_stations = ~u64{0};
};
[[nodiscard]] server::LabMaker lab_maker(analysis::Library& library, LabMeans means);

} // namespace touchline::makers
