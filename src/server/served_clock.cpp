// Counts time between heartbeats, each interval capped at kLatestHeartbeat.
#include "server/served_clock.hpp"

#include "server/limits.hpp"

#include <algorithm>

namespace touchline::server {

Millis steady_millis() {
    return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

ServedClock::ServedClock(store::SteadyClock steady)
    : steady_(steady ? std::move(steady) : steady_millis), beaten_at_(steady_()) {}

Millis ServedClock::at(Millis steady) const {
    return served_ + std::min<Millis>(steady - beaten_at_, kLatestHeartbeat.count());
}

void ServedClock::beat() {
    const std::lock_guard lock(mutex_);
    const Millis steady = steady_();
    served_ = at(steady);
    beaten_at_ = steady;
}

Millis ServedClock::now() const {
    const std::lock_guard lock(mutex_);
    return at(steady_());
}

} // namespace touchline::server
