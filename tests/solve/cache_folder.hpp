// Books of a test: written to and read from a folder of its own, which is removed at the end.
#pragma once

#include "solve/book.hpp"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

namespace touchline::test {

class CacheFolder {
public:
    CacheFolder() : path_((std::filesystem::temp_directory_path() / "touchline-books-XXXXXX").string()) {
        if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no folder for books");
        if (const char* own = std::getenv(kName)) before_ = own;
        ::setenv(kName, path_.c_str(), 1);
    }
    ~CacheFolder() {
        if (before_)
            ::setenv(kName, before_->c_str(), 1);
        else
            ::unsetenv(kName);
        std::filesystem::remove_all(path_);
    }
    CacheFolder(const CacheFolder&) = delete;
    CacheFolder& operator=(const CacheFolder&) = delete;

    [[nodiscard]] std::filesystem::path path() const { return path_; }

private:
    static constexpr const char* kName = "TOUCHLINE_CACHE";
    std::string path_;
    std::optional<std::string> before_{};
};

} // namespace touchline::test
