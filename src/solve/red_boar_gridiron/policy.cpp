// Values two fixed ways to play over the clock, and in an overtime.
#include "solve/red_boar_gridiron/policy.hpp"

#include "solve/policy_pass.hpp"
#include "solve/red_boar_gridiron/solver.hpp"

#include <cmath>

namespace touchline::solve::red_boar_gridiron {

namespace {

constexpr std::array<std::array<double, 3>, 3> kRewards{{{1, 0, 0.5}, {1, 0, 0.5}, {0, 0, 1}}}; // by column and result

int lead_of(const State& s) { return int{s.score[0]} - s.score[1]; }
std::array<u16, 2> score_of(int lead) {
    return {static_cast<u16>(std::max(lead, 0)), static_cast<u16>(std::max(-lead, 0))};
}

// An overtime has no clock: all its stations are one layer, each in a row of its own.
class OvertimeCourse {
public:
    explicit OvertimeCourse(const Rules& rules) : rules_(rules) {}
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Rules& shape_rules(const State&) const { return rules_; }
    [[nodiscard]] bool station(const State& s) const {
        return s.step == Step::toss || station_of(rules_, s).has_value();
    }
    [[nodiscard]] static u64 layer(const State&) { return 0; }
    [[nodiscard]] static State row(State s) {
        s.score = score_of(lead_of(s));
        return s;
    }
    [[nodiscard]] static int lane(const State&) { return 0; }
    [[nodiscard]] static State in_lane(const State& row, int) { return row; }
    [[nodiscard]] static State shape(const State& s) { return s; }
    [[nodiscard]] static State placed(const State& s, const State&, const State&) { return s; }

private:
    const Rules& rules_;
};

} // namespace

PolicyValue Solver::value_policy(const Policy<State>& policy, const State& from, double bound, Job& job) const {
    const OvertimeCourse course(rules_);
    const auto overtime = [&](const State& s, double share) {
        const Policy<State>* own = &policy;
        return PolicyPass<Rules, OvertimeCourse, Solver>(course, *this, std::span(&own, 1)).run(s, share, job)[0];
    };
    if (from.quarter >= kOvertime || from.step == Step::over) return overtime(from, bound);
    PolicyRegulation::OvertimeWorth extra;
    u64 stations = 0;
    for (std::size_t variant = 0; variant < 2; ++variant) {
        const State level = after_regulation(rules_, 0, variant);
        if (level.step == Step::over) break;
        if (variant == 1 && level.step == Step::toss) { // the same toss
            extra.played[1] = extra.played[0];
            break;
        }
        const PolicyValue own = overtime(level, bound / 2);
        extra.played[variant] = own.odds;
        stations += own.stations;
        if (level.step != Step::toss && policy.any_uses_values()) extra.believed[variant] = at(level).worth.value;
    }
    const Regulation* known = policy.any_uses_values() ? regulation_.get() : nullptr;
    PolicyValue value = PolicyRegulation(rules_, known, policy, extra, bound / 2).run(from, job);
    value.stations += stations;
    return value;
}

PolicyRegulation::PolicyRegulation(const Rules& rules, const Regulation* known, const Policy<State>& policy,
                                   const OvertimeWorth& overtime, double bound)
    : rules_(rules), known_(known), policy_(policy), draws_(rules.options().overtime == Overtime::tie),
      tick_(tick_of(rules)), quarter_ticks_((rules.options().quarter_seconds + tick_ - 1) / tick_),
      wide_(with_wide_clock(rules)), error_(std::max(overtime.played[0].error, overtime.played[1].error)) {
    tiny_ = std::clamp(bound / (64.0 * (quarter_ticks_ + 1)), 1e-14, 1e-6);
    for (std::size_t offense = 0; offense < 2; ++offense) prepare_side(offense);
    // A lead grows with the root of the time left; where this is too little, the bound says so.
    most_lead_ = 6 * points_ + static_cast<int>(points_ * std::sqrt(4.0 * quarter_ticks_ * tick_ / 10.0));
    middle_ = most_lead_ + points_;
    stride_ = static_cast<std::size_t>(2 * middle_ + 1) + kBlock;
    low_ = -2 * points_;
    high_ = 2 * points_;
    prepare_ends(overtime);
    const auto room = [&](Buffer& own) {
        for (Column column : {kBelieved, kValue, kDraw})
            if (has(column)) own[column].assign(2 * kStations * stride_, 0.0);
    };
    for (std::size_t variant = 0; variant < 2; ++variant) {
        ring_[variant].resize(static_cast<std::size_t>(sources_.most_ticks()) + 1);
        for (Buffer& own : ring_[variant]) room(own);
        room(zero_[variant]);
        room(next_[variant]);
        places_[variant].resize(sources_.list().size());
    }
    nothing_.assign(stride_, 0.0);
}

void PolicyRegulation::prepare_side(std::size_t offense) {
    Side& side = sides_[offense];
    State base = wide_base();
    base.offense = static_cast<u8>(offense);
    side.plays = std::make_unique<Plays>(wide_, base, Phase::scrimmage, tick_, choices_for(policy_));
    const Plays& plays = *side.plays;
    points_ = std::max(points_, plays.most_points);
    again_ = std::max(again_, plays.most_again);
    replayed_ = std::max(replayed_, plays.most_replayed);
    const std::vector<char> down = plays.downs();
    for (std::size_t p = 0; p < plays.plays.size(); ++p) {
        if (down[p]) side.down_plays.push_back(p);
        rounding_ = std::max(rounding_, 2 * plays.plays[p].program.rounding() + 1e-15);
        side.sources.push_back(sources_.of(plays.plays[p], down[p] != 0));
    }
    for (std::size_t i = 0; i < 4 * kSpots; ++i) {
        State root = base;
        root.phase = Phase::scrimmage;
        place(wide_, root, kScrimmage + i);
        const Seat seat = static_cast<Seat>(offense);
        const bool asked = root.step == Step::call && plays.options[i].size() > 1;
        side.calls.push_back({root, seat, asked ? wide_.legal(root, seat) : ActionList{}});
    }
    side.habits.resize(plays.plays.size());
}

void PolicyRegulation::prepare_ends(const OvertimeWorth& overtime) {
    ends_ = quarter_ends(rules_);
    for (std::size_t variant = 0; variant < 2; ++variant) {
        const Worth& played = overtime.played[variant].worth;
        overtime_[variant] = {overtime.believed[variant], played.value, played.draw};
        for (int lead = -middle_; lead <= middle_ + static_cast<int>(kBlock); ++lead) {
            const State s = after_regulation(rules_, lead, variant);
            const Worth worth = s.step == Step::over ? worth_of(rules_.result(s)) : Worth{};
            const std::array<double, kColumns> result{worth.value, worth.value, worth.draw};
            for (std::size_t column = 0; column < kColumns; ++column)
                ended_[variant][column].push_back(s.step == Step::over ? result[column] : overtime_[variant][column]);
        }
    }
}

double* PolicyRegulation::row(std::size_t variant, int ticks, const Leaf& at, Column column) {
    return buffer(variant, ticks)[column].data() + (at.offense * kStations + at.station) * stride_ +
           static_cast<std::size_t>(middle_);
}

// A position of a compiled play at the current moment, with home's lead at its beginning. The quarter that the policy
// is asked about may have begun at a clock between two ticks.
State PolicyRegulation::placed(State s, std::size_t variant, int lead) const {
    const int used = kWideClock - s.clock;
    const int spare = moment_.quarter == from_.quarter ? (tick_ - from_.clock % tick_) % tick_ : 0;
    s.score = score_of(lead + lead_of(s));
    s.clock = static_cast<u16>(std::max(moment_.ticks * tick_ - spare - used, 0));
    s.quarter = static_cast<u8>(moment_.quarter);
    s.second_half = static_cast<u8>(variant);
    return s;
}

std::vector<PolicyRegulation::Block> PolicyRegulation::blocks() const {
    std::vector<Block> all;
    for (std::size_t variant = 0; variant < variants(moment_.quarter); ++variant)
        for (std::size_t offense = 0; offense < 2; ++offense)
            for (int from = low_; from <= high_; from += static_cast<int>(kBlock))
                all.push_back(
                    {variant, offense, from, std::min(kBlock, static_cast<std::size_t>(high_ - from + 1)), 0});
    return all;
}

PolicyValue PolicyRegulation::run(const State& from, Job& job) {
    from_ = from;
    const int ticks = (from.clock + tick_ - 1) / tick_;
    const int layers = (4 - from.quarter) * (quarter_ticks_ + 1) + ticks + 1;
    job.begin(static_cast<u64>(layers));
    for (int n = 0; n < layers; ++n) value_layer({4 - n / (quarter_ticks_ + 1), n % (quarter_ticks_ + 1)}, job);
    if (station_of(rules_, from)) {
        const Place there = at(from);
        return {{{*there[kValue], draws_ ? *there[kDraw] : 0.0}, error_}, stations_};
    }
    const auto stop = [this](const State& s) {
        return s.step == Step::toss ? s.quarter == kOvertime : station_of(rules_, s).has_value();
    };
    const PlayTree<State> tree = compile(rules_, stop, from, {Roots::walked, choices_for(policy_)});
    std::array<std::vector<const double*>, kColumns> rows;
    for (const State& s : tree.stations)
        for (std::size_t column = 0; column < kColumns; ++column) rows[column].push_back(at(s)[column]);
    PolicyRun last;
    const auto same = [](const State& s, std::size_t) { return s; };
    last.decide(tree.program, PlayPolicy(policy_, std::span<const PlayChoice<State>>(tree.choices), same),
                rows[kBelieved], 1);
    Worth worth;
    last.value(rows[kValue], kRewards[kValue], &worth.value);
    if (draws_) last.value(rows[kDraw], kRewards[kDraw], &worth.draw);
    return {{worth, error_ + rounding_}, stations_};
}

// Where the values of a station that the last layer leads to are found, at its own lead.
PolicyRegulation::Place PolicyRegulation::at(const State& s) const {
    if (s.quarter == kOvertime) {
        const std::array<double, kColumns>& own = overtime_[s.second_half];
        return {&own[kBelieved], &own[kValue], &own[kDraw]};
    }
    const std::size_t variant = variants(s.quarter) == 1 ? 0 : s.second_half;
    const int ticks = (s.clock + tick_ - 1) / tick_;
    const Buffer& there = s.quarter != from_.quarter ? next_[variants(from_.quarter) == 1 ? 0 : s.second_half]
                          : ticks == 0               ? zero_[variant]
                                       : ring_[variant][static_cast<std::size_t>(ticks) % ring_[variant].size()];
    const std::size_t offset =
        (s.offense * kStations + *station_of(rules_, s)) * stride_ + static_cast<std::size_t>(middle_);
    Place place{};
    for (Column column : {kBelieved, kValue, kDraw})
        if (has(column)) place[column] = there[column].data() + offset + std::clamp(lead_of(s), -middle_, middle_);
    return place;
}

void PolicyRegulation::value_layer(Moment m, Job& job) {
    moment_ = m;
    if (m.ticks == 0 && m.quarter < 4) // the quarter before: what was current is the next one's beginning
        for (std::size_t variant = 0; variant < variants(m.quarter); ++variant)
            next_[variant] = buffer(variants(m.quarter + 1) == 2 ? variant : 0, quarter_ticks_);
    job.layer(Message{"layer.quarter-clock", {{"quarter", m.quarter}, {"seconds", m.ticks * tick_}}});
    if (known_ != nullptr)
        for (std::size_t variant = 0; variant < variants(m.quarter); ++variant)
            job.parallel(2 * kStations, 64, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    const Leaf leaf{i % kStations, i / kStations, 0, 0};
                    known_->home_values(m, variant, leaf, {-middle_, static_cast<std::size_t>(2 * middle_ + 1)},
                                        row(variant, m.ticks, leaf, kBelieved) - middle_);
                }
            });
    find_places();
    if (policy_.looks()) look(job);
    std::vector<Block> all = blocks();
    const auto each = [&](const auto& work) {
        job.parallel(all.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t b = begin; b < end; ++b) work(all[b]);
        });
    };
    if (m.ticks > 0) {
        each([&](const Block& block) { // tries look at them across leads
            for (std::size_t station : {kKickoff, kFreeKick}) value_single(station, block);
        });
        for (std::size_t variant = 0; variant < variants(m.quarter); ++variant)
            for (std::size_t i = 0; i < 4; ++i) saturate(variant, i / 2, i % 2 == 0 ? kKickoff : kFreeKick);
    }
    each([&](Block& block) {
        block.bound = value_tries(block);
        if (moment_.ticks > 0) block.bound = std::max(block.bound, value_downs(block));
    });
    double bound = 0;
    for (const Block& block : all) {
        bound = std::max(bound, block.bound);
        stations_ += kStations * block.width;
    }
    for (std::size_t variant = 0; variant < variants(m.quarter); ++variant)
        job.parallel(2 * kStations, 128, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) saturate(variant, i / kStations, i % kStations);
        });
    error_ += bound + rounding_;
    narrow();
    job.advance(1, error_);
}

