// One WebSocket: reads requests, finds the room, and queues what the room sends.
#include "server/ws_session.hpp"

#include "play/message_text.hpp"
#include "server/json_text.hpp"
#include "server/metrics.hpp"
#include "server/others.hpp"
#include "server/work_pool.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

namespace touchline::server {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;

namespace {

constexpr auto kTuple = asio::as_tuple(asio::use_awaitable);
constexpr std::string_view kRestart = "restart";
constexpr milliseconds kFindAgain{100};
constexpr seconds kFoundWithin{20}; // longer than a lease
constexpr int kUnreadRetry = 5;     // seconds

} // namespace

WsSession::WsSession(Stream stream, Gate& gate, Counted counted, std::string table_id)
    : ws_(std::move(stream)), gate_(gate), guests_(gate.services.guests), counted_(std::move(counted)),
      table_id_(std::move(table_id)), allowance_(gate.services.limits.messages_at_once,
                                                 gate.services.limits.messages_per_second, Bucket::Time::clock::now()) {
}

WsSession::~WsSession() { guests_->leave(address()); }

// The coroutine begins after the handshake, so that it does not hold the request all its life.
void WsSession::start(const HttpRequest& request) {
    boost::beast::get_lowest_layer(ws_).expires_never(); // the WebSocket has its own timeouts
    ws_.set_option(
        websocket::stream_base::timeout{gate_.services.limits.hello_within, gate_.services.limits.silence, false});
    ws_.read_message_max(kLargestBody);
    ws_.auto_fragment(false);
    ws_.write_buffer_bytes(512);
    ws_.async_accept(request, [self = shared_from_this()](const boost::system::error_code& failed) {
        if (!failed) self->attend();
    });
}

void WsSession::attend() {
    gate_.strangers.add(shared_from_this());
    if (gate_.stopping) bye(kRestart, 1);
    await_hello();
    asio::co_spawn(
        ws_.get_executor(), [self = shared_from_this()] { return self->read_on(); },
        [self = shared_from_this()](const std::exception_ptr& failure) {
            self->ended();
            if (!failure) return;
            boost::beast::get_lowest_layer(self->ws_).close();
            try {
                std::rethrow_exception(failure);
            } catch (const std::exception& error) {
                spdlog::error("event=session_failed reason={:?}", sentence_of(error));
            }
        });
}

asio::awaitable<void> WsSession::read_on() {
    while (!closed_) {
        const auto [failed, size] = co_await ws_.async_read(buffer_, kTuple);
        if (failed) break;
        // While it is finishing nothing is heard any more, but the close has to be read.
        if (!finishing_) take({static_cast<const char*>(buffer_.data().data()), buffer_.size()});
        buffer_.consume(buffer_.size());
        buffer_.shrink_to_fit();
    }
}

void WsSession::ended() {
    closed_ = true;
    gate_.strangers.remove(this);
    hello_timer_.reset();
    if (table_) table_->leave(shared_from_this());
    table_.reset();
}

void WsSession::take(std::string_view frame) {
    if (frame.size() > kLargestFrame) return too_much(RefusalCode::too_large, {}, 0);
    // An answer to what the server asked is not the client's own doing. One message for each time that it was asked.
    const bool answers = asked_ > 0 && frame.find("\"link\"") != std::string_view::npos;
    if (answers) --asked_;
    if (const int wait = answers ? 0 : allowance_.take(Bucket::Time::clock::now()); wait > 0)
        return too_much(RefusalCode::too_fast, frame, wait);
    Expected<Request, BadRequest> request = read_request(frame);
    if (!request) return refuse(request.error().id, request.error().refusal);
    if (request->command == Command::hello) language_ = request->language;
    if (request->command == Command::hello)
        if (const int wait = guests_->take(address(), Allowance::hellos); wait > 0)
            return refuse(request->id, ask_again(RefusalCode::too_fast, Message{"server.many-hellos"}, wait));
    if (table_) {
        table_->post(shared_from_this(), std::move(*request), frame);
    } else if (looking_) {
        refuse(request->id,
               ask_again(RefusalCode::busy, Message{"server.table-being-read"}, static_cast<int>(kBusyRetry.count())));
    } else if (request->command == Command::hello) {
        hello_ = Hello{std::move(*request), std::string(frame), Bucket::Time::clock::now() + kFoundWithin};
        find_room();
    } else {
        refuse(request->id, Refusal{RefusalCode::no_hello, Message{"server.no-hello"}});
    }
}

// A table that is not in memory is read and replayed, which is not for the network's threads.
void WsSession::find_room() {
    if (std::shared_ptr<Room> room = gate_.registry.in_memory(table_id_)) return enter(std::move(room));
    looking_ = gate_.services.desk_work.add(address(), [self = shared_from_this()] {
        Place place;
        bool read = true;
        try {
            place = self->gate_.registry.find(self->table_id_);
        } catch (const store::StoreError& error) {
            spdlog::error("event=table_unreadable reason={:?}", sentence_of(error));
            read = false;
        }
        asio::post(self->ws_.get_executor(), [self, place, read] {
            self->looking_ = false;
            if (self->closed_ || self->finishing_ || !self->hello_) return;
            if (read) return self->found(place);
            const int wait = self->gate_.services.lease.shared() ? 1 : kUnreadRetry;
            self->refuse(self->hello_->request.id,
                         ask_again(RefusalCode::store_failed, Message{"server.tables-unread"}, wait));
            self->bye(kRestart, wait);
        });
    });
    if (!looking_) find_again(); // many come at once, after a restart for instance
}

void WsSession::found(const Place& place) {
    if (place.room) return enter(place.room);
    if (!place.elsewhere) {
        hello_timer_.reset();
        refuse(hello_->request.id, Refusal{RefusalCode::unknown_table, Message{"server.no-table"}});
        return bye("expired", std::nullopt);
    }
    if (place.elsewhere->empty()) return find_again(); // between two servers
    enter(gate_.services.others->table_at(*place.elsewhere, table_id_));
}

void WsSession::enter(std::shared_ptr<TableHost> table) {
    hello_timer_.reset();
    gate_.strangers.remove(this);
    if (gate_.stopping) return bye(kRestart, gate_.services.lease.shared() ? 0 : 1);
    table_ = std::move(table);
    table_->post(shared_from_this(), hello_->request, hello_->frame);
}

// Too many are looking, or the server that runs the table does not answer: when its lease is over, another one has it.
void WsSession::find_again() {
    if (Bucket::Time::clock::now() >= hello_->until) return bye(kRestart, 1);
    looking_ = true;
    hello_timer_ = std::make_unique<asio::steady_timer>(ws_.get_executor(), kFindAgain);
    hello_timer_->async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
        const std::shared_ptr<WsSession> self = weak.lock();
        if (error || !self || self->closed_ || self->finishing_) return;
        self->looking_ = false;
        self->find_room();
    });
}

