// The exact solver of Pocket Sports Gridiron, basic and pro, with every option.
//
// Tables hold the positions between plays: who has the ball, the drives left, home's lead, both sides' injuries, downs
// and sacks, and the tries. In the middle of a play the rest of it is walked from the rules. A game too large for that
// (pro with injuries) has tables of drives' beginnings alone, and solves a drive again when its middle is asked about.
#pragma once

#include "solve/flowed.hpp"
#include "solve/pocket_gridiron/asked_drive.hpp"
#include "solve/policy.hpp"
#include "solve/solver.hpp"

namespace touchline::solve::pocket_gridiron {

class Solver {
public:
    static constexpr u32 kVersion = 2;

    // More values than this, 12 bytes each in a book, are not kept: of a game that has more, beginnings of drives are.
    static constexpr std::size_t kMostKept = 32'000'000;

    explicit Solver(const Rules& rules, std::size_t most_kept = kMostKept);
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    // Injuries that add up without end to speak of (R4) have too many positions.
    [[nodiscard]] static bool able(const Rules& rules) { return Hurts(rules).fit(); }

    // Before every roll of the quarterback: a bonus can grow for ever, so it must not be walked through.
    [[nodiscard]] bool station(const State& state) const {
        return state.step == Step::qb || state.step == Step::fourth_down;
    }
    [[nodiscard]] bool covers(const State& state) const;
    [[nodiscard]] Valuation at(const State& state) const;
    // What stations that differ in the score alone are worth to home. Requires: all covered.
    void worths(std::span<const State> stations, double* out) const;

    void solve_all(Job& job);
    void solve_for(const State& state, Job& job);
    [[nodiscard]] double bound() const;
    [[nodiscard]] std::vector<PolicyValue> value_policies(std::span<const Policy<State>* const> policies,
                                                          const State& from, double bound, Job& job) const;
    [[nodiscard]] Flowed follow(const Policy<State>& policy, const State& from, Job& job) const;
    // For a seat that plays by these rules' book where others are played. Lives no longer than the solver.
    [[nodiscard]] std::unique_ptr<OtherBook<State>> book_for(const Rules& playing) const;

    void save(BookWriter& writer) const;
    [[nodiscard]] Expected<Done, Message> load(const Book& book);
    [[nodiscard]] bool begun() const { return begun_ != nullptr; }
    void save_unfinished(BookWriter& writer) const { begun_->save_unfinished(writer); }
    [[nodiscard]] Expected<Done, Message> load_unfinished(const Book& book);

    // How many positions before a play the solved layers have.
    [[nodiscard]] u64 stations() const;

private:
    // Where a position stands in its drive's terms.
    struct Place {
        LayerKey key;
        int lead = 0; // at the beginning of the drive
        BySeat<u8> injured;
    };
    struct Recent;
    // The values around a position: those of its region, and its drive where the region does not keep that.
    struct Around {
        const Region* region;
        std::shared_ptr<const AskedDrive> drive{};
    };

    [[nodiscard]] Place place_of(const State& state) const;
    [[nodiscard]] bool decided(const Place& place) const;
    [[nodiscard]] const Region* region_for(const Place& place) const;
    [[nodiscard]] std::unique_ptr<Region> whole_game();
    // Requires: between plays of a drive that these are the plays of.
    [[nodiscard]] static Spot spot_of(const Plays& plays, const State& state);
    // For so many leads about this one. Requires: not decided, covered.
    [[nodiscard]] Around around(const Place& place, int leads) const;
    [[nodiscard]] static Worth at(const Around& around, const Place& place, Spot spot, BySeat<u8> injured);
    [[nodiscard]] Worth after(const Around& around, const Place& place, const State& state, const Exit& exit) const;
    [[nodiscard]] std::shared_ptr<const Play> rest_of(const Plays& plays, const State& state) const;

    Rules rules_;
    std::size_t most_kept_;
    std::unique_ptr<BothPlays> plays_;
    std::vector<std::unique_ptr<Region>> regions_;
    const Region* whole_ = nullptr; // the region of the whole game, once solved or loaded
    std::unique_ptr<Region> begun_; // the same while it is being solved
    std::unique_ptr<Recent> recent_;
};

} // namespace touchline::solve::pocket_gridiron