void PolicyRegulation::find_places() {
    for (std::size_t variant = 0; variant < variants(moment_.quarter); ++variant)
        for (std::size_t i = 0; i < sources_.list().size(); ++i) {
            Sources::Source from = sources_.list()[i];
            const int left = moment_.ticks - from.ticks;
            const Buffer* there = &buffer(variant, std::max(left, 0));
            Place& place = places_[variant][i];
            if (left <= 0) {
                const After& end = ends_[static_cast<std::size_t>(moment_.quarter - 1)][variant]
                                        [from.offense * kStations + from.station];
                if (end.where == After::Where::ended) {
                    for (std::size_t column = 0; column < kColumns; ++column)
                        place[column] = ended_[variant][column].data() + middle_;
                    continue;
                }
                if (end.where == After::Where::next_quarter) there = &next_[variant];
                from.station = end.station;
                from.offense = end.offense;
            }
            const std::size_t offset =
                (from.offense * kStations + from.station) * stride_ + static_cast<std::size_t>(middle_);
            for (Column column : {kBelieved, kValue, kDraw})
                place[column] = has(column) ? (*there)[column].data() + offset : nullptr;
        }
}

// Seats that look at positions are asked once for all leads and clocks that look alike to them.
void PolicyRegulation::look(Job& job) {
    struct Fresh {
        State station;
        State sight;
        std::size_t variant;
        int lead;
    };
    std::vector<Fresh> fresh;
    for (std::size_t variant = 0; variant < variants(moment_.quarter); ++variant) {
        looks_[variant].clear();
        for (int lead = low_; lead <= high_; ++lead) {
            const State station = placed(sides_[0].calls[0].state, variant, lead);
            const std::optional<State> sight = policy_.sight(station);
            if (!sight) return;
            const auto [number, unknown] = sights_.place(*sight);
            if (unknown) fresh.push_back({station, *sight, variant, lead});
            looks_[variant].push_back(number);
        }
    }
    const auto ask = [&](Habits<State>& habits, std::span<const PlayChoice<State>> choices) {
        habits.list(choices);
        std::vector<Habits<State>::Fresh> asked;
        for (const Fresh& each : fresh) {
            asked.clear();
            habits.look(each.station, each.sight, 1, asked);
            habits.ask(policy_, asked.front(), choices,
                       [&](const State& s) { return placed(s, each.variant, each.lead); });
        }
    };
    for (Side& side : sides_) {
        ask(side.call_habits, side.calls);
        job.parallel(side.habits.size(), 16, [&](std::size_t begin, std::size_t end) {
            for (std::size_t play = begin; play < end; ++play)
                if (const auto& choices = side.plays->plays[play].choices; !choices.empty())
                    ask(side.habits[play], choices);
        });
    }
}

