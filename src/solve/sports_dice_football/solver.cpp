// Sports Dice Football solved by pairs of scores, the highest first.
#include "solve/sports_dice_football/solver.hpp"

#include <algorithm>

namespace touchline::solve::sports_dice_football {

Solver::Solver(const Rules& rules)
    : rules_(rules), values_(rules.house().target), solved_(pair(values_.target(), 0), 0),
      bounds_(solved_.size(), 0.0) {}

const Field& Solver::field() {
    if (!field_) field_ = std::make_shared<const Field>(rules_);
    return *field_;
}

Valuation Solver::at(const State& state) const {
    const Seat offense = state.offense;
    const double chance = values_.at(state.score[offense], state.score[other(offense)])[field_index(state)];
    return {{offense == Seat::home ? chance : 1 - chance, 0}, bound_};
}

void Solver::solve_all(Job& job) { solve(std::vector<char>(solved_.size(), 1), job); }

// Every pair of scores that can still come, mirrored pairs with it.
void Solver::solve_for(const State& state, Job& job) {
    if (rules_.turn(state).kind == TurnKind::over || covers(state)) return;
    std::vector<char> wanted(solved_.size(), 0);
    const int target = values_.target();
    std::vector<std::pair<int, int>> open{{state.score.home, state.score.away}};
    wanted[pair(state.score.home, state.score.away)] = 1;
    while (!open.empty()) {
        const auto [one, two] = open.back();
        open.pop_back();
        wanted[pair(two, one)] = 1;
        for (const auto& [own, other] : field().scores())
            for (const auto& [next_one, next_two] :
                 {std::pair(one + own, two + other), std::pair(one + other, two + own)}) {
                if (next_one >= target || next_two >= target || wanted[pair(next_one, next_two)]) continue;
                wanted[pair(next_one, next_two)] = 1;
                open.emplace_back(next_one, next_two);
            }
    }
    solve(wanted, job);
}

// The bound of the pairs that this one leads to.
double Solver::later_bound(int one, int two) const {
    double most = 0;
    for (const auto& [own, other] : field_->scores())
        for (const auto& [next_one, next_two] : {std::pair(one + own, two + other), std::pair(one + other, two + own)})
            if (next_one < values_.target() && next_two < values_.target())
                most = std::max(most, bounds_[pair(next_one, next_two)]);
    return most;
}

// Pairs with the same sum do not lead to each other: they are solved side by side, the highest sums first.
void Solver::solve(const std::vector<char>& wanted, Job& job) {
    const auto stations = 2 * static_cast<u64>(field().order().size());
    std::vector<std::vector<std::pair<int, int>>> sums(2 * static_cast<std::size_t>(values_.target()));
    u64 total = 0;
    for (int one = 0; one < values_.target(); ++one)
        for (int two = 0; two <= one; ++two)
            if (wanted[pair(one, two)] && !solved_[pair(one, two)]) {
                sums[static_cast<std::size_t>(one + two)].emplace_back(one, two);
                total += one == two ? stations / 2 : stations;
            }
    job.begin(total);
    for (std::size_t sum = sums.size(); sum-- > 0;) {
        const auto& pairs = sums[sum];
        if (pairs.empty()) continue;
        job.layer(Message{"layer.sum", {{"sum", sum}}});
        job.parallel(pairs.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const auto [one, two] = pairs[i];
                const double own = ScorePair(*field_, values_, one, two).solve();
                bounds_[pair(one, two)] = bounds_[pair(two, one)] = own + later_bound(one, two);
            }
        });
        u64 done = 0;
        for (const auto& [one, two] : pairs) {
            solved_[pair(one, two)] = solved_[pair(two, one)] = 1;
            bound_ = std::max(bound_, bounds_[pair(one, two)]);
            done += one == two ? stations / 2 : stations;
        }
        job.advance(done, bound_);
    }
}

void Solver::save(BookWriter& writer) const {
    writer.column("offense-wins", Encoding::real64);
    writer.add(values_.content());
}

Expected<Done, Message> Solver::load(const Book& book) {
    const Column column = book.column("offense-wins");
    if (column.encoding() != Encoding::real64 || column.size() != values_.content().size())
        return Unexpected{Message{"book.no-tables"}};
    for (std::size_t i = 0; i < column.size(); ++i) values_.content()[i] = column[i];
    std::ranges::fill(solved_, 1);
    bound_ = book.info().bound;
    std::ranges::fill(bounds_, bound_);
    return Done{};
}

} // namespace touchline::solve::sports_dice_football
