// A game as rows: plays, drives and the box score.
#include "review/export.hpp"

#include "core/hash.hpp"
#include "core/shown_text.hpp"
#include "play/kind.hpp"
#include "play/record.hpp"
#include "review/drives.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace touchline::review {

namespace {

constexpr std::array<std::string_view, 63> kPlayColumns{"game_id",
                                                        "play_id",
                                                        "game",
                                                        "home_team",
                                                        "away_team",
                                                        "game_date",
                                                        "posteam",
                                                        "posteam_type",
                                                        "defteam",
                                                        "qtr",
                                                        "quarter_seconds_remaining",
                                                        "drive",
                                                        "down",
                                                        "ydstogo",
                                                        "yardline_100",
                                                        "goal_to_go",
                                                        "desc",
                                                        "play_type",
                                                        "yards_gained",
                                                        "first_down",
                                                        "touchdown",
                                                        "pass_touchdown",
                                                        "interception",
                                                        "fumble_lost",
                                                        "safety",
                                                        "sack",
                                                        "penalty",
                                                        "punt_attempt",
                                                        "kickoff_attempt",
                                                        "kick_distance",
                                                        "field_goal_attempt",
                                                        "field_goal_result",
                                                        "extra_point_attempt",
                                                        "extra_point_result",
                                                        "two_point_attempt",
                                                        "two_point_conv_result",
                                                        "sp",
                                                        "posteam_score",
                                                        "defteam_score",
                                                        "score_differential",
                                                        "posteam_score_post",
                                                        "defteam_score_post",
                                                        "score_differential_post",
                                                        "total_home_score",
                                                        "total_away_score",
                                                        "home_score",
                                                        "away_score",
                                                        "result",
                                                        "home_wp",
                                                        "away_wp",
                                                        "home_wp_post",
                                                        "away_wp_post",
                                                        "wp",
                                                        "def_wp",
                                                        "wpa",
                                                        "home_wpa",
                                                        "luck",
                                                        "error",
                                                        "def_error",
                                                        "method",
                                                        "call",
                                                        "gain",
                                                        "line"};
constexpr std::array<std::string_view, 27> kDriveColumns{"game_id",
                                                         "game",
                                                         "home_team",
                                                         "away_team",
                                                         "game_date",
                                                         "drive",
                                                         "posteam",
                                                         "posteam_type",
                                                         "defteam",
                                                         "drive_quarter_start",
                                                         "drive_start_transition",
                                                         "drive_end_transition",
                                                         "drive_start_yardline_100",
                                                         "drive_play_count",
                                                         "drive_first_downs",
                                                         "drive_time_of_possession",
                                                         "drive_ended_with_score",
                                                         "gain",
                                                         "points_for",
                                                         "points_against",
                                                         "drive_play_id_started",
                                                         "drive_play_id_ended",
                                                         "wp",
                                                         "wpa",
                                                         "home_wp",
                                                         "home_wpa",
                                                         "method"};
constexpr std::array<std::string_view, 11> kBoxColumns{"game_id", "game", "home_team", "away_team",  "game_date", "id",
                                                       "label",   "home", "away",      "home_tried", "away_tried"};

// What nflverse calls them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kKicks{{{"kickoff", "kickoff"},
                                                                               {"free-kick", "kickoff"},
                                                                               {"punt", "punt"},
                                                                               {"field-goal", "field_goal"},
                                                                               {"extra-point", "extra_point"}}};

Json flag(bool value) { return value ? 1 : 0; }

std::optional<int> field_of(const Json& view, const char* name) {
    const auto at = view.find(name);
    if (at == view.end() || !at->is_number_integer()) return std::nullopt;
    return at->get<int>();
}

// What a play told, all of its steps together.
struct PlayTold {
    std::vector<Happening> all;

    [[nodiscard]] const Happening* find(What what, std::string_view how = {}) const {
        const auto at = std::ranges::find_if(
            all, [&](const Happening& each) { return each.what == what && (how.empty() || each.how == how); });
        return at == all.end() ? nullptr : &*at;
    }
    [[nodiscard]] bool tells(What what, std::string_view how = {}) const { return find(what, how) != nullptr; }
};

