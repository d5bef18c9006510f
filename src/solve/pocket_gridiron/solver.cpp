// Answers for any position of Pocket Sports Gridiron, from the tables of its regions.
#include "solve/pocket_gridiron/solver.hpp"

#include "solve/state_map.hpp"

#include <algorithm>
#include <deque>
#include <mutex>

namespace touchline::solve::pocket_gridiron {

namespace {

constexpr std::size_t kMostRegions = 16;
constexpr std::size_t kMostRests = 32768;
constexpr std::size_t kMostDrives = 384;
constexpr int kBlock = 64; // leads of a drive that many are asked about

int lead_of(const State& state) { return int{state.score[0]} - int{state.score[1]}; }

} // namespace

// What was asked for lately.
struct Solver::Recent {
    std::mutex mutex;
    std::deque<std::shared_ptr<AskedDrive>> drives;
    StateMap<State> met;                            // beginnings of `rests`
    std::vector<std::shared_ptr<const Play>> rests; // plays from the middle of them, by number in `met`
};

Solver::Solver(const Rules& rules, std::size_t most_kept)
    : rules_(rules), most_kept_(most_kept), plays_(new BothPlays{Plays(rules, Seat::home), Plays(rules, Seat::away)}),
      recent_(new Recent) {
    for (Seat seat : kSeats) (*plays_)[seat].prepare(0);
}

Solver::~Solver() = default;

// ---- Places --------------------------------------------------------------------------------------------------------

Solver::Place Solver::place_of(const State& state) const {
    Place place{{state.period, state.drives[0], state.drives[1], state.offense},
                lead_of(state),
                plays_->home.hurts().of(state)};
    if (state.returned != 0) { // the try belongs to the drive of the side that threw the ball
        place.key.offense = other(state.offense);
        ++(place.key.offense == Seat::home ? place.key.home : place.key.away);
        place.lead -= (*plays_)[place.key.offense].returned_delta();
    } else if (state.phase == Phase::conversion || Rules::tries_point(state)) {
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
    for (Seat seat : kSeats) roots.push_back({{rules_.opening(seat), drives, drives, seat}, 0});
    return std::make_unique<Region>(rules_, *plays_, roots, BySeat<u8>{}, most_kept_);
}

void Solver::solve_all(Job& job) {
    if (whole_ != nullptr) return;
    if (!begun_) begun_ = whole_game();
    begun_->solve(job);
    whole_ = begun_.get();
    regions_.insert(regions_.begin(), std::move(begun_));
}

void Solver::solve_for(const State& state, Job& job) {
    if (state.step == Step::over) return;
    if (state.step == Step::toss) {
        try {
            return solve_all(job);
        } catch (...) { // what nobody waits for takes no room
            begun_.reset();
            throw;
        }
    }
    const Place place = place_of(state);
    if (decided(place) || region_for(place) != nullptr) return;
    auto region = std::make_unique<Region>(rules_, *plays_, std::vector<Region::Root>{{place.key, place.lead}},
                                           place.injured, most_kept_);
    region->solve(job);
    if (regions_.size() >= kMostRegions) { // the oldest but the whole game
        const auto oldest = std::ranges::find_if(regions_, [&](const auto& own) { return own.get() != whole_; });
        const std::lock_guard lock(recent_->mutex);
        std::erase_if(recent_->drives, [&](const auto& drive) { return drive->asked().region == oldest->get(); });
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

void Solver::save(BookWriter& writer) const { whole_->save(writer); }

Expected<Done, Message> Solver::load(const Book& book) {
    auto region = whole_game();
    if (auto loaded = region->load(book); !loaded) return loaded;
    whole_ = region.get();
    regions_.insert(regions_.begin(), std::move(region));
    return Done{};
}

Expected<Done, Message> Solver::load_unfinished(const Book& book) {
    auto region = whole_game();
    if (auto loaded = region->load_unfinished(book); !loaded) return loaded;
    begun_ = std::move(region);
    return Done{};
}

// ---- Answers -------------------------------------------------------------------------------------------------------

Solver::Around Solver::around(const Place& place, int leads) const {
    const Seat offense = place.key.offense;
    const Region* region = region_for(place);
    if (region->keeps(Spot::conversion((*plays_)[offense], (*plays_)[offense].downs()))) return {region};
    const auto [least, most] = region->leads(place.key);
    const int block = least + (place.lead - least) / leads * leads;
    const int last = std::min(most, block + leads - 1);
    const AskedDrive::Asked asked{region, place.key, place.injured, block, static_cast<std::size_t>(last - block + 1)};
    std::shared_ptr<AskedDrive> drive;
    BySeat<std::vector<u8>> hurts;
    {
        const std::lock_guard lock(recent_->mutex);
        const auto known = std::ranges::find(recent_->drives, asked, [](const auto& own) { return own->asked(); });
        if (known != recent_->drives.end()) drive = *known;
        if (!drive) {
            drive = recent_->drives.emplace_back(std::make_shared<AskedDrive>(asked));
            if (recent_->drives.size() > kMostDrives) recent_->drives.pop_front();
        }
        for (Seat seat : kSeats) hurts[seat] = (*plays_)[seat].hurts_from(place.injured[seat]);
    }
    drive->solve(*plays_, hurts);
    return {region, drive};
}

Worth Solver::at(const Around& around, const Place& place, Spot spot, BySeat<u8> injured) {
    if (around.region->keeps(spot)) return around.region->at(place.key, spot, place.lead, injured);
    return around.drive->at(spot, place.lead, injured);
}

Valuation Solver::at(const State& state) const {
    const Place place = place_of(state);
    if (decided(place)) {
        const Seat winner = place.lead > 0 ? Seat::home : Seat::away;
        return {solve::worth_of(win_of(winner)), 0};
    }
    const Plays& plays = (*plays_)[place.key.offense];
    const Region& region = *region_for(place);
    const bool between = between_plays(plays.folded(), state);
    if (between && region.keeps(spot_of(plays, state)))
        return {region.at(place.key, spot_of(plays, state), place.lead, place.injured), region.bound()};
    const Around values = around(place, 1);
    const double error = region.bound() + (values.drive ? values.drive->error() : 0.0);
    if (between) return {at(values, place, spot_of(plays, state), place.injured), error};
    const std::shared_ptr<const Play> rest = rest_of(plays, state);
    std::vector<Worth> slots(rest->program.slots());
    for (std::size_t i = 0; i < rest->exits.size(); ++i)
        slots[Program::slot(i)] = after(values, place, state, rest->exits[i]);
    rest->program.evaluate(slots);
    return {slots[rest->program.roots()[0]], error + rest->program.rounding()};
}

Spot Solver::spot_of(const Plays& plays, const State& state) {
    const bool conversion = state.phase == Phase::conversion;
    if (state.returned != 0)
        return conversion ? Spot::returned_conversion(plays, state.down) : Spot::returned_try(plays);
    return conversion ? Spot::conversion(plays, state.down) : Spot::series(plays, state.down, state.sacks);
}

// What the end of a play that began at `state` is worth.
Worth Solver::after(const Around& around, const Place& place, const State& state, const Exit& exit) const {
    const Plays& plays = (*plays_)[place.key.offense];
    BySeat<u8> injured = place.injured;
    injured[state.offense] = exit.hurt;
    switch (exit.kind) {
    case Exit::Kind::play: return at(around, place, Spot::series(plays, exit.down, exit.sacks), injured);
    case Exit::Kind::conversion: return at(around, place, Spot::conversion(plays, exit.down), injured);
    case Exit::Kind::returned_try: return at(around, place, Spot::returned_try(plays), injured);
    case Exit::Kind::returned_conversion:
        return at(around, place, Spot::returned_conversion(plays, exit.down), injured);
    case Exit::Kind::drive: break;
    }
    return around.region->at(around.region->after(place.key, exit.next), place.lead + exit.delta, injured);
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

void Solver::worths(std::span<const State> stations, double* out) const {
    const Plays& plays = (*plays_)[place_of(stations.front()).key.offense];
    const bool between = between_plays(plays.folded(), stations.front());
    const std::shared_ptr<const Play> rest = between ? nullptr : rest_of(plays, stations.front());
    const std::size_t exits = between ? 1 : rest->exits.size();
    // A row for every end of the play, or for the station itself; what is decided is the same at all of them.
    const std::size_t width = stations.size();
    std::vector<double> values(exits * width);
    Around near{};
    for (std::size_t i = 0; i < width; ++i) {
        const Place place = place_of(stations[i]);
        for (std::size_t exit = 0; exit < exits && decided(place); ++exit)
            values[exit * width + i] = place.lead > 0 ? 1 : 0;
        if (decided(place)) continue;
        if (near.region != region_for(place) || (near.drive && !near.drive->has(place.lead)))
            near = around(place, kBlock);
        for (std::size_t exit = 0; exit < exits; ++exit)
            values[exit * width + i] = between ? at(near, place, spot_of(plays, stations[i]), place.injured).value
                                               : after(near, place, stations[i], rest->exits[exit]).value;
    }
    if (between) {
        std::ranges::copy(values, out);
        return;
    }
    std::vector<Row> rows;
    for (std::size_t exit = 0; exit < exits; ++exit) rows.push_back({values.data() + exit * width, nullptr});
    const RowOut row{out, nullptr};
    rest->program.evaluate_rows(rows, width, std::span(&row, 1));
}

} // namespace touchline::solve::pocket_gridiron
