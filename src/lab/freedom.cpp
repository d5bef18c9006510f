// Goes through boxes, all of them or downhill.
#include "lab/freedom.hpp"

namespace touchline::lab {

std::vector<Change> changes_of(std::span<const Freedom> freedoms, const BoxChoice& choice) {
    std::vector<Change> changes;
    for (std::size_t i = 0; i < choice.size(); ++i)
        if (choice[i] != 0) changes.push_back({freedoms[i].path, freedoms[i].values[choice[i]]});
    return changes;
}

std::size_t combinations(std::span<const Freedom> freedoms, std::size_t most) {
    std::size_t count = 1;
    for (const Freedom& freedom : freedoms) {
        count *= freedom.values.size();
        if (count > most) return most + 1;
    }
    return count;
}

void each_choice(std::span<const Freedom> freedoms, const std::function<void(const BoxChoice&)>& each) {
    BoxChoice choice(freedoms.size());
    for (;;) {
        each(choice);
        std::size_t i = 0;
        while (i < choice.size() && ++choice[i] == freedoms[i].values.size()) choice[i++] = 0;
        if (i == choice.size()) return;
    }
}

void descend(std::span<const Freedom> freedoms, BoxChoice from, const Descent& descent) {
    double best = descent.loss(from);
    for (std::size_t round = 0; round < descent.rounds && best > descent.least; ++round) {
        const double before = best;
        for (std::size_t i = 0; i < freedoms.size(); ++i) {
            std::size_t kept = from[i];
            for (const std::size_t value : descent.tried(freedoms[i])) {
                from[i] = value;
                const double found = descent.loss(from);
                if (found >= best - kNoChange) continue;
                best = found;
                kept = value;
            }
            from[i] = kept;
        }
        if (best >= before - kNoChange) return;
    }
}

} // namespace touchline::lab
