// The sentences of a review, shared by its three forms.
#include "review/presentation.hpp"

#include "core/shown_text.hpp"
#include "play/kind.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace touchline::review {

namespace {

constexpr double kEven = 0.005; // luck that is not worth a word

std::string sentence(std::string text) {
    for (std::string_view end : {".", "!", "?", "…", "”", "»"})
        if (text.ends_with(end)) return text;
    return text + ".";
}

std::string count_of(std::size_t count) { return std::to_string(count); }

// What a seat's mistakes gave away; trifles are told apart.
struct Blame {
    Seat seat{};
    std::size_t count = 0;
    double cost = 0;
};

Blame blame_of(const Review& review, Seat seat) {
    Blame blame{seat};
    for (std::size_t i : review.mistakes) {
        const Step& step = review.steps[i];
        if (step.seat != seat || step.grade() == Grade::trifle) continue;
        ++blame.count;
        blame.cost += step.loss;
    }
    return blame;
}

std::string blame_text(const Report& report, const Blame& blame) {
    const Words& words = report.words;
    const std::string cost = hundredths(blame.cost, words);
    if (blame.count == 1)
        return words.text("review.verdict-one-mistake", {{"seat", report.sides[blame.seat]}, {"value", cost}});
    return words.text("review.verdict-mistakes",
                      {{"seat", report.sides[blame.seat]}, {"count", count_of(blame.count)}, {"value", cost}});
}

std::string skill_clause(const Report& report) {
    const Review& review = report.review;
    if (!review.choices) return report.words.text("review.verdict-no-choices");
    Blame more = blame_of(review, Seat::home);
    Blame less = blame_of(review, Seat::away);
    if (less.cost > more.cost) std::swap(more, less);
    if (more.count == 0) return report.words.text("review.verdict-no-mistakes");
    std::string text = blame_text(report, more);
    if (less.count != 0) text += report.words.text("review.verdict-and", {{"text", blame_text(report, less)}});
    return text;
}

// Of a game that nobody has won: whom the dice favoured.
std::string favour_clause(const Report& report) {
    const double luck = report.review.luck_of(Seat::home);
    if (std::abs(luck) < kEven) return report.words.text("review.verdict-favoured-nobody");
    return report.words.text("review.verdict-favoured", {{"seat", report.sides[luck > 0 ? Seat::home : Seat::away]},
                                                         {"value", hundredths(std::abs(luck), report.words)}});
}

// How it ended or stands, and why, as far as that can be told.
std::string with_causes(const Report& report, const std::string& head) {
    if (!report.review.judged) return report.words.text("review.verdict-rough", {{"head", head}});
    return report.words.text("review.verdict",
                             {{"head", head}, {"luck", favour_clause(report)}, {"skill", skill_clause(report)}});
}

std::string luck_clause(const Report& report, Seat winner) {
    const double luck = report.review.luck_of(winner);
    if (std::abs(luck) < kEven) return report.words.text("review.verdict-even");
    const std::string value = hundredths(std::abs(luck), report.words);
    return luck > 0 ? report.words.text("review.verdict-lucky", {{"value", value}})
                    : report.words.text("review.verdict-unlucky", {{"value", value}});
}

std::string option_text(const Report& report, const std::string& name, const std::string& value) {
    const Words& words = report.words;
    const std::string_view label = words.find(fmt::format("option.{}.name", name));
    const std::string_view said = words.find(fmt::format("option.{}.values.{}", name, value));
    return words.text("board.fact", {{"name", std::string(label.empty() ? name : label)},
                                     {"value", std::string(said.empty() ? value : said)}});
}

} // namespace

Report report(const Review& review, const Table& table, const Words& words) {
    return {review, table, words, side_names(table, words), Commentary(words)};
}

std::string tag_of(const Table& table, std::string_view name) {
    for (const Tag& tag : table.tags)
        if (tag.name == name) return tag.value;
    return {};
}

