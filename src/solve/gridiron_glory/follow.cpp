// Gridiron Glory followed forwards, deck by deck. The pairs of two shuffled decks are exchangeable (pairs.hpp): how
// likely the next pair's result is depends on how many of each have been seen, not on which cards. So cards are left
// out of positions, and the results are counted in their place; home's leads lie side by side.
#include "solve/flow_rows.hpp"
#include "solve/gridiron_glory/solver.hpp"
#include "solve/gridiron_glory/turns.hpp"
#include "solve/play_sums.hpp"
#include "solve/row_kernels.hpp"
#include "solve/state_map.hpp"

#include <cmath>

namespace touchline::solve::gridiron_glory {

namespace {

constexpr double kTiny = 1e-16; // a chance that is left out
constexpr std::array<Moves::Pair, 3> kPairs{Moves::higher, Moves::equal, Moves::lower};

// Before a pair is turned: what this deck has shown, and where the ball is.
struct Key {
    std::array<u8, 3> shown{}; // by Pair
    u8 pile = 0;
    u16 spot = 0;
    u16 fumbled = 0; // whether a fumble waits

    [[nodiscard]] Phase phase() const { return fumbled != 0 ? Phase::fumble : Phase::flip; }
};

// Home's leads side by side, in units of points.
struct Row {
    Key key{};
    int first = 0;
    int last = -1;
    int flow_first = 0;
    std::size_t flow_lanes = 0;
    std::vector<double> flow{};  // kFlowColumns columns
    std::vector<double> met{};   // how often each lane is passed, in every deck of an overtime together
    std::vector<double> worth{}; // home's, by lane

    [[nodiscard]] std::size_t lanes() const { return static_cast<std::size_t>(last - first + 1); }
    [[nodiscard]] FlowRows at(int lane) { return {flow.data() + (lane - flow_first), flow_lanes}; }

    // Makes room for what flows into these lanes.
    void cover(int from, int until) {
        if (!flow.empty() && flow_first <= from && flow_first + static_cast<int>(flow_lanes) > until) return;
        const int low = flow.empty() ? from : std::min(from, flow_first);
        const int high = flow.empty() ? until : std::max(until, flow_first + static_cast<int>(flow_lanes) - 1);
        const auto wide = static_cast<std::size_t>(high - low + 1);
        std::vector<double> wider(wide * kFlowColumns, 0.0);
        for (std::size_t c = 0; c < kFlowColumns && !flow.empty(); ++c)
            std::copy_n(flow.data() + c * flow_lanes, flow_lanes, wider.data() + c * wide + (flow_first - low));
        flow = std::move(wider);
        flow_first = low;
        flow_lanes = wide;
    }
};

// What flows into a deck: by the position before its first card, at a level score.
class Starts {
public:
    Row& at(const State& start) {
        const auto [number, fresh] = numbers_.place(start);
        if (fresh) rows_.emplace_back();
        return rows_[number];
    }
    [[nodiscard]] const std::vector<State>& states() const { return numbers_.states(); }
    [[nodiscard]] std::deque<Row>& rows() { return rows_; } // in the order of the states

private:
    StateMap<State> numbers_;
    std::deque<Row> rows_;
};

} // namespace

class Solver::Following {
public:
    Following(const Solver& solver, bool valued, Job& job)
        : solver_(solver), moves_(solver.moves_), rules_(solver.moves_.rules()), job_(job), full_(rules_.start()),
          law_(solver.unseen(full_), solver.roads(Clock::runs).range(full_.pile)), turns_(moves_) {
        result_.valued = valued;
    }

    [[nodiscard]] Flowed run(const State& from) {
        Starts starts;
        const int lane = lead_of(from) / moves_.unit();
        Row& first = starts.at(level(from));
        first.cover(lane, lane);
        *first.at(lane).at = 1;
        job_.begin(0);
        for (int quarter = from.quarter; quarter <= kOvertime; ++quarter) pass_quarter(quarter, starts);
        gather();
        return std::move(result_);
    }

private:
    // All decks of a quarter: one, but in an overtime one after the other until nothing is left.
    void pass_quarter(int quarter, Starts& starts) {
        numbers_ = {};
        rows_.clear();
        layers_.assign(full_.pile + 1U, {});
        do {
            Starts next;
            open(starts);
            pass_deck(next);
            starts = std::move(next);
        } while (quarter == kOvertime && !starts.states().empty());
        for (const Row& row : rows_) result_.stations += row.met.size();
        if (result_.valued) add_swings();
    }

