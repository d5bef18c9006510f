// Every limit of the server, by name. `limits` of GET /api/games tells them to the page.
#pragma once

#include "games/json.hpp"

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
inline constexpr std::size_t kLongestRequestId = 40; // bytes
inline constexpr int kDeepestJson = 16;
inline constexpr double kMessagesPerSecond = 30;
inline constexpr double kMessagesAtOnce = 120;
inline constexpr int kRefusalsBeforeBye = 40; // messages sent too fast before the connection is closed

// What a connection may leave unread, and how long it may stay silent.
inline constexpr std::size_t kLongestQueue = 512; // messages
inline constexpr std::size_t kLargestQueue = 2u << 20;
inline constexpr seconds kHelloWithin{10};
inline constexpr seconds kSilence{60};
inline constexpr seconds kHttpIdle{30};
inline constexpr seconds kGoodbye{2}; // what a stopping server waits for its clients

// What one address may do. A proxy in front counts as one address: give it its own limits there.
inline constexpr double kRequestsPerSecond = 100;
inline constexpr double kRequestsAtOnce = 600;
inline constexpr double kTablesPerMinute = 12;
inline constexpr double kTablesAtOnce = 300;
inline constexpr std::size_t kConnectionsPerAddress = 512;
inline constexpr std::size_t kConnections = 20000;
inline constexpr std::size_t kAddressesKept = 10000;

// Tables.
inline constexpr seconds kClaimAfter{60};
inline constexpr seconds kRoomLingers{120};               // a room that nobody is in leaves the memory
inline constexpr std::chrono::hours kIdleExpiry{24 * 60}; // a table that nobody touches leaves the store
inline constexpr std::chrono::hours kExpiryRounds{1};
inline constexpr std::size_t kLobbyTables = 50;
inline constexpr std::size_t kTokensPerSeat = 8;
inline constexpr std::size_t kRepliesKept = 8; // for each table: answered again when a client asks again
inline constexpr std::size_t kLongestKeptReply = 512;
inline constexpr std::size_t kUnwrittenChanges = 64; // of one table, before it answers `busy`
inline constexpr std::size_t kChangesAtOnce = 512;   // of all tables, in one transaction
inline constexpr std::size_t kLongestGame = 5000;    // steps of a record that is loaded
inline constexpr seconds kShortestClock{10};
inline constexpr int kLongestClock = 24 * 3600;
inline constexpr int kLongestIncrement = 600;

// Work off the network threads.
inline constexpr std::size_t kBotQueue = 20000; // at most one job a room waits here
inline constexpr std::size_t kOddsQueue = 256;
inline constexpr std::size_t kReviewQueue = 32;
inline constexpr std::size_t kReviewsKept = 64;
inline constexpr double kOddsSeconds = 2;
inline constexpr seconds kBusyRetry{1};

// Those that a person who runs the server may set; tests make them small.
struct Limits {
    double messages_per_second = kMessagesPerSecond;
    double messages_at_once = kMessagesAtOnce;
    double requests_per_second = kRequestsPerSecond;
    double requests_at_once = kRequestsAtOnce;
    double tables_per_minute = kTablesPerMinute;
    double tables_at_once = kTablesAtOnce;
    std::size_t connections_per_address = kConnectionsPerAddress;
    std::size_t connections = kConnections;
    milliseconds hello_within = kHelloWithin;
    milliseconds silence = kSilence;
    milliseconds claim_after = kClaimAfter;
    milliseconds room_lingers = kRoomLingers;
    std::size_t longest_queue = kLongestQueue;
    seconds shortest_clock = kShortestClock;
};

[[nodiscard]] Json limits_json(const Limits& limits);

} // namespace touchline::server
