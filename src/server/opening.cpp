#include "server/opening.hpp"

#include "play/kind.hpp"
#include "play/record.hpp"
#include "server/json_text.hpp"
#include "server/limits.hpp"
#include "server/secrets.hpp"
#include "server/shelf.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::server {

namespace {

enum class Who { me, friend_, computer };

struct SeatWish {
    Who who = Who::me;
    std::string name{};
    std::string bot{};
};

const Json* field(const Json& json, const char* key) {
    const auto at = json.find(key);
    return at == json.end() || at->is_null() ? nullptr : &*at;
}

OrRefused<SeatWish> seat_wish(const Json& json, Seat seat, const std::vector<std::string>& bots) {
    const auto bad = [&](std::string_view what) {
        return refuse("bad-seats", fmt::format("'seats.{}' {}", name(seat), what));
    };
    if (!json.is_object()) return bad("must be an object such as {\"who\":\"me\"}");
    SeatWish wish;
    const Json* who = field(json, "who");
    if (who != nullptr && *who == "friend")
        wish.who = Who::friend_;
    else if (who != nullptr && *who == "computer")
        wish.who = Who::computer;
    else if (who == nullptr || *who != "me")
        return bad("needs 'who': me, friend or computer");
    if (const Json* own = field(json, "name")) {
        if (!own->is_string()) return bad("has a 'name' that is no text");
        wish.name = tidy_name(own->get_ref<const std::string&>());
    }
    if (wish.who != Who::computer) return wish;
    wish.bot = "coach";
    if (const Json* bot = field(json, "bot")) {
        if (!bot->is_string() || std::ranges::find(bots, bot->get_ref<const std::string&>()) == bots.end())
            return bad(fmt::format("names a 'bot' that there is not; there are: {}", fmt::join(bots, ", ")));
        wish.bot = bot->get<std::string>();
    }
    return wish;
}

OrRefused<BySeat<SeatWish>> seat_wishes(const Json& wishes, const std::vector<std::string>& bots) {
    BySeat<SeatWish> seats{{Who::me}, {Who::friend_}};
    if (const Json* given = field(wishes, "seats")) {
        if (!given->is_object()) return refuse("bad-seats", "'seats' must be an object with home and away");
        for (Seat seat : kSeats) {
            const Json* json = field(*given, seat == Seat::home ? "home" : "away");
            if (json == nullptr) continue;
            OrRefused<SeatWish> wish = seat_wish(*json, seat, bots);
            if (!wish) return Unexpected{std::move(wish.error())};
            seats[seat] = std::move(*wish);
        }
    }
    if (seats.home.who != Who::me && seats.away.who != Who::me)
        return refuse("bad-seats", "at least one seat must be 'me'");
    return seats;
}

OrRefused<std::optional<ClockSetting>> clock_wish(const Json& wishes, seconds shortest) {
    const Json* clock = field(wishes, "clock");
    if (clock == nullptr) return std::optional<ClockSetting>();
    const auto whole = [&](const char* key, int fallback) {
        const Json* value = clock->is_object() ? field(*clock, key) : nullptr;
        return value == nullptr ? fallback
               : value->is_number_integer()
                   ? static_cast<int>(std::clamp<std::int64_t>(value->get<std::int64_t>(), -1, 1 << 30))
                   : -1;
    };
    const ClockSetting setting{whole("seconds", -1), whole("increment", 0)};
    if (setting.seconds < shortest.count() || setting.seconds > kLongestClock || setting.increment < 0 ||
        setting.increment > kLongestIncrement)
        return refuse("bad-request",
                      fmt::format("'clock' must be null or have 'seconds' from {} to {} and 'increment' from 0 to {}",
                                  shortest.count(), kLongestClock, kLongestIncrement));
    return std::optional(setting);
}

OrRefused<bool> flag_wish(const Json& wishes, const char* key, bool fallback) {
    const Json* value = field(wishes, key);
    if (value == nullptr) return fallback;
    if (!value->is_boolean()) return refuse("bad-request", fmt::format("'{}' must be true or false", key));
    return value->get<bool>();
}

OrRefused<std::unique_ptr<Table>> recorded_table(const Json& wishes, const std::string& record,
                                                 const std::optional<SheetText>& sheet) {
    std::vector<SheetText> sheets;
    if (sheet) sheets.push_back(*sheet);
    OrRefusal<std::unique_ptr<Table>> table = read_record(record, sheets);
    if (!table) return Unexpected{refused(table.error())};
    if ((*table)->steps() > kLongestGame)
        return refuse("bad-record", fmt::format("the record has more than {} steps", kLongestGame));
    if (const Json* at = field(wishes, "at")) {
        if (!at->is_number_unsigned() || at->get<u64>() > (*table)->steps())
            return refuse("bad-request", fmt::format("'at' must be a step of the record, 0 to {}", (*table)->steps()));
        *table = (*table)->before(at->get<std::size_t>());
    }
    return std::move(*table);
}

OrRefused<std::unique_ptr<Table>> wished_table(const Json& wishes) {
    const auto text = [&](const char* key) -> const std::string* {
        const Json* value = field(wishes, key);
        return value != nullptr && value->is_string() ? value->get_ptr<const Json::string_t*>() : nullptr;
    };
    for (const char* key : {"game", "record", "sheet"})
        if (field(wishes, key) != nullptr && text(key) == nullptr)
            return refuse("bad-request", fmt::format("'{}' must be a text", key));
    std::optional<SheetText> sheet;
    if (const std::string* toml = text("sheet")) sheet = SheetText{"own", *toml};
    if (const std::string* record = text("record")) return recorded_table(wishes, *record, sheet);
    const std::string* game = text("game");
    if (game == nullptr) return refuse("bad-request", "'game' must say which game, or 'record' hold one");
    const Json* options = field(wishes, "options");
    OrRefusal<std::unique_ptr<Table>> table = fresh_table(*game, options == nullptr ? Json::object() : *options, sheet);
    if (!table) return Unexpected{refused(table.error())};
    return std::move(*table);
}

// What belongs together.
OrRefused<TableSetup> wished_setup(const Json& wishes, bool with_friend, const Limits& limits) {
    TableSetup setup;
    setup.id = new_id();
    setup.created = now_millis();
    const Json* dice = field(wishes, "dice");
    if (dice != nullptr && *dice != "server" && *dice != "real")
        return refuse("bad-request", "'dice' must be server or real");
    setup.real_dice = dice != nullptr && *dice == "real";
    if (setup.real_dice && with_friend)
        return refuse("bad-request", "real dice are for a table without a friend far away: who would see them fall?");
    if (const Json* seed = field(wishes, "seed")) {
        if (!seed->is_number_unsigned()) return refuse("bad-request", "'seed' must be a whole number, 0 or more");
        if (with_friend)
            return refuse("bad-request", "'seed' makes the falls known beforehand: it is refused with a friend");
        setup.seed = seed->get<u64>();
    }
    OrRefused<bool> listed = flag_wish(wishes, "listed", false);
    if (!listed) return Unexpected{std::move(listed.error())};
    setup.listed = *listed;
    OrRefused<std::optional<ClockSetting>> clock = clock_wish(wishes, limits.shortest_clock);
    if (!clock) return Unexpected{std::move(clock.error())};
    setup.clock = *clock;
    return setup;
}

} // namespace

