// The play-by-play of a game in words, step by step: a headline where a play came out, and details beneath it.
#pragma once

#include "play/table.hpp"
#include "play/words.hpp"

#include <string>
#include <vector>

namespace touchline {

// What is said of one step.
struct StepWords {
    std::vector<std::string> lines{};
    bool headline = false; // the first line is the headline of its play
};

// Which of its wordings a line takes depends on what was said before it in the same game: never the one that it took
// the last time. The same history gives the same words everywhere. Steps are expected in their order; asking for an
// earlier one words the game again from its start.
class Commentary {
public:
    explicit Commentary(const Words& words, Viewer viewer = Viewer::everyone) : words_(&words), viewer_(viewer) {}

    // Requires: a table whose history has only grown since the last call, or cut() was told.
    [[nodiscard]] StepWords told(const Table& table, std::size_t step, const SideNames& sides);
    // Steps from this one on are gone.
    void cut(std::size_t steps);

private:
    void advance(const Table& table);

    const Words* words_;
    Viewer viewer_;
    struct Line {
        const std::vector<std::string>* wordings; // all that it has
        std::size_t last;                         // the one that it took last
    };
    std::size_t next_ = 0;              // steps that have been worded
    std::vector<Line> lines_;           // those that have been said
    std::vector<Saying> sayings_;       // of the last step that was worded
    std::vector<std::size_t> wordings_; // of those
};

// The same in one line, for a list: the headline, then the details.
[[nodiscard]] std::string in_one_line(const StepWords& said);

} // namespace touchline
