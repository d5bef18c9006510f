// Values policies backwards over the stations of a game, those that differ in the score alone side by side.
//
// A course says which positions are stations, in which order they come and which plays look alike. The pass first
// explores which stations a position can reach, then goes through the layers from the last one back. Each play becomes
// the chances of its ends under each policy; what a station is worth follows from them. Stations of a layer that lead
// back to each other are solved between a proven lower and a proven upper value (iterate.hpp).
#pragma once

#include "solve/course.hpp"
#include "solve/iterate.hpp"
#include "solve/policy_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <map>
#include <unordered_map>

namespace touchline::solve {

// `Known` answers what stations are worth under best play.
template <class R, CourseFor<R> Course, class Known>
class PolicyPass {
public:
    using State = typename R::State;

    using Policies = std::span<const Policy<State>* const>;

    // The solver is asked only where a seat uses values.
    PolicyPass(const Course& course, const Known& known, Policies policies)
        : course_(course), known_(known), policies_(policies),
          believes_(std::ranges::any_of(policies, &Policy<State>::any_uses_values)) {}

    // One answer for each policy.
    [[nodiscard]] std::vector<PolicyValue> run(const State& start, double bound, Job& job) {
        if (course_.rules().turn(start).kind == TurnKind::over)
            return std::vector<PolicyValue>(policies_.size(), {{worth_of(course_.rules().result(start)), 0}, 0});
        explore(start, job);
        u64 stations = 0;
        for (const Station& row : rows_) stations += row.lanes();
        job.begin(stations);
        target_ = std::max(bound / (16.0 * static_cast<double>(layers_.size())), 1e-12);
        for (auto layer = layers_.rbegin(); layer != layers_.rend();) {
            std::vector<Layer> together;
            std::size_t lanes = 0;
            for (; layer != layers_.rend() && lanes < kTogether; ++layer) {
                together.push_back({layer->second});
                for (u32 number : layer->second) lanes += rows_[number].lanes();
            }
            value_layers(together, job);
        }
        const Station& first = rows_[0];
        const auto at = static_cast<std::size_t>(course_.lane(start) - first.first);
        std::vector<PolicyValue> values;
        for (const Column& own : first.columns)
            values.push_back({{{own.value[at], own.draw[at]}, own.error}, stations});
        return values;
    }

private:
    static constexpr std::size_t kLanes = 64;                       // of one part
    static constexpr std::size_t kTogether = std::size_t{1} << 15U; // lanes, after which no further layer is added

    // What happens under one policy.
    struct Column {
        double error = 0;
        std::vector<double> value{};
        std::vector<double> draw{};
    };
    // A row of stations, from the first lane that can be reached to the last one.
    struct Station {
        State key;
        int first = 0;
        int last = -1;
        int explored_first = 0;
        int explored_last = -1;
        std::vector<double> believed{};
        std::vector<Column> columns{}; // by policy

        [[nodiscard]] std::size_t lanes() const { return static_cast<std::size_t>(last - first + 1); }
    };
    // Where an end of a play lies, for a run of lanes.
    struct Segment {
        static constexpr u32 kResult = RowTarget<State>::kResult;

        u32 row = 0;
        int shift = 0; // of the lanes there against those here
        std::size_t end = 0;
        int first = 0;
        std::size_t lanes = 0;

        [[nodiscard]] bool over() const { return row >= kResult; }
    };
    struct Play : PlayTree<State> {
        double rounding = 0;
        Habits<State> habits{};
    };
    // Lanes of a row whose plays look alike.
    struct Part {
        u32 row;
        int first;
        std::size_t lanes;
        State shape{};
        Play* play = nullptr;
        std::vector<Segment> segments{};
        std::vector<u32> looks{};                   // by lane, where what seats look at is known
        std::vector<std::vector<double>> chances{}; // by policy: of the results, then of the ends, rows of lanes

        [[nodiscard]] int last() const { return first + static_cast<int>(lanes) - 1; }
    };
    using Target = RowTarget<State>;

    // ---- Plays -----------------------------------------------------------------------------------------------------

    void cut(u32 number, int first, int last, std::vector<Part>& parts) const {
        each_shape(course_, rows_[number].key, first, last, static_cast<int>(kLanes),
                   [&](const State& shape, int from, int until) {
                       parts.push_back({number, from, static_cast<std::size_t>(until - from + 1), shape});
                   });
    }

