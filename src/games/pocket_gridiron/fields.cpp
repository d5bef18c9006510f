// The fields of a Pocket Sports Gridiron position: written, read from outside, checked as bytes.
#include "games/fields.hpp"
#include "games/observation.hpp"
#include "games/pocket_gridiron/rules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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
// Those that only some tables have.
constexpr std::array<std::string_view, 5> kAllPlayMarks{"flag-declined", "decoyed", "loose-ball", "point-after",
                                                        "flag-down"};
constexpr u8 kNobodyOpened = 2; // a seat, or none

// The injured positions of a seat; where injuries add up (R4), each as often as it was hurt.
struct InjuredField {
    State& s;
    Seat seat;
    const Rules& rules;

    [[nodiscard]] int count(std::size_t position) const {
        return static_cast<int>(injuries(s, seat, kPositions[position]));
    }
    void write(JsonText& out) const {
        out.open_list();
        for (std::size_t i = 0; i < kPositionNames.size(); ++i)
            for (int times = count(i); times > 0; --times) out.value(kPositionNames[i]);
        out.close_list();
    }
    void read(const Given& in) const {
        if (!rules.settings().injuries_add_up) {
            if (const auto named = in.words(kPositionNames)) s.injured[at(seat)] = static_cast<u8>(*named);
            return;
        }
        const auto counts = in.counted(kPositionNames);
        if (!counts) return;
        u8 once = 0;
        unsigned more = 0;
        for (Position position : kPositions) {
            const int times = (*counts)[at(position)];
            if (times == 0) continue;
            const auto most = static_cast<int>(rules.most_injuries(position));
            if (times > most)
                return in.wrong(
                    Message{"pocket-gridiron/most-injuries", {{"position", name(position)}, {"most", most}}});
            once |= bit(position);
            more += static_cast<unsigned>(times - 1) << 4 * at(position);
        }
        s.injured[at(seat)] = once;
        s.more_injuries[at(seat)] = static_cast<u16>(more);
    }
    [[nodiscard]] bool fits() const {
        return s.injured[at(seat)] >> kPositionNames.size() == 0 &&
               std::ranges::all_of(kPositions, [&](Position position) {
                   const bool once = (s.injured[at(seat)] & bit(position)) != 0;
                   const unsigned times = injuries(s, seat, position);
                   return once ? times <= rules.most_injuries(position) : times == 0;
               });
    }
    [[nodiscard]] static std::string type() { return "(" + union_of(kPositionNames) + ")[]"; }
    template <class Out>
    void observe(Out& out) const {
        if (!rules.settings().injuries_add_up) return out.some_of(s.injured[at(seat)], kPositionNames);
        out.counts(CountsField{kPositionNames.size(), kMostInjuries, true,
                               [](std::size_t i) { return kPositionNames[i]; },
                               [this](std::size_t i) { return count(i); }, [](std::size_t, int) {}});
    }
};

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
    field.shown("drives_each", FigureField{settings_.drives});
    int shown_quarter = quarter(s); // only the 5th means something
    field("quarter", touchline::number(shown_quarter, {1, 5}));
    if (shown_quarter == kOvertimeQuarter)
        s.period = Period::overtime;
    else if (s.period == Period::overtime)
        s.period = Period::regular;
    auto opened = opener_counts(s.period) ? static_cast<u8>(opener(s.period)) : kNobodyOpened;
    field.when(settings_.other_opens_half, [&] { field("opener", seat_or_null(opened, kNobodyOpened, Null::taken)); });
    if (s.period != Period::overtime)
        s.period = opened == kNobodyOpened ? Period::regular : opened_by(static_cast<Seat>(opened));
    field("down", touchline::number(s.down, {1, downs_}));
    field("sacks", touchline::number(s.sacks, {0, sacks_for_safety_ - 1}));
    field("bonus", touchline::number(s.bonus, kBonusSet, {0, kMostBonus}));
    field("scrambles", touchline::number(s.scrambles, {0, scrambles_for_sack_ - 1}));
    field("phase", word(s.phase, kPhases));
    field("injured", per_seat([&](Seat seat) { return InjuredField{s, seat, *this}; }));
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
    const bool more_marks = settings_.flags_everywhere || settings_.both_rolls_first;
    field.observed("marks", words(s.marks, more_marks ? Names(kAllPlayMarks) : Names(kPlayMarks)));
}

// Observations (games/observation.hpp).
template void Rules::declare(FieldFloats&, State&) const;
template void Rules::declare(FieldLayout&, State&) const;

