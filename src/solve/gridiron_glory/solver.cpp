// Gridiron Glory quarter by quarter, the last one first.
#include "solve/gridiron_glory/solver.hpp"

#include "solve/iterate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace touchline::solve::gridiron_glory {

namespace {

// Every number of a quarter is a sum of products of positive numbers, so that its relative error is at most the number
// of roundings on the way to any of its terms. The values are then sums over all ends, at most 1 altogether.
double rounding_of(const QuarterEnd& end) {
    return static_cast<double>(end.roundings + static_cast<int>(end.mass.size()) + 8) * 0x1p-53;
}

double rounding_of(const std::vector<QuarterEnd>& ends) {
    double most = 0;
    for (const QuarterEnd& end : ends) most = std::max(most, rounding_of(end));
    return most;
}

double decided(int lead) { return lead > 0 ? 1.0 : lead < 0 ? 0.0 : 0.5; }

} // namespace

Solver::Solver(const Rules& rules)
    : moves_(rules), roads_{Roads(moves_, Clock::runs), Roads(moves_, Clock::stops), Roads(moves_, Clock::overtime)},
      quarter_reach_(most_visits(moves_) * moves_.most_points()) {
    for (int quarter = 1; quarter <= 4; ++quarter)
        tables_[static_cast<std::size_t>(quarter)].reach = (5 - quarter) * quarter_reach_;
}

u64 Solver::stations() const {
    u64 count = static_cast<u64>(starts());
    for (int quarter = 1; quarter <= 4; ++quarter)
        count += static_cast<u64>(place(tables_[static_cast<std::size_t>(quarter)], quarter, Seat::away, starts() - 1,
                                        tables_[static_cast<std::size_t>(quarter)].reach) +
                                  1);
    return count;
}

// Who began the game matters until the second half.
std::size_t Solver::place(const Table& table, int quarter, Seat first, int start, int lead) const {
    const std::size_t begun = quarter <= 2 && first == Seat::away ? 1 : 0;
    return (begun * static_cast<std::size_t>(starts()) + static_cast<std::size_t>(start)) *
               static_cast<std::size_t>(2 * table.reach + 1) +
           static_cast<std::size_t>(table.reach + lead);
}

bool Solver::fresh(const State& s) const { return s.pile == moves_.rules().sheet().cards() && start_of(s) < starts(); }

int Solver::next_start(int quarter, Seat first, int place) const {
    const int spots = moves_.spots().size();
    const int next = moves_.after(quarter, first, place % spots);
    return place < spots || moves_.rules().deck_ends_drive(quarter) ? next : next + spots;
}

// Unseen cards by rank, of both sides.
BySeat<std::vector<int>> Solver::unseen(const State& s) const {
    BySeat<std::vector<int>> counts;
    for (Seat seat : kSeats)
        for (int rank = 0; rank < static_cast<int>(moves_.rules().sheet().ranks.size()); ++rank)
            counts[seat].push_back(moves_.rules().count(s.unseen[seat], rank));
    return counts;
}

// A quarter from every start with full decks.
std::vector<QuarterEnd> Solver::quarter_ends(Clock clock, Job& job) const {
    const State s = moves_.rules().start();
    const PairLaw law(unseen(s), roads(clock).range(s.pile));
    std::vector<QuarterEnd> ends(static_cast<std::size_t>(starts()));
    const int spots = moves_.spots().size();
    job.parallel(ends.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto start = static_cast<int>(i);
            ends[i] = roads(clock).follow(law, s.pile, start < spots ? Phase::flip : Phase::fumble, start % spots);
        }
    });
    return ends;
}

void Solver::solve_kernels(Job& job) {
    if (kernel_.empty()) kernel_ = quarter_ends(Clock::runs, job);
    if (half_kernel_.empty() && moves_.rules().too_late(2)) half_kernel_ = quarter_ends(Clock::stops, job);
}

namespace {

// The decks of overtime, each leading to the next until somebody scores.
struct OvertimeLayer {
    const std::vector<int>& next; // the start after an end
    const std::vector<QuarterEnd>& ends;
    double lost;

    [[nodiscard]] std::size_t size() const { return ends.size(); }
    [[nodiscard]] static std::size_t width() { return 1; }
    [[nodiscard]] double rounding() const { return lost; }
    void update(std::size_t start, const double* values, const double*, double* value, double*) const {
        *value = ends[start].won.home;
        for (std::size_t place = 0; place < next.size(); ++place)
            *value += ends[start].at(static_cast<int>(place), 0) * values[next[place]];
    }
};

} // namespace

