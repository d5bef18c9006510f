// Layers of drives, solved backwards, kept and saved.
#include "solve/pocket_gridiron/region.hpp"

#include "solve/pocket_gridiron/overtime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace touchline::solve::pocket_gridiron {

Region::Region(const Rules& rules, BothPlays& plays, const std::vector<Root>& from, BySeat<u8> injured,
               std::size_t most_kept)
    : rules_(rules), plays_(plays) {
    for (Seat seat : kSeats) {
        // A side that never has the ball again keeps the injuries it has.
        const bool plays_on = rules.settings().extra_drives || plays_[other(seat)].returns() ||
                              std::ranges::any_of(from, [&](const Root& root) {
                                  return (seat == Seat::home ? root.key.home : root.key.away) > 0;
                              });
        hurts_[seat] = plays_on ? plays_[seat].hurts_from(injured[seat]) : std::vector<u8>{injured[seat]};
        place_[seat].assign(plays_[seat].hurts().count(), kNone);
        for (std::size_t i = 0; i < hurts_[seat].size(); ++i) place_[seat][hurts_[seat][i]] = i;
        if (plays_[other(seat)].returns()) // this side's tries after an interception are known to the other's plays
            for (u8 hurt : hurts_[seat]) plays_[other(seat)].prepare(hurt);
    }
    for (Seat seat : kSeats) pad_ = std::max(pad_, plays_[seat].most() - plays_[seat].least());
    pad_ *= 2;
    list(from, most_kept);
}

// ---- Which layers, and which leads of them -------------------------------------------------------------------------

void Region::list(const std::vector<Root>& from, std::size_t most_kept) {
    for (const Root& root : from) widen(root.key, root.lead, root.lead);
    if (rules_.settings().extra_drives)
        for (Seat seat : kSeats) widen({Period::overtime, 1, 1, seat}, 0, 0);
    // Greater keys lead to smaller ones: once over them in that order is enough.
    for (auto it = layers_.rbegin(); it != layers_.rend(); ++it) {
        const auto& [key, layer] = *it;
        if (key.end()) continue;
        const Plays& plays = plays_[key.offense];
        for (Seat next : kSeats)
            if (plays.leads_to(next)) widen(after(key, next), layer.least + plays.least(), layer.most + plays.most());
    }
    std::size_t values = 0;
    for (const auto& [key, layer] : layers_)
        if (!key.end()) values += pairs() * Spot::count(plays_[key.offense]) * layer.width();
    keeps_all_ = values <= most_kept;
    for (auto& [key, layer] : layers_) {
        layer.stride = layer.width() + 2 * static_cast<std::size_t>(pad_);
        if (!key.end()) layer.spots = keeps_all_ ? Spot::count(plays_[key.offense]) : 1;
    }
}

// Takes leads into a layer, as far as they are not decided.
void Region::widen(const LayerKey& key, int least, int most) {
    const auto [low, high] = open_leads(key);
    least = std::clamp(least, low, high);
    most = std::clamp(most, low, high);
    const auto [it, fresh] = layers_.try_emplace(key);
    Layer& layer = it->second;
    layer.least = fresh ? least : std::min(layer.least, least);
    layer.most = fresh ? most : std::max(layer.most, most);
}

std::pair<int, int> Region::open_leads(const LayerKey& key) const {
    const int up = key.home * plays_.home.most() + key.away * plays_.away.most();
    const int down = key.home * plays_.home.least() + key.away * plays_.away.least();
    return {-up, -down};
}

LayerKey Region::after(const LayerKey& key, Seat next) const {
    State s = rules_.start();
    s.period = key.period;
    s.drives = {key.home, key.away};
    --s.drives[pocket_gridiron::at(key.offense)];
    if (s.drives[0] + s.drives[1] == 0) return {key.overtime() ? key.period : Period::regular, 0, 0, next};
    rules_.next_drive(s, next);
    return {s.period, s.drives[0], s.drives[1], s.offense};
}

// ---- Values --------------------------------------------------------------------------------------------------------

bool Region::covers(const LayerKey& key, int lead, BySeat<u8> injured) const {
    const auto it = layers_.find(key);
    return it != layers_.end() && lead >= it->second.least && lead <= it->second.most &&
           place_.home[injured.home] != kNone && place_.away[injured.away] != kNone;
}

Worth Region::at(const LayerKey& key, int lead, BySeat<u8> injured) const {
    if (key.end()) return end_worth(key, lead, injured);
    const auto [low, high] = open_leads(key);
    if (lead < low || lead > high) return solve::worth_of(lead < low ? Result::away : Result::home);
    return at(key, Spot::series(plays_[key.offense], 1, 0), lead, injured);
}

