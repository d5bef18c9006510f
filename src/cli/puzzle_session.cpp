// One puzzle after the other on a console; works on a whole screen and line by line.
#include "cli/puzzle_session.hpp"

#include "lab/puzzle_text.hpp"
#include "play/kind.hpp"
#include "review/figures.hpp"
#include "review/presentation.hpp"
#include "terminal/keys.hpp"
#include "terminal/screen.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::cli {

namespace {

using namespace terminal;

constexpr int kBar = 20; // columns for 100 %

class PuzzleSession {
public:
    PuzzleSession(Console& console, Language language) : console_(console), language_(language) {}

    // False where the person leaves.
    bool ask(const lab::Puzzle& puzzle, std::size_t number, std::size_t count) {
        const Words& words = Words::of(language_, puzzle.table->kind().id());
        const std::vector<Option> options = options_of(puzzle, words);
        const std::string title = words.text("puzzle.title", {{"number", std::to_string(number)},
                                                              {"count", std::to_string(count)},
                                                              {"what", puzzle_title(puzzle, words)}});
        const SideNames sides = review::side_names(*puzzle.table, words);
        const TurnText turn = puzzle.table->turn();
        Lines prompt{pen().bold(title),
                     fmt::format("{} {}", words.text("prompt.your-choice", {{"seat", sides[puzzle.seat]}}),
                                 words.event(turn.event))};
        for (std::string& line : option_lines(options, console_.size().columns, pen()))
            prompt.push_back(std::move(line));
        const Option* answer = answered(puzzle, options, prompt, words);
        if (answer == nullptr) return false;
        count_answer(puzzle, answer->id);
        Lines told{pen().bold(title)};
        for (std::string& line : answer_lines(puzzle, answer->id, words, pen())) told.push_back(std::move(line));
        return goes_on(puzzle, told, words);
    }

    [[nodiscard]] const PuzzleScore& score() const { return score_; }

private:
    [[nodiscard]] Pen pen() const { return Pen(console_.ink()); }

    static std::vector<Option> options_of(const lab::Puzzle& puzzle, const Words& words) {
        const TurnText turn = puzzle.table->turn(viewer_of(puzzle.seat));
        std::vector<std::pair<std::string, std::string>> names;
        for (std::string_view action : turn.actions) names.emplace_back(action, words.action(turn.event, action));
        return with_keys(names);
    }

    // Null where the person leaves.
    const Option* answered(const lab::Puzzle& puzzle, const std::vector<Option>& options, const Lines& prompt,
                           const Words& words) {
        Lines shown = prompt;
        bool board = true;
        while (true) {
            show(puzzle, shown, words.text("puzzle.keys"), board ? Board::drawn : Board::left_out, words);
            const Key key = console_.key();
            if (key.kind == Key::Kind::closed) return nullptr;
            if (key.kind == Key::Kind::resized || key.kind == Key::Kind::timeout) continue;
            if (const Option* option = chosen(options, key)) return option;
            const std::string text = typed(key);
            if (text == "q") return nullptr;
            std::string keys;
            for (const Option& each : options) keys += (keys.empty() ? "" : ", ") + each.key;
            const std::string wrong = words.text(
                "error.unknown-key", {{"input", text.empty() ? words.text("key.enter") : text}, {"keys", keys}});
            if (console_.full_screen())
                (shown = prompt).insert(shown.begin(), wrong);
            else
                shown = {wrong};
            board = false;
        }
    }

    // Waits on a whole screen; text that runs on simply goes on.
    bool goes_on(const lab::Puzzle& puzzle, const Lines& told, const Words& words) {
        while (true) {
            show(puzzle, told, words.text("puzzle.keys-next"), Board::left_out, words);
            if (!console_.full_screen()) return true;
            const Key key = console_.key();
            if (key.kind == Key::Kind::resized || key.kind == Key::Kind::timeout) continue;
            return key.kind != Key::Kind::closed && typed(key) != "q";
        }
    }

    void count_answer(const lab::Puzzle& puzzle, std::string_view answer) {
        ++score_.asked;
        for (const AdvisedAction& each : puzzle.advice.actions) {
            if (each.action != answer) continue;
            score_.right += each.loss == 0 ? 1 : 0;
            score_.lost += each.loss;
        }
    }

    // Where text runs on, a board that stands above is not drawn again.
    enum class Board { drawn, left_out };
    void show(const lab::Puzzle& puzzle, const Lines& prompt, const std::string& keys, Board board,
              const Words& words) {
        const Size size = console_.size();
        Scene scene{*puzzle.table, viewer_of(puzzle.seat), words, review::side_names(*puzzle.table, words)};
        scene.prompt = prompt;
        scene.keys = keys;
        if (console_.full_screen()) return console_.show(drawn_screen(scene, size, pen()));
        Lines lines;
        const auto add = [&](const Lines& more) { lines.insert(lines.end(), more.begin(), more.end()); };
        if (board == Board::drawn) {
            lines.emplace_back();
            add(score_lines(scene, size.columns, pen()));
            add(drawn_board(puzzle.table->kind().id(), Look(puzzle.table->view(scene.viewer)),
                            {size.columns, pen(), words, scene.sides, puzzle.table->sheet_toml()}));
            add(dice_lines(scene, size.columns, pen()));
        }
        for (const std::string& text : prompt) add(wrapped(text, size.columns, 2));
        console_.show(lines);
    }

    Console& console_;
    Language language_;
    PuzzleScore score_{};
};

} // namespace

std::string puzzle_title(const lab::Puzzle& puzzle, const Words& words) {
    return fmt::format("{} · {}", puzzle.table->kind().name(),
                       words.text(fmt::format("puzzle.difficulty.{}", lab::name(puzzle.difficulty))));
}

Lines answer_lines(const lab::Puzzle& puzzle, std::string_view answer, const Words& words, Pen pen) {
    const std::string_view event = puzzle.table->turn().event;
    int room = 0;
    for (const AdvisedAction& each : puzzle.advice.actions)
        room = std::max(room, width(words.action(event, each.action)));
    Lines lines;
    for (const AdvisedAction& each : puzzle.advice.actions) {
        const int full = std::clamp(static_cast<int>(each.value * kBar + 0.5), 0, kBar);
        std::string note = each.loss == 0 ? words.text("odds.best") : review::points(-each.loss, words);
        if (each.action == puzzle.taken)
            note += ", " + words.text("puzzle.taken");
        else if (each.action == puzzle.natural && puzzle.taken.empty() && each.loss != 0)
            note += ", " + words.text("puzzle.natural");
        const std::string line = fmt::format("{} {}  {}  {}{}  {}", each.action == answer ? "›" : " ",
                                             padded(words.action(event, each.action), room),
                                             padded_left(review::precise_percent(each.value, words), 7),
                                             pen.green(repeated("█", full)), pen.dim(repeated("·", kBar - full)), note);
        lines.push_back(each.loss == 0 ? pen.bold(line) : line);
    }
    lines.push_back(lab::why(puzzle, words));
    lines.push_back(pen.dim(fmt::format("({})", lab::method_text(puzzle, words))));
    return lines;
}

PuzzleScore ask_puzzles(const std::vector<lab::Puzzle>& puzzles, Console& console, Language language) {
    PuzzleSession session(console, language);
    for (std::size_t i = 0; i < puzzles.size(); ++i)
        if (!session.ask(puzzles[i], i + 1, puzzles.size())) break;
    return session.score();
}

} // namespace touchline::cli
