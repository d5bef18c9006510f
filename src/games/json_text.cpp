// Numbers and strings as JSON, written straight into a text.
#include "games/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline {

namespace {

// What is too much of a text, if anything is. Brackets and colons within texts do not count.
Message excess(std::string_view text, const JsonBounds& bounds) {
    int depth = 0;
    std::size_t keys = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_text && c == '\\')
            ++i;
        else if (c == '"')
            in_text = !in_text;
        else if (!in_text && (c == '{' || c == '['))
            ++depth;
        else if (!in_text && (c == '}' || c == ']'))
            --depth;
        else if (!in_text && c == ':')
            ++keys;
        if (depth > bounds.deepest) return Message{"json.brackets", {{"most", bounds.deepest}}};
        if (keys > bounds.most_keys) return Message{"json.keys", {{"most", bounds.most_keys}}};
    }
    return {};
}

} // namespace

std::string dumped(const Json& any) { return any.dump(-1, ' ', false, Json::error_handler_t::replace); }

Expected<Json, Message> parsed_object(std::string_view text, const JsonBounds& bounds) {
    if (Message fault = excess(text, bounds); !fault.empty()) return Unexpected{std::move(fault)};
    Json object = Json::parse(text, nullptr, false);
    if (object.is_discarded() || !object.is_object()) return Unexpected{Message{"json.no-object"}};
    return object;
}

// Almost every text is plain; the others take the long way, which knows how to escape and what is no UTF-8.
void JsonText::quote(std::string_view text) {
    if (std::ranges::all_of(text, [](char c) { return c >= ' ' && c != '"' && c != '\\'; })) {
        out_ += '"';
        out_ += text;
        out_ += '"';
    } else {
        out_ += dumped(text);
    }
}

void JsonText::json(const Json& any) { word(dumped(any)); }

Json json_of(const std::function<void(JsonText&)>& write) {
    std::string text;
    JsonText out(text);
    out.open_object();
    write(out);
    out.close_object();
    return Json::parse(text);
}

} // namespace touchline
