// Tries the smallest changes on the sheet's reader.
#include "lab/slope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

namespace touchline::lab {

namespace {

std::optional<int> number_in(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

bool is_under(std::string_view path, std::span<const std::string> under) {
    return under.empty() || std::ranges::any_of(under, [&](const std::string& each) { return path.starts_with(each); });
}

void add_faces(const Kind& kind, std::string_view toml, const DieFaces& die, std::vector<SmallStep>& steps) {
    std::vector<std::string> names;
    for (const std::string& face : die.faces)
        if (std::ranges::find(names, face) == names.end()) names.push_back(face);
    const auto count = [&](const std::string& face) { return std::ranges::count(die.faces, face); };
    for (const std::string& more : names)
        for (const std::string& less : names) {
            if (more == less) continue;
            SmallStep step{die.path, more, less};
            step.changes = {{fmt::format("{}.{}.count", die.path, more), std::to_string(count(more) + 1)},
                            {fmt::format("{}.{}.count", die.path, less), std::to_string(count(less) - 1)}};
            if (changed_sheet(kind, toml, step.changes)) steps.push_back(std::move(step));
        }
}

std::optional<SmallStep> step_of(const Kind& kind, std::string_view toml, const std::string& path) {
    const std::optional<int> value = number_in(value_at(toml, path));
    if (!value) return std::nullopt;
    for (int by : {1, 5, 10, -1, -5, -10}) {
        SmallStep step{path, {}, {}, by, {{path, std::to_string(*value + by)}}};
        if (changed_sheet(kind, toml, step.changes)) return step;
    }
    return std::nullopt;
}

} // namespace

std::string SmallStep::name() const {
    return more.empty() ? fmt::format("{} {:+}", path, by) : fmt::format("{}: {} for {}", path, more, less);
}

std::vector<std::string> number_paths(std::string_view toml) {
    std::set<std::string> counts;
    for (const DieFaces& die : dice_of(toml))
        for (const std::string& face : die.faces) counts.insert(fmt::format("{}.{}.count", die.path, face));
    std::vector<std::string> paths;
    for (const std::string& path : change_paths(toml)) {
        if (counts.contains(path)) continue;
        if (number_in(value_at(toml, path))) paths.push_back(path);
        for (std::size_t i = 1;; ++i) {
            std::string entry = fmt::format("{}[{}]", path, i);
            const std::string value = value_at(toml, entry);
            if (value.empty()) break;
            if (!path.ends_with("faces") && !path.ends_with("ranks") && number_in(value))
                paths.push_back(std::move(entry));
        }
    }
    return paths;
}

std::vector<SmallStep> small_steps(const Kind& kind, std::string_view toml, std::span<const std::string> under) {
    std::vector<SmallStep> steps;
    for (const DieFaces& die : dice_of(toml))
        if (is_under(die.path, under)) add_faces(kind, toml, die, steps);
    for (const std::string& path : number_paths(toml))
        if (is_under(path, under))
            if (std::optional<SmallStep> step = step_of(kind, toml, path)) steps.push_back(std::move(*step));
    return steps;
}

} // namespace touchline::lab
