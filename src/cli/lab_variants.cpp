// Reads changes and options of the command line into tables.
#include "cli/lab_variants.hpp"

#include "core/closest.hpp"
#include "lab/compare.hpp"
#include "play/kind.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::cli {

std::vector<lab::Change> changes_meant(const std::vector<std::string>& texts) {
    std::vector<lab::Change> changes;
    for (const std::string& text : texts) {
        const auto change = lab::read_change(text);
        if (!change) throw Stop(RefusalCode::misused, change.error());
        changes.push_back(*change);
    }
    return changes;
}

std::unique_ptr<Table> table_with(const Table& table, const std::vector<lab::Change>& changes) {
    auto changed = lab::changed_table(table, changes);
    if (!changed) throw Stop(RefusalCode::misused, changed.error());
    return std::move(*changed);
}

LabVariant variant_meant(const Table& table, const std::string& text) {
    const Kind& kind = table.kind();
    std::vector<std::string> options;
    std::vector<std::string> paths;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(';', at), text.size());
        std::string part = text.substr(at, end - at);
        part.erase(0, part.find_first_not_of(' '));
        const std::string name = part.substr(0, part.find('='));
        const bool option = std::ranges::any_of(kind.options(), [&](const auto& spec) { return spec.name == name; });
        if (!part.empty()) (option ? options : paths).push_back(part);
        at = end + 1;
    }
    Json json = table.options().json();
    json.update(options_json(kind, options));
    std::optional<SheetText> sheet;
    if (table.sheet_toml() != kind.default_sheet()) sheet = SheetText{table.sheet_name(), table.sheet_toml()};
    OrRefusal<std::unique_ptr<Table>> opened = kind.open(json, sheet);
    if (!opened) throw Stop(opened.error());
    LabVariant variant{text, nullptr, changes_meant(paths)};
    variant.table = table_with(**opened, variant.changes);
    return variant;
}

void check_figure(std::string_view name, const lab::Figures& figures) {
    if (lab::figure_named(figures, name)) return;
    std::vector<std::string> names;
    for (const lab::NamedFigure& each : lab::named_figures(figures)) names.push_back(each.name);
    constexpr std::size_t kShown = 4;
    throw Stop(RefusalCode::misused,
               Message{"lab.no-figure", {{"figure", name}, {"near", nearest(name, names, kShown)}}});
}

} // namespace touchline::cli
