// The figures of a game between two strategies, from what a solver counts as it follows them.
#pragma once

#include "analysis/carried.hpp"
#include "analysis/duel.hpp"
#include "analysis/figures.hpp"
#include "solve/by_book.hpp"
#include "solve/counted_play.hpp"
#include "solve/flowed.hpp"
#include "solve/policy_run.hpp"

#include <cmath>

namespace touchline::analysis {

// Where a game begins once the toss is over, and how often.
template <class State>
struct Opening {
    State state{};
    double chance = 0;
    Seat first{}; // has the ball
    solve::PlayLaw::End before{};
    solve::Flowed flowed{};
};

[[nodiscard]] solve::Flowed mirrored(const solve::Flowed& flowed);
// Adds what came before a position, and what comes after it as often as `before` says.
void join(const solve::PlayLaw::End& before, const solve::Flowed& after, solve::Flowed& sum);
// The figures that need no rules; `first` and `second` are given by whoever knows who has the ball.
[[nodiscard]] Figures figures_from(const solve::Flowed& flowed);
[[nodiscard]] Spread spread_of(double first, double second);

template <class A, class Solver>
class FiguresOf {
public:
    using R = typename A::R;
    using State = typename A::State;

    FiguresOf(const R& rules, const Solver& solver, const solve::Policy<State>& policy, bool alike)
        : rules_(rules), solver_(solver), policy_(policy), alike_(alike) {}

    [[nodiscard]] Figures run(solve::Job& job) {
        open();
        for (std::size_t i = 0; i < openings_.size(); ++i) follow(i, job);
        solve::Flowed all = toss_;
        solve::Flowed first_side; // as if home had the ball first
        for (const Opening<State>& opening : openings_) {
            join(opening.before, opening.flowed, all);
            const solve::PlayLaw::End nothing{opening.chance, {}, {}};
            join(nothing, opening.first == Seat::home ? opening.flowed : mirrored(opening.flowed), first_side);
        }
        Figures figures = figures_from(all);
        const Figures first = figures_from(first_side);
        figures.points.first = first.points.home;
        figures.points.second = first.points.away;
        figures.first_edge = first.home + first.draw / 2 - 0.5;
        figures.toss = toss_figure_;
        figures.bound = solver_.bound() + all.lost;
        name(all, figures);
        by_book_ = std::move(all.by_book);
        return figures;
    }

    // Who wins between two best players, instead of run(). Requires: the policy takes the best.
    [[nodiscard]] OpeningFigures opening() {
        open();
        OpeningFigures figures{-0.5, 0, toss_figure_, solver_.bound()};
        for (const Opening<State>& each : openings_) {
            const solve::Valuation known = solver_.at(each.state);
            figures.first_edge += each.chance * known.value(each.first);
            figures.draw += each.chance * known.draw();
        }
        return figures;
    }

    // Of a seat that goes by another game's book. After run().
    [[nodiscard]] std::vector<CarriedChoice> by_book() const {
        std::vector<CarriedChoice> choices;
        for (const auto& [event, own] : by_book_)
            if (own.asked > 0)
                choices.push_back({std::string(rules_.event_name(event)), own.asked, own.unknown / own.asked,
                                   own.differs / own.asked, own.lost});
        return choices;
    }

private:
    // The play from the start to the first stations.
    void open() {
        const auto stop = [this](const State& s) { return solver_.station(s); };
        const State start = rules_.start();
        if (stop(start)) {
            openings_.push_back({start, 1, first_of(start), {1, {}, {}}});
            return;
        }
        solve::HowNames hows;
        solve::CountedPlay<State> play;
        solve::CountedWalk(rules_, stop, hows, play).walk(start);
        std::vector<double> shares = decide(play);
        const solve::BookChoices book = solve::book_choices(
            policy_, {start, {start}, play.choices, [](const State& state, std::size_t) { return state; }});
        solve::take_book(play.graph, book, 1, shares.data());
        const solve::PlayLaw law = solve::law_of(play.graph, shares);
        for (std::size_t end = 0; end < play.ends.size(); ++end)
            if (law.ends[end].chance > 0)
                openings_.push_back(
                    {play.ends[end], law.ends[end].chance, first_of(play.ends[end]), law.ends[end], {}});
        count_toss(play, law);
        const std::array<const solve::PlayLaw*, 1> laws{&law};
        std::vector<const double*> from;
        solve::add_judged(solve::judged(play, book, laws,
                                        [&](const solve::PlayGraph::Node& node) {
                                            from.clear();
                                            for (u32 e = 0; e < node.count; ++e)
                                                from.push_back(place_of_value(play.graph.edges[node.first + e].to));
                                            return std::span<const double* const>(from);
                                        }),
                          std::array{1.0}.data(), toss_.by_book);
    }

