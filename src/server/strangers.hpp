// Sockets that are not in a room yet, because they have not said hello or their table is being read: a server that
// stops has to tell them too.
#pragma once

#include "server/room.hpp"

#include <memory>
#include <mutex>
#include <unordered_map>

namespace touchline::server {

// Safe to use from any thread.
class Strangers {
public:
    void add(const std::shared_ptr<Connection>& connection) {
        const std::lock_guard lock(mutex_);
        connections_.emplace(connection.get(), connection);
    }
    void remove(const Connection* connection) {
        const std::lock_guard lock(mutex_);
        connections_.erase(connection);
    }
    void say_bye(const Text& bye) {
        std::unordered_map<const Connection*, std::weak_ptr<Connection>> all;
        {
            const std::lock_guard lock(mutex_);
            all.swap(connections_);
        }
        for (const auto& [key, each] : all)
            if (const std::shared_ptr<Connection> connection = each.lock()) connection->finish(bye);
    }

private:
    std::mutex mutex_;
    std::unordered_map<const Connection*, std::weak_ptr<Connection>> connections_;
};

} // namespace touchline::server
