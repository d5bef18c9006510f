// Follows chance forward through a game in which every choice is made by a fixed rule: how often each result comes out.
//
// All chance begins in one position and flows from station to station, play by play, until it has reached the results.
// Stations are taken rank by rank, those that differ in the score alone side by side as the lanes of a row. Within a
// rank, where stations may lead back to each other, chance is passed on until hardly anything is left there. What is
// left behind could end in any way: it is the bound, and nothing but rounding is added to it. Every figure is a sum of
// products of numbers that are not negative, so that rounding can only be relative, and small.
#pragma once

#include "solve/flow_circles.hpp"
#include "solve/job.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace touchline::solve {

// How a game is followed. Rows, lanes and shapes are of stations and of the position that a game begins with.
template <class C, class R>
concept CourseFor = requires(const C course, const typename R::State& state, int lane) {
    // Where a play ends; no play may come back to a position on its own way.
    { course.station(state) } -> std::same_as<bool>;
    // Never falls from one station to the next.
    { course.rank(state) } -> std::same_as<u64>;
    // About how many ranks a game goes through.
    { C::kRanks } -> std::convertible_to<double>;
    // How much of a game is over, from 0 to 1.
    { course.progress(state) } -> std::same_as<double>;
    // What stations have in common that differ in the score alone, without what nobody looks at; which of them this
    // one is; and the way back.
    { course.row(state) } -> std::same_as<typename R::State>;
    { course.lane(state) } -> std::same_as<int>;
    { course.in_lane(state, lane) } -> std::same_as<typename R::State>;
    // The position that stands for all from which the play looks alike, whatever the score and the clock; in a row
    // they lie side by side. Wide shapes serve many ranks, and are walked by rules of their own.
    { course.shape(state) } -> std::same_as<typename R::State>;
    { course.wide(state) } -> std::same_as<bool>;
    // The way back: from a position of the play from shape(from) to the one of the play from `from`.
    { course.placed(state, state, state) } -> std::same_as<typename R::State>;
    course.shape_rules();
    course.rules();
};

// What following a game has come to.
struct Flowed {
    Valuation odds{};
    double plays = 0; // to be expected in a game
    u64 stations = 0; // that were followed
};

// `known` answers what stations are worth; null where no seat heeds values.
template <GameRules R, CourseFor<R> Course, class Known, DeciderFor<typename R::State> Decider>
class Flow {
public:
    using State = typename R::State;

    Flow(const Course& course, const Known* known, const Decider& decider)
        : course_(course), known_(known), decider_(decider) {}

    // `bound` is on win + draw/2, rounding aside.
    [[nodiscard]] Flowed run(const State& start, double bound, Job& job) {
        job.begin(0);
        budget_ = 2 * bound; // what is left in the middle is off by half of it at most
        Row& first = row_at(course_.rank(start), course_.row(start));
        const int lane = course_.lane(start);
        first.amounts.cover(lane, lane);
        first.amounts[lane] = 1;
        while (!pools_.empty()) {
            const std::unique_ptr<Pool> pool = std::move(pools_.begin()->second);
            rank_ = pools_.begin()->first;
            pools_.erase(pools_.begin());
            current_ = pool.get();
            drain(*pool, job);
        }
        return answer();
    }

private:
    using Row = FlowRow<State>;
    using Part = FlowPart<State>;
    using Pool = FlowPool<State>;
    using Segment = FlowSegment<State>;

    static constexpr double kUnit = 0x1p-53;           // relative rounding of one operation
    static constexpr long double kLongUnit = 0x1p-64L; // the same of the figures of results
    static constexpr std::size_t kLanes = 64;          // of one part
    static constexpr double kShare = 1.0 / 32;         // of what may still be left behind: never more in all than that
    static constexpr double kHardly = 1e-7; // of the budget: a row for which that is too much is not worth following

    Row& row_at(u64 rank, const State& key) {
        if (current_ != nullptr && rank == rank_) return current_->row(key);
        std::unique_ptr<Pool>& pool = pools_[rank];
        if (!pool) pool = std::make_unique<Pool>();
        return pool->row(key);
    }

