// Draws each section of a sheet by its shape: dice, tables by number, cards, plain figures.
#include "terminal/sheet_page.hpp"

#include "games/toml.hpp"
#include "play/kind.hpp"
#include "terminal/dice.hpp"
#include "terminal/markdown.hpp"
#include "terminal/sheet_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::terminal {

namespace {

struct Figure {
    std::string key;
    const toml::node* node;
};

int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }

// The figures of a table as the file has them, `source` and `allowed` left out.
std::vector<Figure> figures_of(const toml::table& table) {
    std::vector<Figure> figures;
    for (const auto& [key, node] : table)
        if (key.str() != "source" && key.str() != "allowed") figures.push_back({std::string(key.str()), &node});
    std::ranges::stable_sort(figures, {}, [](const Figure& figure) {
        return std::pair(figure.node->source().begin.line, figure.node->source().begin.column);
    });
    return figures;
}

bool group(const toml::node& node) {
    const auto* array = node.as_array();
    return (node.is_table() && !node.as_table()->is_inline()) ||
           (array != nullptr && !array->empty() && array->is_array_of_tables() &&
            !array->get(0)->as_table()->is_inline());
}

std::string shown(const toml::node& node) {
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* number = node.as_integer()) return std::to_string(number->get());
    if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
    std::string out;
    if (const auto* array = node.as_array())
        for (const toml::node& item : *array) out += (out.empty() ? "" : item.is_table() ? "; " : ", ") + shown(item);
    if (const auto* table = node.as_table())
        for (const Figure& figure : figures_of(*table))
            out += fmt::format("{}{} {}", out.empty() ? "" : ", ", figure.key, shown(*figure.node));
    return out;
}

// `2 = 10, 3 = 15`: a table of figures by number.
bool by_number(const toml::node& node) {
    const auto* table = node.as_table();
    if (table == nullptr || table->empty()) return false;
    return std::ranges::all_of(*table, [](const auto& entry) {
        return entry.first.str().find_first_not_of("0123456789") == std::string_view::npos && entry.second.is_integer();
    });
}

class Drawing {
public:
    Drawing(std::string_view toml, int columns, Pen pen, const Words& words)
        : notes_(toml), columns_(columns), pen_(pen), words_(words) {
        const Kind* kind = kind_named(game_of_sheet(toml));
        of_the_box_ = kind != nullptr && kind->default_sheet() == toml;
    }

    Lines drawn(const toml::table& root) {
        draw_groups(root, "");
        return std::move(out_);
    }

private:
    void put(const Lines& lines) { out_.insert(out_.end(), lines.begin(), lines.end()); }

    void head(const std::string& path) {
        if (!out_.empty()) out_.emplace_back();
        out_.push_back(pen_.bold(path) + " " + pen_.dim(repeated("─", std::max(columns_ - width(path) - 1, 0))));
    }

    // Comments of the boxes' sheets are English: elsewhere the source that they name is said, in the reader's words.
    [[nodiscard]] std::string noted(const std::string& note) const {
        if (words_.language() == Language::english || !of_the_box_) return note;
        const bool rulebook = note.find("rulebook") != std::string::npos;
        std::string text = rulebook ? words_.text("board.source-rulebook") : "";
        if (note.find("house") != std::string::npos)
            text += (text.empty() ? "" : ", ") + words_.text("board.source-house");
        return text;
    }

    // "house": the word of a source, and what a comment adds to it.
    [[nodiscard]] std::string source_words(std::string_view source, const std::string& note) const {
        if (const std::string both = fmt::format("{} {}", source, note); noted(note) != note) return noted(both);
        std::string text;
        if (source == "rulebook" || source == "house")
            text = words_.text(source == "rulebook" ? "board.source-rulebook" : "board.source-house");
        if (!note.empty() && note != source) text += (text.empty() ? "" : "; ") + note;
        return text;
    }

    // Where a group has its figures from.
    [[nodiscard]] std::string source_of(const toml::table& table) const {
        if (const toml::node* source = table.get("source")) {
            std::string note = notes_.own(line_of(*source));
            return source_words(shown(*source), note);
        }
        return {};
    }

    // Where one figure of a group has it from: its own comment, the group's source, what covers it.
    [[nodiscard]] std::string source_of(const Figure& figure, const toml::table& table) const {
        const int line = line_of(*figure.node);
        const std::string own = notes_.own(line);
        if (own == "rulebook" || own == "house") return source_words(own, "");
        if (!own.empty()) return noted(own);
        if (const toml::node* source = table.get("source")) return source_words(shown(*source), "");
        const std::string covering = notes_.covering(line);
        if (covering == "rulebook" || covering == "house") return source_words(covering, "");
        return noted(covering);
    }

    void draw_groups(const toml::table& table, const std::string& path) {
        for (const Figure& figure : figures_of(table)) {
            if (!group(*figure.node)) continue;
            const std::string name = path.empty() ? figure.key : path + "." + figure.key;
            if (const auto* inner = figure.node->as_table())
                draw_table(*inner, name);
            else
                draw_list(*figure.node->as_array(), name);
        }
    }

