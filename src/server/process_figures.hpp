// What the system knows of this process, under the names that all programs watched by Prometheus give it.
#pragma once

#include <string>

namespace touchline::server {

// Memory, processor time, open files and when it started, as Prometheus reads them. Empty where there is no /proc.
[[nodiscard]] std::string process_figures();

} // namespace touchline::server
