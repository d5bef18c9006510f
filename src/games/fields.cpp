#include "games/fields.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline {

namespace {

std::string wanted(const Range& range) {
    if (range.step == 1) return fmt::format("a whole number from {} to {}", range.min, range.max);
    return fmt::format("a whole number from {} to {} in steps of {}", range.min, range.max, range.step);
}

std::string wanted(Names words) {
    if (words.size() == 2) return fmt::format("{} or {}", words[0], words[1]);
    return fmt::format("one of {}", fmt::join(words, ", "));
}

std::optional<std::size_t> place(Names words, const Json& value) {
    if (!value.is_string()) return std::nullopt;
    const auto at = std::ranges::find(words, value.get_ref<const std::string&>());
    return at == words.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - words.begin()));
}

} // namespace

std::string union_of(Names words) { return fmt::format("'{}'", fmt::join(words, "' | '")); }

void must(Reasons& reasons, bool holds, std::string_view field, std::string_view found, std::string_view wanted) {
    if (!holds) reasons.push_back(fmt::format("'{}' is {}, but it must be {}", field, found, wanted));
}
void must(Reasons& reasons, bool holds, std::string_view field, int found, std::string_view wanted) {
    must(reasons, holds, field, std::to_string(found), wanted);
}

void must(Reasons& reasons, const Range& range, std::string_view field, int found) {
    must(reasons, range.has(found), field, found, wanted(range));
}

bool Given::null() const { return value_.is_null(); }
void Given::wrong(std::string_view wanted) const { reader_.wrong(path_, value_, wanted); }

std::optional<int> Given::number(const Range& range) const {
    // Compared as a value: a number beyond any integer must not come round as a small one.
    if (value_.is_number_integer() && value_ >= range.min && value_ <= range.max && range.has(value_.get<int>()))
        return value_.get<int>();
    wrong(wanted(range));
    return std::nullopt;
}

std::optional<bool> Given::flag() const {
    if (value_.is_boolean()) return value_.get<bool>();
    wrong("true or false");
    return std::nullopt;
}

std::optional<std::size_t> Given::word(Names words) const {
    const auto at = place(words, value_);
    if (!at) wrong(wanted(words));
    return at;
}

void Given::expect(std::string_view only) const {
    if (value_ != only) wrong(fmt::format("'{}' at this table", only));
}

void Given::expect_empty(std::string_view json) const {
    if (dumped(value_) != json) wrong(fmt::format("{}: a position is set before a play", json));
}

std::optional<unsigned> Given::words(Names words) const {
    unsigned bits = 0;
    bool fits = value_.is_array();
    for (std::size_t i = 0; fits && i < value_.size(); ++i) {
        const auto at = place(words, value_[i]);
        fits = at && (bits >> *at & 1U) == 0;
        if (fits) bits |= 1U << *at;
    }
    if (fits) return bits;
    wrong(fmt::format("a list of {}, none of them twice", fmt::join(words, ", ")));
    return std::nullopt;
}

bool Given::members(Names keys, const std::function<void(std::size_t, const Given&)>& each) const {
    bool fits = value_.is_object();
    if (fits)
        for (const auto& [key, value] : value_.items()) {
            const auto at = std::ranges::find(keys, key);
            fits = fits && at != keys.end();
            if (at != keys.end())
                each(static_cast<std::size_t>(at - keys.begin()),
                     Given(reader_, fmt::format("{}.{}", path_, key), value));
        }
    if (!fits) wrong(fmt::format("an object of {}", fmt::join(keys, ", ")));
    return fits;
}

FieldReader::FieldReader(const Json& given, std::string_view game) : given_(given), game_(game) {
    (*this)("game", own(game_));
}

void FieldReader::refuse_unknown() {
    for (const auto& [name, value] : given_.items())
        if (std::ranges::find(known_, name) == known_.end())
            reasons.push_back(fmt::format("there is no field '{}' here, only {}", name, fmt::join(known_, ", ")));
}

bool FieldReader::has(std::string_view path) const { return find(path) != nullptr && !failed(path); }

bool FieldReader::failed(std::string_view name) const {
    return std::ranges::any_of(failed_, [&](const std::string& path) {
        return path == name || path.starts_with(std::string(name) + '.') || name.starts_with(path + '.');
    });
}

void FieldReader::wrong(std::string_view path, const Json& value, std::string_view wanted) {
    failed_.emplace_back(path);
    reasons.push_back(fmt::format("'{}' is {}, but it must be {}", path, dumped(value), wanted));
}

const Json* FieldReader::find(std::string_view path) const {
    const Json* value = &given_;
    while (value->is_object()) {
        const std::size_t dot = path.find('.');
        const auto at = value->find(std::string(path.substr(0, dot)));
        if (at == value->end()) return nullptr;
        value = &*at;
        if (dot == std::string_view::npos) return value;
        path.remove_prefix(dot + 1);
    }
    return nullptr;
}

void FieldCheck::out_of_range(std::string_view name) {
    reasons.push_back(fmt::format("'{}' of the position is out of its range", name));
}

} // namespace touchline
