// Gridiron Glory: the track of spaces between two End Zones, the try, the piles. Home moves to the right.
#include "terminal/boards.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::terminal::boards {

namespace {

Lines track(const Look& look, const Canvas& canvas) {
    const int spaces = std::max(sheet_figure(canvas.sheet, "field", "spaces", 4), 1);
    const std::optional<Seat> offense = look.seat("offense");
    const int zone = std::clamp((canvas.columns - spaces * 6) / 4, 5, 11);
    const int cell = std::clamp((canvas.columns - 2 * zone - 3 - spaces) / spaces, 3, 12);
    std::string top = "┌" + repeated("─", zone);
    std::string bottom = "└" + repeated("─", zone);
    const auto name = [&](Seat seat) {
        const std::string text = centred(side(canvas, seat, zone), zone);
        return offense == seat ? canvas.pen.bold(text) : text;
    };
    std::string middle = canvas.pen.green("│") + name(Seat::home) + canvas.pen.green("║");
    for (int column = 1; column <= spaces; ++column) {
        const int space = offense == Seat::away ? spaces + 1 - column : column;
        const bool here = offense && space == look.number("space");
        const std::string arrow = offense == Seat::away ? fmt::format("◄● {}", space) : fmt::format("{} ●►", space);
        const std::string text = centred(here ? arrow : std::to_string(space), cell);
        top += (column == 1 ? "╥" : "┬") + repeated("─", cell);
        bottom += (column == 1 ? "╨" : "┴") + repeated("─", cell);
        middle += (here ? canvas.pen.styled("1;33", text) : canvas.pen.dim(text)) +
                  canvas.pen.green(column == spaces ? "║" : "│");
    }
    top += "╥" + repeated("─", zone) + "┐";
    bottom += "╨" + repeated("─", zone) + "┘";
    return {canvas.pen.green(top), middle + name(Seat::away) + canvas.pen.green("│"), canvas.pen.green(bottom)};
}

// The unseen cards of a side, high ranks first: what the pile may still hold.
std::string unseen_text(const Look::Counts& counts) {
    std::string out;
    for (auto at = counts.rbegin(); at != counts.rend(); ++at)
        if (at->second > 0)
            out += (out.empty() ? "" : " ") + at->first + (at->second > 1 ? fmt::format("×{}", at->second) : "");
    return out;
}

Lines gridiron_glory_board(const Look& look, const Canvas& canvas) {
    const std::optional<Seat> offense = look.seat("offense");
    Lines lines = track(look, canvas);
    const int quarter = look.number("quarter", 1);
    Facts facts;
    if (offense) facts.emplace_back("", canvas.sides[*offense]);
    facts.emplace_back(quarter > 4 ? "" : label(canvas, "quarter"), ordinal(canvas, "quarter", quarter));
    if (offense)
        facts.emplace_back(label(canvas, "try"),
                           pips(look.number("try"), sheet_figure(canvas.sheet, "field", "tries", 3)));
    facts.emplace_back(label(canvas, "pile"), look.text("pile"));
    for (std::string& line : drawn_facts(facts, canvas)) lines.push_back(std::move(line));
    if (canvas.columns < 60) return lines;
    for (Seat seat : kSeats)
        if (const std::string unseen = unseen_text(look.counts("unseen", seat)); !unseen.empty())
            for (const std::string& line : wrapped(
                     canvas.words.text("board.fact",
                                       {{"name", fmt::format("{}, {}", label(canvas, "unseen"), canvas.sides[seat])},
                                        {"value", unseen}}),
                     canvas.columns, 2))
                lines.push_back(canvas.pen.dim(line));
    return lines;
}

// A card of rank and suit: hearts and diamonds red, spades and clubs blue, as the two sides of the box are.
std::optional<Die> playing_card(std::string_view token) {
    if (token.size() < 2 || token.size() > 3) return std::nullopt;
    const std::size_t suit = std::string_view("HDSC").find(token.back());
    if (suit == std::string_view::npos) return std::nullopt;
    static constexpr std::array<std::string_view, 4> kSuits{"♥", "♦", "♠", "♣"};
    return Die{fmt::format(" {}{} ", token.substr(0, token.size() - 1), kSuits[suit]), suit < 2 ? "1;31" : "1;34"};
}

void gridiron_glory_face(std::string_view event, std::string_view token, std::size_t place, Die& die) {
    if (event == "flip" || event == "fumble") die = playing_card(token).value_or(die);
    if (event == "toss") die.codes = place < 3 ? "31" : "34";
    if (token == "REF") die.codes = "1;33";
}

// The offence alone rolls for a score.
std::optional<First> gridiron_glory_first(std::string_view event, std::size_t) {
    if (event == "score" || event == "reroll") return std::nullopt;
    return First::home;
}

} // namespace

Board gridiron_glory() { return {gridiron_glory_board, gridiron_glory_face, gridiron_glory_first}; }

} // namespace touchline::terminal::boards
