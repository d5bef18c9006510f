// A person's settings: a TOML file under XDG_CONFIG_HOME. A flag overrides the environment, the environment overrides
// the file, the file overrides the defaults.
#pragma once

#include "core/message.hpp"
#include "play/words.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::cli {

// $TOUCHLINE_CONFIG, else touchline/config.toml in the configuration folder; empty where there is none.
[[nodiscard]] std::string config_path();

// Reads the file, and sets the environment variables that are not set yet (language, colour, cache). What is wrong in
// it is passed over and told, with file and line, one message a fault.
const std::vector<Message>& load_config();

// A setting of the file; none where it is not there.
[[nodiscard]] std::optional<std::string> configured(std::string_view key);

// A setting as it holds: of the environment, the file, or by default.
[[nodiscard]] std::string setting(const std::string& key);

// By default, whatever this person has set: for help and manual.
[[nodiscard]] std::string usual_setting(const std::string& key);

// Of TOUCHLINE_LANG, else the file, else the locale.
[[nodiscard]] Language usual_language();

} // namespace touchline::cli
