// The analysis of one game, typed: joins rules, solver, coach and the loops over them. Included by analysis/<game>.cpp
// alone.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/carried_of.hpp"
#include "analysis/decision_of.hpp"
#include "analysis/duel.hpp"
#include "analysis/figures_of.hpp"
#include "analysis/game.hpp"
#include "analysis/library.hpp"
#include "analysis/outlook_walk.hpp"
#include "analysis/rollouts.hpp"
#include "analysis/simulate.hpp"
#include "analysis/solved_values.hpp"
#include "play/kind.hpp"
#include "play/table_for.hpp"

namespace touchline::analysis {

struct NothingSolved {};
template <class G>
struct SolvedValuesOf {
    using Type = NothingSolved;
};
template <HasSolver G>
struct SolvedValuesOf<G> {
    using Type = SolvedValues<typename G::Rules, typename G::Solver>;
};

template <class G>
class AnalysisOf final : public Analysis {
public:
    using Game = G;
    using R = typename G::Rules;
    using State = typename R::State;
    using Solved = typename SolvedValuesOf<G>::Type;

    AnalysisOf(const TableFor<R>& table, std::shared_ptr<Background> background) : rules_(table.shared_rules()) {
        if constexpr (HasSolver<G>)
            if (G::Solver::able(*rules_)) {
                const bool usual = table.sheet_toml() == table.kind().default_sheet();
                solved_ = std::make_unique<Solved>(rules_, book_key(table, G::Solver::kVersion), std::move(background),
                                                   usual ? SheetOf::box : SheetOf::somebody);
            }
    }

    [[nodiscard]] const R& rules() const { return *rules_; }
    // Null where these rules have no book.
    [[nodiscard]] Solved* solved() const { return solved_.get(); }

    [[nodiscard]] bool solvable() const override { return solved_ != nullptr; }
    [[nodiscard]] bool exact() const override {
        if constexpr (HasSolver<G>) return solved_ && is_exact<G>(*rules_);
        return false;
    }
    [[nodiscard]] bool knows(const Table& table) override {
        if constexpr (HasSolver<G>) return solved_ && solved_->knows(typed(table).position());
        return false;
    }