Worth Region::at(const LayerKey& key, Spot spot, int lead, BySeat<u8> injured) const {
    const Layer& layer = layers_.at(key);
    const std::size_t here = place(layer, spot, injured, lead);
    if (!layer.value.empty()) return {layer.value[here], solve::from_fixed(layer.draw[here])};
    return {values_[layer.in_book + here], draws_[layer.in_book + here]};
}

// The end, or overtime at a level score (R1).
Worth Region::end_worth(const LayerKey& key, int lead, BySeat<u8> injured) const {
    State s = rules_.start();
    s.period = key.period;
    s.drives = {0, 0};
    s.score = {static_cast<u16>(std::max(lead, 0)), static_cast<u16>(std::max(-lead, 0))};
    s.offense = other(key.offense);
    rules_.next_drive(s, key.offense);
    return s.step == Step::over ? solve::worth_of(rules_.result(s)) : level_[s.offense][pair(injured)];
}

AfterDrive Region::after_drive(const LayerKey& key) {
    BySeat<const Layer*> target{};
    for (Seat next : kSeats)
        if (plays_[key.offense].leads_to(next)) target[next] = &layers_.at(after(key, next));
    return [this, target](Seat next, BySeat<u8> hurt, int lead) -> Row {
        const Layer& layer = *target[next];
        const std::size_t place = begun(layer, hurt, lead);
        return {layer.begun_value.data() + place, layer.begun_draw.data() + place};
    };
}

void Region::allocate(Layer& layer) {
    layer.value.assign(pairs() * layer.spots * layer.width(), 0.0);
    layer.draw.assign(pairs() * layer.spots * layer.width(), 0);
    layer.begun_value.assign(pairs() * layer.stride, 0.0);
    layer.begun_draw.assign(pairs() * layer.stride, 0.0);
    // Above the open leads home has won; below them it has lost.
    for (std::size_t p = 0; p < pairs(); ++p) {
        const std::size_t begin = p * layer.stride + static_cast<std::size_t>(pad_) + layer.width();
        std::fill_n(layer.begun_value.begin() + static_cast<std::ptrdiff_t>(begin), pad_, 1.0);
    }
}

void Region::end_rows(const LayerKey& key, Layer& layer) {
    for (u8 home : hurts_.home)
        for (u8 away : hurts_.away) {
            const Worth worth = end_worth(key, 0, {home, away});
            const std::size_t place = begun(layer, {home, away}, 0);
            layer.begun_value[place] = worth.value;
            layer.begun_draw[place] = worth.draw;
        }
}

void Region::keep(Layer& layer, const Plays& plays, BySeat<u8> injured, Block block, const Drive& drive,
                  const ReturnedTries* tries, With with) {
    const u8 own = injured[plays.offense()];
    const u8 theirs = injured[other(plays.offense())];
    const auto keep_row = [&](Spot spot, const Rows& rows) {
        if (!keeps(spot)) return;
        const std::size_t to = place(layer, spot, injured, block.first);
        std::copy_n(rows.value, block.width, layer.value.data() + to);
        if (with == With::draws)
            std::transform(rows.draw, rows.draw + block.width, layer.draw.data() + to, solve::fixed_of);
    };
    for (int down = 1; down <= plays.downs(); ++down)
        for (int sacks = 0; sacks < plays.sacks(); ++sacks)
            keep_row(Spot::series(plays, down, sacks), drive.at(own, down, sacks));
    for (int down = plays.first_try_down(); down <= plays.downs(); ++down)
        keep_row(Spot::conversion(plays, down), drive.at_conversion(own, down));
    if (tries == nullptr) return;
    keep_row(Spot::returned_try(plays), tries->at_touchdown(theirs, own));
    for (int down = plays.first_try_down(); down <= plays.downs(); ++down)
        keep_row(Spot::returned_conversion(plays, down), tries->at_conversion(theirs, own, down));
}

// ---- Solving -------------------------------------------------------------------------------------------------------

u64 Region::stations(const LayerKey& key, const Layer& layer) const {
    const Plays& plays = plays_[key.offense];
    return key.end() ? 0
                     : layer.width() * pairs() * static_cast<u64>(plays.downs() * plays.sacks() + plays.try_downs());
}

u64 Region::stations() const {
    u64 count = 0;
    for (const auto& [key, layer] : layers_) count += stations(key, layer);
    return count;
}

