// The board of each game, drawn from a view: field, pitch or track, and what else lies on the table. Pure.
#pragma once

#include "play/words.hpp"
#include "terminal/dice.hpp"
#include "terminal/look.hpp"
#include "terminal/text.hpp"

namespace touchline::terminal {

// What a board is drawn on and with.
struct Canvas {
    int columns = 80;
    Pen pen;
    const Words& words;
    SideNames sides;
    std::string_view sheet{}; // the table's sheet, for figures that no state holds
};

// Where both sides roll or draw equally many at once: whose dice or cards come first.
enum class First { home, offense };

// How one game lies on the table. boards/<game>.cpp defines boards::<game>(), which is found by the name of its file; a
// game without one has the plain board, with its fields in words.
struct Board {
    Lines (*draw)(const Look& look, const Canvas& canvas);
    // Changes how a face or card looks, where a game has more to show than its text.
    void (*face)(std::string_view event, std::string_view token, std::size_t place, Die& die) = nullptr;
    // Of an event with so many dice or cards. Null, or empty for an event, where one side rolls alone.
    std::optional<First> (*first)(std::string_view event, std::size_t count) = nullptr;
};

// Null where a game has none. Defined in a file that cmake/layers.cmake writes.
[[nodiscard]] const Board* board_of(std::string_view game);

[[nodiscard]] Lines drawn_board(std::string_view game, const Look& look, const Canvas& canvas);

// One face or card of an event as a box: symbols for suits, colours for sides.
[[nodiscard]] Die drawn_token(std::string_view game, std::string_view event, std::string_view token, std::size_t place);

namespace boards {

// A hundred yards between two end zones; home attacks to the right.
struct Field {
    std::optional<Seat> offense{};
    std::optional<int> ball{}; // yards from the offence's own goal line
    std::optional<int> line{}; // the line to reach, as the ball
};
[[nodiscard]] Lines football_field(const Field& field, const Canvas& canvas);

// "Down: 2nd · Ball: own 35": names and values, wrapped.
using Facts = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] Lines drawn_facts(const Facts& facts, const Canvas& canvas);

// The name of a state's field in this game's words.
[[nodiscard]] std::string label(const Canvas& canvas, std::string_view field);
[[nodiscard]] std::string ordinal(const Canvas& canvas, std::string_view kind, int number);
[[nodiscard]] std::string spot(const Canvas& canvas, int ball);
// "●●●○○": so many of so many.
[[nodiscard]] std::string pips(int full, int all);
// A side's name, cut to fit.
[[nodiscard]] std::string side(const Canvas& canvas, Seat seat, int columns);

// The colours of faces: the defence's dice, what goes against a side, a score.
inline constexpr std::string_view kDefenseCodes = "31";
inline constexpr std::string_view kPenaltyCodes = "33";
inline constexpr std::string_view kScoreCodes = "1;32";

} // namespace boards

} // namespace touchline::terminal
