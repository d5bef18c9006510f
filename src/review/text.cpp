// The review for a terminal: verdict, chart, luck and skill, turning points, mistakes, drives, box score.
#include "core/characters.hpp"
#include "play/kind.hpp"
#include "review/presentation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace touchline::review {

namespace {

constexpr int kChartRows = 11;
constexpr int kLeast = 5; // columns that a word keeps

std::string padded_right(std::string_view text, int columns) {
    return std::string(text) + std::string(static_cast<std::size_t>(std::max(0, columns - columns_of(text))), ' ');
}
std::string padded_left(std::string_view text, int columns) {
    return std::string(static_cast<std::size_t>(std::max(0, columns - columns_of(text))), ' ') + std::string(text);
}

std::string clipped(std::string_view text, int columns) {
    if (columns_of(text) <= columns) return std::string(text);
    std::string out;
    int used = 1; // the ellipsis
    while (!text.empty()) {
        const Character character = first_character(text);
        if (used + columns_of(character.code) > columns) break;
        used += columns_of(character.code);
        out += text.substr(0, character.bytes);
        text.remove_prefix(character.bytes);
    }
    return out + "…";
}

// Lines of at most so many columns; those after the first are indented as far as the first.
std::string wrapped(std::string_view text, int columns, std::string_view first) {
    const int indent = columns_of(first);
    std::string out;
    std::string line(first);
    int used = indent;
    while (!text.empty()) {
        const std::size_t cut = text.find(' ');
        const std::string_view word = text.substr(0, cut);
        text.remove_prefix(cut == std::string_view::npos ? text.size() : cut + 1);
        if (used > indent && used + 1 + columns_of(word) > columns) {
            out += line + "\n";
            line = std::string(static_cast<std::size_t>(indent), ' ');
            used = indent;
        }
        if (used > indent) {
            line += ' ';
            ++used;
        }
        line += word;
        used += columns_of(word);
    }
    return out + line + "\n";
}

// A table: the first column to the left, figures to the right. Columns that find no room are left out from the end of
// `optional` on.
struct Sheet {
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows;
    std::vector<std::size_t> lefts{0};   // columns that begin at the left
    std::vector<std::size_t> optional{}; // the least needed first
};

std::string drawn(Sheet sheet, int columns) {
    const std::size_t count = sheet.head.size();
    std::vector<int> widths(count, 0);
    const auto measure = [&](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < count; ++i) widths[i] = std::max(widths[i], columns_of(row[i]));
    };
    measure(sheet.head);
    for (const auto& row : sheet.rows) measure(row);
    std::vector<bool> shown(count, true);
    for (std::size_t i = 0; i < count; ++i) // a column in which nothing stands
        shown[i] = std::ranges::any_of(sheet.rows, [&](const auto& row) { return !row[i].empty(); });
    const auto needed = [&] {
        int sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += shown[i] ? widths[i] + 2 : 0;
        return sum;
    };
    for (std::size_t i : sheet.optional)
        if (needed() > columns) shown[i] = false;
    while (needed() > columns) { // then words are cut short, the longest first
        std::size_t widest = count;
        for (std::size_t i : sheet.lefts)
            if (shown[i] && widths[i] > kLeast && (widest == count || widths[i] > widths[widest])) widest = i;
        if (widest == count) break;
        --widths[widest];
    }
    std::string out;
    const auto line = [&](const std::vector<std::string>& row) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i) {
            if (!shown[i]) continue;
            const bool left = std::ranges::find(sheet.lefts, i) != sheet.lefts.end();
            const std::string cell = clipped(row[i], widths[i]);
            text += "  " + (left ? padded_right(cell, widths[i]) : padded_left(cell, widths[i]));
        }
        text.erase(text.find_last_not_of(' ') + 1);
        out += text + "\n";
    };
    line(sheet.head);
    for (const auto& row : sheet.rows) line(row);
    return out;
}

// The value at each column of the chart: the last step that falls into it.
std::vector<double> sampled(const Review& review, int columns) {
    std::vector<double> values{review.ledger.start};
    for (const Step& step : review.steps) values.push_back(step.after);
    std::vector<double> shown;
    for (int column = 0; column < columns; ++column) {
        const auto last = static_cast<std::size_t>(std::lround(
            static_cast<double>(column) * static_cast<double>(values.size() - 1) / std::max(1, columns - 1)));
        shown.push_back(values[last]);
    }
    return shown;
}

int column_of(const Review& review, std::size_t n, int width) {
    return static_cast<int>(std::lround(static_cast<double>(n) * (width - 1) /
                                        static_cast<double>(std::max<std::size_t>(1, review.steps.size()))));
}

