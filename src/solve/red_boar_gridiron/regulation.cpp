// Four quarters over the clock: the layers of dice, and what is kept of them.
#include "solve/red_boar_gridiron/regulation.hpp"

#include "solve/red_boar_gridiron/overtime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace touchline::solve::red_boar_gridiron {

Regulation::Regulation(const Rules& rules, u64 most_book_bytes)
    : rules_(rules), most_book_bytes_(most_book_bytes), tick_(tick_of(rules)),
      quarter_ticks_((rules.options().quarter_seconds + tick_ - 1) / tick_), wide_(with_wide_clock(rules)),
      tiny_(rules.options().cards ? 1e-4 : 2e-13) {}

void Regulation::prepare() {
    if (plays_) return;
    plays_ = std::make_unique<Plays>(wide_, wide_base(), Phase::scrimmage, tick_);
    const int points = plays_->most_points;
    // A lead grows with the root of the time left; where this is too little, the bound says so.
    most_lead_ = whole_lanes(6 * points + static_cast<int>(points * std::sqrt(4.0 * quarter_ticks_ * tick_ / 10.0)));
    middle_ = most_lead_ + points;
    stride_ = static_cast<std::size_t>(2 * middle_ + 1 + static_cast<int>(kBlock));
    lead_ = whole_lanes(2 * points);
    if (cards()) prepare_cards();
    prepare_sources();
    prepare_ends();
    const auto room = [&](Buffer& own) {
        own.value.assign(2 * kStations * stride_, 0.0);
        if (draws()) own.draw.assign(2 * kStations * stride_, 0.0);
    };
    for (std::size_t variant = 0; variant < 2; ++variant) {
        ring_[variant].resize(static_cast<std::size_t>(sources_.most_ticks()) + 1);
        for (Buffer& own : ring_[variant]) room(own);
        room(zero_[variant]);
        room(next_[variant]);
    }
    nothing_.assign(stride_, 0.0);
}

void Regulation::prepare_sources() {
    const std::vector<char> down = plays_->downs();
    rounding_ = 1e-15;
    for (std::size_t p = 0; p < plays_->plays.size(); ++p) {
        if (down[p]) down_plays_.push_back(p);
        rounding_ = std::max(rounding_, plays_->plays[p].program.rounding() + 1e-15);
        leaf_sources_.push_back(sources_.of(plays_->plays[p], down[p] != 0));
    }
}

void Regulation::prepare_ends() {
    ends_ = quarter_ends(rules_);
    // The end of the game by home's lead. An overtime is worth the same to both before its toss, and is taken to be so
    // with cards even where it is agreed who begins: it takes too long to wait for.
    std::array<double, 2> overtime{0.5, 0.5};
    if (overtime_agreed()) {
        OvertimeValues values(rules_);
        Job job(1);
        values.solve(job);
        for (std::size_t variant = 0; variant < 2; ++variant) {
            const State s = after_regulation(rules_, 0, variant);
            overtime[variant] = values.at(s, *station_of(rules_, s));
        }
        ended_bound_ = values.bound();
    }
    for (int lead = -middle_; lead <= middle_ + static_cast<int>(kBlock); ++lead)
        for (std::size_t variant = 0; variant < 2; ++variant) {
            const State s = after_regulation(rules_, lead, variant);
            const Worth worth = s.step == Step::over ? worth_of(rules_.result(s)) : Worth{overtime[variant], 0};
            ended_value_[variant].push_back(worth.value);
            if (variant == 0) ended_draw_.push_back(worth.draw);
        }
}

void Regulation::solve_to(Moment moment, Job& job) {
    const std::size_t wanted = number(moment) + 1;
    if (layers_.size() >= wanted) return;
    prepare();
    if (!restored_) restore();
    job.begin((wanted - layers_.size()) * kStations * static_cast<std::size_t>(2 * most_lead_ + 1));
    while (layers_.size() < wanted) solve_layer(moment_at(layers_.size()), job);
}

