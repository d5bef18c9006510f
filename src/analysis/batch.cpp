// The batch of each game: a plain loop over its rules, split over threads.
#include "analysis/batch.hpp"

#include "play/numbered_for.hpp"
#include "play/visit_table.hpp"
#include "solve/job.hpp"

#include <algorithm>
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
          observed_(numbers_.observation_size()), job_(threads), games_(count) {
        std::vector<u64> seeds(count);
        std::iota(seeds.begin(), seeds.end(), u64{0});
        reset(seeds, {});
    }

    [[nodiscard]] std::size_t count() const override { return games_.size(); }

    void reset(std::span<const u64> seeds, const BatchArrays& arrays) override {
        each_range([&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                games_[i].random = Random(seeds[i]);
                start(games_[i]);
                tell(i, {}, arrays);
            }
        });
    }

    [[nodiscard]] std::optional<std::size_t> step(std::span<const std::int32_t> actions,
                                                  const BatchArrays& arrays) override {
        if (const auto wrong = first_illegal(actions)) return wrong;
        each_range([&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                tell(i, left(games_[i], actions[i]) ? Ended{} : advance(games_[i], actions[i]), arrays);
        });
        return std::nullopt;
    }

    void scores(std::span<std::int32_t> out) const override {
        for (std::size_t i = 0; i < games_.size(); ++i) {
            const BySeat<int> score = rules_.score(games_[i].state);
            out[2 * i] = score.home;
            out[2 * i + 1] = score.away;
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
        std::array<u8, kMostActions> numbers{}; // of the legal actions
        std::optional<Action> home{};           // the choice that waits at a secret turn
        Seat seat = Seat::home;
        bool moves = false; // whether somebody is to move
        bool told = false;  // over, and its end has been told
    };
    using Ended = std::optional<Result>;

    template <class Work>
    void each_range(const Work& work) {
        const std::size_t share = (games_.size() + job_.threads() - 1) / job_.threads();
        job_.parallel(games_.size(), std::max(kLeast, share), work);
    }

    [[nodiscard]] std::optional<std::size_t> first_illegal(std::span<const std::int32_t> actions) const {
        for (std::size_t i = 0; i < games_.size(); ++i)
            if (games_[i].moves && actions[i] != kLeave && place_of(games_[i], actions[i]) == games_[i].legal.size())
                return i;
        return std::nullopt;
    }

    [[nodiscard]] static bool left(const Game& game, std::int32_t action) { return game.moves && action == kLeave; }

    [[nodiscard]] static std::size_t place_of(const Game& game, std::int32_t action) {
        std::size_t place = 0;
        while (place < game.legal.size() && game.numbers[place] != action) ++place;
        return place;
    }

    void start(Game& game) const {
        game.state = rules_.start();
        game.home.reset();
        game.told = game.moves = false;
        if (actions_ != 0) settle(game); // else every step plays one game
    }

    // Lets chance fall until somebody is to move or the game is over. The state and the generator are copied meanwhile:
    // what they hold can then stay in registers.
    void settle(Game& game) const {
        State state = game.state;
        Random random = game.random;
        Turn turn = rules_.turn(state);
        for (; turn.kind == TurnKind::chance; turn = rules_.turn(state)) roll(rules_, state, random);
        game.state = state;
        game.random = random;
        game.turn = turn;
        game.moves = turn.kind != TurnKind::over;
        if (game.moves) ask(game, turn.kind == TurnKind::secret ? Seat::home : turn.seat);
    }

    void ask(Game& game, Seat seat) const {
        game.seat = seat;
        game.legal = rules_.legal(game.state, seat);
        for (std::size_t i = 0; i < game.legal.size(); ++i)
            game.numbers[i] = static_cast<u8>(numbers_.number_of(game.state, game.turn, game.legal[i]));
    }

    // One step of a game; how it ended, if it did.
    [[nodiscard]] Ended advance(Game& game, std::int32_t number) const {
        if (game.told) return {};
        if (game.moves) {
            const Action action = game.legal[place_of(game, number)];
            if (game.turn.kind == TurnKind::choice) {
                rules_.play(game.state, action);
            } else if constexpr (HasSecrets<R>) {
                if (!game.home) {
                    game.home = action;
                    ask(game, Seat::away);
                    return {};
                }
                rules_.play_secret(game.state, {*game.home, action});
                game.home.reset();
            }
        }
        settle(game);
        if (game.moves) return {};
        const Result result = rules_.result(game.state);
        if (at_end_ == AtEnd::go_on)
            start(game);
        else
            game.told = true;
        return result;
    }

    void tell(std::size_t index, Ended ended, const BatchArrays& arrays) const {
        const Game& game = games_[index];
        if (arrays.rewards != nullptr) {
            const float home = !ended || *ended == Result::draw ? 0.0F : *ended == Result::home ? 1.0F : -1.0F;
            arrays.rewards[2 * index] = home;
            arrays.rewards[2 * index + 1] = home == 0.0F ? 0.0F : -home;
        }
        if (arrays.ends != nullptr) arrays.ends[index] = ended ? 1 : 0;
        if (arrays.seats != nullptr) arrays.seats[index] = game.moves ? static_cast<i8>(game.seat) : i8{-1};
        if (arrays.masks != nullptr) {
            u8* mask = arrays.masks + index * actions_;
            std::fill_n(mask, actions_, u8{0});
            for (std::size_t i = 0; game.moves && i < game.legal.size(); ++i) mask[game.numbers[i]] = 1;
        }
        if (arrays.observations != nullptr) {
            const std::span<float> out(arrays.observations + index * observed_, observed_);
            if (game.moves)
                numbers_.observe(game.state, game.turn, game.seat, true, out);
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
