// Adds up what the choices of a seat cost that goes on as before.
#include "analysis/carried_of.hpp"

namespace touchline::analysis {

Carried carried_from(const Figures& figures, std::vector<CarriedChoice> choices) {
    Carried carried;
    carried.cost = 0.5 - figures.home - figures.draw / 2;
    carried.bound = figures.bound;
    for (const CarriedChoice& choice : choices) {
        carried.asked += choice.asked;
        carried.unknown += choice.asked * choice.unknown;
        carried.differs += choice.asked * choice.differs;
    }
    if (carried.asked > 0) {
        carried.unknown /= carried.asked;
        carried.differs /= carried.asked;
    }
    std::ranges::stable_sort(choices, std::greater{}, &CarriedChoice::cost);
    carried.choices = std::move(choices);
    return carried;
}

} // namespace touchline::analysis
