// The two sides of a table and those who look at it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace touchline {

// Fixed-width integers as in <cstdint>, spelled short: states are packed from them.
using u8 = std::uint8_t;
using i8 = std::int8_t;
using u16 = std::uint16_t;
using i16 = std::int16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

enum class Seat : u8 { home, away };

inline constexpr std::array kSeats{Seat::home, Seat::away};

[[nodiscard]] constexpr Seat other(Seat seat) { return seat == Seat::home ? Seat::away : Seat::home; }
[[nodiscard]] constexpr std::string_view name(Seat seat) { return seat == Seat::home ? "home" : "away"; }

[[nodiscard]] constexpr std::optional<Seat> seat_named(std::string_view text) {
    if (text == "home") return Seat::home;
    if (text == "away") return Seat::away;
    return std::nullopt;
}

// One value for each seat.
template <class T>
struct BySeat {
    T home{};
    T away{};

    [[nodiscard]] constexpr T& operator[](Seat seat) { return seat == Seat::home ? home : away; }
    [[nodiscard]] constexpr const T& operator[](Seat seat) const { return seat == Seat::home ? home : away; }
    friend bool operator==(const BySeat&, const BySeat&) = default;
};

// Who is looking. `everyone` is the protocol's "public": it knows what both seats know.
enum class Viewer : u8 { home, away, everyone };

inline constexpr std::array kViewers{Viewer::home, Viewer::away, Viewer::everyone};

[[nodiscard]] constexpr Viewer viewer_of(Seat seat) { return seat == Seat::home ? Viewer::home : Viewer::away; }
[[nodiscard]] constexpr bool is(Viewer viewer, Seat seat) { return viewer == viewer_of(seat); }

[[nodiscard]] constexpr std::string_view name(Viewer viewer) {
    switch (viewer) {
    case Viewer::home: return "home";
    case Viewer::away: return "away";
    case Viewer::everyone: return "public";
    }
    return {};
}

[[nodiscard]] constexpr std::optional<Viewer> viewer_named(std::string_view text) {
    for (Viewer viewer : kViewers)
        if (text == name(viewer)) return viewer;
    return std::nullopt;
}

} // namespace touchline
