// Gridiron Glory in words: names of turns, tokens of an outcome.
#include "games/gridiron_glory/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace touchline::gridiron_glory {

namespace {

constexpr std::array<std::string_view, 6> kEvents{"toss", "flip", "fumble", "score", "reroll", "whistle"};
constexpr std::array<std::string_view, 4> kChoices{"offense", "defense", "reroll", "decline"};

bool turns_cards(Phase phase) { return phase == Phase::flip || phase == Phase::fumble; }

} // namespace

// What no option brings up is left out: as in the box nobody decides anything.
std::vector<std::string_view> Rules::event_names() const {
    return {kEvents.begin(), kEvents.end() - (house_.referees == House::Referees::may ? 0 : 1)};
}
std::vector<std::string_view> Rules::action_names() const {
    const bool sides = house_.toss_winner == House::TossWinner::choice;
    const bool referees = house_.referees == House::Referees::may;
    return {kChoices.begin() + (sides ? 0 : 2), kChoices.end() - (referees ? 0 : 2)};
}
std::string_view Rules::event_name(u8 event) const { return kEvents[event]; }
std::string_view Rules::action_name(const State&, Action action) const { return kChoices[action.code]; }

Tokens Rules::tokens(const State& s, Outcome outcome) const {
    if (turns_cards(s.phase))
        return {card_names_.home[static_cast<std::size_t>(home_card(outcome))],
                card_names_.away[static_cast<std::size_t>(away_card(outcome))]};
    Tokens tokens;
    for (int die = 0; die < dice_thrown(s); ++die)
        tokens.push_back(name(static_cast<Face>(outcome.code >> (2 * die) & 3)));
    return tokens;
}

Expected<Outcome, Message> Rules::outcome(const State& s, std::span<const std::string_view> tokens) const {
    if (turns_cards(s.phase)) {
        std::array<int, 2> cards{};
        for (Seat seat : kSeats) {
            const auto at = static_cast<std::size_t>(seat);
            const auto& names = card_names_[seat];
            const auto found = std::ranges::find(names, tokens[at]);
            if (found == names.end())
                return Unexpected{Message{"gridiron-glory/no-card",
                                          {{"card", tokens[at]},
                                           {"seat", name(seat)},
                                           {"ranks", sheet_.ranks},
                                           {"suits", sheet_.suits[seat]}}}};
            cards[at] = static_cast<int>(found - names.begin());
            if (count(s.unseen[seat], rank_of(cards[at])) == 0)
                return Unexpected{Message{"gridiron-glory/seen-card",
                                          {{"card", tokens[at]},
                                           {"seat", name(seat)},
                                           {"rank", sheet_.ranks[static_cast<std::size_t>(rank_of(cards[at]))]}}}};
        }
        return both(cards[0], cards[1]);
    }
    u64 faces = 0;
    for (std::size_t die = 0; die < tokens.size(); ++die) {
        const auto found = std::ranges::find(kFaceNames, tokens[die]);
        const auto face = static_cast<std::size_t>(found - kFaceNames.begin());
        if (face == 0 || face >= kFaceNames.size() || face_weight_[face] == 0)
            return Unexpected{Message{"fall.no-face-of-dice",
                                      {{"face", tokens[die]}, {"place", die + 1}, {"faces", this->faces(s)[0]}}}};
        faces |= static_cast<u64>(face) << (2 * die);
    }
    return Outcome{faces};
}

std::vector<std::vector<std::string_view>> Rules::faces(const State& s) const {
    std::vector<std::vector<std::string_view>> places;
    if (turns_cards(s.phase)) {
        for (Seat seat : kSeats) {
            places.emplace_back();
            for (std::size_t card = 0; card < card_names_[seat].size(); ++card)
                if (count(s.unseen[seat], rank_of(static_cast<int>(card))) > 0)
                    places.back().push_back(card_names_[seat][card]);
        }
        return places;
    }
    std::vector<std::string_view> shown;
    for (std::size_t face = 1; face < kFaceNames.size(); ++face)
        if (face_weight_[face] > 0) shown.push_back(kFaceNames[face]);
    places.assign(static_cast<std::size_t>(dice_thrown(s)), shown);
    return places;
}

} // namespace touchline::gridiron_glory
