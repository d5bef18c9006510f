// The numbers of one game: the typed inside of play/numbered.hpp, for those who hold its States.
#pragma once

#include "play/numbered.hpp"
#include "play/table_for.hpp"

#include <atomic>

namespace touchline {

inline constexpr std::array<std::string_view, 4> kTurnNames{name(TurnKind::chance), name(TurnKind::choice),
                                                            name(TurnKind::secret), name(TurnKind::over)};

template <class R>
requires(TableGame<R>&& HasNumbers<R>) class NumberedFor final : public Numbered {
public:
    using State = typename R::State;

    explicit NumberedFor(std::shared_ptr<const R> rules) : rules_(std::move(rules)) {
        events_ = rules_->event_names();
        actions_ = rules_->action_names();
        const bool hides = [this] {
            if constexpr (MayHide<R>) return rules_->hides();
            return true;
        }();
        secret_ = HasSecrets<R> && hides;
        hidden_ = HasHidden<R> && hides;
        ids_ = std::vector<std::atomic<u16>>(events_.size() * kCodes);
        FieldLayout layout;
        ViewOf<R> known = view_of(*rules_, rules_->start(), Seat::home);
        declare(layout, known, *rules_, Moment{});
        observation_size_ = layout.size();
        layout_ = std::move(layout.list);
    }

    [[nodiscard]] const R& rules() const { return *rules_; }

    // The number of an action at a turn. Looked up by name once for each code: it is all the same from then on.
    [[nodiscard]] u32 number_of(const State& state, const Turn& turn, Action action) const {
        std::atomic<u16>& known = ids_[turn.event * kCodes + action.code];
        if (const u16 found = known.load(std::memory_order_relaxed); found != 0) return found - 1U;
        const u32 number = action_named(rules_->action_name(state, action)).value();
        known.store(static_cast<u16>(number + 1), std::memory_order_relaxed);
        return number;
    }

    // What a seat may know of a position, and whether it is to move there.
    void observe(const State& state, const Turn& turn, Seat seat, bool moves, std::span<float> out) const {
        FieldFloats floats(out, seat);
        ViewOf<R> known = view_of(*rules_, state, seat);
        declare(floats, known, *rules_, {turn, rules_->score(state), moves});
        assert(floats.end() == out.data() + out.size() && "an observation is shorter than its layout");
    }

    [[nodiscard]] TurnNumbers turn(const Table& table) const override {
        const auto& typed = of(table);
        const Turn turn = typed.rules().turn(typed.position());
        TurnNumbers numbers{turn.kind, turn.event, turn.seat, turn.count};
        if (turn.kind == TurnKind::over) {
            numbers.seat.reset();
            numbers.winner = typed.rules().result(typed.position());
        } else if (turn.kind == TurnKind::secret) {
            numbers.waits = {!typed.pending().home, !typed.pending().away};
            numbers.seat = numbers.waits.home ? Seat::home : Seat::away;
        }
        return numbers;
    }

    [[nodiscard]] std::vector<u32> legal(const Table& table, Seat seat) const override {
        const auto& typed = of(table);
        const Turn turn = typed.rules().turn(typed.position());
        std::vector<u32> numbers;
        if (!moves(typed, turn, seat)) return numbers;
        for (Action action : typed.rules().legal(typed.position(), seat))
            numbers.push_back(number_of(typed.position(), turn, action));
        return numbers;
    }

    [[nodiscard]] std::vector<Weight> chances(const Table& table) const override {
        const auto& typed = of(table);
        std::vector<Weight> weights;
        if (typed.rules().turn(typed.position()).kind == TurnKind::chance)
            typed.rules().chances(typed.position(), [&](Outcome, Weight weight) { weights.push_back(weight); });
        return weights;
    }

    [[nodiscard]] std::vector<std::string_view> tokens(const Table& table, std::size_t outcome) const override {
        const auto& typed = of(table);
        std::vector<std::string_view> tokens;
        std::size_t at = 0;
        typed.rules().chances(typed.position(), [&](Outcome each, Weight) {
            if (at++ != outcome) return;
            for (std::string_view token : typed.rules().tokens(typed.position(), each)) tokens.push_back(token);
        });
        return tokens;
    }

    [[nodiscard]] BySeat<std::optional<u32>> pending(const Table& table) const override {
        const auto& typed = of(table);
        BySeat<std::optional<u32>> chosen;
        for (Seat seat : kSeats)
            if (typed.pending()[seat])
                chosen[seat] =
                    number_of(typed.position(), typed.rules().turn(typed.position()), *typed.pending()[seat]);
        return chosen;
    }

    void observe(const Table& table, Seat seat, std::span<float> out) const override {
        const auto& typed = of(table);
        const Turn turn = typed.rules().turn(typed.position());
        observe(typed.position(), turn, seat, moves(typed, turn, seat), out);
    }

private:
    static constexpr std::size_t kCodes = 256;

    // What everybody knows of a position whatever the game.
    struct Moment {
        Turn turn{};
        BySeat<int> score{};
        bool moves = false;
    };

    [[nodiscard]] static const TableFor<R>& of(const Table& table) { return static_cast<const TableFor<R>&>(table); }

    [[nodiscard]] static bool moves(const TableFor<R>& table, const Turn& turn, Seat seat) {
        if (turn.kind == TurnKind::secret) return !table.pending()[seat];
        return turn.kind == TurnKind::choice && turn.seat == seat;
    }

    template <class Fields>
    void declare(Fields& field, ViewOf<R>& known, const R& rules, Moment moment) const {
        u8 moves = moment.moves ? 1 : 0;
        TurnKind kind = moment.turn.kind;
        std::size_t event = kind == TurnKind::over ? events_.size() : moment.turn.event;
        field("to_move", flag(moves));
        field("turn", word(kind, kTurnNames));
        field("event", word(event, events_));
        if constexpr (Observable<R>)
            rules.declare(field, known);
        else
            field("score",
                  PerSeatField<NumberField<int>>{{any_number(moment.score.home), any_number(moment.score.away)}});
    }

    std::shared_ptr<const R> rules_;
    mutable std::vector<std::atomic<u16>> ids_; // by event and code, 0 until it is asked for
};

} // namespace touchline
