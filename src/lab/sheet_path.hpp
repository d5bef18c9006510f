// Where a figure stands in a sheet, by its path.
#pragma once

#include "games/toml.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::lab {

// The list at the end of a sheet that holds no figures, but what they might be (games/sheet_allowed.hpp).
inline constexpr std::string_view kAllowedList = "allowed";

struct FoundFigure {
    toml::node* node;
    toml::table* owner; // the innermost table that holds it
};

// What an entry of a list of tables is called; empty where it has no name.
[[nodiscard]] std::string_view entry_name(const toml::node& entry);
// What a face of a die is called, where the list is one of faces.
[[nodiscard]] std::string_view face_name(const toml::node& entry);
// Whether a list holds the faces of a die: words under "faces", or tables with a "face" each.
[[nodiscard]] bool lists_faces(const toml::array& list, std::string_view path);

// All that a path names, an entry of a list by its place or by its name.
[[nodiscard]] std::vector<FoundFigure> find_figures(toml::table& root, std::string_view path);

// "dice.offense.faces.TD.count": the list and the face.
struct CountPath {
    toml::array* list;
    std::string path; // of the list
    std::string face;
};
[[nodiscard]] std::optional<CountPath> count_path(toml::table& root, std::string_view path);

} // namespace touchline::lab
