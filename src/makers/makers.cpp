// Joins what works something out with what the server asks for.
#include "makers/makers.hpp"

#include "lab/bench.hpp"
#include "lab/puzzle_text.hpp"
#include "play/kind.hpp"
#include "review/presentation.hpp"

#include <nlohmann/json.hpp>

namespace touchline::makers {

server::ReviewMaker review_maker(Evaluator& evaluator, double seconds) {
    return [&evaluator, seconds](const Table& table, Language language, const std::function<void(double)>& progress,
                                 const std::atomic<bool>& stopped) {
        const review::Review review = review::review(table, evaluator, {.seconds = seconds}, progress, stopped);
        return review::to_json(review, table, Words::of(language, table.kind().id()));
    };
}

server::PuzzleMaker puzzle_maker(analysis::Library& library, double seconds) {
    return [&library, seconds](const server::PuzzleAsked& asked) -> OrRefusal<std::optional<server::PuzzleMade>> {
        Expected<std::optional<lab::Puzzle>, Message> puzzle = lab::requested_puzzle(
            {asked.game, asked.day, asked.seed, asked.number, asked.hard}, library, {.seconds = seconds, .threads = 1});
        if (!puzzle) return refuse(RefusalCode::not_found, puzzle.error());
        if (!*puzzle) return std::optional<server::PuzzleMade>();
        const Words& words = Words::of(asked.language, (*puzzle)->table->kind().id());
        Json json = lab::puzzle_json(**puzzle, words);
        json["games"] = lab::games_that_ask(library);
        if (asked.day) json["date"] = lab::date_of(*asked.day);
        return std::optional(server::PuzzleMade{(*puzzle)->table, std::move(json)});
    };
}

server::LabMaker lab_maker(analysis::Library& library, LabMeans means) {
    return {.figures =
                [&library, means](const Table& table, const server::TellFigures& tell, const std::stop_token& stopped) {
                    return lab::bench_figures(table, library, {tell, stopped, means.threads, means.most_stations});
                },
            .skill =
                [&library, means](const Table& table, const Json& known, const server::TellFigures& tell,
                                  const std::stop_token& stopped) {
                    return lab::bench_skill(table, known, library, {tell, stopped, means.threads, means.most_stations});
                },
            .changed = lab::bench_sheet,
            .certificate = lab::bench_certificate};
}

} // namespace touchline::makers
