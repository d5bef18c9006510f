// The figures of a sheet with what each may be: taken down while a game reads it, so that the ranges stand once, where
// they are checked.
#pragma once

#include "core/message.hpp"

#include <functional>
#include <string>
#include <vector>

namespace touchline {

struct SheetFigure {
    std::string path;  // "dice.forward[1].value"
    std::string value; // as TOML writes it
    Message wanted{};  // what it may be; empty where nobody said
    std::string source{};
    int line = 0;
};

// The figures of the sheet that `reading` reads, in the order of the file.
[[nodiscard]] std::vector<SheetFigure> figures_read(const std::function<void()>& reading);

} // namespace touchline
