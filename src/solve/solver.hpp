// What a game's exact solver offers.
//
// A station is a position between plays: what tables hold. A solver knows which positions are stations, can solve all
// of them or only those that a position can reach, and answers their worth. Everything in the middle of a play is left
// to odds.hpp, which walks the rules from there to the next stations.
#pragma once

#include "core/game.hpp"
#include "solve/book.hpp"
#include "solve/exploitability.hpp"
#include "solve/job.hpp"
#include "solve/valuation.hpp"

#include <concepts>
#include <optional>
#include <span>

namespace touchline::solve {

template <class S, class R>
concept SolverFor = GameRules<R> && requires(S solver, const S known, const R& rules, const typename R::State& state,
                                             Job& job, BookWriter& writer, const Book& book) {
    // Keeps its own copy of what it needs of the rules.
    S(rules);
    // Whether these rules (mode, options) can be solved at all; SometimesExact says how well.
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

// ---- What a solver may offer beyond that; analysis/<game>.cpp asserts what it means to offer
// -------------------------

// Exact by some rules only; without it, by all that it is able to solve.
template <class S, class R>
concept SometimesExact = requires(const R& rules) {
    { S::exact(rules) } -> std::same_as<bool>;
};

// Stations that differ in the score alone, answered all at once: what they are worth to home. Requires: covered.
template <class S, class State>
concept AnswersRows = requires(const S known, std::span<const State> stations, double* out) {
    { known.worths(stations, out) } -> std::same_as<void>;
};

// Of estimates: how good it is to play by them, once that is known.
template <class S>
concept MeasuresItself = requires(const S known) {
    { known.measure() } -> std::convertible_to<std::optional<Exploitability>>;
};

// Policies need stations that solve_for leaves out because best play is worth the same whatever follows them.
template <class S>
concept SolvesMoreForPolicies = requires(S solver, Job& job) {
    { solver.solve_for_policies(job) } -> std::same_as<void>;
};

// Where a policy is followed (FollowsPolicies) by some of the rules only; without it, by all.
template <class S, class R>
concept FollowsSomeRules = requires(const R& rules) {
    { S::follows(rules) } -> std::same_as<bool>;
};

// Where it is followed from a station at which nobody has the ball: who has it first. Without it, the offence there.
template <class S, class R>
concept KnowsFirstSide = requires(const S known, const typename R::State& station) {
    { known.first_side(station) } -> std::same_as<Seat>;
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
