// Some places are held: without what arrives there, one walk in order through all others finds what passes. What one
// visit to each of them brings back to all of them is a small matrix for each lane, which says how often they are
// visited. Where it would be a large one, what has arrived walks on until nothing is left.
#include "solve/circle.hpp"

#include "core/message.hpp"
#include "solve/row_kernels.hpp"
#include "solve/wide.hpp"

namespace touchline::solve {

namespace {

constexpr std::size_t kWide = Circle::kLanes;
using Lanes = std::array<double, kWide>;

TOUCHLINE_WIDE void take_product(double* __restrict to, const double* __restrict a, const double* __restrict b) {
    for (std::size_t k = 0; k < kWide; ++k) to[k] -= a[k] * b[k];
}

[[nodiscard]] bool nothing(const double* lanes) {
    for (std::size_t k = 0; k < kWide; ++k)
        if (lanes[k] != 0) return false;
    return true;
}

} // namespace

void Circle::link(u32 from, u32 to, std::size_t lane, const PlayLaw::End* end) {
    if (end->chance == 0) return;
    // The lanes of a row come run by run: the link may be there already.
    auto own = links_.end();
    for (auto at = links_.rbegin(); at != links_.rend() && at->from == from; ++at)
        if (at->to == to && at->ends[lane] == nullptr) own = at.base() - 1;
    if (own == links_.end()) own = links_.insert(own, {from, to, {}, {}});
    own->chance[lane] = end->chance;
    own->ends[lane] = end;
}

class Circle::Elimination {
public:
    Elimination(std::size_t places, const std::vector<Link>& links) : links_(links), held_(places, kFree) {
        for (const Link& link : links)
            if (link.to <= link.from && held_[link.to] == kFree) {
                held_[link.to] = static_cast<u32>(stops_.size());
                stops_.push_back(link.to);
            }
        begins_.assign(places + 1, 0);
        for (const Link& link : links) ++begins_[link.from + 1];
        for (std::size_t i = 0; i < places; ++i) begins_[i + 1] += begins_[i];
        if (stops_.size() <= kMostHeld) factor();
    }

    // What passes each place, given what flows in from outside.
    void pass(std::vector<Lanes>& flow) {
        if (stops_.size() > kMostHeld) return walk_on(flow);
        arrived_.assign(stops_.size(), {});
        for (std::size_t i = 0; i < stops_.size(); ++i) std::swap(arrived_[i], flow[stops_[i]]);
        walked_ = flow;
        walk(walked_, 0, arrived_);
        substitute();
        for (std::size_t i = 0; i < stops_.size(); ++i) flow[stops_[i]] = arrived_[i];
        ignored_.assign(stops_.size(), {});
        walk(flow, 0, ignored_);
    }

private:
    static constexpr u32 kFree = ~u32{0};
    static constexpr double kNeverLeaves = 1e-13;
    static constexpr std::size_t kMostHeld = 512;
    static constexpr int kMostRounds = 100'000;
    static constexpr double kNothingLeft = 1e-17; // of what has passed

    void walk_on(std::vector<Lanes>& flow) {
        std::vector<Lanes> passed(flow.size());
        for (int round = 0; round < kMostRounds; ++round) {
            arrived_.assign(stops_.size(), {});
            walk(flow, 0, arrived_);
            double all = 0;
            double left = 0;
            for (std::size_t place = 0; place < flow.size(); ++place)
                for (std::size_t k = 0; k < kWide; ++k) all += passed[place][k] += flow[place][k];
            std::ranges::fill(flow, Lanes{});
            for (std::size_t i = 0; i < stops_.size(); ++i) {
                flow[stops_[i]] = arrived_[i];
                for (double each : arrived_[i]) left += each;
            }
            if (left <= kNothingLeft * all) {
                flow = std::move(passed);
                return;
            }
        }
        throw Failure(Message{"solve.score-unsettled"});
    }

