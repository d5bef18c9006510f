// Dials another server, proves to know the secret, and passes on what comes back.
#include "server/peer_link.hpp"

#include "server/json_text.hpp"
#include "server/secrets.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <array>

namespace touchline::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr auto kTuple = asio::as_tuple(asio::use_awaitable);
constexpr int kAskAgain = 1; // seconds

// Types of answers are constants of the program.
std::string_view type_named(std::string_view text) {
    constexpr std::array<std::string_view, 4> kTypes{"text/plain; charset=utf-8", "application/toml; charset=utf-8",
                                                     "text/html; charset=utf-8", "application/json"};
    const auto at = std::ranges::find(kTypes, text);
    return at != kTypes.end() ? *at : kTypes.back();
}

Answer unreachable() { return refusal_answer(ask_again(RefusalCode::busy, Message{"server.table-moves"}, kAskAgain)); }

// The first line of the body says what kind of answer it is.
Answer answer_of(std::string_view body) {
    const std::size_t line = std::min(body.find('\n'), body.size());
    const Json head = Json::parse(body.substr(0, line), nullptr, false);
    if (head.is_discarded() || !head.is_object()) return unreachable();
    Answer answer{head.value("status", 503), type_named(head.value("type", "")),
                  content_of(std::string(body.substr(std::min(line + 1, body.size()))), Lasting::passing)};
    answer.retry_after =
        head.contains("retry_after") ? std::optional(head.value("retry_after", kAskAgain)) : std::nullopt;
    return answer;
}

} // namespace

PeerLink::PeerLink(asio::io_context& io, std::string address, std::string secret)
    : PeerSocket(Stream(asio::make_strand(io))), address_(std::move(address)), secret_(std::move(secret)) {}

void PeerLink::dial() {
    begin([self = std::static_pointer_cast<PeerLink>(shared_from_this())] { return self->run(); });
}

asio::awaitable<void> PeerLink::run() {
    if (!co_await connected()) co_return;
    const std::string theirs = co_await hear_greeting();
    if (theirs.empty()) co_return;
    const std::string own = new_secret();
    const std::string nonces = fmt::format("{} {}", theirs, own);
    const bool told = co_await greet(fmt::format("{} {}", own, peer_proof(secret_, "dials", nonces)));
    if (!told) co_return;
    const std::string proof = co_await hear_greeting();
    if (!same_hash(proof, peer_proof(secret_, "answers", nonces))) {
        spdlog::error("event=peer_unknown");
        co_return;
    }
    co_await talk();
}

asio::awaitable<bool> PeerLink::connected() {
    const std::size_t colon = address_.rfind(':');
    std::string host = address_.substr(0, colon);
    const std::string port = address_.substr(colon + 1);
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    tcp::resolver resolver(ws_.get_executor());
    Stream& stream = boost::beast::get_lowest_layer(ws_);
    stream.expires_after(kPeerHandshake);
    const auto [unknown, found] = co_await resolver.async_resolve(host, port, kTuple);
    if (unknown) co_return false;
    const auto [unconnected, endpoint] = co_await stream.async_connect(found, kTuple);
    if (unconnected) co_return false;
    boost::system::error_code ignored;
    stream.socket().set_option(tcp::no_delay(true), ignored);
    set_timeouts();
    const std::string path(kPeerPath);
    const auto [refused] = co_await ws_.async_handshake(address_, path, kTuple);
    co_return !refused;
}

u64 PeerLink::enter(const std::shared_ptr<Connection>& guest, const std::string& table, std::string_view hello) {
    u64 number = 0;
    bool kept = false; // then ended() is who tells it that it is lost
    {
        const std::lock_guard lock(mutex_);
        number = ++last_;
        kept = !over_ && guests_.emplace(number, guest).second;
    }
    if (kept)
        say(fmt::format("open {} {} {}", number, table, guest->address()), hello);
    else
        guest->lost();
    return number;
}

void PeerLink::leave(u64 guest) {
    if (guest_of(guest, true)) say(fmt::format("gone {}", guest));
}

void PeerLink::call(const Json& what, const Api::Respond& respond) {
    u64 number = 0;
    bool kept = false; // then ended() is who answers it
    {
        const std::lock_guard lock(mutex_);
        number = ++last_;
        kept = !over_ && calls_.emplace(number, respond).second;
    }
    if (!kept) return respond(unreachable());
    say(fmt::format("call {}", number), dumped(what));
}

void PeerLink::say_bye(const Text& bye) {
    std::map<u64, std::shared_ptr<Connection>> guests;
    {
        const std::lock_guard lock(mutex_);
        guests.swap(guests_);
    }
    for (const auto& [number, guest] : guests) {
        say(fmt::format("gone {}", number));
        guest->finish(bye);
    }
}

std::shared_ptr<Connection> PeerLink::guest_of(u64 number, bool leaves) {
    const std::lock_guard lock(mutex_);
    const auto at = guests_.find(number);
    if (at == guests_.end()) return nullptr;
    std::shared_ptr<Connection> guest = at->second;
    if (leaves) guests_.erase(at);
    return guest;
}

void PeerLink::heard(const Words& head, std::string_view body) {
    if (head.size() < 2) return;
    const std::string_view what = head[0];
    const u64 number = peer_number(head[1]);
    if (what == "answer") {
        Api::Respond respond;
        {
            const std::lock_guard lock(mutex_);
            if (const auto at = calls_.find(number); at != calls_.end()) {
                respond = std::move(at->second);
                calls_.erase(at);
            }
        }
        if (respond) respond(answer_of(body));
        return;
    }
    const std::shared_ptr<Connection> guest = guest_of(number, what == "bye" || what == "no");
    if (!guest) return;
    auto text = std::make_shared<const std::string>(body);
    if (what == "text")
        guest->send(std::move(text));
    else if (what == "ask")
        guest->ask(std::move(text));
    else if (what == "bye")
        guest->finish(std::move(text));
    else if (what == "no")
        guest->lost();
}

void PeerLink::ended() {
    std::map<u64, std::shared_ptr<Connection>> guests;
    std::map<u64, Api::Respond> calls;
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
        guests.swap(guests_);
        calls.swap(calls_);
    }
    for (const auto& [number, guest] : guests) guest->lost();
    for (const auto& [number, respond] : calls) respond(unreachable());
}

} // namespace touchline::server
