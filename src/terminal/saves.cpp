// Games under way and finished ones as files.
#include "terminal/saves.hpp"

#include "core/environment.hpp"
#include "core/shown_text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <unistd.h>

namespace touchline::terminal {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kEnding = ".record";
constexpr std::string_view kSheetEnding = ".sheet.toml";

// Where HOME is not set, the folder that the system knows for this user.
std::string home_folder() {
    if (std::string home = environment("HOME"); !home.empty()) return home;
    const passwd* user = ::getpwuid(::getuid());
    return user == nullptr ? std::string() : std::string(user->pw_dir);
}

// -1 where somebody else holds it or it cannot be made. A lock dies with its program, so none can be left behind.
int take_lock(const std::string& path) {
    const int file = ::open((path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return -1;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) return file;
    ::close(file);
    return -1;
}

bool put(const std::string& path, const std::string& content) {
    const std::string fresh = path + ".new";
    std::FILE* file = std::fopen(fresh.c_str(), "wb");
    if (file == nullptr) return false;
    bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
    written = std::fclose(file) == 0 && written;
    std::error_code error;
    if (written) fs::rename(fresh, path, error);
    if (written && !error) return true;
    fs::remove(fresh, error);
    return false;
}

std::optional<std::string> content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    if (file) content << file.rdbuf();
    if (!file || file.bad()) return std::nullopt;
    return content.str();
}

std::time_t seconds_of(fs::file_time_type time) {
    using std::chrono::system_clock;
    return system_clock::to_time_t(
        std::chrono::time_point_cast<system_clock::duration>(std::chrono::file_clock::to_sys(time)));
}

std::string sheet_path(const std::string& path) {
    const std::string_view stem = std::string_view(path).ends_with(kEnding)
                                      ? std::string_view(path).substr(0, path.size() - kEnding.size())
                                      : path;
    return std::string(stem) + std::string(kSheetEnding);
}

} // namespace

std::string saves_folder() {
    const std::string state = environment("XDG_STATE_HOME");
    if (!state.empty() && state.front() == '/') return state + "/touchline";
    const std::string home = home_folder();
    return home.empty() ? std::string() : home + "/.local/state/touchline";
}

std::string short_path(const std::string& path) {
    const std::string home = environment("HOME");
    if (home.size() > 1 && path.starts_with(home + "/")) return "~" + shown_line(path.substr(home.size()));
    return shown_line(path);
}

std::optional<SaveFile> SaveFile::create(const std::string& folder, std::string_view game) {
    if (folder.empty()) return std::nullopt;
    std::error_code error;
    fs::create_directories(folder, error);
    const std::string stem =
        fmt::format("{}/{}-{:%Y%m%d-%H%M%S}-{}", folder, game, fmt::localtime(std::time(nullptr)), ::getpid());
    for (int number = 0; number < 100; ++number) {
        const std::string path =
            number == 0 ? fmt::format("{}{}", stem, kEnding) : fmt::format("{}-{}{}", stem, number, kEnding);
        if (fs::exists(path, error)) continue;
        const int lock = take_lock(path);
        if (lock >= 0) return SaveFile(path, lock);
    }
    return std::nullopt;
}

std::optional<SaveFile> SaveFile::open(const std::string& path) {
    const int lock = take_lock(path);
    if (lock < 0) return std::nullopt;
    SaveFile file(path, lock);
    file.sheet_written_ = true;
    return file;
}

SaveFile::SaveFile(SaveFile&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)), sheet_written_(other.sheet_written_) {}

SaveFile& SaveFile::operator=(SaveFile&& other) noexcept {
    if (this != &other) {
        release();
        path_ = std::move(other.path_);
        lock_ = std::exchange(other.lock_, -1);
        sheet_written_ = other.sheet_written_;
    }
    return *this;
}

SaveFile::~SaveFile() { release(); }

void SaveFile::release() {
    if (lock_ < 0) return;
    std::error_code error;
    fs::remove(path_ + ".lock", error);
    ::close(std::exchange(lock_, -1));
}

bool SaveFile::write(const Table& table) {
    if (!sheet_written_ && table.sheet_name() != "default" && !put(sheet_path(path_), table.sheet_toml())) return false;
    sheet_written_ = true;
    return put(path_, record_text(table));
}

std::string SaveFile::finish(const Table& table) {
    if (!write(table)) return {};
    const fs::path finished = fs::path(path_).parent_path() / "finished";
    std::error_code error;
    fs::create_directories(finished, error);
    const fs::path target = finished / fs::path(path_).filename();
    fs::rename(path_, target, error);
    if (error) return path_;
    if (fs::exists(sheet_path(path_), error))
        fs::rename(sheet_path(path_), finished / fs::path(sheet_path(path_)).filename(), error);
    release();
    return target.string();
}

void SaveFile::remove() {
    std::error_code error;
    fs::remove(path_, error);
    fs::remove(sheet_path(path_), error);
}

std::optional<std::string> sheet_beside(const std::string& path) { return content_of(sheet_path(path)); }

OrRefusal<std::unique_ptr<Table>> read_saved(const std::string& path) {
    const std::optional<std::string> text = content_of(path);
    if (!text) return refuse(RefusalCode::bad_record, Message{"record.unreadable"});
    std::vector<SheetText> sheets;
    if (std::optional<std::string> toml = sheet_beside(path)) sheets.push_back({"sheet", std::move(*toml)});
    return read_record(*text, sheets);
}

std::vector<Saved> saved_games(const std::string& folder, std::string_view game, std::vector<std::string>& spoilt) {
    struct Found {
        fs::file_time_type time;
        std::string path;
    };
    std::vector<Found> found;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string path = at->path().string();
        std::error_code own;
        if (path.ends_with(kEnding) && at->is_regular_file(own)) found.push_back({at->last_write_time(own), path});
    }
    std::ranges::sort(
        found, [](const Found& a, const Found& b) { return std::pair(a.time, a.path) > std::pair(b.time, b.path); });
    std::vector<Saved> games;
    for (const Found& one : found) {
        std::optional<SaveFile> free = SaveFile::open(one.path);
        if (!free) continue; // being played just now
        OrRefusal<std::unique_ptr<Table>> table = read_saved(one.path);
        if (!table) {
            const std::string aside = one.path + ".spoilt";
            fs::rename(one.path, aside, error);
            if (!error) spoilt.push_back(shown_line(aside));
            continue;
        }
        if ((*table)->over() || (!game.empty() && (*table)->kind().id() != game)) continue;
        games.push_back({one.path, std::move(*table), seconds_of(one.time)});
    }
    return games;
}

std::string tag_of(const Table& table, std::string_view name, std::string fallback) {
    for (const Tag& tag : table.tags)
        if (tag.name == name) return tag.value;
    return fallback;
}

void set_tag(Table& table, std::string_view name, std::string value) {
    for (Tag& tag : table.tags)
        if (tag.name == name) {
            tag.value = std::move(value);
            return;
        }
    table.tags.push_back({std::string(name), std::move(value)});
}

} // namespace touchline::terminal
