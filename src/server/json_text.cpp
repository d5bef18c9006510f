// Writes refusals, times and limits as JSON.
#include "server/json_text.hpp"

#include "play/message_text.hpp"
#include "server/limits.hpp"

#include <fmt/chrono.h>
#include <nlohmann/json.hpp>

#include <chrono>

namespace touchline::server {

Json refused_json(const Refusal& refusal, Language language) {
    Json error{{"code", name(refusal.code)}, {"message", text(refusal.message, language)}};
    if (!refusal.legal.empty()) error["legal"] = refusal.legal;
    if (refusal.retry_after) error["retry_after"] = *refusal.retry_after;
    return {{"ok", false}, {"error", std::move(error)}};
}

std::string iso_time(std::int64_t millis) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(millis / 1000)));
}

std::int64_t now_millis() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

Json limits_json(const Limits& limits) {
    return {{"frame_bytes", kLargestFrame},
            {"body_bytes", kLargestBody},
            {"name_characters", kLongestName},
            {"messages_per_second", limits.messages_per_second},
            {"tables_per_minute", limits.tables_per_minute},
            {"listed_seats_per_minute", limits.listed_seats_per_minute},
            {"connections_per_address", limits.connections_per_address},
            {"hello_within", limits.hello_within.count() / 1000},
            {"silence", limits.silence.count() / 1000},
            {"claim_after", limits.claim_after.count() / 1000},
            {"idle_expiry", limits.idle_expiry.count() / 1000},
            {"lobby_tables", kLobbyTables},
            {"clock",
             {{"min", limits.shortest_clock.count()}, {"max", kLongestClock}, {"increment_max", kLongestIncrement}}}};
}

} // namespace touchline::server
