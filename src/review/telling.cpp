#include "review/telling.hpp"

#include "play/kind.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace touchline::review {

namespace {

// What the commentary said of a step, in one line; the tokens where it said nothing.
std::string happened(const Table& table, std::size_t step, const Words& words, const SideNames& sides) {
    std::string line;
    for (const Saying& saying : table.sayings(step, Viewer::everyone))
        line += (line.empty() ? "" : " ") + words.said(saying, sides, step);
    if (!line.empty()) return line;
    const StepText text = table.step(step);
    if (text.kind != TurnKind::chance)
        return fmt::format("{}: {}", sides[text.seat], words.action(text.event, text.action));
    line = words.event(text.event) + ":";
    for (std::string_view token : text.tokens) line += " " + words.token(text.event, token);
    return line;
}

std::string score_text(const BySeat<int>& score, const Words& words) {
    return words.text("number.score", {{"home", std::to_string(score.home)}, {"away", std::to_string(score.away)}});
}

} // namespace

SideNames side_names(const Table& table, const Words& words) {
    SideNames names{words.seat(Seat::home), words.seat(Seat::away)};
    for (const Tag& tag : table.tags) {
        if (tag.name == "Home" && !tag.value.empty()) names.home = tag.value;
        if (tag.name == "Away" && !tag.value.empty()) names.away = tag.value;
    }
    return names;
}

std::string percent(double share, const Words& words) {
    const double hundred = 100 * share;
    std::string figure = std::abs(hundred) < 1 || std::abs(100 - hundred) < 1 ? fmt::format("{:.1f}", hundred)
                                                                              : fmt::format("{:.0f}", hundred);
    if (figure == "-0.0" || figure == "0.0") figure = "0";
    if (figure == "100.0") figure = "100";
    if (const std::size_t dot = figure.find('.'); dot != std::string::npos)
        figure.replace(dot, 1, words.text("number.decimal"));
    return words.text("number.percent", {{"value", figure}});
}

std::string moment_text(const Review& review, const Table& table, std::size_t step, const Words& words,
                        const SideNames& sides) {
    const Step& at = review.steps[step];
    const Seat helped = at.change() >= 0 ? Seat::home : Seat::away;
    return words.text("review.moment", {{"what", happened(table, step, words, sides)},
                                        {"score", score_text(at.score, words)},
                                        {"seat", sides[helped]},
                                        {"from", percent(helped == Seat::home ? at.before : 1 - at.before, words)},
                                        {"to", percent(helped == Seat::home ? at.after : 1 - at.after, words)}});
}

std::string mistake_text(const Review& review, const Table& table, std::size_t step, const Words& words,
                         const SideNames& sides) {
    const Step& at = review.steps[step];
    const StepText text = table.step(step);
    const double value = at.seat == Seat::home ? at.before : 1 - at.before;
    return words.text("review.mistake", {{"seat", sides[at.seat]},
                                         {"score", score_text(at.score, words)},
                                         {"event", words.event(text.event)},
                                         {"did", words.action(text.event, text.action)},
                                         {"better", words.action(text.event, at.better)},
                                         {"best", percent(value, words)},
                                         {"got", percent(value - at.loss, words)}});
}

Json to_json(const Review& review, const Table& table, const Words& words) {
    const SideNames sides = side_names(table, words);
    const TurnText turn = table.turn();
    const Ledger& ledger = review.ledger;
    Json json{{"ok", true},
              {"game", table.kind().id()},
              {"result", review.finished ? Json(name(turn.winner)) : Json()},
              {"method", review.exact ? "exact" : "estimate"},
              {"error", review.error},
              {"chart", Json::array()},
              {"moments", Json::array()},
              {"mistakes", Json::array()},
              {"box", Json::array()},
              {"ledger",
               {{"start", ledger.start},
                {"luck", {{"home", ledger.luck.home}, {"away", ledger.luck.away}}},
                {"errors", {{"home", ledger.errors.home}, {"away", ledger.errors.away}}},
                {"result", ledger.result}}}};
    const auto point = [](std::size_t n, double home, int drive, const BySeat<int>& score) {
        return Json{
            {"n", n}, {"home", home}, {"drive", drive}, {"score", {{"home", score.home}, {"away", score.away}}}};
    };
    for (const Step& step : review.steps)
        json["chart"].push_back(point(step.index, step.before, step.drive, step.score));
    const int last_drive = review.steps.empty() ? 1 : review.steps.back().drive;
    json["chart"].push_back(point(review.steps.size(), ledger.result, last_drive, table.score()));
    for (std::size_t i : review.moments)
        json["moments"].push_back({{"n", i + 1},
                                   {"change", review.steps[i].change()},
                                   {"text", moment_text(review, table, i, words, sides)}});
    for (std::size_t i : review.mistakes) {
        const StepText text = table.step(i);
        json["mistakes"].push_back({{"n", i},
                                    {"seat", name(review.steps[i].seat)},
                                    {"event", text.event},
                                    {"did", text.action},
                                    {"better", review.steps[i].better},
                                    {"loss", review.steps[i].loss},
                                    {"text", mistake_text(review, table, i, words, sides)}});
    }
    for (const BoxScore::Line& line : review.box.lines(words)) {
        Json row{{"id", line.id}, {"label", line.label}, {"home", line.values.home}, {"away", line.values.away}};
        if (line.kind == BoxScore::Line::Kind::made)
            row["tried"] = {{"home", line.tried.home}, {"away", line.tried.away}};
        json["box"].push_back(std::move(row));
    }
    return json;
}

} // namespace touchline::review
