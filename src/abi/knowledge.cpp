// What is known: odds, advice, books, simulation, duels.
#include "abi/objects.hpp"
#include "abi/shared.hpp"
#include "abi/watch.hpp"
#include "analysis/advisor.hpp"
#include "bots/roster.hpp"
#include "lab/duel.hpp"
#include "lab/figures.hpp"
#include "lab/simulation_json.hpp"
#include "play/message_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <stop_token>

namespace touchline::abi {

namespace {

constexpr u64 kMostSimulated = u64{1} << 40;

BySeat<std::string> bots_given(const char* home, const char* away) {
    const std::vector<std::string> known = bots::bot_names();
    BySeat<std::string> given{std::string(text_given(home, "home")), std::string(text_given(away, "away"))};
    for (Seat seat : kSeats)
        if (std::ranges::find(known, given[seat]) == known.end())
            refuse_call({RefusalCode::bad_request, Message{"bot.unknown", {{"bot", given[seat]}, {"bots", known}}}});
    return given;
}

tl_odds_values values_of(const Odds& odds) {
    return {odds.home, odds.draw, odds.away, odds.error, odds.exact ? 1 : 0, 0};
}

std::vector<tl_advised_action> advised(const GameObject& game, const Advice& advice) {
    // Of one best action there is no more to say than that it loses nothing.
    const bool mixed = std::ranges::any_of(
        advice.actions, [](double share) { return share > 0 && share < 1; }, &AdvisedAction::share);
    std::vector<tl_advised_action> list;
    for (const AdvisedAction& each : advice.actions)
        list.push_back({game.numbers->action_named(each.action).value(), advice.exact ? 1 : 0, each.value, each.loss,
                        mixed ? each.share : 0.0, advice.error});
    return list;
}

// A question whose asker is told how solving goes, and may go away.
class WatchedQuestion {
public:
    WatchedQuestion(std::optional<double> seconds, tl_progress progress, void* user)
        : watch_(progress, user), question{.seconds = seconds, .cancelled = gone_.get_token()},
          advisor(library(), [this](const solve::Progress& now) {
              if (!watch_.told(now)) gone_.request_stop();
          }) {}

    // Throws where the asker has gone: the answer is any.
    void check() const {
        if (watch_.stopped()) throw solve::Stopped();
    }

private:
    Watch watch_;
    std::stop_source gone_;

public:
    Question question;
    analysis::Advisor advisor;
};

// A Problem where the seat has nothing to decide.
void must_decide(const StateObject& state, Seat seat) {
    if (!state.numbers().legal(*state.table, seat).empty()) return;
    const TurnText turn = state.table->turn();
    refuse_call({RefusalCode::wrong_turn, turn.kind == TurnKind::over
                                              ? Message{"turn.no-advice-over"}
                                              : Message{"turn.no-advice", {{"event", turn.event}}}});
}

} // namespace

} // namespace touchline::abi

using namespace touchline;
using namespace touchline::abi;

tl_status tl_odds(const tl_state* state, double seconds, tl_odds_values* odds) {
    return tl_odds_watched(state, seconds, nullptr, nullptr, odds);
}

tl_status tl_odds_watched(const tl_state* state, double seconds, tl_progress progress, void* user,
                          tl_odds_values* odds) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        const std::optional<double> patience = seconds_given(seconds);
        need(odds, "odds");
        WatchedQuestion watched(patience, progress, user);
        const Odds answer = watched.advisor.odds(*own->table, watched.question);
        watched.check();
        *odds = values_of(answer);
    });
}

tl_status tl_advise(const tl_state* state, int32_t seat, double seconds, tl_advised_action* actions, size_t capacity,
                    size_t* count) {
    return tl_advise_watched(state, seat, seconds, nullptr, nullptr, actions, capacity, count);
}

