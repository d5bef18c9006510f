// Reads what people type when real dice have fallen: "10 10 10 20 fg td", "3,5", "35", "wr", "hit up 4". Pure.
#pragma once

#include "core/expected.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::terminal {

// The faces that each place of a roll can show.
using Places = std::vector<std::vector<std::string_view>>;
// How a face is called in the language of the people; may be empty.
using FaceName = std::function<std::string(std::string_view)>;

// Why it cannot be read.
struct Misread {
    enum class Kind { unknown, ambiguous, count };
    Kind kind{};
    std::string input{};              // the word that was not understood
    std::vector<std::string> faces{}; // what it could be, or what there is
    int found = 0;                    // count: how many faces were understood
};

// Reads in the order of the places; dice of different kinds also in any other order, where every face that is typed can
// be on one kind only. Large or small letters, any blanks, commas or bars between; a face may be cut short where that
// leaves one only, named in the people's language, or given by its number in the list where no face is a number; "10*3"
// is three tens; single figures need nothing between them.
[[nodiscard]] Expected<std::vector<std::string>, Misread> read_faces(std::string_view typed, const Places& places,
                                                                     const FaceName& name);

// Whether some face of the first place could begin so: then it is a face that is being typed, not a command.
[[nodiscard]] bool may_be_face(std::string_view typed, const Places& places, const FaceName& name);

} // namespace touchline::terminal
