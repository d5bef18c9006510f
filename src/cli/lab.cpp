// touchline lab: what the dice, cards and rulings of a game do to it, exactly. What its commands share.
#include "cli/lab.hpp"

#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "lab/answers.hpp"
#include "lab/estimate.hpp"
#include "play/kind.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>

namespace touchline::cli {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point when) { return std::chrono::duration<double>(Clock::now() - when).count(); }

} // namespace

struct Answering::Own {
    Own(const LabOptions& options)
        : plan(options.plan), sink(progress_on_stderr(language_from(options.language))),
          job(options.threads, [this](const solve::Progress& progress) { tell(progress); }), interrupt(job) {}

    // Of several tables: which one, and what all that are still to come will take.
    void tell(solve::Progress progress) const {
        if (!sink) return;
        if (total > 1) {
            progress.layer =
                Message{"lab.variant", {{"number", done + 1}, {"total", total}, {"layer", progress.layer}}};
            progress.seconds = seconds_since(began);
            progress.seconds_left = seconds_left({total, done, finished, progress.seconds, progress.seconds_left});
            progress.total = total;
            progress.done = done;
        }
        sink(progress);
    }

    lab::FiguresPlan plan;
    std::optional<lab::AnswerFolder> folder;
    std::string kept_in;
    solve::Job::Sink sink;
    std::size_t total = 1;
    std::size_t done = 0;
    Clock::time_point began = Clock::now();
    double finished = 0;             // seconds until the last table was done
    analysis::Library library{1, 1}; // a solved game may take hundreds of megabytes
    solve::Job job;
    solve::StopOnInterrupt interrupt;
};

Answering::Answering(const LabOptions& options) : own_(std::make_unique<Own>(options)) {
    for (Seat seat : kSeats) check_bot(options.plan.bots[seat]);
    check_writable(options.html); // not only after a minute's work
    if (options.keep.empty()) return;
    own_->folder.emplace(options.keep);
    own_->kept_in = options.keep;
    if (const auto wrong = own_->folder->prepare()) throw Stop(RefusalCode::failed, *wrong);
}
Answering::~Answering() { end(); }

void Answering::expect(std::size_t tables) { own_->total = tables; }
void Answering::kept_in(const std::string& folder) { own_->kept_in = folder; }

template <class Work>
auto Answering::stoppable(const Work& work) const {
    try {
        own_->job.check();
        return work();
    } catch (const solve::Stopped&) {
        end_progress();
        if (own_->kept_in.empty()) throw;
        throw Stop(RefusalCode::failed, Message{"lab.stopped-kept", {{"folder", own_->kept_in}}});
    }
}

void Answering::check() const {
    stoppable([] {});
}
void Answering::end() { end_progress(); }

void Answering::skip() { own_->total = std::max(own_->total, own_->done + 2) - 1; }

lab::Figures Answering::of(const Table& table) { return of(table, own_->plan); }

Expected<lab::Figures, Message> Answering::ask(const Table& table, const lab::FiguresPlan& plan) {
    const std::string key = own_->folder ? lab::question_key(table, plan) : std::string();
    if (own_->folder)
        if (std::optional<lab::Figures> kept = own_->folder->find(key)) {
            skip();
            return std::move(*kept);
        }
    Expected<lab::Figures, Message> figures =
        stoppable([&] { return lab::figures(table, plan, own_->library, own_->job); });
    ++own_->done;
    own_->finished = seconds_since(own_->began);
    if (!figures || !own_->folder) return figures;
    if (const auto wrong = own_->folder->keep(key, lab::question_json(table, plan), *figures)) {
        end();
        throw Stop(RefusalCode::failed, *wrong);
    }
    return figures;
}

lab::Figures Answering::of(const Table& table, const lab::FiguresPlan& plan) {
    Expected<lab::Figures, Message> figures = ask(table, plan);
    if (figures) return std::move(*figures);
    end();
    throw Stop(RefusalCode::misused, figures.error());
}

std::optional<lab::Carried> Answering::as_before(const Table& before, const Table& after) {
    Expected<lab::Carried, Message> carried =
        stoppable([&] { return lab::as_before(before, after, own_->library, own_->job); });
    ++own_->done;
    own_->finished = seconds_since(own_->began);
    if (!carried) return std::nullopt;
    return std::move(*carried);
}

std::optional<analysis::OpeningFigures> Answering::opening(const Table& table) {
    const auto opening = stoppable([&] { return own_->library.of(table)->opening(own_->job); });
    ++own_->done;
    own_->finished = seconds_since(own_->began);
    return opening ? std::optional(*opening) : std::nullopt;
}

bool Answering::follows(const Table& table) { return own_->library.of(table)->follows(); }

void Answering::check_followed(const Table& table) {
    if (!follows(table)) throw Stop(RefusalCode::misused, Message{"solve.no-figures", {{"game", table.kind().id()}}});
}