// The numbers of the turning points under the line, as far as they find room.
std::string moment_marks(const Review& review, int width) {
    std::string marks(static_cast<std::size_t>(width), ' ');
    const std::vector<std::size_t> moments = moments_by_size(review);
    for (std::size_t i = 0; i < moments.size(); ++i) {
        auto at = static_cast<std::size_t>(column_of(review, moments[i] + 1, width));
        const auto taken = [&](std::size_t place) { return place < marks.size() && marks[place] != ' '; };
        while (at > 1 && (taken(at) || taken(at - 1) || taken(at + 1))) --at; // two figures side by side read as one
        marks[at] = static_cast<char>('1' + i);
    }
    marks.erase(marks.find_last_not_of(' ') + 1);
    return marks;
}

// Where drives begin, their numbers as far as they find room.
std::string drive_marks(const Review& review, int width) {
    std::string marks;
    for (const Drive& drive : review.drives) {
        const int at = column_of(review, drive.first, width);
        const std::string number = std::to_string(drive.number);
        if (at < static_cast<int>(marks.size()) || at + static_cast<int>(number.size()) > width) continue;
        if (!marks.empty() && at == static_cast<int>(marks.size())) continue; // two numbers would read as one
        marks = padded_right(marks, at);
        marks += number;
    }
    return marks;
}

