// Reads changes, follows a job and passes on what it knows, as JSON or as a certificate.
#include "lab/bench.hpp"

#include "lab/certificate.hpp"
#include "lab/variant.hpp"
#include "play/kind.hpp"

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

// Runs `work`, one of several parts, with a job that is stopped with its asker.
struct PartOf {
    std::size_t number = 0;
    std::size_t all = 1;
};
Expected<Json, Message> told(const BenchJob& asked, PartOf part,
                             const std::function<Expected<Json, Message>(solve::Job&)>& work) {
    solve::Job job(asked.threads, [&](const solve::Progress& progress) {
        const double total = static_cast<double>(progress.total);
        const double own = total > 0 ? std::min(1.0, static_cast<double>(progress.done) / total) : 0;
        asked.tell((static_cast<double>(part.number) + own) / static_cast<double>(part.all));
    });
    job.at_most(asked.most_stations);
    const std::stop_callback stop(asked.stopped, [&job] { job.stop(); });
    return work(job);
}

} // namespace

Expected<Json, Message> bench_figures(const Table& table, analysis::Library& library, const BenchJob& job) {
    return told(job, {}, [&](solve::Job& own) -> Expected<Json, Message> {
        const Expected<Figures, Message> best = figures(table, {.skill = false}, library, own);
        if (!best) return Unexpected{best.error()};
        Json json = figures_json(*best);
        json["whole"] = best->decisions.asked == 0; // nobody can do anything wrong
        return json;
    });
}

Expected<Json, Message> bench_skill(const Table& table, const Json& known, analysis::Library& library,
                                    const BenchJob& job) {
    const std::vector<std::string> bots = skill_bots();
    const auto missing =
        std::ranges::find_if(bots, [&](const std::string& bot) { return !known["skill"].contains(bot); });
    const PartOf part{static_cast<std::size_t>(missing - bots.begin()), bots.size() + 1};
    return told(job, part, [&](solve::Job& own) -> Expected<Json, Message> {
        if (missing == bots.end()) {
            const Expected<Figures, Message> by_habit = figures(table, kHabits, library, own);
            if (!by_habit) return Unexpected{by_habit.error()};
            Json json = known;
            json["surprises"] = surprises_json(certified_surprises(*by_habit));
            json["whole"] = true;
            return json;
        }
        std::optional<Figures> best = figures_of(known);
        assert(best);
        const Expected<Done, Message> added = add_skill(*best, {*missing}, table, library, own);
        if (!added) return Unexpected{added.error()};
        Json json = figures_json(*best);
        json["whole"] = false;
        return json;
    });
}

std::string bench_certificate(const Table& table, const Json& known, const std::vector<std::string>& changes,
                              Language language) {
    const std::optional<Figures> best = figures_of(known);
    assert(best);
    const Words& words = Words::of(language, table.kind().id());
    std::string subtitle = words.text("lab.both-best");
    const Json options = table.options().json();
    for (const auto& [option, value] : options.items())
        subtitle += " · " + option_text(option, value.is_string() ? value.get<std::string>() : value.dump(), words);
    for (const std::string& change : changes) subtitle += " · " + change;
    const Certificate certificate{*best, surprises_in(known.value("surprises", Json::array()))};
    return html_of(certificate_page(certificate, table, std::move(subtitle), words), words);
}

} // namespace touchline::lab
