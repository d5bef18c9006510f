// Four quarters of Gridiron, solved backwards over the clock: one layer for each tick of each quarter, all
// stations of a layer for all leads side by side. Leads that nobody can make good any more are cut off; what that can
// cost is part of the bound.
#pragma once

#include "solve/book.hpp"
#include "solve/job.hpp"
#include "solve/red_boar_gridiron/card_stage.hpp"
#include "solve/red_boar_gridiron/hand_game.hpp"

#include <memory>
#include <optional>

namespace touchline::solve::red_boar_gridiron {

class Regulation {
public:
    // What a book may take on disk: as many whole quarters are kept, from the last one back, as fit.
    static constexpr u64 kMostBookBytes = 480'000'000;
    explicit Regulation(const Rules& rules, u64 most_book_bytes = kMostBookBytes);

    // A moment of the clock: 0 ticks are left only while a try is under way.
    struct Moment {
        int quarter = 4;
        int ticks = 0;
    };
    [[nodiscard]] Moment moment_of(const State& s) const { return {s.quarter, (s.clock + tick_ - 1) / tick_}; }
    [[nodiscard]] Moment first() const { return {1, quarter_ticks_}; }

    // Solves all that a moment may lead to.
    void solve_to(Moment moment, Job& job);
    [[nodiscard]] bool covers(Moment moment) const { return number(moment) < layers_.size(); }

    // What home has where `offense` has the ball (or kicks). Requires: covers(moment).
    [[nodiscard]] Worth at(Moment moment, const State& s, std::size_t station) const;
    // The same for a row of home's leads; `second_half` as in State. Requires: covers(moment).
    struct Leads {
        int from;
        std::size_t count;
    };
    void home_values(Moment moment, std::size_t second_half, const Leaf& at, Leads leads, double* out) const;
    [[nodiscard]] double bound() const;
    [[nodiscard]] u64 stations() const;

    // Requires: cards, a station of downs or tries, covers(moment_of(s)); prepare() was called.
    [[nodiscard]] CardStage stage(const State& s, std::size_t station) const;
    void prepare();
    // Gives back the room that learning took.
    void forget();

    void save(BookWriter& writer) const;
    [[nodiscard]] Expected<Done, Message> load(const Book& book);
    // The same between two layers, with the working room: solving goes on as if it had never stopped.
    [[nodiscard]] bool begun() const { return !layers_.empty() && restored_; }
    void save_unfinished(BookWriter& writer) const;
    [[nodiscard]] Expected<Done, Message> load_unfinished(const Book& book);

private:
    // One layer with working room: home's values by who has the ball, station and home's lead.
    struct Buffer {
        std::vector<double> value;
        std::vector<double> draw;
    };
    // A solved layer as it is kept: home has the ball, leads -lead to lead, a variant after the other.
    struct Layer {
        int lead = 0;
        double bound = 0; // without what cutting off leads costs
        double cut = 0;   // the greatest chance of making good a lead next to the cut
        const u32* value = nullptr;
        const u32* draw = nullptr;
        std::vector<u32> own_value{};
        std::vector<u32> own_draw{};
    };
    // Where the values of a leaf are found in the current layer.
    struct Place {
        const double* value = nullptr; // at lead 0
        const double* draw = nullptr;
    };
    struct Block { // a range of leads that one thread works on
        std::size_t variant = 0;
        int from = 0;
        std::size_t width = 0;
        double bound = 0;
    };

    static constexpr std::size_t kBlock = 64;

    [[nodiscard]] std::size_t number(Moment m) const {
        return static_cast<std::size_t>((4 - m.quarter) * (quarter_ticks_ + 1) + m.ticks);
    }
    // Who receives the second half: it tells who begins an overtime too, where that is agreed (R22).
    [[nodiscard]] std::size_t variants(int quarter) const { return quarter <= 2 || overtime_agreed() ? 2 : 1; }
    [[nodiscard]] bool overtime_agreed() const { return !cards() && agrees_overtime(rules_); }
    [[nodiscard]] std::size_t offset(std::size_t offense, std::size_t station) const {
        return (offense * kStations + station) * stride_ + static_cast<std::size_t>(middle_);
    }
    [[nodiscard]] Buffer& buffer(std::size_t variant, int ticks) {
        return ticks == 0 ? zero_[variant] : ring_[variant][static_cast<std::size_t>(ticks) % ring_[variant].size()];
    }
    [[nodiscard]] const Buffer& buffer(std::size_t variant, int ticks) const {
        return const_cast<Regulation*>(this)->buffer(variant, ticks);
    }
    [[nodiscard]] bool draws() const { return rules_.options().overtime == Overtime::tie; }
    // With cards leads are worked on in whole lanes, the same ones in every layer.
    [[nodiscard]] int whole_lanes(int lead) const {
        return cards() ? (lead + static_cast<int>(kLanes) - 1) / static_cast<int>(kLanes) * static_cast<int>(kLanes)
                       : lead;
    }
    // Lanes beyond the greatest lead are worked out and left.
    [[nodiscard]] static Block whole_lanes(const Block& block) {
        return {block.variant, block.from, kLanes, block.bound};
    }
    [[nodiscard]] bool cards() const { return rules_.options().cards; }

