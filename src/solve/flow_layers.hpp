// The stations that can be reached, in rows, and the plays that lead on from them: what flow.hpp follows.
#pragma once

#include "solve/by_book.hpp"
#include "solve/course.hpp"
#include "solve/flow_rows.hpp"
#include "solve/habits.hpp"
#include "solve/play_sums.hpp"
#include "solve/state_map.hpp"

#include <deque>
#include <map>

namespace touchline::solve {

// Layers come one after the other. A layer's rows become known as plays are found to lead to them; what is known of
// it is forgotten once it is passed.
template <class R, CourseFor<R> Course>
class FlowLayers {
public:
    using State = typename R::State;
    using Target = RowTarget<State>;
    static constexpr u32 kNone = ~u32{0};

    // A row of stations, from the first lane that can be reached to the last one.
    struct Row {
        State key{};
        u32 number = 0; // in its layer
        int first = 0;
        int last = -1;
        int explored_first = 0;
        int explored_last = -1;
        int flow_first = 0; // where `flow` begins, and how many lanes it has
        std::size_t flow_lanes = 0;
        std::vector<double> flow{};
        int believed_first = 0;
        std::vector<double> believed{};
        std::vector<u32> parts{};
        u32 circle = kNone; // of its layer, and where it stands there
        u32 place = 0;

        [[nodiscard]] std::size_t lanes() const { return static_cast<std::size_t>(last - first + 1); }
        [[nodiscard]] FlowRows at(int lane) { return {flow.data() + (lane - flow_first), flow_lanes}; }

        // Makes room for what flows into all of its lanes.
        void grow() {
            if (!flow.empty() && flow_first == first && flow_lanes == lanes()) return;
            std::vector<double> wider(lanes() * kFlowColumns, 0.0);
            const int from = std::max(first, flow_first);
            const int until = std::min(last, flow_first + static_cast<int>(flow_lanes) - 1);
            for (std::size_t c = 0; c < kFlowColumns && from <= until; ++c)
                std::copy_n(flow.data() + c * flow_lanes + static_cast<std::size_t>(from - flow_first),
                            until - from + 1, wider.data() + c * lanes() + static_cast<std::size_t>(from - first));
            flow = std::move(wider);
            flow_first = first;
            flow_lanes = lanes();
        }
    };
    // Where an end of a play leads, for a run of lanes.
    struct Segment {
        Row* row = nullptr; // null where the game is over
        Result result{};
        int shift = 0;
        u32 end = 0;
        int first = 0;
        int last = 0;
        bool inside = false; // of a circle
        u32 ended = kNone; // how the place of the end ends a drive, which the play does not know: a number of HowNames
    };
    struct Play : CountedPlay<State> {
        PlaySums sums{};
        Habits<State> habits{};
    };
    // Lanes of a row from which the play looks alike.
    struct Part {
        Row* row = nullptr;
        int first = 0;
        int last = 0;
        State shape{};
        Play* play = nullptr;
        std::vector<Segment> segments{};
        std::vector<u32> looks{};           // by lane, where what seats look at is known
        std::vector<const PlayLaw*> laws{}; // by lane
        std::vector<double> sums{};         // rows of the play's sums
        JudgedLanes by_book{};              // of a seat that goes by another game's book

        [[nodiscard]] std::size_t lanes() const { return static_cast<std::size_t>(last - first + 1); }
        [[nodiscard]] const PlayLaw& law(int lane) const { return *laws[static_cast<std::size_t>(lane - first)]; }
    };
    // Which choices and rolls are told apart by name.
    enum class Sums : u8 { choices, all };

    FlowLayers(const Course& course, Sums sums) : course_(course), sums_(sums) {}

    [[nodiscard]] bool passed_all() const { return layers_.empty(); }
    [[nodiscard]] std::deque<Row>& rows() { return layers_.begin()->second.rows; }
    [[nodiscard]] std::vector<Part>& parts() { return parts_; }
    [[nodiscard]] const std::deque<Play>& plays() const { return plays_; }
    [[nodiscard]] const HowNames& hows() const { return hows_; }

    Row& cover(const Target& target, int first, int last) {
        Layer& layer = layers_[target.layer];
        const auto [number, fresh] = layer.numbers.place(target.key);
        if (fresh) layer.rows.push_back({target.key, number});
        Row& row = layer.rows[number];
        const bool none = row.first > row.last;
        row.first = none ? first : std::min(row.first, first);
        row.last = none ? last : std::max(row.last, last);
        return row;
    }

    // Which rows of the layer can be reached, and where all of them lead.
    void explore(Job& job) {
        for (bool more = true; more;) {
            job.check();
            const std::size_t before = parts_.size();
            for (Row& row : rows()) cut(row);
            more = parts_.size() > before;
            walk_plays(before, job);
            for (std::size_t i = before; i < parts_.size(); ++i)
                for (u32 end = 0; end < parts_[i].play->ends.size(); ++end) lead_on(parts_[i], end);
        }
    }

    void leave() {
        parts_.clear();
        layers_.erase(layers_.begin());
    }

private:
    struct Layer {
        StateMap<State> numbers{};
        std::deque<Row> rows{}; // by number
    };
    static constexpr int kLanes = 64; // of one part

    // The lanes of a row that are new.
    void cut(Row& row) {
        const auto add = [&](int first, int last) {
            each_shape(course_, row.key, first, last, kLanes, [&](const State& shape, int from, int until) {
                row.parts.push_back(static_cast<u32>(parts_.size()));
                parts_.push_back({&row, from, until, shape});
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
                const auto& rules = course_.shape_rules(course_.in_lane(fresh[i]->row->key, fresh[i]->first));
                Play& play = *fresh[i]->play;
                CountedWalk(rules, stop, hows_, play).walk(fresh[i]->shape);
                if (sums_ == Sums::all || play.graph.choices > 0) name_sums(play);
            }
        });
    }

    void name_sums(Play& play) const {
        std::vector<std::string> actions;
        for (const PlayGraph::Node& node : play.graph.nodes) {
            if (node.kind == TurnKind::chance) {
                play.sums.add_roll(node.event);
                continue;
            }
            const PlayChoice<State>& choice = play.choices[node.choice];
            actions.clear();
            for (Action action : choice.legal) actions.emplace_back(course_.rules().action_name(choice.state, action));
            play.sums.add_choice(node.event, actions);
        }
    }

    void lead_on(Part& part, u32 end) {
        const State& state = part.play->ends[end];
        each_target(course_, part.row->key, part.shape, state, part.first, part.last,
                    [&](const Target& target, int first, int last) {
                        Segment segment{.end = end, .first = first, .last = last};
                        segment.ended = drive_ended(part, state, first);
                        if (target.result != 0) {
                            segment.result = static_cast<Result>(target.result - Target::kResult);
                        } else {
                            segment.row = &cover(target, first + target.shift, last + target.shift);
                            segment.shift = target.shift;
                        }
                        part.segments.push_back(segment);
                    });
    }

    // A clock that runs out ends drives too.
    [[nodiscard]] u32 drive_ended(const Part& part, const State& end, int lane) {
        if constexpr (requires { course_.ends_drive(end, end); }) {
            const std::string_view how = course_.ends_drive(end, course_.in_lane(part.row->key, lane));
            if (!how.empty()) return hows_.number(how);
        }
        return kNone;
    }

    const Course& course_;
    Sums sums_;
    std::map<u64, Layer> layers_; // that are still to come
    std::vector<Part> parts_;     // of the layer
    StateMap<State> shapes_;
    std::deque<Play> plays_; // by number in shapes_
    HowNames hows_;
};

} // namespace touchline::solve
