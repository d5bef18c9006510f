// The batch of each game: a plain loop over its rules, split over threads.
#include "analysis/batch.hpp"

#include "play/numbered_for.hpp"
#include "play/visit_table.hpp"
#include "solve/job.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace touchline::analysis {

namespace {

// So many games are worth waking a thread for.
constexpr std::size_t kLeast = 64;

template <class R>
class BatchOf final : public Batch {
public:
    using State = typename R::State;

    BatchOf(const TableFor<R>& table, std::shared_ptr<const Numbered> numbers, std::size_t count, AtEnd at_end,
            unsigned threads)
        : table_(table), keep_(std::move(numbers)), numbers_(static_cast<const NumberedFor<R>&>(*keep_)),
          rules_(numbers_.rules()), at_end_(at_end), actions_(numbers_.actions().size()),
          observed_(numbers_.observation_size()), job_(threads), games_(count), asked_(count),
          finals_(at_end == AtEnd::go_on ? count : 0) {
        std::vector<u64> seeds(count);
        std::iota(seeds.begin(), seeds.end(), u64{0});
        reset(seeds, {});
    }

    [[nodiscard]] std::size_t count() const override { return games_.size(); }

    void reset(std::span<const u64> seeds, const BatchArrays& arrays) override {
        each_range([&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                games_[i].random = Random(seeds[i]);
                games_[i].ended = false;
                start(i);
                tell(i, {}, arrays);
            }
        });
    }

    [[nodiscard]] std::optional<std::size_t> step(std::span<const std::int32_t> actions,
                                                  const BatchArrays& arrays) override {
        if (const auto wrong = first_illegal(actions)) return wrong;
        each_range([&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                tell(i, left(asked_[i], actions[i]) ? Ended{} : advance(i, actions[i]), arrays);
        });
        return std::nullopt;
    }

    void scores(std::span<std::int32_t> out) const override {
        for (std::size_t i = 0; i < games_.size(); ++i) tell_score(games_[i].state, out.data() + 2 * i);
    }

    void finals(Seat seat, float* observations, std::int32_t* scores) const override {
        for (std::size_t i = 0; i < games_.size(); ++i) {
            if (!games_[i].ended) continue;
            const State& last = at_end_ == AtEnd::go_on ? finals_[i] : games_[i].state;
            if (scores != nullptr) tell_score(last, scores + 2 * i);
            if (observations != nullptr)
                numbers_.observe(last, rules_.turn(last), seat, false, {observations + i * observed_, observed_});
        }
    }

    [[nodiscard]] std::unique_ptr<Table> table(std::size_t index) const override {
        const Game& game = games_[index];
        auto table = std::make_unique<TableFor<R>>(table_);
        table->begin_at(game.state);
        table->tags.clear();
        if (game.home) (void)table->choose(Seat::home, rules_.action_name(game.state, *game.home));
        return table;
    }

private:
    struct Game {
        State state{};
        Random random{0};
        Turn turn{};
        ActionList legal{};
        std::optional<Action> home{}; // the choice that waits at a secret turn
        bool told = false;            // over, and its end has been told
        bool ended = false;           // one has ended here since the reset
    };
    // What a game asks, apart from the game: all are looked through before any is stepped.
    struct Asked {
        u64 numbers = 0; // of the legal actions, a byte each, kNone beyond them
        Seat seat = Seat::home;
        bool moves = false; // whether somebody is to move
    };
    static constexpr u64 kEach = 0x0101010101010101ULL;
    static constexpr u8 kNone = 255; // no action's number
    using Ended = std::optional<Result>;

    template <class Work>
    void each_range(const Work& work) {
        const std::size_t share = (games_.size() + job_.threads() - 1) / job_.threads();
        job_.parallel(games_.size(), std::max(kLeast, share), work);
    }

    [[nodiscard]] std::optional<std::size_t> first_illegal(std::span<const std::int32_t> actions) const {
        for (std::size_t i = 0; i < games_.size(); ++i)
            if (asked_[i].moves && actions[i] != kLeave && place_of(asked_[i], actions[i]) == kMostActions) return i;
        return std::nullopt;
    }

    [[nodiscard]] static bool left(const Asked& asked, std::int32_t action) { return asked.moves && action == kLeave; }

    // kMostActions where it is not legal. Which action is taken cannot be foreseen: no jump depends on it.
    [[nodiscard]] static std::size_t place_of(const Asked& asked, std::int32_t action) {
        if (action < 0 || action >= kNone) return kMostActions;
        const u64 differ = asked.numbers ^ kEach * static_cast<u64>(action);
        // The lowest bit that is set stands at the first byte that is 0.
        const u64 same = (differ - kEach) & ~differ & kEach << 7;
        return static_cast<std::size_t>(std::countr_zero(same)) / 8;
    }