    void open(Starts& starts) {
        for (std::size_t i = 0; i < starts.states().size(); ++i) {
            const State& s = starts.states()[i];
            from_ = s; // the quarter, and who began
            Key key{{}, s.pile, static_cast<u16>(moves_.spots().of(s)), s.phase == Phase::fumble ? u16{1} : u16{0}};
            Row& from = starts.rows()[i];
            Row& row = reach(key);
            row.cover(from.flow_first, from.flow_first + static_cast<int>(from.flow_lanes) - 1);
            const FlowRows to = row.at(from.flow_first);
            for (std::size_t c = 0; c < kFlowColumns; ++c)
                add_scaled(to.at + c * to.stride, from.flow.data() + c * from.flow_lanes, 1, from.flow_lanes);
        }
    }

    Row& reach(const Key& key) {
        const auto [number, fresh] = numbers_.place(key);
        if (fresh) {
            rows_.push_back({key});
            layers_[key.pile].push_back(number);
        }
        return rows_[number];
    }

    void pass_deck(Starts& next) {
        for (std::size_t pile = full_.pile; pile > 0; --pile) {
            job_.check();
            u64 stations = 0;
            for (std::size_t i = 0; i < layers_[pile].size(); ++i) {
                Row& row = rows_[layers_[pile][i]];
                if (row.flow.empty()) continue;
                if (trim(row)) pass(row, next);
                stations += row.lanes();
                row.flow = {};
            }
            job_.advance(stations, 0);
        }
    }

    // Lanes at the ends into which next to nothing flows are left out. What passes the others is kept. Whether anything
    // does.
    [[nodiscard]] bool trim(Row& row) {
        int first = row.flow_first;
        int last = first + static_cast<int>(row.flow_lanes) - 1;
        while (first <= last && *row.at(first).at < kTiny) result_.lost += *row.at(first++).at;
        while (first <= last && *row.at(last).at < kTiny) result_.lost += *row.at(last--).at;
        if (first > last) return false;
        if (row.met.empty() || first < row.first || last > row.last) {
            const int low = row.met.empty() ? first : std::min(first, row.first);
            const int high = row.met.empty() ? last : std::max(last, row.last);
            std::vector<double> wider(static_cast<std::size_t>(high - low + 1), 0.0);
            std::ranges::copy(row.met, wider.begin() + (row.first - low));
            row.met = std::move(wider);
            row.first = low;
            row.last = high;
        }
        row.cover(row.first, row.last);
        add_scaled(row.met.data() + (first - row.first), row.at(first).at, 1, width(first, last));
        return true;
    }
    [[nodiscard]] static std::size_t width(int first, int last) { return static_cast<std::size_t>(last - first + 1); }

    [[nodiscard]] double chance(const Key& key, Moves::Pair pair) const {
        std::array<int, 3> then{key.shown[0], key.shown[1], key.shown[2]};
        const double before = law_.run(then[0], then[1], then[2]);
        ++then[pair];
        return law_.run(then[0], then[1], then[2]) / before;
    }
    // Cards left after the next pair.
    [[nodiscard]] int left(const Key& key) const {
        return key.pile - 1 - (key.fumbled != 0 ? rules_.buried(key.pile) : 0);
    }
    [[nodiscard]] bool ends_deck(const Key& key, Moves::Pair pair) const {
        return left(key) == 0 || (pair == Moves::equal && !rules_.can_settle(left(key)));
    }
    [[nodiscard]] Key after(const Key& key, Moves::Pair pair, const State& end) const {
        Key next{key.shown, static_cast<u8>(left(key)), static_cast<u16>(moves_.spots().of(end)),
                 end.phase == Phase::fumble ? u16{1} : u16{0}};
        ++next.shown[pair];
        return next;
    }
    [[nodiscard]] static int lead_of(const State& s) { return int{s.score.home} - s.score.away; }
    [[nodiscard]] static State level(State s) {
        s.score = {};
        return s;
    }

    // Calls each(turn, first, last) for the lanes of a row in which the pair brings the same.
    template <class Each>
    void each_turn(const Row& row, Moves::Pair pair, Each&& each) {
        if (!ends_deck(row.key, pair))
            return each(turns_.within(from_, row.key.phase(), row.key.spot, pair), row.first, row.last);
        const int open = turns_.open_lanes(from_.quarter);
        for (int lane = row.first; lane <= row.last;) {
            const int until = lane >= open ? row.last : std::min(row.last, std::max(lane, -open));
            each(turns_.last(from_, row.key.phase(), row.key.spot, pair, lane), lane, until);
            lane = until + 1;
        }
    }

