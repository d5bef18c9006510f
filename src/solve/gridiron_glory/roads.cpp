// The roads to the end of a quarter, counted once for all cards.
#include "solve/gridiron_glory/quarter.hpp"

#include <algorithm>
#include <bit>

namespace touchline::solve::gridiron_glory {

Roads::Roads(const Moves& moves, Clock clock)
    : moves_(moves), clock_(clock), side_(static_cast<u32>(moves.rules().sheet().cards() + 1)),
      visits_(clock == Clock::overtime ? 0 : most_visits(moves)),
      ends_(clock == Clock::stops ? 1 : moves.spots().size() * (moves.rules().settles_later(quarter()) ? 2 : 1)),
      places_(ends_ + (clock == Clock::overtime ? 2 : 0)) {
    end_.runs.push_back({{}, 1});
    end_.blocks.push_back({0, {1}});
    end_.targets = 1;
    mirrored_.resize(target({visits_, visits_}, places_));
    for (int home = 0; home <= visits_; ++home)
        for (int away = 0; away <= visits_; ++away) {
            for (int end = 0; end < ends_; ++end) {
                const int spot = end % moves.spots().size();
                mirrored_[target({home, away}, place(end))] =
                    target({away, home}, place(end - spot + moves.spots().mirrored(spot)));
            }
            for (Seat seat : kSeats)
                if (clock == Clock::overtime) mirrored_[target({}, won(seat))] = target({}, won(other(seat)));
        }
    list_changes();
    const Sheet& sheet = moves.rules().sheet();
    roads_.resize(static_cast<u32>(sheet.cards() * sheet.spaces));
}

// Every pair takes a card; an equal one also those that are buried before the next pair. Only behind the last two may
// there be fewer to bury, or none.
RunRange Roads::range(int pile) const {
    const int buried = moves_.rules().sheet().buried_on_tie;
    RunRange range{static_cast<int>(side_), {}};
    for (int equal = 0; equal <= pile; ++equal) {
        const int unequal = pile - equal - buried * std::max(0, equal - 2);
        if (unequal < 0) break;
        range.most_unequal.push_back(unequal);
    }
    return range;
}

// All results of one pair, and on until a first try or an end.
void Roads::add_legs(const At& at, const Leg& before, std::vector<Leg>& legs) const {
    const Rules& rules = moves_.rules();
    const int left = at.pile - 1 - (at.phase == Phase::fumble ? rules.buried(at.pile) : 0);
    const Seat offense = moves_.spots().offense(at.spot);
    for (Moves::Pair pair : {Moves::higher, Moves::lower}) {
        Leg leg = before;
        leg.number.home += pair == Moves::higher ? side_ : 1;
        leg.number.away += pair == Moves::higher ? 1 : side_;
        const Moves::Next& next = at.phase == Phase::flip ? moves_.flip(at.spot, pair) : moves_.fumble(at.spot, pair);
        BySeat<int> visits{};
        const bool dice = next.end_zone && !(left == 0 && rules.too_late(quarter())); // R13
        if (dice && clock_ == Clock::overtime) {
            Leg scored = leg;
            scored.chance *= 1 - moves_.blank();
            end(won(offense), {}, scored, legs);
            leg.chance *= moves_.blank();
        } else if (dice) {
            visits[offense] = 1;
        }
        advance({left, Phase::flip, next.spot}, visits, leg, legs);
    }
    Leg tied = before;
    tied.number.home += side_ * side_;
    tied.number.away += side_ * side_;
    if (rules.can_settle(left))
        add_legs({left, Phase::fumble, at.spot}, tied, legs);
    else if (rules.settles_later(quarter()))
        end(place(moves_.spots().size() + at.spot), {}, tied, legs);
    else
        end(place(moves_.unsettled(at.spot)), {}, tied, legs);
}

void Roads::advance(const At& at, BySeat<int> visits, Leg leg, std::vector<Leg>& legs) const {
    if (at.pile == 0) return end(place(at.spot), visits, leg, legs);
    if (moves_.spots().attempt(at.spot) > 1) return add_legs(at, leg, legs);
    leg.side = moves_.spots().offense(at.spot);
    leg.shift = target({visits[leg.side], visits[other(leg.side)]}, 0);
    leg.road = &road(at.pile, at.spot);
    legs.push_back(leg);
}

void Roads::end(int place, BySeat<int> visits, Leg leg, std::vector<Leg>& legs) const {
    leg.shift = target(visits, place);
    leg.road = &end_;
    legs.push_back(leg);
}

int Roads::before(const std::vector<Leg>& legs) const {
    int most = 0;
    for (const Leg& leg : legs)
        most = std::max(most, leg.road->roundings + (leg.chance == 1 ? 0 : moves_.roundings() + 1));
    return most;
}

// Sums by target, and which targets have one.
class Roads::Sums {
public:
    explicit Sums(std::size_t targets) : sums_((targets / 4 + 2) * 4, 0.0), touched_(sums_.size() / 4 / 64 + 1, 0) {}

