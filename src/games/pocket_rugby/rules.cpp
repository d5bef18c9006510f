// Options of Pocket Sports Rugby, and the tables that a match is played with.
#include "games/pocket_rugby/rules.hpp"

#include "games/most_outcomes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::pocket_rugby {

static_assert(PlainState<State>);

Options Rules::read_options(OptionReader& in, const Sheet& sheet) {
    std::vector<std::string> teams{"none"};
    for (const TeamCard& card : sheet.teams) teams.push_back(card.id);
    const std::vector<OptionValue> some(teams.begin() + 1, teams.end());
    const OptionNeeds cards{{"home_team", some}, {"away_team", some}};
    Options options;
    std::string weather;
    in.word("home_team", teams, options.teams.home);
    in.word("away_team", teams, options.teams.away);
    in.word("weather", {"off", "roll", "fine", "cold", "hot", "rain"}, weather);
    options.weather = static_cast<Weather>(std::ranges::find(kWeatherNames, weather) - kWeatherNames.begin());
    in.flag("injuries", true, options.injuries);
    in.reading("R1").word("failed_steal", {"tackled", "second-roll"}, options.second_roll_after_steal);
    in.reading("R2").word("big_hits", {"one-tackle", "in-a-row"}, options.hits_in_a_row);
    in.reading("R5").word("goal_restart", {"scorer", "conceder"}, options.conceder_restarts);
    in.reading("R6").word("missed_kick", {"turnover", "keep"}, options.kicker_keeps_miss);
    in.reading("R7").word("second_half", {"other", "scorer"}, options.scorer_opens_second_half);
    in.reading("R8").needs(cards).word("attempts", {"always", "may"}, options.may_attempt);
    in.reading("R8").word("card_check", {"always", "may"}, options.may_check);
    in.reading("R10")
        .value_needs("all-dice", cards)
        .word("card_penalty", {"each-roll", "sum", "all-dice"}, options.card_penalty);
    in.reading("R16").word("penalty_range", {"after", "before"}, options.range_before_choice);
    in.reading("R19").word("points", {"own", "together"}, options.points_together);
    in.reading("R27").needs(cards).word("tap_reset", {"tap", "penalty"}, options.penalty_resets_tap);
    return options;
}

namespace {

Message fault_of_teams(const BySeat<std::string>& teams) {
    if ((teams.home == "none") != (teams.away == "none"))
        return Message{"pocket-rugby/one-team-card", {{"home", teams.home}, {"away", teams.away}}};
    if (teams.home != "none" && teams.home == teams.away)
        return Message{"pocket-rugby/team-twice", {{"team", teams.home}}};
    return {};
}

const TeamCard* card_of(const Sheet& sheet, const std::string& id) {
    const auto at = std::ranges::find(sheet.teams, id, &TeamCard::id);
    return at == sheet.teams.end() ? nullptr : &*at;
}

// The token of each face of the die that an event reads.
Die<std::string> tokens_of(const Sheet& sheet, Event event) {
    Die<std::string> tokens;
    for (std::size_t i = 0; i < kFaces; ++i) {
        switch (event) {
        case Event::weather:
        case Event::skill: tokens[i] = fmt::to_string(sheet.purple.faces[i]); break;
        case Event::toss: tokens[i] = i < 2 ? name(kSeats[i]) : ""; break;
        case Event::scrum_half: tokens[i] = kFeedNames[static_cast<std::size_t>(sheet.scrum_half[i])]; break;
        case Event::forward:
        case Event::centre:
        case Event::wing:
        case Event::back: tokens[i] = sheet.players[place(event) - place(Event::forward)][i].name; break;
        case Event::tackle: tokens[i] = sheet.brown.faces[i]; break;
        case Event::ruck: tokens[i] = sheet.black.ruck_win[i] ? "RUCK WIN" : "NO RUCK WIN"; break;
        case Event::try_: tokens[i] = kTryNames[static_cast<std::size_t>(sheet.black.faces[i])]; break;
        case Event::range: tokens[i] = fmt::to_string(sheet.brown.ranges[i]); break;
        case Event::kick: tokens[i] = fmt::to_string(sheet.black.kicks[i]); break;
        case Event::scrum:
        case Event::lineout: tokens[i] = kRefNames[static_cast<std::size_t>(sheet.white[i])]; break;
        case Event::card: tokens[i] = sheet.black.yellow[i] ? "YELLOW" : "NO CARD"; break;
        case Event::pass:
        case Event::maul:
        case Event::big_hit:
        case Event::drop_goal:
        case Event::penalty:
        case Event::attempt:
        case Event::check: break;
        }
    }
    return tokens;
}

} // namespace

