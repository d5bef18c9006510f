// Allowances that refill with time: a message, a request or a table takes one out.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

namespace touchline::server {

class Bucket {
public:
    using Time = std::chrono::steady_clock::time_point;

    Bucket(double at_once, double per_second, Time now)
        : left_(at_once), at_once_(at_once), per_second_(per_second), last_(now) {}

    // Takes one out; 0, or the seconds after which there will be one again.
    [[nodiscard]] int take(Time now) {
        left_ = refilled(now);
        last_ = now;
        if (left_ >= 1) {
            left_ -= 1;
            return 0;
        }
        return std::max(1, static_cast<int>(std::ceil((1 - left_) / per_second_)));
    }

    [[nodiscard]] bool full(Time now) const { return refilled(now) >= at_once_; }

private:
    [[nodiscard]] double refilled(Time now) const {
        const double gone = std::chrono::duration<double>(now - last_).count();
        return std::min(at_once_, left_ + gone * per_second_);
    }

    double left_;
    double at_once_;
    double per_second_;
    Time last_;
};

} // namespace touchline::server