std::string verdict(const Report& report) {
    const auto& [review, table, words, sides, commentary] = report;
    const BySeat<int> score = table.score();
    const Result winner = table.turn().winner;
    if (!review.finished) {
        const Seat ahead = review.ledger.result >= 0.5 ? Seat::home : Seat::away;
        const double chance = ahead == Seat::home ? review.ledger.result : 1 - review.ledger.result;
        const std::string head = words.text(
            "review.verdict-unfinished",
            {{"score", score_text(score, words)}, {"seat", sides[ahead]}, {"value", percent(chance, words)}});
        return with_causes(report, head);
    }
    if (winner == Result::draw) {
        const std::string head = words.text(
            "review.verdict-drawn", {{"home", sides.home}, {"away", sides.away}, {"score", score_text(score, words)}});
        return with_causes(report, head);
    }
    const Seat seat = winner == Result::home ? Seat::home : Seat::away;
    const std::string own = words.text(
        "number.score", {{"home", std::to_string(score[seat])}, {"away", std::to_string(score[other(seat)])}});
    if (!review.judged)
        return with_causes(report, words.text("review.verdict-won-alone", {{"seat", sides[seat]}, {"score", own}}));
    return words.text(
        "review.verdict-won",
        {{"seat", sides[seat]}, {"score", own}, {"luck", luck_clause(report, seat)}, {"skill", skill_clause(report)}});
}

std::string method_text(const Report& report) {
    const Words& words = report.words;
    if (report.review.exact) return words.text("review.exact");
    return words.text("review.estimate", {{"value", percent(report.review.error, words)}});
}

std::string options_line(const Report& report) {
    std::string line;
    const auto add = [&](const std::string& text) { line += (line.empty() ? "" : " · ") + text; };
    for (const auto& [name, value] : report.table.options().all()) add(option_text(report, name, text(value)));
    if (report.table.sheet_name() != "default")
        add(report.words.text("review.sheet", {{"value", shown_line(report.table.sheet_name())}}));
    return line;
}

std::string period_text(int period, const Report& report) {
    const Words& words = report.words;
    if (period == 0) return {};
    const bool halves = report.table.view(Viewer::everyone).contains("half");
    if (halves) return words.text("review.half", {{"value", words.text(fmt::format("ordinal.half.{}", period))}});
    const std::string ordinal = words.quarter(period);
    return period > kQuarters ? ordinal : words.text("review.quarter", {{"value", ordinal}});
}

std::string place_text(const Report& report, std::size_t step) {
    const Words& words = report.words;
    const Step& at = report.review.steps[step];
    std::string place = period_text(at.period, report);
    if (!place.empty()) place += ", ";
    place += words.text("review.drive", {{"value", std::to_string(at.drive)}});
    if (at.play != 0) place += ", " + words.text("review.play", {{"value", std::to_string(at.play)}});
    if (step < report.review.lines.size())
        place += " " + words.text("review.line", {{"value", std::to_string(report.review.lines[step])}});
    return place;
}

std::string score_text(const BySeat<int>& score, const Words& words) {
    return words.text("number.score", {{"home", std::to_string(score.home)}, {"away", std::to_string(score.away)}});
}

// The tokens or the choice where the commentary said nothing.
std::string happened_text(const Report& report, std::size_t step) {
    const auto& [review, table, words, sides, commentary] = report;
    if (std::string line = in_one_line(commentary.told(table, step, sides)); !line.empty()) return line;
    const StepText text = table.step(step);
    if (text.kind != TurnKind::chance)
        return sentence(
            words.text("board.fact", {{"name", sides[text.seat]}, {"value", words.action(text.event, text.action)}}));
    std::string tokens;
    for (std::string_view token : text.tokens) tokens += (tokens.empty() ? "" : " ") + words.token(text.event, token);
    return sentence(words.text("board.fact", {{"name", words.event(text.event)}, {"value", tokens}}));
}

Seat helped_by(const Step& step) { return step.change() >= 0 ? Seat::home : Seat::away; }

std::string moment_text(const Report& report, std::size_t step) {
    const Step& at = report.review.steps[step];
    const Seat helped = helped_by(at);
    return report.words.text("review.moment", {{"what", happened_text(report, step)},
                                               {"score", score_text(at.score, report.words)},
                                               {"seat", report.sides[helped]},
                                               {"from", percent(at.before_of(helped), report.words)},
                                               {"to", percent(at.after_of(helped), report.words)}});
}

std::string mistake_text(const Report& report, std::size_t step) {
    const Words& words = report.words;
    const Step& at = report.review.steps[step];
    const StepText text = report.table.step(step);
    const double best = at.before_of(at.seat);
    return words.text("review.mistake", {{"score", score_text(at.score, words)},
                                         {"event", words.event(text.event)},
                                         {"did", words.action(text.event, text.action)},
                                         {"better", words.action(text.event, at.better)},
                                         {"best", precise_percent(best, words)},
                                         {"got", precise_percent(best - at.loss, words)}});
}

