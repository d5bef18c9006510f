// Tables ready to be copied: games with the same options and sheet share their rules in memory.
#pragma once

#include "play/kind.hpp"

namespace touchline::server {

// As open_table(), with the sheet as text.
[[nodiscard]] OrRefusal<std::unique_ptr<Table>> fresh_table(std::string_view game, const Json& options,
                                                            const std::optional<SheetText>& sheet);

} // namespace touchline::server
