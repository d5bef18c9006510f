// Keys for choices, and a line that is being typed.
#include "terminal/keys.hpp"

#include <algorithm>
#include <cctype>

namespace touchline::terminal {

namespace {

bool small_letter(char c) { return c >= 'a' && c <= 'z'; }

std::string initials(const std::string& name) {
    std::string letters;
    for (std::size_t i = 0; i < name.size(); ++i)
        if (i == 0 || std::isalnum(static_cast<unsigned char>(name[i - 1])) == 0) letters += name[i];
    return letters;
}

} // namespace

std::vector<Option> with_keys(std::span<const std::pair<std::string, std::string>> ids_and_names) {
    std::vector<Option> options;
    for (const auto& [id, name] : ids_and_names) options.push_back({{}, id, name});
    std::string used(kCommandKeys);
    const auto take = [&](Option& option, const std::string& wishes) {
        for (char c : wishes) {
            const char small = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            if (!option.key.empty() || !small_letter(small) || used.find(small) != std::string::npos) continue;
            option.key = small;
            used += small;
        }
    };
    // First letters first, then initials of other words, then any letter: what is easy to find goes before the rest.
    for (Option& option : options) take(option, ascii(option.name).substr(0, 1));
    for (Option& option : options) take(option, initials(ascii(option.name)));
    for (Option& option : options) take(option, ascii(option.name));
    for (std::size_t i = 0; i < options.size(); ++i)
        if (options[i].key.empty()) options[i].key = std::to_string(i + 1);
    return options;
}

const Option* chosen(std::span<const Option> options, const Key& key) {
    const std::string text = typed(key);
    if (text.empty()) return nullptr;
    for (const Option& option : options)
        if (option.key == text) return &option;
    for (std::size_t i = 0; i < options.size(); ++i)
        if (text == std::to_string(i + 1)) return &options[i];
    if (key.kind != Key::Kind::line) return nullptr;
    const Option* found = nullptr;
    for (const Option& option : options) {
        const std::string id = typed({Key::Kind::line, option.id});
        const std::string name = typed({Key::Kind::line, ascii(option.name)});
        if (text == id || text == name) return &option;
        if (!id.starts_with(text) && !name.starts_with(text)) continue;
        if (found != nullptr) return nullptr;
        found = &option;
    }
    return found;
}

std::string typed(const Key& key) {
    if (key.kind != Key::Kind::character && key.kind != Key::Kind::line) return {};
    std::string text;
    for (char c : ascii(key.text)) text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool is_enter(const Key& key) {
    return key.kind == Key::Kind::enter || key.text == " " || (key.kind == Key::Kind::line && typed(key).empty());
}

bool LineEdit::take(const Key& key) {
    switch (key.kind) {
    case Key::Kind::line: text_ = key.text; return true;
    case Key::Kind::enter: return true;
    case Key::Kind::character:
        if (text_.size() < 200 && static_cast<unsigned char>(key.text.front()) >= ' ') text_ += key.text;
        return false;
    case Key::Kind::backspace:
        while (!text_.empty() && (static_cast<unsigned char>(text_.back()) & 0xC0) == 0x80) text_.pop_back();
        if (!text_.empty()) text_.pop_back();
        return false;
    case Key::Kind::erase_line: text_.clear(); return false;
    case Key::Kind::escape:
    case Key::Kind::tab:
    case Key::Kind::up:
    case Key::Kind::down:
    case Key::Kind::page_up:
    case Key::Kind::page_down:
    case Key::Kind::resized:
    case Key::Kind::timeout:
    case Key::Kind::closed: return false;
    }
    return false;
}

} // namespace touchline::terminal
