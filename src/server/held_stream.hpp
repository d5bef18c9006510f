// What lies beneath a WebSocket. It can hold what is written, so that several messages to one client go out in one
// piece: handing bytes to the system costs more than making them. Included by the files that know Beast.
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace touchline::server {

// A socket on a strand of its own.
using Stream =
    boost::beast::basic_stream<boost::asio::ip::tcp, boost::asio::strand<boost::asio::io_context::executor_type>>;

class HeldStream {
public:
    using next_layer_type = Stream;
    using executor_type = Stream::executor_type;

    explicit HeldStream(Stream stream) : next_(std::move(stream)) {}

    [[nodiscard]] executor_type get_executor() noexcept { return next_.get_executor(); }
    [[nodiscard]] Stream& next_layer() { return next_; }
    [[nodiscard]] const Stream& next_layer() const { return next_; }

    // What is written from now on waits for the first write after let_go().
    void hold() { holds_ = true; }
    void let_go() { holds_ = false; }

    // What has been held, and nobody has let go.
    [[nodiscard]] const std::string& held() const { return held_; }

    template <class Buffers, class Handler>
    void async_read_some(const Buffers& buffers, Handler&& handler) {
        next_.async_read_some(buffers, std::forward<Handler>(handler));
    }

    // Requires: no other write is under way.
    template <class Buffers, class Handler>
    void async_write_some(const Buffers& buffers, Handler&& handler) {
        if (!holds_ && held_.empty()) return next_.async_write_some(buffers, std::forward<Handler>(handler));
        const std::size_t before = held_.size();
        for (const auto buffer : boost::beast::buffers_range_ref(buffers))
            held_.append(static_cast<const char*>(buffer.data()), buffer.size());
        boost::asio::async_compose<std::decay_t<Handler>, void(boost::system::error_code, std::size_t)>(
            [this, size = held_.size() - before, begun = false,
             sends = !holds_](auto& self, boost::system::error_code failed = {}, std::size_t = 0) mutable {
                if (!std::exchange(begun, true)) {
                    if (sends)
                        boost::asio::async_write(next_, boost::asio::buffer(held_), std::move(self));
                    else
                        boost::asio::post(next_.get_executor(), std::move(self));
                    return;
                }
                if (sends) std::string().swap(held_); // an idle socket keeps no memory
                self.complete(failed, size);
            },
            handler, next_);
    }

private:
    Stream next_;
    std::string held_;
    bool holds_ = false;
};

// How Beast ends a stream of a kind that it does not know.
inline void teardown(boost::beast::role_type role, HeldStream& stream, boost::system::error_code& failed) {
    teardown(role, stream.next_layer(), failed);
}
// The answer to a client's close may have been held with a message before it.
template <class Handler>
void async_teardown(boost::beast::role_type role, HeldStream& stream, Handler&& handler) {
    enum class Next { write, end, tell };
    boost::asio::async_compose<std::decay_t<Handler>, void(boost::system::error_code)>(
        [&stream, role, next = Next::write](auto& self, boost::system::error_code failed = {},
                                            std::size_t = 0) mutable {
            if (next == Next::write && !stream.held().empty()) {
                next = Next::end;
                boost::asio::async_write(stream.next_layer(), boost::asio::buffer(stream.held()), std::move(self));
            } else if (next != Next::tell) {
                next = Next::tell;
                async_teardown(role, stream.next_layer(), std::move(self));
            } else {
                self.complete(failed);
            }
        },
        handler, stream.next_layer());
}

} // namespace touchline::server
