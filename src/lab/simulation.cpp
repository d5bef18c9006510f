#include "lab/simulation.hpp"

#include "bots/playout.hpp"
#include "bots/roster.hpp"
#include "play/visit.hpp"

#include <chrono>
#include <cmath>
#include <mutex>
#include <thread>
#include <vector>

namespace touchline::lab {

double Sum::mean(u64 count) const { return count == 0 ? 0 : static_cast<double>(total) / static_cast<double>(count); }

double Sum::error(u64 count) const {
    if (count < 2) return 0;
    const auto n = static_cast<double>(count);
    const double variance = (static_cast<double>(squares) - n * mean(count) * mean(count)) / (n - 1);
    return 1.96 * std::sqrt(std::max(0.0, variance) / n);
}

void SimulationResult::add(const SimulationResult& other) {
    games += other.games;
    home_wins += other.home_wins;
    draws += other.draws;
    away_wins += other.away_wins;
    points.home.add(other.points.home);
    points.away.add(other.points.away);
    rolls.add(other.rolls);
    choices.add(other.choices);
    for (const auto& [end, count] : other.drives) drives[end] += count;
}

u64 SimulationResult::drive_count() const {
    u64 count = 0;
    for (const auto& [end, seen] : drives) count += seen;
    return count;
}

std::pair<double, double> SimulationResult::share(u64 hits, u64 all) {
    if (all == 0) return {0, 0};
    const auto n = static_cast<double>(all);
    const double share = static_cast<double>(hits) / n;
    const double adjusted = (static_cast<double>(hits) + 2) / (n + 4); // Agresti-Coull: never zero by luck
    return {share, 1.96 * std::sqrt(adjusted * (1 - adjusted) / (n + 4))};
}

namespace {

constexpr u64 kBatch = 256;
constexpr std::chrono::milliseconds kTold{20}; // how often progress is told

// A try after a touchdown belongs to the drive that earned it, though it may begin with the same event.
template <GameRules R>
bool within_try(const typename R::State&) {
    return false;
}
template <>
bool within_try<pocket_gridiron::Rules>(const pocket_gridiron::State& state) {
    return state.phase == pocket_gridiron::Phase::conversion;
}

// Follows one game from possession to possession. A drive ends when the ball changes hands, when play is back at the
// event with which the drive began and the score has changed, and with the game.
template <GameRules R>
class DriveWatch {
public:
    DriveWatch(const R& rules, std::map<DriveEnd, u64>& ends) : rules_(rules), ends_(ends) {}

    void step(const typename R::State& after) {
        const std::optional<Seat> offense = offense_of(after);
        const Turn turn = rules_.turn(after);
        const BySeat<int> score = rules_.score(after);
        const bool over = turn.kind == TurnKind::over;
        const bool again = holder_ && turn.kind != TurnKind::over && turn.event == first_event_ && !(score == score_) &&
                           !within_try<R>(after);
        if (holder_ && (over || again || offense != holder_)) {
            ++ends_[{score[*holder_] - score_[*holder_], score[other(*holder_)] - score_[other(*holder_)]}];
            holder_.reset();
        }
        if (!holder_ && offense && !over) {
            holder_ = offense;
            first_event_ = turn.event;
            score_ = score;
        }
    }

private:
    [[nodiscard]] std::optional<Seat> offense_of(const typename R::State& state) const {
        if constexpr (HasOffense<R>)
            return rules_.offense(state);
        else
            return std::nullopt;
    }

    const R& rules_;
    std::map<DriveEnd, u64>& ends_;
    std::optional<Seat> holder_;
    u8 first_event_ = 0;
    BySeat<int> score_{};
};

template <GameRules R>
struct Match {
    const R& rules;
    const typename R::State& start;
    BySeat<const bots::Bot<R>*> bots;

