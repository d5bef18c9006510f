// A connection between two servers: a WebSocket on which each knows the other by a secret that they share. Messages are
// a line of words and a body. Included by the files that know Beast.
#pragma once

#include "server/ws_session.hpp"

#include <deque>
#include <functional>
#include <span>

namespace touchline::server {

inline constexpr std::string_view kPeerPath = "/peer";
inline constexpr std::size_t kLargestPeerMessage = 8u << 20;
inline constexpr std::size_t kLargestPeerQueue = 256u << 20; // bytes that the other one may leave unread
inline constexpr std::size_t kLargestGreeting = 1u << 10;    // before they know each other
inline constexpr std::chrono::seconds kPeerHandshake{2};
inline constexpr std::chrono::seconds kPeerSilence{4}; // pings are sent in half of it

// What shows that one knows the secret: a code of both numbers that were drawn for this connection.
[[nodiscard]] std::string peer_proof(std::string_view secret, std::string_view role, std::string_view nonces);

// A number of a message's first line; 0 where there is none.
[[nodiscard]] u64 peer_number(std::string_view text);

class PeerSocket : public std::enable_shared_from_this<PeerSocket> {
public:
    explicit PeerSocket(Stream stream) : ws_(std::move(stream)) {}
    virtual ~PeerSocket() = default;
    PeerSocket(const PeerSocket&) = delete;
    PeerSocket& operator=(const PeerSocket&) = delete;

    // From any thread. What is said before the two know each other waits.
    void say(std::string head, std::string_view body = {});
    void close();

protected:
    using Words = std::vector<std::string_view>;

    // On the socket's strand.
    virtual void heard(const Words& head, std::string_view body) = 0;
    virtual void ended() = 0;

    // The other one is known: what waited goes out, and messages are heard until the end.
    boost::asio::awaitable<void> talk();
    // One message of the handshake; empty where none came.
    boost::asio::awaitable<std::string> hear_greeting();
    boost::asio::awaitable<bool> greet(std::string text);
    void set_timeouts();
    // Runs the coroutine on the socket's strand; ended() follows, however it ends.
    void begin(std::function<boost::asio::awaitable<void>()> run);

    WebSocket ws_;

private:
    void queue(Text text);
    void write_next();

    boost::beast::flat_buffer buffer_{kLargestPeerMessage};
    std::deque<Text> queue_;
    std::size_t queued_bytes_ = 0;
    bool known_ = false;
    bool writing_ = false;
    bool closed_ = false;
};

} // namespace touchline::server
