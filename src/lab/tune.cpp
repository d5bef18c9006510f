// All combinations where they are few, else a search by coordinates.
#include "lab/tune.hpp"

#include "lab/compare.hpp"
#include "lab/figure_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace touchline::lab {

namespace {

constexpr std::size_t kTuneRounds = 8;
constexpr int kMostValues = 1000; // of one figure

template <class T>
std::optional<T> read_whole(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// Boxes by the choice of each figure's value, every one asked about once.
class Search {
public:
    Search(const Table& table, std::span<const Freedom> varied, std::span<const Goal> goals, const FiguresOf& figures)
        : table_(table), varied_(varied), goals_(goals), figures_(figures) {}

    // Infinity where the box is not sound.
    double distance(const BoxChoice& choice) {
        const auto [at, fresh] = known_.try_emplace(choice);
        if (fresh) at->second = ask(choice);
        return at->second.distance;
    }

    [[nodiscard]] Tuning result(std::size_t told) const {
        Tuning tuning{false, 0, {}};
        for (const auto& [choice, tuned] : known_)
            if (std::isfinite(tuned.distance)) tuning.nearest.push_back(tuned);
        tuning.boxes = tuning.nearest.size();
        std::ranges::stable_sort(tuning.nearest, [](const Tuned& a, const Tuned& b) {
            if (std::abs(a.distance - b.distance) > kNoChange) return a.distance < b.distance;
            return a.changes.size() < b.changes.size();
        });
        if (tuning.nearest.size() > told) tuning.nearest.resize(told);
        return tuning;
    }

private:
    Tuned ask(const BoxChoice& choice) {
        Tuned tuned;
        tuned.changes = changes_of(varied_, choice);
        const auto table = changed_table(table_, tuned.changes);
        if (!table) {
            tuned.distance = std::numeric_limits<double>::infinity();
            return tuned;
        }
        const Figures figures = figures_(**table);
        for (const Goal& goal : goals_) {
            tuned.values.push_back(figure_named(figures, goal.figure));
            tuned.distance += std::pow(goal.distance(tuned.values.back().value_or(0)), 2);
        }
        tuned.distance = std::sqrt(tuned.distance);
        return tuned;
    }

    const Table& table_;
    std::span<const Freedom> varied_;
    std::span<const Goal> goals_;
    const FiguresOf& figures_;
    std::map<BoxChoice, Tuned> known_;
};

void search_from(Search& search, std::span<const Freedom> varied, const BoxChoice& choice) {
    const auto tried = [](const Freedom& freedom) {
        std::vector<std::size_t> places(freedom.values.size());
        std::iota(places.begin(), places.end(), std::size_t{0});
        return places;
    };
    descend(varied, choice, {[&](const BoxChoice& each) { return search.distance(each); }, tried, 0, kTuneRounds});
}

std::vector<BoxChoice> beginnings(std::span<const Freedom> varied) {
    std::vector<BoxChoice> choices(4, BoxChoice(varied.size()));
    for (std::size_t i = 0; i < varied.size(); ++i) {
        const std::size_t last = varied[i].values.size() - 1;
        choices[1][i] = last;
        choices[2][i] = std::min<std::size_t>(1, last);
        choices[3][i] = last / 2;
    }
    return choices;
}

} // namespace

Expected<Freedom, Message> read_vary(std::string_view text, std::string_view toml) {
    const auto change = read_change(text);
    if (!change) return Unexpected{Message{"lab.vary-form", {{"text", text}}}};
    Freedom freedom{change->path, {}};
    const std::string_view value = change->value;
    if (const std::size_t dots = value.find(".."); dots != std::string_view::npos) {
        const std::string_view rest = value.substr(dots + 2);
        const std::size_t slash = rest.find('/');
        const auto from = read_whole<int>(value.substr(0, dots));
        const auto to = read_whole<int>(rest.substr(0, slash));
        const auto step = slash == std::string_view::npos ? 1 : read_whole<int>(rest.substr(slash + 1)).value_or(0);
        if (!from || !to || *from > *to || step < 1 || *to - *from > kMostValues)
            return Unexpected{Message{"lab.vary-form", {{"text", text}}}};
        for (int each = *from; each <= *to; each += step) freedom.values.push_back(std::to_string(each));
    } else {
        for (std::size_t at = 0; at <= value.size();) {
            const std::size_t bar = std::min(value.find('|', at), value.size());
            freedom.values.emplace_back(value.substr(at, bar - at));
            at = bar + 1;
        }
    }
    const std::string own = value_at(toml, freedom.path);
    if (own.empty()) return Unexpected{no_such_path(toml, freedom.path)};
    std::erase(freedom.values, own);
    freedom.values.insert(freedom.values.begin(), own);
    return freedom;
}

double Goal::distance(double value) const {
    const double off = value < from ? from - value : value > to ? value - to : 0;
    const double size = std::max({std::abs(from), std::abs(to), 1.0});
    return off / size;
}

Expected<Goal, Message> read_goal(std::string_view text) {
    const auto change = read_change(text);
    if (!change) return Unexpected{Message{"lab.goal-form", {{"text", text}}}};
    const std::string_view value = change->value;
    const std::size_t dots = value.find("..");
    const auto from = read_whole<double>(value.substr(0, dots));
    const auto to = dots == std::string_view::npos ? from : read_whole<double>(value.substr(dots + 2));
    if (!from || !to || *from > *to || !std::isfinite(*from) || !std::isfinite(*to))
        return Unexpected{Message{"lab.goal-form", {{"text", text}}}};
    const FigureLimits limits = limits_of(change->path);
    if (*to >= limits.least && *from <= limits.most) return Goal{change->path, *from, *to};
    if (std::isinf(limits.most))
        return Unexpected{Message{
            "lab.goal-below", {{"text", text}, {"figure", change->path}, {"least", fmt::format("{}", limits.least)}}}};
    return Unexpected{Message{"lab.goal-outside",
                              {{"text", text},
                               {"figure", change->path},
                               {"least", fmt::format("{}", limits.least)},
                               {"most", fmt::format("{}", limits.most)}}}};
}

std::size_t boxes_of(std::span<const Freedom> varied, const TunePlan& plan) {
    const std::size_t all = combinations(varied, plan.few);
    if (all <= plan.few) return all;
    std::size_t round = 0;
    for (const Freedom& each : varied) round += each.values.size();
    return 4 * round * 2; // two rounds from each beginning are usual
}

std::optional<Message> nothing_varies(const Table& table, std::span<const Freedom> varied, const TunePlan& plan) {
    std::vector<bool> sound(varied.size()); // in some box, with another value than the sheet's own
    const auto note = [&](const BoxChoice& choice) {
        const auto news = [&](std::size_t i) { return choice[i] != 0 && !sound[i]; };
        bool wanted = false;
        for (std::size_t i = 0; i < choice.size(); ++i) wanted = wanted || news(i);
        if (!wanted || !changed_sheet(table.kind(), table.sheet_toml(), changes_of(varied, choice))) return;
        for (std::size_t i = 0; i < choice.size(); ++i) sound[i] = sound[i] || choice[i] != 0;
    };
    const auto why_not = [&](std::size_t i) {
        const std::vector<Change> alone{{varied[i].path, varied[i].values[1]}};
        return changed_sheet(table.kind(), table.sheet_toml(), alone).error();
    };
    const bool whole = combinations(varied, plan.few) <= plan.few;
    if (whole) {
        each_choice(varied, note);
    } else {
        for (BoxChoice choice : beginnings(varied)) // what a search tries first: it goes on from what is sound
            for (std::size_t i = 0; i < varied.size(); ++i) {
                const std::size_t own = choice[i];
                for (choice[i] = 0; choice[i] < varied[i].values.size(); ++choice[i]) note(choice);
                choice[i] = own;
            }
        if (std::ranges::find(sound, true) != sound.end()) return std::nullopt;
    }
    for (std::size_t i = 0; i < varied.size(); ++i)
        if (!sound[i] && varied[i].values.size() > 1) return why_not(i);
    return std::nullopt;
}

Tuning tune(const Table& table, std::span<const Freedom> varied, std::span<const Goal> goals, const TunePlan& plan,
            const FiguresOf& figures) {
    Search search(table, varied, goals, figures);
    const bool whole = combinations(varied, plan.few) <= plan.few;
    if (whole)
        each_choice(varied, [&](const BoxChoice& choice) { (void)search.distance(choice); });
    else
        for (const BoxChoice& choice : beginnings(varied)) search_from(search, varied, choice);
    Tuning tuning = search.result(plan.told);
    tuning.whole = whole;
    return tuning;
}

} // namespace touchline::lab