class ExportSheet {
public:
    explicit ExportSheet(const Report& report)
        : report_(report), review_(report.review), table_(report.table), plays_(plays_of(report.table)),
          yards_(has_yards()) {
        std::erase_if(plays_, [&](const Play& play) { return play.last >= review_.steps.size(); });
        const std::string date = tag_of(table_, "Date");
        common_ = Json{{"game_id", fmt::format("{}_{:016x}", table_.kind().id(), fnv(record_text(table_)))},
                       {"game", table_.kind().id()},
                       {"home_team", report.sides.home},
                       {"away_team", report.sides.away},
                       {"game_date", date.empty() ? Json() : Json(date)}};
    }

    [[nodiscard]] std::vector<Json> plays() const {
        std::vector<Json> rows;
        for (std::size_t i = 0; i < plays_.size(); ++i) rows.push_back(play(i));
        return rows;
    }
    [[nodiscard]] std::vector<Json> drives() const {
        std::vector<Json> rows;
        for (const Drive& each : review_.drives) rows.push_back(drive(each));
        return rows;
    }
    [[nodiscard]] std::vector<Json> box() const {
        std::vector<Json> rows;
        for (const BoxScore::Line& line : review_.box.lines(report_.words)) {
            Json row = new_row(kBoxColumns);
            row["id"] = line.id;
            row["label"] = line.label;
            row["home"] = line.values.home;
            row["away"] = line.values.away;
            if (line.kind == BoxScore::Line::Kind::made) {
                row["home_tried"] = line.tried.home;
                row["away_tried"] = line.tried.away;
            }
            rows.push_back(std::move(row));
        }
        return rows;
    }

private:
    [[nodiscard]] bool has_yards() const {
        const Json view = table_.view(Viewer::everyone);
        return view.contains("ball") && view.contains("line");
    }

    [[nodiscard]] Json new_row(std::span<const std::string_view> columns) const {
        Json row = Json::object();
        for (std::string_view column : columns) {
            const auto known = common_.find(std::string(column));
            row[std::string(column)] = known == common_.end() ? Json() : *known;
        }
        return row;
    }

    // Who has the ball: at a kickoff the side that receives, before the first possession the side that comes into it.
    [[nodiscard]] Seat offense(const Play& play, const PlayTold& told) const {
        for (std::string_view how : {"kickoff", "free-kick"})
            if (const Happening* kick = told.find(What::kick, how); kick != nullptr && kick->seat)
                return other(*kick->seat);
        if (const std::optional<Seat> seat = table_.offense_before(play.first)) return *seat;
        for (std::size_t i = play.first + 1; i < table_.steps(); ++i)
            if (const std::optional<Seat> seat = table_.offense_before(i)) return *seat;
        return table_.offense().value_or(Seat::home);
    }

    void teams(Json& row, Seat offense) const {
        row["posteam"] = report_.sides[offense];
        row["posteam_type"] = name(offense);
        row["defteam"] = report_.sides[other(offense)];
    }

    [[nodiscard]] Json play(std::size_t number) const {
        const Play& play = plays_[number];
        PlayTold told;
        for (std::size_t i = play.first; i <= play.last; ++i)
            for (const Happening& each : table_.happened(i)) told.all.push_back(each);
        const Seat seat = offense(play, told);
        Json row = new_row(kPlayColumns);
        row["play_id"] = number + 1;
        row["drive"] = review_.steps[play.first].drive;
        row["method"] = review_.exact ? "exact" : "estimate";
        if (play.first < review_.lines.size()) row["line"] = review_.lines[play.first];
        teams(row, seat);
        where(row, play);
        what(row, told);
        score(row, play, seat);
        worth(row, play, seat);
        std::string said;
        for (std::size_t i = play.first; i <= play.last; ++i)
            said += (said.empty() ? "" : " ") + happened_text(report_, i);
        row["desc"] = said;
        return row;
    }

