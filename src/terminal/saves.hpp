// Games under way on disk: one record each, written after every step, so that whatever ends the program loses nothing.
#pragma once

#include "play/record.hpp"

#include <ctime>
#include <optional>
#include <string>
#include <vector>

namespace touchline::terminal {

// $XDG_STATE_HOME/touchline, else ~/.local/state/touchline; empty where neither is known.
[[nodiscard]] std::string saves_folder();

// A path as people write it, to be shown: "~" for the home folder.
[[nodiscard]] std::string short_path(const std::string& path);

// One game's place on disk. Other programs that look for games to resume pass over it while this lives.
class SaveFile {
public:
    // A new one, or the one at this path; nullopt where it cannot be made or is in use.
    [[nodiscard]] static std::optional<SaveFile> create(const std::string& folder, std::string_view game);
    [[nodiscard]] static std::optional<SaveFile> open(const std::string& path);
    SaveFile(SaveFile&& other) noexcept;
    SaveFile& operator=(SaveFile&& other) noexcept;
    SaveFile(const SaveFile&) = delete;
    SaveFile& operator=(const SaveFile&) = delete;
    ~SaveFile();

    [[nodiscard]] const std::string& path() const { return path_; }
    // The old content or the new, never half; false where it could not be written.
    [[nodiscard]] bool write(const Table& table);
    // The game is over: its record goes to the folder of finished games, whose path is answered; empty where that
    // failed.
    [[nodiscard]] std::string finish(const Table& table);
    void remove();

private:
    SaveFile(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
    void release();

    std::string path_;
    int lock_ = -1;
    bool sheet_written_ = false;
};

// A game that waits to be resumed.
struct Saved {
    std::string path;
    std::unique_ptr<Table> table;
    std::time_t played = 0; // when it was left
};

// Newest first; of one game, or of all where `game` is empty. What cannot be read is set aside, its new name in
// `spoilt`.
[[nodiscard]] std::vector<Saved> saved_games(const std::string& folder, std::string_view game,
                                             std::vector<std::string>& spoilt);

// The sheet that lies beside a record, if any.
[[nodiscard]] std::optional<std::string> sheet_beside(const std::string& path);

// A record from a file, with the sheet that lies beside it, if any.
[[nodiscard]] OrRefusal<std::unique_ptr<Table>> read_saved(const std::string& path);

[[nodiscard]] std::string tag_of(const Table& table, std::string_view name, std::string fallback = {});
void set_tag(Table& table, std::string_view name, std::string value);

} // namespace touchline::terminal
