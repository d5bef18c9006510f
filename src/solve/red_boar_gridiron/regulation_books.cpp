// The four quarters on disk: whole quarters in a book, and layer by layer while they are being solved.
#include "solve/red_boar_gridiron/regulation.hpp"

#include <algorithm>

namespace touchline::solve::red_boar_gridiron {

// How many values a layer has.
std::size_t Regulation::size(std::size_t layer) const {
    return variants(moment_at(layer).quarter) * kStations * static_cast<std::size_t>(2 * layers_[layer].lead + 1);
}

void Regulation::save(BookWriter& writer) const {
    const auto quarter = static_cast<std::size_t>(quarter_ticks_ + 1);
    std::size_t count = 0;
    u64 bytes = 0;
    while (count + quarter <= layers_.size()) {
        for (std::size_t n = count; n < count + quarter; ++n) bytes += size(n) * sizeof(u32) * (draws() ? 2 : 1);
        if (bytes > most_book_bytes_) break;
        count += quarter;
    }
    save_layers(count, writer);
}

void Regulation::save_layers(std::size_t count, BookWriter& writer) const {
    std::vector<double> leads, bounds, cuts;
    for (std::size_t n = 0; n < count; ++n) {
        leads.push_back(layers_[n].lead);
        bounds.push_back(layers_[n].bound);
        cuts.push_back(layers_[n].cut);
    }
    writer.column("leads", Encoding::real64);
    writer.add(leads);
    writer.column("bounds", Encoding::real64);
    writer.add(bounds);
    writer.column("cuts", Encoding::real64);
    writer.add(cuts);
    writer.column("value", Encoding::fixed32);
    for (std::size_t n = 0; n < count; ++n) writer.add_bytes(std::as_bytes(std::span(layers_[n].value, size(n))));
    if (!draws()) return;
    writer.column("draw", Encoding::fixed32);
    for (std::size_t n = 0; n < count; ++n) writer.add_bytes(std::as_bytes(std::span(layers_[n].draw, size(n))));
}

std::optional<std::vector<Regulation::Layer>> Regulation::loaded_layers(const Book& book) const {
    const Column leads = book.column("leads"), bounds = book.column("bounds"), cuts = book.column("cuts");
    const Column value = book.column("value"), draw = book.column("draw");
    const std::size_t count = leads.size();
    if (count == 0 || count > 4 * static_cast<std::size_t>(quarter_ticks_ + 1) || bounds.size() != count ||
        cuts.size() != count)
        return std::nullopt;
    std::vector<Layer> layers(count);
    std::size_t at = 0;
    const auto* values = reinterpret_cast<const u32*>(value.bytes().data());
    const auto* all_draws = reinterpret_cast<const u32*>(draw.bytes().data());
    for (std::size_t n = 0; n < count; ++n) {
        if (!(leads[n] >= 0 && leads[n] <= 100'000)) return std::nullopt;
        layers[n].lead = static_cast<int>(leads[n]);
        layers[n].bound = bounds[n];
        layers[n].cut = cuts[n];
        layers[n].value = values + at;
        layers[n].draw = draws() ? all_draws + at : nullptr;
        at += variants(moment_at(n).quarter) * kStations * static_cast<std::size_t>(2 * layers[n].lead + 1);
    }
    if (value.size() != at || (draws() && draw.size() != at)) return std::nullopt;
    return layers;
}

Expected<Done, Message> Regulation::load(const Book& book) {
    std::optional<std::vector<Layer>> layers = loaded_layers(book);
    if (!layers || layers->size() % static_cast<std::size_t>(quarter_ticks_ + 1) != 0)
        return Unexpected{Message{"book.no-tables"}};
    layers_ = std::move(*layers);
    loaded_ = std::make_shared<Book>(book);
    restored_ = false;
    return Done{};
}

// Calls each(row) for every row with home on offence, first values, then draws. All else in the room follows from
// these.
template <class Own, class Each>
void Regulation::each_row(const std::vector<Own*>& buffers, int lead, const Each& each) const {
    const auto width = static_cast<std::size_t>(2 * lead + 1);
    for (bool draw : {false, true})
        for (Own* own : buffers)
            for (std::size_t station = 0; station < kStations && (!draw || draws()); ++station)
                each(std::span((draw ? own->draw : own->value).data() + offset(0, station) - lead, width));
}

// Puts a layer into the working room.
template <class Next>
void Regulation::refill(std::size_t layer, const Next& next) {
    const Moment m = moment_at(layer);
    lead_ = layers_[layer].lead;
    std::vector<Buffer*> buffers;
    for (std::size_t variant = 0; variant < variants(m.quarter); ++variant)
        buffers.push_back(&buffer(variant, m.ticks));
    each_row(buffers, lead_, [&](std::span<double> row) {
        for (double& entry : row) entry = next();
    });
    mirror(m, 0, kStations);
}

// Puts the last layer of a book, the beginning of a quarter, into the working room: the quarter before it can then be
// solved. The values carry the rounding of the book.
void Regulation::restore() {
    restored_ = true;
    Layer& layer = layers_.back();
    const std::size_t values = size(layers_.size() - 1);
    std::size_t next = 0;
    refill(layers_.size() - 1, [&] {
        const std::size_t at = next++;
        return from_fixed(at < values ? layer.value[at] : layer.draw[at - values]);
    });
    layer.bound += kFixedError;
    lead_ = std::min(most_lead_, whole_lanes(lead_ + plays_->most_points));
}

// The layers that the next one may lead to: the end of the clock, and as many before it as the longest play has ticks.
std::vector<std::size_t> Regulation::working() const {
    const Moment last = moment_at(layers_.size() - 1);
    std::vector<std::size_t> list{number({last.quarter, 0})};
    for (int ticks = std::max(1, last.ticks - sources_.most_ticks() + 1); ticks <= last.ticks; ++ticks)
        list.push_back(number({last.quarter, ticks}));
    return list;
}

// The values of the working room are kept as they are: whoever goes on from them comes to the same book.
void Regulation::save_unfinished(BookWriter& writer) const {
    save_layers(layers_.size(), writer);
    const double lead = lead_;
    writer.column("lead", Encoding::real64);
    writer.add(std::span(&lead, 1));
    writer.column("room", Encoding::real64);
    const auto add = [&](std::span<const double> row) { writer.add(row); };
    const int quarter = moment_at(layers_.size() - 1).quarter;
    if (quarter < 4) { // the beginning of the quarter after this one
        std::vector<const Buffer*> next;
        for (std::size_t variant = 0; variant < variants(quarter + 1); ++variant) next.push_back(&next_[variant]);
        each_row(next, layers_[number({quarter + 1, quarter_ticks_})].lead, add);
    }
    for (std::size_t layer : working()) {
        const Moment m = moment_at(layer);
        std::vector<const Buffer*> own;
        for (std::size_t variant = 0; variant < variants(m.quarter); ++variant)
            own.push_back(&buffer(variant, m.ticks));
        each_row(own, layers_[layer].lead, add);
    }
}

Expected<Done, Message> Regulation::load_unfinished(const Book& book) {
    std::optional<std::vector<Layer>> layers = loaded_layers(book);
    const Column room = book.column("room"), lead = book.column("lead");
    if (!layers || lead.size() != 1) return Unexpected{Message{"book.no-tables"}};
    prepare();
    layers_ = std::move(*layers);
    loaded_ = std::make_shared<Book>(book);
    const int quarter = moment_at(layers_.size() - 1).quarter;
    std::vector<std::size_t> list = working();
    if (quarter < 4) list.insert(list.begin(), number({quarter + 1, quarter_ticks_}));
    std::size_t wanted = 0;
    bool fits = lead[0] >= 0 && lead[0] <= most_lead_;
    for (std::size_t layer : list) {
        wanted += size(layer) * (draws() ? 2 : 1);
        fits = fits && layers_[layer].lead <= most_lead_;
    }
    if (!fits || room.size() != wanted) {
        layers_.clear();
        return Unexpected{Message{"book.no-tables"}};
    }
    std::size_t at = 0;
    for (std::size_t layer : list) {
        refill(layer, [&] { return room[at++]; });
        if (moment_at(layer).quarter == quarter) continue;
        for (std::size_t variant = 0; variant < variants(quarter); ++variant)
            next_[variant] = buffer(variants(quarter + 1) == 2 ? variant : 0, quarter_ticks_);
    }
    lead_ = static_cast<int>(lead[0]);
    restored_ = true;
    return Done{};
}

} // namespace touchline::solve::red_boar_gridiron
