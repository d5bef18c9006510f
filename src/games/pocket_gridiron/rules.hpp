// The rules of Pocket Sports Gridiron, basic and pro, by the sequence of play:
//   1 toss and drives      2 the fourth down       3 the quarterback        4 the position die
//   5 the defence          6 flags                 7 the end zone           8 touchdown and try
//   9 field goal          10 the next drive        and pro mode: audible, intercept, decoy, return
// Steps and rulings are cited as on the rules page (docs/rules/pocket-gridiron.md).
#pragma once

#include "core/happening.hpp"
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
    bool zero_when_declined = false;   // R2
    bool only_runners_hurt = false;    // R4
    bool scorer_goes_on = false;       // R8
    bool audible_kick = true;          // R12
    bool decline_any_foul = false;     // R3
    bool zero_after_sack_roll = false; // R3
    bool injuries_add_up = false;      // R4
    bool conversion_downs = false;     // R7
    bool sack_is_offered = false;      // R14
    bool both_rolls_first = false;     // R16
    bool other_opens_half = false;     // R17
    bool flags_everywhere = false;     // R20
    bool return_is_offered = false;    // R22
    u8 drives = 8;
};

inline constexpr int kOvertimeQuarter = 5;

// How a drive ends.
enum class DriveEnd : u8 { touchdown, field_goal, field_goal_missed, safety, downs, fumble, interception, pick_six };

