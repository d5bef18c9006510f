// Answers the handshake of another server, seats its guests in rooms, and answers its questions.
#include "server/peer_session.hpp"

#include "play/message_text.hpp"
#include "server/json_text.hpp"
#include "server/secrets.hpp"
#include "server/work_pool.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

namespace touchline::server {

namespace asio = boost::asio;

namespace {

constexpr auto kTuple = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t kFramesKept = 64; // of a guest whose table is being read

// As it goes over the wire: what kind of answer it is in a line, then its content.
std::string wire_text(const Answer& answer) {
    Json head{{"status", answer.status}, {"type", answer.type}};
    if (answer.refusal && answer.refusal->retry_after) head["retry_after"] = *answer.refusal->retry_after;
    std::string text = dumped(head) + "\n";
    if (answer.content) text += answer.content->plain;
    return text;
}

} // namespace

// A socket at the other server.
class PeerSession::PeerGuest final : public Connection, public std::enable_shared_from_this<PeerGuest> {
public:
    PeerGuest(std::weak_ptr<PeerSocket> peer, u64 number, std::string address)
        : peer_(std::move(peer)), number_(number), address_(std::move(address)) {}

    void send(Text text) override { tell("text", *text); }
    void ask(Text text) override { tell("ask", *text); }
    void finish(Text bye) override { tell("bye", *bye); }
    [[nodiscard]] const std::string& address() const override { return address_; }
    void turn_away() { tell("no", {}); }

    // On the session's strand. Frames wait until the table has been found.
    void receive(std::string_view frame) {
        if (room_)
            pass_on(frame);
        else if (waiting_.size() < kFramesKept)
            waiting_.emplace_back(frame);
    }
    void seat(std::shared_ptr<Room> room) {
        room_ = std::move(room);
        for (const std::string& frame : std::exchange(waiting_, {})) pass_on(frame);
    }
    void leave() {
        left_ = true;
        if (room_) room_->leave(shared_from_this());
        room_.reset();
    }
    [[nodiscard]] bool left() const { return left_; }

private:
    void tell(std::string_view what, std::string_view text) const {
        if (const std::shared_ptr<PeerSocket> peer = peer_.lock()) peer->say(fmt::format("{} {}", what, number_), text);
    }
    // The other server has read it before: it is of the right form.
    void pass_on(std::string_view frame) {
        if (Expected<Request, BadRequest> request = read_request(frame))
            room_->post(shared_from_this(), std::move(*request), frame);
    }

