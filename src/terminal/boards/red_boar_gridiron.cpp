// Gridiron by Red Boar: the field, the clock and, with cards, the hand of the one who looks.
#include "terminal/boards.hpp"

#include <fmt/format.h>

namespace touchline::terminal::boards {

namespace {

// "2× Dive, 1× Long pass".
std::string cards_text(const Look::Counts& counts, const Canvas& canvas) {
    std::string out;
    for (const auto& [id, count] : counts)
        if (count > 0) out += fmt::format("{}{}×\u00a0{}", out.empty() ? "" : ", ", count, canvas.words.action({}, id));
    return out;
}

Lines red_boar_gridiron_board(const Look& look, const Canvas& canvas) {
    const std::optional<Seat> offense = look.seat("offense");
    const std::string phase = look.text("phase");
    Field field{.offense = offense};
    const int quarter = look.number("quarter");
    Facts facts;
    if (quarter > 4) {
        facts.emplace_back("", canvas.words.text("phase.overtime"));
    } else {
        facts.emplace_back(label(canvas, "quarter"), ordinal(canvas, "quarter", quarter));
        facts.emplace_back(label(canvas, "clock"),
                           fmt::format("{}:{:02}", look.number("clock") / 60, look.number("clock") % 60));
    }
    if (offense && look.number("ball") > 0) field.ball = look.number("ball");
    if (offense && look.number("line") > 0) field.line = look.number("line");
    if (offense) facts.emplace_back("", canvas.sides[*offense]);
    if (offense && look.number("down") > 0 && phase != "try") {
        facts.emplace_back(label(canvas, "down"), ordinal(canvas, "down", look.number("down")));
        facts.emplace_back(label(canvas, "ball"), spot(canvas, look.number("ball")));
        facts.emplace_back(label(canvas, "line"), spot(canvas, look.number("line")));
    } else if (!phase.empty() && phase != "overtime") { // that has been said
        facts.emplace_back("", canvas.words.text("phase." + phase));
    }
    Lines lines = football_field(field, canvas);
    for (std::string& line : drawn_facts(facts, canvas)) lines.push_back(std::move(line));
    Facts cards;
    if (const std::string hand = cards_text(look.counts("hand"), canvas); !hand.empty())
        cards.emplace_back(label(canvas, "hand"), hand);
    for (Seat seat : kSeats)
        if (const std::string played = cards_text(look.counts("played", seat), canvas); !played.empty())
            cards.emplace_back(fmt::format("{}, {}", label(canvas, "played"), canvas.sides[seat]), played);
    for (const Facts::value_type& fact : cards)
        for (std::string& line : drawn_facts({fact}, canvas)) lines.push_back(std::move(line));
    return lines;
}

void red_boar_gridiron_face(std::string_view event, std::string_view, std::size_t place, Die& die) {
    if (event == "flags") die.codes = place < 2 ? "32" : kDefenseCodes;
    if (event == "defense") die.codes = kDefenseCodes;
}

std::optional<First> red_boar_gridiron_first(std::string_view event, std::size_t) {
    if (event != "flags") return std::nullopt;
    return First::offense;
}

} // namespace

Board red_boar_gridiron() { return {red_boar_gridiron_board, red_boar_gridiron_face, red_boar_gridiron_first}; }

} // namespace touchline::terminal::boards
