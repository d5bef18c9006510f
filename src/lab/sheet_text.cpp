// Edits the text of a sheet where its figures stand.
#include "lab/sheet_text.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <vector>

namespace touchline::lab {

namespace {

std::string written(const toml::table& root) {
    std::ostringstream text;
    text << toml::toml_formatter{root} << '\n';
    return text.str();
}

std::string content_of(const toml::table& root) {
    std::ostringstream text;
    text << toml::json_formatter{root};
    return text.str();
}

// Byte places of a text by line and column, which toml++ counts in characters from 1.
std::optional<std::size_t> place_in(std::string_view text, const toml::source_position& at) {
    std::size_t place = 0;
    for (toml::source_index line = 1; line < at.line; ++line) {
        place = text.find('\n', place);
        if (place == std::string_view::npos) return std::nullopt;
        ++place;
    }
    for (toml::source_index column = 1; column < at.column; ++column) {
        if (place >= text.size()) return std::nullopt;
        ++place;
        while (place < text.size() && (static_cast<unsigned char>(text[place]) & 0xC0) == 0x80) ++place;
    }
    return place;
}

// A figure that was changed, where it stood, and what is to stand there.
struct SheetEdit {
    toml::source_region where;
    std::string text;
};

// The old text with the edits in it; nothing where that does not say what it should.
std::optional<std::string> edited(std::string_view toml, std::vector<SheetEdit> edits, const std::string& content) {
    std::ranges::sort(edits, [](const SheetEdit& a, const SheetEdit& b) {
        return std::pair(a.where.begin.line, a.where.begin.column) >
               std::pair(b.where.begin.line, b.where.begin.column);
    });
    std::string text(toml);
    for (const SheetEdit& edit : edits) {
        const auto begin = place_in(toml, edit.where.begin);
        const auto end = place_in(toml, edit.where.end);
        if (!begin || !end || *end <= *begin) return std::nullopt;
        text.replace(*begin, *end - *begin, edit.text);
    }
    try {
        if (content_of(toml::parse(text)) == content) return text;
    } catch (const std::exception&) { // then it is written anew
    }
    return std::nullopt;
}

// Every leaf that differs between two documents of the same shape; nothing where their shapes differ.
bool collect_edits(const toml::node& before, const toml::node& after_it, std::vector<SheetEdit>& edits) {
    const auto* old_table = before.as_table();
    const auto* old_list = before.as_array();
    if (old_table != nullptr && after_it.is_table()) {
        for (const auto& [key, node] : *old_table) {
            const toml::node* own = after_it.as_table()->get(key.str());
            if (own == nullptr || !collect_edits(node, *own, edits)) return false;
        }
        return true;
    }
    if (old_list != nullptr && old_list->is_array_of_tables()) {
        const toml::array* list = after_it.as_array();
        if (list == nullptr || list->size() != old_list->size()) return false;
        for (std::size_t i = 0; i < list->size(); ++i)
            if (!collect_edits(*old_list->get(i), *list->get(i), edits)) return false;
        return true;
    }
    std::string fresh = value_text(after_it);
    if (fresh != value_text(before)) edits.push_back({before.source(), std::move(fresh)});
    return true;
}

} // namespace

std::string value_text(const toml::node& node) {
    std::ostringstream text;
    node.visit([&](const auto& own) { text << toml::toml_formatter{own, toml::format_flags::none}; });
    return text.str();
}

std::string rewritten(std::string_view text, const toml::table& before, const toml::table& after) {
    std::vector<SheetEdit> edits;
    if (collect_edits(before, after, edits))
        if (const auto kept = edited(text, std::move(edits), content_of(after))) return *kept;
    return written(after);
}

} // namespace touchline::lab
