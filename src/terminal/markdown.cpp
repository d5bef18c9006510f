// A small Markdown reader: the parts that the rules pages use, laid out for a given width.
#include "terminal/markdown.hpp"

#include <algorithm>
#include <numeric>

namespace touchline::terminal {

namespace {

using Row = std::vector<std::string>;

constexpr int kGap = 2;       // columns between two cells
constexpr int kNarrowest = 7; // narrower cells cannot be read

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

// Text between two marks, and what follows the second one; nothing where the first is not closed.
struct Span {
    std::string_view inside;
    std::string_view rest;
};
bool take_span(std::string_view text, std::string_view mark, Span& span) {
    if (!text.starts_with(mark)) return false;
    const std::size_t end = text.find(mark, mark.size());
    if (end == std::string_view::npos || end == mark.size()) return false;
    span = {text.substr(mark.size(), end - mark.size()), text.substr(end + mark.size())};
    return true;
}

// [words](target) is shown as its words.
bool take_link(std::string_view text, Span& span) {
    if (!text.starts_with("[")) return false;
    const std::size_t middle = text.find("](");
    const std::size_t end = text.find(')', middle == std::string_view::npos ? text.size() : middle);
    if (end == std::string_view::npos || text.substr(0, middle).find('\n') != std::string_view::npos) return false;
    span = {text.substr(1, middle - 1), text.substr(end + 1)};
    return true;
}

std::string inline_text(std::string_view text, Pen pen) {
    std::string out;
    while (!text.empty()) {
        Span span;
        if (text.front() == '\\' && text.size() > 1) {
            out += text[1];
            text.remove_prefix(2);
        } else if (take_span(text, "`", span)) {
            out += pen.cyan(span.inside);
            text = span.rest;
        } else if (take_span(text, "**", span)) {
            out += pen.bold(pen.ink() == Ink::plain ? inline_text(span.inside, pen)
                                                    : inline_text(span.inside, Pen(Ink::plain)));
            text = span.rest;
        } else if (text.front() == '*' && text.size() > 1 && text[1] != ' ' && take_span(text, "*", span)) {
            out += inline_text(span.inside, pen);
            text = span.rest;
        } else if (take_link(text, span)) {
            out += inline_text(span.inside, pen);
            text = span.rest;
        } else {
            out += text.front();
            text.remove_prefix(1);
        }
    }
    return out;
}

// The cells of a row; an empty cell is a cell, an escaped bar or one within `…` is none.
Row cells_of(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with('|')) line.remove_prefix(1);
    if (line.ends_with('|') && !line.ends_with("\\|")) line.remove_suffix(1);
    Row row(1);
    bool code = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '`') code = !code;
        if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|')
            row.back() += line[++i];
        else if (line[i] == '|' && !code)
            row.emplace_back();
        else
            row.back() += line[i];
    }
    for (std::string& cell : row) cell = std::string(trimmed(cell));
    return row;
}

bool table_rule(std::string_view line) {
    line = trimmed(line);
    return line.starts_with('|') && line.find('-') != std::string_view::npos &&
           line.find_first_not_of("|-: ") == std::string_view::npos;
}

// Columns as wide as their cells, the widest ones cut until all fit; empty where they cannot.
std::vector<int> column_widths(const std::vector<Row>& rows, int columns) {
    std::size_t count = 0;
    for (const Row& row : rows) count = std::max(count, row.size());
    std::vector<int> widths(count, 1);
    for (const Row& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
    const int room = columns - kGap * (static_cast<int>(count) - 1);
    while (std::accumulate(widths.begin(), widths.end(), 0) > room) {
        const auto widest = std::ranges::max_element(widths);
        if (*widest <= kNarrowest) return {};
        --*widest;
    }
    return widths;
}

void draw_row(const Row& row, const std::vector<int>& widths, Lines& out, bool head, Pen pen) {
    std::vector<Lines> cells;
    std::size_t height = 1;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        cells.push_back(wrapped(i < row.size() ? row[i] : std::string(), widths[i]));
        height = std::max(height, cells.back().size());
    }
    for (std::size_t y = 0; y < height; ++y) {
        std::string line;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            if (i > 0) line += std::string(kGap, ' ');
            const std::string piece = padded(y < cells[i].size() ? cells[i][y] : std::string(), widths[i]);
            line += head ? pen.bold(piece) : piece;
        }
        while (line.ends_with(' ')) line.pop_back();
        out.push_back(line);
    }
}

// A row as a list: its first cell, then "head: cell" below it.
void draw_stacked(const std::vector<Row>& rows, int columns, Lines& out, Pen pen) {
    for (std::size_t r = 1; r < rows.size(); ++r)
        for (std::size_t i = 0; i < rows[r].size(); ++i) {
            if (rows[r][i].empty()) continue;
            const std::string head = i < rows[0].size() && !rows[0][i].empty() && i > 0 ? rows[0][i] + ": " : "";
            const std::string indent(i == 0 ? 0 : 2, ' ');
            for (const std::string& line :
                 wrapped(i == 0 ? pen.bold(rows[r][i]) : indent + head + rows[r][i], columns, i == 0 ? 0 : 4))
                out.push_back(line);
        }
}

// Reads a document block by block.
class Page {
public:
    Page(std::string_view text, int columns, Pen pen)
        : source_(lines_of(text)), columns_(std::max(columns, 20)), pen_(pen) {}