    [[nodiscard]] Seat first_of(const State& state) const {
        if constexpr (requires { solver_.first_side(state); })
            return solver_.first_side(state);
        else
            return rules_.offense(state).value_or(Seat::home);
    }

    [[nodiscard]] std::vector<double> decide(const solve::CountedPlay<State>& play) {
        const solve::PlayGraph& graph = play.graph;
        ends_.assign(graph.ends, 0.5);
        if (policy_.judged())
            for (std::size_t end = 0; end < play.ends.size(); ++end)
                ends_[end] = solver_.at(play.ends[end]).worth.value;
        values_.assign(graph.nodes.size(), 0.0);
        std::vector<double> shares(graph.shares);
        for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
            const solve::PlayGraph::Node& node = graph.nodes[n];
            std::vector<const double*> from;
            for (u32 e = 0; e < node.count; ++e) {
                const u32 to = graph.edges[node.first + e].to;
                from.push_back(to >= solve::PlayGraph::kEnd ? &ends_[to - solve::PlayGraph::kEnd] : &values_[to]);
            }
            if (node.kind == TurnKind::chance) {
                for (u32 e = 0; e < node.count; ++e) values_[n] += graph.edges[node.first + e].chance * *from[e];
                continue;
            }
            const solve::PlayChoice<State>& choice = play.choices[node.choice];
            const auto here = [&](std::size_t) { return choice.state; };
            solve::decide_row(policy_, choice, std::span<const double* const>(from), here,
                              solve::ShareRows(shares.data() + node.share, 1));
            const auto better = [&](const double* a, const double* b) { return *a < *b; };
            values_[n] = choice.seat == Seat::home ? **std::ranges::max_element(from, better)
                                                   : **std::ranges::min_element(from, better);
            const auto best = static_cast<std::size_t>(
                std::ranges::find_if(
                    from, [&](const double* value) { return std::abs(*value - values_[n]) <= solve::kSame; }) -
                from.begin());
            if (policy_.judged() && node.count > 1)
                toss_figure_ = TossFigure{choice.seat == Seat::home ? values_[n] - 0.5 : 0.5 - values_[n],
                                          std::string(rules_.action_name(choice.state, choice.legal[best]))};
        }
        return shares;
    }

