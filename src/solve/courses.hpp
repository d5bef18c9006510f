// How each game is followed forward (flow.hpp): with which rules, from which stations, in which order, and what no
// player looks at.
#pragma once

#include "games/pocket_gridiron/rules.hpp"
#include "games/pocket_rugby/rules.hpp"
#include "games/red_boar_gridiron/rules.hpp"
#include "solve/flow.hpp"
#include "solve/pocket_gridiron/folded.hpp"
#include "solve/red_boar_gridiron/stations.hpp"
#include "solve/sports_dice_football/field.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>

namespace touchline::solve {

// Specialised for every game with choices that can be followed.
template <class R>
struct CourseOf;

template <class R>
concept HasCourse = requires(const R& rules) {
    CourseOf<R>(rules).rules();
};

// A score of which only the lead is left.
[[nodiscard]] inline std::array<u16, 2> score_of(int lead) {
    return {static_cast<u16>(std::max(lead, 0)), static_cast<u16>(std::max(-lead, 0))};
}
[[nodiscard]] inline int lead_of(std::array<u16, 2> score) { return int{score[0]} - score[1]; }

// Points only grow: a rank has all stations with the same sum of points, a lane is home's.
template <>
class CourseOf<touchline::sports_dice_football::Rules> {
public:
    using Rules = sports_dice_football::MergedRules;
    using State = Rules::State;
    static constexpr double kRanks = 16;

    explicit CourseOf(const touchline::sports_dice_football::Rules& rules)
        : rules_(rules), shape_rules_(endless(rules)) {}
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Rules& shape_rules() const { return shape_rules_; }
    [[nodiscard]] bool station(const State& s) const { return sports_dice_football::is_station(s); }
    [[nodiscard]] u64 rank(const State& s) const { return u64{s.score.home} + s.score.away; }
    [[nodiscard]] double progress(const State& s) const {
        return static_cast<double>(rank(s)) / (2.0 * rules_.house().target);
    }

    [[nodiscard]] State row(State s) const {
        s.score = {0, static_cast<u8>(rank(s))};
        return s;
    }
    [[nodiscard]] int lane(const State& s) const { return s.score.home; }
    [[nodiscard]] State in_lane(State row, int lane) const {
        row.score = {static_cast<u8>(lane), static_cast<u8>(row.score.away - lane)};
        return row;
    }

    [[nodiscard]] bool wide(const State& s) const { return station(s); }
    [[nodiscard]] State shape(State s) const {
        if (wide(s)) s.score = {};
        return s;
    }
    [[nodiscard]] State placed(State s, const State& shape, const State& from) const {
        for (Seat seat : kSeats) {
            s.score[seat] = static_cast<u8>(s.score[seat] + from.score[seat] - shape.score[seat]);
            if (s.score[seat] >= rules_.house().target) s.phase = touchline::sports_dice_football::Phase::over;
        }
        return s;
    }

private:
    [[nodiscard]] static touchline::sports_dice_football::Rules
    endless(const touchline::sports_dice_football::Rules& rules) {
        auto house = rules.house();
        house.target = 1000;
        return {rules.sheet(), house};
    }

    Rules rules_;
    Rules shape_rules_;
};

// Only the lead counts. Drives are used up, injuries grow; an overtime may go on and on. With the highest bonus a set
// play leads back to where it was.
template <>
class CourseOf<pocket_gridiron::Rules> {
public:
    using Rules = pocket_gridiron::MergedRules;
    using State = Rules::State;
    static constexpr double kRanks = 12;

    explicit CourseOf(const pocket_gridiron::Rules& rules) : rules_(rules) {}
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Rules& shape_rules() const { return rules_; }
    [[nodiscard]] bool station(const State& s) const {
        using pocket_gridiron::Step;
        const bool begins = s.bonus == 0 && s.scrambles == 0;
        return s.step == Step::fourth_down || (s.step == Step::qb && (begins || s.bonus == rules_.most_bonus()));
    }
    [[nodiscard]] u64 rank(const State& s) const {
        const auto used = s.overtime != 0 ? 0xffffU : 0xfffeU - s.drives[0] - s.drives[1];
        return u64{used} << 8 | static_cast<u64>(std::popcount(s.injured[0]) + std::popcount(s.injured[1]));
    }
    [[nodiscard]] double progress(const State& s) const {
        const double all = 2.0 * rules_.settings().drives + 1;
        return s.overtime != 0 ? 1 : 1 - (s.drives[0] + s.drives[1] + 1.0) / all;
    }

