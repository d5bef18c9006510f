// The pictures of the review's HTML page, as SVG drawn from figures and fields: no script, nothing outside the file.
#include "review/html.hpp"

#include "core/html_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace touchline::review::html {

namespace {

// Where the chart lies within its drawing.
struct Frame {
    double width;
    double height;
    double left;
    double top;
    double bottom;
    std::size_t steps;

    [[nodiscard]] double x(std::size_t n) const {
        return left + (width - left) * static_cast<double>(n) / static_cast<double>(std::max<std::size_t>(1, steps));
    }
    [[nodiscard]] double y(double value) const { return top + (height - top - bottom) * (1 - value); }
};

std::string text_at(double x, double y, std::string_view attributes, std::string_view text) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>", x, y, attributes, escaped(text));
}

std::string grid(const Frame& frame, const Report& report) {
    std::string out;
    for (double level : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        out += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>", level == 0.5 ? "mid" : "grid",
                           frame.left, frame.y(level), frame.width);
        out += text_at(frame.left - 6, frame.y(level) + 4, "text-anchor=\"end\" class=\"t-soft\"",
                       percent(level, report.words));
    }
    return out;
}

// Drives as numbered stretches under the chart, periods as lines through it.
std::string stretches(const Frame& frame, const Report& report, Room room) {
    const Review& review = report.review;
    std::string out;
    double free_from = 0;
    for (const Drive& drive : review.drives) {
        const double x = frame.x(drive.first);
        const double end = frame.x(drive.last + 1);
        out += fmt::format("<path class=\"drive\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"/>", x, frame.top, frame.y(0));
        const double middle = (x + end) / 2;
        const std::string number = std::to_string(drive.number);
        if (middle - 5 < free_from) continue;
        free_from = middle + 9 * static_cast<double>(number.size());
        out += text_at(middle, frame.y(0) + 16, fmt::format("text-anchor=\"middle\" class=\"t-{}\"", name(drive.seat)),
                       number);
    }
    int period = 0;
    free_from = 0;
    for (const Step& step : review.steps) {
        if (step.period == period || step.period == 0) continue;
        period = step.period;
        const double x = frame.x(step.index);
        if (step.index != 0)
            out += fmt::format("<path class=\"period\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"/>", x, frame.top - 4, frame.y(0));
        const std::string label = room == Room::wide ? period_text(period, report) : std::to_string(period);
        if (x < free_from) continue;
        free_from = x + 8 * static_cast<double>(label.size());
        out += text_at(x + 4, frame.top - 8, "class=\"t-soft\"", label);
    }
    return out + text_at(frame.width, frame.height - 2, "text-anchor=\"end\" class=\"t-soft\"",
                         report.words.text("review.axis"));
}

// The line, and the ground between it and even chances in the colour of the side that leads.
std::string line(const Frame& frame, const Report& report, Room room) {
    const Review& review = report.review;
    std::string path = fmt::format("M{:.1f} {:.1f}", frame.x(0), frame.y(review.ledger.start));
    for (const Step& step : review.steps)
        path += fmt::format("L{:.1f} {:.1f}", frame.x(step.index + 1), frame.y(step.after));
    const std::string area = fmt::format("{}L{:.1f} {:.1f}H{:.1f}Z", path, frame.width, frame.y(0.5), frame.left);
    const std::string id = room == Room::wide ? "w" : "p";
    return fmt::format(
        "<clipPath id=\"{0}u\"><rect x=\"{1:.1f}\" y=\"{2:.1f}\" width=\"{3:.1f}\" height=\"{4:.1f}\"/></clipPath>"
        "<clipPath id=\"{0}d\"><rect x=\"{1:.1f}\" y=\"{5:.1f}\" width=\"{3:.1f}\" height=\"{4:.1f}\"/></clipPath>"
        "<path class=\"above\" clip-path=\"url(#{0}u)\" d=\"{6}\"/><path class=\"below\" clip-path=\"url(#{0}d)\" "
        "d=\"{6}\"/>"
        "<path class=\"line\" d=\"{7}\"/>",
        id, frame.left, frame.y(1), frame.width - frame.left, frame.y(0.5) - frame.y(1), frame.y(0.5), area, path);
}

// Numbered dots; on a wide page with what they brought to whom.
std::string moments(const Frame& frame, const Report& report, Room room) {
    std::string out;
    const std::vector<std::size_t> order = moments_by_size(report.review);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Step& step = report.review.steps[order[i]];
        const double x = frame.x(step.index + 1);
        const double y = frame.y(step.after);
        out += fmt::format("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"10\"/>", x, y) +
               text_at(x, y + 4.5, "class=\"n\"", std::to_string(i + 1));
        if (room == Room::phone) continue;
        const std::string label =
            report.words.text("review.gain", {{"value", points(std::abs(step.change()), report.words)},
                                              {"seat", report.sides[helped_by(step)]}});
        const bool right = x < frame.width * 0.75;
        // On the side that the line does not come from.
        const double below = helped_by(step) == Seat::home && step.after < 0.9 ? -16 : 26;
        out += text_at(right ? x + 8 : x - 8, std::clamp(y + below, frame.top + 12, frame.y(0) - 4),
                       fmt::format("class=\"label\" text-anchor=\"{}\"", right ? "start" : "end"), label);
    }
    return out;
}

std::string end_zone(double x, std::string_view words) {
    return fmt::format("<rect class=\"zone\" x=\"{0}\" y=\"0\" width=\"24\" height=\"56\"/><text class=\"on-turf\" "
                       "transform=\"translate({1} 28) rotate(-90)\" text-anchor=\"middle\" font-size=\"10\">{2}</text>",
                       x, x + 16, escaped(words));
}

// A hundred yards, the offence going to the right.
std::string yards(int ball, std::optional<int> line_to_reach) {
    std::string out =
        "<rect class=\"turf\" x=\"24\" y=\"0\" width=\"300\" height=\"56\"/>" + end_zone(0, "") + end_zone(324, "");
    for (int yard = 10; yard < 100; yard += 10) {
        out += fmt::format("<path class=\"yard\" d=\"M{0} 0V56\"/>", 24 + 3 * yard);
        if (yard % 20 == 10)
            out += fmt::format("<text class=\"on-turf\" x=\"{}\" y=\"51\" text-anchor=\"middle\">{}</text>",
                               24 + 3 * yard, std::min(yard, 100 - yard));
    }
    if (line_to_reach) out += fmt::format("<path class=\"gain\" d=\"M{0} 0V56\"/>", 24 + 3 * *line_to_reach);
    out += fmt::format("<ellipse class=\"ball\" cx=\"{0}\" cy=\"24\" rx=\"8\" ry=\"5\"/><path class=\"yard\" "
                       "style=\"opacity:1\" d=\"M{1} 24h12m-4 -4l4 4l-4 4\" fill=\"none\" stroke-width=\"2\"/>",
                       24 + 3 * ball, 24 + 3 * ball + 11);
    return out;
}

std::string spaces(int space, int count, std::string_view end) {
    std::string out;
    const double width = 300.0 / count;
    for (int i = 0; i < count; ++i)
        out += fmt::format(
            "<rect class=\"turf\" x=\"{0:.1f}\" y=\"0\" width=\"{1:.1f}\" height=\"56\" stroke=\"#f6f1e4\"/>"
            "<text class=\"on-turf\" x=\"{2:.1f}\" y=\"50\" text-anchor=\"middle\">{3}</text>",
            i * width, width, (i + 0.5) * width, i + 1);
    out += fmt::format(
        "<rect class=\"zone\" x=\"300\" y=\"0\" width=\"48\" height=\"56\"/><text class=\"on-turf\" "
        "transform=\"translate(329 28) rotate(-90)\" text-anchor=\"middle\" style=\"font-size:8px\">{}</text>",
        escaped(end));
    return out + fmt::format("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"24\" r=\"10\"/>", (space - 0.5) * width);
}

std::optional<int> number_of(const Json& view, const char* field) {
    const auto at = view.find(field);
    if (at == view.end() || !at->is_number_integer()) return std::nullopt;
    return at->get<int>();
}

// A field's value in a few words; empty where it says nothing to a person.
std::string said(const std::string& key, const Json& value, const Report& report) {
    const Words& words = report.words;
    if (value.is_number_integer()) return key == "clock" ? clock_text(value.get<int>()) : value.dump();
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        if (const std::optional<Seat> seat = seat_named(text)) return report.sides[*seat];
        const std::string token = words.token("", text);
        return token == text ? std::string() : token;
    }
    if (value.is_object() && value.size() == 2 && value.contains("home") && value["home"].is_number_integer())
        return score_text({value["home"].get<int>(), value["away"].get<int>()}, words);
    return {};
}

