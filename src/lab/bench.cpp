// Reads changes, follows a job and passes on what it knows.
#include "lab/bench.hpp"

#include "lab/figures.hpp"
#include "lab/variant.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cassert>

namespace touchline::lab {

Expected<std::string, Message> bench_sheet(const Kind& kind, std::string_view toml,
                                           const std::vector<std::string>& changes) {
    std::vector<Change> read;
    for (const std::string& text : changes) {
        Expected<Change, Message> change = read_change(text);
        if (!change) return Unexpected{std::move(change.error())};
        read.push_back(std::move(*change));
    }
    return changed_sheet(kind, toml, read);
}

namespace {

// Runs `work` with a job that is stopped with its asker.
Expected<Json, Message> told(const BenchJob& asked,
                             const std::function<Expected<Figures, Message>(solve::Job&)>& work) {
    solve::Job job(1, [&](const solve::Progress& progress) {
        const double total = static_cast<double>(progress.total);
        asked.tell(total > 0 ? std::min(1.0, static_cast<double>(progress.done) / total) : 0);
    });
    job.at_most(asked.most_stations);
    const std::stop_callback stop(asked.stopped, [&job] { job.stop(); });
    const Expected<Figures, Message> figures = work(job);
    if (!figures) return Unexpected{figures.error()};
    return figures_json(*figures);
}

} // namespace

Expected<Json, Message> bench_figures(const Table& table, analysis::Library& library, const BenchJob& job) {
    return told(job, [&](solve::Job& own) { return figures(table, {.skill = false}, library, own); });
}

Expected<Json, Message> bench_skill(const Table& table, const Json& known, analysis::Library& library,
                                    const BenchJob& job) {
    std::optional<Figures> figures = figures_of(known);
    assert(figures);
    return told(job, [&](solve::Job& own) { return with_skill(std::move(*figures), table, library, own); });
}

} // namespace touchline::lab
