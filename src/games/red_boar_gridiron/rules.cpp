#include "games/red_boar_gridiron/rules.hpp"

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

std::vector<OptionSpec> Rules::option_specs(const Sheet& sheet) {
    return {
        one_of("mode", {"dice", "cards"}),
        one_of("overtime", {"alternate", "sudden-death", "tie"}),
        number("quarter_seconds", sheet.quarter_seconds, 10, 3600, 10),
        yes_no("penalties", true),
        one_of("turnover_spot", {"end", "scrimmage"}),
        one_of("barred_line", {"on", "inside"}),
        one_of("kick_fouls", {"none", "before"}),
        one_of("interference", {"half", "full"}),
    };
}

OrRefusal<Rules> Rules::make(const Sheet& sheet, const OptionValues& values) {
    Options options;
    options.cards = values.word("mode", "dice") == "cards";
    const std::string overtime = values.word("overtime", "alternate");
    options.overtime = overtime == "alternate"      ? Overtime::alternate
                       : overtime == "sudden-death" ? Overtime::sudden_death
                                                    : Overtime::tie;
    options.quarter_seconds = static_cast<int>(values.integer("quarter_seconds", sheet.quarter_seconds));
    options.penalties = values.flag("penalties", true);
    options.turnover_at_scrimmage = values.word("turnover_spot", "end") == "scrimmage";
    options.barred_inside = values.word("barred_line", "on") == "inside";
    options.kick_fouls = values.word("kick_fouls", "none") == "before";
    options.full_interference = values.word("interference", "half") == "full";
    return Rules(sheet, options);
}

Rules::Rules(const Sheet& sheet, const Options& options) : sheet_(sheet), options_(options) {
    for (std::size_t role = 0; role < 2; ++role)
        for (std::size_t kind = 0; kind < kinds(role); ++kind)
            for (int i = 0; i < sheet.cards.copies; ++i) decks_[role].add(kind);
    if (options.cards)
        for (std::size_t role = 0; role < 2; ++role)
            deals_[role] =
                std::make_shared<const std::vector<u32>>(deals_of(kinds(role), sheet.cards.copies, sheet.cards.hand));
    for (std::size_t i = 0; i < kSums; ++i) {
        const Row& row = sheet.rows[i];
        // R12: a touchdown pass would score from anywhere.
        const int base = row.kind == RowKind::touchdown ? kGoal : row.yards;
        rows_[i] = {static_cast<i16>(row.yards),   static_cast<i16>(base),
                    static_cast<u16>(row.seconds), row.kind,
                    static_cast<u8>(row.barred),   row.pass};
    }
    barred_seconds_ = static_cast<u16>(sheet.barred_seconds());
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

State Rules::start() const {
    State s;
    s.clock = static_cast<u16>(options_.quarter_seconds);
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

bool Rules::fall_visible(const State& s, Viewer viewer) const {
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

} // namespace touchline::red_boar_gridiron
