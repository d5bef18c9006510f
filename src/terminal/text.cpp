// Measuring, wrapping, padding and colouring text.
#include "terminal/text.hpp"

#include "core/characters.hpp"
#include "core/shown_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace touchline::terminal {

namespace {

constexpr std::string_view kReset = "\x1b[0m";

// One thing to be shown: a character, or a style.
struct Glyph {
    std::string_view bytes;
    int columns = 1;
    bool escape = false;
};

// The length of the style that the text begins with: "\x1b[1;32m".
std::size_t style_length(std::string_view text) {
    if (!text.starts_with("\x1b[")) return 0;
    const std::size_t end = text.find_first_not_of("0123456789;", 2);
    return end == std::string_view::npos || text[end] != 'm' ? 0 : end + 1;
}

Glyph next_glyph(std::string_view text) {
    if (const std::size_t style = style_length(text)) return {text.substr(0, style), 0, true};
    const Character first = first_character(text);
    return {text.substr(0, first.bytes), columns_of(first.code), false};
}

// Lays words on lines and keeps the style across breaks.
class Wrapper {
public:
    Wrapper(int columns, int indent)
        : columns_(std::max(columns, 1)), indent_(indent < columns ? std::max(indent, 0) : 0) {}

    void add(std::string_view glyph, int columns) {
        // A mark stays with its letter, also where that has filled the line.
        if (columns == 0 && word_.empty() && blanks_ == 0) {
            line_ += glyph;
            return;
        }
        if (word_width_ + columns > columns_ - indent_) break_word();
        word_ += glyph;
        word_width_ += columns;
    }
    void add_escape(std::string_view escape) { word_ += escape; }
    void add_blank() {
        place_word();
        ++blanks_;
    }
    Lines finish() {
        place_word();
        end_line();
        return std::move(lines_);
    }

private:
    // A word that is too long for a line: a path is broken after a folder, anything else where the line ends.
    void break_word() {
        const std::size_t slash = word_.rfind('/');
        if (slash == std::string::npos || slash + 1 == word_.size()) return place_word();
        std::string rest = word_.substr(slash + 1);
        word_.resize(slash + 1);
        word_width_ = width(word_);
        place_word();
        word_width_ = width(rest);
        word_ = std::move(rest);
    }
    void place_word() {
        if (word_.empty()) return;
        if (line_width_ > 0 && line_width_ + blanks_ + word_width_ > columns_) break_line();
        if (line_width_ > 0 || lines_.empty()) {
            line_.append(static_cast<std::size_t>(blanks_), ' ');
            line_width_ += blanks_;
        }
        note_styles();
        line_ += std::exchange(word_, {});
        line_width_ += std::exchange(word_width_, 0);
        blanks_ = 0;
    }
    void break_line() {
        end_line();
        blanks_ = 0;
        line_.assign(static_cast<std::size_t>(indent_), ' ');
        line_ += style_;
        line_width_ = indent_;
    }
    void end_line() {
        if (!style_.empty()) line_ += kReset;
        lines_.push_back(std::exchange(line_, {}));
    }
    // The style in force after the word.
    void note_styles() {
        for (std::string_view rest = word_; !rest.empty();) {
            const Glyph glyph = next_glyph(rest);
            if (glyph.escape) style_ = glyph.bytes == kReset ? std::string() : style_ + std::string(glyph.bytes);
            rest.remove_prefix(glyph.bytes.size());
        }
    }

    int columns_;
    int indent_;
    Lines lines_;
    std::string line_;
    std::string word_;
    std::string style_;
    int line_width_ = 0;
    int word_width_ = 0;
    int blanks_ = 0;
};

std::string blanks(int count) { return std::string(static_cast<std::size_t>(std::max(count, 0)), ' '); }

} // namespace

int width(std::string_view text) {
    int columns = 0;
    while (!text.empty()) {
        const Glyph glyph = next_glyph(text);
        columns += glyph.columns;
        text.remove_prefix(glyph.bytes.size());
    }
    return columns;
}

std::string clipped(std::string_view text, int columns) {
    std::string out;
    bool styled = false;
    int used = 0;
    while (!text.empty()) {
        const Glyph glyph = next_glyph(text);
        if (used + glyph.columns > columns) break;
        if (glyph.escape) styled = glyph.bytes != kReset;
        out += glyph.bytes;
        used += glyph.columns;
        text.remove_prefix(glyph.bytes.size());
    }
    if (styled) out += kReset;
    return out;
}

