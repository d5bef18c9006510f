// Whether bytes from outside are a position that this game can be in, in the middle of a play too.
#include "games/pocket_gridiron/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::pocket_gridiron {

namespace {

constexpr u16 kMostScore = 60000;

bool play_is_clear(const State& s) { return s.bonus == 0 && s.scrambles == 0 && s.carrier == kNobody; }

// Steps in which somebody has the ball.
bool carried(Step step) {
    switch (step) {
    case Step::intercept:
    case Step::decoy:
    case Step::runback:
    case Step::defense:
    case Step::penalty:
    case Step::flag_on_defense:
    case Step::flag_on_offense:
    case Step::blitz:
    case Step::endzone: return true;
    case Step::toss:
    case Step::fourth_down:
    case Step::qb:
    case Step::wr:
    case Step::te:
    case Step::rb:
    case Step::sack:
    case Step::set_play:
    case Step::audible:
    case Step::recover:
    case Step::after_touchdown:
    case Step::pat:
    case Step::kick:
    case Step::over: return false;
    }
    return false;
}

} // namespace

std::string Rules::fault(const State& s) const {
    if (s.step > Step::over) return "the position waits for something that this game does not have";
    if (s.step == Step::toss) return s == start() ? "" : "a position before the toss is the start and nothing else";
    if (std::string reason = fault_of_figures(s); !reason.empty()) return reason;
    if (s.step == Step::over) {
        if (s.drives[0] != 0 || s.drives[1] != 0) return "the game is over while a side has a drive left";
        if (settings_.extra_drives && s.score[0] == s.score[1])
            return "the game is over at a level score, but extra drives follow";
        if (!play_is_clear(s) || s.phase != Phase::series || s.down != 1 || s.sacks != 0 || s.returned != 0)
            return "the game is over in the middle of a play";
        return fault_of_play(s);
    }
    if (s.returned == 0 && s.drives[at(s.offense)] == 0) return "the side on offence has no drive left";
    if (s.returned != 0 && (settings_.mode != Mode::pro ||
                            !(s.step == Step::after_touchdown || s.step == Step::pat || s.phase == Phase::conversion)))
        return "only a try in pro mode can follow an interception return";
    if (std::string reason = fault_of_step(s); !reason.empty()) return reason;
    return fault_of_play(s);
}

// Every figure within its range.
std::string Rules::fault_of_figures(const State& s) const {
    if (s.offense > Seat::away) return "the side on offence is neither home nor away";
    if (s.score[0] > kMostScore || s.score[1] > kMostScore) return fmt::format("a score is above {}", kMostScore);
    if (s.overtime > 1 || (s.overtime == 1 && !settings_.extra_drives)) return "this table plays no overtime";
    const int full = s.overtime != 0 ? 1 : settings_.drives;
    if (s.drives[0] > full || s.drives[1] > full) return fmt::format("a side has more than {} drives", full);
    if (s.down < 1 || s.down > downs_) return fmt::format("the down is {}, not 1 to {}", s.down, downs_);
    if (s.sacks >= sacks_for_safety_) return fmt::format("there are {} sacks in one drive", s.sacks);
    if (s.scrambles >= scrambles_for_sack_) return fmt::format("there are {} scrambles on one play", s.scrambles);
    if (s.phase > Phase::conversion) return "the phase is neither series nor conversion";
    if (s.phase == Phase::conversion && (s.down != downs_ || s.sacks != 0))
        return "a conversion is a last down without sacks";
    if (s.injured[0] > 15 || s.injured[1] > 15) return "an unknown position is injured";
    if (!settings_.injuries && (s.injured[0] | s.injured[1]) != 0) return "this table plays without injuries";
    if (s.bonus > kMostBonus || (s.bonus != 0 && settings_.mode == Mode::pro))
        return fmt::format("the bonus cannot be {}", s.bonus);
    if (s.returned > 1) return "a mark of the position is neither set nor clear";
    return {};
}

// What each step needs to have come before it.
std::string Rules::fault_of_step(const State& s) const {
    const bool pro = settings_.mode == Mode::pro;
    const bool series = s.phase == Phase::series;
    bool fits = true;
    switch (s.step) {
    case Step::fourth_down: fits = series && s.down == downs_ && play_is_clear(s); break;
    case Step::set_play: fits = !pro && series && s.bonus > 0; break;
    case Step::audible: fits = pro; break;
    case Step::sack: fits = s.scrambles > 0; break;
    case Step::recover: fits = series; break;
    case Step::kick:
        fits = series && (pro ? settings_.audible_kick || s.down == downs_ : s.bonus > 0 || s.down == downs_);
        break;
    case Step::after_touchdown:
    case Step::pat: fits = series && play_is_clear(s); break;
    case Step::intercept:
    case Step::decoy: fits = pro; break;
    case Step::runback: fits = pro && series; break;
    case Step::flag_on_offense:
    case Step::blitz: fits = series && s.sacks + 1 == sacks_for_safety_; break;
    case Step::toss:
    case Step::qb:
    case Step::wr:
    case Step::te:
    case Step::rb:
    case Step::defense:
    case Step::penalty:
    case Step::flag_on_defense:
    case Step::endzone:
    case Step::over: break;
    }
    if (fits) return {};
    return fmt::format("'{}' cannot come here", event_name(kSteps[at(s.step)].event));
}

