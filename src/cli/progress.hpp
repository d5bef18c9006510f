// How solving goes, on standard error: one line that renews itself on a terminal, a line now and then elsewhere.
#pragma once

#include "play/words.hpp"
#include "solve/job.hpp"

namespace touchline::cli {

[[nodiscard]] solve::Job::Sink progress_on_stderr(Language language);
// What several tables will still take, by those that are done; before one is, by what the first is thought to take.
struct SeveralTables {
    std::size_t total = 1;
    std::size_t done = 0;
    double finished = 0;  // seconds until the last of them was done
    double since = 0;     // seconds since the first began
    double here_left = 0; // of the one that goes on, 0: not known
};
[[nodiscard]] double seconds_left(const SeveralTables& tables);

// Clears the line that renews itself.
void end_progress();

} // namespace touchline::cli
