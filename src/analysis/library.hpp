// The analyses in memory, one for each game, sheet and set of options that is being asked about.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/background.hpp"

#include <list>
#include <mutex>
#include <string>

namespace touchline::analysis {

// Which book belongs to a table: options that are as by default make no difference.
[[nodiscard]] solve::BookKey book_key(const Table& table, u32 solver_version);

// Analyses with the default sheet that are kept, one for each set of options; and those with a sheet of somebody's own,
// of which anybody can send any number. A solved one may hold hundreds of megabytes.
inline constexpr std::size_t kMostKept = 6;
inline constexpr std::size_t kMostOfSheets = 3;

class Library {
public:
    // So many of each of the two sorts are kept; the least recently used one is dropped.
    explicit Library(std::size_t most = kMostKept, std::size_t most_of_sheets = kMostOfSheets)
        : usual_{most, {}}, with_sheets_{most_of_sheets, {}} {}
    // Solving behind a question goes on for so long after the last one.
    explicit Library(std::chrono::nanoseconds forgotten) : Library() {
        background_ = std::make_shared<Background>(forgotten);
    }

    // For a program with one thread.
    explicit Library(const Background::OneThread& one)
        : background_(std::make_shared<Background>(one)), usual_{kMostKept, {}}, with_sheets_{kMostOfSheets, {}} {}

    // What is known of the rules that a table is played by.
    [[nodiscard]] std::shared_ptr<Analysis> of(const Table& table);

    // Forgets all of it: books that have come meanwhile are looked for at the next question.
    void forget();

    // Who is told of a solver that has failed behind a question. Requires: set before anything is asked.
    void on_failure(Background::Failed failed) { background_->on_failure(std::move(failed)); }
    // As Background::advance().
    bool advance() { return background_->advance(); }

private:
    struct Kept {
        std::string name;
        std::shared_ptr<Analysis> analysis;
    };
    struct Sort {
        std::size_t most;
        std::list<Kept> kept; // the last asked for first
    };

    std::shared_ptr<Background> background_ = std::make_shared<Background>();
    std::mutex mutex_;
    Sort usual_;
    Sort with_sheets_;
};

} // namespace touchline::analysis
