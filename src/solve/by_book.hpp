// A seat that goes by another game's book: takes what is best there, and is judged by the values of the game that is
// played.
#pragma once

#include "solve/other_book.hpp"

namespace touchline::solve {

// What the book says at the choices of a play: places of actions, choice by choice and lane by lane. Empty: no seat of
// the policy goes by another book.
struct BookChoices {
    Seat seat{};
    std::vector<u8> places{};
};

template <class State>
[[nodiscard]] BookChoices book_choices(const Policy<State>& policy, const PlayInLanes<State>& play) {
    for (Seat seat : kSeats)
        if (const OtherBook<State>* book = policy.other_book(seat)) return {seat, book->best(play, seat)};
    return {};
}

// A play that lanes of a row begin with.
template <class State>
struct RowPlay {
    const State& key;
    const State& shape;
    std::pair<int, int> lanes; // the first and the last
    std::span<const PlayChoice<State>> choices;
};

template <class State, class Course>
[[nodiscard]] BookChoices book_choices(const Policy<State>& policy, const Course& course, const RowPlay<State>& row) {
    if (policy.other_book(Seat::home) == nullptr && policy.other_book(Seat::away) == nullptr) return {};
    PlayInLanes<State> play{row.shape, {}, row.choices, {}};
    for (int lane = row.lanes.first; lane <= row.lanes.second; ++lane)
        play.stations.push_back(course.in_lane(row.key, lane));
    play.at = [&](const State& state, std::size_t k) { return course.placed(state, row.shape, play.stations[k]); };
    return book_choices(policy, play);
}

// Puts the book's actions in the place of the best ones, where it knows any. `shares`: rows of lanes.
inline void take_book(const PlayGraph& graph, const BookChoices& book, std::size_t lanes, double* shares) {
    constexpr u8 kUnknown = 0xff;
    if (book.places.empty()) return;
    for (const PlayGraph::Node& node : graph.nodes) {
        if (node.kind != TurnKind::choice) continue;
        for (std::size_t k = 0; k < lanes; ++k) {
            const u8 place = book.places[node.choice * lanes + k];
            if (place == kUnknown) continue;
            for (u32 e = 0; e < node.count; ++e) shares[(node.share + e) * lanes + k] = e == place ? 1 : 0;
        }
    }
}

using JudgedLanes = std::map<u8, std::vector<Flowed::ByBook>>; // by event, then by lane: each time that it is passed

// laws: by lane. from(node): home's values of the node's edges, rows of lanes.
template <class State, class From>
[[nodiscard]] JudgedLanes judged(const CountedPlay<State>& play, const BookChoices& book,
                                 std::span<const PlayLaw* const> laws, const From& from) {
    JudgedLanes lanes;
    if (book.places.empty()) return lanes;
    const double sign = book.seat == Seat::home ? 1 : -1;
    for (std::size_t n = 0; n < play.graph.nodes.size(); ++n) {
        const PlayGraph::Node& node = play.graph.nodes[n];
        if (node.kind != TurnKind::choice || node.count < 2 || play.choices[node.choice].seat != book.seat) continue;
        const std::span<const double* const> values = from(node);
        std::vector<Flowed::ByBook>& out = lanes[node.event];
        out.resize(laws.size());
        for (std::size_t k = 0; k < laws.size(); ++k) {
            Flowed::ByBook own{1, 0, 0, 0};
            const u8 place = book.places[node.choice * laws.size() + k];
            if (place == OtherBook<State>::kUnknown) {
                own.unknown = 1;
            } else {
                double best = sign * values[0][k];
                for (u32 e = 1; e < node.count; ++e) best = std::max(best, sign * values[e][k]);
                const double loss = best - sign * values[place][k];
                own.differs = loss > kSame ? 1 : 0;
                own.lost = loss > kSame ? loss : 0;
            }
            if (laws[k]->nodes[n] > 0) out[k].add(own, laws[k]->nodes[n]); // what is never met may have no value
        }
    }
    return lanes;
}

// As often as each lane is passed.
inline void add_judged(const JudgedLanes& judged, const double* met, std::map<u8, Flowed::ByBook>& into) {
    for (const auto& [event, lanes] : judged)
        for (std::size_t k = 0; k < lanes.size(); ++k) into[event].add(lanes[k], met[k]);
}

} // namespace touchline::solve
