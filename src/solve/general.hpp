// A solver for any game with few enough positions: every position that can be reached is listed, those that lead back
// to each other are solved together, the last ones first, each between a proven lower and a proven upper value.
// The reasons why those bounds hold stand in iterate.hpp.
#pragma once

#include "core/game.hpp"
#include "solve/job.hpp"
#include "solve/solver.hpp"
#include "solve/state_map.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace touchline::solve {

template <GameRules R>
class GeneralSolver {
public:
    using State = typename R::State;
    static constexpr u32 kVersion = 1;

    explicit GeneralSolver(const R& rules, u32 most_positions = 50'000'000) : rules_(rules), most_(most_positions) {}

    [[nodiscard]] static bool able(const R&) { return true; }
    [[nodiscard]] bool station(const State&) const { return true; }
    [[nodiscard]] bool covers(const State& state) const { return map_.find(state) != StateMap<State>::kNone; }
    [[nodiscard]] std::size_t positions() const { return map_.size(); }
    [[nodiscard]] double bound() const { return bound_; }

    [[nodiscard]] Valuation at(const State& state) const {
        const u32 index = map_.find(state);
        return {{middle(low_, high_, index), draws_ ? middle(draw_low_, draw_high_, index) : 0.0}, bound_};
    }

    void solve_all(Job& job) { solve_for(rules_.start(), job); }

    // Requires: no secret turn on the way.
    void solve_for(const State& from, Job& job) {
        const auto [index, fresh] = map_.place(from);
        if (!fresh) return;
        try {
            enter(index);
            while (!frames_.empty()) step(job);
        } catch (...) { // half a search is of no use to the next one
            *this = GeneralSolver(rules_, most_);
            throw;
        }
    }

    // A game that is solved by listing has no use for a book: solving takes about as long as reading.
    void save(BookWriter&) const {}
    [[nodiscard]] Expected<Done, std::string> load(const Book&) { return Unexpected{std::string("small games keep no book")}; }

private:
    static constexpr double kStill = 1e-14;
    static constexpr double kGuess = 2e-13;
    static constexpr int kMostSweeps = 1'000'000;
    static constexpr int kGuessSweeps = 64;

    enum class Kind : u8 { chance, home, away, over };
    struct Frame {
        u32 node;
        u32 edge;
    };

    static double middle(const std::vector<double>& low, const std::vector<double>& high, u32 index) {
        return low[index] + (high[index] - low[index]) / 2;
    }

    // Begins the search at a position: lists where it leads.
    void enter(u32 node) {
        if (map_.size() > most_) throw std::runtime_error("too many positions for the general solver");
        order_.resize(map_.size(), 0);
        order_[node] = reach_at(node) = ++clock_;
        path_.push_back(node);
        frames_.push_back({node, expand(node)});
    }

    u32& reach_at(u32 node) {
        if (reach_.size() < map_.size()) {
            reach_.resize(map_.size(), 0);
            first_.resize(map_.size(), 0);
            count_.resize(map_.size(), 0);
            kind_.resize(map_.size(), Kind::over);
            low_.resize(map_.size(), 0);
            high_.resize(map_.size(), 0);
        }
        return reach_[node];
    }

    // Writes down the edges of a position; answers the first.
    u32 expand(u32 node) {
        const State state = map_[node];
        const Turn turn = rules_.turn(state);
        const auto first = static_cast<u32>(targets_.size());
        first_[node] = first;
        if (turn.kind == TurnKind::over) {
            settle(node, worth_of(rules_.result(state)));
        } else if (turn.kind == TurnKind::choice) {
            kind_[node] = turn.seat == Seat::home ? Kind::home : Kind::away;
            for (Action action : rules_.legal(state, turn.seat)) {
                State next = state;
                rules_.play(next, action);
                add_edge(next, 0);
            }
        } else if (turn.kind == TurnKind::chance) {
            kind_[node] = Kind::chance;
            double total = 0;
            rules_.chances(state, [&](Outcome outcome, Weight weight) {
                State next = state;
                rules_.resolve(next, outcome);
                if (next == state) return; // made again: the others share its weight
                add_edge(next, static_cast<double>(weight));
                total += static_cast<double>(weight);
            });
            for (std::size_t e = first; e < targets_.size(); ++e) chances_[e] /= total;
        } else {
            throw std::logic_error("a secret choice cannot be solved by listing positions");
        }
        count_[node] = static_cast<u32>(targets_.size()) - first;
        return first;
    }

    void add_edge(const State& next, double weight) {
        targets_.push_back(map_.place(next).index);
        chances_.push_back(weight);
    }

    void settle(u32 node, Worth worth) {
        kind_[node] = Kind::over;
        low_[node] = high_[node] = worth.value;
        if (worth.draw == 0) return;
        draws_ = true;
        grow_draws();
        draw_low_[node] = draw_high_[node] = worth.draw;
    }

    void grow_draws() {
        if (draw_low_.size() >= map_.size()) return;
        draw_low_.resize(map_.size(), 0);
        draw_high_.resize(map_.size(), 0);
    }

