// Text that is safe between the tags and in the attributes of an HTML page.
#pragma once

#include "core/shown_text.hpp"

#include <string>
#include <string_view>

namespace touchline {

[[nodiscard]] inline std::string html_text(std::string_view text) {
    std::string out;
    for (char c : shown_text(text)) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += c;
        }
    }
    return out;
}

} // namespace touchline
