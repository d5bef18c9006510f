// Rows of one rank that lead back to each other: how often each is passed through, all rounds together, by elimination.
// Nothing is ever subtracted, so that even chances of leaving that are very small keep their digits.
#pragma once

#include "solve/flow_rows.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace touchline::solve {

// The circles of a pool, level by level: chance flows from one level to later ones only. By Tarjan's method, with a
// list in place of calls, as a rank may have many thousands of rows.
template <class State>
class CircleFinder {
public:
    using Circles = std::vector<FlowCircle<State>>;

    explicit CircleFinder(FlowPool<State>& pool) : pool_(pool) {
        for (const auto& row : pool.rows) {
            first_link_.push_back(links_.size());
            for (const auto& part : row.parts)
                for (const auto& segment : part->within_rank())
                    if (!segment.to->parts.empty()) links_.push_back({segment.to->number, segment.shift != 0});
        }
        first_link_.push_back(links_.size());
        met_.assign(pool.rows.size(), 0);
        low_.assign(pool.rows.size(), 0);
        circle_of_.assign(pool.rows.size(), kOpen);
        for (const auto& row : pool.rows)
            if (!row.parts.empty() && met_[row.number] == 0) visit(row.number);
    }

    [[nodiscard]] std::vector<Circles> levels() {
        std::vector<std::size_t> level(circles_.size(), 0);
        std::vector<Circles> levels;
        for (std::size_t c = circles_.size(); c-- > 0;) { // the last one that was closed comes first
            for (const auto* row : circles_[c].rows)
                for (const Link& link : links_of(row->number))
                    if (const std::size_t to = circle_of_[link.to]; to != c)
                        level[to] = std::max(level[to], level[c] + 1);
            if (levels.size() <= level[c]) levels.resize(level[c] + 1);
            levels[level[c]].push_back(std::move(circles_[c]));
        }
        return levels;
    }

private:
    static constexpr std::size_t kOpen = ~std::size_t{0};

    struct Link {
        u32 to;
        bool shifts; // to another lane
    };
    struct Visit {
        u32 row;
        std::size_t link; // the next one to look at
    };

    [[nodiscard]] std::span<const Link> links_of(u32 row) const {
        return std::span(links_).subspan(first_link_[row], first_link_[row + 1] - first_link_[row]);
    }

    void enter(u32 row) {
        met_[row] = low_[row] = ++count_;
        open_.push_back(row);
        visits_.push_back({row, first_link_[row]});
    }

    void visit(u32 root) {
        enter(root);
        while (!visits_.empty()) {
            Visit& at = visits_.back();
            const u32 row = at.row;
            if (at.link < first_link_[row + 1]) {
                const u32 to = links_[at.link++].to;
                if (met_[to] == 0)
                    enter(to);
                else if (circle_of_[to] == kOpen)
                    low_[row] = std::min(low_[row], met_[to]);
                continue;
            }
            visits_.pop_back();
            if (!visits_.empty()) low_[visits_.back().row] = std::min(low_[visits_.back().row], low_[row]);
            if (low_[row] == met_[row]) close(row);
        }
    }

    void close(u32 root) {
        FlowCircle<State> circle;
        for (u32 row = kNobody; row != root;) {
            row = open_.back();
            open_.pop_back();
            circle_of_[row] = circles_.size();
            pool_.rows[row].in_circle = circle.rows.size();
            circle.rows.push_back(&pool_.rows[row]);
        }
        for (const auto* row : circle.rows)
            for (const Link& link : links_of(row->number)) {
                if (circle_of_[link.to] != circles_.size()) continue;
                circle.round = true;
                circle.straight = circle.straight && !link.shifts;
            }
        circles_.push_back(std::move(circle));
    }

    static constexpr u32 kNobody = ~u32{0};

    FlowPool<State>& pool_;
    std::vector<Link> links_; // between rows with plays, row by row
    std::vector<std::size_t> first_link_;
    std::vector<std::size_t> met_; // when, from 1 on
    std::vector<std::size_t> low_;
    std::vector<std::size_t> circle_of_;
    std::vector<u32> open_;
    std::vector<Visit> visits_;
    Circles circles_;
    std::size_t count_ = 0;
};

// Finds how much passes through the rows of a straight circle, given what waits in them, and puts it into `moving`.
// Nothing goes on from a lane that has no play. Few rows lead to few others: only steps that exist have numbers.
template <class State>
class CircleSum {
public:
    static constexpr std::size_t kMostRows = 64;

    // Requires: kMostRows at most.
    explicit CircleSum(FlowCircle<State>& circle) : circle_(circle), size_(circle.rows.size()) {
        first_ = circle.rows[0]->amounts.first();
        int last = first_ - 1;
        for (const auto* row : circle.rows) {
            first_ = std::min(first_, row->amounts.first());
            last = std::max(last, row->amounts.last());
        }
        lanes_ = static_cast<std::size_t>(last - first_ + 1);
        flow_.assign(size_ * lanes_, 0.0);
        read();
        for (std::size_t left = size_; left > 0; --left) eliminate(next());
        for (std::size_t n = size_; n-- > 0;)
            each(in_[order_[n]], [&](std::size_t i) { pass(flow(order_[n]), flow(i), step(i, order_[n])); });
        for (std::size_t i = 0; i < size_; ++i) {
            Lanes& moving = circle.rows[i]->moving;
            moving.cover(first_, last);
            std::copy_n(flow(i), lanes_, &moving[first_]);
        }
    }

private:
    [[nodiscard]] double* flow(std::size_t i) { return flow_.data() + i * lanes_; }

