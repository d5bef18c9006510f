// Pocket Sports Rugby solved score by score, the highest first.
#include "solve/pocket_rugby/solver.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::solve::pocket_rugby {

namespace {

// What the sums of one map of the core can lose to rounding: some hundred operations on numbers up to 1.
constexpr double kRounding = 2e-14;
// Situations that follow each other while the score stands: eight injuries, four cards, and the first of them.
constexpr int kGrowth = 13;
constexpr std::size_t kMostEntries = 400'000'000;

int least_points(const Rules& rules) {
    const auto& sheet = rules.sheet();
    return std::min({sheet.try_points, sheet.drop_goal_points, sheet.penalty_goal_points});
}

std::string_view column_name(Weather weather) {
    return weather == Weather::fine ? "dry" : touchline::pocket_rugby::kWeatherNames[static_cast<std::size_t>(weather)];
}

} // namespace

Solver::Solver(const Rules& rules) : rules_(rules) {}

bool Solver::able(const Rules& rules) {
    const Solver solver(rules);
    std::size_t entries = 0;
    for (Weather weather : solver.weathers()) entries += Table(rules, weather).entries();
    return entries <= kMostEntries;
}

// Weathers that make no difference share a table.
Weather Solver::known_weather(Weather weather) const {
    if (weather == Weather::rain) return weather;
    State late;
    late.weather = weather;
    late.score = {u8{254}, u8{254}};
    const bool bites = rules_.late_weather(late, Seat::home) || rules_.late_weather(late, Seat::away);
    return bites ? weather : Weather::fine;
}

std::vector<Weather> Solver::weathers() const {
    std::vector<Weather> list;
    const auto add = [&](Weather weather) {
        if (std::ranges::find(list, known_weather(weather)) == list.end()) list.push_back(known_weather(weather));
    };
    if (rules_.options().weather != Weather::roll)
        add(rules_.options().weather);
    else
        for (Weather weather : rules_.sheet().purple.weather) add(weather);
    std::ranges::sort(list);
    return list;
}

const Table* Solver::table(Weather weather) const {
    const Weather known = known_weather(weather);
    for (const auto& sky : skies_)
        if (sky->table.weather() == known) return &sky->table;
    return nullptr;
}

const Plays& Solver::plays_of(const Table& table) const {
    return (*std::ranges::find_if(skies_, [&](const auto& sky) { return &sky->table == &table; }))->plays;
}

Table& Solver::made_table(Weather weather) {
    if (const Table* own = table(weather)) return const_cast<Table&>(*own);
    skies_.push_back(std::make_unique<Sky>(rules_, known_weather(weather)));
    return skies_.back()->table;
}

bool Solver::station(const State& state) const {
    return state.phase == Phase::scrum_half || is_die(state.phase) || state.phase == Phase::lineout;
}

bool Solver::covers(const State& state) const {
    const Table* own = table(state.weather);
    if (own == nullptr) return false;
    State between = state;
    between.quick_tap = 0;
    return !std::isnan(own->value(own->place(between), state.injured));
}

Solver::Need Solver::need_of(const State& state) {
    Need need{state.score, {}, state.injured, std::nullopt};
    for (std::size_t seat = 0; seat < 2; ++seat) need.yellow[seat] = std::min<u8>(state.yellow_total[seat], 2);
    if (state.first_attack != kNone) need.opening = state.first_attack;
    return need;
}

bool Solver::needed(const Table& table, const Wanted& layer, const Need& need, const Situation& at) const {
    const State state = table.state(layer.home, layer.away, at);
    const bool opening_matters = table.shape(layer.home, layer.away).openings == 2 && need.opening.has_value();
    const auto fits = [&](std::size_t home) {
        const std::size_t away = home ^ 1;
        if (opening_matters && at.opening != (home == 0 ? *need.opening : *need.opening ^ 1)) return false;
        return state.yellow_total[home] >= need.yellow[0] && state.yellow_total[away] >= need.yellow[1] &&
               (at.injured[home] & need.injured[0]) == need.injured[0] &&
               (at.injured[away] & need.injured[1]) == need.injured[1];
    };
    return (layer.direct && fits(0)) || (layer.mirrored && fits(1));
}

