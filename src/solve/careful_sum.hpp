// Adding up very many numbers without losing the small ones.
#pragma once

#include <cmath>

namespace touchline::solve {

// A sum of very many numbers, most of them tiny beside it: what each addition rounds away is added up too.
class CarefulSum {
public:
    void operator+=(double term) {
        const double next = sum_ + term;
        rest_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
        sum_ = next;
    }
    [[nodiscard]] double value() const { return sum_ + rest_; }

private:
    double sum_ = 0;
    double rest_ = 0;
};

} // namespace touchline::solve
