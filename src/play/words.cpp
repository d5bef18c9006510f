// The catalogues: read, looked up, and filled with what happened.
#include "play/words.hpp"

#include "core/embedded.hpp"
#include "games/toml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <stdexcept>

namespace touchline {

namespace {

using Texts = std::map<std::string, std::vector<std::string>, std::less<>>;

void flatten(const toml::table& table, const std::string& path, Texts& texts) {
    for (const auto& [key, node] : table) {
        const std::string name = path.empty() ? std::string(key.str()) : fmt::format("{}.{}", path, key.str());
        if (const toml::table* inner = node.as_table()) {
            flatten(*inner, name, texts);
        } else if (const toml::array* list = node.as_array()) {
            texts[name].clear();
            for (const toml::node& item : *list) texts[name].push_back(item.value_or(std::string()));
        } else {
            texts[name] = {node.value_or(std::string())};
        }
    }
}

void add_catalogue(Language language, std::string_view name, Texts& texts) {
    const std::string path = fmt::format("data/words/{}/{}.toml", code(language), name);
    const std::optional<std::string_view> content = embedded(path);
    if (!content) return;
    flatten(toml::parse(*content, path), "", texts);
}

// The first letter small or large: ASCII, or a letter of two bytes with an accent (À to Þ and à to þ).
std::string with_first(std::string text, bool large) {
    const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const unsigned first = at(0);
    const unsigned second = at(1);
    if (large && first >= 'a' && first <= 'z') text[0] = static_cast<char>(first - 0x20);
    if (!large && first >= 'A' && first <= 'Z') text[0] = static_cast<char>(first + 0x20);
    if (first == 0xC3 && large && second >= 0xA0 && second <= 0xBE) text[1] = static_cast<char>(second - 0x20);
    if (first == 0xC3 && !large && second >= 0x80 && second <= 0x9E) text[1] = static_cast<char>(second + 0x20);
    return text;
}
std::string with_capital(std::string text) { return with_first(std::move(text), true); }
std::string with_small_letter(std::string text) { return with_first(std::move(text), false); }

// What stands in lists with a capital letter, but not within a sentence.
bool is_label(SayingParam::Kind kind) {
    return kind == SayingParam::Kind::token || kind == SayingParam::Kind::action || kind == SayingParam::Kind::word;
}

bool begins_sentence(std::string_view before) {
    while (before.ends_with(' ')) before.remove_suffix(1);
    return before.empty() || before.ends_with('.') || before.ends_with('!') || before.ends_with('?') ||
           before.ends_with("…");
}

// One face or card as a sentence says it, or several with ", " between them; "event/face" is the face as that event
// reads it.
std::string names_of(const Words& words, std::string_view tokens) {
    if (const std::size_t comma = tokens.find(", "); comma != std::string_view::npos)
        return names_of(words, tokens.substr(0, comma)) + ", " + names_of(words, tokens.substr(comma + 2));
    if (const std::string_view said = words.at_event("token", {}, tokens, "said"); !said.empty())
        return std::string(said);
    const std::size_t slash = tokens.find('/');
    return with_small_letter(slash == std::string_view::npos
                                 ? words.token({}, tokens)
                                 : words.token(tokens.substr(0, slash), tokens.substr(slash + 1)));
}

// Puts `value(name, text before it)` in place of {name}; a name without a value stays as it is.
template <class Value>
std::string filled_by(std::string_view text, const Value& value) {
    std::string out;
    while (!text.empty()) {
        const std::size_t open = text.find('{');
        out += text.substr(0, open);
        if (open == std::string_view::npos) break;
        text.remove_prefix(open);
        const std::size_t close = text.find('}');
        if (close == std::string_view::npos) return out += text;
        const std::optional<std::string> own = value(text.substr(1, close - 1), out);
        out += own ? std::string_view(*own) : text.substr(0, close + 1);
        text.remove_prefix(close + 1);
    }
    return out;
}

} // namespace

std::optional<Language> language_named(std::string_view text) {
    for (Language language : kLanguages)
        if (text == code(language)) return language;
    return std::nullopt;
}

Language language_of_environment() {
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        const char* value = std::getenv(name);
        if (value != nullptr && *value != '\0')
            return language_named(std::string_view(value).substr(0, 2)).value_or(Language::english);
    }
    return Language::english;
}

Words::Words(Language language, std::string_view game) : language_(language) {
    add_catalogue(language, "table", texts_);
    if (!game.empty()) add_catalogue(language, game, texts_);
}

