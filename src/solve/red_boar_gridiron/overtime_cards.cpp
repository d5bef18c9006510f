// Overtimes with cards: at every station the one-play game of hidden hands, worth what its plays lead to. Nothing
// counts down here, so that stations learn and settle in turn until they stay as they are.
#include "solve/red_boar_gridiron/card_strategy.hpp"
#include "solve/red_boar_gridiron/hand_game.hpp"
#include "solve/red_boar_gridiron/overtime.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace touchline::solve::red_boar_gridiron {

namespace {

constexpr int kTurns = 60; // of learning and settling, at most
constexpr double kLearnt = 1e-5;
constexpr int kOvertimeRounds = 96; // of learning, each time from nothing
constexpr int kSweeps = 400;
constexpr double kStill = 1e-9;

// What the side with the ball has behind a leaf, by its lead where the play began.
using LeafValue = std::function<double(const Leaf&, int lead)>;

// Stations for eight leads side by side.
class CardBlock {
public:
    CardBlock(const Rules& rules, const Plays& plays, LeafValue leaf, int from)
        : rules_(rules), plays_(plays), leaf_(std::move(leaf)), from_(from),
          kick_(HandBelief(unseen(rules, {}, 0)), HandBelief(unseen(rules, {}, 1)), HandSets::Kick::allowed),
          no_kick_(HandBelief(unseen(rules, {}, 0)), HandBelief(unseen(rules, {}, 1)), HandSets::Kick::none),
          shares_(kStations) {}

    // How the hands play at a station, its plays being worth what they are now.
    void learn(std::size_t station) {
        if (!chosen(station)) return;
        const Payoffs own = payoffs(station);
        const HandGame& game = own.may_kick ? kick_ : no_kick_;
        std::vector<NarrowLanes> regrets(game.regrets());
        shares_[station] = game.learn({own.cards, own.kick}, kOvertimeRounds, regrets);
    }

    // What a station is worth when hands play as they have learnt.
    [[nodiscard]] Lanes value(std::size_t station) const {
        if (!chosen(station)) return single(*plays_.single[station]);
        const Payoffs own = payoffs(station);
        return (own.may_kick ? kick_ : no_kick_).value({own.cards, own.kick}, shares_[station]);
    }

private:
    struct Payoffs {
        std::vector<Lanes> cards{};
        Lanes kick{};
        bool may_kick = false;
    };

    // Kickoffs are rolled, not played.
    [[nodiscard]] static bool chosen(std::size_t station) { return station != kKickoff && station != kFreeKick; }

    void evaluate(std::size_t play, std::span<Lanes> out) const {
        const Play& own = plays_.plays[play];
        std::vector<Lanes> leaves(own.leaves.size());
        std::vector<Row> rows;
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            for (std::size_t k = 0; k < kLanes; ++k) leaves[i][k] = leaf_(own.leaves[i], from_ + static_cast<int>(k));
            rows.push_back({leaves[i].data(), nullptr});
        }
        std::vector<RowOut> targets;
        for (Lanes& lanes : out) targets.push_back({lanes.data(), nullptr});
        own.program.evaluate_rows(rows, kLanes, targets);
    }

    [[nodiscard]] Lanes single(std::size_t play) const {
        Lanes lanes{};
        evaluate(play, std::span(&lanes, 1));
        return lanes;
    }

    [[nodiscard]] Payoffs payoffs(std::size_t station) const {
        Payoffs own;
        own.cards.resize(rules_.kinds(0) * rules_.kinds(1));
        if (station < kScrimmage) {
            evaluate(try_play(rules_, plays_, station), own.cards);
            own.may_kick = station == kAfterTouchdown;
            if (own.may_kick) own.kick = single(*plays_.single[station]);
            return own;
        }
        const std::vector<Option>& options = plays_.options[station - kScrimmage];
        evaluate(options[0].play, own.cards);
        for (std::size_t o = 1; o < options.size(); ++o) {
            const Lanes other = single(options[o].play);
            for (std::size_t k = 0; k < kLanes; ++k) own.kick[k] = std::max(own.kick[k], other[k]);
            own.may_kick = true;
        }
        return own;
    }

