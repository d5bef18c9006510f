// Time as players are charged for it: that of a steady clock, without the moments in which the server stood still.
#pragma once

#include "store/store.hpp"

#include <mutex>

namespace touchline::server {

using store::Millis;

// Milliseconds of the machine's clock that never goes back.
[[nodiscard]] Millis steady_millis();

// A timer beats it every kHeartbeat. It runs on for kLatestHeartbeat and then waits for the next beat: a server that
// was stopped, or is so busy that its timers come late, takes no time from anybody. Safe to use from any thread.
class ServedClock {
public:
    explicit ServedClock(store::SteadyClock steady = {});

    void beat();
    // Never goes back.
    [[nodiscard]] Millis now() const;

private:
    [[nodiscard]] Millis at(Millis steady) const;

    store::SteadyClock steady_;
    mutable std::mutex mutex_;
    Millis beaten_at_;  // by the steady clock
    Millis served_ = 0; // until then
};

} // namespace touchline::server
