#include "server/json_text.hpp"
#include "server/metrics.hpp"
#include "server/sessions.hpp"
#include "server/version.hpp"
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

#include <array>

namespace touchline::server {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

namespace {

constexpr auto kTuple = asio::as_tuple(asio::use_awaitable);
constexpr std::string_view kPolicy = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
                                     "frame-ancestors 'none'; form-action 'self'";
constexpr std::string_view kSocketPath = "/ws/";
constexpr milliseconds kAcceptPause{50};

std::string_view text(boost::core::string_view view) { return {view.data(), view.size()}; }

std::string address_of(const Stream& stream) {
    boost::system::error_code error;
    const auto endpoint = stream.socket().remote_endpoint(error);
    return error ? "unknown" : endpoint.address().to_string();
}

// The API answers from whatever thread it likes; the session goes on on its own.
asio::awaitable<Answer> ask_api(Gate& gate, ApiRequest request) {
    co_return co_await asio::async_initiate<decltype(asio::use_awaitable), void(Answer)>(
        [&gate](auto handler, ApiRequest asked) {
            const auto executor = asio::get_associated_executor(handler);
            auto shared = std::make_shared<decltype(handler)>(std::move(handler));
            gate.api.answer(asked, [shared, executor](Answer answer) {
                asio::post(executor,
                           [shared, answer = std::move(answer)]() mutable { std::move (*shared)(std::move(answer)); });
            });
        },
        asio::use_awaitable, std::move(request));
}

Answer page_answer(const Gate& gate, std::string_view path) {
    const PageFile* file = gate.page.find(path);
    if (file == nullptr)
        return refusal_answer({"not-found", fmt::format("there is nothing at '{}'", path.substr(0, 200))});
    return {200, file->type, file->content, file->immutable ? "public, max-age=31536000, immutable" : "no-cache"};
}

std::optional<Refused> unwelcome(Gate& gate, const HttpRequest& request, const std::string& address) {
    if (const int wait = gate.guests->take_request(address); wait > 0)
        return Refused{"too-fast", "too many requests from this address", wait};
    const std::string_view host = text(request[http::field::host]);
    if (!gate.own_host(host))
        return Refused{"bad-origin", "this server is not known by the name that was asked for: start it with --name"};
    const bool guarded = request.method() == http::verb::post || boost::beast::websocket::is_upgrade(request);
    if (guarded && !Gate::own_origin(text(request[http::field::origin]), host))
        return Refused{"bad-origin", "a page of another origin asked for this"};
    return std::nullopt;
}

asio::awaitable<Answer> answer_to(Gate& gate, HttpRequest& request, const std::string& address) {
    if (std::optional<Refused> refused = unwelcome(gate, request, address)) co_return refusal_answer(*refused);
    const std::string target(text(request.target()));
    const std::string path = target.substr(0, target.find('?'));
    const bool post = request.method() == http::verb::post;
    if (!post && request.method() != http::verb::get && request.method() != http::verb::head) {
        Answer answer = refusal_answer({"bad-request", "only GET, HEAD and POST are known here"});
        answer.status = 405;
        co_return answer;
    }
    if (path.starts_with("/api/")) {
        ApiRequest asked{post, path, path.size() < target.size() ? target.substr(path.size() + 1) : "",
                         std::move(request.body()), address};
        co_return co_await ask_api(gate, std::move(asked));
    }
    if (path == "/healthz")
        co_return json_answer({{"ok", !gate.stopping}, {"version", kVersion}}, gate.stopping ? 503 : 200);
    if (path == "/metrics")
        co_return Answer{200, "text/plain; version=0.0.4; charset=utf-8",
                         content_of(gate.services.metrics.text(), Lasting::passing)};
    co_return page_answer(gate, path);
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
    response.set("Content-Security-Policy", kPolicy);
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    if (answer.retry_after) response.set(http::field::retry_after, std::to_string(*answer.retry_after));
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
asio::awaitable<bool> respond(Stream& stream, const HttpRequest& request, const Answer& answer) {
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
        return refusal_answer({"too-large", fmt::format("a body may have {} bytes", kLargestBody)});
    if (failed == http::error::header_limit)
        return refusal_answer({"too-large", fmt::format("a header may have {} bytes", kLargestHeader)});
    return refusal_answer({"bad-request", "this is no HTTP request"});
}

// A request for a table's socket. True where the session has taken the stream over.
asio::awaitable<bool> upgraded(Stream& stream, Gate& gate, HttpRequest& request, const std::string& address) {
    const std::string_view target = text(request.target());
    std::optional<Refused> refused = unwelcome(gate, request, address);
    if (!refused && !target.starts_with(kSocketPath)) refused = Refused{"not-found", "sockets are at /ws/ID"};
    if (!refused && gate.stopping) refused = Refused{"busy", "the server is stopping", 1};
    if (!refused && !gate.guests->enter(address))
        refused = Refused{"too-fast", "too many connections from this address", 10};
    if (refused) {
        gate.services.metrics.refused(refused->code);
        co_await respond(stream, request, refusal_answer(*refused));
        co_return false;
    }
    std::string id(target.substr(kSocketPath.size()));
    id.resize(std::min(id.find('?'), id.size()));
    std::make_shared<WsSession>(std::move(stream), gate, address, std::move(id))->start(std::move(request));
    co_return true;
}

// Reads on for a while: closing on what is still being sent would take the answer away with it.
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

asio::awaitable<void> serve(Stream stream, Gate& gate) {
    const std::string address = address_of(stream);
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
            if (failed.category() == http::make_error_code(http::error::bad_method).category()) {
                HttpRequest unknown;
                unknown.version(11);
                unknown.keep_alive(false);
                co_await respond(stream, unknown, unreadable(failed));
                co_await drain(stream);
            }
            break;
        }
        HttpRequest request = parser.release();
        if (boost::beast::websocket::is_upgrade(request)) {
            if (co_await upgraded(stream, gate, request, address)) co_return;
            break;
        }
        const Answer answer = co_await answer_to(gate, request, address);
        gate.services.metrics.answered(answer.status);
        going_on = co_await respond(stream, request, answer);
    }
    boost::system::error_code ignored;
    stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
}

} // namespace

asio::awaitable<void> listen(tcp::acceptor& acceptor, Gate& gate) {
    while (true) {
        auto strand = asio::make_strand(gate.services.io);
        tcp::socket::rebind_executor<decltype(strand)>::other socket(strand);
        const auto [failed] = co_await acceptor.async_accept(socket, kTuple);
        if (failed == asio::error::operation_aborted || failed == asio::error::bad_descriptor) co_return;
        if (failed) { // no file descriptors left, most likely: those that end make room
            spdlog::warn("event=accept_failed reason=\"{}\"", failed.message());
            asio::steady_timer pause(gate.services.io, kAcceptPause);
            co_await pause.async_wait(kTuple);
            continue;
        }
        boost::system::error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        asio::co_spawn(strand, serve(Stream(std::move(socket)), gate), [](const std::exception_ptr& failure) {
            if (!failure) return;
            try {
                std::rethrow_exception(failure);
            } catch (const std::exception& error) {
                spdlog::error("event=session_failed reason=\"{}\"", error.what());
            }
        });
    }
}

} // namespace touchline::server
