// Reviews for the commands, and those that a finished game is given at the end screen.
#include "cli/reviewing.hpp"

#include "analysis/advisor.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/finished.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "core/shown_text.hpp"
#include "play/record.hpp"
#include "review/presentation.hpp"
#include "terminal/saves.hpp"

#include <fmt/format.h>

#include <unistd.h>

namespace touchline::cli {

namespace {

// At the end screen somebody waits: a position that is not known by then is estimated.
constexpr double kEndScreenSeconds = 0.1;

} // namespace

RecordRead read_record_at(const std::string& path, const std::string& sheet) {
    RecordRead read{path, read_file(path), nullptr};
    std::vector<SheetText> sheets;
    if (!sheet.empty()) sheets.push_back({sheet, read_file(sheet)});
    if (std::optional<std::string> beside = terminal::sheet_beside(path)) sheets.push_back({"sheet", *beside});
    OrRefusal<std::unique_ptr<Table>> table = read_record(read.text, sheets);
    if (!table)
        throw Stop(table.error().code, Message{"cli.of-file", {{"file", path}, {"what", table.error().message}}});
    read.table = std::move(*table);
    return read;
}

review::Review reviewed(const RecordRead& record, analysis::Library& library, Language language) {
    analysis::Advisor advisor(library, progress_on_stderr(language));
    const Interrupt interrupt;
    int shown = 0;
    const auto progress = [&](double part) {
        const int now = static_cast<int>(100 * part);
        if (now == shown || ::isatty(STDERR_FILENO) == 0) return;
        shown = now;
        renew_line(Words::of(language).text("prompt.reviewing", {{"value", std::to_string(now)}}));
    };
    review::Review review = review::review(*record.table, advisor, {}, progress, interrupt.flag());
    end_progress();
    if (interrupt.flag()) throw Stop(RefusalCode::failed, Message{"cli.review-stopped"});
    review.lines = step_lines(record.text); // as the file has them, comments and all
    return review;
}

terminal::Reviewer end_of_game_reviewer(Evaluator& evaluator) {
    return [&evaluator](const Table& table, const std::string& path, const Words& words, int columns,
                        const std::function<bool(double)>& going) -> std::optional<std::string> {
        std::atomic<bool> stopped{false};
        const auto progress = [&](double part) {
            if (!going(part)) stopped = true;
        };
        const review::Review review =
            review::review(table, evaluator, {.seconds = kEndScreenSeconds}, progress, stopped);
        if (stopped && review.steps.size() < table.steps()) return std::nullopt;
        Summary summary = summary_of(review, table);
        summary.hurried = !summary.exact;
        if (!path.empty()) keep_summary(path, summary, table);
        return review::to_text(review, table, words, columns);
    };
}

} // namespace touchline::cli
