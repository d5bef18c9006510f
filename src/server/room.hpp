// One table with those who are at it. Everything in a room happens on its strand, one thing after the other; what is
// shown has been written before. Other threads only post to it.
#pragma once

#include "play/evaluator.hpp"
#include "server/bucket.hpp"
#include "server/connection.hpp"
#include "server/executor.hpp"
#include "server/lease.hpp"
#include "server/limits.hpp"
#include "server/live_table.hpp"
#include "server/served_clock.hpp"

#include <atomic>
#include <functional>
#include <list>
#include <memory>
#include <stop_token>

namespace touchline::server {

class Guests;
class Others;
class TableRegistry;
class Metrics;
class StoreWriter;
class WorkPool;

// The bot that plays on for a person who left.
inline constexpr std::string_view kSubstitute = "coach";

// What all rooms share.
struct Services {
    Executor& executor;
    Limits limits;
    StoreWriter& writer;
    Metrics& metrics;
    WorkPool& bot_work; // the tables' computers, and nothing else
    WorkPool& odds_work;
    WorkPool& desk_work; // what is asked by HTTP, and tables to be read
    std::shared_ptr<Guests> guests;
    Evaluator& evaluator;
    PlayerMaker& players;
    TableRegistry& registry;
    ServedClock& served;
    Lease& lease;
    Others* others = nullptr; // that share the store
    std::string_view ids{};   // what the ids of its tables begin with

    // Counts a table that an address opens, and the bytes that it has the server keep.
    [[nodiscard]] std::optional<Refusal> one_table_more(const std::string& address, double bytes) const;
};

class Room final : public TableHost, public std::enable_shared_from_this<Room> {
public:
    using Clock = std::chrono::steady_clock;

    Room(Services& services, std::unique_ptr<LiveTable> live);
    ~Room() override;

    // From any thread.
    void post(std::shared_ptr<Connection> connection, Request request, std::string_view frame) override;
    void leave(const std::shared_ptr<Connection>& connection) override;
    // Runs on the strand; the room lives until then.
    void ask(std::function<void(Room&)> question);
    void say_bye(std::string_view reason, std::optional<int> reconnect_after);
    // Takes no more requests and calls back when all is written: another server may go on from there.
    void hand_over(std::function<void()> then);
    // Another server runs the table: from now on nothing is said about it, whatever is asked already.
    void give_up();
    // Breaks the cycle between the room and its connections. Requires: nothing runs on the strand any more.
    void dismiss() { guests_.clear(); }

    // On the strand.
    [[nodiscard]] const LiveTable& live() const { return *live_; }
    [[nodiscard]] Json info() const;
    // Calls back when all that has been changed so far is written; false where it could not be.
    void when_written(std::function<void(bool)> then);
    // Writes a table that was just opened, and begins: computers may have the first turn.
    void open();
    // `address`: where the request comes from; an address that takes too many seats of the lobby has to wait.
    [[nodiscard]] OrRefusal<std::pair<Seat, std::string>> join(std::string_view invite, std::string_view name,
                                                               const std::string& address);
    [[nodiscard]] std::string mint(Role role, const BySeat<Members>& members);
    // Tells the lobby of a listed table.
    void publish();
    // Leaves the memory if nobody is in and nothing is under way.
    void drop_if_idle();
    // Has it do so on its strand, holding no more of it than `room`.
    static void sweep(std::shared_ptr<Room> room);

private:
    // One socket at the table.
    struct Guest {
        std::shared_ptr<Connection> connection;
        Role role = Role::spectator;
        BySeat<Members> members{};    // of its seats, for whom its token speaks
        std::optional<Viewer> view{}; // none: everything
        Language language{};
        bool welcomed = false;                     // what comes after the welcome may be sent
        BySeat<bool> answers{};                    // has committed to the seat's chain, so it is asked for links
        std::string token_key{};                   // tells the requests of different tokens apart
        bool advised = false;                      // advice is being worked out
        std::stop_source asking{std::nostopstate}; // for it
    };
    // A message that waits for a change to be written, or something else to do then.
    struct Unsent {
        std::uint64_t after; // the change
        std::function<void(bool)> then{};
        std::shared_ptr<Connection> connection{};
        Text text{};
    };
    using Asked = Clock::time_point;
    // A roll that waits for links.
    struct WaitingRoll {
        u64 n = 0;
        BySeat<bool> asked{};
        BySeat<std::optional<fair::Link>> links{};
        BySeat<std::optional<LeftOut>> left_out{};
        bool sent = false;                                 // before that no link is taken
        std::vector<std::shared_ptr<Connection>> askers{}; // who wait for the reply to the wish
        Asked started{};
    };
    enum class Committed : u8 { now, later };

