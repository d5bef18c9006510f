// The short menu before a game: which one, how, against whom; and the saved games that wait.
#pragma once

#include "play/evaluator.hpp"
#include "terminal/console.hpp"
#include "terminal/saves.hpp"
#include "terminal/setup.hpp"

namespace touchline::terminal {

enum class MenuEnd { start, left, closed };

// Asks for what the setup leaves open.
[[nodiscard]] MenuEnd run_menu(Setup& setup, Console& console, const PlayerMaker& makers);

// Offers the games that wait: the place in the list, or nothing for a new game.
struct ResumeAnswer {
    MenuEnd end = MenuEnd::start;
    std::optional<std::size_t> chosen{};
};
[[nodiscard]] ResumeAnswer offer_saved(std::vector<Saved>& saved, const Lines& notes, Console& console,
                                       Language language);

} // namespace touchline::terminal
