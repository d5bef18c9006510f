// UTF-8 character by character, and the columns that each takes in a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace touchline {

inline constexpr char32_t kReplacement = 0xFFFD;   // stands for what is not UTF-8
inline constexpr char32_t kJoiner = 0x200D;        // makes one picture of two emoji
inline constexpr char32_t kEmojiSelector = 0xFE0F; // asks for the coloured form of the character before it

struct Character {
    char32_t code;     // kReplacement where the bytes are not UTF-8: overlong, a surrogate, cut short
    std::size_t bytes; // how many it takes of the text
    bool sound;
};

// Requires: a text that is not empty.
[[nodiscard]] Character first_character(std::string_view text);
// Requires: a code point that is not a surrogate.
void append_character(std::string& text, char32_t code);

// A colour of skin: changes the emoji before it.
[[nodiscard]] constexpr bool is_skin_tone(char32_t code) { return code >= 0x1F3FB && code <= 0x1F3FF; }
// Drawn over the letter before it.
[[nodiscard]] bool is_mark(char32_t code);

// 2 for East Asian letters and emoji, 0 for marks and for what only changes the emoji before it, else 1. What may not
// be shown at all counts 1: a replacement is drawn for it.
[[nodiscard]] int columns_of(char32_t code);
// Of a text without styles.
[[nodiscard]] int columns_of(std::string_view text);

} // namespace touchline
