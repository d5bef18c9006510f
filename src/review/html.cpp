// The review as one HTML file to send: readable without script, by day and night, on paper and on a phone.
#include "review/html.hpp"

#include "play/kind.hpp"
#include "review/drives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace touchline::review {

namespace {

using html::escaped;

// A name that is written from right to left does not take its neighbours with it.
std::string named(std::string_view text) { return fmt::format("<bdi>{}</bdi>", escaped(text)); }
std::string cell(std::string_view text) { return fmt::format("<td>{}</td>", escaped(text)); }
std::string figure(std::string_view text) { return fmt::format("<td class=\"num\">{}</td>", escaped(text)); }
std::string heading(std::string_view text) { return fmt::format("<h2>{}</h2>", escaped(text)); }

std::string head(const Report& report) {
    const BySeat<int> score = report.table.score();
    std::string facts = escaped(report.table.kind().name());
    if (const std::string date = tag_of(report.table, "Date"); !date.empty()) facts += " · " + escaped(date);
    if (const std::string options = options_line(report); !options.empty()) facts += " · " + escaped(options);
    const auto side = [&](Seat seat, std::string_view format) {
        return fmt::format(
            "<span class=\"side {}\">{}</span>", name(seat),
            fmt::format(fmt::runtime(format), fmt::arg("n", named(report.sides[seat])), fmt::arg("s", score[seat])));
    };
    return fmt::format("<header><p class=\"facts\">{}</p><h1>{} <span>–</span> {}</h1>"
                       "<p class=\"verdict\">{}</p></header>",
                       facts, side(Seat::home, "{n} <b>{s}</b>"), side(Seat::away, "<b>{s}</b> {n}"),
                       escaped(verdict(report)));
}

std::string chart_section(const Report& report) {
    return fmt::format("<figure>{}{}<figcaption>{} {}</figcaption></figure>", html::chart(report, html::Room::wide),
                       html::chart(report, html::Room::phone),
                       escaped(report.words.text("review.chart-note", {{"seat", report.sides.home}})),
                       escaped(method_text(report)));
}

std::string moments_section(const Report& report) {
    const std::vector<std::size_t> moments = moments_by_size(report.review);
    if (moments.empty()) return {};
    std::string out = heading(report.words.text("review.turning-points")) + "<div class=\"cards\">";
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const Step& step = report.review.steps[moments[i]];
        const Seat helped = helped_by(step);
        out += fmt::format(
            "<article class=\"panel card edge-{}\"><div class=\"top\"><h3><span class=\"badge\">{}</span> {}</h3>"
            "<span class=\"figure\">{}</span></div><p class=\"soft\">{}</p>{}<p>{}</p></article>",
            name(helped), i + 1, named(report.sides[helped]), escaped(points(std::abs(step.change()), report.words)),
            escaped(place_text(report, moments[i])), html::board(report, moments[i]),
            escaped(moment_text(report, moments[i])));
    }
    return out + "</div>";
}

std::string_view bar_kind(Account::Kind kind) {
    using enum Account::Kind;
    switch (kind) {
    case errors_home: return "home";
    case errors_away: return "away";
    case dice_home:
    case dice_away:
    case met:
    case noise: return "luck";
    }
    return {};
}

// Start, luck and mistakes as bars that end on one another, from home's side; both sides' figures beside them.
std::string account_section(const Report& report) {
    const Words& words = report.words;
    const Account home = account_of(report.review, Seat::home);
    const Account away = account_of(report.review, Seat::away);
    html::Span span;
    int at = home.start;
    for (const Account::Row& row : home.rows) {
        at += row.tenths;
        span.least = std::min(span.least, at / 1000.0);
        span.most = std::max(span.most, at / 1000.0);
    }
    std::string rows;
    const auto add = [&](std::string_view attributes, const std::string& label, const std::string& own,
                         const std::string& theirs, std::string_view kind) {
        rows += fmt::format("<tr{}><th scope=\"row\">{}</th>{}{}<td class=\"bar\">{}</td></tr>", attributes,
                            escaped(label), figure(own), figure(theirs), html::bar(span, kind));
    };
    span.from = 0;
    span.to = home.start / 1000.0;
    add("", words.text("review.start"), tenths_text(home.start, words), tenths_text(away.start, words), "plain");
    for (std::size_t i = 0; i < home.rows.size(); ++i) {
        span.from = span.to;
        span.to += home.rows[i].tenths / 1000.0;
        add("", account_label(home.rows[i].kind, report), signed_tenths_text(home.rows[i].tenths, words),
            signed_tenths_text(away.rows[i].tenths, words), bar_kind(home.rows[i].kind));
    }
    span.from = 0;
    add(" class=\"sum\"", report.review.finished ? words.text("review.result") : words.text("review.now"),
        tenths_text(home.result, words), tenths_text(away.result, words), "plain");
    return heading(words.text("review.account")) +
           fmt::format("<table class=\"account\"><thead><tr><th></th><th class=\"num\">{}</th><th class=\"num\">{}</th>"
                       "<th></th></tr></thead><tbody>{}</tbody></table>",
                       named(report.sides.home), named(report.sides.away), rows);
}

