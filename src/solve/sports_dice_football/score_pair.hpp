// All stations at one pair of scores: they lead back to each other as the ball changes hands, and to higher scores,
// which are known already.
#pragma once

#include "solve/sports_dice_football/field.hpp"

#include <functional>

namespace touchline::solve::sports_dice_football {

// Chances of the offence to win, by own score, other score and field station.
class Values {
public:
    explicit Values(int target)
        : target_(target),
          content_(static_cast<std::size_t>(target) * static_cast<std::size_t>(target) * kFieldStations) {}

    [[nodiscard]] int target() const { return target_; }
    [[nodiscard]] double* at(int own, int other) { return content_.data() + offset(own, other); }
    [[nodiscard]] const double* at(int own, int other) const { return content_.data() + offset(own, other); }
    [[nodiscard]] std::vector<double>& content() { return content_; }
    [[nodiscard]] const std::vector<double>& content() const { return content_; }

private:
    [[nodiscard]] std::size_t offset(int own, int other) const {
        return (static_cast<std::size_t>(own) * static_cast<std::size_t>(target_) + static_cast<std::size_t>(other)) *
               kFieldStations;
    }

    int target_;
    std::vector<double> content_;
};

// Solves the stations at own:other and at other:own by policy iteration: the best choices by the values so far are kept
// fixed, their chances solved as linear equations, and so on until no choice changes. What proves the answer is not
// that path but the last evaluation of all stations: see Field::plays_to_score().
class ScorePair {
public:
    ScorePair(const Field& field, Values& values, int one, int two);

    // Writes the values; answers the bound on them, higher scores taken as exact.
    double solve();

private:
    // A station's value as a weighted sum of others and a constant.
    struct Linear {
        u32 first = 0;
        u32 count = 0;
        double constant = 0;
    };
    struct Term {
        u32 row;
        double weight;
    };

    [[nodiscard]] std::size_t row_of(std::size_t side, std::size_t field) const {
        return side * kFieldStations + field;
    }
    [[nodiscard]] double known(int own, int other, const Ending& ending) const;
    void begin();
    void prepare_exits();
    double improve(bool follow);
    void linearise(std::size_t row, const FieldPlay& play, std::size_t side);
    void settle();
    void step();

    const Field& field_;
    Values& values_;
    int sides_;                  // 1 where the scores are level: both sides see the same stations
    std::array<int, 2> score_{}; // of the offence, by side
    std::vector<double> value_;  // by row
    std::vector<double> next_;   // one evaluation further
    std::vector<double> slots_;
    std::vector<double> weights_;
    std::vector<double> exits_; // values of the endings with a score, play by play
    std::vector<Linear> linear_;
    std::vector<Term> terms_;
};

} // namespace touchline::solve::sports_dice_football
