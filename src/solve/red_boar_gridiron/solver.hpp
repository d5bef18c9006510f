// The solver of Gridiron: four quarters by the clock, and the overtime behind them. With dice it is exact. With cards
// it values the game in which hands are dealt anew before every play, and says how to play by it: an estimate,
// measured.
#pragma once

#include "solve/flowed.hpp"
#include "solve/policy.hpp"
#include "solve/red_boar_gridiron/card_measure.hpp"
#include "solve/red_boar_gridiron/last_play.hpp"
#include "solve/red_boar_gridiron/overtime.hpp"
#include "solve/red_boar_gridiron/regulation.hpp"
#include "solve/solver.hpp"

#include <memory>

namespace touchline::solve::red_boar_gridiron {

class Solver {
public:
    static constexpr u32 kVersion = 5;

    explicit Solver(const Rules& rules, u64 most_book_bytes = Regulation::kMostBookBytes)
        : rules_(rules), most_book_bytes_(most_book_bytes) {}
    [[nodiscard]] static bool able(const Rules& rules) { return exact(rules) || rules.sheet().cards.hand > 1; }
    // Cards are chosen in secret from hidden hands that last: their values are estimates.
    [[nodiscard]] static bool exact(const Rules& rules) { return !rules.options().cards; }

    [[nodiscard]] bool station(const State& s) const {
        return tossing(s) || face_down(s) || station_of(rules_, s).has_value();
    }
    [[nodiscard]] bool covers(const State& s) const;
    [[nodiscard]] Valuation at(const State& s) const;
    [[nodiscard]] double bound() const;

    void solve_all(Job& job);
    void solve_for(const State& s, Job& job);
    // Requires: dice.
    [[nodiscard]] PolicyValue value_policy(const Policy<State>& policy, const State& from, double bound,
                                           Job& job) const;
    [[nodiscard]] Flowed follow(const Policy<State>& policy, const State& from, Job& job) const;
    // For a seat that plays by these rules' book where others are played. Lives no longer than the solver.
    [[nodiscard]] std::unique_ptr<OtherBook<State>> book_for(const Rules& playing) const;
    // What stations are worth to home that differ in the lead alone, one point each. Requires: dice, all covered.
    void worths(std::span<const State> stations, double* out) const;
    // Who has the ball first from a station on: whoever receives a kickoff.
    [[nodiscard]] Seat first_side(const State& s) const;
    // The overtime: before its toss best play is worth the same whatever follows, and solve_for leaves it out there.
    void solve_for_policies(Job& job) { solve_overtime(job); }

    // How the seats play cards at a call, a try or a choice of cards, with what they remember of the possession.
    // Requires: covers(s).
    [[nodiscard]] CardStrategy strategy(const Public& s, const CardMemory& memory = {}) const;
    // What such choices lead to, for whoever measures them. As long as the solver lives.
    [[nodiscard]] CardValues card_values() const {
        return {[this](const State& at) { return home_worth(at); }, [this](const Public& at) { return stage(at); }};
    }
    // What playing it has shown, with cards.
    [[nodiscard]] const std::optional<CardMeasure>& measure() const { return measure_; }

    void save(BookWriter& writer) const;
    [[nodiscard]] Expected<Done, Message> load(const Book& book);
    // The layers of the clock; an overtime and measuring begin again. With cards what stations have learnt is not kept:
    // the next layer learns longer.
    [[nodiscard]] bool begun() const { return regulation_ && regulation_->begun(); }
    void save_unfinished(BookWriter& writer) const { regulation_->save_unfinished(writer); }
    [[nodiscard]] Expected<Done, Message> load_unfinished(const Book& book) {
        return regulation().load_unfinished(book);
    }

    // How many values the four quarters have.
    [[nodiscard]] u64 stations() const { return regulation_ ? regulation_->stations() : 0; }

private:
    // Before the toss of an overtime both sides are worth the same, whatever follows.
    [[nodiscard]] static bool tossing(const State& s) { return s.step == Step::toss && s.quarter == kOvertime; }
    // Cards have been chosen and nobody has seen them: as good as the choice itself.
    [[nodiscard]] bool face_down(const State& s) const {
        return !exact(rules_) && s.step == Step::flags && s.called == Call::play;
    }
    [[nodiscard]] static std::size_t card_station(const Public& s);
    [[nodiscard]] bool overtime_covers(const State& s) const;
    [[nodiscard]] Worth known(const State& s, std::size_t station) const;
    [[nodiscard]] State opening() const;
    [[nodiscard]] CardStage stage(const Public& s) const;
    [[nodiscard]] std::optional<double> home_worth(const State& s) const;
    void measure_from(const State& s, u64 games, Job& job);
    Regulation& regulation();
    void solve_overtime(Job& job);

    Rules rules_;
    u64 most_book_bytes_;
    std::unique_ptr<Regulation> regulation_;
    std::unique_ptr<OvertimeValues> overtime_;
    std::optional<CardMeasure> measure_;
};

// What a seat may do by its view alone, how often the strategy does it, and what each is worth to it: best first.
// Requires: cards, a position where the seat decides and that the solver covers.
[[nodiscard]] std::vector<Advice> mixed_advice(const Rules& rules, const Solver& solver, const View& view, Seat seat,
                                               const CardMemory& memory = {});
// The position behind a view, hands left out.
[[nodiscard]] State seen(const Rules& rules, const View& view);

} // namespace touchline::solve::red_boar_gridiron