lab::Figures Answering::estimated(const Table& table, const BySeat<std::string>& bots) {
    std::atomic<bool> stop = false;
    const lab::SimulationResult result = lab::simulate(table, {lab::kEstimateGames, 0, own_->job.threads(), bots},
                                                       own_->library, stop, [&](u64) { stop = own_->job.stopped(); });
    check();
    ++own_->done;
    own_->finished = seconds_since(own_->began);
    return lab::estimated(result);
}

bool Answering::keeps(const Table& table) const {
    return own_->folder && own_->folder->find(lab::question_key(table, own_->plan)).has_value();
}

std::optional<lab::Figures> Answering::known(const Table& table) {
    Expected<lab::Figures, Message> figures = ask(table, own_->plan);
    if (!figures) return std::nullopt;
    return std::move(*figures);
}

void add_lab_forms(CLI::App& command, LabOptions& options) {
    add_threads(command, options.threads);
    command.add_option("--lang", options.language, "en or fr")->type_name("LANGUAGE");
    CLI::Option* json = command.add_flag("--json", options.json, "As JSON");
    command.add_flag("--csv", options.csv, "As CSV")->excludes(json);
    command.add_option("--html", options.html, "Write one self-contained HTML file, '-' for standard output")
        ->type_name("FILE");
}

void add_lab_options(CLI::App& command, LabOptions& options) {
    add_table_options(command, options.table);
    command.add_option("--home", options.plan.bots.home, "The bot in the home seat")
        ->type_name("BOT")
        ->capture_default_str();
    command.add_option("--away", options.plan.bots.away, "The bot in the away seat")
        ->type_name("BOT")
        ->capture_default_str();
    command
        .add_option("--keep", options.keep, "Keep the figures of every game in this folder, and find them there again")
        ->type_name("FOLDER");
    add_lab_forms(command, options);
}

int give(const LabAnswer& answer, const LabOptions& options) {
    if (!options.html.empty()) {
        const lab::Page page = answer.page();
        write_file(options.html, lab::html_of(page, Words::of(language_from(options.language))));
    }
    if (options.json)
        print_json(answer.json());
    else if (options.csv)
        write_to(stdout, answer.csv());
    else if (options.html.empty())
        cli::page(answer.text());
    return kDone;
}

const Words& words_of(const Table& table, const LabOptions& options) {
    return Words::of(language_from(options.language), table.kind().id());
}

std::string lab_title(const Table& table) { return std::string(table.kind().name()); }

std::string lab_subtitle(const Table& table, const LabOptions& options) {
    const Words& words = words_of(table, options);
    const BySeat<std::string>& bots = options.plan.bots;
    std::string text = bots.home == "perfect" && bots.away == "perfect"
                           ? words.text("lab.both-best")
                           : words.text("lab.bots", {{"home", bots.home}, {"away", bots.away}});
    for (const std::string& option : options.table.options) text += " · " + option;
    if (!options.table.sheet.empty()) text += " · " + options.table.sheet;
    return text;
}

Json lab_json(const Table& table, const LabOptions& options) {
    return {{"game", table.kind().id()},
            {"options", table.options().json()},
            {"sheet", table.sheet_hash()},
            {"bots", {{"home", options.plan.bots.home}, {"away", options.plan.bots.away}}}};
}

std::string csv_line(const std::vector<std::string>& cells) {
    std::string out;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) out += ',';
        if (cells[i].find_first_of("\",\r\n") == std::string::npos) {
            out += cells[i];
            continue;
        }
        out += '"';
        for (char c : cells[i]) (out += c == '"' ? "\"" : "") += c;
        out += '"';
    }
    return out + "\r\n";
}

std::string csv_number(double value) { return fmt::format("{}", value); }

std::string figures_csv(const lab::Figures& figures) {
    std::string out = csv_line({"name", "value"});
    out += csv_line({"exact", figures.exact ? "1" : "0"});
    out += csv_line({"bound", csv_number(figures.bound)});
    for (const lab::NamedFigure& each : lab::named_figures(figures))
        out += csv_line({each.name, csv_number(each.value)});
    return out;
}

void add_lab(CLI::App& app, Job& job) {
    CLI::App* command =
        app.add_subcommand("lab", "What the dice, cards and rulings of a game do to it, exactly: for designers");
    command->require_subcommand(1);
    for (auto add : {add_lab_figures, add_lab_compare, add_lab_slope, add_lab_range, add_lab_tune, add_lab_sweep,
                     add_lab_certificate, add_lab_atlas})
        add(*command, job);
    examples(*command, {"touchline lab figures sports-dice-football",
                        "touchline lab compare sports-dice --set score.field_goal=4",
                        "touchline lab slope sports-dice --figure points"});
}

} // namespace touchline::cli
