// Puts figures into words: a label and a form for each name.
#include "lab/figure_text.hpp"

#include "lab/estimate.hpp"
#include "lab/figure_form.hpp"
#include "review/figures.hpp"
#include "review/presentation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace touchline::lab {

namespace {

using analysis::Figures;
using analysis::Spread;

constexpr std::string_view kDeviation = ".deviation";
constexpr std::size_t kBarCells = 24;

std::string with_sign(double value, int places, const Words& words) {
    const std::string digits = fmt::format("{:.{}f}", std::abs(value), places);
    const bool none = digits.find_first_not_of("0.") == std::string::npos;
    return (none ? "" : value < 0 ? "−" : "+") + review::with_mark(digits, words);
}

std::string amount(double value, const Words& words) {
    return (value < 0 ? "−" : "") + review::with_mark(fmt::format("{:.2f}", std::abs(value)), words);
}

std::string chance(double value, const Words& words) {
    return words.text("number.percent", {{"value", amount(100 * value, words)}});
}

std::string spread(const Spread& own, const Words& words) {
    return fmt::format("{} ± {}", amount(own.mean, words), amount(own.deviation, words));
}

std::string bot_name(std::string_view bot, const Words& words) { return words.text(fmt::format("bot.{}.name", bot)); }

FigureSection results(const Figures& figures, const Words& words) {
    FigureSection section{words.text("lab.results"), {}};
    const double first = 0.5 + figures.first_edge;
    section.lines = {
        {words.text("lab.first-wins"),
         fmt::format("{} ({})", chance(first, words), with_sign(100 * figures.first_edge, 2, words)), first},
        {words.text("sim.wins", {{"seat", words.seat(Seat::home)}}), chance(figures.home, words), figures.home},
        {words.text("sim.draws"), chance(figures.draw, words), figures.draw},
        {words.text("sim.wins", {{"seat", words.seat(Seat::away)}}), chance(figures.away, words), figures.away}};
    if (figures.toss) {
        section.lines.push_back(
            {figure_label("toss_edge", words), figure_value("toss_edge", figures.toss->edge, words)});
        section.lines.push_back({words.text("lab.toss-choice"), words.action("toss", figures.toss->choose)});
    }
    return section;
}

FigureSection scores(const Figures& figures, const Words& words) {
    FigureSection section{words.text("lab.scores"), {}};
    const auto add = [&](std::string_view name, const Spread& own) {
        section.lines.push_back({figure_label(name, words), spread(own, words)});
    };
    add("points.home", figures.points.home);
    add("points.away", figures.points.away);
    add("points.first", figures.points.first);
    add("points.second", figures.points.second);
    add("margin", figures.margin);
    return section;
}

FigureSection length(const Figures& figures, const Words& words) {
    FigureSection section{words.text("lab.length"), {}};
    const auto add = [&](std::string_view name, const std::optional<Spread>& own) {
        if (own) section.lines.push_back({figure_label(name, words), spread(*own, words)});
    };
    add("length.rolls", figures.rolls);
    add("length.decisions", figures.decisions_taken);
    add("length.plays", figures.plays);
    add("length.drives", figures.drives);
    return section;
}

FigureSection drive_ends(const Figures& figures, const Words& words) {
    FigureSection section{words.text("sim.drives-end"), {}};
    for (const analysis::DriveEnd& end : figures.drive_ends)
        section.lines.push_back({review::how_text(end.how, words), chance(end.share, words), end.share});
    return section;
}

FigureSection decisions(const Figures& figures, const Words& words) {
    FigureSection section{words.text("lab.decisions"), {}};
    const analysis::DecisionFigures& own = figures.decisions;
    if (own.asked == 0) return section;
    section.lines = {{figure_label("decisions.asked", words), figure_value("decisions.asked", own.asked, words)},
                     {figure_label("decisions.matter", words), figure_value("decisions.matter", own.matter, words)},
                     {figure_label("decisions.worth", words), figure_value("decisions.worth", own.worth, words)}};
    return section;
}

// One section for each kind of choice: which of its actions is best how often.
FigureSection choice(const analysis::ChoiceFigure& own, const Words& words) {
    FigureSection section{words.text("lab.choice", {{"event", words.event(own.event)},
                                                    {"asked", amount(own.asked, words)},
                                                    {"matter", amount(own.matters, words)},
                                                    {"worth", amount(100 * own.worth, words)}}),
                          {}};
    for (const analysis::ActionFigure& action : own.actions)
        section.lines.push_back({words.text("lab.best", {{"action", words.action(own.event, action.action)}}),
                                 chance(action.best, words), action.best});
    return section;
}

FigureSection skill(const Figures& figures, const Words& words) {
    FigureSection section{words.text("lab.skill"), {}};
    for (const analysis::SkillFigure& each : figures.skill)
        section.lines.push_back({bot_name(each.bot, words), chance(each.wins, words), each.wins});
    if (figures.games_to_tell)
        section.lines.push_back(
            {figure_label("skill.games_to_tell", words), fmt::format("{:.0f}", *figures.games_to_tell)});
    return section;
}

FigureSection luck(const Figures& figures, const Words& words) {
    FigureSection section{words.text("lab.luck"), {}};
    if (figures.luck == 0) return section;
    section.lines.push_back({figure_label("luck", words), figure_value("luck", figures.luck, words), figures.luck});
    for (const analysis::LuckFigure& each : figures.luck_by_event)
        section.lines.push_back({words.event(each.event), figure_value("luck", each.deviation, words), each.deviation});
    return section;
}

} // namespace