void Regulation::solve_layer(Moment m, Job& job) {
    if (m.ticks == 0 && m.quarter < 4) // the quarter before: what was current is the beginning of the next
        for (std::size_t variant = 0; variant < variants(m.quarter); ++variant)
            next_[variant] = buffer(variants(m.quarter + 1) == 2 ? variant : 0, quarter_ticks_);
    job.layer(Message{"layer.quarter-clock", {{"quarter", m.quarter}, {"seconds", m.ticks * tick_}}});
    find_places(m);
    std::vector<Block> blocks;
    for (std::size_t variant = 0; variant < variants(m.quarter); ++variant) {
        if (m.ticks > 0) solve_kicks(m, variant);
        const std::size_t most = cards() ? kLanes : kBlock;
        for (int from = -lead_; from <= lead_; from += static_cast<int>(most))
            blocks.push_back({variant, from, std::min(most, static_cast<std::size_t>(lead_ - from + 1)), 0});
    }
    job.parallel(blocks.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) solve_block(m, blocks[b]);
    });
    double bound = 0;
    for (const Block& block : blocks) bound = std::max(bound, block.bound);
    job.parallel(kStations, 64, [&](std::size_t begin, std::size_t end) { mirror(m, begin, end); });
    keep(m, bound, job);
}

void Regulation::find_places(Moment m) {
    for (std::size_t variant = 0; variant < variants(m.quarter); ++variant) {
        places_[variant].resize(sources_.list().size());
        for (std::size_t i = 0; i < sources_.list().size(); ++i) {
            Sources::Source from = sources_.list()[i];
            const int left = m.ticks - from.ticks;
            Buffer* there = &buffer(variant, std::max(left, 0));
            if (left <= 0) {
                const After& end =
                    ends_[static_cast<std::size_t>(m.quarter - 1)][variant][from.offense * kStations + from.station];
                if (end.where == After::Where::ended) {
                    places_[variant][i] = {ended_value_[variant].data() + middle_, ended_draw_.data() + middle_};
                    continue;
                }
                if (end.where == After::Where::next_quarter) there = &next_[variant];
                from.station = end.station;
                from.offense = end.offense;
            }
            const std::size_t at = offset(from.offense, from.station);
            places_[variant][i] = {there->value.data() + at, draws() ? there->draw.data() + at : nullptr};
        }
    }
}

double* Regulation::row(Moment m, std::size_t variant, std::size_t station, int lead, bool draw) {
    Buffer& own = buffer(variant, m.ticks);
    if (draw && !draws()) return nullptr;
    return (draw ? own.draw : own.value).data() + offset(0, station) + lead;
}

void Regulation::evaluate(std::size_t play, const Block& block, std::span<const RowOut> out) const {
    thread_local std::vector<Row> rows;
    const Play& own = plays_->plays[play];
    rows.clear();
    for (std::size_t i = 0; i < own.leaves.size(); ++i) {
        const std::size_t from = leaf_sources_[play][i];
        if (from == Sources::kNone) {
            rows.push_back({nothing_.data(), nothing_.data()});
            continue;
        }
        const Place& place = places_[block.variant][from];
        const int shift = block.from + own.leaves[i].delta;
        rows.push_back({place.value + shift, draws() ? place.draw + shift : nullptr});
    }
    own.program.evaluate_rows(rows, block.width, out);
}

// Kickoff and free kick, for all leads: tries look at them across leads.
void Regulation::solve_kicks(Moment m, std::size_t variant) {
    const Block all{variant, -lead_, static_cast<std::size_t>(2 * lead_ + 1), 0};
    for (std::size_t station : {kKickoff, kFreeKick}) {
        evaluate(*plays_->single[station], all, row(m, variant, station, -lead_, false),
                 row(m, variant, station, -lead_, true));
        saturate(m, variant, 0, station);
    }
}

