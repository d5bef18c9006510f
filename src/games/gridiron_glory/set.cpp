// Gridiron Glory positions from outside: fields of `set`, and bytes of a position text.
#include "games/gridiron_glory/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace touchline::gridiron_glory {

namespace {

constexpr std::array<std::string_view, 9> kFields{"score", "offense", "quarter",       "space", "try",
                                                  "pile",  "unseen",  "first_offense", "dice"};
constexpr int kMostScore = 9999; // D2: a side, in a position given from outside

// Reads the fields one by one and gathers every reason.
class Fields {
public:
    explicit Fields(const Json& given) : given_(given) {
        for (const auto& [key, value] : given.items())
            if (std::ranges::find(kFields, key) == kFields.end())
                reasons.push_back(
                    fmt::format("there is no field '{}' here; there are: {}", key, fmt::join(kFields, ", ")));
    }

    [[nodiscard]] const Json* find(std::string_view field) const {
        const auto at = given_.find(field);
        return at == given_.end() ? nullptr : &*at;
    }

    void wrong(std::string_view field, const Json& value, std::string_view allowed) {
        reasons.push_back(fmt::format("'{}' is {}, but it must be {}", field, dumped(value), allowed));
    }

    // A whole number from min to max; where it is wrong, min.
    [[nodiscard]] int number(std::string_view field, const Json& value, int min, int max) {
        if (value.is_number_integer() && value >= min && value <= max) return value.get<int>();
        wrong(field, value, fmt::format("a whole number from {} to {}", min, max));
        return min;
    }
    [[nodiscard]] int number(std::string_view field, int fallback, int min, int max) {
        const Json* value = find(field);
        return value == nullptr ? fallback : number(field, *value, min, max);
    }

    [[nodiscard]] Seat seat(std::string_view field) {
        const Json* value = find(field);
        if (value == nullptr) return Seat::home;
        if (value->is_string())
            if (const auto named = seat_named(value->get_ref<const std::string&>())) return *named;
        wrong(field, *value, "home or away");
        return Seat::home;
    }

    // Calls each(seat, value) for the seats that a per-seat field names.
    template <class Each>
    void by_seat(std::string_view field, Each&& each) {
        const Json* value = find(field);
        if (value == nullptr) return;
        if (!value->is_object()) return wrong(field, *value, "an object with home and away");
        for (const auto& [key, own] : value->items()) {
            if (const auto named = seat_named(key))
                each(*named, own);
            else
                reasons.push_back(fmt::format("'{}' has '{}', but it is for home and away", field, key));
        }
    }

    std::vector<std::string> reasons;

private:
    const Json& given_;
};

// A rank map: counts of the ranks it names, none of the others.
Cards read_ranks(Fields& fields, const Sheet& sheet, Seat seat, const Json& given) {
    const std::string where = fmt::format("unseen.{}", name(seat));
    Cards cards = 0;
    if (!given.is_object()) {
        fields.wrong(where, given, "an object of ranks with their counts");
        return cards;
    }
    for (const auto& [rank, value] : given.items()) {
        const auto found = std::ranges::find(sheet.ranks, rank);
        if (found == sheet.ranks.end()) {
            fields.reasons.push_back(
                fmt::format("'{}' has '{}', but the ranks are {}", where, rank, fmt::join(sheet.ranks, ", ")));
            continue;
        }
        const int count = fields.number(fmt::format("{}.{}", where, rank), value, 0, sheet.suits_a_side());
        const auto first = (found - sheet.ranks.begin()) * sheet.suits_a_side();
        for (int i = 0; i < count; ++i) cards |= Cards{1} << (first + i);
    }
    return cards;
}

} // namespace

Expected<State, std::vector<std::string>> Rules::set(const State&, const Json& given) const {
    Fields fields(given);
    State s = start();
    fields.by_seat("score", [&](Seat seat, const Json& value) {
        s.score[seat] = static_cast<u16>(fields.number(fmt::format("score.{}", name(seat)), value, 0, kMostScore));
    });
    s.offense = held_by(fields.seat("offense"));
    s.first_offense = held_by(fields.seat("first_offense"));
    s.quarter = static_cast<u8>(fields.number("quarter", 1, 1, kOvertime));
    s.space = static_cast<u8>(fields.number("space", 1, 1, sheet_.spaces));
    s.attempt = static_cast<u8>(fields.number("try", 1, 1, sheet_.tries));
    const std::size_t before = fields.reasons.size();
    fields.by_seat("unseen",
                   [&](Seat seat, const Json& value) { s.unseen[seat] = read_ranks(fields, sheet_, seat, value); });
    const int home = popcount(s.unseen.home);
    const int away = popcount(s.unseen.away);
    const bool readable = fields.reasons.size() == before;
    if (readable && home != away)
        fields.reasons.push_back(
            fmt::format("'unseen' has {} cards of home and {} of away, but both must have equally many", home, away));
    if (readable && home == away && home == 0)
        fields.reasons.push_back("'unseen' has no cards, but each side needs at least one");
    s.left = static_cast<u8>(std::min(home, away));
    const int most = readable && home == away && home > 0 ? home : sheet_.cards();
    s.pile = static_cast<u8>(fields.number("pile", most, 1, most));
    if (s.quarter == kOvertime && house_.overtime == House::Overtime::tie)
        fields.reasons.push_back("'quarter' is 5, but a level game ends as a draw here: it must be 1 to 4");
    else if (s.quarter == kOvertime && s.score.home != s.score.away)
        fields.reasons.push_back(
            fmt::format("'quarter' is 5 at {}–{}, but overtime is played at equal scores", s.score.home, s.score.away));
    if (const Json* dice = fields.find("dice"); dice != nullptr && !(dice->is_array() && dice->empty()))
        fields.wrong("dice", *dice, "an empty list");
    if (!fields.reasons.empty()) return Unexpected{std::move(fields.reasons)};
    s.phase = Phase::flip;
    return s;
}

