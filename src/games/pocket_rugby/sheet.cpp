// Reads the box of Pocket Sports Rugby from its sheet: dice, ranges, team cards.
#include "games/pocket_rugby/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace touchline::pocket_rugby {

namespace {

// The largest figures that the state's bytes hold with room to spare.
constexpr int kMostPoints = 20;
constexpr int kMostFullTime = 200;
constexpr int kMostValue = 20;
constexpr int kMostMetres = 200;
constexpr int kMostQuickTap = 9;

template <std::size_t N>
std::string listed(const std::array<std::string_view, N>& names, std::size_t first = 0, std::size_t last = N) {
    std::string list;
    for (std::size_t i = first; i < last; ++i) list += fmt::format("{}{}", i == first ? "" : ", ", names[i]);
    return list;
}

template <std::size_t N>
std::optional<std::size_t> place_of(std::string_view name, const std::array<std::string_view, N>& names) {
    const auto at = std::ranges::find(names, name);
    return at == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - names.begin()));
}

// Six faces, each one of `names`; another word is a fault.
template <class Enum, std::size_t N>
Die<Enum> named_faces(const SheetTable& table, std::string_view key, const std::array<std::string_view, N>& names) {
    Die<Enum> die{};
    const std::vector<std::string> words = table.words(key, kFaces);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (const auto place = place_of(words[i], names))
            die[i] = static_cast<Enum>(*place);
        else
            table.fault(key,
                        Message{"pocket-rugby/may-show",
                                {{"die", table.path()}, {"key", key}, {"face", words[i]}, {"faces", listed(names)}}});
    }
    return die;
}

template <class T, class Read>
Die<T> six(const std::vector<Read>& list) {
    Die<T> die{};
    for (std::size_t i = 0; i < list.size() && i < kFaces; ++i) die[i] = static_cast<T>(list[i]);
    return die;
}

