// The values of drives that have been solved together: everything that can come after some position.
#pragma once

#include "solve/book.hpp"
#include "solve/job.hpp"
#include "solve/pocket_gridiron/drive.hpp"

#include <compare>
#include <map>
#include <optional>

namespace touchline::solve::pocket_gridiron {

// Which drive begins: a layer. With no drive left it stands for the end, `offense` being the side whose turn it would
// be.
struct LayerKey {
    Period period{};
    u8 home = 0; // drives left
    u8 away = 0;
    Seat offense{};

    [[nodiscard]] bool end() const { return home == 0 && away == 0; }
    [[nodiscard]] constexpr bool overtime() const { return period == Period::overtime; }
    // Later layers first: plays lead from greater keys to smaller ones.
    friend constexpr std::strong_ordering operator<=>(const LayerKey& a, const LayerKey& b) {
        if (a.overtime() != b.overtime()) return b.overtime() <=> a.overtime();
        if (a.home + a.away != b.home + b.away) return a.home + a.away <=> b.home + b.away;
        if (a.home != b.home) return a.home <=> b.home;
        if (a.offense != b.offense) return static_cast<u8>(a.offense) <=> static_cast<u8>(b.offense);
        return static_cast<u8>(a.period) <=> static_cast<u8>(b.period);
    }
    friend constexpr bool operator==(const LayerKey&, const LayerKey&) = default;
};

// A position between the plays of a drive, told by its number among all of them; the beginning is 0.
class Spot {
public:
    [[nodiscard]] static Spot series(const Plays& plays, int down, int sacks) {
        return Spot((down - 1) * plays.sacks() + sacks);
    }
    // Of a try: on which down.
    [[nodiscard]] static Spot conversion(const Plays& plays, int down) { return Spot(tries(plays) + nth(plays, down)); }
    [[nodiscard]] static Spot returned_try(const Plays& plays) { return Spot(tries(plays) + plays.try_downs()); }
    [[nodiscard]] static Spot returned_conversion(const Plays& plays, int down) {
        return Spot(tries(plays) + plays.try_downs() + 1 + nth(plays, down));
    }
    [[nodiscard]] static std::size_t count(const Plays& plays) {
        const int returned = plays.returns() ? plays.try_downs() + 1 : 0;
        return static_cast<std::size_t>(tries(plays) + plays.try_downs() + returned);
    }
    // Which down of a try it is, if of one.
    [[nodiscard]] std::optional<int> conversion_down(const Plays& plays) const {
        return down_from(plays, tries(plays));
    }
    [[nodiscard]] std::optional<int> returned_conversion_down(const Plays& plays) const {
        return down_from(plays, tries(plays) + plays.try_downs() + 1);
    }
    [[nodiscard]] std::size_t number() const { return number_; }
    friend bool operator==(const Spot&, const Spot&) = default;

private:
    explicit Spot(int number) : number_(static_cast<std::size_t>(number)) {}
    [[nodiscard]] static int tries(const Plays& plays) { return plays.downs() * plays.sacks(); }
    [[nodiscard]] static int nth(const Plays& plays, int down) { return down - plays.first_try_down(); }
    [[nodiscard]] std::optional<int> down_from(const Plays& plays, int first) const {
        const int nth = static_cast<int>(number_) - first;
        return nth < 0 || nth >= plays.try_downs() ? std::nullopt : std::optional(plays.first_try_down() + nth);
    }
    std::size_t number_;
};

// One layer: for every pair of injuries and every spot a row over home's lead at the beginning of the drive.
struct Layer {
    int least = 0;
    int most = 0;
    std::size_t spots = 0;     // that are kept: none at an end
    std::vector<double> value; // empty where the book has them
    std::vector<u32> draw;     // as fixed_of() says
    double bound = 0;          // proven on its values
    std::size_t in_book = 0;   // where its values begin in the book's columns
    bool solved = false;       // by drives, not by the end of the game or an overtime

    // While the layers before it are solved: for every pair a row of beginnings. Beyond both ends of a row the game is
    // decided, which the padding says.
    std::size_t stride = 0;
    std::vector<double> begun_value;
    std::vector<double> begun_draw;

    [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(most - least + 1); }
};

// The two sides' plays, shared by all regions of one solver.
using BothPlays = BySeat<Plays>;

class Region {
public:
    // What can come of `from`, each a layer and home's lead at its beginning, with these injuries.
    struct Root {
        LayerKey key;
        int lead = 0;
    };
    // Up to `most_kept` values, 12 bytes each in a book, are kept.
    Region(const Rules& rules, BothPlays& plays, const std::vector<Root>& from, BySeat<u8> injured,
           std::size_t most_kept);

