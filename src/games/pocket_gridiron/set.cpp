// Positions from outside: the protocol's `set`, and the check of bytes that claim to be a position.
#include "games/pocket_gridiron/rules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::pocket_gridiron {

namespace {

// D6: in a position given from outside; play may go beyond.
constexpr int kMostScoreSet = 500;
constexpr int kMostBonusSet = 99;

// Reads the fields one by one and collects every reason against them.
class Fields {
public:
    explicit Fields(const Json& given) : given_(given) {}

    [[nodiscard]] bool has(std::string_view key) const { return given_.contains(key); }
    [[nodiscard]] const Json& at(std::string_view key) const { return given_.at(std::string(key)); }

    void fault(std::string reason) { reasons.push_back(std::move(reason)); }

    // A whole number within [min, max], or `fallback` where it is left out.
    int integer(const std::string& key, int min, int max, int fallback) {
        return has(key) ? integer_in(key, at(key), min, max, fallback) : fallback;
    }

    // An object with home and away, either of which may be left out.
    template <class Read>
    void by_seat(const std::string& key, Read&& read) {
        if (!has(key)) return;
        const Json& object = at(key);
        if (!object.is_object()) return fault(fmt::format("'{}' is {}, but it has home and away", key, dumped(object)));
        for (const auto& [seat, value] : object.items()) {
            if (const std::optional<Seat> known = seat_named(seat))
                read(*known, fmt::format("{}.{}", key, seat), value);
            else
                fault(fmt::format("'{}' has '{}', but its seats are home and away", key, seat));
        }
    }

    int integer_in(const std::string& name, const Json& value, int min, int max, int fallback) {
        const bool fits = value.is_number_integer() &&
                          !(value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{INT32_MAX}) &&
                          value.get<std::int64_t>() >= min && value.get<std::int64_t>() <= max;
        if (fits) return value.get<int>();
        fault(fmt::format("'{}' is {}, but it is a whole number from {} to {}", name, dumped(value), min, max));
        return fallback;
    }

    // One of two words.
    bool second_of(const std::string& key, std::string_view first, std::string_view second) {
        if (!has(key)) return false;
        const Json& value = at(key);
        if (value != first && value != second)
            fault(fmt::format("'{}' is {}, but it is {} or {}", key, dumped(value), first, second));
        return value == second;
    }

    std::vector<std::string> reasons;

private:
    const Json& given_;
};

constexpr std::array<std::string_view, 16> kFields{"score", "offense",   "mode",    "drives",  "quarter", "down",
                                                   "sacks", "bonus",     "phase",   "injured", "teams",   "returned",
                                                   "value", "scrambles", "carrier", "rolled"};

void check_known(Fields& fields, const Json& given) {
    for (const auto& [key, value] : given.items())
        if (std::ranges::find(kFields, key) == kFields.end())
            fields.fault(fmt::format("there is no field '{}'; there are: {}", key, fmt::join(kFields, ", ")));
    for (const char* key : {"carrier", "value", "rolled"})
        if (fields.has(key) && !fields.at(key).is_null())
            fields.fault(
                fmt::format("'{}' is {}, but a position is set before a play: only null", key, dumped(fields.at(key))));
}

u8 read_injured(Fields& fields, const std::string& name_of_field, const Json& list) {
    u8 mask = 0;
    if (!list.is_array()) {
        fields.fault(fmt::format("'{}' is {}, but it is a list of qb, rb, te, wr", name_of_field, dumped(list)));
        return mask;
    }
    for (const Json& item : list) {
        const auto position = std::ranges::find_if(kPositions, [&](Position own) { return item == name(own); });
        if (position == kPositions.end())
            fields.fault(fmt::format("'{}' has {}, but a position is qb, rb, te or wr", name_of_field, dumped(item)));
        else if ((mask & bit(*position)) != 0)
            fields.fault(fmt::format("'{}' names {} twice", name_of_field, dumped(item)));
        else
            mask |= bit(*position);
    }
    return mask;
}

} // namespace