std::string figure_label(std::string_view name, const Words& words) {
    if (name.ends_with(kDeviation))
        return words.text("lab.deviation",
                          {{"name", figure_label(name.substr(0, name.size() - kDeviation.size()), words)}});
    if (const std::string_view own = words.find(fmt::format("lab.figure.{}", name)); !own.empty())
        return std::string(own);
    const std::string_view rest = name.substr(name.find('.') + 1);
    if (in_group(name, "drives.")) return words.text("lab.drives-by", {{"how", review::how_text(rest, words)}});
    if (in_group(name, "skill.")) return words.text("lab.skill-against", {{"bot", bot_name(rest, words)}});
    if (in_group(name, "luck.")) return words.text("lab.luck-of", {{"event", words.event(rest)}});
    if (const std::size_t dot = rest.find('.'); in_group(name, "decisions.") && dot != std::string_view::npos)
        return words.text("lab.choice-of", {{"event", words.event(rest.substr(0, dot))},
                                            {"action", words.action(rest.substr(0, dot), rest.substr(dot + 1))}});
    return std::string(name);
}

std::string figure_value(std::string_view name, double value, const Words& words) {
    switch (form_of(name)) {
    case FigureForm::chance: return chance(value, words);
    case FigureForm::edge:
        return name.ends_with("_edge") ? with_sign(100 * value, 2, words) : amount(100 * value, words);
    case FigureForm::amount: return amount(value, words);
    }
    return {};
}

std::string figure_change(std::string_view name, double change, const Words& words) {
    return with_sign(form_of(name) == FigureForm::amount ? change : 100 * change, 3, words);
}

std::string percent_change(double share, const Words& words) {
    return words.text("number.percent", {{"value", with_sign(100 * share, 1, words)}});
}

std::string option_text(const std::string& option, const std::string& value, const Words& words) {
    const std::string_view name = words.find(fmt::format("option.{}.name", option));
    const std::string_view said = words.find(fmt::format("option.{}.values.{}", option, value));
    return words.text("board.fact", {{"name", name.empty() ? option : std::string(name)},
                                     {"value", said.empty() ? value : std::string(said)}});
}

std::vector<FigureSection> figure_sections(const Figures& figures, const Words& words) {
    std::vector<FigureSection> sections;
    const auto add = [&](FigureSection section) {
        if (!section.lines.empty()) sections.push_back(std::move(section));
    };
    for (const auto& make : {results, scores, length, drive_ends, decisions}) add(make(figures, words));
    for (const analysis::ChoiceFigure& each : figures.decisions.choices) add(choice(each, words));
    for (const auto& make : {skill, luck}) add(make(figures, words));
    return sections;
}

std::string exact_note(double bound, const Words& words) {
    return words.text("lab.exact", {{"bound", review::with_mark(fmt::format("{:.1e}", bound), words)}});
}

std::string figures_note(const Figures& figures, const Words& words) {
    const std::string how = figures.exact ? exact_note(figures.bound, words)
                                          : words.text("lab.estimate", {{"games", std::to_string(kEstimateGames)},
                                                                        {"bound", amount(100 * figures.bound, words)}});
    return fmt::format("{} {}", how, words.text("lab.plus-minus"));
}

std::size_t cells_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string figures_text(const std::vector<FigureSection>& sections) {
    std::size_t width = 0;
    for (const FigureSection& section : sections)
        for (const FigureLine& line : section.lines) width = std::max(width, cells_of(line.label));
    std::string out;
    for (const FigureSection& section : sections) {
        out += section.title + '\n';
        for (const FigureLine& line : section.lines) {
            const auto cells = static_cast<std::size_t>(
                line.share ? std::lround(std::clamp(*line.share, 0.0, 1.0) * double{kBarCells}) : 0);
            out += fmt::format("  {:<{}} {:>16}", line.label, width, line.value);
            if (cells > 0) out += "  ";
            for (std::size_t i = 0; i < cells; ++i) out += "█";
            out += '\n';
        }
    }
    return out;
}

} // namespace touchline::lab
