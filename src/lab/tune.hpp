// Searches for the sheet whose figures come nearest to what a designer wants.
#pragma once

#include "lab/range.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace touchline::lab {

// "PATH=LO..HI", "PATH=LO..HI/STEP" or "PATH=a|b|c": a figure of the sheet and the values that it may have, the sheet's
// own first.
[[nodiscard]] Expected<Freedom, Message> read_vary(std::string_view text, std::string_view toml);

// "first_edge=0", "points=20..24": a figure of the game and where it is to lie.
struct Goal {
    std::string figure;
    double from = 0;
    double to = 0;

    // How far a value is from it, 0 within: of what is wanted where that is more than 1, so that a percentage point of
    // a chance weighs as much as a hundredth of the points that are wanted.
    [[nodiscard]] double distance(double value) const;
};
// Refused where no game has such a figure, as a chance of 5.
[[nodiscard]] Expected<Goal, Message> read_goal(std::string_view text);

struct Tuned {
    std::vector<Change> changes{};
    std::vector<std::optional<double>> values{}; // of each goal's figure
    double distance = 0;                         // 0: all goals are met
};

struct TunePlan {
    std::size_t few = 512; // combinations that are all tried
    std::size_t told = 10; // of the nearest
};

struct Tuning {
    bool whole = false; // every combination was tried; else what a search came upon
    std::size_t boxes = 0;
    std::vector<Tuned> nearest{}; // the nearest first; among equals the one with the fewest changes
};

// The same every time. Where there are too many combinations: one figure after the other to where it helps most, from
// the sheet's own values, from both ends and from the middle, as long as it helps.
[[nodiscard]] Tuning tune(const Table& table, std::span<const Freedom> varied, std::span<const Goal> goals,
                          const TunePlan& plan, const FiguresOf& figures);

// Why there is nothing to search: the reader's sentence where it takes no value of a varied figure, or none that a
// search would come upon. Nothing is solved for it.
[[nodiscard]] std::optional<Message> nothing_varies(const Table& table, std::span<const Freedom> varied,
                                                    const TunePlan& plan);

// How many boxes tune() asks about at most.
[[nodiscard]] std::size_t boxes_of(std::span<const Freedom> varied, const TunePlan& plan);

} // namespace touchline::lab