    void where(Json& row, const Play& play) const {
        const Json view = table_.before(play.first)->view(Viewer::everyone);
        if (const int period = period_of(view); period != 0) row["qtr"] = period;
        if (const auto clock = field_of(view, "clock")) row["quarter_seconds_remaining"] = *clock;
        if (!table_.offense_before(play.first)) return; // before the toss nobody is anywhere
        const std::optional<int> down = field_of(view, "down");
        if (down && *down != 0) row["down"] = *down;
        const std::optional<int> ball = field_of(view, "ball");
        const std::optional<int> line = field_of(view, "line");
        if (!yards_ || !ball || !line || *ball == 0) return;
        row["yardline_100"] = 100 - *ball;
        if (*line == 0) return;
        row["ydstogo"] = *line - *ball;
        row["goal_to_go"] = flag(*line == 100);
    }

    void what(Json& row, const PlayTold& told) const {
        const Happening* called = told.find(What::play);
        if (called != nullptr) row["call"] = called->how;
        std::string type;
        if (called != nullptr)
            if (const auto known = table_.kind().play_type(called->how))
                type = *known == PlayType::run ? "run" : "pass";
        for (const auto& [how, kick] : kKicks)
            if (told.tells(What::kick, how)) type = kick;
        if (called == nullptr && type.empty() && told.tells(What::flag, "before-play")) type = "no_play";
        if (!type.empty()) row["play_type"] = type;
        std::optional<int> gain;
        std::optional<int> penalty_less;
        for (const Happening& each : told.all) {
            if (each.what != What::gain || !each.amount) continue;
            gain = gain.value_or(0) + *each.amount;
            if (each.how != "penalty") penalty_less = penalty_less.value_or(0) + *each.amount;
        }
        if (gain) row["gain"] = *gain;
        if (yards_ && called != nullptr) row["yards_gained"] = penalty_less.value_or(0);
        row["first_down"] = flag(told.tells(What::first_down));
        row["touchdown"] = flag(told.tells(What::score, "touchdown") || told.tells(What::score, "pick-six"));
        row["pass_touchdown"] = flag(type == "pass" && told.tells(What::score, "touchdown"));
        row["interception"] = flag(told.tells(What::turnover, "interception"));
        row["fumble_lost"] = flag(told.tells(What::turnover, "fumble"));
        row["safety"] = flag(told.tells(What::score, "safety"));
        row["sack"] = flag(told.tells(What::sack));
        row["penalty"] = flag(told.tells(What::flag));
        row["sp"] = flag(told.tells(What::score));
        row["punt_attempt"] = flag(type == "punt");
        row["kickoff_attempt"] = flag(type == "kickoff");
        if (const Happening* kick = told.find(What::kick); kick != nullptr && kick->amount)
            row["kick_distance"] = *kick->amount;
        tried(row, told, "field-goal", "field_goal", "made", "missed");
        tried(row, told, "extra-point", "extra_point", "good", "failed");
        const bool two = told.tells(What::score, "two-point");
        row["two_point_attempt"] = flag(two || told.tells(What::miss, "two-point"));
        if (row["two_point_attempt"] == 1) row["two_point_conv_result"] = two ? "success" : "failure";
    }

    static void tried(Json& row, const PlayTold& told, std::string_view how, const std::string& column,
                      std::string_view good, std::string_view bad) {
        const bool kicked = told.tells(What::kick, how);
        row[column + "_attempt"] = flag(kicked);
        if (kicked) row[column + "_result"] = told.tells(What::miss, how) || !told.tells(What::score, how) ? bad : good;
    }

    void score(Json& row, const Play& play, Seat seat) const {
        const BySeat<int> before = review_.steps[play.first].score;
        const BySeat<int> after = play.last + 1 < table_.steps() ? table_.score_before(play.last + 1) : table_.score();
        row["posteam_score"] = before[seat];
        row["defteam_score"] = before[other(seat)];
        row["score_differential"] = before[seat] - before[other(seat)];
        row["posteam_score_post"] = after[seat];
        row["defteam_score_post"] = after[other(seat)];
        row["score_differential_post"] = after[seat] - after[other(seat)];
        row["total_home_score"] = after.home;
        row["total_away_score"] = after.away;
        const BySeat<int> last = table_.score();
        row["home_score"] = last.home;
        row["away_score"] = last.away;
        row["result"] = last.home - last.away;
    }