    std::weak_ptr<PeerSocket> peer_;
    u64 number_;
    std::string address_;
    std::shared_ptr<Room> room_;
    std::vector<std::string> waiting_;
    bool left_ = false;
};

PeerSession::PeerSession(Stream stream, Gate& gate, Counted counted, std::string secret)
    : PeerSocket(std::move(stream)), gate_(gate), counted_(std::move(counted)), secret_(std::move(secret)) {}

PeerSession::~PeerSession() = default;

void PeerSession::start(HttpRequest request) {
    const auto self = std::static_pointer_cast<PeerSession>(shared_from_this());
    begin([self, request = std::move(request)]() mutable { return self->run(std::move(request)); });
}

asio::awaitable<void> PeerSession::run(HttpRequest request) {
    set_timeouts();
    const auto [failed] = co_await ws_.async_accept(request, kTuple);
    if (failed) co_return;
    const std::string own = new_secret();
    if (!co_await greet(own)) co_return;
    const std::string answered = co_await hear_greeting();
    const std::size_t cut = std::min(answered.find(' '), answered.size());
    const std::string nonces = own + " " + answered.substr(0, cut);
    if (cut == answered.size() || !same_hash(answered.substr(cut + 1), peer_proof(secret_, "dials", nonces))) {
        spdlog::warn("event=peer_refused address={}", counted_.address());
        co_return;
    }
    if (!co_await greet(peer_proof(secret_, "answers", nonces))) co_return;
    co_await talk();
}

void PeerSession::heard(const Words& head, std::string_view body) {
    if (head.size() < 2) return;
    const u64 number = peer_number(head[1]);
    if (head[0] == "open" && head.size() == 4) return open(number, head[2], head[3], body);
    if (head[0] == "call") return answer(number, body);
    const auto at = guests_.find(number);
    if (at == guests_.end()) return;
    if (head[0] == "say") return at->second->receive(body);
    if (head[0] != "gone") return;
    at->second->leave();
    guests_.erase(at);
}

void PeerSession::ended() {
    for (const auto& [number, guest] : std::exchange(guests_, {})) guest->leave();
}

void PeerSession::open(u64 number, std::string_view table, std::string_view address, std::string_view hello) {
    const auto guest = std::make_shared<PeerGuest>(weak_from_this(), number, std::string(address));
    guests_[number] = guest;
    guest->receive(hello);
    if (std::shared_ptr<Room> room = gate_.registry.in_memory(table)) return guest->seat(std::move(room));
    const auto self = std::static_pointer_cast<PeerSession>(shared_from_this());
    const bool added =
        gate_.services.desk_work.add(guest->address(), [self, guest, number, table = std::string(table)] {
            std::shared_ptr<Room> room;
            try {
                room = self->gate_.registry.find(table).room;
            } catch (const store::StoreError& error) {
                spdlog::error("event=table_unreadable reason={:?}", sentence_of(error));
            }
            asio::post(self->ws_.get_executor(), [self, guest, number, room] {
                if (guest->left()) return;
                if (room) return guest->seat(room);
                guest->turn_away();
                self->guests_.erase(number);
            });
        });
    if (added) return;
    guest->turn_away();
    guests_.erase(number);
}

void PeerSession::answer(u64 number, std::string_view question) {
    const Json asked = Json::parse(question, nullptr, false);
    if (!asked.is_object()) return;
    if (asked.contains("mint")) return mint(number, asked);
    ApiRequest request{asked.value("post", false), asked.value("path", ""), asked.value("query", ""),
                       asked.value("body", ""), asked.value("address", "")};
    request.site = asked.value("site", "");
    request.accepted = asked.value("accepted", "");
    request.passed_on = true;
    const auto respond = [self = shared_from_this(), number, query = request.query,
                          accepted = request.accepted](Answer answer) {
        self->say(fmt::format("answer {}", number), wire_text(in_words(std::move(answer), query, accepted)));
    };
    if (asked.value("preview", false))
        gate_.api.preview(std::move(request), respond);
    else
        gate_.api.answer(std::move(request), respond);
}

// A token for a seat of a rematch that was opened here.
void PeerSession::mint(u64 number, const Json& question) {
    const auto self = std::static_pointer_cast<PeerSession>(shared_from_this());
    const std::string table = question.value("table", "");
    const std::string wanted = question.value("mint", "");
    BySeat<Members> members{kAllMembers, kAllMembers}; // a server of an older program names none
    if (const auto named = question.find("members"); named != question.end() && named->is_array() && named->size() == 2)
        members = {named->at(0).get<Members>(), named->at(1).get<Members>()};
    const auto refuse = [self, number] {
        self->say(fmt::format("answer {}", number), wire_text(in_words(refusal_answer(too_busy()), {}, {})));
    };
    const bool added = gate_.services.desk_work.add(counted_.address(), [self, number, table, wanted, members, refuse] {
        try {
            const std::shared_ptr<Room> room = self->gate_.registry.find(table).room;
            if (!room) return refuse();
            room->ask([self, number, wanted, members, refuse](Room& own) {
                const Role role = wanted == "home" ? Role::home : wanted == "away" ? Role::away : Role::both;
                const std::string token = own.mint(role, members);
                own.when_written([self, number, token, refuse](bool done) {
                    if (!done) return refuse();
                    self->say(fmt::format("answer {}", number), wire_text(json_answer({{"token", token}})));
                });
            });
        } catch (const store::StoreError& error) {
            spdlog::error("event=table_unreadable reason={:?}", sentence_of(error));
            refuse();
        }
    });
    if (!added) refuse();
}

} // namespace touchline::server