std::span<const u32> PolicyRegulation::looks_of(const Block& block) const {
    const std::vector<u32>& all = looks_[block.variant];
    return all.empty() ? std::span<const u32>()
                       : std::span<const u32>(all).subspan(static_cast<std::size_t>(block.from - low_), block.width);
}

void PolicyRegulation::decide(std::size_t play, const Block& block, PolicyRun& run, PolicyRun::Root root) const {
    thread_local std::vector<const double*> rows;
    const Side& side = sides_[block.offense];
    const Play& own = side.plays->plays[play];
    rows.clear();
    for (std::size_t i = 0; known_ != nullptr && i < own.leaves.size(); ++i) {
        const std::size_t from = side.sources[play][i];
        rows.push_back(from == Sources::kNone
                           ? nothing_.data()
                           : places_[block.variant][from][kBelieved] + block.from + own.leaves[i].delta);
    }
    const auto at = [&](const State& s, std::size_t k) {
        return placed(s, block.variant, block.from + static_cast<int>(k));
    };
    std::optional<KnownHabits<State>> known;
    if (const std::span<const u32> looks = looks_of(block); !looks.empty() && !own.choices.empty())
        known.emplace(KnownHabits<State>{side.habits[play], 0, looks});
    run.decide(own.program, PlayPolicy(policy_, std::span<const PlayChoice<State>>(own.choices), at, known), rows,
               block.width, root);
}