    void draw_table(const toml::table& table, const std::string& path) {
        const std::vector<Figure> figures = figures_of(table);
        if (std::ranges::any_of(figures, [](const Figure& figure) { return !group(*figure.node); })) {
            head(path);
            if (table.contains("faces") && table.get("faces")->is_array())
                draw_die(table);
            else
                draw_figures(table, figures);
        }
        draw_groups(table, path);
    }

    // A die written as lists: faces, and what stands beside each of them.
    void draw_die(const toml::table& table) {
        const toml::array& faces = *table.get("faces")->as_array();
        DieFaces die;
        std::vector<Figure> rest;
        for (const toml::node& face : faces) die.faces.push_back(shown(face));
        for (const Figure& figure : figures_of(table)) {
            const auto* array = figure.node->as_array();
            if (figure.key == "faces") continue;
            if (array == nullptr || array->size() != faces.size()) {
                rest.push_back(figure);
                continue;
            }
            die.rows.push_back({figure.key, {}});
            for (const toml::node& item : *array) die.rows.back().cells.push_back(shown(item));
        }
        put(drawn_die(die, columns_, pen_));
        say_source(source_of(table));
        draw_figures(table, rest);
    }

    void say_source(const std::string& source) {
        if (source.empty()) return;
        for (const std::string& line : wrapped(source, columns_ - 2)) out_.push_back("  " + pen_.dim(line));
    }

    // Scalars, lists and small tables: name, figure, source.
    void draw_figures(const toml::table& table, const std::vector<Figure>& figures) {
        std::vector<std::vector<std::string>> rows{
            {words_.text("sheet.figure"), words_.text("sheet.value"), words_.text("sheet.source")}};
        std::vector<Figure> tables;
        for (const Figure& figure : figures) {
            if (group(*figure.node)) continue;
            if (by_number(*figure.node))
                tables.push_back(figure);
            else
                rows.push_back({figure.key, shown(*figure.node), pen_.dim(source_of(figure, table))});
        }
        for (const Figure& figure : tables) draw_by_number(figure, table);
        if (rows.size() > 1) put(drawn_table(rows, columns_, pen_));
    }

    // A table of figures by number: the numbers above, the figures below, in as many strips as the width needs.
    void draw_by_number(const Figure& figure, const toml::table& table) {
        std::vector<std::pair<int, std::string>> entries;
        for (const auto& [key, node] : *figure.node->as_table())
            entries.emplace_back(std::stoi(std::string(key.str())), shown(node));
        std::ranges::sort(entries);
        constexpr int kCell = 5;
        const std::size_t strip = static_cast<std::size_t>(std::max((columns_ - 2) / kCell, 1));
        out_.push_back(figure.key);
        for (std::size_t begin = 0; begin < entries.size(); begin += strip) {
            std::string keys = "  ";
            std::string values = "  ";
            for (std::size_t i = begin; i < std::min(begin + strip, entries.size()); ++i) {
                keys += padded_left(std::to_string(entries[i].first), kCell);
                values += padded_left(entries[i].second, kCell);
            }
            out_.push_back(pen_.dim(keys));
            out_.push_back(pen_.bold(values));
        }
        say_source(source_of(figure, table));
    }

    void draw_list(const toml::array& list, const std::string& path) {
        head(path);
        const toml::table& first = *list.get(0)->as_table();
        const bool nested = std::ranges::any_of(
            first, [](const auto& entry) { return entry.second.is_table() || entry.second.is_array(); });
        if (first.contains("face"))
            draw_faces(list);
        else if (nested)
            draw_cards(list);
        else
            draw_rows(list);
    }

    // Every key of the entries, in the order in which they first come.
    [[nodiscard]] static std::vector<std::string> keys_of(const toml::array& list) {
        std::vector<std::string> keys;
        for (const toml::node& entry : list)
            for (const Figure& figure : figures_of(*entry.as_table()))
                if (std::ranges::find(keys, figure.key) == keys.end()) keys.push_back(figure.key);
        return keys;
    }

    // What an entry says of its sources, short.
    [[nodiscard]] std::string entry_source(const toml::table& entry) const {
        const toml::node* source = entry.get("source");
        if (source == nullptr) return {};
        const std::string text = shown(*source);
        return text == "rulebook" ? words_.text("source.rulebook")
               : text == "house"  ? words_.text("source.house")
                                  : text;
    }

    // A die written face by face.
    void draw_faces(const toml::array& list) {
        DieFaces die;
        const std::vector<std::string> keys = keys_of(list);
        for (const std::string& key : keys)
            if (key != "face") die.rows.push_back({key, {}});
        die.rows.push_back({words_.text("sheet.source"), {}});
        for (const toml::node& node : list) {
            const toml::table& entry = *node.as_table();
            die.faces.push_back(entry.contains("face") ? shown(*entry.get("face")) : "?");
            std::size_t row = 0;
            for (const std::string& key : keys)
                if (key != "face") die.rows[row++].cells.push_back(entry.contains(key) ? shown(*entry.get(key)) : "");
            die.rows[row].cells.push_back(entry_source(entry));
        }
        put(drawn_die(die, columns_, pen_));
        draw_footnotes(list, "face");
    }

