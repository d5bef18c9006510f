// What is to be played and by whom, as the command line or the menu has it.
#pragma once

#include "play/kind.hpp"
#include "play/words.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace touchline::terminal {

struct Setup {
    const Kind* kind = nullptr;                   // null: to be chosen
    std::map<std::string, std::string> options{}; // as texts; those left out are the box's
    std::optional<std::string> sheet{};           // a file
    std::optional<u64> seed{};
    BySeat<std::optional<std::string>> players{}; // "human" or a bot; nothing: to be chosen
    std::string opponent = "coach";               // who sits opposite the one person where nobody is asked for
    BySeat<std::string> names{};                  // empty: the team's, else one of ours
    std::optional<std::string> resume{};          // a record to go on with
    Language language = Language::english;
    bool companion = false;
    bool alone = false; // one person plays both sides
    bool fresh = false; // offers no saved game
    int pace = 600;
};

// Looks back on a finished game, in the table's words: its text in so many columns, nothing where it was stopped.
// `path`: where the record is kept, empty where it is not. `going` is told the share that is done and says whether to
// go on.
using Reviewer =
    std::function<std::optional<std::string>(const Table& table, const std::string& path, const Words& words,
                                             int columns, const std::function<bool(double)>& going)>;

inline constexpr std::string_view kPerson = "human";

// Who sits down where nobody is asked for: the person at home, opposite the usual opponent or, with real dice, another.
[[nodiscard]] inline std::string usual_player(const Setup& setup, Seat seat) {
    return seat == Seat::home || setup.companion ? std::string(kPerson) : setup.opponent;
}

// How an option and its values are called.
[[nodiscard]] std::string option_name(const Words& words, const OptionSpec& spec);
[[nodiscard]] std::string option_value(const Words& words, const OptionSpec& spec, const std::string& value);

// The options as the games take them. Refused (bad-option) where one is not known.
[[nodiscard]] OrRefusal<Json> option_json(const Kind& kind, const std::map<std::string, std::string>& options);

} // namespace touchline::terminal