    // Passes on what stands in a pool until what is left is little enough.
    void drain(Pool& pool, Job& job) {
        const double mass = pool.total();
        const double hardly = kHardly * budget_ * static_cast<double>(pool.rows.size());
        const double allowed = std::min((budget_ - left_) * kShare, mass * budget_ / Course::kRanks + hardly);
        double rest = mass;
        for (; rest > allowed; rest = pool.total()) {
            const double least = pool.small(allowed);
            if (open(pool, least, job)) pool.levels = CircleFinder<State>(pool).levels();
            for (auto& circles : pool.levels) pass(circles, least, job);
        }
        left_ += rest;
        u64 followed = 0;
        for (Row& row : pool.rows) followed += leave(row);
        stations_ += followed;
        const double progress = course_.progress(pool.rows.front().key);
        job.layer(fmt::format("{:.2f} plays of a game followed", plays_));
        if (progress > 0) job.expect(static_cast<u64>(static_cast<double>(stations_) / progress));
        job.advance(followed, left_ / 2);
    }

    // ---- Plays -----------------------------------------------------------------------------------------------------

    // Works out the plays from all stations with more than `least` that have not been looked at yet. Whether there were
    // any.
    bool open(Pool& pool, double least, Job& job) {
        std::vector<Part*> fresh;
        for (Row& row : pool.rows) {
            const auto [first, last] = row.above(least);
            if (first > last) continue;
            const int known_first = row.played_first;
            const int known_last = row.played_last;
            if (known_first > known_last) {
                cut(row, first, last, fresh);
            } else {
                if (first < known_first) cut(row, first, known_first - 1, fresh);
                if (last > known_last) cut(row, known_last + 1, last, fresh);
            }
        }
        if (fresh.empty()) return false;
        const std::vector<Script<State>> narrow = write_scripts(fresh, job);
        job.parallel(fresh.size(), 8, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) find_segments(*fresh[i]);
        });
        std::vector<Row*> asked;
        for (Part* part : fresh) bind(*part, asked);
        job.parallel(asked.size(), 4, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) find_worths(*asked[i]);
        });
        job.parallel(fresh.size(), 8, [&](std::size_t begin, std::size_t end) {
            Performance<State, Decider> performance(decider_);
            for (std::size_t i = begin; i < end; ++i) play(*fresh[i], performance);
        });
        return true;
    }

    // Parts of lanes whose play looks alike.
    void cut(Row& row, int first, int last, std::vector<Part*>& fresh) {
        const bool none = row.played_first > row.played_last;
        row.played_first = none ? first : std::min(row.played_first, first);
        row.played_last = none ? last : std::max(row.played_last, last);
        row.passed.cover(row.played_first, row.played_last);
        const auto shape_at = [&](int lane) { return course_.shape(course_.in_lane(row.key, lane)); };
        for (int lane = first; lane <= last;) {
            const State shape = shape_at(lane);
            const int end = std::min(last, lane + static_cast<int>(kLanes) - 1);
            const int until = last_alike(lane, end, [&](int at) { return shape_at(at) == shape; });
            const auto lanes = static_cast<std::size_t>(until - lane + 1);
            row.parts.push_back(std::make_unique<Part>(Part{&row, shape, lane, lanes}));
            fresh.push_back(row.parts.back().get());
            lane = until + 1;
        }
    }

    // The last lane up to `end` that is like the first one: like ones lie side by side.
    template <class Alike>
    [[nodiscard]] static int last_alike(int first, int end, Alike&& alike) {
        if (first == end || alike(end)) return end;
        while (end - first > 1) {
            const int middle = first + (end - first) / 2;
            (alike(middle) ? first : end) = middle;
        }
        return first;
    }

    // Wide scripts are kept; the others, which hardly ever serve twice, are answered.
    [[nodiscard]] std::vector<Script<State>> write_scripts(const std::vector<Part*>& parts, Job& job) {
        std::vector<Part*> narrow;
        std::vector<std::pair<Script<State>*, const Part*>> fresh;
        for (Part* part : parts) {
            if (!course_.wide(course_.in_lane(part->row->key, part->first))) {
                narrow.push_back(part);
                continue;
            }
            const auto [script, unwritten] = scripts_.place(part->shape);
            part->script = script;
            if (unwritten) fresh.emplace_back(script, part);
        }
        std::vector<Script<State>> own(narrow.size());
        const auto stop = [this](const State& s) { return course_.station(s); };
        job.parallel(fresh.size() + narrow.size(), 4, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                if (i < fresh.size())
                    *fresh[i].first = ScriptWriter(course_.shape_rules(), stop).write(fresh[i].second->shape);
                else
                    own[i - fresh.size()] = ScriptWriter(course_.rules(), stop).write(narrow[i - fresh.size()]->shape);
        });
        for (std::size_t i = 0; i < narrow.size(); ++i) narrow[i]->script = &own[i];
        return own;
    }

    [[nodiscard]] State placed(const Part& part, const State& state, int lane) const {
        return course_.placed(state, part.shape, course_.in_lane(part.row->key, lane));
    }

    // Where the ends of a script lie, for runs of lanes.
    void find_segments(Part& part) const {
        part.segments.reserve(part.script->ends.size());
        for (std::size_t end = 0; end < part.script->ends.size(); ++end) {
            const auto target_at = [&](int lane) {
                return target_of(placed(part, part.script->ends[end], lane), lane);
            };
            for (int lane = part.first; lane <= part.last();) {
                Segment segment = target_at(lane);
                const int until = last_alike(lane, part.last(), [&](int at) { return target_at(at).alike(segment); });
                segment.slot = EndRows::slot_of_end(end);
                segment.first = lane;
                segment.lanes = static_cast<std::size_t>(until - lane + 1);
                part.segments.push_back(segment);
                lane = until + 1;
            }
        }
    }

    [[nodiscard]] Segment target_of(const State& state, int lane) const {
        Segment segment;
        if (course_.rules().turn(state).kind == TurnKind::over) {
            segment.result = static_cast<u8>(course_.rules().result(state));
            return segment;
        }
        segment.key = course_.row(state);
        segment.rank = course_.rank(state);
        segment.shift = course_.lane(state) - lane;
        return segment;
    }

    // Finds the rows that a part leads to; those whose worths are not known go into `asked`. Links within the rank come
    // first.
    void bind(Part& part, std::vector<Row*>& asked) {
        for (Segment& segment : part.segments) {
            if (segment.over()) continue;
            Row& row = row_at(segment.rank, segment.key);
            segment.to = &row;
            const int first = segment.first + segment.shift;
            const int last = first + static_cast<int>(segment.lanes) - 1;
            row.amounts.cover(first, last);
            if (known_ != nullptr && row.ask(first, last)) asked.push_back(&row);
        }
        const auto within = [&](const Segment& segment) { return !segment.over() && segment.rank == rank_; };
        const auto rest = std::stable_partition(part.segments.begin(), part.segments.end(), within);
        part.within = static_cast<std::size_t>(rest - part.segments.begin());
    }

    void find_worths(Row& row) const {
        row.worths.cover(row.asked_first, row.asked_last);
        const auto find = [&](int first, int last) {
            std::vector<State> states;
            for (int lane = first; lane <= last; ++lane) states.push_back(course_.in_lane(row.key, lane));
            if (!states.empty()) worths_of(*known_, states, &row.worths[first]);
        };
        if (row.worth_first > row.worth_last) {
            find(row.asked_first, row.asked_last);
        } else {
            find(row.asked_first, row.worth_first - 1);
            find(row.worth_last + 1, row.asked_last);
        }
        row.worth_first = row.asked_first;
        row.worth_last = row.asked_last;
    }

    static void worths_of(const Known& known, std::span<const State> states, double* out) {
        if constexpr (requires { known.worths(states, out); })
            known.worths(states, out);
        else
            for (const State& state : states) *out++ = known.at(state).worth.value;
    }

    void play(Part& part, Performance<State, Decider>& performance) const {
        const auto place = [&](const State& state, std::size_t lane) {
            return placed(part, state, part.first + static_cast<int>(lane));
        };
        const Script<State>& script = *std::exchange(part.script, nullptr);
        part.rounding = performance.rounding(script);
        part.chances = EndRows(script.ends.size(), part.lanes);
        if (known_ == nullptr) return performance.run(script, place, nullptr, part.chances);
        EndRows worths(script.ends.size(), part.lanes);
        for (u32 result = 0; result < EndRows::kResults; ++result)
            std::fill_n(worths[result], part.lanes, worth_of(static_cast<Result>(result)).value);
        for (const Segment& segment : part.segments) {
            double* own = worths[segment.slot] + (segment.first - part.first);
            if (segment.over())
                std::fill_n(own, segment.lanes, worth_of(static_cast<Result>(segment.result)).value);
            else
                std::copy_n(&segment.to->worths[segment.first + segment.shift], segment.lanes, own);
        }
        performance.run(script, place, &worths, part.chances);
    }

    // ---- Passing on ------------------------------------------------------------------------------------------------

    // Passes on what stands in the circles of a level, as far as it stays within the rank; the rest waits in `passed`.
    void pass(std::vector<FlowCircle<State>>& level, double least, Job& job) {
        const auto waits = [&](const Row* row) {
            const auto [first, last] = row->above(least);
            return first <= last;
        };
        const auto summed = [](const FlowCircle<State>& circle) {
            return circle.round && circle.straight && circle.rows.size() <= CircleSum<State>::kMostRows;
        };
        std::vector<FlowCircle<State>*> moving;
        for (FlowCircle<State>& circle : level)
            if (std::ranges::any_of(circle.rows, waits)) moving.push_back(&circle);
        job.parallel(moving.size(), 4, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                if (summed(*moving[i])) CircleSum<State>{*moving[i]};
        });
        for (FlowCircle<State>* circle : moving)
            if (summed(*circle))
                pass_rounds(*circle);
            else
                pass_once(*circle);
    }

    void pass_once(FlowCircle<State>& circle) {
        for (Row* row : circle.rows)
            for (const auto& part : row->parts) {
                row->moving.cover(part->first, part->last());
                std::copy_n(&row->amounts[part->first], part->lanes, &row->moving[part->first]);
                std::fill_n(&row->amounts[part->first], part->lanes, 0.0);
                move(*part);
            }
    }

    // What has come to a station is then what has passed through it. Where rounding makes a difference, so much chance
    // at most has gone astray.
    void pass_rounds(FlowCircle<State>& circle) {
        for (Row* row : circle.rows)
            for (const auto& part : row->parts) move(*part);
        for (Row* row : circle.rows)
            for (const auto& part : row->parts) {
                const double* moving = &row->moving[part->first];
                double* waiting = &row->amounts[part->first];
                for (std::size_t lane = 0; lane < part->lanes; ++lane) {
                    rounding_ += std::abs(waiting[lane] - moving[lane]);
                    waiting[lane] = 0;
                }
            }
    }

    // Passes on what goes through a part.
    static void move(Part& part) {
        const double* moving = &part.row->moving[part.first];
        double* passed = &part.row->passed[part.first];
        for (std::size_t i = 0; i < part.lanes; ++i) passed[i] += moving[i];
        for (const Segment& segment : part.within_rank()) pour(part, segment, moving);
        ++part.row->sums;
    }

    static void pour(const Part& part, const Segment& segment, const double* moving) {
        const std::size_t skip = static_cast<std::size_t>(segment.first - part.first);
        const double* __restrict chance = part.chances[segment.slot] + skip;
        const double* __restrict from = moving + skip;
        double* __restrict to = &segment.to->amounts[segment.first + segment.shift];
        for (std::size_t i = 0; i < segment.lanes; ++i) to[i] += from[i] * chance[i];
        ++segment.to->sums;
    }

    // All that has been passed on goes to later ranks and to results. Answers how many stations there were.
    u64 leave(Row& row) {
        u64 followed = 0;
        double rounding = 0;
        for (const auto& each : row.parts) {
            const Part& part = *each;
            const double* passed = &row.passed[part.first];
            for (std::size_t i = part.within; i < part.segments.size(); ++i) {
                const Segment& segment = part.segments[i];
                if (segment.over())
                    add_result(segment.result, part.chances[segment.slot] + (segment.first - part.first),
                               passed + (segment.first - part.first), segment.lanes);
                else
                    pour(part, segment, passed);
            }
            for (u32 result = 0; result < EndRows::kResults; ++result)
                add_result(result, part.chances[result], passed, part.lanes);
            rounding = std::max(rounding, part.rounding);
            followed += part.lanes;
        }
        const double mass = row.passed.total();
        plays_ += mass;
        // What a station has is a sum of so many products, each as exact as its factors.
        rounding_ += mass * (rounding + 2 * static_cast<double>(row.sums) * kUnit);
        return followed;
    }

    void add_result(u32 result, const double* chance, const double* passed, std::size_t lanes) {
        long double sum = 0;
        for (std::size_t i = 0; i < lanes; ++i) sum += static_cast<long double>(chance[i]) * passed[i];
        results_[result] += sum;
        sums_ += lanes;
    }

    [[nodiscard]] Flowed answer() const {
        const double rounding = rounding_ + static_cast<double>(static_cast<long double>(sums_) * kLongUnit);
        const long double draw = results_[static_cast<std::size_t>(Result::draw)];
        const long double home = results_[static_cast<std::size_t>(Result::home)];
        const Worth worth{static_cast<double>(home + (draw + left_) / 2), static_cast<double>(draw)};
        return {{worth, left_ / 2 + rounding}, plays_, stations_};
    }

    const Course& course_;
    const Known* known_;
    const Decider& decider_;
    ScriptShelf<State> scripts_; // of wide shapes
    std::map<u64, std::unique_ptr<Pool>> pools_;
    Pool* current_ = nullptr;
    u64 rank_ = 0;
    std::array<long double, 3> results_{};
    double left_ = 0;
    double plays_ = 0;
    double budget_ = 0;
    double rounding_ = 0;
    u64 sums_ = 0;
    u64 stations_ = 0;
};

} // namespace touchline::solve
