// One compiled play under a policy: its choices made, then its value or the chances of its ends.
#include "solve/policy_run.hpp"

#include <algorithm>

namespace touchline::solve {

const double* PolicyRun::believed_row(u32 slot) const {
    if (slot < Program::kResults) return results_[slot].data();
    const std::size_t stations = program_->stations_;
    if (slot < Program::kResults + stations) return stations_[slot - Program::kResults];
    return believed_.data() + (slot - Program::kResults - stations) * width_;
}

// Believed rows are worked out where a choice by values leads, and nowhere else.
void PolicyRun::find_needed(const RowDecider& decider, Root root) {
    const auto first = static_cast<u32>(Program::kResults + program_->stations_);
    needed_.assign(program_->nodes_.size(), 0);
    if (root == Root::believed && program_->roots_[0] >= first) needed_[program_->roots_[0] - first] = 1;
    for (std::size_t n = program_->nodes_.size(); n-- > 0;) {
        const Program::Node& node = program_->nodes_[n];
        const bool decides = node.kind != Program::Kind::chance && decider.needs_values(node.choice);
        if (needed_[n] == 0 && !decides) continue;
        for (u32 e = node.first; e < node.first + node.count; ++e)
            if (program_->targets_[e] >= first) needed_[program_->targets_[e] - first] = 1;
    }
}

void PolicyRun::decide(const Program& program, const RowDecider& decider, std::span<const double* const> believed,
                       std::size_t width, Root root) {
    program_ = &program;
    width_ = width;
    stations_ = believed;
    for (u32 r = 0; r < Program::kResults; ++r) results_[r].assign(width, worth_of(static_cast<Result>(r)).value);
    find_needed(decider, root);
    if (believed_.size() < program.nodes_.size() * width) believed_.resize(program.nodes_.size() * width);
    share_at_.resize(program.nodes_.size());
    fixed_.resize(program.nodes_.size());
    std::size_t options = 0;
    for (const Program::Node& node : program.nodes_)
        if (node.kind != Program::Kind::chance) options += node.count;
    if (shares_.size() < options * width) shares_.resize(options * width);
    options = 0;
    for (std::size_t n = 0; n < program.nodes_.size(); ++n) {
        const Program::Node& node = program.nodes_[n];
        const bool choice = node.kind != Program::Kind::chance;
        const bool decides = choice && decider.needs_values(node.choice);
        if (decides || needed_[n] != 0) {
            from_.resize(node.count);
            for (u32 e = 0; e < node.count; ++e) from_[e] = believed_row(program.targets_[node.first + e]);
        }
        if (choice) {
            share_at_[n] = options * width;
            options += node.count;
            fixed_[n] = decider.fixed(node.choice);
        }
        if (choice && !fixed_[n]) {
            decider.decide(node.choice,
                           decides ? std::span<const double* const>(from_) : std::span<const double* const>{},
                           {shares_of(n), width});
        }
        if (needed_[n] == 0) continue;
        double* own = believed_.data() + n * width;
        if (!choice) {
            weighted_sum(own, from_.data(), &program.chances_[node.first], node.count, width);
            continue;
        }
        std::copy_n(from_[0], width, own);
        for (u32 e = 1; e < node.count; ++e)
            take_better(own, own, from_[e], node.kind == Program::Kind::home ? 1 : -1, width);
    }
}

void PolicyRun::value(std::span<const double* const> stations, const std::array<double, 3>& results, double* out) {
    const Program& program = *program_;
    const std::size_t rows = Program::kResults + program.nodes_.size(); // results first
    if (values_.size() < rows * width_) values_.resize(rows * width_);
    for (u32 r = 0; r < Program::kResults; ++r) std::fill_n(values_.data() + r * width_, width_, results[r]);
    const auto row = [&](u32 slot) -> const double* {
        if (slot < Program::kResults) return values_.data() + slot * width_;
        if (slot < Program::kResults + program.stations_) return stations[slot - Program::kResults];
        return values_.data() + (slot - program.stations_) * width_;
    };
    for (std::size_t n = 0; n < program.nodes_.size(); ++n) {
        const Program::Node& node = program.nodes_[n];
        double* own = values_.data() + (Program::kResults + n) * width_;
        const bool chance = node.kind == Program::Kind::chance;
        if (chance || fixed_[n]) {
            from_.resize(node.count);
            for (u32 e = 0; e < node.count; ++e) from_[e] = row(program.targets_[node.first + e]);
            weighted_sum(own, from_.data(), chance ? &program.chances_[node.first] : fixed_[n]->begin(), node.count,
                         width_);
            continue;
        }
        std::fill_n(own, width_, 0.0);
        for (u32 e = 0; e < node.count; ++e)
            add_product(own, row(program.targets_[node.first + e]), shares_of(n) + e * width_, width_);
    }
    std::copy_n(row(program.roots_[0]), width_, out);
}

std::span<const double> PolicyRun::end_chances() {
    const Program& program = *program_;
    values_.assign(program.slots() * width_, 0.0);
    std::fill_n(values_.data() + program.roots_[0] * width_, width_, 1.0);
    for (std::size_t n = program.nodes_.size(); n-- > 0;) {
        const Program::Node& node = program.nodes_[n];
        const double* own = values_.data() + (Program::kResults + program.stations_ + n) * width_;
        for (u32 e = 0; e < node.count; ++e) {
            double* to = values_.data() + program.targets_[node.first + e] * width_;
            if (node.kind == Program::Kind::chance)
                add_scaled(to, own, program.chances_[node.first + e], width_);
            else if (fixed_[n])
                add_scaled(to, own, (*fixed_[n])[e], width_);
            else
                add_product(to, own, shares_of(n) + e * width_, width_);
        }
    }
    return std::span(values_).first((Program::kResults + program.stations_) * width_);
}

// Nothing is subtracted, so that a chance is off by no more, relatively, than the operations on the way to it: a
// product for each edge, whose own chance is off by a few units, and as many sums as edges meet at a node.
double PolicyRun::rounding(const Program& program) {
    std::vector<double> meeting(program.slots(), 0.0), operations(program.slots(), 0.0);
    for (u32 target : program.targets_) meeting[target] += 1;
    for (std::size_t n = program.nodes_.size(); n-- > 0;) {
        const std::size_t own = Program::kResults + program.stations_ + n;
        operations[own] += meeting[own];
        const Program::Node& node = program.nodes_[n];
        for (u32 e = node.first; e < node.first + node.count; ++e)
            operations[program.targets_[e]] = std::max(operations[program.targets_[e]], operations[own] + 20);
    }
    double most = 0;
    for (std::size_t slot = 0; slot < Program::kResults + program.stations_; ++slot)
        most = std::max(most, operations[slot] + meeting[slot]);
    return (most + 1) * 0x1p-53;
}

} // namespace touchline::solve