void WsSession::lost() {
    asio::post(ws_.get_executor(), [self = shared_from_this()] {
        if (self->closed_ || self->finishing_) return;
        if (!self->hello_) return self->bye(kRestart, 0);
        self->table_.reset();
        self->find_again();
    });
}

// Refused a number of times; a client that continues is disconnected.
void WsSession::too_much(RefusalCode code, std::string_view frame, int retry_after) {
    std::string id;
    if (!frame.empty()) {
        const Expected<Request, BadRequest> request = read_request(frame);
        id = request ? request->id : request.error().id;
    }
    if (code == RefusalCode::too_fast)
        refuse(id, ask_again(code,
                             Message{"server.many-messages",
                                     {{"most", fmt::to_string(gate_.services.limits.messages_per_second)}}},
                             retry_after));
    else
        refuse(id, {code, Message{"server.message-size", {{"most", kLargestFrame}}}});
    if (++strikes_ == kRefusalsBeforeBye) bye(name(code), 30);
}

void WsSession::await_hello() {
    hello_timer_ = std::make_unique<asio::steady_timer>(ws_.get_executor(), gate_.services.limits.hello_within);
    hello_timer_->async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
        const std::shared_ptr<WsSession> self = weak.lock();
        if (!error && self && !self->table_ && !self->looking_) self->bye("no-hello", std::nullopt);
    });
}

void WsSession::refuse(const std::string& request_id, const Refusal& refused) {
    gate_.services.metrics.refused(name(refused.code));
    Json reply{{"type", "reply"}, {"request_id", request_id.empty() ? Json() : Json(request_id)}};
    reply.update(refused_json(refused, language_));
    queue(text_of(reply));
}

void WsSession::bye(std::string_view reason, std::optional<int> reconnect_after) {
    finish(bye_text(reason, reconnect_after));
}

void WsSession::send(Text text) {
    asio::post(ws_.get_executor(), [self = shared_from_this(), text = std::move(text)]() mutable {
        self->hello_.reset(); // the table has answered
        self->queue(std::move(text));
    });
}

void WsSession::send_all(std::vector<Text> texts) {
    asio::post(ws_.get_executor(), [self = shared_from_this(), texts = std::move(texts)]() mutable {
        self->hello_.reset();
        for (std::size_t i = 0; i + 1 < texts.size(); ++i) self->note(std::move(texts[i]));
        self->queue(std::move(texts.back()));
    });
}

void WsSession::ask(Text text) {
    asio::post(ws_.get_executor(), [self = shared_from_this(), text = std::move(text)]() mutable {
        ++self->asked_;
        self->queue(std::move(text));
    });
}

void WsSession::finish(Text bye) {
    asio::post(ws_.get_executor(), [self = shared_from_this(), bye = std::move(bye)]() mutable {
        self->queue(std::move(bye));
        self->finishing_ = true;
        if (!self->writing_) self->close();
    });
}

void WsSession::queue(Text text) {
    note(std::move(text));
    if (!closed_ && !finishing_ && !writing_) write_next();
}

// To be written together with what follows.
void WsSession::note(Text text) {
    if (closed_ || finishing_) return;
    queued_bytes_ += text->size();
    queue_.push_back(std::move(text));
    if (queue_.size() > gate_.services.limits.longest_queue || queued_bytes_ > kLargestQueue) {
        // The client does not read; it gets what it missed with the next welcome.
        spdlog::info("event=slow_reader queued={}", queue_.size());
        closed_ = true;
        boost::beast::get_lowest_layer(ws_).close();
    }
}

void WsSession::write_next() {
    writing_ = true;
    if (queue_.size() > 1)
        ws_.next_layer().hold();
    else
        ws_.next_layer().let_go();
    ws_.text(true);
    ws_.async_write(asio::buffer(*queue_.front()),
                    [self = shared_from_this()](const boost::system::error_code& failed, std::size_t) {
                        self->writing_ = false;
                        if (failed) {
                            self->closed_ = true;
                            return;
                        }
                        self->queued_bytes_ -= self->queue_.front()->size();
                        self->queue_.pop_front();
                        if (!self->queue_.empty())
                            self->write_next();
                        else if (self->finishing_)
                            self->close();
                    });
}

void WsSession::close() {
    if (closed_ || !ws_.is_open()) return;
    closed_ = true;
    ws_.async_close(websocket::close_code::going_away,
                    [self = shared_from_this()](const boost::system::error_code&) {});
}

} // namespace touchline::server
