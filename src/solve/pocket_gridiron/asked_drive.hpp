// A drive of a region that keeps the beginnings of drives alone: solved again when its middle is asked about, for one
// lead or for several side by side.
#pragma once

#include "solve/pocket_gridiron/region.hpp"

#include <map>
#include <mutex>
#include <tuple>

namespace touchline::solve::pocket_gridiron {

class AskedDrive {
public:
    // Which drive, from which injuries on, for which leads at its beginning.
    struct Asked {
        const Region* region;
        LayerKey key;
        BySeat<u8> injured;
        int first;
        std::size_t width;
        friend bool operator==(const Asked&, const Asked&) = default;
    };
    explicit AskedDrive(const Asked& asked) : asked_(asked) {}

    [[nodiscard]] const Asked& asked() const { return asked_; }
    [[nodiscard]] bool has(int lead) const {
        return lead >= asked_.first && lead < asked_.first + static_cast<int>(asked_.width);
    }
    // Once; whoever comes meanwhile waits. `hurts` are those that can come of the injuries, greater ones first.
    void solve(const BothPlays& plays, const BySeat<std::vector<u8>>& hurts);
    // Requires: solved; injuries that can come of those asked for, and a lead that was.
    [[nodiscard]] Worth at(Spot spot, int lead, BySeat<u8> injured) const;
    // How far its values can be off if those after it are exact. Requires: solved.
    [[nodiscard]] double error() const { return drive_error(*plays_, left_); }

private:
    // What comes after it, looked up once for each layer, injuries and lead.
    class After;

    Asked asked_;
    std::once_flag solved_;
    const Plays* plays_ = nullptr;
    double left_ = 0; // the greatest residual
    std::optional<Drive> drive_;
    std::optional<ReturnedTries> tries_;
};

} // namespace touchline::solve::pocket_gridiron
