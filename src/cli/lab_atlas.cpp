// touchline lab atlas [GAME]: every option of a game, or of each, with the exact figures of each reading beside the
// default's.
#include "cli/atlas_page.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/lab_variants.hpp"
#include "cli/output.hpp"
#include "core/html_text.hpp"
#include "lab/compare.hpp"
#include "play/kind.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

namespace touchline::cli {

namespace {

// What data/atlas keeps; --json has all that is known.
constexpr std::array<std::string_view, 9> kKept{"first_edge",       "toss_edge",        "draw",
                                                "points",           "margin",           "length.rolls",
                                                "length.decisions", "decisions.matter", "luck"};
constexpr double kInteracts = 0.001; // of first_edge

struct AtlasOptions : LabOptions {
    bool pairs = false;
    bool who_wins = false;
    std::string write{}; // the folder of the sources
};

std::string value_text_of(const OptionValue& value) {
    const Json json = touchline::json(value);
    return json.is_string() ? json.get<std::string>() : json.dump();
}

// The values of a list; of a range of numbers the next ones on both sides.
std::vector<OptionValue> other_values(const OptionSpec& spec) {
    std::vector<OptionValue> values;
    for (const OptionValue& value : spec.values)
        if (value != spec.fallback) values.push_back(value);
    if (!spec.values.empty()) return values;
    if (const auto* number = std::get_if<std::int64_t>(&spec.fallback))
        for (std::int64_t value : {*number - spec.step, *number + spec.step})
            if (value >= spec.min && value <= spec.max) values.emplace_back(value);
    if (const auto* flag = std::get_if<bool>(&spec.fallback)) values.emplace_back(!*flag);
    return values;
}

struct AtlasGame {
    AtlasReading reading;
    Json options;
    std::unique_ptr<Table> table;
};

// Readings that a game does not take alone, as an option of another mode, are left out.
std::vector<AtlasGame> games_of(const Kind& kind) {
    std::vector<AtlasGame> games;
    for (const OptionSpec& spec : kind.options())
        for (const OptionValue& value : other_values(spec)) {
            Json options{{spec.name, touchline::json(value)}};
            auto table = kind.open(options, std::nullopt);
            if (table) games.push_back({{{{spec.name, value_text_of(value)}}}, std::move(options), std::move(*table)});
        }
    return games;
}

// Each two readings of different options that a game takes together.
std::vector<AtlasGame> pairs_of(const Kind& kind, const std::vector<AtlasGame>& games) {
    std::vector<AtlasGame> pairs;
    for (std::size_t a = 0; a < games.size(); ++a)
        for (std::size_t b = a + 1; b < games.size(); ++b) {
            AtlasReading reading = games[a].reading;
            reading.figures.clear();
            reading.set.insert(games[b].reading.set.begin(), games[b].reading.set.end());
            Json options = games[a].options;
            options.update(games[b].options);
            if (reading.set.size() < 2) continue;
            if (auto table = kind.open(options, std::nullopt))
                pairs.push_back({std::move(reading), std::move(options), std::move(*table)});
        }
    return pairs;
}

class AtlasMaker {
public:
    AtlasMaker(const AtlasOptions& options, Answering& answering) : options_(options), answering_(answering) {}

    // All figures where these rules can be followed and that is not too dear, else who wins, else an estimate.
    void find(const Table& table, AtlasReading& reading) {
        if (!options_.who_wins || answering_.keeps(table))
            if (const auto figures = answering_.known(table)) {
                reading.source = AtlasSource::figures;
                for (const lab::NamedFigure& each : lab::named_figures(*figures))
                    reading.figures[each.name] = rounded(each.value);
                return;
            }
        if (find_winner(table, reading)) return;
        const lab::Figures played = answering_.estimated(table, {"coach", "coach"});
        reading.source = AtlasSource::estimate;
        for (const char* name : {"draw", "points", "length.rolls"})
            reading.figures[name] = rounded(lab::figure_named(played, name).value());
    }

