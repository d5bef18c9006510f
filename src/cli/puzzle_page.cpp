// Lays out puzzles with the boards of the terminal, which print everywhere.
#include "cli/puzzle_page.hpp"

#include "cli/lab.hpp"
#include "cli/puzzle_session.hpp"
#include "core/html_text.hpp"
#include "lab/puzzle_text.hpp"
#include "play/kind.hpp"
#include "play/position.hpp"
#include "review/presentation.hpp"
#include "terminal/screen.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

constexpr int kPageColumns = 76;
const terminal::Pen kPlainPen(terminal::Ink::plain);

std::string drawn_html(const terminal::Lines& lines) {
    return fmt::format("<div class=\"scroll\"><pre>{}</pre></div>",
                       html_text(fmt::format("{}", fmt::join(lines, "\n"))));
}

std::string question_html(const lab::Puzzle& puzzle, std::size_t number, const Words& words) {
    const TurnText turn = puzzle.table->turn();
    const terminal::Scene scene{*puzzle.table, viewer_of(puzzle.seat), words, review::side_names(*puzzle.table, words)};
    terminal::Lines lines = terminal::score_lines(scene, kPageColumns, kPlainPen);
    for (terminal::Lines& part :
         std::vector{terminal::drawn_board(puzzle.table->kind().id(), terminal::Look(puzzle.table->view(scene.viewer)),
                                           {kPageColumns, kPlainPen, words, scene.sides, puzzle.table->sheet_toml()}),
                     terminal::dice_lines(scene, kPageColumns, kPlainPen)})
        lines.insert(lines.end(), part.begin(), part.end());
    std::vector<std::string> actions;
    for (std::string_view action : puzzle.table->turn(scene.viewer).actions)
        actions.push_back(words.action(turn.event, action));
    return fmt::format("<section><h2>{}. {}</h2>{}<p>{} {}: {}</p></section>\n", number,
                       html_text(puzzle_title(puzzle, words)), drawn_html(lines),
                       html_text(words.text("prompt.your-choice", {{"seat", scene.sides[puzzle.seat]}})),
                       html_text(words.event(turn.event)), html_text(fmt::format("{}", fmt::join(actions, " · "))));
}

} // namespace

std::string puzzles_csv(const std::vector<lab::Puzzle>& puzzles) {
    std::string out = csv_line({"puzzle", "game", "position", "seat", "event", "difficulty", "method", "natural",
                                "taken", "action", "value", "loss"});
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
        const lab::Puzzle& puzzle = puzzles[i];
        for (const AdvisedAction& each : puzzle.advice.actions)
            out +=
                csv_line({std::to_string(i + 1), std::string(puzzle.table->kind().id()), position_text(*puzzle.table),
                          std::string(name(puzzle.seat)), std::string(puzzle.table->turn().event),
                          std::string(lab::name(puzzle.difficulty)), puzzle.advice.exact ? "exact" : "estimate",
                          puzzle.natural, puzzle.taken, each.action, csv_number(each.value), csv_number(each.loss)});
    }
    return out;
}

lab::Page puzzles_page(const std::vector<lab::Puzzle>& puzzles, Language language) {
    const Words& own = Words::of(language);
    lab::Page page{own.text("puzzle.page"), own.text("puzzle.page-note"), "", ""};
    std::string answers;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
        const Words& words = Words::of(language, puzzles[i].table->kind().id());
        page.body += question_html(puzzles[i], i + 1, words);
        terminal::Lines lines = answer_lines(puzzles[i], {}, words, kPlainPen);
        const std::string how = lines.back();
        const std::string why = lines[lines.size() - 2];
        lines.resize(lines.size() - 2);
        answers += fmt::format("<li>{}<p>{} {}</p></li>", drawn_html(lines), html_text(why), html_text(how));
    }
    page.body +=
        fmt::format("<section><h2>{}</h2><ol>{}</ol></section>\n", html_text(own.text("puzzle.answers")), answers);
    return page;
}

} // namespace touchline::cli
