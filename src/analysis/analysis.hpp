// What is known of one game with one sheet and one set of options: the one virtual class through which bots, lab,
// server and command line reach solver, coach and typed loops. Each game's is made in its file analysis/<game>.cpp.
#pragma once

#include "analysis/carried.hpp"
#include "analysis/figures.hpp"
#include "analysis/outlook.hpp"
#include "analysis/simulation.hpp"
#include "analysis/strategy.hpp"
#include "play/evaluator.hpp"
#include "solve/book.hpp"
#include "solve/exploitability.hpp"
#include "solve/valuation.hpp"

#include <atomic>
#include <memory>

namespace touchline::analysis {

class Background;

// One strategy against another without a single game played.
struct Duel {
    solve::Valuation odds{}; // of home, with the proven bound
    u64 stations = 0;        // positions between plays that were valued; 0 where nobody chooses
};

// Games to be played: those of a seed from one number to another.
struct Games {
    u64 seed = 0;
    u64 begin = 0;
    u64 end = 0;
};

// Shared between threads. Requires of every table: it is of this game, sheet and set of options.
class Analysis {
public:
    virtual ~Analysis() = default;

    // Whether these rules have a book, and whether its values are proven; else they are estimates, measured.
    [[nodiscard]] virtual bool solvable() const = 0;
    [[nodiscard]] virtual bool exact() const = 0;
    // Whether a position can be answered without solving anything: by the book on disk, or what was solved before.
    [[nodiscard]] virtual bool knows(const Table& table) = 0;

    // Empty where it is not known in time. Requires: the game is not over; of advice: the seat decides.
    [[nodiscard]] virtual std::optional<Odds> odds(const Table& table, const Question& question,
                                                   const Patience& patience) = 0;
    [[nodiscard]] virtual std::optional<Advice> advise(const Table& table, Seat seat, const Question& question,
                                                       const Patience& patience) = 0;
    // By so many playouts between coaches: always possible, never exact. Hidden hands are dealt anew for each; the same
    // question gets the same answer at all positions that its asker cannot tell apart.
    [[nodiscard]] virtual Odds estimate(const Table& table, const Question& question, u64 playouts) const = 0;
    [[nodiscard]] virtual Advice estimate(const Table& table, Seat seat, const Question& question,
                                          u64 playouts) const = 0;

    // What each action of the current choice comes to, in the order in which they are offered. Empty where it is not
    // known in time, or nothing exact is known. Requires: a choice turn.
    [[nodiscard]] virtual std::optional<std::vector<Outlook>> outlook(const Table& table, const Patience& patience) = 0;

    // Solves everything and writes the book. Throws solve::Stopped where the job was stopped; answers the reason where
    // the book cannot be written. Requires: solvable().
    [[nodiscard]] virtual Expected<solve::BookInfo, Message> solve_book(solve::Job& job) = 0;
    // What was measured of an estimated strategy when its book was solved; nothing is solved for it.
    [[nodiscard]] virtual std::optional<solve::Exploitability> exploitability() = 0;

    // How often a strategy takes each action of a seat, in the order in which they are offered.
    [[nodiscard]] virtual Shares shares(const Table& table, Seat seat, const Strategy& strategy) = 0;
    // From the table's position on, an answer for each pair of strategies. Refused with a sentence where these rules
    // cannot be followed. Throws solve::Stopped.
    [[nodiscard]] virtual Expected<std::vector<Duel>, Message>
    duels(const Table& table, std::span<const Strategies> pairs, double bound, solve::Job& job) = 0;
    // Whether the figures of these rules can be known, however long that takes.
    [[nodiscard]] virtual bool follows() const = 0;
    // Of whole games, from their start. Refused with a sentence where these rules cannot be followed. Throws
    // solve::Stopped.
    [[nodiscard]] virtual Expected<Figures, Message> figures(const Strategies& strategies, solve::Job& job) = 0;
    // Who wins between two best players: known once the game is solved. Refused and stopped as figures().
    [[nodiscard]] virtual Expected<OpeningFigures, Message> opening(solve::Job& job) = 0;
    // What it costs to go on in these rules as in others of the same game. Refused and stopped as figures().
    [[nodiscard]] virtual Expected<Carried, Message> carried(Analysis& before, solve::Job& job) = 0;
    // Plays the games from the table's position and adds them up.
    virtual void simulate(const Table& table, const Strategies& strategies, const Games& games,
                          SimulationResult& result) = 0;
    // Plays games of a strategy against itself and adds up what its decisions lost. Empty where nothing is solved.
    [[nodiscard]] virtual std::optional<Generosity> generosity(const Table& table, const Strategy& strategy,
                                                               const Games& games, const std::atomic<bool>& stop) = 0;

protected:
    Analysis() = default;
    Analysis(const Analysis&) = default;
    Analysis& operator=(const Analysis&) = default;
};

// Defined for every game of games/all.hpp in its analysis/<game>.cpp.
template <class R>
[[nodiscard]] std::unique_ptr<Analysis> make_analysis(const Table& table, std::shared_ptr<Background> background);

} // namespace touchline::analysis
