// touchline lab certificate GAME: one page that a designer could print on the box.
#include "cli/help.hpp"
#include "cli/lab.hpp"
#include "cli/output.hpp"
#include "core/html_text.hpp"
#include "games/sheet_figures.hpp"
#include "lab/surprises.hpp"
#include "play/kind.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace touchline::cli {

namespace {

constexpr std::size_t kSurprises = 3;

// A large figure and what it is.
struct BigFigure {
    std::string value;
    std::string label;
};

struct Certificate {
    const Table& table;
    lab::Figures best;                    // both sides play perfectly
    std::vector<lab::Surprise> surprises; // of the habits of the coach
};

std::string whole_number_of(double value) { return fmt::format("{:.0f}", value); }

std::vector<BigFigure> big_figures(const lab::Figures& figures, const Words& words) {
    const auto named = [&](std::string_view name, double value) {
        return BigFigure{figure_value(name, value, words), figure_label(name, words)};
    };
    std::vector<BigFigure> big{{figure_value("draw", 0.5 + figures.first_edge, words), words.text("lab.first-wins")}};
    for (const analysis::SkillFigure& each : figures.skill)
        if (each.bot == "random" || each.bot == "coach")
            big.push_back(named(fmt::format("skill.{}", each.bot), each.wins));
    if (figures.games_to_tell)
        big.push_back({whole_number_of(*figures.games_to_tell), figure_label("skill.games_to_tell", words)});
    if (figures.decisions.asked > 0) big.push_back(named("decisions.matter", figures.decisions.matter));
    big.push_back(named("length.rolls", figures.rolls.mean));
    big.push_back(named("points", (figures.points.home.mean + figures.points.away.mean) / 2));
    big.push_back(named("margin", figures.margin.mean));
    if (figures.luck > 0) big.push_back(named("luck", figures.luck));
    return big;
}

std::vector<std::string> surprise_lines(const Certificate& own, const Words& words) {
    std::vector<std::string> lines;
    for (const lab::Surprise& each : own.surprises)
        lines.push_back(words.text("lab.surprise", {{"event", words.event(each.event)},
                                                    {"action", words.action(each.event, each.action)},
                                                    {"best", figure_value("draw", each.best, words)},
                                                    {"taken", figure_value("draw", each.taken, words)}}));
    return lines;
}

// The sections of the page that are short enough for a box.
std::vector<FigureSection> short_sections(const lab::Figures& figures, const Words& words) {
    std::vector<FigureSection> sections;
    for (FigureSection& section : figure_sections(figures, words))
        for (const char* key : {"sim.drives-end", "lab.skill", "lab.luck"})
            if (section.title == words.text(key)) sections.push_back(std::move(section));
    return sections;
}

// Bound, sheet, and how many figures of it the rulebook only draws.
std::string small_print(const Certificate& own, const Words& words) {
    const Table& table = own.table;
    const auto figures = figures_read([&] { (void)table.kind().check_sheet(table.sheet_toml()); });
    const auto house = std::ranges::count(figures, "house", &SheetFigure::source);
    return fmt::format("{} {}", figures_note(own.best, words),
                       words.text("lab.sources", {{"house", std::to_string(house)},
                                                  {"all", std::to_string(figures.size())},
                                                  {"sheet", table.sheet_hash()}}));
}

std::string certificate_html(const Certificate& own, const Words& words) {
    std::string out = fmt::format("<p class=\"verdict\">{}</p><div class=\"panel\"><div class=\"big\">",
                                  html_text(words.text("game.tagline")));
    for (const BigFigure& each : big_figures(own.best, words))
        out += fmt::format("<div style=\"flex:1 1 9rem\"><b>{}</b><span>{}</span></div>", html_text(each.value),
                           html_text(each.label));
    out += "</div></div>\n" + leads_html(own.best, words);
    if (const std::vector<std::string> lines = surprise_lines(own, words); !lines.empty()) {
        out += fmt::format("<section><h2>{}</h2><ol>", html_text(words.text("lab.surprises")));
        for (const std::string& line : lines) out += fmt::format("<li>{}</li>", html_text(line));
        out += "</ol></section>\n";
    }
    return out + sections_html(short_sections(own.best, words));
}

std::string certificate_text(const Certificate& own, const Words& words) {
    std::string out = words.text("game.tagline") + "\n\n";
    std::size_t width = 0;
    for (const BigFigure& each : big_figures(own.best, words)) width = std::max(width, cells_of(each.value));
    for (const BigFigure& each : big_figures(own.best, words))
        out += fmt::format("  {:>{}}  {}\n", each.value, width, each.label);
    if (const std::vector<std::string> lines = surprise_lines(own, words); !lines.empty()) {
        out += "\n" + words.text("lab.surprises") + "\n";
        for (std::size_t i = 0; i < lines.size(); ++i) out += fmt::format("  {}. {}\n", i + 1, lines[i]);
    }
    return out + "\n" + figures_text(short_sections(own.best, words)) + "\n" + small_print(own, words) + "\n";
}

int run_certificate(const LabOptions& options) {
    const std::unique_ptr<Table> table = open(options.table);
    const Words& words = words_of(*table, options);
    Answering answering(options);
    answering.expect(2);
    Certificate own{*table, answering.of(*table), {}};
    if (own.best.decisions.asked > 0)
        own.surprises = lab::surprises_of(answering.of(*table, {{"coach", "coach"}, false}), kSurprises);
    answering.end();
    LabAnswer answer;
    answer.json = [&] {
        Json json = lab_json(*table, options);
        json["figures"] = lab::figures_json(own.best);
        Json& list = json["surprises"] = Json::array();
        for (const lab::Surprise& each : own.surprises)
            list.push_back({{"event", each.event},
                            {"action", each.action},
                            {"best", each.best},
                            {"taken", each.taken},
                            {"asked", each.asked}});
        return json;
    };
    answer.page = [&] {
        return LabPage{lab_title(*table), lab_subtitle(*table, options), certificate_html(own, words),
                       small_print(own, words)};
    };
    answer.text = [&] {
        return fmt::format("{} · {}\n{}", lab_title(*table), lab_subtitle(*table, options),
                           certificate_text(own, words));
    };
    return give(answer, options);
}

} // namespace

void add_lab_certificate(CLI::App& lab, Job& job) {
    auto options = std::make_shared<LabOptions>();
    CLI::App* command =
        lab.add_subcommand("certificate", "One page to print on the box: luck, skill, length, leads, surprises");
    add_table_options(*command, options->table);
    command
        ->add_option("--keep", options->keep,
                     "Keep the figures of every game in this folder, and find them there again")
        ->type_name("FOLDER");
    add_threads(*command, options->threads);
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command->add_flag("--json", options->json, "As JSON");
    command->add_option("--html", options->html, "Write one self-contained HTML file, '-' for standard output")
        ->type_name("FILE");
    examples(*command, {"touchline lab certificate sports-dice", "touchline lab certificate glory --html glory.html"});
    command->callback([options, &job] { job = [options] { return run_certificate(*options); }; });
}

} // namespace touchline::cli