    bool find_winner(const Table& table, AtlasReading& reading) {
        const auto opening = answering_.opening(table);
        if (!opening) return false;
        reading.source = AtlasSource::solved;
        reading.figures = {{"first_edge", rounded(opening->first_edge)}, {"draw", rounded(opening->draw)}};
        if (opening->toss) reading.figures["toss_edge"] = rounded(opening->toss->edge);
        return true;
    }

private:
    // Beyond that the last digits differ from machine to machine.
    static double rounded(double value) { return std::round(value * 1e9) / 1e9; }

    const AtlasOptions& options_;
    Answering& answering_;
};

Atlas made_atlas(const AtlasOptions& options, const Table& own) {
    const Kind& kind = own.kind();
    Atlas atlas{std::string(kind.id()), own.sheet_hash(), atlas_options(kind), {}, {}, {}, {}};
    std::vector<AtlasGame> games = games_of(kind);
    std::vector<AtlasGame> pairs;
    if (options.pairs) pairs = pairs_of(kind, games);
    Answering answering(options);
    answering.expect(games.size() + pairs.size() + 1);
    AtlasMaker maker(options, answering);
    maker.find(own, atlas.own);
    for (AtlasGame& game : games) {
        maker.find(*game.table, game.reading);
        atlas.readings.push_back(game.reading);
    }
    if (options.pairs) atlas.pairs_above = kInteracts;
    for (AtlasGame& pair : pairs)
        if (maker.find_winner(*pair.table, pair.reading) &&
            std::abs(atlas.beyond(pair.reading, "first_edge").value_or(0)) > kInteracts)
            atlas.pairs.push_back(std::move(pair.reading));
    std::ranges::stable_sort(atlas.pairs, std::greater{},
                             [&](const AtlasReading& pair) { return std::abs(*atlas.beyond(pair, "first_edge")); });
    answering.end();
    return atlas;
}

std::string atlas_csv(const Atlas& atlas) {
    std::string out;
    for (const AtlasReading& reading : atlas.readings)
        for (const auto& [name, value] : reading.figures) {
            const auto number = [](const std::optional<double>& each) { return each ? csv_number(*each) : ""; };
            out += csv_line({atlas.game, reading.set.begin()->first, reading.set.begin()->second, name,
                             number(atlas.own.figure(name)), csv_number(value), number(atlas.change(reading, name))});
        }
    return out;
}

// data/atlas and docs/atlas, in both languages.
void write_atlas(const Atlas& atlas, const std::filesystem::path& folder) {
    const auto write = [&](const std::string& path, const std::string& text) {
        std::error_code error;
        std::filesystem::create_directories((folder / path).parent_path(), error);
        write_file((folder / path).string(), text);
    };
    Atlas kept = atlas;
    const auto keep = [](AtlasReading& reading) {
        std::erase_if(reading.figures,
                      [](const auto& each) { return std::ranges::find(kKept, each.first) == kKept.end(); });
    };
    keep(kept.own);
    for (AtlasReading& reading : kept.readings) keep(reading);
    write(fmt::format("data/atlas/{}.json", atlas.game), atlas_json(kept).dump(1) + "\n");
    write(fmt::format("docs/atlas/{}.md", atlas.game), atlas_markdown(kept, Words::of(Language::english, atlas.game)));
    write(fmt::format("docs/atlas/fr/{}.md", atlas.game),
          atlas_markdown(kept, Words::of(Language::french, atlas.game)));
}

struct AtlasOfGame {
    std::unique_ptr<Table> table;
    Atlas atlas;
};

std::vector<AtlasOfGame> atlases_of(const AtlasOptions& options) {
    std::vector<AtlasOfGame> all;
    std::vector<std::string> games{options.table.game};
    if (options.table.game.empty()) {
        games.clear();
        for (const Kind* kind : kinds()) games.emplace_back(kind->id());
    }
    for (const std::string& game : games) {
        std::unique_ptr<Table> table = open({game, {}, {}});
        Atlas atlas = made_atlas(options, *table);
        if (!options.write.empty()) write_atlas(atlas, options.write);
        all.push_back({std::move(table), std::move(atlas)});
    }
    return all;
}

std::string notes_of(const Atlas& atlas, const Words& words) {
    return fmt::format("{}", fmt::join(atlas_notes(atlas, words), " "));
}

std::string section_html(const AtlasOfGame& own, const Words& words) {
    const lab::PlainTable pairs = pairs_table(own.atlas, words);
    return lab::table_html(readings_table(own.atlas, words)) + (pairs.rows.empty() ? "" : lab::table_html(pairs));
}

std::string section_text(const AtlasOfGame& own, const AtlasOptions& options, const Words& words) {
    const lab::PlainTable pairs = pairs_table(own.atlas, words);
    return fmt::format("{} · {}\n{}{}\n{}", lab_title(*own.table), lab_subtitle(*own.table, options),
                       lab::table_text(readings_table(own.atlas, words)), notes_of(own.atlas, words),
                       pairs.rows.empty() ? "" : "\n" + lab::table_text(pairs));
}

int run_atlas(const AtlasOptions& options) {
    const std::vector<AtlasOfGame> all = atlases_of(options);
    if (!options.write.empty()) return kDone;
    const auto words = [&](const AtlasOfGame& own) -> const Words& { return words_of(*own.table, options); };
    LabAnswer answer;
    answer.json = [&] {
        if (all.size() == 1) return atlas_json(all.front().atlas);
        Json json{{"games", Json::array()}};
        for (const AtlasOfGame& own : all) json["games"].push_back(atlas_json(own.atlas));
        return json;
    };
    answer.csv = [&] {
        std::string out = csv_line({"game", "option", "value", "name", "default", "figure", "change"});
        for (const AtlasOfGame& own : all) out += atlas_csv(own.atlas);
        return out;
    };
    answer.page = [&] {
        const AtlasOfGame& first = all.front();
        if (all.size() == 1)
            return lab::Page{lab_title(*first.table), lab_subtitle(*first.table, options),
                             section_html(first, words(first)), notes_of(first.atlas, words(first))};
        lab::Page page{words(first).text("lab.atlases"), lab_subtitle(*first.table, options), "", ""};
        for (const AtlasOfGame& own : all)
            page.body += fmt::format("<section><h2>{}</h2>{}<p>{}</p></section>\n", html_text(lab_title(*own.table)),
                                     section_html(own, words(own)), html_text(notes_of(own.atlas, words(own))));
        return page;
    };
    answer.text = [&] {
        std::string out;
        for (const AtlasOfGame& own : all) out += (out.empty() ? "" : "\n") + section_text(own, options, words(own));
        return out;
    };
    return give(answer, options);
}

} // namespace

void add_lab_atlas(CLI::App& lab, Job& job) {
    auto options = std::make_shared<AtlasOptions>();
    options->plan.skill = false;
    CLI::App* command =
        lab.add_subcommand("atlas", "Every option of a game: the figures of each reading beside the default's");
    add_game(*command, options->table.game);
    command
        ->add_option("--keep", options->keep,
                     "Keep the figures of every game in this folder, and find them there again")
        ->type_name("FOLDER");
    add_lab_forms(*command, *options);
    command->add_flag("--pairs", options->pairs, "Also which two readings act on each other");
    command->add_flag("--who-wins", options->who_wins, "No more than who wins: for games that take long to follow");
    command
        ->add_option("--write", options->write, "Write data/atlas and docs/atlas into this folder, as make atlas does")
        ->type_name("FOLDER");
    examples(*command, {"touchline lab atlas sports-dice", "touchline lab atlas glory --pairs --json"});
    command->callback([options, &job] { job = [options] { return run_atlas(*options); }; });
}

} // namespace touchline::cli
