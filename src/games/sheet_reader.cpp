// Sheets as TOML: typed reading with every fault at once, keys nobody read, the hash.
#include "games/sheet_reader.hpp"
#include "core/shown_text.hpp"
#include "games/sheet_allowed.hpp"
#include "games/sheet_figures.hpp"
#include "games/toml.hpp"
#include "games/toml_bounds.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>

namespace touchline {

struct SheetReader::Document {
    std::string text;
    toml::table content;
    std::vector<SheetFault> faults;
    std::set<const toml::node*> read;
    std::map<const toml::node*, Message> wanted; // what each may be, as far as it was asked for so
    bool broken = false;                         // no TOML at all: further faults would only repeat it
};

struct SheetTable::Node {
    SheetReader::Document* document;
    const toml::table* table; // null: missing, and its absence has been noted
    std::string path;
};

namespace {

int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }

Message kind_of(const toml::node& node) {
    switch (node.type()) {
    case toml::node_type::table: return Message{"value.table"};
    case toml::node_type::array: return Message{"value.list"};
    case toml::node_type::string: return Message{"value.text"};
    case toml::node_type::integer: return Message{"value.number"};
    case toml::node_type::floating_point: return Message{"value.fraction"};
    case toml::node_type::boolean: return Message{"value.true-or-false"};
    default: return Message{"value.date"};
    }
}

Filling shown(const toml::node& node) {
    if (const auto* text = node.as_string()) return Message{"value.quoted", {{"text", text->get()}}};
    if (const auto* number = node.as_integer()) return std::to_string(number->get());
    if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
    return kind_of(node);
}

std::string joined_path(const std::string& path, std::string_view key) {
    return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

// The items of a list that can be read; the others have been noted.
template <class T, class Read>
std::vector<T> read_list(const toml::array& list, Read&& read) {
    std::vector<T> items;
    for (std::size_t i = 0; i < list.size(); ++i)
        if (std::optional<T> item = read(*list.get(i))) items.push_back(std::move(*item));
    return items;
}

} // namespace

Message told(const SheetFault& fault) {
    return fault.line > 0 ? Message{"sheet.line", {{"line", fault.line}, {"what", fault.message}}} : fault.message;
}

// Finding a node and noting what is wrong with it: shared by all getters.
namespace {

struct Finder {
    const std::shared_ptr<SheetTable::Node>& at;

    [[nodiscard]] std::string name(std::string_view key) const { return joined_path(at->path, key); }

    void note(int line, Message message) const { at->document->faults.push_back({line, std::move(message)}); }

    [[nodiscard]] int own_line() const { return at->table != nullptr ? line_of(*at->table) : 0; }

    [[nodiscard]] const toml::node* find(std::string_view key) const {
        if (at->table == nullptr) return nullptr;
        const toml::node* node = at->table->get(key);
        if (node != nullptr) at->document->read.insert(node);
        return node;
    }

    [[nodiscard]] const toml::node* require(std::string_view key, Message wanted) const {
        const toml::node* node = find(key);
        if (node != nullptr) at->document->wanted[node] = wanted;
        if (node == nullptr && at->table != nullptr)
            note(own_line(), Message{"sheet.missing", {{"key", name(key)}, {"wanted", std::move(wanted)}}});
        return node;
    }

    void wrong(std::string_view key, const toml::node& node, Message wanted) const {
        note(line_of(node),
             Message{"field.wrong", {{"field", name(key)}, {"found", shown(node)}, {"wanted", std::move(wanted)}}});
    }

    [[nodiscard]] std::optional<int> integer(std::string_view key, const toml::node& node, int min, int max) const {
        const auto* number = node.as_integer();
        at->document->wanted[&node] = Message{"value.number-from", {{"from", min}, {"to", max}}};
        if (number == nullptr || number->get() < min || number->get() > max) {
            wrong(key, node, Message{"value.number-from", {{"from", min}, {"to", max}}});
            return std::nullopt;
        }
        return static_cast<int>(number->get());
    }