    [[nodiscard]] State row(State s) const {
        s.score = {};
        return s;
    }
    [[nodiscard]] int lane(const State& s) const { return lead_of(s.score); }
    [[nodiscard]] State in_lane(State row, int lane) const {
        row.score = score_of(lane);
        return row;
    }

    // Neither the score nor the drives left nor the other side's injuries change a play, only where it leads.
    [[nodiscard]] bool wide(const State& s) const { return station(s); }
    [[nodiscard]] State shape(State s) const {
        s.score = {};
        if (!wide(s)) return s;
        s.drives = {kDrives, kDrives};
        s.injured[pocket_gridiron::at(other(s.offense))] = 0;
        s.overtime = 0;
        return s;
    }
    [[nodiscard]] State placed(State s, const State& shape, const State& from) const {
        if (!wide(from)) return s;
        s.score = score_of(lead_of(from.score) + lead_of(s.score) - lead_of(shape.score));
        const bool ended = s.returned == 0 && (shape.returned != 0 || s.drives != shape.drives);
        for (std::size_t seat = 0; seat < 2; ++seat) {
            s.drives[seat] = static_cast<u8>(from.drives[seat] - (shape.drives[seat] - s.drives[seat]));
            s.injured[seat] |= from.injured[seat];
        }
        s.overtime = from.overtime;
        if (ended) rules_.next_drive(s, s.offense);
        return s;
    }

private:
    static constexpr u8 kDrives = 8;

    Rules rules_;
};

// Points, yellow cards and injuries only grow. A rank has all stations with the same sum of points, a lane is home's.
template <>
class CourseOf<pocket_rugby::Rules> {
public:
    using Rules = pocket_rugby::Rules;
    using State = Rules::State;
    static constexpr double kRanks = 24;

    explicit CourseOf(const Rules& rules) : rules_(rules) {
        const auto& sheet = rules.sheet();
        most_ =
            std::max({sheet.try_points + sheet.conversion_points, sheet.penalty_goal_points, sheet.drop_goal_points});
    }
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Rules& shape_rules() const { return rules_; }
    [[nodiscard]] bool station(const State& s) const {
        using pocket_rugby::Phase;
        return s.phase == Phase::scrum_half || (s.phase >= Phase::forward && s.phase <= Phase::back) ||
               s.phase == Phase::lineout;
    }
    [[nodiscard]] u64 rank(const State& s) const {
        const u64 points = u64{s.score[0]} + s.score[1];
        const u64 yellow = u64{counted(s.yellow_total[0])} + counted(s.yellow_total[1]);
        const auto injured = static_cast<u64>(std::popcount(s.injured[0]) + std::popcount(s.injured[1]));
        // Who is injured and who has the cards: a small rank stays close at hand.
        const u64 whose = u64{s.injured[0]} << 8 | counted(s.yellow_total[0]);
        return points << 40 | yellow << 32 | injured << 24 | whose;
    }
    [[nodiscard]] double progress(const State& s) const {
        return (s.score[0] + s.score[1]) / (2.0 * rules_.full_time(s.weather));
    }

    // Who attacked first is forgotten after half time, a third yellow card is like the second. In the second half one
    // side has the points of half time: until both have, a row is of one side's, as between them no score is possible.
    [[nodiscard]] State row(State s) const {
        const int points = s.score[0] + s.score[1];
        const bool either = points < 2 * rules_.half_time(s.weather) - 1;
        if (s.half == 2) s.first_attack = either && s.score[0] > s.score[1] ? 1 : 0;
        s.score = {0, static_cast<u8>(points)};
        for (u8& yellow : s.yellow_total) yellow = counted(yellow);
        return s;
    }
    [[nodiscard]] int lane(const State& s) const { return s.score[0]; }
    [[nodiscard]] State in_lane(State row, int lane) const {
        row.score = {static_cast<u8>(lane), static_cast<u8>(row.score[1] - lane)};
        return row;
    }

