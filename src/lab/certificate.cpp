// Lays out the certificate from figures in words.
#include "lab/certificate.hpp"

#include "core/html_text.hpp"
#include "games/sheet_figures.hpp"
#include "play/kind.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::lab {

namespace {

// A large figure and what it is.
struct BigFigure {
    std::string value;
    std::string label;
};

std::vector<BigFigure> big_figures(const Figures& figures, const Words& words) {
    const auto named = [&](std::string_view name, double value) {
        return BigFigure{figure_value(name, value, words), figure_label(name, words)};
    };
    std::vector<BigFigure> big{{figure_value("draw", 0.5 + figures.first_edge, words), words.text("lab.first-wins")}};
    for (const analysis::SkillFigure& each : figures.skill)
        if (each.bot == "random" || each.bot == "coach")
            big.push_back(named(fmt::format("skill.{}", each.bot), each.wins));
    if (figures.games_to_tell)
        big.push_back({fmt::format("{:.0f}", *figures.games_to_tell), figure_label("skill.games_to_tell", words)});
    if (figures.decisions.asked > 0) big.push_back(named("decisions.matter", figures.decisions.matter));
    big.push_back(named("length.rolls", figures.rolls.mean));
    big.push_back(named("points", (figures.points.home.mean + figures.points.away.mean) / 2));
    big.push_back(named("margin", figures.margin.mean));
    if (figures.luck > 0) big.push_back(named("luck", figures.luck));
    return big;
}

std::vector<std::string> surprise_lines(const Certificate& own, const Words& words) {
    std::vector<std::string> lines;
    for (const Surprise& each : own.surprises)
        lines.push_back(words.text("lab.surprise", {{"event", words.event(each.event)},
                                                    {"action", words.action(each.event, each.action)},
                                                    {"best", figure_value("draw", each.best, words)},
                                                    {"taken", figure_value("draw", each.taken, words)}}));
    return lines;
}

// The sections of the page that are short enough for a box.
std::vector<FigureSection> short_sections(const Figures& figures, const Words& words) {
    std::vector<FigureSection> sections;
    for (FigureSection& section : figure_sections(figures, words))
        for (const char* key : {"sim.drives-end", "lab.skill", "lab.luck"})
            if (section.title == words.text(key)) sections.push_back(std::move(section));
    return sections;
}

// Bound, sheet, and how many figures of it the rulebook only draws.
std::string small_print(const Certificate& own, const Table& table, const Words& words) {
    const auto figures = figures_read([&] { (void)table.kind().check_sheet(table.sheet_toml()); });
    const auto house = std::ranges::count(figures, "house", &SheetFigure::source);
    return fmt::format("{} {}", figures_note(own.best, words),
                       words.text("lab.sources", {{"house", std::to_string(house)},
                                                  {"all", std::to_string(figures.size())},
                                                  {"sheet", table.sheet_hash()}}));
}

// What the lid says of the game in the box; of another one it may not be true ("first to 21").
std::string tagline(const Table& table, const Words& words) {
    const bool usual = table.options().json().empty() && table.sheet_toml() == table.kind().default_sheet();
    return usual ? words.text("game.tagline") : std::string();
}

std::string certificate_html(const Certificate& own, const Table& table, const Words& words) {
    const std::string lid = tagline(table, words);
    std::string out = lid.empty() ? "" : fmt::format("<p class=\"verdict\">{}</p>", html_text(lid));
    out += "<div class=\"panel\"><div class=\"big\">";
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

} // namespace

std::vector<Surprise> certified_surprises(const Figures& by_habit) {
    constexpr std::size_t kMost = 3;
    return surprises_of(by_habit, kMost);
}

Page certificate_page(const Certificate& certificate, const Table& table, std::string subtitle, const Words& words) {
    return {std::string(table.kind().name()), std::move(subtitle), certificate_html(certificate, table, words),
            small_print(certificate, table, words)};
}

std::string certificate_text(const Certificate& certificate, const Table& table, const Words& words) {
    const std::string lid = tagline(table, words);
    std::string out = lid.empty() ? "" : lid + "\n\n";
    const std::vector<BigFigure> big = big_figures(certificate.best, words);
    std::size_t width = 0;
    for (const BigFigure& each : big) width = std::max(width, cells_of(each.value));
    for (const BigFigure& each : big) out += fmt::format("  {:>{}}  {}\n", each.value, width, each.label);
    if (const std::vector<std::string> lines = surprise_lines(certificate, words); !lines.empty()) {
        out += "\n" + words.text("lab.surprises") + "\n";
        for (std::size_t i = 0; i < lines.size(); ++i) out += fmt::format("  {}. {}\n", i + 1, lines[i]);
    }
    return fmt::format("{}\n{}\n{}\n", out, figures_text(short_sections(certificate.best, words)),
                       small_print(certificate, table, words));
}

} // namespace touchline::lab
