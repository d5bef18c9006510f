// Evaluates compiled plays, and builds them bottom up.
#include "solve/program.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <numeric>

namespace touchline::solve {

namespace {

constexpr std::size_t kBlock = 64; // contexts worked on at once: a row is then eight cache lines

constexpr double kUnit = 0x1p-53;

struct ConstantRows {
    std::array<std::array<double, kBlock>, Program::kResults> value{};
    std::array<std::array<double, kBlock>, Program::kResults> draw{};
    ConstantRows() {
        for (std::size_t r = 0; r < Program::kResults; ++r) {
            value[r].fill(worth_of(static_cast<Result>(r)).value);
            draw[r].fill(worth_of(static_cast<Result>(r)).draw);
        }
    }
};

const ConstantRows& constant_rows() {
    static const ConstantRows kRows;
    return kRows;
}

} // namespace

void Program::evaluate(std::span<Worth> slots) const {
    assert(slots.size() >= this->slots());
    for (u32 r = 0; r < kResults; ++r) slots[r] = worth_of(static_cast<Result>(r));
    std::size_t own = kResults + stations_;
    for (const Node& node : nodes_) {
        Worth worth;
        if (node.kind == Kind::chance) {
            for (u32 e = node.first; e < node.first + node.count; ++e) {
                worth.value += chances_[e] * slots[targets_[e]].value;
                worth.draw += chances_[e] * slots[targets_[e]].draw;
            }
        } else {
            const Seat seat = node.kind == Kind::home ? Seat::home : Seat::away;
            worth = slots[targets_[node.first]];
            for (u32 e = node.first + 1; e < node.first + node.count; ++e)
                worth = best_of(seat, worth, slots[targets_[e]]);
        }
        slots[own++] = worth;
    }
}

void Program::evaluate_values(std::span<double> slots) const {
    assert(slots.size() >= this->slots());
    for (u32 r = 0; r < kResults; ++r) slots[r] = worth_of(static_cast<Result>(r)).value;
    std::size_t own = kResults + stations_;
    for (const Node& node : nodes_) {
        const u32* target = targets_.data() + node.first;
        double value = 0;
        if (node.kind == Kind::chance) {
            const double* chance = chances_.data() + node.first;
            for (u32 e = 0; e < node.count; ++e) value += chance[e] * slots[target[e]];
        } else {
            value = slots[target[0]];
            if (node.kind == Kind::home)
                for (u32 e = 1; e < node.count; ++e) value = std::max(value, slots[target[e]]);
            else
                for (u32 e = 1; e < node.count; ++e) value = std::min(value, slots[target[e]]);
        }
        slots[own++] = value;
    }
}

double Program::extreme(Extreme which, std::span<double> slots) const {
    std::ranges::fill(slots.first(kResults), 0.0);
    std::size_t own = kResults + stations_;
    for (const Node& node : nodes_) {
        double value = node.kind == Kind::chance ? 0 : slots[targets_[node.first]];
        for (u32 e = node.first; e < node.first + node.count; ++e) {
            const double other = slots[targets_[e]];
            if (node.kind == Kind::chance)
                value += chances_[e] * other;
            else
                value = which == Extreme::least ? std::min(value, other) : std::max(value, other);
        }
        slots[own++] = value;
    }
    return slots[roots_[0]];
}

// The first of the best options.
u32 Program::best_target(u32 first, u32 count, Kind kind, std::span<const double> slots) const {
    u32 best = targets_[first];
    for (u32 e = first + 1; e < first + count; ++e) {
        const u32 target = targets_[e];
        const bool better = kind == Kind::home ? slots[target] > slots[best] : slots[target] < slots[best];
        if (better) best = target;
    }
    return best;
}

void Program::follow(std::span<const double> slots, std::size_t root, std::span<double> weights) const {
    std::ranges::fill(weights.first(this->slots()), 0.0);
    weights[roots_[root]] = 1;
    std::size_t own = this->slots();
    for (std::size_t n = nodes_.size(); n-- > 0;) {
        const double weight = weights[--own];
        if (weight == 0) continue;
        const Node& node = nodes_[n];
        if (node.kind == Kind::chance)
            for (u32 e = node.first; e < node.first + node.count; ++e) weights[targets_[e]] += weight * chances_[e];
        else
            weights[best_target(node.first, node.count, node.kind, slots)] += weight;
    }
}

template <bool Draws>
void Program::evaluate_block(std::span<const Row> stations, std::size_t at, Span span, double* scratch) const {
    const std::size_t width = span.width;
    const std::size_t apart = span.apart;
    const ConstantRows& constant = constant_rows();
    const auto value_row = [&](u32 slot) -> const double* {
        if (slot < kResults) return constant.value[slot].data();
        if (slot < kResults + stations_) return stations[slot - kResults].value + at;
        return scratch + (slot - kResults - stations_) * apart * (Draws ? 2 : 1);
    };
    const auto draw_row = [&](u32 slot) -> const double* {
        if (slot < kResults) return constant.draw[slot].data();
        if (slot < kResults + stations_) return stations[slot - kResults].draw + at;
        return scratch + (slot - kResults - stations_) * apart * 2 + apart;
    };
    thread_local std::vector<const double*> from;
    double* value = scratch;
    for (const Node& node : nodes_) {
        double* draw = value + apart;
        const u32 end = node.first + node.count;
        if (node.kind == Kind::chance) {
            from.resize(node.count);
            for (u32 e = 0; e < node.count; ++e) from[e] = value_row(targets_[node.first + e]);
            weighted_sum(value, from.data(), &chances_[node.first], node.count, width);
            if constexpr (Draws) {
                for (u32 e = 0; e < node.count; ++e) from[e] = draw_row(targets_[node.first + e]);
                weighted_sum(draw, from.data(), &chances_[node.first], node.count, width);
            }
        } else {
            const double sign = node.kind == Kind::home ? 1 : -1;
            Row best{value_row(targets_[node.first]), Draws ? draw_row(targets_[node.first]) : nullptr};
            for (u32 e = node.first + 1; e < end; ++e) {
                const Row next{value_row(targets_[e]), Draws ? draw_row(targets_[e]) : nullptr};
                if constexpr (Draws) follow_better(draw, best, next, sign, width);
                take_better(value, best.value, next.value, sign, width);
                best = {value, draw};
            }
        }
        value += apart * (Draws ? 2 : 1);
    }
}

void Program::evaluate_rows(std::span<const Row> stations, std::size_t count, std::span<const RowOut> out) const {
    assert(stations.size() >= stations_ && out.size() >= roots_.size());
    const bool draws = out[0].draw != nullptr;
    // Few contexts stand close together: rows a whole block apart would fight for the same cache lines.
    const std::size_t apart = std::min(kBlock, (count + 7) / 8 * 8);
    const std::size_t stride = apart * (draws ? 2 : 1);
    thread_local std::vector<double> scratch;
    if (scratch.size() < nodes_.size() * stride) scratch.resize(nodes_.size() * stride);
    for (std::size_t at = 0; at < count; at += kBlock) {
        const std::size_t width = std::min(kBlock, count - at);
        if (draws)
            evaluate_block<true>(stations, at, {width, apart}, scratch.data());
        else
            evaluate_block<false>(stations, at, {width, apart}, scratch.data());
        for (std::size_t r = 0; r < roots_.size(); ++r) {
            const u32 root = roots_[r];
            const double* value = nullptr;
            const double* draw = nullptr;
            if (root < kResults) {
                value = constant_rows().value[root].data();
                draw = constant_rows().draw[root].data();
            } else if (root < kResults + stations_) {
                value = stations[root - kResults].value + at;
                draw = draws ? stations[root - kResults].draw + at : nullptr;
            } else {
                value = scratch.data() + (root - kResults - stations_) * stride;
                draw = value + apart;
            }
            if (value != out[r].value + at) std::copy_n(value, width, out[r].value + at);
            if (draws && draw != out[r].draw + at) std::copy_n(draw, width, out[r].draw + at);
        }
    }
}

// Builder: references are results (0..2), stations (marked) or kResults + number of a node.

u64 ProgramBuilder::hash(const Node& node) {
    u64 hash = static_cast<u64>(node.kind) + 1;
    const auto mix = [&hash](u64 word) {
        hash = (hash ^ word) * 0x9fb21c651e98df25ULL;
        hash ^= hash >> 29;
    };
    for (const Edge& edge : node.edges) {
        mix(edge.target);
        mix(edge.weight);
    }
    return hash;
}

u32 ProgramBuilder::intern(Node node) {
    const u64 hash = ProgramBuilder::hash(node);
    const auto [first, last] = known_.equal_range(hash);
    for (auto it = first; it != last; ++it)
        if (nodes_[it->second] == node) return Program::kResults + it->second;
    const auto index = static_cast<u32>(nodes_.size());
    nodes_.push_back(std::move(node));
    known_.emplace(hash, index);
    return Program::kResults + index;
}

u32 ProgramBuilder::chance(std::vector<Edge> edges) {
    assert(!edges.empty());
    std::ranges::sort(edges, {}, &Edge::target);
    std::vector<Edge> merged;
    for (const Edge& edge : edges) {
        if (!merged.empty() && merged.back().target == edge.target)
            merged.back().weight += edge.weight;
        else
            merged.push_back(edge);
    }
    if (merged.size() == 1) return merged[0].target;
    Weight divisor = 0;
    for (const Edge& edge : merged) divisor = std::gcd(divisor, edge.weight);
    for (Edge& edge : merged) edge.weight /= divisor;
    return intern({Program::Kind::chance, std::move(merged), Program::kUnnumbered});
}

u32 ProgramBuilder::choice(Seat seat, const std::vector<u32>& options) {
    assert(!options.empty());
    Node node{seat == Seat::home ? Program::Kind::home : Program::Kind::away, {}, Program::kUnnumbered};
    for (u32 option : options)
        if (std::ranges::find(node.edges, option, &Edge::target) == node.edges.end()) node.edges.push_back({option, 0});
    if (node.edges.size() == 1) return node.edges[0].target;
    return intern(std::move(node));
}

u32 ProgramBuilder::numbered_choice(Seat seat, const std::vector<u32>& options, u32 number, bool merged) {
    Node node{seat == Seat::home ? Program::Kind::home : Program::Kind::away, {}, number};
    for (u32 option : options) node.edges.push_back({option, 0});
    const u64 hash = ProgramBuilder::hash(node);
    if (merged) {
        const auto [first, last] = known_.equal_range(hash);
        for (auto it = first; it != last; ++it)
            if (nodes_[it->second].kind == node.kind && nodes_[it->second].edges == node.edges)
                return Program::kResults + it->second;
        known_.emplace(hash, static_cast<u32>(nodes_.size()));
    }
    nodes_.push_back(std::move(node));
    return Program::kResults + static_cast<u32>(nodes_.size() - 1);
}

namespace {

using Shares = std::vector<std::pair<u32, double>>; // target, chance

Shares merged(Shares shares) {
    std::ranges::sort(shares, {}, &Shares::value_type::first);
    Shares result;
    for (const auto& [target, chance] : shares) {
        if (!result.empty() && result.back().first == target)
            result.back().second += chance;
        else
            result.emplace_back(target, chance);
    }
    return result;
}

} // namespace

Program ProgramBuilder::finish(std::size_t stations, const std::vector<u32>& roots) const {
    const auto is_node = [](u32 reference) { return reference >= Program::kResults && reference < kStationMark; };
    const auto is_chance = [&](u32 reference) {
        return is_node(reference) && nodes_[reference - Program::kResults].kind == Program::Kind::chance;
    };
    std::vector<u32> uses(nodes_.size(), 0);
    for (const Node& node : nodes_)
        for (const Edge& edge : node.edges)
            if (is_node(edge.target)) ++uses[edge.target - Program::kResults];
    for (u32 root : roots)
        if (is_node(root)) ++uses[root - Program::kResults];

    // Chance nodes as shares; a chance child is multiplied out where the parent does not grow by more than the
    // child's own cost, spread over its users.
    std::vector<Shares> shares(nodes_.size());
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        const Node& node = nodes_[n];
        if (node.kind != Program::Kind::chance) {
            for (const Edge& edge : node.edges) shares[n].emplace_back(edge.target, 0.0);
            continue;
        }
        double total = 0;
        for (const Edge& edge : node.edges) total += static_cast<double>(edge.weight);
        Shares flat;
        double cost = 0;
        for (const Edge& edge : node.edges) {
            const double chance = static_cast<double>(edge.weight) / total;
            shares[n].emplace_back(edge.target, chance);
            cost += 1;
            if (is_chance(edge.target)) {
                const Shares& child = shares[edge.target - Program::kResults];
                cost += static_cast<double>(child.size()) / uses[edge.target - Program::kResults];
                for (const auto& [target, part] : child) flat.emplace_back(target, chance * part);
            } else {
                flat.emplace_back(edge.target, chance);
            }
        }
        flat = merged(std::move(flat));
        if (static_cast<double>(flat.size()) <= cost + 0.5) shares[n] = std::move(flat);
    }