    const Rules& rules_;
    const Plays& plays_;
    LeafValue leaf_;
    int from_; // the first lead
    HandGame kick_, no_kick_;
    std::vector<HandShares> shares_;
};

// The stations that play may come to while one side keeps the ball (or, in sudden death, at all), in an order in which
// most come after those that they lead to: tries first, then the last downs.
std::vector<std::size_t> reached_from(const Rules& rules, const Plays& plays, std::size_t start, bool one_side) {
    std::vector<char> reached(kStations, 0);
    std::vector<std::size_t> open{start};
    reached[start] = 1;
    const auto follow = [&](std::size_t play) {
        for (const Leaf& leaf : plays.plays[play].leaves) {
            if (reached[leaf.station] != 0 || (one_side && leaf.offense != 0)) continue;
            reached[leaf.station] = 1;
            open.push_back(leaf.station);
        }
    };
    while (!open.empty()) {
        const std::size_t station = open.back();
        open.pop_back();
        if (station >= kScrimmage) {
            for (const Option& option : plays.options[station - kScrimmage]) follow(option.play);
        } else {
            follow(*plays.single[station]);
            if (station == kAfterTouchdown) follow(try_play(rules, plays, station));
        }
    }
    std::vector<std::size_t> order;
    for (std::size_t station = kAfterTouchdown; station < kScrimmage; ++station)
        if (reached[station] != 0) order.push_back(station);
    for (std::size_t station = kStations; station-- > kScrimmage;)
        if (reached[station] != 0) order.push_back(station);
    for (std::size_t station : {kKickoff, kFreeKick})
        if (reached[station] != 0) order.push_back(station);
    return order;
}

// Learns and settles the stations of a block by turns. put(station, lanes) writes values down and says how far they
// moved.
template <class Put>
void settle(CardBlock& block, std::span<const std::size_t> order, const Job& job, const Put& put) {
    double learnt = 1;
    for (int turn = 0; turn < kTurns && learnt > kLearnt; ++turn) {
        job.check();
        learnt = 0;
        for (std::size_t station : order) {
            block.learn(station);
            learnt = std::max(learnt, put(station, block.value(station)));
        }
        double most = learnt;
        for (int sweep = 0; sweep < kSweeps && most > kStill; ++sweep) {
            most = 0;
            for (std::size_t station : order) most = std::max(most, put(station, block.value(station)));
        }
    }
}

} // namespace

// A lead beyond those that are kept has decided the game.
double OvertimeValues::leaf_value(const std::vector<double>& values, const std::vector<double>& ends, const Leaf& leaf,
                                  int lead) const {
    if (!rounds()) return leaf.offense == 0 ? values[leaf.station] : 1 - values[leaf.station];
    const int then = lead + leaf.delta;
    if (leaf.offense != 0 && std::abs(then) <= reach_) return ends[static_cast<std::size_t>(then + reach_)];
    if (then > lead_) return 1;
    return then < -lead_ ? 0 : values[leaf.station * width_ + static_cast<std::size_t>(then + lead_)];
}

// Tries lead to the end of the possession, downs to tries of greater leads: first all the ones, then all the others. Of
// leads that do not come about only those are worked out that lie in the same lanes.
void OvertimeValues::learn_possession(std::size_t round, const Turn& turn, std::vector<double>& values,
                                      Job& job) const {
    const std::vector<std::size_t> order = reached_from(rules_, turn.plays, start(round), true);
    const auto downs = static_cast<std::size_t>(
        std::ranges::find_if(order, [](std::size_t station) { return station >= kScrimmage; }) - order.begin());
    const auto block_of = [&](int lead) { return static_cast<std::size_t>(std::min(lead, lead_) + lead_) / kLanes; };
    const auto learn = [&](std::span<const std::size_t> stations, std::size_t first, std::size_t last) {
        job.parallel(last - first + 1, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t b = first + begin; b < first + end; ++b) learn_block(stations, turn, values, b, job);
        });
    };
    const std::size_t first = block_of(-turn.most);
    const std::size_t last = block_of(turn.most);
    learn(std::span(order).first(downs), first, block_of(static_cast<int>((last + 1) * kLanes) - lead_ + points_));
    learn(std::span(order).subspan(downs), first, last);
}

