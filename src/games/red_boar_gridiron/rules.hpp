// The rules of Gridiron (Red Boar Studios), with dice or with cards. The sequence of play:
//
//   Step 1        toss: who receives, by the coin, by choice or by agreement
//   Step 2        kickoff and its cover roll
//   Step 3        first and ten; the call
//   Step 4        cards are chosen in secret
//   Step 5        flags: fouls before and during the play
//   Step 6        the play itself, and turnovers
//   Step 7        a foul during the play: accept or decline
//   Steps 8, 9    touchdown and try, safety
//   Steps 10, 11  punt, field goal
//   Step 12       downs
//   Steps 13, 14  clock, overtime
//   Step 15       hands, decks and discards
//
// The functions that a game runs through are inline: steps.hpp (steps 1 to 7), possession.hpp (8 to 15) and chance.hpp
// (what may come).
#pragma once

#include "games/concepts.hpp"
#include "games/red_boar_gridiron/state.hpp"

#include <algorithm>
#include <memory>

namespace touchline::red_boar_gridiron {

// Step 14, R7. `alternate`, `college` and `high_school` go by rounds of possessions, `sudden_death` and `league` begin
// with a kickoff.
enum class Overtime : u8 { alternate, sudden_death, tie, college, league, high_school };
// R22: what settles who receives. The last two leave nothing to be tossed for.
enum class Toss : u8 { receive, choice, home, away };

struct Options {
    bool cards = false;
    Overtime overtime = Overtime::alternate;
    int quarter_seconds = 0;
    bool penalties = true;
    bool turnover_at_scrimmage = false; // turnover_spot
    bool barred_inside = false;         // barred_line
    bool kick_fouls = false;            // flags before kicks too
    bool full_interference = false;     // interference
    bool half_up = false;               // half_distance
    bool kicks_on_fourth = false;       // kick_downs
    bool safety_kickoff = false;        // safety_kick
    bool adds_to_replaced = false;      // replaced_yards
    bool missed_at_kick = false;        // missed_spot
    Toss toss = Toss::receive;
    // Step 14: each side has a possession in every round.
    [[nodiscard]] bool by_rounds() const {
        return overtime == Overtime::alternate || overtime == Overtime::college || overtime == Overtime::high_school;
    }
    // R22: it is agreed who receives the opening kickoff, and that the same side begins an overtime.
    [[nodiscard]] bool first_agreed() const { return toss == Toss::home || toss == Toss::away; }
};

// Quarters that are overtime: 5, and of `college` the second round and all later ones.
inline constexpr u8 kOvertime = 5;
inline constexpr u8 kSecondRound = 6;
inline constexpr u8 kThirdRound = 7;
inline constexpr int kSchoolFrom = 10; // yards from the goal line, of `high_school`

// How a play ended, before fouls are looked at.
struct Ended {
    int spot = 0; // yards from the offence's goal line, beyond the field too
    bool turnover = false;
    bool pass = false;
    int base = 0; // for a foul on a pass (step 7, R11, R12)
    int seconds = 0;
};

struct Rules {
    using State = red_boar_gridiron::State;
    using View = red_boar_gridiron::View;
    using Sheet = red_boar_gridiron::Sheet;
    static constexpr std::string_view kId = "red-boar-gridiron";
    static constexpr std::string_view kName = "Gridiron (Red Boar Studios)";

    // The box.
    [[nodiscard]] static Sheet read_sheet(const SheetTable& root) { return red_boar_gridiron::read_sheet(root); }
    [[nodiscard]] static Options read_options(OptionReader& in, const Sheet& sheet);
    [[nodiscard]] static OrRefusal<Rules> make(const Sheet& sheet, const OptionValues& values);
    Rules(const Sheet& sheet, const Options& options);
    [[nodiscard]] const Sheet& sheet() const { return sheet_; }
    [[nodiscard]] const Options& options() const { return options_; }

    // The game.
    [[nodiscard]] State start() const;
    [[nodiscard]] Turn turn(const State& s) const;
    [[nodiscard]] ActionList legal(const State& s, Seat seat) const;
    template <class Sink = Silent>
    void play(State& s, Action action, Sink&& sink = {}) const;
    template <class Sink = Silent>
    void play_secret(State& s, BySeat<Action> actions, Sink&& sink = {}) const;
    template <class Each>
    void chances(const State& s, Each&& each) const;
    [[nodiscard]] std::size_t most_outcomes() const;
    template <class Source>
    [[nodiscard]] Outcome sample(const State& s, Source& source) const;
    [[nodiscard]] Outcome canonical(const State& s, Outcome outcome) const;
    template <class Sink = Silent>
    void resolve(State& s, Outcome outcome, Sink&& sink = {}) const;
    template <class Source>
    void roll(State& s, Source& source) const; // resolve(sample())
    [[nodiscard]] Result result(const State& s) const;
    [[nodiscard]] BySeat<int> score(const State& s) const { return {s.score[0], s.score[1]}; }
    [[nodiscard]] std::optional<Seat> offense(const State& s) const;

