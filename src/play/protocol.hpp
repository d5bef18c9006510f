// The table protocol, version 1.1: one JSON object a line in, one out. The server's messages use the same words.
#pragma once

#include "games/json_text.hpp"
#include "play/evaluator.hpp"
#include "play/table.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace touchline {

// The JSON forms that terminal programs and the server share.
void write_turn(JsonText& out, const TurnText& turn);
// A list of what happened in one step. Programs are told what the table protocol has words for.
enum class ToldTo : u8 { programs, boards };
void write_happened(JsonText& out, const std::vector<Happening>& happened, ToldTo whom = ToldTo::programs);
[[nodiscard]] Json odds_json(const Odds& odds);
[[nodiscard]] Json advice_json(const Advice& advice);
[[nodiscard]] Json error_json(const Refusal& refusal);
// {"ok":true,"turn":…,"state":…}; with a viewer, what that viewer may see.
[[nodiscard]] Json position_json(const Table& table, std::optional<Viewer> viewer = std::nullopt);

// One conversation. Never throws at a request, whatever it holds.
class TableProtocol {
public:
    // Both live longer than the conversation.
    TableProtocol(Evaluator& evaluator, PlayerMaker& players) : evaluator_(evaluator), players_(players) {}

    // The answer to one line, without line end.
    [[nodiscard]] std::string answer(std::string_view line);
    [[nodiscard]] bool ended() const { return ended_; }
    [[nodiscard]] const Table* table() const { return table_.get(); }

private:
    // Each answers with the text of its object.
    [[nodiscard]] OrRefusal<std::string> handle(const Json& request);
    [[nodiscard]] OrRefusal<std::string> start(const Json& request);
    [[nodiscard]] OrRefusal<std::string> at_table(std::string_view command, const Json& request);
    [[nodiscard]] OrRefusal<std::string> roll(const Json& request);
    [[nodiscard]] OrRefusal<std::string> choose(const Json& request);
    [[nodiscard]] OrRefusal<std::string> odds(const Json& request);
    [[nodiscard]] OrRefusal<std::string> advise(const Json& request);
    [[nodiscard]] OrRefusal<std::string> play(const Json& request);
    [[nodiscard]] OrRefusal<std::string> load(const Json& request);
    [[nodiscard]] std::string stepped() const;

    Evaluator& evaluator_;
    PlayerMaker& players_;
    std::unique_ptr<Table> table_;
    std::unique_ptr<Dice> dice_ = std::make_unique<SystemDice>();
    bool tells_ = false; // what happened, with every step
    bool ended_ = false;
};

} // namespace touchline
