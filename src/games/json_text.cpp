#include "games/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline {

namespace {

// Brackets in texts are left out.
bool nests_deeper(std::string_view text, int deepest) {
    int depth = 0;
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
        if (depth > deepest) return true;
    }
    return false;
}

} // namespace

std::string dumped(const Json& any) { return any.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json parsed_object(std::string_view text, int deepest) {
    if (nests_deeper(text, deepest)) return {};
    Json object = Json::parse(text, nullptr, false);
    return object.is_discarded() || !object.is_object() ? Json() : object;
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