void Region::solve(Job& job) {
    u64 left = 0;
    for (const auto& [key, layer] : layers_)
        if (!layer.solved) left += stations(key, layer);
    job.begin(left); // may be too much for this job: no room is taken before
    for (auto& [key, layer] : layers_)
        if (!layer.solved) allocate(layer);
    if (rules_.settings().extra_drives) {
        job.layer(Message{"layer.overtime"});
        Overtime(*this).solve(job);
    }
    for (auto& [key, layer] : layers_) {
        if (key.end()) {
            end_rows(key, layer);
        } else if (!key.overtime() && !layer.solved) {
            job.layer(Message{"layer.drives", {{"seat", name(key.offense)}, {"home", key.home}, {"away", key.away}}});
            solve_layer(key, layer, job);
        }
    }
    for (auto& [key, layer] : layers_) layer.begun_value = layer.begun_draw = {};
}

void Region::solve_layer(const LayerKey& key, Layer& layer, Job& job) {
    const Plays& plays = plays_[key.offense];
    const AfterDrive after_this = after_drive(key);
    const std::vector<u8>& own_hurts = hurts_[key.offense];
    const std::vector<u8>& their_hurts = hurts_[other(key.offense)];
    const std::size_t blocks = (layer.width() + kBlock - 1) / kBlock;
    const auto block_of = [&](std::size_t i) {
        return Block{layer.least + static_cast<int>(i * kBlock), std::min(kBlock, layer.width() - i * kBlock)};
    };

    std::vector<ReturnedTries> tries;
    std::vector<double> left(blocks * (own_hurts.size() + their_hurts.size()), 0.0);
    if (plays.returns()) {
        for (std::size_t i = 0; i < blocks; ++i) tries.emplace_back(plays, block_of(i).first, block_of(i).width);
        job.parallel(blocks * own_hurts.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t item = begin; item < end; ++item)
                for (u8 theirs : their_hurts)
                    left[item] = std::max(left[item], tries[item / own_hurts.size()].solve(
                                                          theirs, own_hurts[item % own_hurts.size()], after_this));
        });
    }
    job.parallel(blocks * their_hurts.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t item = begin; item < end; ++item) {
            const Block block = block_of(item / their_hurts.size());
            const ReturnedTries* returned = plays.returns() ? &tries[item / their_hurts.size()] : nullptr;
            const u8 theirs = their_hurts[item % their_hurts.size()];
            Drive drive(plays, block.first, block.width, theirs);
            for (u8 own : own_hurts) {
                double& residual = left[blocks * own_hurts.size() + item];
                residual = std::max(residual, drive.solve(own, after_this, returned));
                BySeat<u8> injured;
                injured[key.offense] = own;
                injured[other(key.offense)] = theirs;
                const Rows begins = drive.at(own, 1, 0);
                const std::size_t to = begun(layer, injured, block.first);
                std::copy_n(begins.value, block.width, layer.begun_value.data() + to);
                std::copy_n(begins.draw, block.width, layer.begun_draw.data() + to);
                keep(layer, plays, injured, block, drive, returned, With::draws);
            }
        }
    });
    layer.bound = bound_before(key) + drive_error(plays, std::ranges::max(left));
    bound_ = std::max(bound_, layer.bound);
    layer.solved = true;
    job.advance(stations(key, layer), bound_);
}

double Region::bound_before(const LayerKey& key) const {
    double most = 0;
    for (Seat next : kSeats)
        if (plays_[key.offense].leads_to(next)) most = std::max(most, layers_.at(after(key, next)).bound);
    return most;
}

// ---- Books ---------------------------------------------------------------------------------------------------------

namespace {

struct SavedLayer {
    LayerKey key;
    i16 least;
    i16 most;
};
static_assert(sizeof(SavedLayer) == 8);

} // namespace

void Region::save_list(BookWriter& writer) const {
    writer.column("layers", Encoding::bytes);
    for (const auto& [key, layer] : layers_) {
        const SavedLayer saved{key, static_cast<i16>(layer.least), static_cast<i16>(layer.most)};
        writer.add_bytes(std::as_bytes(std::span(&saved, 1)));
    }
}

bool Region::lists_layers(const Book& book) const {
    const auto bytes = book.column("layers").bytes();
    if (bytes.size() != layers_.size() * sizeof(SavedLayer)) return false;
    std::size_t i = 0;
    for (const auto& [key, layer] : layers_) {
        SavedLayer saved;
        std::memcpy(&saved, bytes.data() + i++ * sizeof(SavedLayer), sizeof(SavedLayer));
        if (saved.key != key || saved.least != layer.least || saved.most != layer.most) return false;
    }
    return true;
}

