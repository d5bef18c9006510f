// A store that several servers share: who runs which table, and what they have to know of each other. Every table is
// run by one server at a time; the database's clock alone says whether that one is alive.
#pragma once

#include "store/store.hpp"

#include <chrono>

namespace touchline::store {

inline constexpr std::chrono::seconds kLease{10};    // a server that is silent for so long has lost its tables
inline constexpr std::chrono::seconds kRenewEach{3}; // so it shows itself more often

// What an address has taken of an allowance since it was told last.
struct Taken {
    std::string address;
    int what = 0;
    double amount = 0;
    double most = 0; // that may be taken at once
    double per_second = 0;
};

// What is left of an allowance over all servers.
struct Left {
    std::string address;
    int what = 0;
    double amount = 0;
};

// What the lobby tells of a table; without a text it is shown no more.
struct Listed {
    std::string id;
    Millis created = 0;
    bool open = false;
    std::string text{};
};

struct Running {
    std::string id;
    std::int64_t epoch = 0;
};

// All throw StoreError where the database is away.
class SharedStore : public Store {
public:
    // Joins the servers, under the address by which they reach this one. A server that had the address before is gone:
    // nobody waits for its lease.
    virtual void enlist(const std::string& address) = 0;
    // The heartbeat. False where the lease was over: then some tables may be another's (lost()).
    [[nodiscard]] virtual bool renew() = 0;
    // Which of these tables are not this server's any more.
    [[nodiscard]] virtual std::vector<std::string> lost(std::span<const Running> tables) = 0;
    // Hands those of these tables that it runs over to whoever is asked for them next. Requires: nothing of them is
    // written any more.
    virtual void release(std::span<const std::string> tables) = 0;
    // Hands all tables over, and leaves.
    virtual void retire() = 0;
    // Servers whose lease holds, this one included.
    [[nodiscard]] virtual std::size_t servers() = 0;
    // By which the servers know each other, made with the store.
    [[nodiscard]] virtual std::string secret() = 0;
    // Whether the database knows nothing (any more, after a crash of its own) of what the three below have told it.
    // Says so once.
    [[nodiscard]] virtual bool forgotten() = 0;
    // Tells what has changed of this server's tables in the lobby; answers the newest of the others', at most `most`
    // open ones and `most` running ones.
    [[nodiscard]] virtual std::vector<Listed> list(std::span<const Listed> changed, std::size_t most) = 0;
    // Tells what was taken and answers what is left.
    [[nodiscard]] virtual std::vector<Left> share(std::span<const Taken> taken) = 0;
    // How many sockets each address has here; answers those that these addresses have at the other servers.
    [[nodiscard]] virtual std::vector<Left> share_sockets(std::span<const Left> here) = 0;
};

// `url`: postgresql://… The tables are made where they are missing; older ones are brought up to date. Throws
// StoreError where it cannot be used.
[[nodiscard]] std::unique_ptr<SharedStore> open_postgres(const std::string& url);
inline constexpr std::string_view kDatabaseExample = "postgresql://user@host/touchline";
// Whether a store's name is that of a database and not of a folder.
[[nodiscard]] bool names_postgres(std::string_view name);

} // namespace touchline::store
