// The plays of one side, compiled from the rules, and where they end.
#include "solve/pocket_gridiron/plays.hpp"

#include <algorithm>

namespace touchline::solve::pocket_gridiron {

bool between_plays(const FoldedRules& rules, const State& s) {
    if (s.step == Step::fourth_down) return true;
    if (s.step != Step::qb || s.bonus != 0 || s.scrambles != 0) return false;
    return s.phase == Phase::conversion || s.down < rules.sheet().downs; // on the last down the choice came before
}

void Plays::prepare(u8 mask) {
    if (prepared_[mask]) return;
    prepared_[mask] = true;
    std::optional<State> conversion_begins;
    std::optional<State> try_begins;
    for (int down = 1; down <= downs(); ++down)
        for (int so_far = 0; so_far < sacks(); ++so_far) {
            State root = base(mask);
            root.down = static_cast<u8>(down);
            root.sacks = static_cast<u8>(so_far);
            folded_.before_play(root);
            Compiled compiled = compile(root);
            for (const State& end : compiled.ends) {
                if (end.returned != 0)
                    try_begins = end;
                else if (end.phase == Phase::conversion && end.injured[at(offense_)] == mask)
                    conversion_begins = end;
            }
            series_[mask].push_back(kept(std::move(compiled.play)));
        }
    if (conversion_begins) {
        conversion_[mask] = kept(compile(*conversion_begins).play);
        touchdown_delta_ = lead(*conversion_begins);
    }
    if (!try_begins) return;
    returns_ = true;
    returned_delta_ = lead(*try_begins);
    try_begins->injured[at(offense_)] = 0;
    try_begins->injured[at(other(offense_))] = mask;
    Compiled compiled = compile(*try_begins);
    for (const State& end : compiled.ends)
        if (end.phase == Phase::conversion && end.injured[at(other(offense_))] == mask)
            returned_conversion_[mask] = kept(compile(end).play);
    returned_try_[mask] = kept(std::move(compiled.play));
}

std::vector<u8> Plays::masks_from(u8 mask) {
    std::array<bool, kMasks> met{};
    std::vector<u8> masks{mask};
    met[mask] = true;
    for (std::size_t i = 0; i < masks.size(); ++i) {
        const u8 own = masks[i];
        prepare(own);
        const auto follow = [&](const Play& play) {
            for (const Exit& exit : play.exits)
                if (!met[exit.mask]) {
                    met[exit.mask] = true;
                    masks.push_back(exit.mask);
                }
        };
        for (const Play& play : series_[own]) follow(play);
        follow(conversion_[own]);
    }
    std::ranges::sort(masks, std::greater{});
    return masks;
}

State Plays::base(u8 mask) const {
    State s = folded_.start();
    s.offense = offense_;
    s.drives = {kDrives, kDrives};
    s.score = {kScore, kScore};
    s.injured[at(offense_)] = mask;
    return s;
}

int Plays::lead(const State& s) { return int{s.score[0]} - int{s.score[1]}; }

Plays::Compiled Plays::compile(const State& root) const {
    const auto ends = [&](const State& s) {
        return between_plays(folded_, s) || (s.step == Step::after_touchdown && s.returned != 0);
    };
    auto tree = solve::compile(folded_, ends, root);
    Compiled compiled{{std::move(tree.program), {}, 0}, std::move(tree.stations)};
    Play& play = compiled.play;
    // The chance of coming back at most: worth 1 to the side that carries the ball, and nothing else worth anything.
    const bool home = root.offense == Seat::home;
    std::vector<Worth> slots(play.program.slots());
    for (std::size_t i = 0; i < compiled.ends.size(); ++i) {
        const State& end = compiled.ends[i];
        play.exits.push_back(exit_at(end, root.offense));
        const Exit& exit = play.exits.back();
        const bool back = exit.mask == root.injured[at(root.offense)] && exit.kind != Exit::Kind::drive &&
                          exit.kind != Exit::Kind::returned_try && end.phase == root.phase &&
                          (end.phase == Phase::conversion || (end.down == 1 && end.sacks == root.sacks));
        slots[Program::slot(i)].value = back == home ? 1 : 0;
    }
    play.program.evaluate(slots);
    const double reached = slots[play.program.roots()[0]].value;
    play.again = home ? reached : 1 - reached;
    return compiled;
}

Exit Plays::exit_at(const State& s, Seat carrying) const {
    Exit exit;
    exit.down = s.down;
    exit.sacks = s.sacks;
    exit.mask = s.injured[at(carrying)];
    exit.next = s.offense;
    exit.delta = lead(s);
    const bool conversion = s.phase == Phase::conversion;
    if (s.returned != 0)
        exit.kind = conversion ? Exit::Kind::returned_conversion : Exit::Kind::returned_try;
    else if (s.drives[0] + s.drives[1] < 2 * kDrives)
        exit.kind = Exit::Kind::drive;
    else
        exit.kind = conversion ? Exit::Kind::conversion : Exit::Kind::play;
    return exit;
}

Play Plays::kept(Play play) {
    rounding_ = std::max(rounding_, play.program.rounding());
    again_ = std::max(again_, play.again);
    for (const Exit& exit : play.exits)
        if (exit.kind == Exit::Kind::drive) {
            leads_to_[at(exit.next)] = true;
            least_ = std::min(least_, exit.delta);
            most_ = std::max(most_, exit.delta);
        }
    return play;
}

State Plays::root_of(const State& state) const {
    State root = state;
    const Seat carrying = state.offense;
    const int delta = state.returned != 0 ? returned_delta_ : state.phase == Phase::conversion ? touchdown_delta_ : 0;
    root.score = {static_cast<u16>(kScore + delta), kScore};
    root.drives = {kDrives, kDrives};
    if (state.returned != 0) --root.drives[at(offense_)];
    root.injured[at(other(carrying))] = 0;
    root.overtime = 0;
    folded_.fold(root);
    return root;
}

} // namespace touchline::solve::pocket_gridiron
