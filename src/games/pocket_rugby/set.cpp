// The protocol's `set`: a position from some of its fields, or every reason why it cannot be.
#include "games/pocket_rugby/rules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::pocket_rugby {

namespace {

constexpr int kMostYellow = 254; // D3: so that one more still counts in a byte

// Reads field by field and keeps every reason against them.
class Setter {
public:
    Setter(const Rules& rules, const State& now, const Json& given) : rules_(rules), given_(given) {
        state_.phase = Phase::scrum_half;
        state_.weather = now.weather == Weather::roll ? Weather::fine : now.weather;
        state_.first_attack = 0;
    }

    Expected<State, std::vector<std::string>> read() {
        check_names();
        read_weather();
        const bool scored = read_score();
        read_half(scored);
        if (const Json* seat = find("first_attack")) read_seat("first_attack", *seat, state_.first_attack);
        state_.offense = state_.first_attack;
        if (const Json* seat = find("offense")) read_seat("offense", *seat, state_.offense);
        read_cards();
        read_quick_tap();
        read_injured();
        read_teams();
        read_carrier();
        for (std::string_view field : {"value", "tackle", "range"})
            if (const Json* value = find(field); value != nullptr && !value->is_null())
                wrong(field, *value, "null: a set position is before a roll");
        if (!reasons_.empty()) return Unexpected{std::move(reasons_)};
        return state_;
    }

private:
    [[nodiscard]] const Json* find(std::string_view field) const {
        const auto at = given_.find(std::string(field));
        return at == given_.end() ? nullptr : &*at;
    }

    void reason(std::string text) { reasons_.push_back(std::move(text)); }

    void wrong(std::string_view field, const Json& value, std::string_view wanted) {
        reason(fmt::format("'{}' is {}, but it must be {}", field, dumped(value), wanted));
    }

    void check_names() {
        const Json known = fields_of(rules_, state_);
        std::string names;
        for (const auto& [name, value] : known.items()) names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
        for (const auto& [name, value] : given_.items())
            if (!known.contains(name)) reason(fmt::format("there is no field '{}' here, only {}", name, names));
    }

    [[nodiscard]] static std::optional<int> number(const Json& value, int most) {
        if (!value.is_number_integer()) return std::nullopt;
        if (value.is_number_unsigned() ? value.get<std::uint64_t>() > static_cast<std::uint64_t>(most)
                                       : value.get<std::int64_t>() < 0 || value.get<std::int64_t>() > most)
            return std::nullopt;
        return value.get<int>();
    }

    // Calls read(value, seat) for each seat that an object names; other names and other kinds of value are reasons.
    template <class Read>
    void per_seat(std::string_view field, Read&& read) {
        const Json* object = find(field);
        if (object == nullptr) return;
        if (!object->is_object()) return wrong(field, *object, "an object with home and away");
        for (const auto& [key, value] : object->items()) {
            if (const std::optional<Seat> seat = seat_named(key))
                read(value, *seat);
            else
                reason(fmt::format("'{}' names '{}', but there are only home and away", field, key));
        }
    }

    // Numbers of both seats, at most `most`; false if one is wrong.
    bool numbers(std::string_view field, int most, std::array<u8, 2>& bytes) {
        const std::size_t before = reasons_.size();
        per_seat(field, [&](const Json& value, Seat seat) {
            if (const auto figure = number(value, most))
                bytes[place(seat)] = static_cast<u8>(*figure);
            else
                wrong(fmt::format("{}.{}", field, name(seat)), value, fmt::format("a whole number from 0 to {}", most));
        });
        return reasons_.size() == before;
    }

    void read_seat(std::string_view field, const Json& value, u8& byte) {
        const auto seat = value.is_string() ? seat_named(value.get_ref<const std::string&>()) : std::nullopt;
        if (seat)
            byte = static_cast<u8>(*seat);
        else
            wrong(field, value, "home or away");
    }

