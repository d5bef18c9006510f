// The whole screen of a game: names and score, board, dice as they fell, last plays, prompt, keys. Pure.
#pragma once

#include "play/commentary.hpp"
#include "play/evaluator.hpp"
#include "terminal/boards.hpp"
#include "terminal/console.hpp"
#include "terminal/keys.hpp"

namespace touchline::terminal {

struct Scene {
    const Table& table;
    Viewer viewer = Viewer::everyone; // nothing that is hidden from it is drawn
    const Words& words;
    SideNames sides;
    std::optional<Odds> odds{}; // the win bar, where it is on
    Lines prompt{};             // what is asked, above the keys
    std::string keys{};         // the last line: what the keys do
};

// A screen of exactly this size or less; parts give way from the least needed one on where it is small.
[[nodiscard]] Lines drawn_screen(const Scene& scene, Size size, Pen pen);

// The parts, also used where text runs on line by line.
[[nodiscard]] Lines score_lines(const Scene& scene, int columns, Pen pen);
[[nodiscard]] Lines dice_lines(const Scene& scene, int columns, Pen pen);
// Where the dice or cards of both sides fall in one roll: whose come first. Nothing where one side rolls alone.
[[nodiscard]] std::optional<Seat> first_of_both(const Table& table, std::string_view event, std::size_t count);
// What is said of one step, with the roll or choice itself: the headline of a play stands out, its details follow.
[[nodiscard]] Lines step_lines(const Scene& scene, std::size_t step, Commentary& commentary, Pen pen);
[[nodiscard]] Lines win_bar(const Odds& odds, const Scene& scene, int columns, Pen pen);
// "53 %", rounded so that it never claims what is not certain.
[[nodiscard]] std::string percent(double share, const Words& words);

// Choices with their keys, in two columns where there is room.
[[nodiscard]] Lines option_lines(const std::vector<Option>& options, int columns, Pen pen);

} // namespace touchline::terminal
