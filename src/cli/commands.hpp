// The command line: one file a command, each adding itself to the program.
#pragma once

#include "games/refusal.hpp"

#include <functional>

namespace CLI {
class App;
}

namespace touchline::cli {

// Runs the program. Exit codes: 0 done, 1 failed, 2 misused.
[[nodiscard]] int run(int argc, char** argv);

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kMisused = 2;

// Cannot start or go on: caught in run(), what it tells goes to standard error, its code decides the exit code.
struct Stop : Failure {
    Stop(RefusalCode why, Message own) : Failure(std::move(own)), code(why) {}
    explicit Stop(const Refusal& refusal) : Stop(refusal.code, refusal.message) {}
    RefusalCode code;
};

// What a chosen command does; its result is the exit code.
using Job = std::function<int()>;

// Each adds one subcommand and, when it is chosen, sets the job.
void add_table(CLI::App& app, Job& job);
void add_games(CLI::App& app, Job& job);
void add_replay(CLI::App& app, Job& job);
void add_verify(CLI::App& app, Job& job);
void add_sim(CLI::App& app, Job& job);
void add_duel(CLI::App& app, Job& job);
void add_lab(CLI::App& app, Job& job);
void add_solve(CLI::App& app, Job& job);
void add_books(CLI::App& app, Job& job);
void add_odds(CLI::App& app, Job& job);
void add_puzzles(CLI::App& app, Job& job);
void add_bots(CLI::App& app, Job& job);
void add_rules(CLI::App& app, Job& job);
void add_sheet(CLI::App& app, Job& job);
void add_review(CLI::App& app, Job& job);
void add_history(CLI::App& app, Job& job);
void add_stats(CLI::App& app, Job& job);
void add_export(CLI::App& app, Job& job);
void add_serve(CLI::App& app, Job& job);
void add_store(CLI::App& app, Job& job);
void add_play(CLI::App& app, Job& job);
void add_man(CLI::App& app, Job& job);
void add_completions(CLI::App& app, Job& job);
void add_config(CLI::App& app, Job& job);

} // namespace touchline::cli