void Regulation::solve_block(Moment m, Block& block) {
    if (cards()) {
        solve_card_tries(m, block);
        if (m.ticks > 0) solve_card_downs(m, block);
        return;
    }
    block.bound = solve_tries(m, block);
    if (m.ticks > 0) block.bound = std::max(block.bound, solve_downs(m, block));
}

// A foul replays a conversion without time: a contraction, so that what is left after a sweep bounds what is missing.
double Regulation::solve_tries(Moment m, const Block& block) {
    std::array<double, kBlock> value{};
    std::array<double, kBlock> draw{};
    double* const drawn = draws() ? draw.data() : nullptr;
    const double share = plays_->most_replayed;
    double bound = 0;
    if (share > 0) {
        for (std::size_t station = kConversion; station < kScrimmage; ++station) guess(m, block, station);
        for (int sweep = 0; sweep < 100; ++sweep) {
            double change = 0;
            for (std::size_t station = kScrimmage; station-- > kConversion;) {
                evaluate(*plays_->single[station], block, value.data(), drawn);
                change = std::max(
                    change, replace_row(row(m, block.variant, station, block.from, false), value.data(), block.width));
                if (drawn)
                    change = std::max(
                        change, replace_row(row(m, block.variant, station, block.from, true), drawn, block.width));
            }
            bound = change * share / (1 - share);
            if (bound < 1e-14) break;
        }
    }
    evaluate(*plays_->single[kAfterTouchdown], block, value.data(), drawn);
    std::copy_n(value.data(), block.width, row(m, block.variant, kAfterTouchdown, block.from, false));
    if (drawn) std::copy_n(drawn, block.width, row(m, block.variant, kAfterTouchdown, block.from, true));
    return bound;
}

// The tick before is a good guess for a row.
void Regulation::guess(Moment m, const Block& block, std::size_t station) {
    const bool there = m.ticks > 1 || (m.ticks == 1 && station < kScrimmage);
    for (bool draw : {false, true}) {
        double* to = row(m, block.variant, station, block.from, draw);
        if (to == nullptr) continue;
        if (there)
            std::copy_n(row({m.quarter, m.ticks - 1}, block.variant, station, block.from, draw), block.width, to);
        else
            std::fill_n(to, block.width, 0.5);
    }
}

// Downs: every play uses time but for a foul before it, which leads to a neighbour in this layer. The plays are
// evaluated once, without those; then sweeps over the neighbours, a contraction again.
double Regulation::solve_downs(Moment m, const Block& block) {
    thread_local std::vector<double> value_of;
    thread_local std::vector<double> draw_of;
    value_of.resize(plays_->plays.size() * kBlock);
    draw_of.resize(draws() ? plays_->plays.size() * kBlock : 0);
    const auto draw_at = [&](std::size_t play) { return draws() ? draw_of.data() + play * kBlock : nullptr; };
    for (std::size_t play : down_plays_) evaluate(play, block, value_of.data() + play * kBlock, draw_at(play));

    std::array<double, kBlock> best{}, best_draw{}, other{}, other_draw{};
    const auto option = [&](const Option& own, double* value, double* draw) {
        std::copy_n(value_of.data() + own.play * kBlock, block.width, value);
        if (draws()) std::copy_n(draw_at(own.play), block.width, draw);
        for (const Again& again : own.again) {
            add_scaled(value, row(m, block.variant, again.station, block.from, false), again.chance, block.width);
            if (draws())
                add_scaled(draw, row(m, block.variant, again.station, block.from, true), again.chance, block.width);
        }
    };
    const auto update = [&](std::size_t i) {
        const std::vector<Option>& options = plays_->options[i];
        option(options[0], best.data(), best_draw.data());
        for (std::size_t o = 1; o < options.size(); ++o) {
            option(options[o], other.data(), other_draw.data());
            if (draws())
                follow_better(best_draw.data(), {best.data(), best_draw.data()}, {other.data(), other_draw.data()}, 1,
                              block.width);
            take_better(best.data(), best.data(), other.data(), 1, block.width);
        }
        double change = replace_row(row(m, block.variant, kScrimmage + i, block.from, false), best.data(), block.width);
        if (draws())
            change = std::max(change, replace_row(row(m, block.variant, kScrimmage + i, block.from, true),
                                                  best_draw.data(), block.width));
        return change;
    };
    for (std::size_t i = 0; i < 4 * kSpots; ++i) guess(m, block, kScrimmage + i);
    const double share = plays_->most_again;
    double bound = 0;
    for (int sweep = 0; sweep < 100; ++sweep) {
        double change = 0;
        for (std::size_t i = 0; i < 4 * kSpots; ++i)
            change = std::max(change, update(sweep % 2 == 0 ? i : 4 * kSpots - 1 - i));
        bound = change * share / (1 - share);
        if (bound < 1e-14) break;
    }
    return bound;
}

