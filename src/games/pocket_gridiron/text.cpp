// The names of events, actions, faces and fields.
#include "games/pocket_gridiron/rules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::pocket_gridiron {

std::string_view Rules::event_name(u8 event) const {
    constexpr std::array<std::string_view, 19> kNames{
        "toss",    "fourth-down", "qb",     "wr",      "te",      "rb",   "sack",    "set-play",        "audible",
        "recover", "skill",       "return", "defense", "penalty", "flag", "endzone", "after-touchdown", "pat",
        "kick"};
    return kNames[event];
}

std::string_view Rules::action_name(const State&, Action action) const {
    constexpr std::array<std::string_view, 10> kNames{"play", "field-goal", "roll", "accept", "decline",
                                                      "kick", "conversion", "wr",   "te",     "rb"};
    return kNames[action.code];
}

Tokens Rules::tokens(const State& s, Outcome fallen) const { return {dice_[kSteps[at(s.step)].die].name[fallen.code]}; }

Expected<Outcome, std::string> Rules::outcome(const State& s, std::span<const std::string_view> tokens) const {
    const StepInfo& info = kSteps[at(s.step)];
    const Die& die = dice_[info.die];
    std::string known;
    for (u8 face = 0; face < die.faces; ++face) {
        if (die.name[face] == tokens[0]) return Outcome{face};
        known += (face == 0 ? "" : ", ") + die.name[face];
    }
    return Unexpected{
        fmt::format("'{}' cannot fall at '{}'; it shows one of {}", tokens[0], event_name(info.event), known)};
}

std::vector<std::vector<std::string_view>> Rules::faces(const State& s) const {
    const Die& die = dice_[kSteps[at(s.step)].die];
    if (die.faces == 0) return {};
    return {{die.name.begin(), die.name.begin() + die.faces}};
}

namespace {

Json injured_list(u8 mask) {
    Json list = Json::array();
    for (Position position : kPositions)
        if ((mask & bit(position)) != 0) list.push_back(name(position));
    return list;
}

} // namespace

Json Rules::fields(const State& s) const {
    Json fields{{"score", {{"home", s.score[0]}, {"away", s.score[1]}}}};
    fields["offense"] = s.step == Step::toss ? Json(nullptr) : Json(name(s.offense));
    fields["mode"] = settings_.mode == Mode::pro ? "pro" : "basic";
    fields["drives"] = {{"home", s.drives[0]}, {"away", s.drives[1]}};
    fields["quarter"] = quarter(s);
    fields["down"] = s.down;
    fields["sacks"] = s.sacks;
    fields["bonus"] = s.bonus;
    fields["scrambles"] = s.scrambles;
    fields["phase"] = s.phase == Phase::conversion ? "conversion" : "series";
    fields["injured"] = {{"home", injured_list(s.injured[0])}, {"away", injured_list(s.injured[1])}};
    fields["teams"] = teams();
    fields["returned"] = s.returned != 0;
    const bool carried = s.carrier != kNobody;
    fields["carrier"] = carried ? Json(name(static_cast<Position>(s.carrier))) : Json(nullptr);
    fields["value"] = carried ? Json(s.value) : Json(nullptr);
    fields["rolled"] = s.rolled != kNoRoll ? Json((s.rolled - 1) / 2) : Json(nullptr);
    return fields;
}

// The card of each side; null in basic mode.
Json Rules::teams() const {
    if (settings_.mode == Mode::basic) return nullptr;
    return {{"home", sheet_.teams[settings_.team.home].id}, {"away", sheet_.teams[settings_.team.away].id}};
}

} // namespace touchline::pocket_gridiron