    // Hidden hands.
    [[nodiscard]] bool hides() const { return options_.cards; }
    [[nodiscard]] View view(const State& s, Viewer viewer) const;
    template <class Source>
    [[nodiscard]] State redeal(const State& s, Viewer viewer, Source& source) const;
    [[nodiscard]] bool outcome_visible(const State& s, Viewer viewer) const;
    [[nodiscard]] bool uncovers(const State& chosen, std::optional<Outcome> fell) const;
    // The legal actions of the view's own seat, as legal() would answer.
    [[nodiscard]] ActionList legal(const View& view) const;

    // Words.
    // Every name that an event or an action can have: their numbers count from 0 in this order.
    [[nodiscard]] std::vector<std::string_view> event_names() const;
    [[nodiscard]] std::vector<std::string_view> action_names() const;
    [[nodiscard]] std::string_view event_name(u8 event) const;
    [[nodiscard]] std::string_view action_name(const State& s, Action action) const;
    [[nodiscard]] static std::optional<PlayType> play_type(std::string_view how);
    [[nodiscard]] Tokens tokens(const State& s, Outcome outcome) const;
    [[nodiscard]] Expected<Outcome, Message> outcome(const State& s, std::span<const std::string_view> tokens) const;
    [[nodiscard]] std::vector<std::vector<std::string_view>> faces(const State& s,
                                                                   std::optional<Viewer> viewer = std::nullopt) const;
    void write_fields(JsonText& out, const State& s) const;
    [[nodiscard]] std::vector<FieldType> field_types() const;
    // Every field of a position, once (games/fields.hpp); what must hold between them, whatever the game waits for.
    template <class Fields>
    void declare(Fields& field, State& s) const;
    template <class Fields>
    void declare(Fields& field, View& view) const;
    void check_fields(const State& s, std::vector<Message>& reasons) const;
    void write_view_fields(JsonText& out, const View& view) const;
    void narrate(const Moment<State>& moment, Narration& out) const;

    // Positions from outside.
    [[nodiscard]] Expected<State, std::vector<Message>> set(const State& now, const Json& given) const;
    [[nodiscard]] Message fault(const State& s) const;