    // One step of Tarjan's search for positions that lead back to each other.
    void step(Job& job) {
        Frame& frame = frames_.back();
        const u32 node = frame.node;
        if (frame.edge < first_[node] + count_[node]) {
            const u32 target = targets_[frame.edge++];
            if (target >= order_.size() || order_[target] == 0)
                enter(target);
            else if (order_[target] != kClosed)
                reach_[node] = std::min(reach_[node], order_[target]);
            return;
        }
        const u32 reach = reach_[node];
        frames_.pop_back();
        if (!frames_.empty()) reach_[frames_.back().node] = std::min(reach_[frames_.back().node], reach);
        if (reach != order_[node]) return;
        group_.clear();
        u32 member = 0;
        do {
            member = path_.back();
            path_.pop_back();
            order_[member] = kClosed;
            group_.push_back(member);
        } while (member != node);
        solve_group();
        ticks_ += group_.size();
        if (ticks_ < 4096) return;
        job.check();
        job.advance(ticks_, bound_);
        ticks_ = 0;
    }

    [[nodiscard]] static double rounding(u32 edges) { return (2.0 * edges + 16) * 0x1p-53; }

    [[nodiscard]] double value(u32 node, const std::vector<double>& column) const {
        const u32* target = targets_.data() + first_[node];
        const u32 count = count_[node];
        if (kind_[node] == Kind::chance) {
            const double* chance = chances_.data() + first_[node];
            double sum = 0;
            for (u32 e = 0; e < count; ++e) sum += chance[e] * column[target[e]];
            return sum;
        }
        double best = column[target[0]];
        for (u32 e = 1; e < count; ++e)
            best = kind_[node] == Kind::home ? std::max(best, column[target[e]]) : std::min(best, column[target[e]]);
        return best;
    }

    // Draws follow the choices that the values ask for.
    [[nodiscard]] double draw(u32 node, const std::vector<double>& column) const {
        if (kind_[node] == Kind::chance) return value(node, column);
        const Seat seat = kind_[node] == Kind::home ? Seat::home : Seat::away;
        Worth best;
        for (u32 e = 0; e < count_[node]; ++e) {
            const u32 target = targets_[first_[node] + e];
            const Worth worth{middle(low_, high_, target), column[target]};
            best = e == 0 ? worth : best_of(seat, best, worth);
        }
        return best.draw;
    }

    void solve_group() {
        if (group_.size() == 1 && kind_[group_[0]] == Kind::over) return;
        squeeze(low_, high_, [this](u32 node, const std::vector<double>& column) { return value(node, column); });
        if (!draws_) return;
        grow_draws();
        squeeze(draw_low_, draw_high_, [this](u32 node, const std::vector<double>& column) { return draw(node, column); });
    }

    template <class Update>
    void squeeze(std::vector<double>& low, std::vector<double>& high, const Update& update) {
        double still = kStill;
        double above = kGuess;
        for (int sweeps = 0;;) {
            if (group_.size() == 1 && !leads_to_itself(group_[0])) { // nothing to repeat
                const u32 node = group_[0];
                low[node] = std::max(0.0, update(node, low) - rounding(count_[node]));
                high[node] = std::min(1.0, update(node, high) + rounding(count_[node]));
                break;
            }
            while (raise(low, update) > still)
                if (++sweeps > kMostSweeps) throw std::runtime_error("play may never end here: no bound can be proven");
            if (guess(low, high, update, above)) break;
            above *= 4;
            still = std::max(still / 8, 1e-17);
            if (++sweeps > kMostSweeps || above > 1) throw std::runtime_error("play may never end here: no bound can be proven");
        }
        for (u32 node : group_) bound_ = std::max(bound_, (high[node] - low[node]) / 2 + 0x1p-52);
    }

    [[nodiscard]] bool leads_to_itself(u32 node) const {
        for (u32 e = 0; e < count_[node]; ++e)
            if (targets_[first_[node] + e] == node) return true;
        return false;
    }

    template <class Update>
    double raise(std::vector<double>& low, const Update& update) {
        double most = 0;
        for (u32 node : group_) {
            const double next = update(node, low) - rounding(count_[node]);
            most = std::max(most, next - low[node]);
            low[node] = std::max(low[node], next);
        }
        return most;
    }

    // Whether the lower values, raised a little, can be proven to be upper ones. The positions that the group leads to
    // have bounds of their own, so that the raise starts from the widest of these.
    template <class Update>
    bool guess(const std::vector<double>& low, std::vector<double>& high, const Update& update, double above) {
        double widest = 0;
        for (u32 node : group_) high[node] = low[node];
        for (u32 node : group_)
            for (u32 e = 0; e < count_[node]; ++e) {
                const u32 target = targets_[first_[node] + e];
                widest = std::max(widest, high[target] - low[target]);
            }
        for (u32 node : group_) high[node] = std::min(1.0, low[node] + widest + above);
        for (int sweep = 0; sweep < kGuessSweeps; ++sweep) {
            bool raised = false;
            for (u32 node : group_) {
                const double next = update(node, high) + rounding(count_[node]);
                raised = raised || (next > high[node] && high[node] < 1);
                high[node] = std::min(1.0, next);
            }
            if (!raised) return true;
        }
        return false;
    }

    static constexpr u32 kClosed = ~u32{0};

    R rules_;
    u32 most_;
    StateMap<State> map_;
    std::vector<u32> first_;
    std::vector<u32> count_;
    std::vector<Kind> kind_;
    std::vector<u32> targets_;
    std::vector<double> chances_;
    std::vector<double> low_;
    std::vector<double> high_;
    std::vector<double> draw_low_;
    std::vector<double> draw_high_;
    bool draws_ = false;
    double bound_ = 0;
    // The search: order of entry (0 not yet, kClosed when solved), the earliest that can be reached from a position.
    std::vector<u32> order_;
    std::vector<u32> reach_;
    std::vector<u32> path_;
    std::vector<Frame> frames_;
    std::vector<u32> group_;
    u32 clock_ = 0;
    u64 ticks_ = 0;
};

} // namespace touchline::solve
