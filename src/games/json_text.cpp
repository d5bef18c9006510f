#include "games/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline {

namespace {

std::string dumped(const Json& any) { return any.dump(-1, ' ', false, Json::error_handler_t::replace); }

} // namespace

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
