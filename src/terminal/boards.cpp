// The board of a game by its id, the plain board of a game without one, and what dice and cards look like everywhere.
#include "terminal/boards.hpp"

#include <nlohmann/json.hpp>

namespace touchline::terminal {

namespace {

// A value of a field in words: seats by their names, tokens by theirs.
std::string said(const Json& value, const Canvas& canvas) {
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        if (const std::optional<Seat> seat = seat_named(text)) return canvas.sides[*seat];
        return canvas.words.token("", text);
    }
    if (!value.is_structured()) return value.is_null() ? "–" : value.dump();
    std::string all;
    for (const auto& [key, own] : value.items()) {
        const std::string name = value.is_array() ? "" : said(Json(key), canvas) + " ";
        all += (all.empty() ? "" : ", ") + name + said(own, canvas);
    }
    return all.empty() ? "–" : all;
}

// Every field but the score, which stands above the board.
Lines plain_board(const Look& look, const Canvas& canvas) {
    boards::Facts facts;
    for (const auto& [key, value] : look.fields().items())
        if (key != "game" && key != "score") facts.emplace_back(boards::label(canvas, key), said(value, canvas));
    return boards::drawn_facts(facts, canvas);
}

} // namespace

Lines drawn_board(std::string_view game, const Look& look, const Canvas& canvas) {
    const Board* board = board_of(game);
    return board != nullptr ? board->draw(look, canvas) : plain_board(look, canvas);
}

Die drawn_token(std::string_view game, std::string_view event, std::string_view token, std::size_t place) {
    Die die{std::string(token), {}};
    if (const Board* board = board_of(game); board != nullptr && board->face != nullptr)
        board->face(event, token, place, die);
    return die;
}

} // namespace touchline::terminal
