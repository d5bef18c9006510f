// Changes figures of a sheet by path, each as its type and its die allow.
#include "lab/variant.hpp"

#include "core/closest.hpp"
#include "games/json.hpp"
#include "games/sheet_reader.hpp"
#include "games/toml.hpp"
#include "lab/sheet_path.hpp"
#include "lab/sheet_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace touchline::lab {

namespace {

constexpr std::size_t kNearest = 3;

std::string unquoted(std::string_view text) {
    for (char quote : {'"', '\''})
        if (text.size() >= 2 && text.front() == quote && text.back() == quote)
            return std::string(text.substr(1, text.size() - 2));
    return std::string(text);
}

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

std::optional<std::int64_t> integer_in(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// "[a, b]" or "a, b".
std::vector<std::string> entries_of(std::string text) {
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
    std::vector<std::string> entries;
    if (trimmed(text).empty()) return entries;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        entries.push_back(unquoted(trimmed(std::string_view(text).substr(at, comma - at))));
        at = comma + 1;
    }
    return entries;
}

// Whether the text could be written into the node; it stays of its type, so that the reader can judge the value.
bool write_into(toml::node& node, const std::string& text);

bool write_list(toml::array& list, const std::string& text) {
    const bool numbers = !list.empty() && list.get(0)->is_integer();
    const bool flags = !list.empty() && list.get(0)->is_boolean();
    toml::array fresh;
    for (const std::string& entry : entries_of(text)) {
        if (numbers) {
            const auto number = integer_in(entry);
            if (!number) return false;
            fresh.push_back(*number);
        } else if (flags) {
            if (entry != "true" && entry != "false") return false;
            fresh.push_back(entry == "true");
        } else {
            fresh.push_back(entry);
        }
    }
    list = std::move(fresh);
    return true;
}

bool write_into(toml::node& node, const std::string& text) {
    if (auto* own = node.as_string()) {
        *own = unquoted(text);
        return true;
    }
    if (auto* own = node.as_integer()) {
        const auto number = integer_in(text);
        if (number) *own = *number;
        return number.has_value();
    }
    if (auto* own = node.as_boolean()) {
        if (text == "true" || text == "false") *own = text == "true";
        return text == "true" || text == "false";
    }
    toml::array* list = node.as_array();
    return list != nullptr && !list->is_array_of_tables() && write_list(*list, text);
}

Message wanted_of(const toml::node& node) {
    if (node.is_integer()) return Message{"value.number"};
    if (node.is_boolean()) return Message{"value.true-or-false"};
    if (const toml::array* list = node.as_array(); list != nullptr && !list->empty() && list->get(0)->is_integer())
        return Message{"value.numbers"};
    return node.is_array() ? Message{"value.list"} : Message{"value.table"};
}

// What is changed was printed by nobody.
void mark_house(toml::table* owner) {
    if (owner == nullptr) return;
    if (auto* source = owner->get_as<std::string>("source")) *source = "house";
}

using FaceCounts = std::map<std::string, std::size_t>;

// Faces that are too many leave their places, last ones first, to those that are to be more: all else stays where it
// is.
bool set_counts(toml::array& list, const FaceCounts& wanted) {
    std::vector<std::size_t> free;
    std::vector<std::string> missing;
    std::map<std::string, std::size_t> first; // where a face is, to be copied
    for (const auto& [face, count] : wanted) {
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < list.size(); ++i)
            if (face_name(*list.get(i)) == face) places.push_back(i);
        if (places.empty() && list.get(0)->is_table()) return false;
        if (!places.empty()) first[face] = places.front();
        for (std::size_t i = count; i < places.size(); ++i) free.push_back(places[i]);
        for (std::size_t i = places.size(); i < count; ++i) missing.push_back(face);
    }
    std::ranges::sort(free);
    toml::array fresh;
    auto next = missing.begin();
    const auto add = [&](const std::string& face) {
        if (list.get(0)->is_table())
            fresh.push_back(*list.get(first.at(face))->as_table());
        else
            fresh.push_back(face);
    };
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!std::ranges::binary_search(free, i))
            list.get(i)->visit([&](const auto& own) { fresh.push_back(own); });
        else if (next != missing.end())
            add(*next++);
    }
    for (; next != missing.end(); ++next) add(*next);
    list = std::move(fresh);
    return true;
}