OrRefusal<Rules> Rules::make(const Sheet& sheet, const OptionValues& values) {
    OptionReader in(values);
    const Options options = read_options(in, sheet);
    if (Message fault = fault_of_teams(options.teams); !fault.empty())
        return refuse(RefusalCode::bad_option, std::move(fault));

    auto box = std::make_shared<Box>();
    box->sheet = sheet;
    box->options = options;
    for (std::size_t event = 0; event < kChanceEvents; ++event)
        box->tokens[event] = tokens_of(sheet, static_cast<Event>(event));

    Rules rules;
    rules.box_ = std::move(box);
    rules.set_dice();
    for (Seat seat : kSeats) rules.set_side(seat, card_of(sheet, options.teams[seat]));
    for (std::size_t weather = 0; weather < kWeathers; ++weather) {
        const Thresholds& ends = static_cast<Weather>(weather) == Weather::rain ? sheet.rain : sheet.dry;
        rules.half_time_[weather] = ends.half_time;
        rules.full_time_[weather] = ends.full_time;
    }
    rules.late_score_ = sheet.late_weather_score;
    rules.quick_tap_runs_ = sheet.quick_tap_runs;
    rules.try_points_ = sheet.try_points;
    rules.conversion_points_ = sheet.conversion_points;
    rules.drop_goal_points_ = sheet.drop_goal_points;
    rules.penalty_goal_points_ = sheet.penalty_goal_points;
    rules.cards_in_play_ = options.teams.home != "none";
    rules.injuries_ = options.injuries;
    rules.second_roll_after_steal_ = options.second_roll_after_steal;
    rules.hits_in_a_row_ = options.hits_in_a_row && options.injuries;
    rules.conceder_restarts_ = options.conceder_restarts;
    rules.kicker_keeps_miss_ = options.kicker_keeps_miss;
    rules.scorer_opens_second_half_ = options.scorer_opens_second_half;
    rules.may_attempt_ = options.may_attempt;
    rules.may_check_ = options.may_check && std::ranges::find(sheet.black.yellow, true) != sheet.black.yellow.end();
    rules.cards_off_sum_ = options.card_penalty == Options::CardPenalty::sum;
    rules.cards_off_checks_ = options.card_penalty == Options::CardPenalty::all_dice;
    rules.range_before_choice_ = options.range_before_choice;
    rules.points_together_ = options.points_together;
    rules.penalty_resets_tap_ = options.penalty_resets_tap;
    return rules;
}

void Rules::set_dice() {
    const Sheet& sheet = box_->sheet;
    for (std::size_t event = 0; event < kChanceEvents; ++event)
        for (std::size_t i = 0; i < kFaces; ++i) {
            const Die<std::string>& tokens = box_->tokens[event];
            canon_[event][i] = static_cast<u8>(std::ranges::find(tokens, tokens[i]) - tokens.begin());
            ++weight_[event][canon_[event][i]];
        }
    for (std::size_t phase = 0; phase < kPhases; ++phase)
        for (u8 i = 0; i < kFaces && kTurns[phase].kind == TurnKind::chance; ++i)
            drawn_[phase][i] = kTurns[phase].event == Event::toss ? u8(i % 2) : canon_[place(kTurns[phase].event)][i];
    for (std::size_t p = 0; p < kPositions; ++p)
        for (std::size_t i = 0; i < kFaces; ++i) {
            const PlayerFace& face = sheet.players[p][i];
            kind_[p][i] = face.kind;
            if (face.kind != FaceKind::run) continue;
            hit_up_[p][i] = face.name.starts_with(kHitUp) && face.value >= 3 && face.value <= 5; // R3
            if (face.name == kDummy) move_[p][i] = Move::decoy;
            if (face.name == kChipAndChase) move_[p][i] = Move::intercept;
            if (face.name == kRollingMaul) move_[p][i] = Move::maul;
        }
    for (std::size_t i = 0; i < kFaces; ++i) {
        tackle_[i] = static_cast<u8>(sheet.brown.values[i]);
        big_hit_[i] = sheet.brown.faces[i] == kBigHit;
        ranges_[i] = static_cast<u8>(sheet.brown.ranges[i]);
        kicks_[i] = static_cast<u8>(sheet.black.kicks[i]);
        skill_[i] = static_cast<u8>(sheet.purple.faces[i]);
    }
    best_skill_ = std::ranges::max(skill_);
    feed_ = sheet.scrum_half;
    try_ = sheet.black.faces;
    ruck_win_ = sheet.black.ruck_win;
    yellow_ = sheet.black.yellow;
    referee_ = sheet.white;
    weather_ = sheet.purple.weather;
}

void Rules::set_side(Seat seat, const TeamCard* card) {
    Side& side = sides_[place(seat)];
    for (std::size_t p = 0; p < kPositions; ++p)
        for (std::size_t i = 0; i < kFaces; ++i) {
            const PlayerFace& face = box_->sheet.players[p][i];
            int value = face.value;
            if (card != nullptr)
                for (const AttackMove& move : card->attack)
                    if (move.face == face.name && (!move.position || place(*move.position) == p)) value += move.bonus;
            side.run[p][i] = static_cast<u8>(value);
        }
    if (card == nullptr) return;
    side.kick_bonus = card->kick_bonus;
    side.decoy = card->decoy;
    side.intercept = card->intercept;
    side.stop_maul = card->stop_maul;
    side.charge_down = card->charge_down;
    side.late_weather = card->late_weather;
}

std::optional<u8> Rules::lasting_hit() const {
    const auto hit = std::ranges::find(big_hit_, true);
    if (!hits_in_a_row_ || hit == big_hit_.end()) return std::nullopt;
    return canon_[place(Event::tackle)][static_cast<std::size_t>(hit - big_hit_.begin())];
}

State Rules::start() const {
    State state;
    state.weather = box_->options.weather;
    state.phase = state.weather == Weather::roll ? Phase::weather : Phase::toss;
    return state;
}

// The phase alone decides which die falls.
std::size_t Rules::most_outcomes() const { return most_at_any(*this, start(), &State::phase); }

} // namespace touchline::pocket_rugby
