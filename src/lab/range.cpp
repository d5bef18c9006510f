// Goes through the boxes that are allowed.
#include "lab/range.hpp"

#include "games/sheet_allowed.hpp"
#include "games/toml.hpp"
#include "lab/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>

namespace touchline::lab {

namespace {

constexpr std::size_t kRounds = 3; // of the search, at most

// The paths of all whole numbers, entries of lists by their place.
void collect_numbers(const toml::node& node, const std::string& path, std::vector<std::string>& paths) {
    if (const toml::table* table = node.as_table()) {
        for (const auto& [key, inner] : *table)
            collect_numbers(inner, path.empty() ? std::string(key.str()) : fmt::format("{}.{}", path, key.str()),
                            paths);
    } else if (const toml::array* list = node.as_array()) {
        for (std::size_t i = 0; i < list->size(); ++i)
            collect_numbers(*list->get(i), fmt::format("{}[{}]", path, i + 1), paths);
    } else if (node.is_integer()) {
        paths.push_back(path);
    }
}

std::vector<std::string> single_numbers(std::string_view toml) {
    std::vector<std::string> paths;
    collect_numbers(toml::parse(toml), "", paths);
    return paths;
}

// The entries of a list.
std::vector<std::string> words_of_list(std::string_view toml, const std::string& path) {
    std::vector<std::string> words;
    for (std::size_t i = 1;; ++i) {
        std::string word = value_at(toml, fmt::format("{}[{}]", path, i));
        if (word.empty()) return words;
        words.push_back(std::move(word));
    }
}

std::vector<std::string> values_of(const Allowed& allowed, std::string_view toml, const std::string& path) {
    if (allowed.each > 0) return counts_of(words_of_list(toml, path), allowed.each);
    if (!allowed.values.empty()) return allowed.values;
    std::vector<std::string> values;
    for (int value = *allowed.from; value <= allowed.to; value += allowed.step) values.push_back(std::to_string(value));
    return values;
}

void own_first(std::vector<std::string>& values, const std::string& own) {
    if (const auto at = std::ranges::find(values, own); at != values.end()) std::rotate(values.begin(), at, at + 1);
}

// A number alone is tried at its ends; anything else as it comes.
std::vector<std::string> tried_alone(const Freedom& freedom) {
    constexpr std::size_t kEnds = 5;
    if (freedom.values.size() <= kEnds || freedom.values.front().find_first_not_of("-0123456789") != std::string::npos)
        return freedom.values;
    const auto number = [](const std::string& text) { return std::stoi(text); };
    return {freedom.values.front(), std::ranges::min(freedom.values, {}, number),
            std::ranges::max(freedom.values, {}, number)};
}

// The boxes that were asked about, each once, and the ends of every figure so far.
class Boxes {
public:
    Boxes(const Table& table, std::span<const Freedom> freedoms, const FiguresOf& figures)
        : table_(table), freedoms_(freedoms), figures_(figures), own_(figures(table)) {
        for (const NamedFigure& figure : named_figures(own_))
            ranges_.push_back({figure.name, figure.value, figure.value, figure.value});
        known_.emplace(table.sheet_hash(), named_figures(own_));
    }

    // The value of a figure in a box; empty where the box is not sound or does not have it.
    std::optional<double> value(const BoxChoice& choice, std::string_view name) {
        const std::vector<NamedFigure>* figures = of(choice);
        if (figures == nullptr) return std::nullopt;
        for (const NamedFigure& figure : *figures)
            if (figure.name == name) return figure.value;
        return std::nullopt;
    }

    const std::vector<NamedFigure>* of(const BoxChoice& choice) {
        const std::vector<Change> changes = changes_of(freedoms_, choice);
        const auto table = changed_table(table_, changes);
        if (!table) return nullptr;
        const auto [at, fresh] = known_.try_emplace((*table)->sheet_hash());
        if (fresh) {
            at->second = named_figures(figures_(**table));
            note(at->second, changes);
        }
        return &at->second;
    }

    [[nodiscard]] Range range() && { return {false, known_.size(), std::move(ranges_)}; }

private:
    void note(const std::vector<NamedFigure>& figures, const std::vector<Change>& changes) {
        for (RangeOf& range : ranges_) {
            const auto at = std::ranges::find(figures, range.name, &NamedFigure::name);
            const double value = at == figures.end() ? 0 : at->value;
            if (value < range.least - kNoChange) range.least = value, range.at_least = changes;
            if (value > range.most + kNoChange) range.most = value, range.at_most = changes;
        }
    }

