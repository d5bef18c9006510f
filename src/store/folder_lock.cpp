// Locks and makes the data folder with POSIX calls: flock(2), and permissions for the owner alone.
#include "store/folder_lock.hpp"

#include "store/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace touchline::store {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLockFile = "lock";

std::string reason(int error) { return std::generic_category().message(error); }

bool of_a_store(const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    return name == kLockFile || name.starts_with(kTablesFile);
}

} // namespace

FolderLock::FolderLock(const std::string& folder) {
    const std::string path = fmt::format("{}/{}", folder, kLockFile);
    file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
    const int error = errno;
    if (file_ >= 0) ::close(file_);
    if (error == EWOULDBLOCK) throw StoreError(Message{"store.folder-taken", {{"folder", folder}}});
    throw StoreError(Message{"store.folder-unusable", {{"folder", folder}, {"why", reason(error)}}});
}

FolderLock::~FolderLock() { ::close(file_); }

void make_private_folder(const std::string& folder) {
    std::error_code error;
    const bool made = fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder, error))
        throw StoreError(
            Message{"store.folder-unmade",
                    {{"folder", folder},
                     {"why", error ? Filling(error.message()) : Filling(Message{"store.file-of-that-name"})}}});
    // A folder that also holds other things keeps its permissions; the store's files have their own.
    if (made || std::ranges::all_of(fs::directory_iterator(folder, error), of_a_store))
        fs::permissions(folder, fs::perms::group_all | fs::perms::others_all, fs::perm_options::remove, error);
}

} // namespace touchline::store
