// The last play of a game with cards: worth exactly what the two hands, hidden or open, make of it.
#pragma once

#include "games/red_boar_gridiron/rules.hpp"
#include "solve/odds.hpp"

#include <map>
#include <optional>
#include <vector>

namespace touchline::solve::red_boar_gridiron {

using namespace touchline::red_boar_gridiron;

class LastPlay {
public:
    explicit LastPlay(const Rules& rules) : rules_(rules) {}

    // To an onlooker who sees no hand, each side knowing its own alone. Empty where the page asks for an estimate.
    [[nodiscard]] std::optional<Valuation> hidden(const State& s) const;
    // With both hands face up. Empty where they are not full or more than one play may be left.
    [[nodiscard]] std::optional<Valuation> open(const State& s) const;
    [[nodiscard]] std::optional<std::vector<Advice>> advise_open(const State& s) const;

private:
    // What playing a card from a spot may bring the offence, by offence and defence kind, fouls before the play aside.
    struct Matrix {
        std::vector<double> payoff;
        std::map<int, double> again; // the chance of the same choice once more, by ball
        std::optional<double> kick;  // the best that kicks bring, where there are any
    };
    struct Choices { // of the offence at one spot, hands open
        double play = 0;
        std::optional<double> kick{};
        [[nodiscard]] double best() const { return kick ? std::max(play, *kick) : play; }
    };

    struct Ends;

    // choice() values a choice of cards; the rest is known without it.
    template <class Choice>
    [[nodiscard]] std::optional<Valuation> value(const State& s, Choice&& choice) const;
    [[nodiscard]] bool last(const State& s) const;
    [[nodiscard]] bool choosing(const State& s) const;
    [[nodiscard]] double reach(const State& s) const;
    [[nodiscard]] double offense_value(const State& s) const;
    [[nodiscard]] std::optional<double> decided(const State& s) const;
    [[nodiscard]] Matrix matrix(const State& s, int ball) const;
    void add_pair(const State& s, std::size_t own, std::size_t theirs, Matrix& into) const;
    [[nodiscard]] std::map<int, Matrix> spots(const State& s) const;
    [[nodiscard]] Valuation hidden_choice(const State& s) const;
    [[nodiscard]] Choices open_choices(const State& s) const;
    [[nodiscard]] double open_value(const State& s, const Matrix& matrix) const;
    [[nodiscard]] static Valuation to_home(const State& s, double value, double error);

    const Rules& rules_;
};

// Found by the table's advisor: what is known exactly of a game that has no book.
[[nodiscard]] std::optional<Valuation> endgame_odds(const Rules& rules, const State& s, bool open);
[[nodiscard]] std::optional<std::vector<Advice>> endgame_advice(const Rules& rules, const State& s, bool open);

} // namespace touchline::solve::red_boar_gridiron
