// What goes on at a table without anybody asking: computers, odds, clocks, the time after which a seat may be claimed.
#include "play/kind.hpp"

#include "play/message_text.hpp"
#include "play/protocol.hpp"
#include "server/json_text.hpp"
#include "server/metrics.hpp"
#include "server/room.hpp"
#include "server/work_pool.hpp"

#include <nlohmann/json.hpp>
#include <sodium.h>
#include <spdlog/spdlog.h>

namespace touchline::server {

namespace {

u64 fresh_seed() {
    u64 seed = 0;
    randombytes_buf(&seed, sizeof seed);
    return seed;
}

} // namespace

void Room::advance() {
    if (failed_) return;
    live_->charge_clocks(services_.served.now());
    flag_if_due(kFlagGrace.count());
    while (!waiting_ && (live_->state().wish || may_roll_by_itself())) {
        if (live_->fair() != nullptr)
            begin_roll();
        else
            changed(live_->roll_by_itself());
    }
    if (const std::optional<Seat> seat = live_->computer_to_choose()) ask_computer(*seat);
    ask_odds();
    set_timer();
}

void Room::ask_computer(Seat seat) {
    if (computer_thinks_) return;
    std::shared_ptr<Player>& player = players_[seat];
    if (!player) {
        // With a seed the computer's choices are repeatable too.
        const u64 seed =
            live_->setup().seed ? *live_->setup().seed + static_cast<u64>(live_->state().turn_no) : fresh_seed();
        player = services_.players.make(live_->state().seats[seat].bot, seed);
        if (!player) player = services_.players.make(kSubstitute, seed); // a table of a program that knew other players
    }
    const std::shared_ptr<const Table> table = live_->table().clone();
    computer_thinks_ = services_.bot_work.add(
        asker(), [self = shared_from_this(), player, table, seat, turn_no = live_->state().turn_no] {
            const Clock::time_point started = Clock::now();
            std::string action;
            try {
                action = player->choose(*table, seat);
            } catch (const std::exception& error) {
                spdlog::error("event=computer_failed game={} reason={:?}", table->kind().id(), sentence_of(error));
            }
            self->services_.metrics.worked("choice", Clock::now() - started);
            self->ask([turn_no, seat, action](Room& room) { room.computer_chose(turn_no, seat, action); });
        });
    if (!computer_thinks_) spdlog::warn("event=bot_queue_full");
}

void Room::computer_chose(std::int64_t turn_no, Seat seat, const std::string& action) {
    computer_thinks_ = false;
    // A choice may have been taken back, or the other's secret choice come in: then the computer is asked anew.
    const bool due = live_->computer_to_choose() == seat;
    if (due && (turn_no == live_->state().turn_no || live_->table().turn().kind == TurnKind::secret)) {
        live_->charge_clocks(services_.served.now());
        OrRefusal<Happened> happened = live_->choose(seat == Seat::home ? Role::home : Role::away, seat, action);
        // A player that fails must not hold the table up: it takes what is listed first.
        if (!happened) {
            const TurnText turn = live_->table().turn(viewer_of(seat));
            if (turn.actions.empty()) return;
            happened =
                live_->choose(seat == Seat::home ? Role::home : Role::away, seat, std::string(turn.actions.front()));
        }
        if (happened) changed(*happened);
    }
    advance();
}

// Only the newest position is worth it, and only where somebody looks.
void Room::ask_odds() {
    if (!odds_wanted_ || odds_asked_ || guests_.empty()) return;
    const std::shared_ptr<const Table> table = live_->table().clone();
    odds_asking_ = std::stop_source();
    odds_asked_ = services_.odds_work.add(asker(), [self = shared_from_this(), table, wanted = odds_asking_.get_token(),
                                                    turn_no = live_->state().turn_no] {
        const Clock::time_point started = Clock::now();
        std::string text;
        try {
            if (!wanted.stop_requested()) {
                Json json{{"type", "odds"}, {"turn_no", turn_no}};
                json.update(
                    odds_json(self->services_.evaluator.odds(*table, {.seconds = kOddsSeconds, .cancelled = wanted})));
                if (!wanted.stop_requested()) text = dumped(json); // else it was answered in haste
            }
        } catch (const std::exception& error) {
            spdlog::error("event=odds_failed game={} reason={:?}", table->kind().id(), sentence_of(error));
        }
        self->services_.metrics.worked("odds", Clock::now() - started);
        self->ask([turn_no, text](Room& room) { room.odds_known(turn_no, text); });
    });
    if (odds_asked_) odds_wanted_ = false;
}

void Room::odds_known(std::int64_t turn_no, const std::string& text) {
    odds_asked_ = false;
    if (turn_no == live_->state().turn_no && live_->state().odds && !text.empty()) {
        odds_text_ = text;
        const Text shared = std::make_shared<const std::string>(text);
        for (const Guest& guest : guests_) send(guest.connection, shared);
    }
    ask_odds();
}

void Room::advise(Guest& guest, const Request& request) {
    const TurnText turn = live_->table().turn();
    const bool two = live_->two_people();
    const Seat seat = turn.kind != TurnKind::secret ? turn.seat
                      : guest.role != Role::both    ? seat_of(guest.role)
                      : guest.view == Viewer::home  ? Seat::home
                      : guest.view == Viewer::away  ? Seat::away
                                                    : turn.waiting.front();
    std::optional<Refusal> refused;
    if (!live_->state().odds)
        refused = Refusal{RefusalCode::odds_off, Message{"server.odds-off"}};
    else if (turn.kind != TurnKind::choice && turn.kind != TurnKind::secret)
        refused = Refusal{RefusalCode::wrong_turn, Message{"server.no-advice"}};
    else if (two && !holds(guest.role, seat))
        refused = Refusal{RefusalCode::not_your_seat,
                          Message{"server.for-decide", {{"event", turn.event}, {"seat", name(seat)}}}};
    else if (guest.advised)
        refused =
            ask_again(RefusalCode::busy, Message{"server.advice-under-way"}, static_cast<int>(kBusyRetry.count()));
    if (refused) return reply(guest, request, Unexpected{std::move(*refused)});
    const std::shared_ptr<Table> table = live_->table().clone();
    const std::int64_t turn_no = live_->state().turn_no;
    guest.asking = std::stop_source();
    const bool added = services_.odds_work.add(
        guest.connection->address(), [self = shared_from_this(), connection = guest.connection,
                                      wanted = guest.asking.get_token(), request, table, seat, turn_no] {
            const Clock::time_point started = Clock::now();
            OrRefusal<Json> result = Unexpected{too_busy(Message{"server.advice-failed"})};
            try {
                if (!wanted.stop_requested())
                    result = advice_json(
                        self->services_.evaluator.advise(*table, seat, {.seconds = kOddsSeconds, .cancelled = wanted}));
                if (result) result->update(with_turn(turn_no));
            } catch (const std::exception& error) {
                spdlog::error("event=advice_failed game={} reason={:?}", table->kind().id(), sentence_of(error));
            }
            self->services_.metrics.worked("advice", Clock::now() - started);
            self->ask([connection, request, result](Room& room) { room.give_advice(connection, request, result); });
        });
    if (!added) return reply(guest, request, Unexpected{too_busy()});
    guest.advised = true;
}

void Room::give_advice(const std::shared_ptr<Connection>& connection, const Request& request,
                       const OrRefusal<Json>& result) {
    Guest* guest = guest_of(connection.get());
    if (guest == nullptr) return;
    guest->advised = false;
    send(*guest, dumped(reply_json(request.id, result, guest->language)));
}

std::optional<Seat> Room::claimable() const {
    if (live_->over() || !live_->two_people()) return std::nullopt;
    const BySeat<bool> acts = live_->to_act();
    for (Seat seat : kSeats)
        if (away_since_[seat] && !away_since_[other(seat)] && !live_->state().seats[seat].open() && acts[seat] &&
            !acts[other(seat)])
            return seat;
    return std::nullopt;
}

// The wait begins when one is there, has nothing to do, and the other is not: time before that keeps nobody waiting.
void Room::note_waiting() {
    const std::optional<Seat> gone = claimable();
    if (!gone)
        waited_for_.reset();
    else if (!waited_for_ || waited_for_->seat != *gone)
        waited_for_ = Wait{*gone, services_.served.now()};
}

std::optional<Millis> Room::until_claim() const {
    if (!waited_for_) return std::nullopt;
    const Millis waited = services_.served.now() - waited_for_->since;
    return std::max<Millis>(0, services_.limits.claim_after.count() - waited);
}

void Room::flag_if_due(Millis grace) {
    const std::optional<Seat> seat = live_->flagged(grace);
    if (seat) changed(live_->end("time", seat, {win_of(other(*seat)), Reason::time}));
}

// One timer for whatever comes first: the end of somebody's time, or the moment to claim an empty seat.
void Room::set_timer() {
    std::optional<Millis> wait = live_->until_flag();
    if (wait) *wait = std::max<Millis>(0, *wait + kFlagGrace.count());
    if (const std::optional<Millis> claim = until_claim(); claim && *claim > 0)
        wait = std::min(wait.value_or(*claim), *claim);
    if (!wait) {
        if (timer_) timer_->cancel();
        return;
    }
    if (!timer_) timer_ = strand_->timer();
    timer_->ring_after(milliseconds(*wait + 1), [weak = weak_from_this()] {
        if (const std::shared_ptr<Room> room = weak.lock()) room->timer_rang();
    });
}

void Room::timer_rang() {
    if (failed_) return;
    if (until_claim() == 0) broadcast_table();
    advance();
}

} // namespace touchline::server
