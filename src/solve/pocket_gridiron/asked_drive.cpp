// A drive that is solved again because somebody asks about the middle of it.
#include "solve/pocket_gridiron/asked_drive.hpp"

#include <algorithm>

namespace touchline::solve::pocket_gridiron {

class AskedDrive::After {
public:
    explicit After(const Asked& asked) : asked_(asked) {}

    [[nodiscard]] Row at(Seat next, BySeat<u8> injured, int lead) {
        const auto [found, fresh] = rows_.try_emplace({next, injured.home, injured.away, lead});
        std::vector<double>& row = found->second;
        if (fresh) {
            row.resize(2 * asked_.width);
            const LayerKey later = asked_.region->after(asked_.key, next);
            for (std::size_t i = 0; i < asked_.width; ++i) {
                const Worth worth = asked_.region->at(later, lead + static_cast<int>(i), injured);
                row[i] = worth.value;
                row[asked_.width + i] = worth.draw;
            }
        }
        return {row.data(), row.data() + asked_.width};
    }

private:
    const Asked& asked_;
    std::map<std::tuple<Seat, u8, u8, int>, std::vector<double>> rows_;
};

void AskedDrive::solve(const BothPlays& plays, const BySeat<std::vector<u8>>& hurts) {
    std::call_once(solved_, [&] {
        const Seat offense = asked_.key.offense;
        plays_ = &plays[offense];
        drive_.emplace(*plays_, asked_.first, asked_.width, asked_.injured[other(offense)]);
        After later(asked_);
        const AfterDrive after = [&](Seat next, BySeat<u8> injured, int lead) { return later.at(next, injured, lead); };
        if (plays_->returns()) {
            tries_.emplace(*plays_, asked_.first, asked_.width);
            for (u8 scorers : hurts[other(offense)])
                for (u8 own : hurts[offense]) left_ = std::max(left_, tries_->solve(scorers, own, after));
        }
        for (u8 own : hurts[offense]) left_ = std::max(left_, drive_->solve(own, after, tries_ ? &*tries_ : nullptr));
    });
}

Worth AskedDrive::at(Spot spot, int lead, BySeat<u8> injured) const {
    const u8 own = injured[asked_.key.offense];
    const u8 theirs = injured[other(asked_.key.offense)];
    const auto downs = static_cast<std::size_t>(plays_->downs());
    const auto sacks = static_cast<std::size_t>(plays_->sacks());
    Rows rows;
    if (spot.number() < downs * sacks)
        rows = drive_->at(own, static_cast<int>(spot.number() / sacks) + 1, static_cast<int>(spot.number() % sacks));
    else if (const auto down = spot.conversion_down(*plays_))
        rows = drive_->at_conversion(own, *down);
    else if (const auto returned_down = spot.returned_conversion_down(*plays_))
        rows = tries_->at_conversion(theirs, own, *returned_down);
    else
        rows = tries_->at_touchdown(theirs, own);
    const int lane = lead - asked_.first;
    return {rows.value[lane], rows.draw[lane]};
}

} // namespace touchline::solve::pocket_gridiron
