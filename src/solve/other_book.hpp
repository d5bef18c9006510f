// What another game's book says at the choices of a play: the same rulebook with another sheet or other options. A seat
// that goes on in one game as in the other is judged with it.
#pragma once

#include "core/game.hpp"
#include "games/json_text.hpp"
#include "solve/counted_play.hpp"
#include "solve/course.hpp"
#include "solve/row_kernels.hpp"

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace touchline::solve {

// A play of the game that is played, from stations that lie side by side.
template <class State>
struct PlayInLanes {
    State shape{};                 // the position that it was walked from
    std::vector<State> stations{}; // by lane: where it begins
    std::span<const PlayChoice<State>> choices{};
    std::function<State(const State&, std::size_t)> at{}; // a position of the play, in a lane
};

template <class State>
class OtherBook {
public:
    static constexpr u8 kUnknown = 0xff;

    virtual ~OtherBook() = default;
    // Choice by choice and lane by lane: which of the choice's actions is the best in the other game. Unknown where the
    // position is not one of that game, or its best action there cannot be taken here; and at choices of the other
    // seat.
    [[nodiscard]] virtual std::vector<u8> best(const PlayInLanes<State>& play, Seat seat) const = 0;
};

// The book of a solver whose game is passed through by a course. Safe from several threads at once.
template <class R, CourseFor<R> Course, class Known>
class SolverBook final : public OtherBook<typename R::State> {
public:
    using State = typename R::State;
    using OtherBook<State>::kUnknown;

    // `playing`: the rules of the game that is played, to tell its positions.
    SolverBook(Course course, const Known& known, const R& playing)
        : course_(std::move(course)), known_(known), playing_(playing) {}

    [[nodiscard]] std::vector<u8> best(const PlayInLanes<State>& play, Seat seat) const override {
        const std::size_t lanes = play.stations.size();
        std::vector<u8> places(play.choices.size() * lanes, kUnknown);
        const auto there = [&](std::size_t k) {
            return course_.rules().fault(play.stations[k]).empty() && known_.covers(play.stations[k]);
        };
        for (std::size_t first = 0; first < lanes;) {
            std::size_t end = first + 1;
            if (there(first)) {
                const State shape = course_.shape(play.stations[first]);
                while (end < lanes && there(end) && course_.shape(play.stations[end]) == shape) ++end;
                answer(play, seat, {first, end - first, shape}, places);
            }
            first = end;
        }
        return places;
    }

private:
    // Lanes of a play that look alike in the other game too.
    struct Run {
        std::size_t first;
        std::size_t lanes;
        State shape;
    };
    // A play as the other game would go on from each of its choices.
    struct Play {
        State shape{}; // in the other game
        std::once_flag once{};
        CountedPlay<State> counted{};
        std::vector<u32> roots{};               // by choice of the play here; kNowhere
        std::vector<std::vector<u8>> actions{}; // by choice: where each action of the other game stands here
    };
    static constexpr u32 kNowhere = ~u32{0};

    [[nodiscard]] Play& play_of(const State& here, const State& there) const {
        const std::lock_guard lock(mutex_);
        const u32 number = shapes_.place(here).index;
        if (number == plays_.size()) plays_.emplace_back();
        for (const std::unique_ptr<Play>& play : plays_[number])
            if (play->shape == there) return *play;
        plays_[number].push_back(std::make_unique<Play>());
        plays_[number].back()->shape = there;
        return *plays_[number].back();
    }

    [[nodiscard]] static std::string told(const R& rules, const State& state) {
        std::string text;
        JsonText out(text);
        out.open_object();
        rules.write_fields(out, state);
        out.close_object();
        return text;
    }

    // Where the actions of the other game stand in the list of this one. Empty where it is not the same choice.
    [[nodiscard]] std::vector<u8> matched(const PlayChoice<State>& choice, const State& here,
                                          const State& there) const {
        const R& rules = course_.rules();
        const Turn turn = rules.turn(there);
        if (turn.kind != TurnKind::choice || turn.seat != choice.seat || turn.event != playing_.turn(here).event)
            return {};
        std::vector<u8> places;
        for (Action action : rules.legal(there, turn.seat)) {
            u8 place = kUnknown;
            for (u8 i = 0; i < choice.legal.size(); ++i)
                if (playing_.action_name(here, choice.legal[i]) == rules.action_name(there, action)) place = i;
            places.push_back(place);
        }
        return places;
    }

    // Where the other game comes to by the same rolls and choices, as they are called: dice may have other faces.
    struct Replay {
        StateMap<State> met{};
        std::vector<State> there{}; // by number in `met`
    };
    template <class Rules>
    void replay(const Rules& rules, const State& here, const State& there, Replay& out) const {
        if (!out.met.place(here).fresh) return;
        out.there.push_back(there);
        const Turn turn = playing_.turn(here);
        const Turn other = rules.turn(there);
        if (turn.kind != other.kind || turn.event != other.event || turn.seat != other.seat) return;
        const auto go_on = [&](const State& a, const State& b) {
            if (playing_.turn(a).kind != TurnKind::over && !course_.station(a)) replay(rules, a, b, out);
        };
        if (turn.kind == TurnKind::chance)
            playing_.chances(here, [&](Outcome outcome, Weight) {
                const auto tokens = playing_.tokens(here, outcome);
                const auto there_too =
                    rules.outcome(there, std::vector<std::string_view>(tokens.begin(), tokens.end()));
                if (!there_too) return;
                State a = here;
                State b = there;
                playing_.resolve(a, outcome);
                rules.resolve(b, *there_too);
                go_on(a, b);
            });
        if (turn.kind == TurnKind::choice)
            for (Action action : playing_.legal(here, turn.seat))
                for (Action same : rules.legal(there, turn.seat)) {
                    if (playing_.action_name(here, action) != rules.action_name(there, same)) continue;
                    State a = here;
                    State b = there;
                    playing_.play(a, action);
                    rules.play(b, same);
                    go_on(a, b);
                }
    }

    void walk(Play& own, const PlayInLanes<State>& play, Seat seat, const Run& run) const {
        const auto stop = [this](const State& s) { return course_.station(s); };
        HowNames hows;
        const auto& rules = course_.shape_rules(play.stations[run.first]);
        CountedWalk walk(rules, stop, hows, own.counted);
        std::optional<Replay> replayed;
        for (const PlayChoice<State>& choice : play.choices) {
            own.roots.push_back(kNowhere);
            own.actions.emplace_back();
            if (choice.seat != seat || choice.legal.size() < 2) continue;
            const State here = play.at(choice.state, run.first);
            State there = run.shape == play.shape ? choice.state : course_.placed(choice.state, play.shape, run.shape);
            if (told(course_.rules(), here) == told(playing_, here)) {
                own.actions.back() = matched(choice, here, here);
            } else {
                if (!replayed) replay(rules, play.shape, run.shape, replayed.emplace());
                const u32 number = replayed->met.find(choice.state);
                if (number == StateMap<State>::kNone) continue;
                there = replayed->there[number];
                own.actions.back() = matched(choice, choice.state, there);
            }
            if (!own.actions.back().empty()) own.roots.back() = walk.add(there);
        }
        walk.finish();
    }

    void answer(const PlayInLanes<State>& play, Seat seat, const Run& run, std::vector<u8>& places) const {
        Play& own = play_of(play.shape, run.shape);
        std::call_once(own.once, [&] { walk(own, play, seat, run); });
        if (own.counted.graph.nodes.empty()) return;
        std::vector<double> ends;
        std::vector<char> known(run.lanes, 1);
        value_ends(own, play, run, ends, known);
        std::vector<double> values;
        value_nodes(own, run.lanes, ends, values);
        for (std::size_t c = 0; c < own.roots.size(); ++c) {
            if (own.roots[c] == kNowhere) continue;
            const PlayGraph::Node& node = own.counted.graph.nodes[own.roots[c]];
            const double sign = seat == Seat::home ? 1 : -1;
            for (std::size_t k = 0; k < run.lanes; ++k) {
                if (known[k] == 0) continue;
                const auto value = [&](u32 e) {
                    const u32 to = own.counted.graph.edges[node.first + e].to;
                    return sign * (to >= PlayGraph::kEnd ? ends[(to - PlayGraph::kEnd) * run.lanes + k]
                                                         : values[to * run.lanes + k]);
                };
                u32 best = 0;
                for (u32 e = 1; e < node.count; ++e)
                    if (value(e) > value(best) + kSame) best = e;
                places[c * play.stations.size() + run.first + k] = own.actions[c][best];
            }
        }
    }

    // Home's values of the ends of a play in the other game; lanes whose ends it has not solved are not known.
    void value_ends(const Play& own, const PlayInLanes<State>& play, const Run& run, std::vector<double>& ends,
                    std::vector<char>& known) const {
        using Target = RowTarget<State>;
        const State key = course_.row(play.stations[run.first]);
        const int first_lane = course_.lane(play.stations[run.first]);
        const int last_lane = first_lane + static_cast<int>(run.lanes) - 1;
        ends.assign(own.counted.graph.ends * run.lanes, 0.5);
        for (std::size_t end = 0; end < own.counted.ends.size(); ++end)
            each_target(course_, key, run.shape, own.counted.ends[end], first_lane, last_lane,
                        [&](const Target& target, int first, int last) {
                            double* to = ends.data() + end * run.lanes + (first - first_lane);
                            const auto count = static_cast<std::size_t>(last - first + 1);
                            if (target.result != 0)
                                std::fill_n(to, count,
                                            worth_of(static_cast<Result>(target.result - Target::kResult)).value);
                            else
                                value_row(target, {first, last}, to, known.data() + (first - first_lane));
                        });
    }

    void value_row(const RowTarget<State>& target, std::pair<int, int> lanes, double* to, char* known) const {
        const auto there = [&](int lane) { return lane + target.shift; };
        bool covered = true;
        for (int lane = lanes.first; lane <= lanes.second; ++lane)
            if (!known_.covers(course_.in_lane(target.key, there(lane)))) {
                known[lane - lanes.first] = 0;
                covered = false;
            }
        if (covered) return row_worths(course_, known_, target.key, {there(lanes.first), there(lanes.second)}, to);
        for (int lane = lanes.first; lane <= lanes.second; ++lane)
            if (known[lane - lanes.first] != 0)
                row_worths(course_, known_, target.key, {there(lane), there(lane)}, to + (lane - lanes.first));
    }

    static void value_nodes(const Play& own, std::size_t lanes, const std::vector<double>& ends,
                            std::vector<double>& values) {
        const PlayGraph& graph = own.counted.graph;
        values.resize(graph.nodes.size() * lanes);
        std::vector<const double*> from;
        std::vector<double> chances;
        for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
            const PlayGraph::Node& node = graph.nodes[n];
            from.clear();
            chances.clear();
            for (u32 e = 0; e < node.count; ++e) {
                const PlayGraph::Edge& edge = graph.edges[node.first + e];
                from.push_back(edge.to >= PlayGraph::kEnd ? ends.data() + (edge.to - PlayGraph::kEnd) * lanes
                                                          : values.data() + edge.to * lanes);
                chances.push_back(edge.chance);
            }
            double* to = values.data() + n * lanes;
            if (node.kind == TurnKind::chance) {
                weighted_sum(to, from.data(), chances.data(), node.count, lanes);
                continue;
            }
            std::copy_n(from[0], lanes, to);
            const double sign = own.counted.choices[node.choice].seat == Seat::home ? 1 : -1;
            for (u32 e = 1; e < node.count; ++e) take_better(to, to, from[e], sign, lanes);
        }
    }

    Course course_;
    const Known& known_;
    R playing_;
    mutable std::mutex mutex_;
    mutable StateMap<State> shapes_; // of the game that is played
    mutable std::deque<std::vector<std::unique_ptr<Play>>> plays_;
};

} // namespace touchline::solve
