// Options, and the sheet compiled into the dense tables that the rules play from.
#include "games/pocket_gridiron/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::pocket_gridiron {

std::vector<OptionSpec> Rules::option_specs(const Sheet& sheet) {
    std::vector<std::string> cards;
    for (const TeamCard& card : sheet.teams) cards.push_back(card.id);
    OptionSpec home_team = one_of("home_team", cards);
    OptionSpec away_team = one_of("away_team", cards);
    if (cards.size() > 1) away_team.fallback = cards[1];
    return {one_of("mode", {"basic", "pro"}),
            std::move(home_team),
            std::move(away_team),
            one_of("overtime", {"tie", "extra-drives"}),
            yes_no("injuries", true),
            touchline::number("drives", 0, 0, 16),
            one_of("declined_flag", {"reroll", "zero"}),
            one_of("injury_scope", {"all", "runs"}),
            one_of("pick_six", {"thrower", "scorer"}),
            yes_no("audible_kick", true)};
}

namespace {

std::optional<u8> card_given(const Sheet& sheet, const OptionValues& options, std::string_view name) {
    if (!options.given(name)) return std::nullopt;
    const auto card = std::ranges::find(sheet.teams, options.word(name, ""), &TeamCard::id);
    return static_cast<u8>(card - sheet.teams.begin());
}

// R18: a card plays for one side only. Left out: the first free card, home first.
BySeat<u8> cards_of(std::optional<u8> home, std::optional<u8> away) {
    const auto first_but = [](std::optional<u8> taken) { return static_cast<u8>(taken == u8{0} ? 1 : 0); };
    const u8 own = home.value_or(first_but(away));
    return {own, away.value_or(first_but(own))};
}

} // namespace

OrRefusal<Rules> Rules::make(const Sheet& sheet, const OptionValues& options) {
    Settings settings;
    std::vector<std::string> reasons;
    settings.mode = options.word("mode", "basic") == "pro" ? Mode::pro : Mode::basic;
    const std::optional<u8> home = card_given(sheet, options, "home_team");
    const std::optional<u8> away = card_given(sheet, options, "away_team");
    if (settings.mode == Mode::basic)
        for (std::string_view name : {"home_team", "away_team"})
            if (options.given(name))
                reasons.push_back(
                    fmt::format("option '{}' is for pro mode only: leave it out or set mode to pro", name));
    if (home && home == away && settings.mode == Mode::pro)
        reasons.push_back(fmt::format("'home_team' and 'away_team' are both '{}', but a card plays for one side only",
                                      sheet.teams[*home].id));
    if (!reasons.empty()) return refuse(RefusalCode::bad_option, joined(reasons));
    settings.team = cards_of(home, away);
    settings.extra_drives = options.word("overtime", "tie") == "extra-drives";
    settings.injuries = options.flag("injuries", true);
    settings.zero_when_declined = options.word("declined_flag", "reroll") == "zero";
    settings.only_runners_hurt = options.word("injury_scope", "all") == "runs";
    settings.scorer_goes_on = options.word("pick_six", "thrower") == "scorer";
    settings.audible_kick = options.flag("audible_kick", true);
    const int own = settings.mode == Mode::pro ? sheet.drives_pro : sheet.drives_basic;
    const auto drives = static_cast<int>(options.integer("drives", 0));
    settings.drives = static_cast<u8>(drives == 0 ? own : drives);

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

} // namespace touchline::pocket_gridiron
