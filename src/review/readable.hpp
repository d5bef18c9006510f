// Counts a seat's secret choices beside the mix that was due at each.
#pragma once

#include "review/review.hpp"

namespace touchline::review {

class MixCount {
public:
    void see(std::string_view event, std::string_view taken, const Advice& advice, double loss);
    // Nothing where no secret choice was seen.
    [[nodiscard]] std::optional<Readable> read() const;

private:
    struct Entry {
        Readable::Choice choice;
        double variance = 0;
    };
    [[nodiscard]] Entry& entry(std::string_view event, std::string_view action);

    std::vector<Entry> entries_;
    int choices_ = 0;
    double cost_ = 0;
};

} // namespace touchline::review