    void add(const Road::Block& block, u32 shift, double chance) {
        const u32 target = block.target + shift;
        block.add_to(sums_.data() + target, chance);
        touch(target);
        touch(target + 3);
    }
    void add(u32 target, double sum) {
        sums_[target] += sum;
        touch(target);
    }
    // Goes through all sums, four at a time from a target on, and forgets them.
    template <class Each>
    void take(Each&& each) {
        for (std::size_t word = 0; word < touched_.size(); ++word)
            for (; touched_[word] != 0; touched_[word] &= touched_[word] - 1) {
                const std::size_t target = (word * 64 + static_cast<std::size_t>(std::countr_zero(touched_[word]))) * 4;
                std::array<double, 4> four;
                std::copy_n(sums_.begin() + static_cast<std::ptrdiff_t>(target), 4, four.begin());
                std::fill_n(sums_.begin() + static_cast<std::ptrdiff_t>(target), 4, 0.0);
                each(static_cast<u32>(target), four);
            }
    }

private:
    void touch(u32 target) { touched_[target / 256] |= u64{1} << (target / 4 % 64); }

    std::vector<double> sums_;
    std::vector<u64> touched_; // a bit for each four targets
};

// Puts a road together from the legs that begin it.
class Roads::Builder {
public:
    explicit Builder(const Roads& roads)
        : roads_(roads), sums_{Sums(roads.mirrored_.size()), Sums(roads.mirrored_.size())},
          first_(static_cast<std::size_t>(roads.side_) * roads.side_ * roads.side_, kNone) {}

    Road build(const At& at) {
        legs_.clear();
        roads_.add_legs(at, {}, legs_);
        list_pieces();
        made_.runs.clear();
        made_.blocks.clear();
        made_.targets = 0;
        made_.passes = 1;
        for (const BySeat<u32>& number : numbers_) {
            for (u32 piece = first_[number.home]; piece != kNone; piece = pieces_[piece].next) add(pieces_[piece]);
            first_[number.home] = kNone;
            write_down();
            made_.runs.push_back({number, static_cast<u32>(made_.blocks.size())});
        }
        // A target takes a product from each pass of one run of each leg.
        made_.roundings = roads_.before(legs_) + 2;
        for (const Leg& leg : legs_) made_.roundings += leg.road->passes;
        return made_; // a copy has no room to spare
    }

private:
    static constexpr u32 kNone = ~u32{0};

    // A run of a leg's road, in a list of those with the same results.
    struct Piece {
        const Leg* leg;
        u32 run;
        u32 next;
    };

    void list_pieces() {
        pieces_.clear();
        numbers_.clear();
        for (const Leg& leg : legs_)
            for (u32 run = 0; run < leg.road->runs.size(); ++run) {
                const BySeat<u32>& number = leg.road->runs[run].number;
                const BySeat<u32> all{leg.number.home + number[leg.side], leg.number.away + number[other(leg.side)]};
                u32& first = first_[all.home];
                if (first == kNone) numbers_.push_back(all);
                pieces_.push_back({&leg, run, first});
                first = static_cast<u32>(pieces_.size() - 1);
            }
    }

    void add(const Piece& piece) {
        const Leg& leg = *piece.leg;
        const Road& road = *leg.road;
        for (u32 i = piece.run == 0 ? 0 : road.runs[piece.run - 1].end; i < road.runs[piece.run].end; ++i)
            sums_[leg.side].add(road.blocks[i], leg.shift, leg.chance);
    }

    void write_down() {
        sums_.away.take([&](u32 target, const std::array<double, 4>& four) {
            for (double sum : four) {
                if (sum != 0) sums_.home.add(roads_.mirrored_[target], sum);
                ++target;
            }
        });
        sums_.home.take([&](u32 target, std::array<double, 4> four) {
            for (int passes = 1; std::ranges::any_of(four, [](double sum) { return sum != 0; }); ++passes) {
                made_.passes = std::max(made_.passes, passes);
                made_.targets = std::max(made_.targets, target + 4);
                made_.blocks.push_back({target, {}});
                for (std::size_t i = 0; i < 4; ++i) split(four[i], made_.blocks.back().counts[i]);
            }
        });
    }
    // What is left of a sum when a float has taken its first digits; nothing where it is too small for any.
    static void split(double& sum, float& count) {
        count = static_cast<float>(sum);
        sum = count == 0 ? 0 : sum - static_cast<double>(count);
    }

    const Roads& roads_;
    BySeat<Sums> sums_; // as home sees the targets, and as away does
    std::vector<Leg> legs_;
    std::vector<Piece> pieces_;
    std::vector<u32> first_;           // piece, by number of home
    std::vector<BySeat<u32>> numbers_; // all that there are
    Road made_;
};

// From few cards to many: a road needs those of smaller piles.
void Roads::ready(int pile) const {
    if (ready_.load(std::memory_order_acquire) >= pile) return;
    const std::lock_guard lock(building_);
    Builder builder(*this);
    for (int next = ready_.load(std::memory_order_relaxed) + 1; next <= pile; ++next) {
        for (int space = 1; space <= moves_.rules().sheet().spaces; ++space) {
            const int spot = moves_.spots().of(Seat::home, space, 1);
            road(next, spot) = builder.build({next, Phase::flip, spot});
        }
        ready_.store(next, std::memory_order_release);
    }
}

} // namespace touchline::solve::gridiron_glory
