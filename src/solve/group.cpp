// Solves positions that lead back to each other between proven bounds.
#include "solve/group.hpp"

#include "core/message.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace touchline::solve {

namespace {

constexpr double kStill = 4e-16; // a sweep that changes less has found the values
constexpr double kGuess = 1e-13; // how far from them the guesses begin
constexpr int kFindSweeps = 400;
constexpr int kProveSweeps = 48;
constexpr int kApproachSweeps = 1'000'000;
constexpr double kMatrixError = 1e-12; // of a secret choice's value, at most

} // namespace

void Group::grow(u32 node) {
    if (node < nodes_.size()) return;
    const std::size_t size = std::max<std::size_t>(node + 1, nodes_.size() * 2);
    nodes_.resize(size);
    low_.resize(size, 0);
    high_.resize(size, 0);
    choice_.resize(size, 0);
    inside_.resize(size, 0);
    if (draws_) {
        draw_low_.resize(size, 0);
        draw_high_.resize(size, 0);
    }
}

void Group::settle(u32 node, Worth worth) {
    grow(node);
    nodes_[node].kind = Kind::over;
    low_[node] = high_[node] = worth.value;
    if (worth.draw == 0) return;
    draws_ = true;
    draw_low_.resize(nodes_.size(), 0);
    draw_high_.resize(nodes_.size(), 0);
    draw_low_[node] = draw_high_[node] = worth.draw;
}

void Group::begin(u32 node, Kind kind) {
    grow(node);
    nodes_[node].kind = kind;
    nodes_[node].first = static_cast<u32>(starts_.size());
    open_ = node;
}

void Group::finish() {
    Node& node = nodes_[open_];
    node.options = static_cast<u16>(starts_.size() - node.first);
    starts_.push_back(static_cast<u32>(targets_.size()));
    std::size_t most = 0;
    for (u32 option = node.first; option < node.first + node.options; ++option) {
        double total = 0;
        for (u32 e = starts_[option]; e < starts_[option + 1]; ++e) total += chances_[e];
        if (total == 0) throw std::logic_error("a roll that is made again for ever");
        for (u32 e = starts_[option]; e < starts_[option + 1]; ++e) chances_[e] /= total;
        most = std::max<std::size_t>(most, starts_[option + 1] - starts_[option]);
    }
    node.rounding = (2.0 * static_cast<double>(most) + 16) * 0x1p-53 + (node.kind == Kind::secret ? kMatrixError : 0);
}

Worth Group::worth(u32 node) const {
    const auto middle = [&](const std::vector<double>& low, const std::vector<double>& high) {
        return low[node] + (high[node] - low[node]) / 2;
    };
    return {middle(low_, high_), draws_ ? middle(draw_low_, draw_high_) : 0.0};
}

double Group::option(const double* column, u32 option) const {
    const u32 first = starts_[option];
    const u32 last = starts_[option + 1];
    double sum = chances_[first] * column[targets_[first]];
    for (u32 e = first + 1; e < last; ++e) sum += chances_[e] * column[targets_[e]];
    return sum;
}

MatrixSolution Group::secret(u32 index, const double* column) const {
    const Node& node = nodes_[index];
    std::vector<double> payoff;
    for (u32 i = 0; i < node.options; ++i) payoff.push_back(option(column, node.first + i));
    MatrixSolution solution = solve_matrix_game(payoff, node.rows, node.options / node.rows);
    if (solution.error > kMatrixError) throw Failure(Message{"solve.secret-unsettled"});
    return solution;
}

double Group::value(u32 index, const double* column) const {
    const Node& node = nodes_[index];
    if (node.kind == Kind::secret) return secret(index, column).value;
    double best = option(column, node.first);
    for (u32 i = 1; i < node.options; ++i) {
        const double other = option(column, node.first + i);
        best = node.kind == Kind::home ? std::max(best, other) : std::min(best, other);
    }
    return best;
}

double Group::fixed_value(u32 index, const double* column) const {
    const Node& node = nodes_[index];
    return node.kind == Kind::home ? option(column, node.first + choice_[index]) : value(index, column);
}