    // The chance of a step from row i to row j; to j = kMostRows: out of the circle. New ones are 0, and move others.
    void make(std::size_t i, std::size_t j) {
        if (place_[i][j] != 0) return;
        place_[i][j] = static_cast<u32>(++made_);
        steps_.resize(made_ * lanes_, 0.0);
        if (j == kMostRows) return;
        out_[i] |= u64{1} << j;
        in_[j] |= u64{1} << i;
    }
    [[nodiscard]] double* step(std::size_t i, std::size_t j) { return steps_.data() + (place_[i][j] - 1) * lanes_; }

    void read() {
        steps_.reserve(8 * size_ * lanes_);
        for (std::size_t i = 0; i < size_; ++i) {
            const FlowRow<State>& row = *circle_.rows[i];
            std::ranges::copy(row.amounts.numbers(), flow(i) + (row.amounts.first() - first_));
            make(i, kMostRows);
            std::fill_n(step(i, kMostRows), lanes_, 1.0);
            for (const auto& part : row.parts) read(i, *part);
        }
    }

    void read(std::size_t i, const FlowPart<State>& part) {
        double* out = step(i, kMostRows) + (part.first - first_);
        std::fill_n(out, part.lanes, 0.0);
        for (u32 result = 0; result < EndRows::kResults; ++result) add(out, part.chances[result], part.lanes);
        for (const auto& segment : part.segments) {
            const bool inside = !segment.over() && circle_.has(*segment.to);
            const std::size_t j = inside ? segment.to->in_circle : kMostRows;
            if (j == i) continue; // to stay is no step: what counts is how often the others follow
            make(i, j);
            add(step(i, j) + (segment.first - first_), part.chances[segment.slot] + (segment.first - part.first),
                segment.lanes);
        }
    }

    // The row with the fewest ways through it.
    [[nodiscard]] std::size_t next() const {
        std::size_t best = size_;
        int fewest = 0;
        for (std::size_t k = 0; k < size_; ++k) {
            if ((gone_ >> k & 1) != 0) continue;
            const int ways = std::popcount(in_[k] & ~gone_) * (1 + std::popcount(out_[k] & ~gone_));
            if (best < size_ && ways >= fewest) continue;
            best = k;
            fewest = ways;
        }
        return best;
    }

    // x = a + x P: row k is put into those that are left.
    void eliminate(std::size_t k) {
        order_.push_back(k);
        gone_ |= u64{1} << k;
        in_[k] &= ~gone_;
        const u64 out = out_[k] & ~gone_;
        leaving_.assign(step(k, kMostRows), step(k, kMostRows) + lanes_);
        each(out, [&](std::size_t j) { add(leaving_.data(), step(k, j), lanes_); });
        for (double& number : leaving_) number = 1 / number;
        scale(flow(k));
        each(out, [&](std::size_t j) { pass(flow(j), flow(k), step(k, j)); });
        each(in_[k], [&](std::size_t i) {
            scale(step(i, k));
            pass(step(i, kMostRows), step(i, k), step(k, kMostRows));
            each(out & ~(u64{1} << i), [&](std::size_t j) {
                make(i, j);
                pass(step(i, j), step(i, k), step(k, j));
            });
        });
    }

    template <class Do>
    static void each(u64 rows, Do&& todo) {
        for (; rows != 0; rows &= rows - 1) todo(static_cast<std::size_t>(std::countr_zero(rows)));
    }
    static void add(double* to, const double* from, std::size_t lanes) {
        for (std::size_t i = 0; i < lanes; ++i) to[i] += from[i];
    }
    void scale(double* numbers) const {
        for (std::size_t lane = 0; lane < lanes_; ++lane) numbers[lane] *= leaving_[lane];
    }
    void pass(double* __restrict to, const double* __restrict from, const double* __restrict chance) const {
        for (std::size_t lane = 0; lane < lanes_; ++lane) to[lane] += from[lane] * chance[lane];
    }

    FlowCircle<State>& circle_;
    std::size_t size_;
    int first_ = 0;
    std::size_t lanes_ = 0;
    std::array<std::array<u32, kMostRows + 1>, kMostRows> place_{}; // of a step in steps_, from 1 on; 0: there is none
    std::array<u64, kMostRows> in_{};  // which rows lead to it: once it is eliminated, of those that were left
    std::array<u64, kMostRows> out_{}; // where it leads
    u64 gone_ = 0;
    std::vector<std::size_t> order_; // in which rows are eliminated
    std::size_t made_ = 0;
    std::vector<double> steps_;
    std::vector<double> flow_;
    std::vector<double> leaving_;
};

} // namespace touchline::solve