namespace {

// What any position must keep, whatever it waits for.
std::string ranges_fault(const Rules& rules, const State& s) {
    const Sheet& sheet = rules.sheet();
    for (Seat seat : kSeats) {
        if ((s.unseen[seat] & ~rules.full_deck()) != 0) return "cards that the sheet does not have";
        if (popcount(s.unseen[seat]) != s.left) return "unseen cards that do not add up";
        if (s.score[seat] > kMostScore + kMostCards * kMostPoints * 5) return "a score out of range";
    }
    if (s.pile > s.left) return "a pile of more cards than are unseen";
    if (s.offense > Holder::nobody || s.first_offense > Holder::nobody) return "an unknown seat";
    if (s.quarter < 1 || s.quarter > kOvertime) return "a quarter out of range";
    if (s.space < 1 || s.space > sheet.spaces) return "a space out of range";
    if (s.attempt < 1 || s.attempt > sheet.tries) return "a try out of range";
    if (s.quarter == kOvertime && rules.house().overtime == House::Overtime::tie)
        return "an overtime where level games are draws";
    return {};
}

// The dice on the table while a re-roll is awaited.
std::string dice_fault(const Rules& rules, const State& s) {
    const Sheet& sheet = rules.sheet();
    if (s.dice >> (2 * sheet.dice) != 0 || s.rerolled >> sheet.dice != 0) return "more dice than the sheet has";
    int fresh = 0;
    int whistles = 0;
    int new_whistles = 0;
    for (int die = 0; die < sheet.dice; ++die) {
        const Face face = face_at(s.dice, die);
        const bool again = (s.rerolled >> die & 1) != 0;
        if (std::ranges::find(sheet.faces, face) == sheet.faces.end()) return "a face that the dice do not have";
        fresh += face == Face::referee && !again ? 1 : 0;
        whistles += face == Face::whistle ? 1 : 0;
        new_whistles += face == Face::whistle && again ? 1 : 0;
    }
    if (s.rerolled != 0 && rules.house().whistles == House::Whistles::once)
        return "a second re-roll, which these options do not have";
    if (s.rerolls < 1 || s.rerolls > fresh || s.rerolls > (s.rerolled != 0 ? new_whistles : whistles))
        return "re-rolls that the dice do not allow";
    if (s.rerolled == 0 && s.rerolls != std::min(fresh, whistles)) return "re-rolls that the dice do not allow";
    return {};
}

std::string phase_fault(const Rules& rules, const State& s) {
    const bool fresh_decks =
        s.unseen.home == rules.full_deck() && s.unseen.away == rules.full_deck() && s.pile == s.left;
    switch (s.phase) {
    case Phase::toss:
        if (s.offense != Holder::nobody || s.space != 1 || s.attempt != 1 || !fresh_decks)
            return "a toss in the middle of a drive";
        if (s.quarter == 1)
            return s.first_offense == Holder::nobody && s.score.home == 0 && s.score.away == 0
                       ? ""
                       : "a first toss after play began";
        return s.quarter == kOvertime && s.first_offense != Holder::nobody ? "" : "a toss in the middle of the game";
    case Phase::flip: return s.pile > 0 ? "" : "a flip without cards";
    case Phase::fumble: return s.pile > 0 && rules.can_settle(s.pile) ? "" : "a fumble without cards";
    case Phase::score: return s.space == rules.sheet().spaces ? "" : "scoring dice outside the End Zone";
    case Phase::reroll:
        return s.space == rules.sheet().spaces ? dice_fault(rules, s) : "scoring dice outside the End Zone";
    case Phase::over:
        if (s.quarter == kOvertime) return s.score.home != s.score.away ? "" : "an overtime that ends level";
        if (s.quarter != 4) return "a game that ends before its last quarter";
        return s.score.home != s.score.away || rules.house().overtime == House::Overtime::tie
                   ? ""
                   : "a level end where overtime is played";
    }
    return "an unknown turn";
}

} // namespace

std::string Rules::fault(const State& s) const {
    std::string fault = ranges_fault(*this, s);
    if (!fault.empty()) return "the position has " + fault;
    fault = phase_fault(*this, s);
    if (!fault.empty()) return "the position has " + fault;
    if (s.phase != Phase::reroll && (s.dice != 0 || s.rerolled != 0 || s.rerolls != 0))
        return "the position has dice on the table where none are rolled";
    if (s.phase != Phase::toss && (s.offense == Holder::nobody || s.first_offense == Holder::nobody))
        return "the position has nobody on offence";
    if (s.quarter == kOvertime && s.phase != Phase::over && s.score.home != s.score.away)
        return "the position has an overtime at unequal scores";
    return {};
}

} // namespace touchline::gridiron_glory
