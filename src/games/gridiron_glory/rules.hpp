// Gridiron Glory, the sequence of play:
//   1 toss        both sides throw the dice; more balls start on offence
//   2 decks       all cards of a side face down, offence on space 1, try 1
//   3 flip        the higher card: a space on, or a try lost; equal cards: fumble
//   4 quarters    a pile that runs out ends the quarter, after its last card's whole effect
//   5 score       the dice in the End Zone, and the re-rolls that whistles ask for
//   6 overtime    a new toss, fresh decks; the first score wins
// Nobody decides anything, unless a house rule lets the toss winner or the defence choose.
#pragma once

#include "core/happening.hpp"
#include "games/concepts.hpp"
#include "games/gridiron_glory/draw.hpp"
#include "games/gridiron_glory/state.hpp"

namespace touchline::gridiron_glory {

// The readings of the rulings that are open to choice.
struct House {
    enum class Overtime : u8 { sudden_death, tie, one_deck } overtime{};    // R8: one_deck
    enum class TossDice : u8 { box, five } toss_dice{};                     // R1
    enum class TossWinner : u8 { offense, choice } toss_winner{};           // R16
    enum class FumbleSpot : u8 { mirror, same } fumble_spot{};              // R4
    enum class FumbleShort : u8 { burn, none } fumble_short{};              // R6; none: void
    enum class LastFumble : u8 { none, lost_try, new_decks } last_fumble{}; // R14; none: void
    enum class Referees : u8 { always, may } referees{};                    // R7
    enum class Whistles : u8 { chain, once } whistles{};                    // R9
    enum class AfterScore : u8 { other, same } after_score{};               // R5
    enum class LastCard : u8 { score, late } last_card{};                   // R13
    enum class QuarterTries : u8 { keep, fresh } quarter_tries{};           // R11
};

inline constexpr int kTossDice = 5; // R1: a side, by the letter

struct Rules {
    using State = gridiron_glory::State;
    using Sheet = gridiron_glory::Sheet;
    static constexpr std::string_view kId = "gridiron-glory";
    static constexpr std::string_view kName = "Gridiron Glory";
    static constexpr std::array<std::string_view, 1> kAliases{"qb-blitz"}; // R2

    enum Event : u8 { toss, flip, fumble, score_roll, reroll, whistle };
    enum Choice : u8 { take_offense, take_defense, roll_again, decline };

    [[nodiscard]] static Sheet read_sheet(const SheetTable& root) { return gridiron_glory::read_sheet(root); }
    [[nodiscard]] static House read_options(OptionReader& in, const Sheet& sheet);
    [[nodiscard]] static OrRefusal<Rules> make(const Sheet& sheet, const OptionValues& options);
    Rules(const Sheet& sheet, const House& house);

    [[nodiscard]] const Sheet& sheet() const { return sheet_; }
    [[nodiscard]] const House& house() const { return house_; }

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
    [[nodiscard]] Outcome canonical(const State& s, Outcome outcome) const;
    template <class Sink = Silent>
    void resolve(State& s, Outcome outcome, Sink&& sink = {}) const;
    [[nodiscard]] std::optional<Seat> winner(const State& s) const {
        if (s.score.home == s.score.away) return std::nullopt;
        return s.score.home > s.score.away ? Seat::home : Seat::away;
    }
    [[nodiscard]] Result result(const State& s) const {
        const std::optional<Seat> seat = winner(s);
        return seat ? win_of(*seat) : Result::draw;
    }
    [[nodiscard]] BySeat<int> score(const State& s) const { return {s.score.home, s.score.away}; }
    [[nodiscard]] std::optional<Seat> offense(const State& s) const {
        if (s.offense == Holder::nobody || s.phase == Phase::side) return std::nullopt;
        return seat_of(s.offense);
    }

