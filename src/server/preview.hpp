// What a link to a table shows where it is posted: title, description and picture, for programs that read og: tags.
#pragma once

#include "games/json_text.hpp"
#include "play/words.hpp"

#include <string>
#include <string_view>

namespace touchline::server {

// The lines for the head of the page. `table`: the table object; `site`: scheme and host, as in https://example.org.
[[nodiscard]] std::string preview_head(const Json& table, Language language, std::string_view site);

} // namespace touchline::server