// Layers in fronts of equal points of both sides together, the last ones first: no layer leads to one of its own front.
std::vector<std::vector<Solver::Wanted>> Solver::wanted(const Table& table, const Need& need) const {
    const auto& sheet = rules_.sheet();
    const std::array<int, 4> points{sheet.try_points, sheet.try_points + sheet.conversion_points,
                                    sheet.drop_goal_points, sheet.penalty_goal_points};
    const auto size = static_cast<std::size_t>(table.full_time());
    std::vector<char> reached(size * size);
    reached[need.score[0] * size + need.score[1]] = 1;
    std::vector<std::vector<Wanted>> fronts(2 * size);
    for (std::size_t home = 0; home < size; ++home)
        for (std::size_t away = 0; away < size; ++away) {
            if (!reached[home * size + away] || !table.live(static_cast<int>(home), static_cast<int>(away))) continue;
            for (int step : points) {
                if (home + static_cast<std::size_t>(step) < size)
                    reached[(home + static_cast<std::size_t>(step)) * size + away] = 1;
                if (away + static_cast<std::size_t>(step) < size)
                    reached[home * size + away + static_cast<std::size_t>(step)] = 1;
            }
        }
    for (std::size_t home = 0; home < size; ++home)
        for (std::size_t away = 0; away < size; ++away) {
            const bool direct = reached[home * size + away] != 0;
            const bool mirrored = table.symmetric() && reached[away * size + home] != 0;
            if ((direct || mirrored) && table.kept(static_cast<int>(home), static_cast<int>(away)))
                fronts[home + away].push_back({static_cast<int>(home), static_cast<int>(away), direct, mirrored});
        }
    std::ranges::reverse(fronts);
    return fronts;
}

bool Solver::complete(const Table& table, const Wanted& layer, const Need& need) const {
    const Shape shape = table.shape(layer.home, layer.away);
    const u8 sets = shape.injuries == 1 ? 1 : 16;
    for (u8 opening = 0; opening < shape.openings; ++opening)
        for (u8 home = 0; home < shape.cards; ++home)
            for (u8 away = 0; away < shape.cards; ++away)
                for (u8 one = 0; one < sets; ++one)
                    for (u8 two = 0; two < sets; ++two) {
                        const Situation at{opening, {home, away}, {one, two}};
                        if (!needed(table, layer, need, at)) continue;
                        const State state = table.state(layer.home, layer.away, at);
                        if (std::isnan(table.value(table.place(state), at.injured))) return false;
                    }
    return true;
}

u64 Solver::stations(const Table& table, const std::vector<std::vector<Wanted>>& fronts) const {
    u64 sum = 0;
    for (const auto& front : fronts)
        for (const Wanted& layer : front) {
            const Shape shape = table.shape(layer.home, layer.away);
            sum += shape.entries() / shape.kept * (table.taps() + 1U) * (shape.kept - 1);
        }
    return sum;
}

// A layer's situations, the grown ones first: each leads to itself and to those before it.
Solver::Quality Solver::solve_layer(Table& table, const Wanted& layer, const Need& need) const {
    const Plays& plays = plays_of(table);
    const Phases& phases = plays.phases(layer.home, layer.away);
    Quality quality;
    const Shape shape = table.shape(layer.home, layer.away);
    const int sets = shape.injuries == 1 ? 1 : 16;
    const u8 taps = table.taps();
    const std::optional<u8> hit = rules_.lasting_hit();
    table.open(layer.home, layer.away);
    Guesses guesses;
    std::vector<Solved> solved(shape.injuries);
    const auto grown = [&](std::size_t i) -> const Solved& { return solved[i]; };
    for (std::size_t row = shape.openings * shape.cards * shape.cards; row-- > 0;) {
        Situation at{static_cast<u8>(row / (shape.cards * shape.cards)),
                     {static_cast<u8>(row / shape.cards % shape.cards), static_cast<u8>(row % shape.cards)},
                     {}};
        const BothGoals goals = plays.goals(layer.home, layer.away, at);
        for (const Goals& own : goals) quality.leaving = std::min(quality.leaving, phases.over_line() * own.leaving());
        for (int both = sets * sets; both-- > 0;) {
            at.injured = {static_cast<u8>(both / sets), static_cast<u8>(both % sets)};
            if (!needed(table, layer, need, at)) continue;
            const Scene::HurtWorth hurt = hurt_worth(grown, sets, static_cast<std::size_t>(both), phases);
            Solved& own = solved[static_cast<std::size_t>(both)];
            const Scene scene(phases, goals, table, at, hurt);
            quality.residual = std::max(quality.residual, scene.solve(guesses, own));
            State state = table.state(layer.home, layer.away, at);
            const auto put = [&](double value) {
                table.put(table.place(state), at.injured, std::clamp(value, 0.0, 1.0));
            };
            for (u8 side = 0; side < 2; ++side) {
                state.offense = side;
                for (u8 left : {u8{0}, taps}) {
                    state.quick_tap = left;
                    put(own.scrum_half(side, left));
                }
                if (!hit) continue;
                state.quick_tap = 0;
                state.ball.tackle = *hit;
                put(own.scrum_half(side, 0, 1));
                state.ball.tackle = kNone;
            }
        }
    }
    return quality;
}