// A face that is written twice must mean the same, or a token could not say which one fell.
template <class Name, class Same>
void check_twins(const SheetTable& table, std::string_view key, Name&& name, Same&& same) {
    for (std::size_t i = 0; i < kFaces; ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (!name(i).empty() && name(i) == name(j) && !same(i, j))
                table.fault(key,
                            Message{"pocket-rugby/twins",
                                    {{"first", j + 1}, {"second", i + 1}, {"die", table.path()}, {"face", name(i)}}});
}

Die<PlayerFace> read_player(const SheetTable& dice, std::string_view key) {
    Die<PlayerFace> die{};
    const std::vector<SheetTable> faces = dice.tables(key, kFaces);
    for (std::size_t i = 0; i < faces.size(); ++i) {
        const SheetTable& face = faces[i];
        die[i].name = face.word("face");
        const std::string kind = face.word("kind");
        const auto place = place_of(kind, kFaceKindNames);
        if (place)
            die[i].kind = static_cast<FaceKind>(*place);
        else if (!kind.empty())
            face.fault("kind", Message{"pocket-rugby/kind",
                                       {{"die", face.path()}, {"kind", kind}, {"kinds", listed(kFaceKindNames)}}});
        if (place && die[i].kind == FaceKind::run) die[i].value = face.integer("value", 0, kMostValue);
    }
    if (faces.size() == kFaces)
        check_twins(
            faces.front(), "face", [&](std::size_t i) -> std::string_view { return die[i].name; },
            [&](std::size_t i, std::size_t j) { return die[i].kind == die[j].kind && die[i].value == die[j].value; });
    return die;
}

void read_brown(const SheetTable& table, Sheet& sheet) {
    sheet.brown.faces = six<std::string>(table.words("faces", kFaces));
    sheet.brown.values = six<int>(table.integers("values", 0, kMostValue, kFaces));
    sheet.brown.ranges = six<int>(table.integers("ranges", 0, kMostMetres, kFaces));
    check_twins(
        table, "faces", [&](std::size_t i) -> std::string_view { return sheet.brown.faces[i]; },
        [&](std::size_t i, std::size_t j) { return sheet.brown.values[i] == sheet.brown.values[j]; });
}

void read_black(const SheetTable& table, Sheet& sheet) {
    sheet.black.faces = named_faces<TryFace>(table, "faces", kTryNames);
    sheet.black.kicks = six<int>(table.integers("kicks", 0, kMostMetres, kFaces));
    sheet.black.ruck_win = six<bool>(table.flags("ruck_win", kFaces));
    sheet.black.yellow = six<bool>(table.flags("yellow", kFaces));
}

void read_purple(const SheetTable& table, Sheet& sheet) {
    const std::vector<std::string> words = table.words("faces", kFaces);
    for (std::size_t i = 0; i < words.size(); ++i) {
        int number = 0;
        const char* end = words[i].data() + words[i].size();
        const auto [rest, error] = std::from_chars(words[i].data(), end, number);
        if (error != std::errc{} || rest != end || number < 1 || number > 99 || fmt::to_string(number) != words[i])
            table.fault("faces", Message{"pocket-rugby/shows-number", {{"die", table.path()}, {"face", words[i]}}});
        else
            sheet.purple.faces[i] = number;
    }
    const std::vector<std::string> skies = table.words("weather", kFaces);
    for (std::size_t i = 0; i < skies.size(); ++i) {
        const auto place = place_of(skies[i], kWeatherNames);
        sheet.purple.weather[i] = Weather::fine;
        if (place && *place >= 1 && *place <= 4)
            sheet.purple.weather[i] = static_cast<Weather>(*place);
        else
            table.fault(
                "weather",
                Message{"pocket-rugby/weather",
                        {{"die", table.path()}, {"weather", skies[i]}, {"weathers", listed(kWeatherNames, 1, 5)}}});
    }
    check_twins(
        table, "faces", [&](std::size_t i) { return words.size() == kFaces ? words[i] : std::string(); },
        [&](std::size_t i, std::size_t j) { return sheet.purple.weather[i] == sheet.purple.weather[j]; });
}

// The bonus of a card counts only where a die has that run.
bool is_run(const Sheet& sheet, const AttackMove& move) {
    for (std::size_t p = 0; p < kPositions; ++p) {
        if (move.position && static_cast<std::size_t>(*move.position) != p) continue;
        for (const PlayerFace& face : sheet.players[p])
            if (face.kind == FaceKind::run && face.name == move.face) return true;
    }
    return false;
}

void read_move(const SheetTable& table, const Sheet& sheet, TeamCard& card) {
    const bool kick = table.optional_flag("kick").value_or(false);
    if (kick) {
        card.kick_bonus += table.integer("bonus", 0, kMostMetres / 4);
        return;
    }
    AttackMove move{table.word("face"), std::nullopt, table.integer("bonus", 0, kMostValue)};
    if (const auto position = table.optional_word("position")) {
        move.position = position_named(*position);
        if (!move.position)
            table.fault(
                "position",
                Message{"pocket-rugby/position",
                        {{"card", table.path()}, {"position", *position}, {"positions", listed(kPositionNames)}}});
    }
    if (!move.face.empty() && !is_run(sheet, move))
        table.fault("face", Message{move.position ? "pocket-rugby/no-such-run-there" : "pocket-rugby/no-such-run",
                                    {{"card", table.path()}, {"face", move.face}}});
    card.attack.push_back(std::move(move));
}

TeamCard read_card(const SheetTable& table, const Sheet& sheet) {
    TeamCard card;
    card.id = table.word("id");
    card.name = table.word("name");
    for (const SheetTable& move : table.tables("attack")) read_move(move, sheet, card);
    card.decoy = table.integer("decoy", 1, 99);
    card.intercept = table.integer("intercept", 1, 99);
    card.stop_maul = table.integer("stop_maul", 1, 99);
    card.charge_down = table.integer("charge_down", 1, 99);
    const std::string late = table.word("late_weather");
    if (late == "cold" || late == "hot")
        card.late_weather = late == "cold" ? Weather::cold : Weather::hot;
    else if (!late.empty())
        table.fault("late_weather", Message{"pocket-rugby/late-weather", {{"card", table.path()}, {"weather", late}}});
    return card;
}

void read_teams(const SheetTable& root, Sheet& sheet) {
    for (const SheetTable& table : root.tables("teams")) {
        TeamCard card = read_card(table, sheet);
        if (card.id == "none") table.fault("id", Message{"pocket-rugby/none-is-no-team"});
        if (!card.id.empty() && std::ranges::find(sheet.teams, card.id, &TeamCard::id) != sheet.teams.end())
            table.fault("id", Message{"pocket-rugby/two-cards", {{"team", card.id}}});
        sheet.teams.push_back(std::move(card));
    }
}

Thresholds read_thresholds(const SheetTable& table, std::string_view half, std::string_view full) {
    const Thresholds thresholds{table.integer(half, 1, kMostFullTime), table.integer(full, 1, kMostFullTime)};
    if (table.has(half) && table.has(full) && thresholds.half_time >= thresholds.full_time)
        table.fault(
            half,
            Message{"pocket-rugby/less-than",
                    {{"key", half}, {"value", thresholds.half_time}, {"other", full}, {"most", thresholds.full_time}}});
    return thresholds;
}

// Whether a run of this die can break the line against two rolls even when injured and in the rain.
bool can_break(const Sheet& sheet, const Die<PlayerFace>& die) {
    int weakest = -1;
    for (std::size_t i = 0; i < kFaces; ++i)
        if (sheet.brown.faces[i] != kBigHit && (weakest < 0 || sheet.brown.values[i] < weakest))
            weakest = sheet.brown.values[i];
    return weakest >= 0 && std::ranges::any_of(die, [&](const PlayerFace& face) {
               return face.kind == FaceKind::run && std::max(face.value - 2, 0) > 2 * weakest;
           });
}

// A match must end whatever the seats choose: each phase has to hold some chance of a try, and no roll may go round for
// ever.
void check_endless(const SheetTable& dice, const Sheet& sheet) {
    if (std::ranges::count(sheet.black.faces, TryFace::scored) == 0)
        dice.fault("black", Message{"pocket-rugby/never-a-try"});
    if (std::ranges::count(sheet.white, RefFace::reset) == static_cast<std::ptrdiff_t>(kFaces))
        dice.fault("white", Message{"pocket-rugby/only-reset"});
    int idle = 0; // dice from which a side can always pass on
    for (const Die<PlayerFace>& die : sheet.players)
        idle += std::ranges::all_of(die, [](const PlayerFace& face) {
            return face.kind == FaceKind::pass || face.kind == FaceKind::drop_goal;
        });
    if (idle >= 2) dice.fault("", Message{"pocket-rugby/only-passes"});
    const bool breaks = std::ranges::any_of(sheet.scrum_half, [&](Feed feed) {
        return feed <= Feed::back && can_break(sheet, sheet.players[static_cast<std::size_t>(feed)]);
    });
    if (!breaks) dice.fault("scrum-half", Message{"pocket-rugby/no-break"});
}

} // namespace

