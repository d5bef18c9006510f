// Reads the box of Pocket Sports Gridiron from its sheet: dice, teams, points.
#include "games/pocket_gridiron/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace touchline::pocket_gridiron {

namespace {

constexpr int kMostValue = 99;  // of a face, a route, a number, a card's bonus
constexpr int kMostPoints = 20; // of one score
constexpr int kMostDrives = 32;

// Words of a die that mean something to the rules, and what they mean.
template <class Meaning>
struct Word {
    std::string_view text;
    Meaning meaning;
};

template <class Meaning, std::size_t N>
std::optional<Meaning> meaning_of(const std::array<Word<Meaning>, N>& words, std::string_view text) {
    for (const auto& word : words)
        if (word.text == text) return word.meaning;
    return std::nullopt;
}

template <class Meaning, std::size_t N>
std::string list_of(const std::array<Word<Meaning>, N>& words) {
    std::string list;
    for (const auto& word : words) list += fmt::format("{}{}", list.empty() ? "" : ", ", word.text);
    return list;
}

constexpr std::array<Word<Call>, 6> kCalls{{{"WR", Call::wr},
                                            {"TE", Call::te},
                                            {"RB", Call::rb},
                                            {"SCRAMBLE", Call::scramble},
                                            {"SNEAK", Call::sneak},
                                            {"SET", Call::set}}};

constexpr std::array<Word<BlackFace::Word>, 4> kBlackWords{{{"OUT", BlackFace::Word::out},
                                                            {"VIDEO", BlackFace::Word::video},
                                                            {"TD", BlackFace::Word::touchdown},
                                                            {"TD>", BlackFace::Word::touchdown_arrow}}};

constexpr std::array<Word<bool WhiteFace::*>, 5> kMarks{{{"pat-block", &WhiteFace::pat_block},
                                                         {"recover", &WhiteFace::recover},
                                                         {"sack", &WhiteFace::sack},
                                                         {"injury", &WhiteFace::injury},
                                                         {"flag", &WhiteFace::flag}}};

void read_qb(const SheetTable& table, Sheet& sheet) {
    const std::vector<std::string> faces = table.words("faces", kSides);
    bool ends = false;
    for (std::size_t i = 0; i < faces.size() && i < kSides; ++i) {
        const std::optional<Call> call = meaning_of(kCalls, faces[i]);
        if (!call)
            table.fault("faces", Message{"sheet.face-of-die",
                                         {{"die", table.path()}, {"face", faces[i]}, {"faces", list_of(kCalls)}}});
        sheet.qb[i] = {faces[i], call.value_or(Call::sneak)};
        ends = ends || call != Call::set;
    }
    if (faces.size() == kSides && !ends)
        table.fault("faces", Message{"pocket-gridiron/only-set", {{"die", table.path()}}});
    sheet.sneak_value = table.integer("sneak_value", 0, kMostValue);
}

RouteFace read_route(const SheetTable& table) {
    RouteFace face{table.word("face")};
    if (face.name == "INCOMP" || face.name == "FUMBLE") {
        face.kind = face.name == "INCOMP" ? RouteFace::Kind::incomplete : RouteFace::Kind::fumble;
        if (table.has("value")) {
            (void)table.optional_integer("value", 0, kMostValue);
            table.fault("value",
                        Message{"pocket-gridiron/no-route-value", {{"die", table.path()}, {"face", face.name}}});
        }
    } else {
        face.value = table.integer("value", 0, kMostValue);
    }
    return face;
}

WhiteFace read_white(const SheetTable& table) {
    WhiteFace face{table.word("face"), table.integer("value", 0, kMostValue)};
    for (const std::string& mark : table.optional_words("marks")) {
        const auto member = meaning_of(kMarks, mark);
        if (member)
            face.*(*member) = true;
        else
            table.fault("marks", Message{"pocket-gridiron/mark",
                                         {{"die", table.path()}, {"mark", mark}, {"marks", list_of(kMarks)}}});
    }
    if (face.flag && face.value != 0)
        table.fault("value", Message{"pocket-gridiron/flag-value", {{"die", table.path()}, {"value", face.value}}});
    if (face.flag && face.injury) table.fault("marks", Message{"pocket-gridiron/flag-injury", {{"die", table.path()}}});
    return face;
}

// Faces may repeat, but a name must say which face fell.
template <class Face, class Same>
void check_names(const SheetTable& dice, std::string_view key, const std::array<Face, kSides>& faces, Same&& same) {
    for (std::size_t i = 0; i < kSides; ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (!faces[i].name.empty() && faces[i].name == faces[j].name && !same(faces[i], faces[j]))
                dice.fault(key, Message{"pocket-gridiron/two-faces",
                                        {{"dice", dice.path()}, {"key", key}, {"face", faces[i].name}}});
}

void read_position_dice(const SheetTable& dice, Sheet& sheet) {
    for (Position position : kReceivers) {
        auto& faces = sheet.routes[at(position)];
        const std::vector<SheetTable> tables = dice.tables(name(position), kSides);
        for (std::size_t i = 0; i < tables.size() && i < kSides; ++i) faces[i] = read_route(tables[i]);
        check_names(dice, name(position), faces, [](const auto& a, const auto& b) { return a.value == b.value; });
    }
}

void read_white_die(const SheetTable& dice, Sheet& sheet) {
    const std::vector<SheetTable> tables = dice.tables("defense", kSides);
    for (std::size_t i = 0; i < tables.size() && i < kSides; ++i) sheet.defense[i] = read_white(tables[i]);
    check_names(dice, "defense", sheet.defense, [](const WhiteFace& a, const WhiteFace& b) {
        return a.value == b.value &&
               std::ranges::all_of(kMarks, [&](const auto& mark) { return a.*mark.meaning == b.*mark.meaning; });
    });
    if (tables.size() == kSides && std::ranges::all_of(sheet.defense, &WhiteFace::flag))
        dice.fault("defense", Message{"pocket-gridiron/only-flags", {{"dice", dice.path()}}});
}

void read_penalty(const SheetTable& table, Sheet& sheet) {
    const std::vector<std::string> faces = table.words("faces", kSides);
    for (std::size_t i = 0; i < faces.size() && i < kSides; ++i) {
        const bool by_defense = faces[i].ends_with("DEF");
        if (!by_defense && !faces[i].ends_with("OFF"))
            table.fault("faces", Message{"pocket-gridiron/foul", {{"die", table.path()}, {"face", faces[i]}}});
        sheet.penalty[i] = {faces[i], by_defense};
    }
}

void read_endzone(const SheetTable& table, Sheet& sheet) {
    const std::vector<std::string> faces = table.words("faces", kSides);
    const std::vector<int> numbers = table.integers("numbers", 1, kMostValue, kSides);
    bool ends = false;
    for (std::size_t i = 0; i < faces.size() && i < kSides; ++i) {
        const auto word = meaning_of(kBlackWords, faces[i]);
        if (!word)
            table.fault("faces", Message{"sheet.face-of-die",
                                         {{"die", table.path()}, {"face", faces[i]}, {"faces", list_of(kBlackWords)}}});
        sheet.endzone[i].name = faces[i];
        sheet.endzone[i].word = word.value_or(BlackFace::Word::out);
        ends = ends || word != BlackFace::Word::video;
    }
    for (std::size_t i = 0; i < numbers.size() && i < kSides; ++i) sheet.endzone[i].number = numbers[i];
    if (faces.size() == kSides && !ends)
        table.fault("faces", Message{"pocket-gridiron/only-video", {{"die", table.path()}}});
}

void read_figures(const SheetTable& root, Sheet& sheet) {
    const SheetTable rules = root.table("rules");
    sheet.downs = rules.integer("downs", 1, 9);
    sheet.sacks_for_safety = rules.integer("sacks_for_safety", 1, 9);
    sheet.scrambles_for_sack = rules.integer("scrambles_for_sack", 1, 9);
    sheet.field_goal_at_least = rules.integer("field_goal_at_least", 1, kMostValue);
    sheet.drives_basic = rules.integer("drives_per_team_basic", 1, kMostDrives);
    sheet.drives_pro = rules.integer("drives_per_team_pro", 1, kMostDrives);
    const SheetTable score = root.table("score");
    sheet.touchdown = score.integer("touchdown", 0, kMostPoints);
    sheet.kick = score.integer("kick", 0, kMostPoints);
    sheet.conversion = score.integer("conversion", 0, kMostPoints);
    sheet.field_goal = score.integer("field_goal", 0, kMostPoints);
    sheet.safety = score.integer("safety", 0, kMostPoints);
}

bool is_route(const Sheet& sheet, std::string_view route) {
    for (Position position : kReceivers)
        for (const RouteFace& face : sheet.routes[at(position)])
            if (face.kind == RouteFace::Kind::route && face.name == route) return true;
    return false;
}

// The route named by an entry of a card.
std::string card_route(const SheetTable& entry, const Sheet& sheet) {
    std::string route = entry.word("route");
    if (!route.empty() && !is_route(sheet, route))
        entry.fault("route", Message{"pocket-gridiron/no-such-route", {{"card", entry.path()}, {"route", route}}});
    return route;
}

TeamCard read_team(const SheetTable& table, const Sheet& sheet) {
    TeamCard card{table.word("id"), table.word("name"), {}, {}, {}};
    for (const SheetTable& entry : table.tables("favoured", 2)) {
        TeamCard::Favoured favoured{card_route(entry, sheet), entry.integer("bonus", 0, kMostValue)};
        if (!card.favoured.empty() && !favoured.route.empty() && card.favoured.front().route == favoured.route)
            entry.fault("route",
                        Message{"pocket-gridiron/route-twice", {{"card", entry.path()}, {"route", favoured.route}}});
        card.favoured.push_back(std::move(favoured));
    }
    const SheetTable decoy = table.table("decoy");
    card.decoy = {card_route(decoy, sheet), decoy.integer("at_least", 1, kMostValue)};
    const SheetTable intercept = table.table("intercept");
    card.intercept = {card_route(intercept, sheet), intercept.integer("at_least", 1, kMostValue)};
    return card;
}

void read_teams(const SheetTable& root, Sheet& sheet) {
    const std::vector<SheetTable> tables = root.tables("teams");
    for (const SheetTable& table : tables) {
        TeamCard card = read_team(table, sheet);
        if (!card.id.empty() && std::ranges::find(sheet.teams, card.id, &TeamCard::id) != sheet.teams.end())
            table.fault("id", Message{"pocket-gridiron/id-twice", {{"card", table.path()}, {"id", card.id}}});
        sheet.teams.push_back(std::move(card));
    }
    if (tables.size() == 1 || sheet.teams.size() > 200)
        root.fault("teams", Message{"pocket-gridiron/teams", {{"count", tables.size()}}});
}

// Whether a side can score at all; where none can, extra drives would never end.
bool can_score(const Sheet& sheet) {
    const auto reaches = [&](const BlackFace& face) { return face.number >= sheet.field_goal_at_least; };
    if (sheet.field_goal > 0 && std::ranges::any_of(sheet.endzone, reaches)) return true;
    const bool lands = std::ranges::any_of(sheet.endzone, [](const BlackFace& face) {
        return face.word == BlackFace::Word::touchdown || face.word == BlackFace::Word::touchdown_arrow;
    });
    const int weakest = 2 * std::ranges::min(sheet.defense, {}, &WhiteFace::value).value;
    const auto breaks = [&](const CallFace& face) {
        if (face.call == Call::sneak) return sheet.sneak_value > weakest;
        for (Position position : kReceivers)
            if (face.name == (position == Position::wr ? "WR" : position == Position::te ? "TE" : "RB"))
                return std::ranges::any_of(sheet.routes[at(position)],
                                           [&](const RouteFace& route) { return route.value > weakest; });
        return false;
    };
    return sheet.touchdown > 0 && lands && std::ranges::any_of(sheet.qb, breaks);
}

} // namespace

Sheet read_sheet(const SheetTable& root) {
    Sheet sheet;
    const SheetTable dice = root.table("dice");
    read_qb(dice.table("qb"), sheet);
    read_position_dice(dice, sheet);
    read_white_die(dice, sheet);
    read_penalty(dice.table("penalty"), sheet);
    read_endzone(dice.table("endzone"), sheet);
    read_figures(root, sheet);
    read_teams(root, sheet);
    if (!can_score(sheet)) root.fault("score", Message{"pocket-gridiron/no-score"});
    return sheet;
}

} // namespace touchline::pocket_gridiron
