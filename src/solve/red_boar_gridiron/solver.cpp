#include "solve/red_boar_gridiron/solver.hpp"

namespace touchline::solve::red_boar {

static_assert(SolverFor<Solver, Rules>);

bool Solver::covers(const State& s) const {
    if (tossing(s)) return true;
    if (s.quarter == 5) return overtime_ && overtime_->solved();
    return regulation_ && regulation_->covers(regulation_->moment_of(s));
}

Valuation Solver::at(const State& s) const {
    if (tossing(s)) return {{0.5, 0}, 0};
    const std::size_t station = *station_of(rules_, s);
    if (s.quarter == 5) return {{overtime_->at(s, station), 0}, overtime_->bound()};
    return {regulation_->at(regulation_->moment_of(s), s, station), regulation_->bound()};
}

double Solver::bound() const {
    const double regulation = regulation_ ? regulation_->bound() : 0;
    return std::max(regulation, overtime_ ? overtime_->bound() : 0);
}

Regulation& Solver::regulation() {
    if (!regulation_) regulation_ = std::make_unique<Regulation>(rules_, most_book_bytes_);
    return *regulation_;
}

void Solver::solve_overtime(Job& job) {
    if (rules_.options().overtime == Overtime::tie) return;
    if (!overtime_) overtime_ = std::make_unique<OvertimeValues>(rules_);
    overtime_->solve(job);
}

void Solver::solve_all(Job& job) {
    regulation().solve_to(regulation().first(), job);
    solve_overtime(job);
}

void Solver::solve_for(const State& s, Job& job) {
    if (s.step == Step::over) return;
    if (s.quarter == 5)
        solve_overtime(job);
    else
        regulation().solve_to(regulation().moment_of(s), job);
}

void Solver::save(BookWriter& writer) const { regulation_->save(writer); }

// An overtime is solved as quickly as it is read: the book keeps the four quarters.
Expected<Done, std::string> Solver::load(const Book& book) { return regulation().load(book); }

} // namespace touchline::solve::red_boar
