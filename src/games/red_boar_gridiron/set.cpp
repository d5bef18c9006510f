// The protocol's `set`: a position from (some of) its fields, or every reason why it cannot be.
#include "games/red_boar_gridiron/rules.hpp"
#include "games/red_boar_gridiron/words.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::red_boar_gridiron {

namespace {

// Reads fields one by one and keeps the reasons of those that cannot be.
struct Reader {
    const Json& given;
    std::vector<std::string>& reasons;

    [[nodiscard]] bool has(const char* key) const { return given.contains(key); }

    [[nodiscard]] std::optional<int> integer(const Json& value, std::string_view what, int min, int max) const {
        if (value.is_number_integer() && value >= min && value <= max) return value.get<int>();
        reasons.push_back(
            fmt::format("'{}' is {}, but it must be a whole number from {} to {}", what, dumped(value), min, max));
        return std::nullopt;
    }

    template <class T>
    void put(const char* key, int min, int max, T& out) const {
        if (!has(key)) return;
        if (const auto value = integer(given[key], key, min, max)) out = static_cast<T>(*value);
    }

    enum class Null { taken, refused };
    void seat(const char* key, u8& out, Null null) const {
        if (!has(key)) return;
        const Json& value = given[key];
        const auto named = value.is_string() ? seat_named(value.get<std::string>()) : std::nullopt;
        if (named)
            out = static_cast<u8>(*named);
        else if (value.is_null() && null == Null::taken)
            out = kNobody;
        else
            reasons.push_back(fmt::format("'{}' is {}, but it must be home or away", key, dumped(value)));
    }

    // A per-seat object; calls each(seat, value) for the seats it names.
    template <class Each>
    void per_seat(const char* key, Each&& each) const {
        if (!has(key)) return;
        if (!given[key].is_object()) {
            reasons.push_back(
                fmt::format("'{}' is {}, but it must have a value for home and away", key, dumped(given[key])));
            return;
        }
        for (const auto& [name, value] : given[key].items()) {
            if (const auto seat = seat_named(name))
                each(static_cast<std::size_t>(*seat), value);
            else
                reasons.push_back(fmt::format("'{}' has no seat '{}'; the seats are home and away", key, name));
        }
    }
};

constexpr std::array<const char*, 11> kFrame{
    "score",          "offense", "quarter", "clock", "ball", "down", "line", "phase", "second_half_receiver",
    "overtime_first", "mode"};
constexpr std::array<const char*, 3> kCardFields{"hands", "discards", "played"};

void refuse_unknown(const Json& given, bool cards, std::vector<std::string>& reasons) {
    for (const auto& [key, value] : given.items()) {
        const bool known = std::ranges::find(kFrame, key) != kFrame.end() ||
                           (cards && std::ranges::find(kCardFields, key) != kCardFields.end());
        if (known) continue;
        std::string fields;
        for (const char* own : kFrame) fields += fmt::format("{}{}", fields.empty() ? "" : ", ", own);
        if (cards)
            for (const char* own : kCardFields) fields += fmt::format(", {}", own);
        reasons.push_back(fmt::format("there is no field '{}' here; there are: {}", key, fields));
    }
}

// The phase given, else the one a quarter begins a drive with.
void read_phase(const Reader& reader, bool alternate, State& s) {
    s.phase = s.quarter == 5 && alternate ? Phase::overtime : Phase::scrimmage;
    if (!reader.has("phase")) return;
    const Json& value = reader.given["phase"];
    const auto at = value.is_string() ? std::ranges::find(kPhases, value.get<std::string>()) : kPhases.end();
    if (at == kPhases.end())
        reader.reasons.push_back(
            fmt::format("'phase' is {}, but it must be one of {}", dumped(value), fmt::join(kPhases, ", ")));
    else
        s.phase = static_cast<Phase>(at - kPhases.begin());
}

// Where the ball, down and line are when they are left out.
void place(const Reader& reader, const Sheet& sheet, State& s) {
    const bool nowhere = s.phase == Phase::kickoff;
    s.ball = static_cast<u8>(nowhere                       ? 0
                             : s.phase == Phase::free_kick ? sheet.free_kick_from
                             : s.phase == Phase::attempt   ? kGoal - sheet.conversion_from
                             : s.phase == Phase::overtime  ? kGoal - sheet.overtime_from
                                                           : 25);
    reader.put("ball", 0, kGoal, s.ball);
    const bool on_field = !nowhere && s.phase != Phase::free_kick;
    s.down = on_field ? 1 : 0;
    reader.put("down", 0, 4, s.down);
    s.line = static_cast<u8>(!on_field ? 0 : s.phase == Phase::attempt ? kGoal : std::min(s.ball + 10, kGoal));
    reader.put("line", 0, kGoal, s.line);
    if (s.phase == Phase::attempt && s.ball != kGoal - sheet.conversion_from)
        reader.reasons.push_back(
            fmt::format("'ball' is {}, but a try begins on {}", s.ball, kGoal - sheet.conversion_from));
}

} // namespace