    // Parts that a solver and a narrator use as well.
    [[nodiscard]] Ended ended(const State& s) const;
    [[nodiscard]] bool barred(int ball, int limit) const {
        const int left = kGoal - ball;
        return limit != 0 && (options_.barred_inside ? left < limit : left <= limit);
    }
    // Whether a defence or modifier die is still to be rolled once the row or the cards are known (step 6).
    [[nodiscard]] bool die_follows(const State& s) const {
        const Play& play = play_of(s);
        return play.rolled && s.ball < play.barred_from;
    }
    // Whether yards lost in the current play are those of a sack.
    [[nodiscard]] bool sacks(const State& s) const {
        if (!options_.cards) return sheet_.rows[s.row].kind == RowKind::pass;
        return sheet_.cards.offense[s.offense_card].pass && modifier(s).effect == Effect::yards;
    }
    // Why the current play brought no yards: "barred", "incomplete" or "no-gain".
    [[nodiscard]] std::string_view stop_word(const State& s) const;
    // What the modifier die did to the pair of cards.
    [[nodiscard]] Modifier modifier(const State& s) const {
        if (s.die == 0) return {};
        return sheet_.cards.defense[s.defense_card].cells[s.offense_card].modifiers[s.die - 1U];
    }
    // The current play as what happened says it: a kind of row, or the offence's card.
    [[nodiscard]] std::string_view play_word(const State& s) const {
        return options_.cards ? std::string_view(card_id(0, s.offense_card))
                              : kRowPlays[static_cast<std::size_t>(sheet_.rows[s.row].kind)];
    }
    // Step 3: how far a field goal is kicked.
    [[nodiscard]] static int kick_length(const Public& s) { return kGoal - s.ball + 10; }
    // Step 11, R21: where the other side takes over after a miss.
    [[nodiscard]] int missed_to(const Public& s) const {
        const int behind = options_.missed_at_kick ? 10 : 0;
        return std::clamp(kGoal - s.ball + behind, sheet_.missed_floor, kNearest);
    }
    // Step 13: takes a play's time off the clock; at 0, and without a try to come, the quarter ends.
    template <class Sink = Silent>
    void run_clock(State& s, int seconds, Sink&& sink = {}) const;
    // Step 14: how far from the goal line a possession begins.
    [[nodiscard]] int overtime_from() const {
        return options_.overtime == Overtime::high_school ? kSchoolFrom : sheet_.overtime_from;
    }
    // Step 14, `college`: from the second round on a touchdown is followed by a conversion, from the third on there is
    // nothing else.
    [[nodiscard]] static bool goes_for_two(const Public& s) { return s.quarter >= kSecondRound; }
    [[nodiscard]] static bool tries_only(const Public& s) { return s.quarter == kThirdRound; }
    // Step 14, rounds: the side with the ball is done.
    template <class Sink = Silent>
    void end_overtime_possession(State& s, Sink&& sink = {}) const;
    // Whether there is anything to call but a play; if not, the call is not asked.
    [[nodiscard]] bool any_call_but_play(const Public& s) const {
        if (options_.kicks_on_fourth && s.down < 4) return false; // R4
        return s.phase != Phase::overtime || sheet_.kick_at_least[s.ball / kStep] != 0;
    }
    [[nodiscard]] Cards full_deck(int role) const { return decks_[static_cast<std::size_t>(role)]; }
    [[nodiscard]] Cards deck(const State& s, std::size_t seat) const {
        return decks_[role_of(s, seat)] - s.hands[seat] - s.discards[seat];
    }
    [[nodiscard]] std::size_t kinds(std::size_t role) const {
        return role == 0 ? sheet_.cards.offense.size() : sheet_.cards.defense.size();
    }
    [[nodiscard]] const std::string& card_id(std::size_t role, std::size_t kind) const {
        return role == 0 ? sheet_.cards.offense[kind].id : sheet_.cards.defense[kind].id;
    }
    // 0: the seat holds the offence's cards, 1: the defence's.
    [[nodiscard]] static std::size_t role_of(const Public& s, std::size_t seat) {
        return s.offense ^ seat ^ static_cast<std::size_t>(s.then == Then::crossed);
    }
    // Nothing is held, and nothing has been played in this possession.
    [[nodiscard]] static bool without_cards(const State& s) {
        return s.hands == std::array<Cards, 2>{} && s.discards == std::array<Cards, 2>{} &&
               s.played == std::array<std::array<u8, kMostKinds>, 2>{};
    }

private:
    // What a play brings, from the sheet: how it ends once its die is known.
    struct PlayEnd {
        i16 yards = 0; // from the line of scrimmage, or from the goal line attacked
        i16 base = 0;
        u16 seconds = 0;
        bool from_goal : 1 = false;
        bool turnover : 1 = false;
        bool pass : 1 = false;
    };
    static constexpr std::size_t kBarred = 7;
    // One row of the offence table, or one pair of cards.
    struct Play {
        u8 barred_from = kGoal;        // with the ball here or nearer to the goal it is an incomplete pass
        bool rolled = false;           // a defence or modifier die follows
        u8 breaks = 0;                 // rolls of that die that lead to a break, as bits
        std::array<PlayEnd, 8> ends{}; // by that die; 0: none is rolled, kBarred: a barred pass
    };
    [[nodiscard]] const Play& play_of(const State& s) const {
        return plays_[options_.cards ? s.defense_card * kMostKinds + s.offense_card : s.row];
    }
    [[nodiscard]] u8 barred_from(int limit) const;
    [[nodiscard]] Play dice_play(const Row& row) const;
    [[nodiscard]] Play card_play(const OffenseCard& card, const Cell& cell) const;

    [[nodiscard]] Expected<Outcome, Message> drawn(const State& s, std::span<const std::string_view> tokens) const;
    [[nodiscard]] std::string card_ids(std::size_t role) const;
    [[nodiscard]] bool play_fits(const State& s) const;
    [[nodiscard]] std::array<bool, 2> rolled_out(const State& s) const;

    // A card's action is its kind, the defence's after the offence's.
    [[nodiscard]] ActionList hand_actions(Cards hand, std::size_t role) const;
    [[nodiscard]] ActionList choice_actions(const Public& s) const;

