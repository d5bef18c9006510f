// Pocket Sports Rugby: the line of four, who carries the ball, cards, quick tap, the kick at goal. Home attacks to the
// right.
#include "terminal/boards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace touchline::terminal::boards {

namespace {

constexpr std::array<std::string_view, 4> kLine{"forward", "centre", "wing", "back"};

Lines pitch(const Look& look, const Canvas& canvas) {
    const std::optional<Seat> offense = look.seat("offense");
    const int zone = std::clamp((canvas.columns - 30) / 5, 3, 16);
    const int inner = std::min(canvas.columns - 2 * zone - 4, 64);
    // The line of four in one row, or two of two where the names need it.
    int longest = 0;
    for (std::string_view position : kLine)
        longest = std::max(longest, width(canvas.words.text(fmt::format("position.{}", position))));
    const int count = static_cast<int>(kLine.size());
    const int across = (inner - 2) / count >= longest + 4 ? count : count / 2;
    const int cell = (inner - 2) / across;
    const std::vector<std::string> injured = offense ? look.list("injured", *offense) : std::vector<std::string>{};
    Lines rows(static_cast<std::size_t>(count / across));
    for (std::size_t i = 0; i < kLine.size(); ++i) {
        const bool carries = look.text("carrier") == kLine[i];
        const bool hurt = std::ranges::find(injured, kLine[i]) != injured.end();
        const std::string player = fmt::format(
            "{}{}{}", carries ? "● " : "", canvas.words.text(fmt::format("position.{}", kLine[i])), hurt ? " ✚" : "");
        const std::string text = centred(player, cell);
        rows[i / static_cast<std::size_t>(across)] += carries ? canvas.pen.styled("1;33", text)
                                                      : hurt  ? canvas.pen.red(text)
                                                              : canvas.pen.dim(text);
    }
    const auto name = [&](Seat seat) {
        const std::string text = centred(side(canvas, seat, zone), zone);
        return offense == seat ? canvas.pen.bold(text) : text;
    };
    const std::string ends = repeated("─", zone);
    const std::string bar = canvas.pen.green("│");
    const std::string posts = canvas.pen.green("║");
    const std::string blank(static_cast<std::size_t>(zone), ' ');
    Lines lines{canvas.pen.green("┌" + ends + "╥" + repeated("─", inner) + "╥" + ends + "┐")};
    for (std::size_t y = 0; y < rows.size(); ++y) {
        const std::string left = offense == Seat::away ? canvas.pen.bold("◄") : " ";
        const std::string right = offense == Seat::home ? canvas.pen.bold("►") : " ";
        lines.push_back(bar + (y == 0 ? name(Seat::home) : blank) + posts + left + padded(rows[y], inner - 2) + right +
                        posts + (y == 0 ? name(Seat::away) : blank) + bar);
    }
    lines.push_back(canvas.pen.green("└" + ends + "╨" + repeated("─", inner) + "╨" + ends + "┘"));
    return lines;
}

Lines pocket_rugby_board(const Look& look, const Canvas& canvas) {
    const std::optional<Seat> offense = look.seat("offense");
    Lines lines = pitch(look, canvas);
    Facts facts;
    if (offense) facts.emplace_back(label(canvas, "offense"), canvas.sides[*offense]);
    facts.emplace_back(label(canvas, "half"), ordinal(canvas, "half", look.number("half", 1)));
    if (look.number("quick_tap") > 0) facts.emplace_back(label(canvas, "quick_tap"), pips(look.number("quick_tap"), 0));
    if (look.text("big_hit") == "true") facts.emplace_back(label(canvas, "big_hit"), "●");
    if (look.has("value")) facts.emplace_back(label(canvas, "value"), look.text("value"));
    if (look.has("tackle")) facts.emplace_back(label(canvas, "tackle"), look.text("tackle"));
    if (look.has("range"))
        facts.emplace_back(label(canvas, "range"), canvas.words.text("number.metres", {{"value", look.text("range")}}));
    if (const std::string weather = look.text("weather"); !weather.empty() && weather != "off")
        facts.emplace_back(label(canvas, "weather"), canvas.words.text("weather." + weather + ".name"));
    for (Seat seat : kSeats)
        if (look.number("yellow_total", seat) > 0)
            facts.emplace_back(
                fmt::format("{}, {}", label(canvas, "yellow_total"), canvas.sides[seat]),
                fmt::format("{} (−{})", repeated("■", look.number("yellow_total", seat)), look.number("cards", seat)));
    for (std::string& line : drawn_facts(facts, canvas)) lines.push_back(std::move(line));
    return lines;
}

void pocket_rugby_face(std::string_view event, std::string_view token, std::size_t, Die& die) {
    if (event == "tackle" || event == "ruck") die.codes = kDefenseCodes;
    if (event == "card") die.codes = kPenaltyCodes;
    if (token == "TRY") die.codes = kScoreCodes;
}

} // namespace

Board pocket_rugby() { return {pocket_rugby_board, pocket_rugby_face}; }

} // namespace touchline::terminal::boards