tl_status tl_advise_watched(const tl_state* state, int32_t seat, double seconds, tl_progress progress, void* user,
                            tl_advised_action* actions, size_t capacity, size_t* count) {
    return answered([&] {
        const auto own = object_of<StateObject>(state);
        const Seat who = seat_given(seat);
        const std::optional<double> patience = seconds_given(seconds);
        need(count, "count");
        if (capacity != 0) need(actions, "actions");
        must_decide(*own, who);
        WatchedQuestion watched(patience, progress, user);
        const Advice answer = watched.advisor.advise(*own->table, who, watched.question);
        watched.check();
        give_list(advised(*own->game, answer), actions, capacity, count);
    });
}

tl_status tl_solve(const tl_game* game, uint32_t threads, tl_progress progress, void* user, tl_text** json) {
    return answered([&] {
        const auto own = object_of<GameObject>(game);
        need(json, "json");
        const auto analysis = library().of(*own->start);
        if (!analysis->solvable())
            throw Problem{TL_UNKNOWN, fmt::format("'{}' has no book with these options", own->start->kind().id())};
        WatchedJob watched(threads_given(threads), progress, user);
        Expected<solve::BookInfo, Message> info = analysis->solve_book(watched.job);
        // A book of several quarters says itself what is kept when it is stopped.
        if (!info && watched.stopped()) throw Problem{TL_STOPPED, text(info.error(), Language::english)};
        if (!info) refuse_call({RefusalCode::failed, std::move(info.error())});
        watched.finished();
        const std::filesystem::path path = solve::book_path(info->key);
        std::error_code none;
        const auto bytes = std::filesystem::file_size(path, none);
        *json = new_text(dumped(Json{{"exact", analysis->exact()},
                                     {"bound", info->bound},
                                     {"seconds", info->seconds},
                                     {"bytes", none ? 0 : bytes},
                                     {"path", path.string()}}));
    });
}

tl_status tl_simulate(const tl_game* game, const char* home, const char* away, uint64_t games, uint64_t seed,
                      uint32_t threads, tl_progress progress, void* user, tl_text** json) {
    return answered([&] {
        const auto own = object_of<GameObject>(game);
        const BySeat<std::string> bots = bots_given(home, away);
        if (games == 0 || games > kMostSimulated)
            bad_argument(fmt::format("there must be 1 to {} games", kMostSimulated));
        need(json, "json");
        const lab::SimulationPlan plan{games, seed, threads_given(threads), bots};
        Watch watch(progress, user);
        const lab::SimulationResult result =
            lab::simulate(*own->start, plan, library(), watch.stopped(),
                          [&](u64 done) { watch.told(static_cast<double>(done) / static_cast<double>(games), -1); });
        if (result.games < games) throw solve::Stopped();
        const Words& words = Words::of(Language::english, own->start->kind().id());
        *json = new_text(dumped(lab::simulation_json(*own->start, plan, words, result)));
    });
}

tl_status tl_duel(const tl_game* game, const char* home, const char* away, uint32_t threads, tl_progress progress,
                  void* user, tl_odds_values* odds) {
    return answered([&] {
        const auto own = object_of<GameObject>(game);
        const lab::DuelPlan plan{bots_given(home, away)};
        need(odds, "odds");
        WatchedJob watched(threads_given(threads), progress, user);
        const Expected<lab::Duel, Message> duel = lab::duel(*own->start, plan, library(), watched.job);
        if (!duel) throw Problem{TL_UNKNOWN, text(duel.error(), Language::english)};
        *odds = {duel->odds.home(), duel->odds.draw(), duel->odds.away(), duel->odds.error, 1, 0};
    });
}

tl_status tl_figures(const tl_game* game, const char* home, const char* away, uint32_t threads, tl_progress progress,
                     void* user, tl_text** json) {
    return answered([&] {
        const auto own = object_of<GameObject>(game);
        const lab::FiguresPlan plan{bots_given(home, away)};
        need(json, "json");
        WatchedJob watched(threads_given(threads), progress, user);
        const Expected<lab::Figures, Message> figures = lab::figures(*own->start, plan, library(), watched.job);
        if (!figures) throw Problem{TL_UNKNOWN, text(figures.error(), Language::english)};
        *json = new_text(dumped(lab::figures_json(*figures)));
    });
}
