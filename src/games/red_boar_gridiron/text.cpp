// Names and tokens: Gridiron as it is written down.
#include "games/red_boar_gridiron/rules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::red_boar_gridiron {

namespace {

constexpr std::array<std::string_view, 17> kEvents{
    "toss",    "kickoff",  "cover", "draw-offense", "draw-defense",    "call",        "card", "flags",     "play",
    "defense", "modifier", "break", "penalty",      "after-touchdown", "extra-point", "punt", "field-goal"};
constexpr std::array<std::string_view, 6> kFaces{"1", "2", "3", "4", "5", "6"};
constexpr std::array<std::string_view, 3> kCalls{"play", "punt", "field-goal"};
constexpr std::array<std::string_view, 2> kPenalties{"accept", "decline"};
constexpr std::array<std::string_view, 2> kTurns{"first", "second"};
constexpr std::array<std::string_view, 2> kExtras{"kick", "conversion"};

} // namespace

std::vector<std::string_view> Rules::event_names() const { return {kEvents.begin(), kEvents.end()}; }

std::vector<std::string_view> Rules::action_names() const {
    std::vector<std::string_view> names(kCalls.begin(), kCalls.end());
    names.insert(names.end(), kPenalties.begin(), kPenalties.end());
    names.insert(names.end(), kExtras.begin(), kExtras.end());
    for (std::size_t role = 0; options_.cards && role < 2; ++role)
        for (std::size_t kind = 0; kind < kinds(role); ++kind)
            if (std::ranges::find(names, card_id(role, kind)) == names.end()) names.emplace_back(card_id(role, kind));
    if (options_.toss == Toss::choice) names.insert(names.end(), kTurns.begin(), kTurns.end()); // R22
    return names;
}

std::string_view Rules::event_name(u8 event) const { return kEvents[event]; }

std::string_view Rules::action_name(const State& s, Action action) const {
    switch (s.step) {
    case Step::card: return card_id(action.code / kMostKinds, action.code % kMostKinds);
    case Step::receive: return kTurns[action.code];
    case Step::penalty: return kPenalties[action.code];
    case Step::after_touchdown: return kExtras[action.code];
    default: return kCalls[action.code];
    }
}

std::optional<PlayType> Rules::play_type(std::string_view how) {
    if (how == "run" || how == "REV" || how == "DRAW" || how == "DIVE") return PlayType::run;
    if (how == "pass" || how == "SCREEN" || how == "MED" || how == "LONG") return PlayType::pass;
    return std::nullopt;
}

Tokens Rules::tokens(const State& s, Outcome outcome) const {
    const Turn now = turn(s);
    Tokens tokens;
    if (now.event == event::toss) {
        tokens.push_back(name(static_cast<Seat>(outcome.code)));
    } else if (now.event == event::draw_offense || now.event == event::draw_defense) {
        for (int i = 0; i < now.count; ++i)
            tokens.push_back(card_id(role_of(s, drawing(s)), outcome.code >> (4 * i) & 15));
    } else {
        u64 code = outcome.code;
        for (int i = 0; i < now.count; ++i, code /= 6) tokens.push_back(kFaces[code % 6]);
    }
    return tokens;
}

Expected<Outcome, Message> Rules::outcome(const State& s, std::span<const std::string_view> tokens) const {
    const Turn now = turn(s);
    if (now.event == event::toss) {
        if (const auto seat = seat_named(tokens[0])) return Outcome{static_cast<u64>(*seat)};
        return Unexpected{Message{"fall.coin", {{"face", tokens[0]}}}};
    }
    if (now.event == event::draw_offense || now.event == event::draw_defense) return drawn(s, tokens);
    u64 code = 0;
    for (std::size_t i = tokens.size(); i-- > 0;) {
        const auto at = std::ranges::find(kFaces, tokens[i]);
        if (at == kFaces.end()) return Unexpected{Message{"fall.die", {{"face", tokens[i]}}}};
        code = code * 6 + static_cast<u64>(at - kFaces.begin());
    }
    return Outcome{code};
}

Expected<Outcome, Message> Rules::drawn(const State& s, std::span<const std::string_view> tokens) const {
    const std::size_t seat = drawing(s);
    const std::size_t role = role_of(s, seat);
    Cards left = deck(s, seat);
    u64 code = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (left.empty()) left = s.discards[seat]; // R19
        std::size_t kind = 0;
        while (kind < kinds(role) && card_id(role, kind) != tokens[i]) ++kind;
        if (kind == kinds(role))
            return Unexpected{Message{"red-boar-gridiron/no-card", {{"card", tokens[i]}, {"cards", card_ids(role)}}}};
        if (left[kind] == 0) return Unexpected{Message{"red-boar-gridiron/deck", {{"card", tokens[i]}}}};
        left.remove(kind);
        code |= static_cast<u64>(kind) << (4 * i);
    }
    return Outcome{code};
}

std::string Rules::card_ids(std::size_t role) const {
    std::string text;
    for (std::size_t kind = 0; kind < kinds(role); ++kind) text += (kind == 0 ? "" : ", ") + card_id(role, kind);
    return text;
}

std::vector<std::vector<std::string_view>> Rules::faces(const State& s, std::optional<Viewer> viewer) const {
    const Turn now = turn(s);
    if (now.event == event::toss) return {{name(Seat::home), name(Seat::away)}};
    if (now.event != event::draw_offense && now.event != event::draw_defense)
        return std::vector(now.count, std::vector<std::string_view>(kFaces.begin(), kFaces.end()));
    const std::size_t seat = drawing(s);
    const std::size_t role = role_of(s, seat);
    std::vector<std::vector<std::string_view>> places(now.count);
    // Who may not see the draw does not know the hand: to them any card that does not lie open may come.
    const bool known = !viewer || outcome_visible(s, *viewer);
    const Cards own = known ? deck(s, seat) : decks_[role] - s.discards[seat];
    const int left = deck(s, seat).count();
    for (int i = 0; i < now.count; ++i)
        for (std::size_t kind = 0; kind < kinds(role); ++kind)
            if ((i < left ? own : s.discards[seat])[kind] != 0)
                places[static_cast<std::size_t>(i)].push_back(card_id(role, kind));
    return places;
}

} // namespace touchline::red_boar_gridiron
