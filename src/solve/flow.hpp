// Follows two strategies forwards through a game, station by station: how likely each is, and what has been counted on
// the way there. One pass gives every figure of a game with its spread: a backward pass would be one for each of them.
//
// Layers come one after the other; of each no more is kept than what flows into it. Stations that lead back to each
// other are passed through at once (circle.hpp).
#pragma once

#include "solve/circle.hpp"
#include "solve/flow_layers.hpp"
#include "solve/policy_run.hpp"

namespace touchline::solve {

template <class R, CourseFor<R> Course, class Known>
class Flow {
public:
    using State = typename R::State;

    Flow(const Course& course, const Known& known, const Policy<State>& policy)
        : course_(course), known_(known), policy_(policy), believes_(policy.judged()),
          layers_(course, believes_ ? Layers::Sums::all : Layers::Sums::choices) {}

    [[nodiscard]] Flowed run(const State& start, Job& job) {
        result_.valued = believes_;
        const int lane = course_.lane(start);
        Row& first = layers_.cover({course_.row(start), course_.layer(start), 0, 0}, lane, lane);
        first.grow();
        first.flow[0] = 1;
        job.begin(0);
        while (!layers_.passed_all()) {
            pass_through(job);
            job.advance(result_.stations, 0);
        }
        gather();
        return std::move(result_);
    }

private:
    using Layers = FlowLayers<R, Course>;
    using Row = typename Layers::Row;
    using Part = typename Layers::Part;
    using Segment = typename Layers::Segment;
    using LawRun = typename Layers::LawRun;
    static constexpr u32 kNone = Layers::kNone;
    static constexpr double kTiny = 1e-16; // a chance that is left out

    // Working room of one thread.
    struct Room {
        std::vector<double> ends, values, shares, own, chances;
        std::vector<char> fresh; // by lane: whether it decides otherwise than the one before
        std::vector<const double*> from;
        std::vector<double*> best;
    };

    void gather() {
        for (auto& play : layers_.plays()) {
            for (const auto& [shares, law] : play.laws.all()) {
                const double times = law.times.value();
                for (const auto& [how, chance] : law.drives) drives_[how] += times * chance;
                if (play.graph.choices > 0) play.sums.add_plays(play.graph, law, times);
            }
            play.sums.tell(result_);
        }
        for (const auto& [how, number] : layers_.hows().numbers())
            if (const auto found = drives_.find(number); found != drives_.end())
                result_.drives[how] = found->second.value();
        ended_.tell(result_);
    }

    void pass_through(Job& job) {
        for (Row* row : layers_.rows()) trim(*row);
        layers_.explore(job);
        job.layer(Message{"layer.rows", {{"rows", layers_.rows().size()}}});
        grow(job);
        if (believes_) believe_all(job);
        decide_all(job);
        forget_graphs();
        flow(job);
        add_up(job);
        for (const Row* row : layers_.rows()) result_.stations += row->lanes();
        layers_.leave();
    }

    // Lanes at the ends of a row into which next to nothing flows are left out.
    void trim(Row& row) {
        if (row.flow_lanes == 0) return;
        const auto little = [&](int lane) { return *row.at(lane).at < kTiny; };
        while (row.first <= row.last && little(row.first)) result_.lost += *row.at(row.first++).at;
        while (row.first <= row.last && little(row.last)) result_.lost += *row.at(row.last--).at;
        if (row.first > row.last) row.empty();
    }

