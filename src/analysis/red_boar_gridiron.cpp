// Gridiron (Red Boar Studios) analysed: its solver, the last play with cards, what a seat remembers of cards, and the
// habits of a sound player, with dice and with cards.
#include "analysis/analysis_of.hpp"
#include "games/observation.hpp"
#include "games/red_boar_gridiron/rules.hpp"
#include "solve/red_boar_gridiron/play_alone.hpp"
#include "solve/red_boar_gridiron/solver.hpp"

#include <algorithm>

namespace touchline::analysis {

using namespace red_boar_gridiron;

namespace {

struct Game {
    using Rules = red_boar_gridiron::Rules;
    using Solver = solve::red_boar_gridiron::Solver;

    class Memory { // of the cards that were shown
    public:
        void see(const Rules& rules, const State& state) {
            if (rules.options().cards) shown_.see(state); // its public part
        }
        [[nodiscard]] const solve::red_boar_gridiron::CardMemory& shown() const { return shown_; }

    private:
        solve::red_boar_gridiron::CardMemory shown_;
    };

    // Looks at the seat's view alone. Requires: a choice or secret turn of `seat`.
    static Action coach(const Rules& rules, const View& view, Seat seat);
    static std::optional<Action> going(const Rules& rules, const View& view, Seat seat, Going going);
    static State habit_sight(const Rules& rules, State station);

