// Plays the games in batches on several threads and adds them up.
#include "lab/simulation.hpp"

#include "bots/roster.hpp"

#include <chrono>
#include <mutex>
#include <thread>

namespace touchline::lab {

namespace {

constexpr u64 kBatch = 256;
constexpr std::chrono::milliseconds kTold{20}; // how often progress is told

} // namespace

// Batches are taken by whichever thread is free; their sums do not depend on the order. What a batch throws reaches the
// caller.
SimulationResult simulate(const Table& table, const SimulationPlan& plan, analysis::Library& library,
                          const std::atomic<bool>& stop, const std::function<void(u64)>& progress) {
    const auto home = bots::make_bot(plan.bots.home);
    const auto away = bots::make_bot(plan.bots.away);
    const std::shared_ptr<analysis::Analysis> analysis = library.of(table);
    const std::thread::id caller = std::this_thread::get_id();
    auto told = std::chrono::steady_clock::now();
    u64 done = 0;
    std::mutex mutex;
    SimulationResult all;
    solve::Job job(std::max(1u, plan.threads));
    job.parallel(plan.games, kBatch, [&](std::size_t begin, std::size_t end) {
        if (stop) return;
        SimulationResult own;
        analysis->simulate(table, {home.get(), away.get()}, {plan.seed, begin, end}, own);
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

std::optional<Generosity> generosity(const Table& table, const std::string& bot, u64 games, u64 seed,
                                     analysis::Library& library, const std::atomic<bool>& stop) {
    return library.of(table)->generosity(table, *bots::make_bot(bot), {seed, 0, games}, stop);
}

} // namespace touchline::lab
