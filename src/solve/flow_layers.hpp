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
        u64 layer = 0;
        bool waits = false; // in its layer's list
        bool wider = false; // in the list of those with new lanes

        [[nodiscard]] std::size_t lanes() const { return static_cast<std::size_t>(last - first + 1); }
        [[nodiscard]] FlowRows at(int lane) { return {flow.data() + (lane - flow_first), flow_lanes}; }

        // Makes room for what flows into all of its lanes.
        void grow() {
            if (flow_lanes != 0 && flow_first == first && flow_lanes == lanes()) return;
            thread_local std::vector<double> room;
            room.assign(lanes() * kFlowColumns, 0.0);
            const int from = std::max(first, flow_first);
            const int until = std::min(last, flow_first + static_cast<int>(flow_lanes) - 1);
            for (std::size_t c = 0; c < kFlowColumns && from <= until; ++c)
                std::copy_n(flow.data() + c * flow_lanes + static_cast<std::size_t>(from - flow_first),
                            until - from + 1, room.data() + c * lanes() + static_cast<std::size_t>(from - first));
            std::swap(flow, room);
            flow_first = first;
            flow_lanes = lanes();
        }

        // As if it were new, with the room that it has.
        void begin(const State& own_key, u64 own_layer, u32 own_number) {
            key = own_key;
            layer = own_layer;
            number = own_number;
            empty();
            believed.clear();
            parts.clear();
            circle = kNone;
            waits = wider = false;
        }
        // Nothing flows into any of its lanes.
        void empty() {
            first = explored_first = flow_first = 0;
            last = explored_last = -1;
            flow_lanes = 0;
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
    // Lanes that decide alike.
    struct LawRun {
        PlayLaw* law = nullptr;
        int first = 0;
        int last = 0;
    };
    // Lanes of a row from which the play looks alike.
    struct Part {
        Row* row = nullptr;
        int first = 0;
        int last = 0;
        State shape{};
        Play* play = nullptr;
        std::vector<Segment> segments{};
        std::vector<u32> looks{};   // by lane, where what seats look at is known
        std::vector<LawRun> runs{}; // of all lanes, one after the other
        std::vector<double> sums{}; // rows of the play's sums
        JudgedLanes by_book{};      // of a seat that goes by another game's book

        [[nodiscard]] std::size_t lanes() const { return static_cast<std::size_t>(last - first + 1); }

        // By lane.
        [[nodiscard]] std::vector<const PlayLaw*> laws() const {
            std::vector<const PlayLaw*> all;
            for (const LawRun& run : runs) all.insert(all.end(), run.last - run.first + 1, run.law);
            return all;
        }
        // As if it were new, with the room that it has.
        void begin(Row& own_row, int own_first, int own_last, const State& own_shape) {
            row = &own_row;
            first = own_first;
            last = own_last;
            shape = own_shape;
            play = nullptr;
            segments.clear();
            looks.clear();
            runs.clear();
            by_book.clear();
        }
    };
    // Which choices and rolls are told apart by name.
    enum class Sums : u8 { choices, all };

    FlowLayers(const Course& course, Sums sums) : course_(course), sums_(sums) {}

    [[nodiscard]] bool passed_all() const { return layers_.empty(); }
    // Of the layer that comes next, by number.
    [[nodiscard]] std::span<Row* const> rows() const { return layers_.begin()->second.rows; }
    [[nodiscard]] std::span<Part> parts() { return std::span(parts_).first(part_count_); }
    // Of whatever layer: those that got new lanes.
    [[nodiscard]] std::span<Row* const> wider() const { return wider_; }
    [[nodiscard]] std::deque<Play>& plays() { return plays_; }
    [[nodiscard]] const HowNames& hows() const { return hows_; }

    Row& cover(const Target& target, int first, int last) {
        if (at_hand_ == nullptr || at_hand_->number != target.layer) {
            at_hand_ = &layers_[target.layer];
            at_hand_->number = target.layer;
        }
        Layer& layer = *at_hand_;
        const auto [number, fresh] = layer.numbers.place(target.key);
        if (fresh) layer.rows.push_back(&new_row(target.key, target.layer, number));
        Row& row = *layer.rows[number];
        const bool none = row.first > row.last;
        if (!none && row.first <= first && last <= row.last) return row;
        row.first = none ? first : std::min(row.first, first);
        row.last = none ? last : std::max(row.last, last);
        if (!std::exchange(row.waits, true)) layer.waiting.push_back(&row);
        if (!std::exchange(row.wider, true)) wider_.push_back(&row);
        return row;
    }

    // Which rows of the layer can be reached, and where all of them lead.
    void explore(Job& job) {
        Layer& layer = layers_.begin()->second;
        while (!layer.waiting.empty()) {
            job.check();
            const std::size_t before = part_count_;
            for (Row* row : std::exchange(layer.waiting, {})) cut(*row);
            walk_plays(before, job);
            lead_on(before, job);
        }
    }

    [[nodiscard]] bool in_layer(const Row& row) const { return row.layer == layers_.begin()->first; }

    void leave() {
        for (Part& part : parts()) std::vector<double>().swap(part.sums); // most of what a part holds
        part_count_ = 0;
        for (Row* row : wider_) row->wider = false;
        wider_.clear();
        spare_.insert(spare_.end(), rows().begin(), rows().end());
        layers_.erase(layers_.begin());
        at_hand_ = nullptr;
    }

private:
    struct Layer {
        u64 number = 0;
        StateMap<State> numbers{};
        std::vector<Row*> rows{};    // by number
        std::vector<Row*> waiting{}; // with lanes that are not explored
    };
    // Where an end of a part leads.
    struct Lead {
        Target target;
        Segment segment;
    };
    static constexpr int kLanes = 64;                 // of one part
    static constexpr std::size_t kTogether = 1 << 12; // parts whose ends are looked for side by side

    Row& new_row(const State& key, u64 layer, u32 number) {
        Row* row = nullptr;
        if (spare_.empty()) {
            row = &all_rows_.emplace_back();
        } else {
            row = spare_.back();
            spare_.pop_back();
        }
        row->begin(key, layer, number);
        return *row;
    }

    // The lanes of a row that are new.
    void cut(Row& row) {
        const auto add = [&](int first, int last) {
            each_shape(course_, row.key, first, last, kLanes, [&](const State& shape, int from, int until) {
                row.parts.push_back(static_cast<u32>(part_count_));
                if (part_count_ == parts_.size()) parts_.emplace_back();
                parts_[part_count_++].begin(row, from, until, shape);
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
        row.waits = false;
    }

    void walk_plays(std::size_t from, Job& job) {
        std::vector<Part*> fresh;
        for (Part& part : parts().subspan(from)) {
            const auto [index, unknown] = shapes_.place(part.shape);
            if (unknown) plays_.emplace_back();
            part.play = &plays_[index];
            if (unknown) fresh.push_back(&part);
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

    // Rows are found one after the other, so that their numbers are the same on any number of threads.
    void lead_on(std::size_t from, Job& job) {
        for (; from < part_count_; from += kTogether) {
            const std::span<Part> some = parts().subspan(from, std::min(kTogether, part_count_ - from));
            leads_.resize(std::max(leads_.size(), some.size()));
            job.parallel(some.size(), 64, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) find_leads(some[i], leads_[i]);
            });
            for (std::size_t i = 0; i < some.size(); ++i)
                for (Lead& lead : leads_[i]) {
                    Segment& segment = lead.segment;
                    if (lead.target.result == 0)
                        segment.row = &cover(lead.target, segment.first + segment.shift, segment.last + segment.shift);
                    some[i].segments.push_back(segment);
                }
        }
    }

    void find_leads(const Part& part, std::vector<Lead>& leads) {
        leads.clear();
        for (u32 end = 0; end < part.play->ends.size(); ++end) {
            const State& state = part.play->ends[end];
            each_target(course_, part.row->key, part.shape, state, part.first, part.last,
                        [&](const Target& target, int first, int last) {
                            Segment segment{.shift = target.shift, .end = end, .first = first, .last = last};
                            segment.ended = drive_ended(part, state, first);
                            if (target.result != 0)
                                segment.result = static_cast<Result>(target.result - Target::kResult);
                            leads.push_back({target, segment});
                        });
        }
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
    Layer* at_hand_ = nullptr;    // the one that was looked up last
    std::deque<Row> all_rows_;    // those of the layers and spare ones: rows and parts keep their room
    std::vector<Row*> spare_;
    std::vector<Row*> wider_;
    std::vector<Part> parts_; // of the layer: the first part_count_
    std::size_t part_count_ = 0;
    std::vector<std::vector<Lead>> leads_; // of some parts
    StateMap<State> shapes_;
    std::deque<Play> plays_; // by number in shapes_
    HowNames hows_;
};

} // namespace touchline::solve
