// The rules of Pocket Sports Gridiron, basic and pro, by the sequence of play:
//   1 toss and drives      2 the fourth down       3 the quarterback        4 the position die
//   5 the defence          6 flags                 7 the end zone           8 touchdown and try
//   9 field goal          10 the next drive        and pro mode: audible, intercept, decoy, return
// Steps and rulings are cited as on the rules page (docs/rules/pocket-gridiron.md).
#pragma once

#include "games/concepts.hpp"
#include "games/pocket_gridiron/state.hpp"

#include <algorithm>

namespace touchline::pocket_gridiron {

enum class Mode : u8 { basic, pro };

// The options of a game; figures where the sheet and the mode have been asked already.
struct Settings {
    Mode mode = Mode::basic;
    BySeat<u8> team{};         // pro: which card of the sheet
    bool extra_drives = false; // R1
    bool injuries = true;
    bool zero_when_declined = false; // R2
    bool only_runners_hurt = false;  // R4
    bool scorer_goes_on = false;     // R8
    bool audible_kick = true;        // R12
    u8 drives = 8;
};

struct Rules {
    using State = pocket_gridiron::State;
    using Sheet = pocket_gridiron::Sheet;
    static constexpr std::string_view kId = "pocket-gridiron";
    static constexpr std::string_view kName = "Pocket Sports Gridiron";

    enum Event : u8 {
        ev_toss,
        ev_fourth_down,
        ev_qb,
        ev_wr,
        ev_te,
        ev_rb,
        ev_sack,
        ev_set_play,
        ev_audible,
        ev_recover,
        ev_skill,
        ev_return,
        ev_defense,
        ev_penalty,
        ev_flag,
        ev_endzone,
        ev_after_touchdown,
        ev_pat,
        ev_kick,
    };
    enum Choice : u8 {
        play_on,
        field_goal,
        roll_on,
        accept,
        decline,
        kick_point,
        conversion,
        call_wr,
        call_te,
        call_rb
    };

    [[nodiscard]] static Sheet read_sheet(const SheetTable& root) { return pocket_gridiron::read_sheet(root); }
    [[nodiscard]] static std::vector<OptionSpec> option_specs(const Sheet& sheet);
    [[nodiscard]] static OrRefusal<Rules> make(const Sheet& sheet, const OptionValues& options);

    [[nodiscard]] const Settings& settings() const { return settings_; }
    [[nodiscard]] const Sheet& sheet() const { return sheet_; }

    // Step 1: the toss is the first event.
    [[nodiscard]] State start() const {
        State s;
        s.drives = {settings_.drives, settings_.drives};
        return s;
    }

    [[nodiscard]] Turn turn(const State& s) const {
        const StepInfo& info = kSteps[at(s.step)];
        return {info.kind, info.event, info.by_defense ? other(s.offense) : s.offense, info.count};
    }

    [[nodiscard]] ActionList legal(const State& s, Seat seat) const;
    void play(State& s, Action action) const;

    template <class Each>
    void chances(const State& s, Each&& each) const {
        const Die& die = dice_[kSteps[at(s.step)].die];
        for (u8 face = 0; face < die.faces; ++face) each(Outcome{face}, Weight{die.weight[face]});
    }

    template <class Source>
    [[nodiscard]] Outcome sample(const State& s, Source& source) const {
        return {drawn_[at(s.step)][source.below(s.step == Step::toss ? 2 : kSides)]};
    }

    void resolve(State& s, Outcome fallen) const;

    // Step 10: more points win.
    [[nodiscard]] Result result(const State& s) const {
        if (s.score[0] == s.score[1]) return Result::draw;
        return s.score[0] > s.score[1] ? Result::home : Result::away;
    }
    [[nodiscard]] BySeat<int> score(const State& s) const { return {s.score[0], s.score[1]}; }
    [[nodiscard]] std::optional<Seat> offense(const State& s) const {
        return s.step == Step::toss ? std::nullopt : std::optional(s.offense);
    }
    // 1 to 4 by the drives finished, 5 in overtime.
    [[nodiscard]] int quarter(const State& s) const {
        if (s.overtime != 0) return 5;
        const int finished = 2 * settings_.drives - s.drives[0] - s.drives[1];
        return std::min(4, 1 + 2 * finished / settings_.drives);
    }