    const Table& table_;
    std::span<const Freedom> freedoms_;
    const FiguresOf& figures_;
    Figures own_;
    std::vector<RangeOf> ranges_;
    std::map<std::string, std::vector<NamedFigure>> known_; // by the sheet's hash
};

std::size_t place_of(const Freedom& freedom, const std::string& value) {
    return static_cast<std::size_t>(std::ranges::find(freedom.values, value) - freedom.values.begin());
}

void seek(Boxes& boxes, std::span<const Freedom> freedoms, const std::string& name, double sign) {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    const auto loss = [&](const BoxChoice& choice) {
        const std::optional<double> value = boxes.value(choice, name);
        return value ? -sign * *value : kNone;
    };
    const auto tried = [](const Freedom& freedom) {
        std::vector<std::size_t> places;
        for (const std::string& value : tried_alone(freedom)) places.push_back(place_of(freedom, value));
        return places;
    };
    descend(freedoms, BoxChoice(freedoms.size()), {loss, tried, -kNone, kRounds});
}

} // namespace

std::vector<std::string> counts_of(const std::vector<std::string>& list, int each) {
    std::vector<std::string> words;
    for (const std::string& word : list)
        if (std::ranges::find(words, word) == words.end()) words.push_back(word);
    std::vector<std::string> found;
    std::vector<std::size_t> counts(words.size());
    const auto put = [&](auto&& self, std::size_t at, std::size_t left) -> void {
        const auto least = static_cast<std::size_t>(each);
        if (at + 1 == words.size()) {
            if (left < least) return;
            counts[at] = left;
            std::vector<std::string> row;
            for (std::size_t i = 0; i < words.size(); ++i) row.insert(row.end(), counts[i], words[i]);
            found.push_back(fmt::format("{}", fmt::join(row, ",")));
            return;
        }
        for (std::size_t count = least; count <= left; ++count) {
            counts[at] = count;
            self(self, at + 1, left - count);
        }
    };
    if (!words.empty()) put(put, 0, list.size());
    std::vector<std::string> sorted;
    for (const std::string& word : words)
        sorted.insert(sorted.end(), static_cast<std::size_t>(std::ranges::count(list, word)), word);
    own_first(found, fmt::format("{}", fmt::join(sorted, ",")));
    return found;
}

std::vector<Freedom> freedoms_of(std::string_view toml) {
    std::vector<Freedom> freedoms;
    const std::vector<std::string> numbers = single_numbers(toml);
    for (const Allowed& allowed : allowed_in(toml)) {
        std::vector<std::string> paths = allowed.paths;
        if (allowed.from) { // a table or list stands for the numbers within
            paths.clear();
            std::ranges::copy_if(numbers, std::back_inserter(paths),
                                 [&](const std::string& path) { return allowed.speaks_of(path); });
        }
        for (const std::string& path : paths) {
            Freedom freedom{path, values_of(allowed, toml, path), allowed.why};
            own_first(freedom.values, value_at(toml, path));
            if (freedom.values.size() > 1) freedoms.push_back(std::move(freedom));
        }
    }
    return freedoms;
}

std::size_t boxes_of(std::span<const Freedom> freedoms, const RangePlan& plan) {
    const std::size_t all = combinations(freedoms, plan.few);
    if (all <= plan.few) return all;
    std::size_t alone = 1;
    for (const Freedom& freedom : freedoms) alone += tried_alone(freedom).size() - 1;
    return alone * (1 + plan.sought.size() * 2);
}

Range range_of(const Table& table, std::span<const Freedom> freedoms, const RangePlan& plan, const FiguresOf& figures) {
    Boxes boxes(table, freedoms, figures);
    const bool whole = combinations(freedoms, plan.few) <= plan.few;
    if (whole) {
        each_choice(freedoms, [&](const BoxChoice& choice) { (void)boxes.of(choice); });
    } else {
        for (std::size_t i = 0; i < freedoms.size(); ++i)
            for (const std::string& value : tried_alone(freedoms[i])) {
                BoxChoice choice(freedoms.size());
                choice[i] = place_of(freedoms[i], value);
                (void)boxes.of(choice);
            }
        for (const std::string& name : plan.sought)
            for (double sign : {-1.0, 1.0}) seek(boxes, freedoms, name, sign);
    }
    Range range = std::move(boxes).range();
    range.whole = whole;
    return range;
}

} // namespace touchline::lab
