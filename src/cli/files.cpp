#include "cli/files.hpp"

#include "cli/commands.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace touchline::cli {

std::string read_file(const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        throw Stop(kMisused, fmt::format("'{}' is a folder: name a file", path));
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    if (file) content << file.rdbuf();
    if (!file || file.bad())
        throw Stop(kMisused, fmt::format("the file '{}' cannot be read: check its name and your rights", path));
    return content.str();
}

void write_file(const std::string& path, const std::string& content) {
    const std::string fresh = fmt::format("{}.{}.new", path, ::getpid());
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
    throw Stop(kFailed,
               fmt::format("the file '{}' cannot be written: check the folder and the space on the disk", path));
}

Language language_from(const std::string& code) {
    if (code.empty()) return language_of_environment();
    if (const std::optional<Language> language = language_named(code)) return *language;
    throw Stop(kMisused, fmt::format("there is no language '{}': use en or fr", code));
}

} // namespace touchline::cli
