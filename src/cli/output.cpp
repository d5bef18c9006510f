// Writes to standard output and error, starts the pager, and notices when the reader has gone.
#include "cli/output.hpp"

#include "core/environment.hpp"
#include "core/shown_text.hpp"
#include "terminal/console.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace touchline::cli {

namespace {

bool g_quiet = false;
bool g_reader_gone = false;

// Whether nobody is at the other end of standard output. Whoever wrote there first may not have looked at the error.
bool nobody_reads() {
    pollfd out{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

} // namespace

// Whether it could be written is asked once, when the command is done.
void write_to(std::FILE* stream, std::string_view text) {
    errno = 0;
    if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() && errno == EPIPE) g_reader_gone = true;
}

bool flushed() {
    errno = 0;
    const bool done = std::fflush(stdout) == 0 && !std::ferror(stdout);
    if (!done && (errno == EPIPE || nobody_reads())) g_reader_gone = true;
    return done;
}

bool reader_gone() { return g_reader_gone; }
void set_quiet(bool quiet) { g_quiet = quiet; }
bool quiet() { return g_quiet; }

void note(std::string_view line) {
    if (!g_quiet) complain(line);
}

void print_text(std::FILE* stream, std::string_view text) {
    write_to(stream, terminal::drawn(text, terminal::Ink::plain));
}

void complain(std::string_view sentence) { write_to(stderr, shown_line(sentence) + "\n"); }

void print_drawn(std::string_view text) { write_to(stdout, terminal::for_output(text)); }

void page(std::string_view text) {
    const std::string shown = terminal::for_output(text);
    const auto lines = std::ranges::count(shown, '\n');
    std::string pager = environment("TOUCHLINE_PAGER");
    if (pager.empty()) pager = environment("PAGER");
    if (pager.empty()) pager = "less -R";
    if (::isatty(STDOUT_FILENO) != 1 || lines < terminal::output_size().rows || environment("TERM") == "dumb" ||
        pager == "cat")
        return write_to(stdout, shown);
    (void)std::fflush(stdout);
    std::FILE* pipe = ::popen(pager.c_str(), "w");
    if (pipe == nullptr) return write_to(stdout, shown);
    (void)std::fwrite(shown.data(), 1, shown.size(), pipe); // who has read enough ends the pager
    constexpr int kNoSuchCommand = 127;
    const int status = ::pclose(pipe);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kNoSuchCommand) write_to(stdout, shown);
}

void print_json(const Json& json) {
    Json answer{{"ok", true}};
    answer.update(json);
    write_to(stdout, shown_json(answer.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n");
}

void renew_line(std::string_view line) {
    if (g_quiet) return;
    write_to(stderr, fmt::format("\r{}\x1b[K", shown_line(line)));
}

} // namespace touchline::cli