std::string padded(std::string_view text, int columns) {
    // A wide character that does not fit leaves a column.
    const std::string own = clipped(text, columns);
    return own + blanks(columns - width(own));
}

std::string padded_left(std::string_view text, int columns) {
    const std::string own = clipped(text, columns);
    return blanks(columns - width(own)) + own;
}

std::string centred(std::string_view text, int columns) {
    const std::string own = clipped(text, columns);
    return padded(blanks((columns - width(own)) / 2) + own, columns);
}

std::string repeated(std::string_view text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
}

std::string spread(std::string_view left, std::string_view right, int columns) {
    const int own = width(right);
    if (own >= columns) return padded(right, columns);
    return padded(left, columns - own) + std::string(right);
}

Lines wrapped(std::string_view text, int columns, int indent) {
    Wrapper wrapper(columns, indent);
    while (!text.empty()) {
        const Glyph glyph = next_glyph(text);
        if (glyph.escape)
            wrapper.add_escape(glyph.bytes);
        else if (glyph.bytes == " " || glyph.bytes == "\n" || glyph.bytes == "\t")
            wrapper.add_blank();
        else
            wrapper.add(glyph.bytes, glyph.columns);
        text.remove_prefix(glyph.bytes.size());
    }
    return wrapper.finish();
}

Lines lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::string joined_lines(const Lines& lines) {
    std::string out;
    for (const std::string& line : lines) out += line + "\n";
    return out;
}

std::string drawn(std::string_view text, Ink ink) {
    std::string out;
    std::string plain; // between two styles
    while (!text.empty()) {
        if (const std::size_t style = style_length(text); style != 0 && ink == Ink::colour) {
            out += shown_text(std::exchange(plain, {}));
            out += text.substr(0, style);
            text.remove_prefix(style);
            continue;
        }
        const Character first = first_character(text);
        if (first.code != kJoiner && first.code != kEmojiSelector && !is_skin_tone(first.code))
            plain += text.substr(0, first.bytes);
        text.remove_prefix(first.bytes);
    }
    return out + shown_text(plain);
}

std::string ascii(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kGroups{{
        {"─━═┄╌—–−", "-"},
        {"│┃║┆┊╎", "|"},
        {"┌┐└┘├┤┬┴┼╔╗╚╝╭╮╰╯╷╵┏┓┗┛╥╨✚", "+"},
        {"●■◆█▮", "#"},
        {"○□◇░·•▯", "."},
        {"▶►→▸", ">"},
        {"◀◄←◂", "<"},
        {"“”«»", "\""},
        {"‘’", "'"},
        {"àâäáã", "a"},
        {"éèêë", "e"},
        {"îïí", "i"},
        {"ôöóø", "o"},
        {"ùûüú", "u"},
        {"✕×", "x"},
    }};
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kSingles{{
        {"…", "..."},
        {"ç", "c"},
        {"É", "E"},
        {"È", "E"},
        {"Ê", "E"},
        {"À", "A"},
        {"Â", "A"},
        {"Ç", "C"},
        {"Î", "I"},
        {"Ô", "O"},
        {"œ", "oe"},
        {"♥", "H"},
        {"♦", "D"},
        {"♠", "S"},
        {"♣", "C"},
        {"≥", ">="},
    }};
    std::string out;
    while (!text.empty()) {
        const Glyph glyph = next_glyph(text);
        text.remove_prefix(glyph.bytes.size());
        if (glyph.escape || glyph.bytes.size() == 1) {
            out += glyph.bytes;
            continue;
        }
        if (glyph.bytes == "\u00a0" || glyph.bytes == "\u202f") {
            out += ' ';
            continue;
        }
        std::string plain(static_cast<std::size_t>(glyph.columns), '?');
        for (const auto& [members, replacement] : kGroups)
            if (members.find(glyph.bytes) != std::string_view::npos) plain = replacement;
        for (const auto& [own, replacement] : kSingles)
            if (own == glyph.bytes) plain = replacement;
        out += plain;
    }
    return out;
}

std::string Pen::styled(std::string_view codes, std::string_view text) const {
    if (ink_ == Ink::plain || text.empty()) return std::string(text);
    return "\x1b[" + std::string(codes) + "m" + std::string(text) + std::string(kReset);
}

} // namespace touchline::terminal
