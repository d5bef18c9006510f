// Names of sides: as given, as known in the readers' language, or ours.
#include "play/side_name.hpp"

#include "play/kind.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline {

namespace {

// The team cards of all boxes, by what they are called: the key of their name.
std::string team_key(std::string_view called, Seat seat) {
    const std::string start = fmt::format("option.{}_team.values.", name(seat));
    for (const Kind* kind : kinds())
        for (Language language : kLanguages) {
            const auto& all = Words::of(language, kind->id()).all();
            for (auto at = all.lower_bound(start); at != all.end() && at->first.starts_with(start); ++at)
                if (!at->second.empty() && at->second.front() == called) return at->first;
        }
    return {};
}

} // namespace

std::string side_name(const Words& words, std::string_view called, Seat seat) {
    const auto is_seat = [&](Language language) { return Words::of(language).seat(seat) == called; };
    if (called.empty() || std::ranges::any_of(kLanguages, is_seat)) return words.side(seat);
    if (const std::string_view bot = words.find(fmt::format("bot.{}.name", called)); !bot.empty())
        return std::string(bot);
    if (const std::string key = team_key(called, seat); !key.empty() && !key.ends_with(".none"))
        if (const std::string_view team = words.find(key); !team.empty()) return std::string(team);
    return std::string(called);
}

SideNames side_names(const Table& table, const Words& words) {
    const auto called = [&](std::string_view tag) {
        const auto found = std::ranges::find(table.tags, tag, &Tag::name);
        return found == table.tags.end() ? std::string_view() : std::string_view(found->value);
    };
    return {side_name(words, called("Home"), Seat::home), side_name(words, called("Away"), Seat::away)};
}

} // namespace touchline