    void read_weather() {
        const Json* value = find("weather");
        if (value == nullptr) return;
        const auto end = kWeatherNames.end() - 1; // `roll` is no weather
        const auto at =
            value->is_string() ? std::find(kWeatherNames.begin(), end, value->get_ref<const std::string&>()) : end;
        if (at == end) return wrong("weather", *value, "one of off, fine, cold, hot, rain");
        state_.weather = static_cast<Weather>(at - kWeatherNames.begin());
    }

    bool read_score() { return numbers("score", rules_.full_time(state_.weather) - 1, state_.score); }

    void read_half(bool scored) {
        const int half = std::max(state_.score[0], state_.score[1]) >= rules_.half_time(state_.weather) ? 2 : 1;
        state_.half = static_cast<u8>(half);
        const Json* value = find("half");
        if (value == nullptr) return;
        const auto given = number(*value, 2);
        if (!given || *given == 0) return wrong("half", *value, "1 or 2");
        if (scored && *given != half)
            wrong("half", *value, fmt::format("{} with a score of {}–{}", half, state_.score[0], state_.score[1]));
    }

    void read_cards() {
        bool sound = numbers("cards", 2, state_.cards);
        state_.yellow_total = state_.cards;
        sound = numbers("yellow_total", kMostYellow, state_.yellow_total) && sound;
        if (!sound) return;
        for (Seat seat : kSeats) {
            const int cards = state_.cards[place(seat)];
            const int total = state_.yellow_total[place(seat)];
            const bool forgotten = state_.half == 2 && cards == 0 && total == 1;
            if (cards == std::min(total, 2) || forgotten) continue;
            reason(fmt::format("'cards.{}' is {}, but with {} yellow card{} it must be {}", name(seat), cards, total,
                               total == 1 ? "" : "s",
                               state_.half == 2 && total == 1 ? "0 or 1" : fmt::to_string(std::min(total, 2))));
        }
    }

    void read_quick_tap() {
        const Json* value = find("quick_tap");
        if (value == nullptr) return;
        const int most = rules_.sheet().quick_tap_runs;
        if (const auto left = number(*value, most))
            state_.quick_tap = static_cast<u8>(*left);
        else
            wrong("quick_tap", *value, fmt::format("a whole number from 0 to {}", most));
    }

    void read_injured() {
        per_seat("injured", [&](const Json& list, Seat seat) {
            const std::string field = fmt::format("injured.{}", name(seat));
            if (!list.is_array()) return wrong(field, list, "a list of positions");
            for (const Json& item : list) {
                const auto position =
                    item.is_string() ? position_named(item.get_ref<const std::string&>()) : std::nullopt;
                if (!position) {
                    reason(
                        fmt::format("'{}' names {}, but there are forward, centre, wing, back", field, dumped(item)));
                    continue;
                }
                u8& bits = state_.injured[place(seat)];
                const u8 bit = static_cast<u8>(1U << place(*position));
                if ((bits & bit) != 0) reason(fmt::format("'{}' names {} twice", field, dumped(item)));
                bits = static_cast<u8>(bits | bit);
            }
            if (!list.empty() && !rules_.options().injuries)
                reason(fmt::format("'{}' names somebody, but this match is played without injuries", field));
        });
    }

    void read_teams() {
        per_seat("teams", [&](const Json& value, Seat seat) {
            const std::string& own = rules_.options().teams[seat];
            if (value != own) wrong(fmt::format("teams.{}", name(seat)), value, fmt::format("'{}' in this match", own));
        });
    }

    void read_carrier() {
        const Json* value = find("carrier");
        if (value == nullptr || value->is_null()) return;
        const auto position = value->is_string() ? position_named(value->get_ref<const std::string&>()) : std::nullopt;
        if (!position) return wrong("carrier", *value, "null, forward, centre, wing or back");
        state_.ball.carrier = static_cast<u8>(*position);
        state_.phase = static_cast<Phase>(place(Phase::forward) + place(*position));
    }

    const Rules& rules_;
    const Json& given_;
    State state_;
    std::vector<std::string> reasons_;
};

} // namespace

Expected<State, std::vector<std::string>> Rules::set(const State& now, const Json& given) const {
    return Setter(*this, now, given).read();
}

} // namespace touchline::pocket_rugby