    // With cards the last play of a game is known exactly.
    static std::optional<solve::Valuation> endgame_odds(const Rules& rules, const State& state, Hands hands) {
        return solve::red_boar_gridiron::endgame_odds(rules, state, hands == Hands::open);
    }
    static std::optional<std::vector<solve::Advice>> endgame_advice(const Rules& rules, const State& state,
                                                                    Hands hands) {
        return solve::red_boar_gridiron::endgame_advice(rules, state, hands == Hands::open);
    }
    static State seen(const Rules& rules, const View& view) { return solve::red_boar_gridiron::seen(rules, view); }
    static std::vector<SeatAdvice> mixed_advice(const Rules& rules, const Solver& solver, const View& view, Seat seat,
                                                const Memory& memory) {
        return solve::red_boar_gridiron::mixed_advice(rules, solver, view, seat, memory.shown());
    }
    static std::vector<double> first_mix(const Rules& rules, const View& view) {
        return solve::red_boar_gridiron::play_alone(rules, view);
    }
};

static_assert(TableGame<Rules> && BoxedGame<Rules> && HasOffense<Rules> && HasFaults<Rules> && HasSet<Rules>);
static_assert(TellsHappenings<Rules> && HasMostOutcomes<Rules> && HasFaces<Rules> && HasNarration<Rules> &&
              HasSample<Rules> && HasCanonical<Rules> && HasRoll<Rules>);
static_assert(HasFieldTypes<Rules> && HasNumbers<Rules> && Observable<Rules> && MayHide<Rules> && HasPlayTypes<Rules>);
static_assert(HasSolver<Game> && HasCoach<Game> && HasGoing<Game> && HasHabitSight<Game> && HasEndgame<Game> &&
              HasMemory<Game>);
static_assert(solve::SometimesExact<Game::Solver, Rules> && solve::MeasuresItself<Game::Solver> &&
              solve::ValuesPolicies<Game::Solver, Rules> && solve::FollowsPolicies<Game::Solver, Rules> &&
              solve::KnowsFirstSide<Game::Solver, Rules> && solve::SolvesMoreForPolicies<Game::Solver> &&
              LendsBook<Game::Solver, Rules> && solve::Resumes<Game::Solver> &&
              solve::AnswersRows<Game::Solver, State>);
static_assert(HasHands<Game> && HasMixedAdvice<Game> && HasFirstMix<Game>);
static_assert(HasSecrets<Rules> && HasHidden<Rules> && HasCover<Rules> && WritesViewFields<Rules> &&
              HasFacesFor<Rules>);

// What the coach looks at late in a half.
constexpr int kEnding = 30;
constexpr int kLast = 150;        // in the 4th quarter
constexpr int kFurthestLead = 10; // up to which it asks by how much a side is behind or ahead

Action code_of(auto choice) { return {static_cast<u8>(choice)}; }

int lead_of(const Public& s, Seat seat) {
    const auto at = static_cast<std::size_t>(seat);
    return s.score[at] - s.score[1 - at];
}

// Seconds until the whistle of this half; overtime has none.
int left_in_half(const Rules& rules, const Public& s) {
    if (s.quarter >= kOvertime) return 1 << 20;
    return s.clock + (s.quarter % 2 == 1 ? rules.options().quarter_seconds : 0);
}

Action call(const Rules& rules, const Public& s, Seat seat, const ActionList& legal) {
    const Action play = code_of(Call::play);
    const Action punt = code_of(Call::punt);
    const Action kick = code_of(Call::field_goal);
    const int need = rules.sheet().kick_at_least[s.ball / kStep];
    const bool may_kick = legal.contains(kick);
    const bool sure = may_kick && need <= 7; // more often good than not
    const int lead = lead_of(s, seat);
    const bool ending = left_in_half(rules, s) <= kEnding;
    const bool last = s.quarter == 4 && left_in_half(rules, s) <= kLast;
    if (ending && may_kick && (s.quarter == 2 || (lead <= 0 && lead >= -3))) return kick;
    if (s.down < 4) return play;
    if (last && lead < -3) return play;
    if (last && lead < 0 && may_kick) return kick;
    const int to_go = s.line - s.ball;
    if (to_go <= kStep && s.ball >= 60 && !sure) return play;
    if (sure) return kick;
    if (last && lead < 0) return play;
    return legal.contains(punt) ? punt : play;
}

// After a touchdown late in the game two points are worth the risk where one changes little.
Action extra(const Public& s, Seat seat) {
    const int lead = lead_of(s, seat);
    const bool two = s.quarter >= 4 && (lead == -2 || lead == -5 || lead == -10 || lead == 1 || lead == 5);
    return code_of(two ? Extra::conversion : Extra::kick);
}

// How good a position looks: points, then field position and downs of the side with the ball.
int looks(const State& s, Seat seat) {
    const int sign = static_cast<Seat>(s.offense) == seat ? 1 : -1;
    const int points = 12 * lead_of(s, seat);
    if (s.phase == Phase::attempt) return points + sign * 8;
    if (s.phase == Phase::kickoff || s.phase == Phase::free_kick) return points - sign * 10;
    return points + sign * (s.ball / 2 - 7 * (s.down - 1) - (s.line - s.ball) / 5);
}

Action penalty(const Rules& rules, const View& view, Seat seat) {
    State s;
    static_cast<Public&>(s) = view.open;
    s.offense_card = view.turned[0];
    s.defense_card = view.turned[1];
    s.turned = rules.options().cards ? 1 : 0;
    s.leap = view.leap;
    State accepted = s;
    State declined = s;
    rules.play(accepted, code_of(Penalty::accept));
    rules.play(declined, code_of(Penalty::decline));
    return code_of(looks(accepted, seat) >= looks(declined, seat) ? Penalty::accept : Penalty::decline);
}

// The yards that a pair of cards brings on average, a turnover counted as a heavy loss.
double yards_of(const Rules& rules, const Public& s, std::size_t own, std::size_t theirs) {
    const Sheet& sheet = rules.sheet();
    const OffenseCard& card = sheet.cards.offense[own];
    if (rules.barred(s.ball, card.barred)) return 0;
    const Cell& cell = sheet.cards.defense[theirs].cells[own];
    double sum = 0;
    for (const Modifier& modifier : cell.modifiers) {
        const int base = card.yards + cell.base;
        switch (modifier.effect) {
        case Effect::none: sum += std::min(base, kGoal - s.ball); break;
        case Effect::incomplete: break;
        case Effect::turnover: sum -= 40; break;
        case Effect::yards: sum += modifier.yards + (rules.options().adds_to_replaced ? cell.base : 0); break; // R18
        case Effect::breakaway: sum += std::min(base + 35, kGoal - s.ball); break;
        }
    }
    return sum / 6;
}

// The card that does best on average against what the other side may still hold. Which of the nearly best ones it is
// changes with the clock and the down, so that it is not always the same.
Action card(const Rules& rules, const View& view, Seat seat, const ActionList& legal) {
    const Public& s = view.open;
    const auto at = static_cast<std::size_t>(seat);
    const std::size_t role = Rules::role_of(s, at);
    const Cards unseen = rules.full_deck(static_cast<int>(1 - role)) - s.discards[1 - at];
    std::vector<std::pair<double, Action>> ranked;
    for (Action action : legal) {
        double sum = 0;
        for (std::size_t other = 0; other < rules.kinds(1 - role); ++other) {
            const std::size_t own = action.code % kMostKinds;
            sum += unseen[other] * (role == 0 ? yards_of(rules, s, own, other) : -yards_of(rules, s, other, own));
        }
        ranked.emplace_back(sum / std::max(1, unseen.count()), action);
    }
    std::ranges::stable_sort(ranked, [](const auto& a, const auto& b) { return a.first > b.first; });
    const double near = ranked[0].first - 2;
    std::size_t good = 0;
    while (good < ranked.size() && ranked[good].first >= near) ++good;
    const std::size_t turn = s.clock / 10U + s.down + s.ball / 5U + view.deck_left[at];
    return ranked[turn % good].second;
}

// R22: the ball at a kickoff; in an overtime of possessions the answer, which knows what it needs.
Action receive(const Public& s) { return code_of(s.phase == Phase::overtime ? Receive::kickoff : Receive::receive); }

Action Game::coach(const Rules& rules, const View& view, Seat seat) {
    const ActionList legal = rules.legal(view);
    switch (view.open.step) {
    case Step::receive: return receive(view.open);
    case Step::card: return card(rules, view, seat, legal);
    case Step::penalty: return penalty(rules, view, seat);
    case Step::after_touchdown: return extra(view.open, seat);
    default: return call(rules, view.open, seat, legal);
    }
}

std::optional<Action> Game::going(const Rules& rules, const View& view, Seat seat, Going going) {
    const Action play = code_of(Call::play);
    if (view.open.step != Step::call) return std::nullopt;
    if (going == Going::always) return play;
    const ActionList legal = rules.legal(view);
    const Action usual = call(rules, view.open, seat, legal);
    if (view.open.down < 4 || usual != play) return usual;
    for (Call kick : {Call::punt, Call::field_goal})
        if (legal.contains(code_of(kick))) return code_of(kick);
    return play;
}

// Of the lead no more than the coach asks about, whatever one play brings; of the clock nothing until a play may come
// near the end of a half or of a quarter.
State Game::habit_sight(const Rules& rules, State station) {
    const Sheet& sheet = rules.sheet();
    const auto& points = sheet.points;
    const int most =
        kFurthestLead + 1 + points.touchdown + points.kick + points.conversion + points.field_goal + points.safety;
    const int lead = std::clamp(lead_of(station, Seat::home), -most, most);
    station.score = {static_cast<u16>(std::max(lead, 0)), static_cast<u16>(std::max(-lead, 0))};
    if (rules.options().cards || station.quarter >= kOvertime) return station;
    int longest = std::max({sheet.kickoff_seconds, sheet.punt_seconds, sheet.kick_seconds});
    for (const Row& row : sheet.rows) longest = std::max(longest, row.seconds);
    longest *= 2; // a kick may follow within a play
    if (station.clock <= longest || left_in_half(rules, station) <= kLast + longest) return station;
    station.clock = static_cast<u16>(rules.options().quarter_seconds);
    station.second_half = 0;
    if (station.quarter < 4) station.quarter = 1;
    return station;
}

} // namespace

template <>
std::unique_ptr<Analysis> make_analysis<red_boar_gridiron::Rules>(const Table& table,
                                                                  std::shared_ptr<Background> background) {
    return analysis_of<Game>(table, std::move(background));
}

} // namespace touchline::analysis
