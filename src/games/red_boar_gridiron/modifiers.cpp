// Reads the short notation of modifiers on cards.
#include "games/red_boar_gridiron/modifiers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace touchline::red_boar_gridiron {

namespace {

std::optional<int> whole_number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<Modifier> effect_of(std::string_view text) {
    if (text == "I") return Modifier{Effect::incomplete};
    if (text == "T") return Modifier{Effect::turnover};
    if (text == "B") return Modifier{Effect::breakaway};
    if (text.size() < 4 || !text.starts_with("#(") || !text.ends_with(")")) return std::nullopt;
    const auto yards = whole_number(text.substr(2, text.size() - 3));
    if (!yards || *yards % kStep != 0 || *yards < -kNearest || *yards > kNearest) return std::nullopt;
    return Modifier{Effect::yards, *yards};
}

struct Range {
    int first;
    int last;
};

// "2" or "2-3", faces of a die.
std::optional<Range> rolls(std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto first = whole_number(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : whole_number(text.substr(dash + 1));
    if (!first || !last || *first < 1 || *last > 6 || *first > *last) return std::nullopt;
    return Range{*first, *last};
}

} // namespace

std::vector<Message> read_modifiers(std::string_view text, std::array<Modifier, 6>& out) {
    std::vector<Message> reasons;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t comma = rest.find(',');
        const std::string_view part = rest.substr(0, comma);
        rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
        const std::size_t equals = part.find('=');
        const auto range = rolls(part.substr(0, equals));
        const auto effect = equals == std::string_view::npos ? std::nullopt : effect_of(part.substr(equals + 1));
        if (!range || !effect || (comma != std::string_view::npos && rest.empty())) {
            reasons.push_back(Message{"red-boar-gridiron/modifier", {{"part", part}, {"text", text}, {"step", kStep}}});
            continue;
        }
        for (int roll = range->first; roll <= range->last; ++roll) {
            Modifier& own = out[static_cast<std::size_t>(roll - 1)];
            if (own.effect != Effect::none)
                reasons.push_back(Message{"red-boar-gridiron/modifier-twice", {{"roll", roll}, {"text", text}}});
            own = *effect;
        }
    }
    return reasons;
}

} // namespace touchline::red_boar_gridiron
