// What the engine uses of C++20's library and Debian's emscripten (libc++ 13) does not have yet: the algorithms of
// std::ranges, stop tokens, and threads that can be asked to stop. Read before every file of the WebAssembly build;
// with a newer libc++ this file can go.
#pragma once

#include <version>

#if defined(__EMSCRIPTEN__) && _LIBCPP_VERSION < 15000

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace std {

// A decimal number, as std::from_chars reads it: no blanks and no plus sign before it.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
    if (first == last || !(*first == '-' || *first == '.' || (*first >= '0' && *first <= '9')))
        return {first, errc::invalid_argument};
    const string text(first, last);
    char* end = nullptr;
    const double read = strtod(text.c_str(), &end);
    if (end == text.c_str()) return {first, errc::invalid_argument};
    value = read;
    return {first + (end - text.c_str()), errc()};
}

} // namespace std

namespace std::ranges {

namespace compat {

// A comparison of what the projections make of two values.
template <class Compare, class Projection>
[[nodiscard]] auto projected(Compare& compare, Projection& projection) {
    return [&](auto&& a, auto&& b) -> bool {
        return std::invoke(compare, std::invoke(projection, a), std::invoke(projection, b));
    };
}
template <class Predicate, class Projection>
[[nodiscard]] auto projected_one(Predicate& predicate, Projection& projection) {
    return [&](auto&& each) -> bool { return std::invoke(predicate, std::invoke(projection, each)); };
}

} // namespace compat

template <class Range, class Predicate, class Projection = std::identity>
constexpr auto find_if(Range&& range, Predicate predicate, Projection projection = {}) {
    auto at = std::begin(range);
    while (at != std::end(range) && !std::invoke(predicate, std::invoke(projection, *at))) ++at;
    return at;
}
template <class At, class Predicate>
requires requires(At at) { *at; }
constexpr At find_if(At at, At last, Predicate predicate) {
    while (at != last && !std::invoke(predicate, *at)) ++at;
    return at;
}
template <class Range, class Value, class Projection = std::identity>
constexpr auto find(Range&& range, const Value& value, Projection projection = {}) {
    auto at = std::begin(range);
    while (at != std::end(range) && !(std::invoke(projection, *at) == value)) ++at;
    return at;
}
template <class Range, class Predicate, class Projection = std::identity>
constexpr bool any_of(Range&& range, Predicate predicate, Projection projection = {}) {
    return ranges::find_if(range, predicate, projection) != std::end(range);
}
template <class Range, class Predicate, class Projection = std::identity>
constexpr bool all_of(Range&& range, Predicate predicate, Projection projection = {}) {
    return !ranges::any_of(range, [&](auto&& each) { return !std::invoke(predicate, std::invoke(projection, each)); });
}
template <class Range, class Predicate, class Projection = std::identity>
constexpr bool none_of(Range&& range, Predicate predicate, Projection projection = {}) {
    return !ranges::any_of(range, predicate, projection);
}
template <class Range, class Predicate, class Projection = std::identity>
constexpr auto count_if(Range&& range, Predicate predicate, Projection projection = {}) {
    return std::count_if(std::begin(range), std::end(range), compat::projected_one(predicate, projection));
}
template <class Range, class Value, class Projection = std::identity>
constexpr auto count(Range&& range, const Value& value, Projection projection = {}) {
    return ranges::count_if(
        range, [&](const auto& each) { return each == value; }, projection);
}
template <class One, class Other, class Same = std::equal_to<>>
constexpr bool equal(One&& one, Other&& other, Same same = {}) {
    return std::equal(std::begin(one), std::end(one), std::begin(other), std::end(other), same);
}
template <class Range, class Compare = std::less<>, class Projection = std::identity>
constexpr void sort(Range&& range, Compare compare = {}, Projection projection = {}) {
    std::sort(std::begin(range), std::end(range), compat::projected(compare, projection));
}
template <class At, class Compare = std::less<>, class Projection = std::identity>
requires std::is_same_v<decltype(*std::declval<At&>()), std::iter_reference_t<At>>
constexpr void sort(At first, At last, Compare compare = {}, Projection projection = {}) {
    std::sort(first, last, compat::projected(compare, projection));
}
template <class Range, class Compare = std::less<>, class Projection = std::identity>
void stable_sort(Range&& range, Compare compare = {}, Projection projection = {}) {
    std::stable_sort(std::begin(range), std::end(range), compat::projected(compare, projection));
}
template <class Range, class Value, class Compare = std::less<>, class Projection = std::identity>
constexpr auto lower_bound(Range&& range, const Value& value, Compare compare = {}, Projection projection = {}) {
    return std::lower_bound(std::begin(range), std::end(range), value,
                            [&](const auto& each, const auto& wanted) -> bool {
                                return std::invoke(compare, std::invoke(projection, each), wanted);
                            });
}
template <class Range, class Value, class Compare = std::less<>, class Projection = std::identity>
constexpr auto upper_bound(Range&& range, const Value& value, Compare compare = {}, Projection projection = {}) {
    return std::upper_bound(std::begin(range), std::end(range), value,
                            [&](const auto& wanted, const auto& each) -> bool {
                                return std::invoke(compare, wanted, std::invoke(projection, each));
                            });
}
template <class Range, class Value>
constexpr bool binary_search(Range&& range, const Value& value) {
    return std::binary_search(std::begin(range), std::end(range), value);
}
template <class Range, class Value>
constexpr void replace(Range&& range, const Value& old, const Value& fresh) {
    std::replace(std::begin(range), std::end(range), old, fresh);
}
template <class Range, class Compare = std::less<>, class Projection = std::identity>
constexpr auto min_element(Range&& range, Compare compare = {}, Projection projection = {}) {
    auto best = std::begin(range);
    for (auto at = best; at != std::end(range); ++at)
        if (compat::projected(compare, projection)(*at, *best)) best = at;
    return best;
}
template <class Range, class Compare = std::less<>, class Projection = std::identity>
constexpr auto max_element(Range&& range, Compare compare = {}, Projection projection = {}) {
    auto best = std::begin(range);
    for (auto at = best; at != std::end(range); ++at)
        if (compat::projected(compare, projection)(*best, *at)) best = at;
    return best;
}
template <class Iterator>
struct min_max_result {
    Iterator min;
    Iterator max;
};
template <class Range, class Compare = std::less<>, class Projection = std::identity>
constexpr auto minmax_element(Range&& range, Compare compare = {}, Projection projection = {}) {
    const auto found = std::minmax_element(std::begin(range), std::end(range), compat::projected(compare, projection));
    return min_max_result<decltype(found.first)>{found.first, found.second};
}
template <class Range, class Compare = std::less<>, class Projection = std::identity>
constexpr auto min(Range&& range, Compare compare = {}, Projection projection = {}) {
    return *ranges::min_element(range, compare, projection);
}
template <class Range, class Compare = std::less<>, class Projection = std::identity>
constexpr auto max(Range&& range, Compare compare = {}, Projection projection = {}) {
    return *ranges::max_element(range, compare, projection);
}
template <class Range, class Value>
constexpr void fill(Range&& range, const Value& value) {
    std::fill(std::begin(range), std::end(range), value);
}
template <class Range>
constexpr void reverse(Range&& range) {
    std::reverse(std::begin(range), std::end(range));
}
template <class Range, class Out>
constexpr void copy(Range&& range, Out out) {
    std::copy(std::begin(range), std::end(range), out);
}
template <class Range, class Out, class Predicate>
constexpr void copy_if(Range&& range, Out out, Predicate predicate) {
    std::copy_if(std::begin(range), std::end(range), out, predicate);
}
template <class Range, class Out, class Function>
constexpr void transform(Range&& range, Out out, Function function) {
    std::transform(std::begin(range), std::end(range), out, [&](auto&& each) { return std::invoke(function, each); });
}

} // namespace std::ranges

