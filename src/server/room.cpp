// A room's inbox, its writes to the store, and the messages it sends to those at the table.
#include "server/room.hpp"

#include "play/kind.hpp"
#include "server/guests.hpp"
#include "server/json_text.hpp"
#include "server/metrics.hpp"
#include "server/store_writer.hpp"
#include "server/table_registry.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>

namespace touchline::server {

namespace {

constexpr int kLookAhead = 8;               // messages: few people sit at most tables
constexpr std::size_t kUsualMessage = 3072; // bytes

} // namespace

Text text_of(const Json& json) { return std::make_shared<const std::string>(dumped(json)); }

Json with_turn(std::int64_t turn_no) { return {{"turn_no", turn_no}}; }

Json reply_json(const std::string& request_id, const OrRefusal<Json>& result, Language language) {
    Json reply{{"type", "reply"}, {"request_id", request_id}};
    if (result) {
        reply["ok"] = true;
        reply.update(*result);
    } else {
        reply.update(refused_json(result.error(), language));
    }
    return reply;
}

Text bye_text(std::string_view reason, std::optional<int> reconnect_after) {
    return text_of(Json{
        {"type", "bye"}, {"reason", reason}, {"reconnect_after", reconnect_after ? Json(*reconnect_after) : Json()}});
}

std::optional<Refusal> Services::one_table_more(const std::string& address, double bytes) const {
    if (const int wait = guests->take(address, Allowance::tables); wait > 0)
        return ask_again(RefusalCode::too_many_tables, Message{"server.many-tables"}, wait);
    if (const int wait = guests->take(address, Allowance::bytes, bytes); wait > 0)
        return ask_again(RefusalCode::too_many_tables, Message{"server.many-bytes"}, wait);
    return std::nullopt;
}

Room::Room(Services& services, std::unique_ptr<LiveTable> live)
    : services_(services), strand_(services.executor.strand()), live_(std::move(live)),
      returning_(live_->state().wish || live_->rolls_by_itself()) {
    live_->start_clocks(services_.served.now());
    for (Seat seat : kSeats) away_since_[seat] = now_millis();
    services_.metrics.rooms(1);
}

Room::~Room() { services_.metrics.rooms(-1); }

void Room::ask(std::function<void(Room&)> question) {
    strand_->post([self = shared_from_this(), question = std::move(question)] { question(*self); });
}

void Room::post(std::shared_ptr<Connection> connection, Request request, std::string_view) {
    request.arrived = services_.served.now();
    in_turn([connection = std::move(connection), request = std::move(request)](Room& room) mutable {
        room.handle(connection, request);
    });
}

void Room::leave(const std::shared_ptr<Connection>& connection) {
    in_turn([connection](Room& room) { room.left(connection.get()); });
}

void Room::in_turn(std::function<void(Room&)> message) {
    strand_->post([self = shared_from_this(), message = std::move(message)]() mutable {
        self->inbox_.push_back(std::move(message));
        if (self->inbox_.size() == 1) self->strand_->post([self] { self->take_next(); });
    });
}

void Room::take_next() {
    const std::function<void(Room&)> message = std::move(inbox_.front());
    inbox_.pop_front();
    // Posted before this message is handled: one that fails must not keep the others waiting for ever.
    if (!inbox_.empty()) strand_->post([self = shared_from_this()] { self->take_next(); });
    message(*this);
}

void Room::say_bye(std::string_view reason, std::optional<int> reconnect_after) {
    // In turn: what was asked before is answered before.
    in_turn([text = bye_text(reason, reconnect_after)](Room& room) {
        room.after_writing([&room, text](bool) {
            // Who waits for a roll asks again later: the roll may take two seconds, and nobody is to wait for it now.
            if (room.waiting_) room.waiting_->askers.clear();
            room.deferred_.clear();
            for (const Guest& guest : room.guests_) guest.connection->finish(text);
        });
    });
}

void Room::hand_over(std::function<void()> then) {
    given_up_ = true;
    ask([then = std::move(then)](Room& room) {
        room.after_writing([&room, then](bool) {
            room.fail();
            then();
        });
    });
}

void Room::give_up() {
    given_up_ = true;
    ask([](Room& room) {
        if (!room.failed_) room.store_failed();
    });
}

void Room::open() {
    write();
    advance();
}

OrRefusal<std::pair<Seat, std::string>> Room::join(std::string_view invite, std::string_view own_name,
                                                   const std::string& address) {
    if (const std::string& listed = live_->state().public_invite; !listed.empty() && listed == invite)
        if (const int wait = services_.guests->take(address, Allowance::listed_seats); wait > 0)
            return Unexpected{ask_again(RefusalCode::too_fast, Message{"server.many-seats"}, wait)};
    live_->charge_clocks(services_.served.now()); // they begin to run now
    OrRefusal<std::pair<Seat, std::string>> joined = live_->join(invite, own_name);
    if (!joined) return joined;
    if (!presence().present[joined->first]) away_since_[joined->first] = now_millis();
    moved_at_ = services_.served.now();
    note_waiting();
    write();
    broadcast_table();
    advance();
    return joined;
}

std::string Room::mint(Role role, const BySeat<Members>& members) {
    std::string token = live_->mint(role, members);
    write();
    return token;
}

// A change of the position: written, then told to everyone as each may see it.
void Room::changed(const Happened& happened) {
    if (live_->over()) drop_roll();
    moved_at_ = services_.served.now();
    live_->start_clocks(moved_at_); // what the change itself took is charged to nobody
    note_waiting();
    write();
    for (Guest& guest : guests_) turn_view(guest);
    broadcast([&](JsonText& out, const Guest& guest) {
        out.field("type", "update");
        live_->write_position(out, guest.view);
        live_->tell(out, happened, guest.view, guest.language);
        write_table(out);
    });
    odds_text_.clear();
    odds_wanted_ = live_->state().odds;
    odds_asking_.request_stop();
    if (live_->over() && happened.cause != "computer") services_.metrics.ended(live_->table().kind().id());
}

void Room::broadcast_table() {
    live_->charge_clocks(services_.served.now());
    broadcast([&](JsonText& out, const Guest&) {
        out.field("type", "table");
        write_table(out);
        if (live_->setup().clock) live_->write_clocks(out);
    });
    publish();
}

void Room::broadcast_table_soon() {
    if (std::exchange(told_soon_, true)) return;
    if (!telling_soon_) telling_soon_ = strand_->timer();
    telling_soon_->ring_after(services_.limits.presence_pause, [weak = weak_from_this()] {
        const std::shared_ptr<Room> room = weak.lock();
        if (!room) return;
        room->told_soon_ = false;
        room->broadcast_table();
    });
}

// One text for all guests that see the same.
void Room::broadcast(const std::function<void(JsonText&, const Guest&)>& write) {
    std::map<std::pair<int, Language>, Text> texts;
    for (const Guest& guest : guests_) {
        const std::optional<Viewer> view = live_->told_as(guest.view);
        const std::pair key{view ? static_cast<int>(*view) : -1, guest.language};
        Text& text = texts[key];
        if (!text) {
            std::string fresh;
            fresh.reserve(kUsualMessage);
            JsonText out(fresh);
            out.open_object();
            write(out, guest);
            out.close_object();
            fresh.shrink_to_fit(); // it may wait for the store, and for its reader
            text = std::make_shared<const std::string>(std::move(fresh));
        }
        send(guest.connection, text);
    }
}

void Room::send(const Guest& guest, std::string text) {
    send(guest.connection, std::make_shared<const std::string>(std::move(text)));
}

void Room::send(const std::shared_ptr<Connection>& connection, Text text) {
    if (failed_) return;
    if (changes_ == changes_written_)
        connection->send(std::move(text));
    else
        unsent_.push_back({.after = changes_, .connection = connection, .text = std::move(text)});
}

void Room::when_written(std::function<void(bool)> then) { after_writing(std::move(then)); }

void Room::after_writing(std::function<void(bool)> then) {
    if (failed_)
        then(false);
    else if (changes_ == changes_written_)
        then(true);
    else
        unsent_.push_back({.after = changes_, .then = std::move(then)});
}

void Room::write() {
    if (failed_) return;
    const std::uint64_t number = ++changes_;
    services_.writer.write(live_->change(), [self = shared_from_this(), number](bool done) {
        self->strand_->post([self, number, done] { self->written(number, done); });
    });
    publish();
}

void Room::written(std::uint64_t number, bool done) {
    if (failed_) return;
    if (!done) return store_failed();
    changes_written_ = number;
    while (!unsent_.empty() && unsent_.front().after <= changes_written_) {
        Unsent unsent = std::move(unsent_.front());
        unsent_.pop_front();
        if (unsent.then)
            unsent.then(true);
        else
            send_due(std::move(unsent));
    }
}

// With what is due for the same client right behind it, as an update and the reply to whoever caused it.
void Room::send_due(Unsent first) {
    std::vector<Text> texts{std::move(first.text)};
    auto next = unsent_.begin();
    for (int i = 0; i < kLookAhead && next != unsent_.end() && !next->then && next->after <= changes_written_; ++i) {
        if (next->connection == first.connection) {
            texts.push_back(std::move(next->text));
            next = unsent_.erase(next);
        } else {
            ++next;
        }
    }
    if (texts.size() > 1)
        first.connection->send_all(std::move(texts));
    else
        first.connection->send(std::move(texts.front()));
}

// From now on nothing is written or shown. Who waits for a change to be written is told.
void Room::fail() {
    failed_ = true;
    for (const Unsent& unsent : std::exchange(unsent_, {}))
        if (unsent.then) unsent.then(false);
}

// What is in memory is ahead of what is stored: the room is given up, and read again by the next who comes.
void Room::store_failed() {
    spdlog::error("event=room_given_up game={}", live_->table().kind().id());
    fail();
    services_.registry.forget(*this); // before anybody is sent away: who comes back at once finds a new room
    for (const Guest& guest : guests_) send_away(*guest.connection);
}

// Where other servers share the tables, one of them goes on at once.
void Room::send_away(Connection& connection) const {
    connection.finish(bye_text("restart", services_.lease.shared() ? 0 : 5));
}

void Room::publish() {
    if (failed_ || !live_->setup().listed) return;
    const bool open = live_->state().seats.home.open() || live_->state().seats.away.open();
    if (attended())
        unattended_since_.reset();
    else if (!unattended_since_)
        unattended_since_ = Clock::now();
    Json table = info();
    if (open) table["invite"] = live_->state().public_invite;
    services_.registry.list(live_->setup().id,
                            {live_->setup().created, open, live_->over(), unattended_since_, dumped(table)});
}

// An open table is shown while the person who opened it waits there, a running one while anybody is there.
bool Room::attended() const {
    const bool open = live_->state().seats.home.open() || live_->state().seats.away.open();
    return std::ranges::any_of(guests_, [&](const Guest& guest) { return !open || guest.role != Role::spectator; });
}

Presence Room::presence() const {
    Presence presence;
    for (const Guest& guest : guests_) {
        for (Seat seat : kSeats) {
            presence.present[seat] = presence.present[seat] || holds(guest.role, seat);
            presence.members[seat] |= guest.members[seat];
        }
        if (guest.role == Role::spectator) ++presence.watching;
    }
    for (Seat seat : kSeats)
        if (!presence.present[seat] && !live_->state().seats[seat].open())
            presence.away_since[seat] = away_since_[seat];
    if (const std::optional<Millis> wait = until_claim()) presence.claim_in = static_cast<int>((*wait + 999) / 1000);
    return presence;
}

void Room::turn_view(Guest& guest) const {
    if (live_->setup().alone && live_->setup().hidden && guest.role == Role::both)
        guest.view = live_->view_alone(guest.view);
}

void Room::write_table(JsonText& out) const {
    out.key("table");
    out.open_object();
    live_->write_info(out, presence());
    out.close_object();
}

Json Room::info() const { return live_->info(presence()); }

Room::Guest* Room::guest_of(const Connection* connection) {
    const auto at =
        std::ranges::find_if(guests_, [&](const Guest& guest) { return guest.connection.get() == connection; });
    return at == guests_.end() ? nullptr : &*at;
}

Json Room::position_of(const Guest& guest) const { return live_->position(guest.view); }

void Room::left(const Connection* connection) {
    const Guest* guest = guest_of(connection);
    if (guest == nullptr) return;
    const bool watched = guest->role == Role::spectator;
    if (guest->advised) std::stop_source(guest->asking).request_stop();
    guests_.erase(guests_.begin() + (guest - guests_.data()));
    note_presence();
    if (watched)
        broadcast_table_soon();
    else
        broadcast_table();
    if (guests_.empty()) odds_asking_.request_stop(); // nobody looks any more
    set_timer();
}

std::string Room::asker() const {
    const auto seated = std::ranges::find_if(guests_, [](const Guest& guest) { return guest.role != Role::spectator; });
    return seated != guests_.end() ? seated->connection->address() : std::string();
}

void Room::drop_if_idle() {
    live_->rest();
    const bool idle =
        guests_.empty() && !computer_thinks_ && !waiting_ && !live_->until_flag() && changes_ == changes_written_;
    if (idle && Clock::now() - idle_since_ >= services_.limits.room_lingers) services_.registry.drop(*this);
}

// The reference goes along: what is posted may run before post() returns, and a room that somebody holds is not
// dropped.
void Room::sweep(std::shared_ptr<Room> room) {
    const std::shared_ptr<Strand> strand = room->strand_;
    strand->post([room = std::move(room)] { room->drop_if_idle(); });
}

void Room::note_presence() {
    for (Seat seat : kSeats) {
        const bool here = std::ranges::any_of(guests_, [&](const Guest& guest) { return holds(guest.role, seat); });
        if (here) {
            away_since_[seat].reset();
        } else if (!away_since_[seat]) {
            away_since_[seat] = now_millis();
        }
    }
    note_waiting();
    if (guests_.empty()) idle_since_ = Clock::now();
}

} // namespace touchline::server
