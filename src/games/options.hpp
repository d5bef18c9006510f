// Options of a game: what may be chosen, and what was.
#pragma once

#include "games/json.hpp"
#include "games/refusal.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace touchline {

using OptionValue = std::variant<bool, std::int64_t, std::string>;

// One option: a list of values, or a range of whole numbers (in steps) where `values` is empty.
struct OptionSpec {
    std::string name;
    OptionValue fallback; // the default
    std::vector<OptionValue> values{};
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::int64_t step = 1;
};

// A choice between words, the default first.
[[nodiscard]] OptionSpec one_of(std::string name, std::vector<std::string> words);
// true or false.
[[nodiscard]] OptionSpec yes_no(std::string name, bool fallback);
// A whole number.
[[nodiscard]] OptionSpec number(std::string name, std::int64_t fallback, std::int64_t min, std::int64_t max,
                                std::int64_t step = 1);

// The options that were given, each checked against its spec; those left out are absent.
class OptionValues {
public:
    // Every unknown name, wrong type and value out of range is a reason of the one refusal (bad-option).
    [[nodiscard]] static OrRefusal<OptionValues> check(const std::vector<OptionSpec>& specs, const Json& given);

    void put(std::string name, OptionValue value) { values_[std::move(name)] = std::move(value); }
    [[nodiscard]] bool given(std::string_view name) const { return values_.find(name) != values_.end(); }

    // The value given, else the fallback.
    [[nodiscard]] std::string word(std::string_view name, std::string_view fallback) const;
    [[nodiscard]] bool flag(std::string_view name, bool fallback) const;
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t fallback) const;

    [[nodiscard]] const std::map<std::string, OptionValue, std::less<>>& all() const { return values_; }
    // As JSON, in the order of names: what a record and a position keep.
    [[nodiscard]] Json json() const;

private:
    std::map<std::string, OptionValue, std::less<>> values_;
};

// "pro", "true", "21": a value as text, and back as the spec's kind (the command line's `name=value`).
[[nodiscard]] std::string text(const OptionValue& value);
[[nodiscard]] Json json(const OptionValue& value);
[[nodiscard]] Json json(const OptionSpec& spec);
// What a text means for this option: true/false, a number, or the word itself.
[[nodiscard]] OptionValue read_option(const OptionSpec& spec, std::string_view text);

} // namespace touchline
