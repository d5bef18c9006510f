// How solving goes, on standard error: one line that renews itself on a terminal, a line now and then elsewhere.
#pragma once

#include "play/words.hpp"
#include "solve/job.hpp"

namespace touchline::cli {

[[nodiscard]] solve::Job::Sink progress_on_stderr(Language language);
// Clears the line that renews itself.
void end_progress();

} // namespace touchline::cli