    // Words (text.cpp).
    [[nodiscard]] std::string_view event_name(u8 event) const;
    [[nodiscard]] std::string_view action_name(const State& s, Action action) const;
    [[nodiscard]] Tokens tokens(const State& s, Outcome fallen) const;
    [[nodiscard]] Expected<Outcome, std::string> outcome(const State& s,
                                                         std::span<const std::string_view> tokens) const;
    [[nodiscard]] std::vector<std::vector<std::string_view>> faces(const State& s) const;
    void write_fields(JsonText& out, const State& s) const;
    [[nodiscard]] Expected<State, std::vector<std::string>> set(const State& now, const Json& given) const;
    [[nodiscard]] std::string fault(const State& s) const;
    void narrate(const Moment<State>& moment, Narration& out) const;

    // Step 2: what a play begins with.
    void before_play(State& s) const {
        s.step = s.phase == Phase::series && s.down == downs_ ? Step::fourth_down : Step::qb;
    }
    // Step 10: the drive that comes after one that is over and counted, `next` being the side whose turn it is.
    void next_drive(State& s, Seat next) const;

    // The number that a face of the black die shows at a kick or a skill check.
    [[nodiscard]] int number(Outcome fallen) const { return number_[fallen.code]; }
    // What a face of the white die counts.
    [[nodiscard]] int white_value(Outcome fallen) const { return white_[fallen.code].value; }
    [[nodiscard]] bool white_flag(Outcome fallen) const { return white_[fallen.code].flag; }

private:
    friend class Teller; // narrate.cpp

    enum DieId : u8 { toss_coin, red, wr_die, te_die, rb_die, white, yellow, black, black_number, no_die };

    struct StepInfo {
        TurnKind kind;
        u8 event;
        bool by_defense;
        u8 count;
        u8 die;
    };
    static constexpr std::array<StepInfo, kStepCount> kSteps{{
        {TurnKind::chance, ev_toss, false, 1, toss_coin},
        {TurnKind::choice, ev_fourth_down, false, 0, no_die},
        {TurnKind::chance, ev_qb, false, 1, red},
        {TurnKind::chance, ev_wr, false, 1, wr_die},
        {TurnKind::chance, ev_te, false, 1, te_die},
        {TurnKind::chance, ev_rb, false, 1, rb_die},
        {TurnKind::chance, ev_sack, true, 1, white},
        {TurnKind::chance, ev_sack, true, 1, white},
        {TurnKind::choice, ev_set_play, false, 0, no_die},
        {TurnKind::choice, ev_audible, false, 0, no_die},
        {TurnKind::chance, ev_recover, true, 1, white},
        {TurnKind::chance, ev_skill, true, 1, black_number},
        {TurnKind::chance, ev_skill, false, 1, black_number},
        {TurnKind::chance, ev_return, true, 1, black},
        {TurnKind::chance, ev_defense, true, 1, white},
        {TurnKind::chance, ev_penalty, true, 1, yellow},
        {TurnKind::choice, ev_flag, false, 0, no_die},
        {TurnKind::choice, ev_flag, true, 0, no_die},
        {TurnKind::chance, ev_endzone, false, 1, black},
        {TurnKind::choice, ev_after_touchdown, false, 0, no_die},
        {TurnKind::chance, ev_pat, true, 1, white},
        {TurnKind::chance, ev_kick, false, 1, black_number},
        {TurnKind::over, 0, false, 0, no_die},
    }};

    // A die with equal faces merged: an outcome is the number of a face.
    struct Die {
        std::array<std::string, kSides> name;
        std::array<u8, kSides> weight{};
        std::array<u8, kSides> face_of_side{};
        u8 faces = 0;
        u8 sides = 0;
    };
    // A face of a position die, its value with the favoured bonus of each seat's card.
    struct Route {
        RouteFace::Kind kind{};
        std::array<u8, 2> value{};
        std::array<u8, 2> intercept_at{}; // by the seat on defence: the check to pass, 0 for none
        std::array<u8, 2> decoy_at{};     // by the seat on offence
    };
    struct White {
        u8 value = 0;
        u8 rolled = 0; // as State::rolled
        bool pat_block = false, recover = false, sack = false, injury = false, flag = false;
    };

    static constexpr std::string_view kCoin[2] = {"home", "away"};

    void compile();
    [[nodiscard]] Route compile_route(const RouteFace& face) const;
    template <class Name, class Fill>
    void compile_die(DieId id, Name&& name, Fill&& fill);

