// The one file that touches the terminal: raw mode, keys, size, colour, and giving it back as it was.
#include "terminal/console.hpp"

#include "core/environment.hpp"
#include "core/shown_text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace touchline::terminal {

namespace {

constexpr std::string_view kEnterScreen = "\x1b[?1049h\x1b[?25l";
constexpr std::string_view kLeaveScreen = "\x1b[?25h\x1b[?1049l";
constexpr std::string_view kClearScreen = "\x1b[2J";
constexpr unsigned char kRedraw = 0x0C; // Ctrl-L: something else has written over the screen

// What a signal handler needs. Handlers may use only plain memory, so this is the one state that lives outside an
// object.
struct Restore {
    termios before{};
    volatile sig_atomic_t raw = 0;
    volatile sig_atomic_t resized = 0;
    std::array<char, 256> farewell{};
    volatile sig_atomic_t farewell_size = 0;
    volatile sig_atomic_t rescue = 0; // the next sudden end closes the input instead
    volatile sig_atomic_t closing = 0;
};
Restore g_restore; // NOLINT: signal handlers reach nothing else

bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EAGAIN) {
            pollfd ready{file, POLLOUT, 0};
            if (::poll(&ready, 1, 1000) <= 0) return false;
            continue;
        }
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

void leave_raw() {
    if (g_restore.raw == 0) return;
    g_restore.raw = 0;
    (void)write_all(STDOUT_FILENO, kLeaveScreen);
    (void)::tcsetattr(STDIN_FILENO, TCSANOW, &g_restore.before);
}

void enter_raw() {
    termios raw = g_restore.before;
    raw.c_iflag &= ~static_cast<tcflag_t>(ICRNL | IXON);
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | IEXTEN);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    (void)::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    g_restore.raw = 1;
    (void)write_all(STDOUT_FILENO, kEnterScreen);
}

void on_end(int signal) {
    if (g_restore.rescue != 0 && g_restore.closing == 0) {
        g_restore.closing = 1;
        return;
    }
    leave_raw();
    if (g_restore.farewell_size > 0)
        (void)write_all(STDOUT_FILENO, {g_restore.farewell.data(), static_cast<std::size_t>(g_restore.farewell_size)});
    struct sigaction plain {};
    plain.sa_handler = SIG_DFL;
    (void)::sigaction(signal, &plain, nullptr);
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, signal);
    (void)::sigprocmask(SIG_UNBLOCK, &own, nullptr);
    (void)::raise(signal);
}

void on_stop(int) {
    const int kept = errno;
    const bool raw = g_restore.raw != 0;
    leave_raw();
    (void)::raise(SIGSTOP);
    if (raw) enter_raw();
    g_restore.resized = 1; // draws the screen anew
    errno = kept;
}

void on_resize(int) { g_restore.resized = 1; }

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    (void)::sigaction(signal, &action, nullptr);
}

// Lines in, lines out: for pipes, files and terminals that can do no more.
class LineConsole final : public Console {
public:
    LineConsole() {
        handle(SIGINT, on_end);
        handle(SIGTERM, on_end);
        handle(SIGHUP, on_end);
    }
    [[nodiscard]] bool full_screen() const override { return false; }
    [[nodiscard]] Size size() const override { return output_size(); }
    [[nodiscard]] Ink ink() const override { return output_ink(); }
    void show(const Lines& screen) override { (void)write_all(STDOUT_FILENO, for_output(joined_lines(screen))); }
    void at_sudden_end(SuddenEnd how, const std::string& sentence) override { note_farewell(how, sentence); }

