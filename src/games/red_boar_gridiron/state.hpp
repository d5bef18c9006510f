// A position of Gridiron as a small value: what everybody sees, and the hands.
#pragma once

#include "core/game.hpp"
#include "games/red_boar_gridiron/sheet.hpp"

#include <array>

namespace touchline::red_boar_gridiron {

enum class Phase : u8 { kickoff, scrimmage, attempt, free_kick, overtime }; // attempt: the page's `try`

// What the game waits for. Positions that were written down have these numbers: new ones come last.
enum class Step : u8 {
    toss,
    kickoff,
    kickoff_cover,
    draw_offense,
    draw_defense,
    call,
    card,
    flags,
    play,
    defense,
    modifier,
    breakaway,
    penalty,
    after_touchdown,
    extra_point,
    punt,
    punt_cover,
    field_goal,
    over,
    receive, // the winner of the toss chooses (R22)
};
inline constexpr std::size_t kSteps = 20;

// The names of turns, as numbers.
namespace event {
enum : u8 {
    toss,
    kickoff,
    cover,
    draw_offense,
    draw_defense,
    call,
    card,
    flags,
    play,
    defense,
    modifier,
    breakaway,
    penalty,
    after_touchdown,
    extra_point,
    punt,
    field_goal,
};
}

// Where drawing up to a full hand leads. At the kickoff of an overtime `crossed` says that the kickers still hold the
// defence's cards (step 15), and so it does for the winner of its toss who chooses.
enum class Then : u8 { call, after_touchdown, conversion, crossed };

enum class Receive : u8 { receive, kickoff }; // or: first, second
enum class Call : u8 { play, punt, field_goal };
enum class Penalty : u8 { accept, decline };
enum class Extra : u8 { kick, conversion };

// Fouls during the current play, as bits.
inline constexpr u8 kFoulOfOffense = 1;
inline constexpr u8 kFoulOfDefense = 2;

// A seat as a byte, and the byte for nobody.
inline constexpr u8 kNobody = 2;

// Cards by kind, four bits each: a hand, a pile or a deck.
class Cards {
public:
    [[nodiscard]] constexpr int operator[](std::size_t kind) const {
        return static_cast<int>(bits_ >> (4 * kind) & 15U);
    }
    constexpr void add(std::size_t kind) { bits_ += 1U << (4 * kind); }
    // Requires: there is one.
    constexpr void remove(std::size_t kind) { bits_ -= 1U << (4 * kind); }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard, gnu::always_inline]] constexpr int count() const {
        const u32 pairs = (bits_ & 0x0f0f0f0fU) + (bits_ >> 4 & 0x0f0f0f0fU);
        return static_cast<int>(pairs * 0x01010101U >> 24);
    }
    // The same, quicker. Requires: at most fifteen cards, as in any hand.
    [[nodiscard]] constexpr int few() const { return static_cast<int>(bits_ * 0x11111111U >> 28); }
    // One bit for each kind that is there, the lowest of its four.
    [[nodiscard]] constexpr u32 there() const {
        u32 any = bits_ | bits_ >> 1;
        any |= any >> 2;
        return any & 0x11111111U;
    }
    // The same as the bits of one byte.
    [[nodiscard]] constexpr std::size_t kinds() const {
        const u32 pairs = (there() | there() >> 3) & 0x03030303U;
        return pairs * 0x01041040U >> 24; // the pairs of bits, one beside the other
    }
    // For a deck laid out kind by kind: how many cards lie up to the end of each kind, a byte each.
    [[nodiscard]] constexpr u64 laid_out() const {
        u64 spread = bits_;
        spread = (spread | spread << 16) & 0x0000ffff0000ffffULL;
        spread = (spread | spread << 8) & 0x00ff00ff00ff00ffULL;
        spread = (spread | spread << 4) & 0x0f0f0f0f0f0f0f0fULL;
        return spread * 0x0101010101010101ULL;
    }
    // Kind by kind. Requires: no kind goes below none or above fifteen.
    friend constexpr Cards operator+(Cards a, Cards b) { return Cards(a.bits_ + b.bits_); }
    friend constexpr Cards operator-(Cards a, Cards b) { return Cards(a.bits_ - b.bits_); }
    friend constexpr bool operator==(Cards, Cards) = default;

    constexpr Cards() = default;
    // `count` cards that lie in a row, four bits each, the first lowest. Two at a time: a card that is not there counts
    // as one of kind 0, and is taken away again.
    [[nodiscard]] static constexpr Cards of_row(u64 row, int count) {
        u32 bits = 0;
        for (int i = 0; i < count; i += 2, row >>= 8) bits += kPairs[row & 0xffU];
        return Cards(bits - (static_cast<u32>(count) & 1U));
    }

private:
    static constexpr std::array<u32, 256> kPairs = [] {
        std::array<u32, 256> pairs{};
        for (u32 pair = 0; pair < 256; ++pair) pairs[pair] = (1U << (pair & 7U) * 4) + (1U << (pair >> 4 & 7U) * 4);
        return pairs;
    }();
    explicit constexpr Cards(u32 bits) : bits_(bits) {}
    u32 bits_ = 0;
};

// What everybody sees. Seats are indices: 0 home, 1 away.
struct Public {
    std::array<Cards, 2> discards{};
    std::array<std::array<u8, kMostKinds>, 2> played{}; // of this possession; stops counting at 255
    std::array<u16, 2> score{};
    u16 clock = 0;
    // While a toss is due: whose hand is of the offence's deck, home if there is none. While its winner chooses: the
    // winner.
    u8 offense = 0;
    u8 quarter = 1; // 5: overtime; 6, 7: the second and later rounds of `college`
    u8 ball = 0;
    u8 down = 0;
    u8 line = 0;
    Phase phase = Phase::kickoff;
    u8 second_half = kNobody; // who receives the kickoff that opens the 3rd quarter
    // Who has the ball first in this round of possessions; in `league` who had it first, until both have.
    u8 overtime_first = kNobody;
    Step step = Step::toss;
    Then then = Then::call;   // while cards are drawn, and at a kickoff
    u8 row = 0;               // the sum of the play's or kick's two dice, less 2
    Call called = Call::play; // while flags may fly
    u8 fouls = 0;             // during this play
    u8 die = 0;               // the defence's or modifier's die, 1 to 6
    friend bool operator==(const Public&, const Public&) = default;
};

// Everything true in a position.
struct State : Public {
    std::array<Cards, 2> hands{};
    u8 offense_card = 0; // the kinds chosen for the current play
    u8 defense_card = 0;
    u8 turned = 0; // 1 once they lie open
    u8 leap = 0;   // the break die, 1 to 6
    friend bool operator==(const State&, const State&) = default;
};

static_assert(PlainState<State>);

// Nobody has the ball or is to kick it before a toss is done with.
[[nodiscard]] constexpr bool tossing(const Public& s) { return s.step == Step::toss || s.step == Step::receive; }

// Everything one viewer may know.
struct View {
    Public open{};
    Viewer viewer = Viewer::everyone;
    Cards hand{}; // the viewer's own
    std::array<u8, 2> deck_left{};
    std::array<u8, 2> turned{}; // the two cards of the current play, offence first, once they lie open
    u8 leap = 0;
    friend bool operator==(const View&, const View&) = default;
};

} // namespace touchline::red_boar_gridiron