void Rules::write_fields(JsonText& out, const State& s) const { write_declared(out, *this, s); }
void Rules::write_shown(JsonText& out, const State& s) const { write_declared_shown(out, *this, s); }
std::vector<FieldType> Rules::field_types() const { return declared_types(*this, start()); }

Expected<State, Reasons> Rules::set(const State&, const Json& given) const {
    State s = start();
    s.step = Step::qb;
    FieldReader in(given, kId);
    declare(in, s);
    for (Seat seat : kSeats)
        if (!in.has(fmt::format("drives.{}", name(seat))))
            s.drives[at(seat)] = s.period == Period::overtime ? 1 : settings_.drives;
    // R17: left out, the side that has used more drives, or the one on offence where both have used as many.
    if (settings_.other_opens_half) {
        const bool named = in.has("opener") && !given["opener"].is_null();
        must(in.reasons, s.period != Period::overtime || !named, "opener", dumped(given.value("opener", Json())),
             Message{"pocket-gridiron/opener"});
        const Seat used_more = s.drives[0] < s.drives[1] ? Seat::home : Seat::away;
        if (!in.has("opener") && in_first_half(s))
            s.period = opened_by(s.drives[0] == s.drives[1] ? s.offense : used_more);
    }
    if (s.phase == Phase::conversion && !in.has("down")) s.down = downs_;
    check_fields(s, in.reasons);
    if (s.bonus == 0 && s.scrambles == 0) before_play(s); // else the quarterback goes on
    return in.result(s);
}

// What must hold between the fields, whatever the game waits for.
void Rules::check_fields(const State& s, Reasons& reasons) const {
    const bool pro = settings_.mode == Mode::pro;
    const bool converts = s.phase == Phase::conversion;
    const bool tries = converts || tries_point(s);
    const bool overtime = s.period == Period::overtime;
    if (settings_.other_opens_half)
        must(reasons, opener_counts(s.period) == in_first_half(s), "opener",
             opener_counts(s.period) ? name(opener(s.period)) : "null", Message{"pocket-gridiron/opener"});
    must(reasons, !overtime || settings_.extra_drives, "quarter", 5, Message{"value.no-overtime"});
    for (Seat seat : kSeats) {
        const int drives = s.drives[at(seat)];
        must(reasons, !overtime || drives <= 1, fmt::format("drives.{}", name(seat)), drives,
             Message{"pocket-gridiron/one-in-overtime"});
        must(reasons, settings_.injuries || s.injured[at(seat)] == 0, fmt::format("injured.{}", name(seat)),
             Message{"pocket-gridiron/somebody"}, Message{"value.nobody-hurt"});
    }
    must(reasons, !converts || s.down == downs_ || settings_.conversion_downs, "down", s.down,
         Message{"pocket-gridiron/in-conversion", {{"value", downs_}}});
    must(reasons, !converts || s.sacks == 0, "sacks", s.sacks,
         Message{"pocket-gridiron/in-conversion", {{"value", 0}}});
    must(reasons, !pro || s.bonus == 0, "bonus", s.bonus, Message{"pocket-gridiron/none-in-pro"});
    must(reasons, s.returned == 0 || (pro && tries), "returned", "true", Message{"pocket-gridiron/not-returned"});
    must(reasons, s.step == Step::over || s.returned != 0 || s.drives[at(s.offense)] != 0, "offense", name(s.offense),
         Message{"pocket-gridiron/drive-left"});
}

Message Rules::fault(const State& s) const {
    if (at(s.step) >= kStepCount) return Message{"position.waits"};
    if (s.period > (settings_.other_opens_half ? Period::opened_by_away : Period::overtime))
        return Message{"position.out-of-range", {{"field", "quarter"}}};
    if (s.step == Step::toss) return s == start() ? Message{} : Message{"position.before-toss"};
    return declared_fault(*this, s, [&] { return step_fits(s) && play_fits(s); });
}

