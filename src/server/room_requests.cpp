// What those at a table ask for. Checks come in the order of the contract; then it is done, written, shown.
#include "play/message_text.hpp"
#include "play/protocol.hpp"
#include "server/json_text.hpp"
#include "server/metrics.hpp"
#include "server/opening.hpp"
#include "server/others.hpp"
#include "server/room.hpp"
#include "server/secrets.hpp"
#include "server/table_registry.hpp"
#include "server/work_pool.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <bit>

namespace touchline::server {

namespace {

constexpr std::size_t kKeyLength = 8;
constexpr int kFullRetry = 60; // seconds
constexpr int kRollRetry = 1;  // until a roll has been made

std::optional<Viewer> view_of(Role role, bool hidden, std::optional<Viewer> wanted) {
    switch (role) {
    case Role::home: return Viewer::home;
    case Role::away: return Viewer::away;
    case Role::spectator: return Viewer::everyone;
    case Role::both: break;
    }
    return hidden ? wanted.value_or(Viewer::everyone) : std::optional<Viewer>();
}

// Whose reply is given again when a client asks again; the others do no harm when they are carried out twice.
bool is_kept(Command command) {
    return command != Command::ping && command != Command::hello && command != Command::emote &&
           command != Command::commit && command != Command::link;
}

// For which people of a side with several the connection speaks.
void write_own_members(JsonText& out, const BySeat<Members>& held, const BySeat<SeatState>& seats) {
    if (!seats.home.several() && !seats.away.several()) return;
    out.key("members");
    out.open_object();
    for (Seat seat : kSeats) {
        std::vector<std::size_t> own;
        for (std::size_t i = 0; i < seats[seat].members.size(); ++i)
            if (has(held[seat], i)) own.push_back(i);
        if (!own.empty()) out.list(name(seat), own);
    }
    out.close_object();
}

bool goes_on_after_the_end(const Request& request) {
    return request.command == Command::next || request.command == Command::ping || request.command == Command::link ||
           request.command == Command::emote ||
           ((request.command == Command::offer || request.command == Command::answer) &&
            request.what == Offer::rematch);
}

} // namespace

void Room::handle(const std::shared_ptr<Connection>& connection, Request& request) {
    services_.metrics.asked(name(request.command));
    if (failed_ || given_up_) return send_away(*connection); // it had found the room before it was given up
    if (silent(connection, request)) return;
    if (request.command == Command::hello) return greet(connection, request);
    Guest* guest = guest_of(connection.get());
    if (guest == nullptr) return; // it has left meanwhile
    if (const DoneRequest* done = done_before(*guest, request)) return send(*guest, done->reply);
    if (const auto& wish = live_->state().wish; waiting_ && wish && wish->key == request_key(*guest, request)) {
        waiting_->askers.push_back(connection); // asked again: answered when the dice have fallen
        return;
    }
    if (std::optional<Refusal> refused = check(*guest, request))
        return reply(*guest, request, Unexpected{std::move(*refused)});
    if (request.command == Command::next) return next(*guest, request);
    if (request.command == Command::advise) return advise(*guest, request);
    if (request.command == Command::commit) return commit(*guest, request);
    if (request.command == Command::link) return take_link(*guest, request);
    if (request.command == Command::roll && live_->fair() != nullptr) {
        wish_to_roll(*guest, request);
        return advance();
    }
    const Clock::time_point started = Clock::now();
    const OrRefusal<Json> result = carry_out(*guest, request);
    if (const DoneRequest* kept = done_before(*guest, request); result && kept != nullptr)
        send(*guest, kept->reply);
    else
        reply(*guest, request, result);
    if (request.turn_no) after_writing([this, started](bool) { services_.metrics.updated(Clock::now() - started); });
    advance();
}

bool Room::silent(const std::shared_ptr<Connection>& connection, const Request& request) {
    const bool lapsed = !services_.lease.holds(); // then even what is known here may have changed elsewhere
    const bool reads = request.command == Command::hello || request.command == Command::ping;
    if (!lapsed && (reads || !services_.lease.store_away())) return false;
    const Guest* guest = guest_of(connection.get());
    if (!lapsed && guest != nullptr && done_before(*guest, request) != nullptr) return false;
    const int wait = static_cast<int>(kBusyRetry.count());
    // It may have been carried out elsewhere, so it is not refused: whoever runs the table now will tell.
    if (lapsed && request.command != Command::hello) {
        connection->finish(bye_text("restart", wait));
        return true;
    }
    const Refusal away = ask_again(RefusalCode::store_failed, Message{"server.store-away"}, wait);
    services_.metrics.refused(name(away.code));
    const Language language = guest != nullptr ? guest->language : request.language;
    connection->send(text_of(reply_json(request.id, Unexpected{away}, language)));
    if (request.command == Command::hello) connection->finish(bye_text("restart", wait));
    return true;
}

void Room::greet(const std::shared_ptr<Connection>& connection, const Request& request) {
    Guest* guest = guest_of(connection.get());
    const bool fresh = guest == nullptr;
    const BySeat<Members> held = live_->held_by(request.token);
    const Role role = role_with(held);
    if (fresh && role == Role::spectator && presence().watching >= static_cast<int>(services_.limits.spectators)) {
        const Refusal full = ask_again(RefusalCode::busy, Message{"server.full"}, kFullRetry);
        services_.metrics.refused(name(full.code));
        connection->send(text_of(reply_json(request.id, Unexpected{full}, request.language)));
        return connection->finish(bye_text("too-fast", kFullRetry));
    }
    if (fresh) guest = &guests_.emplace_back(Guest{connection});
    if (guest->role != role) guest->answers = {};
    guest->role = role;
    guest->members = held;
    guest->language = request.language;
    guest->view = view_of(guest->role, live_->setup().hidden, request.view ? request.view : guest->view);
    turn_view(*guest);
    guest->token_key = request.token.empty() ? "" : hash_of_secret(request.token).substr(0, kKeyLength);
    if (!request.token.empty() && guest->role == Role::spectator)
        reply(*guest, request, refuse(RefusalCode::bad_token, Message{"server.no-seat-of-token"}));
    const bool renamed = (guest->role == Role::home || guest->role == Role::away) && introduce(*guest, request);
    note_presence();
    live_->charge_clocks(services_.served.now());
    if (request.chains.home || request.chains.away) commit(*guest, request);
    if (guest->role != Role::spectator) sits_down();
    send(*guest, welcome_text(*guest, request.id));
    welcomed(*guest);
    // Those who merely watch may come by the hundred: they are told together.
    if (renamed || (fresh && guest->role != Role::spectator))
        broadcast_table();
    else if (fresh)
        broadcast_table_soon();
    if (odds_text_.empty()) odds_wanted_ = live_->state().odds;
    advance();
}

// Takes name and badge of the one who holds the seat; whether anything is new. Several people at one screen have the
// names that they were given.
bool Room::introduce(const Guest& guest, const Request& request) {
    SeatState& side = live_->state().seats[seat_of(guest.role)];
    const Members held = guest.members[seat_of(guest.role)];
    if (std::popcount(held) != 1) return false;
    Member& member = side.members[static_cast<std::size_t>(std::countr_zero(held))];
    std::string called = request.display_name ? tidy_name(*request.display_name) : std::string();
    if (side.several()) called = member_name(called);
    if (called.empty()) called = member.name;
    const std::string worn = request.badge && fit_badge(*request.badge) ? *request.badge : member.badge;
    if (called == member.name && worn == member.badge) return false;
    member.name = called;
    member.badge = worn;
    write();
    return true;
}

std::string Room::welcome_text(const Guest& guest, const std::string& request_id) const {
    std::string text;
    JsonText out(text);
    out.open_object();
    out.field("type", "welcome");
    out.field("request_id", request_id);
    out.field("role", name(guest.role));
    write_own_members(out, guest.members, live_->state().seats);
    write_table(out);
    live_->write_position(out, guest.view);
    out.key("proof");
    live_->write_proof(out);
    out.key("log");
    live_->write_log(out, guest.view, guest.language);
    out.key("odds");
    out.written(odds_text_.empty() ? "null" : odds_text_);
    out.close_object();
    return text;
}

std::optional<Refusal> Room::check(const Guest& guest, const Request& request) const {
    if (request.command == Command::ping) return std::nullopt;
    if (guest.role == Role::spectator)
        return Refusal{RefusalCode::not_your_seat, Message{"server.watching", {{"command", name(request.command)}}}};
    if (live_->over() && !goes_on_after_the_end(request)) return Refusal{RefusalCode::over, Message{"server.over"}};
    const bool meant_for_now =
        !request.turn_no || *request.turn_no == live_->state().turn_no ||
        (request.command == Command::choose && live_->only_locked_since(*request.turn_no, guest.role));
    if (!meant_for_now)
        return Refusal{RefusalCode::stale_turn,
                       Message{"server.stale", {{"meant", *request.turn_no}, {"now", live_->state().turn_no}}}};
    if (roll_waits(request)) return ask_again(RefusalCode::busy, Message{"server.dice-falling"}, kRollRetry);
    const bool full = changes_ - changes_written_ >= kUnwrittenChanges || services_.writer.busy_for(kSlowestWrite);
    if (full && request.command != Command::link)
        return ask_again(RefusalCode::busy, Message{"server.store-waits"}, static_cast<int>(kBusyRetry.count()));
    return std::nullopt;
}

std::optional<Refusal> Room::out_of_hand(const Guest& guest, const Request& request) const {
    if (request.command != Command::roll && request.command != Command::choose) return std::nullopt;
    const TurnText turn = live_->table().turn();
    const Seat own = turn.kind == TurnKind::secret ? seat_of(guest.role) : turn.seat;
    const Seat seat = request.seat.value_or(own);
    const SeatState& side = live_->state().seats[seat];
    if (!side.several() || !holds(guest.role, seat)) return std::nullopt;
    const std::size_t hand = live_->hand(seat);
    if (has(guest.members[seat], hand) || !has(presence().members[seat], hand)) return std::nullopt;
    const std::string& called = side.members[hand].name;
    return Refusal{RefusalCode::not_your_seat, called.empty() ? Message{"server.hand-of", {{"number", hand + 1}}}
                                                              : Message{"server.not-your-hand", {{"name", called}}}};
}

std::string Room::request_key(const Guest& guest, const Request& request) {
    return fmt::format("{}:{}", guest.token_key, request.id);
}

const DoneRequest* Room::done_before(const Guest& guest, const Request& request) const {
    if (guest.role == Role::spectator) return nullptr;
    const std::string key = request_key(guest, request);
    const auto& done = live_->state().done[seat_of(guest.role)];
    const auto at = std::ranges::find(done, key, &DoneRequest::key);
    return at == done.end() ? nullptr : &*at;
}

void Room::keep_reply(const Guest& guest, const Request& request, const std::string& text) {
    if (guest.role == Role::spectator || text.size() > kLongestKeptReply || done_before(guest, request) != nullptr)
        return;
    keep_reply(seat_of(guest.role), request_key(guest, request), text);
}

void Room::keep_reply(Seat seat, const std::string& key, const std::string& text) {
    auto& done = live_->state().done[seat];
    if (done.size() >= kRepliesKept * live_->state().seats[seat].members.size()) done.erase(done.begin());
    done.push_back({key, text});
}

void Room::reply(Guest& guest, const Request& request, const OrRefusal<Json>& result) {
    Json json = reply_json(request.id, result, guest.language);
    if (!result) {
        services_.metrics.refused(name(result.error().code));
        if (result.error().code == RefusalCode::stale_turn) json["error"].update(position_of(guest));
    }
    std::string text = dumped(json);
    if (is_kept(request.command) && (result || result.error().code != RefusalCode::busy))
        keep_reply(guest, request, text);
    send(guest, std::move(text));
}

OrRefusal<Json> Room::carry_out(Guest& guest, const Request& request) {
    switch (request.command) {
    case Command::ping: return with_turn(live_->state().turn_no);
    case Command::offer: return offer(guest, request);
    case Command::answer: return answer(guest, request);
    case Command::emote: return emote(guest, request);
    case Command::roll:
    case Command::choose:
    case Command::undo:
    case Command::resign:
    case Command::claim: return play(guest, request);
    case Command::hello:
    case Command::next:
    case Command::commit:
    case Command::link:
    case Command::advise: break; // answered before
    }
    return Json::object();
}

OrRefusal<Json> Room::play(Guest& guest, const Request& request) {
    // Up to when it arrived, not to when the table came to it; never back into the turn before.
    live_->charge_clocks(std::max(request.arrived, moved_at_));
    const std::optional<Seat> late = live_->flagged();
    flag_if_due(late && holds(guest.role, *late) ? 0 : kFlagGrace.count());
    if (live_->over()) return refuse(RefusalCode::over, Message{"server.time-up"});
    if (std::optional<Refusal> refused = out_of_hand(guest, request)) return Unexpected{std::move(*refused)};
    OrRefusal<Happened> happened = request.command == Command::roll ? live_->roll(guest.role, request.tokens)
                                   : request.command == Command::choose
                                       ? live_->choose(guest.role, request.seat, request.action)
                                   : request.command == Command::undo   ? live_->undo()
                                   : request.command == Command::resign ? resign(guest, request)
                                                                        : claim(guest, request);
    if (!happened) return Unexpected{std::move(happened.error())};
    if (live_->setup().clock && happened->step && happened->by)
        live_->state().clocks[*happened->by] += live_->setup().clock->increment * 1000;
    return position_changed(guest, request, *happened);
}

// The reply is kept in the same change as what it answers: either both are stored or neither.
OrRefusal<Json> Room::position_changed(const Guest& guest, const Request& request, const Happened& happened) {
    Json result = with_turn(live_->state().turn_no);
    keep_reply(guest, request, dumped(reply_json(request.id, result)));
    changed(happened);
    return result;
}

OrRefusal<Happened> Room::resign(const Guest& guest, const Request& request) {
    if (guest.role == Role::both && !request.seat)
        return refuse(RefusalCode::bad_request, Message{"server.who-resigns"});
    const Seat seat = request.seat.value_or(seat_of(guest.role));
    if (!holds(guest.role, seat)) return refuse(RefusalCode::not_your_seat, Message{"server.own-resignation"});
    return live_->end("resign", seat, {win_of(other(seat)), Reason::resigned});
}

OrRefusal<Happened> Room::claim(const Guest& guest, const Request& request) {
    const Seat own = seat_of(guest.role);
    if (away_since_[other(own)] && live_->to_act()[own])
        return refuse(RefusalCode::too_early, Message{"server.claim-own-turn"});
    if (!waited_for_ || holds(guest.role, waited_for_->seat))
        return refuse(RefusalCode::too_early, Message{"server.claim-nobody"});
    if (const Millis wait = until_claim().value_or(0); wait > 0)
        return Unexpected{
            ask_again(RefusalCode::too_early, Message{"server.claim-early"}, static_cast<int>((wait + 999) / 1000))};
    const Seat gone = waited_for_->seat;
    if (!request.computer) return live_->end("claim", other(gone), {win_of(other(gone)), Reason::claimed});
    return live_->seat_computer(gone, kSubstitute);
}

OrRefusal<Json> Room::offer(const Guest& guest, const Request& request) {
    if (request.what == Offer::rematch && !live_->over())
        return refuse(RefusalCode::not_over, Message{"server.rematch-early"});
    if (request.what == Offer::takeback && !live_->can_take_back(guest.role))
        return refuse(RefusalCode::nothing_to_undo, Message{"server.nothing-to-take-back"});
    if (!live_->two_people()) return agreed(request.what, guest.role, guest.connection->address());
    const Seat by = seat_of(guest.role);
    auto& offers = live_->state().offers;
    for (const MadeOffer& made : offers) {
        if (made.what != request.what) continue;
        if (made.by == by) return with_turn(live_->state().turn_no);
        if (request.what != Offer::takeback) { // both want the same
            std::erase_if(offers, [&](const MadeOffer& each) { return each.what == request.what; });
            return agreed(request.what, guest.role, guest.connection->address());
        }
    }
    offers.push_back({request.what, by});
    write();
    broadcast_table();
    return with_turn(live_->state().turn_no);
}

OrRefusal<Json> Room::answer(const Guest& guest, const Request& request) {
    auto& offers = live_->state().offers;
    const auto at = std::ranges::find_if(offers, [&](const MadeOffer& made) {
        return made.what == request.what && (!request.agree || !holds(guest.role, made.by));
    });
    if (at == offers.end())
        return refuse(RefusalCode::no_offer, Message{"server.no-offer", {{"what", name(request.what)}}});
    const MadeOffer made = *at;
    offers.erase(at);
    if (request.agree) {
        OrRefusal<Json> result =
            agreed(made.what, made.by == Seat::home ? Role::home : Role::away, guest.connection->address());
        if (!result) offers.push_back(made); // a refusal changes nothing
        return result;
    }
    write();
    broadcast_table();
    return with_turn(live_->state().turn_no);
}

// Told to everyone and kept nowhere.
OrRefusal<Json> Room::emote(const Guest& guest, const Request& request) {
    const Seat seat = seat_of(guest.role);
    std::optional<Bucket>& left = emotes_[seat];
    if (!left) left.emplace(kEmotesAtOnce, kEmotesPerSecond, Clock::now());
    if (const int wait = left->take(Clock::now()); wait > 0)
        return Unexpected{ask_again(RefusalCode::too_fast, Message{"server.many-emotes"}, wait)};
    broadcast([&](JsonText& out, const Guest&) {
        out.field("type", "emote");
        out.field("seat", seat);
        out.field("what", name(request.emote));
    });
    return Json::object();
}

OrRefusal<Json> Room::agreed(Offer what, Role by, const std::string& asker) {
    live_->charge_clocks(services_.served.now());
    switch (what) {
    case Offer::draw: changed(live_->end("draw", std::nullopt, {Result::draw, Reason::agreed})); break;
    case Offer::takeback: {
        const OrRefusal<Happened> happened = live_->take_back(by);
        if (!happened) return Unexpected{happened.error()};
        changed(*happened);
        break;
    }
    case Offer::odds:
        live_->state().odds = !live_->state().odds;
        odds_wanted_ = live_->state().odds;
        odds_text_.clear();
        write();
        broadcast_table();
        break;
    case Offer::rematch:
        if (std::optional<Refusal> refused = rematch(asker)) return Unexpected{std::move(*refused)};
        break;
    }
    return with_turn(live_->state().turn_no);
}

// The new table is written before anybody hears of it.
std::optional<Refusal> Room::rematch(const std::string& asker) {
    if (rematch_opens_ || !live_->state().next.empty()) return std::nullopt;
    if (std::optional<Refusal> refused = services_.one_table_more(asker, 0)) return refused;
    rematch_opens_ = true;
    const std::shared_ptr<Room> room =
        services_.registry.add(rematch_of(*live_, services_.limits.chain_links, services_.ids));
    room->ask([self = shared_from_this(), id = room->live().setup().id](Room& fresh) {
        fresh.open();
        fresh.when_written([self, id](bool done) {
            self->ask([id, done](Room& old) {
                old.rematch_opens_ = false;
                if (!done) return;
                old.live_->state().next = id;
                old.write();
                old.broadcast_table();
            });
        });
    });
    return std::nullopt;
}

// The reply holds a token: it is not kept, a second question mints another one. The new table may have to be read,
// which is not for the network's threads, or be another server's by now.
void Room::next(const Guest& guest, const Request& request) {
    const auto answer = [connection = guest.connection, request_id = request.id,
                         language = guest.language](const OrRefusal<Json>& result) {
        connection->send(text_of(reply_json(request_id, result, language)));
    };
    const std::string id = live_->state().next;
    if (id.empty()) {
        const Refusal refused{RefusalCode::no_offer, Message{"server.no-rematch"}};
        services_.metrics.refused(name(refused.code));
        return send(guest, dumped(reply_json(request.id, Unexpected{refused}, guest.language)));
    }
    const Role role = guest.role == Role::home ? Role::away : guest.role == Role::away ? Role::home : Role::both;
    // The sides are swapped.
    BySeat<Members> members;
    for (Seat seat : kSeats) members[other(seat)] = in_rematch(live_->state().seats[seat], guest.members[seat]);
    const bool added =
        services_.desk_work.add(guest.connection->address(), [&services = services_, id, role, members, answer] {
            const auto told = [id, role, answer](const std::string& token) {
                answer(Json{{"id", id}, {"token", token}, {"seat", name(role)}});
            };
            Place place;
            try {
                place = services.registry.find(id);
            } catch (const store::StoreError& error) {
                spdlog::error("event=table_unreadable reason={:?}", sentence_of(error));
                return answer(Unexpected{too_busy()});
            }
            if (place.room)
                return place.room->ask([role, members, told, answer](Room& fresh) {
                    const std::string token = fresh.mint(role, members);
                    fresh.when_written([token, told, answer](bool done) {
                        if (done)
                            told(token);
                        else
                            answer(Unexpected{too_busy()});
                    });
                });
            if (!place.elsewhere) return answer(refuse(RefusalCode::no_offer, Message{"server.no-rematch"}));
            services.others->call(
                *place.elsewhere, {{"mint", name(role)}, {"members", {members.home, members.away}}, {"table", id}},
                [told, answer](const Answer& got) {
                    const Json json = Json::parse(got.content ? got.content->plain : "", nullptr, false);
                    if (got.status == 200 && json.is_object() && json.contains("token"))
                        told(json["token"].get<std::string>());
                    else
                        answer(Unexpected{too_busy()});
                });
        });
    if (!added) answer(Unexpected{too_busy()});
}

} // namespace touchline::server
