// Checks the wishes for a new table in the contract's order and makes the table; also makes rematches and the copy of a
// game that is downloaded.
#include "server/opening.hpp"

#include "play/kind.hpp"
#include "play/people.hpp"
#include "play/record.hpp"
#include "server/json_text.hpp"
#include "server/limits.hpp"
#include "server/secrets.hpp"
#include "server/table_templates.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::server {

namespace {

enum class Who { me, friend_, computer };

struct MemberWish {
    Who who = Who::me;
    std::string name{};
};

struct SeatWish {
    std::vector<MemberWish> members{};
    std::string bot{};

    [[nodiscard]] Who who() const { return members.front().who; }
    [[nodiscard]] bool has_friend() const {
        return std::ranges::any_of(members, [](const MemberWish& member) { return member.who == Who::friend_; });
    }
};

const Json* field(const Json& json, const char* key) {
    const auto at = json.find(key);
    return at == json.end() || at->is_null() ? nullptr : &*at;
}

OrRefusal<SeatWish> seat_wish(const Json& json, Seat seat, const std::vector<std::string>& bots) {
    const auto bad = [&](std::string_view what) {
        return refuse(RefusalCode::bad_seats,
                      Message{what, {{"seat", name(seat)}, {"bots", bots}, {"most", kMostMembers}}});
    };
    const auto read = [&](const Json& one) -> OrRefusal<MemberWish> {
        if (!one.is_object()) return bad("server.seat-form");
        MemberWish member;
        const Json* who = field(one, "who");
        if (who != nullptr && *who == "friend")
            member.who = Who::friend_;
        else if (who != nullptr && *who == "computer")
            member.who = Who::computer;
        else if (who == nullptr || *who != "me")
            return bad("server.seat-who");
        if (const Json* own = field(one, "name")) {
            if (!own->is_string()) return bad("server.seat-name");
            member.name = tidy_name(own->get_ref<const std::string&>());
        }
        return member;
    };
    OrRefusal<MemberWish> first = read(json);
    if (!first) return Unexpected{std::move(first.error())};
    SeatWish wish{.members = {std::move(*first)}};
    if (const Json* with = field(json, "with"); with != nullptr && !with->empty()) {
        if (!with->is_array() || with->size() >= kMostMembers || wish.who() == Who::computer)
            return bad("server.seat-with");
        for (const Json& one : *with) {
            OrRefusal<MemberWish> member = read(one);
            if (!member) return Unexpected{std::move(member.error())};
            if (member->who == Who::computer || (member->who == Who::me && wish.who() != Who::me))
                return bad("server.seat-with");
            wish.members.push_back(std::move(*member));
        }
        for (MemberWish& member : wish.members) member.name = member_name(member.name);
    }
    if (wish.who() != Who::computer) return wish;
    wish.bot = "coach";
    if (const Json* bot = field(json, "bot")) {
        if (!bot->is_string() || std::ranges::find(bots, bot->get_ref<const std::string&>()) == bots.end())
            return bad("server.seat-bot");
        wish.bot = bot->get<std::string>();
    }
    return wish;
}

OrRefusal<BySeat<SeatWish>> seat_wishes(const Json& wishes, const std::vector<std::string>& bots) {
    BySeat<SeatWish> seats{{.members = {{.who = Who::me}}}, {.members = {{.who = Who::friend_}}}};
    if (const Json* given = field(wishes, "seats")) {
        if (!given->is_object()) return refuse(RefusalCode::bad_seats, Message{"server.seats-form"});
        for (Seat seat : kSeats) {
            const Json* json = field(*given, seat == Seat::home ? "home" : "away");
            if (json == nullptr) continue;
            OrRefusal<SeatWish> wish = seat_wish(*json, seat, bots);
            if (!wish) return Unexpected{std::move(wish.error())};
            seats[seat] = std::move(*wish);
        }
    }
    if (seats.home.who() != Who::me && seats.away.who() != Who::me)
        return refuse(RefusalCode::bad_seats, Message{"server.no-own-seat"});
    // One token would hold both seats, and friends one of them.
    if (seats.home.who() == Who::me && seats.away.who() == Who::me &&
        (seats.home.has_friend() || seats.away.has_friend()))
        return refuse(RefusalCode::bad_seats, Message{"server.friend-at-one-screen"});
    return seats;
}

OrRefusal<std::optional<ClockSetting>> clock_wish(const Json& wishes, seconds shortest) {
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
        return refuse(
            RefusalCode::bad_request,
            Message{"server.clock",
                    {{"shortest", shortest.count()}, {"longest", kLongestClock}, {"most", kLongestIncrement}}});
    return std::optional(setting);
}

OrRefusal<bool> flag_wish(const Json& wishes, const char* key, bool fallback) {
    const Json* value = field(wishes, key);
    if (value == nullptr) return fallback;
    if (!value->is_boolean()) return refuse(RefusalCode::bad_request, Message{"server.flag", {{"key", key}}});
    return value->get<bool>();
}

OrRefusal<std::unique_ptr<Table>> recorded_table(const Json& wishes, const std::string& record,
                                                 const std::optional<SheetText>& sheet) {
    std::vector<SheetText> sheets;
    if (sheet) sheets.push_back(*sheet);
    OrRefusal<std::unique_ptr<Table>> table = read_record(record, sheets);
    if (!table) return Unexpected{std::move(table.error())};
    if ((*table)->steps() > kLongestGame)
        return refuse(RefusalCode::bad_record, Message{"server.record-long", {{"most", kLongestGame}}});
    if (const Json* at = field(wishes, "at")) {
        if (!at->is_number_unsigned() || at->get<u64>() > (*table)->steps())
            return refuse(RefusalCode::bad_request, Message{"server.record-at", {{"last", (*table)->steps()}}});
        *table = (*table)->before(at->get<std::size_t>());
    }
    return std::move(*table);
}

OrRefusal<std::unique_ptr<Table>> wished_table(const Json& wishes) {
    const auto text = [&](const char* key) -> const std::string* {
        const Json* value = field(wishes, key);
        return value != nullptr && value->is_string() ? value->get_ptr<const Json::string_t*>() : nullptr;
    };
    for (const char* key : {"game", "record", "sheet"})
        if (field(wishes, key) != nullptr && text(key) == nullptr)
            return refuse(RefusalCode::bad_request, Message{"server.text", {{"key", key}}});
    std::optional<SheetText> sheet;
    if (const std::string* toml = text("sheet")) sheet = SheetText{"own", *toml};
    if (const std::string* record = text("record")) return recorded_table(wishes, *record, sheet);
    const std::string* game = text("game");
    if (game == nullptr) return refuse(RefusalCode::bad_request, Message{"server.which-game"});
    const Json* options = field(wishes, "options");
    OrRefusal<std::unique_ptr<Table>> table = fresh_table(*game, options == nullptr ? Json::object() : *options, sheet);
    if (!table) return Unexpected{std::move(table.error())};
    return std::move(*table);
}

// Dice, seed, listing and clock, and which of them may be combined.
OrRefusal<TableSetup> wished_setup(const Json& wishes, bool with_friend, const Limits& limits) {
    TableSetup setup;
    setup.created = now_millis();
    const Json* dice = field(wishes, "dice");
    if (dice != nullptr && *dice != "server" && *dice != "real")
        return refuse(RefusalCode::bad_request, Message{"server.dice"});
    setup.real_dice = dice != nullptr && *dice == "real";
    if (setup.real_dice && with_friend) return refuse(RefusalCode::bad_request, Message{"server.real-dice"});
    if (const Json* seed = field(wishes, "seed")) {
        if (!seed->is_number_unsigned()) return refuse(RefusalCode::bad_request, Message{"server.seed"});
        if (with_friend) return refuse(RefusalCode::bad_request, Message{"server.seed-friend"});
        setup.seed = seed->get<u64>();
    }
    OrRefusal<bool> listed = flag_wish(wishes, "listed", false);
    if (!listed) return Unexpected{std::move(listed.error())};
    setup.listed = *listed;
    OrRefusal<std::optional<ClockSetting>> clock = clock_wish(wishes, limits.shortest_clock);
    if (!clock) return Unexpected{std::move(clock.error())};
    setup.clock = *clock;
    return setup;
}

// Rolls that came with a record have no proof.
fair::ServerSecrets fresh_dice(const Table& table, bool hidden, u32 links) {
    u64 rolls = 0;
    for (std::size_t i = 0; i < table.steps(); ++i)
        if (table.step(i).kind == TurnKind::chance) ++rolls;
    return fair::fresh_secrets(rolls + 1, hidden ? fair::Draws::hidden : fair::Draws::open, links);
}

} // namespace