    // One game. Each seat has a random source of its own, apart from the dice.
    void play(u64 seed, u64 index, SimulationResult& result) const {
        Random dice = Random::stream(seed, 3 * index);
        BySeat<Random> minds{Random::stream(seed, 3 * index + 1), Random::stream(seed, 3 * index + 2)};
        DriveWatch<R> watch(rules, result.drives);
        u64 rolls = 0;
        u64 choices = 0;
        bots::Memory<R> memory;
        const auto choose = [&](const R& own, const typename R::State& at, Seat seat, Random&) {
            ++choices;
            const ViewOf<R> view = view_of(own, at, seat);
            const ActionList legal = own.legal(at, seat);
            return bots[seat]->choose(own, {view, seat, legal, &memory}, minds[seat]);
        };
        typename R::State state = start;
        watch.step(state);
        memory.see(rules, state);
        bots::play_out(rules, state, dice, choose, [&](const auto& before, const auto& after) {
            if (rules.turn(before).kind == TurnKind::chance) ++rolls;
            watch.step(after);
            memory.see(rules, after);
        });
        const Result ended = rules.result(state);
        ++result.games;
        ++(ended == Result::home ? result.home_wins : ended == Result::away ? result.away_wins : result.draws);
        const BySeat<int> score = rules.score(state);
        for (Seat seat : kSeats) result.points[seat].add(static_cast<u64>(score[seat]));
        result.rolls.add(rolls);
        result.choices.add(choices);
    }
};

// Batches are taken by whichever thread is free; their sums do not depend on the order. What a batch throws reaches the
// caller.
template <GameRules R>
SimulationResult run(const Match<R>& match, const SimulationPlan& plan, const std::atomic<bool>& stop,
                     const std::function<void(u64)>& progress) {
    const std::thread::id caller = std::this_thread::get_id();
    auto told = std::chrono::steady_clock::now();
    u64 done = 0;
    std::mutex mutex;
    SimulationResult all;
    solve::Job job(std::max(1u, plan.threads));
    job.parallel(plan.games, kBatch, [&](std::size_t begin, std::size_t end) {
        if (stop) return;
        SimulationResult own;
        for (u64 i = begin; i < end; ++i) match.play(plan.seed, i, own);
        u64 so_far = 0;
        {
            const std::lock_guard lock(mutex);
            all.add(own);
            so_far = done += end - begin;
        }
        const auto now = std::chrono::steady_clock::now();
        if (std::this_thread::get_id() != caller || now - told < kTold) return;
        told = now;
        progress(so_far);
    });
    progress(done);
    return all;
}

} // namespace

SimulationResult simulate(const Table& table, const SimulationPlan& plan, bots::Library& library,
                          const std::atomic<bool>& stop, const std::function<void(u64)>& progress) {
    SimulationResult result;
    visit(table, [&](const auto& at) {
        using R = std::remove_cvref_t<decltype(at.rules())>;
        const auto home = bots::make_bot(plan.bots.home, at, library);
        const auto away = bots::make_bot(plan.bots.away, at, library);
        result = run(Match<R>{at.rules(), at.position(), {home.get(), away.get()}}, plan, stop, progress);
    });
    return result;
}

namespace {

template <GameRules R>
void add_losses(const R& rules, const typename R::State& start, const bots::Bot<R>& bot, bots::Shelf<R>& shelf,
                Random random, Generosity& sum) {
    bots::Memory<R> memory;
    const auto choose = [&](const R& own, const typename R::State& at, Seat seat, Random& source) {
        const ViewOf<R> view = view_of(own, at, seat);
        const ActionList legal = own.legal(at, seat);
        const bots::Sight<R> sight{view, seat, legal, &memory};
        const Action action = bot.choose(own, sight, source);
        const auto advice = bots::seat_advice(shelf, sight, {});
        if (advice && advice->back().loss >= bots::kMatters) {
            ++sum.decisions;
            for (const bots::SeatAdvice& each : *advice)
                if (each.action == action) sum.lost += each.loss;
        }
        return action;
    };
    typename R::State state = start;
    memory.see(rules, state);
    bots::play_out(rules, state, random, choose, [&](const auto&, const auto& after) { memory.see(rules, after); });
}

} // namespace

std::optional<Generosity> generosity(const Table& table, const std::string& bot, u64 games, u64 seed,
                                     bots::Library& library, const std::atomic<bool>& stop) {
    std::optional<Generosity> sum;
    visit(table, [&](const auto& at) {
        using R = std::remove_cvref_t<decltype(at.rules())>;
        if constexpr (solve::HasSolver<R>)
            if (const auto shelf = library.shelf(at)) {
                sum = Generosity{};
                const auto player = bots::make_bot(bot, at, library);
                for (u64 i = 0; i < games && !stop; ++i)
                    add_losses(at.rules(), at.position(), *player, *shelf, Random::stream(seed, i), *sum);
            }
    });
    return sum;
}

} // namespace touchline::lab
