// Every play from every spot of the field, compiled once for all scores.
#include "solve/sports_dice_football/field.hpp"

#include <algorithm>
#include <unordered_map>

namespace touchline::solve::sports_dice_football {

Rules endless(const Rules& rules) {
    House house = rules.house();
    house.target = 1000;
    return {rules.sheet(), house};
}

MergedRules::MergedRules(const Rules& rules) : Rules(rules) {
    // A hand that has lost shows nothing that counts.
    plays_ = merge([&](const Hand& offense, const Hand& defense) {
        const Verdict winner = verdict(offense, defense);
        const u64 attack =
            winner == Verdict::defense ? 0 : offense.tops | (offense.strength == DiceSide::kAutomatic ? 0x100U : 0U);
        const u64 block =
            winner == Verdict::offense ? 0 : defense.tops | (defense.strength == DiceSide::kAutomatic ? 0x100U : 0U);
        return attack | block << 16;
    });
    kicks_ = merge([](const Hand& offense, const Hand& defense) {
        const u64 carried = offense.strength == DiceSide::kAutomatic ? 0xffffU : offense.yards;
        return carried | (defense.strength == DiceSide::kAutomatic ? u64{1} << 16 : 0);
    });
}

template <class Key>
std::vector<MergedRules::Merged> MergedRules::merge(Key&& key) const {
    std::vector<Merged> list;
    std::unordered_map<u64, std::size_t> known;
    for (const DiceSide::Chance& offense : offense_dice().chances())
        for (const DiceSide::Chance& defense : defense_dice().chances()) {
            const u64 seen = key(offense_dice().hand(offense.roll), defense_dice().hand(defense.roll));
            const auto [at, fresh] = known.try_emplace(seen, list.size());
            if (fresh) list.push_back({both(offense.roll, defense.roll), 0, seen});
            list[at->second].weight += offense.weight * defense.weight;
        }
    return list;
}

bool is_station(const State& state) {
    return state.phase == Phase::fourth_down || (state.phase == Phase::roll && state.down < 4);
}

std::size_t field_index(const State& state) {
    const std::size_t chip = state.chip != Chip::none && static_cast<Seat>(state.chip) == state.offense ? 1 : 0;
    const std::size_t past = state.line == kGoal ? 1 : 0;
    return ((chip * 2 + past) * 4 + (state.down - 1U)) * 19 + (state.ball / kGrid - 1U);
}

Field::Field(const Rules& rules) : plays_(kFieldStations) {
    const MergedRules merged(endless(rules));
    const int first_line = rules.sheet().first_line;
    for (int down = 4; down >= 1; --down)
        for (int line : {kGoal, first_line})
            for (int ball = kGoal - kGrid; ball >= kGrid; ball -= kGrid)
                for (Chip chip : {Chip::home, Chip::away}) {
                    State state;
                    state.ball = static_cast<u8>(ball);
                    state.down = static_cast<u8>(down);
                    state.line = static_cast<u8>(line);
                    state.chip = rules.house().with_chip ? chip : Chip::none;
                    state.phase = down == 4 ? Phase::fourth_down : Phase::roll;
                    add(merged, state);
                }
    std::ranges::sort(scores_);
    bound_plays();
}

void Field::add(const MergedRules& rules, const State& state) {
    const std::size_t field = field_index(state);
    if (!rules.fault(state).empty() || !plays_[field].endings.empty()) return;
    plays_[field] = compile_play(rules, state);
    order_.push_back(static_cast<u16>(field));
    rounding_ = std::max(rounding_, plays_[field].program.rounding());
    for (const Ending& ending : plays_[field].endings) {
        const std::pair<int, int> points{ending.own_points, ending.other_points};
        if (points != std::pair(0, 0) && std::ranges::find(scores_, points) == scores_.end()) scores_.push_back(points);
    }
}

FieldPlay Field::compile_play(const MergedRules& rules, const State& state) const {
    PlayTree<State> tree = compile(
        rules, [](const State& s) { return is_station(s); }, state);
    FieldPlay play{std::move(tree.program), {}};
    for (const State& end : tree.stations)
        play.endings.push_back({static_cast<u16>(field_index(end)), static_cast<u8>(end.offense == Seat::away ? 1 : 0),
                                end.score.home, end.score.away});
    return play;
}

// If every play ends in a score with a chance of p or more, 1/p plays are a bound; and one more play plus what is then
// still to be expected is a bound again, and a closer one, station by station.
void Field::bound_plays() {
    const auto scoring = [](const Ending& ending) { return ending.own_points + ending.other_points != 0; };
    std::vector<double> slots;
    double least = 1;
    for (u16 field : order_) {
        const FieldPlay& play = plays_[field];
        slots.assign(play.program.slots(), 0.0);
        for (std::size_t i = 0; i < play.endings.size(); ++i)
            slots[Program::slot(i)] = scoring(play.endings[i]) ? 1 : 0;
        least = std::min(least, play.program.extreme(Program::Extreme::least, slots));
    }
    constexpr int kSweeps = 1000; // any number of them leaves a bound
    std::vector<double> left(kFieldStations, 1.001 / least);
    double closer = 1;
    for (int sweep = 0; sweep < kSweeps && closer > 0.001; ++sweep) {
        closer = 0;
        for (u16 field : order_) {
            const FieldPlay& play = plays_[field];
            slots.assign(play.program.slots(), 0.0);
            for (std::size_t i = 0; i < play.endings.size(); ++i)
                slots[Program::slot(i)] = scoring(play.endings[i]) ? 0 : left[play.endings[i].field];
            const double next = 1.000001 * (1 + play.program.extreme(Program::Extreme::most, slots));
            closer = std::max(closer, 1 - next / left[field]);
            left[field] = std::min(left[field], next);
        }
    }
    for (u16 field : order_) plays_to_score_ = std::max(plays_to_score_, left[field]);
}

} // namespace touchline::solve::sports_dice_football