    // Words (text.cpp), fields and positions from outside (fields.cpp), commentary (narrate.cpp).
    // Every name that an event or an action can have: their numbers count from 0 in this order.
    [[nodiscard]] std::vector<std::string_view> event_names() const;
    [[nodiscard]] std::vector<std::string_view> action_names() const;
    [[nodiscard]] std::string_view event_name(u8 event) const;
    [[nodiscard]] std::string_view action_name(const State& s, Action action) const;
    [[nodiscard]] Tokens tokens(const State& s, Outcome outcome) const;
    [[nodiscard]] Expected<Outcome, Message> outcome(const State& s, std::span<const std::string_view> tokens) const;
    [[nodiscard]] std::vector<std::vector<std::string_view>> faces(const State& s) const;
    void write_fields(JsonText& out, const State& s) const;
    [[nodiscard]] std::vector<FieldType> field_types() const;
    // Every field of a position, once (games/fields.hpp); what must hold between them, whatever the game waits for.
    template <class Fields>
    void declare(Fields& field, State& s) const;
    void check_fields(const State& s, std::vector<Message>& reasons) const;
    [[nodiscard]] Expected<State, std::vector<Message>> set(const State& now, const Json& given) const;
    [[nodiscard]] Message fault(const State& s) const;
    void narrate(const Moment<State>& moment, Narration& out) const;

    // Cards by their bit, home's and away's in one outcome; dice two bits each.
    [[nodiscard]] static Outcome both(int home, int away) { return {static_cast<u64>(home | away << 8)}; }
    [[nodiscard]] static int home_card(Outcome outcome) { return static_cast<int>(outcome.code & 0xff); }
    [[nodiscard]] static int away_card(Outcome outcome) { return static_cast<int>(outcome.code >> 8 & 0xff); }
    [[nodiscard]] int rank_of(int card) const { return rank_of_[static_cast<std::size_t>(card)]; }
    // How many unseen cards a side has of a rank.
    [[nodiscard]] int count(Cards unseen, int rank) const { return popcount(unseen & group(rank)); }
    [[nodiscard]] Cards full_deck() const { return full_; }
    // Cards that a fumble buries when so many are left in the pile. Requires: pile > 0.
    [[nodiscard]] int buried(int pile) const { return std::min(sheet_.buried_on_tie, pile - 1); }
    // R4: where the defence begins that wins a fumble on `space`.
    [[nodiscard]] int fumble_spot(int space) const {
        return house_.fumble_spot == House::FumbleSpot::mirror ? sheet_.spaces + 1 - space : space;
    }
    // R6: whether a tie leaves enough cards to be settled.
    [[nodiscard]] bool can_settle(int pile) const {
        return house_.fumble_short == House::FumbleShort::burn ? pile > 0 : pile > sheet_.buried_on_tie;
    }
    // Steps 4 and 6: whether the drive is over when this quarter's deck is.
    [[nodiscard]] bool deck_ends_drive(int quarter) const {
        return quarter == kOvertime ? house_.overtime == House::Overtime::one_deck : quarter % 2 == 0;
    }
    // R13: whether no dice are rolled for a last card that reaches the End Zone.
    [[nodiscard]] bool too_late(int quarter) const {
        return house_.last_card == House::LastCard::late && deck_ends_drive(quarter);
    }
    // R14: whether a fumble that this quarter's deck cannot settle is settled with the next one.
    [[nodiscard]] bool settles_later(int quarter) const {
        return house_.last_fumble == House::LastFumble::new_decks && !deck_ends_drive(quarter) && can_settle(cards_);
    }

private:
    [[nodiscard]] Cards group(int rank) const { return group_[static_cast<std::size_t>(rank)]; }
    [[nodiscard]] Cards without(Cards cards, int card) const;
    [[nodiscard]] int first_of(Cards unseen, int rank) const { return std::countr_zero(unseen & group(rank)); }
    [[nodiscard]] int dice_thrown(const State& s) const;