    // Steps, in steps.hpp and possession.hpp.
    void resolve_toss(State& s, u8 seat, auto& sink) const;
    void give_first(State& s, u8 seat, auto& sink) const;
    static void turn_round(State& s);
    void resolve_kickoff(State& s, int adjustment, auto& sink) const;
    void resolve_flags(State& s, u8 fouls, auto& sink) const;
    template <class Sink = Silent>
    void resolve_play(State& s, Sink&& sink = {}) const;
    void resolve_punt(State& s, auto& sink) const;
    void punt_to(State& s, int spot, std::string_view how, auto& sink) const;
    void resolve_field_goal(State& s, int sum, auto& sink) const;
    void begin_play(State& s, auto& sink) const;
    void begin_kick(State& s, Call called, auto& sink) const;
    void turn_over_cards(State& s, auto& sink) const;
    template <class Sink = Silent>
    void end_play(State& s, Sink&& sink = {}) const;
    void end_fouled_play(State& s, const Ended& end, auto& sink) const;
    void foul_before(State& s, u8 by, auto& sink) const;
    [[nodiscard]] int half_way(int yards) const;
    void move_ball(State& s, int spot, auto& sink) const;
    void settle(State& s, const Ended& end, auto& sink) const;
    void settle_try(State& s, const Ended& end, auto& sink) const;
    void accept_foul(State& s, const Ended& end, auto& sink) const;
    [[nodiscard]] int spot_of_defense_foul(const State& s, const Ended& end) const;
    [[nodiscard]] bool stands(const State& s, const Ended& end) const;
    void add_points(State& s, std::size_t seat, std::string_view how, int points, auto& sink) const;
    void touchdown(State& s, auto& sink) const;
    void safety(State& s, auto& sink) const;
    void line_up_try(State& s) const;
    void end_try(State& s, auto& sink) const;
    void lose_ball(State& s, const Ended& end, auto& sink) const;
    void change_sides(State& s, int ball, std::string_view end, std::string_view next, auto& sink) const;
    void take_ball(State& s, int ball, std::string_view how, auto& sink) const;
    void first_and_ten(State& s, int ball) const;
    void begin_overtime_possession(State& s, std::string_view how, auto& sink) const;
    [[nodiscard]] static bool settles(const State& s);
    bool ends_league(State& s, auto& sink) const;
    void end_quarter(State& s, auto& sink) const;
    void end_game(State& s, auto& sink) const;
    template <class Sink = Silent>
    void advance(State& s, Sink&& sink = {}) const;
    void finish(State& s, int seconds, auto& sink) const;
    void draw_up(State& s, auto& sink) const;
    void draw_up_defense(State& s, auto& sink) const;
    void arrive(State& s, auto& sink) const;
    void tell_clock(const State& s, int seconds, auto& sink) const;
    void tell_yards(const State& s, const Ended& end, auto& sink) const;
    [[nodiscard]] static Seat offense_seat(const State& s) { return static_cast<Seat>(s.offense); }
    [[nodiscard]] static Seat defense_seat(const State& s) { return static_cast<Seat>(1 - s.offense); }
    void clear_cards(State& s) const;
    void refill(State& s, std::size_t seat) const;
    template <class Source>
    [[nodiscard]] Outcome sample_draw(const State& s, Source& source) const;
    void resolve_draw(State& s, std::size_t seat, u64 code, auto& sink) const;
    [[nodiscard]] std::size_t drawing(const State& s) const { // whose draw it is
        return s.offense ^ static_cast<std::size_t>(s.step == Step::draw_defense);
    }

    Sheet sheet_;
    Options options_;
    std::array<Cards, 2> decks_{};
    std::array<int, 2> most_discards_{}; // with so many and a full hand the deck is empty
    bool hands_known_ = false;           // both decks are of one kind: nothing is hidden
    // Every hand that a whole deck can deal, as a draw's code, each as often as it is likely; empty where there are too
    // many.
    std::array<std::shared_ptr<const std::vector<u32>>, 2> deals_{};
    std::array<Play, kMostKinds * kMostKinds> plays_{}; // by row; with cards by the defence's, then by the offence's
    std::array<u8, 36> sum_{};                          // less 2, by the code of two dice
    std::array<u8, 1296> flags_{};     // fouls by the code of four dice, two bits a side: 1 before, 2 during
    std::array<u16, 16> flag_codes_{}; // one such code for each value of flags_
    std::array<u16, 16> flag_weights_{};
};

} // namespace touchline::red_boar_gridiron

#include "games/red_boar_gridiron/chance.hpp"
#include "games/red_boar_gridiron/possession.hpp"
#include "games/red_boar_gridiron/steps.hpp"
