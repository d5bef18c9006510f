// Cleans text from outside, character by character, for the screen, for JSON and for storage.
#include "core/shown_text.hpp"

#include "core/characters.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace touchline {

namespace {

constexpr int kMostMarks = 4; // on one letter; more are drawn across the lines around it

constexpr bool between(char32_t code, char32_t first, char32_t last) { return code >= first && code <= last; }

bool blank(char32_t code) {
    return code == ' ' || code == '\t' || code == 0xA0 || code == 0x1680 || between(code, 0x2000, 0x200A) ||
           code == 0x202F || code == 0x205F || code == 0x3000;
}

bool line_end(char32_t code) { return between(code, '\n', '\r') || code == 0x85 || code == 0x2028 || code == 0x2029; }

bool turns_direction(char32_t code) {
    return code == 0x61C || code == 0x200E || code == 0x200F || between(code, 0x202A, 0x202E) ||
           between(code, 0x2066, 0x2069);
}

// Letters and signs without a shape: fillers, joiners, selectors, tags.
bool invisible(char32_t code) {
    static constexpr std::array<char32_t, 11> kSingle{0xAD,   0x34F,  0x180E, 0x180F,  0x2800, 0x3164,
                                                      0xFEFF, 0xFFA0, 0xFFFC, 0x16FE4, 0x1D159};
    return std::ranges::find(kSingle, code) != kSingle.end() || between(code, 0x115F, 0x1160) ||
           between(code, 0x17B4, 0x17B5) || between(code, 0x180B, 0x180D) || between(code, 0x200B, 0x200D) ||
           between(code, 0x2060, 0x206F) || between(code, 0xFE00, 0xFE0F) || between(code, 0xFFF0, 0xFFFB) ||
           between(code, 0x13430, 0x1345F) || between(code, 0x1BCA0, 0x1BCA3) || between(code, 0x1D173, 0x1D17A) ||
           between(code, 0xE0000, 0xE0FFF);
}

bool nonsense(char32_t code) {
    return between(code, 0xD800, 0xDFFF) || between(code, 0xFDD0, 0xFDEF) || (code & 0xFFFE) == 0xFFFE ||
           code > 0x10FFFF;
}

bool emoji(char32_t code) {
    if (is_skin_tone(code)) return false;
    return between(code, 0x2190, 0x27FF) || between(code, 0x2900, 0x2BFF) || between(code, 0x1F000, 0x1FBFF) ||
           code == 0x3030 || code == 0x303D || code == 0x3297 || code == 0x3299;
}

// What becomes of a character that may not be shown, and of the end of a line.
enum class Hidden { replaced, left_out };
enum class Breaks { kept, none };

struct Cleaning {
    Hidden hidden;
    Breaks breaks;
};

// Plain ASCII needs no look at each character.
bool plain(std::string_view text, Breaks breaks) {
    return std::ranges::all_of(text,
                               [&](char c) { return (c >= ' ' && c <= '~') || (c == '\n' && breaks == Breaks::kept); });
}

// Goes through a text once; what may stay depends on what stands before and after.
class Cleaner {
public:
    explicit Cleaner(Cleaning how) : how_(how) {}

    std::string cleaned(std::string_view text) {
        if (plain(text, how_.breaks)) return std::string(text);
        while (!text.empty()) {
            const Character first = first_character(text);
            text.remove_prefix(first.bytes);
            take(first.code, text.empty() ? U'\0' : first_character(text).code);
        }
        return std::move(out_);
    }

private:
    void take(char32_t code, char32_t next) {
        if (code == '\n' && how_.breaks == Breaks::kept) return put(code);
        if ((code == kEmojiSelector || is_skin_tone(code)) && emoji(last_)) return put_beside(code);
        if (code == kJoiner && emoji(last_) && emoji(next)) return append_character(out_, code);
        if (code == '\t' || (how_.hidden == Hidden::left_out && (blank(code) || line_end(code)))) return put(' ');
        if (!may_be_shown(code)) {
            if (how_.hidden == Hidden::replaced) put(kReplacement);
            return;
        }
        if (!is_mark(code)) return put(code);
        // A mark without a letter would be drawn over whatever stands before the text.
        if (how_.hidden == Hidden::left_out && (out_.empty() || out_.back() == ' ')) return;
        if (++marks_ <= kMostMarks) append_character(out_, code);
    }

    void put(char32_t code) {
        append_character(out_, code);
        last_ = code;
        marks_ = 0;
        changed_ = false;
    }
    // A selector or a tone, one for each emoji.
    void put_beside(char32_t code) {
        if (!std::exchange(changed_, true)) append_character(out_, code);
    }

    Cleaning how_;
    std::string out_;
    char32_t last_ = 0; // the last character that was not a mark
    int marks_ = 0;     // on it
    bool changed_ = false;
};

void append_escape(std::string& out, char32_t code) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    const auto unit = [&](char32_t value) {
        out += "\\u";
        for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[value >> shift & 0xF];
    };
    if (code < 0x10000) return unit(code);
    unit(0xD800 + ((code - 0x10000) >> 10));
    unit(0xDC00 + (code & 0x3FF));
}

} // namespace

bool may_be_shown(char32_t code) {
    const bool control = code < 0x20 || between(code, 0x7F, 0x9F);
    const bool odd_blank = blank(code) && code != ' ' && code != 0xA0 && code != 0x202F && code != 0x3000;
    return !control && !odd_blank && !line_end(code) && !turns_direction(code) && !invisible(code) && !nonsense(code) &&
           !is_skin_tone(code);
}

std::string shown_text(std::string_view text) { return Cleaner({Hidden::replaced, Breaks::kept}).cleaned(text); }

std::string shown_line(std::string_view text) { return Cleaner({Hidden::replaced, Breaks::none}).cleaned(text); }

std::string tidy_text(std::string_view text) { return Cleaner({Hidden::left_out, Breaks::none}).cleaned(text); }

std::string shown_json(std::string json) {
    if (plain(json, Breaks::kept)) return json;
    std::string out;
    for (std::string_view rest = json; !rest.empty();) {
        const Character first = first_character(rest);
        if (first.code == '\n' || may_be_shown(first.code))
            append_character(out, first.code);
        else
            append_escape(out, first.code);
        rest.remove_prefix(first.bytes);
    }
    return out;
}

std::string shown_name(std::string_view name) {
    const std::string tidy = tidy_text(name);
    std::string out;
    std::size_t characters = 0;
    for (std::string_view rest = tidy; !rest.empty() && characters < kLongestName;) {
        const Character first = first_character(rest);
        const bool doubled = first.code == ' ' && (out.empty() || out.back() == ' ');
        if (!doubled) {
            out += rest.substr(0, first.bytes);
            ++characters;
        }
        rest.remove_prefix(first.bytes);
    }
    // The cut may have left a blank or a joiner at the end.
    out = tidy_text(out);
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

} // namespace touchline
