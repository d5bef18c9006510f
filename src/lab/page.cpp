// Draws the pages of the lab with the style and the bars of the review.
#include "lab/page.hpp"

#include "core/html_text.hpp"
#include "review/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace touchline::lab {

namespace {

// Tables of the lab are wide: heads break, names keep their place where the figures are pushed aside.
constexpr std::string_view kStyle =
    ".scroll .figures{min-width:0;margin-top:.8rem}"
    ".figures thead th{white-space:normal;overflow-wrap:anywhere;vertical-align:bottom;min-width:5em}"
    ".figures th:first-child{min-width:9em;max-width:22em;position:sticky;left:0;background:var(--paper)}"
    ".figures td small{display:block;color:var(--soft)}li{overflow-wrap:anywhere}"
    "@media(max-width:640px){.account .num{white-space:normal}.account tbody th{min-width:9em}}"
    "@media print{.figures th:first-child{position:static}}";
constexpr std::size_t kHalfBar = 16; // cells of a terminal on each side of zero

std::string repeated(std::string_view text, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += text;
    return out;
}

double largest(const std::vector<RankedLine>& lines) {
    double most = 1e-12;
    for (const RankedLine& line : lines) most = std::max(most, std::abs(line.size));
    return most;
}

} // namespace

std::string html_of(const Page& page, const Words& words) {
    return fmt::format("<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                       "content=\"width=device-width,initial-scale=1\"><title>{}</title><style>{}</style></head><body>"
                       "\n<main>\n<header><p class=\"facts\">{}</p><h1>{}</h1></header>\n{}\n<footer>{}</footer>\n"
                       "</main></body></html>\n",
                       code(words.language()), html_text(page.title),
                       std::string(review::html::style()) + std::string(kStyle), html_text(page.subtitle),
                       html_text(page.title), page.body, html_text(page.note));
}

std::string sections_html(const std::vector<FigureSection>& sections) {
    std::string out;
    for (const FigureSection& section : sections) {
        std::string rows;
        for (const FigureLine& line : section.lines)
            rows +=
                fmt::format("<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td class=\"bar\">{}</td></tr>",
                            html_text(line.label), html_text(line.value),
                            line.share ? review::html::bar({0, 1, 0, std::clamp(*line.share, 0.0, 1.0)}, "luck") : "");
        out += fmt::format("<section><h2>{}</h2><table class=\"account\"><tbody>{}</tbody></table></section>\n",
                           html_text(section.title), rows);
    }
    return out;
}

std::string leads_html(const analysis::Figures& figures, const Words& words) {
    if (figures.leads.empty()) return {};
    constexpr double kWidth = 960;
    constexpr double kHeight = 180;
    const int least = figures.leads.front().lead;
    const int most = figures.leads.back().lead;
    double top = 1e-12;
    for (const analysis::LeadChance& each : figures.leads) top = std::max(top, each.chance);
    const double step = kWidth / (most - least + 1);
    std::string out;
    for (const analysis::LeadChance& each : figures.leads) {
        const double height = kHeight * each.chance / top;
        const std::string_view kind = each.lead > 0 ? "home" : each.lead < 0 ? "away" : "plain";
        out += fmt::format("<rect class=\"b-{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>", kind,
                           step * (each.lead - least), kHeight - height, std::max(1.0, step * 0.8), height);
    }
    const int apart = std::max(1, (most - least) / 12);
    for (int lead = least; lead <= most; ++lead)
        if (lead % apart == 0)
            out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\" class=\"t-soft\">{}</text>",
                               step * (lead - least) + step * 0.4, kHeight + 16, std::abs(lead));
    return fmt::format("<section><h2>{}</h2><figure><svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">{}</svg>"
                       "<figcaption>{}</figcaption></figure></section>\n",
                       html_text(words.text("lab.leads")), kWidth, kHeight + 22, html_text(words.text("lab.leads")),
                       fmt::format("<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
                                   "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" "
                                   "fill=\"var(--card)\"/><rect width=\"4\" height=\"6\" fill=\"var(--away)\"/>"
                                   "</pattern>{}",
                                   out),
                       html_text(words.text("lab.leads-note")));
}

namespace {

// "18.24 (+0.310)": the change below the figure, so that columns stay narrow.
std::string cell_html(const std::string& text) {
    const std::size_t at = text.find(" (");
    if (at == std::string::npos || !text.ends_with(')')) return html_text(text);
    return fmt::format("{} <small>{}</small>", html_text(text.substr(0, at)), html_text(text.substr(at + 1)));
}

} // namespace

std::string table_html(const PlainTable& table) {
    std::string out = "<div class=\"scroll\"><table class=\"figures\"><thead><tr>";
    for (std::size_t i = 0; i < table.head.size(); ++i)
        out += fmt::format("<th{}>{}</th>", i == 0 ? "" : " class=\"num\"", html_text(table.head[i]));
    out += "</tr></thead><tbody>";
    for (const std::vector<std::string>& row : table.rows) {
        out += fmt::format("<tr><th scope=\"row\">{}</th>", html_text(row.front()));
        for (std::size_t i = 1; i < row.size(); ++i) out += fmt::format("<td class=\"num\">{}</td>", cell_html(row[i]));
        out += "</tr>";
    }
    return out + "</tbody></table></div>\n";
}

std::string table_text(const PlainTable& table) {
    std::vector<std::size_t> widths;
    const auto measure = [&](const std::vector<std::string>& row) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], cells_of(row[i]));
    };
    measure(table.head);
    for (const std::vector<std::string>& row : table.rows) measure(row);
    std::string out;
    const auto put = [&](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < row.size(); ++i)
            out += i == 0 ? fmt::format("{:<{}}", row[i], widths[i]) : fmt::format("  {:>{}}", row[i], widths[i]);
        out += '\n';
    };
    put(table.head);
    for (const std::vector<std::string>& row : table.rows) put(row);
    return out;
}

std::string table_markdown(const PlainTable& table) {
    const auto line = [](const std::vector<std::string>& cells) {
        return fmt::format("| {} |\n", fmt::join(cells, " | "));
    };
    std::string out = line(table.head) + "|---|" + repeated("---:|", table.head.size() - 1) + '\n';
    for (const std::vector<std::string>& row : table.rows) out += line(row);
    return out;
}

std::string ranked_html(const std::vector<RankedLine>& lines) {
    const double most = largest(lines);
    std::string rows;
    for (const RankedLine& line : lines)
        rows += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td class=\"bar\">{}</td></tr>",
                            html_text(line.label), html_text(line.value),
                            review::html::bar({-most, most, 0, line.size}, line.size < 0 ? "plain" : "luck"));
    return fmt::format("<table class=\"account\"><tbody>{}</tbody></table>\n", rows);
}

std::string ranked_text(const std::vector<RankedLine>& lines) {
    const double most = largest(lines);
    std::size_t width = 0;
    for (const RankedLine& line : lines) width = std::max(width, cells_of(line.label));
    std::string out;
    for (const RankedLine& line : lines) {
        const auto cells = static_cast<std::size_t>(std::lround(std::abs(line.size) / most * double{kHalfBar}));
        const std::string bar = repeated("█", cells);
        out += fmt::format("{:<{}}  {:>10}  {:>{}}│{}\n", line.label, width, line.value, line.size < 0 ? bar : "",
                           kHalfBar, line.size < 0 ? "" : bar);
    }
    return out;
}

} // namespace touchline::lab
