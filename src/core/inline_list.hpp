// A list with a fixed capacity that lives on the stack: a step of a game allocates nothing.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <initializer_list>

namespace touchline {

template <class T, std::size_t Capacity>
class InlineList {
public:
    constexpr InlineList() = default;
    constexpr InlineList(std::initializer_list<T> items) {
        for (const T& item : items) push_back(item);
    }

    // Requires: size() < Capacity.
    constexpr void push_back(T item) {
        assert(size_ < Capacity);
        items_[size_++] = item;
    }

    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
    [[nodiscard]] constexpr T& operator[](std::size_t i) { return items_[i]; }
    [[nodiscard]] constexpr const T& operator[](std::size_t i) const { return items_[i]; }
    [[nodiscard]] constexpr const T* begin() const { return items_.data(); }
    [[nodiscard]] constexpr const T* end() const { return items_.data() + size_; }
    [[nodiscard]] constexpr T* begin() { return items_.data(); }
    [[nodiscard]] constexpr T* end() { return items_.data() + size_; }

private:
    std::array<T, Capacity> items_{};
    std::size_t size_ = 0;
};

} // namespace touchline
