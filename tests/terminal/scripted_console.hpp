// A console for tests: keys come from a list, screens are kept as text.
#pragma once

#include "terminal/console.hpp"

#include <deque>
#include <vector>

namespace touchline::terminal {

class ScriptedConsole final : public Console {
public:
    explicit ScriptedConsole(std::string_view keys, Size size = {80, 24}) : size_(size) {
        for (char c : keys) keys_.push_back(key_of(c));
    }

    [[nodiscard]] bool full_screen() const override { return true; }
    [[nodiscard]] Size size() const override { return size_; }
    [[nodiscard]] Ink ink() const override { return Ink::plain; }
    void show(const Lines& screen) override { screens.push_back(joined_lines(screen)); }
    [[nodiscard]] Key key(std::optional<int> milliseconds) override {
        if (milliseconds) return {Key::Kind::timeout};
        if (keys_.empty()) return {Key::Kind::closed};
        Key next = keys_.front();
        keys_.pop_front();
        return next;
    }
    void at_sudden_end(SuddenEnd, const std::string&) override {}

    // Whether some screen showed the text.
    [[nodiscard]] bool showed(std::string_view text) const {
        for (const std::string& screen : screens)
            if (screen.find(text) != std::string::npos) return true;
        return false;
    }

    std::vector<std::string> screens;

private:
    static Key key_of(char c) {
        if (c == '\r') return {Key::Kind::enter};
        return {Key::Kind::character, std::string(1, c)};
    }
    Size size_;
    std::deque<Key> keys_;
};

} // namespace touchline::terminal
