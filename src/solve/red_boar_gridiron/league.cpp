// Lists the positions of a `league` overtime and solves them between proven bounds.
#include "solve/red_boar_gridiron/league.hpp"

#include "solve/iterate.hpp"

namespace touchline::solve::red_boar_gridiron {

namespace {

constexpr double kLeagueTarget = 1e-12;
constexpr u16 kBase = 10000;

u8 turned_round(u8 first) { return first == kNobody ? kNobody : static_cast<u8>(1 - first); }

} // namespace

// Nodes that nothing solved leads to, home on offence and then away, the last listed first: they are the nearest to the
// end.
class League::Layer {
public:
    Layer(const std::vector<Node>& nodes, const std::vector<double>& solved) : nodes_(nodes), solved_(solved) {
        for (std::size_t n = solved.size() / 2; n < nodes.size(); ++n)
            rounding_ = std::max(rounding_, nodes[n].program.rounding() + 4e-16);
    }
    [[nodiscard]] std::size_t size() const { return 2 * nodes_.size() - solved_.size(); }
    [[nodiscard]] std::size_t width() const { return 1; }
    [[nodiscard]] double rounding() const { return rounding_; }
    [[nodiscard]] std::size_t place(std::size_t node, bool away) const {
        return 2 * (nodes_.size() - 1 - node) + (away ? 1 : 0);
    }

    void update(std::size_t index, const double* values, const double*, double* out, double*) const {
        const bool away = index % 2 == 1;
        const Node& node = nodes_[nodes_.size() - 1 - index / 2];
        thread_local std::vector<Worth> slots;
        slots.resize(node.program.slots());
        for (std::size_t i = 0; i < node.leaves.size(); ++i) {
            const auto [to, other] = node.leaves[i];
            const bool with_away = other != away;
            const double home =
                2 * to < solved_.size() ? solved_[2 * to + (with_away ? 1 : 0)] : values[place(to, with_away)];
            slots[Program::slot(i)] = {away ? 1 - home : home, 0};
        }
        node.program.evaluate(slots);
        const double own = slots[node.program.roots()[0]].value;
        *out = away ? 1 - own : own;
    }

private:
    const std::vector<Node>& nodes_;
    const std::vector<double>& solved_;
    double rounding_ = 0;
};

League::Place League::place_of(const State& s, std::size_t station) {
    const int lead = int{s.score[s.offense]} - s.score[1U - s.offense];
    return {s.offense == 0 ? s.overtime_first : turned_round(s.overtime_first), lead, station};
}

std::size_t League::number(const Place& place) {
    const auto [at, fresh] = numbers_.try_emplace(place, places_.size());
    if (fresh) places_.push_back(place);
    return at->second;
}

PlayTree<State> League::play_from(const State& root) const {
    const auto stop = [this](const State& s) { return station_of(rules_, s).has_value(); };
    return compile(rules_, stop, root, {Roots::walked, {Choices::merged, Choices::merged}});
}

void League::add_node(const Place& from) {
    State root;
    root.quarter = kOvertime;
    root.second_half = 1;
    root.overtime_first = from.first;
    root.score = {static_cast<u16>(kBase + from.lead), kBase};
    root.phase = Phase::scrimmage;
    place(rules_, root, from.station);
    PlayTree<State> tree = play_from(root);
    Node node{std::move(tree.program)};
    for (const State& s : tree.stations)
        node.leaves.push_back({number(place_of(s, *station_of(rules_, s))), s.offense != 0});
    nodes_.push_back(std::move(node));
}

void League::solve_new() {
    while (nodes_.size() < places_.size()) add_node(Place(places_[nodes_.size()]));
    if (2 * nodes_.size() == values_.size()) return;
    const Layer layer(nodes_, values_);
    std::vector<double> found(layer.size());
    bound_ += solve_layer(layer, Draws::none, kLeagueTarget, found.data(), nullptr).bound;
    std::vector<double> values = values_;
    for (std::size_t node = values_.size() / 2; node < nodes_.size(); ++node)
        for (bool away : {false, true}) values.push_back(found[layer.place(node, away)]);
    values_ = std::move(values);
}

void League::solve() {
    number({1, 0, kKickoff});
    solve_new();
}

void League::solve_from(const State& s) {
    if (s.quarter != kOvertime || s.step == Step::over || s.step == Step::toss) return;
    if (const auto station = station_of(rules_, s))
        number(place_of(s, *station));
    else
        for (const State& next : play_from(s).stations) number(place_of(next, *station_of(rules_, next)));
    solve_new();
}

double League::at(const State& s, std::size_t station) const {
    return values_[2 * numbers_.at(place_of(s, station)) + (s.offense == 0 ? 0 : 1)];
}

} // namespace touchline::solve::red_boar_gridiron