std::string chips(const Json& view, const Report& report) {
    std::string out;
    for (const auto& [key, value] : view.items()) {
        // Who began and who will begin is no part of the moment.
        const bool order = key.find("first") != std::string::npos || key.starts_with("second_half");
        if (key == "game" || order) continue;
        const std::string_view label = report.words.find(fmt::format("field.{}.name", key));
        const std::string text = said(key, value, report);
        if (label.empty() || text.empty()) continue;
        out += fmt::format("<span>{}</span>",
                           escaped(report.words.text("board.fact", {{"name", std::string(label)}, {"value", text}})));
    }
    return fmt::format("<div class=\"chips\">{}</div>", out);
}

} // namespace

std::string escaped(std::string_view text) { return html_text(text); }

std::string chart(const Report& report, Room room) {
    const bool wide = room == Room::wide;
    const Frame frame{.width = wide ? 960.0 : 380.0,
                      .height = wide ? 360.0 : 300.0,
                      .left = wide ? 52.0 : 44.0,
                      .top = wide ? 44.0 : 46.0,
                      .bottom = 40,
                      .steps = report.review.steps.size()};
    const auto side = [&](Seat seat, double y) {
        return text_at(frame.left + 6, y, fmt::format("class=\"label t-{}\"", name(seat)),
                       report.words.text("review.leads", {{"seat", report.sides[seat]}}));
    };
    return fmt::format("<svg class=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">",
                       wide ? "wide" : "phone", frame.width + 12, frame.height,
                       escaped(report.words.text("review.chart", {{"seat", report.sides.home}}))) +
           stretches(frame, report, room) + grid(frame, report) + line(frame, report, room) +
           side(Seat::home, frame.y(1) + 16) + side(Seat::away, frame.y(0) - 8) + moments(frame, report, room) +
           "</svg>";
}