    // Only what the roots still use, children before parents.
    std::vector<char> used(nodes_.size(), 0);
    for (u32 root : roots)
        if (is_node(root)) used[root - Program::kResults] = 1;
    for (std::size_t n = nodes_.size(); n-- > 0;)
        if (used[n])
            for (const auto& share : shares[n])
                if (is_node(share.first)) used[share.first - Program::kResults] = 1;

    Program program;
    program.stations_ = stations;
    std::vector<u32> slot_of(nodes_.size(), 0);
    std::vector<double> rounding(nodes_.size(), 0);
    const auto slot = [&](u32 reference) {
        if (reference >= kStationMark) return Program::slot(reference - kStationMark);
        return reference < Program::kResults ? reference : slot_of[reference - Program::kResults];
    };
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        if (!used[n]) continue;
        slot_of[n] = static_cast<u32>(Program::kResults + stations + program.nodes_.size());
        program.nodes_.push_back({static_cast<u32>(program.targets_.size()), static_cast<u32>(shares[n].size()),
                                  nodes_[n].kind, nodes_[n].choice});
        for (const auto& [target, chance] : shares[n]) {
            program.targets_.push_back(slot(target));
            program.chances_.push_back(chance);
            if (is_node(target)) rounding[n] = std::max(rounding[n], rounding[target - Program::kResults]);
        }
        // A chance is off by a few units (division, products, merging), each product and sum by one more.
        if (nodes_[n].kind == Program::Kind::chance)
            rounding[n] += (2.0 * static_cast<double>(shares[n].size()) + 16) * kUnit;
    }
    for (u32 root : roots) {
        program.roots_.push_back(slot(root));
        if (is_node(root)) program.rounding_ = std::max(program.rounding_, rounding[root - Program::kResults]);
    }
    return program;
}

} // namespace touchline::solve