    // What connections say, in order, one at a time: in between, the thread is given to other tables.
    void in_turn(std::function<void(Room&)> message);
    void take_next();

    // Requests (room_requests.cpp).
    void handle(const std::shared_ptr<Connection>& connection, Request& request);
    void greet(const std::shared_ptr<Connection>& connection, const Request& request);
    bool introduce(const Guest& guest, const Request& request);
    [[nodiscard]] std::optional<Refusal> check(const Guest& guest, const Request& request) const;
    // Refused where it is the hand of another of the same side, who is there.
    [[nodiscard]] std::optional<Refusal> out_of_hand(const Guest& guest, const Request& request) const;
    [[nodiscard]] OrRefusal<Json> carry_out(Guest& guest, const Request& request);
    [[nodiscard]] OrRefusal<Json> play(Guest& guest, const Request& request);
    [[nodiscard]] OrRefusal<Json> position_changed(const Guest& guest, const Request& request,
                                                   const Happened& happened);
    [[nodiscard]] OrRefusal<Happened> resign(const Guest& guest, const Request& request);
    [[nodiscard]] OrRefusal<Happened> claim(const Guest& guest, const Request& request);
    [[nodiscard]] OrRefusal<Json> offer(const Guest& guest, const Request& request);
    [[nodiscard]] OrRefusal<Json> answer(const Guest& guest, const Request& request);
    [[nodiscard]] OrRefusal<Json> emote(const Guest& guest, const Request& request);
    // `asker`: the address that a rematch is counted for.
    [[nodiscard]] OrRefusal<Json> agreed(Offer what, Role by, const std::string& asker);
    [[nodiscard]] std::optional<Refusal> rematch(const std::string& asker);
    void next(const Guest& guest, const Request& request);
    void advise(Guest& guest, const Request& request);
    void give_advice(const std::shared_ptr<Connection>& connection, const Request& request,
                     const OrRefusal<Json>& result);
    void reply(Guest& guest, const Request& request, const OrRefusal<Json>& result);
    [[nodiscard]] const DoneRequest* done_before(const Guest& guest, const Request& request) const;
    void keep_reply(const Guest& guest, const Request& request, const std::string& text);
    void keep_reply(Seat seat, const std::string& key, const std::string& text);
    [[nodiscard]] static std::string request_key(const Guest& guest, const Request& request);

    // Rolls to which the seats give a part (room_dice.cpp).
    [[nodiscard]] bool roll_waits(const Request& request) const;
    [[nodiscard]] bool takes_part(Seat seat) const;
    void sits_down();
    void wish_to_roll(Guest& guest, const Request& request);
    void begin_roll();
    [[nodiscard]] std::string ask_text() const;
    void ask_links();
    void send_ask(const Guest& guest, const Text& text) const;
    void ask_again_for_links(const Guest& guest);
    void welcomed(const Guest& guest);
    void take_link(Guest& guest, const Request& request);
    [[nodiscard]] OrRefusal<Json> taken_link(const Guest& guest, const Request& request);
    void came_late(Seat seat);
    [[nodiscard]] bool may_roll_by_itself() const;
    void finish_roll();
    void drop_roll();
    void take_deferred();
    void commit(Guest& guest, const Request& request);
    [[nodiscard]] OrRefusal<Committed> committed(Guest& guest, const Request& request);

