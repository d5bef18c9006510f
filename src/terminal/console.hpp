// Where a person sits: shows screens, gives keys. Play is written against this, so that it can be driven by tests.
#pragma once

#include "terminal/text.hpp"

#include <memory>
#include <optional>
#include <string>

namespace touchline::terminal {

struct Size {
    int columns = 80;
    int rows = 24;
    friend bool operator==(const Size&, const Size&) = default;
};

struct Key {
    enum class Kind {
        character, // `text` is one character
        line,      // `text` is a whole line, from an input that is no terminal; Enter where it is empty
        enter,
        escape,
        tab,
        backspace,
        erase_line,
        up,
        down,
        page_up,
        page_down,
        resized, // the terminal has another size now, or is to be drawn anew
        timeout, // nothing came in time
        closed,  // nothing will come any more
    };
    Kind kind{};
    std::string text{};
};

class Console {
public:
    virtual ~Console() = default;
    // Whether screens replace each other and keys come one by one; else text runs on and whole lines are read.
    [[nodiscard]] virtual bool full_screen() const = 0;
    [[nodiscard]] virtual Size size() const = 0;
    [[nodiscard]] virtual Ink ink() const = 0;
    // Replaces the screen, or prints the lines where there is none.
    virtual void show(const Lines& screen) = 0;
    // The next key; after so many milliseconds a timeout.
    [[nodiscard]] virtual Key key(std::optional<int> milliseconds = std::nullopt) = 0;
    // What Ctrl-C or a closed terminal does: ends the program at once, leaving a sentence behind; or, where something
    // is still to be rescued, only closes the input.
    enum class SuddenEnd { leave, close };
    virtual void at_sudden_end(SuddenEnd how, const std::string& sentence) = 0;
};

// The console of standard input and output: the whole screen where both are a capable terminal, else line by line.
// The terminal is as it was once the console is gone, also after Ctrl-C, SIGTERM, SIGHUP and around Ctrl-Z.
[[nodiscard]] std::unique_ptr<Console> open_console();

// Of standard output.
[[nodiscard]] Size output_size();
[[nodiscard]] Ink output_ink();
// The text as the terminal of this locale can show it, harmless whatever it quotes.
[[nodiscard]] std::string for_output(std::string_view text);

} // namespace touchline::terminal
