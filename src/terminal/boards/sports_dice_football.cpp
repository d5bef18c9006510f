// Sports Dice Football: the field, the down, the chip.
#include "terminal/boards.hpp"

namespace touchline::terminal::boards {

namespace {

constexpr std::size_t kDice = 6; // of each side in the box

Lines sports_dice_football_board(const Look& look, const Canvas& canvas) {
    const std::optional<Seat> offense = look.seat("offense");
    Field field{.offense = offense};
    Facts facts;
    if (offense) {
        field.ball = look.number("ball");
        field.line = look.number("line");
        facts.emplace_back("", canvas.sides[*offense]);
        facts.emplace_back(label(canvas, "down"), ordinal(canvas, "down", look.number("down")));
        facts.emplace_back(label(canvas, "ball"), spot(canvas, look.number("ball")));
        facts.emplace_back(label(canvas, "line"), spot(canvas, look.number("line")));
    }
    if (const std::optional<Seat> chip = look.seat("chip"))
        facts.emplace_back(label(canvas, "chip"), canvas.sides[*chip]);
    Lines lines = football_field(field, canvas);
    for (std::string& line : drawn_facts(facts, canvas)) lines.push_back(std::move(line));
    return lines;
}

void sports_dice_football_face(std::string_view event, std::string_view token, std::size_t place, Die& die) {
    if (event != "toss") die.codes = place < kDice ? "32" : kDefenseCodes;
    if (token == "TD") die.codes = kScoreCodes;
}

// With other dice than those of the box one side may have more of them than the other.
std::optional<First> sports_dice_football_first(std::string_view, std::size_t count) {
    if (count != 2 * kDice) return std::nullopt;
    return First::offense;
}

} // namespace

Board sports_dice_football() {
    return {sports_dice_football_board, sports_dice_football_face, sports_dice_football_first};
}

} // namespace touchline::terminal::boards
