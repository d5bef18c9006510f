// Pocket Sports Rugby. The sequence of play, step by step as on the game's page:
//
//   1   weather and toss            start, resolve, kick_off
//   2   the scrum half              feed
//   3   the man with the ball       carry
//   4   team card moves             run, attempt, check
//   5   the tackle                  first_tackle, second_tackle, only_tackle, tackle, steal
//   6   over the line               over_the_line, convert
//   7   drop goal                   drop_goal
//   8   restart                     after_score
//   9   scrum and lineout           err, referee, win_set_piece
//   10  penalties and yellow cards  award, show_card, after_card, penalty_goal
//   11  quick tap                   tap
//   12  half time and full time     restart
#pragma once

#include "core/happening.hpp"
#include "core/random.hpp"
#include "games/concepts.hpp"
#include "games/pocket_rugby/sheet.hpp"
#include "games/pocket_rugby/state.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace touchline::pocket_rugby {

// The options of a game, readings of rulings included.
struct Options {
    BySeat<std::string> teams{"none", "none"};
    Weather weather = Weather::off;
    bool injuries = true;
    bool second_roll_after_steal = false;                                                           // R1
    bool hits_in_a_row = false;                                                                     // R2
    bool conceder_restarts = false;                                                                 // R5
    bool kicker_keeps_miss = false;                                                                 // R6
    bool scorer_opens_second_half = false;                                                          // R7
    bool may_attempt = false;                                                                       // R8
    bool may_check = false;                                                                         // R8
    enum class CardPenalty : u8 { each_roll, sum, all_dice } card_penalty = CardPenalty::each_roll; // R10
    bool range_before_choice = false;                                                               // R16
    bool points_together = false;                                                                   // R19
    bool penalty_resets_tap = false;                                                                // R27
};

// What a team card does, seat by seat; nothing without cards.
struct Side {
    std::array<Die<u8>, kPositions> run{}; // printed value and the card's bonus
    int kick_bonus = 0;
    int decoy = 0;
    int intercept = 0;
    int stop_maul = 0;
    int charge_down = 0;
    Weather late_weather = Weather::off;
};

struct Rules {
    using State = pocket_rugby::State;
    using Sheet = pocket_rugby::Sheet;
    static constexpr std::string_view kId = "pocket-rugby";
    static constexpr std::string_view kName = "Pocket Sports Rugby";

    [[nodiscard]] static Sheet read_sheet(const SheetTable& root) { return pocket_rugby::read_sheet(root); }
    [[nodiscard]] static Options read_options(OptionReader& in, const Sheet& sheet);
    [[nodiscard]] static OrRefusal<Rules> make(const Sheet& sheet, const OptionValues& values);

    [[nodiscard]] State start() const;
    [[nodiscard]] Turn turn(const State& s) const;
    [[nodiscard]] ActionList legal(const State& s, Seat seat) const;
    template <class Sink = Silent>
    void play(State& s, Action action, Sink&& sink = {}) const;
    template <class Each>
    void chances(const State& s, Each&& each) const;
    [[nodiscard]] std::size_t most_outcomes() const;
    template <class Source>
    [[nodiscard]] Outcome sample(const State& s, Source& source) const;
    template <class Sink = Silent>
    void resolve(State& s, Outcome outcome, Sink&& sink = {}) const;
    [[nodiscard]] Result result(const State& s) const { return win_of(leader(s)); }
    [[nodiscard]] BySeat<int> score(const State& s) const { return {s.score[0], s.score[1]}; }
    [[nodiscard]] std::optional<Seat> offense(const State& s) const {
        return s.offense == kNone ? std::nullopt : std::optional(attack(s));
    }
    [[nodiscard]] Message fault(const State& s) const;

    // Every name that an event or an action can have: their numbers count from 0 in this order.
    [[nodiscard]] std::vector<std::string_view> event_names() const;
    [[nodiscard]] std::vector<std::string_view> action_names() const;
    [[nodiscard]] std::string_view event_name(u8 event) const;
    [[nodiscard]] std::string_view action_name(const State& s, Action action) const;
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
    void narrate(const Moment<State>& moment, Narration& out) const;

