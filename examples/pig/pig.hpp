// Pig, the sixth game: two choices, one die, first to 100. All that a game needs, in one short file.
#pragma once

#include "games/concepts.hpp"

#include <nlohmann/json.hpp>

#include <array>

namespace touchline::pig {

struct State {
    std::array<u8, 2> banked{}; // points that are safe, by seat
    u8 kept = 0;                // points of this turn
    Seat seat = Seat::home;     // whose turn it is
    u8 rolling = 0;             // 1 while the die is in the air
    friend bool operator==(const State&, const State&) = default;
};

struct Rules {
    using State = pig::State;
    static constexpr std::string_view kId = "pig";
    static constexpr std::string_view kName = "Pig";
    enum Event : u8 { decide, die };
    enum Choice : u8 { roll, hold };

    int target = 100;

    [[nodiscard]] State start() const { return {}; }

    [[nodiscard]] Turn turn(const State& s) const {
        if (winner(s)) return {TurnKind::over};
        if (s.rolling) return {TurnKind::chance, die, s.seat, 1};
        return {TurnKind::choice, decide, s.seat, 0};
    }

    [[nodiscard]] ActionList legal(const State&, Seat) const { return {Action{roll}, Action{hold}}; }

    void play(State& s, Action action) const {
        if (action.code == roll)
            s.rolling = 1;
        else
            pass(s);
    }

    template <class Each>
    void chances(const State&, Each&& each) const {
        for (u64 face = 1; face <= 6; ++face) each(Outcome{face}, Weight{1});
    }

    template <class Source>
    [[nodiscard]] Outcome sample(const State&, Source& source) const {
        return {source.below(6) + 1};
    }

    void resolve(State& s, Outcome outcome) const {
        s.rolling = 0;
        if (outcome.code == 1) {
            s.kept = 0;
            pass(s);
        } else {
            s.kept = static_cast<u8>(s.kept + outcome.code);
            if (s.banked[index(s.seat)] + s.kept >= target) pass(s); // holding is all that is left to do
        }
    }

    [[nodiscard]] Result result(const State& s) const { return win_of(*winner(s)); }
    [[nodiscard]] BySeat<int> score(const State& s) const { return {s.banked[0], s.banked[1]}; }

    [[nodiscard]] std::string_view event_name(u8 event) const { return event == decide ? "decide" : "die"; }
    [[nodiscard]] std::string_view action_name(const State&, Action action) const {
        return action.code == roll ? "roll" : "hold";
    }
    [[nodiscard]] Tokens tokens(const State&, Outcome outcome) const { return {kFaces[outcome.code - 1]}; }
    [[nodiscard]] Expected<Outcome, Message> outcome(const State&, std::span<const std::string_view> tokens) const {
        for (u64 i = 0; i < kFaces.size(); ++i)
            if (tokens[0] == kFaces[i]) return Outcome{i + 1};
        return Unexpected{Message{"fall.die", {{"face", tokens[0]}}}};
    }
    void write_fields(JsonText& out, const State& s) const {
        out.per_seat("score", s.banked[0], s.banked[1]);
        out.field("kept", s.kept);
        out.field("seat", s.seat);
    }

private:
    static constexpr std::array<std::string_view, 6> kFaces{"1", "2", "3", "4", "5", "6"};

    [[nodiscard]] static std::size_t index(Seat seat) { return static_cast<std::size_t>(seat); }

    [[nodiscard]] std::optional<Seat> winner(const State& s) const {
        for (Seat seat : kSeats)
            if (s.banked[index(seat)] >= target) return seat;
        return std::nullopt;
    }

    // Banks what was kept; the other seat's turn.
    void pass(State& s) const {
        s.banked[index(s.seat)] = static_cast<u8>(s.banked[index(s.seat)] + s.kept);
        s.kept = 0;
        s.seat = other(s.seat);
    }
};

static_assert(TableGame<Rules>);

} // namespace touchline::pig
