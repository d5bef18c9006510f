// Rolls to which the seats give a part (docs/fair-dice.md): a wish to roll is stored, the seats that take part are
// asked for their links, and when these are there, or two seconds are over, the dice fall.
#include "games/json_text.hpp"
#include "server/json_text.hpp"
#include "server/metrics.hpp"
#include "server/room.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::server {

namespace {

std::string request_id_of(const RollWish& wish) { return wish.key.substr(wish.key.find(':') + 1); }

} // namespace

bool Room::roll_waits(const Request& request) const {
    if (!waiting_) return false;
    switch (request.command) {
    case Command::roll:
    case Command::choose:
    case Command::undo:
    case Command::claim: return true;
    case Command::offer:
    case Command::answer: return request.what == Offer::takeback;
    default: return false;
    }
}

// Whether somebody is there who answers for the seat.
bool Room::takes_part(Seat seat) const {
    return live_->fair()->committed(seat) && !live_->fair()->seat(seat).late &&
           std::ranges::any_of(guests_, [&](const Guest& guest) { return guest.answers[seat]; });
}

// At a fresh table the first roll waits until somebody sits there: the seats commit before it.
bool Room::may_roll_by_itself() const {
    return live_->rolls_by_itself() && (live_->fair() == nullptr || sat_ || live_->fair()->made() > 0);
}

// Where the first roll is one that nobody asks for, a browser that has just seen the server's commitment has a moment
// to give its own.
void Room::sits_down() {
    if (sat_ || first_timer_) return;
    const bool committed =
        live_->fair() != nullptr && (live_->fair()->committed(Seat::home) || live_->fair()->committed(Seat::away));
    if (live_->fair() == nullptr || committed || !live_->rolls_by_itself()) {
        sat_ = true;
        return;
    }
    first_timer_ = strand_->timer();
    first_timer_->ring_after(services_.limits.first_commitment, [weak = weak_from_this()] {
        const std::shared_ptr<Room> room = weak.lock();
        if (!room || room->failed_ || std::exchange(room->sat_, true)) return;
        room->advance();
    });
}

void Room::wish_to_roll(Guest& guest, const Request& request) {
    live_->charge_clocks(std::max(request.arrived, moved_at_));
    const std::optional<Seat> late = live_->flagged();
    flag_if_due(late && holds(guest.role, *late) ? 0 : kFlagGrace.count());
    if (live_->over()) return reply(guest, request, refuse(RefusalCode::over, Message{"server.time-up"}));
    if (std::optional<Refusal> refused = out_of_hand(guest, request))
        return reply(guest, request, Unexpected{std::move(*refused)});
    if (OrRefusal<Done> may = live_->may_roll(guest.role, request.tokens); !may)
        return reply(guest, request, Unexpected{std::move(may.error())});
    live_->state().wish = RollWish{seat_of(guest.role), request_key(guest, request)};
    begin_roll();
    if (waiting_) {
        waiting_->askers.push_back(guest.connection);
        return;
    }
    // Nobody had to be asked. The reply was kept with the roll.
    if (const DoneRequest* done = done_before(guest, request)) send(guest, done->reply);
}

// Requires: a chance turn whose roll has been wished for, or that rolls by itself.
void Room::begin_roll() {
    fair::ServerDice& dice = *live_->fair();
    WaitingRoll roll{.n = dice.next_roll(), .started = Clock::now()};
    const bool returning = std::exchange(returning_, false);
    for (Seat seat : kSeats) {
        if (!dice.committed(seat)) continue;
        // After a restart those who were asked come back one after the other.
        roll.asked[seat] = takes_part(seat) || (returning && !dice.seat(seat).late);
        if (!roll.asked[seat]) roll.left_out[seat] = dice.seat(seat).late ? LeftOut::late : LeftOut::absent;
    }
    const bool nobody = !roll.asked.home && !roll.asked.away;
    waiting_ = std::move(roll);
    if (nobody) return finish_roll();
    live_->hold_clocks();
    if (live_->state().wish) write();
    ask_links();
}

std::string Room::ask_text() const {
    fair::ServerDice& dice = *live_->fair();
    const TurnText turn = live_->table().turn();
    const bool hidden = live_->setup().hidden;
    constexpr std::size_t kUsualAsk = 512; // bytes
    std::string text;
    text.reserve(kUsualAsk);
    JsonText out(text);
    out.open_object();
    out.field("type", "ask");
    out.field("n", waiting_->n);
    out.field("event", turn.event);
    out.field("seat", turn.seat);
    out.field("turn_no", live_->state().turn_no);
    out.field("lines", hidden ? std::nullopt : std::optional(dice.lines(live_->table())));
    out.field("sealed", hidden ? std::optional(dice.sealed(live_->table())) : std::nullopt);
    out.key("of");
    out.open_object();
    for (Seat seat : kSeats)
        if (waiting_->asked[seat]) out.field(name(seat), fair::hex(dice.last(seat)));
    out.close_object();
    out.field("within", services_.limits.link_within.count());
    out.close_object();
    return text;
}

