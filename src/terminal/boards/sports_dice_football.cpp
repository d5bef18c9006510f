// Sports Dice Football: the field, the down, the chip.
#include "terminal/boards.hpp"

namespace touchline::terminal::boards {

Lines sports_dice_football(const Look& look, const Canvas& canvas) {
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

} // namespace touchline::terminal::boards
