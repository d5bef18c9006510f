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

void write_injured(JsonText& out, Seat seat, u8 mask) {
    InlineList<std::string_view, kPositions.size()> injured;
    for (Position position : kPositions)
        if ((mask & bit(position)) != 0) injured.push_back(name(position));
    out.list(name(seat), injured);
}

} // namespace

void Rules::write_fields(JsonText& out, const State& s) const {
    out.per_seat("score", s.score[0], s.score[1]);
    out.field("offense", offense(s));
    out.field("mode", settings_.mode == Mode::pro ? "pro" : "basic");
    out.per_seat("drives", s.drives[0], s.drives[1]);
    out.field("quarter", quarter(s));
    out.field("down", s.down);
    out.field("sacks", s.sacks);
    out.field("bonus", s.bonus);
    out.field("scrambles", s.scrambles);
    out.field("phase", s.phase == Phase::conversion ? "conversion" : "series");
    out.key("injured");
    out.open_object();
    for (Seat seat : kSeats) write_injured(out, seat, s.injured[at(seat)]);
    out.close_object();
    if (settings_.mode == Mode::pro)
        out.per_seat("teams", sheet_.teams[settings_.team.home].id, sheet_.teams[settings_.team.away].id);
    else
        out.field("teams", nullptr);
    out.field("returned", s.returned != 0);
    const bool carried = s.carrier != kNobody;
    out.field("carrier", carried ? std::optional(name(static_cast<Position>(s.carrier))) : std::nullopt);
    out.field("value", carried ? std::optional(s.value) : std::nullopt);
    out.field("rolled", s.rolled != kNoRoll ? std::optional((s.rolled - 1) / 2) : std::nullopt);
}

} // namespace touchline::pocket_gridiron
