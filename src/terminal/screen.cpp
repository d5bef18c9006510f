// Puts the parts of a game's screen together, as far as there is room.
#include "terminal/screen.hpp"

#include "play/drives.hpp"
#include "play/kind.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace touchline::terminal {

namespace {

constexpr int kNarrowest = 40; // columns that a field needs

Canvas canvas_of(const Scene& scene, int columns, Pen pen) {
    return {columns, pen, scene.words, scene.sides, scene.table.sheet_toml()};
}

// The first step of the play whose dice lie on the table.
std::size_t first_of_play(const Table& table) {
    std::size_t first = table.steps();
    for (std::size_t i = table.steps(); i-- > 0;) {
        if (table.step(i).kind == TurnKind::chance) first = i;
        if (first != table.steps() && begins_play(table, i)) break;
    }
    return first;
}

// Several dice show their faces, cards and a single die their names.
std::string rolled_text(const StepText& step, const Words& words) {
    const bool cards = step.event.starts_with("draw-");
    std::string out;
    for (std::string_view token : step.tokens) {
        if (!out.empty()) out += cards ? ", " : " ";
        out += cards || step.tokens.size() == 1 ? words.token(step.event, token) : std::string(token);
    }
    return out;
}

} // namespace

std::string percent(double share, const Words& words) {
    const double hundred = share * 100;
    std::string figure = fmt::format("{:.1f}", hundred);
    if (share < 1 && figure == "100.0") figure = "99.9";
    if (share > 0 && figure == "0.0") figure = "0.1";
    if (const std::size_t dot = figure.find('.'); dot != std::string::npos)
        figure.replace(dot, 1, words.text("number.decimal"));
    return words.text("number.percent", {{"value", figure}});
}

std::optional<Seat> first_of_both(const Table& table, std::string_view event, std::size_t count) {
    const Board* board = board_of(table.kind().id());
    if (board == nullptr || board->first == nullptr) return std::nullopt;
    const std::optional<First> first = board->first(event, count);
    return first == First::offense ? table.offense() : first ? std::optional(Seat::home) : std::nullopt;
}

Lines score_lines(const Scene& scene, int columns, Pen pen) {
    const BySeat<int> score = scene.table.score();
    const std::optional<Seat> offense = scene.table.offense();
    const auto side = [&](Seat seat) {
        const std::string name = clipped(scene.sides[seat], std::max(columns / 3, 4));
        return fmt::format("{}{}", offense == seat ? pen.styled("1;33", "● ") : "",
                           offense == seat ? pen.bold(name) : name);
    };
    const std::string text =
        fmt::format("{}  {}  {}", side(Seat::home),
                    pen.bold(scene.words.text(
                        "number.score", {{"home", std::to_string(score.home)}, {"away", std::to_string(score.away)}})),
                    side(Seat::away));
    const std::string game = scene.words.text("game.name");
    if (width(game) + width(text) + 2 <= columns) return {spread(pen.cyan(game), text, columns)};
    return {pen.cyan(clipped(game, columns)), clipped(text, columns)};
}

namespace {

// The dice of one step. Two sides that roll at once stand apart.
std::vector<Throw> throws_of(const StepText& step, const Scene& scene) {
    const std::string_view game = scene.table.kind().id();
    std::vector<Throw> throws(1);
    const bool two_sides = step.tokens.size() > 2 && first_of_both(scene.table, step.event, step.tokens.size());
    for (std::size_t place = 0; place < step.tokens.size(); ++place) {
        if (two_sides && place == step.tokens.size() / 2) throws.emplace_back();
        Die die = drawn_token(game, step.event, step.tokens[place], place);
        if (step.event == "toss" && (die.face == "home" || die.face == "away"))
            die.face = scene.sides[*seat_named(die.face)];
        throws.back().dice.push_back(std::move(die));
    }
    throws.front().label = scene.words.event(step.event);
    if (two_sides && step.event == "toss") {
        throws.front().label = scene.sides.home;
        throws.back().label = scene.sides.away;
    } else if (two_sides) {
        throws.front().label = scene.words.text("seat.offense");
        throws.back().label = scene.words.text("seat.defense");
    }
    return throws;
}

} // namespace