    void pass(Row& row, Starts& next) {
        for (Moves::Pair pair : kPairs) {
            const double share = chance(row.key, pair);
            if (share <= 0) continue;
            const bool last = ends_deck(row.key, pair);
            each_turn(row, pair, [&](PairTurn& turn, int first, int until) {
                const FlowRows from = row.at(first);
                const std::size_t lanes = width(first, until);
                count(turn, from, lanes, share);
                for (std::size_t e = 0; e < turn.ends.size(); ++e) {
                    const PairTurn::End& end = turn.ends[e];
                    PlayLaw::End law = turn.law.ends[e];
                    law.chance *= share;
                    for (double& each : law.first) each *= share;
                    if (end.over) {
                        finish(end, first, from, lanes, law);
                        continue;
                    }
                    Row& to = last ? next.at(level(end.state)) : reach(after(row.key, pair, end.state));
                    to.cover(first + end.change, until + end.change);
                    flow_on(from, to.at(first + end.change), lanes, law);
                }
            });
        }
    }

    static void count(PairTurn& turn, const FlowRows& from, std::size_t lanes, double share) {
        for (std::size_t c = 0; c < kFlowColumns; ++c) {
            double sum = 0;
            for (std::size_t k = 0; k < lanes; ++k) sum += from.at[c * from.stride + k];
            (c == 0 ? turn.times : turn.counted[c - 1]) += sum * share;
        }
    }

    void finish(const PairTurn::End& end, int first, const FlowRows& from, std::size_t lanes, const PlayLaw::End& law) {
        std::vector<double> ended(kFlowColumns * lanes, 0.0);
        flow_on(from, {ended.data(), lanes}, lanes, law);
        for (std::size_t k = 0; k < lanes; ++k) {
            if (ended[k] == 0) continue;
            ended_.results[static_cast<std::size_t>(rules_.result(end.state))] += ended[k];
            ended_.leads[(first + static_cast<int>(k) + end.change) * moves_.unit()] += ended[k];
            for (std::size_t c = 0; c < kCounted; ++c) ended_.first[c] += ended[(1 + c) * lanes + k];
        }
    }

    // ---- Luck ------------------------------------------------------------------------------------------------------

    // What every position of the quarter is worth, the last cards first, and how far each turn of it swings that.
    void add_swings() {
        for (std::size_t pile = 1; pile < layers_.size(); ++pile) {
            job_.check();
            for (u32 number : layers_[pile])
                if (rows_[number].first <= rows_[number].last) swing(rows_[number]);
        }
    }

    void swing(Row& row) {
        const std::size_t lanes = row.lanes();
        std::array<double, 3> shares{};
        std::array<const double*, 3> from{};
        row.worth.assign(lanes, 0.0);
        for (Moves::Pair pair : kPairs) {
            turned_[pair].assign(lanes, 0.0);
            from[pair] = turned_[pair].data();
            shares[pair] = std::max(0.0, chance(row.key, pair));
            if (shares[pair] == 0) continue;
            const bool last = ends_deck(row.key, pair);
            each_turn(row, pair, [&](const PairTurn& turn, int first, int until) {
                value(row, turn, pair, {first, until, last}, shares[pair], turned_[pair].data() + (first - row.first));
            });
        }
        weighted_sum(row.worth.data(), from.data(), shares.data(), 3, lanes);
        add_luck(row.key.fumbled != 0 ? Rules::fumble : Rules::flip, row.met.data(), {from, row.worth.data()}, shares,
                 lanes);
    }

    struct Lanes {
        int first;
        int until;
        bool last; // of the deck
    };

