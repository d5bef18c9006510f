// One quarter: where it can end, and how often.
#include "solve/gridiron_glory/quarter.hpp"

#include "solve/wide.hpp"

#include <algorithm>

namespace touchline::solve::gridiron_glory {

namespace {

// The most visits to the End Zone with so many cards left, from each spot; [cards][phase][spot]. Which cards are left
// is not asked, so that this is a bound.
class Visits {
public:
    Visits(const Moves& moves, int pile) : moves_(moves), spots_(static_cast<std::size_t>(moves.spots().size())) {
        most_.assign(static_cast<std::size_t>(pile + 1) * 2 * spots_, 0);
        for (int cards = 1; cards <= pile; ++cards)
            for (int spot = 0; spot < moves.spots().size(); ++spot) {
                at(cards, Phase::fumble, spot) = best(cards - 1 - moves.rules().buried(cards), Phase::fumble, spot);
                at(cards, Phase::flip, spot) = best(cards - 1, Phase::flip, spot);
            }
    }
    [[nodiscard]] int& at(int cards, Phase phase, int spot) {
        return most_[(static_cast<std::size_t>(cards) * 2 + (phase == Phase::fumble ? 1 : 0)) * spots_ +
                     static_cast<std::size_t>(spot)];
    }

private:
    int best(int left, Phase phase, int spot) {
        int most = left > 0 && moves_.rules().can_settle(left) ? at(left, Phase::fumble, spot) : 0;
        for (Moves::Pair pair : {Moves::higher, Moves::lower}) {
            const Moves::Next& next = phase == Phase::flip ? moves_.flip(spot, pair) : moves_.fumble(spot, pair);
            most = std::max(most, (next.end_zone ? 1 : 0) + (left > 0 ? at(left, Phase::flip, next.spot) : 0));
        }
        return most;
    }

    const Moves& moves_;
    std::size_t spots_;
    std::vector<int> most_;
};

} // namespace

int most_visits(const Moves& moves) {
    const int cards = moves.rules().sheet().cards();
    Visits visits(moves, cards);
    int most = 0;
    for (int spot = 0; spot < moves.spots().size(); ++spot) most = std::max(most, visits.at(cards, Phase::flip, spot));
    return most;
}

// One visit of a side after the other.
void Roads::list_changes() {
    const int most = moves_.most_points() / moves_.unit();
    changes_.resize(number({visits_, visits_}) + 1);
    const auto of = [&](int home, int away) -> std::vector<double>& { return changes_[number({home, away})]; };
    of(0, 0) = {1.0};
    for (int home = 0; home <= visits_; ++home)
        for (int away = home == 0 ? 1 : 0; home + away <= visits_; ++away) {
            const std::vector<double>& before = home > 0 ? of(home - 1, away) : of(home, away - 1);
            std::vector<double>& after = of(home, away);
            after.assign(before.size() + static_cast<std::size_t>(most), 0.0);
            for (const Moves::Points& each : moves_.points()) {
                const int points = each.points / moves_.unit();
                double* to = after.data() + (home > 0 ? points : most - points);
                for (std::size_t i = 0; i < before.size(); ++i) to[i] += each.chance * before[i];
            }
        }
}

// Each leg has a sum of its own, `part`, which is empty before and after: sums of fewer numbers lose less.
TOUCHLINE_WIDE void Roads::add(const Leg& leg, const double* law, double* __restrict part, double* __restrict to) {
    const Road::Block* const blocks = leg.road->blocks.data();
    const Road::Block* block = blocks;
    for (const Road::Run& run : leg.road->runs) {
        const double chance = leg.chance * law[run.number[leg.side]];
        for (; block != blocks + run.end; ++block) block->add_to(part + block->target, chance);
    }
    for (u32 i = 0; i < leg.road->targets; ++i) {
        to[i] += part[i];
        part[i] = 0;
    }
}

QuarterEnd Roads::follow(const PairLaw& law, int pile, Phase phase, int spot) const {
    ready(pile - 1);
    std::vector<Leg> legs;
    add_legs({pile, phase, spot}, {}, legs);
    BySeat<std::vector<double>> mass; // as home sees the targets, and as away does
    for (Seat seat : kSeats) mass[seat].assign(mirrored_.size() + 3, 0.0);
    std::vector<double> part(mirrored_.size() + 3, 0.0);
    int terms = 0; // of a leg's sum, at most: one from each pass of each run
    for (const Leg& leg : legs) {
        add(leg, law.runs() + leg.number.home, part.data(), mass[leg.side].data() + leg.shift);
        terms = std::max(terms, static_cast<int>(leg.road->runs.size()) * leg.road->passes);
    }
    for (std::size_t i = 0; i < mirrored_.size(); ++i) mass.home[i] += mass.away[mirrored_[i]];
    QuarterEnd ended = clock_ == Clock::overtime ? settle(mass.home) : count_points(mass.home);
    ended.roundings += law.roundings() + before(legs) + terms + static_cast<int>(legs.size()) + 2;
    return ended;
}

// From the visits of both sides to the change of the lead.
QuarterEnd Roads::count_points(const std::vector<double>& mass) const {
    const int most = moves_.most_points() / moves_.unit();
    const auto row = [&](int home, int away) { return mass.data() + target({home, away}, 0); };
    const auto met = [&](int home, int away) {
        return std::any_of(row(home, away), row(home, away) + places_, [](double each) { return each != 0; });
    };
    int visits = 0; // of one side
    for (int home = 0; home <= visits_; ++home)
        for (int away = 0; home + away <= visits_; ++away)
            if (std::max(home, away) > visits && met(home, away)) visits = std::max(home, away);
    QuarterEnd ended{ends_, visits * most, {}, {}, 0};
    const int width = 2 * ended.reach + 1;
    ended.mass.assign(static_cast<u32>(ends_ * width), 0.0);
    for (int home = 0; home <= visits; ++home)
        for (int away = 0; away <= visits && home + away <= visits_; ++away) {
            const std::vector<double>& changes = changes_[number({home, away})];
            for (int spot = 0; spot < ends_; ++spot) {
                const double chance = row(home, away)[place(spot)];
                if (chance == 0) continue;
                double* to = ended.mass.data() + spot * width + ended.reach - away * most;
                for (std::size_t i = 0; i < changes.size(); ++i) to[i] += chance * changes[i];
            }
        }
    // Each visit's chances and a sum over its points; then a sum over the numbers of visits.
    ended.roundings =
        visits * 2 * (moves_.roundings() + static_cast<int>(moves_.points().size())) + (visits + 1) * (visits + 1);
    return ended;
}

QuarterEnd Roads::settle(const std::vector<double>& mass) const {
    QuarterEnd ended{ends_, 0, {}, {}, 0};
    for (int spot = 0; spot < ends_; ++spot) ended.mass.push_back(mass[static_cast<std::size_t>(place(spot))]);
    for (Seat seat : kSeats) ended.won[seat] = mass[static_cast<std::size_t>(won(seat))];
    return ended;
}

} // namespace touchline::solve::gridiron_glory
