// touchline lab sweep SPEC: the figures of thousands of boxes, one file each, on as many machines as there are.
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/lab_variants.hpp"
#include "cli/output.hpp"
#include "lab/answers.hpp"
#include "lab/sweep.hpp"
#include "play/kind.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::cli {

namespace {

struct SweepOptions : LabOptions {
    std::string spec;
    std::string out;
    std::string shard = "1/1";
    std::string collected;
};

struct Asked {
    std::unique_ptr<Table> table;
    const lab::SweepQuestion* question;
};

// Games are named as on the command line.
std::vector<lab::SweepQuestion> questions_in(const std::string& toml) {
    auto questions = lab::sweep_questions(toml);
    if (!questions) throw Stop(RefusalCode::misused, questions.error());
    for (lab::SweepQuestion& question : *questions) question.game = game_meant(question.game).id();
    return std::move(*questions);
}

Stop refused(const lab::SweepQuestion& question, const Message& why) {
    return {RefusalCode::misused, Message{"lab.sweep-question", {{"question", question.name()}, {"why", why}}}};
}

// The questions of this shard; all of the spec are checked, so that every shard finds the same mistakes.
std::vector<Asked> asked_of(const std::vector<lab::SweepQuestion>& questions, const lab::Shard& shard) {
    std::vector<Asked> asked;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        auto table = lab::table_of(questions[i], read_file);
        if (!table) throw refused(questions[i], table.error());
        if (shard.has(i)) asked.push_back({std::move(*table), &questions[i]});
    }
    return asked;
}

int run_sweep(const SweepOptions& options) {
    if (!options.collected.empty()) return collect_answers(options.collected, options);
    if (options.spec.empty() || options.out.empty()) throw Stop(RefusalCode::misused, Message{"lab.sweep-what"});
    const std::optional<lab::Shard> shard = lab::read_shard(options.shard);
    if (!shard) throw Stop(RefusalCode::misused, Message{"lab.shard-form", {{"text", options.shard}}});
    const std::vector<lab::SweepQuestion> questions = questions_in(read_file(options.spec));
    const std::vector<Asked> asked = asked_of(questions, *shard);
    const lab::AnswerFolder folder(options.out);
    if (const auto wrong = folder.prepare()) throw Stop(RefusalCode::failed, *wrong);
    Answering answering(options);
    answering.kept_in(options.out);
    for (const Asked& each : asked)
        if (!answering.follows(*each.table))
            throw refused(*each.question, {"solve.no-figures", {{"game", each.table->kind().id()}}});
    answering.expect(asked.size());
    std::size_t found = 0;
    for (const Asked& each : asked) {
        answering.check();
        const std::string key = lab::question_key(*each.table, each.question->plan);
        if (folder.find(key)) {
            ++found;
            answering.skip();
            continue;
        }
        Json question = lab::question_json(*each.table, each.question->plan);
        for (const lab::Change& change : each.question->changes) question["set"][change.path] = change.value;
        const lab::Figures figures = answering.of(*each.table, each.question->plan);
        if (const auto wrong = folder.keep(key, question, figures)) throw Stop(RefusalCode::failed, *wrong);
    }
    answering.end();
    const std::string all = std::to_string(asked.size());
    const std::size_t answered = asked.size() - found;
    LabAnswer answer;
    answer.json = [&] { return Json{{"questions", asked.size()}, {"found", found}, {"answered", answered}}; };
    answer.csv = [&] {
        return csv_line({"questions", "found", "answered"}) +
               csv_line({all, std::to_string(found), std::to_string(answered)});
    };
    answer.page = [&] { return collected_page(options.out, options); };
    answer.text = [&] {
        return Words::of(language_from(options.language))
                   .text("lab.swept", {{"questions", all}, {"found", std::to_string(found)}, {"folder", options.out}}) +
               "\n";
    };
    return give(answer, options);
}

} // namespace

void add_lab_sweep(CLI::App& lab, Job& job) {
    auto options = std::make_shared<SweepOptions>();
    CLI::App* command = lab.add_subcommand("sweep", "The figures of thousands of boxes, kept one by one in a folder");
    command->add_option("SPEC", options->spec, "What is asked, a TOML file; - for standard input");
    command->add_option("--out", options->out, "The folder of the answers; what lies there is not asked again")
        ->type_name("FOLDER");
    command->add_option("--shard", options->shard, "Only the I-th of N parts, for several machines")
        ->type_name("I/N")
        ->capture_default_str();
    command->add_option("--collect", options->collected, "Print all answers of this folder as one CSV")
        ->type_name("FOLDER");
    add_lab_forms(*command, *options);
    examples(*command,
             {"touchline lab sweep spec.toml --out answers", "touchline lab sweep spec.toml --out answers --shard 2/8",
              "touchline lab sweep --collect answers > answers.csv",
              "touchline lab sweep --collect answers --html answers.html"});
    command->callback([options, &job] { job = [options] { return run_sweep(*options); }; });
}

} // namespace touchline::cli
