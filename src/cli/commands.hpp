// The command line: one file a command, each adding itself to the program.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace CLI {
class App;
}

namespace touchline::cli {

// Runs the program. Exit codes: 0 done, 1 failed, 2 misused.
[[nodiscard]] int run(int argc, char** argv);

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kMisused = 2;

// Cannot start or go on: caught in run(), its sentence goes to standard error, its code is the exit code.
struct Stop : std::runtime_error {
    Stop(int exit_code, const std::string& sentence) : std::runtime_error(sentence), code(exit_code) {}
    int code;
};

// What a chosen command does; its result is the exit code.
using Job = std::function<int()>;

// Each adds one subcommand and, when it is chosen, sets the job.
void add_table(CLI::App& app, Job& job);
void add_games(CLI::App& app, Job& job);
void add_replay(CLI::App& app, Job& job);
void add_sim(CLI::App& app, Job& job);
void add_duel(CLI::App& app, Job& job);
void add_solve(CLI::App& app, Job& job);
void add_books(CLI::App& app, Job& job);
void add_odds(CLI::App& app, Job& job);
void add_bots(CLI::App& app, Job& job);
void add_rules(CLI::App& app, Job& job);
void add_sheet(CLI::App& app, Job& job);
void add_review(CLI::App& app, Job& job);
void add_serve(CLI::App& app, Job& job);
void add_play(CLI::App& app, Job& job);

} // namespace touchline::cli