    // Home's worth of lanes once a pair is turned, and the swings of the rolls that it brings.
    void value(const Row& row, const PairTurn& turn, Moves::Pair pair, const Lanes& at, double share, double* out) {
        const std::size_t lanes = width(at.first, at.until);
        const PlayGraph& graph = turn.play.graph;
        ends_.resize(turn.ends.size() * lanes);
        for (std::size_t e = 0; e < turn.ends.size(); ++e)
            worths(row, turn.ends[e], pair, at, ends_.data() + e * lanes);
        nodes_.resize(graph.nodes.size() * lanes);
        met_.resize(lanes);
        std::vector<const double*> from;
        std::vector<double> chances;
        for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
            const PlayGraph::Node& node = graph.nodes[n];
            from.clear();
            chances.clear();
            for (u32 e = node.first; e < node.first + node.count; ++e) {
                const u32 to = graph.edges[e].to;
                from.push_back(to >= PlayGraph::kEnd ? ends_.data() + (to - PlayGraph::kEnd) * lanes
                                                     : nodes_.data() + to * lanes);
                chances.push_back(graph.edges[e].chance);
            }
            double* own = nodes_.data() + n * lanes;
            weighted_sum(own, from.data(), chances.data(), from.size(), lanes);
            if (from.size() == 1) continue;
            const double* met = row.met.data() + (at.first - row.first);
            for (std::size_t k = 0; k < lanes; ++k) met_[k] = met[k] * share * turn.law.nodes[n];
            add_luck(node.event, met_.data(), {from, own}, chances, lanes);
        }
        std::copy_n(nodes_.data() + (graph.nodes.size() - 1) * lanes, lanes, out);
    }

    void worths(const Row& row, const PairTurn::End& end, Moves::Pair pair, const Lanes& at, double* out) {
        const std::size_t lanes = width(at.first, at.until);
        const int first = at.first + end.change;
        if (end.over) {
            std::fill_n(out, lanes, worth_of(rules_.result(end.state)).value);
        } else if (at.last) {
            State s = end.state;
            for (std::size_t k = 0; k < lanes; ++k) {
                const int lead = (first + static_cast<int>(k)) * moves_.unit();
                s.score = {static_cast<u16>(std::max(lead, 0)), static_cast<u16>(std::max(-lead, 0))};
                out[k] = solver_.at(s).worth.value;
            }
        } else {
            // What was left out there is worth about as much as what lies next to it, and hardly ever met.
            const Row& to = rows_[numbers_.find(after(row.key, pair, end.state))];
            for (std::size_t k = 0; k < lanes; ++k)
                out[k] = to.worth.empty() ? 0.5 : to.worth[near(to, first + static_cast<int>(k))];
        }
    }
    [[nodiscard]] static std::size_t near(const Row& row, int lane) {
        return static_cast<std::size_t>(std::clamp(lane, row.first, row.last) - row.first);
    }

    void add_luck(u8 event, const double* met, const NodeValues& values, std::span<const double> chances,
                  std::size_t lanes) {
        swings_.assign(lanes, 0.0);
        solve::add_swings(swings_.data(), met, values, chances, lanes);
        double sum = 0;
        for (double each : swings_) sum += each;
        luck_[event] += sum;
    }

    void gather() {
        ended_.tell(result_);
        std::map<u32, CarefulSum> drives;
        std::array<CarefulSum, kCounted> second{};
        for (const PairTurn& turn : turns_.all()) {
            for (const auto& [how, chance] : turn.law.drives) drives[how] += chance * turn.times.value();
            // What a square grows by when more is added to what was counted before.
            for (std::size_t c = 0; c < kCounted; ++c)
                second[c] += 2 * turn.law.first[c] * turn.counted[c].value() + turn.law.second[c] * turn.times.value();
        }
        for (std::size_t c = 0; c < kCounted; ++c) result_.second[c] = second[c].value();
        for (const auto& [how, number] : turns_.hows().numbers())
            if (const auto found = drives.find(number); found != drives.end())
                result_.drives[how] = found->second.value();
        for (const auto& [event, sum] : luck_) result_.luck[event] = sum.value();
    }

    const Solver& solver_;
    const Moves& moves_;
    const Rules& rules_;
    Job& job_;
    State full_; // a position with full decks
    PairLaw law_;
    PairTurns turns_;
    State from_{};          // at the beginning of the current deck
    StateMap<Key> numbers_; // of the quarter
    std::deque<Row> rows_;
    std::vector<std::vector<u32>> layers_; // numbers of rows, by pile
    EndedGames ended_;
    std::map<u8, CarefulSum> luck_; // by event
    Flowed result_;
    std::array<std::vector<double>, 3> turned_;
    std::vector<double> ends_, nodes_, met_, swings_;
};

Flowed Solver::follow(const Policy<State>& policy, const State& from, Job& job) const {
    return Following(*this, policy.judged(), job).run(from);
}

} // namespace touchline::solve::gridiron_glory
