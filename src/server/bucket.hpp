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

    // Takes that much out; 0, or the seconds after which there will be so much again.
    [[nodiscard]] int take(Time now, double amount = 1) {
        left_ = refilled(now);
        last_ = now;
        if (left_ >= amount) {
            left_ -= amount;
            return 0;
        }
        return static_cast<int>(std::clamp(std::ceil((amount - left_) / per_second_), 1.0, kLongestWait));
    }

    [[nodiscard]] bool full(Time now) const { return refilled(now) >= at_once_; }
    [[nodiscard]] bool half_empty(Time now) const { return refilled(now) < at_once_ / 2; }
    [[nodiscard]] double at_once() const { return at_once_; }
    [[nodiscard]] double per_second() const { return per_second_; }
    // So much is left, as others who take of it say.
    void set(Time now, double left) {
        left_ = std::min(left, at_once_);
        last_ = now;
    }

private:
    static constexpr double kLongestWait = 24 * 3600;

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
