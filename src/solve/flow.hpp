// Follows two strategies forwards through a game, station by station: how likely each is, and what has been counted on
// the way there. One pass gives every figure of a game with its spread: a backward pass would be one for each of them.
//
// Layers come one after the other; of each no more is kept than what flows into it. Stations that lead back to each
// other are passed through until nothing is left in the circle.
#pragma once

#include "solve/counted_play.hpp"
#include "solve/course.hpp"
#include "solve/flow_rows.hpp"
#include "solve/policy_run.hpp"

#include <cmath>
#include <deque>
#include <map>

namespace touchline::solve {

template <class R, CourseFor<R> Course, class Known>
class Flow {
public:
    using State = typename R::State;

    Flow(const Course& course, const Known& known, const Policy<State>& policy)
        : course_(course), known_(known), policy_(policy), believes_(policy.any_uses_values()) {}

    [[nodiscard]] Flowed run(const State& start, Job& job) {
        result_.valued = believes_;
        const int lane = course_.lane(start);
        const u32 first = cover({course_.row(start), course_.layer(start), 0, 0}, lane, lane);
        grow(rows_[first]);
        rows_[first].flow[0] = 1;
        job.begin(0);
        while (!layers_.empty()) {
            const auto layer = layers_.begin();
            layer_ = layer->first;
            pass_through(job);
            job.advance(passed_, 0);
            layers_.erase(layer_);
        }
        gather();
        return std::move(result_);
    }

private:
    static constexpr u32 kNone = ~u32{0};
    static constexpr int kLanes = 64;       // of one part
    static constexpr double kTiny = 1e-16;  // a chance that is left out
    static constexpr double kShown = 1e-13; // a station with less is left out of choices and luck
    using Target = RowTarget<State>;

    // A row of stations, from the first lane that can be reached to the last one.
    struct Row {
        State key;
        int first = 0;
        int last = -1;
        int explored_first = 0;
        int explored_last = -1;
        int flow_first = 0; // where `flow` begins, and how many lanes it has
        std::size_t flow_lanes = 0;
        std::vector<double> flow{};
        int believed_first = 0;
        std::vector<double> believed{};
        std::vector<double> met{}; // after its layer: how often each lane is passed
        std::vector<u32> parts{};

        [[nodiscard]] std::size_t lanes() const { return static_cast<std::size_t>(last - first + 1); }
        [[nodiscard]] FlowRows at(int lane) { return {flow.data() + (lane - flow_first), flow_lanes}; }
    };
    struct Segment {
        u32 row = 0;
        int shift = 0;
        u32 end = 0;
        int first = 0;
        int last = 0;
        u32 ended = kNone; // how the place of the end ends a drive, which the play does not know: a number of hows_
        [[nodiscard]] bool over() const { return row >= Target::kResult; }
    };
    struct Part {
        u32 row = 0;
        int first = 0;
        int last = 0;
        State shape{};
        CountedPlay<State>* play = nullptr;
        std::vector<Segment> segments{};
        std::vector<const PlayLaw*> laws{}; // by lane

        [[nodiscard]] std::size_t lanes() const { return static_cast<std::size_t>(last - first + 1); }
    };
    // Working room of one thread.
    struct Room {
        std::vector<double> ends, values, shares, own;
        std::vector<const double*> from;
    };

    void gather() {
        for (const auto& [how, number] : hows_.numbers())
            if (const auto found = drives_.find(number); found != drives_.end())
                result_.drives[how] = found->second.value();
        ended_.tell(result_);
    }

    // ---- Rows ------------------------------------------------------------------------------------------------------

    u32 cover(const Target& target, int first, int last) {
        const auto [number, fresh] = numbers_.place(target.key);
        if (fresh) {
            rows_.push_back({target.key});
            layers_[target.layer].push_back(number);
        }
        Row& row = rows_[number];
        const bool none = row.first > row.last;
        row.first = none ? first : std::min(row.first, first);
        row.last = none ? last : std::max(row.last, last);
        return number;
    }

