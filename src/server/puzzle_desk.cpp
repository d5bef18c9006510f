// Makes puzzles one after the other; one answer serves everyone who asks for the same.
#include "server/puzzle_desk.hpp"

#include "play/message_text.hpp"
#include "server/step_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace touchline::server {

namespace {

constexpr std::size_t kStepsShown = 12; // the last ones: the play that led to the decision

std::string key_of(const PuzzleAsked& asked) {
    return fmt::format("{} {} {} {} {} {}", asked.game, asked.day.value_or(0), asked.seed, asked.number, asked.hard,
                       code(asked.language));
}

// As `steps` of the contract, the last of them alone.
Json last_steps(const Table& table, Language language) {
    Json all = steps_json(table, language)["steps"];
    if (all.size() > kStepsShown) all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(kStepsShown));
    return all;
}

} // namespace

void PuzzleDesk::answer(const PuzzleAsked& asked, const std::string& asker, const Api::Respond& respond) {
    if (!maker_) return respond(refusal_answer(Refusal{RefusalCode::not_found, Message{"server.no-puzzles"}}));
    if (const std::optional<Answer> known = kept(key_of(asked))) return respond(*known);
    if (!work_.add(asker, [this, asked, respond] { work_out(asked, respond); })) respond(refusal_answer(too_busy()));
}

void PuzzleDesk::work_out(const PuzzleAsked& asked, const Api::Respond& respond) {
    if (const std::optional<Answer> known = kept(key_of(asked))) return respond(*known); // while this one waited
    try {
        OrRefusal<std::optional<PuzzleMade>> made = maker_(asked);
        if (!made) return respond(refusal_answer(made.error()));
        if (!*made) return respond(json_answer({{"ok", true}, {"status", "working"}, {"retry_after", 1}}, 202));
        Json json = std::move((*made)->json);
        json["ok"] = true;
        json["options"] = (*made)->table->complete_options();
        json["steps"] = last_steps(*(*made)->table, asked.language);
        const Answer answer = json_answer(json);
        keep(key_of(asked), answer);
        respond(answer);
    } catch (const std::exception& error) {
        spdlog::error("event=puzzle_failed game={:?} reason={:?}", asked.game, sentence_of(error));
        respond(refusal_answer(ask_again(RefusalCode::busy, Message{"server.failed"}, 5)));
    }
}

std::optional<Answer> PuzzleDesk::kept(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const auto at = std::ranges::find(kept_, key, &Kept::key);
    if (at == kept_.end()) return std::nullopt;
    kept_.splice(kept_.begin(), kept_, at);
    return kept_.front().answer;
}

void PuzzleDesk::keep(std::string key, const Answer& answer) {
    const std::lock_guard lock(mutex_);
    kept_.push_front({std::move(key), answer});
    if (kept_.size() > kPuzzlesKept) kept_.pop_back();
}

} // namespace touchline::server