    void draw_rows(const toml::array& list) {
        const std::vector<std::string> keys = keys_of(list);
        std::vector<std::vector<std::string>> rows{keys};
        const bool sourced = list.get(0)->as_table()->contains("source");
        if (sourced) rows[0].push_back(words_.text("sheet.source"));
        for (const toml::node& node : list) {
            const toml::table& entry = *node.as_table();
            rows.emplace_back();
            for (const std::string& key : keys)
                rows.back().push_back(entry.contains(key) ? shown(*entry.get(key)) : "");
            if (sourced) rows.back().push_back(pen_.dim(entry_source(entry)));
        }
        put(drawn_table(rows, columns_, pen_));
        draw_footnotes(list, "name");
        if (!sourced) say_source(noted(notes_.covering(line_of(*list.get(0)))));
    }

    // The comments on single figures of a list, one a line.
    void draw_footnotes(const toml::array& list, std::string_view label) {
        for (const toml::node& node : list) {
            const toml::table& entry = *node.as_table();
            for (const auto& [key, figure] : entry) {
                const std::string note = noted(notes_.own(line_of(figure)));
                if (note.empty()) continue;
                const std::string name = entry.contains(label) ? shown(*entry.get(label)) : "";
                const std::string what = key.str() == "source" ? name : fmt::format("{}, {}", name, key.str());
                for (const std::string& line : wrapped(fmt::format("  {}: {}", what, note), columns_, 4))
                    out_.push_back(pen_.dim(line));
            }
        }
    }

    // Entries with lists and tables of their own: one card each, as many side by side as fit.
    void draw_cards(const toml::array& list) {
        std::vector<Lines> cards;
        int widest = 0;
        for (const toml::node& node : list) {
            cards.push_back(card(*node.as_table()));
            for (const std::string& line : cards.back()) widest = std::max(widest, width(line));
        }
        widest = std::min(widest, columns_ - 4);
        const int across = std::max((columns_ + 1) / (widest + 5), 1);
        for (std::size_t begin = 0; begin < cards.size(); begin += static_cast<std::size_t>(across)) {
            std::vector<Lines> row;
            for (std::size_t i = begin; i < std::min(begin + static_cast<std::size_t>(across), cards.size()); ++i)
                row.push_back(framed(cards[i], widest));
            put(side_by_side(row, 1));
        }
        if (!list.get(0)->as_table()->contains("source")) say_source(noted(notes_.covering(line_of(*list.get(0)))));
    }

    [[nodiscard]] Lines card(const toml::table& entry) const {
        Lines lines;
        std::string title;
        for (std::string_view key : {"name", "id"})
            if (entry.contains(key)) title += (title.empty() ? "" : " · ") + shown(*entry.get(key));
        lines.push_back(pen_.bold(title));
        int longest = 0;
        for (const Figure& figure : figures_of(entry))
            if (figure.key != "name" && figure.key != "id") longest = std::max(longest, width(figure.key));
        for (const Figure& figure : figures_of(entry)) {
            if (figure.key == "name" || figure.key == "id") continue;
            const std::string label = padded(figure.key, longest + 2);
            const auto* array = figure.node->as_array();
            if (array == nullptr || !array->is_array_of_tables()) {
                lines.push_back(label + shown(*figure.node));
                continue;
            }
            for (std::size_t i = 0; i < array->size(); ++i)
                lines.push_back((i == 0 ? label : padded("", width(label))) + shown(*array->get(i)));
        }
        if (const std::string source = entry_source(entry); !source.empty()) lines.push_back(pen_.dim(source));
        return lines;
    }

    SheetNotes notes_;
    bool of_the_box_ = false;
    int columns_;
    Pen pen_;
    const Words& words_;
    Lines out_;
};

} // namespace

Lines sheet_page(std::string_view toml, int columns, Pen pen, const Words& words) {
    try {
        return Drawing(toml, std::max(columns, 20), pen, words).drawn(toml::parse(toml));
    } catch (const std::exception&) { // whoever shows a sheet has had it checked
        return {};
    }
}

std::string game_of_sheet(std::string_view toml) {
    for (const std::string& line : lines_of(toml)) {
        const std::size_t key = line.find_first_not_of(" \t");
        if (key == std::string::npos || line[key] == '#') continue;
        if (line[key] == '[') break;
        if (!std::string_view(line).substr(key).starts_with("game")) continue;
        const std::size_t open = line.find_first_of("\"'");
        const std::size_t close = open == std::string::npos ? open : line.find(line[open], open + 1);
        if (close != std::string::npos) return line.substr(open + 1, close - open - 1);
    }
    return {};
}

} // namespace touchline::terminal