    [[nodiscard]] std::optional<Odds> odds(const Table& table, const Question& question,
                                           const Patience& patience) override {
        const State state = asked_position(*rules_, typed(table).position(), Viewer::everyone, question);
        if constexpr (HasEndgame<G>)
            if (const auto known = G::endgame_odds(*rules_, state, question.hands)) return odds_of(*known, true);
        if constexpr (HasSolver<G>)
            if (answers(state, question))
                if (const auto known = solved_->odds(state, patience)) return odds_of(*known, exact());
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Advice> advise(const Table& table, Seat seat, const Question& question,
                                               const Patience& patience) override {
        const TableFor<R>& at = typed(table);
        const State state = asked_position(*rules_, at.position(), viewer_of(seat), question);
        if constexpr (HasEndgame<G>)
            if (const auto known = G::endgame_advice(*rules_, state, question.hands))
                return advice_of(state, *known, true);
        if constexpr (HasSolver<G>)
            if (answers(state, question)) {
                const Remembered<G> memory = exact() ? Remembered<G>{} : memory_of(at);
                const SeenBy<G> view = view_of(*rules_, at.position(), seat);
                const State solved = exact() ? state : seen(view);
                if (const auto known = seat_advice({view, solved, seat, &memory}, patience))
                    return advice_of(state, *known, exact());
            }
        return std::nullopt;
    }

    [[nodiscard]] Odds estimate(const Table& table, const Question& question, u64 playouts) const override {
        return Rollouts<G>{*rules_, question, playouts}.odds(typed(table).position());
    }
    [[nodiscard]] Advice estimate(const Table& table, Seat seat, const Question& question,
                                  u64 playouts) const override {
        const State& state = typed(table).position();
        Advice advice = Rollouts<G>{*rules_, question, playouts}.advice(state, seat);
        if constexpr (HasFirstMix<G>)
            if (rules_->turn(state).kind == TurnKind::secret) add_first_mix(advice, state, seat);
        return advice;
    }

    [[nodiscard]] std::optional<std::vector<Outlook>> outlook(const Table& table, const Patience& patience) override {
        const State& state = typed(table).position();
        if constexpr (HasSolver<G>)
            if (exact())
                return solved_->template ask<std::vector<Outlook>>(state, patience, [&](const auto& known) {
                    return OutlookWalk(*rules_, known, rules_->turn(state).seat).at(state);
                });
        return std::nullopt;
    }

    [[nodiscard]] Expected<solve::BookInfo, Message> solve_book(solve::Job& job) override {
        if constexpr (HasSolver<G>) return solved_->solve_and_save(job);
        return Unexpected{Message{"book.none"}};
    }

    [[nodiscard]] std::optional<solve::Exploitability> exploitability() override {
        if constexpr (HasSolver<G>)
            if constexpr (solve::MeasuresItself<typename G::Solver>)
                if (const State start = rules_->start(); solved_ && solved_->knows(start)) {
                    using Measure = std::optional<solve::Exploitability>;
                    const auto ask = [](const auto& solver) { return solver.measure(); };
                    if (const auto known = solved_->template consult<Measure>(start, {}, ask)) return *known;
                }
        return std::nullopt;
    }

    [[nodiscard]] Shares shares(const Table& table, Seat seat, const Strategy& strategy) override {
        const TableFor<R>& at = typed(table);
        const Remembered<G> memory = memory_of(at);
        const SeenBy<G> view = view_of(*rules_, at.position(), seat);
        return strategy.shares(decision(view, seat, rules_->legal(at.position(), seat), &memory));
    }

    [[nodiscard]] Expected<std::vector<Duel>, Message> duels(const Table& table, std::span<const Strategies> pairs,
                                                             double bound, solve::Job& job) override {
        return duels_at(*this, typed(table).position(), pairs, bound, job);
    }

    [[nodiscard]] bool follows() const override {
        if constexpr (HasSolver<G>) {
            using Solver = typename G::Solver;
            if constexpr (requires { Solver::follows(*rules_); })
                if (!Solver::follows(*rules_)) return false;
            if constexpr (solve::FollowsPolicies<Solver, R>) return exact();
        }
        return false;
    }
    [[nodiscard]] Expected<Figures, Message> figures(const Strategies& strategies, solve::Job& job) override {
        return figures_of(*this, strategies, job);
    }

    [[nodiscard]] Expected<OpeningFigures, Message> opening(solve::Job& job) override { return opening_of(*this, job); }

    [[nodiscard]] Expected<Carried, Message> carried(Analysis& before, solve::Job& job) override {
        return carried_of(*this, dynamic_cast<AnalysisOf&>(before), job);
    }

    void simulate(const Table& table, const Strategies& strategies, const Games& games,
                  SimulationResult& result) override {
        Match<G, AnalysisOf>(*this, typed(table).position(), strategies).play(games, result);
    }

    [[nodiscard]] std::optional<Generosity> generosity(const Table& table, const Strategy& strategy, const Games& games,
                                                       const std::atomic<bool>& stop) override {
        if (!solved_) return std::nullopt;
        Generosity sum;
        for (u64 i = games.begin; i < games.end && !stop; ++i)
            add_losses<G>(*this, typed(table).position(), strategy, Random::stream(games.seed, i), sum);
        return sum;
    }

    // A decision of a seat by its view. Without a memory it goes by the view alone.
    [[nodiscard]] auto decision(const SeenBy<G>& view, Seat seat, const ActionList& legal,
                                const Remembered<G>* memory = nullptr) {
        return DecisionOf<G, AnalysisOf>(*this, view, seat, legal, memory);
    }

    // What a seat sees of a position, and the position that it is solved for.
    struct Asked {
        const SeenBy<G>& view;
        const State& state;
        Seat seat;
        const Remembered<G>* memory;
    };

    // Best first. Empty where the values are not known in time.
    [[nodiscard]] std::optional<std::vector<SeatAdvice>> seat_advice(const Asked& asked, const Patience& patience) {
        using List = std::vector<SeatAdvice>;
        if constexpr (HasSolver<G>) {
            if (!solved_) return std::nullopt;
            if constexpr (HasMixedAdvice<G>)
                if (!exact())
                    return solved_->template consult<List>(asked.state, patience, [&](const auto& solver) {
                        const Remembered<G> none;
                        const Remembered<G>& memory = asked.memory != nullptr ? *asked.memory : none;
                        List list = G::mixed_advice(*rules_, solver, asked.view, asked.seat, memory);
                        for (SeatAdvice& each : list) each.error = solver.bound();
                        return list;
                    });
            if constexpr (HasSecrets<R>)
                if (rules_->turn(asked.state).kind == TurnKind::secret)
                    return solved_->template ask<List>(asked.state, patience, [&](const auto& known) {
                        return solve::advise_secret(*rules_, known, asked.state, asked.seat);
                    });
            return solved_->advise(asked.state, patience);
        }
        return std::nullopt;
    }

    // The position that a view is solved for: the state itself where nothing is hidden.
    [[nodiscard]] State seen(const SeenBy<G>& view) const requires HasSolver<G> {
        if constexpr (HasHidden<R>)
            return G::seen(*rules_, view);
        else
            return view;
    }

private:
    [[nodiscard]] static const TableFor<R>& typed(const Table& table) {
        return dynamic_cast<const TableFor<R>&>(table);
    }

    // All that a table has seen since its game or position began.
    [[nodiscard]] Remembered<G> memory_of(const TableFor<R>& table) const {
        Remembered<G> memory;
        if constexpr (HasMemory<G>) {
            for (std::size_t i = 0; i < table.steps(); ++i) memory.see(*rules_, table.position_before(i));
            memory.see(*rules_, table.position());
        }
        return memory;
    }

    // Estimates are taken from a book that is there; playouts stand in for one that is not. Values of hidden hands know
    // nothing of hands laid open.
    [[nodiscard]] bool answers(const State& state, const Question& question) {
        return solved_ && (exact() || (question.hands == Hands::hidden && solved_->knows(state)));
    }

    [[nodiscard]] static Odds odds_of(const solve::Valuation& known, bool exact) {
        return {known.home(), known.draw(), known.away(), exact, known.error};
    }

    void add_first_mix(Advice& advice, const State& state, Seat seat) const requires HasFirstMix<G> {
        const SeenBy<G> view = view_of(*rules_, state, seat);
        const ActionList legal = rules_->legal(state, seat);
        const std::vector<double> mix = G::first_mix(*rules_, view);
        for (AdvisedAction& each : advice.actions)
            for (std::size_t i = 0; i < legal.size(); ++i)
                if (rules_->action_name(state, legal[i]) == each.action) each.first_share = mix[i];
    }

    [[nodiscard]] Advice advice_of(const State& state, const std::vector<SeatAdvice>& known, bool exact) const {
        Advice advice{.exact = exact};
        for (const SeatAdvice& each : known) {
            advice.actions.push_back(
                {std::string(rules_->action_name(state, each.action)), each.value, each.loss, each.share});
            advice.error = std::max(advice.error, each.error);
        }
        return advice;
    }

    std::shared_ptr<const R> rules_;
    std::unique_ptr<Solved> solved_;
};

template <class G>
[[nodiscard]] std::unique_ptr<Analysis> analysis_of(const Table& table, std::shared_ptr<Background> background) {
    return std::make_unique<AnalysisOf<G>>(dynamic_cast<const TableFor<typename G::Rules>&>(table),
                                           std::move(background));
}

} // namespace touchline::analysis
