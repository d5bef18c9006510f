// The box score of a game or of many: what each side did, counted from what happened.
#pragma once

#include "core/happening.hpp"
#include "play/words.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace touchline {

// A sink that counts. Words of happenings live as long as the rules that told them.
class BoxScore {
public:
    void operator()(const Happening& happening);
    void add(const BoxScore& other);

    struct Count {
        std::int64_t times = 0;
        std::int64_t amount = 0; // all together
    };
    // How often something happened to a seat; an empty `how` means all of them.
    [[nodiscard]] Count count(What what, Seat seat, std::string_view how = {}) const;

    // How drives ended, both sides together, the most frequent first.
    [[nodiscard]] std::vector<std::pair<std::string_view, std::int64_t>> drive_ends() const;

    // The lines that a fan expects, in this order, as far as the game has them.
    struct Line {
        enum class Kind { count, made, clock }; // made: `values` of `tried`
        std::string id;                         // "gain", "score/touchdown": for programs
        std::string label;
        Kind kind{};
        BySeat<std::int64_t> values{};
        BySeat<std::int64_t> tried{};
    };
    [[nodiscard]] std::vector<Line> lines(const Words& words) const;

private:
    struct Entry {
        Seat seat;
        std::string_view how;
        Count count{};
    };
    [[nodiscard]] Count& entry(What what, Seat seat, std::string_view how);
    [[nodiscard]] std::vector<std::string_view> hows(What what) const;

    std::array<std::vector<Entry>, kWhats> entries_; // a few each: looking through them is quicker than a map
    std::optional<Seat> ball_;                       // whose clock runs
};

} // namespace touchline