void PolicyRegulation::value(std::size_t play, const Block& block, PolicyRun& run, Column column, double* out) const {
    thread_local std::vector<const double*> rows;
    const Side& side = sides_[block.offense];
    const Play& own = side.plays->plays[play];
    rows.clear();
    for (std::size_t i = 0; i < own.leaves.size(); ++i) {
        const std::size_t from = side.sources[play][i];
        rows.push_back(from == Sources::kNone
                           ? nothing_.data()
                           : places_[block.variant][from][column] + block.from + own.leaves[i].delta);
    }
    run.value(rows, kRewards[column], out);
}

void PolicyRegulation::value_single(std::size_t station, const Block& block) {
    thread_local PolicyRun run;
    const std::size_t play = *sides_[block.offense].plays->single[station];
    decide(play, block, run, PolicyRun::Root::left_out);
    for (Column column : {kValue, kDraw})
        if (has(column))
            value(play, block, run, column,
                  row(block.variant, moment_.ticks, {station, block.offense, 0, 0}, column) + block.from);
}

// A foul replays a conversion without time: a contraction, so that what is left after a sweep bounds what is missing.
double PolicyRegulation::value_tries(const Block& block) {
    thread_local PolicyRun run;
    std::array<double, kBlock> found{};
    double bound = 0;
    if (replayed_ > 0) {
        for (int sweep = 0; sweep < 100; ++sweep) {
            double change = 0;
            for (std::size_t station = kScrimmage; station-- > kConversion;) {
                const std::size_t play = *sides_[block.offense].plays->single[station];
                decide(play, block, run, PolicyRun::Root::left_out);
                for (Column column : {kValue, kDraw}) {
                    if (!has(column)) continue;
                    value(play, block, run, column, found.data());
                    double* own =
                        row(block.variant, moment_.ticks, {station, block.offense, 0, 0}, column) + block.from;
                    change = std::max(change, replace_row(own, found.data(), block.width));
                }
            }
            bound = change * replayed_ / (1 - replayed_);
            if (bound < 1e-14) break;
        }
    }
    value_single(kAfterTouchdown, block);
    return bound;
}

