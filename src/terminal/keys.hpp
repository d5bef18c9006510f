// Which key does what: one for each choice, the same ones everywhere for the rest. Pure.
#pragma once

#include "terminal/console.hpp"

#include <span>

namespace touchline::terminal {

// A choice with the key that takes it.
struct Option {
    std::string key; // one character, lower case
    std::string id;
    std::string name;
};

// Keys that mean the same at every prompt; choices do not use them.
inline constexpr std::string_view kCommandKeys = "?rufhwsaqi";

// A letter of each name, the first that is free, else a digit.
[[nodiscard]] std::vector<Option> with_keys(std::span<const std::pair<std::string, std::string>> ids_and_names);

// The choice that a key or a typed line means: its key, its number, its id or name or the beginning of one of them.
[[nodiscard]] const Option* chosen(std::span<const Option> options, const Key& key);

// What was typed, small and without blanks around it; empty for keys that are no text.
[[nodiscard]] std::string typed(const Key& key);
// Enter, the space bar, or an empty line.
[[nodiscard]] bool is_enter(const Key& key);

// One line that is being typed.
class LineEdit {
public:
    // Whether the line is finished.
    bool take(const Key& key);
    [[nodiscard]] const std::string& text() const { return text_; }
    void set(std::string text) { text_ = std::move(text); }

private:
    std::string text_;
};

} // namespace touchline::terminal
