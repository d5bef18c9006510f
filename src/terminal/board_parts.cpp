// What the boards share: the football field, facts, pips.
#include "terminal/boards.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::terminal::boards {

namespace {

constexpr int kLongest = 61; // three columns for five yards

// One row of the field, character by character, so that marks can be put over each other.
class Turf {
public:
    Turf(int columns, std::string_view fill) : cells_(static_cast<std::size_t>(columns), std::string(fill)) {}
    void put(int column, std::string text) {
        if (column >= 0 && column < static_cast<int>(cells_.size()))
            cells_[static_cast<std::size_t>(column)] = std::move(text);
    }
    // Only where nothing stands yet.
    void put_behind(int column, std::string text) {
        if (column >= 0 && column < static_cast<int>(cells_.size()) && cells_[static_cast<std::size_t>(column)] == " ")
            put(column, std::move(text));
    }
    void put_word(int column, std::string_view word, const Pen& pen) {
        for (std::size_t i = 0; i < word.size(); ++i) put(column + static_cast<int>(i), pen.dim(word.substr(i, 1)));
    }
    [[nodiscard]] std::string text() const {
        std::string out;
        for (const std::string& cell : cells_) out += cell;
        return out;
    }

private:
    std::vector<std::string> cells_;
};

} // namespace

Lines football_field(const Field& field, const Canvas& canvas) {
    const Pen& pen = canvas.pen;
    const int names = std::max(width(canvas.sides.home), width(canvas.sides.away));
    const int zone = std::clamp(names, 4, canvas.columns >= 60 ? 11 : 6);
    const int inner = std::min(kLongest, canvas.columns - 2 * zone - 4);
    const auto column_of = [&](int yards) {
        return (std::clamp(yards, 0, 100) * (inner - 1) + 50) / 100;
    }; // from home's goal line
    const auto across = [&](int yards) { return column_of(field.offense == Seat::away ? 100 - yards : yards); };
    Turf numbers(inner, " ");
    Turf ground(inner, " ");
    for (int yards = 10; yards < 100; yards += 10) {
        const std::string mark = std::to_string(yards <= 50 ? yards : 100 - yards);
        const int column = column_of(yards);
        ground.put(column, pen.green("·"));
        if (inner > 40 || yards == 20 || yards == 50 || yards == 80) numbers.put_word(column, mark, pen);
    }
    if (field.line && *field.line < 100) {
        numbers.put_behind(across(*field.line), pen.styled("1;33", "┃"));
        ground.put(across(*field.line), pen.styled("1;33", "┃"));
    }
    if (field.ball && field.offense) {
        const int column = across(*field.ball);
        ground.put(*field.offense == Seat::home ? column + 1 : column - 1,
                   pen.bold(*field.offense == Seat::home ? "►" : "◄"));
        ground.put(column, pen.styled("1;33", "●"));
    }
    const auto name = [&](Seat seat) {
        const std::string text = centred(side(canvas, seat, zone), zone);
        return field.offense == seat ? pen.bold(text) : text;
    };
    const std::string blank(static_cast<std::size_t>(zone), ' ');
    const std::string ends = repeated("─", zone);
    const std::string sides = repeated("─", inner);
    return {pen.green("┌" + ends + "┬" + sides + "┬" + ends + "┐"),
            pen.green("│") + blank + pen.green("│") + numbers.text() + pen.green("│") + blank + pen.green("│"),
            pen.green("│") + name(Seat::home) + pen.green("│") + ground.text() + pen.green("│") + name(Seat::away) +
                pen.green("│"),
            pen.green("└" + ends + "┴" + sides + "┴" + ends + "┘")};
}

Lines drawn_facts(const Facts& facts, const Canvas& canvas) {
    Lines lines;
    std::string line;
    for (const auto& [name, value] : facts) {
        const std::string fact =
            name.empty() ? canvas.pen.bold(value)
                         : canvas.words.text("board.fact", {{"name", name}, {"value", canvas.pen.bold(value)}});
        const std::string joined = line.empty() ? fact : line + canvas.pen.dim(" · ") + fact;
        if (!line.empty() && width(joined) > canvas.columns) {
            lines.push_back(line);
            line = fact;
        } else {
            line = joined;
        }
    }
    if (!line.empty()) lines.push_back(line);
    Lines out;
    for (const std::string& long_line : lines)
        for (std::string& piece : wrapped(long_line, canvas.columns, 2)) out.push_back(std::move(piece));
    return out;
}

std::string label(const Canvas& canvas, std::string_view field) {
    return canvas.words.text(fmt::format("field.{}.name", field));
}

std::string ordinal(const Canvas& canvas, std::string_view kind, int number) {
    const std::string_view found = canvas.words.find(fmt::format("ordinal.{}.{}", kind, number));
    return found.empty() ? std::to_string(number) : std::string(found);
}

std::string spot(const Canvas& canvas, int ball) {
    const std::string_view key = ball <= 0 || ball >= 100 ? "spot.goal-line"
                                 : ball == 50             ? "spot.midfield"
                                 : ball < 50              ? "spot.own"
                                                          : "spot.opponent";
    return canvas.words.text(key, {{"value", std::to_string(ball <= 50 ? ball : 100 - ball)}});
}

std::string pips(int full, int all) {
    return repeated("●", std::max(full, 0)) + repeated("○", std::max(all - full, 0));
}

std::string side(const Canvas& canvas, Seat seat, int columns) {
    const std::string& name = canvas.sides[seat];
    return width(name) <= columns || columns < 4 ? clipped(name, columns) : clipped(name, columns - 1) + "…";
}

} // namespace touchline::terminal::boards