    // The sheet and the options that this game is played with.
    [[nodiscard]] const Sheet& sheet() const { return box_->sheet; }
    [[nodiscard]] const Options& options() const { return box_->options; }
    [[nodiscard]] bool with_cards() const { return cards_in_play_; }

    // What a run of the man with the ball is worth (step 3). Requires: carrier and face.
    [[nodiscard]] int run_value(const State& s) const;
    // What a tackle roll counts (step 5).
    [[nodiscard]] int tackle_count(const State& s, u8 face) const;
    // The sum that a tackle's rolls come to, cards included where they count once (R10).
    [[nodiscard]] int tackle_sum(const State& s, int counted) const;
    // Whether the weather weakens a side because of the other one's score (R25).
    [[nodiscard]] bool late_weather(const State& s, Seat seat) const;
    // Whether a team card raises the run. Requires: carrier and face.
    [[nodiscard]] bool favoured(const State& s) const {
        return side(attack(s)).run[s.ball.carrier][s.ball.face] > sheet().players[s.ball.carrier][s.ball.face].value;
    }
    [[nodiscard]] int range_metres(u8 face) const { return ranges_[face]; }
    [[nodiscard]] int half_time(Weather weather) const { return half_time_[place(weather)]; }
    [[nodiscard]] int full_time(Weather weather) const { return full_time_[place(weather)]; }
    // R19: what half time and full time look at.
    [[nodiscard]] int counted(int home, int away) const {
        return points_together_ ? home + away : std::max(home, away);
    }
    // The points with which a seat brings what comes at `points`, as the score of the other one stands.
    [[nodiscard]] int due(int points, const State& s, Seat seat) const {
        return points_together_ ? std::max(0, points - s.score[place(touchline::other(seat))]) : points;
    }
    // Whether a score ends the match. Points that are counted together and stand level do not.
    [[nodiscard]] bool decided(Weather weather, int home, int away) const {
        return counted(home, away) >= full_time(weather) && !(points_together_ && home == away);
    }
    // How far a kick at goal of the attack goes, and whether that is far enough. Requires: a range.
    [[nodiscard]] int kick_metres(const State& s, u8 face) const;
    [[nodiscard]] bool kick_is_good(const State& s, u8 face) const {
        return kick_metres(s, face) >= ranges_[s.ball.range];
    }

    // R2: the face that leaves its mark on the next tackle, none where no face does.
    [[nodiscard]] std::optional<u8> lasting_hit() const;

    // Whether a skill check of steps 4 and 7 does what it is for.
    [[nodiscard]] bool check_succeeds(const State& s, u8 face) const;

    // What a penalty of the attack begins with: the roll for a card, or the choice to check (R8).
    [[nodiscard]] Phase penalty_phase(const State& s) const {
        return may_check_ && s.yellow_total[s.offense ^ 1] < 2 ? Phase::card_check : Phase::card;
    }
    // After points of `scorer`, `next` is to have the ball (steps 8, 12): unless a half ends with them.
    template <class Sink = Silent>
    void restart(State& s, Seat scorer, Seat next, Sink&& sink = {}) const;

    [[nodiscard]] static Seat attack(const State& s) { return static_cast<Seat>(s.offense); }
    [[nodiscard]] static Seat defence(const State& s) { return static_cast<Seat>(s.offense ^ 1); }
    // The side that is ahead. Requires: the score is not level.
    [[nodiscard]] static Seat leader(const State& s) { return s.score[0] > s.score[1] ? Seat::home : Seat::away; }

private:
    enum class Move : u8 { none, decoy, intercept, maul };

    // What rules keep of the box: texts, and the sheet for those who ask. Shared, so that texts stay where they are.
    struct Box {
        Sheet sheet;
        Options options;
        std::array<Die<std::string>, kChanceEvents> tokens;
    };

    void set_dice();
    void set_side(Seat seat, const TeamCard* card);

    [[nodiscard]] const Side& side(Seat seat) const { return sides_[place(seat)]; }

