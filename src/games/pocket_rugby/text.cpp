// Names of events, actions and faces.
#include "games/pocket_rugby/rules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::pocket_rugby {

namespace {

constexpr std::array<std::string_view, kEvents> kEventNames{
    "weather", "toss", "scrum-half", "forward",   "centre",  "wing",    "back",    "skill",
    "tackle",  "ruck", "try",        "range",     "kick",    "scrum",   "lineout", "card",
    "pass",    "maul", "big-hit",    "drop-goal", "penalty", "attempt", "check"};

} // namespace

std::vector<std::string_view> Rules::event_names() const { return {kEventNames.begin(), kEventNames.end()}; }

std::vector<std::string_view> Rules::action_names() const {
    std::vector<std::string_view> names(kPositionNames.begin(), kPositionNames.end());
    names.insert(names.end(),
                 {"stop", "defend", "steal", "tackle", "kick", "pass", "quick-tap", "attempt", "check", "decline"});
    return names;
}

std::string_view Rules::event_name(u8 event) const { return kEventNames[event]; }

std::string_view Rules::action_name(const State& s, Action action) const {
    switch (s.phase) {
    case Phase::pass: return kPositionNames[action.code];
    case Phase::maul: return action == action::kStop ? "stop" : "defend";
    case Phase::big_hit: return action == action::kSteal ? "steal" : "tackle";
    case Phase::drop_goal: return action == action::kKick ? "kick" : "pass";
    case Phase::penalty: return action == action::kKick ? "kick" : "quick-tap";
    case Phase::try_decoy:
    case Phase::try_intercept:
    case Phase::try_charge_down: return action == action::kAttempt ? "attempt" : "decline";
    case Phase::card_check: return action == action::kCheck ? "check" : "decline";
    default: return {};
    }
}

Tokens Rules::tokens(const State& s, Outcome outcome) const {
    return {box_->tokens[place(kTurns[place(s.phase)].event)][outcome.code]};
}

Expected<Outcome, Message> Rules::outcome(const State& s, std::span<const std::string_view> tokens) const {
    const Die<std::string>& die = box_->tokens[place(kTurns[place(s.phase)].event)];
    for (std::size_t i = 0; i < kFaces; ++i)
        if (!die[i].empty() && die[i] == tokens[0]) return Outcome{i};
    std::string known;
    const std::vector<std::vector<std::string_view>> places = faces(s);
    for (std::string_view face : places[0]) known += fmt::format("{}{}", known.empty() ? "" : ", ", face);
    return Unexpected{
        Message{"fall.there-are", {{"face", tokens[0]}, {"event", event_name(turn(s).event)}, {"faces", known}}}};
}

std::vector<std::vector<std::string_view>> Rules::faces(const State& s) const {
    std::vector<std::string_view> faces;
    chances(s, [&](Outcome outcome, Weight) { faces.push_back(tokens(s, outcome)[0]); });
    return {faces};
}

} // namespace touchline::pocket_rugby
