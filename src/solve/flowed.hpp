// What a game comes to from some position on when two strategies play it: every count with its spread. Solvers that
// follow policies answer with it.
#pragma once

#include "core/game.hpp"
#include "solve/policy.hpp"

#include <array>
#include <map>
#include <string>

namespace touchline::solve {

// What is added up from the start of a game to its end.
enum class Counted : u8 { rolls, decisions, plays, drives, home_points, away_points };
inline constexpr std::size_t kCounted = 6;
[[nodiscard]] constexpr std::size_t index_of(Counted counted) { return static_cast<std::size_t>(counted); }

// What a game comes to from some position on.
struct Flowed {
    // Of one kind of choice, as its event says.
    struct Choice {
        double asked = 0;   // times
        double matters = 0; // times that the worst action loses more than `kMatters` against the best
        double worth = 0;   // what the worst action loses, summed over all times
        struct Action {
            double best = 0; // times
            double taken = 0;
        };
        std::map<std::string, Action, std::less<>> actions{};

        // Adds another sum, of something that happens so often.
        void add(const Choice& other, double times) {
            asked += times * other.asked;
            matters += times * other.matters;
            worth += times * other.worth;
            for (const auto& [action, each] : other.actions) {
                actions[action].best += times * each.best;
                actions[action].taken += times * each.taken;
            }
        }
    };
    static constexpr double kMatters = 0.001;
    // Of a seat that goes by another game's book, at one kind of choice.
    struct ByBook {
        double asked = 0;   // times
        double unknown = 0; // of these: where the other game does not have the position, and the best is taken
        double differs = 0; // where what is best there is not the best here
        double lost = 0;    // by that, summed over all times

        void add(const ByBook& other, double times) {
            asked += times * other.asked;
            unknown += times * other.unknown;
            differs += times * other.differs;
            lost += times * other.lost;
        }
    };

    bool valued = false;                   // whether choices and luck are known: some seat uses values
    std::array<double, 3> results{};       // by Result
    std::array<double, kCounted> first{};  // sums of the counts
    std::array<double, kCounted> second{}; // and of their squares
    std::map<int, double> leads{};         // of home, at the end
    std::map<std::string, double> drives{};
    std::map<u8, Choice> choices{}; // by event
    std::map<u8, ByBook> by_book{}; // by event
    std::map<u8, double> luck{};    // by event: the sum of the squares of all swings
    double lost = 0;                // the chance of all that was left out because it is so small
    u64 stations = 0;
};

// Solvers that can follow a policy from a position; those that cannot do so by all rules have follows(rules). What has
// to be solved before is as for ValuesPolicies.
template <class S, class R>
concept FollowsPolicies = requires(const S solver, const Policy<typename R::State>& policy,
                                   const typename R::State& from, Job& job) {
    { solver.follow(policy, from, job) } -> std::same_as<Flowed>;
};

} // namespace touchline::solve