OrRefusal<OpenedTable> opened_table(const Json& wishes, const std::vector<std::string>& bots, const Limits& limits,
                                    std::string_view ids) {
    OrRefusal<std::unique_ptr<Table>> table = wished_table(wishes);
    if (!table) return Unexpected{std::move(table.error())};
    OrRefusal<BySeat<SeatWish>> seats = seat_wishes(wishes, bots);
    if (!seats) return Unexpected{std::move(seats.error())};
    const bool with_friend = seats->home.has_friend() || seats->away.has_friend();
    OrRefusal<TableSetup> setup = wished_setup(wishes, with_friend, limits);
    if (!setup) return Unexpected{std::move(setup.error())};
    setup->id = new_id(ids);
    OrRefusal<bool> odds = flag_wish(wishes, "odds", !with_friend);
    if (!odds) return Unexpected{std::move(odds.error())};
    setup->hidden = hides_something(*(*table)->before(0));
    setup->one_person = seats->home.who() == Who::me && seats->away.who() == Who::me;
    const bool several = seats->home.members.size() > 1 || seats->away.members.size() > 1;
    OrRefusal<bool> alone = flag_wish(wishes, "alone", false);
    if (!alone) return Unexpected{std::move(alone.error())};
    if (*alone && (!setup->one_person || several)) return refuse(RefusalCode::bad_seats, Message{"server.alone"});
    setup->alone = *alone;
    setup->own_sheet = (*table)->sheet_name() != "default";
    if (!setup->real_dice && !setup->seed && limits.chain_links > 0)
        setup->fair = fresh_dice(**table, setup->hidden, limits.chain_links);

    OpenedTable opened;
    TableState state;
    state.odds = *odds;
    BySeat<Members> own;
    for (Seat seat : kSeats) {
        const SeatWish& wish = (*seats)[seat];
        SeatState& at = state.seats[seat];
        at.computer = wish.who() == Who::computer;
        at.bot = wish.bot;
        at.members.resize(wish.members.size());
        for (std::size_t i = 0; i < wish.members.size(); ++i) {
            Member& member = at.members[i];
            member.name = wish.members[i].name;
            member.open = wish.members[i].who == Who::friend_;
            if (wish.members[i].who == Who::me) own[seat] |= Members{1} << i;
            if (!member.open) continue;
            opened.invites.push_back({seat, i, new_secret()});
            member.invite = hash_of_secret(opened.invites.back().secret);
        }
        if (setup->clock) state.clocks[seat] = Millis{setup->clock->seconds} * 1000;
    }
    for (const OpenedTable::Invite& each : opened.invites)
        if (opened.invite.empty() || ((*seats)[each.seat].who() == Who::friend_ && each.member == 0))
            opened.invite = each.secret;
    if (!several) opened.invites.clear();
    if (setup->listed) state.public_invite = opened.invite;
    state.last = setup->created;
    opened.role = setup->one_person ? Role::both : seats->home.who() == Who::me ? Role::home : Role::away;
    opened.live = std::make_unique<LiveTable>(std::move(*setup), std::move(state), std::move(*table));
    opened.token = opened.live->mint(opened.role, own);
    return opened;
}