    void start(std::size_t index) {
        Game& game = games_[index];
        game.state = rules_.start();
        game.home.reset();
        game.told = asked_[index].moves = false;
        if (actions_ != 0) settle(index); // else every step plays one game
    }

    // Lets chance fall until somebody is to move or the game is over. The state and the generator are copied meanwhile:
    // what they hold can then stay in registers.
    void settle(std::size_t index) {
        Game& game = games_[index];
        State state = game.state;
        Random random = game.random;
        Turn turn{};
        while ((turn = rules_.turn(state)).kind == TurnKind::chance) roll(rules_, state, random);
        game.state = state;
        game.random = random;
        game.turn = turn;
        asked_[index].moves = turn.kind != TurnKind::over;
        if (turn.kind != TurnKind::over) ask(index, turn.kind == TurnKind::secret ? Seat::home : turn.seat);
    }

    void ask(std::size_t index, Seat seat) {
        Game& game = games_[index];
        game.legal = rules_.legal(game.state, seat);
        u64 numbers = 0;
        for (std::size_t i = game.legal.size(); i-- > 0;)
            numbers = numbers << 8 | (numbers_.number_of(game.state, game.turn, game.legal[i]) ^ kNone);
        asked_[index] = {~numbers, seat, true};
    }

    // One step of a game; how it ended, if it did.
    [[nodiscard]] Ended advance(std::size_t index, std::int32_t number) {
        Game& game = games_[index];
        if (game.told) return {};
        if (asked_[index].moves) {
            const Action action = game.legal[place_of(asked_[index], number)];
            if (game.turn.kind == TurnKind::choice) {
                rules_.play(game.state, action);
            } else if constexpr (HasSecrets<R>) {
                if (!game.home) {
                    game.home = action;
                    ask(index, Seat::away);
                    return {};
                }
                rules_.play_secret(game.state, {*game.home, action});
                game.home.reset();
            }
        }
        settle(index);
        if (asked_[index].moves) return {};
        const Result result = rules_.result(game.state);
        game.ended = true;
        if (at_end_ == AtEnd::go_on) {
            finals_[index] = game.state;
            start(index);
        } else {
            game.told = true;
        }
        return result;
    }

    void tell_score(const State& state, std::int32_t* out) const {
        const BySeat<int> score = rules_.score(state);
        out[0] = score.home;
        out[1] = score.away;
    }

    void tell(std::size_t index, Ended ended, const BatchArrays& arrays) const {
        const Asked& asked = asked_[index];
        if (arrays.rewards != nullptr) {
            const float home = !ended || *ended == Result::draw ? 0.0F : *ended == Result::home ? 1.0F : -1.0F;
            arrays.rewards[2 * index] = home;
            arrays.rewards[2 * index + 1] = home == 0.0F ? 0.0F : -home;
        }
        if (arrays.ends != nullptr) arrays.ends[index] = ended ? 1 : 0;
        if (arrays.seats != nullptr) arrays.seats[index] = asked.moves ? static_cast<i8>(asked.seat) : i8{-1};
        if (arrays.masks != nullptr) {
            u8* mask = arrays.masks + index * actions_;
            std::fill_n(mask, actions_, u8{0});
            const std::size_t legal = asked.moves ? games_[index].legal.size() : 0;
            for (std::size_t i = 0; i < legal; ++i) mask[asked.numbers >> 8 * i & 0xff] = 1;
        }
        if (arrays.observations != nullptr) {
            const std::span<float> out(arrays.observations + index * observed_, observed_);
            if (asked.moves)
                numbers_.observe(games_[index].state, games_[index].turn, asked.seat, true, out);
            else
                std::ranges::fill(out, 0.0F);
        }
    }

    TableFor<R> table_; // to make others of
    std::shared_ptr<const Numbered> keep_;
    const NumberedFor<R>& numbers_;
    const R& rules_;
    AtEnd at_end_;
    std::size_t actions_;
    std::size_t observed_;
    solve::Job job_;
    std::vector<Game> games_;
    std::vector<Asked> asked_;  // by game
    std::vector<State> finals_; // by game that goes on: how the last one ended
};

} // namespace

std::unique_ptr<Batch> make_batch(const Table& table, std::shared_ptr<const Numbered> numbers, std::size_t count,
                                  AtEnd at_end, unsigned threads) {
    std::unique_ptr<Batch> made;
    visit_table(table, [&]<class R>(const TableFor<R>& typed) {
        made = std::make_unique<BatchOf<R>>(typed, std::move(numbers), count, at_end, threads);
    });
    return made;
}

} // namespace touchline::analysis