void Solver::solve_overtime(Job& job) {
    if (!overtime_.empty()) return;
    job.layer(Message{"layer.overtime"});
    const std::vector<QuarterEnd> ends = quarter_ends(Clock::overtime, job);
    std::vector<double> values(ends.size());
    const double rounding = rounding_of(ends);
    if (one_deck()) {
        for (std::size_t start = 0; start < ends.size(); ++start) {
            const double level = std::accumulate(ends[start].mass.begin(), ends[start].mass.end(), 0.0);
            values[start] = ends[start].won.home + level / 2;
            overtime_draw_.push_back(level);
        }
        overtime_ = std::move(values);
        bound_ = std::max(bound_, rounding);
        return job.advance(overtime_.size(), bound_);
    }
    std::vector<int> next;
    for (int place = 0; place < ends.front().places; ++place) next.push_back(next_start(kOvertime, Seat::home, place));
    const OvertimeLayer layer{next, ends, rounding};
    const double target = std::max(1e-11, 16 * rounding); // what is lost in every deck adds up over some of them
    const Solved solved = solve::solve_layer(layer, Draws::none, target, values.data(), nullptr);
    overtime_ = std::move(values);
    bound_ = std::max(bound_, solved.bound + rounding);
    job.advance(overtime_.size(), bound_);
}

void Solver::solve_from(int quarter, Job& job) {
    if (solved_from_ <= quarter && !overtime_.empty()) return;
    u64 total = overtime_.empty() ? static_cast<u64>(starts()) : 0;
    for (int each = quarter; each < solved_from_; ++each)
        total += static_cast<u64>(starts()) * (each <= 2 ? 2 : 1) *
                 static_cast<u64>(2 * tables_[static_cast<std::size_t>(each)].reach + 1);
    job.begin(total);
    solve_overtime(job);
    for (int each = solved_from_ - 1; each >= quarter; --each) {
        solve_kernels(job);
        solve_quarter(each, job);
        solved_from_ = each;
    }
}

void Solver::solve_quarter(int quarter, Job& job) {
    Table& table = tables_[static_cast<std::size_t>(quarter)];
    job.layer(Message{"layer.quarter", {{"quarter", quarter}}});
    const int all = starts();
    const int begun = quarter <= 2 ? 2 : 1;
    const std::size_t size = place(table, quarter, begun == 2 ? Seat::away : Seat::home, all - 1, table.reach) + 1;
    table.value.assign(size, 0.0);
    table.draw.assign(drawn() ? size : 0, 0.0);
    job.parallel(static_cast<std::size_t>(begun * all), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t at = begin; at < end; ++at) {
            const Seat first = static_cast<int>(at) < all ? Seat::home : Seat::away;
            fill(quarter, first, static_cast<int>(at) % all, Column::value);
            if (drawn()) fill(quarter, first, static_cast<int>(at) % all, Column::draw);
        }
    });
    bound_ = std::max(bound_, (5 - quarter) * std::max(rounding_of(kernel_), rounding_of(half_kernel_)));
    job.advance(size, bound_);
}

// One row of a table: all leads of a start, from those of the next quarter.
void Solver::fill(int quarter, Seat first, int start, Column column) {
    Table& table = tables_[static_cast<std::size_t>(quarter)];
    double* row =
        (column == Column::value ? table.value : table.draw).data() + place(table, quarter, first, start, -table.reach);
    const QuarterEnd& end = kernel(quarter)[static_cast<std::size_t>(start)];
    // Ends that go on alike are one end.
    const auto width = static_cast<std::size_t>(2 * end.reach + 1);
    std::vector<double> merged(static_cast<std::size_t>(starts()) * width, 0.0);
    std::vector<char> used(static_cast<std::size_t>(starts()), 0);
    for (int last = 0; last < end.places; ++last) {
        const int next = quarter == 4 ? 0 : next_start(quarter, first, last);
        used[static_cast<std::size_t>(next)] = 1;
        for (std::size_t i = 0; i < width; ++i)
            merged[static_cast<std::size_t>(next) * width + i] += end.mass[static_cast<std::size_t>(last) * width + i];
    }
    std::vector<double> later(static_cast<std::size_t>(2 * (table.reach + quarter_reach_) + 1));
    const int most = table.reach + quarter_reach_;
    for (int next = 0; next < starts(); ++next) {
        if (used[static_cast<std::size_t>(next)] == 0) continue;
        for (int lead = -most; lead <= most; ++lead)
            later[static_cast<std::size_t>(lead + most)] = known(quarter + 1, first, next, lead, column);
        for (int change = -end.reach; change <= end.reach; ++change) {
            const double chance =
                merged[static_cast<std::size_t>(next) * width + static_cast<std::size_t>(change + end.reach)];
            if (chance == 0) continue;
            const double* from = later.data() + (most - table.reach + change * moves_.unit());
            for (int i = 0; i <= 2 * table.reach; ++i) row[i] += chance * from[i];
        }
    }
}

// The worth of a lead at the start of a quarter; quarter 5 stands for the end of the 4th.
double Solver::known(int quarter, Seat first, int start, int lead, Column column) const {
    if (quarter == kOvertime && column == Column::value) return decided(lead); // level: a fair toss, or a draw
    if (quarter == kOvertime) return lead != 0 ? 0.0 : one_deck() ? overtime_draw_.front() : 1.0; // a first try of home
    const Table& table = tables_[static_cast<std::size_t>(quarter)];
    if (std::abs(lead) > table.reach) return column == Column::value ? decided(lead) : 0.0;
    return (column == Column::value ? table.value : table.draw)[place(table, quarter, first, start, lead)];
}