    static void to(State& s, Phase phase) { s.phase = phase; }
    static void give_ball(State& s, Seat seat);
    static void lose_ball(State& s, std::string_view how, auto& sink);
    static void change_hands(State& s, std::string_view how, auto& sink);
    static void kick_off(State& s, Seat seat, auto& sink);
    static void hand_to(State& s, u8 position);
    void tackled(State& s, u8 last) const;
    void injure(State& s, auto& sink) const;
    void feed(State& s, u8 face, auto& sink) const;
    void carry(State& s, u8 face, auto& sink) const;
    void run(State& s) const;
    [[nodiscard]] int needed(const State& s, Phase check) const;
    [[nodiscard]] bool can_pass(const State& s, Phase check) const;
    void attempt(State& s, Phase asked, Phase check, Phase otherwise) const;
    void check(State& s, u8 face, auto& sink) const;
    void first_tackle(State& s, u8 face, auto& sink) const;
    void second_tackle(State& s, u8 face, auto& sink) const;
    void only_tackle(State& s, u8 face, auto& sink) const;
    void tackle(State& s, int counted, u8 last, auto& sink) const;
    void steal(State& s, u8 face, auto& sink) const;
    void over_the_line(State& s, u8 face, auto& sink) const;
    [[nodiscard]] bool kick(const State& s, u8 face, std::string_view how, auto& sink) const;
    void convert(State& s, u8 face, auto& sink) const;
    void drop_goal(State& s, u8 face, auto& sink) const;
    void penalty_goal(State& s, u8 face, auto& sink) const;
    void missed(State& s, std::string_view how, auto& sink) const;
    void goal(State& s, std::string_view how, int points, auto& sink) const;
    void add_points(State& s, std::string_view how, int points, auto& sink) const;
    void after_score(State& s, std::string_view how, Seat next, auto& sink) const;
    static void err(State& s, Phase phase, auto& sink);
    void referee(State& s, u8 face, auto& sink) const;
    static void win_set_piece(State& s, Seat seat, auto& sink);
    void award(State& s, Seat seat, auto& sink) const;
    void show_card(State& s, u8 face, auto& sink) const;
    void after_card(State& s) const;
    void tap(State& s) const;
    [[nodiscard]] bool match_fits(const State& s) const;
    [[nodiscard]] bool ball_fits(const State& s) const;
    [[nodiscard]] bool value_fits(const State& s) const;

    std::shared_ptr<const Box> box_;
    // Dense tables of the dice, by face. canon_ is the first face that cannot be told apart from this one.
    std::array<Die<u8>, kChanceEvents> canon_{};
    std::array<Die<u8>, kChanceEvents> weight_{}; // 0 but at the canonical face
    std::array<Die<u8>, kPhases> drawn_{};        // canon_ by phase; a coin has three faces for each seat
    Die<Feed> feed_{};
    std::array<Die<FaceKind>, kPositions> kind_{};
    std::array<Die<Move>, kPositions> move_{};
    std::array<Die<bool>, kPositions> hit_up_{};
    Die<u8> tackle_{};
    Die<bool> big_hit_{};
    Die<u8> ranges_{};
    Die<TryFace> try_{};
    Die<u8> kicks_{};
    Die<bool> ruck_win_{};
    Die<bool> yellow_{};
    Die<RefFace> referee_{};
    Die<u8> skill_{};
    Die<Weather> weather_{};
    std::array<Side, 2> sides_{};
    std::array<int, kWeathers> half_time_{};
    std::array<int, kWeathers> full_time_{};
    int late_score_ = 0;
    int quick_tap_runs_ = 0;
    int try_points_ = 0;
    int conversion_points_ = 0;
    int drop_goal_points_ = 0;
    int penalty_goal_points_ = 0;
    bool cards_in_play_ = false;
    bool injuries_ = true;
    bool second_roll_after_steal_ = false;
    bool hits_in_a_row_ = false;
    bool conceder_restarts_ = false;
    bool kicker_keeps_miss_ = false;
    bool scorer_opens_second_half_ = false;
    bool may_attempt_ = false;
    bool may_check_ = false;
    bool cards_off_sum_ = false;
    bool cards_off_checks_ = false;
    bool range_before_choice_ = false;
    bool points_together_ = false;
    bool penalty_resets_tap_ = false;
    int best_skill_ = 0; // of the purple die's faces
};

} // namespace touchline::pocket_rugby

#include "games/pocket_rugby/play.hpp"
