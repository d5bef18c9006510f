#include "cli/output.hpp"

#include "core/shown_text.hpp"
#include "terminal/console.hpp"

#include <nlohmann/json.hpp>

namespace touchline::cli {

// Whether it could be written is asked once, when the command is done.
void write_to(std::FILE* stream, std::string_view text) { (void)std::fwrite(text.data(), 1, text.size(), stream); }

void print_text(std::FILE* stream, std::string_view text) {
    write_to(stream, terminal::drawn(text, terminal::Ink::plain));
}

void complain(std::string_view sentence) { write_to(stderr, shown_line(sentence) + "\n"); }

void print_drawn(std::string_view text) { write_to(stdout, terminal::for_output(text)); }

void print_json(const Json& json) {
    write_to(stdout, shown_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n");
}

void renew_line(std::string_view line) { write_to(stderr, fmt::format("\r{}\x1b[K", shown_line(line))); }

} // namespace touchline::cli
