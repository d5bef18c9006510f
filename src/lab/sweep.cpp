// Reads the spec of a sweep and writes it out.
#include "lab/sweep.hpp"

#include "bots/roster.hpp"
#include "games/toml.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <sstream>

namespace touchline::lab {

namespace {

constexpr std::size_t kMostQuestions = 1'000'000;

// What one key of the spec stands for: it is put into a copy of the question for each of its values.
using Setting = std::function<void(SweepQuestion&)>;
using Axis = std::vector<Setting>;

Message wrong_key(std::string_view key) { return {"lab.sweep-key", {{"key", key}}}; }

Message no_value(std::string_view key) { return {"lab.sweep-empty", {{"key", key}}}; }

std::string written_value(const toml::node& node) {
    if (const auto* text = node.as_string()) return text->get();
    std::ostringstream out;
    node.visit([&](const auto& own) { out << own; });
    return out.str();
}

std::optional<Json> option_value(const toml::node& node) {
    if (const auto* text = node.as_string()) return Json(text->get());
    if (const auto* number = node.as_integer()) return Json(number->get());
    if (const auto* flag = node.as_boolean()) return Json(flag->get());
    return std::nullopt;
}

// Each of a list, or the one.
std::vector<const toml::node*> each_of(const toml::node& node) {
    const toml::array* list = node.as_array();
    if (list == nullptr) return {&node};
    std::vector<const toml::node*> nodes;
    for (const toml::node& item : *list) nodes.push_back(&item);
    return nodes;
}

// "LO..HI" in a text stands for every whole number from one to the other.
std::vector<std::string> written_out(const toml::node& node) {
    std::vector<std::string> values;
    for (const toml::node* each : each_of(node)) {
        const std::string text = written_value(*each);
        int from = 0;
        int to = 0;
        const char* end = text.data() + text.size();
        const auto first = std::from_chars(text.data(), end, from);
        const bool dots = first.ec == std::errc() && end - first.ptr > 2 && first.ptr[0] == '.' && first.ptr[1] == '.';
        const auto last = dots ? std::from_chars(first.ptr + 2, end, to) : first;
        if (dots && last.ec == std::errc() && last.ptr == end && to - from < 1000) {
            for (int value = from; value <= to; ++value) values.push_back(std::to_string(value));
        } else {
            values.push_back(text);
        }
    }
    return values;
}

Expected<Axis, Message> options_axis(const toml::node& node) {
    Axis axis;
    for (const toml::node* each : each_of(node)) {
        const toml::table* table = each->as_table();
        if (table == nullptr) return Unexpected{wrong_key("options")};
        Json options = Json::object();
        for (const auto& [key, value] : *table) {
            const auto read = option_value(value);
            if (!read) return Unexpected{wrong_key(fmt::format("options.{}", key.str()))};
            options[std::string(key.str())] = *read;
        }
        axis.emplace_back([options](SweepQuestion& question) { question.options = options; });
    }
    return axis;
}

using Member = void (*)(SweepQuestion&, const std::string&);

Expected<Axis, Message> text_axis(std::string_view key, const toml::node& node, Member set) {
    Axis axis;
    for (const toml::node* each : each_of(node)) {
        const auto* text = each->as_string();
        if (text == nullptr || text->get().empty()) return Unexpected{wrong_key(key)};
        axis.emplace_back([set, value = text->get()](SweepQuestion& question) { set(question, value); });
    }
    return axis;
}

Expected<bool, Message> bots_known(const SweepQuestion& question) {
    const std::vector<std::string> known = bots::bot_names();
    for (Seat seat : kSeats)
        if (std::ranges::find(known, question.plan.bots[seat]) == known.end())
            return Unexpected{Message{"bot.unknown", {{"bot", question.plan.bots[seat]}, {"bots", known}}}};
    return true;
}

// The keys of a spec, each an axis; those of `set` one each.
Expected<std::vector<Axis>, Message> axes_of(const toml::table& spec) {
    std::vector<Axis> axes;
    for (const auto& [name, node] : spec) {
        const std::string_view key = name.str();
        Expected<Axis, Message> axis = Unexpected{wrong_key(key)};
        if (key == "what") {
            if (node.value<std::string>() == "figures") continue;
        } else if (key == "game") {
            axis = text_axis(key, node, [](SweepQuestion& q, const std::string& value) { q.game = value; });
        } else if (key == "sheet") {
            axis = text_axis(key, node, [](SweepQuestion& q, const std::string& value) { q.sheet = value; });
        } else if (key == "home") {
            axis = text_axis(key, node, [](SweepQuestion& q, const std::string& value) { q.plan.bots.home = value; });
        } else if (key == "away") {
            axis = text_axis(key, node, [](SweepQuestion& q, const std::string& value) { q.plan.bots.away = value; });
        } else if (key == "skill" && node.is_boolean()) {
            axis = Axis{[skill = node.as_boolean()->get()](SweepQuestion& q) { q.plan.skill = skill; }};
        } else if (key == "options") {
            axis = options_axis(node);
        } else if (key == "set" && node.is_table()) {
            for (const auto& [path, values] : *node.as_table()) {
                Axis own;
                for (const std::string& value : written_out(values))
                    own.emplace_back([change = Change{std::string(path.str()), value}](SweepQuestion& question) {
                        question.changes.push_back(change);
                    });
                if (own.empty()) return Unexpected{no_value(fmt::format("set.{}", path.str()))};
                axes.push_back(std::move(own));
            }
            continue;
        }
        if (!axis) return Unexpected{axis.error()};
        if (axis->empty()) return Unexpected{no_value(key)};
        axes.push_back(std::move(*axis));
    }
    return axes;
}

std::optional<Message> write_out(const toml::table& spec, std::vector<SweepQuestion>& questions) {
    const auto axes = axes_of(spec);
    if (!axes) return axes.error();
    SweepQuestion plain;
    plain.plan.skill = false;
    std::vector<SweepQuestion> found{plain};
    for (const Axis& axis : *axes) {
        if (axis.size() * found.size() > kMostQuestions) return Message{"lab.sweep-large", {{"most", kMostQuestions}}};
        std::vector<SweepQuestion> more;
        for (const SweepQuestion& question : found)
            for (const Setting& setting : axis) {
                more.push_back(question);
                setting(more.back());
            }
        found = std::move(more);
    }
    for (SweepQuestion& question : found) {
        if (question.game.empty()) return Message{"lab.sweep-game"};
        if (const auto known = bots_known(question); !known) return known.error();
        questions.push_back(std::move(question));
    }
    return std::nullopt;
}

} // namespace

std::string SweepQuestion::name() const {
    std::string text = game;
    for (const auto& [option, value] : options.items())
        text += fmt::format(" {}={}", option, value.is_string() ? value.get<std::string>() : value.dump());
    if (!sheet.empty()) text += " " + sheet;
    for (const Change& change : changes) text += fmt::format(" {}={}", change.path, change.value);
    if (plan.bots.home != "perfect" || plan.bots.away != "perfect")
        text += fmt::format(" {}–{}", plan.bots.home, plan.bots.away);
    return text;
}

Expected<std::vector<SweepQuestion>, Message> sweep_questions(std::string_view toml) {
    toml::table root;
    try {
        root = toml::parse(toml);
    } catch (const toml::parse_error& error) {
        return Unexpected{Message{"sheet.no-toml", {{"why", error.description()}}}};
    } catch (const TomlFault&) {
        return Unexpected{Message{"sheet.no-toml-at-all"}};
    }
    std::vector<SweepQuestion> questions;
    const toml::array* several = root.get_as<toml::array>("questions");
    if (several == nullptr) {
        if (auto wrong = write_out(root, questions)) return Unexpected{std::move(*wrong)};
        return questions;
    }
    if (several->empty()) return Unexpected{no_value("questions")};
    for (const toml::node& each : *several) {
        const toml::table* spec = each.as_table();
        if (spec == nullptr || root.size() > 1) return Unexpected{wrong_key("questions")};
        if (auto wrong = write_out(*spec, questions)) return Unexpected{std::move(*wrong)};
    }
    return questions;
}

std::optional<Shard> read_shard(std::string_view text) {
    Shard shard;
    const char* end = text.data() + text.size();
    const auto number = std::from_chars(text.data(), end, shard.number);
    if (number.ec != std::errc() || number.ptr == end || *number.ptr != '/') return std::nullopt;
    const auto of = std::from_chars(number.ptr + 1, end, shard.of);
    if (of.ec != std::errc() || of.ptr != end || shard.number < 1 || shard.number > shard.of) return std::nullopt;
    return shard;
}

Expected<std::unique_ptr<Table>, Message> table_of(const SweepQuestion& question,
                                                   const std::function<std::string(const std::string&)>& read) {
    const Kind* kind = kind_named(question.game);
    if (kind == nullptr) return Unexpected{Message{"game.none", {{"game", question.game}}}};
    std::optional<SheetText> sheet;
    if (!question.sheet.empty()) sheet = SheetText{question.sheet, read(question.sheet)};
    OrRefusal<std::unique_ptr<Table>> table = kind->open(question.options, sheet);
    if (!table) return Unexpected{table.error().message};
    if (question.changes.empty()) return std::move(*table);
    return changed_table(**table, question.changes);
}

} // namespace touchline::lab
