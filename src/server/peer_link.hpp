// The way to another server: carries the messages of this server's sockets to the tables that it runs, and requests
// about them.
#pragma once

#include "server/api.hpp"
#include "server/peer_socket.hpp"

#include <fmt/format.h>

#include <atomic>
#include <map>

namespace touchline::server {

class PeerLink final : public PeerSocket {
public:
    // `address`: HOST:PORT.
    PeerLink(boost::asio::io_context& io, std::string address, std::string secret);

    void dial();
    [[nodiscard]] bool over() const { return over_; }

    // From any thread. A guest of a link that is over, or does not come about, is told that it is lost.
    [[nodiscard]] u64 enter(const std::shared_ptr<Connection>& guest, const std::string& table, std::string_view hello);
    void pass_on(u64 guest, std::string_view frame) { say(fmt::format("say {}", guest), frame); }
    void leave(u64 guest);
    // `what`: an HTTP request or another question as JSON; the answer may come on any thread.
    void call(const Json& what, const Api::Respond& respond);
    // Sends all guests away.
    void say_bye(const Text& bye);

private:
    boost::asio::awaitable<void> run();
    boost::asio::awaitable<bool> connected();
    void heard(const Words& head, std::string_view body) override;
    void ended() override;
    [[nodiscard]] std::shared_ptr<Connection> guest_of(u64 number, bool leaves);

    std::string address_;
    std::string secret_;
    std::atomic<bool> over_ = false;
    std::mutex mutex_;
    u64 last_ = 0;
    std::map<u64, std::shared_ptr<Connection>> guests_;
    std::map<u64, Api::Respond> calls_;
};

// The table of another server, for one connection.
class RemoteTable final : public TableHost {
public:
    RemoteTable(std::shared_ptr<PeerLink> link, std::string table) : link_(std::move(link)), table_(std::move(table)) {}
    void post(std::shared_ptr<Connection> connection, Request request, std::string_view frame) override {
        if (request.command == Command::hello && !guest_)
            guest_ = link_->enter(connection, table_, frame);
        else if (guest_)
            link_->pass_on(*guest_, frame);
    }
    void leave(const std::shared_ptr<Connection>&) override {
        if (guest_) link_->leave(*guest_);
    }

private:
    std::shared_ptr<PeerLink> link_;
    std::string table_;
    std::optional<u64> guest_; // used on the connection's strand alone
};

} // namespace touchline::server