CoreVector Solver::core(const Table& table, int home, int away, const Situation& at) const {
    CoreVector core{};
    State kept = table.state(home, away, at);
    const auto value = [&](std::size_t first) {
        core[first + kept.offense] = table.value(table.place(kept), at.injured);
    };
    for (kept.offense = 0; kept.offense < 2; ++kept.offense) {
        kept.quick_tap = 0;
        value(0);
        if (const auto hit = rules_.lasting_hit()) {
            kept.ball.tackle = *hit;
            value(kAfterHit);
            kept.ball.tackle = kNone;
        }
        kept.quick_tap = table.taps();
        value(kFullTap);
    }
    return core;
}

void Solver::solve_fronts(Table& table, const std::vector<std::vector<Wanted>>& fronts, const Need& need, Job& job) {
    chain_ = std::max(chain_, longest_chain(table, need));
    for (const std::vector<Wanted>& front : fronts) {
        std::vector<Wanted> open;
        for (const Wanted& layer : front)
            if (!complete(table, layer, need)) open.push_back(layer);
        if (open.empty()) continue;
        job.layer(Message{"layer.score", {{"home", open.front().home}, {"away", open.front().away}}});
        std::vector<Quality> qualities(open.size());
        const auto note = [&] {
            for (const Quality& quality : qualities) {
                residual_ = std::max(residual_, quality.residual);
                leaving_ = std::min(leaving_, quality.leaving);
            }
        };
        try {
            job.parallel(open.size(), 1, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) qualities[i] = solve_layer(table, open[i], need);
            });
        } catch (const Stopped&) { // the layers that are finished stay, and the bound holds for them too
            note();
            throw;
        }
        note();
        job.advance(stations(table, {open}), bound());
    }
}

int Solver::longest_chain(const Table& table, const Need& need) const {
    const int step = least_points(rules_);
    const int last = table.full_time() - 1;
    return (last - need.score[0]) / step + (last - need.score[1]) / step + kGrowth;
}

double Solver::error(const Quality& quality, int chain) {
    return 3 * (quality.residual + kRounding) / quality.leaving * chain;
}

double Solver::bound() const {
    return std::max(error({residual_, leaving_}, chain_) + kFixedError, book_bound_.value_or(0));
}

// Every score, those included that no match reaches but that can be set up.
void Solver::solve_all(Job& job) {
    std::vector<std::pair<Table*, std::vector<std::vector<Wanted>>>> work;
    u64 total = 0;
    for (Weather weather : weathers()) {
        Table& table = made_table(weather);
        std::vector<std::vector<Wanted>> fronts(2 * static_cast<std::size_t>(table.full_time()));
        for (int home = 0; home < table.full_time(); ++home)
            for (int away = 0; away < table.full_time(); ++away)
                if (table.kept(home, away) && table.whole(home, away).empty()) // what was loaded is done
                    fronts[static_cast<std::size_t>(home + away)].push_back({home, away, true, false});
        std::ranges::reverse(fronts);
        total += stations(table, fronts);
        work.emplace_back(&table, std::move(fronts));
    }
    job.begin(total);
    for (const auto& [table, fronts] : work) solve_fronts(*table, fronts, Need{}, job);
}

