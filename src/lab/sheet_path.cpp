// Finds figures of a sheet by path.
#include "lab/sheet_path.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace touchline::lab {

namespace {

constexpr std::array<std::string_view, 4> kNaming{"face", "id", "name", "route"}; // what an entry is known by
constexpr std::array<std::string_view, 2> kCounts{".count", ".weight"};

// The path behind a step; nothing where the step is not the whole of a name.
std::optional<std::string_view> path_after(std::string_view path, std::string_view step) {
    if (step.empty() || !path.starts_with(step)) return std::nullopt;
    path.remove_prefix(step.size());
    if (path.empty() || path.front() == '[') return path;
    if (path.front() != '.') return std::nullopt;
    return path.substr(1);
}

void find_in(toml::node& at, toml::table* owner, std::string_view path, std::vector<FoundFigure>& found);

void find_in_entries(toml::array& list, toml::table* owner, std::string_view path, std::vector<FoundFigure>& found) {
    if (path.front() != '[') {
        for (toml::node& entry : list)
            if (const auto rest = path_after(path, entry_name(entry))) find_in(entry, owner, *rest, found);
        return;
    }
    std::size_t place = 0;
    const auto [end, error] = std::from_chars(path.data() + 1, path.data() + path.size(), place);
    if (error != std::errc() || end == path.data() + path.size() || *end != ']' || place == 0 || place > list.size())
        return;
    path.remove_prefix(static_cast<std::size_t>(end - path.data()) + 1);
    if (path.starts_with('.')) path.remove_prefix(1);
    find_in(*list.get(place - 1), owner, path, found);
}

void find_in(toml::node& at, toml::table* owner, std::string_view path, std::vector<FoundFigure>& found) {
    if (path.empty()) {
        found.push_back({&at, owner});
    } else if (toml::array* list = at.as_array()) {
        find_in_entries(*list, owner, path, found);
    } else if (toml::table* table = at.as_table()) {
        for (auto&& [key, node] : *table)
            if (const auto rest = path_after(path, key.str())) find_in(node, table, *rest, found);
    }
}

} // namespace

std::string_view entry_name(const toml::node& entry) {
    if (const toml::table* table = entry.as_table())
        for (const std::string_view key : kNaming)
            if (const auto* name = table->get_as<std::string>(key)) return name->get();
    return {};
}

std::string_view face_name(const toml::node& entry) {
    if (const auto* text = entry.as_string()) return text->get();
    if (const toml::table* table = entry.as_table())
        if (const auto* name = table->get_as<std::string>("face")) return name->get();
    return {};
}

std::vector<FoundFigure> find_figures(toml::table& root, std::string_view path) {
    std::vector<FoundFigure> found;
    if (!path.empty() && !path.starts_with(kAllowedList)) find_in(root, nullptr, path, found);
    return found;
}

bool lists_faces(const toml::array& list, std::string_view path) {
    if (list.empty()) return false;
    const toml::node& entry = *list.get(0);
    return entry.is_table() ? !face_name(entry).empty() : entry.is_string() && path.ends_with("faces");
}

std::optional<CountPath> count_path(toml::table& root, std::string_view path) {
    const auto ending = std::ranges::find_if(kCounts, [&](std::string_view end) { return path.ends_with(end); });
    if (ending == kCounts.end()) return std::nullopt;
    path.remove_suffix(ending->size());
    for (std::size_t dot = path.rfind('.'); dot != std::string_view::npos && dot > 0; dot = path.rfind('.', dot - 1)) {
        const std::vector<FoundFigure> found = find_figures(root, path.substr(0, dot));
        if (found.size() != 1 || !found.front().node->is_array()) continue;
        toml::array* list = found.front().node->as_array();
        if (!lists_faces(*list, path.substr(0, dot))) continue;
        return CountPath{list, std::string(path.substr(0, dot)), std::string(path.substr(dot + 1))};
    }
    return std::nullopt;
}

} // namespace touchline::lab
