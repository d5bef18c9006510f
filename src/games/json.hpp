// The JSON type of positions and requests: keys keep the order in which they were written.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace touchline {

using Json = nlohmann::ordered_json;

} // namespace touchline
