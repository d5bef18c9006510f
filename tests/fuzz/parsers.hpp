// What is fuzzed: each takes any bytes and must come back. Shared by the short run in the tests and by libFuzzer.
#pragma once

#include "analysis/advisor.hpp"
#include "bots/players.hpp"
#include "play/position.hpp"
#include "play/protocol.hpp"
#include "play/random_play.hpp"
#include "play/record.hpp"

#include <nlohmann/json.hpp>

namespace touchline::fuzz {

// Odds and whole games are not what is fuzzed here, and would take long.
class SilentEvaluator final : public Evaluator {
public:
    Odds odds(const Table&, const Question&) override { return {0.5, 0, 0.5}; }
    Advice advise(const Table&, Seat, const Question&) override { return {}; }
};

inline void protocol(std::string_view bytes) {
    SilentEvaluator evaluator;
    bots::Players players;
    TableProtocol table(evaluator, players);
    while (!bytes.empty() && !table.ended()) {
        const std::size_t cut = bytes.find('\n');
        if (Json::parse(table.answer(bytes.substr(0, cut)), nullptr, false).is_discarded()) std::abort();
        bytes.remove_prefix(cut == std::string_view::npos ? bytes.size() : cut + 1);
    }
}

inline void record(std::string_view bytes) {
    const auto table = read_record(bytes);
    if (!table) return;
    const std::string written = record_text(**table);
    const auto again = read_record(written);
    if (!again || record_text(**again) != written) std::abort(); // write, read, write: identical
}

inline void sheet(std::string_view bytes) {
    for (const Kind* kind : kinds()) (void)kind->check_sheet(bytes);
}

// Any state whose check is right must be playable to its end.
inline void position(std::string_view bytes) {
    for (const Kind* kind : kinds()) {
        auto table = std::move(*kind->open(Json::object(), std::nullopt));
        std::string state(table->state_bytes().size(), '\0');
        for (std::size_t i = 0; i < state.size() && i < bytes.size(); ++i) state[i] = bytes[i];
        if (!table->set_bytes(state)) continue;
        (void)table->state();
        SeededDice dice(1);
        if (!random_play(*table, dice, 60)) std::abort();
    }
}

} // namespace touchline::fuzz
