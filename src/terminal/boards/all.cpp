// Which board belongs to which game, and how its dice and cards look.
#include "terminal/boards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace touchline::terminal {

namespace {

using Draw = Lines (*)(const Look&, const Canvas&);
constexpr std::array<std::pair<std::string_view, Draw>, 5> kBoards{{
    {"pocket-gridiron", boards::pocket_gridiron},
    {"gridiron-glory", boards::gridiron_glory},
    {"pocket-rugby", boards::pocket_rugby},
    {"red-boar-gridiron", boards::red_boar_gridiron},
    {"sports-dice-football", boards::sports_dice_football},
}};

// A card of rank and suit: hearts and diamonds red, spades and clubs blue, as the two sides of the box are.
std::optional<Die> playing_card(std::string_view token) {
    if (token.size() < 2 || token.size() > 3) return std::nullopt;
    const std::size_t suit = std::string_view("HDSC").find(token.back());
    if (suit == std::string_view::npos) return std::nullopt;
    static constexpr std::array<std::string_view, 4> kSuits{"♥", "♦", "♠", "♣"};
    return Die{fmt::format(" {}{} ", token.substr(0, token.size() - 1), kSuits[suit]), suit < 2 ? "1;31" : "1;34"};
}

} // namespace

Lines drawn_board(std::string_view game, const Look& look, const Canvas& canvas) {
    for (const auto& [id, draw] : kBoards)
        if (id == game) return draw(look, canvas);
    return {};
}

Die drawn_token(std::string_view game, std::string_view event, std::string_view token, std::size_t place) {
    Die die{std::string(token), {}};
    if (game == "gridiron-glory") {
        if (event == "flip" || event == "fumble") return playing_card(token).value_or(die);
        if (event == "toss") die.codes = place < 3 ? "31" : "34";
        if (token == "REF") die.codes = "1;33";
    }
    if (game == "sports-dice-football" && event != "toss") die.codes = place < 6 ? "32" : "31";
    if (game == "red-boar-gridiron" && event == "flags") die.codes = place < 2 ? "32" : "31";
    if (event == "tackle" || event == "defense" || event == "sack" || event == "recover" || event == "ruck")
        die.codes = "31";
    if (event == "penalty" || event == "card" || token == "FLAG") die.codes = "33";
    if (token.starts_with("TD") || token == "TRY") die.codes = "1;32";
    return die;
}

} // namespace touchline::terminal