// Only when what was chosen is on disk.
void Room::ask_links() {
    after_writing([this, n = waiting_->n](bool done) {
        if (!done || !waiting_ || waiting_->n != n) return;
        waiting_->sent = true;
        const Text text = std::make_shared<const std::string>(ask_text());
        for (const Guest& guest : guests_)
            if (guest.welcomed) send_ask(guest, text);
        if (!link_timer_) link_timer_ = strand_->timer();
        link_timer_->ring_after(services_.limits.link_within, [weak = weak_from_this(), n] {
            const std::shared_ptr<Room> room = weak.lock();
            if (!room || room->failed_ || !room->waiting_ || room->waiting_->n != n) return;
            room->finish_roll();
            room->advance();
        });
    });
}

void Room::send_ask(const Guest& guest, const Text& text) const {
    const bool answers = std::ranges::any_of(
        kSeats, [&](Seat seat) { return guest.answers[seat] && waiting_->asked[seat] && !waiting_->links[seat]; });
    if (answers)
        guest.connection->ask(text);
    else
        guest.connection->send(text);
}

// One who came, or committed, while the roll waits.
void Room::ask_again_for_links(const Guest& guest) {
    if (!waiting_ || !waiting_->sent || !guest.welcomed) return;
    send_ask(guest, std::make_shared<const std::string>(ask_text()));
}

// From now on, and not before its welcome, it may be asked.
void Room::welcomed(const Guest& guest) {
    after_writing([this, connection = guest.connection](bool done) {
        Guest* there = guest_of(connection.get());
        if (!done || there == nullptr) return;
        there->welcomed = true;
        ask_again_for_links(*there);
    });
}

void Room::take_link(Guest& guest, const Request& request) {
    const OrRefusal<Json> taken = taken_link(guest, request);
    const bool all = waiting_ && waiting_->sent && std::ranges::all_of(kSeats, [&](Seat seat) {
                         return !waiting_->asked[seat] || waiting_->links[seat];
                     });
    if (!all || !taken) reply(guest, request, taken);
    if (!all) return;
    // The reply to the last link goes out with the roll, which is the next change.
    if (taken)
        unsent_.push_back(
            {.after = changes_ + 1, .connection = guest.connection, .text = text_of(reply_json(request.id, taken))});
    finish_roll();
    advance();
}

OrRefusal<Json> Room::taken_link(const Guest& guest, const Request& request) {
    fair::ServerDice* dice = live_->fair();
    if (dice == nullptr) return refuse(RefusalCode::bad_request, Message{"server.no-proof"});
    for (Seat seat : kSeats)
        if (request.links[seat] && !holds(guest.role, seat))
            return refuse(RefusalCode::not_your_seat, Message{"server.not-your-seat", {{"seat", name(seat)}}});
    const auto roll = static_cast<u64>(request.roll);
    for (Seat seat : kSeats) {
        if (!request.links[seat]) continue;
        const bool leads = dice->committed(seat) && fair::before(*request.links[seat]) == dice->last(seat);
        if (!waiting_ || !waiting_->sent || waiting_->n != roll || !waiting_->asked[seat]) {
            // Known before its roll, so it may be in none.
            if (leads && !dice->seat(seat).late) came_late(seat);
            return refuse(RefusalCode::wrong_turn,
                          Message{"server.link-not-asked", {{"seat", name(seat)}, {"roll", request.roll}}});
        }
        if (!leads) return refuse(RefusalCode::bad_request, Message{"server.link-wrong", {{"seat", name(seat)}}});
    }
    for (Seat seat : kSeats)
        if (request.links[seat]) waiting_->links[seat] = request.links[seat];
    return Json::object();
}

// Nobody waits for the seat until it commits anew, not even the roll that waits now.
void Room::came_late(Seat seat) {
    live_->fair()->came_late(seat);
    write();
    if (!waiting_ || !waiting_->asked[seat] || waiting_->links[seat]) return;
    waiting_->asked[seat] = false;
    waiting_->left_out[seat] = LeftOut::late;
}

