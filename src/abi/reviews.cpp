// A position's history looked back on, as JSON, page or text, and as rows for a data frame.
#include "abi/objects.hpp"
#include "abi/shared.hpp"
#include "abi/watch.hpp"
#include "analysis/advisor.hpp"
#include "play/record.hpp"
#include "review/export.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <stop_token>

namespace touchline::abi {

namespace {

constexpr int kColumns = 80; // of a review as text

review::Review reviewed(const Table& table, std::optional<double> seconds, Watch& watch) {
    std::atomic<double> done = 0;
    std::stop_source gone;
    const auto tell = [&] {
        if (!watch.told(done, -1)) gone.request_stop();
    };
    // A position may take minutes to solve.
    analysis::Advisor advisor(library(), [&](const solve::Progress&) { tell(); });
    const auto next = [&](double part) {
        done = part;
        tell();
    };
    review::Review review =
        review::review(table, advisor, {.seconds = seconds, .cancelled = gone.get_token()}, next, watch.stopped());
    if (watch.stopped()) throw solve::Stopped();
    review.lines = step_lines(record_text(table));
    return review;
}

// The place of a word among those that may be given.
std::size_t word_given(const char* given, std::string_view name, std::initializer_list<std::string_view> words) {
    const std::string_view text = text_given(given, name);
    const auto* found = std::ranges::find(words, text);
    if (found == words.end())
        bad_argument(fmt::format("'{}' is '{}', but it must be one of: {}", name, text, fmt::join(words, ", ")));
    return static_cast<std::size_t>(found - words.begin());
}

} // namespace

} // namespace touchline::abi

using namespace touchline;
using namespace touchline::abi;

tl_status tl_review(const tl_state* state, const char* format, const char* language, double seconds,
                    tl_progress progress, void* user, tl_text** text) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        const std::size_t form = word_given(format, "format", {"json", "html", "text"});
        const auto words_of = static_cast<Language>(word_given(language, "language", {"en", "fr"}));
        const std::optional<double> patience = seconds_given(seconds);
        need(text, "text");
        Watch watch(progress, user);
        const Table& table = *own->table;
        const review::Review review = reviewed(table, patience, watch);
        const Words& words = Words::of(words_of, table.kind().id());
        *text = new_text(form == 0   ? dumped(review::to_json(review, table, words))
                         : form == 1 ? review::to_html(review, table, words)
                                     : review::to_text(review, table, words, kColumns));
    });
}

tl_status tl_export(const tl_state* state, const char* what, const char* format, double seconds, tl_text** text) {
    return tl_export_watched(state, what, format, seconds, nullptr, nullptr, text);
}

tl_status tl_export_watched(const tl_state* state, const char* what, const char* format, double seconds,
                            tl_progress progress, void* user, tl_text** text) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        const auto which = static_cast<review::Rows>(word_given(what, "what", {"plays", "drives", "box"}));
        const std::size_t form = word_given(format, "format", {"csv", "json"});
        const std::optional<double> patience = seconds_given(seconds);
        need(text, "text");
        Watch watch(progress, user);
        const Table& table = *own->table;
        const review::Review review = reviewed(table, patience, watch);
        const Words& words = Words::of(Language::english, table.kind().id());
        const std::vector<Json> rows = review::exported(review::report(review, table, words), which);
        *text = new_text(form == 0 ? review::to_csv(review::columns_of(which), rows)
                                   : dumped(Json{{"columns", review::columns_of(which)}, {"rows", rows}}));
    });
}