// Downs: every play uses time but for a foul before it, which leads to a neighbour in this layer. Plays and calls are
// valued once, without those; then sweeps over the neighbours, a contraction again.
double PolicyRegulation::value_downs(const Block& block) {
    thread_local PolicyRun run;
    thread_local std::array<std::vector<double>, kColumns> of_play; // rows by play
    thread_local std::array<std::vector<double>, kColumns> known;   // rows by station: what fouls do not change
    thread_local std::vector<double> factors;                       // rows by foul
    struct Link {
        std::size_t station;
        std::size_t factor;
    };
    thread_local std::vector<std::vector<Link>> links;
    const Side& side = sides_[block.offense];
    const std::size_t width = block.width;
    const bool believes = known_ != nullptr && uses_values(policy_.input(static_cast<Seat>(block.offense)));
    for (Column column : {kBelieved, kValue, kDraw})
        if (has(column)) of_play[column].resize(side.plays->plays.size() * kBlock);
    for (std::size_t play : side.down_plays) {
        decide(play, block, run, believes ? PolicyRun::Root::believed : PolicyRun::Root::left_out);
        if (believes) std::copy_n(run.believed_root(), width, of_play[kBelieved].data() + play * kBlock);
        for (Column column : {kValue, kDraw})
            if (has(column)) value(play, block, run, column, of_play[column].data() + play * kBlock);
    }
    const auto row_of = [&](std::size_t station, Column column) {
        return row(block.variant, moment_.ticks, {station, block.offense, 0, 0}, column) + block.from;
    };

    const auto at = [&](const State& s, std::size_t k) {
        return placed(s, block.variant, block.from + static_cast<int>(k));
    };
    std::optional<KnownHabits<State>> known_calls;
    if (const std::span<const u32> looks = looks_of(block); !looks.empty())
        known_calls.emplace(KnownHabits<State>{side.call_habits, 0, looks});
    const PlayPolicy calls(policy_, std::span<const PlayChoice<State>>(side.calls), at, known_calls);
    links.resize(4 * kSpots);
    factors.clear();
    std::array<double, kMostActions * kBlock> shares{}, options_believed{};
    for (Column column : {kValue, kDraw})
        if (has(column)) known[column].assign(4 * kSpots * kBlock, 0.0);
    for (std::size_t i = 0; i < 4 * kSpots; ++i) {
        const std::vector<Option>& options = side.plays->options[i];
        const PlayChoice<State>& call = side.calls[i];
        std::array<const double*, kMostActions> believed{};
        for (std::size_t o = 0; believes && o < options.size(); ++o) {
            double* own = options_believed.data() + o * kBlock;
            std::copy_n(of_play[kBelieved].data() + options[o].play * kBlock, width, own);
            for (const Again& again : options[o].again)
                add_scaled(own, row_of(again.station, kBelieved), again.chance, width);
            believed[o] = own;
        }
        if (call.legal.empty())
            std::fill_n(shares.data(), width, 1.0);
        else
            calls.decide(static_cast<u32>(i),
                         std::span<const double* const>(believed).first(believes ? options.size() : 0),
                         ShareRows(shares.data(), width));
        links[i].clear();
        for (std::size_t o = 0; o < options.size(); ++o) {
            const double* share = shares.data() + o * width;
            for (Column column : {kValue, kDraw})
                if (has(column))
                    add_product(known[column].data() + i * kBlock, of_play[column].data() + options[o].play * kBlock,
                                share, width);
            for (const Again& again : options[o].again) {
                links[i].push_back({again.station, factors.size()});
                for (std::size_t k = 0; k < kBlock; ++k) factors.push_back(k < width ? share[k] * again.chance : 0);
            }
        }
    }

    // The tick before is a good guess for a row.
    for (std::size_t i = 0; i < 4 * kSpots; ++i)
        for (Column column : {kValue, kDraw}) {
            if (!has(column)) continue;
            const double* guess = known[column].data() + i * kBlock;
            if (moment_.ticks > 1)
                guess =
                    row(block.variant, moment_.ticks - 1, {kScrimmage + i, block.offense, 0, 0}, column) + block.from;
            std::copy_n(guess, width, row_of(kScrimmage + i, column));
        }
    std::array<double, kBlock> found{};
    double bound = 0;
    for (int sweep = 0; sweep < 100; ++sweep) {
        double change = 0;
        for (std::size_t n = 0; n < 4 * kSpots; ++n) {
            const std::size_t i = sweep % 2 == 0 ? n : 4 * kSpots - 1 - n;
            for (Column column : {kValue, kDraw}) {
                if (!has(column)) continue;
                std::copy_n(known[column].data() + i * kBlock, width, found.data());
                for (const Link& link : links[i])
                    add_product(found.data(), row_of(link.station, column), factors.data() + link.factor, width);
                change = std::max(change, replace_row(row_of(kScrimmage + i, column), found.data(), width));
            }
        }
        bound = change * again_ / (1 - again_);
        if (bound < 1e-14) break;
    }
    return bound;
}