    void prepare_dice();
    void resolve_toss(State& s, Outcome outcome, auto& sink) const;
    void begin(State& s, Seat offense, auto& sink) const;
    void leave_fumble(State& s, auto& sink) const;
    [[nodiscard]] std::string_view move_ball(State& s, Seat winner, auto& sink) const;
    void resolve_cards(State& s, Outcome outcome, auto& sink) const;
    [[nodiscard]] std::string_view tell_cards(const State& s, const Place& next, auto& sink) const;
    [[nodiscard]] std::size_t place_index(Phase phase, Holder offense, int space, int attempt) const;
    [[nodiscard]] Place place_after(Phase phase, const Place& before, Seat winner) const;
    void resolve_score(State& s, Outcome outcome, auto& sink) const;
    void resolve_reroll(State& s, Outcome outcome, auto& sink) const;
    [[nodiscard]] static Faces fresh_referees(const State& s) { // one bit each at their place
        return static_cast<Faces>(showing(s.dice, Face::referee) & ~spread(s.rerolled));
    }
    void settle_dice(State& s, int new_whistles, auto& sink) const;
    void count_points(State& s, auto& sink) const;
    void tell_points(const State& s, int points, auto& sink) const;
    // `ball`: how it came to a new offence, nothing where the drive goes on.
    void begin_drive(const State& s, std::string_view ball, auto& sink) const {
        if (!ball.empty()) sink({What::possession, seat_of(s.offense), ball, {}, s.space});
    }
    void end_quarter(State& s, std::string_view ball, auto& sink) const;
    void shuffle(State& s) const;

    template <class Each>
    void throws(int dice, Each&& each) const;
    [[nodiscard]] static Outcome sorted(Outcome outcome, int first, int dice);