std::string chart(const Report& report, int columns) {
    const Words& words = report.words;
    const int width = std::max(16, columns - 8);
    const std::vector<double> values = sampled(report.review, width);
    std::string out = wrapped(words.text("review.chart", {{"seat", report.sides.home}}), columns, "");
    for (int row = 0; row < kChartRows; ++row) {
        const double level = 1.0 - static_cast<double>(row) / (kChartRows - 1);
        std::string line = row % 5 == 0 ? padded_left(percent(level, words), 6) + " " : std::string(7, ' ');
        for (double value : values) {
            const bool here = std::lround((1.0 - value) * (kChartRows - 1)) == row;
            line += here ? "●" : row == kChartRows / 2 ? "·" : " ";
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    out += std::string(7, ' ') + moment_marks(report.review, width) + "\n";
    out += std::string(7, ' ') + drive_marks(report.review, width) + "\n";
    return out + wrapped(words.text("review.chart-marks"), columns, "  ");
}

std::string account_text(const Report& report, int columns) {
    const Words& words = report.words;
    const BySeat<Account> accounts{account_of(report.review, Seat::home), account_of(report.review, Seat::away)};
    Sheet sheet{{"", report.sides.home, report.sides.away}, {}};
    const auto row = [&](const std::string& label, const std::string& home, const std::string& away) {
        sheet.rows.push_back({label, home, away});
    };
    const auto share = [&](int Account::*figure, const std::string& label) {
        row(label, tenths_text(accounts.home.*figure, words), tenths_text(accounts.away.*figure, words));
    };
    share(&Account::start, words.text("review.start"));
    for (std::size_t i = 0; i < accounts.home.rows.size(); ++i)
        row(account_label(accounts.home.rows[i].kind, report), signed_tenths_text(accounts.home.rows[i].tenths, words),
            signed_tenths_text(accounts.away.rows[i].tenths, words));
    share(&Account::result, "= " + (report.review.finished ? words.text("review.result") : words.text("review.now")));
    sheet.rows.push_back({"", "", ""});
    row(words.text("review.luck"), signed_tenths_text(accounts.home.luck(), words),
        signed_tenths_text(accounts.away.luck(), words));
    if (report.review.choices) {
        row(words.text("review.skill"), signed_tenths_text(accounts.home.skill(), words),
            signed_tenths_text(accounts.away.skill(), words));
        const auto kept = [&](Seat seat) {
            const std::optional<double> accuracy = report.review.accuracy(seat);
            return accuracy ? percent(*accuracy, words) : "–";
        };
        row(words.text("review.accuracy"), kept(Seat::home), kept(Seat::away));
    }
    for (std::size_t side : {1U, 2U}) sheet.head[side] = clipped(sheet.head[side], std::max(9, columns / 5));
    return wrapped(words.text("review.account"), columns, "") + drawn(std::move(sheet), columns);
}

std::string moments_text(const Report& report, int columns) {
    std::string out = wrapped(report.words.text("review.turning-points"), columns, "");
    const std::vector<std::size_t> moments = moments_by_size(report.review);
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const Step& step = report.review.steps[moments[i]];
        const std::string gain =
            report.words.text("review.gain", {{"value", points(std::abs(step.change()), report.words)},
                                              {"seat", report.sides[helped_by(step)]}});
        out += wrapped(fmt::format("{} · {}", gain, place_text(report, moments[i])), columns,
                       fmt::format("  {}. ", i + 1));
        out += wrapped(moment_text(report, moments[i]), columns, "     ");
    }
    return moments.empty() ? std::string() : out + "\n";
}

std::string graded_text(const Report& report, Grade grade, std::string_view title, int columns) {
    const std::vector<std::size_t> found = report.review.of_grade(grade);
    if (found.empty()) return {};
    std::string out = std::string(title) + "\n";
    for (std::size_t i : found) {
        const Step& step = report.review.steps[i];
        const std::string cost = fmt::format("{} {}", report.sides[step.seat], points(-step.loss, report.words));
        out += wrapped(fmt::format("{} · {}", cost, place_text(report, i)), columns, "  ");
        out += wrapped(mistake_text(report, i), columns, "     ");
    }
    return out + "\n";
}

std::string mistakes_text(const Report& report, int columns) {
    const Words& words = report.words;
    if (report.review.mistakes.empty()) return wrapped(no_mistakes_text(report), columns, "") + "\n";
    std::string out = graded_text(report, Grade::missed_win, words.text("review.missed-wins"), columns) +
                      graded_text(report, Grade::mistake, words.text("review.mistakes"), columns);
    if (const std::string trifles = trifles_text(report); !trifles.empty()) out += wrapped(trifles, columns, "") + "\n";
    return out + wrapped(best_line_text(report), columns, "") + "\n";
}

std::string readable_section(const Report& report, int columns) {
    if (!report.review.readable.home && !report.review.readable.away) return {};
    const Words& words = report.words;
    std::string out = wrapped(words.text("review.readable"), columns, "");
    for (Seat seat : kSeats) {
        const std::optional<Readable>& read = report.review.readable[seat];
        if (!read) continue;
        out += wrapped(readable_text(report, seat), columns, "  ");
        Sheet sheet{{"", words.text("review.taken"), words.text("review.due")}, {}};
        for (const Readable::Choice& each : read->mix)
            sheet.rows.push_back(
                {words.action(each.event, each.action), std::to_string(each.taken), decimal(each.due, words)});
        out += drawn(std::move(sheet), columns);
    }
    return out + wrapped(words.text("review.readable-note"), columns, "  ") + "\n";
}

std::string drives_text(const Report& report, int columns) {
    const Words& words = report.words;
    if (report.review.drives.empty()) return {};
    const auto column = [&](std::string_view key) { return words.text(fmt::format("review.drive-{}", key)); };
    Sheet sheet{{"", "", column("period"), column("began"), column("plays"), column("gain"), column("time"),
                 column("ended"), column("points"), column("swing")},
                {},
                {0, 1, 2, 3, 7},
                {3, 6, 2, 5, 4}};
    for (const Drive& drive : report.review.drives) {
        const double swing = drive.after - drive.before;
        sheet.rows.push_back({std::to_string(drive.number), clipped(report.sides[drive.seat], 12),
                              period_text(drive.period, report), how_text(drive.began, words),
                              std::to_string(drive.plays), drive.gain ? whole(*drive.gain) : "",
                              drive.seconds ? clock_text(*drive.seconds) : "", how_text(drive.ended, words),
                              drive_points(drive), points(drive.seat == Seat::home ? swing : -swing, words)});
    }
    return words.text("review.drives") + "\n" + drawn(std::move(sheet), columns) +
           wrapped(words.text("review.swing-note"), columns, "  ") + "\n";
}

std::string box_text(const Report& report, int columns) {
    Sheet sheet{{report.words.text("box.title"), report.sides.home, report.sides.away}, {}};
    for (const BoxScore::Line& line : report.review.box.lines(report.words))
        sheet.rows.push_back(
            {line.label, box_figure(line, Seat::home, report.words), box_figure(line, Seat::away, report.words)});
    for (std::size_t side : {1U, 2U}) sheet.head[side] = clipped(sheet.head[side], std::max(9, columns / 5));
    return drawn(std::move(sheet), columns);
}

} // namespace

std::string to_text(const Review& review, const Table& table, const Words& words, int columns) {
    const Report report = review::report(review, table, words);
    const BySeat<int> score = table.score();
    columns = std::max(columns, 24);
    std::string title = fmt::format("{} · {} {} – {} {}", table.kind().name(), report.sides.home, score.home,
                                    score.away, report.sides.away);
    if (const std::string date = tag_of(table, "Date"); !date.empty()) title += " · " + date;
    std::string out = wrapped(title, columns, "");
    if (const std::string options = options_line(report); !options.empty()) out += wrapped(options, columns, "");
    out += wrapped(method_text(report), columns, "") + "\n";
    out += wrapped(verdict(report), columns, "") + "\n";
    if (review.steps.empty()) return out;
    out += chart(report, columns) + "\n";
    out += account_text(report, columns) + "\n";
    out += moments_text(report, columns);
    out += mistakes_text(report, columns);
    out += readable_section(report, columns);
    out += drives_text(report, columns);
    out += box_text(report, columns);
    return out;
}

} // namespace touchline::review
