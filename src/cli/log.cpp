// A formatter for spdlog that cleans the message of each line.
#include "cli/log.hpp"

#include "core/shown_text.hpp"

#include <spdlog/pattern_formatter.h>

namespace touchline::cli {

namespace {

// The message: reasons quote what came from outside, and a log is read in a terminal.
class ShownMessage final : public spdlog::custom_flag_formatter {
public:
    void format(const spdlog::details::log_msg& message, const std::tm& /*time*/, spdlog::memory_buf_t& out) override {
        const std::string shown = shown_line({message.payload.data(), message.payload.size()});
        out.append(shown.data(), shown.data() + shown.size());
    }
    [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override {
        return std::make_unique<ShownMessage>();
    }
};

} // namespace

std::unique_ptr<spdlog::formatter> log_formatter() {
    auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
    formatter->add_flag<ShownMessage>('*').set_pattern("time=%Y-%m-%dT%H:%M:%S.%eZ level=%l %*");
    return formatter;
}

} // namespace touchline::cli