    static void clear_play(State& s) {
        s.bonus = s.value = 0;
        s.scrambles = s.route = s.marks = 0;
        s.carrier = kNobody;
        s.rolled = kNoRoll;
    }
    void call(State& s, Call call) const;
    // Whose die a step from wr to rb rolls.
    [[nodiscard]] static constexpr Position receiver(Step step) { return kReceivers[at(step) - at(Step::wr)]; }
    void carry(State& s, Position carrier, unsigned value) const;
    void route(State& s, Position carrier, Outcome fallen) const;
    void decoy_or_defense(State& s, const Route& route) const;
    void sacked(State& s) const;
    void cost_down(State& s) const;
    void flagged(State& s, bool by_defense) const;
    void declined(State& s) const;
    void defend(State& s, const White& roll) const;
    void stand(State& s, u8 rolled) const;
    void tackle(State& s, unsigned sum) const;
    void end_zone(State& s, BlackFace::Word word) const;
    void returned(State& s, BlackFace::Word word) const;
    void add(State& s, Seat seat, u8 points) const { s.score[at(seat)] = static_cast<u16>(s.score[at(seat)] + points); }
    void end_try(State& s) const;
    void end_drive(State& s, Seat next) const;

    // Parts of set() and fault().
    void read_table_fields(const Json& given, std::vector<std::string>& reasons) const;
    [[nodiscard]] std::string fault_of_figures(const State& s) const;
    [[nodiscard]] std::string fault_of_step(const State& s) const;
    [[nodiscard]] std::string fault_of_play(const State& s) const;
    template <class Wanted>
    [[nodiscard]] bool any_route(const State& s, Wanted&& wanted) const;
    [[nodiscard]] bool value_fits(const State& s) const;
    [[nodiscard]] bool check_fits(const State& s) const;
    [[nodiscard]] bool decoy_possible(const State& s) const;
    [[nodiscard]] bool intercept_possible(const State& s) const;