    [[nodiscard]] Key key(std::optional<int> milliseconds) override {
        if (milliseconds) return {Key::Kind::timeout};
        while (true) {
            if (g_restore.closing != 0) return {Key::Kind::closed};
            if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) return line(end, end + 1);
            std::array<char, 4096> block{};
            const ssize_t got = ::read(STDIN_FILENO, block.data(), block.size());
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return buffer_.empty() ? Key{Key::Kind::closed} : line(buffer_.size(), buffer_.size());
            if (buffer_.size() < kLongest) buffer_.append(block.data(), static_cast<std::size_t>(got));
        }
    }

    static void note_farewell(SuddenEnd how, const std::string& sentence) {
        g_restore.rescue = how == SuddenEnd::close ? 1 : 0;
        const std::string text = sentence.empty() ? std::string() : clipped_bytes(for_output("\n" + sentence + "\n"));
        g_restore.farewell_size = 0;
        std::memcpy(g_restore.farewell.data(), text.data(), text.size());
        g_restore.farewell_size = static_cast<sig_atomic_t>(text.size());
    }

private:
    static constexpr std::size_t kLongest = 1 << 16;

    // No more than there is room for, and no half character.
    static std::string clipped_bytes(std::string text) {
        std::size_t size = std::min(text.size(), g_restore.farewell.size());
        if (size < text.size())
            while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
        text.resize(size);
        return text;
    }
    Key line(std::size_t end, std::size_t next) {
        std::string text = buffer_.substr(0, end);
        buffer_.erase(0, next);
        while (!text.empty() && (text.back() == '\r' || text.back() == ' ' || text.back() == '\t')) text.pop_back();
        return {Key::Kind::line, tidy_text(text)};
    }
    std::string buffer_;
};

// The whole screen of a terminal.
class ScreenConsole final : public Console {
public:
    ScreenConsole() {
        (void)::tcgetattr(STDIN_FILENO, &g_restore.before);
        for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) handle(signal, on_end);
        handle(SIGTSTP, on_stop);
        handle(SIGWINCH, on_resize);
        enter_raw();
    }
    ~ScreenConsole() override {
        leave_raw();
        for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH}) handle(signal, SIG_DFL);
    }
    ScreenConsole(const ScreenConsole&) = delete;
    ScreenConsole& operator=(const ScreenConsole&) = delete;

    [[nodiscard]] bool full_screen() const override { return true; }
    [[nodiscard]] Size size() const override { return output_size(); }
    [[nodiscard]] Ink ink() const override { return output_ink(); }
    void at_sudden_end(SuddenEnd how, const std::string& sentence) override {
        LineConsole::note_farewell(how, sentence);
    }

    void show(const Lines& screen) override {
        const Size now = size();
        std::string text = "\x1b[H";
        int row = 0;
        for (const std::string& line : screen) {
            if (row++ >= now.rows) break;
            text += (row > 1 ? "\r\n" : "") + clipped(for_output(line), now.columns) + "\x1b[K";
        }
        text += "\x1b[J";
        if (!write_all(STDOUT_FILENO, text)) closed_ = true;
    }

    [[nodiscard]] Key key(std::optional<int> milliseconds) override {
        if (closed_ || g_restore.closing != 0) return {Key::Kind::closed};
        if (g_restore.resized != 0) {
            g_restore.resized = 0;
            return {Key::Kind::resized};
        }
        if (buffer_.empty()) {
            const Key::Kind waited = wait(milliseconds.value_or(-1));
            if (waited != Key::Kind::character) return {waited};
        }
        return decoded();
    }

