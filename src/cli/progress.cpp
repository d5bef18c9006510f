// Writes the progress line: a bar on a terminal, a line every few seconds elsewhere.
#include "cli/progress.hpp"
#include "cli/output.hpp"

#include "play/message_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <unistd.h>

namespace touchline::cli {

namespace {

constexpr int kBarCells = 20;
constexpr double kSecondsBetweenLines = 5;

std::string line_of(const solve::Progress& progress, Language language) {
    const Words& words = Words::of(language);
    std::string bar;
    if (progress.total > 0) {
        const double share = static_cast<double>(progress.done) / static_cast<double>(progress.total);
        const int full = static_cast<int>(std::lround(share * kBarCells));
        bar = fmt::format("[{}{}] {:3.0f} % ", std::string(static_cast<std::size_t>(full), '#'),
                          std::string(static_cast<std::size_t>(kBarCells - full), '.'), 100 * share);
    }
    std::string line = bar + words.text("progress.line", {{"layer", text(progress.layer, language)},
                                                          {"seconds", fmt::format("{:.0f}", progress.seconds)}});
    if (progress.seconds_left > 0)
        line += words.text("progress.left", {{"seconds", fmt::format("{:.0f}", progress.seconds_left)}});
    return line;
}

} // namespace

solve::Job::Sink progress_on_stderr(Language language) {
    if (quiet()) return {};
    if (::isatty(STDERR_FILENO) == 1)
        return [language](const solve::Progress& progress) { renew_line(line_of(progress, language)); };
    auto told = std::make_shared<double>(0);
    return [told, language](const solve::Progress& progress) {
        if (progress.seconds < *told) *told = 0; // another job
        if (progress.seconds - *told < kSecondsBetweenLines) return;
        *told = progress.seconds;
        print(stderr, "{}\n", line_of(progress, language));
    };
}

double seconds_left(const SeveralTables& tables) {
    const auto after = static_cast<double>(tables.total - std::min(tables.total, tables.done + 1));
    const double here = tables.since - tables.finished;
    if (tables.done == 0) return tables.here_left > 0 ? tables.here_left + after * (here + tables.here_left) : 0;
    const double each = tables.finished / static_cast<double>(tables.done);
    return each * after + std::max(0.0, each - here);
}

void end_progress() {
    if (::isatty(STDERR_FILENO) == 1 && !quiet()) renew_line({});
}

} // namespace touchline::cli