OrRefused<OpenedTable> opened_table(const Json& wishes, const std::vector<std::string>& bots, const Limits& limits) {
    OrRefused<std::unique_ptr<Table>> table = wished_table(wishes);
    if (!table) return Unexpected{std::move(table.error())};
    OrRefused<BySeat<SeatWish>> seats = seat_wishes(wishes, bots);
    if (!seats) return Unexpected{std::move(seats.error())};
    const bool with_friend = seats->home.who == Who::friend_ || seats->away.who == Who::friend_;
    OrRefused<TableSetup> setup = wished_setup(wishes, with_friend, limits);
    if (!setup) return Unexpected{std::move(setup.error())};
    OrRefused<bool> odds = flag_wish(wishes, "odds", !with_friend);
    if (!odds) return Unexpected{std::move(odds.error())};
    setup->hidden = hides_something(*(*table)->before(0));
    setup->one_person = seats->home.who == Who::me && seats->away.who == Who::me;
    setup->own_sheet = (*table)->sheet_name() != "default";

    OpenedTable opened;
    TableState state;
    state.odds = *odds;
    if (with_friend) opened.invite = new_secret();
    for (Seat seat : kSeats) {
        const SeatWish& wish = (*seats)[seat];
        SeatState& at = state.seats[seat];
        at.name = wish.name;
        at.computer = wish.who == Who::computer;
        at.bot = wish.bot;
        at.open = wish.who == Who::friend_;
        if (at.open) at.invite = hash_of_secret(opened.invite);
        if (setup->clock) state.clocks[seat] = Millis{setup->clock->seconds} * 1000;
    }
    if (setup->listed) state.public_invite = opened.invite;
    state.last = setup->created;
    opened.role = setup->one_person ? Role::both : seats->home.who == Who::me ? Role::home : Role::away;
    opened.live = std::make_unique<LiveTable>(std::move(*setup), std::move(state), std::move(*table));
    opened.token = opened.live->mint(opened.role);
    return opened;
}

std::unique_ptr<LiveTable> rematch_of(const LiveTable& old) {
    const Table& table = old.table();
    std::optional<SheetText> sheet;
    if (old.setup().own_sheet) sheet = SheetText{table.sheet_name(), table.sheet_toml()};
    OrRefusal<std::unique_ptr<Table>> fresh = fresh_table(table.kind().id(), table.options().json(), sheet);
    assert(fresh);
    TableSetup setup = old.setup();
    setup.id = new_id();
    setup.created = now_millis();
    setup.seed.reset();
    setup.hidden = hides_something(**fresh);
    TableState state;
    state.odds = old.state().odds;
    state.last = setup.created;
    for (Seat seat : kSeats) {
        const SeatState& was = old.state().seats[other(seat)];
        state.seats[seat].computer = was.computer;
        state.seats[seat].name = was.name;
        state.seats[seat].bot = was.bot;
        if (setup.clock) state.clocks[seat] = Millis{setup.clock->seconds} * 1000;
    }
    return std::make_unique<LiveTable>(std::move(setup), std::move(state), std::move(*fresh));
}

std::unique_ptr<Table> named_copy(const LiveTable& live) {
    std::unique_ptr<Table> table = live.table().clone();
    std::vector<Tag> tags;
    const auto add = [&](std::string_view tag_name, std::string value) {
        if (!value.empty()) tags.push_back({std::string(tag_name), std::move(value)});
    };
    const auto called = [&](Seat seat) {
        const SeatState& at = live.state().seats[seat];
        return at.computer && at.name.empty() ? at.bot : at.name;
    };
    add("Home", called(Seat::home));
    add("Away", called(Seat::away));
    add("Date", iso_time(live.setup().created).substr(0, 10));
    if (live.state().over && live.state().over->reason != Reason::played)
        add("Ending", fmt::format("{}, {}", name(live.state().over->winner), name(live.state().over->reason)));
    for (const Tag& tag : table->tags)
        if (std::ranges::find(tags, tag.name, &Tag::name) == tags.end() && tag.name != "Ending") tags.push_back(tag);
    table->tags = std::move(tags);
    return table;
}

} // namespace touchline::server
