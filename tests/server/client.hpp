// A small blocking client for the server's tests: HTTP and WebSocket over a plain socket, so that it can also
// misbehave.
#pragma once

#include <nlohmann/json.hpp>

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace touchline::test {

using Json = nlohmann::ordered_json;

inline constexpr int kPatienceMillis = 60000; // a broken server fails the test, it does not hang it

class Socket {
public:
    // `from`: the last number of the loopback address that it comes from, 127.0.0.1 unless said otherwise.
    explicit Socket(unsigned short port, int from = 1) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + static_cast<unsigned>(from));
        if (from != 1 && ::bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
            throw std::runtime_error("no such address of the loopback");
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
            ::close(fd_);
            throw std::runtime_error("the server cannot be reached");
        }
        const int on = 1;
        ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    ~Socket() {
        if (fd_ >= 0) ::close(fd_);
    }
    Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)), read_(std::move(other.read_)) {}
    Socket& operator=(Socket&&) = delete;

    void write(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) throw std::runtime_error("the server has closed the connection");
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
    }

    // At least `size` bytes in the buffer; false at the end of the stream.
    bool fill(std::size_t size, int patience = kPatienceMillis) {
        while (read_.size() < size) {
            pollfd waiting{fd_, POLLIN, 0};
            const int ready = ::poll(&waiting, 1, patience);
            if (ready == 0) throw std::runtime_error("the server says nothing");
            char block[16384];
            const ssize_t got = ::recv(fd_, block, sizeof block, 0);
            if (got <= 0) return false;
            read_.append(block, static_cast<std::size_t>(got));
        }
        return true;
    }
    [[nodiscard]] bool quiet(int millis) {
        pollfd waiting{fd_, POLLIN, 0};
        return read_.empty() && ::poll(&waiting, 1, millis) == 0;
    }
    [[nodiscard]] int descriptor() const { return fd_; }
    // The descriptor, no longer closed by this.
    [[nodiscard]] int release() { return std::exchange(fd_, -1); }
    [[nodiscard]] std::string& buffer() { return read_; }
    [[nodiscard]] std::string take(std::size_t size) {
        std::string taken = read_.substr(0, size);
        read_.erase(0, size);
        return taken;
    }

private:
    int fd_;
    std::string read_;
};

struct HttpAnswer {
    int status = 0;
    std::map<std::string, std::string> headers{}; // names in small letters
    std::string body{};
    [[nodiscard]] Json json() const { return Json::parse(body); }
};

inline HttpAnswer read_answer(Socket& socket, bool with_body = true) {
    std::size_t end = std::string::npos;
    while ((end = socket.buffer().find("\r\n\r\n")) == std::string::npos)
        if (!socket.fill(socket.buffer().size() + 1)) throw std::runtime_error("the server closed without an answer");
    const std::string head = socket.take(end + 4);
    HttpAnswer answer;
    answer.status = std::stoi(head.substr(9, 3));
    for (std::size_t at = head.find("\r\n") + 2; at < end;) {
        const std::size_t line_end = head.find("\r\n", at);
        const std::string line = head.substr(at, line_end - at);
        const std::size_t colon = line.find(':');
        std::string name = line.substr(0, colon);
        for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        answer.headers[name] = colon + 2 <= line.size() ? line.substr(colon + 2) : "";
        at = line_end + 2;
    }
    if (const auto length = answer.headers.find("content-length"); with_body && length != answer.headers.end()) {
        const std::size_t size = std::stoul(length->second);
        socket.fill(size);
        answer.body = socket.take(size);
    }
    return answer;
}

inline HttpAnswer http(unsigned short port, std::string_view method, const std::string& path,
                       const std::string& body = {}, const std::map<std::string, std::string>& headers = {},
                       int from = 1) {
    Socket socket(port, from);
    std::string request = std::string(method) + " " + path + " HTTP/1.1\r\n";
    if (!headers.contains("Host")) request += "Host: 127.0.0.1:" + std::to_string(port) + "\r\n";
    for (const auto& [name, value] : headers) request += name + ": " + value + "\r\n";
    if (!body.empty() || method == "POST") request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    socket.write(request + "Connection: close\r\n\r\n" + body);
    return read_answer(socket, method != "HEAD");
}

inline HttpAnswer get(unsigned short port, const std::string& path,
                      const std::map<std::string, std::string>& headers = {}) {
    return http(port, "GET", path, {}, headers);
}

inline HttpAnswer post(unsigned short port, const std::string& path, const Json& body,
                       const std::map<std::string, std::string>& headers = {}) {
    return http(port, "POST", path, body.dump(), headers);
}

