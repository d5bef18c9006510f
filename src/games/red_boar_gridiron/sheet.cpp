// Reads the box of Gridiron from its sheet: rows, kicks, cards.
#include "games/red_boar_gridiron/sheet.hpp"

#include "games/red_boar_gridiron/modifiers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace touchline::red_boar_gridiron {

namespace {

constexpr int kMostCopies = 15; // what a state has room for
constexpr int kMostHand = 12;   // tokens of one draw

// A whole number of yards on the grid of the field.
int yards(const SheetTable& table, std::string_view key, int min, int max) {
    const int value = table.integer(key, min, max);
    if (value % kStep != 0)
        table.fault(key, Message{"red-boar-gridiron/yards", {{"key", key}, {"value", value}, {"step", kStep}}});
    return value;
}

// Every play takes time: a clock that can stand still would make a game endless.
int seconds(const SheetTable& table, std::string_view key) {
    const int value = table.integer(key, 5, 600);
    if (value % 5 != 0) table.fault(key, Message{"red-boar-gridiron/seconds", {{"key", key}, {"value", value}}});
    return value;
}

int barred(const SheetTable& table, bool pass) {
    if (!table.has("barred")) return 0;
    if (!pass) table.fault("barred", Message{"red-boar-gridiron/barred"});
    return yards(table, "barred", kStep, kNearest);
}

std::optional<RowKind> kind_named(std::string_view text) {
    if (text == "run") return RowKind::run;
    if (text == "pass") return RowKind::pass;
    if (text == "incomplete") return RowKind::incomplete;
    if (text == "touchdown") return RowKind::touchdown;
    if (text == "fumble") return RowKind::fumble;
    if (text == "interception") return RowKind::interception;
    return std::nullopt;
}

Row read_row(const SheetTable& table) {
    Row row;
    row.name = table.word("name");
    const std::string kind = table.word("kind");
    if (const auto known = kind_named(kind))
        row.kind = *known;
    else if (!kind.empty())
        table.fault("kind", Message{"red-boar-gridiron/kind", {{"kind", kind}}});
    row.pass = table.flag("pass");
    row.yards = yards(table, "yards", -kNearest, kNearest);
    if (row.yards != 0 && (row.kind == RowKind::incomplete || row.kind == RowKind::touchdown))
        table.fault("yards", Message{"red-boar-gridiron/no-yards", {{"yards", row.yards}, {"kind", kind}}});
    const bool must_pass = row.kind == RowKind::pass || row.kind == RowKind::incomplete;
    if ((row.kind == RowKind::run && row.pass) || (must_pass && !row.pass))
        table.fault("pass", Message{"red-boar-gridiron/pass", {{"pass", row.pass}, {"kind", kind}}});
    row.seconds = seconds(table, "seconds");
    row.barred = barred(table, row.pass);
    return row;
}

void read_rows(const SheetTable& root, Sheet& sheet) {
    std::array<int, kSums> seen{};
    for (const SheetTable& table : root.tables("offense")) {
        const int roll = table.integer("roll", 2, 12);
        const Row row = read_row(table);
        const auto at = static_cast<std::size_t>(roll - 2);
        if (!table.has("roll")) continue;
        if (++seen[at] > 1) table.fault("roll", Message{"red-boar-gridiron/roll-twice", {{"roll", roll}}});
        sheet.rows[at] = row;
    }
    for (std::size_t i = 0; i < kSums; ++i)
        if (seen[i] == 0) root.fault("offense", Message{"red-boar-gridiron/roll-missing", {{"roll", i + 2}}});
}

// A table by the sum of two dice: each of 2 to 12 once.
std::array<int, kSums> by_sum(const SheetTable& table, std::string_view key, int min, int max) {
    std::array<int, kSums> values{};
    const SheetTable within = table.table(key);
    for (std::size_t i = 0; i < kSums; ++i) values[i] = yards(within, std::to_string(i + 2), min, max);
    return values;
}

void read_defense_die(const SheetTable& root, Sheet& sheet) {
    const SheetTable die = root.table("defense_die");
    const auto put = [&](std::string_view key, int value) {
        for (int face : die.integers(key, 1, 6)) {
            int& own = sheet.defense_die[static_cast<std::size_t>(face - 1)];
            if (own != 0) die.fault(key, Message{"red-boar-gridiron/face-twice", {{"face", face}}});
            own = value;
        }
    };
    put("minus5", -kStep);
    put("plus5", kStep);
}

void read_kicks(const SheetTable& root, Sheet& sheet) {
    const SheetTable kickoff = root.table("kickoff");
    sheet.kickoff_lines = by_sum(kickoff, "lines", kStep, kNearest);
    sheet.kickoff_seconds = seconds(kickoff, "seconds");
    const SheetTable punt = root.table("punt");
    sheet.punt_yards = by_sum(punt, "yards", kStep, kNearest);
    sheet.touchback = yards(punt, "touchback", kStep, kNearest);
    sheet.punt_seconds = seconds(punt, "seconds");
    const SheetTable kick = root.table("field_goal");
    const SheetTable lengths = kick.table("at_least");
    for (const std::string& key : lengths.keys()) {
        // The posts stand ten yards behind the goal line.
        const int length =
            !key.empty() && key.size() < 4 && std::ranges::all_of(key, [](char c) { return c >= '0' && c <= '9'; })
                ? std::stoi(key)
                : 0;
        const int need = lengths.integer(key, 2, 12);
        if (length < 15 || length > 105 || length % kStep != 0)
            lengths.fault(key, Message{"red-boar-gridiron/kick-length", {{"length", key}, {"step", kStep}}});
        else
            sheet.kick_at_least[static_cast<std::size_t>((kGoal + 10 - length) / kStep)] = need;
    }
    sheet.missed_floor = yards(kick, "missed_floor", kStep, kNearest);
    sheet.kick_seconds = seconds(kick, "seconds");
    const SheetTable extra = root.table("extra_point");
    sheet.extra_point_at_least = extra.integer("at_least", 2, 12);
    sheet.conversion_from = yards(extra, "conversion_from", kStep, kNearest);
}

void read_frame(const SheetTable& root, Sheet& sheet) {
    const SheetTable clock = root.table("clock");
    (void)clock.integer("quarters", 4, 4);
    sheet.quarter_seconds = clock.integer("quarter_seconds", 10, 3600);
    if (sheet.quarter_seconds % 10 != 0)
        clock.fault("quarter_seconds",
                    Message{"red-boar-gridiron/quarter-seconds", {{"seconds", sheet.quarter_seconds}}});
    const SheetTable penalty = root.table("penalty");
    auto& foul = sheet.penalty;
    foul.before_play = penalty.integer("before_play", 2, 12);
    foul.during_play = penalty.integer("during_play", 2, 12);
    if (foul.before_play == foul.during_play && penalty.has("during_play"))
        penalty.fault("during_play", Message{"red-boar-gridiron/penalty-twice", {{"roll", foul.during_play}}});
    foul.before_yards = yards(penalty, "before_yards", kStep, 50);
    foul.offense_yards = yards(penalty, "offense_yards", kStep, 50);
    foul.defense_run_yards = yards(penalty, "defense_run_yards", kStep, 50);
    foul.defense_pass_yards = yards(penalty, "defense_pass_yards", kStep, 50);
    const SheetTable score = root.table("score");
    sheet.points = {score.integer("touchdown", 1, 20), score.integer("kick", 1, 20), score.integer("conversion", 1, 20),
                    score.integer("field_goal", 1, 20), score.integer("safety", 1, 20)};
    sheet.free_kick_from = yards(score, "free_kick_from", kStep, kNearest);
    sheet.overtime_from = yards(root.table("overtime"), "from_yards", kStep, kNearest);
}

void read_offense_cards(const SheetTable& cards, Sheet& sheet) {
    for (const SheetTable& table : cards.tables("offense")) {
        OffenseCard card;
        card.id = table.word("id");
        card.name = table.word("name");
        card.pass = table.flag("pass");
        card.yards = yards(table, "yards", -kNearest, kNearest);
        card.barred = barred(table, card.pass);
        if (card.id == "id" || card.id == "name" || card.id == "source")
            table.fault("id", Message{"red-boar-gridiron/card-name", {{"card", card.id}}});
        if (std::ranges::find(sheet.cards.offense, card.id, &OffenseCard::id) != sheet.cards.offense.end())
            table.fault("id", Message{"red-boar-gridiron/card-twice", {{"card", card.id}}});
        sheet.cards.offense.push_back(std::move(card));
    }
}

Cell read_cell(const SheetTable& card, const std::string& play) {
    Cell cell;
    const SheetTable table = card.table(play);
    cell.base = yards(table, "base", -kNearest, kNearest);
    if (const auto text = table.optional_word("mod")) {
        cell.modified = true;
        for (const Message& reason : read_modifiers(*text, cell.modifiers)) table.fault("mod", reason);
    }
    return cell;
}

void read_defense_cards(const SheetTable& cards, Sheet& sheet) {
    for (const SheetTable& table : cards.tables("defense")) {
        DefenseCard card;
        card.id = table.word("id");
        card.name = table.word("name");
        if (std::ranges::find(sheet.cards.defense, card.id, &DefenseCard::id) != sheet.cards.defense.end())
            table.fault("id", Message{"red-boar-gridiron/card-twice", {{"card", card.id}}});
        for (std::size_t i = 0; i < sheet.cards.offense.size() && i < kMostKinds; ++i)
            card.cells[i] = read_cell(table, sheet.cards.offense[i].id);
        sheet.cards.defense.push_back(std::move(card));
    }
}

void read_cards(const SheetTable& root, Sheet& sheet) {
    const SheetTable cards = root.table("cards");
    sheet.cards.copies = cards.integer("copies", 1, kMostCopies);
    sheet.cards.hand = cards.integer("hand", 1, kMostHand);
    const SheetTable time = cards.table("seconds");
    sheet.cards.complete = seconds(time, "complete");
    sheet.cards.incomplete = seconds(time, "incomplete");
    sheet.cards.turnover = seconds(time, "turnover");
    sheet.cards.break_yards = yards(cards, "break_yards", kStep, 50);
    read_offense_cards(cards, sheet);
    read_defense_cards(cards, sheet);
    const auto check = [&](std::string_view key, std::size_t kinds) {
        if (kinds > kMostKinds)
            cards.fault(
                key, Message{"red-boar-gridiron/card-kinds", {{"cards", key}, {"count", kinds}, {"most", kMostKinds}}});
        else if (kinds > 0 && static_cast<int>(kinds) * sheet.cards.copies < sheet.cards.hand)
            cards.fault("hand", Message{"red-boar-gridiron/hand",
                                        {{"hand", sheet.cards.hand},
                                         {"cards", key},
                                         {"count", static_cast<int>(kinds) * sheet.cards.copies}}});
    };
    check("offense", sheet.cards.offense.size());
    check("defense", sheet.cards.defense.size());
}

bool gains(const Cell& cell, int yards) {
    if (cell.base + yards > 0) return true;
    return std::ranges::any_of(cell.modifiers, [](const Modifier& own) {
        return own.effect == Effect::breakaway || (own.effect == Effect::yards && own.yards > 0);
    });
}

// Level games are played on until somebody scores: somebody must be able to.
void check_that_games_end(const SheetTable& root, const Sheet& sheet) {
    if (std::ranges::any_of(sheet.kick_at_least, [](int need) { return need != 0; })) return;
    const bool dice = std::ranges::any_of(sheet.rows, [](const Row& row) {
        return row.kind == RowKind::touchdown ||
               ((row.kind == RowKind::run || row.kind == RowKind::pass) && row.yards + kStep > 0);
    });
    if (!dice) root.fault("offense", Message{"red-boar-gridiron/endless-rows"});
    const bool cards = std::ranges::any_of(sheet.cards.defense, [&](const DefenseCard& card) {
        for (std::size_t i = 0; i < sheet.cards.offense.size() && i < kMostKinds; ++i)
            if (gains(card.cells[i], sheet.cards.offense[i].yards)) return true;
        return false;
    });
    if (!cards) root.fault("cards", Message{"red-boar-gridiron/endless-cards"});
}

} // namespace

int Sheet::barred_seconds() const {
    for (const Row& row : rows)
        if (row.kind == RowKind::incomplete) return row.seconds;
    return cards.incomplete;
}

Sheet read_sheet(const SheetTable& root) {
    Sheet sheet;
    read_rows(root, sheet);
    read_defense_die(root, sheet);
    read_kicks(root, sheet);
    read_frame(root, sheet);
    read_cards(root, sheet);
    check_that_games_end(root, sheet);
    return sheet;
}

} // namespace touchline::red_boar_gridiron