    // Makes room for what flows into all of its lanes.
    static void grow(Row& row) {
        const std::size_t lanes = row.lanes();
        if (!row.flow.empty() && row.flow_first == row.first && row.flow_lanes == lanes) return;
        std::vector<double> wider(lanes * kFlowColumns, 0.0);
        const int from = std::max(row.first, row.flow_first);
        const int until = std::min(row.last, row.flow_first + static_cast<int>(row.flow_lanes) - 1);
        for (std::size_t c = 0; c < kFlowColumns && from <= until; ++c)
            std::copy_n(row.flow.data() + c * row.flow_lanes + (from - row.flow_first), until - from + 1,
                        wider.data() + c * lanes + (from - row.first));
        row.flow = std::move(wider);
        row.flow_first = row.first;
        row.flow_lanes = lanes;
    }

    // Asks what the lanes of a row are worth that were not asked about before.
    void believe(Row& row) const {
        const int known_first = row.believed_first;
        const int known_last = known_first + static_cast<int>(row.believed.size()) - 1;
        const bool none = row.believed.empty();
        if (!none && known_first <= row.first && known_last >= row.last) return;
        const int first = none ? row.first : std::min(row.first, known_first);
        const int last = none ? row.last : std::max(row.last, known_last);
        std::vector<double> wider(static_cast<std::size_t>(last - first + 1));
        const auto ask = [&](int from, int until) {
            std::vector<State> states;
            for (int lane = from; lane <= until; ++lane) states.push_back(course_.in_lane(row.key, lane));
            if (states.empty()) return;
            double* out = wider.data() + (from - first);
            if constexpr (requires { known_.worths(std::span<const State>(states), out); })
                known_.worths(std::span<const State>(states), out);
            else
                for (std::size_t i = 0; i < states.size(); ++i) out[i] = known_.at(states[i]).worth.value;
        };
        if (none) {
            ask(first, last);
        } else {
            std::ranges::copy(row.believed, wider.begin() + (known_first - first));
            ask(first, known_first - 1);
            ask(known_last + 1, last);
        }
        row.believed = std::move(wider);
        row.believed_first = first;
    }

    // Lanes at both ends of a row into which next to nothing flows are left out.
    void trim(Row& row) {
        if (row.flow.empty()) return;
        const auto little = [&](int lane) { return *row.at(lane).at < kTiny; };
        while (row.first <= row.last && little(row.first)) result_.lost += *row.at(row.first++).at;
        while (row.first <= row.last && little(row.last)) result_.lost += *row.at(row.last--).at;
        if (row.first > row.last) row = {row.key};
    }

    // ---- One layer -------------------------------------------------------------------------------------------------