const Words& Words::of(Language language, std::string_view game) {
    static std::mutex mutex;
    static std::map<std::pair<Language, std::string>, std::unique_ptr<const Words>> kept;
    const std::lock_guard lock(mutex);
    std::unique_ptr<const Words>& words = kept[{language, std::string(game)}];
    if (!words) words = std::make_unique<const Words>(language, game);
    return *words;
}

const std::vector<std::string>& Words::variants(std::string_view key) const {
    static const std::vector<std::string> kNone;
    const auto at = texts_.find(key);
    return at == texts_.end() ? kNone : at->second;
}

std::string_view Words::find(std::string_view key) const {
    const std::vector<std::string>& texts = variants(key);
    return texts.empty() ? std::string_view() : std::string_view(texts.front());
}

std::string Words::text(std::string_view key, const WordParams& params) const {
    const std::string_view found = find(key);
    return found.empty() ? fmt::format("«{}»", key) : filled(found, params);
}

std::string Words::event(std::string_view id) const {
    const std::string_view found = find(fmt::format("event.{}.name", id));
    return std::string(found.empty() ? id : found);
}

std::string_view Words::at_event(std::string_view section, std::string_view event, std::string_view id,
                                 std::string_view part) const {
    if (!event.empty())
        if (const std::string_view own = find(fmt::format("{}.{}/{}.{}", section, event, id, part)); !own.empty())
            return own;
    return find(fmt::format("{}.{}.{}", section, id, part));
}

std::string Words::action(std::string_view event, std::string_view id) const {
    const std::string_view found = at_event("action", event, id, "name");
    return std::string(found.empty() ? id : found);
}

std::string Words::token(std::string_view event, std::string_view id) const {
    const std::string_view found = at_event("token", event, id, "name");
    return std::string(found.empty() ? id : found);
}

std::string Words::seat(Seat seat) const { return text(fmt::format("seat.{}", name(seat))); }

std::string Words::side(Seat seat) const { return text(fmt::format("side.{}", name(seat))); }

std::string Words::quarter(int number) const {
    if (const std::string_view found = find(fmt::format("ordinal.quarter.{}", number)); !found.empty())
        return std::string(found);
    return text("period.overtime", {{"value", std::to_string(number - kQuarters)}});
}

std::string Words::shown(const SayingParam& param, const SideNames& sides) const {
    switch (param.kind) {
    case SayingParam::Kind::text: return param.text;
    case SayingParam::Kind::number: return std::to_string(param.number);
    case SayingParam::Kind::ordinal: {
        std::string_view found = find(fmt::format("ordinal.{}.{}", param.name, param.number));
        if (found.empty()) found = find(fmt::format("ordinal.down.{}", param.number));
        return found.empty() ? std::to_string(param.number) : std::string(found);
    }
    case SayingParam::Kind::seat: {
        const Seat at = param.number == 0 ? Seat::home : Seat::away;
        return sides[at].empty() ? side(at) : sides[at];
    }
    case SayingParam::Kind::token: return names_of(*this, param.text);
    case SayingParam::Kind::action: return with_small_letter(action({}, param.text));
    case SayingParam::Kind::word: return text(fmt::format("word.{}", param.text));
    case SayingParam::Kind::yard_line: {
        const std::string_view key = param.number <= 0 || param.number >= 100 ? "spot.goal-line"
                                     : param.number == 50                     ? "spot.midfield"
                                     : param.number < 50                      ? "spot.own"
                                                                              : "spot.opponent";
        return text(key, {{"value", std::to_string(param.number <= 50 ? param.number : 100 - param.number)}});
    }
    case SayingParam::Kind::clock: return fmt::format("{}:{:02}", param.number / 60, param.number % 60);
    }
    return {};
}

std::string Words::said(const Saying& saying, const SideNames& sides, u64 pick) const {
    const std::vector<std::string>& texts = variants(fmt::format("say.{}", saying.key));
    if (texts.empty()) return fmt::format("«{}»", saying.key);
    return filled_by(texts[pick % texts.size()],
                     [&](std::string_view name, std::string_view before) -> std::optional<std::string> {
                         const auto param = std::ranges::find(saying.params, name, &SayingParam::name);
                         if (param == saying.params.end()) return std::nullopt;
                         const std::string value = shown(*param, sides);
                         return is_label(param->kind) && begins_sentence(before) ? with_capital(value) : value;
                     });
}

std::string filled(std::string_view text, const WordParams& params) {
    return filled_by(text, [&](std::string_view name, std::string_view) -> std::optional<std::string> {
        const auto own = std::ranges::find(params, name, &WordParams::value_type::first);
        return own == params.end() ? std::nullopt : std::optional(own->second);
    });
}

} // namespace touchline
