// touchline table: the table protocol on standard input and output.
#include "analysis/advisor.hpp"
#include "bots/players.hpp"
#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "core/shown_text.hpp"
#include "play/protocol.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace touchline::cli {

namespace {

// Longer lines are cut: enough is kept for the protocol to refuse them by their length.
constexpr std::size_t kKept = (16u << 20) + 1;

// Lines from standard input. Says when no whole line is waiting, so that answers are written in one go for a
// client that sends many requests at once, and at once for one that waits.
class LineReader {
public:
    // The next line without its end; false at the end of input. The view lives until the next call.
    bool next(std::string_view& line) {
        while (true) {
            if (const std::size_t end = buffer_.find('\n', scanned_); end != std::string::npos) {
                line = std::string_view(buffer_).substr(begin_, end - begin_);
                begin_ = scanned_ = end + 1;
                return true;
            }
            buffer_.erase(0, begin_);
            begin_ = 0;
            scanned_ = buffer_.size();
            if (!read_more()) {
                if (buffer_.empty()) return false;
                last_ = std::exchange(buffer_, {});
                scanned_ = 0;
                line = last_;
                return true;
            }
        }
    }
    [[nodiscard]] bool waiting() const { return buffer_.find('\n', scanned_) != std::string::npos; }

private:
    bool read_more() {
        const ssize_t got = ::read(STDIN_FILENO, block_.data(), block_.size());
        if (got < 0 && errno == EINTR) return true;
        if (got <= 0) return false;
        std::string_view block(block_.data(), static_cast<std::size_t>(got));
        if (buffer_.size() >= kKept) block.remove_prefix(std::min(block.find('\n'), block.size()));
        buffer_.append(block);
        return true;
    }

    std::array<char, 1 << 16> block_{};
    std::string buffer_;
    std::string last_;
    std::size_t begin_ = 0;
    std::size_t scanned_ = 0;
};

int serve_table() {
    analysis::Library library;
    analysis::Advisor evaluator(library, progress_on_stderr(language_of_environment()));
    bots::Players players(library);
    TableProtocol protocol(evaluator, players);
    LineReader reader;
    std::string_view line;
    while (!protocol.ended() && reader.next(line)) {
        const std::string answer = shown_json(protocol.answer(line)) + "\n";
        write_to(stdout, answer);
        // Whoever has left has seen enough; what else cannot be written is told when the command is done.
        if (reader_gone() || (!reader.waiting() && !flushed())) return reader_gone() ? kDone : kFailed;
    }
    return kDone;
}

} // namespace

void add_table(CLI::App& app, Job& job) {
    CLI::App* command = app.add_subcommand("table", "Speak the table protocol on standard input and output");
    examples(*command, {"touchline table < requests.jsonl"});
    command->callback([&job] { job = serve_table; });
}

} // namespace touchline::cli
