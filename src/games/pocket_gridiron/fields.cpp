// The fields of a Pocket Sports Gridiron position: written, read from outside, checked as bytes.
#include "games/fields.hpp"
#include "games/observation.hpp"
#include "games/pocket_gridiron/rules.hpp"

#include <fmt/format.h>

namespace touchline::pocket_gridiron {

namespace {

// D6: in a position given from outside; play may go beyond.
constexpr Range kScoreSet{0, 500};
constexpr Range kBonusSet{0, 99};
constexpr Range kScorePlayed{0, 60000};

constexpr std::array<std::string_view, 4> kPositionNames{name(Position::qb), name(Position::rb), name(Position::te),
                                                         name(Position::wr)};
constexpr std::array<std::string_view, 2> kModes{"basic", "pro"};
constexpr std::array<std::string_view, 2> kPhases{"series", "conversion"};
constexpr std::array<std::string_view, 2> kPlayMarks{"flag-declined", "decoyed"}; // PlayMark

bool play_is_clear(const State& s) { return s.bonus == 0 && s.scrambles == 0 && s.carrier == kNobody; }

} // namespace

template <class Fields>
void Rules::declare(Fields& field, State& s) const {
    const bool pro = settings_.mode == Mode::pro;
    const auto while_carried = [&s](auto value) {
        return [&s, value](JsonText& out) {
            if (s.carrier == kNobody) return out.value(nullptr);
            out.value(value());
        };
    };
    field("score", numbers(s.score, kScoreSet, kScorePlayed));
    field("offense", seat_if(s.step != Step::toss, s.offense));
    field("mode", own(kModes[pro ? 1 : 0], kModes));
    field("drives", numbers(s.drives, Range{0, settings_.drives}));
    int shown_quarter = quarter(s); // only the 5th means something
    field("quarter", touchline::number(shown_quarter, {1, 5}));
    s.overtime = shown_quarter == 5 ? 1 : 0;
    field("down", touchline::number(s.down, {1, downs_}));
    field("sacks", touchline::number(s.sacks, {0, sacks_for_safety_ - 1}));
    field("bonus", touchline::number(s.bonus, kBonusSet, {0, kMostBonus}));
    field("scrambles", touchline::number(s.scrambles, {0, scrambles_for_sack_ - 1}));
    field("phase", word(s.phase, kPhases));
    field("injured", per_seat([&](Seat seat) { return words(s.injured[at(seat)], kPositionNames); }));
    field("teams", nullable(pro, per_seat([&](Seat seat) { return own(sheet_.teams[settings_.team[seat]].id); })));
    field("returned", flag(s.returned));
    field("carrier", PlayField{"null", "", while_carried([&] { return kPositionNames[s.carrier]; }), kPositionNames});
    field("value", PlayField{"null", "number | null", while_carried([&] { return s.value; })});
    field("rolled", PlayField{"null", "number | null", [&](JsonText& out) {
                                  out.value(s.rolled != kNoRoll ? std::optional((s.rolled - 1) / 2) : std::nullopt);
                              }});
    int rolled = s.rolled != kNoRoll ? (s.rolled - 1) / 2 : 0;
    u8 has_rolled = s.rolled != kNoRoll ? 1 : 0;
    field.observed("carrier", WordField<u8>{s.carrier, kPositionNames, kNobody});
    field.observed("value", any_number(s.value));
    field.observed("has_rolled", flag(has_rolled));
    field.observed("rolled", any_number(rolled));
    field.observed("marks", words(s.marks, kPlayMarks));
}

// Observations (games/observation.hpp).
template void Rules::declare(FieldFloats&, State&) const;
template void Rules::declare(FieldLayout&, State&) const;

void Rules::write_fields(JsonText& out, const State& s) const { write_declared(out, *this, s); }
std::vector<FieldType> Rules::field_types() const { return declared_types(*this, start()); }

Expected<State, Reasons> Rules::set(const State&, const Json& given) const {
    State s = start();
    s.step = Step::qb;
    FieldReader in(given, kId);
    declare(in, s);
    for (Seat seat : kSeats)
        if (!in.has(fmt::format("drives.{}", name(seat)))) s.drives[at(seat)] = s.overtime != 0 ? 1 : settings_.drives;
    if (s.phase == Phase::conversion && !in.has("down")) s.down = downs_;
    check_fields(s, in.reasons);
    if (s.bonus == 0 && s.scrambles == 0) before_play(s); // else the quarterback goes on
    return in.result(s);
}

// What must hold between the fields, whatever the game waits for.
void Rules::check_fields(const State& s, Reasons& reasons) const {
    const bool pro = settings_.mode == Mode::pro;
    const bool converts = s.phase == Phase::conversion;
    const bool tries = converts || s.step == Step::after_touchdown || s.step == Step::pat;
    must(reasons, s.overtime == 0 || settings_.extra_drives, "quarter", 5, Message{"value.no-overtime"});
    for (Seat seat : kSeats) {
        const int drives = s.drives[at(seat)];
        must(reasons, s.overtime == 0 || drives <= 1, fmt::format("drives.{}", name(seat)), drives,
             Message{"pocket-gridiron/one-in-overtime"});
        must(reasons, settings_.injuries || s.injured[at(seat)] == 0, fmt::format("injured.{}", name(seat)),
             Message{"pocket-gridiron/somebody"}, Message{"value.nobody-hurt"});
    }
    must(reasons, !converts || s.down == downs_, "down", s.down,
         Message{"pocket-gridiron/in-conversion", {{"value", downs_}}});
    must(reasons, !converts || s.sacks == 0, "sacks", s.sacks,
         Message{"pocket-gridiron/in-conversion", {{"value", 0}}});
    must(reasons, !pro || s.bonus == 0, "bonus", s.bonus, Message{"pocket-gridiron/none-in-pro"});
    must(reasons, s.returned == 0 || (pro && tries), "returned", "true", Message{"pocket-gridiron/not-returned"});
    must(reasons, s.step == Step::over || s.returned != 0 || s.drives[at(s.offense)] != 0, "offense", name(s.offense),
         Message{"pocket-gridiron/drive-left"});
}

Message Rules::fault(const State& s) const {
    if (s.step > Step::over) return Message{"position.waits"};
    if (s.step == Step::toss) return s == start() ? Message{} : Message{"position.before-toss"};
    return declared_fault(*this, s, [&] { return s.overtime <= 1 && step_fits(s) && play_fits(s); });
}

// What each step needs to have come before it.
bool Rules::step_fits(const State& s) const {
    const bool pro = settings_.mode == Mode::pro;
    const bool last_down = s.down == downs_;
    if (one_of(s.step, {Step::audible, Step::intercept, Step::decoy, Step::runback}) && !pro) return false;
    if (one_of(s.step, {Step::fourth_down, Step::after_touchdown, Step::pat, Step::over}) && !play_is_clear(s))
        return false;
    if (one_of(s.step, {Step::fourth_down, Step::set_play, Step::recover, Step::kick, Step::after_touchdown, Step::pat,
                        Step::runback, Step::flag_on_offense, Step::blitz, Step::over}) &&
        s.phase != Phase::series)
        return false;
    if (one_of(s.step, {Step::flag_on_offense, Step::blitz})) return s.sacks + 1 == sacks_for_safety_;
    if (s.step == Step::fourth_down) return last_down;
    if (s.step == Step::set_play) return !pro && s.bonus > 0;
    if (s.step == Step::sack) return s.scrambles > 0;
    if (s.step == Step::kick) return last_down || (pro ? settings_.audible_kick : s.bonus > 0);
    return s.step != Step::over || (s.drives == std::array<u8, 2>{} && s.down == 1 && s.sacks == 0 && s.returned == 0 &&
                                    !(settings_.extra_drives && s.score[0] == s.score[1]));
}

// Carrier, value, rolls and marks of the play under way.
bool Rules::play_fits(const State& s) const {
    const bool flagged = s.step == Step::penalty || s.step == Step::flag_on_defense || s.step == Step::flag_on_offense;
    const bool checked = s.step == Step::intercept || s.step == Step::decoy;
    const bool unrolled = checked || s.step == Step::runback;
    const bool done = s.step == Step::endzone;
    if (!(flagged || unrolled || done || s.step == Step::defense || s.step == Step::blitz))
        return s.carrier == kNobody && s.value == 0 && s.rolled == kNoRoll && s.route == 0 && s.marks == 0;
    const bool declined_flag = (s.marks & kFlagDeclined) != 0;
    const bool decoyed = (s.marks & kDecoyed) != 0;
    if (s.carrier >= kNobody || s.marks > (kFlagDeclined | kDecoyed) || !value_fits(s)) return false;
    if (checked ? !check_fits(s) : s.route != 0) return false;
    if (unrolled && (s.marks != 0 || s.rolled != kNoRoll)) return false;
    if (flagged && declined_flag) return false; // a second flag on a play has no penalty
    if (s.step == Step::blitz && !declined_flag) return false;
    if (decoyed && (!any_route(s, [&](const Route& route, u8) { return route.decoy_at[at(s.offense)] != 0; }) ||
                    (!done && s.rolled != kNoRoll)))
        return false; // a decoyed defence has one roll
    if (s.step == Step::runback &&
        !any_route(s, [&](const Route& route, u8) { return route.intercept_at[at(other(s.offense))] != 0; }))
        return false;
    if (s.rolled == kNoRoll) return !done;
    const auto shows = [&](const White& face) { return face.rolled == s.rolled && (!face.flag || declined_flag); };
    return std::ranges::any_of(std::span(white_).first(dice_[white].faces), shows) || (declined_flag && s.rolled == 1);
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

} // namespace touchline::pocket_gridiron
