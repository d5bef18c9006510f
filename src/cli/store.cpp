// touchline store: what an operator does with the tables of a server.
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "store/backup.hpp"
#include "store/migrate.hpp"

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

int migrate_store(const StoreOptions& options) {
    const store::Migrated migrated = store::migrate(options.from, options.to);
    if (options.json)
        print_json({{"ok", true}, {"to", options.to}, {"tables", migrated.tables}, {"there", migrated.there}});
    else
        print("{}\n", Words::of(language_from(options.language))
                          .text("store.migrated", {{"tables", fmt::to_string(migrated.tables)},
                                                   {"there", fmt::to_string(migrated.there)},
                                                   {"store", options.to}}));
    return kDone;
}

} // namespace

void add_store(CLI::App& app, Job& job) {
    CLI::App* command = app.add_subcommand("store", "Back up the tables of a server, or move them to another store");
    command->require_subcommand(1);
    examples(*command, {"touchline store backup /var/lib/touchline /var/backups/touchline-monday"});
    auto options = std::make_shared<StoreOptions>();
    CLI::App* backup = command->add_subcommand("backup", "Copy a server's data folder while it runs");
    backup->add_option("FROM", options->from, "The data folder of the server")->required();
    backup->add_option("TO", options->to, "The folder of the copy: new, or empty")->required();
    backup->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    backup->add_flag("--json", options->json, "As JSON");
    examples(*backup, {"touchline store backup /var/lib/touchline /var/backups/touchline-monday"});
    backup->callback([options, &job] { job = [options] { return back_up_store(*options); }; });
    CLI::App* migrate =
        command->add_subcommand("migrate", "Copy all tables of a folder to a PostgreSQL database, or the other way");
    migrate->add_option("FROM", options->from, "A data folder, or postgresql://…; no server may use it")->required();
    migrate->add_option("TO", options->to, "The other one")->required();
    migrate->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    migrate->add_flag("--json", options->json, "As JSON");
    examples(*migrate, {"touchline store migrate /var/lib/touchline postgresql://touchline@db/touchline"});
    migrate->callback([options, &job] { job = [options] { return migrate_store(*options); }; });
}

} // namespace touchline::cli
