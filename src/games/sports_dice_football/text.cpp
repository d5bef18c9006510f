// Sports Dice Football in words: names of turns and actions, tokens of a roll.
#include "games/sports_dice_football/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace touchline::sports_dice_football {

namespace {

constexpr std::array<std::string_view, 9> kEvents{"toss", "fourth-down", "roll", "offense-play", "defense-play",
                                                  "chip", "fg-symbol",   "punt", "field-goal"};
constexpr std::array<std::string_view, 9> kChoices{"offense", "defense", "go",   "punt",   "field-goal",
                                                   "use",     "keep",    "kick", "advance"};

std::string listed(const DiceSide& dice) {
    std::string text;
    for (Symbol symbol : dice.symbols()) text += (text.empty() ? "" : ", ") + std::string(name(symbol));
    return text;
}

// Symbols of one side's dice, or the sentence that says which die is wrong. `first` is its place among all tokens.
Expected<Roll, Message> roll_named(const DiceSide& dice, const Message& side, std::size_t first,
                                   std::span<const std::string_view> tokens) {
    std::array<Symbol, kMostDice> shown{};
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::optional<Symbol> symbol = symbol_named(tokens[i]);
        if (!symbol || std::ranges::find(dice.symbols(), *symbol) == dice.symbols().end())
            return Unexpected{
                Message{"sports-dice-football/no-face",
                        {{"face", tokens[i]}, {"place", first + i + 1}, {"side", side}, {"faces", listed(dice)}}}};
        shown[i] = *symbol;
    }
    return dice.roll_of({shown.data(), tokens.size()});
}

} // namespace

std::vector<std::string_view> Rules::event_names() const { return {kEvents.begin(), kEvents.end()}; }

std::vector<std::string_view> Rules::action_names() const {
    std::vector<std::string_view> names(kChoices.begin(), kChoices.end());
    names.insert(names.end(), kSymbolNames.begin(), kSymbolNames.end());
    return names;
}

std::string_view Rules::event_name(u8 event) const { return kEvents[event]; }

std::string_view Rules::action_name(const State&, Action action) const {
    return action.code >= kPick ? name(static_cast<Symbol>(action.code - kPick)) : kChoices[action.code];
}

Tokens Rules::tokens(const State& s, Outcome outcome) const {
    if (s.phase == Phase::toss) return {name(static_cast<Seat>(outcome.code))};
    Tokens tokens;
    for (int i = 0; i < offense_dice_.count(); ++i)
        tokens.push_back(name(offense_dice_.shown(offense_roll(outcome), i)));
    for (int i = 0; i < defense_dice_.count(); ++i)
        tokens.push_back(name(defense_dice_.shown(defense_roll(outcome), i)));
    return tokens;
}

Expected<Outcome, Message> Rules::outcome(const State& s, std::span<const std::string_view> tokens) const {
    if (s.phase == Phase::toss) {
        if (const std::optional<Seat> seat = seat_named(tokens[0])) return Outcome{static_cast<u64>(*seat)};
        return Unexpected{Message{"fall.coin", {{"face", tokens[0]}}}};
    }
    const auto own = static_cast<std::size_t>(offense_dice_.count());
    const auto offense = roll_named(offense_dice_, Message{"sports-dice-football/offense"}, 0, tokens.first(own));
    if (!offense) return Unexpected{offense.error()};
    const auto defense = roll_named(defense_dice_, Message{"sports-dice-football/defense"}, own, tokens.subspan(own));
    if (!defense) return Unexpected{defense.error()};
    return both(*offense, *defense);
}

std::vector<std::vector<std::string_view>> Rules::faces(const State& s) const {
    if (s.phase == Phase::toss) return {{name(Seat::home), name(Seat::away)}};
    std::vector<std::vector<std::string_view>> places;
    for (const DiceSide* dice : {&offense_dice_, &defense_dice_}) {
        std::vector<std::string_view> names;
        for (Symbol symbol : dice->symbols()) names.push_back(name(symbol));
        places.insert(places.end(), static_cast<std::size_t>(dice->count()), names);
    }
    return places;
}

} // namespace touchline::sports_dice_football
