// The edge to C: no exception leaves, every failure becomes a status, a sentence and a code of the calling thread.
#pragma once

#include "abi/handles.hpp"
#include "abi/touchline.h"
#include "core/seat.hpp"
#include "games/refusal.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace touchline::abi {

// A call that cannot be answered: thrown inside, caught in answered() alone.
struct Problem {
    tl_status status;
    std::string sentence;
    std::string_view code{}; // the protocol's, where it has one
};

[[noreturn]] void bad_argument(std::string sentence);
[[noreturn]] void refuse_call(const Refusal& refusal);
// The value, or a Problem.
template <class T>
[[nodiscard]] T granted(OrRefusal<T> answer) {
    if (!answer) refuse_call(answer.error());
    return std::move(*answer);
}
inline void grant(const OrRefusal<Done>& answer) {
    if (!answer) refuse_call(answer.error());
}

// Notes what is being thrown as the thread's last error. Requires: called while an exception is handled.
[[nodiscard]] tl_status note_failure() noexcept;

// Runs a call. Outputs are written at its end alone, when nothing can fail any more.
template <class Work>
[[nodiscard]] tl_status answered(Work&& work) noexcept {
    try {
        work();
        return TL_OK;
    } catch (...) {
        return note_failure();
    }
}

// ---- What is given -------------------------------------------------------------------------------------------------

[[noreturn]] void no_handle(std::string_view what);

// T has kKind and kWhat: "a game".
template <class T>
[[nodiscard]] std::shared_ptr<T> object_of(const void* handle) {
    std::shared_ptr<Object> found = Handles::all().find(handle, T::kKind);
    if (!found) no_handle(T::kWhat);
    return std::static_pointer_cast<T>(std::move(found));
}

template <class T, class... Args>
[[nodiscard]] void* new_handle(Args&&... args) {
    return Handles::all().add(T::kKind, std::make_shared<T>(std::forward<Args>(args)...));
}

// Refused with a sentence that names it.
void need(const void* pointer, std::string_view name);
[[nodiscard]] std::string_view text_given(const char* text, std::string_view name);
[[nodiscard]] Seat seat_given(std::int32_t seat);
// None: everything.
[[nodiscard]] std::optional<Viewer> viewer_given(std::int32_t viewer);
// 0: one a core.
[[nodiscard]] unsigned threads_given(std::uint32_t threads);
// None where they are negative: as long as it takes.
[[nodiscard]] std::optional<double> seconds_given(double seconds);

// The items as far as there is room; the count always. A Problem where there is not enough.
template <class T, class Items>
void give_list(const Items& items, T* out, std::size_t capacity, std::size_t* count) {
    *count = items.size();
    if (items.size() > capacity)
        throw Problem{TL_TOO_SMALL, "there are " + std::to_string(items.size()) + ", but there is room for " +
                                        std::to_string(capacity)};
    std::size_t at = 0;
    for (const auto& item : items) out[at++] = item;
}

// ---- What is given back --------------------------------------------------------------------------------------------

struct TextObject final : Object {
    static constexpr HandleKind kKind = HandleKind::text;
    static constexpr std::string_view kWhat = "a text";
    explicit TextObject(std::string own) : text(std::move(own)) {}
    std::string text;
};

[[nodiscard]] inline tl_text* new_text(std::string text) {
    return static_cast<tl_text*>(new_handle<TextObject>(std::move(text)));
}

} // namespace touchline::abi