private:
    // `character` where there is something in the buffer.
    Key::Kind wait(int milliseconds) {
        pollfd ready{STDIN_FILENO, POLLIN, 0};
        const int count = ::poll(&ready, 1, milliseconds);
        if (count < 0 && errno == EINTR) {
            if (g_restore.closing != 0) return Key::Kind::closed;
            const bool resized = g_restore.resized != 0;
            g_restore.resized = 0;
            return resized ? Key::Kind::resized : Key::Kind::timeout;
        }
        if (count == 0) return Key::Kind::timeout;
        std::array<char, 256> block{};
        const ssize_t got = ::read(STDIN_FILENO, block.data(), block.size());
        if (got < 0 && errno == EINTR) return Key::Kind::timeout;
        if (got <= 0) {
            closed_ = true;
            return Key::Kind::closed;
        }
        buffer_.append(block.data(), static_cast<std::size_t>(got));
        return Key::Kind::character;
    }

    Key take(std::size_t bytes, Key::Kind kind) {
        Key key{kind, buffer_.substr(0, bytes)};
        buffer_.erase(0, bytes);
        return key;
    }

    Key decoded() {
        const auto first = static_cast<unsigned char>(buffer_.front());
        if (first == '\x1b') return decoded_escape();
        if (first == '\r' || first == '\n') return take(1, Key::Kind::enter);
        if (first == '\t') return take(1, Key::Kind::tab);
        if (first == 0x7F || first == 0x08) return take(1, Key::Kind::backspace);
        if (first == 0x15) return take(1, Key::Kind::erase_line);
        if (first == 0x04) return take(1, Key::Kind::closed);
        if (first == kRedraw) {
            (void)write_all(STDOUT_FILENO, kClearScreen);
            return take(1, Key::Kind::resized);
        }
        if (first < 0x20) return take(1, Key::Kind::timeout); // a control key that means nothing here
        std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
        while (buffer_.size() < length && wait(50) == Key::Kind::character) {
        }
        Key key = take(std::min(length, buffer_.size()), Key::Kind::character);
        key.text = tidy_text(key.text);
        if (key.text.empty()) key.kind = Key::Kind::timeout; // a letter that nobody sees
        return key;
    }

    // A lone Escape, or the sequence of an arrow or page key.
    Key decoded_escape() {
        if (buffer_.size() == 1) (void)wait(25);
        if (buffer_.size() == 1 || (buffer_[1] != '[' && buffer_[1] != 'O')) return take(1, Key::Kind::escape);
        const std::size_t end = buffer_.find_first_not_of("0123456789;", 2);
        const std::size_t length = end == std::string::npos ? buffer_.size() : end + 1;
        const std::string sequence = buffer_.substr(2, length - 2);
        if (sequence == "A") return take(length, Key::Kind::up);
        if (sequence == "B") return take(length, Key::Kind::down);
        if (sequence == "5~") return take(length, Key::Kind::page_up);
        if (sequence == "6~") return take(length, Key::Kind::page_down);
        return take(length, Key::Kind::timeout); // a key that means nothing here
    }

    std::string buffer_;
    bool closed_ = false;
};

bool capable_terminal() {
    const std::string term = environment("TERM");
    return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1 && !term.empty() && term != "dumb";
}

// The locale in force for characters: LC_ALL, else LC_CTYPE, else LANG.
bool ascii_only() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const std::string value = environment(name);
        if (value.empty()) continue;
        if (value == "C" || value == "POSIX") return true;
        const std::size_t dot = value.find('.');
        if (dot == std::string::npos) return false;
        std::string codes;
        for (char c : value.substr(dot + 1))
            if (std::isalnum(static_cast<unsigned char>(c)) != 0)
                codes += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        return !codes.starts_with("utf8");
    }
    return false;
}

} // namespace

std::unique_ptr<Console> open_console() {
    if (capable_terminal()) return std::make_unique<ScreenConsole>();
    return std::make_unique<LineConsole>();
}

Size output_size() {
    winsize window{};
    Size size;
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0) return size;
    if (window.ws_col > 0) size.columns = window.ws_col;
    if (window.ws_row > 0) size.rows = window.ws_row;
    return size;
}

Ink output_ink() {
    const std::string term = environment("TERM");
    const bool shows = ::isatty(STDOUT_FILENO) == 1 && !term.empty() && term != "dumb";
    const bool colour = environment("NO_COLOR").empty() && (shows || !environment("CLICOLOR_FORCE").empty());
    return colour ? Ink::colour : Ink::plain;
}

std::string for_output(std::string_view text) {
    std::string harmless = drawn(text, output_ink());
    return ascii_only() ? ascii(harmless) : harmless;
}

} // namespace touchline::terminal
