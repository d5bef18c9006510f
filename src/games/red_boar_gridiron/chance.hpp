// The outcomes of chance turns: dice as one number, draws as a row of kinds. Included by rules.hpp.
//
// A toss is 0 or 1; n dice are their faces less 1 as digits to base 6, the first die last; a draw is one kind after the
// other in four bits each, the first card lowest.
#pragma once

#include "games/red_boar_gridiron/rules.hpp"

#include <algorithm>
#include <bit>

namespace touchline::red_boar_gridiron {

// n over k, small numbers.
[[nodiscard]] constexpr Weight choose(int n, int k) {
    Weight value = 1;
    for (int i = 0; i < k; ++i) value = value * static_cast<Weight>(n - i) / static_cast<Weight>(i + 1);
    return value;
}

// Cards laid out kind by kind, from which single ones are taken. All of them in one number: a byte for each kind says
// where its last card lies, so that a place is looked up and a card taken away without a loop.
class LaidOut {
public:
    [[gnu::always_inline]] explicit LaidOut(Cards cards) : ends_(cards.laid_out()) {}

    // The kind of the card at a place, which is taken away. Requires: so many cards are there.
    std::size_t take(u32 place) {
        const u64 past = (0x80ULL + place) * kOnes - ends_; // the high bit of a byte: this kind ends before the place
        const auto kind = static_cast<std::size_t>(std::countr_zero(~past & 0x80ULL * kOnes)) / 8;
        ends_ -= kOnes << (8 * kind);
        return kind;
    }
    // How many cards are left: the last kind ends after them.
    [[nodiscard]] u32 size() const { return static_cast<u32>(ends_ >> 56); }

private:
    static constexpr u64 kOnes = 0x0101010101010101ULL;
    u64 ends_;
};

// Calls each(kinds in ascending order as a code, ways) for every hand of `count` cards out of a pile.
template <class Each>
void each_hand(Cards pile, int count, Each&& each, std::size_t kind = 0, u64 code = 0, int shift = 0, Weight ways = 1) {
    if (count == 0) return each(code, ways);
    if (kind == kMostKinds) return;
    const int most = std::min(pile[kind], count);
    for (int taken = 0; taken <= most; ++taken) {
        each_hand(pile, count - taken, each, kind + 1, code, shift, ways * choose(pile[kind], taken));
        code |= static_cast<u64>(kind) << shift;
        shift += 4;
    }
}

// In how many ways the dice of each step can fall; 0 where there are none.
inline constexpr std::array<u32, kSteps> kWaysToFall{2, 36, 6, 0, 0,  0,  0, 1296, 36, 6,
                                                     6, 6,  0, 0, 36, 36, 6, 36,   0,  0};

template <class Each>
void Rules::chances(const State& s, Each&& each) const {
    switch (turn(s).event) {
    case event::toss:
        each(Outcome{0}, Weight{1});
        each(Outcome{1}, Weight{1});
        return;
    case event::draw_offense:
    case event::draw_defense: {
        const std::size_t seat = drawing(s);
        const int count = sheet_.cards.hand - s.hands[seat].count();
        const Cards own = deck(s, seat);
        if (own.count() > count)
            return each_hand(own, count, [&](u64 code, Weight ways) { each(Outcome{code}, ways); });
        // The whole deck, then some of the discards that became it (R19).
        u64 first = 0;
        const int whole = own.count();
        each_hand(own, whole, [&](u64 code, Weight) { first = code; });
        return each_hand(s.discards[seat], count - whole,
                         [&](u64 code, Weight ways) { each(Outcome{first | code << (4 * whole)}, ways); });
    }
    case event::flags:
        for (std::size_t i = 0; i < flag_weights_.size(); ++i)
            if (flag_weights_[i] != 0) each(Outcome{flag_codes_[i]}, Weight{flag_weights_[i]});
        return;
    case event::kickoff:
    case event::play:
    case event::extra_point:
    case event::punt:
    case event::field_goal:
        for (u64 sum = 0; sum < kSums; ++sum)
            each(Outcome{sum < 6 ? sum : 5 + 6 * (sum - 5)}, Weight{sum < 6 ? sum + 1 : 11 - sum});
        return;
    default:
        for (u64 face = 0; face < 6; ++face) each(Outcome{face}, Weight{1});
    }
}

template <class Source>
[[gnu::always_inline]] inline Outcome Rules::sample(const State& s, Source& source) const {
    const u32 sides = kWaysToFall[static_cast<std::size_t>(s.step)];
    if (sides == 0) return sample_draw(s, source);
    return {source.below(sides)};
}

// The same two calls for each step: in its own copy of them the compiler knows which step it deals with.
template <class Source>
[[gnu::always_inline]] inline void Rules::roll(State& s, Source& source) const {
    switch (s.step) {
    case Step::toss: return resolve(s, sample(s, source));
    case Step::kickoff: return resolve(s, sample(s, source));
    case Step::kickoff_cover: return resolve(s, sample(s, source));
    case Step::draw_offense: return resolve(s, sample(s, source));
    case Step::draw_defense: return resolve(s, sample(s, source));
    case Step::flags: return resolve(s, sample(s, source));
    case Step::play: return resolve(s, sample(s, source));
    case Step::defense: return resolve(s, sample(s, source));
    case Step::modifier: return resolve(s, sample(s, source));
    case Step::breakaway: return resolve(s, sample(s, source));
    case Step::extra_point: return resolve(s, sample(s, source));
    case Step::punt: return resolve(s, sample(s, source));
    case Step::punt_cover: return resolve(s, sample(s, source));
    case Step::field_goal: return resolve(s, sample(s, source));
    case Step::receive:
    case Step::call:
    case Step::card:
    case Step::penalty:
    case Step::after_touchdown:
    case Step::over: break;
    }
}

template <class Source>
[[gnu::always_inline]] inline Outcome Rules::sample_draw(const State& s, Source& source) const {
    const std::size_t seat = drawing(s);
    const Cards own = deck(s, seat);
    if (own == decks_[role_of(s, seat)]) // a whole hand from a whole deck
        if (const std::vector<u32>& deals = *deals_[role_of(s, seat)]; !deals.empty())
            return {deals[source.below(static_cast<u32>(deals.size()))]};
    const int count = sheet_.cards.hand - s.hands[seat].few();
    LaidOut left(own);
    u64 code = 0;
    for (int i = 0; i < count; ++i) {
        if (left.size() == 0) left = LaidOut(s.discards[seat]);
        code |= static_cast<u64>(left.take(source.below(left.size()))) << (4 * i);
    }
    return {code};
}

inline Outcome Rules::canonical(const State& s, Outcome outcome) const {
    const Turn now = turn(s);
    if (now.event == event::toss || now.count == 1) return outcome;
    if (now.event == event::flags) return {flag_codes_[flags_[outcome.code]]};
    if (now.event != event::draw_offense && now.event != event::draw_defense) {
        const u64 sum = sum_[outcome.code];
        return {sum < 6 ? sum : 5 + 6 * (sum - 5)};
    }
    std::array<u8, 12> kinds_drawn{};
    for (std::size_t i = 0; i < now.count; ++i) kinds_drawn[i] = static_cast<u8>(outcome.code >> (4 * i) & 15);
    const auto whole = std::min<std::ptrdiff_t>(deck(s, drawing(s)).count(), now.count);
    std::sort(kinds_drawn.begin(), kinds_drawn.begin() + whole);
    std::sort(kinds_drawn.begin() + whole, kinds_drawn.begin() + now.count);
    u64 code = 0;
    for (std::size_t i = 0; i < now.count; ++i) code |= static_cast<u64>(kinds_drawn[i]) << (4 * i);
    return {code};
}

// Step 15, R19: once the deck is empty the discards are the deck.
[[gnu::always_inline]] inline void Rules::resolve_draw(State& s, std::size_t seat, u64 code, auto& sink) const {
    const Cards hand = s.hands[seat];
    s.hands[seat] = hand + Cards::of_row(code, sheet_.cards.hand - hand.few());
    const bool deck_spent = s.discards[seat].count() >= most_discards_[role_of(s, seat)];
    sink({What::deal, static_cast<Seat>(seat), deck_spent && !s.discards[seat].empty() ? "reshuffle" : "draw",
          sheet_.cards.hand - hand.few()});
    if (deck_spent) s.discards[seat] = {};
}

template <class Source>
State Rules::redeal(const State& s, Viewer viewer, Source& source) const {
    State dealt = s;
    if (!options_.cards) return dealt;
    for (std::size_t seat = 0; seat < 2; ++seat) {
        if (is(viewer, static_cast<Seat>(seat))) continue;
        const std::size_t role = role_of(s, seat);
        const Cards unseen = decks_[role] - s.discards[seat];
        LaidOut pile(unseen);
        Cards hand;
        for (int left = s.hands[seat].count(); left > 0; --left) hand.add(pile.take(source.below(pile.size())));
        dealt.hands[seat] = hand;
        // A card that lies face down is one of the hand.
        if (s.step == Step::flags && s.called == Call::play)
            (role == 0 ? dealt.offense_card : dealt.defense_card) =
                static_cast<u8>(LaidOut(hand).take(source.below(static_cast<u32>(hand.count()))));
    }
    return dealt;
}

} // namespace touchline::red_boar_gridiron