std::string faces_text(const toml::array& list) {
    std::vector<std::pair<std::string, int>> counts;
    for (const toml::node& entry : list) {
        const std::string name(face_name(entry));
        const auto known = std::ranges::find(counts, name, &std::pair<std::string, int>::first);
        if (known == counts.end())
            counts.emplace_back(name, 1);
        else
            ++known->second;
    }
    std::string text;
    for (const auto& [face, count] : counts) text += fmt::format("{}{} ×{}", text.empty() ? "" : ", ", face, count);
    return text;
}

// The changes of one sheet, applied one after the other; counts last, those of a die together.
class Changing {
public:
    Changing(std::string_view toml, toml::table& root) : toml_(toml), root_(root) {}

    [[nodiscard]] std::optional<Message> apply(const Change& change) {
        const std::vector<FoundFigure> found = find_figures(root_, change.path);
        if (found.empty()) return note_count(change);
        for (const FoundFigure& each : found) {
            const std::string before = value_text(*each.node);
            if (!write_into(*each.node, change.value))
                return Message{"field.wrong",
                               {{"field", change.path}, {"found", change.value}, {"wanted", wanted_of(*each.node)}}};
            if (value_text(*each.node) != before) mark_house(each.owner);
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Message> finish() {
        for (auto& [path, counts] : counts_) {
            const std::vector<FoundFigure> found = find_figures(root_, path);
            toml::array& list = *found.front().node->as_array();
            const std::size_t size = list.size();
            const std::string before = faces_text(list);
            if (!set_counts(list, counts))
                return no_such_path(toml_, fmt::format("{}.{}.count", path, counts.begin()->first));
            if (list.size() != size)
                resized_ =
                    Message{"lab.faces", {{"list", path}, {"size", size}, {"count", list.size()}, {"faces", before}}};
            if (faces_text(list) != before) mark_house(found.front().owner);
        }
        return std::nullopt;
    }

    // What to say where the reader refuses a die of another size.
    [[nodiscard]] const std::optional<Message>& resized() const { return resized_; }

private:
    std::optional<Message> note_count(const Change& change) {
        const std::optional<CountPath> at = count_path(root_, change.path);
        if (!at) return no_such_path(toml_, change.path);
        const auto count = integer_in(change.value);
        if (!count || *count < 0)
            return Message{"field.wrong",
                           {{"field", change.path}, {"found", change.value}, {"wanted", Message{"value.number-or-0"}}}};
        counts_[at->path][at->face] = static_cast<std::size_t>(std::min<std::int64_t>(*count, 1000));
        return std::nullopt;
    }

    std::string_view toml_;
    toml::table& root_;
    std::map<std::string, FaceCounts> counts_;
    std::optional<Message> resized_;
};

void collect_paths(const toml::node& node, const std::string& path, std::vector<std::string>& paths) {
    if (const toml::table* table = node.as_table()) {
        for (const auto& [key, inner] : *table)
            if (key.str() != "source" &&
                !(path.empty() && (key.str() == "game" || key.str() == "version" || key.str() == kAllowedList)))
                collect_paths(inner, path.empty() ? std::string(key.str()) : fmt::format("{}.{}", path, key.str()),
                              paths);
        return;
    }
    const toml::array* list = node.as_array();
    if (list == nullptr || !list->is_array_of_tables()) paths.push_back(path);
    if (list == nullptr) return;
    std::vector<std::string> faces;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const toml::node& entry = *list->get(i);
        const std::string name(entry.is_table() ? entry_name(entry) : std::string_view{});
        if (entry.is_table())
            collect_paths(entry, name.empty() ? fmt::format("{}[{}]", path, i + 1) : fmt::format("{}.{}", path, name),
                          paths);
        if (const std::string face(face_name(entry)); !face.empty() && std::ranges::find(faces, face) == faces.end())
            faces.push_back(face);
    }
    if (!lists_faces(*list, path)) return;
    for (const std::string& face : faces) paths.push_back(fmt::format("{}.{}.count", path, face));
}

void collect_dice(const toml::node& node, const std::string& path, std::vector<DieFaces>& dice) {
    if (const toml::table* table = node.as_table()) {
        for (const auto& [key, inner] : *table)
            collect_dice(inner, path.empty() ? std::string(key.str()) : fmt::format("{}.{}", path, key.str()), dice);
        return;
    }
    const toml::array* list = node.as_array();
    if (list == nullptr || !path.starts_with("dice.") || !lists_faces(*list, path)) return;
    DieFaces die{path, {}};
    for (const toml::node& entry : *list) die.faces.emplace_back(face_name(entry));
    dice.push_back(std::move(die));
}

} // namespace