// Beyond the greatest lead of a layer the game is as good as over.
void Regulation::saturate(Moment m, std::size_t variant, std::size_t offense, std::size_t station) {
    Buffer& own = buffer(variant, m.ticks);
    const std::size_t from = (offense * kStations + station) * stride_;
    const auto low = static_cast<std::size_t>(middle_ - lead_);
    const auto high = static_cast<std::size_t>(middle_ + lead_ + 1);
    std::fill_n(own.value.data() + from, low, 0.0);
    std::fill_n(own.value.data() + from + high, stride_ - high, 1.0);
    if (!draws()) return;
    std::fill_n(own.draw.data() + from, low, 0.0);
    std::fill_n(own.draw.data() + from + high, stride_ - high, 0.0);
}

// The same stations with the ball on the other side.
void Regulation::mirror(Moment m, std::size_t begin, std::size_t end) {
    for (std::size_t variant = 0; variant < variants(m.quarter); ++variant) {
        const std::size_t swapped = variants(m.quarter) == 2 ? 1 - variant : 0;
        Buffer& own = buffer(swapped, m.ticks);
        const Buffer& from = buffer(variant, m.ticks);
        for (std::size_t station = begin; station < end; ++station) {
            saturate(m, variant, 0, station);
            double* to = own.value.data() + offset(1, station);
            const double* value = from.value.data() + offset(0, station);
            for (int lead = -lead_; lead <= lead_; ++lead) to[lead] = 1 - value[-lead];
            if (draws()) {
                double* to_draw = own.draw.data() + offset(1, station);
                const double* draw = from.draw.data() + offset(0, station);
                for (int lead = -lead_; lead <= lead_; ++lead) to_draw[lead] = draw[-lead];
            }
            saturate(m, swapped, 1, station);
        }
    }
}

