// The data folder: the file in it, and a lock, so that only one server uses it at a time.
#pragma once

#include <string>

namespace touchline::store {

// The SQLite store in a data folder.
inline constexpr const char* kTablesFile = "tables.sqlite";

// Held from construction to destruction; the system releases it when the process ends, however it ends.
class FolderLock {
public:
    // Throws StoreError where another one holds it, or the folder cannot be written.
    explicit FolderLock(const std::string& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int file_ = -1;
};

// Makes the folder where it is missing, for its owner alone: what is in it shows hidden cards. One that was there
// before is closed to others too, if nothing but a store is in it. Throws StoreError where it cannot be made.
void make_private_folder(const std::string& folder);

} // namespace touchline::store
