#include "solve/pocket_gridiron/solver.hpp"

#include "solve/state_map.hpp"

#include <algorithm>
#include <deque>
#include <mutex>

namespace touchline::pocket_gridiron {

using solve::Valuation;
using solve::Worth;

namespace {

constexpr std::size_t kMostRegions = 16;
constexpr std::size_t kMostRecent = 64;
constexpr std::size_t kMostRests = 4096;

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

struct Solver::Recent {
    std::mutex mutex;
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

Valuation Solver::at(const State& state) const {
    const Place place = place_of(state);
    if (decided(place)) {
        const Seat winner = place.lead > 0 ? Seat::home : Seat::away;
        return {solve::worth_of(win_of(winner)), 0};
    }
    const Region& region = *region_for(place);
    const bool begins = state.phase == Phase::series && state.down == 1 && state.sacks == 0 && state.bonus == 0 &&
                        state.scrambles == 0 && (state.step == Step::fourth_down || rules_.sheet().downs > 1);
    const Worth worth = begins ? region.at(place.key, place.lead, place.injured) : within(region, place, state);
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

} // namespace touchline::pocket_gridiron
