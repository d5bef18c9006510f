// Pocket Sports Gridiron: no yards, so the board is the drive itself: downs, sacks, bonus, and the drives left.
#include "terminal/boards.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::terminal::boards {

namespace {

// The downs as stations before the end zone, the current one marked.
Lines drive_track(const Look& look, const Canvas& canvas) {
    const int downs = sheet_figure(canvas.sheet, "rules", "downs", 4);
    // A foul may have brought a conversion new downs (R7).
    const bool conversion = look.text("phase") == "conversion" && look.number("down") == downs;
    const std::optional<Seat> offense = look.seat("offense");
    const std::string zone = canvas.words.text("board.end-zone");
    const int room = std::max((canvas.columns - width(zone) - 6) / std::max(conversion ? 1 : downs, 1) - 1, 3);
    const int cell = std::min(room, 13);
    std::string top = "┌";
    std::string middle = "│";
    std::string bottom = "└";
    for (int down = 1; down <= (conversion ? 1 : downs); ++down) {
        const bool here = offense && (conversion || down == look.number("down"));
        const std::string name = conversion ? canvas.words.text("board.two-points") : ordinal(canvas, "down", down);
        const int own_room = conversion ? std::max(cell, width(name) + 4) : cell;
        const std::string mark = !here ? "" : width(name) + 2 > own_room ? "●" : "● ";
        const std::string text = centred(mark + name, own_room);
        const int own = width(text);
        top += repeated("─", own) + (down == (conversion ? 1 : downs) ? "╥" : "┬");
        middle += (here ? canvas.pen.styled("1;33", text) : canvas.pen.dim(text)) +
                  (down == (conversion ? 1 : downs) ? "║" : "│");
        bottom += repeated("─", own) + (down == (conversion ? 1 : downs) ? "╨" : "┴");
    }
    const int end = width(zone) + 2;
    return {canvas.pen.green(top + repeated("─", end) + "┐"),
            middle + canvas.pen.green(" " + zone + " ") + canvas.pen.green("│"),
            canvas.pen.green(bottom + repeated("─", end) + "┘")};
}

std::string injured_text(const Look& look, const Canvas& canvas) {
    std::string out;
    for (Seat seat : kSeats) {
        const std::vector<std::string> injured = look.list("injured", seat);
        for (auto it = injured.begin(); it != injured.end();) { // the same ones stand together
            const auto next = std::find_if(it, injured.end(), [&](const std::string& one) { return one != *it; });
            out += fmt::format("{}{} {}", out.empty() ? "" : ", ", canvas.sides[seat],
                               canvas.words.text("position." + *it));
            if (next - it > 1) out += fmt::format(" ×{}", next - it);
            it = next;
        }
    }
    return out;
}

Lines pocket_gridiron_board(const Look& look, const Canvas& canvas) {
    const std::optional<Seat> offense = look.seat("offense");
    Lines lines = drive_track(look, canvas);
    const int quarter = look.number("quarter", 1);
    Facts facts;
    if (offense) facts.emplace_back("", canvas.sides[*offense]);
    facts.emplace_back(quarter > 4 ? "" : label(canvas, "quarter"), ordinal(canvas, "quarter", quarter));
    facts.emplace_back(label(canvas, "sacks"),
                       pips(look.number("sacks"), sheet_figure(canvas.sheet, "rules", "sacks_for_safety", 3)));
    if (look.number("bonus") > 0) facts.emplace_back(label(canvas, "bonus"), fmt::format("+{}", look.number("bonus")));
    if (look.number("scrambles") > 0)
        facts.emplace_back(
            label(canvas, "scrambles"),
            pips(look.number("scrambles"), sheet_figure(canvas.sheet, "rules", "scrambles_for_sack", 3)));
    if (look.has("carrier"))
        facts.emplace_back(label(canvas, "carrier"), canvas.words.text("position." + look.text("carrier")));
    if (look.has("value")) facts.emplace_back(label(canvas, "value"), look.text("value"));
    if (look.has("rolled")) facts.emplace_back(label(canvas, "rolled"), look.text("rolled"));
    for (std::string& line : drawn_facts(facts, canvas)) lines.push_back(std::move(line));
    Facts rest;
    for (Seat seat : kSeats) {
        const int left = look.number("drives", seat);
        rest.emplace_back(fmt::format("{}, {}", label(canvas, "drives"), canvas.sides[seat]),
                          left == 0 ? "0" : pips(left, 0));
    }
    if (const std::optional<Seat> opener = look.seat("opener"))
        rest.emplace_back(label(canvas, "opener"), canvas.sides[*opener]);
    if (const std::string injured = injured_text(look, canvas); !injured.empty())
        rest.emplace_back(label(canvas, "injured"), injured);
    for (std::string& line : drawn_facts(rest, canvas)) lines.push_back(std::move(line));
    return lines;
}

void pocket_gridiron_face(std::string_view event, std::string_view token, std::size_t, Die& die) {
    if (event == "defense" || event == "sack" || event == "recover") die.codes = kDefenseCodes;
    if (event == "penalty" || token == "FLAG") die.codes = kPenaltyCodes;
    if (token.starts_with("TD")) die.codes = kScoreCodes;
}

} // namespace

Board pocket_gridiron() { return {pocket_gridiron_board, pocket_gridiron_face}; }

} // namespace touchline::terminal::boards
