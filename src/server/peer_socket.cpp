// The handshake's parts, the queue of what is said, and the loop that hears.
#include "server/peer_socket.hpp"

#include "play/message_text.hpp"
#include "server/secrets.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>
#include <sodium.h>
#include <spdlog/spdlog.h>

#include <array>
#include <charconv>

namespace touchline::server {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;

namespace {

constexpr auto kTuple = asio::as_tuple(asio::use_awaitable);

} // namespace

std::string peer_proof(std::string_view secret, std::string_view role, std::string_view nonces) {
    const auto bytes = [](std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); };
    std::array<unsigned char, crypto_auth_KEYBYTES> key{};
    crypto_generichash(key.data(), key.size(), bytes(secret), secret.size(), nullptr, 0);
    const std::string text = fmt::format("touchline peer {} {}", role, nonces);
    std::array<unsigned char, crypto_auth_BYTES> code{};
    crypto_auth(code.data(), bytes(text), text.size(), key.data());
    std::string hex(2 * code.size() + 1, '\0');
    sodium_bin2hex(hex.data(), hex.size(), code.data(), code.size());
    hex.pop_back();
    return hex;
}

u64 peer_number(std::string_view text) {
    u64 number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void PeerSocket::say(std::string head, std::string_view body) {
    head += '\n';
    head += body;
    asio::post(ws_.get_executor(),
               [self = shared_from_this(), text = std::make_shared<const std::string>(std::move(head))]() mutable {
                   self->queue(std::move(text));
               });
}

void PeerSocket::close() {
    asio::post(ws_.get_executor(), [self = shared_from_this()] {
        self->closed_ = true;
        boost::beast::get_lowest_layer(self->ws_).close();
    });
}

void PeerSocket::set_timeouts() {
    boost::beast::get_lowest_layer(ws_).expires_never(); // the WebSocket has its own
    ws_.set_option(websocket::stream_base::timeout{kPeerHandshake, kPeerSilence, true});
    ws_.read_message_max(kLargestGreeting);
    ws_.auto_fragment(false);
}

void PeerSocket::begin(std::function<asio::awaitable<void>()> run) {
    const auto self = shared_from_this();
    asio::co_spawn(ws_.get_executor(), std::move(run), [self](const std::exception_ptr& failure) {
        self->closed_ = true;
        boost::beast::get_lowest_layer(self->ws_).close();
        self->ended();
        if (!failure) return;
        try {
            std::rethrow_exception(failure);
        } catch (const std::exception& error) {
            spdlog::error("event=peer_failed reason={:?}", sentence_of(error));
        }
    });
}

asio::awaitable<std::string> PeerSocket::hear_greeting() {
    const auto [failed, size] = co_await ws_.async_read(buffer_, kTuple);
    std::string text;
    if (!failed) text.assign(static_cast<const char*>(buffer_.data().data()), buffer_.size());
    buffer_.consume(buffer_.size());
    co_return text;
}

asio::awaitable<bool> PeerSocket::greet(std::string text) {
    const auto [failed, size] = co_await ws_.async_write(asio::buffer(text), kTuple);
    co_return !failed;
}

asio::awaitable<void> PeerSocket::talk() {
    known_ = true;
    ws_.read_message_max(kLargestPeerMessage);
    ws_.binary(true);
    if (!queue_.empty() && !writing_) write_next();
    while (!closed_) {
        const auto [failed, size] = co_await ws_.async_read(buffer_, kTuple);
        if (failed) co_return;
        const std::string_view text(static_cast<const char*>(buffer_.data().data()), buffer_.size());
        const std::size_t line = std::min(text.find('\n'), text.size());
        Words head;
        for (std::string_view rest = text.substr(0, line); !rest.empty();) {
            const std::size_t cut = std::min(rest.find(' '), rest.size());
            head.push_back(rest.substr(0, cut));
            rest.remove_prefix(std::min(cut + 1, rest.size()));
        }
        if (!head.empty()) heard(head, text.substr(std::min(line + 1, text.size())));
        buffer_.consume(buffer_.size());
    }
}

void PeerSocket::queue(Text text) {
    if (closed_) return;
    queued_bytes_ += text->size();
    queue_.push_back(std::move(text));
    if (queued_bytes_ > kLargestPeerQueue) {
        spdlog::warn("event=slow_peer queued={}", queue_.size());
        closed_ = true;
        boost::beast::get_lowest_layer(ws_).close();
        return;
    }
    if (known_ && !writing_) write_next();
}

void PeerSocket::write_next() {
    writing_ = true;
    ws_.async_write(asio::buffer(*queue_.front()),
                    [self = shared_from_this()](const boost::system::error_code& failed, std::size_t) {
                        self->writing_ = false;
                        if (failed) {
                            self->closed_ = true;
                            return;
                        }
                        self->queued_bytes_ -= self->queue_.front()->size();
                        self->queue_.pop_front();
                        if (!self->queue_.empty()) self->write_next();
                    });
}

} // namespace touchline::server