std::string players_section(const Report& report) {
    const Words& words = report.words;
    std::string out = "<div class=\"pair\" style=\"margin-top:1rem\">";
    for (Seat seat : kSeats) {
        const Account account = account_of(report.review, seat);
        const std::optional<double> accuracy = report.review.accuracy(seat);
        const auto fact = [&](const std::string& value, const std::string& label) {
            return fmt::format("<div><b>{}</b><span>{}</span></div>", escaped(value), escaped(label));
        };
        std::string facts = fact(signed_tenths_text(account.luck(), words), words.text("review.luck"));
        if (report.review.choices)
            facts += fact(signed_tenths_text(account.skill(), words), words.text("review.skill")) +
                     fact(accuracy ? percent(*accuracy, words) : "–", words.text("review.accuracy"));
        out += fmt::format("<div class=\"panel edge-{}\"><h3>{}</h3><div class=\"big\">{}</div></div>", name(seat),
                           named(report.sides[seat]), facts);
    }
    out += "</div>";
    if (report.review.choices)
        out += fmt::format("<p class=\"soft\">{}</p>", escaped(words.text("review.accuracy-note")));
    return out;
}

std::string mistake_card(const Report& report, std::size_t i) {
    const Words& words = report.words;
    const Step& step = report.review.steps[i];
    const StepText text = report.table.step(i);
    const double best = step.before_of(step.seat);
    const auto row = [&](const std::string& label, std::string_view action, double value) {
        return fmt::format("<dt>{}</dt><dd>{}</dd><dd>{}</dd>", escaped(label),
                           escaped(words.action(text.event, action)), escaped(precise_percent(value, words)));
    };
    return fmt::format("<article class=\"panel card edge-{}{}\"><div class=\"top\"><h3>{} · {}</h3><span "
                       "class=\"figure\">{}</span></div>"
                       "<p class=\"soft\">{}</p>{}<dl>{}{}</dl></article>",
                       name(step.seat), step.grade() == Grade::missed_win ? " missed" : "",
                       named(report.sides[step.seat]), escaped(words.event(text.event)),
                       escaped(points(-step.loss, words)), escaped(place_text(report, i)), html::board(report, i),
                       row(words.text("review.did"), text.action, best - step.loss),
                       row(words.text("review.better"), step.better, best));
}

std::string mistakes_section(const Report& report) {
    const Words& words = report.words;
    const Review& review = report.review;
    if (review.mistakes.empty())
        return heading(words.text("review.mistakes")) + fmt::format("<p>{}</p>", escaped(no_mistakes_text(report)));
    std::string out;
    for (Grade grade : {Grade::missed_win, Grade::mistake}) {
        const std::vector<std::size_t> found = review.of_grade(grade);
        if (found.empty()) continue;
        out += heading(grade == Grade::missed_win ? words.text("review.missed-wins") : words.text("review.mistakes")) +
               "<div class=\"cards\">";
        for (std::size_t i : found) out += mistake_card(report, i);
        out += "</div>";
    }
    if (out.empty()) out = heading(words.text("review.mistakes"));
    if (const std::string trifles = trifles_text(report); !trifles.empty())
        out += fmt::format("<p>{}</p>", escaped(trifles));
    return out + fmt::format("<p>{}</p>", escaped(best_line_text(report)));
}

std::string readable_section(const Report& report) {
    const Words& words = report.words;
    if (!report.review.readable.home && !report.review.readable.away) return {};
    std::string out = heading(words.text("review.readable")) + "<div class=\"pair\">";
    for (Seat seat : kSeats) {
        const std::optional<Readable>& read = report.review.readable[seat];
        if (!read) continue;
        std::string rows;
        for (const Readable::Choice& each : read->mix)
            rows += fmt::format("<tr>{}{}{}</tr>", cell(words.action(each.event, each.action)),
                                figure(std::to_string(each.taken)), figure(decimal(each.due, words)));
        out += fmt::format("<div class=\"panel edge-{}\"><p>{}</p><table><thead><tr><th></th><th class=\"num\">{}</th>"
                           "<th class=\"num\">{}</th></tr></thead><tbody>{}</tbody></table></div>",
                           name(seat), escaped(readable_text(report, seat)), escaped(words.text("review.taken")),
                           escaped(words.text("review.due")), rows);
    }
    return out + fmt::format("</div><p class=\"soft\">{}</p>", escaped(words.text("review.readable-note")));
}