// What each step needs to have come before it.
bool Rules::step_fits(const State& s) const {
    const bool pro = settings_.mode == Mode::pro;
    const bool last_down = s.down == downs_;
    if (one_of(s.step, {Step::audible, Step::intercept, Step::decoy, Step::runback, Step::pick}) && !pro) return false;
    if ((s.step == Step::rush && !settings_.sack_is_offered) || (s.step == Step::pick && !settings_.return_is_offered))
        return false;
    if (one_of(s.step, {Step::fourth_down, Step::after_touchdown, Step::pat, Step::over}) && !play_is_clear(s))
        return false;
    if (one_of(s.step, {Step::fourth_down, Step::set_play, Step::kick, Step::after_touchdown, Step::pat, Step::runback,
                        Step::flag_on_offense, Step::blitz, Step::over, Step::pick}) &&
        s.phase != Phase::series)
        return false;
    if ((s.step == Step::recover || (s.marks & kLooseBall) != 0) && s.phase != Phase::series && last_down) return false;
    if (one_of(s.step, {Step::flag_on_offense, Step::blitz}))
        return settings_.decline_any_foul || s.sacks + 1 == sacks_for_safety_;
    if (s.step == Step::fourth_down) return last_down;
    if (s.step == Step::set_play) return !pro && s.bonus > 0;
    if (s.step == Step::sack || s.step == Step::rush) return s.scrambles > 0;
    if (s.step == Step::kick) return last_down || (pro ? settings_.audible_kick : s.bonus > 0);
    return s.step != Step::over || (s.drives == std::array<u8, 2>{} && s.down == 1 && s.sacks == 0 && s.returned == 0 &&
                                    !(settings_.extra_drives && s.score[0] == s.score[1]));
}

// Carrier, value, rolls and marks of the play under way.
bool Rules::play_fits(const State& s) const {
    const bool flagged = s.step == Step::penalty || s.step == Step::flag_on_defense || s.step == Step::flag_on_offense;
    const bool checked = s.step == Step::intercept || s.step == Step::decoy;
    const bool run = s.step == Step::runback || s.step == Step::pick;
    const bool unrolled = checked || run;
    if ((s.marks & (kLooseBall | kPointAfter)) != 0) return other_flag_fits(s);
    const bool done = s.step == Step::endzone;
    if (!(flagged || unrolled || done || s.step == Step::defense || s.step == Step::blitz))
        return s.carrier == kNobody && s.value == 0 && s.rolled == kNoRoll && s.route == 0 && s.marks == 0;
    const bool declined_flag = (s.marks & kFlagDeclined) != 0;
    const bool decoyed = (s.marks & kDecoyed) != 0;
    const bool flag_down = (s.marks & kFlagDown) != 0; // R16
    if (s.carrier >= kNobody || (s.marks & ~(kFlagDeclined | kDecoyed | kFlagDown)) != 0 || !value_fits(s))
        return false;
    if (flag_down &&
        (!settings_.both_rolls_first || s.step != Step::defense || declined_flag || decoyed || s.rolled != kNoRoll))
        return false;
    if (checked ? !check_fits(s) : s.route != 0) return false;
    if (unrolled && (s.marks != 0 || s.rolled != kNoRoll)) return false;
    if (flagged && declined_flag) return false; // a second flag on a play has no penalty
    if (s.step == Step::blitz && !declined_flag) return false;
    if (decoyed && (!any_route(s, [&](const Route& route, u8) { return route.decoy_at[at(s.offense)] != 0; }) ||
                    (!done && s.rolled != kNoRoll)))
        return false; // a decoyed defence has one roll
    if (run && !any_route(s, [&](const Route& route, u8) { return route.intercept_at[at(other(s.offense))] != 0; }))
        return false;
    if (s.rolled == kNoRoll) // R16: a penalty may come after both rolls, where there are two
        return !done && !(flagged && settings_.both_rolls_first && !decoyed);
    const auto shows = [&](const White& face) {
        return face.rolled == s.rolled && (!face.flag || declined_flag || (flagged && settings_.both_rolls_first));
    };
    return std::ranges::any_of(std::span(white_).first(dice_[white].faces), shows) || (declined_flag && s.rolled == 1);
}

// R20: a flag on the roll for a loose ball or against a point after, and that roll made again.
bool Rules::other_flag_fits(const State& s) const {
    const bool declined_flag = (s.marks & kFlagDeclined) != 0;
    const u8 on = s.marks & static_cast<u8>(~kFlagDeclined);
    if (!settings_.flags_everywhere || (on != kLooseBall && on != kPointAfter)) return false;
    if (s.carrier != kNobody || s.value != 0 || s.rolled != kNoRoll || s.route != 0) return false;
    if (on == kPointAfter)
        return s.phase == Phase::series && play_is_clear(s) && s.step == (declined_flag ? Step::pat : Step::penalty);
    if (declined_flag) return s.step == Step::recover || s.step == Step::blitz;
    return one_of(s.step, {Step::penalty, Step::flag_on_defense, Step::flag_on_offense});
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
    const auto carrier = static_cast<Position>(s.carrier);
    const int hurt = can_be_hurt(carrier) ? static_cast<int>(injuries(s, s.offense, carrier)) : 0;
    const auto worth = [&](int base) {
        const int whole = base + s.bonus;
        return s.value == std::max(whole - hurt, 0) ||
               (hurt > 0 && s.step == Step::endzone && s.value == std::max(whole - hurt + 1, 0));
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
