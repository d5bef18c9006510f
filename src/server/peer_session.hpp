// Another server that has dialled: its sockets' messages go to the rooms here, its questions to the API.
#pragma once

#include "server/peer_socket.hpp"

#include <map>

namespace touchline::server {

class PeerSession final : public PeerSocket {
public:
    PeerSession(Stream stream, Gate& gate, Counted counted, std::string secret);
    ~PeerSession() override;

    void start(HttpRequest request);

private:
    class PeerGuest;

    boost::asio::awaitable<void> run(HttpRequest request);
    void heard(const Words& head, std::string_view body) override;
    void ended() override;
    void open(u64 number, std::string_view table, std::string_view address, std::string_view hello);
    void answer(u64 number, std::string_view question);
    void mint(u64 number, const Json& question);

    Gate& gate_;
    Counted counted_;
    std::string secret_;
    std::map<u64, std::shared_ptr<PeerGuest>> guests_; // on the socket's strand
};

} // namespace touchline::server
