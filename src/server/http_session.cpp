// One HTTP connection: reads requests, passes them to the API or the page, writes answers, and hands WebSockets over.
// Also accepts connections.
#include "core/version.hpp"

#include "play/message_text.hpp"
#include "server/guests.hpp"
#include "server/json_text.hpp"
#include "server/metrics.hpp"
#include "server/peer_session.hpp"
#include "server/process_figures.hpp"
#include "server/sessions.hpp"
#include "server/ws_session.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace touchline::server {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

namespace {

constexpr auto kTuple = asio::as_tuple(asio::use_awaitable);
// The engine that the page may have in a worker is WebAssembly; nothing else is compiled there.
constexpr std::string_view kPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
                                     "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";
constexpr std::string_view kSocketPath = "/ws/";
constexpr milliseconds kAcceptPause{50};

std::string_view text(boost::core::string_view view) { return {view.data(), view.size()}; }

// Whether the client has closed the connection; what it sends meanwhile is left unread.
bool closed_by_peer(tcp::socket::native_handle_type socket) {
    char next = 0;
    const ssize_t read = ::recv(socket, &next, 1, MSG_PEEK | MSG_DONTWAIT);
    return read == 0 || (read < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

// Requests a stop of `left` if the client closes the connection before the watch is cancelled.
void watch(Stream& stream, const std::stop_source& left) {
    stream.socket().async_wait(tcp::socket::wait_read, [handle = stream.socket().native_handle(),
                                                        left](const boost::system::error_code& error) {
        if (!error && closed_by_peer(handle)) left.request_stop();
    });
}

// The API may answer on any thread; the session continues on its own.
asio::awaitable<Answer> ask_api(Stream& stream, Gate& gate, ApiRequest request,
                                void (Api::*answer_with)(ApiRequest, const Api::Respond&)) {
    const std::stop_source left;
    request.left = left.get_token();
    watch(stream, left);
    Answer answered = co_await asio::async_initiate<decltype(asio::use_awaitable), void(Answer)>(
        [&gate, answer_with](auto handler, ApiRequest&& asked) {
            const auto executor = asio::get_associated_executor(handler);
            auto shared = std::make_shared<decltype(handler)>(std::move(handler));
            (gate.api.*answer_with)(std::move(asked), [shared, executor](Answer answer) {
                asio::post(executor,
                           [shared, answer = std::move(answer)]() mutable { std::move (*shared)(std::move(answer)); });
            });
        },
        asio::use_awaitable, std::move(request));
    boost::system::error_code ignored;
    stream.socket().cancel(ignored); // the watch
    co_return answered;
}

constexpr std::string_view kHtml = "text/html; charset=utf-8";

// Programs are told in JSON that there is nothing at an address, people by the page.
Answer page_answer(const Gate& gate, const HttpRequest& request, std::string_view path) {
    const PageFile* file = gate.page.find(path);
    if (file == nullptr && text(request[http::field::accept]).find("text/html") != std::string_view::npos)
        return {404, kHtml, gate.page.find("/")->content, "no-cache"};
    if (file == nullptr)
        return refusal_answer(
            Refusal{RefusalCode::not_found, Message{"server.not-found", {{"path", path.substr(0, 200)}}}});
    return {200, file->type, file->content, file->immutable ? "public, max-age=31536000, immutable" : "no-cache"};
}

std::optional<Refusal> unwelcome(Gate& gate, const HttpRequest& request, const std::string& address) {
    if (const int wait = gate.services.guests->take(address, Allowance::requests); wait > 0)
        return ask_again(RefusalCode::too_fast, Message{"server.many-requests"}, wait);
    const std::string_view host = text(request[http::field::host]);
    if (!gate.own_host(host)) return Refusal{RefusalCode::bad_origin, Message{"server.unknown-name"}};
    const bool guarded = request.method() == http::verb::post || boost::beast::websocket::is_upgrade(request);
    if (guarded && !Gate::own_origin(text(request[http::field::origin]), host))
        return Refusal{RefusalCode::bad_origin, Message{"server.other-origin"}};
    return std::nullopt;
}

asio::awaitable<Answer> answer_to(Stream& stream, Gate& gate, HttpRequest& request, const std::string& address) {
    if (std::optional<Refusal> refused = unwelcome(gate, request, address)) co_return refusal_answer(*refused);
    const std::string target(text(request.target()));
    const std::string path = target.substr(0, target.find('?'));
    const bool post = request.method() == http::verb::post;
    if (!post && request.method() != http::verb::get && request.method() != http::verb::head) {
        Answer answer = refusal_answer(Refusal{RefusalCode::bad_request, Message{"server.methods"}});
        answer.status = 405;
        co_return answer;
    }
    if (path.starts_with("/api/")) {
        ApiRequest asked{post, path, path.size() < target.size() ? target.substr(path.size() + 1) : "",
                         std::move(request.body()), address};
        co_return co_await ask_api(stream, gate, std::move(asked), &Api::answer);
    }
    if (path == "/healthz")
        co_return json_answer({{"ok", !gate.stopping}, {"version", kVersion}}, gate.stopping ? 503 : 200);
    if (path == "/metrics")
        co_return Answer{200, "text/plain; version=0.0.4; charset=utf-8",
                         content_of(gate.services.metrics.text() + process_figures(), Lasting::passing)};
    if (path.starts_with("/t/")) {
        const bool secure = text(request["X-Forwarded-Proto"]) == "https";
        ApiRequest asked{false, path, path.size() < target.size() ? target.substr(path.size() + 1) : "", "", address};
        asked.site = fmt::format("{}://{}", secure ? "https" : "http", text(request[http::field::host]));
        asked.accepted = text(request[http::field::accept_language]);
        const Answer head = co_await ask_api(stream, gate, std::move(asked), &Api::preview);
        // The page itself says what is wrong with the table.
        if (!head.refusal) co_return Answer{200, kHtml, gate.page.with_head(head.content->plain), "no-cache"};
    }
    co_return page_answer(gate, request, path);
}

using Response = http::response<http::span_body<const char>>;

Response response_of(const HttpRequest& request, const Answer& answer) {
    Response response;
    response.version(request.version());
    response.keep_alive(request.keep_alive());
    response.result(static_cast<unsigned>(answer.status));
    response.set(http::field::server, "touchline");
    response.set(http::field::content_type, answer.type);
    response.set(http::field::cache_control, answer.caching);
    response.set("Content-Security-Policy", answer.policy.empty() ? kPolicy : answer.policy);
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    const std::optional<int> retry = answer.refusal ? answer.refusal->retry_after : answer.retry_after;
    if (retry) response.set(http::field::retry_after, std::to_string(*retry));
    const Content& content = *answer.content;
    std::string_view body = content.plain;
    if (!content.etag.empty()) {
        response.set(http::field::etag, content.etag);
        if (text(request[http::field::if_none_match]) == content.etag) {
            response.result(http::status::not_modified);
            body = {};
        }
    }
    if (!content.gzip.empty()) {
        response.set(http::field::vary, "Accept-Encoding");
        if (!body.empty() && text(request[http::field::accept_encoding]).find("gzip") != std::string_view::npos) {
            response.set(http::field::content_encoding, "gzip");
            body = content.gzip;
        }
    }
    response.body() = {body.data(), body.size()};
    if (response.result() != http::status::not_modified) response.content_length(body.size());
    return response;
}

// Writes the answer; false where the connection is to end.
asio::awaitable<bool> respond(Stream& stream, const HttpRequest& request, Answer own) {
    const std::string_view target = text(request.target());
    const std::size_t mark = target.find('?');
    const Answer answer =
        in_words(std::move(own), mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1),
                 text(request[http::field::accept_language]));
    Response response = response_of(request, answer);
    http::response_serializer<http::span_body<const char>> serializer(response);
    if (request.method() == http::verb::head) {
        const auto [failed, size] = co_await http::async_write_header(stream, serializer, kTuple);
        co_return !failed && response.keep_alive();
    }
    const auto [failed, size] = co_await http::async_write(stream, serializer, kTuple);
    co_return !failed && response.keep_alive();
}

Answer unreadable(const boost::system::error_code& failed) {
    if (failed == http::error::body_limit)
        return refusal_answer(Refusal{RefusalCode::too_large, Message{"server.body-size", {{"most", kLargestBody}}}});
    if (failed == http::error::header_limit)
        return refusal_answer(
            Refusal{RefusalCode::too_large, Message{"server.header-size", {{"most", kLargestHeader}}}});
    return refusal_answer(Refusal{RefusalCode::bad_request, Message{"server.no-http"}});
}

Refusal crowded() {
    return ask_again(RefusalCode::too_fast, Message{"server.many-connections"}, static_cast<int>(kStreamRetry.count()));
}

// The answer to a connection that is not taken, ready to be sent.
std::string too_many_connections() {
    const std::string body = dumped(refused_json(crowded(), Language::english));
    return fmt::format("HTTP/1.1 429 Too Many Requests\r\nRetry-After: {}\r\nContent-Type: application/json\r\n"
                       "Content-Length: {}\r\nConnection: close\r\n\r\n{}",
                       kStreamRetry.count(), body.size(), body);
}

// A request that two parsers could read differently: with a proxy in front, one request could be smuggled in another.
std::optional<Refusal> ambiguous(const HttpRequest& request) {
    if (request.count(http::field::host) > 1) return Refusal{RefusalCode::bad_request, Message{"server.one-host"}};
    if (request.count(http::field::transfer_encoding) > 0 &&
        (!request.chunked() || request.count(http::field::transfer_encoding) > 1 ||
         !boost::beast::iequals(request[http::field::transfer_encoding], "chunked")))
        return Refusal{RefusalCode::bad_request, Message{"server.transfer"}};
    if (request.chunked() && request.count(http::field::content_length) > 0)
        return Refusal{RefusalCode::bad_request, Message{"server.chunked-length"}};
    return std::nullopt;
}

// A request for a table's socket. True where the session has taken the stream over.
asio::awaitable<bool> upgraded(Stream& stream, Gate& gate, HttpRequest& request, Counted& counted) {
    const std::string& address = counted.address();
    const std::string_view target = text(request.target());
    if (target == kPeerPath && !gate.peer_secret.empty()) {
        std::make_shared<PeerSession>(std::move(stream), gate, std::move(counted), gate.peer_secret)
            ->start(std::move(request));
        co_return true;
    }
    std::optional<Refusal> refused = unwelcome(gate, request, address);
    if (!refused && !target.starts_with(kSocketPath))
        refused = Refusal{RefusalCode::not_found, Message{"server.sockets"}};
    if (!refused && gate.stopping) refused = ask_again(RefusalCode::busy, Message{"server.stopping"}, 1);
    if (!refused && !gate.services.guests->enter(address)) refused = crowded();
    if (refused) {
        gate.services.metrics.refused(name(refused->code));
        co_await respond(stream, request, refusal_answer(*refused));
        co_return false;
    }
    std::string id(target.substr(kSocketPath.size()));
    id.resize(std::min(id.find('?'), id.size()));
    std::make_shared<WsSession>(std::move(stream), gate, std::move(counted), std::move(id))->start(request);
    co_return true;
}

// Keeps reading for a while: closing while the client still sends would reset the connection, and the answer be lost.
asio::awaitable<void> drain(Stream& stream) {
    boost::system::error_code ignored;
    stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream.expires_after(kGoodbye);
    std::array<char, 4096> block;
    for (std::size_t read = 0; read < 8 * kLargestBody;) {
        const auto [failed, size] = co_await stream.async_read_some(asio::buffer(block), kTuple);
        if (failed) co_return;
        read += size;
    }
}

// The last answer on a connection.
asio::awaitable<void> turn_away(Stream& stream, const Answer& answer) {
    HttpRequest unknown;
    unknown.version(11);
    unknown.keep_alive(false);
    co_await respond(stream, unknown, answer);
    co_await drain(stream);
}

// Counted as long as this lives: a server that stops waits for the answer.
class Answering {
public:
    explicit Answering(std::shared_ptr<Guests> guests) : guests_(std::move(guests)) { guests_->asks(); }
    ~Answering() { guests_->answered(); }
    Answering(const Answering&) = delete;
    Answering& operator=(const Answering&) = delete;

private:
    std::shared_ptr<Guests> guests_;
};

asio::awaitable<void> serve(Stream stream, Gate& gate, Counted counted) {
    const std::string& address = counted.address();
    const bool late = gate.stopping; // then it is another server or nobody
    boost::beast::flat_buffer buffer;
    bool going_on = true;
    while (going_on) {
        http::request_parser<http::string_body> parser;
        parser.body_limit(kLargestBody);
        parser.header_limit(kLargestHeader);
        stream.expires_after(kHttpIdle);
        const auto [failed, size] = co_await http::async_read(stream, buffer, parser, kTuple);
        if (failed == http::error::end_of_stream || failed == boost::beast::error::timeout) break;
        if (failed) {
            if (failed.category() == http::make_error_code(http::error::bad_method).category())
                co_await turn_away(stream, unreadable(failed));
            break;
        }
        HttpRequest request = parser.release();
        if (late && text(request.target()) != kPeerPath) break;
        if (const std::optional<Refusal> refused = ambiguous(request)) {
            gate.services.metrics.refused(name(refused->code));
            co_await turn_away(stream, refusal_answer(*refused));
            break;
        }
        if (boost::beast::websocket::is_upgrade(request)) {
            if (co_await upgraded(stream, gate, request, counted)) co_return;
            break;
        }
        const Answering answering(gate.services.guests);
        const Answer answer = co_await answer_to(stream, gate, request, address);
        if (gate.stopping) request.keep_alive(false);
        gate.services.metrics.answered(answer.status);
        going_on = co_await respond(stream, request, answer);
    }
    boost::system::error_code ignored;
    stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
}

} // namespace

asio::awaitable<void> listen(asio::io_context& io, tcp::acceptor& acceptor, Gate& gate) {
    const std::string full = too_many_connections();
    while (true) {
        auto strand = asio::make_strand(io);
        tcp::socket::rebind_executor<decltype(strand)>::other socket(strand);
        const auto [failed] = co_await acceptor.async_accept(socket, kTuple);
        if (failed == asio::error::operation_aborted || failed == asio::error::bad_descriptor) co_return;
        if (failed) { // no file descriptors left, most likely: those that end make room
            spdlog::warn("event=accept_failed reason={:?}", failed.message());
            asio::steady_timer pause(io, kAcceptPause);
            co_await pause.async_wait(kTuple);
            continue;
        }
        boost::system::error_code ignored;
        const auto peer = socket.remote_endpoint(ignored);
        std::optional<Counted> counted = Counted::of(gate.services.guests, counted_as(peer.address()));
        if (!counted) { // it is not worth a session
            gate.services.metrics.refused(name(RefusalCode::too_fast));
            (void)::send(socket.native_handle(), full.data(), full.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
            continue;
        }
        socket.set_option(tcp::no_delay(true), ignored);
        auto session = serve(Stream(std::move(socket)), gate, std::move(*counted));
        asio::co_spawn(strand, std::move(session), [](const std::exception_ptr& failure) {
            if (!failure) return;
            try {
                std::rethrow_exception(failure);
            } catch (const std::exception& error) {
                spdlog::error("event=session_failed reason={:?}", sentence_of(error));
            }
        });
    }
}

} // namespace touchline::server