void Region::save(BookWriter& writer) const {
    save_list(writer);
    writer.column("value", Encoding::real64);
    for (const auto& [key, layer] : layers_) writer.add(layer.value);
    writer.column("draw", Encoding::fixed32);
    for (const auto& [key, layer] : layers_) writer.add_bytes(std::as_bytes(std::span(layer.draw)));
    for (Seat seat : kSeats) {
        writer.column(seat == Seat::home ? "level-home" : "level-away", Encoding::real64);
        for (const Worth& worth : level_[seat]) writer.add(std::span(&worth.value, 1));
    }
}

Expected<Done, Message> Region::load(const Book& book) {
    values_ = book.column("value");
    draws_ = book.column("draw");
    std::size_t place = 0;
    if (!lists_layers(book)) return Unexpected{Message{"book.no-tables"}};
    for (auto& [key, layer] : layers_) {
        layer.in_book = place;
        place += pairs() * layer.spots * layer.width();
    }
    if (values_.size() != place || draws_.size() != place) return Unexpected{Message{"book.no-tables"}};
    for (Seat seat : kSeats) {
        const Column level = book.column(seat == Seat::home ? "level-home" : "level-away");
        if (level.size() != (rules_.settings().extra_drives ? pairs() : 0))
            return Unexpected{Message{"book.no-tables"}};
        for (std::size_t p = 0; p < level.size(); ++p) level_[seat].push_back({level[p], 0});
    }
    book_ = book;
    bound_ = book.info().bound;
    return Done{};
}

template <class Own, class Each>
void Region::each_begun(Own& layer, const Each& each) const {
    for (auto* begun : {&layer.begun_value, &layer.begun_draw})
        for (std::size_t p = 0; p < pairs(); ++p)
            each(std::span(*begun).subspan(p * layer.stride + static_cast<std::size_t>(pad_), layer.width()));
}

// Beginnings are kept with all digits of their draws: whoever goes on from them comes to the same book.
void Region::save_unfinished(BookWriter& writer) const {
    save_list(writer);
    writer.column("bounds", Encoding::real64); // none is below 0
    constexpr double kOpen = -1;
    for (const auto& [key, layer] : layers_) writer.add(std::span(layer.solved ? &layer.bound : &kOpen, 1));
    writer.column("value", Encoding::real64);
    for (const auto& [key, layer] : layers_)
        if (layer.solved) writer.add(layer.value);
    writer.column("draw", Encoding::fixed32);
    for (const auto& [key, layer] : layers_)
        if (layer.solved) writer.add_bytes(std::as_bytes(std::span(layer.draw)));
    writer.column("begun", Encoding::real64);
    for (const auto& [key, layer] : layers_)
        if (layer.solved) each_begun(layer, [&](std::span<const double> row) { writer.add(row); });
}

Expected<Done, Message> Region::load_unfinished(const Book& book) {
    const Column bounds = book.column("bounds"), value = book.column("value"), draw = book.column("draw");
    const Column begun = book.column("begun");
    if (!lists_layers(book) || bounds.size() != layers_.size()) return Unexpected{Message{"book.no-tables"}};
    const auto* draws = reinterpret_cast<const u32*>(draw.bytes().data());
    const auto each_solved = [&](const auto& each) {
        std::size_t i = 0;
        for (auto& [key, layer] : layers_)
            if (const double bound = bounds[i++]; bound >= 0) each(layer, bound);
    };
    std::size_t values = 0;
    std::size_t beginnings = 0;
    each_solved([&](const Layer& layer, double) {
        values += pairs() * layer.spots * layer.width();
        beginnings += 2 * pairs() * layer.width();
    });
    if (value.size() != values || draw.size() != values || begun.size() != beginnings)
        return Unexpected{Message{"book.no-tables"}};
    std::size_t at = 0;
    std::size_t row_at = 0;
    each_solved([&](Layer& layer, double bound) {
        allocate(layer);
        for (std::size_t k = 0; k < layer.value.size(); ++k, ++at) {
            layer.value[k] = value[at];
            layer.draw[k] = draws[at];
        }
        each_begun(layer, [&](std::span<double> row) {
            for (double& entry : row) entry = begun[row_at++];
        });
        layer.bound = bound;
        layer.solved = true;
        bound_ = std::max(bound_, bound);
    });
    return Done{};
}

} // namespace touchline::solve::pocket_gridiron
