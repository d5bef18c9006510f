// How each game is followed forward (flow.hpp): with which rules, from which stations, in which order, and what no
// player looks at.
#pragma once

#include "games/pocket_gridiron/rules.hpp"
#include "games/pocket_rugby/rules.hpp"
#include "games/red_boar_gridiron/rules.hpp"
#include "solve/flow.hpp"
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
[[nodiscard]] inline std::array<u16, 2> lead_alone(std::array<u16, 2> score) {
    const u16 both = std::min(score[0], score[1]);
    return {static_cast<u16>(score[0] - both), static_cast<u16>(score[1] - both)};
}

// Points only grow.
template <>
class CourseOf<touchline::sports_dice_football::Rules> {
public:
    using Rules = sports_dice_football::MergedRules;
    using State = Rules::State;

    explicit CourseOf(const touchline::sports_dice_football::Rules& rules)
        : rules_(rules), shape_rules_(endless(rules)) {}
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Rules& shape_rules() const { return shape_rules_; }
    [[nodiscard]] bool station(const State& s) const { return sports_dice_football::is_station(s); }
    [[nodiscard]] u64 rank(const State& s) const { return u64{s.score.home} + s.score.away; }
    [[nodiscard]] State plain(const State& s) const { return s; }

    [[nodiscard]] std::optional<State> shape(State s) const {
        if (!station(s)) return std::nullopt;
        s.score = {};
        return s;
    }
    [[nodiscard]] State placed(State s, const State& from) const {
        for (Seat seat : kSeats) {
            s.score[seat] = static_cast<u8>(s.score[seat] + from.score[seat]);
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

// Only the lead counts. Drives are used up, injuries grow; an overtime may go on and on.
template <>
class CourseOf<pocket_gridiron::Rules> {
public:
    using Rules = pocket_gridiron::Rules;
    using State = Rules::State;

    explicit CourseOf(const Rules& rules) : rules_(rules) {}
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Rules& shape_rules() const { return rules_; }
    [[nodiscard]] bool station(const State& s) const {
        return s.step == pocket_gridiron::Step::qb || s.step == pocket_gridiron::Step::fourth_down;
    }
    [[nodiscard]] u64 rank(const State& s) const {
        const auto used = s.overtime != 0 ? 0xffffU : 0xfffeU - s.drives[0] - s.drives[1];
        return u64{used} << 8 | static_cast<u64>(std::popcount(s.injured[0]) + std::popcount(s.injured[1]));
    }
    [[nodiscard]] State plain(State s) const {
        s.score = lead_alone(s.score);
        return s;
    }

    // Not where this drive's end may be the game's.
    [[nodiscard]] std::optional<State> shape(State s) const {
        if (!station(s) || s.overtime != 0 || std::min(s.drives[0], s.drives[1]) < 2) return std::nullopt;
        s.score = {};
        s.drives = {kDrives, kDrives};
        return s;
    }
    [[nodiscard]] State placed(State s, const State& from) const {
        for (std::size_t seat = 0; seat < 2; ++seat) {
            s.score[seat] = static_cast<u16>(s.score[seat] + from.score[seat]);
            s.drives[seat] = static_cast<u8>(from.drives[seat] - (kDrives - s.drives[seat]));
        }
        return s;
    }

private:
    static constexpr u8 kDrives = 8;
    Rules rules_;
};

// Points, yellow cards and injuries only grow.
template <>
class CourseOf<pocket_rugby::Rules> {
public:
    using Rules = pocket_rugby::Rules;
    using State = Rules::State;

    explicit CourseOf(const Rules& rules) : rules_(rules) {}
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Rules& shape_rules() const { return rules_; }
    [[nodiscard]] bool station(const State& s) const {
        using pocket_rugby::Phase;
        return s.phase == Phase::scrum_half || (s.phase >= Phase::forward && s.phase <= Phase::back) ||
               s.phase == Phase::lineout;
    }
    [[nodiscard]] u64 rank(const State& s) const {
        const u64 points = u64{s.score[0]} + s.score[1];
        const u64 yellow = u64{s.yellow_total[0]} + s.yellow_total[1];
        return points << 16 | yellow << 8 | static_cast<u64>(std::popcount(s.injured[0]) + std::popcount(s.injured[1]));
    }
    [[nodiscard]] State plain(const State& s) const { return s; }

    // Not where the next points may end a half, nor where they may bring late weather on.
    [[nodiscard]] std::optional<State> shape(State s) const {
        const auto& sheet = rules_.sheet();
        const int most =
            sheet.try_points + sheet.conversion_points + sheet.penalty_goal_points + sheet.drop_goal_points;
        const int end = s.half == 1 ? rules_.half_time(s.weather) : rules_.full_time(s.weather);
        if (!station(s) || std::max(s.score[0], s.score[1]) + most >= end) return std::nullopt;
        State later = s;
        for (u8& points : later.score) points = static_cast<u8>(points + most);
        if (rules_.late_weather(later, Seat::home) || rules_.late_weather(later, Seat::away)) return std::nullopt;
        s.score = {};
        return s;
    }
    [[nodiscard]] State placed(State s, const State& from) const {
        for (std::size_t seat = 0; seat < 2; ++seat) s.score[seat] = static_cast<u8>(s.score[seat] + from.score[seat]);
        return s;
    }

private:
    Rules rules_;
};

// Only the lead counts. The clock runs down; an overtime has none.
template <>
class CourseOf<red_boar_gridiron::Rules> {
public:
    using Rules = red_boar_gridiron::Rules;
    using State = Rules::State;

    explicit CourseOf(const Rules& rules) : rules_(rules), shape_rules_(with_wide_clock(rules)) {
        const auto& sheet = rules.sheet();
        longest_ = std::max({sheet.kickoff_seconds, sheet.punt_seconds, sheet.kick_seconds, sheet.barred_seconds()});
        for (const auto& row : sheet.rows) longest_ = std::max(longest_, int{row.seconds});
    }
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Rules& shape_rules() const { return shape_rules_; }
    [[nodiscard]] bool station(const State& s) const {
        return s.step == red_boar_gridiron::Step::toss || red_boar::station_of(rules_, s).has_value();
    }
    [[nodiscard]] u64 rank(const State& s) const { return (u64{s.quarter} << 16) - (s.quarter == 5 ? 0 : s.clock); }
    [[nodiscard]] State plain(State s) const {
        s.score = lead_alone(s.score);
        return s;
    }

    // Not where this play may run down the clock.
    [[nodiscard]] std::optional<State> shape(State s) const {
        if (s.step == red_boar_gridiron::Step::toss || s.quarter == 5 || s.clock <= longest_) return std::nullopt;
        s.score = {kPoints, kPoints};
        s.clock = kWideClock;
        s.quarter = 1;
        s.second_half = 0;
        return s;
    }
    [[nodiscard]] State placed(State s, const State& from) const {
        for (std::size_t seat = 0; seat < 2; ++seat)
            s.score[seat] = static_cast<u16>(s.score[seat] - kPoints + from.score[seat]);
        if (kWideClock - s.clock > longest_) throw std::logic_error("a play takes longer than the sheet says");
        s.clock = static_cast<u16>(from.clock - (kWideClock - s.clock));
        s.quarter = from.quarter;
        s.second_half = from.second_half;
        return s;
    }

private:
    static constexpr u16 kPoints = 1000;
    static constexpr int kWideClock = 3600;

    [[nodiscard]] static Rules with_wide_clock(const Rules& rules) {
        auto options = rules.options();
        options.quarter_seconds = kWideClock;
        return Rules(rules.sheet(), options);
    }

    Rules rules_;
    Rules shape_rules_;
    int longest_ = 0;
};

} // namespace touchline::solve
