// A value or the reason why there is none. (C++20 has no std::expected.)
#pragma once

#include <cassert>
#include <utility>
#include <variant>

namespace touchline {

// Wraps an error so that it cannot be mistaken for a value of the same type.
template <class E>
struct Unexpected {
    E error;
};
template <class E>
Unexpected(E) -> Unexpected<E>;

template <class T, class E>
class [[nodiscard]] Expected {
public:
    Expected(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Expected(Unexpected<E> wrapped) : content_(std::in_place_index<1>, std::move(wrapped.error)) {}

    [[nodiscard]] explicit operator bool() const { return content_.index() == 0; }
    [[nodiscard]] bool has_value() const { return content_.index() == 0; }

    // Requires: has_value().
    [[nodiscard]] T& value() {
        assert(has_value());
        return *std::get_if<0>(&content_);
    }
    [[nodiscard]] const T& value() const {
        assert(has_value());
        return *std::get_if<0>(&content_);
    }
    [[nodiscard]] T& operator*() { return value(); }
    [[nodiscard]] const T& operator*() const { return value(); }
    [[nodiscard]] T* operator->() { return &value(); }
    [[nodiscard]] const T* operator->() const { return &value(); }

    // Requires: !has_value().
    [[nodiscard]] E& error() {
        assert(!has_value());
        return *std::get_if<1>(&content_);
    }
    [[nodiscard]] const E& error() const {
        assert(!has_value());
        return *std::get_if<1>(&content_);
    }

private:
    std::variant<T, E> content_;
};

// Success carries nothing.
struct Done {};

} // namespace touchline
