// Many games of one kind side by side, for programs that learn or measure: one action a game goes in, chance falls
// inside, and what the next deciders see comes out, in the caller's arrays.
#pragma once

#include "play/numbered.hpp"

namespace touchline::analysis {

enum class AtEnd : u8 { stop, go_on }; // go on: a game that ends is told, and begun anew at once

// As an action: the game is left where it is.
inline constexpr std::int32_t kLeave = -1;

// Any of them may be null.
struct BatchArrays {
    float* observations = nullptr; // games x observation size, of the seat to move; zeros where nobody moves
    u8* masks = nullptr;           // games x actions: 1 for legal; zeros where nobody moves
    float* rewards = nullptr;      // games x 2, home's and away's: 0 while a game goes on, then 1, 0 or -1
    i8* seats = nullptr;           // games: the seat to move, -1 where nobody moves
    u8* ends = nullptr;            // games: 1 where the step ended a game
};

// Everything is the same for any number of threads: each game has a generator of its own. At a secret turn home is
// asked first. A game without choices is played to its end by every step.
class Batch {
public:
    virtual ~Batch() = default;

    [[nodiscard]] virtual std::size_t count() const = 0;
    // Requires: a seed a game.
    virtual void reset(std::span<const u64> seeds, const BatchArrays& arrays) = 0;
    // Requires: an action or kLeave a game; those of games in which nobody moves are not looked at. The first game
    // whose action is not legal, or nothing; then no game has changed.
    [[nodiscard]] virtual std::optional<std::size_t> step(std::span<const std::int32_t> actions,
                                                          const BatchArrays& arrays) = 0;
    // Requires: two numbers a game.
    virtual void scores(std::span<std::int32_t> out) const = 0;
    // The position in which the last game at each place ended, as the seat sees it, and its score; both may be null.
    // What belongs to a place where none has ended since the reset is left as it is. Requires: room for every game.
    virtual void finals(Seat seat, float* observations, std::int32_t* scores) const = 0;
    // One of the games at a table of its own, without history but for home's choice that waits. Requires: there is it.
    [[nodiscard]] virtual std::unique_ptr<Table> table(std::size_t index) const = 0;

protected:
    Batch() = default;
    Batch(const Batch&) = default;
    Batch& operator=(const Batch&) = default;
};

// Games like the table's, from their start; threads 0: as many as the machine has. They are reset with the seeds 0, 1 …
[[nodiscard]] std::unique_ptr<Batch> make_batch(const Table& table, std::shared_ptr<const Numbered> numbers,
                                                std::size_t count, AtEnd at_end, unsigned threads);

} // namespace touchline::analysis