// The worth of the end of a quarter, at one of QuarterEnd::places.
double Solver::after(int quarter, Seat first, int place, int lead, Column column) const {
    return known(quarter + 1, first, quarter == 4 ? 0 : next_start(quarter, first, place), lead, column);
}

Valuation Solver::at(const State& s) const {
    if (fresh(s) && s.quarter == kOvertime) {
        const auto start = static_cast<std::size_t>(start_of(s));
        return {{overtime_[start], one_deck() ? overtime_draw_[start] : 0}, bound_};
    }
    if (fresh(s) && solved_from_ <= s.quarter) {
        const int lead = s.score.home - s.score.away;
        const int start = start_of(s);
        const Seat first = seat_of(s.first_offense);
        return {{known(s.quarter, first, start, lead, Column::value),
                 drawn() ? known(s.quarter, first, start, lead, Column::draw) : 0.0},
                bound_};
    }
    const std::shared_ptr<const Rest> rest = rest_of(s);
    return {play_on(s, rest->end), bound_ + rounding_of(rest->end)};
}

// Plays the rest of a quarter through, with the law of the cards that are left. The ends of a throw and the actions of
// a review differ in the score alone, and ask for the same rest again.
std::shared_ptr<const Solver::Rest> Solver::rest_of(const State& s) const {
    std::shared_ptr<const Rest> last = recent_.rest();
    const Asked asked{moves_.spots().of(s), s.pile, s.phase, clock_of(s.quarter)};
    BySeat<std::vector<int>> cards = unseen(s);
    if (last != nullptr && last->cards == cards && last->asked == asked) return last;
    const Roads& known = roads(asked.clock);
    const PairLaw law(cards, known.range(s.pile));
    auto rest = std::make_shared<const Rest>(
        Rest{std::move(cards), asked, known.follow(law, asked.pile, asked.phase, asked.spot)});
    recent_.keep(rest);
    return rest;
}

Worth Solver::play_on(const State& s, const QuarterEnd& end) const {
    Worth worth;
    if (s.quarter == kOvertime) {
        worth.value = end.won.home;
        for (int place = 0; place < end.places; ++place) {
            const double chance = end.at(place, 0);
            if (one_deck()) {
                worth.value += chance / 2;
                worth.draw += chance;
            } else {
                worth.value += chance * overtime_[static_cast<std::size_t>(next_start(kOvertime, Seat::home, place))];
            }
        }
        return worth;
    }
    const int lead = s.score.home - s.score.away;
    for (int place = 0; place < end.places; ++place)
        for (int change = -end.reach; change <= end.reach; ++change) {
            const double chance = end.at(place, change);
            if (chance == 0) continue;
            const int later = lead + change * moves_.unit();
            worth.value += chance * after(s.quarter, seat_of(s.first_offense), place, later, Column::value);
            if (drawn()) worth.draw += chance * after(s.quarter, seat_of(s.first_offense), place, later, Column::draw);
        }
    return worth;
}

void Solver::save(BookWriter& writer) const {
    writer.column("overtime", Encoding::real64);
    writer.add(overtime_);
    if (one_deck()) {
        writer.column("overtime_draw", Encoding::real64);
        writer.add(overtime_draw_);
    }
    for (int quarter = 1; quarter <= 4; ++quarter) {
        const Table& table = tables_[static_cast<std::size_t>(quarter)];
        writer.column(fmt::format("value{}", quarter), Encoding::real64);
        writer.add(table.value);
        if (!drawn()) continue;
        writer.column(fmt::format("draw{}", quarter), Encoding::real64);
        writer.add(table.draw);
    }
}

Expected<Done, Message> Solver::load(const Book& book) {
    const auto take = [&](const std::string& name, std::size_t size, std::vector<double>& to) {
        const solve::Column column = book.column(name);
        if (column.size() != size || column.encoding() != Encoding::real64) return false;
        to.resize(size);
        for (std::size_t i = 0; i < size; ++i) to[i] = column[i];
        return true;
    };
    std::vector<double> overtime;
    std::vector<double> overtime_draw;
    std::array<Table, 5> tables = tables_;
    bool fits = take("overtime", static_cast<std::size_t>(starts()), overtime);
    if (one_deck()) fits = fits && take("overtime_draw", overtime.size(), overtime_draw);
    for (int quarter = 1; quarter <= 4; ++quarter) {
        Table& table = tables[static_cast<std::size_t>(quarter)];
        const std::size_t size =
            place(table, quarter, quarter <= 2 ? Seat::away : Seat::home, starts() - 1, table.reach) + 1;
        fits = fits && take(fmt::format("value{}", quarter), size, table.value);
        if (drawn()) fits = fits && take(fmt::format("draw{}", quarter), size, table.draw);
    }
    if (!fits) return Unexpected{Message{"book.no-tables"}};
    overtime_ = std::move(overtime);
    overtime_draw_ = std::move(overtime_draw);
    tables_ = std::move(tables);
    solved_from_ = 1;
    bound_ = book.info().bound;
    return Done{};
}

} // namespace touchline::solve::gridiron_glory
