// Sports Dice Football positions from outside: fields of `set`, and bytes of a position text.
#include "games/sports_dice_football/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace touchline::sports_dice_football {

namespace {

constexpr std::array<std::string_view, 8> kFields{"score", "offense", "ball", "down", "line", "chip", "dice", "plays"};

// Reads the fields one by one and gathers every reason.
class Fields {
public:
    explicit Fields(const Json& given) : given_(given) {}

    void wrong(std::string_view field, const Json& value, std::string_view allowed) {
        reasons.push_back(fmt::format("'{}' is {}, but it must be {}", field, dumped(value), allowed));
    }

    [[nodiscard]] const Json* find(std::string_view field) const {
        const auto at = given_.find(field);
        return at == given_.end() ? nullptr : &*at;
    }

    // A whole number from min to max in steps; where it is left out or wrong, the fallback.
    [[nodiscard]] int number(std::string_view field, const Json* value, int fallback, int min, int max, int step = 1) {
        if (value == nullptr) return fallback;
        if (value->is_number_integer() && *value >= min && *value <= max && value->get<int>() % step == 0)
            return value->get<int>();
        wrong(field, *value,
              step == 1 ? fmt::format("a whole number from {} to {}", min, max)
                        : fmt::format("a multiple of {} from {} to {}", step, min, max));
        return fallback;
    }

    [[nodiscard]] Seat seat(std::string_view field, Seat fallback) {
        const Json* value = find(field);
        if (value == nullptr) return fallback;
        if (value->is_string())
            if (const auto named = seat_named(value->get_ref<const std::string&>())) return *named;
        wrong(field, *value, "home or away");
        return fallback;
    }

    std::vector<std::string> reasons;

private:
    const Json& given_;
};

void check_names(const Json& given, Fields& fields) {
    for (const auto& [key, value] : given.items())
        if (std::ranges::find(kFields, key) == kFields.end())
            fields.reasons.push_back(
                fmt::format("there is no field '{}' here; there are: {}", key, fmt::join(kFields, ", ")));
}

void read_score(Fields& fields, int target, State& s) {
    const Json* score = fields.find("score");
    if (score == nullptr) return;
    if (!score->is_object()) return fields.wrong("score", *score, "an object with home and away");
    for (const auto& [key, value] : score->items()) {
        if (const auto seat = seat_named(key))
            s.score[*seat] = static_cast<u8>(fields.number("score." + key, &value, 0, 0, target - 1));
        else
            fields.reasons.push_back(fmt::format("'score' has '{}', but it is for home and away", key));
    }
}

void read_empty(Fields& fields) {
    if (const Json* dice = fields.find("dice"); dice != nullptr && !(dice->is_array() && dice->empty()))
        fields.wrong("dice", *dice, "an empty list");
    if (const Json* plays = fields.find("plays");
        plays != nullptr && !plays->is_null() && !(plays->is_object() && plays->empty()))
        fields.wrong("plays", *plays, "null");
}

} // namespace

Expected<State, std::vector<std::string>> Rules::set(const State&, const Json& given) const {
    Fields fields(given);
    State s = start();
    check_names(given, fields);
    read_score(fields, house_.target, s);
    s.offense = fields.seat("offense", Seat::home);
    s.ball = static_cast<u8>(fields.number("ball", fields.find("ball"), sheet_.start, kGrid, kGoal - kGrid, kGrid));
    s.down = static_cast<u8>(fields.number("down", fields.find("down"), 1, 1, 4));
    s.line = static_cast<u8>(effects_.line_at(s.ball));
    if (const Json* line = fields.find("line")) {
        if (!line->is_number_integer() || (*line != sheet_.first_line && *line != kGoal))
            fields.wrong("line", *line, fmt::format("{} or {}", sheet_.first_line, kGoal));
        else if (*line != kGoal && s.ball >= sheet_.first_line)
            fields.wrong("line", *line, fmt::format("{} with the ball on the {}", kGoal, s.ball));
        else if (*line == kGoal && s.ball < sheet_.first_line && house_.new_downs == House::NewDowns::again)
            fields.wrong("line", *line,
                         fmt::format("{} with the ball on the {} and new downs again", sheet_.first_line, s.ball));
        else
            s.line = line->get<u8>();
    }
    if (house_.with_chip)
        s.chip = held_by(fields.seat("chip", other(s.offense)));
    else if (const Json* held = fields.find("chip"); held != nullptr && !held->is_null())
        fields.wrong("chip", *held, "null: this game is played without the chip");
    read_empty(fields);
    if (!fields.reasons.empty()) return Unexpected{std::move(fields.reasons)};
    s.phase = s.down == 4 ? Phase::fourth_down : Phase::roll;
    return s;
}

} // namespace touchline::sports_dice_football