    // Solves all of its layers, the last ones first, but for those that are solved.
    void solve(Job& job);

    [[nodiscard]] bool covers(const LayerKey& key, int lead, BySeat<u8> injured) const;
    // The beginning of a drive. Requires: covers() or a lead that decides.
    [[nodiscard]] Worth at(const LayerKey& key, int lead, BySeat<u8> injured) const;
    // Between the plays of a drive that home began with this lead. Requires: covers(), keeps(spot).
    [[nodiscard]] Worth at(const LayerKey& key, Spot spot, int lead, BySeat<u8> injured) const;
    // Where all spots together would take too much room, only beginnings are kept.
    [[nodiscard]] bool keeps(Spot spot) const { return keeps_all_ || spot.number() == 0; }
    // The leads that a layer has. Requires: it is one of the region's.
    [[nodiscard]] std::pair<int, int> leads(const LayerKey& key) const {
        const Layer& layer = layers_.at(key);
        return {layer.least, layer.most};
    }
    // The layer that a drive leads to; `next` is the side whose turn it is.
    [[nodiscard]] LayerKey after(const LayerKey& key, Seat next) const;
    // The leads at which a layer is not decided yet.
    [[nodiscard]] std::pair<int, int> open_leads(const LayerKey& key) const;

    [[nodiscard]] u64 stations() const;
    [[nodiscard]] double bound() const { return bound_; }

    void save(BookWriter& writer) const;
    [[nodiscard]] Expected<Done, Message> load(const Book& book);
    // While it is being solved: the layers that are.
    void save_unfinished(BookWriter& writer) const;
    [[nodiscard]] Expected<Done, Message> load_unfinished(const Book& book);

private:
    static constexpr std::size_t kBlock = 64;

    void list(const std::vector<Root>& from, std::size_t most_kept);
    void widen(const LayerKey& key, int least, int most);
    void allocate(Layer& layer);
    [[nodiscard]] std::size_t pair(BySeat<u8> injured) const {
        return place_.home[injured.home] * hurts_.away.size() + place_.away[injured.away];
    }
    [[nodiscard]] std::size_t pairs() const { return hurts_.home.size() * hurts_.away.size(); }
    // Where a lead stands in the middle of its row's padding.
    [[nodiscard]] std::size_t begun(const Layer& layer, BySeat<u8> injured, int lead) const {
        return pair(injured) * layer.stride + static_cast<std::size_t>(lead - layer.least + pad_);
    }
    // Where a lead stands among the values.
    [[nodiscard]] std::size_t place(const Layer& layer, Spot spot, BySeat<u8> injured, int lead) const {
        return (pair(injured) * layer.spots + spot.number()) * layer.width() +
               static_cast<std::size_t>(lead - layer.least);
    }
    [[nodiscard]] AfterDrive after_drive(const LayerKey& key);
    // The leads of a block, from `first` on.
    struct Block {
        int first;
        std::size_t width;
    };
    // Keeps a solved drive, whose block this is, for a pair of injuries.
    void keep(Layer& layer, const Plays& plays, BySeat<u8> injured, Block block, const Drive& drive,
              const ReturnedTries* tries, With with);
    void end_rows(const LayerKey& key, Layer& layer);
    [[nodiscard]] u64 stations(const LayerKey& key, const Layer& layer) const;
    [[nodiscard]] bool lists_layers(const Book& book) const;
    void save_list(BookWriter& writer) const;
    // Calls each(row) for every row of beginnings, values then draws, without its padding.
    template <class Own, class Each>
    void each_begun(Own& layer, const Each& each) const;
    void solve_layer(const LayerKey& key, Layer& layer, Job& job);
    [[nodiscard]] Worth end_worth(const LayerKey& key, int lead, BySeat<u8> injured) const;

    // The greatest bound of what comes after a layer.
    [[nodiscard]] double bound_before(const LayerKey& key) const;

    friend class Overtime; // at a level score it leads back to itself

    const Rules& rules_;
    BothPlays& plays_;
    BySeat<std::vector<u8>> hurts_;            // greater ones first
    BySeat<std::vector<std::size_t>> place_{}; // of injuries in hurts_; kNone where they are not there
    int pad_ = 0;
    bool keeps_all_ = true;
    std::map<LayerKey, Layer> layers_;
    BySeat<std::vector<Worth>> level_; // overtime begins at a level score: by who begins, by pair
    double bound_ = 0;
    std::optional<Book> book_; // keeps its columns mapped
    Column values_;
    Column draws_;
    static constexpr std::size_t kNone = ~std::size_t{0};
};

} // namespace touchline::solve::pocket_gridiron
