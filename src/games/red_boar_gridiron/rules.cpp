// Options of Gridiron, and its plays by row or by pair of cards, worked out once.
#include "games/red_boar_gridiron/rules.hpp"

#include "games/most_outcomes.hpp"

namespace touchline::red_boar_gridiron {

namespace {

constexpr Weight kMostDeals = 100'000;
constexpr int kMostDealt = 8; // kinds of four bits in a code

// All ways to take `count` of the cards from `from` on, in the order of the deck.
void deal(const std::vector<u8>& deck, std::size_t from, int count, u32 code, int shift, std::vector<u32>& out) {
    if (count == 0) {
        out.push_back(code);
        return;
    }
    for (std::size_t i = from; i + static_cast<std::size_t>(count) <= deck.size(); ++i)
        deal(deck, i + 1, count - 1, code | static_cast<u32>(deck[i]) << shift, shift + 4, out);
}

std::vector<u32> deals_of(std::size_t kinds, int copies, int hand) {
    std::vector<u32> out;
    const int cards = static_cast<int>(kinds) * copies;
    if (hand > kMostDealt || choose(cards, hand) > kMostDeals) return out;
    std::vector<u8> deck;
    for (std::size_t kind = 0; kind < kinds; ++kind)
        deck.insert(deck.end(), static_cast<std::size_t>(copies), static_cast<u8>(kind));
    deal(deck, 0, hand, 0, 0, out);
    return out;
}

} // namespace

Options Rules::read_options(OptionReader& in, const Sheet& sheet) {
    Options options;
    const OptionNeeds penalties{{"penalties", {true}}};
    in.word("mode", {"dice", "cards"}, options.cards);
    in.word("overtime", {"alternate", "sudden-death", "tie", "college", "league", "high-school"}, options.overtime);
    in.number("quarter_seconds", {sheet.quarter_seconds, 10, 3600, 10}, options.quarter_seconds);
    in.flag("penalties", true, options.penalties);
    in.reading("R6").word("turnover_spot", {"end", "scrimmage"}, options.turnover_at_scrimmage);
    in.reading("R2").word("barred_line", {"on", "inside"}, options.barred_inside);
    in.reading("R5").needs(penalties).word("kick_fouls", {"none", "before"}, options.kick_fouls);
    in.reading("R13").needs(penalties).word("interference", {"half", "full"}, options.full_interference);
    in.reading("R3").needs(penalties).word("half_distance", {"down", "up"}, options.half_up);
    in.reading("R4").word("kick_downs", {"any", "fourth"}, options.kicks_on_fourth);
    in.reading("R8").word("safety_kick", {"punt", "kickoff"}, options.safety_kickoff);
    in.reading("R18").needs({{"mode", {"cards"}}}).word("replaced_yards", {"all", "offense"}, options.adds_to_replaced);
    in.reading("R21").word("missed_spot", {"scrimmage", "kick"}, options.missed_at_kick);
    in.reading("R22").word("toss", {"receive", "choice", "home", "away"}, options.toss);
    return options;
}

OrRefusal<Rules> Rules::make(const Sheet& sheet, const OptionValues& values) {
    OptionReader in(values);
    return Rules(sheet, read_options(in, sheet));
}

Rules::Rules(const Sheet& sheet, const Options& options) : sheet_(sheet), options_(options) {
    for (std::size_t role = 0; role < 2; ++role) {
        for (std::size_t kind = 0; kind < kinds(role); ++kind)
            for (int i = 0; i < sheet.cards.copies; ++i) decks_[role].add(kind);
        most_discards_[role] = decks_[role].count() - sheet.cards.hand;
    }
    hands_known_ = kinds(0) == 1 && kinds(1) == 1;
    if (options.cards)
        for (std::size_t role = 0; role < 2; ++role)
            deals_[role] =
                std::make_shared<const std::vector<u32>>(deals_of(kinds(role), sheet.cards.copies, sheet.cards.hand));
    if (options.cards) {
        for (std::size_t theirs = 0; theirs < kinds(1); ++theirs)
            for (std::size_t own = 0; own < kinds(0); ++own)
                plays_[theirs * kMostKinds + own] =
                    card_play(sheet.cards.offense[own], sheet.cards.defense[theirs].cells[own]);
    } else {
        for (std::size_t i = 0; i < kSums; ++i) plays_[i] = dice_play(sheet.rows[i]);
    }
    for (std::size_t code = 0; code < sum_.size(); ++code) sum_[code] = static_cast<u8>(code / 6 + code % 6);
    const auto foul = [&](u8 sum) -> u8 {
        if (sum + 2 == sheet.penalty.before_play) return 1;
        return sum + 2 == sheet.penalty.during_play ? 2 : 0;
    };
    for (std::size_t code = flags_.size(); code-- > 0;) {
        // The offence's two dice come first: they are the low digits.
        const u8 fouls = static_cast<u8>(foul(sum_[code % 36]) | foul(sum_[code / 36]) << 2);
        flags_[code] = fouls;
        flag_codes_[fouls] = static_cast<u16>(code);
        ++flag_weights_[fouls];
    }
}

// Step 6, R2.
u8 Rules::barred_from(int limit) const {
    int ball = kGoal;
    while (ball > 0 && barred(ball - 1, limit)) --ball;
    return static_cast<u8>(ball);
}

// Step 6, dice.
Rules::Play Rules::dice_play(const Row& row) const {
    const bool lost = row.kind == RowKind::fumble || row.kind == RowKind::interception;
    const bool touchdown = row.kind == RowKind::touchdown;
    const bool stays = lost && options_.turnover_at_scrimmage; // R6
    Play play;
    play.barred_from = barred_from(row.barred);
    play.rolled = row.kind != RowKind::incomplete && !stays;
    for (std::size_t die = 0; die <= 6; ++die) {
        const int adjustment = die == 0 ? 0 : sheet_.defense_die[die - 1];
        const int yards = stays ? 0 : touchdown ? std::min(adjustment, 0) : row.yards + adjustment;
        // R12: a touchdown pass would score from anywhere.
        play.ends[die] = {static_cast<i16>(yards),
                          static_cast<i16>(touchdown ? kGoal : row.yards),
                          static_cast<u16>(row.seconds),
                          touchdown,
                          lost,
                          row.pass};
    }
    play.ends[kBarred] = {0, 0, static_cast<u16>(sheet_.barred_seconds()), false, false, true}; // R2, R11
    return play;
}

// Step 6, cards.
Rules::Play Rules::card_play(const OffenseCard& card, const Cell& cell) const {
    const auto seconds = [](int given) { return static_cast<u16>(given); };
    Play play;
    play.barred_from = barred_from(card.barred);
    play.rolled = cell.modified;
    for (std::size_t die = 0; die <= 6; ++die) {
        const Modifier own = die == 0 ? Modifier{} : cell.modifiers[die - 1];
        PlayEnd& end = play.ends[die];
        end = {static_cast<i16>(card.yards + cell.base),
               static_cast<i16>(card.yards),
               seconds(sheet_.cards.complete),
               false,
               false,
               card.pass};
        switch (own.effect) {
        case Effect::none: break;
        case Effect::incomplete:
            end.yards = 0;
            end.seconds = seconds(sheet_.cards.incomplete);
            break;
        case Effect::turnover:
            end.turnover = true;
            if (options_.turnover_at_scrimmage) end.yards = 0;
            end.seconds = seconds(sheet_.cards.turnover);
            break;
        case Effect::yards: // R18
            end.yards = static_cast<i16>(own.yards + (options_.adds_to_replaced ? cell.base : 0));
            break;
        case Effect::breakaway: play.breaks = static_cast<u8>(play.breaks | 1U << (die - 1)); break;
        }
    }
    play.ends[kBarred] = {0, 0, seconds(sheet_.cards.incomplete), false, false, true};
    return play;
}

State Rules::start() const {
    State s;
    s.clock = static_cast<u16>(options_.quarter_seconds);
    if (options_.first_agreed()) { // R22
        s.second_half = s.offense = options_.toss == Toss::home ? 1 : 0;
        s.step = Step::kickoff;
    }
    return s;
}

View Rules::view(const State& s, Viewer viewer) const {
    View view;
    view.open = s;
    view.viewer = viewer;
    for (std::size_t seat = 0; seat < 2; ++seat) {
        if (is(viewer, static_cast<Seat>(seat))) view.hand = s.hands[seat];
        view.deck_left[seat] = static_cast<u8>(deck(s, seat).count());
    }
    if (s.turned != 0) view.turned = {s.offense_card, s.defense_card};
    view.leap = s.leap;
    return view;
}

bool Rules::outcome_visible(const State& s, Viewer viewer) const {
    if (s.step != Step::draw_offense && s.step != Step::draw_defense) return true;
    return is(viewer, static_cast<Seat>(drawing(s)));
}

// Steps 4 and 5: where flags may fly the cards wait for them, and a foul before the play sends them back unseen.
bool Rules::uncovers(const State& chosen, std::optional<Outcome> fell) const {
    if (chosen.step != Step::flags) return true;
    if (!fell) return false;
    const u8 fouls = flags_[fell->code];
    return (fouls & 3) != 1 && fouls >> 2 != 1;
}

ActionList Rules::legal(const View& view) const {
    if (view.open.step != Step::card) return choice_actions(view.open);
    if (view.viewer == Viewer::everyone) return {};
    return hand_actions(view.hand, role_of(view.open, view.viewer == Viewer::home ? 0 : 1));
}

// The step alone decides which dice fall. Cards are drawn from a deck or from the discards that became one (R19): never
// from more than the whole deck, and never more than a hand.
std::size_t Rules::most_outcomes() const {
    std::size_t most = 0;
    State s = start();
    for (s.step = Step::toss; s.step != Step::over; s.step = static_cast<Step>(static_cast<u8>(s.step) + 1)) {
        const bool draws = s.step == Step::draw_offense || s.step == Step::draw_defense;
        if (!draws && turn(s).kind == TurnKind::chance) most = std::max(most, outcome_count(*this, s));
    }
    for (int role = 0; options_.cards && role < 2; ++role)
        for (int drawn = 1; drawn <= sheet_.cards.hand; ++drawn) {
            std::size_t hands = 0;
            each_hand(full_deck(role), drawn, [&](u64, Weight) { ++hands; });
            most = std::max(most, hands);
        }
    return most;
}

} // namespace touchline::red_boar_gridiron