// Draws follow the choices that the values ask for.
double Group::draw(u32 index, const double* column) const {
    const Node& node = nodes_[index];
    if (node.options == 1) return option(column, node.first);
    if (node.kind == Kind::secret) {
        const MatrixSolution solution = secret(index, low_.data());
        double sum = 0;
        for (u32 i = 0; i < node.options; ++i) {
            const std::size_t columns = node.options / node.rows;
            sum += solution.rows[i / columns] * solution.columns[i % columns] * option(column, node.first + i);
        }
        return sum;
    }
    const Seat seat = node.kind == Kind::home ? Seat::home : Seat::away;
    Worth best;
    for (u32 i = 0; i < node.options; ++i) {
        const u32 at = node.first + i;
        const Worth worth{(option(low_.data(), at) + option(high_.data(), at)) / 2, option(column, at)};
        best = i == 0 ? worth : best_of(seat, best, worth);
    }
    return best.draw;
}

bool Group::leads_to_itself(u32 node) const {
    for (u32 e = first_edge(node); e < last_edge(node); ++e)
        if (targets_[e] == node) return true;
    return false;
}

void Group::solve(std::span<const u32> members) {
    if (nodes_[members[0]].kind == Kind::over) return;
    squeeze(
        members, low_, high_, [this](u32 node, const double* column) { return value(node, column); },
        [this](u32 node, const double* column) { return fixed_value(node, column); });
    if (!draws_) return;
    // With the choices known a draw is no different for either seat.
    const auto update = [this](u32 node, const double* column) { return draw(node, column); };
    squeeze(members, draw_low_, draw_high_, update, update);
}

void Group::forget_from(u32 node) {
    if (nodes_[node].kind == Kind::over) return;
    targets_.resize(starts_[nodes_[node].first]);
    chances_.resize(targets_.size());
    starts_.resize(nodes_[node].first);
}

// Sweeps, and every few of them a jump along the direction in which the values move.
template <class Update>
void Group::find(std::span<const u32> members, std::vector<double>& column, const Update& update) {
    before_.assign(members.size(), 0.0);
    for (u32 node : members) column[node] = 0;
    double last = 1;
    for (int sweep = 1; sweep <= kFindSweeps; ++sweep) {
        double most = 0;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const double next = update(members[i], column.data());
            before_[i] = next - column[members[i]];
            most = std::max(most, std::abs(before_[i]));
            column[members[i]] = next;
        }
        if (most <= kStill) return;
        const double ratio = most / last;
        last = most;
        if (sweep % 4 != 0 || ratio >= 0.999) continue;
        for (std::size_t i = 0; i < members.size(); ++i) {
            double& own = column[members[i]];
            own = std::clamp(own + before_[i] * ratio / (1 - ratio), 0.0, 1.0);
        }
    }
}

double Group::widest_exit(std::span<const u32> members, const double* low, const double* high) const {
    double widest = 0;
    for (u32 node : members)
        for (u32 e = first_edge(node); e < last_edge(node); ++e)
            if (!inside_[targets_[e]]) widest = std::max(widest, high[targets_[e]] - low[targets_[e]]);
    return widest;
}

// One sweep that raises no entry proves all of them; a guess finds its shape within a few.
template <class Update>
bool Group::prove_above(std::span<const u32> members, std::vector<double>& high, const Update& update) const {
    for (int sweep = 0; sweep < kProveSweeps; ++sweep) {
        bool sound = true;
        for (u32 node : members) {
            const double next = std::min(1.0, update(node, high.data()) + nodes_[node].rounding);
            sound = sound && next <= high[node];
            high[node] = next;
        }
        if (sound) return true;
    }
    return false;
}

template <class Update>
bool Group::prove_below(std::span<const u32> members, std::vector<double>& low, const Update& update) const {
    for (int sweep = 0; sweep < kProveSweeps; ++sweep) {
        bool sound = true;
        for (u32 node : members) {
            const double next = std::max(0.0, update(node, low.data()) - nodes_[node].rounding);
            sound = sound && next >= low[node];
            low[node] = next;
        }
        if (sound) return true;
    }
    return false;
}