// A client's frame: masked as the protocol asks (with zeros: it hides nothing).
inline std::string frame(std::string_view text, unsigned char opcode = 1) {
    std::string bytes(1, static_cast<char>(0x80 | opcode));
    if (text.size() < 126) {
        bytes += static_cast<char>(0x80 | text.size());
    } else if (text.size() < 65536) {
        bytes += static_cast<char>(0x80 | 126);
        bytes += static_cast<char>(text.size() >> 8);
        bytes += static_cast<char>(text.size() & 255);
    } else {
        bytes += static_cast<char>(0x80 | 127);
        for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>((text.size() >> shift) & 255);
    }
    bytes.append(4, '\0');
    bytes += text;
    return bytes;
}

class WebSocket {
public:
    WebSocket(unsigned short port, const std::string& path, const std::map<std::string, std::string>& headers = {},
              int from = 1)
        : socket_(port, from) {
        std::string request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                              "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        for (const auto& [name, value] : headers) request += name + ": " + value + "\r\n";
        socket_.write(request + "\r\n");
        handshake_ = read_answer(socket_);
    }
    [[nodiscard]] const HttpAnswer& handshake() const { return handshake_; }
    [[nodiscard]] Socket& socket() { return socket_; }

    void say(const Json& message) { socket_.write(frame(message.dump())); }
    void say_text(std::string_view text) { socket_.write(frame(text)); }

    // The next text message, or none where the server has closed.
    std::optional<std::string> hear_text() {
        while (true) {
            if (!socket_.fill(2)) return std::nullopt;
            const auto opcode = static_cast<unsigned char>(socket_.buffer()[0]) & 15;
            std::size_t size = static_cast<unsigned char>(socket_.buffer()[1]);
            std::size_t head = 2;
            if (size >= 126) {
                const std::size_t bytes = size == 126 ? 2 : 8;
                if (!socket_.fill(2 + bytes)) return std::nullopt;
                size = 0;
                for (std::size_t i = 0; i < bytes; ++i)
                    size = size << 8 | static_cast<unsigned char>(socket_.buffer()[2 + i]);
                head += bytes;
            }
            if (!socket_.fill(head + size)) return std::nullopt;
            (void)socket_.take(head);
            std::string payload = socket_.take(size);
            if (opcode == 8) {
                close_code = payload.size() >= 2
                                 ? static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1])
                                 : 0;
                return std::nullopt;
            }
            if (opcode == 1) return payload;
        }
    }
    std::optional<Json> receive() {
        std::optional<std::string> text = hear_text();
        if (!text) return std::nullopt;
        return Json::parse(*text);
    }

    int close_code = -1;

private:
    Socket socket_;
    HttpAnswer handshake_;
};

// A client that sits at a table or watches it: says hello, sends requests, and keeps what it receives.
class Guest {
public:
    Guest(unsigned short port, const std::string& id, const std::string& token = {}, const Json& more = Json::object(),
          int from = 1)
        : ws_(port, "/ws/" + id, {}, from) {
        Json hello{{"cmd", "hello"}, {"request_id", "hello"}};
        if (!token.empty()) hello["token"] = token;
        hello.update(more);
        ws_.say(hello);
        welcome = until("welcome");
        position = welcome;
    }

    // Sends a request with an id of its own and returns the answer; messages before it are noted.
    Json ask(const std::string& cmd, Json fields = Json::object()) {
        fields["cmd"] = cmd;
        if (!fields.contains("request_id")) fields["request_id"] = fresh_id();
        ws_.say(fields);
        return reply_to(fields["request_id"]);
    }
    // The same with the current turn number.
    Json act(const std::string& cmd, Json fields = Json::object()) {
        fields["turn_no"] = position["turn_no"];
        return ask(cmd, std::move(fields));
    }
    Json reply_to(const std::string& id) {
        while (true) {
            Json message = next();
            if (message["type"] == "reply" && message["request_id"] == id) return message;
        }
    }
    Json until(const std::string& type) {
        while (true) {
            Json message = next();
            if (message["type"] == type) return message;
        }
    }
    Json until_turn(std::int64_t turn_no) {
        while (position["turn_no"].get<std::int64_t>() < turn_no) (void)next();
        return position;
    }
    Json next() {
        std::optional<std::string> text = ws_.hear_text();
        if (!text) throw std::runtime_error("the server has closed the connection");
        bytes += *text + "\n";
        Json message = Json::parse(*text);
        if (message["type"] == "update" || message["type"] == "welcome") position = message;
        if (message.contains("table")) table = message["table"];
        if (heard) heard(message);
        return message;
    }
    [[nodiscard]] WebSocket& ws() { return ws_; }

    Json welcome;
    Json position; // the last update or welcome
    Json table;
    std::string bytes;                      // everything that was heard
    std::function<void(const Json&)> heard; // who is told of each message, before it is returned

private:
    // No two requests of a test share one, nor those of two guests with the same token: the second would be taken for
    // the first, asked again.
    static std::string fresh_id() {
        static std::atomic<int> made = 0;
        return "r" + std::to_string(++made);
    }

    WebSocket ws_;
};

} // namespace touchline::test
