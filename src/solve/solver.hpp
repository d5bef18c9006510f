// What a game's exact solver offers.
//
// A station is a position between plays: what tables hold. A solver knows which positions are stations, can solve all
// of them or only those that a position can reach, and answers their worth. Everything in the middle of a play is left
// to odds.hpp, which walks the rules from there to the next stations.
#pragma once

#include "core/game.hpp"
#include "solve/book.hpp"
#include "solve/job.hpp"
#include "solve/valuation.hpp"

#include <concepts>

namespace touchline::solve {

template <class S, class R>
concept SolverFor = GameRules<R> && requires(S solver, const S known, const R& rules, const typename R::State& state,
                                             Job& job, BookWriter& writer, const Book& book) {
    // Keeps its own copy of what it needs of the rules.
    S(rules);
    // Whether these rules (mode, options) can be solved at all; exact() says how well.
    { S::able(rules) } -> std::same_as<bool>;
    // What its stations mean; raised when that changes, so that older books are refused.
    { S::kVersion } -> std::convertible_to<u32>;

    { known.station(state) } -> std::same_as<bool>;
    // Whether at(state) can be answered now. Requires: a station.
    { known.covers(state) } -> std::same_as<bool>;
    // Requires: covers(state). Safe from several threads at once while nothing is being solved or loaded.
    { known.at(state) } -> std::same_as<Valuation>;

    // Afterwards every station is covered.
    { solver.solve_all(job) } -> std::same_as<void>;
    // Afterwards every station that can be reached from `state` (a position in the middle of a play too) is covered.
    // Solves no more layers than that needs; what is known already is kept.
    { solver.solve_for(state, job) } -> std::same_as<void>;
    // Proven on every value that is covered.
    { known.bound() } -> std::same_as<double>;

    // After solve_all: every column of the book; and back. A book that does not fit is refused with the reason.
    { known.save(writer) } -> std::same_as<void>;
    { solver.load(book) } -> std::same_as<Expected<Done, Message>>;
};

// A solver that takes long may keep what it has finished, and go on from there: a book of other columns.
template <class S>
concept Resumes = requires(S solver, const S known, BookWriter& writer, const Book& book) {
    // Whether anything is worth keeping.
    { known.begun() } -> std::same_as<bool>;
    { known.save_unfinished(writer) } -> std::same_as<void>;
    { solver.load_unfinished(book) } -> std::same_as<Expected<Done, Message>>;
};

} // namespace touchline::solve