// Carrier, value, rolls and marks of the play under way.
std::string Rules::fault_of_play(const State& s) const {
    if (!carried(s.step)) {
        const bool clear = s.carrier == kNobody && s.value == 0 && s.rolled == kNoRoll && s.route == 0 && s.marks == 0;
        return clear ? "" : "somebody carries the ball before there is a route";
    }
    if (s.carrier >= kNobody) return "nobody carries the ball";
    if (!value_fits(s))
        return fmt::format("no route of the {} is worth {} here", name(static_cast<Position>(s.carrier)), s.value);
    if (s.marks > (kFlagDeclined | kDecoyed)) return "the play has an unknown mark";
    const bool declined_flag = (s.marks & kFlagDeclined) != 0;
    const bool decoyed = (s.marks & kDecoyed) != 0;
    const bool checked = s.step == Step::intercept || s.step == Step::decoy;
    if (checked ? !check_fits(s) : s.route != 0) return "the skill check does not belong to this route";
    if (decoyed && !decoy_possible(s)) return "there is no decoy on this play";
    if ((checked || s.step == Step::runback) && (s.marks != 0 || s.rolled != kNoRoll))
        return "the defence rolls after the skill check";
    if (s.step == Step::runback && !intercept_possible(s)) return "there is no interception on this play";
    if (s.step == Step::blitz && !declined_flag) return "nobody has declined a flag";
    const bool open = s.step == Step::penalty || s.step == Step::flag_on_defense || s.step == Step::flag_on_offense;
    if (open && declined_flag) return "a second flag on a play has no penalty";
    const bool done = s.step == Step::endzone;
    if (done && s.rolled == kNoRoll) return "the defence has not rolled";
    if (!done && decoyed && s.rolled != kNoRoll) return "a decoyed defence has one roll only";
    if (s.rolled == kNoRoll) return {};
    const auto shows = [&](const White& face) { return face.rolled == s.rolled && (!face.flag || declined_flag); };
    const bool known =
        std::ranges::any_of(std::span(white_).first(dice_[white].faces), shows) || (declined_flag && s.rolled == 1);
    return known ? "" : "the white die has no such roll";
}

template <class Wanted>
bool Rules::any_route(const State& s, Wanted&& wanted) const {
    if (s.carrier == at(Position::qb)) return false;
    const DieId id = s.carrier == at(Position::wr) ? wr_die : s.carrier == at(Position::te) ? te_die : rb_die;
    for (u8 face = 0; face < dice_[id].faces; ++face)
        if (route_[s.carrier][face].kind == RouteFace::Kind::route && wanted(route_[s.carrier][face], face))
            return true;
    return false;
}

// An injury of this very play may already be noted while its value was still whole.
bool Rules::value_fits(const State& s) const {
    const bool limps = (s.injured[at(s.offense)] & hurt_mask_ & (1U << s.carrier)) != 0;
    const auto worth = [&](int base) {
        const int whole = base + s.bonus;
        const int hurt = whole > 0 ? whole - 1 : 0;
        return limps ? s.value == hurt || (s.step == Step::endzone && s.value == whole) : s.value == whole;
    };
    if (s.carrier == at(Position::qb)) return worth(sneak_value_);
    return any_route(s, [&](const Route& route, u8) { return worth(route.value[at(s.offense)]); });
}

bool Rules::check_fits(const State& s) const {
    return any_route(s, [&](const Route& route, u8 face) {
        return face == s.route && (s.step == Step::intercept ? route.intercept_at[at(other(s.offense))] != 0
                                                             : route.decoy_at[at(s.offense)] != 0);
    });
}

bool Rules::decoy_possible(const State& s) const {
    return any_route(s, [&](const Route& route, u8) { return route.decoy_at[at(s.offense)] != 0; });
}

bool Rules::intercept_possible(const State& s) const {
    return any_route(s, [&](const Route& route, u8) { return route.intercept_at[at(other(s.offense))] != 0; });
}

} // namespace touchline::pocket_gridiron
