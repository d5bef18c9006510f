// Files and languages named on the command line.
#include "cli/files.hpp"

#include "cli/commands.hpp"
#include "cli/config.hpp"
#include "cli/output.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <unistd.h>

namespace touchline::cli {

std::string read_file(const std::string& path) {
    if (path == kStandard) {
        std::ostringstream content;
        content << std::cin.rdbuf();
        return content.str();
    }
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        throw Stop(RefusalCode::misused, Message{"cli.folder", {{"file", path}}});
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    if (file) content << file.rdbuf();
    if (!file || file.bad()) throw Stop(RefusalCode::misused, Message{"cli.unreadable", {{"file", path}}});
    return content.str();
}

namespace {

std::string fresh_beside(const std::string& path) { return fmt::format("{}.{}.new", path, ::getpid()); }

} // namespace

void check_writable(const std::string& path) {
    if (path.empty() || path == kStandard) return;
    const std::string fresh = fresh_beside(path);
    std::FILE* file = std::fopen(fresh.c_str(), "wb");
    std::error_code error;
    const bool able = file != nullptr && std::fclose(file) == 0 && !std::filesystem::is_directory(path, error);
    std::filesystem::remove(fresh, error);
    if (!able) throw Stop(RefusalCode::failed, Message{"cli.unwritten", {{"file", path}}});
}

void write_file(const std::string& path, const std::string& content) {
    if (path == kStandard) return write_to(stdout, content);
    const std::string fresh = fresh_beside(path);
    std::FILE* file = std::fopen(fresh.c_str(), "wb");
    bool written = file != nullptr && std::fwrite(content.data(), 1, content.size(), file) == content.size();
    if (file != nullptr) {
        written = std::fflush(file) == 0 && ::fsync(::fileno(file)) == 0 && written;
        written = std::fclose(file) == 0 && written;
    }
    std::error_code error;
    if (written) std::filesystem::rename(fresh, path, error);
    if (written && !error) return;
    std::filesystem::remove(fresh, error);
    throw Stop(RefusalCode::failed, Message{"cli.unwritten", {{"file", path}}});
}

Language language_from(const std::string& code) {
    if (code.empty()) return usual_language();
    if (const std::optional<Language> language = language_named(code)) return *language;
    throw Stop(RefusalCode::misused, Message{"cli.language", {{"language", code}}});
}

} // namespace touchline::cli