Expected<State, std::vector<std::string>> Rules::set(const State&, const Json& given) const {
    std::vector<std::string> reasons;
    const Reader reader{given, reasons};
    State s;
    refuse_unknown(given, options_.cards, reasons);
    reader.per_seat("score", [&](std::size_t seat, const Json& value) {
        if (const auto points = reader.integer(value, "score", 0, kMostPoints))
            s.score[seat] = static_cast<u16>(*points);
    });
    reader.put("quarter", 1, 5, s.quarter);
    s.clock = static_cast<u16>(s.quarter == 5 ? 0 : options_.quarter_seconds);
    reader.put("clock", 0, options_.quarter_seconds, s.clock);
    read_phase(reader, options_.overtime == Overtime::alternate, s);
    s.step = Step::call; // never a toss (D6)
    reader.seat("offense", s.offense, Reader::Null::refused);
    s.second_half = 1;
    reader.seat("second_half_receiver", s.second_half, Reader::Null::taken);
    if (s.quarter == 5 && options_.overtime == Overtime::alternate) s.overtime_first = s.offense;
    reader.seat("overtime_first", s.overtime_first, Reader::Null::taken);
    place(reader, sheet_, s);
    if (given.contains("mode") && given["mode"] != (options_.cards ? "cards" : "dice"))
        reasons.push_back(fmt::format("'mode' is {}, but this table plays with {}", dumped(given["mode"]),
                                      options_.cards ? "cards" : "dice"));
    std::ranges::copy(frame_faults(s), std::back_inserter(reasons));
    if (options_.cards) set_cards(s, given, reasons);
    if (!reasons.empty()) return Unexpected{std::move(reasons)};
    s.then = s.phase == Phase::attempt ? Then::after_touchdown : Then::call;
    go_on(s);
    return s;
}

// Step 15.
void Rules::set_cards(State& s, const Json& given, std::vector<std::string>& reasons) const {
    std::vector<std::string> own;
    const Reader reader{given, own};
    const auto count = [&](const char* key, std::size_t seat, const Json& cards, int most, auto&& put) {
        if (!cards.is_object()) {
            own.push_back(
                fmt::format("'{}' has {} for a seat, but it must be card ids with their numbers", key, dumped(cards)));
            return;
        }
        const std::size_t role = role_of(s, seat);
        for (const auto& [id, value] : cards.items()) {
            std::size_t kind = 0;
            while (kind < kinds(role) && card_id(role, kind) != id) ++kind;
            if (kind == kinds(role))
                own.push_back(fmt::format("'{}' has '{}', but the cards of {} are: {}", key, id,
                                          name(static_cast<Seat>(seat)), card_ids(role)));
            else if (const auto number = reader.integer(value, fmt::format("{}.{}", key, id), 0, most))
                put(kind, *number);
        }
    };
    const int copies = sheet_.cards.copies;
    const auto pile = [&](const char* key, std::array<Cards, 2>& into) {
        reader.per_seat(key, [&](std::size_t seat, const Json& cards) {
            count(key, seat, cards, copies, [&](std::size_t kind, int number) {
                for (int i = 0; i < number; ++i) into[seat].add(kind);
            });
        });
    };
    pile("hands", s.hands);
    pile("discards", s.discards);
    reader.per_seat("played", [&](std::size_t seat, const Json& cards) {
        count("played", seat, cards, 255,
              [&](std::size_t kind, int number) { s.played[seat][kind] = static_cast<u8>(number); });
    });
    for (std::size_t seat = 0; seat < 2; ++seat) {
        const std::string_view who = name(static_cast<Seat>(seat));
        for (std::size_t kind = 0; kind < kinds(role_of(s, seat)); ++kind) {
            const int there = s.hands[seat][kind] + s.discards[seat][kind];
            if (there > copies)
                own.push_back(fmt::format("{} has {} of '{}' in hand and discards, but there are {}", who, there,
                                          card_id(role_of(s, seat), kind), copies));
            // Discards count as played.
            s.played[seat][kind] = std::max(s.played[seat][kind], static_cast<u8>(s.discards[seat][kind]));
        }
        if (s.hands[seat].count() > sheet_.cards.hand)
            own.push_back(fmt::format("the hand of {} has {} cards, but {} is the most", who, s.hands[seat].count(),
                                      sheet_.cards.hand));
        refill(s, seat);
    }
    std::ranges::copy(own, std::back_inserter(reasons));
}

} // namespace touchline::red_boar_gridiron
