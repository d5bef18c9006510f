// Draws boxes with line characters and puts them side by side.
#include "terminal/dice.hpp"

#include "terminal/markdown.hpp"

#include <algorithm>

namespace touchline::terminal {

namespace {

Lines box(const Die& die, int inner, Pen pen) {
    const auto ink = [&](const std::string& text) { return die.codes.empty() ? text : pen.styled(die.codes, text); };
    return {ink("┌" + repeated("─", inner) + "┐"), ink("│" + centred(die.face, inner) + "│"),
            ink("└" + repeated("─", inner) + "┘")};
}

Lines drawn_throw(const Throw& thrown, int columns, Pen pen) {
    std::vector<Lines> boxes;
    for (const Die& die : thrown.dice)
        boxes.push_back(box(die, std::clamp(width(die.face), 2, std::max(columns - 2, 2)), pen));
    Lines lines = side_by_side(boxes, 0);
    if (thrown.label.empty()) return lines;
    int widest = width(thrown.label);
    for (const std::string& line : lines) widest = std::max(widest, width(line));
    for (std::string& line : lines) line = centred(line, widest);
    lines.push_back(pen.dim(centred(thrown.label, widest)));
    return lines;
}

} // namespace

Lines drawn_throws(const std::vector<Throw>& throws, int columns, Pen pen) {
    Lines out;
    std::vector<Lines> row;
    int used = 0;
    const auto flush = [&] {
        for (std::string& line : side_by_side(row, 1)) out.push_back(clipped(line, columns));
        row.clear();
        used = 0;
    };
    for (const Throw& thrown : throws) {
        Lines lines = drawn_throw(thrown, columns, pen);
        const int own = lines.empty() ? 0 : width(lines.front());
        if (used > 0 && used + 1 + own > columns) flush();
        used += (used > 0 ? 1 : 0) + own;
        row.push_back(std::move(lines));
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
    for (std::size_t i = 0; i < die.faces.size(); ++i) boxes.push_back(box({die.faces[i], {}}, inner[i], pen));
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