void Group::fix_choices(std::span<const u32> members, const double* column) {
    for (u32 index : members) {
        const Node& node = nodes_[index];
        if (node.kind != Kind::home) continue;
        double best = option(column, node.first);
        choice_[index] = 0;
        for (u16 i = 1; i < node.options; ++i)
            if (const double other = option(column, node.first + i); other > best) {
                best = other;
                choice_[index] = i;
            }
    }
}

// Whether home's fixed choices leave the group for certain, whatever away does: from every member some way out must be
// open that away cannot close.
bool Group::leaves(std::span<const u32> members) {
    std::size_t left = members.size();
    const auto open = [&](u32 option) {
        for (u32 e = starts_[option]; e < starts_[option + 1]; ++e)
            if (inside_[targets_[e]] != 1) return true;
        return false;
    };
    for (bool changed = true; changed && left > 0;) {
        changed = false;
        for (u32 index : members) {
            if (inside_[index] != 1) continue;
            const Node& node = nodes_[index];
            bool out = node.kind != Kind::secret; // home's mixture is not fixed: nothing is known of it
            if (node.kind == Kind::home)
                out = open(node.first + choice_[index]);
            else
                for (u32 i = 0; out && i < node.options; ++i) out = open(node.first + i);
            if (!out) continue;
            inside_[index] = 2; // inside, with a way out
            --left;
            changed = true;
        }
    }
    for (u32 index : members) inside_[index] = 1;
    return left == 0;
}

// From 0 upwards nothing can pass the least solution, whatever the choices.
template <class Update>
void Group::approach(std::span<const u32> members, std::vector<double>& low, std::vector<double>& high,
                     const Update& update) {
    for (u32 node : members) low[node] = 0;
    double above = kGuess;
    double still = kGuess / 16;
    for (int sweep = 0; sweep < kApproachSweeps; ++sweep) {
        double most = 0;
        for (u32 node : members) {
            const double next = std::max(low[node], update(node, low.data()) - nodes_[node].rounding);
            most = std::max(most, next - low[node]);
            low[node] = next;
        }
        if (most > still) continue;
        const double widest = widest_exit(members, low.data(), high.data());
        for (u32 node : members) high[node] = std::min(1.0, low[node] + widest + above);
        if (prove_above(members, high, update)) return;
        above *= 4;
        still = std::max(still / 4, 1e-17);
        if (above > 1) break;
    }
    throw Failure(Message{"solve.no-bound"});
}

template <class Update, class Fixed>
void Group::squeeze(std::span<const u32> members, std::vector<double>& low, std::vector<double>& high,
                    const Update& update, const Fixed& fixed) {
    if (members.size() == 1 && !leads_to_itself(members[0])) { // nothing to repeat
        const u32 node = members[0];
        low[node] = std::max(0.0, update(node, low.data()) - nodes_[node].rounding);
        high[node] = std::min(1.0, update(node, high.data()) + nodes_[node].rounding);
        return note_bound(members, low, high);
    }
    for (u32 node : members) inside_[node] = 1;
    find(members, low, update);
    fix_choices(members, low_.data());
    const double widest = widest_exit(members, low.data(), high.data());
    bool proven = false;
    if (leaves(members)) {
        for (double off = kGuess; !proven && off < 1e-10; off *= 8) {
            for (u32 node : members) high[node] = std::min(1.0, low[node] + widest + off);
            proven = prove_above(members, high, update);
        }
        for (double off = kGuess; proven && off < 1e-10; off *= 8) {
            for (u32 node : members) low[node] = std::max(0.0, low[node] - off);
            if (prove_below(members, low, fixed)) break;
            proven = off * 8 < 1e-10;
        }
    }
    if (!proven) approach(members, low, high, update);
    for (u32 node : members) inside_[node] = 0;
    note_bound(members, low, high);
}

void Group::note_bound(std::span<const u32> members, const std::vector<double>& low, const std::vector<double>& high) {
    for (u32 node : members) bound_ = std::max(bound_, (high[node] - low[node]) / 2 + 0x1p-52);
}

} // namespace touchline::solve