// The dice fall with the links that are there.
void Room::finish_roll() {
    WaitingRoll roll = std::move(*std::exchange(waiting_, std::nullopt));
    if (link_timer_) link_timer_->cancel();
    live_->release_clocks();
    for (Seat seat : kSeats)
        if (roll.asked[seat] && !roll.links[seat]) roll.left_out[seat] = LeftOut::silent;
    services_.metrics.rolled();
    for (Seat seat : kSeats) {
        if (roll.links[seat]) services_.metrics.linked("given");
        if (roll.left_out[seat]) services_.metrics.linked(name(*roll.left_out[seat]));
    }
    const std::optional<RollWish> wish = std::exchange(live_->state().wish, std::nullopt);
    const Happened happened = live_->roll_fairly(roll.links, roll.left_out);
    std::string answer;
    if (wish) {
        if (live_->setup().clock && happened.by)
            live_->state().clocks[*happened.by] += live_->setup().clock->increment * 1000;
        answer = dumped(reply_json(request_id_of(*wish), with_turn(live_->state().turn_no)));
        keep_reply(wish->by, wish->key, answer);
    }
    changed(happened);
    for (const std::shared_ptr<Connection>& connection : roll.askers)
        if (const Guest* guest = guest_of(connection.get())) send(*guest, answer);
    if (wish)
        after_writing([this, started = roll.started](bool) { services_.metrics.updated(Clock::now() - started); });
    take_deferred();
}

// The game is over, however it ended: the roll is not made.
void Room::drop_roll() {
    const std::optional<RollWish> wish = std::exchange(live_->state().wish, std::nullopt);
    if (!waiting_) return;
    const WaitingRoll roll = std::move(*std::exchange(waiting_, std::nullopt));
    if (link_timer_) link_timer_->cancel();
    live_->release_clocks();
    const OrRefusal<Json> refused = refuse(RefusalCode::over, Message{"server.over"});
    for (const std::shared_ptr<Connection>& connection : roll.askers)
        if (const Guest* guest = guest_of(connection.get()); guest != nullptr && wish)
            send(*guest, dumped(reply_json(request_id_of(*wish), refused, guest->language)));
    take_deferred();
}

// Commitments that came while a roll waited.
void Room::take_deferred() {
    for (auto& [connection, request] : std::exchange(deferred_, {}))
        if (Guest* guest = guest_of(connection.get())) commit(*guest, request);
}

void Room::commit(Guest& guest, const Request& request) {
    OrRefusal<Committed> result = committed(guest, request);
    if (result && *result == Committed::later) return deferred_.emplace_back(guest.connection, request), void();
    if (request.command == Command::hello) { // the welcome is its answer
        if (!result) reply(guest, request, Unexpected{std::move(result.error())});
        return;
    }
    if (!result) return reply(guest, request, Unexpected{std::move(result.error())});
    Json chains = Json::object();
    for (Seat seat : kSeats)
        if (request.chains[seat]) chains[std::string(name(seat))] = fair::hex(*request.chains[seat]);
    reply(guest, request, Json{{"chains", std::move(chains)}});
    ask_again_for_links(guest);
    if (std::exchange(sat_, true)) return;
    advance(); // the first roll has waited for this
}

OrRefusal<Room::Committed> Room::committed(Guest& guest, const Request& request) {
    using Commit = fair::ServerDice::Commit;
    fair::ServerDice* dice = live_->fair();
    if (dice == nullptr) return refuse(RefusalCode::bad_request, Message{"server.no-proof"});
    if (live_->over()) return refuse(RefusalCode::over, Message{"server.over"});
    bool fresh = false;
    for (Seat seat : kSeats) {
        if (!request.chains[seat]) continue;
        if (!holds(guest.role, seat))
            return refuse(RefusalCode::not_your_seat, Message{"server.not-your-seat", {{"seat", name(seat)}}});
        const Commit what = dice->judge(seat, *request.chains[seat]);
        if (what == Commit::used_before)
            return refuse(RefusalCode::bad_request, Message{"server.chain-again", {{"seat", name(seat)}}});
        fresh = fresh || what == Commit::taken;
    }
    if (fresh && waiting_) return Committed::later;
    for (Seat seat : kSeats) {
        if (!request.chains[seat]) continue;
        if (dice->commit(seat, *request.chains[seat]) == Commit::taken)
            for (Guest& each : guests_) each.answers[seat] = false;
        guest.answers[seat] = true;
    }
    if (fresh) {
        write();
        broadcast_table();
    }
    return Committed::now;
}

} // namespace touchline::server