    // What goes out (room.cpp).
    void changed(const Happened& happened);
    void broadcast_table();
    // The same after a moment, once for all that happens meanwhile.
    void broadcast_table_soon();
    // write() writes the fields of the message.
    void broadcast(const std::function<void(JsonText&, const Guest&)>& write);
    void write_table(JsonText& out) const;
    // Who plays alone looks at the hand that chooses next.
    void turn_view(Guest& guest) const;
    void send(const Guest& guest, std::string text);
    void send(const std::shared_ptr<Connection>& connection, Text text);
    void send_due(Unsent first);
    void after_writing(std::function<void(bool)> then);
    void write();
    void written(std::uint64_t number, bool done);
    void fail();
    void store_failed();
    void send_away(Connection& connection) const;
    // Whether the server may not speak for the table at the moment; whoever asked has been told.
    [[nodiscard]] bool silent(const std::shared_ptr<Connection>& connection, const Request& request);

    [[nodiscard]] Presence presence() const;
    [[nodiscard]] Guest* guest_of(const Connection* connection);
    [[nodiscard]] Json position_of(const Guest& guest) const;
    [[nodiscard]] std::string welcome_text(const Guest& guest, const std::string& request_id) const;
    // The address whose share of work this table's computers and odds are taken from.
    [[nodiscard]] std::string asker() const;
    void left(const Connection* connection);
    void note_presence();
    // Whether somebody is here for whom the lobby shows the table.
    [[nodiscard]] bool attended() const;

    // What goes on by itself (room_work.cpp).
    void advance();
    void ask_computer(Seat seat);
    void computer_chose(std::int64_t turn_no, Seat seat, const std::string& action);
    void ask_odds();
    void odds_known(std::int64_t turn_no, const std::string& text);
    void set_timer();
    void timer_rang();
    void flag_if_due(Millis grace);
    // The seat that is away while the other one sits there and waits for it alone.
    [[nodiscard]] std::optional<Seat> claimable() const;
    void note_waiting();
    [[nodiscard]] std::optional<Millis> until_claim() const;

    Services& services_;
    std::shared_ptr<Strand> strand_;
    std::unique_ptr<LiveTable> live_;
    std::vector<Guest> guests_;
    std::list<std::function<void(Room&)>> inbox_; // lists take no memory while they are empty
    BySeat<std::optional<Millis>> away_since_{};
    struct Wait {
        Seat seat{};
        Millis since = 0; // by the served clock
    };
    std::optional<Wait> waited_for_; // the seat that can be claimed when the wait has been long enough
    Millis moved_at_ = 0;            // by the served clock: since then the same clocks run
    std::optional<Clock::time_point> unattended_since_;
    std::uint64_t changes_ = 0;         // given to the writer
    std::uint64_t changes_written_ = 0; // and come back
    std::list<Unsent> unsent_;
    bool failed_ = false;
    std::atomic<bool> given_up_ = false;
    BySeat<std::shared_ptr<Player>> players_{};
    BySeat<std::optional<Bucket>> emotes_{};
    bool computer_thinks_ = false;
    bool rematch_opens_ = false;
    bool odds_wanted_ = false;
    bool odds_asked_ = false;
    std::string odds_text_;        // the last, as JSON
    std::stop_source odds_asking_; // stopped when the position that is asked about is gone
    std::optional<WaitingRoll> waiting_;
    std::vector<std::pair<std::shared_ptr<Connection>, Request>> deferred_; // commitments that came meanwhile
    bool sat_ = false; // somebody who holds a seat has been here, and had time to commit
    std::unique_ptr<Timer> first_timer_;
    bool returning_; // read from the store in the middle of a roll
    std::unique_ptr<Timer> link_timer_;
    std::unique_ptr<Timer> timer_;
    std::unique_ptr<Timer> telling_soon_;
    bool told_soon_ = false; // a `table` message is due
    Clock::time_point idle_since_ = Clock::now();
};

[[nodiscard]] Text text_of(const Json& json);
// What a reply carries of a change, and the reply to a request.
[[nodiscard]] Json with_turn(std::int64_t turn_no);
[[nodiscard]] Json reply_json(const std::string& request_id, const OrRefusal<Json>& result,
                              Language language = Language::english);
// The last message: why, and the seconds after which to come back (none: do not).
[[nodiscard]] Text bye_text(std::string_view reason, std::optional<int> reconnect_after);

} // namespace touchline::server
