// Names of events, actions and faces; a position's fields and the way back.
#include "games/pocket_rugby/rules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::pocket_rugby {

namespace {

constexpr std::array<std::string_view, kEvents> kEventNames{
    "weather", "toss", "scrum-half", "forward", "centre", "wing", "back", "skill",   "tackle",    "ruck",   "try",
    "range",   "kick", "scrum",      "lineout", "card",   "pass", "maul", "big-hit", "drop-goal", "penalty"};

std::optional<Seat> seat_in(u8 byte) { return byte == kNone ? std::nullopt : std::optional(static_cast<Seat>(byte)); }

void write_injured(JsonText& out, Seat seat, u8 mask) {
    InlineList<std::string_view, kPositions> injured;
    for (std::size_t p = 0; p < kPositions; ++p)
        if ((mask >> p) & 1) injured.push_back(kPositionNames[p]);
    out.list(name(seat), injured);
}

} // namespace

std::string_view Rules::event_name(u8 event) const { return kEventNames[event]; }

std::string_view Rules::action_name(const State& s, Action action) const {
    switch (s.phase) {
    case Phase::pass: return kPositionNames[action.code];
    case Phase::maul: return action == action::kStop ? "stop" : "defend";
    case Phase::big_hit: return action == action::kSteal ? "steal" : "tackle";
    case Phase::drop_goal: return action == action::kKick ? "kick" : "pass";
    case Phase::penalty: return action == action::kKick ? "kick" : "quick-tap";
    default: return {};
    }
}

Tokens Rules::tokens(const State& s, Outcome fallen) const {
    return {box_->tokens[place(kTurns[place(s.phase)].event)][fallen.code]};
}

Expected<Outcome, std::string> Rules::outcome(const State& s, std::span<const std::string_view> tokens) const {
    const Die<std::string>& die = box_->tokens[place(kTurns[place(s.phase)].event)];
    for (std::size_t i = 0; i < kFaces; ++i)
        if (!die[i].empty() && die[i] == tokens[0]) return Outcome{i};
    std::string known;
    const std::vector<std::vector<std::string_view>> places = faces(s);
    for (std::string_view face : places[0]) known += fmt::format("{}{}", known.empty() ? "" : ", ", face);
    return Unexpected{
        fmt::format("'{}' cannot fall at '{}'; there are: {}", tokens[0], event_name(turn(s).event), known)};
}

std::vector<std::vector<std::string_view>> Rules::faces(const State& s) const {
    std::vector<std::string_view> faces;
    chances(s, [&](Outcome outcome, Weight) { faces.push_back(tokens(s, outcome)[0]); });
    return {faces};
}

void Rules::write_fields(JsonText& out, const State& s) const {
    const Ball& ball = s.ball;
    const auto unless_none = [](u8 byte, auto value) { return byte == kNone ? std::nullopt : std::optional(value()); };
    out.per_seat("score", s.score[0], s.score[1]);
    out.field("offense", seat_in(s.offense));
    out.field("half", s.half);
    out.field("first_attack", seat_in(s.first_attack));
    out.per_seat("cards", s.cards[0], s.cards[1]);
    out.per_seat("yellow_total", s.yellow_total[0], s.yellow_total[1]);
    out.field("quick_tap", s.quick_tap);
    out.key("injured");
    out.open_object();
    for (Seat seat : kSeats) write_injured(out, seat, s.injured[place(seat)]);
    out.close_object();
    out.field("weather", kWeatherNames[place(s.weather)]);
    out.per_seat("teams", options().teams.home, options().teams.away);
    out.field("carrier", unless_none(ball.carrier, [&] { return kPositionNames[ball.carrier]; }));
    out.field("value", unless_none(ball.value, [&] { return ball.value; }));
    out.field("tackle", unless_none(ball.tackle, [&] { return tackle_count(s, ball.tackle); }));
    out.field("range", unless_none(ball.range, [&] { return range_metres(ball.range); }));
}

} // namespace touchline::pocket_rugby
