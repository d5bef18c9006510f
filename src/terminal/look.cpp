// Reads fields of a view's JSON, and single figures of a sheet's text.
#include "terminal/look.hpp"

#include "terminal/text.hpp"

#include <nlohmann/json.hpp>

#include <charconv>

namespace touchline::terminal {

namespace {

const Json& field(const Json& view, std::string_view key) {
    static const Json kNothing;
    if (!view.is_object()) return kNothing;
    const auto at = view.find(std::string(key));
    return at == view.end() ? kNothing : *at;
}

int number_of(const Json& value, int fallback) { return value.is_number_integer() ? value.get<int>() : fallback; }

std::string text_of(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_integer()) return std::to_string(value.get<int>());
    if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
    return {};
}

std::vector<std::string> list_of(const Json& value) {
    std::vector<std::string> items;
    if (value.is_array())
        for (const Json& item : value) items.push_back(text_of(item));
    return items;
}

Look::Counts counts_of(const Json& value) {
    Look::Counts counts;
    if (value.is_object())
        for (const auto& [name, count] : value.items()) counts.emplace_back(name, number_of(count, 0));
    return counts;
}

} // namespace

Look::Look(const Json& view) : view_(std::make_shared<const Json>(view)) {}

bool Look::has(std::string_view key) const { return !field(*view_, key).is_null(); }
int Look::number(std::string_view key, int fallback) const { return number_of(field(*view_, key), fallback); }
std::string Look::text(std::string_view key) const { return text_of(field(*view_, key)); }
std::optional<Seat> Look::seat(std::string_view key) const { return seat_named(text(key)); }
std::vector<std::string> Look::list(std::string_view key) const { return list_of(field(*view_, key)); }

int Look::number(std::string_view key, Seat seat) const { return number_of(field(field(*view_, key), name(seat)), 0); }
std::string Look::text(std::string_view key, Seat seat) const { return text_of(field(field(*view_, key), name(seat))); }
std::vector<std::string> Look::list(std::string_view key, Seat seat) const {
    return list_of(field(field(*view_, key), name(seat)));
}

Look::Counts Look::counts(std::string_view key) const { return counts_of(field(*view_, key)); }
Look::Counts Look::counts(std::string_view key, Seat seat) const {
    return counts_of(field(field(*view_, key), name(seat)));
}

int sheet_figure(std::string_view toml, std::string_view section, std::string_view key, int fallback) {
    bool inside = false;
    for (const std::string& line : lines_of(toml)) {
        if (line.starts_with('[')) inside = line.starts_with("[" + std::string(section) + "]");
        if (!inside || !line.starts_with(key)) continue;
        const std::size_t equals = line.find_first_not_of(' ', key.size());
        if (equals == std::string::npos || line[equals] != '=') continue;
        const std::size_t digits = line.find_first_not_of(' ', equals + 1);
        if (digits == std::string::npos) continue;
        int figure = fallback;
        std::from_chars(line.data() + digits, line.data() + line.size(), figure);
        return figure;
    }
    return fallback;
}

std::string sheet_team(std::string_view toml, std::string_view id) {
    const auto text_after = [](std::string_view line) {
        const std::size_t open = line.find('"');
        const std::size_t close = open == std::string_view::npos ? open : line.find('"', open + 1);
        return close == std::string_view::npos ? std::string_view() : line.substr(open + 1, close - open - 1);
    };
    bool inside = false;
    bool found = false;
    for (const std::string& line : lines_of(toml)) {
        if (line.starts_with('[')) {
            inside = line.starts_with("[[teams]]");
            found = false;
        }
        if (inside && line.starts_with("id")) found = text_after(line) == id;
        if (found && line.starts_with("name")) return std::string(text_after(line));
    }
    return {};
}

} // namespace touchline::terminal