    Sheet sheet_;
    House house_;
    Cards full_ = 0;
    u8 cards_ = 0;
    u8 toss_dice_ = 0; // a side
    std::array<u8, kMostCards> rank_of_{};
    std::array<Cards, kMostCards> group_{};
    std::array<u64, 4> face_weight_{}; // by Face
    std::vector<Faces> throws_;        // of all dice, each as often as it is likely
    std::vector<Faces> toss_throws_;   // of a side's dice at the toss
    struct Tally {
        u8 whistles = 0;
        u8 points = 0;
    };
    std::vector<Tally> tallies_; // by faces
    std::vector<Place> places_;  // by place_index(), away's card higher and then home's
    u32 places_a_space_ = 0;
    u32 places_a_side_ = 0;
    BySeat<std::vector<std::string>> card_names_; // by bit
};

inline State Rules::start() const {
    State s;
    shuffle(s);
    return s;
}

inline Turn Rules::turn(const State& s) const {
    switch (s.phase) {
    case Phase::toss: return {TurnKind::chance, toss, Seat::home, static_cast<u8>(2 * toss_dice_)};
    case Phase::flip: return {TurnKind::chance, flip, seat_of(s.offense), 2};
    case Phase::fumble: return {TurnKind::chance, fumble, seat_of(s.offense), 2};
    case Phase::score: return {TurnKind::chance, score_roll, seat_of(s.offense), static_cast<u8>(sheet_.dice)};
    case Phase::reroll: return {TurnKind::chance, reroll, defense_of(s), s.rerolls};
    case Phase::over: return {};
    case Phase::side: return {TurnKind::choice, toss, seat_of(s.offense), 0};
    case Phase::whistle: return {TurnKind::choice, whistle, defense_of(s), 0};
    }
    return {};
}

inline ActionList Rules::legal(const State& s, Seat) const {
    if (s.phase == Phase::side) return {Action{take_offense}, Action{take_defense}};
    if (s.phase == Phase::whistle) return {Action{roll_again}, Action{decline}};
    return {};
}

template <class Sink>
void Rules::play(State& s, Action action, Sink&& sink) const {
    assert(s.phase == Phase::side || s.phase == Phase::whistle);
    if (s.phase == Phase::side) // R16
        return begin(s, action.code == take_offense ? seat_of(s.offense) : defense_of(s), sink);
    if (action.code == decline) return count_points(s, sink); // R7
    s.phase = Phase::reroll;
}

inline int Rules::dice_thrown(const State& s) const {
    return s.phase == Phase::toss ? 2 * toss_dice_ : s.phase == Phase::score ? sheet_.dice : s.rerolls;
}

// Every way in which dice can fall, the order of the dice left out: referees first, then whistles, then balls.
template <class Each>
void Rules::throws(int dice, Each&& each) const {
    for (int referees = dice; referees >= 0; --referees)
        for (int whistles = dice - referees; whistles >= 0; --whistles) {
            const int balls = dice - referees - whistles;
            Weight weight = arrangements(referees, whistles, balls);
            for (int i = 0; i < referees; ++i) weight *= face_weight_[static_cast<std::size_t>(Face::referee)];
            for (int i = 0; i < whistles; ++i) weight *= face_weight_[static_cast<std::size_t>(Face::whistle)];
            for (int i = 0; i < balls; ++i) weight *= face_weight_[static_cast<std::size_t>(Face::ball)];
            if (weight == 0) continue;
            u64 faces = 0;
            for (int die = 0; die < dice; ++die) {
                const Face face = die < referees              ? Face::referee
                                  : die < referees + whistles ? Face::whistle
                                                              : Face::ball;
                faces |= static_cast<u64>(face) << (2 * die);
            }
            each(faces, weight);
        }
}

template <class Each>
void Rules::chances(const State& s, Each&& each) const {
    if (s.phase == Phase::flip || s.phase == Phase::fumble) {
        const int ranks = static_cast<int>(sheet_.ranks.size());
        for (int own = 0; own < ranks; ++own) {
            const int home = count(s.unseen.home, own);
            for (int theirs = 0; home > 0 && theirs < ranks; ++theirs) {
                const int away = count(s.unseen.away, theirs);
                if (away > 0)
                    each(both(first_of(s.unseen.home, own), first_of(s.unseen.away, theirs)),
                         static_cast<Weight>(home * away));
            }
        }
    } else if (s.phase == Phase::toss) {
        throws(toss_dice_, [&](u64 home, Weight home_weight) {
            throws(toss_dice_, [&](u64 away, Weight away_weight) {
                each(Outcome{home | away << (2 * toss_dice_)}, home_weight * away_weight);
            });
        });
    } else {
        throws(dice_thrown(s), [&](u64 faces, Weight weight) { each(Outcome{faces}, weight); });
    }
}

template <class Source>
[[gnu::always_inline]] inline Outcome Rules::sample(const State& s, Source& source) const {
    if (s.phase == Phase::flip || s.phase == Phase::fumble) {
        const auto [home, away] = two_below(s.left, source);
        return both(nth_bit(s.unseen.home, home), nth_bit(s.unseen.away, away));
    }
    if (s.phase == Phase::toss) {
        const auto [home, away] = two_below(static_cast<u32>(toss_throws_.size()), source);
        return {toss_throws_[home] | u64{toss_throws_[away]} << (2 * toss_dice_)};
    }
    const u32 first = two_below(static_cast<u32>(throws_.size()), source).first;
    // Of a re-roll the first dice count.
    return {s.phase == Phase::score ? throws_[first] : throws_[first] & ((1U << (2 * s.rerolls)) - 1)};
}

inline Outcome Rules::sorted(Outcome outcome, int first, int dice) {
    std::array<int, 4> counts{};
    for (int die = first; die < first + dice; ++die) ++counts[outcome.code >> (2 * die) & 3];
    int die = first;
    for (u64 face = 1; face < counts.size(); ++face)
        for (; counts[face] > 0; --counts[face], ++die) {
            outcome.code &= ~(u64{3} << (2 * die));
            outcome.code |= face << (2 * die);
        }
    return outcome;
}

inline Outcome Rules::canonical(const State& s, Outcome outcome) const {
    if (s.phase == Phase::flip || s.phase == Phase::fumble)
        return both(first_of(s.unseen.home, rank_of(home_card(outcome))),
                    first_of(s.unseen.away, rank_of(away_card(outcome))));
    if (s.phase == Phase::toss) return sorted(sorted(outcome, 0, toss_dice_), toss_dice_, toss_dice_);
    return sorted(outcome, 0, dice_thrown(s));
}

template <class Sink>
[[gnu::always_inline]] inline void Rules::resolve(State& s, Outcome outcome, Sink&& sink) const {
    switch (s.phase) {
    case Phase::flip:
    case Phase::fumble: return resolve_cards(s, outcome, sink);
    case Phase::score: return resolve_score(s, outcome, sink);
    case Phase::reroll: return resolve_reroll(s, outcome, sink);
    case Phase::toss: return resolve_toss(s, outcome, sink);
    case Phase::over:
    case Phase::side:
    case Phase::whistle: assert(false && "nothing is thrown here");
    }
}

// Step 1, step 6: equal numbers of balls are thrown again. In overtime the winner is on offence by the letter.
inline void Rules::resolve_toss(State& s, Outcome outcome, auto& sink) const {
    const auto balls = [](u64 faces) { return popcount(showing(static_cast<Faces>(faces), Face::ball)); };
    const u64 own = (u64{1} << (2 * toss_dice_)) - 1;
    const int lead = balls(outcome.code & own) - balls(outcome.code >> (2 * toss_dice_));
    if (lead == 0) return;
    const Seat winner = lead > 0 ? Seat::home : Seat::away;
    sink({What::toss, winner});
    if (house_.toss_winner == House::TossWinner::offense || s.first_offense != Holder::nobody)
        return begin(s, winner, sink);
    s.offense = held_by(winner); // R16
    s.phase = Phase::side;
}

// Steps 1 and 2, and step 6.
inline void Rules::begin(State& s, Seat offense, auto& sink) const {
    s.offense = held_by(offense);
    if (s.first_offense == Holder::nobody) {
        s.first_offense = s.offense;
        sink({What::period, {}, {}, 1});
        sink({What::deal, {}, "shuffle", cards_});
    }
    begin_drive(s, "start", sink);
    s.phase = Phase::flip;
}

// A card that has been seen may be named again as long as its rank has an unseen one: that one goes.
inline Cards Rules::without(Cards cards, int card) const {
    const Cards bit = Cards{1} << card;
    if ((cards & bit) != 0) [[likely]]
        return cards ^ bit;
    const Cards rest = cards & group(rank_of(card));
    return cards & ~(rest & -rest);
}

// Step 3. What a pair does to the ball stands in a table (place_after below): only ties, the End Zone and the last
// card need a closer look.
[[gnu::always_inline]] inline void Rules::resolve_cards(State& s, Outcome outcome, auto& sink) const {
    const int home = home_card(outcome);
    const int away = away_card(outcome);
    s.unseen.home = without(s.unseen.home, home);
    s.unseen.away = without(s.unseen.away, away);
    --s.left;
    const bool fumbled = s.phase == Phase::fumble;
    if (!fumbled) sink({What::play, seat_of(s.offense), "flip", {}, s.space});
    s.pile = static_cast<u8>(s.pile - 1 - (fumbled ? buried(s.pile) : 0));
    const int lead = rank_of(home) - rank_of(away);
    if (lead == 0) {
        if (!can_settle(s.pile)) return leave_fumble(s, sink);
        s.phase = Phase::fumble;
        sink({What::deal, {}, "buried", buried(s.pile)});
        return;
    }
    const Seat higher = lead > 0 ? Seat::home : Seat::away;
    sink({What::beat, higher});
    const std::string_view ball = move_ball(s, higher, sink);
    if (s.pile == 0 && s.phase == Phase::score && too_late(s.quarter)) {
        sink({What::miss, seat_of(s.offense), "too-late"});
        return end_quarter(s, ball, sink);
    }
    if (s.pile == 0 && s.phase == Phase::flip) return end_quarter(s, ball, sink);
    begin_drive(s, ball, sink);
}

// What the higher card of `winner` does to the ball. Returns how it comes to a new offence, nothing where the drive
// goes on.
[[gnu::always_inline]] inline std::string_view Rules::move_ball(State& s, Seat winner, auto& sink) const {
    const Place next = places_[place_index(s.phase, s.offense, s.space, s.attempt) + (winner == Seat::home ? 1 : 0)];
    std::string_view ball;
    if constexpr (!kSilent<decltype(sink)>) ball = tell_cards(s, next, sink);
    s.offense = next.offense;
    s.space = next.space;
    s.attempt = next.attempt;
    s.phase = next.phase;
    return ball;
}

// R6, R14: no card is left to settle it. It is void, a lost try, or waits for the new decks.
inline void Rules::leave_fumble(State& s, auto& sink) const {
    std::string_view ball;
    const bool later = settles_later(s.quarter);
    s.phase = Phase::flip;
    if (house_.last_fumble == House::LastFumble::lost_try) ball = move_ball(s, defense_of(s), sink);
    end_quarter(s, ball, sink);
    if (!later) return;
    s.phase = Phase::fumble;
    sink({What::deal, {}, "buried", buried(s.pile)});
}

// Before `next` comes about. Returns how the ball comes to a new offence, nothing where the drive goes on.
inline std::string_view Rules::tell_cards(const State& s, const Place& next, auto& sink) const {
    const Seat offense = seat_of(s.offense);
    const bool fumbled = s.phase == Phase::fumble;
    if (next.offense == s.offense && next.attempt <= s.attempt) {
        sink({What::gain, offense, fumbled ? "fumble" : "flip", 1, s.space + 1});
        if (next.phase == Phase::flip) sink({What::first_down, offense, {}, 1});
        return {};
    }
    if (fumbled) {
        sink({What::turnover, defense_of(s), "fumble"});
        sink({What::drive_end, offense, "fumble"});
        return "turnover";
    }
    sink({What::stop, defense_of(s), "flip"});
    if (next.offense == s.offense) {
        sink({What::down, offense, {}, next.attempt});
        return {};
    }
    sink({What::kick, offense, "punt"});
    sink({What::drive_end, offense, "punt"});
    return "punt";
}

// Products side by side rather than one inside the other: every flip waits for this number.
inline std::size_t Rules::place_index(Phase phase, Holder offense, int space, int attempt) const {
    const u32 fumbled = phase == Phase::fumble ? 2 * places_a_side_ : 0;
    const u32 side = static_cast<u32>(offense) * places_a_side_;
    return fumbled + side + (static_cast<u32>(space) - 1) * places_a_space_ + (static_cast<u32>(attempt) - 1) * 2;
}

// Step 5.
[[gnu::always_inline]] inline void Rules::resolve_score(State& s, Outcome outcome, auto& sink) const {
    s.dice = static_cast<Faces>(outcome.code);
    s.rerolled = 0;
    settle_dice(s, tallies_[s.dice].whistles, sink);
}

// R7: the leftmost referees first. R10: a die that has been re-rolled stays.
[[gnu::always_inline]] inline void Rules::resolve_reroll(State& s, Outcome outcome, auto& sink) const {
    Faces fresh = fresh_referees(s);
    for (int at = 0; at < s.rerolls; ++at, fresh = static_cast<Faces>(fresh & (fresh - 1))) {
        const int die = std::countr_zero(fresh) / 2;
        s.dice = with_face(s.dice, die, face_at(static_cast<Faces>(outcome.code), at));
        s.rerolled = static_cast<u8>(s.rerolled | 1U << die);
    }
    settle_dice(s, house_.whistles == House::Whistles::chain ? tallies_[outcome.code].whistles : 0, sink); // R9
}

// As many re-rolls as new whistles and referees that have not been re-rolled allow; then the points.
[[gnu::always_inline]] inline void Rules::settle_dice(State& s, int new_whistles, auto& sink) const {
    s.rerolls = 0;
    if (new_whistles > 0) s.rerolls = static_cast<u8>(std::min(new_whistles, popcount(fresh_referees(s))));
    if (s.rerolls > 0) {
        s.phase = house_.referees == House::Referees::may ? Phase::whistle : Phase::reroll; // R7
        sink({What::flag, seat_of(s.offense), "whistle", s.rerolls});
    } else {
        count_points(s, sink);
    }
}

// R5: the other side on its space 1, or the same one.
inline void Rules::count_points(State& s, auto& sink) const {
    const int points = tallies_[s.dice].points;
    if constexpr (!kSilent<decltype(sink)>) tell_points(s, points, sink);
    const Seat scorer = seat_of(s.offense);
    s.score[scorer] = static_cast<u16>(s.score[scorer] + points);
    s.dice = 0;
    s.rerolled = s.rerolls = 0;
    if (house_.after_score == House::AfterScore::other) s.offense = held_by(other(scorer));
    s.space = s.attempt = 1;
    if (points > 0 && s.quarter == kOvertime) {
        s.phase = Phase::over; // step 6
        sink({What::over, scorer});
        return;
    }
    s.phase = Phase::flip;
    const std::string_view ball = points > 0 ? "after-score" : "no-score";
    if (s.pile == 0) return end_quarter(s, ball, sink);
    begin_drive(s, ball, sink);
}

inline void Rules::tell_points(const State& s, int points, auto& sink) const {
    const Seat offense = seat_of(s.offense);
    const bool touchdown = popcount(showing(s.dice, Face::referee)) >= 2;
    const std::string_view how = points == 0 ? "no-score" : touchdown ? "touchdown" : "field-goal";
    if (points > 0)
        sink({What::score, offense, how, points});
    else
        sink({What::miss, offense, "end-zone"});
    sink({What::drive_end, offense, how});
}

inline void Rules::shuffle(State& s) const {
    s.unseen = {full_, full_};
    s.left = s.pile = cards_;
}

// Step 4, and step 6 after the 4th quarter. A drive that would begin when a half is over never does.
inline void Rules::end_quarter(State& s, std::string_view ball, auto& sink) const {
    s.phase = Phase::flip;
    const bool over = s.quarter == 4 ? winner(s) || house_.overtime == House::Overtime::tie
                                     : s.quarter == kOvertime && deck_ends_drive(s.quarter); // R8
    if (deck_ends_drive(s.quarter) && ball.empty()) sink({What::drive_end, seat_of(s.offense), over ? "game" : "half"});
    if (over) {
        s.phase = Phase::over;
        sink({What::over, winner(s)});
        return;
    }
    if (s.quarter == 4) {
        s.phase = Phase::toss;
        s.offense = Holder::nobody;
        s.space = s.attempt = 1;
        ball = {};
        sink({What::overtime});
    } else if (s.quarter == 2) { // R15
        s.offense = held_by(other(seat_of(s.first_offense)));
        s.space = s.attempt = 1;
        ball = "second-half";
    } else if (house_.quarter_tries == House::QuarterTries::fresh) { // R11
        s.attempt = 1;
    }
    if (s.quarter != kOvertime) { // R8: overtime has no quarters
        ++s.quarter;
        sink({What::period, {}, {}, s.quarter});
    }
    shuffle(s);
    sink({What::deal, {}, "shuffle", cards_});
    begin_drive(s, ball, sink);
}

} // namespace touchline::gridiron_glory
