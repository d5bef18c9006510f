// touchline lab sweep --collect FOLDER: all answers of a folder as one CSV, or the main figures side by side on a page.
#include "cli/files.hpp"
#include "cli/lab.hpp"
#include "cli/output.hpp"
#include "lab/answers.hpp"
#include "lab/compare.hpp"
#include "play/kind.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace touchline::cli {

namespace {

using Answers = std::vector<lab::AnswerFolder::Kept>;

std::string plain_json(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

// One row an answer: what was asked, then every figure that any of them has.
std::string collected_csv(const Answers& kept) {
    std::vector<std::string> names;
    for (const lab::AnswerFolder::Kept& each : kept)
        for (const lab::NamedFigure& figure : lab::named_figures(each.figures))
            if (std::ranges::find(names, figure.name) == names.end()) names.push_back(figure.name);
    std::vector<std::string> head{"key", "game", "options", "sheet", "set", "home", "away"};
    head.insert(head.end(), names.begin(), names.end());
    std::string out = csv_line(head);
    for (const lab::AnswerFolder::Kept& each : kept) {
        std::vector<std::string> cells{each.key};
        for (const char* key : {"game", "options", "sheet", "set", "home", "away"}) {
            const Json value = each.question.value(key, Json());
            cells.push_back(value.is_null() ? std::string() : plain_json(value));
        }
        std::vector<std::string> values(names.size());
        for (const lab::NamedFigure& figure : lab::named_figures(each.figures))
            values[static_cast<std::size_t>(std::ranges::find(names, figure.name) - names.begin())] =
                csv_number(figure.value);
        cells.insert(cells.end(), values.begin(), values.end());
        out += csv_line(cells);
    }
    return out;
}

// What is asked, as "game: …", "chip=false", "score.touchdown=8".
std::vector<std::string> question_parts(const Json& question) {
    std::vector<std::string> parts;
    for (const char* key : {"game", "home", "away", "sheet"})
        parts.push_back(plain_json(question.value(key, Json(""))));
    for (const char* key : {"options", "set"}) {
        const Json own = question.value(key, Json::object());
        for (const auto& [name, value] : own.items()) parts.push_back(fmt::format("{}={}", name, plain_json(value)));
    }
    // A changed sheet is told by its changes.
    if (question.contains("set")) parts.erase(parts.begin() + 3);
    return parts;
}

// A column that says the same in every row says nothing.
void drop_constant(lab::PlainTable& table) {
    for (std::size_t column = table.head.size(); table.rows.size() > 1 && column-- > 1;) {
        const auto like_first = [&](const auto& row) { return row[column] == table.rows[0][column]; };
        if (!std::ranges::all_of(table.rows, like_first)) continue;
        table.head.erase(table.head.begin() + static_cast<std::ptrdiff_t>(column));
        for (auto& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
    }
}

// Rows are named by what is not the same in all of them.
lab::PlainTable collected_table(const Answers& kept, const Words& words) {
    constexpr std::array<std::string_view, 7> kTold{"first_edge",       "draw", "points", "margin", "length.rolls",
                                                    "decisions.matter", "luck"};
    std::map<std::string, std::size_t> times;
    for (const lab::AnswerFolder::Kept& each : kept)
        for (const std::string& part : question_parts(each.question)) ++times[part];
    lab::PlainTable table{{""}, {}};
    for (const std::string_view name : kTold) table.head.push_back(lab::figure_label(name, words));
    for (const lab::AnswerFolder::Kept& each : kept) {
        std::vector<std::string> own;
        for (const std::string& part : question_parts(each.question))
            if (times[part] < kept.size()) own.push_back(part);
        std::vector<std::string> row{own.empty() ? words.text("lab.own") : fmt::format("{}", fmt::join(own, " · "))};
        for (const std::string_view name : kTold) {
            const std::optional<double> value = lab::figure_named(each.figures, std::string(name));
            row.push_back(value ? lab::figure_value(name, *value, words) : "–");
        }
        table.rows.push_back(std::move(row));
    }
    drop_constant(table);
    std::ranges::sort(table.rows, {}, [](const std::vector<std::string>& row) { return row.front(); });
    return table;
}

// The game's own words where all answers are about one.
const Words& words_for(const Answers& kept, const LabOptions& options) {
    std::set<std::string> games;
    for (const lab::AnswerFolder::Kept& each : kept) games.insert(plain_json(each.question.value("game", Json(""))));
    return Words::of(language_from(options.language), games.size() == 1 ? *games.begin() : std::string());
}

Answers answers_in(const std::string& folder) {
    Answers kept = lab::AnswerFolder(folder).all();
    if (kept.empty()) throw Stop(RefusalCode::failed, Message{"lab.no-answers", {{"folder", folder}}});
    return kept;
}

lab::Page page_of(const Answers& kept, const LabOptions& options) {
    const Words& words = words_for(kept, options);
    double bound = 0;
    for (const lab::AnswerFolder::Kept& each : kept) bound = std::max(bound, each.figures.bound);
    return {words.text("lab.collected"), words.text("lab.collected-of", {{"count", std::to_string(kept.size())}}),
            lab::table_html(collected_table(kept, words)), lab::exact_note(bound, words)};
}

} // namespace

lab::Page collected_page(const std::string& folder, const LabOptions& options) {
    return page_of(answers_in(folder), options);
}

int collect_answers(const std::string& folder, const LabOptions& options) {
    check_writable(options.html);
    const Answers kept = answers_in(folder);
    LabAnswer answer;
    answer.json = [&] {
        Json answers = Json::array();
        for (const lab::AnswerFolder::Kept& each : kept)
            answers.push_back(
                {{"key", each.key}, {"question", each.question}, {"figures", lab::figures_json(each.figures)}});
        return Json{{"answers", std::move(answers)}};
    };
    answer.csv = [&] { return collected_csv(kept); };
    answer.text = answer.csv;
    answer.page = [&] { return page_of(kept, options); };
    return give(answer, options);
}

} // namespace touchline::cli
