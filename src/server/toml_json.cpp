// Converts TOML values to JSON, sorted by their place in the file.
#include "server/toml_json.hpp"
#include "games/toml.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace touchline::server {

namespace {

Json as_json(const toml::node& node);

Json as_json(const toml::table& table) {
    std::vector<std::pair<const toml::key*, const toml::node*>> entries;
    for (const auto& [key, node] : table) entries.emplace_back(&key, &node);
    std::ranges::stable_sort(entries, {}, [](const auto& entry) {
        const toml::source_position begin = entry.first->source().begin;
        return std::pair(begin.line, begin.column);
    });
    Json json = Json::object();
    for (const auto& [key, node] : entries) json[std::string(key->str())] = as_json(*node);
    return json;
}

Json as_json(const toml::node& node) {
    if (const toml::table* table = node.as_table()) return as_json(*table);
    if (const toml::array* array = node.as_array()) {
        Json json = Json::array();
        for (const toml::node& item : *array) json.push_back(as_json(item));
        return json;
    }
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* number = node.as_integer()) return number->get();
    if (const auto* number = node.as_floating_point()) return number->get();
    if (const auto* flag = node.as_boolean()) return flag->get();
    return {};
}

} // namespace

Json toml_as_json(std::string_view toml) { return as_json(toml::parse(toml)); }

} // namespace touchline::server