std::optional<Position> position_named(std::string_view text) {
    const auto place = place_of(text, kPositionNames);
    return place ? std::optional(static_cast<Position>(*place)) : std::nullopt;
}

Sheet read_sheet(const SheetTable& root) {
    Sheet sheet;
    const SheetTable dice = root.table("dice");
    sheet.scrum_half = named_faces<Feed>(dice.table("scrum-half"), "faces", kFeedNames);
    bool complete = dice.has("scrum-half") && dice.has("brown") && dice.has("black") && dice.has("white");
    for (std::size_t p = 0; p < kPositions; ++p) {
        sheet.players[p] = read_player(dice, kPositionNames[p]);
        complete = complete && !sheet.players[p].back().name.empty();
    }
    read_brown(dice.table("brown"), sheet);
    read_black(dice.table("black"), sheet);
    sheet.white = named_faces<RefFace>(dice.table("white"), "faces", kRefNames);
    read_purple(dice.table("purple"), sheet);
    if (complete) check_endless(dice, sheet);

    const SheetTable rules = root.table("rules");
    sheet.dry = read_thresholds(rules, "half_time", "full_time");
    sheet.rain = read_thresholds(rules, "rain_half_time", "rain_full_time");
    sheet.quick_tap_runs = rules.integer("quick_tap_runs", 1, kMostQuickTap);
    sheet.late_weather_score = rules.integer("late_weather_score", 0, kMostFullTime);

    const SheetTable score = root.table("score");
    sheet.try_points = score.integer("try", 1, kMostPoints);
    sheet.conversion_points = score.integer("conversion", 1, kMostPoints);
    sheet.drop_goal_points = score.integer("drop_goal", 1, kMostPoints);
    sheet.penalty_goal_points = score.integer("penalty_goal", 1, kMostPoints);
    read_teams(root, sheet);
    return sheet;
}

} // namespace touchline::pocket_rugby
