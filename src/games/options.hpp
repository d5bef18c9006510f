// Options of a game: what may be chosen, and what was.
#pragma once

#include "games/json.hpp"
#include "games/refusal.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace touchline {

using OptionValue = std::variant<bool, std::int64_t, std::string>;

// Other options, each with the values that something needs of it to do anything. One of them is enough; where there are
// none, nothing is needed.
using OptionNeeds = std::map<std::string, std::vector<OptionValue>>;

// `value_of` gives the value of an option by its name, as text.
template <class ValueOf>
[[nodiscard]] bool met(const OptionNeeds& needs, const ValueOf& value_of);

// One option: a list of values, or a range of whole numbers (in steps) where `values` is empty.
struct OptionSpec {
    std::string name;
    OptionValue fallback; // the default
    std::vector<OptionValue> values{};
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::int64_t step = 1;
    // The ruling that it is another reading of ("R4"): a house rule of a table. Empty where it makes another game of
    // it.
    std::string ruling{};
    OptionNeeds needs{};                                           // where they are not met, it does nothing
    std::map<std::string, OptionNeeds, std::less<>> value_needs{}; // of single values: else they act as the default

    struct Numbers {
        int fallback, min, max, step = 1;
    };
};

// The options that were given, each checked against its spec; those left out are absent.
class OptionValues {
public:
    // Every unknown name, wrong type and value out of range is a reason of the one refusal (bad-option).
    [[nodiscard]] static OrRefusal<OptionValues> check(const std::vector<OptionSpec>& specs, const Json& given);

    void put(std::string name, OptionValue value) { values_[std::move(name)] = std::move(value); }
    [[nodiscard]] bool given(std::string_view name) const { return values_.find(name) != values_.end(); }

    // Requires: it was given.
    [[nodiscard]] const OptionValue& at(std::string_view name) const { return values_.find(name)->second; }

    [[nodiscard]] const std::map<std::string, OptionValue, std::less<>>& all() const { return values_; }
    // As JSON, in the order of names: what a record and a position keep.
    [[nodiscard]] Json json() const;

private:
    std::map<std::string, OptionValue, std::less<>> values_;
};

// A game's options, each declared once: what may be chosen, and where the choice goes.
class OptionReader {
public:
    OptionReader() = default; // nothing is chosen: for the specs alone
    // `given` lives longer.
    explicit OptionReader(const OptionValues& given) : given_(&given) {}

    // The option that is declared next is a reading of this ruling: in.reading("R4").word(…).
    OptionReader& reading(std::string ruling) {
        ruling_ = std::move(ruling);
        return *this;
    }
    // The option that is declared next, or one of its values, does something only where one of these is met.
    OptionReader& needs(OptionNeeds needs) {
        needs_ = std::move(needs);
        return *this;
    }
    OptionReader& value_needs(std::string value, OptionNeeds needs) {
        value_needs_[std::move(value)] = std::move(needs);
        return *this;
    }
    // A choice between words, the first of which is the default; `into` takes the word, or its place among them.
    template <class T>
    void word(std::string name, const std::vector<std::string>& words, T& into) {
        const std::size_t at = place(std::move(name), words);
        if constexpr (std::is_same_v<T, std::string>)
            into = words[at];
        else
            into = static_cast<T>(at);
    }
    void flag(std::string name, bool fallback, bool& into);
    void number(std::string name, const OptionSpec::Numbers& numbers, int& into);

    [[nodiscard]] bool given(std::string_view name) const { return given_ != nullptr && given_->given(name); }
    [[nodiscard]] std::vector<OptionSpec>& specs() { return specs_; }

private:
    [[nodiscard]] std::size_t place(std::string name, const std::vector<std::string>& words);
    const OptionValue& chosen(OptionSpec spec);

    const OptionValues* given_ = nullptr;
    std::vector<OptionSpec> specs_;
    // Of the next option.
    std::string ruling_;
    OptionNeeds needs_;
    std::map<std::string, OptionNeeds, std::less<>> value_needs_;
};

// "pro", "true", "21": a value as text, and back as the spec's kind (the command line's `name=value`).
[[nodiscard]] std::string text(const OptionValue& value);
[[nodiscard]] Json json(const OptionValue& value);
[[nodiscard]] Json json(const OptionSpec& spec);
// What a text means for this option: true/false, a number, or the word itself.
[[nodiscard]] OptionValue read_option(const OptionSpec& spec, std::string_view text);

template <class ValueOf>
bool met(const OptionNeeds& needs, const ValueOf& value_of) {
    return needs.empty() || std::ranges::any_of(needs, [&](const auto& need) {
               return std::ranges::any_of(need.second, [chosen = value_of(need.first)](const OptionValue& wanted) {
                   return text(wanted) == chosen;
               });
           });
}

} // namespace touchline