    void pass_through(Job& job) {
        parts_.clear();
        for (u32 number : layers_[layer_]) trim(rows_[number]);
        explore(job);
        const std::vector<u32> numbers = layers_[layer_];
        if (believes_) {
            std::vector<u32> asked;
            for (const Part& part : parts_)
                for (const Segment& segment : part.segments)
                    if (!segment.over()) asked.push_back(segment.row);
            std::ranges::sort(asked);
            asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
            job.parallel(asked.size(), 4, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) believe(rows_[asked[i]]);
            });
        }
        job.parallel(parts_.size(), 8, [&](std::size_t begin, std::size_t end) {
            Room room;
            for (std::size_t i = begin; i < end; ++i) decide(parts_[i], room);
        });
        forget_graphs();
        flow(numbers, job);
        add_up(job);
        for (u32 number : numbers) {
            passed_ += rows_[number].lanes();
            result_.stations += rows_[number].lanes();
            rows_[number] = {rows_[number].key};
        }
    }

    // Where nobody chooses and nothing is valued, a play's one law is all that is needed of it.
    void forget_graphs() {
        for (Part& part : parts_)
            if (!believes_ && part.play->graph.choices == 0) {
                part.play->graph.nodes = {};
                part.play->graph.edges = {};
            }
    }

    // Which rows of the layer can be reached, and where all of them lead.
    void explore(Job& job) {
        for (bool more = true; more;) {
            job.check();
            const std::size_t before = parts_.size();
            for (u32 number : std::vector<u32>(layers_[layer_])) cut(number);
            more = parts_.size() > before;
            walk_plays(before, job);
            for (std::size_t i = before; i < parts_.size(); ++i) {
                Part& part = parts_[i];
                for (u32 end = 0; end < part.play->ends.size(); ++end)
                    each_target(course_, rows_[part.row].key, part.shape, part.play->ends[end], part.first, part.last,
                                [&](const Target& target, int first, int last) {
                                    const u32 row = target.result != 0
                                                        ? target.result
                                                        : cover(target, first + target.shift, last + target.shift);
                                    const u32 ended = drive_ended(part, part.play->ends[end], first);
                                    part.segments.push_back({row, target.shift, end, first, last, ended});
                                });
            }
        }
    }

    // A clock that runs out ends drives too.
    [[nodiscard]] u32 drive_ended(const Part& part, const State& end, int lane) {
        if constexpr (requires { course_.ends_drive(end, end); }) {
            const std::string_view how = course_.ends_drive(end, course_.in_lane(rows_[part.row].key, lane));
            if (!how.empty()) return hows_.number(how);
        }
        return kNone;
    }

    // The lanes of a row that are new.
    void cut(u32 number) {
        Row& row = rows_[number];
        const auto add = [&](int first, int last) {
            each_shape(course_, row.key, first, last, kLanes, [&](const State& shape, int from, int until) {
                row.parts.push_back(static_cast<u32>(parts_.size()));
                parts_.push_back({number, from, until, shape});
            });
        };
        if (row.explored_first > row.explored_last) {
            add(row.first, row.last);
        } else {
            add(row.first, row.explored_first - 1);
            add(row.explored_last + 1, row.last);
        }
        row.explored_first = row.first;
        row.explored_last = row.last;
    }

    void walk_plays(std::size_t from, Job& job) {
        std::vector<Part*> fresh;
        for (std::size_t i = from; i < parts_.size(); ++i) {
            const auto [index, unknown] = shapes_.place(parts_[i].shape);
            if (unknown) plays_.emplace_back();
            parts_[i].play = &plays_[index];
            if (unknown) fresh.push_back(&parts_[i]);
        }
        const auto stop = [this](const State& s) { return course_.station(s); };
        job.parallel(fresh.size(), 4, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const State from_state = course_.in_lane(rows_[fresh[i]->row].key, fresh[i]->first);
                const auto& rules = course_.shape_rules(from_state);
                CountedWalk(rules, stop, hows_, *fresh[i]->play).walk(fresh[i]->shape);
            }
        });
    }

    // ---- Choices ---------------------------------------------------------------------------------------------------

    // Home's values of all ends of a play, then of its nodes, for the lanes of a part.
    void value(const Part& part, Room& room) const {
        const PlayGraph& graph = part.play->graph;
        const std::size_t lanes = part.lanes();
        room.ends.resize(graph.ends * lanes);
        for (const Segment& segment : part.segments) {
            double* to = room.ends.data() + segment.end * lanes + (segment.first - part.first);
            const auto count = static_cast<std::size_t>(segment.last - segment.first + 1);
            if (segment.over()) {
                std::fill_n(to, count, worth_of(static_cast<Result>(segment.row - Target::kResult)).value);
                continue;
            }
            const Row& row = rows_[segment.row];
            std::copy_n(row.believed.data() + (segment.first + segment.shift - row.believed_first), count, to);
        }
        room.values.resize(graph.nodes.size() * lanes);
        std::vector<double> chances;
        for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
            const PlayGraph::Node& node = graph.nodes[n];
            double* own = room.values.data() + n * lanes;
            children(part, node, room);
            if (node.kind == TurnKind::chance) {
                chances.resize(node.count);
                for (u32 e = 0; e < node.count; ++e) chances[e] = graph.edges[node.first + e].chance;
                weighted_sum(own, room.from.data(), chances.data(), node.count, lanes);
                continue;
            }
            std::copy_n(room.from[0], lanes, own);
            const double sign = part.play->choices[node.choice].seat == Seat::home ? 1 : -1;
            for (u32 e = 1; e < node.count; ++e) take_better(own, own, room.from[e], sign, lanes);
        }
    }

    void children(const Part& part, const PlayGraph::Node& node, Room& room) const {
        const std::size_t lanes = part.lanes();
        room.from.resize(node.count);
        for (u32 e = 0; e < node.count; ++e) {
            const u32 to = part.play->graph.edges[node.first + e].to;
            room.from[e] = to >= PlayGraph::kEnd ? room.ends.data() + (to - PlayGraph::kEnd) * lanes
                                                 : room.values.data() + to * lanes;
        }
    }

    // Makes the choices of a part and finds the law of each lane.
    void decide(Part& part, Room& room) const {
        const PlayGraph& graph = part.play->graph;
        const std::size_t lanes = part.lanes();
        if (believes_ && graph.choices > 0) value(part, room);
        room.shares.resize(graph.shares * lanes);
        for (const PlayGraph::Node& node : graph.nodes) {
            if (node.kind != TurnKind::choice) continue;
            double* shares = room.shares.data() + node.share * lanes;
            if (node.count == 1) {
                std::fill_n(shares, lanes, 1.0);
                continue;
            }
            const PlayChoice<State>& choice = part.play->choices[node.choice];
            if (believes_) children(part, node, room);
            const auto at = [&](std::size_t k) {
                return course_.placed(choice.state, part.shape,
                                      course_.in_lane(rows_[part.row].key, part.first + static_cast<int>(k)));
            };
            decide_row(policy_, choice, std::span<const double* const>(room.from), at, ShareRows(shares, lanes));
        }
        part.laws.resize(lanes);
        std::vector<double> own(graph.shares);
        for (std::size_t k = 0; k < lanes; ++k) {
            bool same = k > 0;
            for (u32 s = 0; s < graph.shares; ++s) {
                const double share = room.shares[s * lanes + k];
                same = same && own[s] == share;
                own[s] = share;
            }
            part.laws[k] = same ? part.laws[k - 1] : &part.play->laws.of(graph, own);
        }
    }

    // ---- Flowing ---------------------------------------------------------------------------------------------------

    void flow(const std::vector<u32>& numbers, Job& job) {
        std::map<u32, u32> places;
        for (u32 i = 0; i < numbers.size(); ++i) places[numbers[i]] = i;
        std::vector<std::vector<u32>> links(numbers.size());
        for (const Part& part : parts_)
            for (const Segment& segment : part.segments) {
                if (segment.over()) continue;
                grow(rows_[segment.row]);
                if (const auto to = places.find(segment.row); to != places.end())
                    links[places.at(part.row)].push_back(to->second);
            }
        for (std::vector<u32>& own : links) {
            std::ranges::sort(own);
            own.erase(std::unique(own.begin(), own.end()), own.end());
        }
        for (u32 number : numbers) {
            grow(rows_[number]);
            rows_[number].met.assign(rows_[number].lanes(), 0.0);
        }
        std::vector<std::vector<u32>> all = circles(links);
        for (auto circle = all.rbegin(); circle != all.rend(); ++circle) {
            job.check();
            const bool round =
                circle->size() > 1 || std::ranges::binary_search(links[circle->front()], circle->front());
            if (!round)
                flow_once(numbers[circle->front()]);
            else
                flow_round(in_order(*circle, links), numbers);
        }
    }

    void flow_once(u32 number) {
        Row& row = rows_[number];
        std::copy_n(row.flow.data(), row.lanes(), row.met.data());
        for (u32 part : row.parts) push(parts_[part], row.flow, row.flow_first, row.flow_lanes);
    }

    void flow_round(const std::vector<u32>& order, const std::vector<u32>& numbers) {
        constexpr int kMostRounds = 100'000;
        std::vector<double> taken;
        for (int round = 0; round < kMostRounds; ++round) {
            double left = 0;
            for (u32 place : order) {
                Row& row = rows_[numbers[place]];
                double own = 0;
                for (std::size_t k = 0; k < row.lanes(); ++k) {
                    own += row.flow[k];
                    row.met[k] += row.flow[k];
                }
                if (own == 0) continue;
                left += own;
                if (own < kTiny) {
                    result_.lost += own;
                    std::ranges::fill(row.flow, 0.0);
                    continue;
                }
                taken = row.flow;
                std::ranges::fill(row.flow, 0.0);
                for (u32 part : row.parts) push(parts_[part], taken, row.flow_first, row.flow_lanes);
            }
            if (left == 0) return;
        }
        throw Failure(Message{"solve.score-unsettled"});
    }

    // What flows out of a part, given what its row holds.
    void push(const Part& part, std::vector<double>& flow, int flow_first, std::size_t flow_lanes) {
        for (const Segment& segment : part.segments) {
            for (int lane = segment.first; lane <= segment.last;) {
                const PlayLaw* law = part.laws[static_cast<std::size_t>(lane - part.first)];
                int until = lane;
                while (until < segment.last && part.laws[static_cast<std::size_t>(until + 1 - part.first)] == law)
                    ++until;
                PlayLaw::End end = law->ends[segment.end];
                const FlowRows from{flow.data() + (lane - flow_first), flow_lanes};
                const auto count = static_cast<std::size_t>(until - lane + 1);
                if (end.chance != 0) {
                    if (segment.ended != kNone) end_drive(segment.ended, from, count, end);
                    if (segment.over())
                        finish(part, segment, lane, from, count, end);
                    else
                        flow_on(from, rows_[segment.row].at(lane + segment.shift), count, end);
                }
                lane = until + 1;
            }
        }
    }

    void end_drive(u32 how, const FlowRows& from, std::size_t lanes, PlayLaw::End& end) {
        constexpr std::size_t kDrives = index_of(Counted::drives);
        double all = 0;
        for (std::size_t k = 0; k < lanes; ++k) all += from.at[k];
        drives_[how] += all * end.chance;
        end.second[kDrives] += 2 * end.first[kDrives] + end.chance;
        end.first[kDrives] += end.chance;
    }

    void finish(const Part& part, const Segment& segment, int first, const FlowRows& from, std::size_t lanes,
                const PlayLaw::End& end) {
        std::vector<double> ended(kFlowColumns * lanes, 0.0);
        flow_on(from, {ended.data(), lanes}, lanes, end);
        for (std::size_t k = 0; k < lanes; ++k) {
            const double chance = ended[k];
            if (chance == 0) continue;
            const State key = course_.in_lane(rows_[part.row].key, first + static_cast<int>(k));
            const State over = course_.placed(part.play->ends[segment.end], part.shape, key);
            const BySeat<int> score = course_.rules().score(over);
            ended_.results[segment.row - Target::kResult] += chance;
            ended_.leads[score.home - score.away] += chance;
            for (std::size_t c = 0; c < kCounted; ++c) {
                ended_.first[c] += ended[(1 + c) * lanes + k];
                ended_.second[c] += ended[(1 + kCounted + c) * lanes + k];
            }
        }
    }

    // ---- Choices and swings ----------------------------------------------------------------------------------------

    struct Sums {
        std::map<u32, double> drives{};
        std::map<u8, Flowed::Choice> choices{};
        std::map<u8, double> luck{};
    };

    void add_up(Job& job) {
        std::vector<Sums> sums(parts_.size());
        job.parallel(parts_.size(), 8, [&](std::size_t begin, std::size_t end) {
            Room room;
            for (std::size_t i = begin; i < end; ++i) add_part(parts_[i], room, sums[i]);
        });
        for (const Sums& own : sums) {
            for (const auto& [how, times] : own.drives) drives_[how] += times;
            for (const auto& [event, square] : own.luck) result_.luck[event] += square;
            for (const auto& [event, choice] : own.choices) result_.choices[event].add(choice, 1);
        }
    }

    void add_part(const Part& part, Room& room, Sums& sums) const {
        const Row& row = rows_[part.row];
        const double* met = row.met.data() + (part.first - row.first);
        const PlayGraph& graph = part.play->graph;
        double most = 0;
        for (std::size_t k = 0; k < part.lanes();) {
            const PlayLaw* law = part.laws[k];
            double times = 0;
            for (; k < part.lanes() && part.laws[k] == law; ++k) {
                times += met[k];
                most = std::max(most, met[k]);
            }
            for (const auto& [how, chance] : law->drives) sums.drives[how] += times * chance;
        }
        if (most < kShown) return;
        if (believes_) value(part, room);
        room.own.resize(part.lanes());
        for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
            const PlayGraph::Node& node = graph.nodes[n];
            const bool choice = node.kind == TurnKind::choice;
            if (!choice && !believes_) continue;
            double passed = 0;
            for (std::size_t k = 0; k < part.lanes(); ++k) passed += room.own[k] = met[k] * part.laws[k]->nodes[n];
            if (passed < kShown) continue;
            if (believes_) children(part, node, room);
            if (choice)
                add_choice(part, n, room, sums);
            else
                sums.luck[node.event] += swings(part, n, room);
        }
    }

    [[nodiscard]] double swings(const Part& part, std::size_t n, const Room& room) const {
        const PlayGraph& graph = part.play->graph;
        const PlayGraph::Node& node = graph.nodes[n];
        const double* before = room.values.data() + n * part.lanes();
        double sum = 0;
        for (u32 e = 0; e < node.count; ++e) {
            double squares = 0;
            for (std::size_t k = 0; k < part.lanes(); ++k) {
                const double swing = room.from[e][k] - before[k];
                squares += room.own[k] * swing * swing;
            }
            sum += graph.edges[node.first + e].chance * squares;
        }
        return sum;
    }

    void add_choice(const Part& part, std::size_t n, const Room& room, Sums& sums) const {
        const PlayGraph::Node& node = part.play->graph.nodes[n];
        const PlayChoice<State>& choice = part.play->choices[node.choice];
        Flowed::Choice& into = sums.choices[node.event];
        const double sign = choice.seat == Seat::home ? 1 : -1;
        std::array<Flowed::Choice::Action, kMostActions> actions{};
        for (std::size_t k = 0; k < part.lanes(); ++k) {
            const double times = room.own[k];
            if (times == 0) continue;
            into.asked += times;
            const PlayLaw& law = *part.laws[k];
            for (u32 e = 0; e < node.count; ++e) actions[e].taken += law.taken[node.share + e] * times / law.nodes[n];
            if (!believes_) continue;
            double best = sign * room.from[0][k];
            double worst = best;
            for (u32 e = 1; e < node.count; ++e) {
                best = std::max(best, sign * room.from[e][k]);
                worst = std::min(worst, sign * room.from[e][k]);
            }
            u32 first = 0;
            while (best - sign * room.from[first][k] > kSame) ++first;
            actions[first].best += times;
            into.worth += times * (best - worst);
            if (best - worst > Flowed::kMatters) into.matters += times;
        }
        for (u32 e = 0; e < node.count; ++e) {
            Flowed::Choice::Action& action =
                into.actions[std::string(course_.rules().action_name(choice.state, choice.legal[e]))];
            action.best += actions[e].best;
            action.taken += actions[e].taken;
        }
    }

    const Course& course_;
    const Known& known_;
    const Policy<State>& policy_;
    bool believes_;
    StateMap<State> numbers_;
    std::deque<Row> rows_;                   // by number in numbers_
    std::map<u64, std::vector<u32>> layers_; // that are still to come
    u64 layer_ = 0;
    u64 passed_ = 0;
    std::vector<Part> parts_; // of the layer
    StateMap<State> shapes_;
    std::deque<CountedPlay<State>> plays_; // by number in shapes_
    HowNames hows_;
    std::map<u32, CarefulSum> drives_;
    EndedGames ended_;
    Flowed result_;
};

} // namespace touchline::solve
