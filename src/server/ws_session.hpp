// A WebSocket at a table. Included by the two files that know Beast.
#pragma once

#include "server/gate.hpp"
#include "server/guests.hpp"
#include "server/held_stream.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <list>

namespace touchline::server {

// What is said is short: it is not compressed.
using WebSocket = boost::beast::websocket::stream<HeldStream, false>;
using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

class WsSession final : public Connection, public std::enable_shared_from_this<WsSession> {
public:
    WsSession(Stream stream, Gate& gate, Counted counted, std::string table_id);
    ~WsSession() override;

    // Answers the handshake and goes on by itself. The gate has counted the socket.
    void start(const HttpRequest& request);

    void send(Text text) override;
    void send_all(std::vector<Text> texts) override;
    void ask(Text text) override;
    void finish(Text bye) override;
    void lost() override;
    [[nodiscard]] const std::string& address() const override { return counted_.address(); }

private:
    void attend();
    boost::asio::awaitable<void> read_on();
    void ended();
    void take(std::string_view frame);
    void find_room();
    void found(const Place& place);
    void enter(std::shared_ptr<TableHost> table);
    void find_again();
    void too_much(RefusalCode code, std::string_view frame, int retry_after);
    void refuse(const std::string& request_id, const Refusal& refused);
    void bye(std::string_view reason, std::optional<int> reconnect_after);
    void queue(Text text);
    void note(Text text);
    void write_next();
    void close();
    void await_hello();

    WebSocket ws_;
    Gate& gate_;
    std::shared_ptr<Guests> guests_;
    Counted counted_;
    std::string table_id_;
    boost::beast::flat_buffer buffer_{kLargestBody};
    std::shared_ptr<TableHost> table_;
    struct Hello {
        Request request;
        std::string frame;
        Bucket::Time until; // when the table must have been found
    };
    std::optional<Hello> hello_; // until the table has answered
    std::list<Text> queue_;      // unlike a deque, it takes no memory while it is empty, as it mostly is
    std::size_t queued_bytes_ = 0;
    bool looking_ = false; // for the room, which may have to be read
    bool writing_ = false;
    bool finishing_ = false; // what is queued goes out, then the end
    bool closed_ = false;
    Bucket allowance_;
    int strikes_ = 0;
    int asked_ = 0;                                          // answers that are not counted
    Language language_{};                                    // of the last hello
    std::unique_ptr<boost::asio::steady_timer> hello_timer_; // for the hello, then for finding its table
};

} // namespace touchline::server
