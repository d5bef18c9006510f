// Penalty Shoot-out: a boxed game with secret choices, one die and a sheet, small enough to be read in one go.
// docs/add-a-game.md walks through it; `make new-game ID=…` begins with a copy of it.
//
// Sequence of play: 1 the toss · 2 aim and dive · 3 the strike · 4 the end.
#pragma once

#include "core/happening.hpp"
#include "games/concepts.hpp"

#include <algorithm>
#include <array>

namespace touchline::penalties {

inline constexpr int kSides = 3; // left, middle, right
inline constexpr int kDie = 6;
inline constexpr int kMostKicks = 20; // of a side, sudden death included

// The components: what the die must show for a goal, by the side of the goal that was aimed at.
struct Sheet {
    int kicks = 5;                     // of each side
    int sudden_death = 5;              // further kicks of each side while the score is level
    std::array<int, kSides> open{};    // the keeper dived elsewhere
    std::array<int, kSides> guarded{}; // the keeper is there
};

enum class Step : u8 { toss, aim, strike, over };

// Everything true in a position: small, without padding, compared and stored as bytes.
struct State {
    std::array<u8, 2> score{};
    std::array<u8, 2> taken{}; // kicks, by seat
    Seat kicker = Seat::home;
    Step step = Step::toss;
    u8 aimed = 0; // sides of the goal; both 0 until they are chosen
    u8 dived = 0;
    friend bool operator==(const State&, const State&) = default;
};

class Rules {
public:
    using State = penalties::State;
    using Sheet = penalties::Sheet;
    static constexpr std::string_view kId = "penalties";
    static constexpr std::string_view kName = "Penalty Shoot-out";
    enum Event : u8 { toss, aim, strike };

    // ---- Box: sheet and options ------------------------------------------------------------------------------------

    [[nodiscard]] static Sheet read_sheet(const SheetTable& root) {
        Sheet sheet;
        const SheetTable kicks = root.table("kicks");
        sheet.kicks = kicks.integer("each", 1, kMostKicks / 2);
        sheet.sudden_death = kicks.integer("sudden_death", 0, kMostKicks / 2);
        for (std::size_t side = 0; side < kSides; ++side) {
            const SheetTable goal = root.table("goal").table(kNames[side]);
            sheet.open[side] = goal.integer("open", 1, kDie);
            sheet.guarded[side] = goal.integer("guarded", 1, kDie);
        }
        return sheet;
    }
    // The sheet as the options change it.
    [[nodiscard]] static Sheet read_options(OptionReader& options, const Sheet& sheet) {
        Sheet changed = sheet;
        options.number("kicks", {sheet.kicks, 1, kMostKicks / 2}, changed.kicks);
        return changed;
    }
    [[nodiscard]] static OrRefusal<Rules> make(const Sheet& sheet, const OptionValues& given) {
        OptionReader options(given);
        return Rules(read_options(options, sheet));
    }
    explicit Rules(const Sheet& sheet) : sheet_(sheet) {}

    // ---- Play ------------------------------------------------------------------------------------------------------

    [[nodiscard]] State start() const { return {}; }

    [[nodiscard]] Turn turn(const State& s) const {
        switch (s.step) {
        case Step::toss: return {TurnKind::chance, toss, Seat::home, 1};
        case Step::aim: return {TurnKind::secret, aim, s.kicker, 0};
        case Step::strike: return {TurnKind::chance, strike, s.kicker, 1};
        case Step::over: break;
        }
        return {TurnKind::over};
    }

    [[nodiscard]] ActionList legal(const State&, Seat) const { return {Action{0}, Action{1}, Action{2}}; }
    template <class Sink = Silent>
    void play(State&, Action, Sink&& = {}) const {} // every choice of this game is secret

    // Step 2. Both sides name a side of the goal at the same time.
    template <class Sink = Silent>
    void play_secret(State& s, BySeat<Action> both, Sink&& sink = {}) const {
        s.aimed = both[s.kicker].code;
        s.dived = both[other(s.kicker)].code;
        s.step = Step::strike;
        sink({What::play, s.kicker, kNames[s.aimed]});
    }

    template <class Each>
    void chances(const State& s, Each&& each) const {
        const u64 falls = s.step == Step::toss ? 2 : kDie;
        for (u64 fall = 0; fall < falls; ++fall) each(Outcome{fall}, Weight{1});
    }
    [[nodiscard]] std::size_t most_outcomes() const { return kDie; }

