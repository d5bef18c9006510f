// What the pages of the menu share: showing one, its keys, its numbered items.
#pragma once

#include "play/words.hpp"
#include "terminal/console.hpp"
#include "terminal/keys.hpp"

namespace touchline::terminal {

// The room that the key of an item takes.
inline constexpr int kItemIndent = 5;

// The lines of a page as they stand on the screen: what belongs to an item is wrapped below its text.
[[nodiscard]] Lines laid_out(const Lines& page, int columns);
// Shows a page and waits; a new size draws it again.
[[nodiscard]] Key ask_page(Console& console, const Lines& page);
// q or Escape.
[[nodiscard]] bool leaves(const Key& key);

// The key of an item in a list: 1 to 9, then letters.
[[nodiscard]] std::string item_key(std::size_t place);
// The keys of so many places, "1–9, a–c". Requires: count > 0.
[[nodiscard]] std::string item_keys(std::size_t count);
// The place that a key means in a list of so many; nothing where it means none.
[[nodiscard]] std::optional<std::size_t> item_chosen(const std::string& key, std::size_t count);
[[nodiscard]] std::string item_line(std::size_t place, const std::string& text, Pen pen);

[[nodiscard]] std::string title_line(const Words& words, Pen pen);

} // namespace touchline::terminal
