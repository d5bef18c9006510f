#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace touchline::terminal {

namespace {

constexpr std::string_view kReset = "\x1b[0m";

// One thing to be shown: a character of one column, a mark of none, or an escape sequence.
struct Glyph {
    std::string_view bytes;
    int columns = 1;
    bool escape = false;
};

std::size_t utf8_length(unsigned char lead) {
    if (lead >= 0xF0) return 4;
    if (lead >= 0xE0) return 3;
    if (lead >= 0xC0) return 2;
    return 1;
}

bool combining(std::string_view bytes) {
    if (bytes.size() != 2) return false;
    const unsigned code =
        ((static_cast<unsigned char>(bytes[0]) & 0x1Fu) << 6) | (static_cast<unsigned char>(bytes[1]) & 0x3Fu);
    return code >= 0x300 && code < 0x370;
}

Glyph next_glyph(std::string_view text) {
    if (text.starts_with("\x1b[")) {
        const std::size_t end = text.find_first_of("ABCDEFGHJKSTfhlmnsu", 2);
        return {text.substr(0, end == std::string_view::npos ? text.size() : end + 1), 0, true};
    }
    const std::size_t wanted = utf8_length(static_cast<unsigned char>(text.front()));
    std::size_t length = 1;
    while (length < wanted && length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80)
        ++length;
    const std::string_view bytes = text.substr(0, length);
    return {bytes, combining(bytes) || bytes == "\u200b" ? 0 : 1, false};
}

// Lays words on lines and keeps the style across breaks.
class Wrapper {
public:
    Wrapper(int columns, int indent)
        : columns_(std::max(columns, 1)), indent_(indent < columns ? std::max(indent, 0) : 0) {}

    void add(std::string_view glyph, int columns) {
        word_ += glyph;
        word_width_ += columns;
        if (word_width_ >= columns_ - indent_) place_word();
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
    const int own = width(text);
    if (own > columns) return clipped(text, columns);
    return std::string(text) + std::string(static_cast<std::size_t>(columns - own), ' ');
}

std::string padded_left(std::string_view text, int columns) {
    const int own = width(text);
    if (own > columns) return clipped(text, columns);
    return std::string(static_cast<std::size_t>(columns - own), ' ') + std::string(text);
}

std::string centred(std::string_view text, int columns) {
    const int own = width(text);
    if (own > columns) return clipped(text, columns);
    return padded(std::string(static_cast<std::size_t>((columns - own) / 2), ' ') + std::string(text), columns);
}

std::string repeated(std::string_view text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
}

std::string spread(std::string_view left, std::string_view right, int columns) {
    const int own = width(right);
    if (own >= columns) return clipped(right, columns);
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
        std::string_view plain = glyph.columns == 0 ? "" : "?";
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