std::string trifles_text(const Report& report) {
    const Review& review = report.review;
    std::string text;
    for (Seat seat : kSeats) {
        const std::vector<std::size_t> trifles = review.mistakes_of(seat, Grade::trifle);
        if (trifles.empty()) continue;
        double cost = 0;
        for (std::size_t i : trifles) cost += review.steps[i].loss;
        text += (text.empty() ? "" : ", ") +
                report.words.text("review.trifles-of", {{"seat", report.sides[seat]},
                                                        {"count", count_of(trifles.size())},
                                                        {"value", points(-cost, report.words)}});
    }
    return text.empty() ? text : report.words.text("review.trifles", {{"list", text}});
}

std::string best_line_text(const Report& report) {
    const Words& words = report.words;
    std::vector<std::size_t> order = report.review.mistakes;
    std::erase_if(order, [&](std::size_t i) { return report.review.steps[i].grade() == Grade::trifle; });
    std::ranges::sort(order);
    std::string line;
    for (std::size_t i : order) {
        const Step& step = report.review.steps[i];
        line += (line.empty() ? "" : " · ") +
                words.text("review.best-choice",
                           {{"line", std::to_string(i < report.review.lines.size() ? report.review.lines[i] : 0)},
                            {"seat", report.sides[step.seat]},
                            {"action", words.action(report.table.step(i).event, step.better)}});
    }
    if (!line.empty()) line = words.text("review.best-line", {{"list", line}}) + " ";
    return line +
           words.text("review.best-total", {{"home", report.sides.home},
                                            {"away", report.sides.away},
                                            {"home_value", decimal(100 * report.review.ledger.errors.home, words)},
                                            {"away_value", decimal(100 * report.review.ledger.errors.away, words)}});
}

std::string drive_points(const Drive& drive) {
    const int own = drive.points[drive.seat];
    const int against = drive.points[other(drive.seat)];
    std::string text = own != 0 ? std::to_string(own) : "";
    if (against != 0) text += fmt::format("{}−{}", text.empty() ? "" : " ", against);
    return text;
}

std::string no_mistakes_text(const Report& report) {
    if (!report.review.judged) return report.words.text("review.not-judged");
    return report.review.choices ? report.words.text("review.no-mistakes") : report.words.text("review.no-choices");
}

std::string readable_text(const Report& report, Seat seat) {
    const Words& words = report.words;
    const Readable& read = *report.review.readable[seat];
    const std::string figures = words.text("review.readable-figures", {{"seat", report.sides[seat]},
                                                                       {"count", std::to_string(read.choices)},
                                                                       {"value", percent(read.departed, words)},
                                                                       {"chance", percent(read.by_chance, words)},
                                                                       {"cost", precise_percent(read.cost, words)}});
    return figures + " " + (read.stands_out() ? words.text("review.readable-yes") : words.text("review.readable-no"));
}

std::string account_label(Account::Kind kind, const Report& report) {
    using enum Account::Kind;
    const auto of = [&](std::string_view key, Seat seat) {
        return report.words.text(fmt::format("review.{}", key), {{"seat", report.sides[seat]}});
    };
    switch (kind) {
    case dice_home: return of("dice-of", Seat::home);
    case dice_away: return of("dice-of", Seat::away);
    case met: return report.words.text("review.met");
    case noise: return report.words.text("review.noise");
    case errors_home: return of("errors-of", Seat::home);
    case errors_away: return of("errors-of", Seat::away);
    }
    return {};
}

std::string how_text(std::string_view how, const Words& words) {
    if (how.empty()) return {};
    const std::string_view found = words.find(fmt::format("how.{}", how));
    return std::string(found.empty() ? how : found);
}

std::string box_figure(const BoxScore::Line& line, Seat seat, const Words& words) {
    const std::int64_t value = line.values[seat];
    switch (line.kind) {
    case BoxScore::Line::Kind::count: return whole(value);
    case BoxScore::Line::Kind::made:
        if (line.tried[seat] == 0) return "–";
        return words.text("box.made", {{"made", std::to_string(value)}, {"tried", std::to_string(line.tried[seat])}});
    case BoxScore::Line::Kind::clock: return clock_text(value);
    }
    return {};
}

std::vector<std::size_t> moments_by_size(const Review& review) {
    std::vector<std::size_t> order = review.moments;
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return std::abs(review.steps[i].change()); });
    return order;
}

} // namespace touchline::review