    Settings settings_;
    Sheet sheet_;
    std::array<Die, 10> dice_;
    std::array<std::array<u8, kSides>, kStepCount> drawn_{}; // by step and side of its die: the face
    std::array<Call, kSides> call_{};
    std::array<std::array<Route, kSides>, 4> route_{};
    std::array<White, kSides> white_{};
    std::array<bool, kSides> foul_by_defense_{};
    std::array<BlackFace::Word, kSides> word_{};
    std::array<u8, kSides> number_{};
    u8 downs_ = 4;
    u8 sacks_for_safety_ = 3;
    u8 scrambles_for_sack_ = 3;
    u8 field_goal_at_least_ = 5;
    u8 sneak_value_ = 4;
    u8 touchdown_ = 6, kick_ = 1, conversion_ = 2, field_goal_ = 3, safety_ = 2;
    u8 hurt_mask_ = 0; // the positions that an injury can hurt (R4)
};

// ---- Choices -------------------------------------------------------------------------------------------------------

inline ActionList Rules::legal(const State& s, Seat) const {
    switch (s.step) {
    case Step::fourth_down: return {Action{play_on}, Action{field_goal}};
    case Step::set_play: return {Action{roll_on}, Action{field_goal}};
    case Step::audible:
        // R12, and no field goal in a conversion.
        if (settings_.audible_kick && s.phase == Phase::series)
            return {Action{call_wr}, Action{call_te}, Action{call_rb}, Action{field_goal}};
        return {Action{call_wr}, Action{call_te}, Action{call_rb}};
    case Step::flag_on_defense:
    case Step::flag_on_offense: return {Action{accept}, Action{decline}};
    case Step::after_touchdown: return {Action{kick_point}, Action{conversion}};
    default: return {};
    }
}

inline void Rules::play(State& s, Action action) const {
    switch (static_cast<Choice>(action.code)) {
    case play_on:
    case roll_on: s.step = Step::qb; return;
    case field_goal: s.step = Step::kick; return; // R5, R12
    case call_wr: s.step = Step::wr; return;      // R9
    case call_te: s.step = Step::te; return;
    case call_rb: s.step = Step::rb; return;
    case kick_point: s.step = Step::pat; return;
    case conversion: // Step 8, R7: as if on the last down
        s.phase = Phase::conversion;
        s.down = downs_;
        s.sacks = 0;
        s.step = Step::qb;
        return;
    case accept:
        if (s.step == Step::flag_on_offense) return cost_down(s);
        clear_play(s); // Step 6: no down is used, the next play is 1st down; a conversion is replayed
        if (s.phase == Phase::series) s.down = 1;
        return before_play(s);
    case decline:
        s.marks |= kFlagDeclined;
        if (s.step == Step::flag_on_offense)
            s.step = Step::blitz; // Step 6, R3
        else
            declined(s);
        return;
    }
}

// ---- Chance --------------------------------------------------------------------------------------------------------

[[gnu::always_inline]] inline void Rules::resolve(State& s, Outcome fallen) const {
    const std::size_t face = fallen.code;
    switch (s.step) {
    case Step::toss: // Step 1
        s.offense = static_cast<Seat>(face);
        return before_play(s);
    case Step::qb: return call(s, call_[face]);
    case Step::wr:
    case Step::te:
    case Step::rb: return route(s, receiver(s.step), fallen);
    case Step::defense: return defend(s, white_[face]);
    case Step::endzone: return end_zone(s, word_[face]);
    case Step::sack: // Step 3; R6: a flag is ignored
        if (white_[face].sack) return sacked(s);
        s.step = Step::qb;
        return;
    case Step::blitz: // Step 6: the third sack or on with the play
        if (white_[face].sack) return sacked(s);
        return declined(s);
    case Step::recover: // Step 4, R20
        if (white_[face].recover) return end_drive(s, other(s.offense));
        return cost_down(s);
    case Step::penalty: return flagged(s, foul_by_defense_[face]);
    case Step::pat: // Step 8
        if (!white_[face].pat_block) add(s, s.offense, kick_);
        return end_try(s);
    case Step::kick: // Step 9
        if (number_[face] + s.bonus >= field_goal_at_least_) add(s, s.offense, field_goal_);
        return end_drive(s, other(s.offense));
    case Step::intercept: { // Pro: before anything else on the route
        const Route& thrown = route_[s.carrier][s.route];
        if (number_[face] < thrown.intercept_at[at(other(s.offense))]) return decoy_or_defense(s, thrown);
        if (s.phase == Phase::conversion) return cost_down(s); // without a return
        s.route = 0;
        s.step = Step::runback;
        return;
    }
    case Step::decoy: // Pro: only one defence roll
        if (number_[face] >= route_[s.carrier][s.route].decoy_at[at(s.offense)]) s.marks |= kDecoyed;
        s.route = 0;
        s.step = Step::defense;
        return;
    case Step::runback: return returned(s, word_[face]);
    case Step::fourth_down:
    case Step::set_play:
    case Step::audible:
    case Step::flag_on_defense:
    case Step::flag_on_offense:
    case Step::after_touchdown:
    case Step::over: return;
    }
}

// ---- Step 3: the quarterback ---------------------------------------------------------------------------------------

inline void Rules::call(State& s, Call call) const {
    switch (call) {
    case Call::wr:
    case Call::te:
    case Call::rb: s.step = static_cast<Step>(at(Step::wr) + static_cast<std::size_t>(call)); return;
    case Call::sneak:
        carry(s, Position::qb, sneak_value_);
        s.step = Step::defense;
        return;
    case Call::scramble:
        if (s.scrambles + 1 >= scrambles_for_sack_) return sacked(s);
        ++s.scrambles;
        s.step = Step::sack;
        return;
    case Call::set:
        if (settings_.mode == Mode::pro) {
            s.step = Step::audible;
            return;
        }
        if (s.bonus < kMostBonus) ++s.bonus;
        if (s.phase == Phase::series) s.step = Step::set_play; // Step 8: a conversion rolls on at once
        return;
    }
}

// A sack costs the down and the bonus; the last one that a drive can bear is a safety. In a conversion it ends the try.
inline void Rules::sacked(State& s) const {
    if (s.phase == Phase::series && ++s.sacks >= sacks_for_safety_) {
        add(s, other(s.offense), safety_);
        return end_drive(s, other(s.offense));
    }
    cost_down(s);
}

// ---- Step 4: the position die --------------------------------------------------------------------------------------

inline void Rules::route(State& s, Position carrier, Outcome fallen) const {
    const Route& face = route_[at(carrier)][fallen.code];
    if (face.kind == RouteFace::Kind::route) {
        carry(s, carrier, face.value[at(s.offense)]);
        s.route = static_cast<u8>(fallen.code);
        if (face.intercept_at[at(other(s.offense))] != 0) { // R19: the intercept first
            s.step = Step::intercept;
            return;
        }
        return decoy_or_defense(s, face);
    }
    if (face.kind == RouteFace::Kind::fumble && s.phase == Phase::series) {
        s.step = Step::recover;
        return;
    }
    cost_down(s);
}

// R21: checks are always made.
inline void Rules::decoy_or_defense(State& s, const Route& route) const {
    if (route.decoy_at[at(s.offense)] != 0) {
        s.step = Step::decoy;
        return;
    }
    s.route = 0;
    s.step = Step::defense;
}

// ---- Step 5: the defence -------------------------------------------------------------------------------------------

inline void Rules::carry(State& s, Position carrier, unsigned value) const {
    value += s.bonus;
    const bool limps = (s.injured[at(s.offense)] & hurt_mask_ & bit(carrier)) != 0; // R4
    s.value = static_cast<u16>(value - (limps && value > 0 ? 1U : 0U));
    s.carrier = static_cast<u8>(carrier);
}

inline void Rules::defend(State& s, const White& roll) const {
    if (roll.flag && (s.marks & kFlagDeclined) == 0)
        s.step = Step::penalty; // Step 6: at once, before any other roll
    else
        stand(s, roll.rolled);
}

// A defence roll that stands; `rolled` as in State.
inline void Rules::stand(State& s, u8 rolled) const {
    if ((s.marks & kDecoyed) != 0) {
        s.rolled = rolled;
        return tackle(s, (rolled - 1U) / 2U);
    }
    if (s.rolled == kNoRoll) { // R16: always both
        s.rolled = rolled;
        s.step = Step::defense;
        return;
    }
    if (((rolled - 1U) & (s.rolled - 1U) & 1U) != 0) // both with the mark injury, stopped or not
        s.injured[at(s.offense)] |= static_cast<u8>((1U << s.carrier) & hurt_mask_);
    tackle(s, (rolled - 1U) / 2U + (s.rolled - 1U) / 2U);
}

inline void Rules::tackle(State& s, unsigned sum) const {
    if (sum >= s.value) return cost_down(s);
    s.step = Step::endzone;
}

// ---- Step 6: flags -------------------------------------------------------------------------------------------------

inline void Rules::flagged(State& s, bool by_defense) const {
    if (by_defense) {
        s.step = Step::flag_on_defense;
        return;
    }
    // R3: only where the next sack is a safety; in a conversion a foul by the offence ends it.
    if (s.phase == Phase::series && s.sacks + 1 >= sacks_for_safety_) {
        s.step = Step::flag_on_offense;
        return;
    }
    cost_down(s);
}

// R2, R10: the flagged roll is made again, or stands as 0.
inline void Rules::declined(State& s) const {
    if (settings_.zero_when_declined) return stand(s, 1);
    s.step = Step::defense;
}

// ---- Steps 7 and 8: the end zone, touchdown and try ----------------------------------------------------------------

inline void Rules::end_zone(State& s, BlackFace::Word word) const {
    if (word == BlackFace::Word::video) return; // rolled again
    if (word == BlackFace::Word::out) return cost_down(s);
    if (s.phase == Phase::conversion) {
        add(s, s.offense, conversion_);
        return end_try(s);
    }
    add(s, s.offense, touchdown_);
    clear_play(s);
    s.step = Step::after_touchdown;
}

// Pro: the return of an interception.
inline void Rules::returned(State& s, BlackFace::Word word) const {
    if (word != BlackFace::Word::touchdown_arrow) return end_drive(s, other(s.offense));
    --s.drives[at(s.offense)];
    s.offense = other(s.offense);
    add(s, s.offense, touchdown_);
    clear_play(s);
    s.down = 1;
    s.sacks = 0;
    s.returned = 1;
    s.step = Step::after_touchdown;
}

// The try is over, and with it the drive; after a return that drive has been counted (R8: who goes on).
inline void Rules::end_try(State& s) const {
    if (s.returned == 0) return end_drive(s, other(s.offense));
    next_drive(s, settings_.scorer_goes_on ? s.offense : other(s.offense));
}

// ---- Step 10: downs and drives -------------------------------------------------------------------------------------

// Whatever costs the down ends a conversion.
inline void Rules::cost_down(State& s) const {
    if (s.phase == Phase::conversion) return end_try(s);
    if (s.down == downs_) return end_drive(s, other(s.offense));
    clear_play(s);
    ++s.down;
    before_play(s);
}

inline void Rules::end_drive(State& s, Seat next) const {
    --s.drives[at(s.offense)];
    next_drive(s, next);
}

// R11: a side without a drive is passed over. R1: level with extra drives, one more each.
inline void Rules::next_drive(State& s, Seat next) const {
    clear_play(s);
    s.down = 1;
    s.sacks = s.returned = 0;
    s.phase = Phase::series;
    if (s.drives[at(next)] == 0) {
        if (s.drives[at(other(next))] != 0) {
            next = other(next);
        } else if (settings_.extra_drives && s.score[0] == s.score[1]) {
            s.drives = {1, 1};
            s.overtime = 1;
        } else {
            s.step = Step::over;
            return;
        }
    }
    s.offense = next;
    before_play(s);
}

} // namespace touchline::pocket_gridiron