    // Compiles the plays that are not known yet.
    void compile_plays(std::vector<Part>& parts, Job& job) {
        std::vector<std::pair<Play*, const Part*>> fresh;
        for (Part& part : parts) {
            const auto [index, unknown] = shapes_.place(part.shape);
            if (unknown) fresh.emplace_back(&plays_.emplace_back(), &part);
            part.play = &plays_[index];
        }
        const auto stop = [this](const State& s) { return course_.station(s); };
        job.parallel(fresh.size(), 4, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const Part& part = *fresh[i].second;
                const State from = course_.in_lane(rows_[part.row].key, part.first);
                static_cast<PlayTree<State>&>(*fresh[i].first) =
                    compile(course_.shape_rules(from), stop, part.shape, {Roots::walked, choices_for(policies_)});
                fresh[i].first->rounding = PolicyRun::rounding(fresh[i].first->program);
            }
        });
    }

    [[nodiscard]] State placed(const Part& part, const State& state, int lane) const {
        return course_.placed(state, part.shape, course_.in_lane(rows_[part.row].key, lane));
    }

    // Calls each(end, target, first lane, last lane) for the runs of lanes that an end of the play leads to.
    template <class Each>
    void each_run(const Part& part, Each&& each) const {
        for (std::size_t end = 0; end < part.play->stations.size(); ++end)
            each_target(course_, rows_[part.row].key, part.shape, part.play->stations[end], part.first, part.last(),
                        [&](const Target& target, int first, int last) { each(end, target, first, last); });
    }

    // ---- Exploring -------------------------------------------------------------------------------------------------

    void explore(const State& start, Job& job) {
        const int lane = course_.lane(start);
        cover({course_.row(start), course_.layer(start), 0, 0}, lane, lane);
        while (!waiting_.empty()) {
            job.check();
            const std::vector<u32> now = std::move(waiting_.begin()->second);
            waiting_.erase(waiting_.begin());
            std::vector<Part> parts;
            for (u32 number : now) {
                Station& row = rows_[number];
                if (row.explored_first > row.explored_last) {
                    cut(number, row.first, row.last, parts);
                } else {
                    if (row.first < row.explored_first) cut(number, row.first, row.explored_first - 1, parts);
                    if (row.last > row.explored_last) cut(number, row.explored_last + 1, row.last, parts);
                }
                row.explored_first = row.first;
                row.explored_last = row.last;
            }
            compile_plays(parts, job);
            for (const Part& part : parts)
                each_run(part, [&](std::size_t, const Target& target, int first, int last) {
                    if (target.result == 0) cover(target, first + target.shift, last + target.shift);
                });
        }
    }

    // Notes that lanes of a row can be reached.
    void cover(const Target& target, int first, int last) {
        const auto [number, fresh] = numbers_.place(target.key);
        if (fresh) {
            rows_.push_back({target.key});
            layers_[target.layer].push_back(number);
        }
        Station& row = rows_[number];
        const bool none = row.first > row.last;
        const bool known = !none && row.first == row.explored_first && row.last == row.explored_last;
        if (!none && first >= row.first && last <= row.last) return;
        row.first = none ? first : std::min(row.first, first);
        row.last = none ? last : std::max(row.last, last);
        if (none || known) waiting_[target.layer].push_back(number);
    }

    // ---- Valuing ---------------------------------------------------------------------------------------------------

    struct Layer {
        std::span<const u32> rows;        // their numbers
        std::vector<Part> parts{};        // row by row
        std::vector<std::size_t> first{}; // by place in `rows`, and behind the last
    };
    // Parts of several layers that begin with one play: what seats decide depends on beliefs alone, so that they can be
    // worked out side by side before anything is known of what happens.
    struct Batch {
        std::vector<Part*> parts;
        std::size_t lanes = 0;
    };

    void value_layers(std::span<Layer> layers, Job& job) {
        std::vector<u32> all;
        for (const Layer& layer : layers) all.insert(all.end(), layer.rows.begin(), layer.rows.end());
        job.parallel(all.size(), 4, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) open(rows_[all[i]]);
        });
        std::vector<Part*> parts;
        for (Layer& layer : layers) {
            for (u32 number : layer.rows) {
                layer.first.push_back(layer.parts.size());
                cut(number, rows_[number].first, rows_[number].last, layer.parts);
            }
            layer.first.push_back(layer.parts.size());
            compile_plays(layer.parts, job);
            for (Part& part : layer.parts) parts.push_back(&part);
        }
        if (std::ranges::any_of(policies_, &Policy<State>::looks)) {
            std::vector<HabitLanes<State>> looking;
            for (Part* part : parts)
                looking.push_back({part->play->habits,
                                   part->play->choices,
                                   rows_[part->row].key,
                                   part->shape,
                                   {part->first, part->last()},
                                   part->looks});
            ask_habits<State>(policies_, course_, looking, job);
        }
        const std::vector<Batch> batches = batches_of(parts);
        job.parallel(batches.size(), 2, [&](std::size_t begin, std::size_t end) {
            thread_local PolicyRun run;
            for (std::size_t i = begin; i < end; ++i) play(batches[i], run);
        });
        for (const Layer& layer : layers) settle(layer, job);
    }

    // At most kLanes lanes each, unless one part alone has more.
    [[nodiscard]] static std::vector<Batch> batches_of(std::span<Part* const> parts) {
        std::vector<Batch> batches;
        std::unordered_map<const Play*, std::size_t> open;
        for (Part* part : parts) {
            const auto [at, fresh] = open.try_emplace(part->play, batches.size());
            if (fresh || batches[at->second].lanes + part->lanes > kLanes) {
                at->second = batches.size();
                batches.emplace_back();
            }
            batches[at->second].parts.push_back(part);
            batches[at->second].lanes += part->lanes;
        }
        return batches;
    }

    void settle(const Layer& layer, Job& job) {
        job.layer(Message{"layer.rows", {{"rows", layer.rows.size()}}});
        u64 done = 0;
        std::map<u32, std::span<const Part>> parts_of;
        for (std::size_t i = 0; i < layer.rows.size(); ++i) {
            parts_of[layer.rows[i]] =
                std::span<const Part>(layer.parts).subspan(layer.first[i], layer.first[i + 1] - layer.first[i]);
            done += rows_[layer.rows[i]].lanes();
        }
        const std::vector<std::vector<u32>> circles = circles_of(layer.rows, parts_of);
        job.parallel(policies_.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t policy = begin; policy < end; ++policy)
                for (const std::vector<u32>& circle : circles) settle(circle, parts_of, policy);
        });
        job.advance(done, rows_[layer.rows[0]].columns[0].error);
    }

    void open(Station& row) const {
        row.columns.assign(policies_.size(),
                           {0, std::vector<double>(row.lanes(), 0.0), std::vector<double>(row.lanes(), 0.0)});
        if (!believes_ || !course_.station(course_.in_lane(row.key, row.first))) return;
        row.believed.resize(row.lanes());
        std::vector<State> states;
        for (int lane = row.first; lane <= row.last; ++lane) states.push_back(course_.in_lane(row.key, lane));
        if constexpr (requires { known_.worths(std::span<const State>(states), row.believed.data()); })
            known_.worths(std::span<const State>(states), row.believed.data());
        else
            for (std::size_t i = 0; i < states.size(); ++i) row.believed[i] = known_.at(states[i]).worth.value;
    }

    // Finds where parts lead and how often.
    void play(const Batch& batch, PolicyRun& run) const {
        const Play& tree = *batch.parts[0]->play;
        std::vector<double> believed(believes_ ? tree.stations.size() * batch.lanes : 0);
        std::vector<std::pair<const Part*, int>> lanes; // of the batch
        std::vector<u32> looks;
        for (Part* part : batch.parts) {
            lead_on(*part, believed.data() + lanes.size(), batch.lanes);
            for (int lane = part->first; lane <= part->last(); ++lane) lanes.emplace_back(part, lane);
            looks.insert(looks.end(), part->looks.begin(), part->looks.end());
        }
        std::vector<const double*> stations;
        if (believes_)
            for (std::size_t end = 0; end < tree.stations.size(); ++end)
                stations.push_back(believed.data() + end * batch.lanes);
        const auto at = [&](const State& state, std::size_t k) {
            return placed(*lanes[k].first, state, lanes[k].second);
        };
        for (std::size_t policy = 0; policy < policies_.size(); ++policy) {
            std::optional<KnownHabits<State>> known;
            if (looks.size() == batch.lanes) known.emplace(KnownHabits<State>{tree.habits, policy, looks});
            run.decide(tree.program,
                       PlayPolicy(*policies_[policy], std::span<const PlayChoice<State>>(tree.choices), at, known),
                       stations, batch.lanes);
            const double* from = run.end_chances().data();
            const std::size_t rows = Program::kResults + tree.stations.size();
            for (Part* part : batch.parts) {
                std::vector<double>& own = part->chances.emplace_back(rows * part->lanes);
                for (std::size_t r = 0; r < rows; ++r)
                    std::copy_n(from + r * batch.lanes, part->lanes, own.data() + r * part->lanes);
                from += part->lanes;
            }
        }
    }

    // Where a part leads, and what these ends are believed to be worth: rows of `stride`.
    void lead_on(Part& part, double* believed, std::size_t stride) const {
        each_run(part, [&](std::size_t end, const Target& target, int first, int last) {
            const u32 row = target.result != 0 ? target.result : numbers_.find(target.key);
            const auto lanes = static_cast<std::size_t>(last - first + 1);
            part.segments.push_back({row, target.shift, end, first, lanes});
            if (!believes_) return;
            double* to = believed + end * stride + (first - part.first);
            if (target.result != 0)
                std::fill_n(to, lanes, worth_of(static_cast<Result>(row - Segment::kResult)).value);
            else
                std::copy_n(rows_[row].believed.data() + (first + target.shift - rows_[row].first), lanes, to);
        });
    }

    // Rows of a layer that lead back to each other, those that others lead to first.
    [[nodiscard]] std::vector<std::vector<u32>> circles_of(std::span<const u32> numbers,
                                                           const std::map<u32, std::span<const Part>>& parts_of) const {
        std::map<u32, u32> places;
        for (u32 i = 0; i < numbers.size(); ++i) places[numbers[i]] = i;
        std::vector<std::vector<u32>> links(numbers.size());
        for (u32 i = 0; i < numbers.size(); ++i) {
            for (const Part& part : parts_of.at(numbers[i]))
                for (const Segment& segment : part.segments)
                    if (const auto place = places.find(segment.row); place != places.end())
                        links[i].push_back(place->second);
            std::ranges::sort(links[i]);
            links[i].erase(std::unique(links[i].begin(), links[i].end()), links[i].end());
        }
        std::vector<std::vector<u32>> found = circles(links);
        for (std::vector<u32>& circle : found)
            for (u32& place : circle) place = numbers[place];
        return found;
    }

    // The stations of a circle as sums over each other and over what is known: a row each, its lanes side by side.
    class Sums {
    public:
        Sums(std::size_t rows, int first, std::size_t lanes)
            : first_lane(first), value(rows * lanes, 0.0), draw(rows * lanes, 0.0), links(rows), lanes_(lanes) {}

        struct Link {
            u32 to;
            std::vector<double> chances; // by lane
        };
        int first_lane;
        std::vector<double> value, draw; // what is known
        std::vector<std::vector<Link>> links;
        double rounding_error = 0;

        // The chances of going from one row to another.
        [[nodiscard]] double* link(u32 from, u32 to) {
            std::vector<Link>& own = links[from];
            for (Link& each : own)
                if (each.to == to) return each.chances.data();
            own.push_back({to, std::vector<double>(lanes_, 0.0)});
            return own.back().chances.data();
        }

        [[nodiscard]] std::size_t size() const { return links.size(); }
        [[nodiscard]] std::size_t width() const { return lanes_; }
        [[nodiscard]] double rounding() const { return rounding_error; }
        void update(std::size_t i, const double* values, const double* draws, double* out, double* draw_out) const {
            add_links(i, values, value, out);
            if (draws != nullptr) add_links(i, draws, draw, draw_out);
        }
        // About how many stations are passed before the circle is left, from the one where that takes longest.
        [[nodiscard]] double visits() const {
            constexpr int kMostSweeps = 200;
            const std::vector<double> one(value.size(), 1.0);
            std::vector<double> left = one, row(lanes_);
            double most = 1;
            for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
                const double before = most;
                for (std::size_t i = 0; i < size(); ++i) {
                    add_links(i, left.data(), one, row.data());
                    std::ranges::copy(row, left.begin() + static_cast<std::ptrdiff_t>(i * lanes_));
                    most = std::max(most, std::ranges::max(row));
                }
                if (most < 1.01 * before) break;
            }
            return most;
        }
        void polish(std::vector<double>& values, std::vector<double>& draws) const {
            constexpr int kMostSweeps = 400;
            std::vector<double> row(lanes_);
            double change = 1;
            for (int sweep = 0; sweep < kMostSweeps && change > 1e-16; ++sweep) {
                change = 0;
                for (std::size_t i = 0; i < size(); ++i) {
                    add_links(i, values.data(), value, row.data());
                    change = std::max(change, replace_row(values.data() + i * lanes_, row.data(), lanes_));
                    add_links(i, draws.data(), draw, row.data());
                    std::ranges::copy(row, draws.begin() + static_cast<std::ptrdiff_t>(i * lanes_));
                }
            }
        }

    private:
        void add_links(std::size_t i, const double* values, const std::vector<double>& constant, double* out) const {
            std::copy_n(constant.data() + i * lanes_, lanes_, out);
            for (const Link& link : links[i]) add_product(out, values + link.to * lanes_, link.chances.data(), lanes_);
        }

        std::size_t lanes_;
    };

    void settle(const std::vector<u32>& circle, const std::map<u32, std::span<const Part>>& parts_of,
                std::size_t policy) {
        std::map<u32, u32> places; // of the rows, in the circle
        int first = rows_[circle[0]].first;
        int last = rows_[circle[0]].last;
        for (u32 number : circle) {
            places.emplace(number, static_cast<u32>(places.size()));
            first = std::min(first, rows_[number].first);
            last = std::max(last, rows_[number].last);
        }
        const auto lanes = static_cast<std::size_t>(last - first + 1);
        Sums sums(circle.size(), first, lanes);
        double error = 0;
        for (u32 number : circle)
            for (const Part& part : parts_of.at(number)) add_part(part, policy, places, sums, error);
        if (std::ranges::any_of(sums.links, [](const auto& own) { return !own.empty(); })) {
            const bool draws = std::ranges::any_of(sums.draw, [](double draw) { return draw != 0; });
            std::vector<double> values(sums.value.size()), drawn(sums.value.size());
            const double target = std::max(target_, 2 * sums.visits() * sums.rounding_error);
            // Within their bounds the values settle further by plain sweeps; they may then be off by both halves.
            error +=
                2 * solve_layer(sums, draws ? Draws::some : Draws::none, target, values.data(), drawn.data()).bound;
            sums.polish(values, drawn);
            sums.value = std::move(values);
            sums.draw = std::move(drawn);
        }
        for (u32 number : circle) {
            Station& row = rows_[number];
            Column& own = row.columns[policy];
            const std::size_t from = places.at(number) * lanes + static_cast<std::size_t>(row.first - first);
            std::copy_n(sums.value.data() + from, row.lanes(), own.value.data());
            std::copy_n(sums.draw.data() + from, row.lanes(), own.draw.data());
            own.error = error + sums.rounding_error;
        }
    }

    void add_part(const Part& part, std::size_t policy, const std::map<u32, u32>& places, Sums& sums,
                  double& error) const {
        const u32 place = places.at(part.row);
        const std::size_t begin = place * sums.width() + static_cast<std::size_t>(part.first - sums.first_lane);
        const std::vector<double>& all = part.chances[policy];
        // That of the chances, and of the sum over them.
        sums.rounding_error =
            std::max(sums.rounding_error,
                     part.play->rounding + (2.0 * static_cast<double>(part.segments.size()) + 16) * 0x1p-53);
        for (u32 result = 0; result < Program::kResults; ++result)
            add_known(all.data() + result * part.lanes, worth_of(static_cast<Result>(result)), begin, part.lanes, sums);
        for (const Segment& segment : part.segments) {
            const auto skip = static_cast<std::size_t>(segment.first - part.first);
            const double* chances = all.data() + (Program::kResults + segment.end) * part.lanes + skip;
            if (segment.over()) {
                add_known(chances, worth_of(static_cast<Result>(segment.row - Segment::kResult)), begin + skip,
                          segment.lanes, sums);
                continue;
            }
            if (const auto within = places.find(segment.row); within != places.end()) {
                if (segment.shift != 0)
                    throw std::logic_error("stations that lead back to each other must lie in one lane");
                add_scaled(sums.link(place, within->second) + (segment.first - sums.first_lane), chances, 1,
                           segment.lanes);
                continue;
            }
            const Station& to = rows_[segment.row];
            const Column& own = to.columns[policy];
            const auto there = static_cast<std::size_t>(segment.first + segment.shift - to.first);
            error = std::max(error, own.error);
            add_product(sums.value.data() + begin + skip, own.value.data() + there, chances, segment.lanes);
            add_product(sums.draw.data() + begin + skip, own.draw.data() + there, chances, segment.lanes);
        }
    }

    static void add_known(const double* chances, const Worth& worth, std::size_t entry, std::size_t lanes, Sums& sums) {
        add_scaled(sums.value.data() + entry, chances, worth.value, lanes);
        add_scaled(sums.draw.data() + entry, chances, worth.draw, lanes);
    }

    const Course& course_;
    const Known& known_;
    Policies policies_;
    bool believes_;
    double target_ = 0; // of the bound of a circle
    StateMap<State> numbers_;
    std::deque<Station> rows_;                // by number in numbers_
    std::map<u64, std::vector<u32>> layers_;  // numbers of their rows
    std::map<u64, std::vector<u32>> waiting_; // rows with lanes that are not explored, by layer
    StateMap<State> shapes_;
    std::deque<Play> plays_; // by number in shapes_
};

} // namespace touchline::solve