std::string drives_section(const Report& report) {
    const Words& words = report.words;
    const std::vector<Drive>& drives = report.review.drives;
    if (drives.empty()) return {};
    const bool clock = std::ranges::any_of(drives, [](const Drive& each) { return each.seconds.has_value(); });
    const bool gains = std::ranges::any_of(drives, [](const Drive& each) { return each.gain.has_value(); });
    const bool yards =
        std::ranges::any_of(drives, [&](const Drive& each) { return !html::drive_bar(report, each).empty(); });
    const bool periods = std::ranges::any_of(drives, [](const Drive& each) { return each.period != 0; });
    const auto column = [&](std::string_view key, std::string_view kind = "num") {
        return fmt::format("<th class=\"{}\">{}</th>", kind, escaped(words.text(fmt::format("review.drive-{}", key))));
    };
    std::string rows;
    for (const Drive& each : drives) {
        const double swing = each.seat == Seat::home ? each.after - each.before : each.before - each.after;
        rows += fmt::format("<tr>{}<td>{}</td>", figure(std::to_string(each.number)), named(report.sides[each.seat]));
        if (periods) rows += cell(period_text(each.period, report));
        if (yards) rows += fmt::format("<td class=\"way\">{}</td>", html::drive_bar(report, each));
        rows += figure(std::to_string(each.plays));
        if (gains) rows += figure(each.gain ? whole(*each.gain) : "");
        if (clock) rows += figure(each.seconds ? clock_text(*each.seconds) : "");
        rows += cell(how_text(each.ended, words)) + figure(drive_points(each)) + figure(points(swing, words)) + "</tr>";
    }
    std::string head = "<th></th><th></th>";
    if (periods) head += column("period", "");
    if (yards) head += column("way", "");
    head += column("plays");
    if (gains) head += column("gain");
    if (clock) head += column("time");
    head += column("ended", "") + column("points") + column("swing");
    return heading(words.text("review.drives")) +
           fmt::format("<div class=\"scroll\"><table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>"
                       "<p class=\"soft\">{}</p>",
                       head, rows, escaped(words.text("review.swing-note")));
}

std::string box_section(const Report& report) {
    std::string rows;
    for (const BoxScore::Line& line : report.review.box.lines(report.words))
        rows += fmt::format("<tr><th scope=\"row\">{}</th>{}{}</tr>", escaped(line.label),
                            figure(box_figure(line, Seat::home, report.words)),
                            figure(box_figure(line, Seat::away, report.words)));
    return heading(report.words.text("box.title")) +
           fmt::format("<table><thead><tr><th></th><th class=\"num\">{}</th><th class=\"num\">{}</th></tr></thead>"
                       "<tbody>{}</tbody></table>",
                       named(report.sides.home), named(report.sides.away), rows);
}

// Drive by drive, folded; what was a mistake is marked and says what was better.
std::string plays_section(const Report& report) {
    const Words& words = report.words;
    const Review& review = report.review;
    std::string out = "<section class=\"plays\">" + heading(words.text("review.play-by-play"));
    int drive = 0;
    for (const Play& play : plays_of(report.table)) {
        if (play.last >= review.steps.size()) break;
        const Step& first = review.steps[play.first];
        if (first.drive != drive) {
            if (drive != 0) out += "</ol></details>";
            drive = first.drive;
            const std::string period = period_text(first.period, report);
            const std::string title = words.text("review.drive", {{"value", std::to_string(drive)}});
            const auto own = std::ranges::find(review.drives, drive, &Drive::number);
            const std::string seat = own == review.drives.end() ? "" : " · " + named(report.sides[own->seat]);
            out += fmt::format("<details><summary>{}{}{} · {}</summary><ol>", escaped(title), seat,
                               period.empty() ? "" : " · " + escaped(period), escaped(score_text(first.score, words)));
        }
        std::string said;
        bool erred = false;
        for (std::size_t i = play.first; i <= play.last; ++i) {
            said += (said.empty() ? "" : " ") + happened_text(report, i);
            if (std::ranges::find(review.mistakes, i) == review.mistakes.end()) continue;
            erred = true;
            said += " " + mistake_text(report, i);
        }
        out += fmt::format("<li{}><span>{}</span><span class=\"num\">{}</span></li>", erred ? " class=\"erred\"" : "",
                           escaped(said),
                           named(report.sides.home) + " " + escaped(percent(review.steps[play.last].after, words)));
    }
    return drive == 0 ? std::string() : out + "</ol></details></section>";
}

} // namespace

std::string to_html(const Review& review, const Table& table, const Words& words) {
    const Report report = review::report(review, table, words);
    const BySeat<int> score = table.score();
    const std::string title = fmt::format("{} {} – {} {} · {}", report.sides.home, score.home, score.away,
                                          report.sides.away, table.kind().name());
    std::string out =
        fmt::format("<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                    "content=\"width=device-width,initial-scale=1\"><title>{}</title><style>{}</style></head><body>\n"
                    "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><pattern "
                    "id=\"hatch\" width=\"6\" height=\"6\" "
                    "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" "
                    "fill=\"var(--card)\"/>"
                    "<rect width=\"4\" height=\"6\" fill=\"var(--away)\"/></pattern></svg>\n<main>\n{}\n",
                    code(words.language()), escaped(title), html::style(), head(report));
    if (!review.steps.empty())
        for (const auto& section : {chart_section, account_section, players_section, moments_section, mistakes_section,
                                    readable_section, drives_section, box_section, plays_section})
            out += section(report) + "\n";
    return out + fmt::format("<footer>{}</footer>\n</main></body></html>\n", escaped(words.text("review.made-by")));
}

} // namespace touchline::review