std::string bar(const Span& span, std::string_view kind) {
    const auto x = [&](double value) { return 1000 * (value - span.least) / std::max(1e-9, span.most - span.least); };
    const double left = x(std::min(span.from, span.to));
    const double width = std::max(3.0, std::abs(x(span.to) - x(span.from)));
    return fmt::format(
        "<svg viewBox=\"0 0 1000 24\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
        "<path class=\"zero\" d=\"M{0:.1f} 0V24M{1:.1f} 0V24\"/><rect class=\"b-{2}\" x=\"{3:.1f}\" y=\"3\" "
        "width=\"{4:.1f}\" height=\"18\"/><rect class=\"b-edge\" x=\"{3:.1f}\" y=\"3\" width=\"{4:.1f}\" "
        "height=\"18\"/></svg>",
        x(0), x(1), kind, left, width);
}

std::string board(const Report& report, std::size_t step) {
    const Json view = report.table.before(step)->view(Viewer::everyone);
    const std::optional<int> ball = number_of(view, "ball");
    const std::optional<int> space = number_of(view, "space");
    std::string field;
    if (ball && *ball > 0)
        field = yards(*ball, number_of(view, "line"));
    else if (space)
        field = spaces(*space, 4, report.words.text("board.end-zone"));
    if (!field.empty()) field = fmt::format("<svg viewBox=\"0 0 348 56\" aria-hidden=\"true\">{}</svg>", field);
    return fmt::format("<div class=\"position\">{}{}</div>", field, chips(view, report));
}

std::string drive_bar(const Report& report, const Drive& drive) {
    if (!drive.spot || !drive.gain || !report.table.view(Viewer::everyone).contains("ball")) return {};
    const bool home = drive.seat == Seat::home;
    const auto x = [&](int yard) { return home ? yard : 100 - yard; };
    const int end = std::clamp(*drive.spot + *drive.gain, 0, 100);
    const int left = std::min(x(*drive.spot), x(end));
    return fmt::format(
        "<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><path class=\"zero\" "
        "d=\"M0 0V10M50 0V10M100 0V10\"/><rect class=\"d-{}\" x=\"{}\" y=\"2\" width=\"{}\" height=\"6\"/></svg>",
        name(drive.seat), left, std::max(1, std::abs(x(end) - x(*drive.spot))));
}

} // namespace touchline::review::html