[[nodiscard]] constexpr std::string_view name(DriveEnd end) {
    constexpr std::array<std::string_view, 8> kNames{"touchdown", "field-goal", "field-goal-missed", "safety",
                                                     "downs",     "fumble",     "interception",      "pick-six"};
    return kNames[static_cast<std::size_t>(end)];
}

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
        ev_scramble,
        ev_interception,
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
        call_rb,
        try_sack,
        let_go,
        run_back,
        kneel,
    };

    [[nodiscard]] static Sheet read_sheet(const SheetTable& root) { return pocket_gridiron::read_sheet(root); }
    [[nodiscard]] static Settings read_options(OptionReader& in, const Sheet& sheet);
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
    template <class Sink = Silent>
    void play(State& s, Action action, Sink&& sink = {}) const;

    template <class Each>
    void chances(const State& s, Each&& each) const {
        const Die& die = dice_[kSteps[at(s.step)].die];
        for (u8 face = 0; face < die.faces; ++face) each(Outcome{face}, Weight{die.weight[face]});
    }
    [[nodiscard]] std::size_t most_outcomes() const;

    template <class Source>
    [[nodiscard]] Outcome sample(const State& s, Source& source) const {
        return {drawn_[at(s.step)][source.below(s.step == Step::toss ? 2 : kSides)]};
    }

    template <class Sink = Silent>
    void resolve(State& s, Outcome outcome, Sink&& sink = {}) const;

    // Step 10: more points win.
    [[nodiscard]] Result result(const State& s) const {
        const std::optional<Seat> seat = winner(s);
        return seat ? win_of(*seat) : Result::draw;
    }
    [[nodiscard]] std::optional<Seat> winner(const State& s) const {
        if (s.score[0] == s.score[1]) return std::nullopt;
        return s.score[0] > s.score[1] ? Seat::home : Seat::away;
    }
    [[nodiscard]] BySeat<int> score(const State& s) const { return {s.score[0], s.score[1]}; }
    [[nodiscard]] std::optional<Seat> offense(const State& s) const {
        return s.step == Step::toss ? std::nullopt : std::optional(s.offense);
    }
    // 1 to 4 by the drives finished, 5 in overtime.
    [[nodiscard]] int quarter(const State& s) const {
        return s.period == Period::overtime ? kOvertimeQuarter : quarter_after(drives_finished(s));
    }

    // Words (text.cpp).
    // Every name that an event or an action can have: their numbers count from 0 in this order.
    [[nodiscard]] std::vector<std::string_view> event_names() const;
    [[nodiscard]] std::vector<std::string_view> action_names() const;
    [[nodiscard]] std::string_view event_name(u8 event) const;
    [[nodiscard]] std::string_view action_name(const State& s, Action action) const;
    [[nodiscard]] static std::optional<PlayType> play_type(std::string_view how);
    [[nodiscard]] Tokens tokens(const State& s, Outcome outcome) const;
    [[nodiscard]] Expected<Outcome, Message> outcome(const State& s, std::span<const std::string_view> tokens) const;
    [[nodiscard]] std::vector<std::vector<std::string_view>> faces(const State& s) const;
    void write_fields(JsonText& out, const State& s) const;
    void write_shown(JsonText& out, const State& s) const;
    [[nodiscard]] std::vector<FieldType> field_types() const;
    // Every field of a position, once (games/fields.hpp); what must hold between them, whatever the game waits for.
    template <class Fields>
    void declare(Fields& field, State& s) const;
    void check_fields(const State& s, std::vector<Message>& reasons) const;
    [[nodiscard]] Expected<State, std::vector<Message>> set(const State& now, const Json& given) const;
    [[nodiscard]] Message fault(const State& s) const;
    void narrate(const Moment<State>& moment, Narration& out) const;

    // Step 2: what a play begins with.
    void before_play(State& s) const {
        s.step = s.phase == Phase::series && s.down == downs_ ? Step::fourth_down : Step::qb;
    }
    // Step 8: a point after is tried, or one may be chosen.
    [[nodiscard]] static bool tries_point(const State& s) {
        return s.step == Step::after_touchdown || s.step == Step::pat || (s.marks & kPointAfter) != 0;
    }
    // Step 10: the drive that comes after one that is over and counted, `next` being the side whose turn it is.
    template <class Sink = Silent>
    void next_drive(State& s, Seat next, DriveEnd last = {}, Sink&& sink = {}) const;

    // The number that a face of the black die shows at a kick or a skill check.
    [[nodiscard]] int number(Outcome outcome) const { return number_[outcome.code]; }
    // Step 9: whether a field goal is good.
    [[nodiscard]] bool field_goal_good(int number, int bonus) const { return number + bonus >= field_goal_at_least_; }
    // Step 5: what the defence has to reach.
    [[nodiscard]] unsigned worth(const State& s, Position carrier, unsigned value) const {
        value += s.bonus;
        const bool limps = (s.injured[at(s.offense)] & hurt_mask_ & bit(carrier)) != 0; // R4
        return value - (limps ? std::min(value, injuries(s, s.offense, carrier)) : 0U);
    }
    // Whether injuries can hurt a position (R4), and how many of them count.
    [[nodiscard]] bool can_be_hurt(Position position) const { return (hurt_mask_ & bit(position)) != 0; }
    [[nodiscard]] unsigned most_injuries(Position position) const { return most_injuries_[at(position)]; }
    // R17: what is known of the opening drive in the first half.
    [[nodiscard]] Period opening(Seat seat) const {
        return settings_.other_opens_half ? opened_by(seat) : Period::regular;
    }
    // What a face of the white die counts.
    [[nodiscard]] int white_value(Outcome outcome) const { return white_[outcome.code].value; }
    [[nodiscard]] bool white_flag(Outcome outcome) const { return white_[outcome.code].flag; }

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
        {TurnKind::choice, ev_scramble, true, 0, no_die},
        {TurnKind::choice, ev_interception, true, 0, no_die},
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
    [[nodiscard]] int drives_finished(const State& s) const { return 2 * settings_.drives - s.drives[0] - s.drives[1]; }
    [[nodiscard]] int quarter_after(int drives) const { return std::min(4, 1 + 2 * drives / settings_.drives); }
    // R17: a try after a return still belongs to the drive that is counted already.
    [[nodiscard]] bool in_first_half(const State& s) const {
        return s.period != Period::overtime && drives_finished(s) - s.returned < settings_.drives;
    }
    // Whose die a step from wr to rb rolls.
    [[nodiscard]] static constexpr Position receiver(Step step) { return kReceivers[at(step) - at(Step::wr)]; }
    void carry(State& s, Position carrier, unsigned value) const {
        s.value = static_cast<u16>(worth(s, carrier, value));
        s.carrier = static_cast<u8>(carrier);
    }
    [[nodiscard]] bool decoyed(const State& s, Outcome outcome) const {
        return number_[outcome.code] >= route_[s.carrier][s.route].decoy_at[at(s.offense)];
    }
    void decoy_or_defense(State& s, const Route& route) const;

    // The call is made. A try is no play of the drive: it has its own points or misses.
    void begin_play(const State& s, std::string_view call, auto& sink) const {
        if (s.phase == Phase::series) sink({What::play, s.offense, call});
    }
    void throw_to(State& s, Step step, auto& sink) const;
    void call(State& s, Call call, auto& sink) const;
    void route(State& s, Position carrier, Outcome outcome, auto& sink) const;
    void sacked(State& s, auto& sink) const;
    void cost_down(State& s, auto& sink) const;
    void stopped(State& s, std::string_view how, auto& sink) const;
    void flagged(State& s, std::size_t face, auto& sink) const;
    void roll_again(State& s) const;
    void count_zero(State& s, auto& sink) const;
    [[nodiscard]] bool flag_called(State& s, const White& roll, PlayMark on) const;
    void injure(State& s, auto& sink) const;
    void defend(State& s, const White& roll, auto& sink) const;
    void stand(State& s, u8 rolled, auto& sink) const;
    void tackle(State& s, unsigned sum, auto& sink) const;
    void end_zone(State& s, BlackFace::Word word, auto& sink) const;
    void returned(State& s, BlackFace::Word word, auto& sink) const;
    void add(State& s, Seat seat, std::string_view how, u8 points, auto& sink) const {
        s.score[at(seat)] = static_cast<u16>(s.score[at(seat)] + points);
        sink({What::score, seat, how, points});
    }
    void fail_conversion(State& s, auto& sink) const;
    void end_try(State& s, auto& sink) const;
    void end_drive(State& s, DriveEnd end, auto& sink) const;
    void tell_quarter(const State& s, auto& sink) const;

    // Parts of set() and fault().
    [[nodiscard]] bool step_fits(const State& s) const;
    [[nodiscard]] bool play_fits(const State& s) const;
    [[nodiscard]] bool other_flag_fits(const State& s) const;
    template <class Wanted>
    [[nodiscard]] bool any_route(const State& s, Wanted&& wanted) const;
    [[nodiscard]] bool value_fits(const State& s) const;
    [[nodiscard]] bool check_fits(const State& s) const;

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
    u8 hurt_mask_ = 0;                  // the positions that an injury can hurt (R4)
    std::array<u8, 4> most_injuries_{}; // that count, by Position (R4)
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
    case Step::rush: return {Action{try_sack}, Action{let_go}};
    case Step::pick: return {Action{run_back}, Action{kneel}};
    default: return {};
    }
}

