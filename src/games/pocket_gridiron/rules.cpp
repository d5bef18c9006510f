// Options, and the sheet compiled into the dense tables that the rules play from.
#include "games/pocket_gridiron/rules.hpp"

#include "games/most_outcomes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::pocket_gridiron {

Settings Rules::read_options(OptionReader& in, const Sheet& sheet) {
    std::vector<std::string> cards;
    for (const TeamCard& card : sheet.teams) cards.push_back(card.id);
    const OptionNeeds pro{{"mode", {"pro"}}};
    const OptionNeeds injuries{{"injuries", {true}}};
    Settings settings;
    int drives = 0;
    in.word("mode", {"basic", "pro"}, settings.mode);
    in.needs(pro).word("home_team", cards, settings.team.home);
    in.needs(pro).word("away_team", cards, settings.team.away);
    // R18: a card plays for one side only. Left out: the first free card, home first.
    if (cards.size() > 1) in.specs().back().fallback = cards[1];
    const bool home_given = in.given("home_team");
    const bool away_given = in.given("away_team");
    if (!home_given) settings.team.home = away_given && settings.team.away == 0 ? 1 : 0;
    if (!away_given) settings.team.away = settings.team.home == 0 ? 1 : 0;
    in.word("overtime", {"tie", "extra-drives"}, settings.extra_drives);
    in.flag("injuries", true, settings.injuries);
    in.number("drives", {0, 0, 16}, drives);
    const int own = settings.mode == Mode::pro ? sheet.drives_pro : sheet.drives_basic;
    settings.drives = static_cast<u8>(drives == 0 ? own : drives);
    in.reading("R2").word("declined_flag", {"reroll", "zero"}, settings.zero_when_declined);
    in.reading("R3").word("foul_decline", {"third-sack", "any"}, settings.decline_any_foul);
    in.reading("R3")
        .needs({{"declined_flag", {"reroll"}}})
        .word("failed_sack", {"reroll", "zero"}, settings.zero_after_sack_roll);
    in.reading("R4").needs(injuries).word("injury_scope", {"all", "runs"}, settings.only_runners_hurt);
    in.reading("R4").needs(injuries).word("injury_count", {"once", "each"}, settings.injuries_add_up);
    in.reading("R7").word("conversion_flag", {"replay", "downs"}, settings.conversion_downs);
    in.reading("R8").needs(pro).word("pick_six", {"thrower", "scorer"}, settings.scorer_goes_on);
    in.reading("R12").needs(pro).flag("audible_kick", true, settings.audible_kick);
    in.reading("R14").word("sack_roll", {"always", "may"}, settings.sack_is_offered);
    in.reading("R16").word("flag_moment", {"at-once", "both-rolls"}, settings.both_rolls_first);
    in.reading("R17").word("second_half", {"turn", "other"}, settings.other_opens_half);
    in.reading("R20").word("other_flags", {"ignored", "called"}, settings.flags_everywhere);
    in.reading("R22").needs(pro).word("return_roll", {"always", "may"}, settings.return_is_offered);
    return settings;
}

OrRefusal<Rules> Rules::make(const Sheet& sheet, const OptionValues& options) {
    OptionReader in(options);
    const Settings settings = read_options(in, sheet);
    std::vector<Message> reasons;
    if (settings.mode == Mode::basic)
        for (std::string_view name : {"home_team", "away_team"})
            if (options.given(name)) reasons.push_back(Message{"pocket-gridiron/team-option", {{"option", name}}});
    if (settings.mode == Mode::pro && settings.team.home == settings.team.away)
        reasons.push_back(Message{"pocket-gridiron/team-twice", {{"team", sheet.teams[settings.team.home].id}}});
    if (!reasons.empty()) return refuse(RefusalCode::bad_option, joined(std::move(reasons)));

    Rules rules;
    rules.settings_ = settings;
    rules.sheet_ = sheet;
    rules.compile();
    return rules;
}

// Merges equal faces: name(side) names a side, fill(face, side) notes what the face means.
template <class Name, class Fill>
void Rules::compile_die(DieId id, Name&& name, Fill&& fill) {
    Die& die = dice_[id];
    die.sides = static_cast<u8>(id == toss_coin ? 2 : kSides);
    for (u8 side = 0; side < die.sides; ++side) {
        const std::string face_name(name(side));
        u8 face = 0;
        while (face < die.faces && die.name[face] != face_name) ++face;
        if (face == die.faces) {
            die.name[face] = face_name;
            fill(face, side);
            ++die.faces;
        }
        ++die.weight[face];
        die.face_of_side[side] = face;
    }
}

