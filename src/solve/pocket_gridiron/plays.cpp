// The plays of one side, compiled from the rules, and where they end.
#include "solve/pocket_gridiron/plays.hpp"

#include <algorithm>

namespace touchline::solve::pocket_gridiron {

bool between_plays(const FoldedRules& rules, const State& s) {
    if (s.step == Step::fourth_down) return true;
    if (s.step != Step::qb || s.bonus != 0 || s.scrambles != 0) return false;
    return s.phase == Phase::conversion || s.down < rules.sheet().downs; // on the last down the choice came before
}

void Plays::prepare(u8 hurt) {
    if (prepared_[hurt]) return;
    prepared_[hurt] = std::make_unique<Prepared>();
    Prepared& own = *prepared_[hurt];
    std::optional<State> conversion_begins;
    std::optional<State> try_begins;
    for (int down = 1; down <= downs(); ++down)
        for (int so_far = 0; so_far < sacks(); ++so_far) {
            State root = base(hurt);
            root.down = static_cast<u8>(down);
            root.sacks = static_cast<u8>(so_far);
            folded_.before_play(root);
            Compiled compiled = compile(root);
            for (const State& end : compiled.ends) {
                if (end.returned != 0)
                    try_begins = end;
                else if (end.phase == Phase::conversion && hurts_.of(end, offense_) == hurt)
                    conversion_begins = end;
            }
            own.series.push_back(kept(std::move(compiled.play)));
        }
    if (conversion_begins) {
        own.conversion = compile_conversion(*conversion_begins);
        touchdown_delta_ = lead(*conversion_begins);
    } else {
        own.conversion.resize(static_cast<std::size_t>(try_downs()));
    }
    if (!try_begins) return;
    returns_ = true;
    returned_delta_ = lead(*try_begins);
    hurts_.put(*try_begins, offense_, 0);
    hurts_.put(*try_begins, other(offense_), hurt);
    Compiled compiled = compile(*try_begins);
    for (const State& end : compiled.ends)
        if (end.phase == Phase::conversion && hurts_.of(end, other(offense_)) == hurt)
            own.returned_conversion = compile_conversion(end);
    own.returned_try = kept(std::move(compiled.play));
}

std::vector<Play> Plays::compile_conversion(State begins) {
    std::vector<Play> plays;
    for (int down = first_try_down(); down <= downs(); ++down) {
        begins.down = static_cast<u8>(down);
        plays.push_back(kept(compile(begins).play));
    }
    return plays;
}

std::vector<u8> Plays::hurts_from(u8 hurt) {
    std::vector<bool> met(hurts_.count());
    std::vector<u8> found{hurt};
    met[hurt] = true;
    for (std::size_t i = 0; i < found.size(); ++i) {
        prepare(found[i]);
        const auto follow = [&](const std::vector<Play>& plays) {
            for (const Play& play : plays)
                for (const Exit& exit : play.exits)
                    if (!met[exit.hurt]) {
                        met[exit.hurt] = true;
                        found.push_back(exit.hurt);
                    }
        };
        follow(prepared_[found[i]]->series);
        follow(prepared_[found[i]]->conversion);
    }
    std::ranges::sort(found, std::greater{});
    return found;
}

State Plays::base(u8 hurt) const {
    State s = folded_.start();
    s.offense = offense_;
    s.drives = {kDrives, kDrives};
    s.score = {kScore, kScore};
    hurts_.put(s, offense_, hurt);
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
        const bool back =
            exit.hurt == hurts_.of(root, root.offense) && exit.kind != Exit::Kind::drive &&
            exit.kind != Exit::Kind::returned_try && end.phase == root.phase &&
            (end.phase == Phase::conversion ? end.down == first_try_down() : end.down == 1 && end.sacks == root.sacks);
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
    exit.hurt = hurts_.of(s, carrying);
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
    hurts_.put(root, other(carrying), 0);
    root.period = Period::regular;
    folded_.fold(root);
    return root;
}

} // namespace touchline::solve::pocket_gridiron