    // The toss is a roll and may be a choice: neither its swings nor its worth are left out.
    void count_toss(const solve::CountedPlay<State>& play, const solve::PlayLaw& law) {
        const solve::PlayGraph& graph = play.graph;
        toss_.valued = policy_.judged();
        for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
            const solve::PlayGraph::Node& node = graph.nodes[n];
            if (node.kind != TurnKind::choice) {
                add_swings(graph, n, law);
                continue;
            }
            solve::Flowed::Choice& choice = toss_.choices[node.event];
            choice.asked += law.nodes[n];
            const solve::PlayChoice<State>& own = play.choices[node.choice];
            for (u32 e = 0; e < node.count; ++e) {
                auto& action = choice.actions[std::string(rules_.action_name(own.state, own.legal[e]))];
                action.taken += law.taken[node.share + e];
                if (toss_figure_ && toss_figure_->choose == rules_.action_name(own.state, own.legal[e]))
                    action.best += law.nodes[n];
            }
            if (!toss_figure_) continue;
            const double worth = 2 * std::abs(toss_figure_->edge); // both sides are alike before it
            choice.worth += law.nodes[n] * worth;
            if (worth > solve::Flowed::kMatters) choice.matters += law.nodes[n];
        }
    }

    void add_swings(const solve::PlayGraph& graph, std::size_t n, const solve::PlayLaw& law) {
        const solve::PlayGraph::Node& node = graph.nodes[n];
        if (!toss_.valued) return;
        for (u32 e = 0; e < node.count; ++e) {
            const solve::PlayGraph::Edge& edge = graph.edges[node.first + e];
            const double swing = value_of(edge.to) - values_[n];
            toss_.luck[node.event] += law.nodes[n] * edge.chance * swing * swing;
        }
    }
    [[nodiscard]] const double* place_of_value(u32 to) const {
        return to >= solve::PlayGraph::kEnd ? &ends_[to - solve::PlayGraph::kEnd] : &values_[to];
    }
    [[nodiscard]] double value_of(u32 to) const { return *place_of_value(to); }

    void follow(std::size_t number, solve::Job& job) {
        Opening<State>& own = openings_[number];
        if (alike_)
            for (std::size_t i = 0; i < number; ++i) {
                const Opening<State>& other = openings_[i];
                if (other.first == own.first || !policy_.judged()) continue;
                const solve::Valuation here = solver_.at(own.state);
                const solve::Valuation there = solver_.at(other.state);
                const bool mirror = std::abs(here.worth.value + there.worth.value - 1) <= here.error + there.error &&
                                    std::abs(here.worth.draw - there.worth.draw) <= here.error + there.error;
                if (!mirror) continue;
                own.flowed = mirrored(other.flowed);
                return;
            }
        own.flowed = solver_.follow(policy_, own.state, job);
    }

    void name(const solve::Flowed& all, Figures& figures) const {
        for (const auto& [event, square] : all.luck) {
            figures.luck += square;
            figures.luck_by_event.push_back({std::string(rules_.event_name(event)), std::sqrt(square)});
        }
        // All of the result is luck, and which roll's is not known. A side that is chosen after the toss is no luck,
        // but two best players are worth as much after it as before.
        const bool only_toss = std::ranges::all_of(
            openings_, [](const Opening<State>& each) { return each.flowed.choices.empty() && !each.flowed.valued; });
        if (only_toss) {
            figures.luck =
                figures.home * (1 - figures.home) + figures.draw * (1 - figures.draw) / 4 - figures.home * figures.draw;
            figures.luck_by_event.clear();
        }
        figures.luck = std::sqrt(figures.luck);
        std::ranges::stable_sort(figures.luck_by_event, std::greater{}, &LuckFigure::deviation);
        DecisionFigures& decisions = figures.decisions;
        for (const auto& [event, choice] : all.choices) {
            ChoiceFigure figure{std::string(rules_.event_name(event)), choice.asked, choice.matters,
                                choice.asked > 0 ? choice.worth / choice.asked : 0};
            for (const auto& [action, each] : choice.actions)
                figure.actions.push_back({action, each.best / choice.asked, each.taken / choice.asked});
            std::ranges::stable_sort(figure.actions, std::greater{}, &ActionFigure::taken);
            decisions.asked += choice.asked;
            decisions.matter += choice.matters;
            decisions.worth += choice.worth;
            decisions.choices.push_back(std::move(figure));
        }
        if (decisions.asked > 0) decisions.worth /= decisions.asked;
        std::ranges::stable_sort(decisions.choices, std::greater{}, &ChoiceFigure::asked);
    }

    const R& rules_;
    const Solver& solver_;
    const solve::Policy<State>& policy_;
    bool alike_; // both seats play by the same strategy
    std::vector<Opening<State>> openings_;
    std::vector<double> values_; // by node of the toss
    std::vector<double> ends_;   // by end of it
    solve::Flowed toss_;
    std::optional<TossFigure> toss_figure_;
    std::map<u8, solve::Flowed::ByBook> by_book_;
};

template <class A>
Expected<Figures, Message> figures_of(A& analysis, const Strategies& strategies, solve::Job& job) {
    using R = typename A::R;
    if constexpr (HasSolver<typename A::Game>)
        if constexpr (solve::FollowsPolicies<typename A::Game::Solver, R>)
            if (analysis.exact()) {
                using Solver = typename A::Game::Solver;
                const StrategyPolicy<A> policy(analysis, strategies);
                if constexpr (requires { Solver::follows(analysis.rules()); })
                    if (!Solver::follows(analysis.rules()))
                        return Unexpected{Message{"solve.no-figures", {{"game", R::kId}}}};
                const auto run = [&](const Solver& solver) {
                    return FiguresOf<A, Solver>(analysis.rules(), solver, policy, strategies.home == strategies.away)
                        .run(job);
                };
                if (!policy.judged()) return run(Solver(analysis.rules()));
                return analysis.solved()->with_solver(analysis.rules().start(), job, run);
            }
    return Unexpected{Message{"solve.no-figures", {{"game", R::kId}}}};
}

} // namespace touchline::analysis
