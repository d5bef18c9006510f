// Every limit of the server, by name. `limits` of GET /api/games tells them to the page.
#pragma once

#include "fair/chain.hpp"
#include "games/json_text.hpp"
#include "server/work_pool.hpp"

#include <chrono>
#include <cstddef>

namespace touchline::server {

using std::chrono::milliseconds;
using std::chrono::seconds;

// What a connection may send.
inline constexpr std::size_t kLargestFrame = 16u << 10;
inline constexpr std::size_t kLargestBody = 256u << 10;
inline constexpr std::size_t kLargestHeader = 16u << 10;
inline constexpr std::size_t kLongestName = 40;      // characters
inline constexpr std::size_t kLongestBadge = 24;     // letters
inline constexpr std::size_t kLongestRequestId = 40; // bytes
inline constexpr JsonBounds kJsonBounds{.deepest = 16, .most_keys = 400};
inline constexpr int kRefusalsBeforeBye = 40; // messages sent too fast before the connection is closed

// What a connection may leave unread, and how long one may take.
inline constexpr std::size_t kLargestQueue = 2u << 20;
inline constexpr seconds kHttpIdle{30};
inline constexpr seconds kGoodbye{2}; // what a stopping server waits for its clients

// When an address with too many connections may come again, and how many addresses are remembered.
inline constexpr seconds kStreamRetry{10};
inline constexpr std::size_t kAddressesKept = 10000;

// Tables.
inline constexpr std::size_t kExpiredAtOnce = 16; // tables removed between two writes of games: some milliseconds
inline constexpr std::size_t kLobbyTables = 50;
inline constexpr std::size_t kTokensPerSeat = 8;
inline constexpr std::size_t kRepliesKept = 8; // for each seat: answered again when a client asks again
inline constexpr std::size_t kLongestKeptReply = 512;
inline constexpr double kEmotesAtOnce = 3; // of one seat
inline constexpr double kEmotesPerSecond = 0.25;
inline constexpr std::size_t kUnwrittenChanges = 64; // of one table, before it answers `busy`
inline constexpr std::size_t kChangesAtOnce = 512;   // of all tables, in one transaction
inline constexpr milliseconds kSlowestWrite{3000};   // while one takes longer, tables answer `busy`
inline constexpr int kRestsOfTeller = 12;            // looks at a table until its commentary is let go: a minute
inline constexpr std::size_t kLongestGame = 5000;    // steps of a record that is loaded
inline constexpr int kLongestClock = 24 * 3600;
inline constexpr int kLongestIncrement = 600;
inline constexpr milliseconds kHeartbeat{250};       // how often the server shows that it serves
inline constexpr milliseconds kLatestHeartbeat{500}; // one that comes later was held up, and no clock runs meanwhile
inline constexpr milliseconds kFlagGrace{250};       // a move that arrived in time is handled before the flag falls

// Work off the network threads: threads, jobs that wait, jobs of one address that wait. Addresses are served in turn.
inline constexpr WorkPool::Bounds kBotWork{.threads = 2, .waiting = 20000, .waiting_an_asker = 2000}; // one a room
inline constexpr WorkPool::Bounds kDeskWork{.threads = 4, .waiting = 4000, .waiting_an_asker = 64}; // HTTP, tables read
inline constexpr WorkPool::Bounds kOddsWork{.threads = 1, .waiting = 1000, .waiting_an_asker = 16};
inline constexpr WorkPool::Bounds kReviewWork{.threads = 1, .waiting = 128, .waiting_an_asker = 3};
inline constexpr WorkPool::Bounds kPuzzleWork{.threads = 1, .waiting = 256, .waiting_an_asker = 4};
inline constexpr std::size_t kPuzzlesKept = 256;
inline constexpr std::size_t kReviewsKept = 64;
inline constexpr seconds kReviewBudget{180}; // for one of them
inline constexpr WorkPool::Bounds kFiguresWork{.threads = 1, .waiting = 64, .waiting_an_asker = 4};
inline constexpr std::size_t kFiguresKept = 64;
inline constexpr std::size_t kMostChanges = 200; // of one sheet
inline constexpr seconds kFiguresBudget{300};
inline constexpr double kOddsSeconds = 1; // for one position
inline constexpr seconds kBusyRetry{1};

// Those that a person who runs the server may set; tests make them small.
struct Limits {
    // Of a connection.
    double messages_per_second = 30;
    double messages_at_once = 120;
    // Of an address. A proxy in front counts as one address: give it its own limits there.
    double requests_per_second = 100;
    double requests_at_once = 600;
    double tables_per_minute = 12;
    double tables_at_once = 300;
    double bytes_per_minute = 1 << 20; // sheets and records that it stores here
    double bytes_at_once = 16 << 20;
    double hellos_per_second = 20; // each is answered with the whole game so far
    double hellos_at_once = 600;
    std::size_t spectators = 500;                // of one table
    milliseconds presence_pause{250};            // those who come and go in that time are told in one message
    milliseconds review_forgotten = seconds(20); // nobody asks for it any more: it is not worked out
    milliseconds figures_hold{1000};             // a request waits so long before it is told how far they are
    milliseconds figures_forgotten = seconds(5);
    std::size_t streams_per_address = 1024;    // TCP connections, those at tables included
    std::size_t connections_per_address = 512; // at tables
    std::size_t connections = 20000;
    milliseconds hello_within = seconds(10);
    milliseconds silence = seconds(60); // of a connection, until it is closed
    milliseconds claim_after = seconds(60);
    milliseconds room_lingers = seconds(120);    // a room that nobody is in leaves the memory
    milliseconds listing_lingers = seconds(300); // in the lobby: those who left may only be reloading the page
    milliseconds idle_expiry = std::chrono::hours(24 * 60); // a table that nobody touches leaves the store
    milliseconds expiry_rounds = std::chrono::hours(1);
    double listed_seats_per_minute = 1; // of an address in the lobby: one client must not take them all
    double listed_seats_at_once = 6;
    std::size_t longest_queue = 512; // messages that a connection may leave unread
    seconds shortest_clock{10};
    milliseconds link_within{2000};     // a seat that does not answer by then is left out of the roll
    milliseconds first_commitment{300}; // a table's first roll waits so long for a seat to commit
    u32 chain_links = fair::kLinks;     // of the server's chains; 0: its tables prove nothing
};

[[nodiscard]] Json limits_json(const Limits& limits);

} // namespace touchline::server
