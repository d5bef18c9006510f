// Rows of one rank that lead back to each other: how often each is passed through, all rounds together, by elimination.
// Nothing is ever subtracted, so that even chances of leaving that are very small keep their digits.
#pragma once

#include "solve/flow_rows.hpp"

#include <algorithm>
#include <unordered_map>

namespace touchline::solve {

// The circles of a pool in the order in which chance flows, by Tarjan's method.
template <class State>
class CircleFinder {
public:
    using Row = FlowRow<State>;

    explicit CircleFinder(FlowPool<State>& pool) {
        for (Row& row : pool.rows)
            if (!row.parts.empty() && !nodes_.contains(&row)) visit(row);
        std::ranges::reverse(circles_);
    }

    [[nodiscard]] std::vector<FlowCircle<State>> take() { return std::move(circles_); }

private:
    struct Node {
        std::size_t number;
        std::size_t low;
        bool open;
    };

    std::size_t visit(Row& row) {
        const std::size_t number = nodes_.size();
        nodes_[&row] = {number, number, true};
        stack_.push_back(&row);
        std::size_t low = number;
        for (const auto& part : row.parts)
            for (std::size_t i = 0; i < part.within; ++i) {
                Row& to = *part.segments[i].to;
                if (to.parts.empty()) continue;
                const auto known = nodes_.find(&to);
                if (known == nodes_.end())
                    low = std::min(low, visit(to));
                else if (known->second.open)
                    low = std::min(low, known->second.number);
            }
        nodes_[&row].low = low;
        if (low == number) close(row);
        return low;
    }

    void close(const Row& root) {
        FlowCircle<State> circle;
        Row* row = nullptr;
        do {
            row = stack_.back();
            stack_.pop_back();
            nodes_[row].open = false;
            circle.rows.push_back(row);
        } while (row != &root);
        circle.straight = true;
        for (std::size_t i = 0; i < circle.rows.size(); ++i) circle.rows[i]->in_circle = i;
        for (const Row* own : circle.rows)
            for (const auto& part : own->parts)
                for (std::size_t i = 0; i < part.within; ++i) {
                    const Row* to = part.segments[i].to;
                    if (to->in_circle >= circle.rows.size() || circle.rows[to->in_circle] != to) continue;
                    circle.round = true;
                    circle.straight = circle.straight && part.segments[i].shift == 0;
                }
        circles_.push_back(std::move(circle));
    }

    std::unordered_map<const Row*, Node> nodes_;
    std::vector<Row*> stack_;
    std::vector<FlowCircle<State>> circles_;
};

// How much passes through the rows of a straight circle, given what waits in them. Nothing goes on from a lane that has
// no play.
template <class State>
class CircleSum {
public:
    explicit CircleSum(FlowCircle<State>& circle) : circle_(circle), size_(circle.rows.size()) {
        first_ = circle.rows[0]->amounts.first();
        int last = first_ - 1;
        for (const auto* row : circle.rows) {
            first_ = std::min(first_, row->amounts.first());
            last = std::max(last, row->amounts.first() + static_cast<int>(row->amounts.numbers().size()) - 1);
        }
        lanes_ = static_cast<std::size_t>(last - first_ + 1);
        steps_.assign(size_ * (size_ + 1) * lanes_, 0.0);
        flow_.assign(size_ * lanes_, 0.0);
        read();
        eliminate();
    }

    // Of a row, by its place in the circle, from a lane on.
    [[nodiscard]] const double* passing(std::size_t row, int lane) const {
        return flow_.data() + row * lanes_ + (lane - first_);
    }

private:
    // The chance of a step from row i to row j; to j = size_: out of the circle.
    [[nodiscard]] double* step(std::size_t i, std::size_t j) { return steps_.data() + (i * (size_ + 1) + j) * lanes_; }
    [[nodiscard]] double* flow(std::size_t i) { return flow_.data() + i * lanes_; }

    void read() {
        for (std::size_t i = 0; i < size_; ++i) {
            const FlowRow<State>& row = *circle_.rows[i];
            std::ranges::copy(row.amounts.numbers(), flow(i) + (row.amounts.first() - first_));
            std::fill_n(step(i, size_), lanes_, 1.0);
            for (const auto& part : row.parts) {
                double* out = step(i, size_) + (part.first - first_);
                std::fill_n(out, part.lanes, 0.0);
                for (u32 result = 0; result < EndRows::kResults; ++result) add(out, part.chances[result], part.lanes);
                for (const auto& segment : part.segments) {
                    const auto* to = segment.to;
                    const bool inside = to != nullptr && to->in_circle < size_ && circle_.rows[to->in_circle] == to;
                    add(step(i, inside ? to->in_circle : size_) + (segment.first - first_),
                        part.chances[segment.slot] + (segment.first - part.first), segment.lanes);
                }
            }
        }
    }

    static void add(double* to, const double* from, std::size_t lanes) {
        for (std::size_t i = 0; i < lanes; ++i) to[i] += from[i];
    }

    // x = a + x P: the last row is put into the others, one after the other, and back.
    void eliminate() {
        std::vector<double> leaving(lanes_);
        for (std::size_t k = size_; k-- > 0;) {
            leaving.assign(lanes_, 0.0);
            for (std::size_t j = 0; j < k; ++j) add(leaving.data(), step(k, j), lanes_);
            add(leaving.data(), step(k, size_), lanes_);
            for (std::size_t lane = 0; lane < lanes_; ++lane) {
                leaving[lane] = 1 / leaving[lane];
                flow(k)[lane] *= leaving[lane];
            }
            for (std::size_t i = 0; i < k; ++i)
                for (std::size_t lane = 0; lane < lanes_; ++lane) step(i, k)[lane] *= leaving[lane];
            for (std::size_t j = 0; j <= size_; ++j) {
                if (j >= k && j < size_) continue;
                const double* __restrict on = step(k, j);
                if (j < size_) pass(flow(j), flow(k), on);
                for (std::size_t i = 0; i < k; ++i) pass(step(i, j), step(i, k), on);
            }
        }
        for (std::size_t k = 1; k < size_; ++k)
            for (std::size_t i = 0; i < k; ++i) pass(flow(k), flow(i), step(i, k));
    }

    void pass(double* __restrict to, const double* __restrict from, const double* __restrict chance) const {
        for (std::size_t lane = 0; lane < lanes_; ++lane) to[lane] += from[lane] * chance[lane];
    }

    FlowCircle<State>& circle_;
    std::size_t size_;
    int first_ = 0;
    std::size_t lanes_ = 0;
    std::vector<double> steps_;
    std::vector<double> flow_;
};

} // namespace touchline::solve
