// Reads the box of Gridiron Glory from its sheet.
#include "games/gridiron_glory/sheet.hpp"

#include "games/sheet_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace touchline::gridiron_glory {

namespace {

void check_unique(const SheetTable& table, std::string_view key, const std::vector<std::string>& names) {
    std::set<std::string> seen;
    for (const std::string& name : names)
        if (!seen.insert(name).second)
            table.fault(key, Message{"gridiron-glory/twice", {{"cards", table.path()}, {"key", key}, {"name", name}}});
}

// No two cards of a side may be written alike ("1" + "1H" and "11" + "H").
void check_cards(const SheetTable& table, std::string_view key, const Sheet& sheet,
                 const std::vector<std::string>& suits) {
    std::set<std::string> seen;
    for (const std::string& rank : sheet.ranks)
        for (const std::string& suit : suits)
            if (!seen.insert(rank + suit).second)
                table.fault(key, Message{"gridiron-glory/alike", {{"rank", rank}, {"suit", suit}}});
}

void read_cards(const SheetTable& cards, Sheet& sheet) {
    sheet.ranks = cards.words("ranks");
    sheet.suits.home = cards.words("home_suits");
    sheet.suits.away = cards.words("away_suits");
    sheet.buried_on_tie = cards.integer("buried_on_tie", 0, kMostCards);
    check_unique(cards, "ranks", sheet.ranks);
    check_unique(cards, "home_suits", sheet.suits.home);
    check_unique(cards, "away_suits", sheet.suits.away);
    if (sheet.ranks.size() == 1) cards.fault("ranks", Message{"gridiron-glory/one-rank", {{"cards", cards.path()}}});
    if (sheet.suits.home.size() != sheet.suits.away.size())
        cards.fault(
            "away_suits",
            Message{"gridiron-glory/suits-differ",
                    {{"cards", cards.path()}, {"away", sheet.suits.away.size()}, {"home", sheet.suits.home.size()}}});
    const std::size_t most = std::max(sheet.suits.home.size(), sheet.suits.away.size());
    if (sheet.ranks.size() * most > static_cast<std::size_t>(kMostCards))
        cards.fault("ranks", Message{"gridiron-glory/too-many-cards",
                                     {{"cards", sheet.ranks.size() * most}, {"most", kMostCards}}});
    check_cards(cards, "home_suits", sheet, sheet.suits.home);
    check_cards(cards, "away_suits", sheet, sheet.suits.away);
}

void read_die(const SheetTable& die, Sheet& sheet) {
    sheet.dice = die.integer("count", 1, kMostDice);
    const std::vector<std::string> faces = die.words("faces", kSides);
    bool known = faces.size() == kSides;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        const auto found = std::ranges::find(kFaceNames, faces[i]);
        if (faces[i].empty() || found == kFaceNames.end()) {
            known = false;
            die.fault("faces", Message{"gridiron-glory/face", {{"die", die.path()}, {"face", faces[i]}}});
        } else if (i < sheet.faces.size()) {
            sheet.faces[i] = static_cast<Face>(found - kFaceNames.begin());
        }
    }
    for (const auto& [face, why] : {std::pair(Face::referee, Message{"gridiron-glory/no-score"}),
                                    std::pair(Face::ball, Message{"gridiron-glory/endless-toss"})})
        if (known && std::ranges::find(sheet.faces, face) == sheet.faces.end())
            die.fault("faces",
                      Message{"gridiron-glory/no-face", {{"die", die.path()}, {"face", name(face)}, {"why", why}}});
}

} // namespace

Sheet read_sheet(const SheetTable& root) {
    Sheet sheet;
    const SheetTable cards = root.table("cards");
    read_cards(cards, sheet);
    read_die(root.table("dice").table("glory"), sheet);
    const SheetTable field = root.table("field");
    sheet.spaces = field.integer("spaces", 1, kMostSpaces);
    sheet.tries = field.integer("tries", 1, kMostTries);
    const SheetTable score = root.table("score");
    sheet.touchdown = score.integer("touchdown", 1, kMostPoints);
    sheet.field_goal = score.integer("field_goal", 1, kMostPoints);
    // Two cards a side are either two ties or one won and one lost: with a single try nobody gets past space 2.
    if (sheet.ranks.size() == 2 && sheet.suits_a_side() == 1 && sheet.tries == 1 && sheet.spaces > 2)
        field.fault("tries", Message{"gridiron-glory/endless-overtime", {{"spaces", sheet.spaces}}});
    return sheet;
}

} // namespace touchline::gridiron_glory
