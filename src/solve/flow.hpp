// Follows chance forward through a game in which every choice is made by a fixed rule: how often each result comes out.
//
// All chance begins in one position and flows from station to station, play by play, until it has reached the results.
// Stations are taken rank by rank; within a rank, where they may lead back to each other, until hardly anything is left
// there. What is left behind could end in any way: it is the bound, and nothing but rounding is added to it. Every
// figure is a sum of products of numbers that are not negative, so that rounding can only be relative, and small.
#pragma once

#include "core/shares.hpp"
#include "solve/job.hpp"
#include "solve/script.hpp"

#include <fmt/format.h>

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace touchline::solve {

// How a game is followed.
template <class C, class R>
concept CourseFor = requires(const C course, const typename R::State& state) {
    // Where a play ends; no play may come back to a position on its own way.
    { course.station(state) } -> std::same_as<bool>;
    // Never falls from one station to the next.
    { course.rank(state) } -> std::same_as<u64>;
    // The same position with what nobody looks at made equal.
    { course.plain(state) } -> std::same_as<typename R::State>;
    // Plays that do not look at score or clock look alike at every one: the position that stands for all of these, if
    // this is one of them, and the way back, from a position of that play to one of the play from `state`.
    { course.shape(state) } -> std::same_as<std::optional<typename R::State>>;
    { course.placed(state, state) } -> std::same_as<typename R::State>;
    // The rules by which plays from such positions, and from all others, are walked.
    course.shape_rules();
    course.rules();
};

// A choice as a rule of decision sees it. `values` is what each action is worth to the seat under best play of both,
// empty where nobody asked for that.
template <class State>
struct Decision {
    const State& state;
    Seat seat;
    const ActionList& legal;
    std::span<const double> values;
};

// Where a play leads: stations and results with their chances.
template <class State>
struct PlayEnds {
    std::vector<State> stations;
    std::vector<double> chances; // of these
    std::array<double, 3> results{};
    double rounding = 0; // relative
};

// Plays a script through for one station. `known` answers what stations are worth; null where no rule of decision asks.
template <GameRules R, CourseFor<R> Course, class Known, class Decide>
class Performance {
public:
    using State = typename R::State;
    using Script = solve::Script<State>;

    // `from` is null where the script was written for the very station.
    Performance(const Course& course, const Known* known, const Decide& decide, const Script& script, const State* from)
        : course_(course), known_(known), decide_(decide), script_(script), from_(from) {}

    [[nodiscard]] PlayEnds<State> run() {
        place_ends();
        chances_.resize(script_.edges.size());
        worths_.resize(known_ != nullptr ? script_.nodes.size() : 0);
        for (std::size_t n = 0; n < script_.nodes.size(); ++n)
            if (script_.nodes[n].choice == Script::kRoll)
                roll(n);
            else
                choose(n);
        return pour();
    }

private:
    static constexpr u32 kResults = Script::kResults;
    static constexpr u32 kEndMark = Script::kEndMark;

    [[nodiscard]] State placed(const State& state) const {
        return from_ != nullptr ? course_.placed(state, *from_) : state;
    }

    void place_ends() {
        for (const State& end : script_.ends) {
            const State there = course_.plain(placed(end));
            const bool over = course_.rules().turn(there).kind == TurnKind::over;
            ends_.stations.push_back(there);
            over_.push_back(over ? static_cast<u8>(course_.rules().result(there)) : kResults);
            if (known_ != nullptr)
                end_worths_.push_back(over ? worth_of(static_cast<Result>(over_.back())) : known_->at(there).worth);
        }
    }

    [[nodiscard]] Worth worth(u32 target) const {
        if (target < kResults) return worth_of(static_cast<Result>(target));
        return target >= kEndMark ? end_worths_[target - kEndMark] : worths_[target - kResults];
    }

    void roll(std::size_t n) {
        const auto& [first, count, choice] = script_.nodes[n];
        for (u32 e = first; e < first + count; ++e) {
            chances_[e] = script_.edges[e].chance;
            if (known_ == nullptr) continue;
            const Worth there = worth(script_.edges[e].target);
            worths_[n].value += chances_[e] * there.value;
            worths_[n].draw += chances_[e] * there.draw;
        }
    }

    void choose(std::size_t n) {
        const auto& [first, count, number] = script_.nodes[n];
        const auto& choice = script_.choices[number];
        InlineList<double, kMostActions> values;
        for (u32 e = first; e < first + count && known_ != nullptr; ++e) {
            const Worth there = worth(script_.edges[e].target);
            worths_[n] = e == first ? there : best_of(choice.seat, worths_[n], there);
            values.push_back(choice.seat == Seat::home ? there.value : 1 - there.value);
        }
        const State state = placed(choice.state);
        const Shares shares =
            decide_(Decision<State>{state, choice.seat, choice.legal, {values.begin(), values.end()}});
        for (u32 e = 0; e < count; ++e) chances_[first + e] = shares[e];
    }

    // From the root down: everything that comes to a node is there before it is passed on.
    [[nodiscard]] PlayEnds<State> pour() {
        ends_.chances.assign(ends_.stations.size(), 0.0);
        std::vector<double> amounts(script_.nodes.size(), 0.0);
        amounts.back() = 1;
        for (std::size_t n = script_.nodes.size(); n-- > 0;) {
            if (amounts[n] == 0) continue;
            const auto& node = script_.nodes[n];
            for (u32 e = node.first; e < node.first + node.count; ++e) {
                const double part = amounts[n] * chances_[e];
                const u32 target = script_.edges[e].target;
                if (target < kResults)
                    ends_.results[target] += part;
                else if (target < kEndMark)
                    amounts[target - kResults] += part;
                else if (const u8 result = over_[target - kEndMark]; result < kResults)
                    ends_.results[result] += part;
                else
                    ends_.chances[target - kEndMark] += part;
            }
        }
        // Each number is divided, multiplied and added no more often than there are edges.
        ends_.rounding = (static_cast<double>(script_.edges.size()) + 16) * 0x1p-52;
        return std::move(ends_);
    }

    const Course& course_;
    const Known* known_;
    const Decide& decide_;
    const Script& script_;
    const State* from_;
    PlayEnds<State> ends_;
    std::vector<u8> over_;          // beside the ends: a result, or kResults
    std::vector<Worth> end_worths_; // beside the ends
    std::vector<Worth> worths_;     // by node
    std::vector<double> chances_;   // beside the edges
};

// What following a game has come to.
struct Flowed {
    Valuation odds{};
    double plays = 0; // to be expected in a game
    u64 stations = 0; // that were followed
};

template <GameRules R, CourseFor<R> Course, class Known, class Decide>
class Flow {
public:
    using State = typename R::State;

    Flow(const Course& course, const Known* known, const Decide& decide)
        : course_(course), known_(known), decide_(decide) {}

    // `bound` is on win + draw/2, rounding aside.
    [[nodiscard]] Flowed run(const State& start, double bound, Job& job) {
        job.begin(0);
        budget_ = 2 * bound; // what is left in the middle is off by half of it at most
        add(start, 1);
        while (!pools_.empty()) {
            const std::unique_ptr<Pool> pool = std::move(pools_.begin()->second);
            rank_ = pools_.begin()->first;
            pools_.erase(pools_.begin());
            drain(*pool, job);
        }
        return answer();
    }

private:
    // Relative rounding of sums in long double, a number of which go into one figure.
    static constexpr long double kUnit = 0x1p-63L;
    static constexpr std::size_t kChunk = 1024;
    static constexpr double kShare = 1.0 / 32; // of what may still be left behind: never more in all than that

    struct Link {
        u32 place;
        double chance;
    };
    // All stations of one rank.
    struct Pool {
        StateMap<State> places;
        std::vector<long double> amount;
    };
    struct Row {
        std::vector<std::pair<Pool*, Link>> links;
        std::array<double, 3> results{};
        bool made = false;
    };

    void add(const State& state, long double amount) {
        const State plain = course_.plain(state);
        Pool& pool = pool_of(plain);
        const u32 place = place_in(pool, plain);
        pool.amount[place] += amount;
    }

    Pool& pool_of(const State& state) {
        std::unique_ptr<Pool>& pool = pools_[course_.rank(state)];
        if (!pool) pool = std::make_unique<Pool>();
        return *pool;
    }

    static u32 place_in(Pool& pool, const State& state) {
        const auto [place, fresh] = pool.places.place(state);
        if (fresh) pool.amount.push_back(0);
        return place;
    }

    // Passes on what stands in a pool until what is left is little enough.
    void drain(Pool& pool, Job& job) {
        const auto total = [&] {
            long double sum = 0;
            for (long double amount : pool.amount) sum += amount;
            return sum;
        };
        const auto allowed = static_cast<double>((budget_ - left_) * kShare);
        std::vector<Row> rows;
        long double rest = 0;
        do {
            const long double least = allowed / static_cast<double>(2 * pool.amount.size());
            for (std::size_t at = 0; at < pool.amount.size(); at += kChunk) pass(pool, rows, at, least, job);
            rest = total();
        } while (rest > allowed);
        left_ += rest;
        stations_ += rows.size();
        job.layer(fmt::format("{:.6f} of all chances followed to the end",
                              static_cast<double>(results_[0] + results_[1] + results_[2])));
        job.advance(rows.size(), static_cast<double>(left_) / 2);
    }

    // Passes on what stands at some places, if it is more than `least`.
    void pass(Pool& pool, std::vector<Row>& rows, std::size_t begin, long double least, Job& job) {
        const std::size_t end = std::min(begin + kChunk, pool.amount.size());
        if (rows.size() < end) rows.resize(end);
        std::vector<std::size_t> fresh;
        for (std::size_t i = begin; i < end; ++i)
            if (pool.amount[i] > least && !rows[i].made) fresh.push_back(i);
        std::vector<PlayEnds<State>> ends(fresh.size());
        std::vector<const Script<State>*> scripts(fresh.size(), nullptr);
        for (std::size_t k = 0; k < fresh.size(); ++k) scripts[k] = script_for(pool.places[fresh[k]]);
        job.parallel(fresh.size(), 16, [&](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; ++k) ends[k] = play(pool.places[fresh[k]], scripts[k]);
        });
        for (std::size_t k = 0; k < fresh.size(); ++k) link(pool, rows[fresh[k]], ends[k]);
        for (std::size_t i = begin; i < end; ++i)
            if (pool.amount[i] > least && rows[i].made) pour(pool.amount[i], rows[i]);
    }

    // The script that a station shares with others; null where it needs one of its own.
    [[nodiscard]] const Script<State>* script_for(const State& state) {
        const std::optional<State> shape = course_.shape(state);
        if (!shape) return nullptr;
        const auto [place, fresh] = shapes_.place(*shape);
        if (fresh) scripts_.push_back(write(course_.shape_rules(), *shape));
        return &scripts_[place];
    }

    template <class Rules>
    [[nodiscard]] Script<State> write(const Rules& rules, const State& from) const {
        const auto stop = [this](const State& s) { return course_.station(s); };
        return ScriptWriter(rules, stop).write(from);
    }

    [[nodiscard]] PlayEnds<State> play(const State& from, const Script<State>* shared) const {
        using Played = Performance<R, Course, Known, Decide>;
        if (shared != nullptr) return Played(course_, known_, decide_, *shared, &from).run();
        const Script<State> own = write(course_.rules(), from);
        return Played(course_, known_, decide_, own, nullptr).run();
    }

    void link(Pool& own, Row& row, const PlayEnds<State>& ends) {
        row.made = true;
        row.results = ends.results;
        for (std::size_t i = 0; i < ends.stations.size(); ++i) {
            if (ends.chances[i] == 0) continue;
            const State& state = ends.stations[i];
            Pool& pool = course_.rank(state) == rank_ ? own : pool_of(state);
            row.links.push_back({&pool, {place_in(pool, state), ends.chances[i]}});
        }
        rounding_ = std::max(rounding_, ends.rounding);
    }

    void pour(long double& amount, const Row& row) {
        const long double poured = std::exchange(amount, 0);
        for (const auto& [pool, link] : row.links) pool->amount[link.place] += poured * link.chance;
        for (std::size_t r = 0; r < results_.size(); ++r) results_[r] += poured * row.results[r];
        plays_ += poured;
        ++pours_;
    }

    // Each play loses no more than its rounding; each figure is added to once a play at most.
    [[nodiscard]] Flowed answer() const {
        const auto plays = static_cast<double>(plays_);
        const double rounding = plays * (rounding_ + static_cast<double>(static_cast<long double>(pours_) * kUnit));
        const long double draw = results_[static_cast<std::size_t>(Result::draw)];
        const long double home = results_[static_cast<std::size_t>(Result::home)];
        const Worth worth{static_cast<double>(home + (draw + left_) / 2), static_cast<double>(draw)};
        return {{worth, static_cast<double>(left_ / 2) + rounding}, plays, stations_};
    }

    const Course& course_;
    const Known* known_;
    const Decide& decide_;
    StateMap<State> shapes_;
    std::deque<Script<State>> scripts_; // by number in shapes_
    std::map<u64, std::unique_ptr<Pool>> pools_;
    u64 rank_ = 0;
    std::array<long double, 3> results_{};
    long double left_ = 0;
    long double plays_ = 0;
    double budget_ = 0;
    double rounding_ = 0;
    u64 pours_ = 0;
    u64 stations_ = 0;
};

} // namespace touchline::solve
