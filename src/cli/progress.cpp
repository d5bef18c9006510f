#include "cli/progress.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <unistd.h>

namespace touchline::cli {

namespace {

constexpr int kBarCells = 20;
constexpr double kSecondsBetweenLines = 5;

std::string line_of(const solve::Progress& progress) {
    std::string bar;
    if (progress.total > 0) {
        const double share = static_cast<double>(progress.done) / static_cast<double>(progress.total);
        const int full = static_cast<int>(std::lround(share * kBarCells));
        bar = fmt::format("[{}{}] {:3.0f} % ", std::string(static_cast<std::size_t>(full), '#'),
                          std::string(static_cast<std::size_t>(kBarCells - full), '.'), 100 * share);
    }
    return fmt::format("{}{} · {:.2g} stations/s · bound {:.1e} · {:.0f} s{}", bar, progress.layer, progress.per_second,
                       progress.bound, progress.seconds,
                       progress.seconds_left > 0 ? fmt::format(", {:.0f} s left", progress.seconds_left) : "");
}

} // namespace

solve::Job::Sink progress_on_stderr() {
    if (::isatty(STDERR_FILENO) == 1)
        return [](const solve::Progress& progress) { fmt::print(stderr, "\r{}\x1b[K", line_of(progress)); };
    auto told = std::make_shared<double>(0);
    return [told](const solve::Progress& progress) {
        if (progress.seconds < *told) *told = 0; // another job
        if (progress.seconds - *told < kSecondsBetweenLines) return;
        *told = progress.seconds;
        fmt::print(stderr, "{}\n", line_of(progress));
    };
}

void end_progress() {
    if (::isatty(STDERR_FILENO) == 1) fmt::print(stderr, "\r\x1b[K");
}

} // namespace touchline::cli
