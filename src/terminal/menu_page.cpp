// Pages of the menu: layout and keys.
#include "terminal/menu_page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::terminal {

Lines laid_out(const Lines& page, int columns) {
    Lines lines;
    for (const std::string& text : page) {
        const int indent = text.starts_with(' ') ? kItemIndent : 0;
        for (std::string& line : wrapped(text, std::min(columns, 100), indent)) lines.push_back(std::move(line));
    }
    return lines;
}

Key ask_page(Console& console, const Lines& page) {
    while (true) {
        console.show(laid_out(page, console.size().columns));
        Key key = console.key();
        if (key.kind != Key::Kind::resized && key.kind != Key::Kind::timeout) return key;
    }
}

bool leaves(const Key& key) { return typed(key) == "q" || key.kind == Key::Kind::escape; }

std::string item_key(std::size_t place) {
    return place < 9 ? std::to_string(place + 1) : std::string(1, static_cast<char>('a' + place - 9));
}

std::string item_keys(std::size_t count) {
    const auto from = [](std::size_t first, std::size_t last) {
        return first == last ? item_key(first) : fmt::format("{}–{}", item_key(first), item_key(last));
    };
    constexpr std::size_t kFigures = 9;
    if (count <= kFigures) return from(0, count - 1);
    return fmt::format("{}, {}", from(0, kFigures - 1), from(kFigures, count - 1));
}

std::optional<std::size_t> item_chosen(const std::string& key, std::size_t count) {
    for (std::size_t place = 0; place < count; ++place)
        if (key == item_key(place) || key == std::to_string(place + 1)) return place;
    return std::nullopt;
}

std::string item_line(std::size_t place, const std::string& text, Pen pen) {
    return fmt::format(" {} {}", pen.inverse(fmt::format(" {} ", item_key(place))), text);
}

std::string title_line(const Words& words, Pen pen) {
    return fmt::format("{} · {}", pen.bold(words.text("app.name")), words.text("app.tagline"));
}

} // namespace touchline::terminal
