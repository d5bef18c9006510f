// One drive solved for many leads side by side: all its downs, sacks and injuries, and the tries that may follow.
//
// Within a drive only accepted flags lead back: to the 1st down with the same sacks and injuries, or to the beginning
// of a try (R7). So each set of positions that lead to each other has one unknown x per lead, and x = G(x) with G
// monotone, piecewise linear and of slope at most `again` < 1: what is left of |G(x) - x| proves how far x can be off.
#pragma once

#include "solve/pocket_gridiron/plays.hpp"

#include <functional>

namespace touchline::solve::pocket_gridiron {

// Values and draws of one position over the leads of a block.
struct Rows {
    double* value = nullptr;
    double* draw = nullptr;
    [[nodiscard]] Row row() const { return {value, draw}; }
    [[nodiscard]] RowOut out() const { return {value, draw}; }
};

// What comes after the drive: the values of the next drive's beginning, for home's lead `lead` and more, side by side.
// `hurt` are the injuries by seat.
using AfterDrive = std::function<Row(Seat next, BySeat<u8> hurt, int lead)>;

// Overtime has no draws: there they need not be worked out, and what stands in the rows is a guess worth beginning
// with.
enum class With : u8 { draws, values_only };

// The tries of the side that intercepted: by its own injuries and those of the other.
class ReturnedTries {
public:
    // Leads `first`, `first` + 1, … are those at the beginning of the drive.
    ReturnedTries(const Plays& plays, int first, std::size_t width);

    // Solves the try of the interceptors with injuries `own`, the others having `theirs`; answers the residual.
    // Requires: solved for every greater set of `own` that the play can lead to. Different `theirs` do not touch.
    double solve(u8 own, u8 theirs, const AfterDrive& after, With with = With::draws);

    [[nodiscard]] Rows at_touchdown(u8 own, u8 theirs) const { return rows(0, own, theirs); }
    [[nodiscard]] Rows at_conversion(u8 own, u8 theirs, int down) const {
        return rows(static_cast<std::size_t>(down - plays_.first_try_down() + 1), own, theirs);
    }

private:
    // The touchdown is 0, the downs of its conversion follow.
    [[nodiscard]] Rows rows(std::size_t kind, u8 own, u8 theirs) const;

    const Plays& plays_;
    int first_;
    std::size_t width_;
    mutable std::vector<double> values_;
};

// The drive of one side against a defence with the injuries `theirs`.
class Drive {
public:
    Drive(const Plays& plays, int first, std::size_t width, u8 theirs);

    // Solves the drive with injuries `own` of the offence; answers the greatest |G(x) - x| that was left.
    // Requires: solved for every greater set that it can lead to; `tries` solved for these injuries, where
    // interceptions can be returned.
    double solve(u8 own, const AfterDrive& after, const ReturnedTries* tries, With with = With::draws);

    [[nodiscard]] Rows at(u8 own, int down, int sacks) const { return row(own, (down - 1) * plays_.sacks() + sacks); }
    [[nodiscard]] Rows at_conversion(u8 own, int down) const {
        return row(own, plays_.downs() * plays_.sacks() + down - plays_.first_try_down());
    }

    // The stations of a play of this drive.
    [[nodiscard]] std::vector<Row> stations(const Play& play, u8 own, const AfterDrive& after,
                                            const ReturnedTries* tries) const;

private:
    // Of a position between the plays of the drive.
    [[nodiscard]] Rows row(u8 own, int place) const;
    // How many there are.
    [[nodiscard]] std::size_t places() const {
        return static_cast<std::size_t>(plays_.downs() * plays_.sacks() + plays_.try_downs());
    }

    const Plays& plays_;
    int first_;
    std::size_t width_;
    u8 theirs_;
    mutable std::vector<double> values_;
};

// How far the values of a drive can be off if those after it are exact and `residual` was left.
[[nodiscard]] double drive_error(const Plays& plays, double residual);

} // namespace touchline::solve::pocket_gridiron