void Solver::solve_for(const State& state, Job& job) {
    if (state.phase == Phase::over) return;
    std::vector<Weather> skies{state.weather};
    if (state.phase == Phase::weather) skies = weathers();
    const Need need = need_of(state);
    std::vector<std::pair<Table*, std::vector<std::vector<Wanted>>>> work;
    u64 total = 0;
    for (Weather weather : skies) {
        Table& table = made_table(weather);
        work.emplace_back(&table, wanted(table, need));
        total += stations(table, work.back().second);
    }
    job.begin(total);
    for (const auto& [table, fronts] : work) solve_fronts(*table, fronts, need, job);
}

void Solver::save(BookWriter& writer) const {
    for (Weather weather : weathers()) {
        const Table* own = table(weather);
        if (own == nullptr) continue;
        writer.column(column_name(weather), Encoding::fixed32);
        for (int home = 0; home < own->full_time(); ++home)
            for (int away = 0; away < own->full_time(); ++away)
                if (own->kept(home, away)) writer.add(own->values(home, away));
    }
}

Expected<Done, Message> Solver::load(const Book& book) {
    std::vector<std::unique_ptr<Sky>> loaded;
    for (Weather weather : weathers()) {
        const Column column = book.column(column_name(weather));
        auto sky = std::make_unique<Sky>(rules_, weather);
        if (column.encoding() != Encoding::fixed32 || column.size() != sky->table.entries())
            return Unexpected{Message{"book.no-tables"}};
        sky->table.use(reinterpret_cast<const u32*>(column.bytes().data()));
        loaded.push_back(std::move(sky));
    }
    skies_ = std::move(loaded);
    book_ = book;
    book_bound_ = book.info().bound;
    return Done{};
}

namespace {

// Calls each(home, away) for every score that a table keeps.
template <class Each>
void each_kept(const Table& table, const Each& each) {
    for (int home = 0; home < table.full_time(); ++home)
        for (int away = 0; away < table.full_time(); ++away)
            if (table.kept(home, away)) each(home, away);
}

std::string whole_name(Weather weather) { return fmt::format("{}-whole", column_name(weather)); }

} // namespace

// For each weather a byte a score, 1 where it is whole, and the values of those.
void Solver::save_unfinished(BookWriter& writer) const {
    const std::array<double, 3> quality{residual_, leaving_, static_cast<double>(chain_)};
    writer.column("quality", Encoding::real64);
    writer.add(quality);
    for (const auto& sky : skies_) {
        std::vector<std::byte> whole;
        each_kept(sky->table, [&](int home, int away) {
            whole.push_back(static_cast<std::byte>(sky->table.whole(home, away).empty() ? 0 : 1));
        });
        writer.column(whole_name(sky->table.weather()), Encoding::bytes);
        writer.add_bytes(whole);
        writer.column(column_name(sky->table.weather()), Encoding::real64);
        each_kept(sky->table, [&](int home, int away) { writer.add(sky->table.whole(home, away)); });
    }
}

Expected<Done, Message> Solver::load_unfinished(const Book& book) {
    const Column quality = book.column("quality");
    if (quality.size() != 3) return Unexpected{Message{"book.no-tables"}};
    std::vector<std::unique_ptr<Sky>> loaded;
    for (Weather weather : weathers()) {
        const std::span<const std::byte> whole = book.column(whole_name(weather)).bytes();
        const std::span<const std::byte> values = book.column(column_name(weather)).bytes();
        if (whole.empty()) continue; // this weather had not begun
        auto sky = std::make_unique<Sky>(rules_, weather);
        std::size_t score = 0;
        std::size_t at = 0;
        each_kept(sky->table, [&](int home, int away) {
            if (score >= whole.size() || whole[score++] == std::byte{0}) return;
            const std::size_t size = sky->table.shape(home, away).entries() * sizeof(double);
            if (at + size <= values.size())
                sky->table.fill(home, away,
                                {reinterpret_cast<const double*>(values.data() + at), size / sizeof(double)});
            at += size;
        });
        if (score != whole.size() || at != values.size()) return Unexpected{Message{"book.no-tables"}};
        loaded.push_back(std::move(sky));
    }
    skies_ = std::move(loaded);
    residual_ = quality[0];
    leaving_ = quality[1];
    chain_ = static_cast<int>(quality[2]);
    return Done{};
}

} // namespace touchline::solve::pocket_rugby