std::unique_ptr<LiveTable> rematch_of(const LiveTable& old, u32 links, std::string_view ids) {
    const Table& table = old.table();
    std::optional<SheetText> sheet;
    if (old.setup().own_sheet) sheet = SheetText{table.sheet_name(), table.sheet_toml()};
    OrRefusal<std::unique_ptr<Table>> fresh = fresh_table(table.kind().id(), table.options().json(), sheet);
    assert(fresh);
    TableSetup setup = old.setup();
    setup.id = new_id(ids);
    setup.created = now_millis();
    setup.seed.reset();
    setup.hidden = hides_something(**fresh);
    if (!setup.real_dice && links > 0) setup.fair = fresh_dice(**fresh, setup.hidden, links);
    TableState state;
    state.odds = old.state().odds;
    state.last = setup.created;
    for (Seat seat : kSeats) {
        const SeatState& was = old.state().seats[other(seat)];
        SeatState& at = state.seats[seat];
        at.computer = was.computer;
        at.bot = was.bot;
        at.members.clear();
        for (const Member& member : was.members)
            if (!member.open || was.open())
                at.members.push_back({.open = false, .name = member.name, .badge = member.badge});
        if (setup.clock) state.clocks[seat] = Millis{setup.clock->seconds} * 1000;
    }
    return std::make_unique<LiveTable>(std::move(setup), std::move(state), std::move(*fresh));
}

Members in_rematch(const SeatState& was, Members held) {
    Members places = 0;
    std::size_t place = 0;
    for (std::size_t i = 0; i < was.members.size(); ++i) {
        if (was.members[i].open && !was.open()) continue;
        if (has(held, i)) places |= Members{1} << place;
        ++place;
    }
    return places;
}

std::unique_ptr<Table> named_copy(const LiveTable& live) {
    std::unique_ptr<Table> table = live.table().clone();
    std::vector<Tag> tags;
    const auto add = [&](std::string_view tag_name, std::string value) {
        if (!value.empty()) tags.push_back({std::string(tag_name), std::move(value)});
    };
    const auto called = [&](Seat seat) {
        const SeatState& at = live.state().seats[seat];
        std::string own = at.name();
        return at.computer && own.empty() ? at.bot : own;
    };
    add("Home", called(Seat::home));
    add("Away", called(Seat::away));
    add("Date", iso_time(live.setup().created).substr(0, 10));
    if (live.setup().alone) add(kAloneTag, "yes");
    if (live.state().over && live.state().over->reason != Reason::played)
        add("Ending", fmt::format("{}, {}", name(live.state().over->winner), name(live.state().over->reason)));
    if (live.fair() != nullptr)
        for (Tag& tag : live.fair()->tags()) tags.push_back(std::move(tag));
    for (const Tag& tag : table->tags)
        if (std::ranges::find(tags, tag.name, &Tag::name) == tags.end() && tag.name != "Ending" &&
            tag.name != kAloneTag)
            tags.push_back(tag);
    table->tags = std::move(tags);
    return table;
}

} // namespace touchline::server
