// Where the work of rooms runs: in order, and later. The network's is in network_executor.hpp; a server without a
// network (local_server.hpp) has one thread and a queue.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace touchline::server {

// Rings on the strand that made it. Setting it again, cancelling or destroying it silences what was set before.
class Timer {
public:
    virtual ~Timer() = default;
    virtual void ring_after(std::chrono::milliseconds wait, std::function<void()> ring) = 0;
    virtual void cancel() = 0;
};

// Does one thing after the other, in the order in which they are posted. Safe to use from any thread.
class Strand {
public:
    virtual ~Strand() = default;
    virtual void post(std::function<void()> work) = 0;
    [[nodiscard]] virtual std::unique_ptr<Timer> timer() = 0;
};

class Executor {
public:
    virtual ~Executor() = default;
    [[nodiscard]] virtual std::unique_ptr<Strand> strand() = 0;
};

} // namespace touchline::server
