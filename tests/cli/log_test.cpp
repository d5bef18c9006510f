// The log cannot be forged by what it quotes.
#include "cli/log.hpp"

#include <gtest/gtest.h>
#include <spdlog/details/log_msg.h>

namespace touchline::cli {

TEST(Log, AMessageIsOneHarmlessLineWhateverItQuotes) {
    const std::string quoted = "event=store_failed reason=\"a\nlevel=info event=forged \x1b]0;x\x07\u202e\x9b\"";
    const spdlog::details::log_msg message("touchline", spdlog::level::err, quoted);
    spdlog::memory_buf_t line;
    log_formatter()->format(message, line);
    const std::string text(line.data(), line.size());
    EXPECT_TRUE(text.starts_with("time=20")) << text;
    EXPECT_TRUE(text.ends_with(
        " level=error event=store_failed reason=\"a\ufffdlevel=info event=forged \ufffd]0;x\ufffd\ufffd\ufffd\"\n"))
        << text;
}

} // namespace touchline::cli
