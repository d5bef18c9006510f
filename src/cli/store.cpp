// touchline store: what an operator does with the tables of a server.
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "store/backup.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace touchline::cli {

namespace {

struct StoreOptions {
    std::string from;
    std::string to;
    std::string language;
    bool json = false;
};

int back_up_store(const StoreOptions& options) {
    const store::Copied copied = store::back_up(options.from, options.to);
    if (options.json)
        print_json({{"ok", true}, {"folder", options.to}, {"tables", copied.tables}, {"bytes", copied.bytes}});
    else
        print("{}\n", Words::of(language_from(options.language))
                          .text("store.copied", {{"tables", fmt::to_string(copied.tables)}, {"folder", options.to}}));
    return kDone;
}

} // namespace

void add_store(CLI::App& app, Job& job) {
    CLI::App* command = app.add_subcommand("store", "Back up the tables of a server");
    command->require_subcommand(1);
    auto options = std::make_shared<StoreOptions>();
    CLI::App* backup = command->add_subcommand("backup", "Copy a server's data folder while it runs");
    backup->add_option("FROM", options->from, "The data folder of the server")->required();
    backup->add_option("TO", options->to, "The folder of the copy: new, or empty")->required();
    backup->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    backup->add_flag("--json", options->json, "As JSON");
    examples(*backup, {"touchline store backup /var/lib/touchline /var/backups/touchline-monday"});
    backup->callback([options, &job] { job = [options] { return back_up_store(*options); }; });
}

} // namespace touchline::cli
