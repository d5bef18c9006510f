// A solver for any game with few enough positions, secret choices included: every position that can be reached is
// listed, those that lead back to each other are solved together, the last ones first, each between a proven lower and
// a proven upper value.
#pragma once

#include "core/game.hpp"
#include "solve/group.hpp"
#include "solve/job.hpp"
#include "solve/solver.hpp"
#include "solve/walk.hpp"

#include <algorithm>
#include <span>
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
    // Rolls between two choices are not listed; a walk (odds.hpp) goes through them.
    [[nodiscard]] bool station(const State& state) const {
        const TurnKind kind = rules_.turn(state).kind;
        return kind == TurnKind::choice || kind == TurnKind::secret;
    }
    [[nodiscard]] bool covers(const State& state) const { return map_.find(state) != StateMap<State>::kNone; }
    [[nodiscard]] std::size_t positions() const { return map_.size(); }
    [[nodiscard]] double bound() const { return graph_.bound(); }
    [[nodiscard]] Valuation at(const State& state) const { return {graph_.worth(map_.find(state)), graph_.bound()}; }

    void solve_all(Job& job) { solve_for(rules_.start(), job); }

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
    [[nodiscard]] Expected<Done, Message> load(const Book&) { return Unexpected{Message{"book.none"}}; }

private:
    static constexpr u32 kClosed = ~u32{0};
    static constexpr u64 kTick = 4096;

    struct Frame {
        u32 node;
        u32 edge;
    };

    // Where a roll may lead.
    struct Target {
        State next;
        u32 tag;
        double weight;
    };

    // Begins the search at a position: lists where it leads.
    void enter(u32 node) {
        if (map_.size() > most_) throw Failure(Message{"solve.too-many"});
        list(node);
        if (order_.size() < map_.size()) {
            order_.resize(map_.size() * 2, 0);
            reach_.resize(map_.size() * 2, 0);
        }
        order_[node] = reach_[node] = ++clock_;
        path_.push_back(node);
        frames_.push_back({node, graph_.first_edge(node)});
    }

    void list(u32 node) {
        const State state = map_[node];
        const Turn turn = rules_.turn(state);
        switch (turn.kind) {
        case TurnKind::over: graph_.settle(node, worth_of(rules_.result(state))); return;
        case TurnKind::choice:
            graph_.begin(node, turn.seat == Seat::home ? Group::Kind::home : Group::Kind::away);
            each_action(rules_, state, turn.seat, [&](const State& next) { list_option(next); });
            break;
        case TurnKind::chance:
            graph_.begin(node, Group::Kind::chance);
            list_option(state);
            break;
        case TurnKind::secret:
            if constexpr (HasSecrets<R>) {
                graph_.begin(node, Group::Kind::secret);
                graph_.set_rows(each_pair(rules_, state, [&](const State& next) { list_option(next); }));
            }
            break;
        }
        graph_.finish();
    }

    void list_option(const State& next) {
        graph_.add_option();
        if (rules_.turn(next).kind == TurnKind::chance)
            roll(next);
        else
            graph_.add_edge(map_.place(next).index, 1);
    }

    void roll(const State& state) {
        next_.clear();
        each_outcome(rules_, state, [&](const State& next, Weight weight) {
            next_.push_back({next, map_.expect(next), static_cast<double>(weight)});
        });
        for (const Target& target : next_) graph_.add_edge(map_.place(target.next, target.tag).index, target.weight);
    }

    // One step of Tarjan's search for positions that lead back to each other.
    void step(Job& job) {
        Frame& frame = frames_.back();
        const u32 node = frame.node;
        if (frame.edge < graph_.last_edge(node)) {
            const u32 target = graph_.target(frame.edge++);
            if (target >= order_.size() || order_[target] == 0)
                enter(target);
            else if (order_[target] != kClosed)
                reach_[node] = std::min(reach_[node], order_[target]);
            return;
        }
        const u32 reach = reach_[node];
        frames_.pop_back();
        finished_.push_back(node);
        if (!frames_.empty()) reach_[frames_.back().node] = std::min(reach_[frames_.back().node], reach);
        if (reach != order_[node]) return;
        std::size_t members = 0;
        u32 member = 0;
        do {
            member = path_.back();
            path_.pop_back();
            order_[member] = kClosed;
            ++members;
        } while (member != node);
        // In the order in which the search left them: a position after most of those that it leads to.
        const std::span<const u32> group = std::span<const u32>(finished_).last(members);
        graph_.solve(group);
        graph_.forget_from(node); // what the search met after it is solved too
        finished_.resize(finished_.size() - members);
        ticks_ += members;
        if (ticks_ < kTick) return;
        job.check();
        job.advance(ticks_, graph_.bound());
        ticks_ = 0;
    }

    R rules_;
    u32 most_;
    StateMap<State> map_;
    Group graph_;
    // The search: order of entry (0 not yet, kClosed when solved), the earliest that can be reached from a position.
    std::vector<u32> order_;
    std::vector<u32> reach_;
    std::vector<u32> path_;
    std::vector<Frame> frames_;
    std::vector<u32> finished_; // positions that the search has left and whose group is still open
    std::vector<Target> next_;  // of one roll
    u32 clock_ = 0;
    u64 ticks_ = 0;
};

} // namespace touchline::solve