void Rules::compile() {
    const auto figure = [](int value) { return static_cast<u8>(value); };
    compile_die(
        toss_coin, [](u8 side) { return kCoin[side]; }, [](u8, u8) {});
    compile_die(
        red, [&](u8 side) { return sheet_.qb[side].name; },
        [&](u8 face, u8 side) { call_[face] = sheet_.qb[side].call; });
    compile_die(
        white, [&](u8 side) { return sheet_.defense[side].name; },
        [&](u8 face, u8 side) {
            const WhiteFace& own = sheet_.defense[side];
            white_[face] = {figure(own.value), figure(1 + 2 * own.value + (own.injury ? 1 : 0)),
                            own.pat_block,     own.recover,
                            own.sack,          own.injury,
                            own.flag};
        });
    compile_die(
        yellow, [&](u8 side) { return sheet_.penalty[side].name; },
        [&](u8 face, u8 side) { foul_by_defense_[face] = sheet_.penalty[side].by_defense; });
    compile_die(
        black, [&](u8 side) { return sheet_.endzone[side].name; },
        [&](u8 face, u8 side) { word_[face] = sheet_.endzone[side].word; });
    compile_die(
        black_number, [&](u8 side) { return std::to_string(sheet_.endzone[side].number); },
        [&](u8 face, u8 side) { number_[face] = figure(sheet_.endzone[side].number); });
    for (Position position : kReceivers) {
        const DieId id = position == Position::wr ? wr_die : position == Position::te ? te_die : rb_die;
        const auto& faces = sheet_.routes[at(position)];
        compile_die(
            id, [&](u8 side) { return faces[side].name; },
            [&](u8 face, u8 side) { route_[at(position)][face] = compile_route(faces[side]); });
    }
    for (std::size_t step = 0; step < kStepCount; ++step) drawn_[step] = dice_[kSteps[step].die].face_of_side;
    downs_ = figure(sheet_.downs);
    sacks_for_safety_ = figure(sheet_.sacks_for_safety);
    scrambles_for_sack_ = figure(sheet_.scrambles_for_sack);
    field_goal_at_least_ = figure(sheet_.field_goal_at_least);
    sneak_value_ = figure(sheet_.sneak_value);
    touchdown_ = figure(sheet_.touchdown);
    kick_ = figure(sheet_.kick);
    conversion_ = figure(sheet_.conversion);
    field_goal_ = figure(sheet_.field_goal);
    safety_ = figure(sheet_.safety);
    if (settings_.injuries) hurt_mask_ = settings_.only_runners_hurt ? bit(Position::qb) | bit(Position::rb) : 15;
    for (Position position : kPositions) {
        // D7: an injury more than the best route is worth has nothing left to take.
        int best = position == Position::qb ? sheet_.sneak_value : 1;
        for (const RouteFace& face : sheet_.routes[at(position)]) best = std::max(best, face.value);
        most_injuries_[at(position)] =
            figure(settings_.injuries_add_up && can_be_hurt(position) ? std::clamp(best, 1, kMostInjuries) : 1);
    }
}

// A face with what the two cards make of it.
Rules::Route Rules::compile_route(const RouteFace& face) const {
    Route route{face.kind, {}, {}, {}};
    for (Seat seat : kSeats) {
        int value = face.value;
        if (settings_.mode == Mode::pro && face.kind == RouteFace::Kind::route) {
            const TeamCard& card = sheet_.teams[settings_.team[seat]];
            for (const TeamCard::Favoured& favoured : card.favoured)
                if (favoured.route == face.name) value += favoured.bonus;
            if (card.intercept.route == face.name)
                route.intercept_at[at(seat)] = static_cast<u8>(card.intercept.at_least);
            if (card.decoy.route == face.name) route.decoy_at[at(seat)] = static_cast<u8>(card.decoy.at_least);
        }
        route.value[at(seat)] = static_cast<u8>(value);
    }
    return route;
}

// The step alone decides which die falls.
std::size_t Rules::most_outcomes() const { return most_at_any(*this, start(), &State::step); }

} // namespace touchline::pocket_gridiron