    // wpa = luck − error + def_error, all of the side in possession.
    void worth(Json& row, const Play& play, Seat seat) const {
        const Step& first = review_.steps[play.first];
        const Step& last = review_.steps[play.last];
        const double sign = seat == Seat::home ? 1 : -1;
        double luck = 0;
        BySeat<double> errors{};
        for (std::size_t i = play.first; i <= play.last; ++i) {
            luck += sign * review_.steps[i].luck;
            errors[review_.steps[i].seat] += review_.steps[i].loss;
        }
        const double change = last.after - first.before;
        row["home_wp"] = first.before;
        row["away_wp"] = 1 - first.before;
        row["home_wp_post"] = last.after;
        row["away_wp_post"] = 1 - last.after;
        row["wp"] = first.before_of(seat);
        row["def_wp"] = first.before_of(other(seat));
        row["wpa"] = sign * change + 0.0;
        row["home_wpa"] = change;
        row["luck"] = luck;
        row["error"] = errors[seat];
        row["def_error"] = errors[other(seat)];
    }

    [[nodiscard]] Json drive(const Drive& drive) const {
        Json row = new_row(kDriveColumns);
        const double sign = drive.seat == Seat::home ? 1 : -1;
        teams(row, drive.seat);
        row["drive"] = drive.number;
        if (drive.period != 0) row["drive_quarter_start"] = drive.period;
        if (!drive.began.empty()) row["drive_start_transition"] = drive.began;
        if (!drive.ended.empty()) row["drive_end_transition"] = drive.ended;
        if (yards_ && drive.spot) row["drive_start_yardline_100"] = 100 - *drive.spot;
        row["drive_play_count"] = drive.plays;
        row["drive_first_downs"] = drive.first_downs;
        if (drive.seconds) row["drive_time_of_possession"] = clock_text(*drive.seconds);
        row["drive_ended_with_score"] = flag(drive.points[drive.seat] != 0);
        if (drive.gain) row["gain"] = *drive.gain;
        row["points_for"] = drive.points[drive.seat];
        row["points_against"] = drive.points[other(drive.seat)];
        const auto play_of = [&](std::size_t step) {
            const auto at = std::ranges::find_if(plays_, [&](const Play& play) { return play.last >= step; });
            return static_cast<std::size_t>(at - plays_.begin()) + 1;
        };
        row["drive_play_id_started"] = play_of(drive.first);
        row["drive_play_id_ended"] = play_of(drive.last);
        row["wp"] = drive.seat == Seat::home ? drive.before : 1 - drive.before;
        row["wpa"] = sign * (drive.after - drive.before) + 0.0;
        row["home_wp"] = drive.before;
        row["home_wpa"] = drive.after - drive.before;
        row["method"] = review_.exact ? "exact" : "estimate";
        return row;
    }

    const Report& report_;
    const Review& review_;
    const Table& table_;
    std::vector<Play> plays_;
    bool yards_;
    Json common_;
};

std::string csv_text(const std::string& text) {
    std::string own = shown_text(text);
    if (!own.empty() && std::string_view("=+-@\t\r").find(own.front()) != std::string_view::npos) own.insert(0, "'");
    if (own.find_first_of("\",\n\r") == std::string::npos) return own;
    std::string out = "\"";
    for (char c : own) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + "\"";
}

std::string csv_cell(const Json& value) {
    if (value.is_null()) return {};
    if (value.is_string()) return csv_text(value.get<std::string>());
    return value.dump();
}

} // namespace

std::span<const std::string_view> columns_of(Rows rows) {
    switch (rows) {
    case Rows::plays: return kPlayColumns;
    case Rows::drives: return kDriveColumns;
    case Rows::box: return kBoxColumns;
    }
    return {};
}

std::vector<Json> exported(const Report& report, Rows rows) {
    const ExportSheet sheet(report);
    switch (rows) {
    case Rows::plays: return sheet.plays();
    case Rows::drives: return sheet.drives();
    case Rows::box: return sheet.box();
    }
    return {};
}

std::string to_csv(std::span<const std::string_view> columns, const std::vector<Json>& rows) {
    std::string out = fmt::format("{}\r\n", fmt::join(columns, ","));
    for (const Json& row : rows) {
        for (std::size_t i = 0; i < columns.size(); ++i)
            out += (i == 0 ? "" : ",") + csv_cell(row.at(std::string(columns[i])));
        out += "\r\n";
    }
    return out;
}

} // namespace touchline::review
