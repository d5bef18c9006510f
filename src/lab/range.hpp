// How far the figures of a game can lie over all boxes that the text of the rulebook allows.
#pragma once

#include "lab/figures.hpp"
#include "lab/freedom.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace touchline::lab {

// The figures of a table; throws where there are none.
using FiguresOf = std::function<Figures(const Table&)>;

// Of every figure of the sheet that `allowed` leaves open.
[[nodiscard]] std::vector<Freedom> freedoms_of(std::string_view toml);

// All ways to put the words of a list so that each is there at least so often, as lists; those of the list first.
[[nodiscard]] std::vector<std::string> counts_of(const std::vector<std::string>& list, int each);

struct RangeOf {
    std::string name; // of the figure
    double own = 0;   // with the sheet as it is
    double least = 0;
    double most = 0;
    std::vector<Change> at_least{}; // where it lies there
    std::vector<Change> at_most{};
};

struct RangePlan {
    std::size_t few = 128;             // combinations that are all tried
    std::vector<std::string> sought{}; // figures whose ends are looked for where there are more
};

struct Range {
    bool whole = false; // every combination was tried; else single changes and what the search came upon
    std::size_t boxes = 0;
    std::vector<RangeOf> figures{};
};

// Tries all combinations where they are few. Else each figure of the sheet alone (numbers at their ends), and then from
// there for each figure that is sought one figure of the sheet after the other, as long as it helps. The same every
// time.
[[nodiscard]] Range range_of(const Table& table, std::span<const Freedom> freedoms, const RangePlan& plan,
                             const FiguresOf& figures);

// How many boxes range_of() asks about at most.
[[nodiscard]] std::size_t boxes_of(std::span<const Freedom> freedoms, const RangePlan& plan);

} // namespace touchline::lab