    // Not where points of this play may end a half of no points, or bring the weather that comes late.
    [[nodiscard]] bool wide(const State& s) const {
        if (!station(s) || std::min(rules_.half_time(s.weather), rules_.full_time(s.weather)) <= most_) return false;
        if (!rules_.with_cards() || s.weather == pocket_rugby::Weather::off) return true;
        const int late = rules_.sheet().late_weather_score;
        return late > most_ && std::max(s.score[0], s.score[1]) + most_ < late;
    }
    [[nodiscard]] State shape(State s) const {
        if (!wide(s)) return s;
        s.score = {};
        s.half = 1;
        s.first_attack = 0;
        return s;
    }
    [[nodiscard]] State placed(State s, const State& shape, const State& from) const {
        if (!wide(from)) return s;
        s.half = from.half;
        s.first_attack = from.first_attack;
        for (std::size_t seat = 0; seat < 2; ++seat) {
            const int change = s.score[seat] - shape.score[seat];
            if (change > most_) throw std::logic_error("a play brings more points than the sheet says");
            s.score[seat] = static_cast<u8>(from.score[seat] + change);
            if (change > 0 && s.phase == pocket_rugby::Phase::scrum_half)
                rules_.restart(s, static_cast<Seat>(seat), Rules::attack(s));
        }
        return s;
    }

private:
    [[nodiscard]] static u8 counted(u8 yellow) { return std::min<u8>(yellow, 2); }

    Rules rules_;
    int most_ = 0; // points of one play
};

// Only the lead counts. The clock runs down; an overtime has none.
template <>
class CourseOf<red_boar_gridiron::Rules> {
public:
    using Rules = red_boar_gridiron::Rules;
    using State = Rules::State;
    static constexpr double kRanks = 160;

    explicit CourseOf(const Rules& rules) : rules_(rules), shape_rules_(with_wide_clock(rules)) {
        const auto& sheet = rules.sheet();
        longest_ = std::max({sheet.kickoff_seconds, sheet.punt_seconds, sheet.kick_seconds, sheet.barred_seconds()});
        for (const auto& row : sheet.rows) longest_ = std::max(longest_, int{row.seconds});
        const auto& points = sheet.points;
        safe_ = 1 + points.touchdown + points.kick + points.conversion + points.field_goal + points.safety;
    }
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Rules& shape_rules() const { return shape_rules_; }
    [[nodiscard]] bool station(const State& s) const {
        return s.step == red_boar_gridiron::Step::toss || red_boar::station_of(rules_, s).has_value();
    }
    [[nodiscard]] u64 rank(const State& s) const { return (u64{s.quarter} << 16) - (s.quarter == 5 ? 0 : s.clock); }
    [[nodiscard]] double progress(const State& s) const {
        return s.quarter == 5 ? 1 : (s.quarter - 1.0 * s.clock / rules_.options().quarter_seconds) / 4;
    }

    [[nodiscard]] State row(State s) const {
        s.score = {};
        return s;
    }
    [[nodiscard]] int lane(const State& s) const { return lead_of(s.score); }
    [[nodiscard]] State in_lane(State row, int lane) const {
        row.score = score_of(lane);
        return row;
    }

    // Not where this play may run down the clock. At the end of the game it then matters who leads, if one play can
    // change that.
    [[nodiscard]] bool wide(const State& s) const {
        return s.step != red_boar_gridiron::Step::toss && s.quarter != 5 && s.clock > longest_;
    }
    [[nodiscard]] State shape(State s) const {
        if (!wide(s)) {
            s.score = s.quarter < 4 ? score_of(0) : score_of(std::clamp(lead_of(s.score), -safe_, safe_));
            return s;
        }
        s.score = {};
        s.clock = kWideClock;
        s.quarter = 1;
        s.second_half = 0;
        return s;
    }
    [[nodiscard]] State placed(State s, const State& shape, const State& from) const {
        const int change = lead_of(s.score) - lead_of(shape.score);
        if (std::abs(change) >= safe_) throw std::logic_error("a play brings more points than the sheet says");
        s.score = score_of(lead_of(from.score) + change);
        if (!wide(from)) return s;
        if (shape.clock - s.clock > longest_) throw std::logic_error("a play takes longer than the sheet says");
        s.clock = static_cast<u16>(from.clock - (shape.clock - s.clock));
        s.quarter = from.quarter;
        s.second_half = from.second_half;
        return s;
    }

private:
    static constexpr int kWideClock = 3600;

    [[nodiscard]] static Rules with_wide_clock(const Rules& rules) {
        auto options = rules.options();
        options.quarter_seconds = kWideClock;
        return Rules(rules.sheet(), options);
    }

    Rules rules_;
    Rules shape_rules_;
    int longest_ = 0;
    int safe_ = 0; // a lead that one play cannot make good
};

} // namespace touchline::solve
