// Reads what the rulebook's text allows.
#include "games/sheet_allowed.hpp"

#include "games/toml.hpp"

#include <fmt/format.h>

#include <sstream>

namespace touchline {

namespace {

std::string words_in(const toml::node& node) {
    if (const auto* text = node.as_string()) return text->get();
    std::ostringstream out;
    node.visit([&](const auto& own) { out << own; });
    return out.str();
}

int number_or(const toml::table& table, std::string_view key, int otherwise) {
    const auto* number = table.get_as<std::int64_t>(key);
    return number == nullptr ? otherwise : static_cast<int>(number->get());
}

Allowed entry_in(const toml::table& table) {
    Allowed entry;
    entry.line = static_cast<int>(table.source().begin.line);
    if (const auto* paths = table.get_as<toml::array>("paths"))
        for (const toml::node& path : *paths) entry.paths.push_back(words_in(path));
    if (const auto* values = table.get_as<toml::array>("values"))
        for (const toml::node& value : *values) entry.values.push_back(words_in(value));
    if (table.get_as<std::int64_t>("from") != nullptr) entry.from = number_or(table, "from", 0);
    entry.to = number_or(table, "to", entry.from.value_or(0));
    entry.step = number_or(table, "step", 1);
    entry.each = number_or(table, "each", 0);
    if (const auto* why = table.get_as<std::string>("why")) entry.why = why->get();
    return entry;
}

bool known_key(std::string_view key) {
    for (const std::string_view known : {"paths", "values", "from", "to", "step", "each", "why"})
        if (key == known) return true;
    return false;
}

bool sound(const Allowed& entry) {
    const int ways = (entry.from ? 1 : 0) + (entry.values.empty() ? 0 : 1) + (entry.each > 0 ? 1 : 0);
    return !entry.paths.empty() && !entry.why.empty() && ways == 1 &&
           (!entry.from || (entry.step > 0 && *entry.from <= entry.to));
}

} // namespace

bool Allowed::speaks_of(std::string_view path) const {
    for (const std::string& own : paths)
        if (path == own || (path.starts_with(own) && (path[own.size()] == '.' || path[own.size()] == '['))) return true;
    return false;
}

std::vector<Allowed> allowed_in(std::string_view toml) {
    std::vector<Allowed> entries;
    const toml::table root = toml::parse(toml);
    if (const auto* list = root.get_as<toml::array>("allowed"))
        for (const toml::node& node : *list)
            if (const toml::table* table = node.as_table()) entries.push_back(entry_in(*table));
    return entries;
}

std::vector<SheetFault> allowed_faults(std::string_view toml) {
    std::vector<SheetFault> faults;
    const toml::table root = toml::parse(toml);
    const toml::node* allowed = root.get("allowed");
    if (allowed == nullptr) return faults;
    const int line = static_cast<int>(allowed->source().begin.line);
    const toml::array* list = allowed->as_array();
    if (list == nullptr || !list->is_array_of_tables()) {
        faults.push_back({line, Message{"sheet.allowed", {{"entry", "allowed"}}}});
        return faults;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
        const toml::table& table = *list->get(i)->as_table();
        const Allowed entry = entry_in(table);
        const std::string name = fmt::format("allowed[{}]", i + 1);
        if (!sound(entry)) faults.push_back({entry.line, Message{"sheet.allowed", {{"entry", name}}}});
        for (const auto& [key, node] : table)
            if (!known_key(key.str()))
                faults.push_back({static_cast<int>(node.source().begin.line),
                                  Message{"sheet.unread", {{"key", fmt::format("{}.{}", name, key.str())}}}});
    }
    return faults;
}

} // namespace touchline