Expected<State, std::vector<std::string>> Rules::set(const State&, const Json& given) const {
    if (!given.is_object()) return Unexpected{std::vector<std::string>{"a position is an object of fields"}};
    Fields fields(given);
    check_known(fields, given);
    State s = start();

    const int quarter = fields.integer("quarter", 1, 5, 1);
    if (quarter == 5 && !settings_.extra_drives) fields.fault("'quarter' is 5, but this table plays no overtime");
    s.overtime = quarter == 5 ? 1 : 0;
    const int full = s.overtime != 0 ? 1 : settings_.drives;
    s.drives = {static_cast<u8>(full), static_cast<u8>(full)};
    fields.by_seat("drives", [&](Seat seat, const std::string& name, const Json& value) {
        s.drives[at(seat)] = static_cast<u8>(fields.integer_in(name, value, 0, full, full));
    });
    fields.by_seat("score", [&](Seat seat, const std::string& name, const Json& value) {
        s.score[at(seat)] = static_cast<u16>(fields.integer_in(name, value, 0, kMostScoreSet, 0));
    });
    fields.by_seat("injured", [&](Seat seat, const std::string& name, const Json& value) {
        s.injured[at(seat)] = read_injured(fields, name, value);
        if (!settings_.injuries && s.injured[at(seat)] != 0)
            fields.fault(fmt::format("'{}' is {}, but this table plays without injuries", name, dumped(value)));
    });

    s.offense = fields.second_of("offense", "home", "away") ? Seat::away : Seat::home;
    s.phase = fields.second_of("phase", "series", "conversion") ? Phase::conversion : Phase::series;
    const bool conversion_play = s.phase == Phase::conversion;
    s.down = static_cast<u8>(fields.integer("down", 1, downs_, conversion_play ? downs_ : 1));
    s.sacks = static_cast<u8>(fields.integer("sacks", 0, sacks_for_safety_ - 1, 0));
    s.scrambles = static_cast<u8>(fields.integer("scrambles", 0, scrambles_for_sack_ - 1, 0));
    s.bonus = static_cast<u16>(fields.integer("bonus", 0, kMostBonusSet, 0));
    if (s.bonus > 0 && settings_.mode == Mode::pro)
        fields.fault(fmt::format("'bonus' is {}, but there is none in pro mode: only 0", s.bonus));
    if (conversion_play && s.down != downs_)
        fields.fault(fmt::format("'down' is {}, but a conversion is played on down {}", s.down, downs_));
    if (conversion_play && s.sacks != 0) fields.fault(fmt::format("'sacks' is {}, but a conversion has none", s.sacks));

    read_table_fields(given, fields.reasons);
    if (fields.has("returned") && !fields.at("returned").is_boolean())
        fields.fault(fmt::format("'returned' is {}, but it is true or false", dumped(fields.at("returned"))));
    s.returned = fields.has("returned") && fields.at("returned") == true ? 1 : 0;
    if (s.returned != 0 && !(conversion_play && settings_.mode == Mode::pro))
        fields.fault("'returned' is true, but only a conversion in pro mode can follow an interception return");
    if (s.returned == 0 && s.drives[at(s.offense)] == 0)
        fields.fault(fmt::format("'offense' is {}, but that side has no drive left", name(s.offense)));

    if (!fields.reasons.empty()) return Unexpected{std::move(fields.reasons)};
    if (s.bonus > 0 || s.scrambles > 0)
        s.step = Step::qb;
    else
        before_play(s);
    return s;
}

// `mode` and `teams`, if given, are the table's own.
void Rules::read_table_fields(const Json& given, std::vector<std::string>& reasons) const {
    const std::string_view own_mode = settings_.mode == Mode::pro ? "pro" : "basic";
    if (given.contains("mode") && given.at("mode") != own_mode)
        reasons.push_back(fmt::format("'mode' is {}, but this table plays {}", dumped(given.at("mode")), own_mode));
    if (!given.contains("teams")) return;
    const Json own = fields_of(*this, start()).at("teams");
    const Json& value = given.at("teams");
    bool same = own.is_null() ? value.is_null() : value.is_object();
    if (same && value.is_object())
        for (const auto& [seat, card] : value.items()) same = same && own.contains(seat) && own.at(seat) == card;
    if (!same) reasons.push_back(fmt::format("'teams' is {}, but this table has {}", dumped(value), dumped(own)));
}

} // namespace touchline::pocket_gridiron
