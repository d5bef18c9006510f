#include "solve/pocket_gridiron/solver.hpp"

#include "solve/state_map.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <tuple>

namespace touchline::pocket_gridiron {

using solve::Valuation;
using solve::Worth;

namespace {

constexpr std::size_t kMostRegions = 16;
constexpr std::size_t kMostRecent = 64;
constexpr std::size_t kMostRests = 32768;
constexpr std::size_t kMostWide = 384;
constexpr int kWide = 64; // leads of a wide drive

int lead_of(const State& state) { return int{state.score[0]} - int{state.score[1]}; }

} // namespace

// One drive for one lead.
struct Solver::SolvedDrive {
    const Region* region;
    LayerKey key;
    int lead;
    BySeat<u8> injured;
    Drive drive;
    std::optional<ReturnedTries> tries;
};

namespace {

// What comes after a drive, looked up one by one; `kept` stays where it is while it grows.
AfterDrive looked_up(const Region& region, const LayerKey& key, std::deque<Worth>& kept) {
    return [&region, key, &kept](Seat next, BySeat<u8> injured, int lead) -> solve::Row {
        const Worth& worth = kept.emplace_back(region.at(region.after(key, next), lead, injured));
        return {&worth.value, &worth.draw};
    };
}

} // namespace

class Solver::WideDrive {
public:
    WideDrive(const Region& region, const LayerKey& key, u8 theirs, int first)
        : region_(region), key_(key), theirs_(theirs), first_(first) {}

    [[nodiscard]] bool is_of(const Region& region, const LayerKey& key, u8 theirs, int first) const {
        return &region_ == &region && key_ == key && theirs_ == theirs && first_ == first;
    }
    [[nodiscard]] const Region& region() const { return region_; }
    [[nodiscard]] int first() const { return first_; }

    // Once, for all injuries of the offence; whoever comes meanwhile waits.
    void solve(BothPlays& plays, const std::vector<u8>& own_masks, const std::vector<u8>& their_masks) {
        std::call_once(solved_, [&] {
            const Plays& own = plays[key_.offense];
            drive_.emplace(own, first_, kWide, theirs_);
            if (own.returns()) {
                tries_.emplace(own, first_, kWide);
                for (u8 scorers : their_masks)
                    for (u8 mask : own_masks) (void)tries_->solve(scorers, mask, after(), With::values_only);
            }
            for (u8 mask : own_masks) (void)drive_->solve(mask, after(), tries(), With::values_only);
            ready_ = true;
        });
    }
    [[nodiscard]] bool ready() const { return ready_; }

    // Home's worth lead by lead at a position of the drive. Requires: between plays, or `rest` is the rest of its play.
    [[nodiscard]] std::vector<double> at(const State& state, const Play* rest) const {
        const u8 own = state.injured[pocket_gridiron::at(key_.offense)];
        const u8 theirs = state.injured[pocket_gridiron::at(other(key_.offense))];
        const auto listed = [](const Rows& rows) { return std::vector<double>(rows.value, rows.value + kWide); };
        if (rest == nullptr) {
            if (state.returned != 0) return listed(tries_->at_conversion(theirs, own));
            return listed(state.phase == Phase::conversion ? drive_->at_conversion(own)
                                                           : drive_->at(own, state.down, state.sacks));
        }
        std::vector<solve::Row> rows;
        const std::lock_guard lock(mutex_); // of what after() keeps
        if (state.returned == 0)
            rows = drive_->stations(*rest, own, after(), tries());
        else
            for (const Exit& exit : rest->exits) {
                BySeat<u8> injured{state.injured[0], state.injured[1]};
                injured[other(key_.offense)] = exit.mask;
                rows.push_back(exit.kind == Exit::Kind::returned_conversion
                                   ? tries_->at_conversion(exit.mask, own).row()
                                   : after()(exit.next, injured, first_ + exit.delta));
            }
        std::vector<double> values(kWide);
        const solve::RowOut out{values.data(), nullptr};
        rest->program.evaluate_rows(rows, kWide, std::span(&out, 1));
        return values;
    }

private:
    using Asked = std::tuple<Seat, u8, u8, int>;

