// The fields of a Pocket Sports Rugby position: written, read from outside, checked as bytes.
#include "games/fields.hpp"
#include "games/observation.hpp"
#include "games/pocket_rugby/rules.hpp"

#include <fmt/format.h>

namespace touchline::pocket_rugby {

namespace {

constexpr Range kYellowSet{0, 254}; // D3: so that one more still counts in a byte
constexpr Range kAnyByte{0, 255};

// What a phase has in hand.
struct Hand {
    bool run; // a face and its value
    bool tackle;
    bool range;
    bool carrier;
    bool quick_tap; // may still be running
    bool reset_tap; // may have been reset (R27)
    bool hit;       // may follow a tackle that ended with a big hit (R2)

    Hand(Phase phase, const Options& options)
        : run(one_of(phase, {Phase::try_decoy, Phase::decoy, Phase::try_intercept, Phase::intercept, Phase::maul,
                             Phase::stop_maul, Phase::first_tackle, Phase::only_tackle, Phase::second_tackle,
                             Phase::big_hit, Phase::ruck})),
          tackle(one_of(phase, {Phase::second_tackle, Phase::big_hit, Phase::ruck})),
          range(one_of(phase, {Phase::drop_goal, Phase::try_charge_down, Phase::charge_down, Phase::drop_kick,
                               Phase::conversion_kick, Phase::penalty_kick}) ||
                (phase == Phase::penalty && options.range_before_choice)),
          carrier(run || one_of(phase, {Phase::forward, Phase::centre, Phase::wing, Phase::back, Phase::pass,
                                        Phase::try_, Phase::drop_range, Phase::drop_goal, Phase::try_charge_down,
                                        Phase::charge_down, Phase::drop_kick})),
          quick_tap(carrier || phase == Phase::scrum_half),
          reset_tap(options.penalty_resets_tap && one_of(phase, {Phase::card_check, Phase::card, Phase::penalty_range,
                                                                 Phase::penalty, Phase::penalty_kick})),
          hit(options.hits_in_a_row && quick_tap && !tackle && phase != Phase::try_) {}
};

} // namespace

template <class Fields>
void Rules::declare(Fields& field, State& s) const {
    const Ball& ball = s.ball;
    const int most = std::max(full_time(Weather::off), full_time(Weather::rain)) - 1;
    const auto unless_none = [](u8 byte, auto value) {
        return PlayField{"null", "number | null", [byte, value](JsonText& out) {
                             if (byte == kNone) return out.value(nullptr);
                             out.value(value());
                         }};
    };
    field("score", numbers(s.score, Range{0, most}, kAnyByte));
    field("offense", seat_or_null(s.offense, kNone));
    field("half", number(s.half, {1, 2}));
    field("first_attack", seat_or_null(s.first_attack, kNone));
    field("cards", numbers(s.cards, Range{0, 2}));
    field("yellow_total", numbers(s.yellow_total, kYellowSet, kAnyByte));
    field("quick_tap", number(s.quick_tap, {0, sheet().quick_tap_runs}));
    field("injured", per_seat([&](Seat seat) { return words(s.injured[place(seat)], kPositionNames); }));
    // `roll` is no weather that a position can have.
    field("weather",
          WordField<Weather>{s.weather, kWeatherNames, {}, false, true, Names(kWeatherNames).first(kWeathers - 1)});
    const auto due_at = [&](int points) {
        return per_seat([&](Seat seat) { return FigureField{due(points, s, seat)}; });
    };
    field.shown("half_time", due_at(half_time(s.weather)));
    field.shown("full_time", due_at(full_time(s.weather)));
    field("teams", per_seat([&](Seat seat) { return own(options().teams[seat]); }));
    field("carrier", word_or_null(s.ball.carrier, kPositionNames, kNone));
    field("value", unless_none(ball.value, [&] { return ball.value; }));
    // Between two tackles the byte has the big hit that the last one ended with (R2).
    const bool rolled = one_of(s.phase, {Phase::second_tackle, Phase::big_hit, Phase::ruck});
    field("tackle", unless_none(rolled ? ball.tackle : kNone, [&] { return tackle_count(s, ball.tackle); }));
    field("range", unless_none(ball.range, [&] { return range_metres(ball.range); }));
    field.when(hits_in_a_row_, [&] {
        u8 hit = ball.tackle != kNone && !rolled ? 1 : 0;
        field("big_hit", flag(hit));
        if (hit != 0 && ball.tackle == kNone) s.ball.tackle = lasting_hit().value_or(kNone); // as it was given
    });
    // Counted only to be observed: `fault` is asked about faces and seats that no match has.
    if constexpr (std::is_same_v<Fields, FieldFloats> || std::is_same_v<Fields, FieldLayout>) {
        int run = ball.value == kNone ? 0 : ball.value;
        int tackle = ball.tackle == kNone || !rolled ? 0 : tackle_count(s, ball.tackle);
        int metres = ball.range == kNone ? 0 : range_metres(ball.range);
        field.observed("value", any_number(run));
        field.observed("tackle", any_number(tackle));
        field.observed("range", any_number(metres));
    }
}

// Observations (games/observation.hpp).
template void Rules::declare(FieldFloats&, State&) const;
template void Rules::declare(FieldLayout&, State&) const;

void Rules::write_fields(JsonText& out, const State& s) const { write_declared(out, *this, s); }
void Rules::write_shown(JsonText& out, const State& s) const { write_declared_shown(out, *this, s); }
std::vector<FieldType> Rules::field_types() const { return declared_types(*this, start()); }

// What must hold between the fields, whatever the match waits for.
void Rules::check_fields(const State& s, Reasons& reasons) const {
    for (Seat seat : kSeats) {
        const int cards = s.cards[place(seat)];
        const int total = s.yellow_total[place(seat)];
        const bool forgotten = s.half == 2 && total == 1;
        must(reasons, cards == std::min(total, 2) || (forgotten && cards == 0), fmt::format("cards.{}", name(seat)),
             cards,
             Message{"pocket-rugby/yellow-total",
                     {{"cards", forgotten ? Filling(Message{"pocket-rugby/zero-or-one"}) : Filling(std::min(total, 2))},
                      {"total", total}}});
        must(reasons, options().injuries || s.injured[place(seat)] == 0, fmt::format("injured.{}", name(seat)),
             Message{"pocket-rugby/somebody"}, Message{"value.nobody-hurt"});
    }
}

Expected<State, Reasons> Rules::set(const State& now, const Json& given) const {
    State s;
    s.phase = Phase::scrum_half;
    s.weather = now.weather == Weather::roll ? Weather::fine : now.weather;
    s.first_attack = 0;
    FieldReader in(given, kId);
    declare(in, s);
    if (!in.has("offense")) s.offense = s.first_attack;
    const int full = full_time(s.weather);
    for (Seat seat : kSeats) {
        const std::size_t at = place(seat);
        must(in.reasons, s.score[at] < full, fmt::format("score.{}", name(seat)), s.score[at],
             Message{"pocket-rugby/below", {{"most", full}}});
        if (!in.has(fmt::format("yellow_total.{}", name(seat)))) s.yellow_total[at] = s.cards[at];
    }
    if (options().points_together && !in.failed("score")) // R19
        must(in.reasons, !decided(s.weather, s.score[0], s.score[1]), "score",
             fmt::format("{}–{}", s.score[0], s.score[1]), Message{"pocket-rugby/below-together", {{"most", full}}});
    const int half = counted(s.score[0], s.score[1]) >= half_time(s.weather) ? 2 : 1;
    if (in.has("half") && !in.failed("score"))
        must(in.reasons, s.half == half, "half", s.half,
             Message{"pocket-rugby/half", {{"half", half}, {"home", s.score[0]}, {"away", s.score[1]}}});
    s.half = static_cast<u8>(half);
    if (!in.failed("cards") && !in.failed("yellow_total")) check_fields(s, in.reasons);
    if (s.ball.carrier != kNone) s.phase = static_cast<Phase>(place(Phase::forward) + s.ball.carrier);
    return in.result(s);
}

Message Rules::fault(const State& s) const {
    if (place(s.phase) >= kPhases) return Message{"position.waits"};
    if (s.phase == Phase::weather || s.phase == Phase::toss) {
        State before = start();
        if (s.phase == Phase::toss && before.weather == Weather::roll) {
            before.weather = s.weather == Weather::off ? Weather::roll : s.weather;
            before.phase = Phase::toss;
        }
        const bool rolled = s.phase == Phase::weather || s.weather != Weather::roll;
        return s == before && rolled && s.weather <= Weather::roll ? Message{} : Message{"position.before-toss"};
    }
    if (s.weather >= Weather::roll) return Message{"pocket-rugby/no-weather"};
    return declared_fault(*this, s,
                          [&] { return s.offense <= 1 && s.first_attack <= 1 && match_fits(s) && ball_fits(s); });
}

// Scores, half and quick tap.
bool Rules::match_fits(const State& s) const {
    const int full = full_time(s.weather);
    const int own = s.score[s.offense];
    const int others = s.score[s.offense ^ 1];
    const bool over = s.phase == Phase::over;
    const bool conversion = s.phase == Phase::conversion_range || s.phase == Phase::conversion_kick;
    const int most = std::max({try_points_, drop_goal_points_, penalty_goal_points_, try_points_ + conversion_points_});
    // R18: a conversion is taken while it can change the winner.
    const bool ends = decided(s.weather, own, others) && !(conversion && own < others);
    if (others >= full || ends != over || own >= full + most) return false;
    if (conversion && own < try_points_) return false;
    // R18: half time is called after the conversion.
    if (!over && s.half != (counted(conversion ? own - try_points_ : own, others) >= half_time(s.weather) ? 2 : 1))
        return false;
    const Hand hand(s.phase, options());
    return s.quick_tap == 0 || hand.quick_tap || (hand.reset_tap && s.quick_tap == quick_tap_runs_);
}

// R2: a run that is on keeps its value when its man is injured by a first roll.
bool Rules::value_fits(const State& s) const {
    if (s.ball.value == run_value(s)) return true;
    State sound = s;
    sound.injured[s.offense] = static_cast<u8>(s.injured[s.offense] & ~(1U << s.ball.carrier));
    return hits_in_a_row_ && Hand(s.phase, options()).tackle && big_hit_[s.ball.tackle] &&
           s.ball.value == run_value(sound);
}

// Carrier, run, tackle, range: what the phase needs is there and fits, what it does not need is not.
bool Rules::ball_fits(const State& s) const {
    const Hand hand(s.phase, options());
    const Ball& ball = s.ball;
    const bool asked = one_of(s.phase, {Phase::try_decoy, Phase::try_intercept, Phase::try_charge_down}); // R8
    const bool by_card = asked || one_of(s.phase, {Phase::decoy, Phase::intercept, Phase::maul, Phase::stop_maul,
                                                   Phase::only_tackle, Phase::charge_down});
    if (by_card && !cards_in_play_) return false;
    if (asked && !may_attempt_) return false;
    if (s.phase == Phase::card_check && penalty_phase(s) != Phase::card_check) return false;
    if (ball.thrown > (s.phase == Phase::lineout ? 1 : 0)) return false;
    if ((ball.carrier != kNone) != hand.carrier || (ball.face != kNone) != hand.run ||
        (ball.value != kNone) != hand.run || (ball.range != kNone) != hand.range)
        return false;
    if (hand.tackle ? ball.tackle == kNone : ball.tackle != kNone && !(hand.hit && ball.tackle == lasting_hit()))
        return false;
    const auto shown = [&](Event event, u8 face) { return face < kFaces && canon_[place(event)][face] == face; };
    if (hand.range && !shown(Event::range, ball.range)) return false;
    if (hand.tackle && !shown(Event::tackle, ball.tackle)) return false;
    if (!hand.carrier) return true;
    if (s.phase >= Phase::forward && s.phase <= Phase::back && place(s.phase) - place(Phase::forward) != ball.carrier)
        return false;
    const Die<FaceKind>& kinds = kind_[ball.carrier];
    const auto shows = [&](FaceKind kind) { return std::ranges::find(kinds, kind) != kinds.end(); };
    if ((s.phase == Phase::drop_range || hand.range) && !shows(FaceKind::drop_goal)) return false;
    if (s.phase == Phase::pass && !shows(FaceKind::drop_goal) && !shows(FaceKind::pass)) return false;
    if (s.phase == Phase::try_ && !shows(FaceKind::run)) return false;
    if (!hand.run) return true;
    if (!shown(static_cast<Event>(place(Event::forward) + ball.carrier), ball.face) ||
        kinds[ball.face] != FaceKind::run || !value_fits(s))
        return false;
    const Move move = move_[ball.carrier][ball.face];
    if (one_of(s.phase, {Phase::try_decoy, Phase::decoy, Phase::only_tackle})) return move == Move::decoy;
    if (one_of(s.phase, {Phase::try_intercept, Phase::intercept})) return move == Move::intercept;
    if (one_of(s.phase, {Phase::maul, Phase::stop_maul})) return move == Move::maul && can_pass(s, Phase::stop_maul);
    return !one_of(s.phase, {Phase::big_hit, Phase::ruck}) ||
           (hit_up_[ball.carrier][ball.face] && big_hit_[ball.tackle]);
}

} // namespace touchline::pocket_rugby