// Stop tokens for one thread.
namespace std {

template <class To, class From>
[[nodiscard]] To bit_cast(const From& from) {
    static_assert(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> && is_trivially_copyable_v<From>);
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

struct nostopstate_t {
    explicit nostopstate_t() = default;
};
inline constexpr nostopstate_t nostopstate{};

struct __stop_state {
    bool requested = false;
    vector<pair<const void*, function<void()>>> callbacks;
};

class stop_token {
public:
    stop_token() = default;
    explicit stop_token(shared_ptr<__stop_state> state) : state_(std::move(state)) {}
    [[nodiscard]] bool stop_requested() const { return state_ && state_->requested; }
    [[nodiscard]] bool stop_possible() const { return state_ != nullptr; }
    [[nodiscard]] const shared_ptr<__stop_state>& state() const { return state_; }

private:
    shared_ptr<__stop_state> state_;
};

class stop_source {
public:
    stop_source() : state_(make_shared<__stop_state>()) {}
    explicit stop_source(nostopstate_t) {}
    [[nodiscard]] stop_token get_token() const { return stop_token(state_); }
    [[nodiscard]] bool stop_requested() const { return state_ && state_->requested; }
    [[nodiscard]] bool stop_possible() const { return state_ != nullptr; }
    bool request_stop() const {
        if (!state_ || state_->requested) return false;
        state_->requested = true;
        for (auto& callback : std::exchange(state_->callbacks, {})) callback.second();
        return true;
    }

private:
    shared_ptr<__stop_state> state_;
};

template <class Callback>
class stop_callback {
public:
    template <class Given>
    stop_callback(const stop_token& token, Given&& callback)
        : callback_(std::forward<Given>(callback)), state_(token.state()) {
        if (!state_) return;
        if (state_->requested)
            callback_();
        else
            state_->callbacks.emplace_back(this, [this] { callback_(); });
    }
    ~stop_callback() {
        if (state_) std::erase_if(state_->callbacks, [this](const auto& each) { return each.first == this; });
    }
    stop_callback(const stop_callback&) = delete;
    stop_callback& operator=(const stop_callback&) = delete;

private:
    Callback callback_;
    shared_ptr<__stop_state> state_;
};
template <class Callback>
stop_callback(stop_token, Callback) -> stop_callback<Callback>;

// There is one thread: what another one would do is done when it is begun.
class jthread {
public:
    jthread() = default;
    template <class Function, class... Arguments>
    explicit jthread(Function&& function, Arguments&&... arguments) {
        if constexpr (is_invocable_v<Function, stop_token, Arguments...>)
            std::invoke(std::forward<Function>(function), stop_source().get_token(),
                        std::forward<Arguments>(arguments)...);
        else
            std::invoke(std::forward<Function>(function), std::forward<Arguments>(arguments)...);
    }
    [[nodiscard]] bool joinable() const { return false; }
    void join() {}
    bool request_stop() { return false; }
};

} // namespace std

#endif
