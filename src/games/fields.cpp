// Reads and checks fields of positions, whatever the game.
#include "games/fields.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline {

namespace {

Message wanted(const Range& range) {
    if (range.step == 1) return Message{"value.number-from", {{"from", range.min}, {"to", range.max}}};
    return Message{"value.number-in-steps", {{"from", range.min}, {"to", range.max}, {"step", range.step}}};
}

Message wanted(Names words) {
    if (words.size() == 2) return Message{"value.either", {{"first", words[0]}, {"second", words[1]}}};
    return Message{"value.one-of", {{"values", words}}};
}

std::optional<std::size_t> place(Names words, const Json& value) {
    if (!value.is_string()) return std::nullopt;
    const auto at = std::ranges::find(words, value.get_ref<const std::string&>());
    return at == words.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - words.begin()));
}

} // namespace

std::string union_of(Names words) { return fmt::format("'{}'", fmt::join(words, "' | '")); }

void must(Reasons& reasons, bool holds, std::string_view field, Filling found, Message wanted) {
    if (!holds)
        reasons.push_back(
            {"field.wrong", {{"field", field}, {"found", std::move(found)}, {"wanted", std::move(wanted)}}});
}

void must(Reasons& reasons, const Range& range, std::string_view field, int found) {
    must(reasons, range.has(found), field, found, wanted(range));
}

bool Given::null() const { return value_.is_null(); }
void Given::wrong(Message wanted) const { reader_.wrong(path_, value_, std::move(wanted)); }

std::optional<int> Given::number(const Range& range) const {
    // Compared as a value: a number beyond any integer must not come round as a small one.
    if (value_.is_number_integer() && value_ >= range.min && value_ <= range.max && range.has(value_.get<int>()))
        return value_.get<int>();
    wrong(wanted(range));
    return std::nullopt;
}

std::optional<bool> Given::flag() const {
    if (value_.is_boolean()) return value_.get<bool>();
    wrong(Message{"value.true-or-false"});
    return std::nullopt;
}

std::optional<std::size_t> Given::word(Names words) const {
    const auto at = place(words, value_);
    if (!at) wrong(wanted(words));
    return at;
}

void Given::expect(std::string_view only) const {
    if (value_ != only) wrong(Message{"value.own", {{"value", only}}});
}

void Given::expect_empty(std::string_view json) const {
    if (dumped(value_) != json) wrong(Message{"value.before-a-play", {{"value", json}}});
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
    wrong(Message{"value.names", {{"names", words}}});
    return std::nullopt;
}

std::optional<std::vector<int>> Given::counted(Names words) const {
    std::vector<int> counts(words.size());
    bool fits = value_.is_array();
    for (std::size_t i = 0; fits && i < value_.size(); ++i) {
        const auto at = place(words, value_[i]);
        fits = at.has_value();
        if (fits) ++counts[*at];
    }
    if (fits) return counts;
    wrong(Message{"value.names", {{"names", words}}});
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
    if (!fits) wrong(Message{"value.object-of", {{"keys", keys}}});
    return fits;
}

FieldReader::FieldReader(const Json& given, std::string_view game) : given_(given), game_(game) {
    (*this)("game", own(game_));
}

void FieldReader::refuse_unknown() {
    for (const auto& [name, value] : given_.items())
        if (std::ranges::find(known_, name) == known_.end())
            reasons.push_back(Message{"field.unknown", {{"field", name}, {"fields", known_}}});
}

bool FieldReader::has(std::string_view path) const { return find(path) != nullptr && !failed(path); }

bool FieldReader::failed(std::string_view name) const {
    return std::ranges::any_of(failed_, [&](const std::string& path) {
        return path == name || path.starts_with(std::string(name) + '.') || name.starts_with(path + '.');
    });
}

void FieldReader::wrong(std::string_view path, const Json& value, Message wanted) {
    failed_.emplace_back(path);
    reasons.push_back(
        Message{"field.wrong", {{"field", path}, {"found", dumped(value)}, {"wanted", std::move(wanted)}}});
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
    reasons.push_back(Message{"position.out-of-range", {{"field", name}}});
}

} // namespace touchline
