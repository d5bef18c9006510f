// Joins the four quarters, the overtime and what is measured of card strategies.
#include "solve/red_boar_gridiron/solver.hpp"

#include "solve/odds.hpp"

#include <cmath>

namespace touchline::solve::red_boar_gridiron {

static_assert(SolverFor<Solver, Rules> && Resumes<Solver>);

namespace {

// Games that the strategy with cards is measured by: of a whole book, and where a few positions are asked about.
constexpr u64 kGames = 400;
constexpr u64 kFewGames = 24;

// The same position with hands still to be drawn: those that are held are not to be known, or were not given.
State dealt_anew(const Rules& rules, const State& s) {
    State anew = s;
    const bool face_down = s.step == Step::flags && s.called == Call::play;
    if (!station_of(rules, s) && !face_down) return anew;
    if (s.phase == Phase::kickoff || s.phase == Phase::free_kick) return anew;
    const bool trying = s.phase == Phase::attempt;
    if (s.step == Step::after_touchdown)
        anew.then = Then::after_touchdown;
    else if (s.step == Step::card || face_down)
        anew.then = trying ? Then::conversion : Then::call;
    anew.hands = {};
    anew.offense_card = anew.defense_card = 0;
    anew.step = Step::draw_offense;
    return anew;
}

} // namespace

bool Solver::covers(const State& s) const {
    if (tossing(s)) return true;
    if (s.quarter >= kOvertime) return overtime_ && overtime_->solved() && overtime_covers(s);
    return regulation_ && regulation_->covers(regulation_->moment_of(s));
}

// With cards play comes to some stations of an overtime only; a play belongs to the one it began at.
bool Solver::overtime_covers(const State& s) const {
    if (s.step == Step::receive) return true;
    if (exact(rules_)) {
        const auto station = station_of(rules_, s);
        return !station || overtime_->covers(s, *station);
    }
    Public begun = s;
    if (!card_station_of(s)) begun.step = Step::card;
    const auto station = card_station_of(begun);
    return !station || !std::isnan(overtime_->at(s, *station));
}

Worth Solver::known(const State& s, std::size_t station) const {
    if (s.quarter >= kOvertime) return {overtime_->at(s, station), 0};
    return regulation_->at(regulation_->moment_of(s), s, station);
}

Valuation Solver::at(const State& s) const {
    if (tossing(s)) return {{0.5, 0}, 0};
    if (!exact(rules_) && (face_down(s) || s.step == Step::card)) {
        const double play = strategy(s).value_of_play();
        return {{s.offense == 0 ? play : 1 - play, known(s, card_station(s)).draw}, bound()};
    }
    const Worth worth = known(s, *station_of(rules_, s));
    if (!exact(rules_)) return {worth, bound()};
    return {worth, s.quarter >= kOvertime ? overtime_->bound() : regulation_->bound()};
}

double Solver::bound() const {
    if (!exact(rules_)) return measure_ ? measure_->error : 1;
    const double regulation = regulation_ ? regulation_->bound() : 0;
    return std::max(regulation, overtime_ ? overtime_->bound() : 0);
}

Regulation& Solver::regulation() {
    if (!regulation_) regulation_ = std::make_unique<Regulation>(rules_, most_book_bytes_);
    return *regulation_;
}

void Solver::solve_overtime(Job& job) {
    if (!OvertimeValues::able(rules_)) return;
    if (!overtime_) overtime_ = std::make_unique<OvertimeValues>(rules_);
    overtime_->solve(job);
}

void Solver::solve_all(Job& job) {
    regulation().solve_to(regulation().first(), job);
    solve_overtime(job);
    if (exact(rules_)) return;
    regulation().forget();
    measure_from(opening(), kGames, job);
}

void Solver::solve_for(const State& s, Job& job) {
    if (s.step == Step::over) return;
    if (s.quarter >= kOvertime) {
        if (!exact(rules_)) return; // it takes too long to wait for
        solve_overtime(job);
        overtime_->solve_from(s);
    } else {
        regulation().solve_to(regulation().moment_of(s), job);
    }
    if (!exact(rules_) && !measure_) measure_from(s, kFewGames, job);
}

std::size_t Solver::card_station(const Public& s) {
    Public asked = s;
    if (s.step == Step::flags) asked.step = Step::card;
    return *card_station_of(asked);
}

CardStage Solver::stage(const Public& s) const {
    State at;
    static_cast<Public&>(at) = s;
    return s.quarter >= kOvertime ? overtime_->stage(at, card_station(s)) : regulation_->stage(at, card_station(s));
}

// Plays from before the first layer that is solved are not remembered: the discards still are.
CardStrategy Solver::strategy(const Public& s, const CardMemory& memory) const {
    std::optional<HandBeliefs> beliefs;
    for (const CardPlay& play : memory.plays()) {
        State at;
        static_cast<Public&>(at) = play.at;
        if (!covers(at)) continue;
        if (!beliefs) beliefs.emplace(rules_, play.at);
        beliefs->learn(rules_, CardStrategy(stage(play.at), *beliefs), play);
    }
    if (!beliefs) beliefs.emplace(rules_, s);
    return {stage(s), *beliefs};
}

std::optional<double> Solver::home_worth(const State& s) const {
    if (s.step == Step::over) return worth_of(rules_.result(s)).value;
    if (!station(s)) return odds(rules_, *this, s).worth.value;
    if (!covers(s)) return std::nullopt;
    if (tossing(s)) return 0.5;
    return known(s, *station_of(rules_, s)).value;
}

// Home kicks off, as it does in half of all games where nothing else is agreed.
State Solver::opening() const {
    State s = rules_.start();
    if (s.step == Step::toss) rules_.resolve(s, Outcome{1});
    if (s.step == Step::receive) rules_.play(s, {static_cast<u8>(Receive::receive)});
    return s;
}

void Solver::measure_from(const State& s, u64 games, Job& job) {
    CardMeasure found = measure_cards(rules_, card_values(), dealt_anew(rules_, s), games, job);
    State ahead = opening();
    if (covers(ahead)) {
        State behind = ahead;
        ++ahead.score[0];
        ++behind.score[1];
        found.point = (at(ahead).worth.value - at(behind).worth.value) / 2;
    }
    measure_ = found;
}

void Solver::save(BookWriter& writer) const {
    regulation_->save(writer);
    if (measure_) save_measure(*measure_, writer);
    if (!exact(rules_) && overtime_) overtime_->save(writer);
}

// With dice an overtime is solved as quickly as it is read: the book keeps the four quarters.
Expected<Done, Message> Solver::load(const Book& book) {
    if (!exact(rules_)) {
        measure_ = measure_in(book);
        if (!measure_) return Unexpected{Message{"book.no-tables"}};
        regulation().prepare();
        if (OvertimeValues::able(rules_)) {
            overtime_ = std::make_unique<OvertimeValues>(rules_);
            if (!overtime_->load(book)) return Unexpected{Message{"book.no-tables"}};
        }
    }
    return regulation().load(book);
}

} // namespace touchline::solve::red_boar_gridiron