    [[nodiscard]] const ReturnedTries* tries() const { return tries_ ? &*tries_ : nullptr; }

    // What comes after, looked up once for each layer, injuries and lead.
    [[nodiscard]] AfterDrive after() const {
        return [this](Seat next, BySeat<u8> injured, int lead) -> solve::Row {
            const auto [found, fresh] = kept_.try_emplace(Asked{next, injured.home, injured.away, lead});
            std::vector<double>& rows = found->second;
            if (fresh) {
                rows.resize(2 * kWide);
                const LayerKey later = region_.after(key_, next);
                for (int i = 0; i < kWide; ++i) {
                    const Worth worth = region_.at(later, lead + i, injured);
                    rows[static_cast<std::size_t>(i)] = worth.value;
                    rows[static_cast<std::size_t>(kWide + i)] = worth.draw;
                }
            }
            return {rows.data(), rows.data() + kWide};
        };
    }

    const Region& region_;
    LayerKey key_;
    u8 theirs_;
    int first_;
    std::once_flag solved_;
    std::atomic<bool> ready_{false};
    std::optional<Drive> drive_;
    std::optional<ReturnedTries> tries_;
    mutable std::mutex mutex_;
    mutable std::map<Asked, std::vector<double>> kept_;
};

struct Solver::Recent {
    std::mutex mutex;
    std::deque<std::shared_ptr<WideDrive>> wide;
    std::deque<std::shared_ptr<SolvedDrive>> drives;
    solve::StateMap<State> met;                     // beginnings of `rests`
    std::vector<std::shared_ptr<const Play>> rests; // plays from the middle of them, by number in `met`
};

Solver::Solver(const Rules& rules)
    : rules_(rules), plays_(new BothPlays{Plays(rules, Seat::home), Plays(rules, Seat::away)}), recent_(new Recent) {
    for (Seat seat : kSeats) (*plays_)[seat].prepare(0);
}

Solver::~Solver() = default;

// ---- Places --------------------------------------------------------------------------------------------------------

Solver::Place Solver::place_of(const State& state) const {
    Place place{{state.overtime, state.drives[0], state.drives[1], state.offense},
                lead_of(state),
                {state.injured[0], state.injured[1]}};
    if (state.returned != 0) { // the try belongs to the drive of the side that threw the ball
        place.key.offense = other(state.offense);
        ++(place.key.offense == Seat::home ? place.key.home : place.key.away);
        place.lead -= (*plays_)[place.key.offense].returned_delta();
    } else if (state.phase == Phase::conversion || state.step == Step::after_touchdown || state.step == Step::pat) {
        place.lead -= (*plays_)[place.key.offense].touchdown_delta();
    }
    return place;
}

bool Solver::decided(const Place& place) const {
    const int up = place.key.home * plays_->home.most() + place.key.away * plays_->away.most();
    const int down = place.key.home * plays_->home.least() + place.key.away * plays_->away.least();
    return place.lead < -up || place.lead > -down;
}

const Region* Solver::region_for(const Place& place) const {
    for (const auto& region : regions_)
        if (region->covers(place.key, place.lead, place.injured)) return region.get();
    return nullptr;
}

bool Solver::covers(const State& state) const {
    const Place place = place_of(state);
    return decided(place) || region_for(place) != nullptr;
}

// ---- Solving -------------------------------------------------------------------------------------------------------

std::unique_ptr<Region> Solver::whole_game() {
    const u8 drives = rules_.settings().drives;
    std::vector<Region::Root> roots;
    for (Seat seat : kSeats) roots.push_back({{0, drives, drives, seat}, 0});
    return std::make_unique<Region>(rules_, *plays_, roots, BySeat<u8>{});
}

void Solver::solve_all(solve::Job& job) {
    if (whole_ != nullptr) return;
    auto region = whole_game();
    region->solve(job);
    whole_ = region.get();
    regions_.insert(regions_.begin(), std::move(region));
}

void Solver::solve_for(const State& state, solve::Job& job) {
    if (state.step == Step::over) return;
    if (state.step == Step::toss) return solve_all(job);
    const Place place = place_of(state);
    if (decided(place) || region_for(place) != nullptr) return;
    auto region =
        std::make_unique<Region>(rules_, *plays_, std::vector<Region::Root>{{place.key, place.lead}}, place.injured);
    region->solve(job);
    if (regions_.size() >= kMostRegions) { // the oldest but the whole game
        const auto oldest = std::ranges::find_if(regions_, [&](const auto& own) { return own.get() != whole_; });
        const std::lock_guard lock(recent_->mutex);
        std::erase_if(recent_->drives, [&](const auto& drive) { return drive->region == oldest->get(); });
        std::erase_if(recent_->wide, [&](const auto& drive) { return &drive->region() == oldest->get(); });
        regions_.erase(oldest);
    }
    regions_.push_back(std::move(region));
}

double Solver::bound() const {
    double most = 0;
    for (const auto& region : regions_) most = std::max(most, region->bound());
    return most;
}

u64 Solver::stations() const {
    u64 count = 0;
    for (const auto& region : regions_) count += region->stations();
    return count;
}

void Solver::save(solve::BookWriter& writer) const { whole_->save(writer); }

Expected<Done, std::string> Solver::load(const solve::Book& book) {
    auto region = whole_game();
    if (auto loaded = region->load(book); !loaded) return loaded;
    whole_ = region.get();
    regions_.insert(regions_.begin(), std::move(region));
    return Done{};
}

// ---- Answers -------------------------------------------------------------------------------------------------------

bool Solver::begins(const State& state) const {
    return state.phase == Phase::series && state.down == 1 && state.sacks == 0 && state.bonus == 0 &&
           state.scrambles == 0 && (state.step == Step::fourth_down || rules_.sheet().downs > 1);
}

Valuation Solver::at(const State& state) const {
    const Place place = place_of(state);
    if (decided(place)) {
        const Seat winner = place.lead > 0 ? Seat::home : Seat::away;
        return {solve::worth_of(win_of(winner)), 0};
    }
    const Region& region = *region_for(place);
    const Worth worth = begins(state) ? region.at(place.key, place.lead, place.injured) : within(region, place, state);
    return {worth, region.bound() + drive_error((*plays_)[place.key.offense], 1e-13)};
}

// In the middle of a drive.
Worth Solver::within(const Region& region, const Place& place, const State& state) const {
    const std::shared_ptr<const SolvedDrive> solved = drive_at(region, place);
    const Plays& plays = (*plays_)[place.key.offense];
    const Seat thrower = place.key.offense;
    const u8 own = place.injured[thrower];
    const u8 theirs = place.injured[other(thrower)];
    const auto first = [](const Rows& rows) { return Worth{*rows.value, *rows.draw}; };
    if (between_plays(plays.folded(), state)) {
        if (state.returned != 0) return first(solved->tries->at_conversion(theirs, own));
        if (state.phase == Phase::conversion) return first(solved->drive.at_conversion(own));
        return first(solved->drive.at(own, state.down, state.sacks));
    }
    const std::shared_ptr<const Play> rest = rest_of(plays, state);
    const Play& play = *rest;
    std::deque<Worth> kept;
    const AfterDrive after = looked_up(region, place.key, kept);
    std::vector<Worth> slots(play.program.slots());
    std::vector<solve::Row> rows;
    if (state.returned == 0) {
        rows = solved->drive.stations(play, own, after, solved->tries ? &*solved->tries : nullptr);
    } else {
        for (const Exit& exit : play.exits) {
            BySeat<u8> injured = place.injured;
            injured[other(thrower)] = exit.mask;
            rows.push_back(exit.kind == Exit::Kind::returned_conversion
                               ? solved->tries->at_conversion(exit.mask, own).row()
                               : after(exit.next, injured, place.lead + exit.delta));
        }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) slots[solve::Program::slot(i)] = {*rows[i].value, *rows[i].draw};
    play.program.evaluate(slots);
    return slots[play.program.roots()[0]];
}

// The rest of a play, compiled once: neither score nor drives matter to it.
std::shared_ptr<const Play> Solver::rest_of(const Plays& plays, const State& state) const {
    const State root = plays.root_of(state);
    const std::lock_guard lock(recent_->mutex);
    if (recent_->rests.size() >= kMostRests) {
        recent_->rests.clear();
        recent_->met = {};
    }
    const auto [number, fresh] = recent_->met.place(root);
    if (fresh) recent_->rests.push_back(std::make_shared<const Play>(plays.from(root)));
    return recent_->rests[number];
}

std::shared_ptr<const Solver::SolvedDrive> Solver::drive_at(const Region& region, const Place& place) const {
    const std::lock_guard lock(recent_->mutex);
    for (const auto& known : recent_->drives)
        if (known->region == &region && known->key == place.key && known->lead == place.lead &&
            known->injured == place.injured)
            return known;
    const Seat offense = place.key.offense;
    Plays& plays = (*plays_)[offense];
    const u8 theirs = place.injured[other(offense)];
    auto solved = std::make_shared<SolvedDrive>(
        SolvedDrive{&region, place.key, place.lead, place.injured, Drive(plays, place.lead, 1, theirs), std::nullopt});
    std::deque<Worth> kept;
    const AfterDrive after = looked_up(region, place.key, kept);
    const std::vector<u8> own_masks = plays.masks_from(place.injured[offense]);
    if (plays.returns()) {
        solved->tries.emplace(plays, place.lead, 1);
        for (u8 scorers : (*plays_)[other(offense)].masks_from(theirs))
            for (u8 own : own_masks) (void)solved->tries->solve(scorers, own, after);
    }
    for (u8 own : own_masks) (void)solved->drive.solve(own, after, solved->tries ? &*solved->tries : nullptr);
    recent_->drives.push_back(solved);
    if (recent_->drives.size() > kMostRecent) recent_->drives.pop_front();
    return solved;
}

std::shared_ptr<const Solver::WideDrive> Solver::wide_drive_at(const Region& region, const Place& place) const {
    const int first = (place.lead >= 0 ? place.lead / kWide : (place.lead - kWide + 1) / kWide) * kWide;
    const Seat offense = place.key.offense;
    const u8 theirs = place.injured[other(offense)];
    std::shared_ptr<WideDrive> found;
    std::vector<u8> own_masks;
    std::vector<u8> their_masks;
    {
        const std::lock_guard lock(recent_->mutex);
        for (const auto& known : recent_->wide)
            if (known->is_of(region, place.key, theirs, first)) found = known;
        if (!found) {
            found = std::make_shared<WideDrive>(region, place.key, theirs, first);
            recent_->wide.push_back(found);
            if (recent_->wide.size() > kMostWide) recent_->wide.pop_front();
        }
        if (found->ready()) return found;
        own_masks = (*plays_)[offense].masks_from(region.least_injured()[offense]);
        their_masks = (*plays_)[other(offense)].masks_from(theirs);
    }
    found->solve(*plays_, own_masks, their_masks);
    return found;
}

void Solver::worths(std::span<const State> stations, double* out) const {
    std::shared_ptr<const WideDrive> drive;
    std::vector<double> values;
    for (const State& state : stations) {
        const Place place = place_of(state);
        const Plays& plays = (*plays_)[place.key.offense];
        if (decided(place)) {
            *out++ = place.lead > 0 ? 1 : 0;
            continue;
        }
        const Region& region = *region_for(place);
        if (&region != whole_) { // it may not have the leads next to this one
            *out++ = at(state).worth.value;
            continue;
        }
        if (begins(state)) {
            *out++ = region.at(place.key, place.lead, place.injured).value;
            continue;
        }
        if (!drive || place.lead < drive->first() || place.lead >= drive->first() + kWide) {
            drive = wide_drive_at(region, place);
            const auto rest = between_plays(plays.folded(), state) ? nullptr : rest_of(plays, state);
            values = drive->at(state, rest.get());
        }
        *out++ = values[static_cast<std::size_t>(place.lead - drive->first())];
    }
}

} // namespace touchline::pocket_gridiron