template <class Sink>
inline void Rules::play(State& s, Action action, Sink&& sink) const {
    switch (static_cast<Choice>(action.code)) {
    case play_on:
    case roll_on:
    case let_go: s.step = Step::qb; return;
    case try_sack: s.step = Step::sack; return;
    case run_back: s.step = Step::runback; return;
    case kneel: return end_drive(s, DriveEnd::interception, sink);
    case field_goal: // R5, R12
        begin_play(s, "field-goal", sink);
        s.step = Step::kick;
        return;
    case call_wr: return throw_to(s, Step::wr, sink); // R9
    case call_te: return throw_to(s, Step::te, sink);
    case call_rb: return throw_to(s, Step::rb, sink);
    case kick_point: s.step = Step::pat; return;
    case conversion: // Step 8, R7: as if on the last down
        s.phase = Phase::conversion;
        s.down = downs_;
        s.sacks = 0;
        s.step = Step::qb;
        return;
    case accept:
        if (s.step == Step::flag_on_offense) return cost_down(s, sink);
        clear_play(s); // Step 6: no down is used, the next play is 1st down; a conversion is replayed
        if (s.phase == Phase::series) {
            s.down = 1;
            sink({What::first_down, s.offense, {}, 1});
        } else if (settings_.conversion_downs) {
            s.down = 1; // R7
        }
        return before_play(s);
    case decline:
        s.marks |= kFlagDeclined;
        if (s.step == Step::flag_on_offense)
            s.step = Step::blitz; // Step 6, R3
        else if (settings_.zero_when_declined)
            count_zero(s, sink);
        else
            roll_again(s);
        return;
    }
}

} // namespace touchline::pocket_gridiron

#include "games/pocket_gridiron/steps.hpp"