    // On from `first` in order; what comes to a held place goes no further.
    void walk(std::vector<Lanes>& flow, std::size_t first, std::vector<Lanes>& arrived) const {
        for (std::size_t place = first; place + 1 < begins_.size(); ++place) {
            const double* own = flow[place].data();
            if (nothing(own)) continue;
            for (std::size_t l = begins_[place]; l < begins_[place + 1]; ++l) {
                const Link& link = links_[l];
                Lanes& to = held_[link.to] == kFree ? flow[link.to] : arrived[held_[link.to]];
                add_product(to.data(), link.chance.data(), own, kWide);
            }
        }
    }

    [[nodiscard]] Lanes& entry(std::size_t row, std::size_t column) { return matrix_[row * stops_.size() + column]; }

    // Columns add up to 1 at the most: no pivots have to be looked for.
    void factor() {
        const std::size_t size = stops_.size();
        matrix_.assign(size * size, {});
        std::vector<Lanes> flow(held_.size());
        std::vector<Lanes> arrived(size);
        for (std::size_t column = 0; column < size; ++column) {
            std::ranges::fill(flow, Lanes{});
            std::ranges::fill(arrived, Lanes{});
            flow[stops_[column]].fill(1);
            walk(flow, stops_[column], arrived);
            for (std::size_t row = 0; row < size; ++row)
                for (std::size_t k = 0; k < kWide; ++k) entry(row, column)[k] = (row == column) - arrived[row][k];
        }
        for (std::size_t pivot = 0; pivot < size; ++pivot) {
            Lanes& own = entry(pivot, pivot);
            for (double& each : own) {
                if (each < kNeverLeaves) throw Failure(Message{"solve.score-unsettled"});
                each = 1 / each;
            }
            for (std::size_t row = pivot + 1; row < size; ++row) {
                Lanes& factor = entry(row, pivot);
                if (nothing(factor.data())) continue;
                for (std::size_t k = 0; k < kWide; ++k) factor[k] *= own[k];
                for (std::size_t column = pivot + 1; column < size; ++column)
                    take_product(entry(row, column).data(), factor.data(), entry(pivot, column).data());
            }
        }
    }

    // From what has arrived at the held places to how often they are visited.
    void substitute() {
        const std::size_t size = stops_.size();
        for (std::size_t pivot = 0; pivot < size; ++pivot)
            for (std::size_t row = pivot + 1; row < size; ++row)
                take_product(arrived_[row].data(), entry(row, pivot).data(), arrived_[pivot].data());
        for (std::size_t row = size; row-- > 0;) {
            for (std::size_t column = row + 1; column < size; ++column)
                take_product(arrived_[row].data(), entry(row, column).data(), arrived_[column].data());
            for (std::size_t k = 0; k < kWide; ++k) arrived_[row][k] *= entry(row, row)[k];
        }
    }

    const std::vector<Link>& links_;
    std::vector<u32> held_;           // by place: its number among the held ones, or kFree
    std::vector<u32> stops_;          // the held ones
    std::vector<std::size_t> begins_; // by place: its first link
    std::vector<Lanes> matrix_;       // factored; pivots as their inverses
    std::vector<Lanes> arrived_, ignored_, walked_;
};

void Circle::solve(std::vector<double>& flow) const {
    Elimination elimination(places_, links_);
    const auto column = [&](std::size_t place, std::size_t c) {
        return flow.data() + (place * kFlowColumns + c) * kWide;
    };
    std::vector<Lanes> own(places_);
    const auto pass = [&](std::size_t c) {
        for (std::size_t place = 0; place < places_; ++place) std::copy_n(column(place, c), kWide, own[place].data());
        elimination.pass(own);
        for (std::size_t place = 0; place < places_; ++place) std::copy_n(own[place].data(), kWide, column(place, c));
    };
    pass(0);
    for (const Link& link : links_)
        for (std::size_t k = 0; k < kWide; ++k) {
            if (link.ends[k] == nullptr) continue;
            const double chance = column(link.from, 0)[k];
            for (std::size_t c = 0; c < kCounted; ++c) column(link.to, 1 + c)[k] += link.ends[k]->first[c] * chance;
        }
    for (std::size_t c = 0; c < kCounted; ++c) pass(1 + c);
}

} // namespace touchline::solve