    void prepare_cards();
    void prepare_sources();
    void prepare_ends();
    void solve_layer(Moment m, Job& job);
    void find_places(Moment m);
    void solve_kicks(Moment m, std::size_t variant);
    void solve_block(Moment m, Block& block);
    void guess(Moment m, const Block& block, std::size_t station);
    double solve_tries(Moment m, const Block& block);
    double solve_downs(Moment m, const Block& block);
    void evaluate(std::size_t play, const Block& block, std::span<const RowOut> out) const;
    void evaluate(std::size_t play, const Block& block, double* value, double* draw) const {
        const RowOut out{value, draw};
        evaluate(play, block, std::span(&out, 1));
    }
    // The same with cards, in regulation_cards.cpp.
    struct CardGames {
        HandGame kick, no_kick;
        // What a block of leads has learnt at its stations, kept from layer to layer.
        struct Learnt {
            std::vector<NarrowLanes> regrets{};
            std::vector<HandShares> shares{};
            bool begun = false;
        };
        std::array<std::vector<Learnt>, 2> learnt{}; // by variant, then block and phase
    };
    // What a pair of cards brings at a station, and the chance of a draw in it.
    struct CardPayoffs {
        std::vector<Lanes> value{}, draw{};
        Lanes kick{}, kick_draw{};
        [[nodiscard]] HandGame::Payoff payoff() const { return {value, kick}; }
    };
    void solve_card_tries(Moment m, const Block& block);
    void solve_card_downs(Moment m, const Block& block);
    void evaluate_cards(std::size_t play, const Block& block, CardPayoffs& into) const;
    void evaluate_kick(std::size_t play, const Block& block, CardPayoffs& into) const;
    void gather(Moment m, const Block& block, std::size_t down, const CardPayoffs& plain,
                const std::vector<CardPayoffs>& kicks, CardPayoffs& into);
    double put(Moment m, const Block& block, std::size_t station, const HandShares& shares, const CardPayoffs& from);
    [[nodiscard]] std::size_t phases() const;
    [[nodiscard]] CardGames::Learnt& learnt(Moment m, const Block& block);
    [[nodiscard]] double leaf_value(Moment m, const State& s, const Leaf& leaf) const;
    [[nodiscard]] int rounds(Moment m, const CardGames::Learnt& own) const;
    void learn(const HandGame& game, const CardPayoffs& from, int rounds, CardGames::Learnt& own,
               std::size_t station) const;
    [[nodiscard]] double* row(Moment m, std::size_t variant, std::size_t station, int lead, bool draw);
    void saturate(Moment m, std::size_t variant, std::size_t offense, std::size_t station);
    void mirror(Moment m, std::size_t begin, std::size_t end);
    void keep(Moment m, double bound, Job& job);
    void restore();
    [[nodiscard]] Moment moment_at(std::size_t layer) const {
        const int n = static_cast<int>(layer);
        return {4 - n / (quarter_ticks_ + 1), n % (quarter_ticks_ + 1)};
    }
    // On disk, in regulation_books.cpp.
    [[nodiscard]] std::vector<std::size_t> working() const;
    void save_layers(std::size_t count, BookWriter& writer) const;
    [[nodiscard]] std::optional<std::vector<Layer>> loaded_layers(const Book& book) const;
    template <class Own, class Each>
    void each_row(const std::vector<Own*>& buffers, int lead, const Each& each) const;
    template <class Next>
    void refill(std::size_t layer, const Next& next);
    [[nodiscard]] std::size_t size(std::size_t layer) const;

    const Rules rules_;
    u64 most_book_bytes_;
    int tick_;
    int quarter_ticks_;
    Rules wide_; // the same rules with a clock that no play runs down
    // Made when the first layer is solved: a book needs none of it.
    std::unique_ptr<Plays> plays_;
    double tiny_; // a chance of making good a lead that is cut off
    int most_lead_ = 0;
    int middle_ = 0;
    std::size_t stride_ = 0;
    int lead_ = 0; // of the current layer

    Sources sources_;
    std::vector<std::vector<std::size_t>> leaf_sources_; // by play
    std::vector<std::size_t> down_plays_;                // those of scrimmage
    double rounding_ = 0;                                // of one evaluation
    std::array<std::vector<Place>, 2> places_;           // by variant, then source
    QuarterEnds ends_;
    std::array<std::vector<double>, 2> ended_value_; // by variant, then lead
    double ended_bound_ = 0;
    std::vector<double> ended_draw_, nothing_;
    std::array<Buffer, 2> zero_, next_;
    std::array<std::vector<Buffer>, 2> ring_;
    std::unique_ptr<CardGames> games_;
    std::vector<std::size_t> kick_plays_; // those of scrimmage
    std::vector<Layer> layers_;           // by number()
    std::shared_ptr<Book> loaded_;        // keeps the columns of a book alive
    bool restored_ = true;                // whether the working room has what the last layer of a book says
};

} // namespace touchline::solve::red_boar_gridiron
