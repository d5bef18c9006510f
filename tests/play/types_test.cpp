// The page's types of positions and of what happened, printed from what the engine declares and writes. Where they have
// changed, `make types` writes them anew.
#include "paths.hpp"
#include "play/kind.hpp"
#include "play/protocol.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace touchline {
namespace {

// "pocket-gridiron" as the name of a type: PocketGridiron.
std::string type_name(std::string_view id) {
    std::string name;
    bool first = true;
    for (const char c : id) {
        if (c != '-') name += first ? static_cast<char>(std::toupper(c)) : c;
        first = c == '-';
    }
    return name;
}

// A happening by its fields, as one that has them all is written.
std::string type_of_happenings() {
    const Json whole = json_of([](JsonText& out) {
        out.key("happened");
        write_happened(out, {Happening{What::toss, Seat::home, "how", 1, 1}});
    })["happened"][0];
    std::string whats;
    for (std::size_t what = 0; what < kWhats; ++what) whats += fmt::format("\n  | '{}'", name(static_cast<What>(what)));
    std::string text = "\nexport type What =" + whats + ";\n\nexport interface Happening {\n  what: What;\n";
    for (const auto& [key, value] : whole.items())
        if (key != "what")
            text += fmt::format("  {}?: {};\n", key, key == "seat" ? "Seat" : value.is_number() ? "number" : "string");
    return text + "}\n";
}

std::string types_of_all_games() {
    std::string text =
        "// What the fields of a position are in each game, and what the rules tell of a step. Printed from the\n"
        "// engine's own declarations by `make types`: do not edit.\n"
        "import type { BySeat, Seat } from './types';\n" +
        type_of_happenings();
    std::string by_game;
    for (const Kind* kind : kinds()) {
        const std::string own = type_name(kind->id());
        text += fmt::format("\nexport interface {} {{\n  game: '{}';\n", own, kind->id());
        for (const FieldType& field : kind->fields())
            text += fmt::format("  {}{}: {};\n", field.name, field.optional ? "?" : "", field.type);
        text += "}\n";
        by_game += fmt::format("  '{}': {};\n", kind->id(), own);
    }
    return text + "\nexport interface States {\n" + by_game + "}\n";
}

TEST(Types, OfThePageAreThoseOfTheGames) {
    const std::string path = std::string(TOUCHLINE_SOURCE) + "/web/src/net/states.ts";
    const std::string types = types_of_all_games();
    if (std::getenv("TOUCHLINE_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << types;
    std::stringstream written;
    written << std::ifstream(path).rdbuf();
    EXPECT_EQ(written.str(), types) << "run 'make types'";
}

TEST(Types, EveryFieldOfAStartingPositionHasOne) {
    for (const Kind* kind : kinds()) {
        std::vector<std::string> named{"game"};
        for (const FieldType& field : kind->fields()) named.push_back(field.name);
        const auto table = kind->open(Json::object(), std::nullopt);
        const Json state = (*table)->state();
        for (const auto& [name, value] : state.items())
            EXPECT_NE(std::ranges::find(named, name), named.end()) << kind->id() << ": " << name;
    }
}

} // namespace
} // namespace touchline