// Writes the layer down, and says how wide the next one must be.
void Regulation::keep(Moment m, double bound, Job& job) {
    Layer layer;
    layer.lead = lead_;
    const auto width = static_cast<std::size_t>(2 * lead_ + 1);
    layer.bound = (layers_.empty() ? ended_bound_ : layers_.back().bound) + bound + rounding_;
    layer.own_value.resize(variants(m.quarter) * kStations * width);
    if (draws()) layer.own_draw.resize(layer.own_value.size());
    std::vector<double> worst(static_cast<std::size_t>(lead_) + 1, 0.0);
    const std::size_t stations_here = m.ticks > 0 ? kStations : kScrimmage;
    for (std::size_t variant = 0; variant < variants(m.quarter); ++variant)
        for (std::size_t station = 0; station < kStations; ++station) {
            const std::size_t to = (variant * kStations + station) * width;
            const double* value = row(m, variant, station, -lead_, false);
            for (std::size_t k = 0; k < width; ++k) layer.own_value[to + k] = fixed_of(value[k]);
            if (draws()) {
                const double* draw = row(m, variant, station, -lead_, true);
                for (std::size_t k = 0; k < width; ++k) layer.own_draw[to + k] = fixed_of(draw[k]);
            }
            if (station >= stations_here || (m.ticks == 0 && station < kAfterTouchdown)) continue;
            if (station >= kConversion && station < kScrimmage && !plays_->single[station]) continue;
            const double* middle = value + lead_;
            for (int lead = 0; lead <= lead_; ++lead) // a lead lost with the ball, a lead lost without it
                worst[static_cast<std::size_t>(lead)] =
                    std::max({worst[static_cast<std::size_t>(lead)], 1 - middle[lead], middle[-lead]});
        }
    int needed = lead_;
    while (needed > 0 && worst[static_cast<std::size_t>(needed - 1)] <= tiny_) --needed;
    const int points = plays_->most_points;
    for (int lead = std::max(0, lead_ - points + 1); lead <= lead_; ++lead)
        layer.cut = std::max(layer.cut, worst[static_cast<std::size_t>(lead)]);
    layer.value = layer.own_value.data();
    layer.draw = draws() ? layer.own_draw.data() : nullptr;
    layers_.push_back(std::move(layer));
    lead_ = std::min(most_lead_, whole_lanes(std::max(needed + 2 * points, 2 * points)));
    job.advance(kStations * static_cast<std::size_t>(2 * most_lead_ + 1), this->bound());
}

// A side that leads beyond the cut is taken to win. It loses only if the lead comes back across the cut, by one play,
// and is made good from there: once a play at most, each time with no more than the greatest chance met next to the
// cut.
double Regulation::bound() const {
    if (layers_.empty()) return 0;
    double cut = 0;
    for (const Layer& layer : layers_) cut = std::max(cut, layer.cut);
    return layers_.back().bound + 4.0 * (quarter_ticks_ + 1) * cut + kFixedError;
}

Worth Regulation::at(Moment moment, const State& s, std::size_t station) const {
    const Layer& layer = layers_[number(moment)];
    const int lead = s.score[0] - s.score[1];
    const int own = s.offense == 0 ? lead : -lead; // of the side with the ball
    if (own > layer.lead) return s.offense == 0 ? Worth{1, 0} : Worth{0, 0};
    if (own < -layer.lead) return s.offense == 0 ? Worth{0, 0} : Worth{1, 0};
    const std::size_t variant = variants(moment.quarter) == 1 ? 0 : s.offense == 0 ? s.second_half : 1U - s.second_half;
    const auto width = static_cast<std::size_t>(2 * layer.lead + 1);
    const std::size_t at = (variant * kStations + station) * width + static_cast<std::size_t>(own + layer.lead);
    const double value = from_fixed(layer.value[at]);
    return {s.offense == 0 ? value : 1 - value, layer.draw != nullptr ? from_fixed(layer.draw[at]) : 0.0};
}

void Regulation::home_values(Moment moment, std::size_t second_half, const Leaf& at, Leads leads, double* out) const {
    const Layer& layer = layers_[number(moment)];
    const bool home = at.offense == 0;
    const std::size_t variant = variants(moment.quarter) == 1 ? 0 : home ? second_half : 1U - second_half;
    const auto width = static_cast<std::size_t>(2 * layer.lead + 1);
    const u32* middle = layer.value + (variant * kStations + at.station) * width + layer.lead;
    for (std::size_t k = 0; k < leads.count; ++k) {
        const int lead = leads.from + static_cast<int>(k);
        const int own = home ? lead : -lead; // of the side with the ball
        const double value = own > layer.lead ? 1.0 : own < -layer.lead ? 0.0 : from_fixed(middle[own]);
        out[k] = home ? value : 1 - value;
    }
}

u64 Regulation::stations() const {
    u64 count = 0;
    for (const Layer& layer : layers_) count += layer.own_value.size();
    return count;
}

} // namespace touchline::solve::red_boar_gridiron
