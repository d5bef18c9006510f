// Reads the box of Sports Dice Football from its sheet.
#include "games/sports_dice_football/sheet.hpp"

#include "games/sheet_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace touchline::sports_dice_football {

namespace {

constexpr int kMostPoints = 99;

// The four symbols of a side: those of the offence are listed first.
std::span<const std::string_view> names_of(Symbol needed) {
    const std::size_t first = needed == Symbol::ten ? 0 : kSideSymbols;
    return std::span(kSymbolNames).subspan(first, kSideSymbols);
}

// `needed`: the side's automatic symbol (step 6).
DieSheet read_die(const SheetTable& dice, std::string_view side, Symbol needed) {
    const SheetTable table = dice.table(side);
    DieSheet die;
    die.count = table.integer("count", 1, kMostDice);
    die.faces.fill(needed);
    const std::vector<std::string> faces = table.words("faces", kFaces);
    bool known = faces.size() == kFaces;
    const std::span<const std::string_view> own = names_of(needed);
    for (std::size_t i = 0; i < faces.size() && i < die.faces.size(); ++i) {
        if (std::ranges::find(own, faces[i]) != own.end()) {
            die.faces[i] = *symbol_named(faces[i]);
        } else { // D5: a symbol of the other side too
            known = false;
            table.fault("faces", Message{"sheet.face", {{"die", table.path()}, {"face", faces[i]}, {"faces", own}}});
        }
    }
    if (known && std::ranges::find(die.faces, needed) == die.faces.end())
        table.fault("faces", Message{"sheet.no-face", {{"die", table.path()}, {"face", name(needed)}}});
    return die;
}

int read_yards(const SheetTable& field, std::string_view key, int min) {
    const int yards = field.integer(key, min, kGoal - kGrid);
    if (yards % kGrid != 0)
        field.fault(key, Message{"sports-dice-football/yards",
                                 {{"field", field.path()}, {"key", key}, {"yards", yards}, {"step", kGrid}}});
    return yards;
}

} // namespace

Sheet read_sheet(const SheetTable& root) {
    Sheet sheet;
    const SheetTable dice = root.table("dice");
    sheet.offense = read_die(dice, "offense", Symbol::ten);
    sheet.defense = read_die(dice, "defense", Symbol::no_gain);
    const SheetTable field = root.table("field");
    sheet.start = read_yards(field, "start", kGrid);
    sheet.first_line = read_yards(field, "first_line", kGrid);
    sheet.sack_loss = read_yards(field, "sack_loss", 0);
    sheet.fg_advance = read_yards(field, "fg_advance", 0);
    sheet.end_zone_depth = read_yards(field, "end_zone_depth", 0);
    const SheetTable score = root.table("score");
    sheet.touchdown = score.integer("touchdown", 1, kMostPoints);
    sheet.field_goal = score.integer("field_goal", 1, kMostPoints);
    sheet.safety = score.integer("safety", 1, kMostPoints);
    sheet.target = score.integer("target", 1, kMostPoints);
    return sheet;
}

} // namespace touchline::sports_dice_football
