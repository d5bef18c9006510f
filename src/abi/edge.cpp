// Failures put into words, and what callers give checked.
#include "abi/edge.hpp"

#include "play/message_text.hpp"
#include "solve/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <thread>

namespace touchline::abi {

namespace {

struct LastError {
    std::string sentence;
    std::string_view code;
};
thread_local LastError g_last;

void note(std::string sentence, std::string_view code) noexcept {
    g_last.sentence = std::move(sentence);
    g_last.code = code;
}

tl_status status_of_exception() {
    try {
        throw;
    } catch (Problem& problem) {
        note(std::move(problem.sentence), problem.code);
        return problem.status;
    } catch (const solve::Stopped& stopped) {
        note(sentence_of(stopped), {});
        return TL_STOPPED;
    } catch (const std::bad_alloc&) {
        note("memory ran out", {});
        return TL_FAILED;
    } catch (const std::exception& error) {
        note(sentence_of(error), name(RefusalCode::failed));
        return TL_FAILED;
    } catch (...) {
        note("something that is no exception of ours was thrown", {});
        return TL_FAILED;
    }
}

} // namespace

void bad_argument(std::string sentence) { throw Problem{TL_BAD_ARGUMENT, std::move(sentence)}; }

void refuse_call(const Refusal& refusal) {
    throw Problem{TL_REFUSED, text(refusal.message, Language::english), name(refusal.code)};
}

void no_handle(std::string_view what) {
    throw Problem{TL_BAD_HANDLE,
                  fmt::format("the handle is not {}: it is null, was freed, or stands for something else", what)};
}

tl_status note_failure() noexcept {
    try {
        return status_of_exception();
    } catch (...) { // memory ran out while the sentence was made
        g_last.sentence.clear();
        g_last.code = {};
        return TL_FAILED;
    }
}

void need(const void* pointer, std::string_view name) {
    if (pointer == nullptr) bad_argument(fmt::format("'{}' is null", name));
}

std::string_view text_given(const char* text, std::string_view name) {
    need(text, name);
    return text;
}

Seat seat_given(std::int32_t seat) {
    if (seat != TL_HOME && seat != TL_AWAY)
        bad_argument(fmt::format("the seat is {}, but it must be 0 (home) or 1 (away)", seat));
    return static_cast<Seat>(seat);
}

std::optional<Viewer> viewer_given(std::int32_t viewer) {
    if (viewer < TL_HOME || viewer > TL_EVERYTHING)
        bad_argument(fmt::format(
            "the viewer is {}, but it must be 0 (home), 1 (away), 2 (an onlooker) or 3 (who sees everything)", viewer));
    if (viewer == TL_EVERYTHING) return std::nullopt;
    return static_cast<Viewer>(viewer);
}

unsigned threads_given(std::uint32_t threads) {
    constexpr std::uint32_t kMost = 1024;
    if (threads > kMost) bad_argument(fmt::format("there may be at most {} threads", kMost));
    return threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
}

std::optional<double> seconds_given(double seconds) {
    if (!std::isfinite(seconds)) bad_argument("the seconds are no finite number");
    if (seconds < 0) return std::nullopt;
    return seconds;
}

} // namespace touchline::abi

using namespace touchline::abi;

const char* tl_last_error(void) { return g_last.sentence.c_str(); }
const char* tl_last_code(void) { return g_last.code.empty() ? "" : g_last.code.data(); }

const char* tl_status_name(int32_t status) {
    switch (status) {
    case TL_OK: return "ok";
    case TL_BAD_HANDLE: return "bad-handle";
    case TL_BAD_ARGUMENT: return "bad-argument";
    case TL_TOO_SMALL: return "too-small";
    case TL_REFUSED: return "refused";
    case TL_UNKNOWN: return "unknown";
    case TL_STOPPED: return "stopped";
    case TL_FAILED: return "failed";
    default: return "";
    }
}

tl_status tl_free(void* handle) {
    return answered([&] {
        if (!Handles::all().remove(handle)) no_handle("one of ours");
    });
}

tl_status tl_text_data(const tl_text* text, const char** data, size_t* size) {
    return answered([&] {
        const auto object = object_of<TextObject>(text);
        need(data, "data");
        need(size, "size");
        *data = object->text.c_str();
        *size = object->text.size();
    });
}
