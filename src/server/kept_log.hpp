// The play-by-play of a table as JSON text, written once for all who see the same: a long game has thousands of lines,
// and everyone who joins is sent all of them.
#pragma once

#include "core/seat.hpp"
#include "play/words.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace touchline::server {

class KeptLog {
public:
    // The elements of the list so far, separated by commas. `line(n)` is the element of step n, empty where it says
    // nothing; it is asked only for steps that are not known yet.
    [[nodiscard]] const std::string& up_to(std::size_t steps, std::optional<Viewer> viewer, Language language,
                                           const BySeat<std::string>& sides,
                                           const std::function<std::string(std::size_t)>& line);
    // Steps from this one on are gone.
    void cut(std::size_t steps);
    // Lets go of what nobody has asked for since the last time.
    void rest();

private:
    struct Text {
        BySeat<std::string> sides{};
        std::string text{};
        std::vector<std::size_t> ends{}; // of the text up to each step
        bool asked = false;
    };
    std::map<std::pair<int, Language>, Text> texts_;
};

} // namespace touchline::server