void OvertimeValues::learn_block(std::span<const std::size_t> stations, const Turn& turn, std::vector<double>& values,
                                 std::size_t number, const Job& job) const {
    const std::size_t lanes = std::min(kLanes, width_ - number * kLanes);
    for (std::size_t station : stations)
        for (std::size_t k = 0; k < lanes; ++k)
            if (double& own = values[station * width_ + number * kLanes + k]; std::isnan(own)) own = 0.5;
    CardBlock block(
        rules_, turn.plays, [&](const Leaf& leaf, int lead) { return leaf_value(values, turn.ends, leaf, lead); },
        static_cast<int>(number * kLanes) - lead_);
    settle(block, stations, job, [&](std::size_t station, const Lanes& now) {
        double moved = 0;
        for (std::size_t k = 0; k < lanes; ++k) {
            double& own = values[station * width_ + number * kLanes + k];
            moved = std::max(moved, std::abs(now[k] - own));
            own = std::clamp(now[k], 0.0, 1.0);
        }
        return moved;
    });
}

// One side is as good as the other with the same ball: what the offence has serves both.
void OvertimeValues::learn_sudden_death(Job& job) {
    const Plays& plays = rounds_[0].plays;
    const std::vector<std::size_t> order = reached_from(rules_, plays, kKickoff, false);
    std::vector<double> values(kStations, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t station : order) values[station] = 0.5;
    CardBlock block(
        rules_, plays, [&](const Leaf& leaf, int lead) { return leaf_value(values, {}, leaf, lead); }, 0);
    settle(block, order, job, [&](std::size_t station, const Lanes& now) {
        const double moved = std::abs(now[0] - values[station]);
        values[station] = std::clamp(now[0], 0.0, 1.0);
        return moved;
    });
    for (std::size_t station = 0; station < kStations; ++station) {
        sudden_[station] = values[station];
        sudden_[kStations + station] = 1 - values[station];
    }
}

CardStage OvertimeValues::stage(const State& s, std::size_t station) const {
    const bool first = s.offense == s.overtime_first;
    const std::size_t round = round_of(s);
    const std::size_t next = std::min(round + 1, rounds_.size() - 1);
    const std::vector<double> ends = !rounds() ? std::vector<double>{}
                                     : first   ? ends_of_first(round)
                                               : ends_of_second(round, first_chance(next));
    const Round& own = rounds_[round];
    const std::vector<double>& values = !rounds() ? sudden_ : first ? own.first : own.second;
    const int lead = s.score[s.offense] - s.score[1U - s.offense];
    return card_stage(rules_, own.plays, s, station,
                      [&](const Leaf& leaf) { return leaf_value(values, ends, leaf, lead); });
}

void OvertimeValues::save(BookWriter& writer) const {
    writer.column("overtime", Encoding::real64);
    for (const Round& round : rounds_)
        for (const std::vector<double>* values : {&round.first, &round.second}) writer.add(*values);
    writer.add(sudden_);
}

bool OvertimeValues::load(const Book& book) {
    const Column own = book.column("overtime");
    const std::size_t each = rounds() ? kStations * width_ : 0;
    if (own.size() != (rounds() ? 2 * each * rounds_.size() : 2 * kStations)) return false;
    std::size_t at = 0;
    for (Round& round : rounds_)
        for (std::vector<double>* values : {&round.first, &round.second}) {
            values->resize(each);
            for (double& value : *values) value = own[at++];
        }
    sudden_.resize(rounds() ? 0 : 2 * kStations);
    for (double& value : sudden_) value = own[at++];
    solved_ = true;
    return true;
}

} // namespace touchline::solve::red_boar_gridiron
