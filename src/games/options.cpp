// Options of a game: declared, read, refused with a reason.
#include "games/options.hpp"

#include "games/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace touchline {

namespace {

Message allowed(const OptionSpec& spec) {
    if (spec.values.empty()) {
        if (spec.step == 1) return Message{"value.number-from", {{"from", spec.min}, {"to", spec.max}}};
        return Message{"value.number-in-steps", {{"from", spec.min}, {"to", spec.max}, {"step", spec.step}}};
    }
    std::vector<std::string> values;
    for (const OptionValue& value : spec.values) values.push_back(text(value));
    return Message{"value.one-of", {{"values", values}}};
}

Json json_of(const OptionNeeds& needs) {
    Json object = Json::object();
    for (const auto& [name, values] : needs) {
        object[name] = Json::array();
        for (const OptionValue& value : values) object[name].push_back(json(value));
    }
    return object;
}

bool in_range(const OptionSpec& spec, std::int64_t number) {
    return number >= spec.min && number <= spec.max && (number - spec.min) % spec.step == 0;
}

std::optional<OptionValue> accepted(const OptionSpec& spec, const Json& value) {
    if (spec.values.empty()) {
        if (!value.is_number_integer()) return std::nullopt;
        if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) return std::nullopt;
        const auto number = value.get<std::int64_t>();
        if (!in_range(spec, number) && OptionValue{number} != spec.fallback) return std::nullopt;
        return number;
    }
    for (const OptionValue& candidate : spec.values)
        if (json(candidate) == value && json(candidate).type() == value.type()) return candidate;
    return std::nullopt;
}

} // namespace

OrRefusal<OptionValues> OptionValues::check(const std::vector<OptionSpec>& specs, const Json& given) {
    OptionValues values;
    std::vector<Message> reasons;
    for (const auto& [name, value] : given.items()) {
        const auto spec = std::ranges::find(specs, name, &OptionSpec::name);
        if (spec == specs.end()) {
            std::vector<std::string_view> known;
            for (const OptionSpec& own : specs) known.push_back(own.name);
            reasons.push_back(
                {"option.unknown",
                 {{"option", name}, {"options", known.empty() ? Filling(Message{"option.none"}) : Filling(known)}}});
            continue;
        }
        if (auto accepted_value = accepted(*spec, value))
            values.put(name, std::move(*accepted_value));
        else
            reasons.push_back(
                Message{"option.wrong", {{"option", name}, {"value", dumped(value)}, {"wanted", allowed(*spec)}}});
    }
    if (!reasons.empty()) return refuse(RefusalCode::bad_option, joined(std::move(reasons)));
    return values;
}

const OptionValue& OptionReader::chosen(OptionSpec spec) {
    spec.ruling = std::exchange(ruling_, {});
    spec.needs = std::exchange(needs_, {});
    spec.value_needs = std::exchange(value_needs_, {});
    specs_.push_back(std::move(spec));
    const OptionSpec& own = specs_.back();
    return given(own.name) ? given_->at(own.name) : own.fallback;
}

std::size_t OptionReader::place(std::string name, const std::vector<std::string>& words) {
    OptionSpec spec{.name = std::move(name), .fallback = words.front(), .values = {words.begin(), words.end()}};
    const auto at = std::ranges::find(words, std::get<std::string>(chosen(std::move(spec))));
    return static_cast<std::size_t>(at - words.begin());
}

void OptionReader::flag(std::string name, bool fallback, bool& into) {
    into = std::get<bool>(chosen(
        {.name = std::move(name), .fallback = fallback, .values = {OptionValue{fallback}, OptionValue{!fallback}}}));
}

void OptionReader::number(std::string name, const OptionSpec::Numbers& numbers, int& into) {
    into = static_cast<int>(std::get<std::int64_t>(chosen({.name = std::move(name),
                                                           .fallback = std::int64_t{numbers.fallback},
                                                           .min = numbers.min,
                                                           .max = numbers.max,
                                                           .step = numbers.step})));
}

Json OptionValues::json() const {
    Json object = Json::object();
    for (const auto& [name, value] : values_) object[name] = touchline::json(value);
    return object;
}

std::string text(const OptionValue& value) {
    if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    return std::get<std::string>(value);
}

Json json(const OptionValue& value) {
    return std::visit([](const auto& held) { return Json(held); }, value);
}

Json json(const OptionSpec& spec) {
    Json object{{"name", spec.name}};
    if (spec.values.empty()) {
        object["min"] = spec.min;
        object["max"] = spec.max;
        if (spec.step != 1) object["step"] = spec.step;
    } else {
        object["values"] = Json::array();
        for (const OptionValue& value : spec.values) object["values"].push_back(json(value));
    }
    object["default"] = json(spec.fallback);
    if (!spec.ruling.empty()) object["reading"] = spec.ruling;
    if (!spec.needs.empty()) object["needs"] = json_of(spec.needs);
    for (const auto& [value, needs] : spec.value_needs) object["value_needs"][value] = json_of(needs);
    return object;
}

OptionValue read_option(const OptionSpec& spec, std::string_view text) {
    if (std::holds_alternative<bool>(spec.fallback)) {
        if (text == "true") return true;
        if (text == "false") return false;
    }
    if (std::holds_alternative<std::int64_t>(spec.fallback)) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error == std::errc{} && end == text.data() + text.size()) return number;
    }
    return std::string(text);
}

} // namespace touchline
