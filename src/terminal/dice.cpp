#include "terminal/dice.hpp"

#include "terminal/markdown.hpp"

#include <algorithm>

namespace touchline::terminal {

namespace {

Lines box(const Die& die, int inner, Pen pen, bool labelled) {
    const auto ink = [&](const std::string& text) { return die.codes.empty() ? text : pen.styled(die.codes, text); };
    Lines lines{ink("┌" + repeated("─", inner) + "┐"), ink("│" + centred(die.face, inner) + "│"), ink("└" + repeated("─", inner) + "┘")};
    if (labelled) lines.push_back(pen.dim(centred(die.label, inner + 2)));
    return lines;
}

} // namespace

Lines drawn_dice(const std::vector<Die>& dice, int columns, Pen pen) {
    const bool labelled = std::ranges::any_of(dice, [](const Die& die) { return !die.label.empty(); });
    Lines out;
    std::vector<Lines> row;
    int used = 0;
    const auto flush = [&] {
        for (std::string& line : side_by_side(row, 0)) out.push_back(std::move(line));
        row.clear();
        used = 0;
    };
    for (const Die& die : dice) {
        const int inner = std::min(std::max({width(die.face), labelled ? width(die.label) - 1 : 0, 2}), std::max(columns - 2, 2));
        if (used > 0 && used + inner + 2 > columns) flush();
        row.push_back(box(die, inner, pen, labelled));
        used += inner + 2;
    }
    if (!row.empty()) flush();
    return out;
}

Lines drawn_die(const DieFaces& die, int columns, Pen pen) {
    int label = 0;
    for (const DieFaces::Row& row : die.rows) label = std::max(label, width(row.label));
    label += label > 0 ? 3 : 2;
    int total = label;
    std::vector<int> inner;
    for (std::size_t i = 0; i < die.faces.size(); ++i) {
        int widest = std::max(width(die.faces[i]), 2);
        for (const DieFaces::Row& row : die.rows)
            if (i < row.cells.size()) widest = std::max(widest, width(row.cells[i]) - 1);
        inner.push_back(widest);
        total += widest + 2;
    }
    if (total > columns) {
        std::vector<std::vector<std::string>> rows{{""}};
        for (const DieFaces::Row& row : die.rows) rows[0].push_back(row.label);
        for (std::size_t i = 0; i < die.faces.size(); ++i) {
            rows.push_back({"[" + die.faces[i] + "]"});
            for (const DieFaces::Row& row : die.rows) rows.back().push_back(i < row.cells.size() ? row.cells[i] : "");
        }
        return drawn_table(rows, columns, pen);
    }
    std::vector<Lines> boxes{Lines(3, std::string(static_cast<std::size_t>(label), ' '))};
    for (std::size_t i = 0; i < die.faces.size(); ++i) boxes.push_back(box({die.faces[i], {}, {}}, inner[i], pen, false));
    Lines out = side_by_side(boxes, 0);
    for (const DieFaces::Row& row : die.rows) {
        std::string line = padded("  " + row.label, label);
        for (std::size_t i = 0; i < die.faces.size(); ++i)
            line += centred(i < row.cells.size() ? row.cells[i] : "", inner[i] + 2);
        while (line.ends_with(' ')) line.pop_back();
        out.push_back(pen.dim(line));
    }
    return out;
}

Lines framed(const Lines& lines, int inner) {
    Lines out{"┌" + repeated("─", inner + 2) + "┐"};
    for (const std::string& line : lines)
        for (const std::string& piece : wrapped(line, inner, 4)) out.push_back("│ " + padded(piece, inner) + " │");
    out.push_back("└" + repeated("─", inner + 2) + "┘");
    return out;
}

Lines side_by_side(const std::vector<Lines>& blocks, int gap) {
    std::size_t height = 0;
    std::vector<int> widths;
    for (const Lines& block : blocks) {
        height = std::max(height, block.size());
        int widest = 0;
        for (const std::string& line : block) widest = std::max(widest, width(line));
        widths.push_back(widest);
    }
    Lines out(height);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            if (i > 0) out[y].append(static_cast<std::size_t>(gap), ' ');
            out[y] += padded(y < blocks[i].size() ? blocks[i][y] : std::string(), widths[i]);
        }
    return out;
}

} // namespace touchline::terminal