    template <class Sink = Silent>
    void resolve(State& s, Outcome outcome, Sink&& sink = {}) const {
        if (s.step == Step::toss) { // Step 1. The winner of the toss kicks first.
            s.kicker = static_cast<Seat>(outcome.code);
            s.step = Step::aim;
            sink({What::toss, s.kicker});
            sink({What::possession, s.kicker, "start"});
            return;
        }
        // Step 3. The die must reach what the sheet says for the side that was aimed at.
        const int needed = (s.aimed == s.dived ? sheet_.guarded : sheet_.open)[s.aimed];
        const bool goal = static_cast<int>(outcome.code) + 1 >= needed;
        if (goal) ++s.score[at(s.kicker)];
        ++s.taken[at(s.kicker)];
        sink({What::kick, s.kicker, "spot-kick"});
        if (goal)
            sink({What::score, s.kicker, "goal", 1});
        else
            sink({What::miss, s.kicker, "spot-kick"});
        sink({What::drive_end, s.kicker, goal ? "goal" : "saved"});
        s.aimed = s.dived = 0;
        s.kicker = other(s.kicker);
        s.step = ended(s) ? Step::over : Step::aim;
        if (s.step == Step::aim)
            sink({What::possession, s.kicker, "next-kick"});
        else
            sink({What::over, result(s) == Result::draw   ? std::nullopt
                              : result(s) == Result::home ? std::optional(Seat::home)
                                                          : std::optional(Seat::away)});
    }

    [[nodiscard]] Result result(const State& s) const {
        if (s.score[0] == s.score[1]) return Result::draw;
        return s.score[0] > s.score[1] ? Result::home : Result::away;
    }
    [[nodiscard]] BySeat<int> score(const State& s) const { return {s.score[0], s.score[1]}; }
    [[nodiscard]] std::optional<Seat> offense(const State& s) const {
        return s.step == Step::toss ? std::nullopt : std::optional(s.kicker);
    }

    // ---- Words -----------------------------------------------------------------------------------------------------

    // Every name that an event or an action can have: their numbers count from 0 in this order.
    [[nodiscard]] std::vector<std::string_view> event_names() const { return {"toss", "aim", "strike"}; }
    [[nodiscard]] std::vector<std::string_view> action_names() const { return {kNames.begin(), kNames.end()}; }
    [[nodiscard]] std::string_view event_name(u8 event) const {
        return event == toss ? "toss" : event == aim ? "aim" : "strike";
    }
    [[nodiscard]] std::string_view action_name(const State&, Action action) const { return kNames[action.code]; }
    [[nodiscard]] Tokens tokens(const State& s, Outcome outcome) const {
        if (s.step == Step::toss) return {name(static_cast<Seat>(outcome.code))};
        return {kFaces[outcome.code]};
    }
    [[nodiscard]] Expected<Outcome, Message> outcome(const State& s, std::span<const std::string_view> given) const {
        std::optional<Outcome> found;
        chances(s, [&](Outcome each, Weight) {
            if (tokens(s, each)[0] == given[0]) found = each;
        });
        if (found) return *found;
        return Unexpected{Message{"fall.not-here", {{"face", given[0]}}}};
    }

    // The position as the protocol shows it.
    void write_fields(JsonText& out, const State& s) const {
        const auto side = [&](u8 chosen) {
            return s.step == Step::strike ? std::optional(kNames[chosen]) : std::nullopt;
        };
        out.per_seat("score", s.score[0], s.score[1]);
        out.per_seat("taken", s.taken[0], s.taken[1]);
        out.field("kicker", offense(s));
        out.field("aimed", side(s.aimed));
        out.field("dived", side(s.dived));
    }

    // Whether bytes from outside are a position of this game: empty, or the reason.
    [[nodiscard]] Message fault(const State& s) const {
        const int most = sheet_.kicks + sheet_.sudden_death;
        for (std::size_t seat = 0; seat < 2; ++seat)
            if (s.taken[seat] > most || s.score[seat] > s.taken[seat])
                return {"penalties/too-many-goals",
                        {{"goals", s.score[seat]}, {"kicks", s.taken[seat]}, {"most", most}}};
        if (std::abs(s.taken[0] - s.taken[1]) > 1) return {"penalties/turns"};
        if (s.kicker > Seat::away || s.step > Step::over || s.aimed >= kSides || s.dived >= kSides)
            return {"position.waits"};
        if ((s.step == Step::over) != ended(s)) return {"penalties/decided"};
        return {};
    }

private:
    static constexpr std::array<std::string_view, kSides> kNames{"left", "middle", "right"};
    static constexpr std::array<std::string_view, kDie> kFaces{"1", "2", "3", "4", "5", "6"};

    [[nodiscard]] static std::size_t at(Seat seat) { return static_cast<std::size_t>(seat); }

    // Step 4. Over when the kicks that are left cannot level the score, or all of them are taken.
    [[nodiscard]] bool ended(const State& s) const {
        const int due = std::max<int>(sheet_.kicks, std::max(s.taken[0], s.taken[1]));
        const auto can_reach = [&](std::size_t seat) { return s.score[seat] + due - s.taken[seat]; };
        if (s.score[0] > can_reach(1) || s.score[1] > can_reach(0)) return true;
        const int most = sheet_.kicks + sheet_.sudden_death;
        return s.taken[0] == most && s.taken[1] == most;
    }

    Sheet sheet_;
};

} // namespace touchline::penalties