Lines dice_lines(const Scene& scene, int columns, Pen pen) {
    std::vector<Throw> throws;
    for (std::size_t i = first_of_play(scene.table); i < scene.table.steps(); ++i) {
        const StepText step = scene.table.step(i, scene.viewer);
        if (step.kind != TurnKind::chance || step.tokens.empty() || step.event.starts_with("draw-")) continue;
        for (Throw& thrown : throws_of(step, scene)) throws.push_back(std::move(thrown));
    }
    // One row of boxes; a narrow screen has two. The oldest give way.
    const std::size_t most = columns < 60 ? 8 : 4;
    Lines lines = drawn_throws(throws, columns, pen);
    while (lines.size() > most && throws.size() > 1) {
        throws.erase(throws.begin());
        lines = drawn_throws(throws, columns, pen);
    }
    return lines;
}

Lines step_lines(const Scene& scene, std::size_t index, Commentary& commentary, Pen pen) {
    const StepText step = scene.table.step(index, scene.viewer);
    Lines lines;
    const std::string who = scene.sides[step.seat];
    if (step.kind == TurnKind::chance) {
        const std::string event = scene.words.event(step.event);
        // A coin has the two sides on it.
        const std::optional<Seat> side = step.tokens.size() == 1 ? seat_named(step.tokens.front()) : std::nullopt;
        const std::string fell = side ? scene.sides[*side] : rolled_text(step, scene.words);
        if (step.tokens.empty())
            lines.push_back(pen.dim(fmt::format("{} · {}", who, event)));
        else
            lines.push_back(pen.dim(
                fmt::format("{} · {}", who, scene.words.text("board.fact", {{"name", event}, {"value", fell}}))));
    } else if (!step.action.empty()) {
        lines.push_back(pen.dim(fmt::format("{} · {}", who, scene.words.action(step.event, step.action))));
    }
    StepWords said = commentary.told(scene.table, index, scene.sides);
    if (said.headline) {
        lines.push_back(pen.bold(said.lines.front()));
        said.lines.erase(said.lines.begin());
    }
    if (!said.lines.empty()) lines.push_back("  " + in_one_line(said));
    return lines;
}

Lines win_bar(const Odds& odds, const Scene& scene, int columns, Pen pen) {
    const std::string how = scene.words.text(odds.exact ? "odds.exact" : "odds.estimate");
    std::string text =
        scene.words.text(odds.draw > 0 ? "odds.sides-draw" : "odds.sides", {{"home_side", scene.sides.home},
                                                                            {"home", percent(odds.home, scene.words)},
                                                                            {"draw", percent(odds.draw, scene.words)},
                                                                            {"away_side", scene.sides.away},
                                                                            {"away", percent(odds.away, scene.words)}});
    text += fmt::format(
        " ({}{})", how,
        odds.exact ? "" : ", " + scene.words.text("odds.error", {{"value", percent(odds.error, scene.words)}}));
    const int bar = std::min(columns - 2, 40);
    const int home = static_cast<int>(std::lround(odds.home * bar));
    const int draw = std::clamp(static_cast<int>(std::lround((odds.home + odds.draw) * bar)) - home, 0, bar - home);
    const std::string drawn =
        pen.red(repeated("█", home)) + pen.dim(repeated("▒", draw)) + pen.blue(repeated("░", bar - home - draw));
    if (bar + 2 + width(text) <= columns) return {drawn + "  " + text};
    Lines lines{drawn};
    for (std::string& line : wrapped(text, columns)) lines.push_back(std::move(line));
    return lines;
}

