// touchline verify FILE: checks the dice of a record whose table proved them.
#include "fair/verify.hpp"

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "terminal/saves.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

struct VerifyOptions {
    std::string file;
    std::string sheet;
    std::string language;
    bool json = false;
};

void show_verified(const fair::Verified& verified, const Words& words) {
    print("{}\n", words.text("verify.holds", {{"rolls", fmt::to_string(verified.rolls)}}));
    if (verified.from > 1) print("{}\n", words.text("verify.from", {{"from", fmt::to_string(verified.from)}}));
    const u64 server = verified.hand[fair::Party::server] + verified.hand[fair::Party::hidden];
    print("{}\n", words.text("verify.hand", {{"server", fmt::to_string(server)},
                                             {"home", words.seat(Seat::home)},
                                             {"home_rolls", fmt::to_string(verified.hand[fair::Party::home])},
                                             {"away", words.seat(Seat::away)},
                                             {"away_rolls", fmt::to_string(verified.hand[fair::Party::away])}}));
}

int run_verify(const VerifyOptions& options) {
    const Language language = language_from(options.language);
    const std::string record = read_file(options.file);
    std::vector<SheetText> sheets;
    if (!options.sheet.empty()) sheets.push_back({options.sheet, read_file(options.sheet)});
    if (std::optional<std::string> beside = terminal::sheet_beside(options.file)) sheets.push_back({"sheet", *beside});
    const Expected<fair::Verified, fair::Fault> verdict = fair::verify(record, sheets);
    if (options.json) {
        print_json(fair::verdict_json(verdict, language));
        return verdict ? kDone : kFailed;
    }
    if (!verdict) {
        const fair::Fault& fault = verdict.error();
        Message what = fault.message;
        if (fault.kind == fair::FaultKind::bad_proof && fault.line > 0)
            what = Message{"record.line", {{"line", fault.line}, {"what", std::move(what)}}};
        throw Stop(RefusalCode::bad_record,
                   Message{"cli.of-file", {{"file", options.file}, {"what", std::move(what)}}});
    }
    show_verified(*verdict, Words::of(language, verdict->game));
    return kDone;
}

} // namespace

void add_verify(CLI::App& app, Job& job) {
    auto options = std::make_shared<VerifyOptions>();
    CLI::App* command = app.add_subcommand("verify", "Check that nobody bent the dice of a recorded game");
    command->add_option("FILE", options->file, "The record; - for standard input")->required();
    command->add_option("--sheet", options->sheet, "The sheet it was played with, if not the default one")
        ->type_name("FILE");
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command->add_flag("--json", options->json, "As JSON");
    examples(*command, {"touchline verify game.record", "touchline verify game.record --json"});
    command->callback([options, &job] { job = [options] { return run_verify(*options); }; });
}

} // namespace touchline::cli
