// touchline lab tune GAME: the sheet whose figures come nearest to what is wanted.
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/lab_variants.hpp"
#include "cli/output.hpp"
#include "lab/compare.hpp"
#include "lab/tune.hpp"
#include "play/kind.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

struct TuneOptions : LabOptions {
    std::vector<std::string> varied;
    std::vector<std::string> goals;
    std::string out;
};

template <class T>
T sound(Expected<T, Message> read) {
    if (!read) throw Stop(RefusalCode::misused, read.error());
    return std::move(*read);
}

// The sheet, with a heading that says that it was tuned, to what, and how far it came.
std::string tuned_sheet(const Table& table, const TuneOptions& options, const lab::Tuned& tuned) {
    std::string head = "# Tuned with 'touchline lab tune': its figures are wanted, not printed in any box.\n";
    for (std::size_t i = 0; i < options.goals.size(); ++i)
        head += fmt::format("# goal {}: {}\n", options.goals[i],
                            tuned.values[i] ? fmt::format("{:.9g}", *tuned.values[i]) : "none");
    for (const lab::Change& change : tuned.changes)
        head += fmt::format("# {} = {}, was {}\n", change.path, change.value,
                            lab::value_at(table.sheet_toml(), change.path));
    return head + sound(lab::changed_sheet(table.kind(), table.sheet_toml(), tuned.changes));
}

lab::PlainTable tuning_table(const lab::Tuning& tuning, const std::vector<lab::Goal>& goals, const Words& words) {
    lab::PlainTable table{{words.text("lab.changes")}, {}};
    for (const lab::Goal& goal : goals) table.head.push_back(lab::figure_label(goal.figure, words));
    for (const lab::Tuned& tuned : tuning.nearest) {
        table.rows.push_back({tuned.changes.empty() ? words.text("lab.as-it-is") : lab::changes_text(tuned.changes)});
        for (std::size_t i = 0; i < goals.size(); ++i)
            table.rows.back().push_back(tuned.values[i] ? lab::figure_value(goals[i].figure, *tuned.values[i], words)
                                                        : "–");
    }
    return table;
}

std::string tuning_note(const lab::Tuning& tuning, const Words& words) {
    const std::string boxes = std::to_string(tuning.boxes);
    const std::string how = tuning.whole ? words.text("lab.tuned-whole", {{"boxes", boxes}})
                                         : words.text("lab.tuned-found", {{"boxes", boxes}});
    const bool met = !tuning.nearest.empty() && tuning.nearest.front().distance <= lab::kNoChange;
    return fmt::format("{} {}", words.text(met ? "lab.goals-met" : "lab.goals-missed"), how);
}

Json tuned_json(const lab::Tuned& tuned, const std::vector<lab::Goal>& goals) {
    Json json{{"distance", tuned.distance}, {"set", Json::object()}, {"figures", Json::object()}};
    for (const lab::Change& change : tuned.changes) json["set"][change.path] = change.value;
    for (std::size_t i = 0; i < goals.size(); ++i)
        if (tuned.values[i]) json["figures"][goals[i].figure] = *tuned.values[i];
    return json;
}

std::string tuning_csv(const lab::Tuning& tuning, const std::vector<lab::Goal>& goals) {
    std::vector<std::string> head{"changes", "distance"};
    for (const lab::Goal& goal : goals) head.push_back(goal.figure);
    std::string out = csv_line(head);
    for (const lab::Tuned& tuned : tuning.nearest) {
        std::vector<std::string> cells{lab::changes_text(tuned.changes), csv_number(tuned.distance)};
        for (const auto& value : tuned.values) cells.push_back(value ? csv_number(*value) : "");
        out += csv_line(cells);
    }
    return out;
}

int run_tune(TuneOptions options) {
    const std::unique_ptr<Table> table = open(options.table);
    const Words& words = words_of(*table, options);
    std::vector<lab::Freedom> varied;
    std::vector<lab::Goal> goals;
    for (const std::string& text : options.varied) varied.push_back(sound(lab::read_vary(text, table->sheet_toml())));
    for (const std::string& text : options.goals) goals.push_back(sound(lab::read_goal(text)));
    if (const auto wrong = lab::nothing_varies(*table, varied, {})) throw Stop(RefusalCode::misused, *wrong);
    for (const lab::Goal& goal : goals) options.plan.skill = options.plan.skill || goal.figure.starts_with("skill.");
    check_writable(options.out);
    Answering answering(options);
    answering.check_followed(*table);
    answering.expect(lab::boxes_of(varied, lab::TunePlan{}));
    const lab::Figures own = answering.of(*table);
    for (const lab::Goal& goal : goals) check_figure(goal.figure, own);
    const lab::Tuning tuning = lab::tune(*table, varied, goals, {}, [&](const Table& box) {
        return box.sheet_hash() == table->sheet_hash() ? own : answering.of(box);
    });
    answering.end();
    if (!options.out.empty()) {
        write_file(options.out, tuned_sheet(*table, options, tuning.nearest.front()));
        if (options.out != kStandard) note(words.text("sheet.written", {{"file", options.out}}));
        if (options.out == kStandard) return kDone;
    }
    const lab::PlainTable nearest = tuning_table(tuning, goals, words);
    LabAnswer answer;
    answer.json = [&] {
        Json json = lab_json(*table, options);
        json.update({{"whole", tuning.whole}, {"boxes", tuning.boxes}, {"nearest", Json::array()}});
        for (const lab::Tuned& tuned : tuning.nearest) json["nearest"].push_back(tuned_json(tuned, goals));
        return json;
    };
    answer.csv = [&] { return tuning_csv(tuning, goals); };
    answer.page = [&] {
        return lab::Page{lab_title(*table), lab_subtitle(*table, options), lab::table_html(nearest),
                         tuning_note(tuning, words)};
    };
    answer.text = [&] {
        return fmt::format("{} · {}\n{}{}\n", lab_title(*table), lab_subtitle(*table, options),
                           lab::table_text(nearest), tuning_note(tuning, words));
    };
    return give(answer, options);
}

} // namespace

void add_lab_tune(CLI::App& lab, Job& job) {
    auto options = std::make_shared<TuneOptions>();
    options->plan.skill = false;
    CLI::App* command = lab.add_subcommand("tune", "Search for the sheet whose figures come nearest to a goal");
    add_lab_options(*command, *options);
    command
        ->add_option("--vary", options->varied,
                     "A figure of the sheet and what it may be, PATH=LO..HI or PATH=A|B; may be repeated")
        ->type_name("PATH=VALUES")
        ->required()
        ->allow_extra_args(false);
    command
        ->add_option("--goal", options->goals,
                     "A figure and where it is to lie, as in first_edge=0 or points=20..24; may be repeated")
        ->type_name("NAME=VALUE")
        ->required()
        ->allow_extra_args(false);
    command->add_option("--out", options->out, "Write the nearest sheet to this file, '-' for standard output")
        ->type_name("FILE");
    examples(*command,
             {"touchline lab tune sports-dice --vary score.field_goal=1..6 --vary score.safety=1..4 --goal points=16",
              "touchline lab tune glory --vary field.tries=2..4 --goal 'points=20..24' --out tuned.toml"});
    command->callback([options, &job] { job = [options] { return run_tune(*options); }; });
}

} // namespace touchline::cli
