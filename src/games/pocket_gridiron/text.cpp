// The names of events, actions and faces.
#include "games/pocket_gridiron/rules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::pocket_gridiron {

namespace {

constexpr std::array<std::string_view, 21> kEventNames{
    "toss",    "fourth-down", "qb",          "wr",      "te",      "rb",   "sack",    "set-play",        "audible",
    "recover", "skill",       "return",      "defense", "penalty", "flag", "endzone", "after-touchdown", "pat",
    "kick",    "scramble",    "interception"};
constexpr std::array<std::string_view, 14> kActionNames{"play", "field-goal", "roll",   "accept", "decline",
                                                        "kick", "conversion", "wr",     "te",     "rb",
                                                        "sack", "let-go",     "return", "kneel"};

} // namespace

// What no option brings up is left out.
std::vector<std::string_view> Rules::event_names() const {
    const std::size_t count = settings_.return_is_offered ? ev_interception + 1
                              : settings_.sack_is_offered ? ev_scramble + 1
                                                          : ev_kick + 1;
    return {kEventNames.begin(), kEventNames.begin() + static_cast<std::ptrdiff_t>(count)};
}
std::vector<std::string_view> Rules::action_names() const {
    std::vector<std::string_view> names(kActionNames.begin(), kActionNames.begin() + call_rb + 1);
    if (settings_.sack_is_offered) names.insert(names.end(), {kActionNames[try_sack], kActionNames[let_go]});
    if (settings_.return_is_offered) names.insert(names.end(), {kActionNames[run_back], kActionNames[kneel]});
    return names;
}
std::string_view Rules::event_name(u8 event) const { return kEventNames[event]; }
std::string_view Rules::action_name(const State&, Action action) const { return kActionNames[action.code]; }

std::optional<PlayType> Rules::play_type(std::string_view how) {
    if (how == "rb" || how == "sneak" || how == "scramble") return PlayType::run;
    if (how == "wr" || how == "te") return PlayType::pass;
    return std::nullopt;
}

Tokens Rules::tokens(const State& s, Outcome outcome) const {
    return {dice_[kSteps[at(s.step)].die].name[outcome.code]};
}

Expected<Outcome, Message> Rules::outcome(const State& s, std::span<const std::string_view> tokens) const {
    const StepInfo& info = kSteps[at(s.step)];
    const Die& die = dice_[info.die];
    std::string known;
    for (u8 face = 0; face < die.faces; ++face) {
        if (die.name[face] == tokens[0]) return Outcome{face};
        known += (face == 0 ? "" : ", ") + die.name[face];
    }
    return Unexpected{
        Message{"fall.one-of", {{"face", tokens[0]}, {"event", event_name(info.event)}, {"faces", known}}}};
}

std::vector<std::vector<std::string_view>> Rules::faces(const State& s) const {
    const Die& die = dice_[kSteps[at(s.step)].die];
    if (die.faces == 0) return {};
    return {{die.name.begin(), die.name.begin() + die.faces}};
}

} // namespace touchline::pocket_gridiron
