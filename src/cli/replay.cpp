// touchline replay FILE: shows a game play by play and proves it, or names the line that is wrong.
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/reviewing.hpp"
#include "core/characters.hpp"
#include "play/commentary.hpp"
#include "play/drives.hpp"
#include "play/record.hpp"
#include "play/side_name.hpp"
#include "play/words.hpp"
#include "terminal/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::cli {

namespace {

struct ReplayOptions {
    std::string file;
    std::string sheet;
    std::string language;
    bool quiet = false;
    bool json = false;
};

// A game as it is shown: in whose words, and how wide its columns are.
class Transcript {
public:
    Transcript(const Table& table, const Words& words)
        : table_(table), words_(words), sides_(side_names(table, words)),
          side_room_(std::max(columns_of(sides_.home), columns_of(sides_.away))) {
        for (std::size_t i = 0; i < table.steps(); ++i)
            event_room_ = std::max(event_room_, columns_of(words.event(table.step(i).event)));
    }

    void show() const {
        print("{}: {} - {}\n", table_.kind().name(), sides_.home, sides_.away);
        const std::string sheet = fmt::format("{} ({})", table_.sheet_name(), table_.sheet_hash());
        print("{}\n", words_.text("replay.played-with", {{"sheet", sheet}}));
        for (std::size_t i = 0; i < table_.steps(); ++i) {
            const std::optional<Seat> offense = table_.offense_before(i);
            if (begins_drive(table_, i)) show_score(table_.score_before(i), offense ? sides_[*offense] : "");
            show_step(i);
        }
        const TurnText turn = table_.turn();
        const std::optional<Seat> winner = seat_named(name(turn.winner));
        const std::string won = winner ? sides_[*winner] : words_.text("seat.draw");
        show_score(table_.score(), turn.kind == TurnKind::over ? won : "");
    }

private:
    void show_score(BySeat<int> score, std::string_view whose) const {
        print("\n{} {}-{}{}{}\n", words_.text("board.score"), score.home, score.away, whose.empty() ? "" : " · ",
              whose);
    }

    // The headline of a play stands out, its details are set in.
    void show_step(std::size_t index) const {
        const StepText step = table_.step(index);
        print("  {} {} {}\n", terminal::padded(sides_[step.seat], side_room_),
              terminal::padded(words_.event(step.event), event_room_), outcome(step));
        const StepWords said = commentary_.told(table_, index, sides_);
        for (std::size_t i = 0; i < said.lines.size(); ++i)
            print("  {:{}} {}{}\n", "", side_room_, said.headline && i == 0 ? "" : "  ", said.lines[i]);
    }

    // What fell or was chosen: faces as the dice show them, a coin by the side that it falls for.
    [[nodiscard]] std::string outcome(const StepText& step) const {
        if (step.kind != TurnKind::chance) return words_.action(step.event, step.action);
        std::string text;
        for (std::string_view token : step.tokens) {
            const std::optional<Seat> seat = seat_named(token);
            text += fmt::format("{}{}", text.empty() ? "" : " ", seat ? std::string_view(sides_[*seat]) : token);
        }
        return text;
    }

    const Table& table_;
    const Words& words_;
    SideNames sides_;
    int side_room_;
    int event_room_ = 0;
    mutable Commentary commentary_{words_};
};

int replay(const ReplayOptions& options) {
    const Language language = language_from(options.language);
    const std::unique_ptr<Table> table = read_record_at(options.file, options.sheet).table;
    const Words& words = Words::of(language, table->kind().id());
    if (options.json) {
        Json json = table_json(*table);
        json.update({{"proved", true},
                     {"steps", table->steps()},
                     {"over", table->over()},
                     {"score", {{"home", table->score().home}, {"away", table->score().away}}}});
        print_json(json);
        return kDone;
    }
    if (!options.quiet) Transcript(*table, words).show();
    print("{}\n", words.text("replay.proved"));
    return kDone;
}

} // namespace

void add_replay(CLI::App& app, Job& job) {
    auto options = std::make_shared<ReplayOptions>();
    CLI::App* command = app.add_subcommand("replay", "Show a recorded game play by play and prove it");
    command->add_option("FILE", options->file, "The record; - for standard input")->required();
    command->add_option("--sheet", options->sheet, "The sheet it was played with, if not the default one")
        ->type_name("FILE");
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command->add_flag("--quiet", options->quiet, "Only prove it");
    command->add_flag("--json", options->json, "As JSON");
    examples(*command, {"touchline replay game.record", "touchline table < requests | touchline replay - --quiet"});
    command->callback([options, &job] { job = [options] { return replay(*options); }; });
}

} // namespace touchline::cli