    // Makes room for what flows on.
    void grow(Job& job) {
        const std::span<Row* const> wider = layers_.wider();
        job.parallel(wider.size(), 256, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) wider[i]->grow();
        });
    }

    // ---- What stations are believed to be worth --------------------------------------------------------------------

    // A station that leads to others of the book and is none of it: its own play says what it is worth.
    [[nodiscard]] bool derived(const State& key) const {
        if constexpr (requires { course_.derived(key); })
            return course_.derived(key);
        else
            return false;
    }

    void believe_all(Job& job) {
        const std::span<Row* const> asked = layers_.wider();
        job.parallel(asked.size(), 4, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) believe(*asked[i]);
        });
    }

    // Asks what the lanes of a row are worth that were not asked about before.
    void believe(Row& row) const {
        if (derived(row.key)) {
            row.believed.resize(row.lanes());
            row.believed_first = row.first;
            return;
        }
        const int known_first = row.believed_first;
        const int known_last = known_first + static_cast<int>(row.believed.size()) - 1;
        const bool none = row.believed.empty();
        if (!none && known_first <= row.first && known_last >= row.last) return;
        const int first = none ? row.first : std::min(row.first, known_first);
        const int last = none ? row.last : std::max(row.last, known_last);
        std::vector<double> wider(static_cast<std::size_t>(last - first + 1));
        const auto ask = [&](int from, int until) {
            row_worths(course_, known_, row.key, {from, until}, wider.data() + (from - first));
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

    // ---- Choices ---------------------------------------------------------------------------------------------------

    // Those first whose worth others are told by it.
    void decide_all(Job& job) {
        std::array<std::vector<Part*>, 2> turns;
        for (Part& part : layers_.parts()) turns[derived(part.row->key) ? 0 : 1].push_back(&part);
        if (policy_.looks()) look(job);
        for (std::vector<Part*>& parts : turns)
            job.parallel(parts.size(), 16, [&](std::size_t begin, std::size_t end) {
                thread_local Room room;
                for (std::size_t i = begin; i < end; ++i) decide(*parts[i], room);
            });
    }

    // Asks what seats do that look at positions.
    void look(Job& job) {
        std::vector<HabitLanes<State>> looking;
        for (Part& part : layers_.parts())
            looking.push_back({part.play->habits,
                               part.play->choices,
                               part.row->key,
                               part.shape,
                               {part.first, part.last},
                               part.looks});
        const Policy<State>* own = &policy_;
        ask_habits<State>(std::span(&own, 1), course_, looking, job);
    }

    void forget_graphs() {
        for (Part& part : layers_.parts())
            if (!believes_ && part.play->graph.choices == 0 && !part.play->graph.nodes.empty())
                part.play->forget_graph();
    }

    // Makes the choices of a part and finds the law of each lane.
    void decide(Part& part, Room& room) const {
        const PlayGraph& graph = part.play->graph;
        const std::size_t lanes = part.lanes();
        if (believes_) value(part, room);
        if (believes_ && derived(part.row->key))
            std::copy_n(room.values.data() + (graph.nodes.size() - 1) * lanes, lanes,
                        part.row->believed.data() + (part.first - part.row->believed_first));
        room.shares.resize(graph.shares * lanes);
        for (const PlayGraph::Node& node : graph.nodes) {
            if (node.kind != TurnKind::choice) continue;
            double* shares = room.shares.data() + node.share * lanes;
            if (node.count == 1) {
                std::fill_n(shares, lanes, 1.0);
                continue;
            }
            const PlayChoice<State>& choice = part.play->choices[node.choice];
            if (!part.looks.empty() && policy_.input(choice.seat) == StrategyInput::everything) {
                for (std::size_t k = 0; k < lanes; ++k) {
                    const double* known = part.play->habits.shares(0, part.looks[k], node.choice);
                    for (u32 e = 0; e < node.count; ++e) shares[e * lanes + k] = known[e];
                }
                continue;
            }
            if (believes_) children(part, node, room);
            const auto at = [&](std::size_t k) {
                return course_.placed(choice.state, part.shape,
                                      course_.in_lane(part.row->key, part.first + static_cast<int>(k)));
            };
            decide_row(policy_, choice, std::span<const double* const>(room.from), at, ShareRows(shares, lanes));
        }
        const BookChoices book = book_choices<State>(
            policy_, course_, {part.row->key, part.shape, {part.first, part.last}, part.play->choices});
        take_book(graph, book, lanes, room.shares.data());
        find_laws(part, room);
        if (believes_) sum_up(part, room);
        if (!book.places.empty())
            part.by_book = judged<State>(*part.play, book, part.laws(),
                                         [&](const PlayGraph::Node& node) { return children(part, node, room); });
    }

    // Home's values of all ends of a play, then of its nodes, for the lanes of a part.
    void value(const Part& part, Room& room) const {
        const PlayGraph& graph = part.play->graph;
        const std::size_t lanes = part.lanes();
        room.ends.resize(graph.ends * lanes);
        for (const Segment& segment : part.segments) {
            double* to = room.ends.data() + segment.end * lanes + (segment.first - part.first);
            const auto count = static_cast<std::size_t>(segment.last - segment.first + 1);
            if (segment.row == nullptr) {
                std::fill_n(to, count, worth_of(segment.result).value);
                continue;
            }
            const Row& row = *segment.row;
            std::copy_n(row.believed.data() + (segment.first + segment.shift - row.believed_first), count, to);
        }
        room.values.resize(graph.nodes.size() * lanes);
        for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
            const PlayGraph::Node& node = graph.nodes[n];
            double* own = room.values.data() + n * lanes;
            children(part, node, room);
            if (node.kind == TurnKind::chance) {
                find_chances(graph, node, room);
                weighted_sum(own, room.from.data(), room.chances.data(), node.count, lanes);
                continue;
            }
            std::copy_n(room.from[0], lanes, own);
            const double sign = part.play->choices[node.choice].seat == Seat::home ? 1 : -1;
            for (u32 e = 1; e < node.count; ++e) take_better(own, own, room.from[e], sign, lanes);
        }
    }

    static void find_chances(const PlayGraph& graph, const PlayGraph::Node& node, Room& room) {
        room.chances.resize(node.count);
        for (u32 e = 0; e < node.count; ++e) room.chances[e] = graph.edges[node.first + e].chance;
    }

    std::span<const double* const> children(const Part& part, const PlayGraph::Node& node, Room& room) const {
        const std::size_t lanes = part.lanes();
        room.from.resize(node.count);
        for (u32 e = 0; e < node.count; ++e) {
            const u32 to = part.play->graph.edges[node.first + e].to;
            room.from[e] = to >= PlayGraph::kEnd ? room.ends.data() + (to - PlayGraph::kEnd) * lanes
                                                 : room.values.data() + to * lanes;
        }
        return room.from;
    }

    void find_laws(Part& part, Room& room) const {
        const PlayGraph& graph = part.play->graph;
        const std::size_t lanes = part.lanes();
        room.fresh.assign(lanes, 0);
        room.fresh[0] = 1;
        for (u32 s = 0; s < graph.shares; ++s) {
            const double* shares = room.shares.data() + s * lanes;
            for (std::size_t k = 1; k < lanes; ++k) room.fresh[k] |= static_cast<char>(shares[k] != shares[k - 1]);
        }
        room.own.resize(graph.shares);
        for (std::size_t k = 0; k < lanes; ++k) {
            const int lane = part.first + static_cast<int>(k);
            if (room.fresh[k] != 0) {
                for (u32 s = 0; s < graph.shares; ++s) room.own[s] = room.shares[s * lanes + k];
                part.runs.push_back({&part.play->laws.of(graph, room.own), lane, lane});
            }
            part.runs.back().last = lane;
        }
    }

    // What each lane adds to the figures each time it is passed.
    void sum_up(Part& part, Room& room) const {
        const PlayGraph& graph = part.play->graph;
        const std::size_t lanes = part.lanes();
        const PlaySums& sums = part.play->sums;
        part.sums.assign(sums.rows() * lanes, 0.0);
        const auto row = [&](u32 number) { return part.sums.data() + number * lanes; };
        room.own.resize(lanes);
        for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
            const PlayGraph::Node& node = graph.nodes[n];
            if (node.count < 2 && node.kind == TurnKind::chance) continue;
            double most = 0;
            for (const LawRun& run : part.runs) {
                const double met = run.law->nodes[n];
                most = std::max(most, met);
                std::fill_n(room.own.begin() + (run.first - part.first), run.last - run.first + 1, met);
            }
            if (most == 0) continue;
            children(part, node, room);
            const NodeValues values{room.from, room.values.data() + n * lanes};
            if (node.kind == TurnKind::chance) {
                find_chances(graph, node, room);
                add_swings(row(sums.of_node(n)), room.own.data(), values, room.chances, lanes);
                continue;
            }
            room.best.clear();
            for (u32 e = 0; e < node.count; ++e) room.best.push_back(row(sums.of_share(node.share + e)));
            const double sign = part.play->choices[node.choice].seat == Seat::home ? 1 : -1;
            add_worths(row(sums.of_node(n)), row(sums.of_node(n) + 1), room.best, room.own.data(), values, sign, lanes);
        }
    }

    // ---- Flowing ---------------------------------------------------------------------------------------------------

    // Rows that lead back to each other, or a single row.
    struct Round {
        std::vector<Row*> rows; // in the order in which they lead to each other
        int first = 0;
        int last = 0;
        bool back = false; // whether it does lead back
    };
    // Lanes of a round that are worked out together.
    struct Task {
        const Round* round = nullptr;
        int first = 0;
    };

    void flow(Job& job) {
        for (const std::vector<Round>& wave : waves()) {
            job.check();
            std::vector<Task> tasks;
            const int width = static_cast<int>(Circle::kLanes);
            for (const Round& round : wave)
                for (int first = round.first; round.back && first <= round.last; first += width)
                    tasks.push_back({&round, first});
            job.parallel(tasks.size(), 1, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) pass_round(*tasks[i].round, tasks[i].first);
            });
            push(wave, job);
        }
    }

    // The rounds of the layer. None leads to one of its own wave or of an earlier one.
    [[nodiscard]] std::vector<std::vector<Round>> waves() {
        const std::span<Row* const> rows = layers_.rows();
        if (links_.size() < rows.size()) links_.resize(rows.size());
        const std::span<std::vector<u32>> links = std::span(links_).first(rows.size());
        for (std::vector<u32>& own : links) own.clear();
        for (const Part& part : layers_.parts())
            for (const Segment& segment : part.segments)
                if (segment.row != nullptr && layers_.in_layer(*segment.row))
                    links[part.row->number].push_back(segment.row->number);
        for (std::vector<u32>& own : links) {
            std::ranges::sort(own);
            own.erase(std::unique(own.begin(), own.end()), own.end());
        }
        std::vector<std::vector<u32>> all = circles(links);
        std::ranges::reverse(all);
        for (u32 i = 0; i < all.size(); ++i)
            for (u32 number : all[i]) rows[number]->circle = i;
        std::vector<std::size_t> wave(all.size());
        std::vector<std::vector<Round>> found;
        for (u32 i = 0; i < all.size(); ++i) {
            for (u32 number : all[i])
                for (u32 to : links[number])
                    if (const u32 there = rows[to]->circle; there != i)
                        wave[there] = std::max(wave[there], wave[i] + 1);
            if (found.size() <= wave[i]) found.resize(wave[i] + 1);
            found[wave[i]].push_back(round_of(in_order(all[i], links)));
        }
        return found;
    }

    [[nodiscard]] Round round_of(const std::vector<u32>& order) {
        Round round;
        for (u32 number : order) {
            Row& row = *layers_.rows()[number];
            const bool none = round.rows.empty();
            round.first = none ? row.first : std::min(round.first, row.first);
            round.last = none ? row.last : std::max(round.last, row.last);
            row.place = static_cast<u32>(round.rows.size());
            round.rows.push_back(&row);
        }
        for (const Row* row : round.rows)
            for (u32 part : row->parts)
                for (Segment& segment : layers_.parts()[part].segments) {
                    segment.inside =
                        segment.row != nullptr && layers_.in_layer(*segment.row) && segment.row->circle == row->circle;
                    if (segment.inside && segment.shift != 0)
                        throw std::logic_error("stations that lead back to each other must lie in one lane");
                    round.back = round.back || segment.inside;
                }
        return round;
    }

    // All that passes through the lanes from `first` on.
    void pass_round(const Round& round, int first) {
        const int last = first + static_cast<int>(Circle::kLanes) - 1;
        thread_local Circle circle;
        thread_local std::vector<double> flow;
        circle.begin(round.rows.size());
        flow.assign(round.rows.size() * kFlowColumns * Circle::kLanes, 0.0);
        const auto each_lane = [&](const Row& row, auto&& each) { // of a column in the row and here
            const int from = std::max(first, row.first);
            const int until = std::min(last, row.last);
            for (std::size_t c = 0; c < kFlowColumns && from <= until; ++c)
                each(c * row.flow_lanes + static_cast<std::size_t>(from - row.flow_first),
                     (row.place * kFlowColumns + c) * Circle::kLanes + static_cast<std::size_t>(from - first),
                     static_cast<std::size_t>(until - from + 1));
        };
        for (const Row* row : round.rows) {
            each_lane(*row, [&](std::size_t there, std::size_t here, std::size_t count) {
                std::copy_n(row->flow.data() + there, count, flow.data() + here);
            });
            for (u32 number : row->parts) {
                const Part& part = layers_.parts()[number];
                for (const Segment& segment : part.segments) {
                    if (!segment.inside) continue;
                    for (const LawRun& run : part.runs)
                        for (int lane = std::max({first, segment.first, run.first});
                             lane <= std::min({last, segment.last, run.last}); ++lane)
                            circle.link(row->place, segment.row->place, static_cast<std::size_t>(lane - first),
                                        &run.law->ends[segment.end]);
                }
            }
        }
        circle.solve(flow);
        for (Row* row : round.rows)
            each_lane(*row, [&](std::size_t there, std::size_t here, std::size_t count) {
                std::copy_n(flow.data() + here, count, row->flow.data() + there);
            });
    }

    // What flows out of the rows of a wave and does not stay in its circle. The work is shared out by where it flows
    // to, so that each row gets what flows into it in the same order on any number of threads.
    void push(const std::vector<Round>& wave, Job& job) {
        std::vector<const Part*> parts;
        for (const Round& round : wave)
            for (const Row* row : round.rows)
                for (u32 number : row->parts) parts.push_back(&layers_.parts()[number]);
        constexpr std::size_t kFew = 32; // not worth more than one thread
        const bool alone = parts.size() < kFew || job.threads() == 1;
        const std::size_t shares = alone ? 1 : 4 * job.threads();
        const std::size_t at_once = alone ? shares + 1 : 1;
        job.parallel(shares + 1, at_once, [&](std::size_t begin, std::size_t end) {
            for (std::size_t share = begin; share < end; ++share)
                for (const Part* part : parts)
                    for (const Segment& segment : part->segments) {
                        if (segment.inside) continue;
                        if (share == shares)
                            end_games(*part, segment);
                        else if (segment.row != nullptr && segment.row->number % shares == share)
                            push(*part, segment);
                    }
        });
    }

    // Calls each(chances of the lanes, how many they are, the first one, law) for the runs of a segment.
    template <class Each>
    static void each_run(const Part& part, const Segment& segment, const Each& each) {
        for (const LawRun& run : part.runs) {
            const int first = std::max(segment.first, run.first);
            const int last = std::min(segment.last, run.last);
            const PlayLaw::End& end = run.law->ends[segment.end];
            if (first <= last && end.chance != 0)
                each(part.row->at(first), static_cast<std::size_t>(last - first + 1), first, end);
        }
    }

    static void push(const Part& part, const Segment& segment) {
        each_run(part, segment, [&](const FlowRows& from, std::size_t lanes, int lane, const PlayLaw::End& end) {
            const FlowRows to = segment.row->at(lane + segment.shift);
            if (segment.ended == kNone)
                flow_on(from, to, lanes, end);
            else
                flow_on(from, to, lanes, drive_more(end));
        });
    }

    // Games and drives that are over.
    void end_games(const Part& part, const Segment& segment) {
        if (segment.ended == kNone && segment.row != nullptr) return;
        each_run(part, segment, [&](const FlowRows& from, std::size_t lanes, int lane, const PlayLaw::End& end) {
            const bool drive = segment.ended != kNone;
            if (drive) end_drive(segment.ended, from, lanes, end);
            if (segment.row == nullptr) finish(part, segment, lane, from, lanes, drive ? drive_more(end) : end);
        });
    }

    [[nodiscard]] static PlayLaw::End drive_more(PlayLaw::End end) {
        end.first[index_of(Counted::drives)] += end.chance;
        return end;
    }

    void end_drive(u32 how, const FlowRows& from, std::size_t lanes, const PlayLaw::End& end) {
        constexpr std::size_t kDrives = index_of(Counted::drives);
        double all = 0;
        double counted = 0;
        for (std::size_t k = 0; k < lanes; ++k) {
            all += from.at[k];
            counted += from.at[(1 + kDrives) * from.stride + k];
        }
        drives_[how] += all * end.chance;
        ended_.second[kDrives] += 2 * (counted * end.chance + all * end.first[kDrives]) + all * end.chance;
    }

    void finish(const Part& part, const Segment& segment, int first, const FlowRows& from, std::size_t lanes,
                const PlayLaw::End& end) {
        std::vector<double> ended(kFlowColumns * lanes, 0.0);
        flow_on(from, {ended.data(), lanes}, lanes, end);
        for (std::size_t k = 0; k < lanes; ++k) {
            const double chance = ended[k];
            if (chance == 0) continue;
            const State key = course_.in_lane(part.row->key, first + static_cast<int>(k));
            const State over = course_.placed(part.play->ends[segment.end], part.shape, key);
            const BySeat<int> score = course_.rules().score(over);
            ended_.results[static_cast<std::size_t>(segment.result)] += chance;
            ended_.leads[score.home - score.away] += chance;
            for (std::size_t c = 0; c < kCounted; ++c) ended_.first[c] += ended[(1 + c) * lanes + k];
        }
    }

    // ---- Adding up -------------------------------------------------------------------------------------------------

    struct Sums {
        std::array<double, kCounted> second{};
        std::vector<double> rows{};  // of the play's sums
        std::vector<double> times{}; // by run
    };

    void add_up(Job& job) {
        const std::span<Part> parts = layers_.parts();
        if (sums_.size() < parts.size()) sums_.resize(parts.size());
        job.parallel(parts.size(), 32, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) add_part(parts[i], sums_[i]);
        });
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const Sums& own = sums_[i];
            for (std::size_t c = 0; c < kCounted; ++c) ended_.second[c] += own.second[c];
            parts[i].play->sums.add(own.rows);
            for (std::size_t run = 0; run < own.times.size(); ++run) parts[i].runs[run].law->times += own.times[run];
            add_judged(parts[i].by_book, met_of(parts[i]), result_.by_book);
        }
    }

    [[nodiscard]] static const double* met_of(const Part& part) { return part.row->at(part.first).at; }

    void add_part(const Part& part, Sums& into) const {
        const double* met = met_of(part);
        const std::size_t lanes = part.lanes();
        into.second = {};
        into.times.clear();
        for (const LawRun& run : part.runs) {
            const PlayLaw* law = run.law;
            double times = 0;
            std::array<double, kCounted> counted{};
            for (int lane = run.first; lane <= run.last; ++lane) {
                const auto k = static_cast<std::size_t>(lane - part.first);
                times += met[k];
                for (std::size_t c = 0; c < kCounted; ++c) counted[c] += met[(1 + c) * part.row->flow_lanes + k];
            }
            into.times.push_back(times);
            // What a square grows by when more is added to what was counted before.
            for (std::size_t c = 0; c < kCounted; ++c)
                into.second[c] += 2 * law->first[c] * counted[c] + law->second[c] * times;
        }
        into.rows.assign(part.sums.size() / lanes, 0.0);
        for (std::size_t r = 0; r < into.rows.size(); ++r)
            for (std::size_t k = 0; k < lanes; ++k) // what is never passed may have no value
                if (met[k] > 0) into.rows[r] += met[k] * part.sums[r * lanes + k];
    }

    const Course& course_;
    const Known& known_;
    const Policy<State>& policy_;
    bool believes_;
    Layers layers_;
    std::map<u32, CarefulSum> drives_;
    EndedGames ended_;
    std::vector<Sums> sums_;              // by part of the layer
    std::vector<std::vector<u32>> links_; // by row of the layer: the rows of the layer that it leads to
    Flowed result_;
};

} // namespace touchline::solve
