// Figures of no real game, for what works on figures and needs no solver.
#pragma once

#include "lab/figures.hpp"

namespace touchline::lab {

inline Figures stand_in() {
    Figures figures;
    figures.bound = 1e-9;
    figures.home = 0.45;
    figures.draw = 0.1;
    figures.away = 0.45;
    figures.first_edge = -0.036;
    figures.toss = {0.036, "defense"};
    figures.points = {{20, 6}, {20, 6}, {19, 6}, {21, 6}};
    figures.margin = {7, 5};
    figures.rolls = {40, 9};
    figures.decisions_taken = {12, 4};
    figures.drives = {{14, 3}};
    figures.drive_ends = {{"touchdown", 0.75}, {"punt", 0.25}};
    figures.decisions = {12, 6, 0.02, {{"fourth-down", 3, 2, 0.05, {{"go", 0.6, 0.6}, {"punt", 0.4, 0.4}}}}};
    figures.skill = {{"random", 0.9}};
    figures.games_to_tell = 120;
    figures.luck = 0.5;
    figures.luck_by_event = {{"roll", 0.48}, {"punt", 0.14}};
    figures.leads = {{-7, 0.45}, {0, 0.1}, {7, 0.45}};
    return figures;
}

} // namespace touchline::lab
