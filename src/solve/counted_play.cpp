// How a play goes when its choices are made: chances, counts and their squares, from its beginning to its ends.
#include "solve/counted_play.hpp"

namespace touchline::solve {

namespace {

// At one node: how likely it is, and what has been counted before it.
using Passing = PlayLaw::End;

// The same number more of a count, whatever came before.
void add(Passing& passing, std::size_t counted, double number, double square) {
    passing.second[counted] += 2 * number * passing.first[counted] + square * passing.chance;
    passing.first[counted] += number * passing.chance;
}

void pass_on(const Passing& from, double share, const Tally& tally, Passing& to) {
    to.chance += share * from.chance;
    for (std::size_t c = 0; c < kCounted; ++c) {
        const double number = tally.count[c];
        to.first[c] += share * (from.first[c] + number * from.chance);
        to.second[c] += share * (from.second[c] + 2 * number * from.first[c] + number * number * from.chance);
    }
}

// Every play ends: what rounding took away is given back, so that it does not add up over a game.
void normalise(PlayLaw& law) {
    double all = 0;
    for (const PlayLaw::End& end : law.ends) all += end.chance;
    for (PlayLaw::End& end : law.ends) {
        end.chance /= all;
        for (std::size_t c = 0; c < kCounted; ++c) {
            law.first[c] += end.first[c] /= all;
            law.second[c] += end.second[c] /= all;
        }
    }
}

} // namespace

PlayLaw law_of(const PlayGraph& graph, std::span<const double> shares) {
    PlayLaw law;
    law.ends.resize(graph.ends);
    law.nodes.resize(graph.nodes.size());
    law.taken.resize(graph.shares);
    std::vector<Passing> passing(graph.nodes.size());
    passing.back().chance = 1;
    for (std::size_t n = graph.nodes.size(); n-- > 0;) {
        const PlayGraph::Node& node = graph.nodes[n];
        Passing own = passing[n];
        if (own.chance == 0) continue;
        law.nodes[n] = own.chance;
        const bool roll = node.kind == TurnKind::chance;
        const double rolls = 1 / (1 - node.again);
        if (roll)
            add(own, index_of(Counted::rolls), rolls, (1 + node.again) * rolls * rolls);
        else
            add(own, index_of(Counted::decisions), 1, 1);
        for (u32 e = 0; e < node.count; ++e) {
            const PlayGraph::Edge& edge = graph.edges[node.first + e];
            const double share = roll ? edge.chance : shares[node.share + e];
            if (share == 0) continue;
            if (!roll) law.taken[node.share + e] = own.chance * share;
            const Tally& tally = graph.tallies[edge.tally];
            for (u32 how : tally.ends) law.drives[how] += own.chance * share;
            pass_on(own, share, tally,
                    edge.to >= PlayGraph::kEnd ? law.ends[edge.to - PlayGraph::kEnd] : passing[edge.to]);
        }
    }
    normalise(law);
    return law;
}

} // namespace touchline::solve
