// Policies in Gridiron with dice, valued over the layers of the clock as best play is (regulation.hpp): both sides'
// stations for all leads side by side, once as the book values them and once as the policy plays them.
#pragma once

#include "solve/policy_run.hpp"
#include "solve/red_boar_gridiron/regulation.hpp"

namespace touchline::solve::red_boar_gridiron {

class PolicyRegulation {
public:
    using Moment = Regulation::Moment;

    // What the beginning of an overtime is worth, by who receives the second half: best play, and under the policy.
    struct OvertimeWorth {
        std::array<double, 2> believed{0.5, 0.5};
        std::array<Valuation, 2> played{};
    };
    // `known` values the four quarters under best play; null where no seat uses values. The answer may be off by about
    // `bound`.
    PolicyRegulation(const Rules& rules, const Regulation* known, const Policy<State>& policy,
                     const OvertimeWorth& overtime, double bound);

    // Values every layer up to a position before the end of the 4th quarter; what the position is worth.
    [[nodiscard]] PolicyValue run(const State& from, Job& job);

private:
    static constexpr std::size_t kBlock = 64;

    // Home's values of one moment by who has the ball, station and home's lead: under best play, under the policy, and
    // the chance of a draw under the policy. Columns that nobody asks for are empty.
    enum Column : std::size_t { kBelieved, kValue, kDraw, kColumns };
    using Buffer = std::array<std::vector<double>, kColumns>;
    using Place = std::array<const double*, kColumns>; // at lead 0
    // The plays of one side.
    struct Side {
        std::unique_ptr<Plays> plays;
        std::vector<std::vector<std::size_t>> sources; // by play
        std::vector<std::size_t> down_plays;           // those of scrimmage
        std::vector<PlayChoice<State>> calls;          // by spot and down; those without a choice have no actions
        std::vector<Habits<State>> habits;             // by play
        Habits<State> call_habits;
    };
    struct Block { // a range of leads that one thread works on
        std::size_t variant = 0;
        std::size_t offense = 0;
        int from = 0;
        std::size_t width = 0;
        double bound = 0;
    };

    void prepare_side(std::size_t offense);
    void prepare_ends(const OvertimeWorth& overtime);
    [[nodiscard]] std::size_t variants(int quarter) const { return quarter <= 2 || agrees_overtime(rules_) ? 2 : 1; }
    [[nodiscard]] Buffer& buffer(std::size_t variant, int ticks) {
        return ticks == 0 ? zero_[variant] : ring_[variant][static_cast<std::size_t>(ticks) % ring_[variant].size()];
    }
    [[nodiscard]] double* row(std::size_t variant, int ticks, const Leaf& at, Column column);
    [[nodiscard]] bool has(Column column) const {
        return column == kValue || (column == kBelieved ? known_ != nullptr : draws_);
    }
    [[nodiscard]] State placed(State s, std::size_t variant, int lead) const;
    [[nodiscard]] std::span<const u32> looks_of(const Block& block) const;
    [[nodiscard]] std::vector<Block> blocks() const;

    void value_layer(Moment m, Job& job);
    void find_places();
    void look(Job& job);
    void decide(std::size_t play, const Block& block, PolicyRun& run, PolicyRun::Root root) const;
    void value(std::size_t play, const Block& block, PolicyRun& run, Column column, double* out) const;
    void value_single(std::size_t station, const Block& block);
    [[nodiscard]] double value_tries(const Block& block);
    [[nodiscard]] double value_downs(const Block& block);
    void saturate(std::size_t variant, std::size_t offense, std::size_t station);
    void narrow();
    [[nodiscard]] Place at(const State& s) const;

    Rules rules_;
    const Regulation* known_;
    const Policy<State>& policy_;
    bool draws_;
    double tiny_; // a chance of making good a lead that is cut off
    int tick_;
    int quarter_ticks_;
    Rules wide_;
    std::array<Side, 2> sides_;
    int points_ = 0; // one play can change the lead by
    double again_ = 0;
    double replayed_ = 0;
    double rounding_ = 1e-15;
    int most_lead_ = 0;
    int middle_ = 0;
    std::size_t stride_ = 0;
    Sources sources_;
    std::array<std::vector<Place>, 2> places_; // by variant, then source
    StateMap<State> sights_;
    std::array<std::vector<u32>, 2>
        looks_; // by variant, then lead from low_ on; none: nothing is known of what seats see
    QuarterEnds ends_;
    // By who receives the second half: the end of the four quarters by lead, and the beginning of an overtime.
    std::array<std::array<std::vector<double>, kColumns>, 2> ended_;
    std::array<std::array<double, kColumns>, 2> overtime_{};
    std::vector<double> nothing_;
    std::array<Buffer, 2> zero_, next_;
    std::array<std::vector<Buffer>, 2> ring_;

    Moment moment_{}; // of the current layer
    State from_{};
    int low_ = 0; // leads of the current layer: beyond them the game is as good as over
    int high_ = 0;
    double error_ = 0;
    u64 stations_ = 0;
};

} // namespace touchline::solve::red_boar_gridiron