    std::string drawn() {
        while (at_ < source_.size()) block();
        while (!out_.empty() && out_.back().empty()) out_.pop_back();
        return joined_lines(out_);
    }

private:
    [[nodiscard]] std::string_view line() const { return source_[at_]; }
    [[nodiscard]] static bool blank(std::string_view text) { return trimmed(text).empty(); }

    [[nodiscard]] static std::size_t bullet(std::string_view text) {
        const std::size_t indent = text.find_first_not_of(' ');
        if (indent == std::string_view::npos) return 0;
        const std::string_view rest = text.substr(indent);
        if (rest.starts_with("- ") || rest.starts_with("* ")) return indent + 2;
        const std::size_t digits = rest.find_first_not_of("0123456789");
        if (digits > 0 && digits != std::string_view::npos && rest.substr(digits).starts_with(". "))
            return indent + digits + 2;
        return 0;
    }
    [[nodiscard]] bool starts_block(std::string_view text) const {
        return blank(text) || text.starts_with('#') || trimmed(text).starts_with('|') || text.starts_with("```") ||
               text.starts_with('>') || bullet(text) > 0;
    }

    void space() {
        if (!out_.empty() && !out_.back().empty()) out_.emplace_back();
    }
    void put(const Lines& lines) { out_.insert(out_.end(), lines.begin(), lines.end()); }

    void block() {
        if (blank(line()))
            ++at_;
        else if (line().starts_with("<!--"))
            skip_comment();
        else if (line().starts_with('#'))
            heading();
        else if (line().starts_with("```"))
            code();
        else if (trimmed(line()).starts_with('|'))
            table();
        else if (line().starts_with('>'))
            quote();
        else if (bullet(line()) > 0)
            list();
        else
            paragraph();
    }

    void skip_comment() {
        while (at_ < source_.size() && line().find("-->") == std::string_view::npos) ++at_;
        ++at_;
    }

    void heading() {
        const std::size_t level = line().find_first_not_of('#');
        const std::string words = inline_text(trimmed(line().substr(std::min(level, line().size()))), Pen(Ink::plain));
        ++at_;
        space();
        for (const std::string& piece : wrapped(words, columns_)) out_.push_back(pen_.bold(piece));
        if (level <= 2) out_.push_back(pen_.dim(repeated(level == 1 ? "═" : "─", std::min(width(words), columns_))));
        out_.emplace_back();
    }

    void code() {
        space();
        for (++at_; at_ < source_.size() && !line().starts_with("```"); ++at_)
            out_.push_back("    " + std::string(line()));
        ++at_;
        out_.emplace_back();
    }

    void table() {
        std::vector<Row> rows;
        for (; at_ < source_.size() && trimmed(line()).starts_with('|'); ++at_) {
            if (table_rule(line())) continue;
            Row row = cells_of(line());
            for (std::string& cell : row) cell = inline_text(cell, pen_);
            rows.push_back(std::move(row));
        }
        space();
        put(drawn_table(rows, columns_, pen_));
        out_.emplace_back();
    }

    void quote() {
        std::string words;
        for (; at_ < source_.size() && line().starts_with('>'); ++at_)
            words += " " + std::string(trimmed(line().substr(1)));
        space();
        for (const std::string& piece : wrapped(inline_text(trimmed(words), pen_), columns_ - 2))
            out_.push_back("│ " + piece);
        out_.emplace_back();
    }

    // One item with the lines that continue it; items follow each other without a gap.
    void list() {
        if (out_.empty() || !after_item_) space();
        const std::size_t inset = bullet(line());
        const std::size_t indent = line().find_first_not_of(' ');
        std::string mark(line().substr(indent, inset - indent));
        if (mark == "- " || mark == "* ") mark = "• ";
        std::string words(trimmed(line().substr(inset)));
        for (++at_; at_ < source_.size() && !starts_block(line()); ++at_) words += " " + std::string(trimmed(line()));
        const std::string lead = std::string(indent, ' ') + mark;
        put(wrapped(lead + inline_text(words, pen_), columns_, width(lead)));
        after_item_ = at_ < source_.size() && bullet(line()) > 0;
        if (!after_item_) out_.emplace_back();
    }

    void paragraph() {
        std::string words(trimmed(line()));
        for (++at_; at_ < source_.size() && !starts_block(line()); ++at_) words += " " + std::string(trimmed(line()));
        space();
        put(wrapped(inline_text(words, pen_), columns_));
        out_.emplace_back();
    }

    Lines source_;
    std::size_t at_ = 0;
    int columns_;
    Pen pen_;
    Lines out_;
    bool after_item_ = false;
};

} // namespace

Lines drawn_table(const std::vector<Row>& rows, int columns, Pen pen) {
    Lines out;
    if (rows.empty()) return out;
    const std::vector<int> widths = column_widths(rows, columns);
    if (widths.empty()) {
        draw_stacked(rows, columns, out, pen);
        return out;
    }
    draw_row(rows[0], widths, out, true, pen);
    std::string rule;
    for (std::size_t i = 0; i < widths.size(); ++i)
        rule += (i > 0 ? std::string(kGap, ' ') : "") + repeated("─", widths[i]);
    out.push_back(pen.dim(rule));
    for (std::size_t r = 1; r < rows.size(); ++r) draw_row(rows[r], widths, out, false, pen);
    return out;
}

std::string markdown(std::string_view text, int columns, Ink ink) { return Page(text, columns, Pen(ink)).drawn(); }

} // namespace touchline::terminal