void PolicyRegulation::saturate(std::size_t variant, std::size_t offense, std::size_t station) {
    for (Column column : {kValue, kDraw}) {
        if (!has(column)) continue;
        double* own = row(variant, moment_.ticks, {station, offense, 0, 0}, column);
        std::fill(own - middle_, own + low_, 0.0);
        std::fill(own + high_ + 1, own + static_cast<std::ptrdiff_t>(stride_) - middle_, column == kValue ? 1.0 : 0.0);
    }
}

// Says how wide the next layer must be. A side that leads beyond the cut is taken to win; it loses only if the lead
// comes back across the cut, by one play, and is made good from there: once a layer at most, each time with no more
// than the greatest chance met next to the cut.
void PolicyRegulation::narrow() {
    const auto leads = static_cast<std::size_t>(high_ - low_ + 1);
    std::vector<double> least(leads, 1.0), most(leads, 0.0);
    const bool clock = moment_.ticks > 0;
    for (std::size_t variant = 0; variant < variants(moment_.quarter); ++variant)
        for (std::size_t i = 0; i < 2 * kStations; ++i) {
            const std::size_t station = i % kStations;
            const bool attempt = station >= kAfterTouchdown && station < kScrimmage;
            if ((!clock && !attempt) || (station < kScrimmage && !sides_[i / kStations].plays->single[station]))
                continue;
            const double* own = row(variant, moment_.ticks, {station, i / kStations, 0, 0}, kValue) + low_;
            for (std::size_t k = 0; k < leads; ++k) {
                least[k] = std::min(least[k], own[k]);
                most[k] = std::max(most[k], own[k]);
            }
        }
    double cut = 0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(points_); ++k)
        cut = std::max({cut, most[k], 1 - least[leads - 1 - k]});
    error_ += cut;
    std::size_t low = 0, high = leads - 1;
    while (low < leads - 1 && most[low + 1] <= tiny_) ++low;
    while (high > 0 && 1 - least[high - 1] <= tiny_) --high;
    const int needed_low = low_ + static_cast<int>(low);
    const int needed_high = low_ + static_cast<int>(high);
    const int next_low = std::clamp(needed_low - 2 * points_, -most_lead_, -2 * points_);
    const int next_high = std::clamp(needed_high + 2 * points_, 2 * points_, most_lead_);
    low_ = clock ? next_low : std::min(low_, next_low); // without a clock only tries were looked at
    high_ = clock ? next_high : std::max(high_, next_high);
}

} // namespace touchline::solve::red_boar_gridiron