    [[nodiscard]] std::optional<bool> flag(std::string_view key, const toml::node& node) const {
        if (const auto* flag = node.as_boolean()) return flag->get();
        wrong(key, node, Message{"value.true-or-false"});
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::string> word(std::string_view key, const toml::node& node) const {
        const auto* text = node.as_string();
        if (text == nullptr || text->get().empty()) {
            wrong(key, node, Message{"value.filled-text"});
            return std::nullopt;
        }
        return text->get();
    }

    // The list at a key with the right number of items, each marked as read.
    [[nodiscard]] const toml::array* list(std::string_view key, std::size_t size, const Message& wanted) const {
        const toml::node* node = require(key, wanted);
        if (node == nullptr) return nullptr;
        const toml::array* list = node->as_array();
        if (list == nullptr) {
            wrong(key, *node, wanted);
            return nullptr;
        }
        if (size != 0 && list->size() != size) {
            note(line_of(*node),
                 Message{"sheet.entries", {{"key", name(key)}, {"count", list->size()}, {"wanted", size}}});
            return nullptr;
        }
        if (list->empty()) {
            note(line_of(*node), Message{"sheet.empty", {{"key", name(key)}}});
            return nullptr;
        }
        return list;
    }
};

} // namespace

int SheetTable::integer(std::string_view key, int min, int max) const {
    const Finder finder{node_};
    const toml::node* node = finder.require(key, Message{"value.number-from", {{"from", min}, {"to", max}}});
    return node == nullptr ? min : finder.integer(key, *node, min, max).value_or(min);
}

std::optional<int> SheetTable::optional_integer(std::string_view key, int min, int max) const {
    const Finder finder{node_};
    const toml::node* node = finder.find(key);
    return node == nullptr ? std::nullopt : finder.integer(key, *node, min, max);
}

bool SheetTable::flag(std::string_view key) const {
    const Finder finder{node_};
    const toml::node* node = finder.require(key, Message{"value.true-or-false"});
    return node != nullptr && finder.flag(key, *node).value_or(false);
}

std::optional<bool> SheetTable::optional_flag(std::string_view key) const {
    const Finder finder{node_};
    const toml::node* node = finder.find(key);
    return node == nullptr ? std::nullopt : finder.flag(key, *node);
}

std::string SheetTable::word(std::string_view key) const {
    const Finder finder{node_};
    const toml::node* node = finder.require(key, Message{"value.text"});
    return node == nullptr ? std::string() : finder.word(key, *node).value_or("");
}

std::optional<std::string> SheetTable::optional_word(std::string_view key) const {
    const Finder finder{node_};
    const toml::node* node = finder.find(key);
    return node == nullptr ? std::nullopt : finder.word(key, *node);
}

std::vector<std::string> SheetTable::words(std::string_view key, std::size_t size) const {
    const Finder finder{node_};
    const toml::array* list = finder.list(key, size, Message{"value.texts"});
    if (list == nullptr) return {};
    return read_list<std::string>(*list, [&](const toml::node& node) { return finder.word(key, node); });
}

std::vector<std::string> SheetTable::optional_words(std::string_view key) const {
    const Finder finder{node_};
    const toml::node* node = finder.find(key);
    if (node == nullptr) return {};
    if (const toml::array* list = node->as_array())
        return read_list<std::string>(*list, [&](const toml::node& item) { return finder.word(key, item); });
    finder.wrong(key, *node, Message{"value.texts"});
    return {};
}

std::vector<int> SheetTable::integers(std::string_view key, int min, int max, std::size_t size) const {
    const Finder finder{node_};
    const toml::array* list = finder.list(key, size, Message{"value.numbers"});
    if (list == nullptr) return {};
    return read_list<int>(*list, [&](const toml::node& node) { return finder.integer(key, node, min, max); });
}

std::vector<bool> SheetTable::flags(std::string_view key, std::size_t size) const {
    const Finder finder{node_};
    const toml::array* list = finder.list(key, size, Message{"value.flags"});
    if (list == nullptr) return {};
    return read_list<bool>(*list, [&](const toml::node& node) { return finder.flag(key, node); });
}

SheetTable SheetTable::table(std::string_view key) const {
    const Finder finder{node_};
    const toml::node* node = finder.require(key, Message{"value.table"});
    if (node != nullptr && !node->is_table()) finder.wrong(key, *node, Message{"value.table"});
    return SheetTable(
        std::make_shared<Node>(Node{node_->document, node != nullptr ? node->as_table() : nullptr, finder.name(key)}));
}

std::optional<SheetTable> SheetTable::optional_table(std::string_view key) const {
    return has(key) ? std::optional(table(key)) : std::nullopt;
}

std::vector<SheetTable> SheetTable::tables(std::string_view key, std::size_t size) const {
    const Finder finder{node_};
    const toml::array* list = finder.list(key, size, Message{"value.tables"});
    if (list == nullptr) return {};
    std::vector<SheetTable> tables;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const toml::node& item = *list->get(i);
        node_->document->read.insert(&item);
        if (!item.is_table()) finder.wrong(key, item, Message{"value.table"});
        tables.emplace_back(std::make_shared<Node>(
            Node{node_->document, item.as_table(), fmt::format("{}[{}]", finder.name(key), i + 1)}));
    }
    return tables;
}

std::vector<std::string> SheetTable::keys() const {
    std::vector<std::pair<int, std::string>> placed;
    if (node_->table != nullptr)
        for (const auto& [key, value] : *node_->table)
            placed.emplace_back(static_cast<int>(value.source().begin.line * 4096 + value.source().begin.column),
                                std::string(key.str()));
    std::ranges::stable_sort(placed, {}, &std::pair<int, std::string>::first);
    std::vector<std::string> names;
    names.reserve(placed.size());
    for (auto& [place, name] : placed) names.push_back(std::move(name));
    return names;
}

bool SheetTable::has(std::string_view key) const { return node_->table != nullptr && node_->table->contains(key); }

void SheetTable::fault(std::string_view key, Message message) const {
    const Finder finder{node_};
    if (node_->table == nullptr) return;
    const toml::node* node = key.empty() ? nullptr : node_->table->get(key);
    finder.note(node != nullptr ? line_of(*node) : finder.own_line(), std::move(message));
}

std::string SheetTable::path() const { return node_->path; }

SheetReader::SheetReader(std::string_view toml) : document_(std::make_unique<Document>()) {
    if (std::optional<TomlExcess> excess = toml_excess(toml)) {
        document_->broken = true;
        document_->faults.push_back({excess->line, std::move(excess->message)});
        return;
    }
    try {
        document_->content = toml::parse(toml);
        document_->text = toml;
    } catch (const toml::parse_error& error) {
        document_->broken = true;
        document_->faults.push_back(
            {static_cast<int>(error.source().begin.line), Message{"sheet.no-toml", {{"why", error.description()}}}});
    } catch (const TomlFault&) {
        document_->broken = true;
        document_->faults.push_back({0, Message{"sheet.no-toml-at-all"}});
    }
}

SheetReader::~SheetReader() = default;

SheetTable SheetReader::root(std::string_view game_id) {
    SheetTable root(std::make_shared<SheetTable::Node>(
        SheetTable::Node{document_.get(), document_->broken ? nullptr : &document_->content, ""}));
    if (!document_->broken) {
        if (const std::string game = root.word("game"); !game.empty() && game != game_id) {
            // What else is wrong with it as a sheet of this game is nobody's mistake.
            root.fault("game", Message{"sheet.other-game", {{"game", game}, {"own", game_id}}});
            document_->broken = true;
            return SheetTable(std::make_shared<SheetTable::Node>(SheetTable::Node{document_.get(), nullptr, ""}));
        }
        (void)root.integer("version", 1, 1);
    }
    return root;
}

namespace {

constexpr std::string_view kAllowed = "allowed"; // games/sheet_allowed.hpp

// Keys that no getter asked for. Within an unread table only the table itself is named.
void note_unread(const toml::table& table, const std::string& path, const std::set<const toml::node*>& read,
                 std::vector<SheetFault>& faults) {
    for (const auto& [key, node] : table) {
        const std::string name = joined_path(path, key.str());
        if (name == kAllowed) continue; // allowed_faults()
        if (key.str() == "source") {
            if (const auto* text = node.as_string(); text == nullptr || (*text != "rulebook" && *text != "house"))
                faults.push_back(
                    {line_of(node),
                     Message{"field.wrong",
                             {{"field", name}, {"found", shown(node)}, {"wanted", Message{"sheet.sources"}}}}});
            continue;
        }
        if (!read.contains(&node)) {
            faults.push_back({line_of(node), Message{"sheet.unread", {{"key", name}}}});
        } else if (const toml::table* inner = node.as_table()) {
            note_unread(*inner, name, read, faults);
        } else if (const toml::array* list = node.as_array()) {
            for (std::size_t i = 0; i < list->size(); ++i)
                if (const toml::table* item = list->get(i)->as_table())
                    note_unread(*item, fmt::format("{}[{}]", name, i + 1), read, faults);
        }
    }
}

// Names, faces and sources are shown: none may hold what cannot be, such as an escape sequence. A face that differs
// from another by an invisible letter only would deceive.
void note_hidden(const toml::node& node, const std::string& name, std::vector<SheetFault>& faults) {
    if (const toml::table* table = node.as_table()) {
        for (const auto& [key, inner] : *table) {
            const std::string own = joined_path(name, key.str());
            if (tidy_text(key.str()) != key.str())
                faults.push_back({line_of(inner), Message{"sheet.hidden-name", {{"key", own}}}});
            note_hidden(inner, own, faults);
        }
    } else if (const toml::array* list = node.as_array()) {
        for (const toml::node& item : *list) note_hidden(item, name, faults);
    } else if (const auto* text = node.as_string(); text != nullptr && tidy_text(text->get()) != text->get()) {
        faults.push_back({line_of(node), Message{"sheet.hidden-text", {{"key", name}, {"value", shown(node)}}}});
    }
}

} // namespace

namespace {

thread_local std::vector<SheetFigure>* g_figures = nullptr; // where figures are taken down, if they are

bool is_figure(const toml::node& node) {
    const toml::array* list = node.as_array();
    return !node.is_table() && (list == nullptr || list->empty() || !list->get(0)->is_table());
}

std::string toml_text(const toml::node& node) {
    std::ostringstream text;
    node.visit([&](const auto& own) { text << own; });
    return text.str();
}

// A table's own source goes for what is within it.
void take_down(const toml::table& table, const std::string& path, std::string_view source,
               const std::map<const toml::node*, Message>& wanted, std::vector<SheetFigure>& figures) {
    if (const auto* own = table.get_as<std::string>("source")) source = own->get();
    for (const auto& [key, node] : table) {
        const std::string name = joined_path(path, key.str());
        if (key.str() == "source" || name == kAllowed) continue;
        if (const toml::table* inner = node.as_table()) {
            take_down(*inner, name, source, wanted, figures);
        } else if (is_figure(node)) {
            const auto known = wanted.find(&node);
            figures.push_back({name, toml_text(node), known == wanted.end() ? Message{} : known->second,
                               std::string(source), line_of(node)});
        } else {
            const toml::array& list = *node.as_array();
            for (std::size_t i = 0; i < list.size(); ++i)
                if (const toml::table* item = list.get(i)->as_table())
                    take_down(*item, fmt::format("{}[{}]", name, i + 1), source, wanted, figures);
        }
    }
}

} // namespace

std::vector<SheetFigure> figures_read(const std::function<void()>& reading) {
    std::vector<SheetFigure> figures;
    g_figures = &figures;
    reading();
    g_figures = nullptr;
    std::ranges::stable_sort(figures, {}, &SheetFigure::line);
    return figures;
}

std::vector<SheetFault> SheetReader::faults() {
    if (!document_->broken) {
        if (g_figures != nullptr) take_down(document_->content, "", "", document_->wanted, *g_figures);
        note_unread(document_->content, "", document_->read, document_->faults);
        if (document_->content.contains(kAllowed))
            for (SheetFault& fault : allowed_faults(document_->text)) document_->faults.push_back(std::move(fault));
        note_hidden(document_->content, "", document_->faults);
    }
    std::ranges::stable_sort(document_->faults, {}, &SheetFault::line);
    return document_->faults;
}

std::string SheetReader::canonical() const {
    toml::table content = document_->content;
    content.erase(kAllowed); // what else would be possible makes no other box
    std::ostringstream text;
    text << toml::json_formatter{content};
    return text.str();
}

std::string sheet_hash(std::string_view canonical) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
    crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(canonical.data()), canonical.size());
    std::string hex;
    for (int i = 0; i < 8; ++i) hex += fmt::format("{:02x}", digest[static_cast<std::size_t>(i)]);
    return hex;
}

} // namespace touchline