Expected<Change, Message> read_change(std::string_view text) {
    const std::size_t equals = text.find('=');
    Change change{trimmed(text.substr(0, equals)),
                  equals == std::string_view::npos ? "" : trimmed(text.substr(equals + 1))};
    if (change.path.empty() || change.value.empty()) return Unexpected{Message{"lab.change-form", {{"text", text}}}};
    return change;
}

std::string changes_text(std::span<const Change> changes) {
    std::string text;
    for (const Change& change : changes)
        text += fmt::format("{}{}={}", text.empty() ? "" : ", ", change.path, change.value);
    return text;
}

Expected<std::string, Message> changed_sheet(const Kind& kind, std::string_view toml, std::span<const Change> changes) {
    const toml::table before = toml::parse(toml);
    toml::table root = before;
    Changing changing(toml, root);
    for (const Change& change : changes)
        if (auto wrong = changing.apply(change)) return Unexpected{std::move(*wrong)};
    if (auto wrong = changing.finish()) return Unexpected{std::move(*wrong)};
    std::string text = rewritten(toml, before, root);
    if (const std::vector<SheetFault> faults = kind.check_sheet(text); !faults.empty())
        return Unexpected{changing.resized() ? *changing.resized() : faults.front().message};
    return text;
}

Expected<std::unique_ptr<Table>, Message> changed_table(const Table& table, std::span<const Change> changes) {
    const Kind& kind = table.kind();
    const auto toml = changed_sheet(kind, table.sheet_toml(), changes);
    if (!toml) return Unexpected{toml.error()};
    std::optional<SheetText> sheet;
    if (*toml != kind.default_sheet())
        sheet = SheetText{changes.empty() ? table.sheet_name() : changes_text(changes), *toml};
    OrRefusal<std::unique_ptr<Table>> changed = kind.open(table.options().json(), sheet);
    if (!changed) return Unexpected{changed.error().message};
    return std::move(*changed);
}

std::vector<std::string> change_paths(std::string_view toml) {
    std::vector<std::string> paths;
    collect_paths(toml::parse(toml), "", paths);
    return paths;
}

Message no_such_path(std::string_view toml, const std::string& path) {
    return {"lab.no-path", {{"path", path}, {"near", nearest(path, change_paths(toml), kNearest)}}};
}

std::string value_at(std::string_view toml, std::string_view path) {
    toml::table root = toml::parse(toml);
    if (const std::vector<FoundFigure> found = find_figures(root, path); !found.empty()) {
        const toml::node& node = *found.front().node;
        return node.is_string() ? node.as_string()->get() : value_text(node);
    }
    const std::optional<CountPath> at = count_path(root, path);
    if (!at) return {};
    return std::to_string(
        std::ranges::count_if(*at->list, [&](const toml::node& entry) { return face_name(entry) == at->face; }));
}

std::vector<DieFaces> dice_of(std::string_view toml) {
    std::vector<DieFaces> dice;
    collect_dice(toml::parse(toml), "", dice);
    return dice;
}

} // namespace touchline::lab
