// Names of people as one side, and back; whose possession it is.
#include "play/people.hpp"

#include "core/shown_text.hpp"

#include <algorithm>

namespace touchline {

bool played_alone(const Table& table) {
    return std::ranges::any_of(table.tags, [](const Tag& tag) { return tag.name == kAloneTag && tag.value == "yes"; });
}

std::vector<std::string> members_of(std::string_view side) {
    std::vector<std::string> members;
    while (true) {
        const std::size_t comma = side.find(',');
        std::string member = shown_name(side.substr(0, comma));
        if (!member.empty() && members.size() < kMostMembers) members.push_back(std::move(member));
        if (comma == std::string_view::npos) break;
        side.remove_prefix(comma + 1);
    }
    if (members.empty()) members.emplace_back();
    return members;
}

std::string side_called(const std::vector<std::string>& members) {
    std::string side;
    for (const std::string& member : members) {
        if (member.empty()) continue;
        if (!side.empty()) side += ", ";
        side += member;
    }
    return side;
}

std::string member_name(std::string_view name) {
    std::string own(name);
    std::ranges::replace(own, ',', ' ');
    return shown_name(own);
}

std::string shown_side(std::string_view side) { return side_called(members_of(side)); }

void Possessions::cut(std::size_t steps) {
    if (after_.size() > steps) after_.resize(steps);
}

BySeat<std::size_t> Possessions::of(const Table& table) {
    cut(table.steps());
    while (after_.size() < table.steps()) {
        BySeat<std::size_t> begun = after_.empty() ? BySeat<std::size_t>{} : after_.back();
        for (const Happening& each : table.happened(after_.size()))
            if (each.what == What::possession && each.seat) ++begun[*each.seat];
        after_.push_back(begun);
    }
    return after_.empty() ? BySeat<std::size_t>{} : after_.back();
}

} // namespace touchline