Lines option_lines(const std::vector<Option>& options, int columns, Pen pen) {
    Lines texts;
    int widest = 0;
    for (const Option& option : options) {
        texts.push_back(fmt::format(" {}  {}", pen.inverse(fmt::format(" {} ", option.key)), option.name));
        widest = std::max(widest, width(texts.back()));
    }
    if (pen.ink() == Ink::plain) {
        texts.clear();
        for (const Option& option : options) texts.push_back(fmt::format(" [{}] {}", option.key, option.name));
    }
    if (options.size() <= 3 || 2 * (widest + 2) > columns) return texts;
    Lines lines;
    const std::size_t half = (texts.size() + 1) / 2;
    for (std::size_t i = 0; i < half; ++i)
        lines.push_back(padded(texts[i], widest + 2) + (i + half < texts.size() ? texts[i + half] : std::string()));
    return lines;
}

namespace {

void add(Lines& lines, const Lines& more) { lines.insert(lines.end(), more.begin(), more.end()); }

std::string rule(const std::string& title, int columns, Pen pen) {
    return pen.dim(fmt::format("── {} {}", title, repeated("─", std::max(columns - width(title) - 4, 0))));
}

// The newest plays that fit into so many rows.
Lines last_plays(const Scene& scene, int columns, int rows, Pen pen) {
    Commentary commentary(scene.words, scene.viewer);
    Lines lines;
    // A step has a line or more.
    const std::size_t steps = scene.table.steps();
    for (std::size_t i = steps - std::min(steps, static_cast<std::size_t>(2 * rows)); i < steps; ++i)
        for (const std::string& text : step_lines(scene, i, commentary, pen))
            for (std::string& line : wrapped(text, columns - 1, 2)) lines.push_back(std::move(line));
    if (static_cast<int>(lines.size()) > rows) lines.erase(lines.begin(), lines.end() - rows);
    return lines;
}

} // namespace

Lines drawn_screen(const Scene& scene, Size size, Pen pen) {
    const int columns = std::max(size.columns, 20);
    const Look look(scene.table.view(scene.viewer));
    Lines top = score_lines(scene, columns, pen);
    top.push_back(pen.dim(repeated("─", columns)));
    const Lines board =
        columns < kNarrowest
            ? wrapped(scene.words.text("error.narrow", {{"value", std::to_string(size.columns)}}), columns)
            : drawn_board(scene.table.kind().id(), look, canvas_of(scene, columns, pen));
    Lines dice = dice_lines(scene, columns, pen);
    Lines bottom;
    if (scene.odds) add(bottom, win_bar(*scene.odds, scene, columns, pen));
    for (const std::string& text : scene.prompt)
        for (std::string& line : wrapped(text, columns, 2)) bottom.push_back(std::move(line));
    if (!scene.keys.empty())
        for (const std::string& line : wrapped(scene.keys, columns)) bottom.push_back(pen.dim(line));

    // Room for the plays: what is left. The dice boxes give way first, then the board.
    const auto left = [&](std::size_t used) { return size.rows - static_cast<int>(used) - 1; };
    std::size_t used = top.size() + board.size() + dice.size() + bottom.size();
    const bool with_dice = left(used) >= 2;
    if (!with_dice) used -= dice.size();
    const bool with_board = left(used) >= 1;
    if (!with_board) used -= board.size();
    Lines screen = std::move(top);
    if (with_board) add(screen, board);
    if (with_dice) add(screen, dice);
    const int room = left(used);
    if (room >= 2) screen.push_back(rule(scene.words.text("board.last-plays"), columns, pen));
    if (room >= 1) {
        const Lines plays = last_plays(scene, columns, std::max(room, 1), pen);
        add(screen, plays);
        for (int i = static_cast<int>(plays.size()); i < room; ++i) screen.emplace_back();
    }
    add(screen, bottom);
    return screen;
}

} // namespace touchline::terminal
