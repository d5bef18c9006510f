// The review as JSON: docs/review.md says what each field means. The page and programs read it.
#include "play/kind.hpp"
#include "review/presentation.hpp"

#include <nlohmann/json.hpp>

namespace touchline::review {

namespace {

Json by_seat(const BySeat<double>& values) { return {{"home", values.home}, {"away", values.away}}; }
Json by_seat(const BySeat<int>& values) { return {{"home", values.home}, {"away", values.away}}; }

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

Json place_json(const Report& report, std::size_t step) {
    const Step& at = report.review.steps[step];
    return {{"period", at.period == 0 ? Json() : Json(at.period)},
            {"drive", at.drive},
            {"play", at.play == 0 ? Json() : Json(at.play)},
            {"line", step < report.review.lines.size() ? Json(report.review.lines[step]) : Json()},
            {"text", place_text(report, step)}};
}

Json chart_json(const Report& report) {
    const Review& review = report.review;
    Json chart = Json::array();
    const auto point = [](std::size_t n, double home, int drive, const BySeat<int>& score) {
        return Json{{"n", n}, {"home", home}, {"drive", drive}, {"score", by_seat(score)}};
    };
    for (const Step& step : review.steps) chart.push_back(point(step.index, step.before, step.drive, step.score));
    const int last_drive = review.steps.empty() ? 1 : review.steps.back().drive;
    chart.push_back(point(review.steps.size(), review.ledger.result, last_drive, report.table.score()));
    return chart;
}

Json mistake_json(const Report& report, std::size_t i) {
    const Step& step = report.review.steps[i];
    const StepText text = report.table.step(i);
    const double best = step.before_of(step.seat);
    return {{"n", i},
            {"seat", name(step.seat)},
            {"event", text.event},
            {"did", text.action},
            {"better", step.better},
            {"loss", step.loss},
            {"text", mistake_text(report, i)},
            {"grade", name(step.grade())},
            {"best", best},
            {"got", best - step.loss},
            {"place", place_json(report, i)}};
}

Json decisions_json(const Report& report) {
    Json decisions = Json::array();
    for (const Step& step : report.review.steps) {
        if (step.best.empty()) continue;
        const StepText text = report.table.step(step.index);
        decisions.push_back({{"n", step.index},
                             {"seat", name(step.seat)},
                             {"event", text.event},
                             {"did", text.action},
                             {"best", step.better.empty() ? std::string(text.action) : step.better},
                             {"loss", step.loss},
                             {"stake", std::max(step.stake, step.loss)}});
    }
    return decisions;
}

Json drives_json(const Report& report) {
    Json drives = Json::array();
    for (const Drive& drive : report.review.drives)
        drives.push_back({{"drive", drive.number},
                          {"seat", name(drive.seat)},
                          {"period", drive.period == 0 ? Json() : Json(drive.period)},
                          {"began", drive.began.empty() ? Json() : Json(drive.began)},
                          {"ended", drive.ended.empty() ? Json() : Json(drive.ended)},
                          {"spot", or_null(drive.spot)},
                          {"plays", drive.plays},
                          {"first_downs", drive.first_downs},
                          {"gain", or_null(drive.gain)},
                          {"seconds", or_null(drive.seconds)},
                          {"points", by_seat(drive.points)},
                          {"first", drive.first},
                          {"last", drive.last},
                          {"before", drive.before},
                          {"after", drive.after}});
    return drives;
}

Json readable_json(const Report& report, Seat seat) {
    const std::optional<Readable>& read = report.review.readable[seat];
    if (!read) return nullptr;
    Json mix = Json::array();
    for (const Readable::Choice& each : read->mix)
        mix.push_back({{"event", each.event}, {"action", each.action}, {"taken", each.taken}, {"due", each.due}});
    return {{"choices", read->choices},           {"departed", read->departed},
            {"by_chance", read->by_chance},       {"cost", read->cost},
            {"stands_out", read->stands_out()},   {"mix", std::move(mix)},
            {"text", readable_text(report, seat)}};
}

Json box_json(const Report& report) {
    Json box = Json::array();
    for (const BoxScore::Line& line : report.review.box.lines(report.words)) {
        Json row{{"id", line.id}, {"label", line.label}, {"home", line.values.home}, {"away", line.values.away}};
        if (line.kind == BoxScore::Line::Kind::made)
            row["tried"] = {{"home", line.tried.home}, {"away", line.tried.away}};
        box.push_back(std::move(row));
    }
    return box;
}

} // namespace

Json to_json(const Review& review, const Table& table, const Words& words) {
    const Report report = review::report(review, table, words);
    const Ledger& ledger = review.ledger;
    const std::string date = tag_of(table, "Date");
    Json json{{"ok", true},
              {"game", table.kind().id()},
              {"result", review.finished ? Json(name(table.turn().winner)) : Json()},
              {"method", review.exact ? "exact" : "estimate"},
              {"error", review.error},
              {"finished", review.finished},
              {"judged", review.judged},
              {"verdict", verdict(report)},
              {"sides", {{"home", report.sides.home}, {"away", report.sides.away}}},
              {"score", by_seat(table.score())},
              {"date", date.empty() ? Json() : Json(date)},
              {"options", table.complete_options()},
              {"chart", chart_json(report)},
              {"moments", Json::array()},
              {"mistakes", Json::array()},
              {"box", box_json(report)},
              {"ledger",
               {{"start", ledger.start},
                {"luck", by_seat(ledger.luck)},
                {"errors", by_seat(ledger.errors)},
                {"result", ledger.result},
                {"met", by_seat(ledger.met)},
                {"noise", by_seat(ledger.noise)}}}};
    for (std::size_t i : review.moments)
        json["moments"].push_back({{"n", i + 1},
                                   {"change", review.steps[i].change()},
                                   {"text", moment_text(report, i)},
                                   {"seat", name(helped_by(review.steps[i]))},
                                   {"place", place_json(report, i)}});
    for (std::size_t i : review.mistakes) json["mistakes"].push_back(mistake_json(report, i));
    Json& sides = json["players"];
    for (Seat seat : kSeats)
        sides[std::string(name(seat))] = {{"luck", review.luck_of(seat)},
                                          {"skill", review.skill_of(seat)},
                                          {"given_away", ledger.errors[seat]},
                                          {"accuracy", or_null(review.accuracy(seat))},
                                          {"readable", readable_json(report, seat)}};
    json["drives"] = drives_json(report);
    json["decisions"] = decisions_json(report);
    return json;
}

} // namespace touchline::review
