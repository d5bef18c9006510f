// The fields of a Gridiron Glory position: written, read from outside, checked as bytes.
#include "games/fields.hpp"
#include "games/gridiron_glory/rules.hpp"
#include "games/observation.hpp"

#include <fmt/format.h>

namespace touchline::gridiron_glory {

namespace {

constexpr int kMostScore = 9999; // D2: a side, in a position given from outside

// A side's unseen cards by rank.
auto unseen_by_rank(const Rules& rules, Cards& cards) {
    const Sheet& sheet = rules.sheet();
    return CountsField{sheet.ranks.size(),
                       sheet.suits_a_side(),
                       true,
                       [&sheet](std::size_t rank) { return std::string_view(sheet.ranks[rank]); },
                       [&rules, &cards](std::size_t rank) { return rules.count(cards, static_cast<int>(rank)); },
                       [&sheet, &cards](std::size_t rank, int count) {
                           if (rank == 0) cards = 0;
                           const int first = static_cast<int>(rank) * sheet.suits_a_side();
                           for (int i = 0; i < count; ++i) cards |= Cards{1} << (first + i);
                       }};
}

// The dice on the table while a re-roll, or the choice of one, is awaited.
bool dice_fit(const Rules& rules, const State& s) {
    const Sheet& sheet = rules.sheet();
    if (s.dice >> (2 * sheet.dice) != 0 || s.rerolled >> sheet.dice != 0) return false;
    int fresh = 0;
    int whistles = 0;
    int new_whistles = 0;
    for (int die = 0; die < sheet.dice; ++die) {
        const Face face = face_at(s.dice, die);
        const bool again = (s.rerolled >> die & 1) != 0;
        if (std::ranges::find(sheet.faces, face) == sheet.faces.end()) return false;
        fresh += face == Face::referee && !again ? 1 : 0;
        whistles += face == Face::whistle ? 1 : 0;
        new_whistles += face == Face::whistle && again ? 1 : 0;
    }
    if (s.rerolled == 0) return s.rerolls >= 1 && s.rerolls == std::min(fresh, whistles);
    return rules.house().whistles == House::Whistles::chain && s.rerolls >= 1 &&
           s.rerolls <= std::min(fresh, new_whistles);
}

// R16: all is as at the start but for who has won the toss.
bool side_fits(const Rules& rules, State s) {
    if (rules.house().toss_winner != House::TossWinner::choice || s.offense == Holder::nobody) return false;
    s.offense = Holder::nobody;
    s.phase = Phase::toss;
    return s == rules.start();
}

bool phase_fits(const Rules& rules, const State& s) {
    const bool level = s.score.home == s.score.away;
    switch (s.phase) {
    case Phase::toss:
        if (s.offense != Holder::nobody || s.space != 1 || s.attempt != 1 || s.unseen.home != rules.full_deck() ||
            s.unseen.away != rules.full_deck() || s.pile != s.left)
            return false;
        return s.quarter == 1 ? s == rules.start() : s.quarter == kOvertime && s.first_offense != Holder::nobody;
    case Phase::flip: return s.pile > 0;
    case Phase::fumble: return s.pile > 0 && rules.can_settle(s.pile);
    case Phase::score: return s.space == rules.sheet().spaces;
    case Phase::reroll: return s.space == rules.sheet().spaces && dice_fit(rules, s);
    case Phase::whistle:
        return rules.house().referees == House::Referees::may && s.space == rules.sheet().spaces && dice_fit(rules, s);
    case Phase::side: return side_fits(rules, s);
    case Phase::over:
        if (s.quarter == kOvertime) return !level || rules.house().overtime == House::Overtime::one_deck;
        return s.quarter == 4 && (!level || rules.house().overtime == House::Overtime::tie);
    }
    return false;
}

bool cards_fit(const Rules& rules, const State& s) {
    return std::ranges::all_of(kSeats, [&](Seat seat) {
        return (s.unseen[seat] & ~rules.full_deck()) == 0 && popcount(s.unseen[seat]) == s.left;
    });
}

} // namespace

template <class Fields>
void Rules::declare(Fields& field, State& s) const {
    field("score", numbers(s.score, Range{0, kMostScore}, Range{0, kMostScore + kMostCards * kMostPoints * 5}));
    field("offense", WordField<Holder>{s.offense, kSeatNames, Holder::nobody, false, s.phase != Phase::side});
    field("quarter", number(s.quarter, {1, kOvertime}));
    field("space", number(s.space, {1, sheet_.spaces}));
    field("try", number(s.attempt, {1, sheet_.tries}));
    field("pile", number(s.pile, {1, sheet_.cards()}, {0, sheet_.cards()}));
    field("unseen", per_seat([&](Seat seat) { return unseen_by_rank(*this, s.unseen[seat]); }));
    field("first_offense", seat_or_null(s.first_offense, Holder::nobody));
    const bool thrown = dice_on_table(s.phase);
    field("dice", PlayField{"[]", "string[]", [&](JsonText& out) {
                                out.open_list();
                                for (int die = 0; thrown && die < sheet_.dice; ++die)
                                    out.value(name(face_at(s.dice, die)));
                                out.close_list();
                            }});
    field.observed("dice", CountsField{kFaceNames.size() - 1, sheet_.dice, true,
                                       [](std::size_t i) { return kFaceNames[i + 1]; },
                                       [&s, thrown](std::size_t i) {
                                           const auto face = static_cast<Face>(i + 1);
                                           return thrown ? std::popcount(showing(s.dice, face)) : 0;
                                       },
                                       [](std::size_t, int) {}});
    field.observed("rerolls", number(s.rerolls, {0, sheet_.dice}));
}

// Observations (games/observation.hpp).
template void Rules::declare(FieldFloats&, State&) const;
template void Rules::declare(FieldLayout&, State&) const;

void Rules::write_fields(JsonText& out, const State& s) const { write_declared(out, *this, s); }
std::vector<FieldType> Rules::field_types() const { return declared_types(*this, start()); }

// What must hold between the fields, whatever the game waits for.
void Rules::check_fields(const State& s, Reasons& reasons) const {
    must(reasons, s.pile <= s.left, "pile", s.pile, Message{"gridiron-glory/unseen-most", {{"left", s.left}}});
    if (s.quarter != kOvertime) return;
    if (house_.overtime == House::Overtime::tie)
        must(reasons, false, "quarter", s.quarter, Message{"gridiron-glory/draw-here"});
    else
        must(reasons, s.phase == Phase::over || s.score.home == s.score.away, "quarter", s.quarter,
             Message{"gridiron-glory/overtime-level", {{"home", s.score.home}, {"away", s.score.away}}});
}

Expected<State, Reasons> Rules::set(const State&, const Json& given) const {
    State s = start();
    s.offense = s.first_offense = Holder::home;
    s.phase = Phase::flip;
    FieldReader in(given, kId);
    declare(in, s);
    const int home = popcount(s.unseen.home);
    const int away = popcount(s.unseen.away);
    if (!in.failed("unseen")) {
        must(in.reasons, home == away, "unseen", Message{"gridiron-glory/cards-of", {{"home", home}, {"away", away}}},
             Message{"gridiron-glory/equally-many"});
        must(in.reasons, home + away > 0, "unseen", Message{"gridiron-glory/no-cards"},
             Message{"gridiron-glory/one-of-each"});
    }
    s.left = static_cast<u8>(std::min(home, away));
    if (!in.has("pile")) s.pile = s.left;
    check_fields(s, in.reasons);
    return in.result(s);
}

Message Rules::fault(const State& s) const {
    if (s.phase > Phase::whistle) return Message{"position.waits"};
    if (!cards_fit(*this, s)) return Message{"gridiron-glory/unseen-sum"};
    const bool idle = dice_on_table(s.phase) || (s.dice == 0 && s.rerolled == 0 && s.rerolls == 0);
    const bool begun = s.phase != Phase::toss && s.phase != Phase::side;
    const bool tossed = !begun || (s.offense != Holder::nobody && s.first_offense != Holder::nobody);
    return declared_fault(*this, s, [&] { return idle && tossed && phase_fits(*this, s); });
}

} // namespace touchline::gridiron_glory
