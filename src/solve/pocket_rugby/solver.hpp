// The exact solver of Pocket Sports Rugby.
//
// Scores, yellow cards and injuries only grow: a situation (score, cards, injuries) leads to itself and to later ones.
// Within one, everything depends on a few scrum halves, its core (evaluate.hpp); Newton's method finds them and the
// residual of the equations bounds the error: a phase of attack leaves its situation with at least the chance
// p = Quality::leaving whatever the seats choose, so that a residual r means an error of at most r / p in the core and
// of less than 3 r / p in all that follows from it, and the errors of later situations pass on at most in full.
#pragma once

#include "solve/flowed.hpp"
#include "solve/pocket_rugby/scene.hpp"
#include "solve/policy.hpp"
#include "solve/solver.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace touchline::solve::pocket_rugby {

class Solver {
public:
    static constexpr u32 kVersion = 1;

    explicit Solver(const Rules& rules);

    [[nodiscard]] static bool able(const Rules& rules);
    [[nodiscard]] bool station(const State& state) const;
    [[nodiscard]] bool covers(const State& state) const;
    [[nodiscard]] Valuation at(const State& state) const;
    void solve_all(Job& job);
    void solve_for(const State& state, Job& job);
    [[nodiscard]] double bound() const;
    [[nodiscard]] PolicyValue value_policy(const Policy<State>& policy, const State& from, double bound,
                                           Job& job) const;
    [[nodiscard]] Flowed follow(const Policy<State>& policy, const State& from, Job& job) const;
    void save(BookWriter& writer) const;
    [[nodiscard]] Expected<Done, Message> load(const Book& book);
    // Of a book that is being solved: the scores that are whole.
    [[nodiscard]] bool begun() const { return !skies_.empty() && !book_; }
    void save_unfinished(BookWriter& writer) const;
    [[nodiscard]] Expected<Done, Message> load_unfinished(const Book& book);

private:
    // Which situations a position can reach, besides its score.
    struct Need {
        std::array<u8, 2> score{};
        std::array<u8, 2> yellow{};
        std::array<u8, 2> injured{};
        std::optional<u8> opening; // empty: both
    };
    // A layer to be solved, and whether positions or mirrors of positions need it.
    struct Wanted {
        int home;
        int away;
        bool direct;
        bool mirrored;
    };
    // How well the equations of a layer are met.
    struct Quality {
        double residual = 0;
        double leaving = 1;
    };
    // A weather's values, and the plays that lead through them.
    struct Sky {
        Sky(const Rules& rules, Weather weather) : table(rules, weather), plays(rules, table) {}
        Table table;
        Plays plays;
    };
    struct Sight;      // one situation as a query sees it
    class PolicyMatch; // a match in one weather under a policy
    class Beliefs;     // every station, a whole situation at a time

    [[nodiscard]] Weather known_weather(Weather weather) const;
    [[nodiscard]] std::vector<Weather> weathers() const;
    [[nodiscard]] const Table* table(Weather weather) const;
    Table& made_table(Weather weather);
    [[nodiscard]] const Plays& plays_of(const Table& table) const;
    [[nodiscard]] static Need need_of(const State& state);
    [[nodiscard]] bool needed(const Table& table, const Wanted& layer, const Need& need, const Situation& at) const;
    [[nodiscard]] std::vector<std::vector<Wanted>> wanted(const Table& table, const Need& need) const;
    [[nodiscard]] bool complete(const Table& table, const Wanted& layer, const Need& need) const;
    void solve_fronts(Table& table, const std::vector<std::vector<Wanted>>& fronts, const Need& need, Job& job);
    [[nodiscard]] Quality solve_layer(Table& table, const Wanted& layer, const Need& need) const;
    // The longest way from one situation to later and later ones.
    [[nodiscard]] int longest_chain(const Table& table, const Need& need) const;
    // How far values can be off.
    [[nodiscard]] static double error(const Quality& quality, int chain);
    // What the tables keep of a situation.
    [[nodiscard]] CoreVector core(const Table& table, int home, int away, const Situation& at) const;
    [[nodiscard]] u64 stations(const Table& table, const std::vector<std::vector<Wanted>>& fronts) const;
    // The goals of a position's situation, compiled once.
    [[nodiscard]] std::shared_ptr<const BothGoals> goals(const Table& table, const State& state) const;

    Rules rules_;
    std::vector<std::unique_ptr<Sky>> skies_;
    double residual_ = 0;
    double leaving_ = 1;
    int chain_ = 1;
    std::optional<double> book_bound_;
    std::optional<Book> book_; // keeps its columns mapped

    mutable std::mutex recent_mutex_; // of what queries asked for lately, by situation without injuries
    mutable std::unordered_map<u64, std::shared_ptr<const BothGoals>> goals_;
};

} // namespace touchline::solve::pocket_rugby
